"""What is to be played: every deal (one seed) once from each seat, the bots moving round the table.

A side is one bot, so a team's seats go together. The games of one deal differ only in who sits
where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, islice

import msgspec

import dogfight
from dogfight.bots.registry import make_bot
from dogfight.core.errors import BadOption
from dogfight.core.options import Options, OptionValue
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat, SeatInfo

FORMAT = 1
MOST_BOTS = 64


class ArenaTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the outcome of a game depends on; finished games may be kept together only if
    these are equal.
    """

    arena: int = FORMAT
    dogfight: str
    game: str
    rules: str
    data: str
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    seed: int
    move_seconds: float


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played: `entries` says for each side which of the bots holds it."""

    number: int
    deal: int
    entries: tuple[int, ...]


def agreed(
    game: AnyGame, options: Options, bots: Sequence[str], seed: int, move_seconds: float
) -> ArenaTerms:
    """The terms of an arena; `BadOption` if a bot is unknown."""
    if not 1 <= len(bots) <= MOST_BOTS:
        raise BadOption(f"expected 1 to {MOST_BOTS} bots joined by commas, got {len(bots)}")
    for name in bots:
        make_bot(name, 0, game)
    return ArenaTerms(
        dogfight=dogfight.__version__,
        game=game.name,
        rules=game.rules_version,
        data=game.data_digest,
        options=options,
        bots=tuple(bots),
        seed=seed,
        move_seconds=move_seconds,
    )


def sides(seats: tuple[SeatInfo, ...]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side, in the order in which the sides appear."""
    names = dict.fromkeys(info.side for info in seats)
    return tuple(
        tuple(seat for seat, info in enumerate(seats) if info.side == name) for name in names
    )


def line_ups(bots: Sequence[str], count: int) -> list[tuple[int, ...]]:
    """Which bots meet: all, repeated until every side has one; or every choice of as many as
    there are sides.
    """
    if len(bots) > count:
        return list(combinations(range(len(bots)), count))
    return [tuple(islice(cycle(range(len(bots))), count))]


def rotations(bots: Sequence[str], line_up: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The line-up moved round the table, each different seating once."""
    turned = [line_up[step:] + line_up[:step] for step in range(len(line_up))]
    return list(
        {tuple(bots[entry] for entry in numbers): numbers for numbers in reversed(turned)}.values()
    )[::-1]


def one_deal(bots: Sequence[str], count: int) -> list[tuple[int, ...]]:
    """All seatings that are played with one seed."""
    return [seating for line_up in line_ups(bots, count) for seating in rotations(bots, line_up)]


def deals(bots: Sequence[str], count: int, games: int) -> int:
    """How many seeds it takes to give every line-up this many games."""
    longest = max(len(rotations(bots, line_up)) for line_up in line_ups(bots, count))
    return -(-games // longest)


def fixtures(bots: Sequence[str], count: int, games: int) -> Iterator[Fixture]:
    """Every game in order, deal by deal; more games only add to the end."""
    seatings = one_deal(bots, count)
    for deal in range(deals(bots, count, games)):
        for at, entries in enumerate(seatings):
            yield Fixture(deal * len(seatings) + at, deal, entries)
