"""One choice judged by what its seat could know: every option is tried in the same imagined
positions, and verdict, cost and values come from these alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from dogfight.bots.hints import merit
from dogfight.core.capabilities import Solver
from dogfight.core.dice import Dice
from dogfight.core.view import View
from dogfight.review.evaluators import Evaluator, Shares, averaged, averaged_difference, seed_of
from dogfight.review.report import FEW, Assessment, Choice, verdict_on
from dogfight.review.steps import SeatAction

FINALISTS: Final = 6
"""So many options beside the chosen one are looked at more closely."""
LOOK, TEST = range(2)
"""What a sample is for: the two share no luck."""
FIRST_LOOK: Final = 16
"""Samples of every option where there are many; the better half of them then has twice as many."""
AT_ONCE: Final = 256
"""So many imagined positions are held in memory for each option."""
CLEARLY: Final = 3.0
"""An option that is worse than the best by so many standard errors needs no more samples."""


def judged(judge: Evaluator, deed: SeatAction, samples: int, seed: int) -> Choice | None:
    """What a deed fell short of best play by; None where it was a change of mind, not one of the
    legal actions.
    """
    trial = trial_of(judge, deed, seed)
    if isinstance(trial, Trial):
        trial.extend(samples)
        return trial.choice()
    return trial


def trial_of(judge: Evaluator, deed: SeatAction, seed: int) -> Trial | Choice | None:
    """The judgement of a deed where none has to be sampled, else a trial of what it could have
    been; None where it was a change of mind, not one of the legal actions.
    """
    view: View[Any] = judge.game.view(deed.before, deed.seat)
    actions = [entry.action for entry in view.legal]
    if deed.action not in actions:
        return None
    at = actions.index(deed.action)
    if len(actions) == 1:
        return _as_choice(judge, deed, view, at, at, None)
    solution = judge.game.solved(view) if isinstance(judge.game, Solver) else None
    if solution is not None and len(judge.parties.of) == 2:
        return _solved(judge, deed, view, at, solution)
    return Trial(judge, deed, view, at, seed)


def _solved(
    judge: Evaluator,
    deed: SeatAction,
    view: View[Any],
    at: int,
    solution: list[tuple[float, float]],
) -> Choice:
    """Against best play, worked out."""
    values = [value for _, value in solution]
    best = values.index(max(values))
    if values[best] - values[at] <= FEW:
        best = at
    own = judge.parties.of[deed.seat]
    loss = values[at] - values[best]
    effect = tuple(loss if party == own else -loss for party in range(2))
    options = [
        Assessment(entry.notation, entry.text, chance, value, 0.0)
        for entry, (chance, value) in zip(view.legal, solution, strict=True)
    ]
    return _as_choice(judge, deed, view, at, best, _Assessed(-loss, effect, 0.0, True, 0, options))


@dataclass(frozen=True, slots=True)
class _Assessed:
    cost: float
    effect: Shares
    error: float
    exact: bool
    imagined: int
    options: list[Assessment]


class Trial:
    """The legal actions of a view, each tried in the same imagined positions with the same luck.

    Samples can be added: the verdict always comes from all that there are.
    """

    def __init__(
        self, judge: Evaluator, deed: SeatAction, view: View[Any], at: int, seed: int
    ) -> None:
        self.judge, self.deed, self.view, self.at, self.seed = judge, deed, view, at, seed
        self.own = judge.parties.of[deed.seat]
        self.turn = judge.game.turn(deed.before)
        self.hides = judge.game.has_secrets(deed.before) or view.decision_kind == "commit"
        self.samples = 0
        self._rows: dict[int, list[Shares]] = {}
        self._choice: Choice | None = None
        """The verdict on the samples that there are, once it was asked for."""

    @property
    def tried(self) -> int:
        """How many options are being tried."""
        return len(self._rows)

    def look(self, first: int = FIRST_LOOK) -> int:
        """Pick the options to try; returns how many samples of one option that took.

        Of many options the better half is looked at twice as closely, until few are left.
        """
        alive, number, spent = list(range(len(self.view.legal))), first, 0
        while len(alive) > 1 + FINALISTS:
            means = {
                index: averaged(rows).shares[self.own]
                for index, rows in self._tried(alive, range(number), LOOK).items()
            }
            spent += number * len(alive)
            kept = max(1 + FINALISTS, len(alive) // 2)
            alive = sorted(alive, key=lambda index: (index != self.at, -means[index]))[:kept]
            number *= 2
        self._rows = {index: [] for index in sorted(alive)}
        return spent

    def extend(self, samples: int, late: Callable[[], bool] = lambda: False) -> int:
        """Try the options that may still be best in more positions, until there are so many or it
        is late; returns how many samples of one option that took.
        """
        if not self._rows:
            self.look()
        if self.samples:
            self._drop_clearly_worse()
        before = self.samples
        self._choice = None
        while self.samples < samples and not (self.samples and late()):
            numbers = range(self.samples, min(samples, self.samples + AT_ONCE))
            for index, rows in self._tried(list(self._rows), numbers, TEST).items():
                self._rows[index] += rows
            self.samples = numbers.stop
        return (self.samples - before) * len(self._rows)

    def _drop_clearly_worse(self) -> None:
        """Leave out what need not be tried on beside the chosen option and the best."""
        best = self._best(self._rows)
        for index in [index for index in self._rows if index not in (self.at, best)]:
            gap = averaged_difference(self._rows[index], self._rows[best])
            if -gap.shares[self.own] > CLEARLY * gap.errors[self.own]:
                del self._rows[index]

    @property
    def cost(self) -> float:
        """What the choice falls short of the best by, as far as is known."""
        best = self._best(self._rows)
        return -averaged_difference(self._rows[self.at], self._rows[best]).shares[self.own]

    def choice(self) -> Choice:
        """The verdict on all samples that there are."""
        if self._choice is None:
            self._choice = self._judged()
        return self._choice

    def _judged(self) -> Choice:
        tried = self._rows
        best = self._best(tried)
        difference = averaged_difference(tried[self.at], tried[best])
        options = []
        for index in sorted(tried):
            entry, value = self.view.legal[index], averaged(tried[index])
            options.append(
                Assessment(
                    entry.notation, entry.text, None, value.shares[self.own], value.errors[self.own]
                )
            )
        assessed = _Assessed(
            -difference.shares[self.own],
            self._effect(tried),
            difference.errors[self.own],
            False,
            self.samples if self.hides else 0,
            options,
        )
        return _as_choice(self.judge, self.deed, self.view, self.at, best, assessed)

    def _best(self, tried: Mapping[int, Sequence[Shares]]) -> int:
        """The option worth most; the chosen one where it is as good."""
        share = itemgetter(self.own)
        return max(tried, key=lambda index: (sum(map(share, tried[index])), index == self.at))

    def _effect(self, tried: Mapping[int, Sequence[Shares]]) -> Shares:
        """What the choice changed for each side, without the flattery of the best of noisy means.

        The best option of either half of the samples is measured in the other half.
        """
        halves = [{index: rows[part::2] for index, rows in tried.items()} for part in range(2)]
        first, second = (
            averaged_difference(other[self.at], other[self._best(half)]).shares
            for half, other in (halves, halves[::-1])
        )
        return tuple((a + b) / 2 for a, b in zip(first, second, strict=True))

    def _tried(
        self, which: Sequence[int], numbers: Sequence[int], purpose: int
    ) -> dict[int, list[Shares]]:
        """What comes of some options in the imagined positions with these numbers."""
        game, seat = self.judge.game, self.deed.seat
        number = len(numbers)
        luck = [seed_of(self.seed, purpose, world) for world in numbers]
        worlds = []
        for item in luck:
            world = (
                game.views.imagine(self.view, Dice(seed_of(item, 1)))
                if self.hides
                else self.deed.before.copy()
            )
            world.unseal_others(seat)
            worlds.append(world)
        self.judge.brought_to(seat, worlds, [seed_of(entry, 2) for entry in luck])
        copies = [world.copy() for _ in which for world in worlds]
        for place, index in enumerate(which):
            for copy in copies[place * number : (place + 1) * number]:
                copy.apply_choice(index)
        ends = self.judge.prospects(copies, luck * len(which), self.turn)
        return {
            index: ends[place * number : (place + 1) * number] for place, index in enumerate(which)
        }


def _as_choice(
    judge: Evaluator,
    deed: SeatAction,
    view: View[Any],
    at: int,
    best: int,
    result: _Assessed | None,
) -> Choice:
    chosen, better = view.legal[at], view.legal[best]
    nothing = (0.0,) * len(judge.parties.names)
    cost = 0.0 if result is None else result.cost
    return Choice(
        move=deed.move,
        seat=deed.seat,
        notation=chosen.notation,
        text=chosen.text,
        verdict=("forced" if result is None else verdict_on(cost, result.error)),
        cost=cost,
        error=result.error if result else 0.0,
        exact=result.exact if result else True,
        better=better.notation if best != at else "",
        better_words=better.text if best != at else "",
        better_why=merit(better) if best != at else "",
        imagined=result.imagined if result else 0,
        effect=result.effect if result else nothing,
        options=tuple(result.options) if result else (),
        unlisted=len(view.legal) - len(result.options) if result else 0,
    )
