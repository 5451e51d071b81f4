"""The report as one page that needs nothing else, and prints on A4 landscape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from dogfight.lab.causes import Causes
from dogfight.lab.figures import Figure
from dogfight.lab.report import Change, Finding, Report, Sheet, Spread, best_play_text
from dogfight.lab.verdicts import LEAST, LEAST_PART, MARGIN, Judged
from dogfight.reporting.charts import (
    Point,
    Series,
    histogram,
    inline_interval,
    line_chart,
    stacked_bars,
)
from dogfight.reporting.html import Cell, number_cell, page, paragraph, section, table, text_cell

KINDS = {"balance": "Balance report", "compare": "Comparison", "sweep": "Sweep"}
SHARES = "%"
DASHES = ("", "8 5", "2 4", "12 4 2 4")
"""What tells the lines of the strengths apart."""
LANDSCAPE = "@page { size: A4 landscape; margin: 10mm; }"
_WORDY = ("verdict", "in words", "ends", "bots", "different?", "about", "moves it?", "drift")
"""Headings of columns that hold words."""


class _Sections:
    """Sections with their numbers."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def add(self, title: str, *parts: str) -> None:
        """Add a section; one without contents is left out."""
        if any(parts):
            self.parts.append(section(title, *parts, number=len(self.parts) + 1))


def as_page(report: Report) -> str:
    """The whole page."""
    sections = _Sections()
    if report.findings:
        sections.add("Who beats whom", paragraph(_SCORES), _tabs(report), _KEY)
    _add_curves(sections, report)
    _add_changes(sections, report)
    if report.sheets:
        sections.add("How games end, and how long they last", _facts(report), _endings(report))
    if report.why is not None:
        sections.add("Why: changes tried one at a time", _causes(report.why))
    if report.findings:
        sections.add("Does the verdict depend on the player?", _strengths(report))
        sections.add("Verdict by strength of play", _verdicts(report))
    sections.add("How to read and repeat this", _notes(report))
    return page(
        f"{report.title}: lab",
        (_top(report), *sections.parts),
        "sheet",
        LANDSCAPE + _tab_rules(report),
    )


_SCORES = (
    "Share of the stake in percent (a win 1, a draw ½ between two); what stands first against what"
    " stands beside it."
)
_KEY = (
    '<p class="key"><span><i class="up"></i>above its fair share, the interval clear of it</span>'
    '<span><i class="down"></i>below it</span><span><i></i>cannot be told from it</span>'
    "<span>black bar: 95 % interval from 0 to 100, red tick at 50</span></p>"
)


def _top(report: Report) -> str:
    terms = report.terms
    games = " · ".join(
        f"{strength.name} {strength.games:,}".replace(",", " ") for strength in report.strengths
    )
    data = " · ".join(f"{name} {digest}" for name, digest in terms.data.items())
    rows = (
        ("Data", data),
        ("Games", games),
        ("Seed", str(terms.seed)),
        ("Rules", f"{terms.rules}, dogfight {terms.dogfight}"),
    )
    meta = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows)
    checks = "".join(
        f"<li>{_stamp(check.verdict)}<span>{escape(check.text)}</span></li>"
        for check in report.checks
    )
    return (
        '<header class="top"><div><p'
        f' class="caps">{KINDS[terms.question]}</p><h1>{escape(report.title)}</h1></div><dl'
        f' class="meta">{meta}</dl></header><div class="head"><p'
        f' class="big">{escape(report.headline)}</p><ul class="checks">{checks}</ul></div>'
    )


def _stamp(verdict: str) -> str:
    return f'<span class="stamp {verdict}">{verdict}</span>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str | Cell]], kind: str = "") -> str:
    return table(head, rows, kind=kind, text_columns=_WORDY)


def _interval_cell(text: str) -> Cell:
    return Cell(escape(text), "iv")


def _verdict_cell(judged: Finding | Change) -> Cell:
    return Cell(f'<span class="{judged.verdict}">{escape(judged.text)}</span>', "words")


# --- who beats whom
# ----------------------------------------------------------------------------------


