"""Who says what a position is worth: exact where it can be worked out, else by playing on many
times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul, sub
from typing import Any, Final

from dogfight.bots.lookahead import played_on
from dogfight.core.decision import Chance, Over
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.core.view import View

Shares = tuple[float, ...]
"""Of the stake, one for each party."""
MOST_LEAVES: Final = 64
"""So many outcomes of draws in a row are weighed by their exact odds; more are drawn."""
FEWEST: Final = 8
"""Samples of an outcome, however unlikely it is."""
TRIAL_GAMES: Final = 4
LONG: Final = 200
"""Decisions of a long game."""
TO_THE_END: Final = 1 << 40


class Sides:
    """The seats of a game by the sides they are on: allies win together."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        seats = game.seats(options)
        self.names = tuple(dict.fromkeys(seat.side for seat in seats))
        self.of = tuple(self.names.index(seat.side) for seat in seats)
        """The party of each seat."""

    def shares(self, payoffs: Sequence[float]) -> Shares:
        """What each party gets if every seat gets this."""
        shares = [0.0] * len(self.names)
        for party, payoff in zip(self.of, payoffs, strict=True):
            shares[party] += payoff
        return tuple(shares)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What each party may expect, with standard errors; they are 0 where it is exact."""

    shares: Shares
    errors: Shares
    exact: bool = False


def exactly(shares: Shares) -> Estimate:
    return Estimate(shares, (0.0,) * len(shares), True)


def averaged(samples: Sequence[Shares]) -> Estimate:
    """The mean of samples and its standard errors."""
    return _averaged_columns(zip(*samples, strict=True))


def averaged_difference(samples: Sequence[Shares], others: Sequence[Shares]) -> Estimate:
    """The mean of what samples are more than others, pair by pair, and its standard errors."""
    pairs = zip(zip(*samples, strict=True), zip(*others, strict=True), strict=True)
    return _averaged_columns(tuple(map(sub, own, other)) for own, other in pairs)


def _averaged_columns(columns: Iterable[tuple[float, ...]]) -> Estimate:
    """Built-in functions go over the samples: a review averages millions of them."""
    means, errors = [], []
    for column in columns:
        number = len(column)
        mean = sum(column) / number
        deviations = [item - mean for item in column]
        spread = sum(map(mul, deviations, deviations)) / max(1, number - 1)
        means.append(mean)
        errors.append((spread / number) ** 0.5)
    return Estimate(tuple(means), tuple(errors))


def weighed(leaves: Sequence[tuple[float, Estimate]]) -> Estimate:
    """An expectation over leaves with exact weights."""
    parties = range(len(leaves[0][1].shares))
    means = tuple(sum(weight * leaf.shares[party] for weight, leaf in leaves) for party in parties)
    errors = tuple(
        sum((weight * leaf.errors[party]) ** 2 for weight, leaf in leaves) ** 0.5
        for party in parties
    )
    return Estimate(means, errors, all(leaf.exact for _, leaf in leaves))


def seed_of(*parts: int) -> int:
    """A seed that stands for these numbers."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:12], "big")


def _is_long(game: AnyGame, options: Options) -> bool:
    """Whether rollouts have so many decisions that playing them to the end takes too long."""
    decisions = 0
    for seed in range(TRIAL_GAMES):
        position, dice = game.new(options), Dice(seed)
        while (actor := position.actor()) != OVER:
            if actor == CHANCE:
                position.roll(dice)
            else:
                position.apply_choice(game.advice.rollout_choice(position, dice))
                decisions += 1
    return decisions > TRIAL_GAMES * LONG


