"""What came of an arena, as data: for every bot, seat and pair of bots."""

from __future__ import annotations

import csv
import io
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import msgspec

from dogfight.arena.plan import ArenaTerms
from dogfight.arena.play import Finished, SideLine
from dogfight.arena.statistics import (
    Bounds,
    Decided,
    MeanEstimate,
    elo_of_score,
    interval,
    quantile_seconds,
    sequential_test,
)


class Thought(msgspec.Struct, frozen=True):
    """Time per decision, in seconds; `times` counts decisions by step (docs/arena.md)."""

    decisions: int
    mean: float
    p50: float
    p95: float
    times: dict[int, int]


class Rung(msgspec.Struct, frozen=True):
    """A place on the ladder: strength, doubt, and the careful guess `mu - 3 sigma`."""

    mu: float
    sigma: float
    ordinal: float


class BotReport(msgspec.Struct, frozen=True, kw_only=True):
    """One bot: its share of the stake, alone and as a multiple of the fair share, by seat, its
    rung and its pace.
    """

    bot: str
    games: int
    score: MeanEstimate
    fair_shares: MeanEstimate
    wins: int
    draws: int
    losses: int
    by_side: tuple[float | None, ...]
    ladder: Rung
    thought: Thought
    faults: dict[str, int]
    forfeits: int


class SideReport(msgspec.Struct, frozen=True):
    """The score of a side, whichever bot plays it."""

    side: str
    score: MeanEstimate


class PairReport(msgspec.Struct, frozen=True):
    """How often one bot ended ahead of another (a tie is half), and what that is in Elo."""

    bot: str
    against: str
    games: int
    ahead: MeanEstimate
    elo: float | None


class Length(msgspec.Struct, frozen=True):
    """A length over all games."""

    mean: float
    least: int
    median: float
    p95: int
    most: int


class Named(msgspec.Struct, frozen=True):
    """A game that was not played out, and why."""

    number: int
    bots: tuple[str, ...]
    ending: str
    reason: str


class TestReport(msgspec.Struct, frozen=True):
    """The sequential test: is the first bot better than the second?"""

    claim: str
    verdict: str
    deals: int
    log_ratio: float
    limit: float
    method: str


