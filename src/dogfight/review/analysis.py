"""A finished game split into luck, guesses and choices, so that the parts add up to its result."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from dogfight.core.decision import Over, owing
from dogfight.core.record import Record
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.review.choices import Samples, judged
from dogfight.review.judges import Estimate, Evaluator, Shares, exactly, seed_of
from dogfight.review.report import BLAMED, Analysis, Choice, KeyMoment, Part, SeatReview, Split
from dogfight.review.steps import SeatAction, Step, steps_of

FIRST_SAMPLES: Final = 50
FACTOR: Final = 4
"""A pass has so many times the samples of the one before."""
MOST_SAMPLES: Final = 3200
MOMENTS: Final = 3
LOOKS, TESTS, LEAST = 8, 2, 4
"""A first look at an option has an eighth of the samples of a position, the judgement half of
them.
"""
CURVE, CHOICES = range(2)


def judge_of(game: AnyGame, record: Record) -> Evaluator:
    """Return the evaluator that knows this game best."""
    options = record.header.options
    make = game.manifest.load("evaluator")
    return (make(game, options) if make is not None else None) or Evaluator(game, options)


def analyses(game: AnyGame, record: Record, seed: int, seconds: float) -> Iterator[Analysis]:
    """Ever better ones while there is time: first the luck and the curve, then the choices, then
    all with more samples.

    In the first one the choices of the turns that moved most are judged first, and those are
    skipped for which no time is left.
    """
    began = time.monotonic()
    samples = FIRST_SAMPLES
    review = Reviewer(game, record, seed)
    while True:
        started = time.monotonic()
        first = review.curve(samples)
        if samples == FIRST_SAMPLES:
            yield first
        analysis = review.whole(samples, began + seconds)
        if analysis.skipped and samples > FIRST_SAMPLES:
            return
        yield analysis
        now = time.monotonic()
        if samples >= MOST_SAMPLES or now - began + FACTOR * (now - started) > seconds:
            return
        samples *= FACTOR


def analysed(game: AnyGame, record: Record, seed: int, samples: int) -> Analysis:
    """The same for the same seed and number of samples."""
    review = Reviewer(game, record, seed)
    review.curve(samples)
    return review.whole(samples)


class Reviewer:
    """One record under review."""

    def __init__(self, game: AnyGame, record: Record, seed: int) -> None:
        self.game, self.record, self.seed = game, record, seed
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

    def curve(self, samples: int) -> Analysis:
        """The chances after every step and the luck in them; the choices are still open."""
        places = [self.steps[0].before, *(step.after for step in self.steps)]
        if self.end is not None:
            places.pop()
        luck = seed_of(self.seed, CURVE)  # the same for all: it cancels out of the differences
        self._values = [self.judge.value(position, samples, luck) for position in places]
        if self.end is not None:
            self._values.append(exactly(self.judge.result(self.steps[-1].after)))
        self._valued_with = samples
        return self._analysis([[] for _ in self.steps], judged=False)

    def whole(self, samples: int, deadline: float = math.inf) -> Analysis:
        """With every choice judged for which there is time; the curve with these samples is
        there already.
        """
        counts = Samples(
            max(LEAST, samples // LOOKS), max(LEAST, samples // TESTS), max(LEAST, samples // TESTS)
        )
        choices: list[list[Choice]] = [[] for _ in self.steps]
        skipped = 0
        for number in self._by_size():
            for deed in self._lasting(self.steps[number]):
                if time.monotonic() > deadline:
                    skipped += 1
                    continue
                choice = judged(self.judge, deed, counts, seed_of(self.seed, CHOICES, deed.move))
                if choice is not None:
                    choices[number].append(choice)
        return self._analysis(choices, judged=True, skipped=skipped)

    def _by_size(self) -> list[int]:
        """The numbers of the steps, those first that changed most."""
        changes = [max(map(abs, minus(b.shares, a.shares))) for a, b in pairwise(self._values)]
        return sorted(range(len(changes)), key=lambda number: -changes[number])

    def _lasting(self, step: Step) -> list[SeatAction]:
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
        after, _ = self.game.after(deed.before, deed.seat, deed.action)
        return self.game.write(after) != self.game.write(deed.before)

    # --- putting it together -----------------------------------------------------------------

    def _analysis(self, choices: list[list[Choice]], *, judged: bool, skipped: int = 0) -> Analysis:
        parts = [
            self._part(number, step, before, after, choices[number])
            for number, (step, (before, after)) in enumerate(
                zip(self.steps, pairwise(self._values), strict=True)
            )
        ]
        end = self.end
        return Analysis(
            game=self.game.name,
            seed=self.seed,
            samples=self._valued_with,
            judged=judged,
            skipped=skipped,
            ended=end.words if end else str(self.record.header.ended),
            rule=end.rule if end else "",
            winners=end.winners if end else (),
            sides=self.judge.parties.names,
            splits=tuple(self._split(side, parts) for side in range(len(self.judge.parties.names))),
            seats=tuple(self._seat(seat, parts) for seat in range(len(self.seats))),
            moments=moments_of(parts),
            parts=tuple(parts),
            broken_off=end is None,
        )

    def _part(
        self, number: int, step: Step, before: Estimate, after: Estimate, choices: list[Choice]
    ) -> Part:
        change = minus(after.shares, before.shares)
        rest = change
        for choice in choices:
            rest = minus(rest, choice.effect)
        nothing = (0.0,) * len(change)
        lucky, hides = step.kind == "draw", self._hides[number]
        return Part(
            kind=step.kind,
            turn=step.turn,
            first=step.first,
            last=step.last,
            story=tuple(step.harm or step.story),
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

    def _split(self, side: int, parts: list[Part]) -> Split:
        own = [seat for seat, party in enumerate(self.judge.parties.of) if party == side]
        choices = [choice for part in parts for choice in part.choices if choice.seat in own]
        theirs = [choice for part in parts for choice in part.choices if choice.seat not in own]
        return Split(
            side=self.judge.parties.names[side],
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

    def _seat(self, seat: Seat, parts: list[Part]) -> SeatReview:
        choices = [
            (part.turn, choice) for part in parts for choice in part.choices if choice.seat == seat
        ]
        blamed = [choice for _, choice in choices if choice.verdict in BLAMED]
        return SeatReview(
            seat=seat,
            title=self.seats[seat].title,
            player=self.record.header.players[seat],
            cost=sum(choice.cost for _, choice in choices),
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


def moments_of(parts: list[Part]) -> tuple[KeyMoment, ...]:
    """The turns that moved the game most, in the order of play."""
    turns: dict[tuple[int, bool], list[Part]] = {}
    for part in parts:
        turns.setdefault((part.turn, part.kind == "draw"), []).append(part)
    key_moments = [_moment(turn, own) for (turn, _), own in turns.items()]
    largest = sorted(key_moments, key=lambda key_moment: -max(map(abs, key_moment.change)))[
        :MOMENTS
    ]
    return tuple(sorted(largest, key=lambda item: item.first))


def _moment(turn: int, parts: list[Part]) -> KeyMoment:
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