class Evaluator:
    """Plays positions on by the rollout policy: to the end, in long games as far as a search.

    It gets the whole position; the seats in it follow the rollout policy.
    """

    def __init__(self, game: AnyGame, options: Options) -> None:
        self.game = game
        self.parties = Sides(game, options)
        self._seats = range(len(self.parties.of))
        self._decisions = (
            int(game.advice.rollout_depth()) if _is_long(game, options) else TO_THE_END
        )

    # --- what a kind of judge knows better ---------------------------------------------------

    def exact(self, position: Any) -> Shares | None:
        """What the position is worth in best play, where that can be worked out."""
        return self.paid(position) if position.actor() == OVER else None

    def outcomes(self, positions: Sequence[Any], luck: Sequence[int], turn: int) -> list[Shares]:  # noqa: ARG002
        """What comes of each position, played on with the luck of a seed; the positions are used
        up.

        `turn` is the one in which playing on began.
        """
        return self._ends(positions, luck, self._decisions)

    def prospects(self, positions: Sequence[Any], luck: Sequence[int], turn: int) -> list[Shares]:  # noqa: ARG002
        """What comes of each position as far as a search looks before it judges.

        Choices are compared by it: what playing on to the end adds is mostly noise.
        """
        return self._ends(positions, luck, int(self.game.advice.rollout_depth()))

    def _ends(self, positions: Sequence[Any], luck: Sequence[int], decisions: int) -> list[Shares]:
        for position, seed in zip(positions, luck, strict=True):
            played_on(position, self.game.advice, decisions, Dice(seed))
        return [
            self.paid(item) if item.actor() == OVER else self._looks_worth(item)
            for item in positions
        ]

    def brought_to(self, seat: Seat, positions: Sequence[Any], luck: Sequence[int]) -> None:
        """Let others seal their choices and chance speak until it is for this seat to choose."""
        for position, seed in zip(positions, luck, strict=True):
            dice = Dice(seed)
            while position.actor() != seat:
                if position.actor() == CHANCE:
                    position.roll(dice)
                else:
                    position.apply_choice(self.game.advice.rollout_choice(position, dice))

    def mix(self, view: View[Any]) -> list[float] | None:  # noqa: ARG002
        """How best play mixes the legal actions of a view, where this judge knows."""
        return None

    # --- what all share ----------------------------------------------------------------------

    def paid(self, position: Any) -> Shares:
        """The shares of a game that is over."""
        return self.parties.shares([float(position.payoff(seat)) for seat in self._seats])

    def _looks_worth(self, position: Any) -> Shares:
        """The static evaluation of each party."""
        return self.parties.shares(
            [float(self.game.advice.evaluate(position, seat)) for seat in self._seats]
        )

    def value(self, position: Any, samples: int, seed: int) -> Estimate:
        """What each party may expect of a position when all go on; draws at hand are weighed by
        their exact odds.
        """
        leaves = self._leaves(position)
        if leaves is None:
            return self._played(position, samples, seed)
        shares = [max(FEWEST, round(samples * weight)) for weight, _ in leaves]
        return weighed(
            [
                (weight, self._played(leaf, share, seed))
                for share, (weight, leaf) in zip(shares, leaves, strict=True)
            ]
        )

    def _played(self, position: Any, samples: int, seed: int) -> Estimate:
        known = self.exact(position)
        if known is not None:
            return exactly(known)
        luck = [seed_of(seed, number) for number in range(samples)]
        turn = self.game.turn(position)
        return averaged(self.outcomes([position.copy() for _ in luck], luck, turn))

    def _leaves(self, position: Any) -> list[tuple[float, Any]] | None:
        """All outcomes of the draws at hand with their odds, if they are few; one leaf where
        nothing is drawn.
        """
        open_leaves, leaves = [(1.0, position)], []
        while open_leaves:
            weight, now = open_leaves.pop()
            asked = self.game.decision(now)
            if not isinstance(asked, Chance):
                leaves.append((weight, now))
                continue
            if len(leaves) + len(open_leaves) + len(asked.odds) > MOST_LEAVES:
                return None
            for outcome, odds in asked.odds:
                twin = now.copy()
                twin.apply(CHANCE, outcome)
                open_leaves.append((weight * float(odds), twin))
        return leaves

    def result(self, position: Any) -> Shares:
        """The shares of a finished game by its rules."""
        end = self.game.decision(position)
        assert isinstance(end, Over)
        return self.parties.shares(end.payoffs)