def _tab_rules(report: Report) -> str:
    return "".join(
        f"#show-{at}:checked~.tab-{at}{{display:block}}" for at in range(len(report.strengths))
    )


def _tabs(report: Report) -> str:
    """One table of scores for every strength; the strongest is shown first."""
    names = [strength.name for strength in report.strengths]
    last = len(names) - 1
    heads = "".join(
        f'<input type="radio" name="strength" id="show-{at}"{" checked" if at == last else ""}/>'
        f'<label for="show-{at}">{escape(name.capitalize())}</label>'
        for at, name in enumerate(names)
    )
    bodies = "".join(
        f'<div class="tab tab-{at}">{_scores(report, name)}</div>' for at, name in enumerate(names)
    )
    return f'<div class="tabs">{heads}{bodies}</div>'


def _scores(report: Report, name: str) -> str:
    parts = []
    plain: list[Finding] = []
    for group in report.groups:
        findings = [finding for finding in report.findings if finding.group == group]
        pairs = [finding for finding in findings if finding.kind == "pair"]
        if pairs:
            title = f"<h3>{escape(group)}</h3>" if len(report.groups) > 1 else ""
            parts.append(f'<div class="keep">{title}{_matrix(findings, pairs, name)}</div>')
        else:
            plain += findings
    if plain:
        parts.append(_sides(plain, name, len(report.groups) > 1))
    return "".join(parts)


def _matrix(findings: Sequence[Finding], pairs: Sequence[Finding], name: str) -> str:
    """Rows against columns; where sides can be swapped each pair is shown from both."""
    means = {
        finding.what: finding.strengths[name] for finding in findings if finding.kind == "entrant"
    }
    swapped = any(finding.kind == "seat" for finding in findings)
    scores: dict[tuple[str, str], tuple[Judged, bool]] = {}
    for pair in pairs:
        row, column = pair.what.split(" against ", 1)
        scores[row, column] = pair.strengths[name], False
        if swapped:
            scores[column, row] = pair.strengths[name], True
    rows = list(dict.fromkeys(row for row, _ in scores))
    columns = list(dict.fromkeys(column for _, column in scores))
    if swapped:
        rows.sort(key=lambda text: -means[text].figure.mean if text in means else 0.0)
        columns = rows
    body: list[tuple[str | Cell, ...]] = []
    for row in rows:
        cells = [_matrix_cell(row, column, scores.get((row, column))) for column in columns]
        mean = means.get(row) or next(
            (judged for what, judged in means.items() if what.startswith(f"{row} (")), None
        )
        words = "" if mean is None else _points(mean.figure)
        body.append((row, *cells, Cell(words, "mean")))
    scores_table = _table(("", *columns, "mean, 95 %"), body, "matrix")
    seat = next(finding for finding in findings if finding.kind in ("seat", "side"))
    return scores_table + paragraph(
        f"{seat.what.capitalize()}: {_points(seat.strengths[name].figure)}. {seat.text}."
    )


def _matrix_cell(row: str, column: str, result: tuple[Judged, bool] | None) -> Cell:
    if result is None:
        return Cell("", "self")
    judged, turned = result
    figure = _turned(judged.figure) if turned else judged.figure
    if not figure.deals:
        return Cell("<b>–</b>")
    kind = ("up" if figure.mean > 0.5 else "down") if judged.p < 0.05 else ""
    title = f"{row} against {column}: {_points(figure)}, {judged.games} games"
    bar = (
        f'<i style="left:{100 * figure.low:.0f}%;right:{100 - 100 * figure.high:.0f}%"></i><u></u>'
    )
    return Cell(f"<b>{100 * figure.mean:.0f}</b>{bar}", kind, title)


def _turned(figure: Figure) -> Figure:
    return Figure(1 - figure.mean, 1 - figure.high, 1 - figure.low, figure.error, figure.deals)


