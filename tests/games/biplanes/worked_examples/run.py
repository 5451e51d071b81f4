"""Runs the worked examples of the specification, all kinds, against the real rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dogfight.core.errors import DogfightError
from dogfight.games.biplanes.names import commitment_word, kinds_of, read_kind, read_single
from dogfight.games.biplanes.rules.solo import TOSS_UP, route, takes_left
from dogfight.games.biplanes.state import ENDED, PLAN, SHOW
from dogfight.games.biplanes.tables import EXIT, FAR, KIND_BITS, LOOP, NO_TILE, RANGE, Board

from . import simulations
from .compare import SIDES, Differences, compare, compare_end, differ
from .positions import (
    POSITION_KEYS,
    Differs,
    Example,
    Playable,
    Stage,
    hidden_hold,
    need,
    parse_commitment,
    space,
)

_COMMON = frozenset(("id", "kind", "rules", "says"))
_INPUT = frozenset(("play", "choice", "loses", "draw", "toss", "over", "why"))


def run(game: Playable, example: Example) -> Differences | None:
    """What differs in one example; None if its kind is not known here."""
    kind = str(example.get("kind", ""))
    if kind not in KINDS_OF_EXAMPLE:
        return None
    runner, keys = KINDS_OF_EXAMPLE[kind]
    differences: Differences = []
    for label, case in cases(example):
        unknown = set(case) - keys - _COMMON
        differences += [f"{label}unknown key {key!r}" for key in sorted(unknown)]
        try:
            differences += [label + words for words in runner(game, case)]
        except Differs as error:
            differences.append(f"{label}{error}")
        except DogfightError as error:
            differences.append(f"{label}refused: {error}")
    return differences


def cases(example: Example) -> list[tuple[str, Mapping[str, Any]]]:
    """The example itself, or each of its cases with the keys they share."""
    if "cases" not in example:
        return [("", example)]
    shared = {key: value for key, value in example.items() if key != "cases"}
    return [
        (f"case {number}: ", {**shared, **case}) for number, case in enumerate(example["cases"], 1)
    ]


# --- turns -------------------------------------------------------------------------------------


def run_turns(game: Playable, example: Example) -> Differences:
    """Consecutive turns, each compared when it is over."""
    stage = Stage(game, example)
    differences: Differences = []
    for number, turn in enumerate(example["turns"], 1):
        label = f"turn {number}: "
        try:
            stage.play_turn(turn)
        except Differs as error:
            return [*differences, f"{label}{error}"]
        differences += [label + words for words in compare_end(stage.position, turn)]
        differences += [label + words for words in compare(game.data, stage.position, turn, _INPUT)]
    return differences


# --- planning ----------------------------------------------------------------------------------


def run_legal(game: Playable, example: Example) -> Differences:
    """The commitments of one side, or the crash that keeps planning from beginning."""
    position = Stage(game, example).position
    differences = compare_end(position, example)
    if position.phase == ENDED or differences:
        return differences
    seat = SIDES.index(str(example.get("side", "p1")))
    every = [int(position.choice_for(seat, index)) for index in range(position.choices_for(seat))]
    plain = sorted({hidden_hold(action) for action in every})
    if "legal" in example:
        expected = sorted(parse_commitment(str(word)) for word in example["legal"])
        differences += differ(
            "legal", [_word(item) for item in expected], [_word(item) for item in plain]
        )
    for word in example.get("includes", []):
        if parse_commitment(str(word)) not in every:
            differences.append(f"includes: {word} is not legal")
    for word in example.get("excludes", []):
        if parse_commitment(str(word)) in every:
            differences.append(f"excludes: {word} is legal")
    if "count" in example:
        differences += differ("count", example["count"], len(plain))
    return differences


def _word(action: int) -> str:
    return commitment_word(action).replace("&", " ")


def run_reveal(game: Playable, example: Example) -> Differences:
    """Which side has to show its commitment first."""
    position = Stage(game, example).position
    need(position.phase in (PLAN, SHOW), "planning does not begin")
    first = SIDES[position.acting] if position.phase == SHOW else ""
    return differ("first", example["first"], first)


# --- the board ---------------------------------------------------------------------------------


def board_of(game: Playable, example: Example, *names: str) -> Board:
    """The board that has these spaces."""
    expected = [example["board"]] if "board" in example else list(game.data.boards)
    for name in expected:
        if all(item in game.data.space_ids(name) for item in names):
            return game.data.boards[name]
    raise Differs(f"expected spaces of one board, got {', '.join(names)}")


def run_move(game: Playable, example: Example) -> Differences:
    """One move of a mission biplane with an open exit path, flown by a black spy, which has all
    values.
    """
    board = board_of(game, example, example["from"])
    move = str(example["move"])
    scene = {
        "mode": "espionage",
        "board": board.name,
        "round": 4,
        "removed": 4,
        "p1": {"plane": "black", "at": example["from"]},
        "p2": {"plane": "red", "at": example["from"]},
    }
    stage = Stage(game, scene)
    position = stage.position
    value = move.rstrip("LX")
    kind = next(
        (item for item in kinds_of(position.p1.tiles, position.p1.hand) if str(item >> 2) == value),
        NO_TILE,
    )
    action = kind + (LOOP if "L" in move else 0) + (EXIT if "X" in move else 0)
    legal = [position.choice_for(0, index) for index in range(position.choices_for(0))]
    if action not in legal:
        return differ("to", example["to"], "illegal")
    position.apply(0, action)
    position.apply(1, position.choice_for(1, 0))
    return differ("to", example["to"], game.data.space_ids(board.name)[position.p1.at])


def run_behind(game: Playable, example: Example) -> Differences:
    """Distance, who is behind whom, and whether a shot is possible."""
    board = board_of(game, example, example["a"], example["b"])
    a, b = (space(game.data, board.name, example[key]) for key in ("a", "b"))
    differences: Differences = []
    if "by" in example:
        differences += differ(
            "by", example["by"], int(board.is_behind(a, b) - board.is_behind(b, a))
        )
    if "distance" in example:
        away = int(board.away(a, b))
        differences += differ("distance", example["distance"], -1 if away >= FAR else away)
    if "fire" in example:
        differences += differ("fire", example["fire"], board.fire(a, b) > 0)
    return differences


def run_shots(game: Playable, example: Example) -> Differences:
    """Every space a biplane can shoot at from one space."""
    well = isinstance(example.get("a"), str) and isinstance(example.get("shots"), list)
    need(well, "expected a space `a` and a list `shots`")
    board = board_of(game, example, example["a"])
    reach = int(example.get("range", RANGE))
    at = space(game.data, board.name, example["a"])
    ids = game.data.space_ids(board.name)
    shots = [ids[other] for other in range(board.off) if 0 < board.fire(at, other) <= reach]
    return differ("shots", sorted(example["shots"]), sorted(shots))


# --- the bot -----------------------------------------------------------------------------------


def run_bot(game: Playable, example: Example) -> Differences:
    """Which tile the bot selects, and which way a 3 goes."""
    in_escort = "mal" in example
    scene: dict[str, Any] = {
        "mode": example.get("mode", "escort" if in_escort else "espionage"),
        "solo": True,
        "smart3": example.get("smart3", False),
        "p1": {"plane": "red", "at": example.get("p1", example.get("mal"))},
        "p2": {"plane": example.get("plane", "blue"), "at": example["bot"]},
    }
    if in_escort:
        scene["mal"] = {"at": example["mal"]}
    position = Stage(game, scene).position
    m = position.mission
    assert m is not None
    differences: Differences = []
    chosen = read_single(str(example["tile"])) & KIND_BITS if "tile" in example else -1
    if "left" in example and "right" in example:
        left, right = (read_kind(str(example[key])) for key in ("left", "right"))
        takes = takes_left(position, m, left, right)
        chosen = chosen if chosen >= 0 else left if takes else right
        if "selects" in example:
            differences += differ("selects", example["selects"], "left" if takes else "right")
    if "route" in example:
        need(chosen >= 0, "a route needs a tile, or a left and a right one")
        way = route(position, m, chosen)
        differences += differ(
            "route", example["route"], {TOSS_UP: "toss", LOOP: "loop"}.get(int(way), "straight")
        )
    return differences


Runner = Callable[[Playable, Example], Differences]

KINDS_OF_EXAMPLE: dict[str, tuple[Runner, frozenset[str]]] = {
    "turns": (run_turns, POSITION_KEYS | {"turns"}),
    "legal": (
        run_legal,
        POSITION_KEYS | {"side", "legal", "includes", "excludes", "count", "over", "why"},
    ),
    "reveal": (run_reveal, POSITION_KEYS | {"first"}),
    "move": (run_move, frozenset(("from", "move", "to", "board"))),
    "behind": (run_behind, frozenset(("a", "b", "by", "distance", "fire", "board"))),
    "shots": (run_shots, frozenset(("a", "shots", "range", "board"))),
    "bot": (
        run_bot,
        frozenset(
            (
                "bot",
                "p1",
                "mal",
                "left",
                "right",
                "selects",
                "route",
                "tile",
                "smart3",
                "mode",
                "plane",
                "solo",
            )
        ),
    ),
    "setup": (simulations.run_setup, simulations.SETUP_KEYS),
    "hands": (simulations.run_hands, simulations.HANDS_KEYS),
    "mulligan": (simulations.run_mulligan, simulations.MULLIGAN_KEYS),
    "bot_bag": (simulations.run_bot_bag, simulations.BOT_BAG_KEYS),
    "data": (simulations.run_data, simulations.DATA_KEYS),
}
