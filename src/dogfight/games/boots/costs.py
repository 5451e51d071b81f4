"""What battles cost to set up: the lines of sight of their maps, counted before any is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dogfight.datafiles.files import DataFile
from dogfight.games.boots.data import BATTLE

MOST_SIGHT_LINES = 500_000
"""Between any two hexes of a map there is one; all maps of a set of data together."""


def data_costs(texts: Mapping[str, str]) -> Iterator[tuple[str, str, int, int]]:
    """The lines of sight of each battle and those before it, and how many there may be."""
    lines = 0
    for name, text in sorted(texts.items()):
        if name.startswith(BATTLE):
            drawn = DataFile(name, text, name).contents.get("map")
            rows = drawn.get("terrain", "") if isinstance(drawn, dict) else ""
            hexes = sum(len(row) for row in str(rows).split())
            lines += hexes * (hexes - 1) // 2
            yield name, "lines of sight on its map and those before it", lines, MOST_SIGHT_LINES
