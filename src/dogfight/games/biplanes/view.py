"""The table as one seat may see it, and whole positions imagined from it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.parts import Views
from dogfight.core.seat import OPEN, Seat
from dogfight.core.view import View
from dogfight.games.biplanes import tables
from dogfight.games.biplanes.aids import reach, way_of
from dogfight.games.biplanes.data import MAL_IDS, MODES, Data, Part, Space
from dogfight.games.biplanes.names import (
    PHASES,
    commitment_word,
    kind_word,
    kinds_of,
    numbers_in,
    pack,
    pack_squares,
    packed,
    read_commitment,
    read_kind,
    read_numbers,
    squares,
    tile_mask,
    tile_words,
)
from dogfight.games.biplanes.notation import seat_to_act, sites
from dogfight.games.biplanes.objectives import orders
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.escort import unused_tiles
from dogfight.games.biplanes.rules.exit_path import is_open
from dogfight.games.biplanes.rules.planning import must_play_low
from dogfight.games.biplanes.state import (
    ANSWER,
    CRASHED,
    DONE,
    ENDED,
    MULLIGAN,
    PLAN,
    SHOW,
    SPOTS,
    Mission,
    Plane,
)
from dogfight.games.biplanes.tables import Setup, TileSet, count, random_tiles


class ValueAid(msgspec.Struct, frozen=True):
    """One column of a player aid: how many tiles of a value there are, and the hits of those
    that shoot.
    """

    value: int
    tiles: int
    shooting: tuple[int, ...]


class Aid(msgspec.Struct, frozen=True):
    """[BD-1.8] A player aid."""

    track: int
    range: int
    hits: int
    shooting: int
    values: tuple[ValueAid, ...]


class Chosen(msgspec.Struct, frozen=True):
    """The tile of a secret choice, and the way it is flown: `loop`, `exit`, or nothing for
    straight on.
    """

    tile: str
    way: str


class SideView(msgspec.Struct, frozen=True):
    """One side. `unseen` is everything that still lies in its hand, in its bag or face down aside.

    `reach` are the spaces where it could be after its next secret choice as far as anybody else can
    tell, each with the values that lead there. `hand`, `bag` (its contents, not their order),
    `aside` and `chosen`, the tile of `commitment`, are there for seats that may know them.
    """

    plane: str
    at: str
    damage: int
    track: int
    armed: bool
    jammed: bool
    last: str
    squares: tuple[str, ...]
    played: tuple[str, ...]
    unseen: tuple[str, ...]
    hand_size: int
    bag_size: int
    aside_size: int
    committed: bool
    aid: Aid
    reach: dict[str, tuple[int, ...]] = {}
    hand: tuple[str, ...] | None = None
    bag: tuple[str, ...] | None = None
    aside: tuple[str, ...] | None = None
    commitment: str | None = None
    chosen: Chosen | None = None


class MissionView(msgspec.Struct, frozen=True):
    """The scenario's pieces.

    `cleared` and `drawn_when` count the objectives drawn when a take-off showed something.
    """

    sites: dict[str, int]
    removed: int
    rescued: int
    exit_open: bool
    landed: str
    land_tile: str
    take_off_tile: str
    objectives_size: int
    stack_size: int
    cleared: dict[str, int]
    drawn_when: dict[str, int]
    objectives: tuple[str, ...] | None = None
    stack: tuple[str, ...] | None = None


class MalView(msgspec.Struct, frozen=True):
    """The malfunctioning biplane and the tiles it may still use."""

    at: str
    damage: int
    track: int
    tiles: tuple[str, ...]
    used: tuple[str, ...]


class BotView(msgspec.Struct, frozen=True):
    """The Solo aid."""

    left: str
    right: str


class SpaceView(msgspec.Struct, frozen=True):
    """One space of the drawing, and where the ways lead from it: on, into a loop, onto the exit
    path.
    """

    id: str
    xy: tuple[int, int]
    colour: str
    part: Part
    next: str
    loop_to: str = ""
    exit_to: str = ""
    site_xy: tuple[int, int] | None = None


class BoardView(msgspec.Struct, frozen=True):
    """What lies on the table, as one seat sees it.

    `behind` is positive if p1 is behind p2 by so much.
    """

    mode: str
    board: str
    size: tuple[int, int]
    spaces: tuple[SpaceView, ...]
    round: int
    turn: int
    phase: str
    drawer: int
    owed: int
    behind: int
    sides: tuple[SideView, SideView]
    mission: MissionView | None = None
    mal: MalView | None = None
    bot: BotView | None = None
    result: int = 0


def space_view(space: Space) -> SpaceView:
    return SpaceView(
        space.id,
        space.xy,
        space.colour,
        space.part,
        space.next,
        space.loop_to,
        space.exit_to,
        space.site_xy,
    )


def aid_of(tiles: TileSet) -> Aid:
    """[BD-1.8] What the player aid of a set shows."""
    kinds = kinds_of(tiles, tiles.all)
    columns = []
    for value in range(6):
        numbers = [kind & 3 for kind in kinds if kind >> 2 == value]
        columns.append(ValueAid(value, len(numbers), tuple(hits for hits in numbers if hits)))
    hits = [kind & 3 for kind in kinds]
    return Aid(
        int(tiles.track),
        int(tiles.aid_range),
        sum(hits),
        sum(hit > 0 for hit in hits),
        tuple(columns),
    )


def _slots(position: Position) -> int:
    m = position.mission
    return 0 if m is None else m.left | m.right


def _committed(position: Position, plane: Plane) -> bool:
    """Whether a side's secret choice is in; how far it has got with a mulligan nobody sees."""
    return plane.sealed == DONE if position.phase == MULLIGAN else plane.sealed >= 0


