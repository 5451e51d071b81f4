"""Worked examples that need a whole game: set-ups, hands over the rounds, mulligans, the bot's
bag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from dogfight.core.bits import lowest_bit
from dogfight.core.seat import CHANCE
from dogfight.games.biplanes.data import PLANES
from dogfight.games.biplanes.names import kind_word, kinds_of, read_kind, tile_mask, tile_words
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.state import (
    ANSWER,
    BOT_DRAW,
    DONE,
    ENDED,
    MULLIGAN,
    PICK,
    PLAN,
    ROUND_TURNS,
    SHOW,
    START,
    TIME,
    TOSS,
    Plane,
)
from dogfight.games.biplanes.tables import NOBODY, RING, TileSet, count

from .compare import (
    SIDES,
    Differences,
    compare,
    differ,
    sort_tiles,
    waiting_for_mulligan,
)
from .positions import Example, Playable, lean, need, setup_for

SETUP_KEYS = frozenset(
    (
        "mode",
        "board",
        "solo",
        "smart3",
        "lean",
        "lean_bag",
        "p1",
        "p2",
        "expect",
        "safety_round_limit",
    )
)
HANDS_KEYS = frozenset(
    (
        "mode",
        "board",
        "solo",
        "plane",
        "side",
        "start_of_round",
        "at_end",
        "hits",
        "lost_tiles",
        "reuse",
        "damage",
    )
)
MULLIGAN_KEYS = frozenset(
    (
        "mode",
        "board",
        "solo",
        "side",
        "plane",
        "hand",
        "bag",
        "returns",
        "hand_after",
        "bag_after",
        "again",
    )
)
BOT_BAG_KEYS = frozenset(
    (
        "plane",
        "lean",
        "lean_bag",
        "tiles",
        "refill_after",
        "refilled_with",
        "mode",
        "smart3",
        "solo",
    )
)
AID_FACTS = ("track", "range", "opening_hand", "values", "opening_hands")
"""What our own examples count in a set besides the numbers of the specification."""
DATA_KEYS = frozenset(("plane", "total", "tiles", "hits", "shooting", *AID_FACTS))


def first_outcome(position: Position) -> int:
    """Some outcome of chance."""
    if position.draws_numbers():
        return int(lowest_bit(position.pool()))
    owner = position.pool_owner()
    return kinds_of(owner.tiles, owner.bag)[0]


def new_game(
    game: Playable, example: Example, planes: Mapping[str, str], starts: Mapping[str, str]
) -> Position:
    """A new game with these biplanes and starting spaces, played on to its mulligan or first
    turn.
    """
    setup = setup_for(game, example)
    options = game.options(dict(word.split("=") for word in setup.key.split(",")))
    if options["mode"] == "dogfight" and starts:
        options = game.options({**options, "starts": "choose"})
    position = game.new(options)
    while position.phase not in (MULLIGAN, PLAN, SHOW, ENDED):
        seat = int(position.acting)
        if seat == CHANCE:
            position.apply(CHANCE, first_outcome(position))
        elif position.phase == PICK:
            side = SIDES[0 if position.p1.tiles.colour == NOBODY else 1]
            pick(position, seat, planes.get(side))
        elif position.phase == START:
            position.apply(seat, start_index(game, position, seat, starts))
    return position


def pick(position: Position, seat: int, plane: str | None) -> None:
    legal = [position.choice_for(seat, index) for index in range(position.choices_for(seat))]
    need(plane is None or plane in PLANES, f"expected a biplane, got {plane!r}")
    expected = PLANES.index(plane) if plane is not None else int(legal[0])
    need(expected in legal, f"{PLANES[expected]} may not be picked here")
    position.apply(seat, expected)


def start_index(game: Playable, position: Position, seat: int, starts: Mapping[str, str]) -> int:
    ids = game.data.space_ids(position.board.name)
    spaces = [ids[start] for start in position.board.starts]
    for side, name in starts.items():
        need(name in spaces, f"expected a starting space out of {', '.join(spaces)}, got {name!r}")
        own = spaces.index(name)
        return own if side == SIDES[seat] else 1 - own
    return 0


# --- setup -------------------------------------------------------------------------------------


def run_setup(game: Playable, example: Example) -> Differences:
    """A new game, compared before its mulligans."""
    sides = {side: example.get(side, {}) for side in SIDES}
    planes = {side: str(item["plane"]) for side, item in sides.items() if "plane" in item}
    starts = {side: str(item["start"]) for side, item in sides.items() if "start" in item}
    if example.get("mode", "dogfight") == "dogfight":
        planes = {"p1": "red", "p2": "blue"} | planes
    position = new_game(game, example, planes, starts)
    return compare(game.data, position, example.get("expect", {}), frozenset())


# --- hands -------------------------------------------------------------------------------------


class Rehearsal:
    """A side that plays any five tiles a round and takes exactly the hits an example lists."""

    def __init__(self, game: Playable, example: Example) -> None:
        self.seat = SIDES.index(str(example.get("side", "p1")))
        plane = str(example["plane"])
        enemy = next(text for text in ("grey", "red", "blue") if text != plane)
        planes = {SIDES[self.seat]: plane, SIDES[1 - self.seat]: enemy}
        mode = str(example.get("mode", "dogfight"))
        if self.seat == 1 and mode != "dogfight":
            mission = [
                PLANES.index(item) for item in game.data.scenarios[mode].mission if item != plane
            ]
            planes["p1"] = PLANES[max(mission, key=lambda item: most_hits(game.data.sets[item]))]
        self.position = new_game(game, example, planes, {})
        while self.position.phase == MULLIGAN:
            self.position.apply(self.position.acting, DONE)
        self.reuse: list[list[int]] = []

    def plane(self) -> Plane:
        return self.position.plane(self.seat)

    def sizes(self) -> list[int]:
        return [int(count(self.plane().hand)), int(count(self.plane().bag))]

    def turn(self, hits: int) -> None:
        """Fly one turn from spaces where exactly these hits are taken, and none dealt."""
        position = self.position
        if not self.plane().hand:
            self.reuse.append([int(position.round), int(position.turn)])
        for at_1 in range(RING):
            for at_2 in range(RING):
                twin = position.copy()
                if self._try(twin, at_1, at_2, hits):
                    self.position = twin
                    return
        need(
            False,
            f"no way found to take {hits} hits in round {position.round}, turn {position.turn}",
        )

    def _try(self, twin: Position, at_1: int, at_2: int, hits: int) -> bool:
        before = [int(twin.p1.damage), int(twin.p2.damage)]
        began = (twin.round, twin.turn)
        twin.p1.at, twin.p2.at = at_1, at_2
        self._reset(twin, at_1)
        if twin.phase != ENDED:
            twin.phase, twin.acting = PLAN, 0
        while twin.phase != ENDED and (
            (twin.round, twin.turn) == began or twin.phase not in (PLAN, SHOW)
        ):
            self._step(twin, hits)
        after = [int(twin.p1.damage), int(twin.p2.damage)]
        after[self.seat] -= hits
        m = twin.mission
        spared = m is None or m.mal_damage == 0
        ended_well = twin.phase != ENDED or twin.why() == TIME
        return before == after and spared and ended_well

    def _reset(self, twin: Position, at: int) -> None:
        """What earlier turns left on the table must not get in the way."""
        m = twin.mission
        if m is not None:
            m.landed = m.land_tile = -1
            m.mal_used = m.mal_damage = 0
            m.mal_at = (at + 4) % RING
        enemy = twin.plane(1 - self.seat)
        enemy.jammed = 0
        if not twin.setup.solo:
            enemy.hand, enemy.bag, enemy.aside = enemy.tiles.all, 0, 0

    def _step(self, twin: Position, hits: int) -> None:
        seat = int(twin.acting)
        if seat == CHANCE:
            twin.apply(CHANCE, self._outcome(twin, hits))
            return
        legal = [int(twin.choice_for(seat, index)) for index in range(twin.choices_for(seat))]
        if twin.phase in (PLAN, SHOW, ANSWER):
            legal = [action for action in legal if action & 0xE0 == 0]
            if seat == self.seat:
                twin.apply(seat, _next_tile(twin.plane(seat), legal))
            else:
                fitting = [action for action in legal if action & 3 == hits and action & 31 >= 4]
                twin.apply(seat, (fitting or legal)[-1])
        else:
            twin.apply(seat, legal[0])

    def _outcome(self, twin: Position, hits: int) -> int:
        if twin.phase != BOT_DRAW:
            return 0 if twin.phase == TOSS else first_outcome(twin)
        kinds = kinds_of(twin.p2.tiles, twin.p2.bag)
        fitting = [kind for kind in kinds if kind & 3 == hits]
        return (fitting or kinds)[0]


def most_hits(tiles: TileSet) -> int:
    """The best shot in a set."""
    return max(kind & 3 for kind in kinds_of(tiles, tiles.all))


def _next_tile(plane: Plane, legal: list[int]) -> int:
    """Any tile, but so that neither brown nor white crashes: a 0 while a low tile is left to
    follow it.
    """
    zero = [action for action in legal if action & 31 < 4]
    low = [action for action in legal if 4 <= action & 31 < 12]
    high = [action for action in legal if action & 31 >= 12]
    if 0 <= plane.last < 4:
        return (low or high or zero)[0]
    return (zero if zero and low else high or low or zero)[0]


def run_hands(game: Playable, example: Example) -> Differences:
    """The sizes of hand and bag at the start of each round, and what was lost on the way."""
    rehearsal = Rehearsal(game, example)
    hits = {(item["round"], item["turn"]): int(item["hits"]) for item in example.get("hits", [])}
    expected = [list(pair) for pair in example.get("start_of_round", [])]
    result: list[list[int]] = []
    lost = 0
    damage = 0
    for number in range(1, len(expected) + 1):
        result.append(rehearsal.sizes())
        damage = int(rehearsal.plane().damage)
        if number == len(expected) and "at_end" not in example:
            break
        for turn in range(1, ROUND_TURNS + 1):
            aside = int(count(rehearsal.plane().aside))
            rehearsal.turn(hits.get((number, turn), 0))
            lost += max(0, int(count(rehearsal.plane().aside)) - aside)
    differences = differ("start_of_round", expected, result)
    if "at_end" in example:
        differences += differ("at_end", list(example["at_end"]), rehearsal.sizes())
    if "lost_tiles" in example:
        differences += differ("lost_tiles", example["lost_tiles"], lost)
    if "reuse" in example:
        differences += differ("reuse", [list(pair) for pair in example["reuse"]], rehearsal.reuse)
    if "damage" in example:
        differences += differ("damage", example["damage"], damage)
    return differences


# --- mulligan ----------------------------------------------------------------------------------


def run_mulligan(game: Playable, example: Example) -> Differences:
    """A mulligan with given tiles; the bag is drawn in the order given."""
    plane = str(example["plane"])
    special = plane in ("brown", "white")
    mode = str(example.get("mode", "dogfight" if special else "escort"))
    seat = SIDES.index(str(example.get("side", "p1" if special else "p2")))
    if mode != "dogfight" and "side" not in example:
        seat = 0 if plane in game.data.scenarios[mode].mission else 1
    other = next(
        item
        for item in PLANES
        if item != plane and (seat == 0 or mode == "dogfight" or _may_fly(game, mode, item))
    )
    position = new_game(
        game, {**example, "mode": mode}, {SIDES[seat]: plane, SIDES[1 - seat]: other}, {}
    )
    if position.phase != MULLIGAN or SIDES[seat] not in waiting_for_mulligan(position):
        return ["there is no mulligan for this side"]
    side = position.plane(seat)
    side.hand = tile_mask(side.tiles, tuple(example["hand"]), side.tiles.all)
    side.bag = tile_mask(side.tiles, tuple(example["bag"]), side.tiles.all & ~side.hand)
    bag = [read_kind(str(item)) for item in example["bag"]]
    for kind in sorted(read_kind(str(item)) for item in example["returns"]):
        need(side.tiles.find(kind, side.hand) != 0, f"{kind_word(kind)} is not in the hand")
        position.apply(seat, kind)
    while position.phase == MULLIGAN:
        waiting = waiting_for_mulligan(position)
        position.apply(seat if SIDES[seat] in waiting else 1 - seat, DONE)
    while position.acting == CHANCE:
        position.apply(CHANCE, bag.pop(0))
    differences: Differences = []
    if "hand_after" in example:
        differences += differ(
            "hand_after", sort_tiles(example["hand_after"]), tile_words(side.tiles, side.hand)
        )
    if "bag_after" in example:
        differences += differ(
            "bag_after", sort_tiles(example["bag_after"]), tile_words(side.tiles, side.bag)
        )
    if "again" in example:
        differences += differ(
            "again", example["again"], SIDES[seat] in waiting_for_mulligan(position)
        )
    return differences


def _may_fly(game: Playable, mode: str, plane: str) -> bool:
    return plane in game.data.scenarios[mode].mission


# --- the bot's bag -----------------------------------------------------------------------------


def run_bot_bag(game: Playable, example: Example) -> Differences:
    """A solo game in which nobody is hurt, until the bot's bag is filled again."""
    plane = str(example["plane"])
    mode = str(example.get("mode", "espionage"))
    player = next(
        item for item in game.data.scenarios[mode].mission if item not in (plane, "brown", "white")
    )
    scene = {
        "mode": mode,
        "solo": True,
        "lean": lean(example),
        "smart3": example.get("smart3", False),
    }
    position = new_game(game, scene, {"p1": player, "p2": plane}, {})
    size = int(count(position.p2.bag)) + 1
    while position.phase == MULLIGAN:
        position.apply(0, DONE)
    turns, refilled = 0, 0
    while not refilled:
        turns += 1
        refilled = safe_turn(position)
        need(turns < 60, "the bag is never refilled")
    differences: Differences = []
    for key, got in (("tiles", size), ("refill_after", turns), ("refilled_with", refilled)):
        if key in example:
            differences += differ(key, example[key], got)
    return differences


