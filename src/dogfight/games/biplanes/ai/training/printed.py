"""Makes the file of `tables` from the game's data files: `python -m
dogfight.games.biplanes.ai.training.printed`.
"""

from __future__ import annotations

from typing import Any

from dogfight.games.biplanes.ai.training.tables import BOARDS, FILE, PLANES, SPACES, VALUES, written
from dogfight.games.biplanes.data import load
from dogfight.games.biplanes.names import kinds_of
from dogfight.games.biplanes.tables import STEPS, Board, TileSet


def parts() -> dict[str, Any]:
    """Both boards without their exit paths [BD-5.8], and the nine sets."""
    data = load()
    return {
        "boards": {name: board_part(data.boards[name]) for name in BOARDS},
        "sets": {name: set_part(data.sets[number]) for number, name in enumerate(PLANES)},
    }


def board_part(board: Board) -> dict[str, Any]:
    spaces = range(SPACES)
    return {
        "starts": [int(start) for start in board.starts],
        "straight": [
            [int(board.straight[at * STEPS + value]) for value in range(VALUES)] for at in spaces
        ],
        "looped": [int(board.looped[at]) for at in spaces],
        "behind": [[int(board.is_behind(space, other)) for other in spaces] for space in spaces],
        "gun": [
            [int(board.gun[space * board.width + other]) for other in spaces] for space in spaces
        ],
    }


def set_part(tiles: TileSet) -> dict[str, Any]:
    return {
        "track": int(tiles.track),
        "opening": int(tiles.opening),
        "range": int(tiles.aid_range),
        "kinds": [int(kind) for kind in kinds_of(tiles, tiles.all)],
    }


if __name__ == "__main__":
    FILE.write_text(written(parts()))
