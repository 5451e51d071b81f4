"""Runs the worked examples of the specification against the real rules."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn

from dogfight.core.errors import BadData
from dogfight.games.boots.data import MOVE_CLASSES, Catalogue
from dogfight.games.boots.maps import build_board, hex_name, hex_number, place_number, read_map
from dogfight.games.boots.rules.dice import KILL, NOTHING, PIN, contest, pool_of, read_attack
from dogfight.games.boots.rules.movement import step_halves
from dogfight.games.boots.tables import Board

OUTCOMES = {NOTHING: "none", PIN: "pin", KILL: "kill"}
WINNERS = {1: "a", -1: "b", 0: "tie"}
_WORDS = {"id", "source", "rules", "given", "expect"}
_RUN = {"rolls", "contests", "map", "los", "path", "class", "costs"}


def run(example: Mapping[str, Any], catalogue: Catalogue) -> list[str] | None:
    """What differs, a line each; None if the example is in words only."""
    differences = [f"unknown key {key!r}" for key in example if key not in _WORDS | _RUN]
    if not _RUN & set(example):
        return differences or None
    for n, entry in enumerate(_entries(example, "rolls", differences), 1):
        differences += [f"roll {n}: {item}" for item in _roll(entry)]
    for n, entry in enumerate(_entries(example, "contests", differences), 1):
        differences += [f"contest {n}: {item}" for item in _contest(entry)]
    if {"map", "los", "path", "class", "costs"} & set(example):
        differences += _on_map(example, catalogue)
    return differences


def _entries(example: Mapping[str, Any], key: str, differences: list[str]) -> list[Any]:
    entries = example.get(key, [])
    if key in example and (not isinstance(entries, list) or not entries):
        differences.append(f"{key}: expected a list with entries, got {entries!r}")
        return []
    return list(entries)


def _pool(entry: Mapping[str, Any], key: str) -> int:
    faces: Any = entry.get(key)
    if (
        not isinstance(faces, list)
        or not 0 < len(faces) <= 63
        or any(item not in range(1, 7) for item in faces)
    ):
        raise BadData(f"{key}: expected dice from 1 to 6, got {faces!r}", rule="CB-1.3")
    total = 0
    for face in faces:
        total += int(pool_of(face))
    return total


def _unknown(entry: Any, known: set[str]) -> list[str]:
    if not isinstance(entry, Mapping):
        return [f"expected a table, got {entry!r}"]
    return [f"unknown key {key!r}" for key in entry if key not in known]


def _roll(entry: Any) -> list[str]:
    if wrong := _unknown(entry, {"att", "def", "att_mod", "def_mod", "outcome"}):
        return wrong
    plus = [entry.get(key, 0) for key in ("att_mod", "def_mod")]
    if any(type(item) is not int for item in plus):
        return [f"att_mod, def_mod: expected whole numbers, got {plus}"]
    got = OUTCOMES[int(read_attack(_pool(entry, "att"), plus[0], _pool(entry, "def"), plus[1]))]
    return (
        []
        if got == entry.get("outcome")
        else [f"outcome: expected {entry.get('outcome')!r}, got {got!r}"]
    )


def _contest(entry: Any) -> list[str]:
    if wrong := _unknown(entry, {"a", "b", "winner"}):
        return wrong
    got = WINNERS[int(contest(_pool(entry, "a"), _pool(entry, "b")))]
    return (
        []
        if got == entry.get("winner")
        else [f"winner: expected {entry.get('winner')!r}, got {got!r}"]
    )


def _map_fault(key: str, expected: str, got: Any, rule: str) -> NoReturn:
    raise BadData(f"map: {key}: expected {expected}, got {got!r}", rule=rule)


def _on_map(example: Mapping[str, Any], catalogue: Catalogue) -> list[str]:
    contents = example.get("map")
    if not isinstance(contents, Mapping):
        return [f"map: expected a table with terrain, got {contents!r}"]
    board = build_board(read_map(contents, catalogue.letters, _map_fault), catalogue)
    walk = {"path", "class", "costs"}
    if "los" not in example and not walk & set(example):
        return ["map: expected los, or path, class and costs with it"]
    differences: list[str] = []
    for entry in _entries(example, "los", differences):
        differences += _look(board, entry)
    if walk & set(example):
        differences += _walk(board, example)
    return differences


def _look(board: Board, entry: Any) -> list[str]:
    if not isinstance(entry, list) or len(entry) != 3 or not isinstance(entry[2], bool):
        return [f"los: expected [hex, hex, true or false], got {entry!r}"]
    a, b = place_number(board, str(entry[0])), place_number(board, str(entry[1]))
    if a is None or b is None:
        return [f"los: expected two hexes of the map, got {entry!r}"]
    got = sees(board, a, b)
    return [] if got == entry[2] else [f"los {entry[0]} {entry[1]}: expected {entry[2]}, got {got}"]


def sees(board: Board, a: int, b: int) -> bool:
    """Whether two places see each other, from the tables that play uses."""
    size = int(board.size)
    if a < size and b < size:
        return board.sees[a * size + b] != 0
    return all(place >= size or board.sees_out[place] != 0 for place in (a, b))


def _walk(board: Board, example: Mapping[str, Any]) -> list[str]:
    path, costs, move_class = example.get("path"), example.get("costs"), example.get("class")
    if move_class not in MOVE_CLASSES:
        return [f"class: expected one of {', '.join(MOVE_CLASSES)}, got {move_class!r}"]
    if not isinstance(path, list) or not isinstance(costs, list) or len(costs) != len(path) - 1:
        return [f"costs: expected one number for each step of the path, got {costs!r} for {path!r}"]
    places = [hex_number(board, str(name)) for name in path]
    differences = []
    for n, (a, b) in enumerate(itertools.pairwise(places)):
        d = next(
            (d for d in range(6) if a is not None and b is not None and board.near[a * 6 + d] == b),
            None,
        )
        if a is None or b is None or d is None:
            differences.append(
                f"path: expected adjacent hexes of the map, got {path[n]} {path[n + 1]}"
            )
            continue
        halves = int(step_halves(board, MOVE_CLASSES.index(move_class), a, d))
        got = (
            Fraction(-1) if halves < 0 else Fraction(halves, 2)
        )  # -1 is impassable, as in the terrain table
        if got != Fraction(costs[n]):
            differences.append(
                f"step {hex_name(board, a)} {hex_name(board, b)}: expected {costs[n]}, got {got}"
            )
    return differences