def _sides(findings: Sequence[Finding], name: str, grouped: bool) -> str:
    rows: list[tuple[str | Cell, ...]] = []
    for finding in findings:
        judged = finding.strengths[name]
        band = (finding.fair - finding.margin, finding.fair + finding.margin)
        rows.append(
            (
                f"{finding.group}: {finding.what}" if grouped and finding.group else finding.what,
                number_cell(f"{100 * judged.figure.mean:.1f}"),
                _interval_cell(f"{100 * judged.figure.low:.1f} to {100 * judged.figure.high:.1f}"),
                number_cell(f"{100 * finding.fair:.0f}"),
                Cell(
                    inline_interval(
                        judged.figure, (0.0, min(1.0, 2 * finding.fair)), band, finding.fair
                    ),
                    "words",
                ),
                Cell(_stamp(judged.verdict), "words"),
                number_cell(f"{judged.games:,}"),
            )
        )
    return _table(("", "share", "95 %", "fair", "", "", "games"), rows)


def _points(figure: Figure) -> str:
    return f"{100 * figure.mean:.1f} ({100 * figure.low:.1f} to {100 * figure.high:.1f})"


# --- endings and lengths
# -----------------------------------------------------------------------------


def _overall(report: Report) -> list[Sheet]:
    return [sheet for sheet in report.sheets if sheet.what == ""]


def _facts(report: Report) -> str:
    """Draws, lengths and minutes with every strength of play, across the page."""
    drifts = {strength.name: strength.drift for strength in report.strengths}
    rows = [
        (
            sheet.strength.capitalize(),
            number_cell(f"{sheet.games:,}"),
            _interval_cell(_points(sheet.draws)),
            _interval_cell(_length(sheet.turns)),
            number_cell(f"{sheet.turns.median:g}"),
            number_cell(f"{sheet.turns.p95:g}"),
            _interval_cell(_length(sheet.decisions)),
            number_cell(f"{sheet.minutes:g}"),
            text_cell(_drift_text(drifts[sheet.strength])),
        )
        for sheet in _overall(report)
    ]
    head = (
        "bots",
        "games",
        "draws, %",
        "turns, mean",
        "median",
        "95 % within",
        "decisions, mean",
        "minutes",
        "drift",
    )
    text = (
        f"Minutes at the table are decisions at {report.seconds_a_decision:g} seconds each, one"
        " after the other; nobody was timed. Drift is how far a share moves at most with the"
        " simulations of the same search, beyond chance; several budgets, such as hard and"
        " hard*5, measure it."
    )
    return _table(head, rows, "facts") + paragraph(text, "note")


def _length(spread: Spread) -> str:
    return f"{spread.mean.mean:.1f} ({spread.mean.low:.1f} to {spread.mean.high:.1f})"


def _drift_text(drift: float | None) -> str:
    return "not measured" if drift is None else f"{100 * drift:.1f} points"


def _endings(report: Report) -> str:
    sheets = _overall(report)
    rows = [(sheet.strength.capitalize(), sheet.reasons) for sheet in sheets]
    plot = stacked_bars("endings", "How games end, in percent of the games", rows)
    last = sheets[-1]
    counts = {int(turns): games for turns, games in last.turn_counts.items()}
    turns = histogram("lengths", f"Turns, with {last.strength}", counts, "turns")
    return (
        '<div class="two keep"><div><h3>Endings, in percent of the games</h3>'
        f"{plot}</div><div><h3>Turns, with {escape(last.strength)}</h3>{turns}</div></div>"
        + _by_group(report)
    )


def _causes(why: Causes) -> str:
    """What each change does to the share of the leading side, on the same deals."""
    wide = max(
        4 * LEAST,
        *(abs(end) for item in why.causes for end in _ends(item.change.difference)),
    )
    rows = [
        (
            cause.text,
            text_cell(cause.kind),
            number_cell(f"{100 * cause.change.difference.mean:+.1f}"),
            _interval_cell(
                " to ".join(f"{100 * end:.1f}" for end in _ends(cause.change.difference))
            ),
            Cell(
                inline_interval(cause.change.difference, (-wide, wide), (-LEAST, LEAST), 0.0),
                "words",
            ),
            Cell(_stamp(cause.change.verdict), "words"),
        )
        for cause in why.causes
    ]
    head = ("change", "about", f"{why.what}, points", "95 %", "", "moves it?")
    text = (
        f"Every change is played alone on the same deals: {why.games:,} games each, {why.strength}"
        " on both sides. Points are what the share gains or loses."
    )
    mover = why.first_mover
    first = "" if mover is None else f" Who moves first gets {_points(mover)} %, over both sides."
    return paragraph(text + first) + _table(head, rows)


