"""The report as one page that needs nothing else: tables, and plots that repeat them for the eye."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from dogfight.arena.plots import intervals, lengths, paces, short_time
from dogfight.arena.report import Report
from dogfight.arena.statistics import Estimate
from dogfight.core.options import as_words


def as_page(report: Report, title: str) -> str:
    """The whole page."""
    sections = (_test(report), _scores(report), _seats(report), _pairs(report), _ladder(report))
    more = (_lengths(report), _pace(report), _not_played_out(report))
    return whole_page(f"{title}: arena", _terms(report), (*sections, *more))


def whole_page(title: str, words: str, sections: Sequence[str]) -> str:
    """A page with its style in it."""
    style = files("dogfight.arena").joinpath("page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>\n{style}</style></head><body><main>"
        f"<h1>{escape(title)}</h1><p>{escape(words)}</p>"
        f"{''.join(sections)}</main></body></html>\n"
    )


def _terms(report: Report) -> str:
    terms = report.terms
    options = as_words(terms.options) or "none"
    return (
        f"{report.games} games in {report.deals} deals, each played from every seat. Seed {terms.seed}; "
        f"options: {options}; rules {terms.rules}, data {terms.data}, dogfight {terms.dogfight}. "
        "Intervals hold 95 %, over deals."
    )


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(word)}</td>" for word in row[1:])}</tr>'
        for row in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _span(one: Estimate) -> str:
    return f"{one.low:.3f} to {one.high:.3f}"


def _test(report: Report) -> str:
    if report.test is None:
        return ""
    test = report.test
    words = f"{test.claim}? {test.verdict.capitalize()}, after {test.deals} deals."
    how = f"Log ratio {test.log_ratio:g}, decided at ±{test.limit:g}; {test.method}."
    return section("Test", f'<p class="verdict">{escape(words)}</p><p>{escape(how)}</p>')


def _scores(report: Report) -> str:
    fair = 1 / len(report.sides)
    plot = intervals(
        "scores", "Scores", [(one.bot, one.score.mean, one.score.low, one.score.high) for one in report.bots], fair
    )
    head = ("bot", "score", "95 %", "× fair share", "games", "won", "drawn", "lost", "forfeits", "faults")
    rows = []
    for one in report.bots:
        counts = (one.games, one.wins, one.draws, one.losses, one.forfeits, sum(one.faults.values()))
        shares = (f"{one.score.mean:.3f}", _span(one.score), f"{one.fair_shares.mean:.2f}")
        rows.append((one.bot, *shares, *map(str, counts)))
    return section("Scores", plot, table(f"Share of the stake; the fair share is {fair:.3f}", head, rows))


def _seats(report: Report) -> str:
    head = ("bot", *(one.side for one in report.sides))
    rows = [(one.bot, *("" if score is None else f"{score:.3f}" for score in one.by_side)) for one in report.bots]
    rows.append(("any", *(f"{one.score.mean:.3f} ({_span(one.score)})" for one in report.sides)))
    return section("Seats", table("Score by seat", head, rows))


def _pairs(report: Report) -> str:
    if len(report.bots) < 2:
        return ""
    found = {(one.bot, one.against): one for one in report.pairs}
    names = [one.bot for one in report.bots]
    rows = []
    for one in names:
        cells = [found.get((one, two)) for two in names]
        rows.append((one, *("" if cell is None else f"{cell.ahead.mean:.3f} ({_span(cell.ahead)})" for cell in cells)))
    return section("Pairs", table("How often the bot of the row ended ahead; a tie is half", ("", *names), rows))


def _ladder(report: Report) -> str:
    bots = sorted(report.bots, key=lambda one: -one.ladder.ordinal)
    rows = [(one.bot, f"{one.ladder.ordinal:.2f}", f"{one.ladder.mu:.2f}", f"{one.ladder.sigma:.2f}") for one in bots]
    spans = [
        (one.bot, one.ladder.mu, one.ladder.mu - 2 * one.ladder.sigma, one.ladder.mu + 2 * one.ladder.sigma)
        for one in report.bots
    ]
    plot = intervals("ladder", "Ladder: strength with two sigmas either way", spans, None)
    head = ("bot", "careful guess (mu - 3 sigma)", "mu", "sigma")
    return section("Ladder", plot, table("OpenSkill, Plackett-Luce", head, rows))


def _lengths(report: Report) -> str:
    plot = lengths(report.decision_counts) if report.decision_counts else ""
    rows = [
        (name, f"{one.mean:g}", str(one.least), f"{one.median:g}", str(one.p95), str(one.most))
        for name, one in (("turns", report.turns), ("decisions", report.decisions))
    ]
    reasons = [(why, str(count)) for why, count in report.reasons.items()]
    head = ("", "mean", "shortest", "median", "95 % within", "longest")
    ends = table("How games ended", ("why", "games"), reasons)
    return section("Length", plot, table("Over all games", head, rows), ends)


def _pace(report: Report) -> str:
    head = ("bot", "mean", "half within", "95 % within", "decisions")
    rows = [
        (
            one.bot,
            *(short_time(t) for t in (one.thought.mean, one.thought.p50, one.thought.p95)),
            str(one.thought.decisions),
        )
        for one in report.bots
    ]
    return section("Time per decision", paces(report.bots), table("Thinking time", head, rows))


def _not_played_out(report: Report) -> str:
    if not report.named:
        return ""
    rows = [(str(one.number), ", ".join(one.bots), one.ending, one.reason) for one in report.named]
    return section("Games not played out", table("", ("game", "bots", "ending", "reason"), rows))
