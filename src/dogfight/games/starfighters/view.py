"""The table as one seat may see it, and a whole position imagined from that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from dogfight.core.dice import Dice
from dogfight.core.parts import Views
from dogfight.core.seat import OPEN, Seat
from dogfight.core.view import View
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.notation import PHASE_CALLED, find_order, read_hex, write_hex
from dogfight.games.starfighters.position import Position, new_position
from dogfight.games.starfighters.state import NO_FACING, NOBODY
from dogfight.games.starfighters.tables import KINDS, NO_CARD, card, count_of, size_of
from dogfight.games.starfighters.validity import PHASES

FACE_DOWN = "face down"


class Ship(msgspec.Struct, frozen=True):
    """One player's piece and cards. `hand` is None where it is secret; so is a declared card that
    is face down.

    `draws` is false if a shield costs the draw of this turn; `anchored_next` if one holds the ship
    next turn.
    """

    seat: Seat
    hex: str | None
    facing: str | None
    hull: int
    destroyed: bool
    anchored: bool
    anchored_next: bool
    shield: bool
    draws: bool
    hand_size: int
    hand: tuple[str, ...] | None
    declared: str | None
    face_up: bool
    captured: str | None


class BoardView(msgspec.Struct, frozen=True):
    """Everything open to one seat. `hull` is what a whole ship has; `due` are the seats still to
    declare, to be hit, or to draw.
    """

    radius: int
    hull: int
    lines: tuple[str, ...]
    turn: int
    last_turn: int
    start: Seat | None
    phase: str
    active: Seat | None
    left: int
    by: Seat | None
    due: tuple[Seat, ...]
    hit: tuple[Seat, ...]
    drifters: tuple[Seat, ...]
    rammed: bool
    ships: tuple[Ship, ...]
    wreckage: tuple[str, ...]
    discard: dict[str, int]
    deck: int


def _declared(kind: int, seen: bool) -> str | None:
    if kind == NO_CARD:
        return None
    return CARDS[kind] if seen else FACE_DOWN


def _somebody(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


@lru_cache(64)
def seats_in(mask: int) -> tuple[Seat, ...]:
    """The seats of a set."""
    return tuple(seat for seat in range(6) if mask >> seat & 1)


@lru_cache(4096)
def cards_of(pile: int) -> tuple[str, ...]:
    """The cards of a hand by name."""
    return tuple(name for kind, name in enumerate(CARDS) for _ in range(count_of(pile, kind)))


@lru_cache(4096)
def _counts(pile: int) -> dict[str, int]:
    """Return how many cards of each name a pile has; a caller that passes it on copies it."""
    return {name: count_of(pile, kind) for kind, name in enumerate(CARDS)}


def _fill_in(p: Position, ship: Ship, dice: Dice) -> None:
    """What it does not show: hands and face-down cards out of the cards not seen anywhere."""
    if ship.declared == FACE_DOWN:
        p.declared[ship.seat] = _take_unseen(p, dice)
    if ship.hand is None:
        for _ in range(ship.hand_size):
            p.hand[ship.seat] += card(_take_unseen(p, dice))


def _take_unseen(p: Position, dice: Dice) -> int:
    place = dice.below(size_of(p.deck))
    for kind in range(KINDS):
        place -= count_of(p.deck, kind)
        if place < 0:
            p.deck -= card(kind)
            return kind
    raise AssertionError("fewer cards than the view counts")


class StarfightersViews(Views[Position, BoardView]):
    """Pictures with the map of one set of data files, and positions imagined from them."""

    def __init__(self, data: Data) -> None:
        self.data = data

    def board_view(self, p: Position, seat: Seat) -> BoardView:
        return self.board_views(p, (seat,))[0]

    def board_views(self, p: Position, seats: Sequence[Seat]) -> tuple[BoardView, ...]:
        """[SF-2.11] [SF-3.3] What seats may know: what is public, and of the secrets each its
        own hand and card.
        """
        public = self._public(p)
        return tuple([self._seen_by(p, public, seat) for seat in seats])

    def _seen_by(self, p: Position, public: BoardView, seat: Seat) -> BoardView:
        """The picture with what this seat knows beyond what is public."""
        own = range(p.seats) if seat == OPEN else (seat,) if seat >= 0 else ()
        ships = list(public.ships)
        for number in own:
            hand, card = cards_of(p.hand[number]), _declared(p.declared[number], True)
            ships[number] = msgspec.structs.replace(ships[number], hand=hand, declared=card)
        return msgspec.structs.replace(public, ships=tuple(ships)) if own else public

    def _public(self, p: Position) -> BoardView:
        return BoardView(
            radius=self.data.radius,
            hull=p.tables.hull,
            lines=self.data.line_names,
            turn=p.turn,
            last_turn=p.tables.turns,
            start=_somebody(p.start),
            phase=PHASES[p.phase],
            active=_somebody(p.active),
            left=p.left,
            by=_somebody(p.by),
            due=seats_in(p.due),
            hit=seats_in(p.hit),
            drifters=seats_in(p.drifters),
            rammed=p.rammed,
            ships=tuple([self._ship(p, index) for index in range(p.seats)]),
            wreckage=tuple([self.data.names[hex_] for hex_ in p.wreckage()]),
            discard=dict(_counts(p.discard)),
            deck=size_of(p.deck),
        )

    def _ship(self, p: Position, seat: Seat) -> Ship:
        """A ship as everybody sees it."""
        face_up = p.face_up >> seat & 1 == 1
        return Ship(
            seat=seat,
            hex=None if p.at[seat] == p.tables.off_map() else write_hex(self.data, p.at[seat]),
            facing=None if p.facing[seat] == NO_FACING else DIRECTIONS[p.facing[seat]],
            hull=p.hull[seat],
            destroyed=p.is_destroyed(seat),
            anchored=p.anchored >> seat & 1 == 1,
            anchored_next=p.anchored_next >> seat & 1 == 1,
            shield=p.shields >> seat & 1 == 1,
            draws=p.dry >> seat & 1 == 0,
            hand_size=size_of(p.hand[seat]),
            hand=None,
            declared=_declared(p.declared[seat], face_up),
            face_up=face_up,
            captured=None if p.captured[seat] == NO_CARD else CARDS[p.captured[seat]],
        )

    def imagine(self, view: View[BoardView], dice: Dice) -> Position:
        """A position that fits the view: the cards it does not show are dealt out anew."""
        board = view.board
        first = str(view.options["first"])
        p = new_position(
            self.data.tables, len(board.ships), NOBODY if first == "random" else int(first)
        )
        p.turn, p.left, p.rammed = board.turn, board.left, board.rammed
        p.phase = PHASE_CALLED[board.phase]
        p.start, p.active, p.by = (
            NOBODY if number is None else number for number in (board.start, board.active, board.by)
        )
        p.due, p.hit, p.drifters = (
            sum(1 << seat for seat in numbers) for numbers in (board.due, board.hit, board.drifters)
        )
        for name in board.wreckage:
            p.put_wreckage(read_hex(self.data, name))
        p.discard = sum(card(kind) * board.discard[name] for kind, name in enumerate(CARDS))
        p.deck -= p.discard
        for ship in board.ships:
            self._put_back(p, ship)
        for ship in board.ships:
            _fill_in(p, ship, dice)
        find_order(p)
        return p

    def _put_back(self, p: Position, ship: Ship) -> None:
        """What the view shows of one player."""
        seat = ship.seat
        if ship.hex is not None:
            p.put(seat, read_hex(self.data, ship.hex))
        p.facing[seat] = NO_FACING if ship.facing is None else DIRECTIONS.index(ship.facing)
        p.hull[seat] = ship.hull
        p.destroyed |= ship.destroyed << seat
        p.anchored |= ship.anchored << seat
        p.anchored_next |= ship.anchored_next << seat
        p.shields |= ship.shield << seat
        p.dry |= (not ship.draws) << seat
        p.face_up |= ship.face_up << seat
        if ship.hand is not None:
            p.hand[seat] = sum(card(CARDS.index(name)) for name in ship.hand)
            p.deck -= p.hand[seat]
        if ship.declared is not None and ship.declared != FACE_DOWN:
            p.declared[seat] = CARDS.index(ship.declared)
            p.deck -= card(p.declared[seat])
        if ship.captured is not None:
            p.captured[seat] = CARDS.index(ship.captured)
            p.deck -= card(p.captured[seat])