def safe_turn(position: Position) -> int:
    """Play a solo turn without lasting harm and the draws after it; return the bot's bag if it
    was filled, else 0.
    """
    began = (position.round, position.turn)
    refilled = False
    while (position.round, position.turn) == began or position.acting == CHANCE:
        position.p1.damage = position.setup.start_damage
        if position.mission is not None:
            position.mission.mal_damage = 0
        bag = int(count(position.p2.bag))
        if position.acting == CHANCE:
            position.apply(CHANCE, 0 if position.phase == TOSS else first_outcome(position))
        else:
            position.apply(0, position.choice_for(0, 0))
        need(position.phase != ENDED, "the game ends before the bag is refilled")
        refilled = refilled or int(count(position.p2.bag)) > bag
    return int(count(position.p2.bag)) if refilled else 0


# --- data --------------------------------------------------------------------------------------


def run_data(game: Playable, example: Example) -> Differences:
    """Numbers computed from the tile sets: the tiles of all, or what can be counted in one."""
    differences: Differences = []
    if "total" in example:
        differences += differ(
            "total", example["total"], sum(int(item.size) for item in game.data.sets)
        )
    if "plane" not in example:
        return differences
    name = example["plane"]
    need(name in PLANES, f"expected a biplane out of {', '.join(PLANES)}, got {name!r}")
    result = set_facts(game.data.sets[PLANES.index(name)])
    for key in sorted(result.keys() & example.keys()):
        value = example[key]
        expected = (
            {str(item): number for item, number in value.items()}
            if isinstance(value, Mapping)
            else value
        )
        differences += differ(key, expected, result[key])
    return differences


def set_facts(tiles: TileSet) -> dict[str, Any]:
    """[BD-1.8] What can be counted in one set."""
    kinds = kinds_of(tiles, tiles.all)
    return {
        "tiles": len(kinds),
        "hits": sum(kind & 3 for kind in kinds),
        "shooting": sum(kind & 3 > 0 for kind in kinds),
        "track": int(tiles.track),
        "range": int(tiles.aid_range),
        "opening_hand": int(tiles.opening),
        "values": {
            str(value): n for value, n in sorted(Counter(kind >> 2 for kind in kinds).items())
        },
        "opening_hands": different_hands(Counter(kinds), int(tiles.opening)),
    }


def different_hands(kinds: Counter[int], size: int) -> int:
    """How many different hands of a size can be drawn from a set."""
    ways = [1] + [0] * size
    for number in kinds.values():
        ways = [
            sum(ways[total - take] for take in range(min(number, total) + 1))
            for total in range(size + 1)
        ]
    return ways[size]