def _ends(figure: Figure) -> tuple[float, float]:
    return figure.low, figure.high


def _by_group(report: Report) -> str:
    """Draws and lengths of every group, where there are several."""
    if len(report.groups) < 2:
        return ""
    rows: list[tuple[str | Cell, ...]] = []
    for sheet in report.sheets:
        if sheet.what not in report.groups:
            continue
        rows.append(
            (
                sheet.what,
                text_cell(sheet.strength),
                number_cell(f"{sheet.games:,}"),
                _interval_cell(_points(sheet.draws)),
                text_cell(
                    ", ".join(
                        f"{why} {100 * n / sheet.games:.0f} %"
                        for why, n in list(sheet.reasons.items())[:4]
                    )
                ),
                number_cell(f"{sheet.turns.median:g}"),
                number_cell(f"{sheet.decisions.median:g}"),
                number_cell(f"{sheet.minutes:g}"),
            )
        )
    head = (
        "",
        "bots",
        "games",
        "draws, %",
        "ends",
        "turns, median",
        "decisions, median",
        "minutes",
    )
    return _table(head, rows)


# --- strengths
# ---------------------------------------------------------------------------------------


def _strengths(report: Report) -> str:
    names = [strength.name for strength in report.strengths]
    parts: list[str] = []
    for group in report.groups:
        findings = [
            finding
            for finding in report.findings
            if finding.group == group and finding.kind in ("entrant", "side")
        ]
        fairs = {finding.fair for finding in findings}
        if not findings or len(fairs) > 1:
            continue
        lines = [
            _series(
                finding.what,
                [finding.strengths[name].figure for name in names],
                "flip" if finding.verdict == "flips" else "faint",
            )
            for finding in findings
        ]
        band = (findings[0].fair - findings[0].margin, findings[0].fair + findings[0].margin)
        title = f"{group or report.title}: share in percent by strength of play"
        plot = line_chart(
            f"slopes-{len(parts)}",
            title,
            lines,
            _ticks(names),
            factor=100.0,
            band=band,
            include=band,
        )
        parts.append(f'<div class="keep"><h3>{escape(group)}</h3>{plot}</div>')
    return f'<div class="two">{"".join(parts)}</div>'


def _series(
    label: str, figures: Sequence[Figure], kind: str = "", dashes: str = "", intervals: bool = False
) -> Series:
    """Return the line of the figures that have deals."""
    points = [
        Point(at, figure.mean, figure if intervals else None)
        for at, figure in enumerate(figures)
        if figure.deals
    ]
    return Series(label, points, kind, dashes)


def _ticks(names: Sequence[str]) -> dict[float, str]:
    return {float(at): name for at, name in enumerate(names)}


def _verdicts(report: Report) -> str:
    names = [strength.name for strength in report.strengths]
    shown = [
        item
        for item in report.findings
        if item.kind != "pair" or item.verdict in ("flips", "watch")
    ]
    rows: list[tuple[str | Cell, ...]] = []
    for finding in shown:
        cells = [number_cell(_points(finding.strengths[name].figure)) for name in names]
        where = f"{finding.group}: {finding.what}" if finding.group else finding.what
        exact = [number_cell(best_play_text(finding))] if finding.best_play is not None else []
        rows.append((where, *cells, *exact, _verdict_cell(finding)))
    known = any(item.best_play is not None for item in shown)
    return _table(("", *names, *(["best play"] if known else []), "verdict"), rows)


# --- changes and curves
# ------------------------------------------------------------------------------


