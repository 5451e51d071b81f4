"""A review as one page that needs nothing else: the curve, the parts, the moments, the choices."""

from __future__ import annotations

from html import escape
from typing import Final

from dogfight.reporting.charts import (
    Point,
    Series,
    WaterfallStep,
    line_chart,
    series_colour,
    waterfall,
)
from dogfight.reporting.html import paragraph, section, simple_page, table
from dogfight.review.report import Analysis, Split
from dogfight.review.story import shares_text
from dogfight.review.text import (
    GIVEN_UP,
    NAMES,
    choice_words,
    error_words,
    headline,
    moment_words,
    names_of,
    parts_of,
    per_cent,
    point_words,
    seat_words,
    worked_out,
)

FILLS: Final = {
    "luck": "plain",
    "guesses": "dots",
    "choices": "solid",
    "gifts": "slant",
    "unexplained": "bars",
}
"""The fill of each part in the waterfall chart."""


def as_page(analysis: Analysis, title: str) -> str:
    """The whole page."""
    sections = [
        _curve(analysis),
        *(_split(number, split, analysis) for number, split in enumerate(analysis.splits)),
        _moments(analysis),
        _seats(analysis),
        _choices(analysis),
    ]
    said = f"{analysis.ended} {GIVEN_UP}" if analysis.broken_off else analysis.ended
    return simple_page(f"{title}: review", f"{said} {worked_out(analysis)}", sections)


def _curve(analysis: Analysis) -> str:
    lines = [
        Series(
            names_of(split, analysis),
            [
                Point(0.0, split.start),
                *(Point(part.last, part.after[side]) for part in analysis.parts),
            ],
            series_colour(side),
        )
        for side, split in enumerate(analysis.splits)
    ]
    last = lines[0].points[-1].x
    ticks = {0.0: "0", last: f"{last:,.0f} moves"}
    return section(
        "Chances",
        line_chart("chances", "Chances, per cent of the stake", lines, ticks, factor=100.0),
    )


def _split(number: int, split: Split, analysis: Analysis) -> str:
    story = analysis.stories[number]
    points = "".join(f"<li>{escape(point_words(point))}</li>" for point in story.points)
    errors = {"luck": split.luck_error, "choices": split.choices_error, "gifts": split.gifts_error}
    rows = [
        (NAMES[name], per_cent(value), f"± {100 * errors[name]:.0f}" if name in errors else "")
        for name, value in parts_of(split).items()
    ]
    from_to = f"from {100 * split.start:.0f} % to {100 * split.result:.0f} %"
    steps = [
        WaterfallStep(NAMES[name], value, per_cent(value), FILLS[name])
        for name, value in parts_of(split).items()
    ]
    chart = waterfall(
        f"split-{number}", f"The parts of {split.side}", float(round(100 * split.start)), steps
    )
    parts = table(("part", "changed", "standard error"), rows, f"The parts, {from_to}")
    return section(
        names_of(split, analysis),
        paragraph(headline(split, analysis), "verdict"),
        f"<ol>{points}</ol>" if points else "",
        paragraph(" ".join(story.unsure)) if story.unsure else "",
        paragraph(shares_text(story.causes)) if story.causes else "",
        f"<details><summary>Details</summary>{chart}{parts}</details>",
    )


def _moments(analysis: Analysis) -> str:
    lines = "".join(f"<li>{escape(moment_words(moment, 0))}</li>" for moment in analysis.moments)
    return section(
        f"What decided it, for {names_of(analysis.splits[0], analysis)}", f"<ol>{lines}</ol>"
    )


def _seats(analysis: Analysis) -> str:
    rows = [
        (
            seat_words(seat),
            f"{100 * seat.cost:.1f} %",
            error_words(seat),
            str(seat.choices),
            str(seat.blamed),
        )
        for seat in analysis.seats
    ]
    head = ("seat", "choices cost", "error", "choices", "blamed")
    return section("How they chose", table(head, rows, "What each seat's choices cost its side"))


def _choices(analysis: Analysis) -> str:
    shown = []
    for part in analysis.parts:
        for choice in part.choices:
            if choice.verdict in ("forced", "best"):
                continue
            who = seat_words(analysis.seats[choice.seat])
            options = "; ".join(
                f"{option.notation} {100 * option.value:.1f} %"
                for option in sorted(choice.options, key=lambda option: -option.value)[:6]
            )
            shown.append(
                f'<li class="verdict-{choice.verdict}">Turn {part.turn}, move {choice.move},'
                f" {escape(who)}: {escape(choice_words(choice))}. Options:"
                f" {escape(options)}.</li>"
            )
    return section(
        "Choices that were not the best", f"<ul>{''.join(shown)}</ul>" if shown else "<p>None.</p>"
    )
