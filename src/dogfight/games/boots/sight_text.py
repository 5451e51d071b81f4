"""Why one place sees another, or does not, in words that cite the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dogfight.games.boots.maps import hex_name
from dogfight.games.boots.rules.sight import (
    CLEAR,
    CREST,
    CREST_SLOPE,
    HILL,
    OBSTACLE,
    REASON,
    look,
    look_outside,
    offset_of,
    west_first,
)
from dogfight.games.boots.tables import Board


def intervening(board: Board, a: int, b: int) -> list[tuple[int, Fraction, Fraction]]:
    """[CB-8.3] The hexes between two others, each with where the line from a to b enters and
    leaves it.
    """
    if a == b:
        return []
    west, east = (a, b) if west_first(board, a, b) else (b, a)
    column, height = board.column[west], board.height[west]
    number = offset_of(board, board.column[east] - column, board.height[east] - height)
    scale = int(board.line_scale[number])
    pairs = []
    for i in range(int(board.line_start[number]) + 1, int(board.line_start[number + 1]) - 1):
        place = int(board.hex_at(column + board.line_column[i], height + board.line_height[i]))
        if place >= 0:
            start, end = (
                Fraction(int(board.line_from[i]), scale),
                Fraction(int(board.line_to[i]), scale),
            )
            pairs.append((place, start, end) if west == a else (place, 1 - end, 1 - start))
    return sorted(pairs, key=lambda pair: (pair[1], pair[2], pair[0]))


class Blocked(NamedTuple):
    """What hides two places from each other: a hex, and the rule by which it does."""

    by: str
    rule: str


def blocked(board: Board, a: int, b: int) -> Blocked | None:
    """[CB-8.1] [CB-9.8] The hex that hides two places from each other; None if they see each
    other.
    """
    size = int(board.size)
    if a >= size and b >= size:
        return None
    outside = a >= size or b >= size
    verdict = int(look_outside(board, min(a, b)) if outside else look(board, a, b))
    if verdict == CLEAR:
        return None
    lines = 0 if outside else abs(int(board.elev[a]) - int(board.elev[b]))
    return Blocked(
        hex_name(board, verdict % REASON), "CB-9.8" if outside else _rule(verdict // REASON, lines)
    )


def _rule(reason: int, lines: int) -> str:
    """The rule behind a verdict between two hexes that are so many elevations apart."""
    met_on_a_slope = "CB-8.12" if lines == 1 else "CB-8.13"
    return {
        CLEAR: "CB-8.9" if lines == 0 else met_on_a_slope,
        OBSTACLE: "CB-8.5",
        HILL: "CB-8.8",
        CREST: "CB-8.8",
    }.get(reason, met_on_a_slope)


def explain(board: Board, a: int, b: int) -> list[str]:
    """Line by line: the verdict, the hexes on the way, and the rule that decides."""
    size = int(board.size)
    names = f"{hex_name(board, a)} and {hex_name(board, b)}"
    if a >= size and b >= size:
        return [f"{names} see each other: outside the hex field sight is always clear [CB-9.7]"]
    if a >= size or b >= size:
        return _explain_outside(board, min(a, b), names)
    if board.distance(a, b) <= 1:
        return [f"{names} see each other: the same or adjacent hexes always do [CB-8.2]"]
    low, high = sorted((int(board.elev[a]), int(board.elev[b])))
    lines = [
        f"{names}: distance {int(board.distance(a, b))}, elevations {int(board.elev[a])} and"
        f" {int(board.elev[b])}"
    ]
    lines += [f"  {_hex_words(board, *pair)}" for pair in intervening(board, a, b)]
    verdict = int(look(board, a, b))
    return [*lines, _verdict_words(board, verdict, names, low, high)]


def _hex_words(board: Board, place: int, start: Fraction, end: Fraction) -> str:
    kind = "obstacle" if board.obstacle[place] else "no obstacle"
    return (
        f"{hex_name(board, place)}: from {start} to {end} of the way, elevation"
        f" {int(board.elev[place])}, {kind}"
    )


def _verdict_words(board: Board, verdict: int, names: str, low: int, high: int) -> str:
    reason, place = verdict // REASON, verdict % REASON
    name = hex_name(board, place)
    lines = high - low
    rule = _rule(reason, lines)
    if reason == CLEAR:
        return f"{names} see each other: nothing on the line hides them [{rule}]"
    if reason == OBSTACLE:
        return (
            f"{names} do not see each other: {name} is an obstacle, and not both stand on higher"
            f" ground [{rule}]"
        )
    if reason == HILL:
        return f"{names} do not see each other: the ground at {name} is higher than both [{rule}]"
    if reason == CREST:
        return (
            f"{names} do not see each other: a ridge at {name} is higher than both [{rule},"
            " CB-2.12]"
        )
    what = f"the ridge at {name}" if reason == CREST_SLOPE else f"the ground at {name}"
    limit = "less than 1/2" if lines == 1 else f"at most the {lines + 1}ths that its level allows"
    return (
        f"{names} do not see each other: {what} is met too close to the lower one ({limit} from the"
        f" higher) [{rule}]"
    )


def _explain_outside(board: Board, place: int, names: str) -> list[str]:
    """[CB-9.8] The column between a hex and the bands."""
    verdict = int(look_outside(board, place))
    if verdict == CLEAR:
        return [
            f"{names} see each other: nothing in the column up to the edge hides the hex [CB-9.8]"
        ]
    kind = {OBSTACLE: "is an obstacle", HILL: "is higher ground", CREST: "has a ridge"}[
        verdict // REASON
    ]
    return [
        f"{names} do not see each other: {hex_name(board, verdict % REASON)} {kind} in the column"
        " [CB-9.8]"
    ]