def _add_changes(sections: _Sections, report: Report) -> None:
    for point in dict.fromkeys(change.point for change in report.changes):
        own = [change for change in report.changes if change.point == point]
        first = next(iter(report.terms.data))
        sections.add(
            f"{first} against {point}",
            *(_changes(own, strength.name) for strength in report.strengths[::-1]),
        )


def _changes(changes: Sequence[Change], strength: str) -> str:
    rows: list[tuple[str | Cell, ...]] = []
    for change in changes:
        got = change.strengths[strength]
        scale, digits = (100.0, 1) if change.unit == SHARES else (1.0, 2)
        least = LEAST if change.unit == SHARES else LEAST_PART * got.a
        wide = max(4 * least, abs(got.difference.low), abs(got.difference.high)) or 1.0
        difference = f"{scale * got.difference.mean:+.{digits}f}"
        interval = (
            f"{scale * got.difference.low:.{digits}f} to {scale * got.difference.high:.{digits}f}"
        )
        rows.append(
            (
                f"{change.group}: {change.what}" if change.group else change.what,
                number_cell(f"{scale * got.a:.{digits}f}"),
                number_cell(f"{scale * got.b:.{digits}f}"),
                Cell(f"<b>{difference}</b>", "num"),
                _interval_cell(interval),
                number_cell(f"{got.p:.3f}" if got.p >= 0.0005 else "<0.001"),
                Cell(inline_interval(got.difference, (-wide, wide), (-least, least), 0.0), "words"),
                Cell(_stamp(got.verdict), "words"),
                _verdict_cell(change),
            )
        )
    head = ("", "A", "B", "B − A", "95 %", "p (Holm)", "", "different?", "in words")
    return f"<h3>{escape(strength.capitalize())}</h3>{_table(head, rows)}"


def _add_curves(sections: _Sections, report: Report) -> None:
    names = [strength.name for strength in report.strengths]
    plots: list[str] = []
    for key in dict.fromkeys((curve.group, curve.what, curve.unit) for curve in report.curves):
        own = {
            curve.strength: curve
            for curve in report.curves
            if (curve.group, curve.what, curve.unit) == key
        }
        group, what, unit = key
        across = [point.at for point in own[names[0]].points]
        lines = [
            _series(
                name,
                [point.figure for point in own[name].points],
                "hollow" if at % 2 else "",
                DASHES[at % len(DASHES)],
                intervals=True,
            )
            for at, name in enumerate(names)
        ]
        title = f"{group}: {what}" if group else what
        shares = unit == SHARES
        label = f"{title}, {'percent' if shares else unit}"
        band = (
            (0.5 - MARGIN, 0.5 + MARGIN)
            if shares and what != "draws" and not what.startswith("ends by")
            else None
        )
        factor = 100.0 if shares else 1.0
        plot = line_chart(
            f"curve-{len(plots)}", label, lines, _ticks(across), factor=factor, band=band
        )
        plots.append(f'<div class="keep"><h3>{escape(label)}</h3>{plot}</div>')
    if plots:
        sections.add("What if we turn the screw?", f'<div class="two">{"".join(plots)}</div>')


# --- notes
# -------------------------------------------------------------------------------------------


def _notes(report: Report) -> str:
    bots = ", ".join(
        f"{strength.name} is {strength.bot}"
        for strength in report.strengths
        if strength.name != strength.bot
    )
    words = [
        (
            "Intervals hold 95 % and are taken over deals; where what the sides bring can be"
            " swapped, every deal is played both ways. They never leave 0 to 100."
        ),
        (
            "Fair: the whole interval lies within the margin. Watch: not the fair share (Holm's"
            " correction over all shares of its kind), and perhaps farther away than the margin."
            " Open: neither can be said yet. Flips: strengths of play contradict each other."
        ),
        (
            f"Different: yes is clear and at least {100 * LEAST:g} points ({100 * LEAST_PART:g} %"
            " of a length), small is clear but less, no rules that much out, open cannot tell."
        ),
        f"Bots: {bots or 'as named'}.",
    ]
    listed = "".join(paragraph(text, "note") for text in words)
    return f"{listed}<p><code>{escape(report.command)}</code></p>"