def _commitment(position: Position, plane: Plane) -> str | None:
    if plane.sealed < 0:
        return None
    if position.phase == MULLIGAN:
        return "keep" if plane.sealed == DONE else kind_word(plane.sealed)
    return commitment_word(plane.sealed)


def _chosen(position: Position, plane: Plane) -> Chosen | None:
    """The tile of the commitment, for boards."""
    set_aside = position.phase == MULLIGAN
    if (
        plane.sealed < 0
        or (set_aside and plane.sealed == DONE)
        or plane.sealed & tables.KIND_BITS == tables.NO_TILE
    ):
        return None
    way = "" if set_aside else way_of(int(plane.sealed))
    return Chosen(kind_word(plane.sealed & tables.KIND_BITS), way)


def bot_view(position: Position) -> BotView:
    """[BD-25.4] Both slots lie open."""
    m = position.mission
    assert m is not None
    tiles = position.p2.tiles
    left, right = (kind_word(tiles.kind_of(slot)) if slot else "" for slot in (m.left, m.right))
    return BotView(left, right)


def deal_unseen(plane: Plane, side: SideView, seen: BoardView, dice: Dice) -> None:
    """Deal what nobody but its owner has seen into hand, bag and aside, true to what is public.

    A commitment that was shown is in the hand; and a brown that owes a 1 or a 2 holds one, unless
    it has crashed.
    """
    tiles = plane.tiles
    unseen = tile_mask(tiles, tuple(side.unseen), tiles.all)
    held = 0
    dealt = unseen & ~tiles.low if must_play_low(plane) and _crashed(seen, side) else unseen
    in_planning = seen.phase in (PHASES[PLAN], PHASES[SHOW], PHASES[ANSWER])
    if side.commitment is not None and in_planning:
        kind = read_commitment(side.commitment) & tables.KIND_BITS
        held = tiles.find(kind, unseen) if kind < tables.KIND_BITS and side.hand_size else 0
    elif in_planning and must_play_low(plane) and side.at != "down":
        held = _hand_with_low(tiles, unseen, side.hand_size, dice)
    plane.hand = held | random_tiles(dealt & ~held, side.hand_size - int(count(held)), dice)
    plane.bag = random_tiles(unseen & ~plane.hand, side.bag_size, dice)
    plane.aside = unseen & ~(plane.hand | plane.bag)


def _crashed(seen: BoardView, side: SideView) -> bool:
    """[BD-14.4] The game ended with a crash before this side could commit a tile."""
    return seen.phase == PHASES[ENDED] and seen.result & 7 == CRASHED and not side.committed


def _hand_with_low(tiles: TileSet, unseen: int, size: int, dice: Dice) -> int:
    """A hand with a 1 or a 2 in it, all such hands equally likely."""
    if not unseen & tiles.low:
        return 0
    while True:
        hand = random_tiles(unseen, size, dice)
        if hand & tiles.low:
            return hand


def imagine_commitment(position: Position, seen: BoardView, which: int, dice: Dice) -> None:
    """A commitment that is in but not known is any legal one; a mulligan that is not known kept
    every tile.
    """
    side = seen.sides[which]
    plane = position.plane(which)
    if position.phase == MULLIGAN:
        hidden = DONE if side.committed else -1
        word = side.commitment
        plane.sealed = hidden if word is None else DONE if word == "keep" else read_kind(word)
        position.acting = seat_to_act(position)
    elif side.commitment is not None:
        plane.sealed = read_commitment(side.commitment)
        position.acting = seat_to_act(position)
    elif side.committed:
        number = position.choices_for(which)
        plane.sealed = position.choice_for(which, dice.below(number))
        position.acting = seat_to_act(position)


