"""The plots of a lab report: SVG in the page's own colours, told apart in grey print by pattern and weight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dogfight.arena.plots import drawing, line, text
from dogfight.lab.figures import Figure

WIDTH = 720
_FILLS = ("solid", "slant", "dots", "cross", "plain", "bars")
_TILE = 'patternUnits="userSpaceOnUse"'
PATTERNS = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    f'<pattern id="slant" width="6" height="6" {_TILE} patternTransform="rotate(45)">'
    '<path d="M0 0V6" stroke="var(--ink)" stroke-width="4"/></pattern>'
    f'<pattern id="dots" width="6" height="6" {_TILE}><circle cx="3" cy="3" r="1.3" fill="var(--ink)"/></pattern>'
    f'<pattern id="cross" width="7" height="7" {_TILE}><path d="M0 0L7 7M7 0L0 7" stroke="var(--ink)"/></pattern>'
    f'<pattern id="bars" width="5" height="5" {_TILE}><path d="M0 1H5" stroke="var(--ink)"/></pattern>'
    "</defs></svg>"
)
"""The patterns that bars are filled with, for the top of a page."""


def _fill(at: int) -> str:
    name = _FILLS[at % len(_FILLS)]
    return {"solid": "var(--ink)", "plain": "var(--well)"}.get(name, f"url(#{name})")


def stacked(name: str, title: str, rows: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """A bar for every row, cut by reason; the same reason has the same pattern everywhere."""
    reasons = list(dict.fromkeys(reason for _, counts in rows for reason in counts))
    reasons.sort(key=lambda reason: -sum(counts.get(reason, 0) for _, counts in rows))
    left, wide = 90.0, WIDTH - 100.0
    parts: list[str] = []
    for at, (label, counts) in enumerate(rows):
        y, x, total = 10.0 + 42 * at, left, sum(counts.values()) or 1
        parts.append(text(0, y + 19, label))
        for number, reason in enumerate(reasons):
            width = wide * counts.get(reason, 0) / total
            if width <= 0:
                continue
            parts.append(_box(x, y, width, 28, _fill(number)))
            if width > 26:
                words = f"{100 * counts[reason] / total:.0f}"
                parts.append(
                    f'<rect x="{x + width / 2 - 12:.1f}" y="{y + 5:.1f}" width="24" height="18" rx="2" '
                    'fill="var(--sheet)"/>'
                )
                parts.append(text(x + width / 2, y + 19, words, "middle", "n"))
            x += width
    foot = 20.0 + 42 * len(rows)
    for number, reason in enumerate(reasons):
        x, y = left + 310 * (number % 2), foot + 22 * (number // 2)
        parts.append(_box(x, y, 18, 13, _fill(number)))
        parts.append(text(x + 26, y + 12, reason))
    words = "; ".join(
        f"{label}: " + ", ".join(f"{reason} {count}" for reason, count in counts.items()) for label, counts in rows
    )
    return drawing(name, title, words, foot + 22 * ((len(reasons) + 1) // 2) + 6, parts)


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    size = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {size} fill="var(--sheet)"/><rect {size} fill="{fill}" stroke="var(--ink)" stroke-width="1"/>'


def histogram(name: str, title: str, counts: Mapping[str, int], unit: str) -> str:
    """How many games had which length; at most forty columns."""
    values = sorted((int(value), count) for value, count in counts.items())
    if not values:
        return ""
    least, most = values[0][0], values[-1][0]
    step = max(1, -(-(most - least + 1) // 40))
    columns = [0] * ((most - least) // step + 1)
    for value, count in values:
        columns[(value - least) // step] += count
    top, foot, each = max(columns), 190.0, (WIDTH - 60) / len(columns)
    total = sum(columns)
    parts = []
    for at, count in enumerate(columns):
        high = 150 * count / top
        parts.append(
            f'<rect x="{30 + at * each + 1:.1f}" y="{foot - high:.1f}" width="{max(1.0, each - 2):.1f}" '
            f'height="{high:.1f}" class="column"/>'
        )
        if len(columns) <= 20 or at % 5 == 0:
            parts.append(text(30 + (at + 0.5) * each, foot + 18, str(least + at * step), "middle", "n"))
    best = columns.index(top)
    anchor = "end" if best > len(columns) / 2 else "start"
    parts.append(text(30 + (best + 0.5) * each, foot - 158, f"{100 * top / total:.0f} %", anchor, "n"))
    parts.append(line(30, foot, WIDTH - 30, foot, "axis"))
    parts.append(text(WIDTH - 30, foot + 36, unit, "end", "soft"))
    words = f"{total} games from {least} to {most} {unit}; most often {least + best * step}"
    return drawing(name, title, words, foot + 44, parts)


def whisker(figure: Figure, low: float, high: float, band: tuple[float, float], middle: float) -> str:
    """A small interval on its own scale, for a cell of a table."""
    wide = (high - low) or 1.0

    def place(value: float) -> float:
        return 2 + 196 * (min(high, max(low, value)) - low) / wide

    parts = [
        _band(place(band[0]), place(band[1]), 2, 20),
        line(place(middle), 2, place(middle), 20, "fair-line"),
        line(place(figure.low), 11, place(figure.high), 11, "whisk"),
        line(place(figure.low), 7, place(figure.low), 15, "whisk"),
        line(place(figure.high), 7, place(figure.high), 15, "whisk"),
        f'<circle class="dot" cx="{place(figure.mean):.1f}" cy="11" r="4"/>',
    ]
    return f'<svg class="inline" viewBox="0 0 200 22" aria-hidden="true">{"".join(parts)}</svg>'


def slopes(
    name: str,
    title: str,
    across: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Figure], bool]],
    band: tuple[float, float],
) -> str:
    """A line for every row over the strengths of play; rows that flip stand out. Shares are drawn in percent."""
    known = [one for _, figures, _ in rows for one in figures if one.deals]
    low, high = min([one.mean for one in known] + [band[0]]), max([one.mean for one in known] + [band[1]])
    left, right, top, foot = 60.0, 500.0, 16.0, 280.0

    def place(at: int, value: float) -> tuple[float, float]:
        x = left + (right - left) * at / max(1, len(across) - 1)
        return x, foot - (foot - top) * (value - low) / ((high - low) or 1.0)

    parts = [_band(left, right, place(0, band[1])[1], place(0, band[0])[1])]
    parts += _scale(left, right, low, high, lambda value: place(0, value)[1])
    ends: list[tuple[float, str, bool]] = []
    for label, figures, flips in rows:
        way = [place(at, one.mean) for at, one in enumerate(figures) if one.deals]
        kind = "flip" if flips else "faint"
        if not way:
            continue
        parts.append(f'<path class="line {kind}" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in way)}"/>')
        parts += [f'<circle class="dot {kind}" cx="{x:.1f}" cy="{y:.1f}" r="{5 if flips else 3.5}"/>' for x, y in way]
        ends.append((way[-1][1], f"{label} {100 * figures[-1].mean:.1f}", flips))
    parts += _labels(right + 14, ends)
    for at, one in enumerate(across):
        parts.append(text(place(at, low)[0], foot + 22, one, "middle"))
    words = "; ".join(
        f"{label}: " + ", ".join(f"{one} {100 * f.mean:.1f}" for one, f in zip(across, figures, strict=True))
        for label, figures, _ in rows
    )
    return drawing(name, title, words, foot + 32, parts)


def _band(left: float, right: float, top: float, foot: float) -> str:
    return f'<rect class="band" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{foot - top:.1f}"/>'


def _scale(
    left: float, right: float, low: float, high: float, place: Callable[[float], float], factor: float = 100.0
) -> list[str]:
    parts = []
    for at in range(5):
        value = low + (high - low) * at / 4
        parts.append(line(left, place(value), right, place(value), "grid"))
        parts.append(text(left - 8, place(value) + 4, f"{factor * value:.3g}", "end", "n"))
    return parts


def _labels(x: float, ends: Sequence[tuple[float, str, bool]]) -> list[str]:
    """Names beside the ends of lines, pushed apart where they would overlap."""
    parts, last = [], -20.0
    for y, words, strong in sorted(ends):
        last = max(y + 4, last + 16)
        parts.append(text(x, last, words, "start", "strong" if strong else ""))
    return parts


def swept(
    name: str,
    title: str,
    across: Sequence[str],
    lines: Sequence[tuple[str, Sequence[Figure]]],
    share: bool,
    band: tuple[float, float] | None,
) -> str:
    """Curves with intervals over what is swept, one for each strength of play."""
    known = [one for _, figures in lines for one in figures if one.deals]
    if not known:
        return ""
    low, high = min(one.low for one in known), max(one.high for one in known)
    left, right, top, foot = 60.0, 560.0, 16.0, 250.0

    def place(at: int, value: float) -> tuple[float, float]:
        x = left + 20 + (right - left - 40) * at / max(1, len(across) - 1)
        return x, foot - (foot - top) * (value - low) / ((high - low) or 1.0)

    parts = []
    if band is not None and band[1] > low and band[0] < high:
        parts.append(_band(left, right, place(0, min(high, band[1]))[1], place(0, max(low, band[0]))[1]))
    parts += _scale(left, right, low, high, lambda value: place(0, value)[1], 100.0 if share else 1.0)
    ends = []
    for number, (label, figures) in enumerate(lines):
        way = [(at, one) for at, one in enumerate(figures) if one.deals]
        dashes = ("", "8 5", "2 4", "12 4 2 4")[number % 4]
        points = [place(at, one.mean) for at, one in way]
        parts.append(
            f'<path class="line" stroke-dasharray="{dashes}" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in points)}"/>'
        )
        for at, one in way:
            x, y = place(at, one.mean)
            parts.append(line(x, place(at, one.low)[1], x, place(at, one.high)[1], "whisk"))
            parts.append(f'<circle class="dot {"hollow" if number % 2 else ""}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        ends.append((points[-1][1], label, False))
    parts += _labels(right + 10, ends)
    for at, name_of_value in enumerate(across):
        parts.append(text(place(at, low)[0], foot + 22, name_of_value, "middle", "n"))
    words = "; ".join(
        f"{label}: "
        + ", ".join(f"{one} {f.mean:.3g} ({f.low:.3g} to {f.high:.3g})" for one, f in zip(across, figures, strict=True))
        for label, figures in lines
    )
    return drawing(name, title, words, foot + 34, parts)
