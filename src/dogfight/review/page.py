"""A review as one page that needs nothing else: the curve, the parts, the moments, the choices."""

from __future__ import annotations

from html import escape
from typing import Final

from dogfight.arena.page import section, table, whole_page
from dogfight.arena.plots import LEFT, RIGHT, WIDTH, curves, drawing, line, text
from dogfight.review.report import Analysis, Split
from dogfight.review.words import (
    GIVEN_UP,
    NAMES,
    choice_words,
    error_words,
    headline,
    moment_words,
    names_of,
    parts_of,
    per_cent,
    seat_words,
    worked_out,
)

BAR, STEP = 20, 32
PATTERNS: Final = {
    "luck": ("", ""),
    "guesses": ("dots", '<circle cx="3" cy="3" r="1.2" class="ink"/>'),
    "choices": ("solid", '<rect width="6" height="6" class="ink"/>'),
    "gifts": ("stripes", '<path d="M0 6L6 0" class="stroke"/>'),
    "unexplained": ("grid", '<path d="M0 3H6" class="stroke"/>'),
}
"""What tells the parts apart, without a colour."""
STYLE: Final = (
    "<style>.ink{fill:var(--ink)}.stroke{stroke:var(--ink);stroke-width:1.2}"
    ".part{stroke:var(--ink);stroke-width:1.5}.verdict-blunder,.verdict-mistake{font-weight:700}</style>"
)


def as_page(analysis: Analysis, title: str) -> str:
    """The whole page."""
    sections = [
        STYLE,
        _curve(analysis),
        *(_split(number, split, analysis) for number, split in enumerate(analysis.splits)),
        _moments(analysis),
        _seats(analysis),
        _choices(analysis),
    ]
    said = f"{analysis.ended} {GIVEN_UP}" if analysis.broken_off else analysis.ended
    return whole_page(f"{title}: review", f"{said} {worked_out(analysis)}", sections)


def _curve(analysis: Analysis) -> str:
    lines = [
        (
            names_of(split, analysis),
            [(0.0, 100 * split.start), *((float(part.last), 100 * part.after[side]) for part in analysis.parts)],
        )
        for side, split in enumerate(analysis.splits)
    ]
    return section("Chances", curves("chances", "Chances, per cent of the stake", "moves", lines))


def _split(number: int, split: Split, analysis: Analysis) -> str:
    words = f"{names_of(split, analysis)} {headline(split, analysis)}."
    errors = {"luck": split.luck_error, "choices": split.choices_error, "gifts": split.gifts_error}
    rows = [
        (NAMES[name], per_cent(value), f"± {100 * errors[name]:.0f}" if name in errors else "")
        for name, value in parts_of(split).items()
    ]
    from_to = f"from {100 * split.start:.0f} % to {100 * split.result:.0f} %"
    found = table(f"The parts, {from_to}", ("part", "changed", "standard error"), rows)
    return section(
        names_of(split, analysis), f'<p class="verdict">{escape(words)}</p>', waterfall(number, split), found
    )


def waterfall(number: int, split: Split) -> str:
    """The parts one after the other, from what could be expected at the start to the result."""
    parts = parts_of(split)
    at = float(round(100 * split.start))
    spots = [at]
    for value in parts.values():
        at += value
        spots.append(at)
    low, high = min(0.0, *spots), max(100.0, *spots)
    foot = STEP * len(parts) + 8

    def place(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT - 60)

    drawn = [_pattern(number, name) for name in parts] + [line(LEFT, foot, WIDTH - RIGHT, foot, "axis")]
    for tick in (0, 50, 100):
        drawn += [
            line(place(tick), 0, place(tick), foot, "mark"),
            text(place(tick), foot + 16, str(tick), "middle", "num"),
        ]
    for row, (name, value) in enumerate(parts.items()):
        left, right = sorted((place(spots[row]), place(spots[row + 1])))
        y = STEP * row + 8
        fill = f"url(#{PATTERNS[name][0]}-{number})" if PATTERNS[name][0] else "var(--sheet)"
        drawn.append(text(LEFT - 12, y + 15, NAMES[name], "end"))
        size = f'width="{max(1.0, right - left):.1f}" height="{BAR}"'
        drawn.append(f'<rect x="{left:.1f}" y="{y}" {size} fill="{fill}" class="part"/>')
        drawn.append(text(right + 8, y + 15, per_cent(value), "start", "num"))
    words = "; ".join(f"{NAMES[name]} {per_cent(value)}" for name, value in parts.items())
    return drawing(f"split-{number}", f"The parts of {split.side}", words, foot + 24, drawn)


def _pattern(number: int, name: str) -> str:
    pattern, drawn = PATTERNS[name]
    if not pattern:
        return ""
    size = 'width="6" height="6" patternUnits="userSpaceOnUse"'
    return f'<defs><pattern id="{pattern}-{number}" {size}>{drawn}</pattern></defs>'


def _moments(analysis: Analysis) -> str:
    lines = "".join(f"<li>{escape(moment_words(one, 0))}</li>" for one in analysis.moments)
    return section(f"What decided it, for {names_of(analysis.splits[0], analysis)}", f"<ol>{lines}</ol>")


def _seats(analysis: Analysis) -> str:
    rows = [
        (seat_words(one), f"{100 * one.cost:.1f} %", error_words(one), str(one.choices), str(one.blamed))
        for one in analysis.seats
    ]
    head = ("seat", "choices cost", "error", "choices", "blamed")
    return section("How they chose", table("What each seat's choices cost its side", head, rows))


def _choices(analysis: Analysis) -> str:
    shown = []
    for part in analysis.parts:
        for one in part.choices:
            if one.verdict in ("forced", "best"):
                continue
            who = seat_words(analysis.seats[one.seat])
            options = "; ".join(
                f"{option.word} {100 * option.chance:.0f} % ({100 * option.worth:.1f})"
                for option in sorted(one.options, key=lambda option: -option.chance)[:6]
            )
            shown.append(
                f'<li class="verdict-{one.verdict}">Turn {part.turn}, move {one.move}, {escape(who)}: '
                f"{escape(choice_words(one))}. Best play: {escape(options)}.</li>"
            )
    return section("Choices that were not the best", f"<ul>{''.join(shown)}</ul>" if shown else "<p>None.</p>")
