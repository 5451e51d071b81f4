"""SVG charts that take their colours from the stylesheet of the page; each describes in text
what it shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple, Protocol

WIDTH, LEFT, RIGHT, ROW = 720, 190, 30, 34
LABEL_LENGTH = 24
"""Characters of a name that fit beside a chart."""
MAX_COLUMNS = 40
_SERIES_COLOURS = "abcdef"
_TILE = 'patternUnits="userSpaceOnUse"'
FILLS: Final = ("solid", "slant", "dots", "cross", "plain", "bars")
"""What tells areas apart without a colour."""
FILL_PATTERNS: Final = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs><pattern'
    f' id="slant" width="6" height="6" {_TILE} patternTransform="rotate(45)"><path d="M0 0V6"'
    ' stroke="var(--ink)" stroke-width="4"/></pattern><pattern id="dots" width="6" height="6"'
    f' {_TILE}><circle cx="3" cy="3" r="1.3" fill="var(--ink)"/></pattern><pattern id="cross"'
    f' width="7" height="7" {_TILE}><path d="M0 0L7 7M7 0L0 7"'
    f' stroke="var(--ink)"/></pattern><pattern id="bars" width="5" height="5" {_TILE}><path d="M0'
    ' 1H5" stroke="var(--ink)"/></pattern></defs></svg>'
)
"""The patterns that fills refer to, once on a page."""


class Interval(Protocol):
    """A mean with its interval."""

    @property
    def mean(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class Point(NamedTuple):
    """A point of a line, with an interval if it has one."""

    x: float
    y: float
    interval: Interval | None = None


class Series(NamedTuple):
    """A line of a chart; `kind` is a CSS class, `dashes` an SVG dash pattern."""

    label: str
    points: Sequence[Point]
    kind: str = ""
    dashes: str = ""


class WaterfallStep(NamedTuple):
    """A bar of a waterfall chart: what it adds, how that is written, and its fill."""

    label: str
    change: float
    text: str
    fill: str


def series_colour(index: int) -> str:
    """Return the CSS class with the colour of a series."""
    return f"seat-{_SERIES_COLOURS[index % len(_SERIES_COLOURS)]}"


def short_name(name: str) -> str:
    """Shorten a name to what fits beside a chart."""
    return (
        name
        if len(name) <= LABEL_LENGTH
        else f"{name[: LABEL_LENGTH // 2 - 1]}…{name[-LABEL_LENGTH // 2 :]}"
    )


def short_time(seconds: float) -> str:
    """Return a time in three digits and a unit."""
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


# --- shapes
# ------------------------------------------------------------------------------------------


def image(name: str, title: str, description: str, height: float, shapes: Iterable[str]) -> str:
    """Return an SVG image with a title and a description for screen readers; `name` makes its
    ids unique.
    """
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-labelledby="{name}-title'
        f' {name}-words">'
        f'<title id="{name}-title">{escape(title)}</title><desc'
        f' id="{name}-words">{escape(description)}</desc>'
        f"{''.join(shapes)}</svg>"
    )


def label(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    """Return a text label."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(text)}</text>'
    )


def line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    """Return a straight line."""
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" class="{kind}"/>'


