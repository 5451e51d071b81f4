"""Plots as SVG that takes its colours from the page around it. Each says in words what it shows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from dogfight.arena.play import PER_DOUBLING
from dogfight.arena.report import BotReport

WIDTH, LEFT, RIGHT, ROW = 720, 190, 30, 34
NAME = 24
"""Characters of a name that fit to the left of a plot."""
SEATS = "abcdef"
"""The colours of the seats, which bots borrow here in their order."""


def colour(at: int) -> str:
    """The class that gives a bot its colour."""
    return f"seat-{SEATS[at % len(SEATS)]}"


def short_name(name: str) -> str:
    """A name that fits beside a plot; the tables have it whole."""
    return name if len(name) <= NAME else f"{name[: NAME // 2 - 1]}…{name[-NAME // 2 :]}"


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """A label."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    """A straight line."""
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" class="{kind}"/>'


def drawing(name: str, title: str, words: str, height: float, parts: Sequence[str]) -> str:
    """A plot with a title and a description for those who do not see it."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-labelledby="{name}-title {name}-words">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-words">{escape(words)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def intervals(name: str, title: str, rows: Sequence[tuple[str, float, float, float]], mark: float | None) -> str:
    """A dot with its interval for every row; `mark` draws a line to compare with."""
    low = min([one[2] for one in rows] + ([] if mark is None else [mark]))
    high = max([one[3] for one in rows] + ([] if mark is None else [mark]))
    span = (high - low) or 1.0
    foot = ROW * len(rows) + 20

    def place(value: float) -> float:
        return LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT)

    parts = [line(LEFT, foot, WIDTH - RIGHT, foot, "axis")]
    for tick in (low, (low + high) / 2, high):
        parts.append(line(place(tick), foot, place(tick), foot + 5, "axis"))
        parts.append(text(place(tick), foot + 20, f"{tick:.3g}", "middle", "num"))
    if mark is not None:
        parts.append(line(place(mark), 8, place(mark), foot, "mark"))
    for at, (label, mean, least, most) in enumerate(rows):
        y = ROW * at + 28
        parts.append(text(LEFT - 12, y + 5, short_name(label), "end"))
        parts.append(line(place(least), y, place(most), y, f"bar {colour(at)}"))
        parts.append(f'<circle cx="{place(mean):.1f}" cy="{y}" r="6" class="dot {colour(at)}"/>')
    words = "; ".join(f"{label} {mean:.3g}, from {least:.3g} to {most:.3g}" for label, mean, least, most in rows)
    return drawing(name, title, words, foot + 28, parts)


def curves(name: str, title: str, across: str, lines: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> str:
    """Lines over a common scale, each with its name at the side; `across` says what is counted from left to right."""
    points = [point for _, line_points in lines for point in line_points]
    right = max(x for x, _ in points) or 1.0
    low, high = min(y for _, y in points), max(y for _, y in points)
    top, foot = 20.0, 220.0

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + x / right * (WIDTH - LEFT - RIGHT), foot - (y - low) / ((high - low) or 1.0) * (foot - top)

    parts = [line(LEFT, foot, WIDTH - RIGHT, foot, "axis"), line(LEFT, top, LEFT, foot, "axis")]
    for tick in (low, high):
        parts.append(text(LEFT - 12, place(0, tick)[1] + 5, f"{tick:.3g}", "end", "num"))
    parts.append(text(WIDTH - RIGHT, foot + 20, f"{right:,.0f} {across}", "end", "num"))
    for at, (label, line_points) in enumerate(lines):
        way = [place(x, y) for x, y in line_points]
        parts += [line(*one, *two, f"bar {colour(at)}") for one, two in pairwise(way)]
        parts.append(f'<circle cx="{way[-1][0]:.1f}" cy="{way[-1][1]:.1f}" r="5" class="dot {colour(at)}"/>')
        parts.append(f'<circle cx="16" cy="{ROW * at + 29}" r="6" class="dot {colour(at)}"/>')
        parts.append(text(28, ROW * at + 34, short_name(label)))
    words = "; ".join(f"{label} from {own[0][1]:.3g} to {own[-1][1]:.3g}" for label, own in lines)
    return drawing(name, title, words, foot + 30, parts)


def lengths(counts: Sequence[int]) -> str:
    """How many games had how many decisions."""
    least, most = min(counts), max(counts)
    bins = min(30, most - least + 1)
    wide = (most - least + 1) / bins
    found = [0] * bins
    for count in counts:
        found[min(bins - 1, int((count - least) / wide))] += 1
    top, foot = max(found), 180
    each = (WIDTH - 2 * RIGHT) / bins
    parts = [
        f'<rect x="{RIGHT + at * each + 1:.1f}" y="{foot - 150 * number / top:.1f}" width="{max(1.0, each - 2):.1f}" '
        f'height="{150 * number / top:.1f}" class="column"/>'
        for at, number in enumerate(found)
    ]
    parts.append(line(RIGHT, foot, WIDTH - RIGHT, foot, "axis"))
    parts.append(text(RIGHT, foot + 20, f"{least} decisions", "start", "num"))
    parts.append(text(WIDTH - RIGHT, foot + 20, f"{most} decisions", "end", "num"))
    parts.append(text(RIGHT, 18, f"highest column: {top} games", "start", "num"))
    words = f"{len(counts)} games, the shortest {least} and the longest {most} decisions"
    return drawing("lengths", "Length of the games", words, foot + 30, parts)


def paces(bots: Sequence[BotReport]) -> str:
    """A strip for every bot: how many of its decisions took how long, on a scale of doublings."""
    octaves = [_octaves(one.thought.times) for one in bots]
    steps = [step for found in octaves for step in found] or [0]
    first, last = min(steps), max(steps)
    each = (WIDTH - LEFT - RIGHT) / (last - first + 1)
    tall, foot = 60, 70 * len(bots) + 10
    parts = []
    for at, (bot, found) in enumerate(zip(bots, octaves, strict=True)):
        base = 70 * (at + 1)
        parts.append(text(LEFT - 12, base - 4, short_name(bot.bot), "end"))
        top = max(found.values(), default=1)
        for step, count in found.items():
            high = tall * count / top
            parts.append(
                f'<rect x="{LEFT + (step - first) * each + 1:.1f}" y="{base - high:.1f}" width="{each - 2:.1f}" '
                f'height="{high:.1f}" class="column {colour(at)}"/>'
            )
        parts.append(line(LEFT, base, WIDTH - RIGHT, base, "axis"))
    for step in range(first, last + 2, max(1, math.ceil((last - first) / 6))):
        parts.append(text(LEFT + (step - first) * each, foot + 16, short_time(2.0**step / 1e6), "middle", "num"))
    words = "; ".join(
        f"{one.bot}: half within {short_time(one.thought.p50)}, 95 % within {short_time(one.thought.p95)}"
        for one in bots
    )
    return drawing("paces", "Time per decision", words, foot + 26, parts)


def _octaves(times: Mapping[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for step, count in times.items():
        found[step // PER_DOUBLING] = found.get(step // PER_DOUBLING, 0) + count
    return found


def short_time(seconds: float) -> str:
    """A time in three digits and a unit."""
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"
