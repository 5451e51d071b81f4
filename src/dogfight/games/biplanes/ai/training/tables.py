"""The printed parts as NumPy arrays, read from one small file that `printed` makes from the data
files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Masks = NDArray[np.uint32]

FILE: Final = Path(__file__).with_name("biplanes.json")
PLANES: Final = ("red", "blue", "green", "yellow", "brown", "purple", "grey", "black", "white")
BOARDS: Final = ("main", "alt")
KINDS: Final = 24
SPACES: Final = 10
"""[BD-5.8] In a dogfight nobody enters the exit path: the ring and the two loop spaces."""
VALUES: Final = 6


@dataclass(frozen=True)
class Tables:
    """Both boards and all nine sets.

    A tile is a bit; the tiles of a set lie in the order of their kinds.
    """

    starts: Ints
    """By board and seat."""
    straight: Ints
    """By board, space and value: where the move ends."""
    looped: Ints
    """By board and space: where the loop face ends, -1 where it is not legal."""
    behind: Ints
    """By board and two spaces: by how much the first is behind the second, else 0."""
    gun: Ints
    """By board and two spaces: the distance of the shot, negative if it goes from the second to
    the first.
    """
    track: Ints
    opening: Ints
    range: Ints
    size: Ints
    kind_at: Ints
    """By biplane and tile."""
    every: Masks
    """All tiles of a set."""
    runs: Masks
    """By biplane and kind: the tiles of that kind."""
    upward: Masks
    """By biplane and kind: the tiles of that kind and of all above it."""
    repeats: Masks
    """The tiles whose kind is that of the tile before."""
    threes: Masks
    low: Masks
    """[BD-14.2] Tiles of value 1 and 2."""
    digest: str

    @property
    def longest_run(self) -> int:
        """The largest number of equal tiles in a set."""
        return int(np.bitwise_count(self.runs).max())


def from_parts(parts: Mapping[str, Any]) -> Tables:
    """The arrays from what the file holds: `boards` and `sets` by name."""
    boards = [parts["boards"][name] for name in BOARDS]
    sets = [parts["sets"][name] for name in PLANES]
    kinds = [sorted(item["kinds"]) for item in sets]
    runs = np.array([[_mask(own, {kind}) for kind in range(KINDS)] for own in kinds], np.uint32)
    upward = [[_mask(own, set(range(kind, KINDS))) for kind in range(KINDS + 1)] for own in kinds]
    most = max(len(own) for own in kinds)
    return Tables(
        starts=_ints([board["starts"] for board in boards]),
        straight=_ints([board["straight"] for board in boards]),
        looped=_ints([board["looped"] for board in boards]),
        behind=_ints([board["behind"] for board in boards]),
        gun=_ints([board["gun"] for board in boards]),
        track=_ints([item["track"] for item in sets]),
        opening=_ints([item["opening"] for item in sets]),
        range=_ints([item["range"] for item in sets]),
        size=_ints([len(own) for own in kinds]),
        kind_at=_ints([own + [0] * (most - len(own)) for own in kinds]),
        every=np.array([(1 << len(own)) - 1 for own in kinds], np.uint32),
        runs=runs,
        upward=np.array(upward, np.uint32),
        repeats=np.array(
            [sum(1 << n for n in range(1, len(own)) if own[n] == own[n - 1]) for own in kinds],
            np.uint32,
        ),
        threes=np.array([_mask(own, set(range(12, 16))) for own in kinds], np.uint32),
        low=np.array([_mask(own, set(range(4, 12))) for own in kinds], np.uint32),
        digest=hashlib.sha256(written(parts).encode()).hexdigest(),
    )


def _ints(rows: list[Any]) -> Ints:
    return np.array(rows, np.int32)


def _mask(own: list[int], numbers: set[int]) -> int:
    return sum(1 << n for n, kind in enumerate(own) if kind in numbers)


def written(parts: Mapping[str, Any]) -> str:
    """The text of the file: one line for each board's table and each set."""
    lines = []
    for group in ("boards", "sets"):
        rows = [
            f'  "{name}": {{\n'
            + ",\n".join(f'    "{key}": {json.dumps(part[key])}' for key in part)
            + "\n  }"
            for name, part in parts[group].items()
        ]
        lines.append(f'"{group}": {{\n' + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


@cache
def load() -> Tables:
    """The tables of the file that comes with the package."""
    return from_parts(json.loads(FILE.read_text()))
