"""What can meet in a game: every match-up that its options allow, read from the options
themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dogfight.arena.plan import sides
from dogfight.bulk.games import BotSeating, GameCell
from dogfight.core.capabilities import BalanceStudied
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionField, Options, OptionValue, read_word, value_word
from dogfight.core.registry import AnyGame

MOST = 2000
"""Match-ups of one study."""


@dataclass(frozen=True)
class Contest:
    """A match-up: who meets, and how they are seated for every deal.

    `entrants` are what the sides bring, or the sides themselves where they bring nothing; `orders`
    says for each seating which entrant holds each side. With two seatings what the sides bring is
    swapped between them.
    """

    key: str
    group: str
    entrants: tuple[str, ...]
    titles: tuple[str, ...]
    options: tuple[Options, ...]
    orders: tuple[tuple[int, ...], ...]
    chairs: tuple[tuple[int, ...], ...]
    brought: bool

    @property
    def swapped(self) -> bool:
        return len(self.orders) > 1

    def cell(self, bot: str, seed: int, data: int = 0) -> GameCell:
        """The games of this match-up with one bot on every seat.

        The same deals come with every bot and data set.
        """
        base = int.from_bytes(hashlib.sha256(f"{seed} {self.key}".encode()).digest()[:8], "big")
        return GameCell(base, tuple(self._seating(at, bot) for at in range(len(self.orders))), data)

    def _seating(self, at: int, bot: str) -> BotSeating:
        """A bot's dice go with what it brings, not with the chair."""
        homes = [0] * sum(map(len, self.chairs))
        for side, entrant in enumerate(self.orders[at]):
            for seat, home in zip(self.chairs[side], self.chairs[entrant], strict=True):
                homes[seat] = home
        return BotSeating(self.options[at], (bot,) * len(homes), tuple(homes))

    def shares(self, at: int, payoffs: Sequence[float]) -> list[float]:
        """What each entrant got of a game with this seating; of two sides that both win nothing
        each has half.
        """
        by_side = [sum(payoffs[seat] for seat in seats) for seats in self.chairs]
        if len(by_side) == 2:
            by_side = [(1 + 2 * item - sum(by_side)) / 2 for item in by_side]
        shares = [0.0] * len(by_side)
        for side, entrant in enumerate(self.orders[at]):
            shares[entrant] = by_side[side]
        return shares


def read_fixed(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What is asked for: `name=value`, or several values joined by commas."""
    return {name: tuple(values.split(",")) for name, values in map(read_word, words)}


def contests(
    game: AnyGame, fixed: Mapping[str, Sequence[str]], unnamed: frozenset[str] = frozenset()
) -> tuple[Contest, ...]:
    """Every match-up of a game with these options; of the others each value that its studies go
    through.

    `unnamed` options do not tell match-ups apart, so that those with other values of them can be
    compared.
    """
    result: dict[str, Contest] = {}
    texts = _distinguishing(game, fixed) - unnamed
    for options in _combinations(game, fixed, {}):
        contest = _contest(game, options, texts)
        result.setdefault(contest.key, contest)
        if len(result) > MOST:
            raise BadOption(
                f"expected at most {MOST} match-ups, got more; choose some with --option"
            )
    if not result:
        raise BadOption(f"expected options of {game.name} with which two sides can meet, got none")
    alone = len({item.group for item in result.values()}) == 1
    return tuple(replace(item, group="") if alone else item for item in result.values())


def _combinations(
    game: AnyGame, fixed: Mapping[str, Sequence[str]], chosen: Options
) -> Iterator[Options]:
    """Options as a tree: which field comes next hangs on those already chosen."""
    fields = game.option_fields(chosen)
    missing = next((field for field in fields if field.name not in chosen), None)
    if missing is None:
        unknown = next((name for name in fixed if name not in chosen), None)
        if unknown is not None and not _elsewhere(game, unknown, fixed):
            raise BadOption(
                f"{game.name} has no option {unknown!r} here; expected"
                f" {', '.join(chosen) or 'none'}"
            )
        if unknown is None:
            yield game.options(chosen)
        return
    for value in _values(game, missing, fixed):
        yield from _combinations(game, fixed, {**chosen, missing.name: value})


def _elsewhere(game: AnyGame, name: str, fixed: Mapping[str, Sequence[str]]) -> bool:
    """Whether an option that is missing here is there with another value of an option that is
    not fixed.
    """
    return any(
        name in {field.name for field in game.option_fields(options)}
        for options in game.samples()
        if all(
            value_word(options[key]) in values
            for key, values in fixed.items()
            if key in options and key != name
        )
    )


def _values(
    game: AnyGame, field: OptionField, fixed: Mapping[str, Sequence[str]]
) -> tuple[OptionValue, ...]:
    studied = game.study_values(field) if isinstance(game, BalanceStudied) else field.values()
    if field.name not in fixed:
        return studied
    texts = fixed[field.name]
    if len(texts) == 1:
        return (field.read(texts[0]),)
    # one of several may be impossible here, such as the aircraft that the other side has
    possible = [value for value in texts if field.kind != "choice" or value in field.choices]
    if not possible:
        field.read(texts[0])
    return tuple(field.read(value) for value in possible)


def _contest(game: AnyGame, options: Options, texts: frozenset[str]) -> Contest:
    """The match-up of some options; the same one where they are those of another with the sides
    swapped.
    """
    infos = game.seats(options)
    chairs = sides(infos)
    titles = tuple(
        _title(infos[seats[0]].title, infos[seats[0]].side, len(seats)) for seats in chairs
    )
    if len(titles) < 2:
        raise BadOption(
            f"expected options of {game.name} with two sides or more, got one side:"
            f" {_named(options)}"
        )
    brings = game.loadout_options if isinstance(game, BalanceStudied) else ()
    brought = tuple(value_word(options[name]) for name in brings if name in options)
    home = tuple(range(len(chairs)))
    group = _named(
        {name: value for name, value in options.items() if name in texts and name not in brings}
    )
    if not brought:
        return Contest(
            group or game.name, group, titles, titles, (options,), (home,), chairs, False
        )
    seatings, orders = [options], [home]
    if isinstance(game, BalanceStudied) and game.sides_are_symmetric(options):
        swapped = game.options({**options, **dict(zip(brings, reversed(brought), strict=True))})
        first = next(field for field in game.option_fields(options) if field.name == brings[0])
        if first.choices.index(brought[0]) > first.choices.index(brought[1]):
            options, swapped, brought = swapped, options, (brought[1], brought[0])
        seatings, orders = [options, swapped], [home, home[::-1]]
    key = f"{group} {'-'.join(brought)}".strip()
    return Contest(key, group, brought, titles, tuple(seatings), tuple(orders), chairs, True)


def _title(title: str, side: str, seats: int) -> str:
    return title if seats == 1 else side.capitalize()


def _distinguishing(game: AnyGame, fixed: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The options that tell match-ups apart: they were asked for, or studies go through several
    of their values.
    """
    fields = [
        field
        for options in (*game.samples(), game.options())
        for field in game.option_fields(options)
    ]
    return frozenset(fixed) | {field.name for field in fields if len(_values(game, field, {})) > 1}


def _named(options: Mapping[str, OptionValue]) -> str:
    return ", ".join(f"{name} {value_word(value)}" for name, value in options.items())
