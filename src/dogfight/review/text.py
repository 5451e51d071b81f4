"""A review in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.review.report import Analysis, Choice, KeyMoment, SeatReview, Split, TurningPoint
from dogfight.review.story import LEAST_COST

PARTS = ("luck", "guesses", "choices", "gifts", "unexplained")
NAMES = {
    "luck": "luck",
    "guesses": "guesses",
    "choices": "choices",
    "gifts": "the others' choices",
    "unexplained": "not told apart",
}
LONGEST_STORY = 3


def rounded(parts: Sequence[float], total: float) -> list[int]:
    """Parts in whole per cent that add up to the whole ones of their total; what is over goes to
    the largest.
    """
    numbers = [round(100 * part) for part in parts]
    largest = max(range(len(parts)), key=lambda at: abs(parts[at]))
    numbers[largest] += round(100 * total) - sum(numbers)
    return numbers


GIVEN_UP = "The account goes as far as it was played; what would have come is not judged."
"""The text for a game in which a player gave up."""


def parts_of(split: Split) -> dict[str, int]:
    """The parts of a side's result in per cent; they lead from its start to its result, all
    rounded alike.
    """
    start, result = round(100 * split.start), round(100 * split.result)
    values = [getattr(split, name) for name in PARTS]
    return dict(zip(PARTS, rounded(values, (result - start) / 100), strict=True))


def per_cent(number: float) -> str:
    """A signed number of per cent as people read it."""
    return f"{'−' if number < 0 else '+'}{abs(number):g} %" if number else "0 %"


def headline(split: Split, analysis: Analysis) -> str:
    """The story of one side in a sentence."""
    return f"{names_of(split, analysis)} {analysis.stories[split.number].headline}"


def split_words(split: Split, analysis: Analysis) -> str:
    """The split of one side in a line, without the parts that are nothing."""
    parts = {name: number for name, number in parts_of(split).items() if number}
    if not analysis.judged:
        parts = {name: number for name, number in parts.items() if name == "luck"}
    reported = ", ".join(f"{NAMES[name]} {per_cent(number)}" for name, number in parts.items())
    return (
        f"{reported or 'as expected'}, from {100 * split.start:.0f} % to {100 * split.result:.0f} %"
    )


def point_words(point: TurningPoint) -> str:
    """A turning point: what was done, what was better, and why."""
    return (
        f"turn {point.turn}, move {point.move}: {point.did}. Better: {point.better}. {point.reason}"
    )


def names_of(split: Split, analysis: Analysis) -> str:
    """Who plays a side."""
    return " and ".join(seat_words(analysis.seats[seat]) for seat in split.seats)


def seat_words(seat: SeatReview) -> str:
    return seat.title if seat.player in ("", "?", seat.title) else f"{seat.player} ({seat.title})"


def error_words(seat: SeatReview) -> str:
    """How well a seat chose."""
    if not seat.turns:
        return "no choices"
    return (
        f"error {100 * max(0.0, seat.cost) / seat.turns:.1f} % a turn (±"
        f" {100 * seat.error / seat.turns:.1f})"
    )


def choice_words(choice: Choice) -> str:
    """A choice with its cost, and what was better."""
    how = "exactly" if choice.exact else f"± {100 * choice.error:.1f}"
    better = f"; better: {choice.better_words}" if choice.better_words else ""
    return f"{choice.text}: {choice.verdict}, cost {100 * choice.cost:.1f} % {how}{better}"


def moment_words(moment: KeyMoment, side: int) -> str:
    """A turn that moved the game, as one side saw it."""
    story = " ".join(moment.story[-LONGEST_STORY:])
    return (
        f"turn {moment.turn}: {per_cent(round(100 * moment.change[side]))}, mostly"
        f" {NAMES[moment.by]}. {story}"
    )


def chosen_at(analysis: Analysis, move: int) -> Choice | None:
    """The choice made at a move."""
    return next(
        (choice for part in analysis.parts for choice in part.choices if choice.move == move), None
    )


def text_of(analysis: Analysis) -> list[str]:
    """The whole review in lines."""
    lines = [
        f"{analysis.ended} [{analysis.rule}]" if analysis.rule else f"{analysis.ended} {GIVEN_UP}"
    ]
    for split in analysis.splits:
        story = analysis.stories[split.number]
        lines.append(headline(split, analysis))
        lines += [f"  {point_words(point)}" for point in story.points]
        if analysis.judged and not story.points:
            lines.append(f"  No choice of theirs cost more than {100 * LEAST_COST:.0f} %.")
        if story.unsure:
            lines.append(f"  {' '.join(story.unsure)}")
    lines += ["", "What moved the chances:"]
    for split in analysis.splits:
        lines.append(f"  {names_of(split, analysis)}: {split_words(split, analysis)}")
        lines.append(
            f"    standard errors: luck {100 * split.luck_error:.0f}, "
            f"choices {100 * split.choices_error:.0f}, the others' {100 * split.gifts_error:.0f} %"
        )
    first = names_of(analysis.splits[0], analysis)
    lines += ["", f"What decided it, for {first}:"]
    lines += [f"  {moment_words(moment, 0)}" for moment in analysis.moments]
    lines += ["", "How they chose:"]
    for seat in analysis.seats:
        lines.append(
            f"  {seat_words(seat)}: {error_words(seat)}, {seat.blamed} of {seat.choices} choices"
            " blamed"
        )
        worst = chosen_at(analysis, seat.worst)
        if worst is not None:
            lines.append(f"    worst, move {worst.move}: {choice_words(worst)}")
    lines += ["", worked_out(analysis)]
    return lines


def worked_out(analysis: Analysis) -> str:
    """How the figures came about."""
    late = f" For {analysis.skipped} choices there was no time." if analysis.skipped else ""
    return (
        f"Seed {analysis.seed}, {analysis.samples} samples a position: the same two numbers give"
        " the same figures. A choice is judged by what its seat could know, and blamed only beyond"
        f" three standard errors.{late}"
    )
