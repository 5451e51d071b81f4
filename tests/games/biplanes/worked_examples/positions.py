"""Positions for worked examples, and a hand that plays them: the real rules, driven by a script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from dogfight.core.errors import BadNotation, DogfightError
from dogfight.core.options import Options
from dogfight.core.seat import CHANCE
from dogfight.games.biplanes.data import MAL_IDS, MODES, PLANES, Data
from dogfight.games.biplanes.names import (
    commitment_word,
    kind_word,
    kinds_of,
    read_kind,
    read_mal,
    read_single,
    tile_mask,
)
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.refusals import why_not_commit
from dogfight.games.biplanes.rules.planning import begin_turn
from dogfight.games.biplanes.state import (
    BOT_DRAW,
    ENDED,
    LOSE,
    LOSE_BAG,
    MAL,
    OBJECTIVE,
    PLAN,
    REMOVE,
    SHOW,
    SLOT,
    TARGET,
    TOSS,
    Mission,
    Plane,
)
from dogfight.games.biplanes.tables import DOGFIGHT, ESCORT, HOLD, KIND_BITS, NO_TILE, Setup

from .compare import SIDES

Example = Mapping[str, Any]
POSITION_KEYS = frozenset(
    (
        *(
            "mode",
            "board",
            "solo",
            "smart3",
            "lean",
            "lean_bag",
            "round",
            "turn",
            "p1",
            "p2",
            "mal",
            "tiles",
            "sites",
            "factories",
        ),
        *(
            "airfields",
            "removed",
            "rescued",
            "landed",
            "objectives",
            "stack",
            "left",
            "safety_round_limit",
        ),
    )
)
_PLANE_KEYS = frozenset(("plane", "at", "damage", "last", "jammed", "hand", "bag"))


class Playable(Protocol):
    """What an example needs of the game."""

    data: Data

    def options(self, values: Mapping[str, object] | None = None) -> Options: ...
    def setup(self, options: Options) -> Setup: ...
    def new(self, options: Options) -> Position: ...


class Differs(Exception):
    """The example cannot go on: something it does is not what the rules do."""


def need(fine: bool, words: str) -> None:
    if not fine:
        raise Differs(words)


def setup_for(game: Playable, example: Example) -> Setup:
    """The options an example names, with both biplanes left open."""
    mode = str(example.get("mode", "dogfight"))
    need(mode in MODES, f"expected a mode out of {', '.join(MODES)}, got {mode!r}")
    values: dict[str, object] = {
        "mode": mode,
        "board": example.get("board", "main"),
        "p1": "pick",
        "p2": "pick",
    }
    if mode != "dogfight":
        values["solo"] = example.get("solo", False)
    if values.get("solo"):
        values |= {"smart3": example.get("smart3", False), "lean_bag": lean(example)}
    if "safety_round_limit" in example:
        values["safety_round_limit"] = example["safety_round_limit"]
    return game.setup(game.options(values))


def lean(example: Example) -> bool:
    """Whether the bot flies with a lean bag."""
    return bool(example.get("lean", example.get("lean_bag", False)))


def space(data: Data, board: str, name: str) -> int:
    ids = data.space_ids(board)
    need(name in ids, f"expected a space of the {board} board, got {name!r}")
    return ids.index(name)


def plane_of(game: Playable, setup: Setup, example: Example, which: int) -> Plane:
    """One side as the example describes it; without a hand it holds every tile of its set."""
    side: Mapping[str, Any] = example.get(SIDES[which], {})
    unknown = set(side) - _PLANE_KEYS
    need(not unknown, f"unknown keys of {SIDES[which]}: {', '.join(sorted(unknown))}")
    other: Mapping[str, Any] = example.get(SIDES[1 - which], {})
    free = next(
        item for item in PLANES if item != other.get("plane") and (which == 0 or item != "red")
    )
    name = str(side.get("plane", free))
    need(name in PLANES, f"expected a biplane out of {', '.join(PLANES)}, got {name!r}")
    tiles = setup.sets[PLANES.index(name)]
    board = setup.board
    at = space(game.data, board.name, side["at"]) if "at" in side else int(board.starts[which])
    plane = Plane(
        tiles, at, int(side.get("damage", 0)), jammed=int(bool(side.get("jammed", False)))
    )
    if side.get("last"):
        plane.last = read_single(str(side["last"])) & KIND_BITS
    give_tiles(plane, side, example, bot=which == 1 and setup.solo)
    if plane.at == board.down:
        plane.aside, plane.hand, plane.bag = tiles.all, 0, 0
    return plane


def give_tiles(plane: Plane, side: Mapping[str, Any], example: Example, *, bot: bool) -> None:
    tiles = plane.tiles
    if bot:
        left = [str(example["left"])] if example.get("left") else []
        plane.aside = tiles.lean if lean(example) else 0
        taken = tile_mask(tiles, tuple(left), tiles.all & ~plane.aside)
        free = tiles.all & ~(taken | plane.aside)
        plane.bag = tile_mask(tiles, tuple(side["bag"]), free) if "bag" in side else free
        return
    bag = tile_mask(tiles, tuple(side.get("bag", [])), tiles.all)
    if "hand" in side:
        plane.hand = tile_mask(tiles, tuple(side["hand"]), tiles.all & ~bag)
        plane.bag = bag if "bag" in side else tiles.all & ~plane.hand
    else:
        plane.hand = tiles.all & ~bag
        plane.bag = bag


def mission_of(
    game: Playable, setup: Setup, example: Example, p1: Plane, p2: Plane
) -> Mission | None:
    """The scenario's pieces as the example describes them."""
    if setup.mode == DOGFIGHT:
        return None
    board = setup.board
    m = Mission()
    spots = [game.data.spaces[board.name][spot].id for spot in board.spots]
    for key in ("sites", "factories", "airfields"):
        for name, number in example.get(key, {}).items():
            need(name in spots, f"expected a site spot in {key}, got {name!r}")
            m.put(spots.index(name), int(number))
    m.removed, m.rescued = int(example.get("removed", 0)), int(example.get("rescued", 0))
    if example.get("landed"):
        m.landed = m.land_tile = space(game.data, board.name, example["landed"])
    m.objectives = sum(1 << int(number) for number in example.get("objectives", []))
    m.stack = sum(1 << int(number) for number in example.get("stack", []))
    m.mal_at = p1.at
    if "mal" in example:
        mal: Mapping[str, Any] = example["mal"]
        m.mal_at = space(game.data, board.name, mal["at"]) if "at" in mal else p1.at
        m.mal_damage = int(mal.get("damage", 0))
    if "tiles" in example:
        unused = [MAL_IDS.index(str(tile)) for tile in example["tiles"]]
        m.mal_used = sum(1 << n for n in range(len(MAL_IDS)) if n not in unused)
    if setup.solo:
        if example.get("left"):
            m.left = p2.tiles.find(
                read_kind(str(example["left"])), p2.tiles.all & ~(p2.bag | p2.aside)
            )
        else:
            m.left = p2.bag & -p2.bag
            p2.bag ^= m.left
    return m