def imagine_objectives(m: Mission, seen: BoardView, view: MissionView, dice: Dice) -> None:
    """Objectives drawn in any order of the stack that fits what the take-offs have shown."""
    drawn = SPOTS - view.stack_size
    fitting = orders(m, drawn, view.sites[view.landed] if _shown_to_leave(seen, view) else 0)
    order = fitting[dice.below(len(fitting))]
    rescued = {int(number) for number in view.drawn_when}
    m.objectives = sum(1 << number for number in order[:drawn] if number not in rescued)
    m.stack = sum(1 << number for number in order[drawn:])


def _shown_to_leave(seen: BoardView, view: MissionView) -> bool:
    """[BD-20.12] [BD-18.4] A landed rescuer has shown white that it leaves by a path its own
    take-off will open.
    """
    word = seen.sides[0].commitment
    shown = (
        seen.phase == PHASES[ANSWER]
        and word is not None
        and bool(read_commitment(word) & tables.EXIT)
    )
    return shown and view.landed != "" and not view.exit_open


class BiplanesViews(Views[Position, BoardView]):
    """Pictures with the boards of one set of data files, and positions imagined from them."""

    def __init__(self, data: Data, setup: Callable[[Options], Setup]) -> None:
        self.data = data
        self.setup = setup

    def board_view(self, position: Position, seat: Seat) -> BoardView:
        """[BD-1.14] The table as a seat may see it, from an allow-list."""
        board = position.board
        setup = position.setup
        at_1, at_2 = position.p1.at, position.p2.at
        return BoardView(
            mode=MODES[setup.mode],
            board=board.name,
            size=self.data.sizes[board.name],
            spaces=tuple(space_view(space) for space in self.data.spaces[board.name]),
            round=int(position.round),
            turn=int(position.turn),
            phase=PHASES[position.phase],
            drawer=int(position.drawer),
            owed=int(position.owed),
            behind=int(board.is_behind(at_1, at_2) - board.is_behind(at_2, at_1)),
            sides=(self._side(position, 0, seat), self._side(position, 1, seat)),
            mission=self._mission_view(position, seat) if setup.mode != tables.DOGFIGHT else None,
            mal=self._mal_view(position) if setup.mode == tables.ESCORT else None,
            bot=bot_view(position) if setup.solo else None,
            result=int(position.result),
        )

    def _side(self, position: Position, which: int, seat: Seat) -> SideView:
        """One side's biplane; its hidden tiles only for its owner, a bot's for all."""
        plane = position.plane(which)
        tiles = plane.tiles
        bot = which == 1 and position.setup.solo
        knows = seat in (which, OPEN) or bot
        # What a leaner bag lacks is out of the game [BD-26.6].
        unseen = plane.bag if bot else plane.hand | plane.bag | plane.aside
        slots = _slots(position) if bot else 0
        # Until all mulligans are in, nobody knows how many tiles another has set aside [BD-2.10].
        covered = plane.aside if position.phase == MULLIGAN and not knows else 0
        shown = knows or position.phase >= ANSWER  # [BD-4.6] [BD-18.4]
        return SideView(
            plane=tiles.name,
            at=(
                self.data.space_ids(position.board.name)[plane.at]
                if tiles.colour != tables.NOBODY
                else ""
            ),
            damage=int(plane.damage),
            track=int(position.track(which)),
            armed=which == 1 or position.setup.armed,
            jammed=plane.jammed == 1,
            last=kind_word(plane.last) if plane.last >= 0 else "",
            squares=tuple(squares(plane)),
            played=tuple(tile_words(tiles, plane.played() & ~slots)),
            unseen=tuple(tile_words(tiles, unseen)),
            hand_size=int(count(plane.hand | covered)),
            bag_size=int(count(plane.bag)),
            aside_size=int(count(plane.aside & ~covered)),
            committed=_committed(position, plane),
            aid=aid_of(tiles),
            reach=reach(position, which, self.data.space_ids(position.board.name)),
            hand=tuple(tile_words(tiles, plane.hand)) if knows else None,
            bag=tuple(tile_words(tiles, plane.bag)) if knows else None,
            aside=tuple(tile_words(tiles, plane.aside)) if knows else None,
            commitment=_commitment(position, plane) if shown else None,
            chosen=_chosen(position, plane) if shown else None,
        )

    def _mission_view(self, position: Position, seat: Seat) -> MissionView:
        """[BD-23.7] The scenario's pieces; objectives only for the rescuer, until the game is
        over.
        """
        m = position.mission
        assert m is not None
        ids = [*self.data.space_ids(position.board.name), ""]
        knows = position.setup.mode == tables.RESCUE and (
            seat in (0, OPEN) or position.phase == ENDED
        )
        return MissionView(
            sites=sites(self.data, position),
            removed=int(m.removed),
            rescued=int(m.rescued),
            exit_open=bool(is_open(position, m)),
            landed=ids[m.landed],
            land_tile=ids[m.land_tile],
            take_off_tile=ids[m.take_off_tile],
            objectives_size=int(count(m.objectives)),
            stack_size=int(count(m.stack)),
            cleared=packed(m.cleared),
            drawn_when=packed(m.drawn_when),
            objectives=tuple(numbers_in(m.objectives)) if knows else None,
            stack=tuple(numbers_in(m.stack)) if knows else None,
        )

    def _mal_view(self, position: Position) -> MalView:
        """[BD-24.6] Used tiles lie face up, so everybody knows those that are left."""
        m = position.mission
        assert m is not None
        unused = unused_tiles(position, m)
        return MalView(
            at=self.data.space_ids(position.board.name)[m.mal_at],
            damage=int(m.mal_damage),
            track=int(position.setup.mal_track),
            tiles=tuple(text for n, text in enumerate(MAL_IDS) if unused >> n & 1),
            used=tuple(text for n, text in enumerate(MAL_IDS) if m.mal_used >> n & 1),
        )

    def imagine(self, view: View[BoardView], dice: Dice) -> Position:
        """A whole position that looks like this table; hidden tiles are dealt at random from
        those unseen.
        """
        setup, seen = self.setup(view.options), view.board
        p1, p2 = (self._imagine_plane(seen, which, dice) for which in (0, 1))
        position = Position(setup, p1, p2, self._imagine_mission(setup, seen, p2, dice))
        position.phase = PHASES.index(seen.phase)
        position.round, position.turn = seen.round, seen.turn
        position.drawer, position.owed = seen.drawer, seen.owed
        position.result = seen.result
        position.acting = seat_to_act(position)
        for which in (0, 1):
            imagine_commitment(position, seen, which, dice)
        return position

    def _imagine_plane(self, seen: BoardView, which: int, dice: Dice) -> Plane:
        """One side's biplane, its hidden tiles dealt at random."""
        side = seen.sides[which]
        tiles = self.data.set_called(side.plane)
        ids = self.data.space_ids(seen.board)
        plane = Plane(
            tiles,
            ids.index(side.at) if side.at else 0,
            side.damage,
            last=read_kind(side.last) if side.last else -1,
            jammed=int(side.jammed),
            squares=pack_squares(list(side.squares)),
        )
        if side.hand is not None and side.bag is not None and side.aside is not None:
            plane.hand = tile_mask(tiles, tuple(side.hand), tiles.all)
            plane.bag = tile_mask(tiles, tuple(side.bag), tiles.all & ~plane.hand)
            plane.aside = tile_mask(tiles, tuple(side.aside), tiles.all & ~(plane.hand | plane.bag))
        else:
            deal_unseen(plane, side, seen, dice)
        return plane

    def _imagine_mission(
        self, setup: Setup, seen: BoardView, p2: Plane, dice: Dice
    ) -> Mission | None:
        """The scenario's pieces, with objectives that fit what the take-offs have shown."""
        if seen.mission is None:
            return None
        view = seen.mission
        ids = self.data.space_ids(seen.board)
        m = Mission()
        for spot in range(SPOTS):
            m.put(spot, view.sites.get(ids[setup.board.spots[spot]], 0))
        m.removed, m.rescued = view.removed, view.rescued
        m.landed, m.land_tile, m.take_off_tile = (
            ids.index(space) if space else -1
            for space in (view.landed, view.land_tile, view.take_off_tile)
        )
        m.cleared, m.drawn_when = pack(view.cleared), pack(view.drawn_when)
        if view.objectives is not None and view.stack is not None:
            m.objectives, m.stack = (
                read_numbers(list(view.objectives)),
                read_numbers(list(view.stack)),
            )
        elif setup.mode == tables.RESCUE:
            imagine_objectives(m, seen, view, dice)
        if seen.mal is not None:
            m.mal_at, m.mal_damage = ids.index(seen.mal.at), seen.mal.damage
            m.mal_used = sum(1 << MAL_IDS.index(text) for text in seen.mal.used)
        if seen.bot is not None:
            free = p2.tiles.all & ~(p2.bag | p2.aside)
            m.left = tile_mask(p2.tiles, (seen.bot.left,) if seen.bot.left else (), free)
            m.right = tile_mask(
                p2.tiles, (seen.bot.right,) if seen.bot.right else (), free & ~m.left
            )
        return m
