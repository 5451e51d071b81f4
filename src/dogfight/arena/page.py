"""The report as one page that needs nothing else: tables, and plots that repeat them for the
eye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from dogfight.arena.play import PER_DOUBLING
from dogfight.arena.report import ArenaReport, Rung
from dogfight.arena.statistics import MeanEstimate
from dogfight.core.options import as_words
from dogfight.reporting.charts import histogram, histogram_rows, interval_chart, short_time
from dogfight.reporting.html import paragraph, section, simple_page, table


def as_page(report: ArenaReport, title: str) -> str:
    """The whole page."""
    sections = (_test(report), _scores(report), _seats(report), _pairs(report), _ladder(report))
    more = (_lengths(report), _pace(report), _not_played_out(report))
    return simple_page(f"{title}: arena", _terms(report), (*sections, *more))


def _terms(report: ArenaReport) -> str:
    terms = report.terms
    options = as_words(terms.options) or "none"
    return (
        f"{report.games} games in {report.deals} deals, each played from every seat. Seed"
        f" {terms.seed}; options: {options}; rules {terms.rules}, data {terms.data}, dogfight"
        f" {terms.dogfight}. Intervals hold 95 %, over deals."
    )


def _span(estimate: MeanEstimate) -> str:
    return f"{estimate.low:.3f} to {estimate.high:.3f}"


def _test(report: ArenaReport) -> str:
    if report.test is None:
        return ""
    test = report.test
    text = f"{test.claim}? {test.verdict.capitalize()}, after {test.deals} deals."
    how = f"Log ratio {test.log_ratio:g}, decided at ±{test.limit:g}; {test.method}."
    return section("Test", paragraph(text, "verdict"), paragraph(how))


def _scores(report: ArenaReport) -> str:
    fair = 1 / len(report.sides)
    plot = interval_chart("scores", "Scores", [(bot.bot, bot.score) for bot in report.bots], fair)
    head = (
        "bot",
        "score",
        "95 %",
        "× fair share",
        "games",
        "won",
        "drawn",
        "lost",
        "forfeits",
        "faults",
    )
    rows = []
    for bot_report in report.bots:
        counts = (
            bot_report.games,
            bot_report.wins,
            bot_report.draws,
            bot_report.losses,
            bot_report.forfeits,
            sum(bot_report.faults.values()),
        )
        shares = (
            f"{bot_report.score.mean:.3f}",
            _span(bot_report.score),
            f"{bot_report.fair_shares.mean:.2f}",
        )
        rows.append((bot_report.bot, *shares, *map(str, counts)))
    return section(
        "Scores", plot, table(head, rows, f"Share of the stake; the fair share is {fair:.3f}")
    )


def _seats(report: ArenaReport) -> str:
    head = ("bot", *(side.side for side in report.sides))
    rows = [
        (bot.bot, *("" if score is None else f"{score:.3f}" for score in bot.by_side))
        for bot in report.bots
    ]
    rows.append(("any", *(f"{side.score.mean:.3f} ({_span(side.score)})" for side in report.sides)))
    return section("Seats", table(head, rows, "Score by seat"))


def _pairs(report: ArenaReport) -> str:
    if len(report.bots) < 2:
        return ""
    pair_reports = {(pair.bot, pair.against): pair for pair in report.pairs}
    names = [bot.bot for bot in report.bots]
    rows = []
    for name in names:
        cells = [pair_reports.get((name, text)) for text in names]
        rows.append(
            (
                name,
                *(
                    "" if cell is None else f"{cell.ahead.mean:.3f} ({_span(cell.ahead)})"
                    for cell in cells
                ),
            )
        )
    return section(
        "Pairs",
        table(("", *names), rows, "How often the bot of the row ended ahead; a tie is half"),
    )


def _ladder(report: ArenaReport) -> str:
    bots = sorted(report.bots, key=lambda item: -item.ladder.ordinal)
    rows = [
        (
            bot_report.bot,
            f"{bot_report.ladder.ordinal:.2f}",
            f"{bot_report.ladder.mu:.2f}",
            f"{bot_report.ladder.sigma:.2f}",
        )
        for bot_report in bots
    ]
    spans = [(bot.bot, _two_sigmas(bot.ladder)) for bot in report.bots]
    plot = interval_chart("ladder", "Ladder: strength with two sigmas either way", spans, None)
    head = ("bot", "careful guess (mu - 3 sigma)", "mu", "sigma")
    return section("Ladder", plot, table(head, rows, "OpenSkill, Plackett-Luce"))


def _two_sigmas(rung: Rung) -> MeanEstimate:
    return MeanEstimate(rung.mu, rung.mu - 2 * rung.sigma, rung.mu + 2 * rung.sigma)


def _lengths(report: ArenaReport) -> str:
    plot = histogram("lengths", "Length of the games", Counter(report.decision_counts), "decisions")
    rows = [
        (
            name,
            f"{length.mean:g}",
            str(length.least),
            f"{length.median:g}",
            str(length.p95),
            str(length.most),
        )
        for name, length in (("turns", report.turns), ("decisions", report.decisions))
    ]
    reasons = [(why, str(count)) for why, count in report.reasons.items()]
    head = ("", "mean", "shortest", "median", "95 % within", "longest")
    ends = table(("why", "games"), reasons, "How games ended")
    return section("Length", plot, table(head, rows, "Over all games"), ends)


def _pace(report: ArenaReport) -> str:
    head = ("bot", "mean", "half within", "95 % within", "decisions")
    rows = [
        (
            bot_report.bot,
            *(
                short_time(t)
                for t in (bot_report.thought.mean, bot_report.thought.p50, bot_report.thought.p95)
            ),
            str(bot_report.thought.decisions),
        )
        for bot_report in report.bots
    ]
    title = "Time per decision"
    counts = [(bot.bot, _by_doubling(bot.thought.times)) for bot in report.bots]
    description = "; ".join(
        f"{bot.bot}: half within {short_time(bot.thought.p50)}, 95 % within"
        f" {short_time(bot.thought.p95)}"
        for bot in report.bots
    )
    plot = histogram_rows(
        "paces", title, counts, lambda power: short_time(2.0**power / 1e6), description
    )
    return section(title, plot, table(head, rows, "Thinking time"))


def _by_doubling(times: Mapping[int, int]) -> dict[int, int]:
    """Count decisions by the power of two of their microseconds."""
    counts: Counter[int] = Counter()
    for step, count in times.items():
        counts[step // PER_DOUBLING] += count
    return dict(counts)


def _not_played_out(report: ArenaReport) -> str:
    if not report.named:
        return ""
    rows = [
        (str(named.number), ", ".join(named.bots), named.ending, named.reason)
        for named in report.named
    ]
    return section("Games not played out", table(("game", "bots", "ending", "reason"), rows))