class Stage:
    """One example's position and the script that answers every question the rules ask."""

    def __init__(self, game: Playable, example: Example) -> None:
        setup = setup_for(game, example)
        p1, p2 = plane_of(game, setup, example, 0), plane_of(game, setup, example, 1)
        self.position = Position(setup, p1, p2, mission_of(game, setup, example, p1, p2))
        self.position.round = int(example.get("round", 1))
        self.position.turn = int(example.get("turn", 1))
        self.bags = [
            [read_kind(str(item)) for item in example.get(side, {}).get("bag", [])]
            for side in SIDES
        ]
        self.stack = [int(number) for number in example.get("stack", [])]
        self.to_come: list[Counter[int]] = [Counter(), Counter()]
        for turn in example.get("turns", []):
            for which, side in enumerate(SIDES):
                if side in turn.get("play", {}):
                    self.to_come[which][read_single(str(turn["play"][side])) & KIND_BITS] += 1
        begin_turn(self.position)

    def play_turn(self, turn: Mapping[str, Any]) -> None:
        """Play one turn, with the draws at the end of a round, until the next planning or the
        end.
        """
        position = self.position
        need(position.phase != ENDED, "the game is over before this turn")
        began = (position.round, position.turn)
        loses = [read_kind(str(item)) for item in turn.get("loses", [])]
        asked: set[str] = set()
        before = self._damage()
        while position.phase != ENDED:
            if position.phase in (PLAN, SHOW) and (position.round, position.turn) != began:
                break
            if position.acting == CHANCE:
                self._chance(turn, loses, asked)
            elif position.phase == TARGET:
                asked.add("choice")
                need(
                    turn.get("choice") in ("p1", "mal"),
                    "the attacker has to choose, but no choice is given",
                )
                position.apply(1, MAL if turn["choice"] == "mal" else 0)
            elif position.phase == LOSE:
                self._lose(loses)
            else:
                self._commit(int(position.acting), turn.get("play", {}))
        need(not loses, f"black does not lose {', '.join(kind_word(kind) for kind in loses)}")
        if turn.get("choice") and "choice" not in asked:
            picked = {name for name, damage in self._damage().items() if damage > before[name]}
            need(
                turn["choice"] in picked,
                f"nobody is asked to choose, and the hits go to {sorted(picked)}",
            )
        for key in ("draw", "toss"):
            need(
                key not in turn or key in asked or position.phase == ENDED,
                f"the rules never ask for {key}",
            )

    def _damage(self) -> dict[str, int]:
        m = self.position.mission
        return {"p1": int(self.position.p1.damage), "mal": 0 if m is None else int(m.mal_damage)}

    def _commit(self, seat: int, play: Mapping[str, Any]) -> None:
        unknown = set(play) - {"p1", "p2", "mal"}
        need(not unknown, f"unknown sides in play: {', '.join(sorted(unknown))}")
        action = self.commitment(seat, play)
        position = self.position
        legal = [position.choice_for(seat, index) for index in range(position.choices_for(seat))]
        if action not in legal:
            reason: DogfightError | None = why_not_commit(position, seat, action)
            raise Differs(
                f"{SIDES[seat]} may not commit {commitment_word(action)}: {reason or 'not legal'}"
            )
        kind = action & KIND_BITS
        self.to_come[seat][kind] -= 1
        position.apply(seat, action)

    def commitment(self, seat: int, play: Mapping[str, Any]) -> int:
        """What a side commits, as an action."""
        side = SIDES[seat]
        pair = seat == 0 and self.position.setup.mode == ESCORT
        alone = pair and not self.position.escort_flies()
        need(side in play or alone, f"{side} has to commit a tile, but the example gives none")
        action = NO_TILE if alone else read_single(str(play[side]))
        if pair:
            need(
                "mal" in play, "the malfunctioning biplane needs a tile, but the example gives none"
            )
            action += read_mal(str(play["mal"]))
        return action

    def _lose(self, loses: list[int]) -> None:
        position = self.position
        seat = int(position.acting)
        plane = position.plane(seat)
        held = kinds_of(plane.tiles, plane.hand)
        if loses:
            need(loses[0] in held, f"black has no {kind_word(loses[0])} to lose")
            position.apply(seat, loses.pop(0))
        else:
            position.apply(seat, self._spare(seat, held))

    def _spare(self, seat: int, kinds: Sequence[int]) -> int:
        """A tile that is not played later in the example, if there is one."""
        number = Counter(kinds)
        return next((kind for kind in kinds if number[kind] > self.to_come[seat][kind]), kinds[0])

    def _chance(self, turn: Mapping[str, Any], loses: list[int], asked: set[str]) -> None:
        position = self.position
        phase = position.phase
        if phase == TOSS:
            asked.add("toss")
            need(
                turn.get("toss") in ("loop", "straight"),
                "the bot's 3 is tossed, but no toss is given",
            )
            position.apply(CHANCE, 1 if turn["toss"] == "loop" else 0)
        elif phase == OBJECTIVE:
            position.apply(CHANCE, self.stack.pop(0))
        elif phase == BOT_DRAW:
            asked.add("draw")
            position.apply(CHANCE, self._bot_tile(turn))
        elif phase == SLOT:
            position.apply(CHANCE, kinds_of(position.p2.tiles, position.p2.bag)[0])
        elif phase == LOSE_BAG and loses:
            position.apply(CHANCE, self._in_bag(loses.pop(0)))
        else:
            position.apply(CHANCE, self._drawn(int(position.drawer), phase))

    def _in_bag(self, kind: int) -> int:
        owner = self.position.pool_owner()
        need(owner.tiles.find(kind, owner.bag) != 0, f"there is no {kind_word(kind)} in the bag")
        return kind

    def _bot_tile(self, turn: Mapping[str, Any]) -> int:
        if "draw" in turn:
            kind = read_kind(str(turn["draw"]))
            if kind in self.bags[1]:
                self.bags[1].remove(kind)
            return self._in_bag(kind)
        need(bool(self.bags[1]), "the bot draws, but neither draw nor a bag is given")
        return self._in_bag(self.bags[1].pop(0))

    def _drawn(self, seat: int, phase: int) -> int:
        """The next tile out of a bag: in the order given, else one that is played later."""
        plane = self.position.plane(seat)
        in_bag = kinds_of(plane.tiles, plane.bag)
        while self.bags[seat]:
            kind = self.bags[seat].pop(0)
            if kind in in_bag:
                return kind
        if phase in (LOSE_BAG, REMOVE):
            return self._spare(seat, in_bag)
        held = Counter(kinds_of(plane.tiles, plane.hand))
        expected = [kind for kind in in_bag if self.to_come[seat][kind] > held[kind]]
        low = [kind for kind in in_bag if kind >> 2 in (1, 2)]
        return (expected or low or in_bag)[0]


def hidden_hold(action: int) -> int:
    """A commitment without the mark of holding fire."""
    return action & ~HOLD


def parse_commitment(word: str) -> int:
    """A commitment as examples write it: a tile, a pair with a space, or the malfunctioning
    biplane's tile alone.
    """
    if " " in word:
        escort, mal = word.split(" ", 1)
        return read_single(escort) + read_mal(mal)
    try:
        return read_single(word)
    except BadNotation:
        return NO_TILE + read_mal(word)
