"""What a position shows, by the keys of the worked examples, and how it differs from what they
expect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogfight.games.biplanes.data import MAL_IDS, MODES, PLANES, Data
from dogfight.games.biplanes.names import (
    OUTCOMES,
    REASONS,
    kind_word,
    numbers_in,
    read_kind,
    read_single,
    tile_words,
)
from dogfight.games.biplanes.notation import sites
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.escort import unused_tiles
from dogfight.games.biplanes.state import DONE, ENDED, MULLIGAN, Mission
from dogfight.games.biplanes.tables import ESCORT, KIND_BITS, count

Differences = list[str]
SIDES = ("p1", "p2")


def differ(key: str, expected: object, got: object) -> Differences:
    return [] if expected == got else [f"{key}: expected {expected!r}, got {got!r}"]


def compare(
    data: Data, position: Position, expected: Mapping[str, Any], inputs: frozenset[str]
) -> Differences:
    """Everything an example expects of a position; keys nobody knows are differences."""
    result = facts(data, position)
    differences: Differences = []
    for key, value in expected.items():
        if key in inputs:
            continue
        if key not in result and isinstance(result.get(key.removesuffix("_size")), list | dict):
            differences += differ(key, value, len(result[key.removesuffix("_size")]))
        elif key not in result:
            differences.append(f"unknown key {key!r}")
        elif key in BY_SIDE and isinstance(value, Mapping):
            for side, item in value.items():
                differences += differ(
                    f"{key} of {side}", normal(key, item), result[key].get(side, "nothing")
                )
        else:
            differences += differ(key, normal(key, value), result[key])
    return differences


def compare_end(position: Position, expected: Mapping[str, Any]) -> Differences:
    """Whether and how the game is over; where an example says nothing, it goes on."""
    over = position.phase == ENDED
    differences = differ(
        "over", expected.get("over"), OUTCOMES[position.outcome()] if over else None
    )
    if "why" in expected:
        differences += differ("why", expected["why"], REASONS[position.why()] if over else None)
    return differences


def normal(key: str, value: Any) -> Any:
    """An expected value in the form in which it is compared: lists without order, tiles without
    their face.
    """
    if key in ("hand", "bag"):
        return sort_tiles(value)
    if key in ("last", "selected"):
        return kind_word(read_single(str(value)) & KIND_BITS) if value else ""
    if key == "next":
        return list(value)
    return sorted(map(str, value)) if isinstance(value, list) else value


def sort_tiles(words: list[Any]) -> list[str]:
    """Tiles in ascending order."""
    return [kind_word(kind) for kind in sorted(read_kind(str(word)) for word in words)]


BY_SIDE = frozenset(
    (
        *("at", "damage", "track", "armed", "plane", "range", "jammed", "last", "hand", "bag"),
        *("hand_size", "bag_size", "aside_size"),
    )
)


def facts(data: Data, position: Position) -> dict[str, Any]:
    """Everything an example may ask for; lists of names are sorted."""
    setup = position.setup
    ids = data.space_ids(position.board.name)
    planes = {side: position.plane(which) for which, side in enumerate(SIDES)}
    result: dict[str, Any] = {
        "mode": MODES[setup.mode],
        "board": position.board.name,
        "solo": bool(setup.solo),
        "round": int(position.round),
        "turn": int(position.turn),
        "next": [int(position.round), int(position.turn)],
        "mission_planes": sorted(
            item for n, item in enumerate(PLANES) if setup.mission_planes >> n & 1
        ),
        "mulligan": waiting_for_mulligan(position),
        "selected": kind_word(int(position.p2.last)) if position.p2.last >= 0 else "",
        "plane": {side: PLANES[item.tiles.colour] for side, item in planes.items()},
        "at": {side: ids[item.at] for side, item in planes.items()},
        "damage": {side: int(item.damage) for side, item in planes.items()},
        "track": {side: int(position.track(which)) for which, side in enumerate(SIDES)},
        "armed": {"p1": bool(setup.armed), "p2": True},
        "range": {side: int(item.tiles.aid_range) for side, item in planes.items()},
        "jammed": {side: item.jammed == 1 for side, item in planes.items()},
        "last": {
            side: kind_word(int(item.last)) if item.last >= 0 else ""
            for side, item in planes.items()
        },
        "hand": {side: tile_words(item.tiles, item.hand) for side, item in planes.items()},
        "bag": {side: tile_words(item.tiles, item.bag) for side, item in planes.items()},
        "hand_size": {side: int(count(item.hand)) for side, item in planes.items()},
        "bag_size": {side: int(count(item.bag)) for side, item in planes.items()},
        "aside_size": {side: int(count(item.aside)) for side, item in planes.items()},
    }
    if position.mission is not None:
        add_mission(data, position, position.mission, result)
    return result


def add_mission(data: Data, position: Position, m: Mission, actual: dict[str, Any]) -> None:
    """What only a scenario has."""
    ids = data.space_ids(position.board.name)
    lying = sites(data, position)
    tiles = sorted(item for n, item in enumerate(MAL_IDS) if unused_tiles(position, m) >> n & 1)
    actual |= {
        "sites": lying,
        "factories": lying,
        "airfields": lying,
        "spots": sorted(lying),
        "numbers": sorted(map(str, lying.values())),
        "removed": int(m.removed),
        "rescued": int(m.rescued),
        "landed": ids[m.landed] if m.landed >= 0 else "",
        "objectives": numbers_in(m.objectives),
        "objectives_size": int(count(m.objectives)),
        "stack": numbers_in(m.stack),
        "stack_size": int(count(m.stack)),
        "tiles": tiles,
        "tiles_size": len(tiles),
        "left_slot": int(count(m.left)),
        "left": kind_word(position.p2.tiles.kind_of(m.left)) if m.left else "",
    }
    if position.setup.mode == ESCORT:
        mal = {
            "at": ids[m.mal_at],
            "damage": int(m.mal_damage),
            "track": int(position.setup.mal_track),
            "range": int(position.setup.mal_range),
        }
        for key, value in mal.items():
            actual[key]["mal"] = value


def waiting_for_mulligan(position: Position) -> list[str]:
    """The sides that may still take a mulligan."""
    if position.phase != MULLIGAN:
        return []
    seats = range(1 if position.setup.solo else 2)
    return [SIDES[seat] for seat in seats if position.plane(seat).sealed != DONE]
