"""Lines of play counted a second way, by a plain reading of the specification that shares nothing
with the rules.

The reference below knows one squad on each side of an open column of hexes: moving, following fire
with its one slot, own and return fire, point blank, same-hex fire, hand-to-hand combat, rally,
units cut off, and the turn limit. Dice are sorted tuples. It is compared with the game in the
counts of counts.toml and in every choice of whole random games.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dogfight.core.decision import Chance, Choose, Over
from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE
from dogfight.testing.perft import perft

pytestmark = pytest.mark.no_rule("counts derived a second way")

COUNTS = tomllib.loads((Path(__file__).parent / "counts.toml").read_text(encoding="utf-8"))["count"]
LABELS = ("RIFLE-1", "rifle-1")
MORALE = 4


class Duel(NamedTuple):
    """Two squads in a column; place 0 is out of play."""

    rows: int
    last: int
    turn: int
    places: tuple[int, int]
    pins: tuple[int, int] = (0, 0)
    stage: str = "acting"
    acted: bool = False
    slot: str = "free"
    points: int = 4
    steps: int = 0
    shooter: int = 0
    why: str = ""
    attack: tuple[int, ...] = ()
    fought: bool = False


Branch = tuple[str, Duel]


def active(d: Duel) -> int:
    return (d.turn + 1) % 2


def pair_with(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def fresh(d: Duel, seat: int) -> bool:
    return d.places[seat] > 0 and d.pins[seat] == 0


def gap(d: Duel) -> int:
    return abs(d.places[0] - d.places[1])


def both(d: Duel) -> bool:
    return min(d.places) > 0


def pools(n: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    for dice in itertools.combinations_with_replacement((6, 5, 4, 3, 2, 1), n):
        yield "".join(map(str, dice)), dice


def reading(dice: tuple[int, ...]) -> tuple[int, int]:
    sixes = dice.count(6)
    ordered = sorted(dice, reverse=True)
    return ordered[0] + max(0, sixes - 1), ordered[1]


def settle(d: Duel) -> Duel:
    """Go on to the next question."""
    while True:
        seat = active(d)
        if d.stage == "acting":
            if len(acting(d)) > 1:
                return d
            d = d._replace(stage="close")
        elif d.stage == "close":
            if both(d) and gap(d) == 0 and fresh(d, seat) and not d.fought:
                return d
            d = d._replace(stage="rally")
        elif d.stage == "rally":
            if d.pins[seat] and d.turn - d.pins[seat] >= 2:
                return d
            d = finish(d)
        else:
            return d


def finish(d: Duel) -> Duel:
    """The End phase and the next player's Start."""
    places = d.places
    for seat in (0, 1):
        if both(d) and gap(d) == 0 and d.pins[seat] and fresh(d, 1 - seat):
            places = pair_with(places, seat, 0)
    pins = tuple(pin if place else 0 for pin, place in zip(d.pins, places, strict=True))
    stage = "over" if d.turn == 2 * d.last else "acting"
    return Duel(d.rows, d.last, d.turn + (stage == "acting"), places, (pins[0], pins[1]), stage)


def acting(d: Duel) -> list[Branch]:
    seat = active(d)
    result = [("done", d._replace(stage="close"))]
    if fresh(d, seat) and not d.acted:
        if walks(d._replace(points=4, steps=0)):
            result.append((f"move:{LABELS[seat]}", d._replace(stage="stepping", points=4, steps=0)))
        if both(d) and gap(d) <= 6:
            result.append(
                (f"fire:{LABELS[seat]}", d._replace(stage="rolling", shooter=seat, why="own"))
            )
    return result


def walks(d: Duel) -> list[Branch]:
    place = d.places[active(d)]
    if d.points == 0 or (both(d) and gap(d) == 0 and d.steps > 0):
        return []
    ways = [("step:N", place - 1), ("step:S", place + 1)]
    return [(word, arrive(d, to)) for word, to in ways if 1 <= to <= d.rows]


def arrive(d: Duel, to: int) -> Duel:
    d = d._replace(
        places=pair_with(d.places, active(d), to), points=d.points - 1, steps=d.steps + 1
    )
    d = d._replace(slot="locked" if d.slot == "used" else d.slot)
    enemy = 1 - active(d)
    watches = fresh(d, enemy) and gap(d) <= 6 and d.slot in ("free", "locked")
    return d._replace(stage="following") if watches else walk_on(d)


def walk_on(d: Duel) -> Duel:
    if fresh(d, active(d)) and walks(d):
        return d._replace(stage="stepping")
    return d._replace(
        stage="acting", acted=True, slot="free" if d.slot == "free" else "gone", points=4, steps=0
    )


