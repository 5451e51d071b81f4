"""A finished game split into luck, guesses and choices, so that the parts add up to its result."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from dogfight.core.decision import Over, owing
from dogfight.core.game import apply_checked
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.match.record import Record
from dogfight.review.choices import FIRST_LOOK, Trial, trial_of
from dogfight.review.evaluators import Estimate, Evaluator, Shares, exactly, seed_of
from dogfight.review.report import (
    BLAMED,
    Analysis,
    Choice,
    KeyMoment,
    ResultPart,
    SeatReview,
    Split,
)
from dogfight.review.steps import PlayedStep, SeatAction, steps_of
from dogfight.review.story import (
    close_points,
    decisive,
    story_of,
    swings_of,
    turning_points,
)

FIRST_SAMPLES: Final = 50
LEAST: Final = 4
MOST_SAMPLES: Final = 6400
FACTOR: Final = 4
"""What is too close to tell gets so many times the samples."""
CURVE_TIME: Final = 0.15
"""The share of the time for the curve;"""
HEADLINE_TIME: Final = 0.22
"""and for it with the turns that are too close to tell, after which the headline stands."""
MOST_RACED: Final = 25_600
RACED: Final = 6
"""So many choices of a side are left at the end of the race for the turning points."""
RACE: Final = 2.0
"""The samples of the race, by those that all choices got before it."""
SAMPLED: Final = 0.95
"""The share of the time in which samples are taken; in the rest they are summed up."""
BASE_TIME: Final = 0.2
"""The share of the time for what all choices get;"""
RACE_TIME: Final = 0.7
"""and of the rest for the race, before it is checked."""
FEWER: Final = 2
TICK: Final = 1e-3
MOMENTS: Final = 3
CURVE, CHOICES = range(2)


def judge_of(game: AnyGame, record: Record) -> Evaluator:
    """Return the evaluator that knows this game best."""
    options = record.header.options
    make = game.manifest.load("evaluator")
    return (make(game, options) if make is not None else None) or Evaluator(game, options)


def analyses(
    game: AnyGame,
    record: Record,
    seed: int,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Analysis]:
    """Two, in the time there is: the luck, the curve and the headline first, then the choices too.

    As many samples are taken as there is time for. The choices of the turns that moved most are
    judged first, and those are skipped for which no time is left.
    """
    review = Reviewer(game, record, seed, clock)
    began = clock()
    review.curve(FIRST_SAMPLES)
    took = max(clock() - began, TICK)
    samples = int(FIRST_SAMPLES * seconds * CURVE_TIME / took)
    headline = began + seconds * HEADLINE_TIME
    yield review.curve(min(MOST_SAMPLES, max(FIRST_SAMPLES, samples)), headline)
    yield review.whole(0, began + seconds * SAMPLED)


def analysed(game: AnyGame, record: Record, seed: int, samples: int) -> Analysis:
    """The same for the same seed and number of samples."""
    review = Reviewer(game, record, seed)
    review.curve(samples)
    return review.whole(samples)


class Reviewer:
    """One record under review."""

    def __init__(
        self,
        game: AnyGame,
        record: Record,
        seed: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.record, self.seed, self._clock = game, record, seed, clock
        self.steps = steps_of(game, record)
        self.judge = judge_of(game, record)
        self.seats = game.seats(record.header.options)
        end = game.decision(self.steps[-1].after)
        self.end = end if isinstance(end, Over) else None
        """How it ended; None if a player gave up."""
        self._hides = [
            step.kind == "sealed" or game.has_secrets(step.before) for step in self.steps
        ]
        self._values: list[Estimate] = []
        self._valued_with = 0

    def curve(self, samples: int, deadline: float = math.inf) -> Analysis:
        """The chances after every step and the luck in them; the choices are still open.

        The turns that decided the game get more samples until they can be told apart, or no more
        can be taken before the deadline.
        """
        began = self._clock()
        self._values = [self._valued(number, samples) for number in range(len(self.steps) + 1)]
        self._valued_with = samples
        most = samples * len(self._values)
        spent = 0
        pace = (self._clock() - began) / most
        while contested := self._contested_bounds():
            samples *= FACTOR
            spent += samples * len(contested)
            if spent > most or self._clock() + pace * samples * len(contested) > deadline:
                break
            for number in contested:
                self._values[number] = self._valued(number, samples)
        return self._analysis([[] for _ in self.steps], judged=False)

    def _valued(self, number: int, samples: int) -> Estimate:
        """What could be expected before a step, or after the last."""
        if number < len(self.steps):
            luck = seed_of(self.seed, CURVE)  # the same for all: it cancels out of differences
            return self.judge.value(self.steps[number].before, samples, luck)
        after = self.steps[-1].after
        if self.end is not None:
            return exactly(self.judge.result(after))
        return self.judge.value(after, samples, seed_of(self.seed, CURVE))

    def _contested_bounds(self) -> list[int]:
        """Where turns begin and end of which it is open whether they decided the game."""
        swings = swings_of([step.turn for step in self.steps], self._values)
        bounds: set[int] = set()
        for side in range(len(self.judge.parties.names)):
            direction = 1 if self._won(side) else -1
            close = decisive([swing.of(side, direction) for swing in swings])
            if len(close) > 1:
                for at in close:
                    bounds |= {swings[at].first, swings[at].last}
        return sorted(bounds)

    def _won(self, side: int) -> bool:
        winners = self.end.winners if self.end else ()
        return any(self.judge.parties.of[seat] == side for seat in winners)

    def whole(self, samples: int, deadline: float = math.inf) -> Analysis:
        """With every choice judged for which there is time; the curve is there already.

        Without a number of samples as many are taken as there is time for. Most of all samples go
        to the choices that may be turning points.
        """
        trials: list[tuple[int, Choice | Trial]] = []
        skipped, looked, began = 0, 0, self._clock()
        first = max(LEAST, min(FIRST_LOOK, samples or FIRST_LOOK))

        def is_late() -> bool:
            return self._clock() > deadline

        for number in self._by_size():
            for deed in self._lasting(self.steps[number]):
                if is_late():
                    skipped += 1
                    continue
                trial = trial_of(self.judge, deed, seed_of(self.seed, CHOICES, deed.move))
                if isinstance(trial, Trial):
                    looked += trial.look(first) + trial.extend(first, is_late)
                if trial is not None:
                    trials.append((number, trial))
        open_trials = [trial for _, trial in trials if isinstance(trial, Trial)]
        timed = not samples
        if timed:
            options = sum(trial.tried for trial in open_trials)
            share = BASE_TIME * self._samples_until(deadline, looked, began)
            samples = first + int(share / max(1, options))
        samples = max(LEAST, min(samples, MOST_SAMPLES))
        spent = 0
        for trial in open_trials:
            if not is_late():
                spent += trial.extend(samples, is_late)
        race = RACE * spent
        if timed:
            race = RACE_TIME * self._samples_until(deadline, looked + spent, began)
        for side in range(len(self.judge.parties.names)):
            own = [trial for trial in open_trials if trial.own == side]
            share = sum(trial.tried for trial in own) / max(
                1, sum(trial.tried for trial in open_trials)
            )
            self._race(own, race * share, is_late)
        choices: list[list[Choice]] = [[] for _ in self.steps]
        for number, trial in trials:
            choices[number].append(trial.choice() if isinstance(trial, Trial) else trial)
        return self._analysis(choices, judged=True, skipped=skipped)

    def _samples_until(self, deadline: float, taken: int, began: float) -> float:
        """How many samples there is time for, at the rate of those that were taken."""
        now = self._clock()
        return max(0.0, deadline - now) * max(1, taken) / max(now - began, TICK)

    def _race(self, trials: list[Trial], most: float, is_late: Callable[[], bool]) -> None:
        """Find the choices of one side that cost it most, with so many samples.

        In every round the costlier half of those that remain gets more samples, until few remain.
        """
        alive = trials
        rounds = max(1, math.ceil(math.log2(max(1, len(alive)) / RACED)) + 1)
        for _ in range(rounds):
            if len(alive) > RACED and alive is not trials:
                alive = sorted(alive, key=lambda trial: -trial.cost)[: max(RACED, len(alive) // 2)]
            more = int(most / rounds / max(1, sum(trial.tried for trial in alive)))
            for trial in alive:
                if not is_late() and trial.samples + more <= MOST_RACED:
                    trial.extend(trial.samples + more, is_late)
        self._check(trials, max((trial.samples for trial in alive), default=0), most, is_late)

    def _check(
        self, trials: list[Trial], samples: int, most: float, is_late: Callable[[], bool]
    ) -> None:
        """Give those as many samples that left the race early, but still look as costly."""
        spent = 0
        while spent <= most and not is_late():
            own = {trial.deed.move: trial.choice() for trial in trials}
            named = {choice.move for choice in turning_points(own.values())}
            named |= {choice.move for choice in close_points(list(own.values()))}
            late = [
                trial
                for trial in trials
                if trial.deed.move in named and FEWER * trial.samples < samples
            ]
            if not late:
                return
            for trial in late:
                spent += trial.extend(min(samples, FACTOR * trial.samples), is_late)

    def _by_size(self) -> list[int]:
        """The numbers of the steps, those first that changed most."""
        changes = [max(map(abs, minus(b.shares, a.shares))) for a, b in pairwise(self._values)]
        return sorted(range(len(changes)), key=lambda number: -changes[number])

    def _lasting(self, step: PlayedStep) -> list[SeatAction]:
        """Return the deeds of a step that were not changed afterwards: replacing a sealed choice
        begins anew.
        """
        lasting: list[SeatAction] = []
        for deed in step.deeds:
            if step.kind != "sealed" or self._was_owed(deed):
                lasting.append(deed)
            elif self._changed_something(deed):
                lasting = [seat_action for seat_action in lasting if seat_action.seat != deed.seat]
        return lasting

    def _was_owed(self, deed: SeatAction) -> bool:
        """Whether the game waited for this seat and for such a choice: those who are ready may
        act, but owe nothing.
        """
        asked = owing(self.game.decision(deed.before))
        return deed.seat in asked and deed.action in self.game.legal(deed.before, deed.seat)

    def _changed_something(self, deed: SeatAction) -> bool:
        """To say once more that one is ready changes nothing."""
        after, _ = apply_checked(self.game, deed.before, deed.seat, deed.action)
        return self.game.notation.write(after) != self.game.notation.write(deed.before)

    # --- putting it together -----------------------------------------------------------------

    def _analysis(self, choices: list[list[Choice]], *, judged: bool, skipped: int = 0) -> Analysis:
        parts = [
            self._part(number, step, before, after, choices[number])
            for number, (step, (before, after)) in enumerate(
                zip(self.steps, pairwise(self._values), strict=True)
            )
        ]
        end = self.end
        winners = end.winners if end else ()
        swings = swings_of([step.turn for step in self.steps], self._values)
        splits = tuple(self._split(side, parts) for side in range(len(self.judge.parties.names)))
        return Analysis(
            game=self.game.name,
            seed=self.seed,
            samples=self._valued_with,
            judged=judged,
            skipped=skipped,
            ended=end.text if end else str(self.record.header.ended),
            rule=end.rule if end else "",
            winners=winners,
            sides=self.judge.parties.names,
            splits=splits,
            seats=tuple(self._seat(seat, parts) for seat in range(len(self.seats))),
            moments=moments_of(parts),
            parts=tuple(parts),
            stories=tuple(
                story_of(split, parts, swings, winners, judged=judged, broken_off=end is None)
                for split in splits
            ),
            broken_off=end is None,
        )

    def _part(
        self,
        number: int,
        step: PlayedStep,
        before: Estimate,
        after: Estimate,
        choices: list[Choice],
    ) -> ResultPart:
        change = minus(after.shares, before.shares)
        rest = change
        for choice in choices:
            rest = minus(rest, choice.effect)
        nothing = (0.0,) * len(change)
        lucky, hides = step.kind == "draw", self._hides[number]
        return ResultPart(
            kind=step.kind,
            turn=step.turn,
            first=step.first,
            last=step.last,
            story=tuple(step.harm or step.story),
            harmful=bool(step.harm),
            before=before.shares,
            after=after.shares,
            errors=tuple(
                (a * a + b * b) ** 0.5 for a, b in zip(before.errors, after.errors, strict=True)
            ),
            luck=rest if lucky else nothing,
            guesses=rest if hides and not lucky else nothing,
            unexplained=rest if not hides and not lucky else nothing,
            choices=tuple(choices),
        )

    def _split(self, side: int, parts: list[ResultPart]) -> Split:
        own = [seat for seat, party in enumerate(self.judge.parties.of) if party == side]
        choices = [choice for part in parts for choice in part.choices if choice.seat in own]
        theirs = [choice for part in parts for choice in part.choices if choice.seat not in own]
        return Split(
            side=self.judge.parties.names[side],
            number=side,
            seats=tuple(own),
            start=parts[0].before[side],
            result=parts[-1].after[side],
            luck=sum(part.luck[side] for part in parts),
            guesses=sum(part.guesses[side] for part in parts),
            choices=sum(choice.effect[side] for choice in choices),
            gifts=sum(their.effect[side] for their in theirs),
            unexplained=sum(part.unexplained[side] for part in parts),
            luck_error=_together(part.errors[side] for part in parts if part.kind == "draw"),
            choices_error=_together(choice.error for choice in choices),
            gifts_error=_together(their.error for their in theirs),
        )

    def _seat(self, seat: Seat, parts: list[ResultPart]) -> SeatReview:
        choices = [
            (part.turn, choice) for part in parts for choice in part.choices if choice.seat == seat
        ]
        blamed = [choice for _, choice in choices if choice.verdict in BLAMED]
        return SeatReview(
            seat=seat,
            title=self.seats[seat].title,
            player=self.record.header.players[seat],
            cost=-sum(choice.effect[self.judge.parties.of[seat]] for _, choice in choices),
            error=_together(choice.error for _, choice in choices),
            turns=len({turn for turn, choice in choices if choice.verdict != "forced"}),
            choices=sum(choice.verdict != "forced" for _, choice in choices),
            blamed=len(blamed),
            worst=max(blamed, key=lambda item: item.cost).move if blamed else 0,
        )


def minus(values: Shares, item: Shares) -> Shares:
    return tuple(a - b for a, b in zip(values, item, strict=True))


def _together(errors: Iterator[float]) -> float:
    return math.sqrt(sum(error * error for error in errors))


def moments_of(parts: list[ResultPart]) -> tuple[KeyMoment, ...]:
    """The turns that moved the game most, in the order of play."""
    turns: dict[tuple[int, bool], list[ResultPart]] = {}
    for part in parts:
        turns.setdefault((part.turn, part.kind == "draw"), []).append(part)
    key_moments = [_moment(turn, own) for (turn, _), own in turns.items()]
    largest = sorted(key_moments, key=lambda key_moment: -max(map(abs, key_moment.change)))[
        :MOMENTS
    ]
    return tuple(sorted(largest, key=lambda item: item.first))


def _moment(turn: int, parts: list[ResultPart]) -> KeyMoment:
    sides = range(len(parts[0].before))
    change = tuple(sum(part.after[side] - part.before[side] for part in parts) for side in sides)
    side = max(sides, key=lambda number: abs(change[number]))
    shares = {
        "luck": sum(part.luck[side] for part in parts),
        "guesses": sum(part.guesses[side] for part in parts),
        "choices": sum(choice.effect[side] for part in parts for choice in part.choices),
        "unexplained": sum(part.unexplained[side] for part in parts),
    }
    by = max(shares, key=lambda name: abs(shares[name]))
    reported = [part for part in parts if part.story] or parts
    decisive = max(reported, key=lambda part: abs(part.after[side] - part.before[side]))
    return KeyMoment(
        turn,
        parts[0].first,
        parts[-1].last,
        change,
        by,  # type: ignore[arg-type]
        decisive.story,
        decisive.last,
    )
