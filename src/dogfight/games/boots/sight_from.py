"""What is seen from one hex of a battle that is being made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from dogfight.core.errors import BadData, BadOption, shown
from dogfight.games.boots.data import Catalogue
from dogfight.games.boots.maps import build_board, hex_number, read_map
from dogfight.games.boots.sight_text import blocked


class SeenFrom(msgspec.Struct, frozen=True):
    """[CB-8.1] Every hex of the map by row: `o` seen, `x` hidden."""

    at: str
    rows: tuple[str, ...]


def sight_from(folder: Path | None, about: Mapping[str, str]) -> SeenFrom:
    """What a hex sees; the battle itself need not be in order yet, only its map."""
    catalogue = Catalogue(folder)
    key, at = about.get("battle", ""), about.get("hex", "")
    if key not in catalogue.battles:
        raise BadOption(f"expected a battle out of {', '.join(catalogue.battles)}; got {key!r}")
    file = catalogue.battles[key]

    def fault(name: str, expected: str, got: Any, rule: str) -> NoReturn:
        raise BadData(f"{file.source}: {name}: expected {expected}, got {shown(got)}", rule=rule)

    contents = file.contents.get("map")
    if not isinstance(contents, dict):
        raise BadOption(f"expected a battle with a map, got {key!r}", rule="CB-21.1")
    board = build_board(read_map(contents, catalogue.letters, fault), catalogue)
    place = hex_number(board, at)
    if place is None:
        raise BadOption(f"expected a hex of the map like A1, got {at!r}", rule="CB-2.2")
    columns, rows = int(board.columns), int(board.rows)
    return SeenFrom(
        at,
        tuple(
            "".join(
                "x" if blocked(board, place, column * rows + row) else "o"
                for column in range(columns)
            )
            for row in range(rows)
        ),
    )
