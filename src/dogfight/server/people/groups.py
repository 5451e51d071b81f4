"""The groups that are put together out of strangers: how many people, in which sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import SeatInfo

Kind = Literal["pair", "crew", "free-for-all", "alone"]
_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")


def player_count(seats: Sequence[SeatInfo]) -> int:
    return len({seat.player for seat in seats})


def side_sizes(seats: Sequence[SeatInfo]) -> list[int]:
    """How many players each side has."""
    sides: dict[str, set[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side, set()).add(seat.player)
    return [len(players) for players in sides.values()]


def kind_of(seats: Sequence[SeatInfo]) -> Kind:
    """Whether two play each other, crews do, or everybody plays for themselves."""
    sizes = side_sizes(seats)
    if len(sizes) < 2:
        return "alone"
    if max(sizes) > 1:
        return "crew"
    return "pair" if len(sizes) == 2 else "free-for-all"


def group_words(seats: Sequence[SeatInfo]) -> str:
    """A group in a few words, such as `two crews of two`."""
    sizes, count = side_sizes(seats), player_count(seats)
    match kind_of(seats):
        case "crew" if len({*sizes}) == 1:
            return f"{_number(len(sizes))} crews of {_number(sizes[0])}"
        case "crew":
            return f"{_number(count)} people in crews"
        case "free-for-all":
            return f"{_number(count)}, each for themselves"
        case _:
            return f"{_number(count)} people"


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 < count < len(_NUMBERS) else str(count)


def group_options(game: AnyGame, group: int) -> Options | None:
    """The options of a group of a game; None if it has no such group."""
    groups = game.manifest.groups
    return game.options(groups[group]) if 0 <= group < len(groups) else None