def dot(x: float, y: float, radius: float, kind: str = "") -> str:
    """Return a point."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="dot {kind}"/>'


def rectangle(x: float, y: float, width: float, height: float, kind: str, fill: str = "") -> str:
    """Return a rectangle; `fill` is one of `FILLS`, on the background of the page."""
    size = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    if not fill:
        return f'<rect {size} class="{kind}"/>'
    paint = {"solid": "var(--ink)", "plain": "var(--well)"}.get(fill, f"url(#{fill})")
    return f'<rect {size} class="ground"/><rect {size} fill="{paint}" class="{kind}"/>'


# --- charts
# ------------------------------------------------------------------------------------------


def interval_chart(
    name: str, title: str, rows: Sequence[tuple[str, Interval]], mark: float | None
) -> str:
    """Draw a dot with its interval for every row; `mark` draws a line to compare with."""
    marks = [] if mark is None else [mark]
    low = min([interval.low for _, interval in rows] + marks)
    high = max([interval.high for _, interval in rows] + marks)
    span = (high - low) or 1.0
    foot = ROW * len(rows) + 20

    def place(value: float) -> float:
        return LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT)

    shapes = [line(LEFT, foot, WIDTH - RIGHT, foot, "axis")]
    for tick in (low, (low + high) / 2, high):
        shapes.append(line(place(tick), foot, place(tick), foot + 5, "axis"))
        shapes.append(label(place(tick), foot + 20, f"{tick:.3g}", "middle", "num"))
    shapes += [line(place(value), 8, place(value), foot, "mark") for value in marks]
    for index, (text, interval) in enumerate(rows):
        y = ROW * index + 28
        shapes.append(label(LEFT - 12, y + 5, short_name(text), "end"))
        shapes.append(
            line(place(interval.low), y, place(interval.high), y, f"bar {series_colour(index)}")
        )
        shapes.append(dot(place(interval.mean), y, 6, series_colour(index)))
    description = "; ".join(
        f"{text} {interval.mean:.3g}, from {interval.low:.3g} to {interval.high:.3g}"
        for text, interval in rows
    )
    return image(name, title, description, foot + 28, shapes)


def inline_interval(
    interval: Interval, scale: tuple[float, float], band: tuple[float, float], middle: float
) -> str:
    """Draw a small interval on a scale of its own, for a cell of a table."""
    low, high = scale

    def place(value: float) -> float:
        return 2 + 196 * (min(high, max(low, value)) - low) / ((high - low) or 1.0)

    shapes = [
        rectangle(place(band[0]), 2, place(band[1]) - place(band[0]), 18, "band"),
        line(place(middle), 2, place(middle), 20, "fair-line"),
        line(place(interval.low), 11, place(interval.high), 11, "whisk"),
        line(place(interval.low), 7, place(interval.low), 15, "whisk"),
        line(place(interval.high), 7, place(interval.high), 15, "whisk"),
        dot(place(interval.mean), 11, 4),
    ]
    return f'<svg class="inline" viewBox="0 0 200 22" aria-hidden="true">{"".join(shapes)}</svg>'


def histogram(name: str, title: str, counts: Mapping[int, int], unit: str) -> str:
    """Draw how many games had which length, in at most `MAX_COLUMNS` columns; return nothing
    without games.
    """
    if not counts:
        return ""
    least, most = min(counts), max(counts)
    step = math.ceil((most - least + 1) / MAX_COLUMNS)
    columns = [0] * ((most - least) // step + 1)
    for value, count in counts.items():
        columns[(value - least) // step] += count
    top, total, foot, each = max(columns), sum(columns), 190.0, (WIDTH - 2 * RIGHT) / len(columns)
    shapes = []
    for index, count in enumerate(columns):
        height = 150 * count / top
        shapes.append(
            rectangle(RIGHT + index * each + 1, foot - height, max(1.0, each - 2), height, "column")
        )
        if len(columns) <= 20 or index % 5 == 0:
            shapes.append(
                label(
                    RIGHT + (index + 0.5) * each,
                    foot + 18,
                    str(least + index * step),
                    "middle",
                    "num",
                )
            )
    best = columns.index(top)
    anchor = "end" if best > len(columns) / 2 else "start"
    peak = f"{100 * top / total:.0f} %, {top} games"
    shapes.append(label(RIGHT + (best + 0.5) * each, foot - 158, peak, anchor, "num"))
    shapes.append(line(RIGHT, foot, WIDTH - RIGHT, foot, "axis"))
    shapes.append(label(WIDTH - RIGHT, foot + 36, unit, "end", "soft"))
    description = f"{total} games from {least} to {most} {unit}; most often {least + best * step}"
    return image(name, title, description, foot + 44, shapes)


def histogram_rows(
    name: str,
    title: str,
    rows: Sequence[tuple[str, Mapping[int, int]]],
    tick: Callable[[int], str],
    description: str,
) -> str:
    """Draw a histogram in every row over a common scale, each up to the same height; `tick`
    names a value.
    """
    values = [value for _, counts in rows for value in counts] or [0]
    first, last = min(values), max(values)
    each = (WIDTH - LEFT - RIGHT) / (last - first + 1)
    height, pitch = 60, 70
    foot = pitch * len(rows) + 10
    shapes = []
    for index, (text, counts) in enumerate(rows):
        base = pitch * (index + 1)
        shapes.append(label(LEFT - 12, base - 4, short_name(text), "end"))
        top = max(counts.values(), default=1)
        for value, count in counts.items():
            x, tall = LEFT + (value - first) * each + 1, height * count / top
            shapes.append(
                rectangle(x, base - tall, each - 2, tall, f"column {series_colour(index)}")
            )
        shapes.append(line(LEFT, base, WIDTH - RIGHT, base, "axis"))
    for value in range(first, last + 2, max(1, math.ceil((last - first) / 6))):
        shapes.append(label(LEFT + (value - first) * each, foot + 16, tick(value), "middle", "num"))
    return image(name, title, description, foot + 26, shapes)


def stacked_bars(name: str, title: str, rows: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """Draw a bar for every row, divided by reason; a reason has the same fill in all rows."""
    totals: dict[str, int] = {}
    for _, counts in rows:
        for reason, count in counts.items():
            totals[reason] = totals.get(reason, 0) + count
    fills = {
        reason: FILLS[index % len(FILLS)]
        for index, reason in enumerate(sorted(totals, key=lambda reason: -totals[reason]))
    }
    left, full = 90.0, WIDTH - 100.0
    shapes: list[str] = []
    for index, (text, counts) in enumerate(rows):
        x, y, total = left, 10.0 + 42 * index, sum(counts.values()) or 1
        shapes.append(label(0, y + 19, text))
        for reason, fill in fills.items():
            width = full * counts.get(reason, 0) / total
            if width > 0:
                shapes.append(rectangle(x, y, width, 28, "area", fill))
            if width > 26:
                shapes.append(rectangle(x + width / 2 - 12, y + 5, 24, 18, "ground"))
                shapes.append(
                    label(
                        x + width / 2,
                        y + 19,
                        f"{100 * counts[reason] / total:.0f}",
                        "middle",
                        "num",
                    )
                )
            x += width
    foot = 20.0 + 42 * len(rows)
    for index, (reason, fill) in enumerate(fills.items()):
        x, y = left + 310 * (index % 2), foot + 22 * (index // 2)
        shapes += [rectangle(x, y, 18, 13, "area", fill), label(x + 26, y + 12, reason)]
    description = "; ".join(
        f"{text}: " + ", ".join(f"{reason} {count}" for reason, count in counts.items())
        for text, counts in rows
    )
    return image(name, title, description, foot + 22 * ((len(fills) + 1) // 2) + 6, shapes)


def waterfall(name: str, title: str, start: float, steps: Sequence[WaterfallStep]) -> str:
    """Draw steps one after the other from a start, on a scale that holds 0 to 100."""
    values = [start]
    for step in steps:
        values.append(values[-1] + step.change)
    low, high = min(0.0, *values), max(100.0, *values)
    pitch, height = 32, 20
    foot = pitch * len(steps) + 8

    def place(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT - 60)

    shapes = [line(LEFT, foot, WIDTH - RIGHT, foot, "axis")]
    for tick in (0, 50, 100):
        shapes.append(line(place(tick), 0, place(tick), foot, "mark"))
        shapes.append(label(place(tick), foot + 16, str(tick), "middle", "num"))
    for row, step in enumerate(steps):
        left, right = sorted((place(values[row]), place(values[row + 1])))
        y = pitch * row + 8
        shapes.append(label(LEFT - 12, y + 15, step.label, "end"))
        shapes.append(rectangle(left, y, max(1.0, right - left), height, "area", step.fill))
        shapes.append(label(right + 8, y + 15, step.text, "start", "num"))
    description = "; ".join(f"{step.label} {step.text}" for step in steps)
    return image(name, title, description, foot + 24, shapes)


def line_chart(
    name: str,
    title: str,
    lines: Sequence[Series],
    ticks: Mapping[float, str],
    *,
    factor: float = 1.0,
    band: tuple[float, float] | None = None,
    include: Sequence[float] = (),
) -> str:
    """Draw lines over a common scale, each with its name and last value beside it; return nothing
    without points.

    `ticks` names values of x, where points have a dot. Values of y are written times `factor`; the
    scale holds all points, their intervals and `include`. `band` is a range of y that is shaded
    where it is in view.
    """
    drawn = [series for series in lines if series.points]
    points = [point for series in drawn for point in series.points]
    if not points:
        return ""
    ys = [*include, *(point.y for point in points)]
    intervals = [point.interval for point in points if point.interval is not None]
    low = min(ys + [interval.low for interval in intervals])
    high = max(ys + [interval.high for interval in intervals])
    first, last = min(point.x for point in points), max(point.x for point in points)
    names = [
        (
            f"{short_name(series.label)} {factor * series.points[-1].y:.3g}"
            if series.points[-1].x == last
            else short_name(series.label)
        )
        for series in drawn
    ]
    left, right, top, foot = 60.0, min(560.0, WIDTH - 24 - 7.0 * max(map(len, names))), 16.0, 270.0

    def across(x: float) -> float:
        return left + 20 + (right - left - 40) * (x - first) / ((last - first) or 1.0)

    def up(y: float) -> float:
        return foot - (foot - top) * (min(high, max(low, y)) - low) / ((high - low) or 1.0)

    shapes: list[str] = []
    if band is not None and band[1] > low and band[0] < high:
        shapes.append(rectangle(left, up(band[1]), right - left, up(band[0]) - up(band[1]), "band"))
    for quarter in range(5):
        y = low + (high - low) * quarter / 4
        shapes.append(line(left, up(y), right, up(y), "grid"))
        shapes.append(label(left - 8, up(y) + 4, f"{factor * y:.3g}", "end", "num"))
    for series in drawn:
        way = "L".join(f"{across(point.x):.1f} {up(point.y):.1f}" for point in series.points)
        dashes = f' stroke-dasharray="{series.dashes}"' if series.dashes else ""
        shapes.append(f'<path class="line {series.kind}"{dashes} d="M{way}"/>')
        for point in series.points:
            x = across(point.x)
            if point.interval is not None:
                shapes.append(line(x, up(point.interval.low), x, up(point.interval.high), "whisk"))
            if point.x in ticks:
                shapes.append(dot(x, up(point.y), 4.5, series.kind))
    ends = sorted(
        (up(series.points[-1].y), text, series.kind)
        for series, text in zip(drawn, names, strict=True)
    )
    y = -20.0
    for end, text, kind in ends:
        y = max(end + 4, y + 16)  # pushed apart where names would overlap
        shapes.append(label(right + 14, y, text, "start", f"end {kind}"))
    shapes += [label(across(x), foot + 22, text, "middle") for x, text in ticks.items()]
    return image(name, title, _line_description(drawn, ticks, factor), max(foot, y) + 32, shapes)


def _line_description(lines: Sequence[Series], ticks: Mapping[float, str], factor: float) -> str:
    def value(point: Point) -> str:
        mean = f"{ticks[point.x]} {factor * point.y:.3g}"
        if point.interval is None:
            return mean
        return f"{mean} ({factor * point.interval.low:.3g} to {factor * point.interval.high:.3g})"

    return "; ".join(
        f"{series.label}: {', '.join(value(point) for point in series.points if point.x in ticks)}"
        for series in lines
    )