def shot(d: Duel, answer: tuple[int, ...]) -> Duel:
    target = 1 - d.shooter
    high, low = reading(d.attack)
    wall = reading(answer)[0]
    if high > wall:
        dead = low > wall or gap(d) == 0 or d.pins[target] > 0
        if dead:
            d = d._replace(places=pair_with(d.places, target, 0), pins=pair_with(d.pins, target, 0))
        else:
            d = d._replace(pins=pair_with(d.pins, target, d.turn))
    d = d._replace(attack=())
    if d.why == "follow":
        return walk_on(d)
    if d.why == "own" and fresh(d, target) and d.slot == "free":
        return d._replace(stage="returning")
    return d._replace(stage="acting", acted=True)


def melee(d: Duel, answer: tuple[int, ...]) -> Duel:
    ours, theirs = reading(d.attack)[0], reading(answer)[0]
    places = d.places
    if ours <= theirs:
        places = pair_with(places, active(d), 0)
    if ours >= theirs:
        places = pair_with(places, 1 - active(d), 0)
    return d._replace(places=places, attack=(), stage="close", fought=True)


def branches(d: Duel) -> list[Branch]:
    """Every answer or outcome, with what follows."""
    seat, enemy = active(d), 1 - active(d)
    dice = 3 if d.why == "melee" and d.stage == "replying" else 2
    if d.stage == "rolling" and d.why != "melee":
        dice += gap(d) <= 1
    match d.stage:
        case "acting":
            result = acting(d)
        case "stepping":
            result = ([("stop", walk_on(d._replace(points=0)))] if d.steps else []) + walks(d)
        case "following":
            fire = d._replace(stage="rolling", shooter=enemy, why="follow", slot="used")
            result = [("pass", walk_on(d)), (f"fire:{LABELS[enemy]}", fire)]
        case "returning":
            fire = d._replace(stage="rolling", shooter=enemy, why="return", slot="gone")
            result = [
                ("pass", d._replace(stage="acting", acted=True)),
                (f"fire:{LABELS[enemy]}", fire),
            ]
        case "rolling":
            result = [
                (word, d._replace(stage="replying", attack=pool)) for word, pool in pools(dice)
            ]
        case "replying":
            end = melee if d.why == "melee" else shot
            result = [(word, end(d, pool)) for word, pool in pools(dice)]
        case "close":
            start = d._replace(stage="pairing")
            if not fresh(d, enemy):
                gone = pair_with(d.places, enemy, 0), pair_with(d.pins, enemy, 0)
                start = d._replace(places=gone[0], pins=gone[1], fought=True)
            result = [("done", d._replace(stage="rally")), (f"melee:A{d.places[seat]}", start)]
        case "pairing":
            word = f"pair:{LABELS[seat]}/{LABELS[enemy]}"
            result = [(word, d._replace(stage="rolling", why="melee"))]
        case "rally":
            won = d._replace(pins=pair_with(d.pins, seat, 0))
            result = [(str(n), finish(won if n <= MORALE else d)) for n in range(1, 7)]
        case _:
            result = []
    return [(word, settle(after)) for word, after in result]


def count(d: Duel, depth: int) -> int:
    return 1 if depth == 0 else sum(count(after, depth - 1) for _, after in branches(d))


def scene_of(desk: Any, rows: int, a: int, b: int, last: int) -> Any:
    pieces = f"A{a}:RIFLE-1,rifle-1" if a == b else f"A{a}:RIFLE-1 A{b}:rifle-1"
    return desk.scene("\n".join("." * rows), pieces, turns=last)


@pytest.mark.parametrize("case", COUNTS, ids=[str(item["name"]) for item in COUNTS])
def test_lines_of_play(desk: Any, case: dict[str, Any]) -> None:
    s = scene_of(desk, case["rows"], case["a"], case["b"], case["turns"])
    start = settle(Duel(case["rows"], case["turns"], 1, (case["a"], case["b"])))
    for depth, expected in enumerate(case["lines"], 1):
        assert count(start, depth) == expected, f"the reference at depth {depth}"
        assert perft(s.game, s.p, depth) == expected, f"the game at depth {depth}"


@pytest.mark.parametrize("seed", range(12))
def test_whole_random_games_offer_the_same_choices(desk: Any, seed: int) -> None:
    dice = Dice(seed)
    rows = 2 + seed % 5
    a, b = 1 + seed % rows, 1 + (seed * 3 + 1) % rows
    s = scene_of(desk, rows, a, b, 5)
    d = settle(Duel(rows, 5, 1, (a, b)))
    while not isinstance(decision := s.game.decision(s.p), Over):
        result = branches(d)
        seat = decision.seat if isinstance(decision, Choose) else CHANCE
        if isinstance(decision, Chance):
            words = [s.game.notation.write_action(s.p, CHANCE, item) for item, _ in decision.odds]
            assert sorted(words) == sorted(word for word, _ in result), s.line()
        else:
            assert s.can() == [word for word, _ in result], s.line()
        word, d = result[dice.below(len(result))]
        s.game.play(s.p, seat, s.game.notation.read_action(s.p, seat, word))
    assert d.stage == "over"