class ArenaReport(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an arena over all deals that were played from every seat."""

    terms: ArenaTerms
    games: int
    deals: int
    sides: tuple[SideReport, ...]
    bots: tuple[BotReport, ...]
    pairs: tuple[PairReport, ...]
    turns: Length
    decisions: Length
    decision_counts: tuple[int, ...]
    reasons: dict[str, int]
    named: tuple[Named, ...]
    test: TestReport | None = None


def whole_deals(games: Iterable[Finished], per_deal: int) -> list[list[Finished]]:
    """The games by deal, in order; deals that were not played from every seat are left out."""
    ordered = sorted(games, key=lambda finished: finished.number)
    finisheds = [list(group) for _, group in groupby(ordered, key=lambda item: item.deal)]
    return [group for group in finisheds if len(group) == per_deal]


def tested(deals: Sequence[Sequence[Finished]], terms: ArenaTerms, bounds: Bounds) -> Decided:
    """The sequential test of the first bot against the second, deal by deal from the first one
    on.
    """
    first = terms.bots[0]
    return sequential_test((_mean_of(deal, first, _balance) for deal in _unbroken(deals)), bounds)


def _unbroken(deals: Sequence[Sequence[Finished]]) -> Iterable[Sequence[Finished]]:
    """Deals up to the first one that is still missing, so that the order of finishing decides
    nothing.
    """
    for number, deal in enumerate(deals):
        if deal[0].deal != number:
            return
        yield deal


def reported(
    deals: Sequence[Sequence[Finished]],
    terms: ArenaTerms,
    sides: Sequence[str],
    bounds: Bounds | None = None,
) -> ArenaReport:
    """Everything there is to say about some whole deals; a test that is decided leaves later
    deals out.
    """
    test = None
    if bounds is not None:
        decided = tested(deals, terms, bounds)
        deals = deals[: decided.deals]
        test = _test_report(decided, terms, bounds)
    games = [game for deal in deals for game in deal]
    ladder = _ladder(games, terms.bots)
    names = tuple(dict.fromkeys(terms.bots))
    counts = tuple(game.decisions for game in games)
    return ArenaReport(
        terms=terms,
        games=len(games),
        deals=len(deals),
        sides=tuple(SideReport(side, _of_side(deals, at)) for at, side in enumerate(sides)),
        bots=tuple(_bot_report(name, deals, len(sides), ladder[name]) for name in names),
        pairs=tuple(
            _pair_report(text, item, deals) for text in names for item in names if text != item
        ),
        turns=_length([game.turns for game in games]),
        decisions=_length(counts),
        decision_counts=counts,
        reasons=dict(Counter(game.why for game in games).most_common()),
        named=tuple(
            Named(game.number, tuple(side.bot for side in game.sides), game.ending, game.reason)
            for game in games
            if game.ending != "played"
        ),
        test=test,
    )


def _test_report(decided: Decided, terms: ArenaTerms, bounds: Bounds) -> TestReport:
    return TestReport(
        claim=(
            f"{terms.bots[0]} scores {bounds.at_least:g} or more against {terms.bots[1]}, not"
            f" {bounds.no_more:g}"
        ),
        verdict=decided.verdict,
        deals=decided.deals,
        log_ratio=round(decided.ratio, 4),
        limit=round(decided.limit, 4),
        method=(
            "sequential probability ratio test on pair scores, normal approximation, alpha = beta ="
            " 0.05"
        ),
    )


# --- one deal, one number
# --------------------------------------------------------------------------

Measure = Callable[[Finished, SideLine], float]


def _share(_: Finished, side: SideLine) -> float:
    return side.score


def _balance(game: Finished, side: SideLine) -> float:
    """The score of one of two sides; where both win nothing, both have half."""
    return (1 + 2 * side.score - sum(side_line.score for side_line in game.sides)) / 2


def _mean_of(deal: Sequence[Finished], bot: str, measure: Measure) -> float:
    """What a bot got in one deal, on the average of its seats and games."""
    return statistics.fmean(
        measure(game, side) for game in deal for side in game.sides if side.bot == bot
    )


def _plays(deal: Sequence[Finished], bot: str) -> bool:
    return any(side.bot == bot for game in deal for side in game.sides)


def _estimate(values: Sequence[float]) -> MeanEstimate:
    return MeanEstimate(*(round(value, 4) for value in interval(values)))


# --- the parts of the report
# -----------------------------------------------------------------------


def _of_side(deals: Sequence[Sequence[Finished]], at: int) -> MeanEstimate:
    return _estimate([statistics.fmean(game.sides[at].score for game in deal) for deal in deals])


def _bot_report(
    name: str, deals: Sequence[Sequence[Finished]], count: int, rung: Rung
) -> BotReport:
    games = [game for deal in deals for game in deal]
    held = [
        (game, at, side) for game in games for at, side in enumerate(game.sides) if side.bot == name
    ]
    score = _estimate([_mean_of(deal, name, _share) for deal in deals if _plays(deal, name)])
    best = [max(side_line.score for side_line in game.sides) for game, _, _ in held]
    wins = sum(
        side.score == top > min(side_line.score for side_line in game.sides)
        for (game, _, side), top in zip(held, best, strict=True)
    )
    draws = sum(
        all(side_line.score == side.score for side_line in game.sides) and count > 1
        for game, _, side in held
    )
    by_side = [[side.score for _, at, side in held if at == index] for index in range(count)]
    faults: Counter[str] = Counter()
    for _, _, side in held:
        faults.update(side.faults)
    return BotReport(
        bot=name,
        games=len({game.number for game, _, _ in held}),
        score=score,
        fair_shares=MeanEstimate(
            *(round(value * count, 4) for value in (score.mean, score.low, score.high))
        ),
        wins=wins,
        draws=draws,
        losses=len(held) - wins - draws,
        by_side=tuple(round(statistics.fmean(scores), 4) if scores else None for scores in by_side),
        ladder=rung,
        thought=_thought([side for _, _, side in held]),
        faults=dict(faults),
        forfeits=sum(game.loser == at for game, at, _ in held),
    )


def _thought(held: Sequence[SideLine]) -> Thought:
    times: Counter[int] = Counter()
    for side in held:
        times.update(side.times)
    decisions = sum(side.decisions for side in held)
    return Thought(
        decisions=decisions,
        mean=sum(side.seconds for side in held) / max(1, decisions),
        p50=quantile_seconds(times, 0.5),
        p95=quantile_seconds(times, 0.95),
        times=dict(sorted(times.items())),
    )


def _bot_scores(game: Finished) -> dict[str, float]:
    """What each bot got in a game, on the average of its sides."""
    scores = defaultdict(list)
    for side in game.sides:
        scores[side.bot].append(side.score)
    return {bot: statistics.fmean(score) for bot, score in scores.items()}


def _ladder(games: Iterable[Finished], bots: Iterable[str]) -> dict[str, Rung]:
    """OpenSkill's Plackett-Luce ratings after all games in their order."""
    from openskill.models import PlackettLuce  # of the extra `arena`; nothing else needs it

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for game in games:
        scores = _bot_scores(game)
        if len(scores) > 1:
            rated = model.rate([[ratings[bot]] for bot in scores], scores=list(scores.values()))
            ratings |= {bot: team[0] for bot, team in zip(scores, rated, strict=True)}
    return {
        bot: Rung(
            round(rating.mu, 3), round(rating.sigma, 3), round(rating.mu - 3 * rating.sigma, 3)
        )
        for bot, rating in ratings.items()
    }


def _pair_report(bot: str, against: str, deals: Sequence[Sequence[Finished]]) -> PairReport:
    values = []
    games = 0
    for deal in deals:
        met = [scores for scores in map(_bot_scores, deal) if bot in scores and against in scores]
        games += len(met)
        if met:
            values.append(statistics.fmean(_ahead(scores[bot], scores[against]) for scores in met))
    ahead = _estimate(values)
    elo = elo_of_score(ahead.mean) if values else None
    return PairReport(bot, against, games, ahead, None if elo is None else round(elo, 1))


def _ahead(own: float, other: float) -> float:
    return 0.5 if own == other else float(own > other)


def _length(values: Sequence[int]) -> Length:
    if not values:
        return Length(0.0, 0, 0.0, 0, 0)
    ordered = sorted(values)
    at_95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    mean = round(statistics.fmean(ordered), 2)
    return Length(mean, ordered[0], float(statistics.median(ordered)), at_95, ordered[-1])


# --- as a table of games
# ---------------------------------------------------------------------------

COLUMNS = (
    *("game", "deal", "side", "bot", "score", "ending", "why", "turns", "decisions"),
    *("own_decisions", "own_seconds", "faults", "reason"),
)


def as_csv(games: Iterable[Finished], sides: Sequence[str]) -> str:
    """One line for each side of each game."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for game in games:
        for name, side in zip(sides, game.sides, strict=True):
            own = (side.decisions, f"{side.seconds:.6f}", sum(side.faults.values()), game.reason)
            head = (game.number, game.deal, name, side.bot, side.score, game.ending, game.why)
            writer.writerow((*head, game.turns, game.decisions, *own))
    return text.getvalue()
