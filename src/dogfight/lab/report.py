"""What came of a study, as data: findings with intervals and verdicts, how games end, how long
they last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean

import msgspec

from dogfight.bulk.games import RANDOM
from dogfight.core.capabilities import BalanceStudied
from dogfight.lab.best_play import drift, exact_shares, hides_in_sequence, same_search
from dogfight.lab.causes import Causes, WhyStudy
from dogfight.lab.contests import Contest
from dogfight.lab.figures import NOTHING, Figure, amount, average, holm, p_of_share, share
from dogfight.lab.study import Study, Terms
from dogfight.lab.tallies import DRAWS, FIRST, Tallies, entrant, tallied
from dogfight.lab.verdicts import (
    MARGIN,
    MOSTLY_DRAWN,
    Balance,
    Changed,
    Judged,
    deciding,
    judged,
    lean,
    over_strengths,
)

SECONDS = 5.0
"""Seconds a person is taken to need for a decision, where nobody says otherwise."""


class Strength(msgspec.Struct, frozen=True):
    """A strength of play: what it is called, what plays, and how many games it played.

    `drift` is how far a share moves at most between its budgets; None where it has one.
    """

    name: str
    bot: str
    games: int
    drift: float | None = None


class Spread(msgspec.Struct, frozen=True):
    """A length over all games."""

    mean: Figure
    median: float
    p95: float
    most: float


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """How the games of a match-up, or of a group of them, ended and how long they lasted, with one
    strength of play.

    Minutes are decisions at so many seconds each, one after the other.
    """

    what: str
    strength: str
    games: int
    draws: Figure
    reasons: dict[str, int]
    turns: Spread
    decisions: Spread
    minutes: float
    turn_counts: dict[str, int]


class Finding(msgspec.Struct, frozen=True, kw_only=True, rename={"text": "words"}):
    """One share with every strength of play, and the verdict over them."""

    group: str
    what: str
    kind: str
    """`entrant` (its mean over all it meets), `seat` (the first one), `side`, or `pair` (one
    match-up).
    """
    fair: float
    margin: float
    strengths: dict[str, Judged]
    verdict: Balance
    text: str
    best_play: float | None = None
    """The exact share, where best play can be worked out; the verdict goes by it."""


class Check(msgspec.Struct, frozen=True, rename={"text": "words"}):
    """A line under the headline: a verdict, and what it is about."""

    verdict: str
    text: str


class Change(msgspec.Struct, frozen=True, kw_only=True, rename={"text": "words"}):
    """One figure with two data sets."""

    point: str
    group: str
    what: str
    unit: str
    strengths: dict[str, Changed]
    verdict: str
    text: str


class CurvePoint(msgspec.Struct, frozen=True):
    """A figure at one value of what is swept."""

    at: str
    figure: Figure


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """A figure over all values, with one strength of play."""

    group: str
    what: str
    unit: str
    strength: str
    points: tuple[CurvePoint, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a study."""

    terms: Terms
    title: str
    headline: str
    checks: tuple[Check, ...]
    strengths: tuple[Strength, ...]
    seconds_a_decision: float
    command: str
    groups: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    changes: tuple[Change, ...] = ()
    curves: tuple[Curve, ...] = ()
    why: Causes | None = None
    """What moves the result, where changes were tried."""


@dataclass
class Figures:
    """The figures of a study, worked out when they are first asked for."""

    study: Study
    margin: float = MARGIN
    seconds: float = SECONDS
    _tallies: dict[int, Tallies] = field(default_factory=dict)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The groups of match-ups, in order."""
        return tuple(dict.fromkeys(contest.group for contest in self.study.contests))

    def of_group(self, group: str) -> list[int]:
        """The match-ups of a group, as numbers."""
        return [at for at, contest in enumerate(self.study.contests) if contest.group == group]

    def tallies(self, bot: int, point: int, contest: int) -> Tallies:
        """The counts of a match-up."""
        cell = self.study.cell(bot, point, contest)
        if cell not in self._tallies:
            self._tallies[cell] = tallied(
                self.study.contests[contest], self.study.played.get(cell, {})
            )
        return self._tallies[cell]

    @cached_property
    def best_play(self) -> tuple[Mapping[str, float], ...]:
        """The exact shares of best play in every match-up; empty where they are not known."""
        return exact_shares(self.study.game, self.study.contests)

    @cached_property
    def hides_in_sequence(self) -> bool:
        """Whether seats choose one after the other while something is hidden."""
        return hides_in_sequence(self.study.game, self.study.contests[0].options[0])

    @cached_property
    def subjects(self) -> frozenset[str]:
        """What was asked about: what one side brings, where others bring one thing or another."""
        game = self.study.game
        brings = game.loadout_options if isinstance(game, BalanceStudied) else ()
        named = [self.study.options[name] for name in brings if name in self.study.options]
        single = [str(values[0]) for values in named if len(values) == 1]
        return frozenset(single[:1])

    def drawn(self, bot: int, contests: Sequence[int]) -> float:
        """The part of the games of some match-ups that had no winner; 0 before the first."""
        shares = [self.share(bot, 0, at, DRAWS) for at in contests]
        known = [figure.mean for figure in shares if figure.deals]
        return fmean(known) if known else 0.0

    def share(self, bot: int, point: int, contest: int, name: str) -> Figure:
        """A share of a match-up; nothing is known before the first deal."""
        counter = self.tallies(bot, point, contest).get(name)
        return NOTHING if counter is None else share(counter)

    def games(self, bot: int, contests: Sequence[int]) -> int:
        """The games of some match-ups with one data set."""
        return sum(
            self.study.deals(bot, at) * len(self.study.contests[at].orders) for at in contests
        )


# --- shares
# ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A share to be judged: the mean over some match-ups of one named figure of each."""

    group: str
    what: str
    kind: str
    fair: float
    parts: tuple[tuple[int, str], ...]

    def figure(self, figures: Figures, bot: int, point: int = 0) -> Figure:
        """Its mean with one strength of play, over the match-ups that were played."""
        shares = [figures.share(bot, point, contest, name) for contest, name in self.parts]
        known = [figure for figure in shares if figure.deals]
        return average(known) if known and len(known) == len(shares) else NOTHING

    def best_play(self, figures: Figures) -> float | None:
        """Its exact value in best play, where that is known."""
        known = figures.best_play
        return fmean(known[contest][name] for contest, name in self.parts) if known else None

    def games(self, figures: Figures, bot: int) -> int:
        """How many games stand behind it, with one data set."""
        return figures.games(bot, [contest for contest, _ in self.parts])


def asked(figures: Figures) -> list[Asked]:
    """Every share that a study of balance judges."""
    askeds: list[Asked] = []
    for group in figures.groups:
        numbers = figures.of_group(group)
        contests = [figures.study.contests[at] for at in numbers]
        if contests[0].brought:
            askeds += _brought(group, numbers, contests, figures.subjects)
        else:
            for at, contest in zip(numbers, contests, strict=True):
                fair = 1 / len(contest.entrants)
                askeds += [
                    Asked(group, name, "side", fair, ((at, entrant(n)),))
                    for n, name in enumerate(contest.entrants)
                ]
    return askeds


def _brought(
    group: str, numbers: list[int], contests: list[Contest], subjects: frozenset[str]
) -> list[Asked]:
    """What sides bring, on the average of all it meets; then the seats or sides; then every
    pair, from the side of what was asked about.
    """
    swapped = contests[0].swapped
    named: dict[str, list[tuple[int, str]]] = {}
    for at, contest in zip(numbers, contests, strict=True):
        for side, name in enumerate(contest.entrants):
            title = name if swapped else f"{name} ({contest.titles[side].lower()})"
            named.setdefault(title, []).append((at, entrant(side)))
    # a mean over opponents says something of its own only where there are several
    askeds = [
        Asked(group, name, "entrant", 0.5, tuple(parts))
        for name, parts in named.items()
        if len(contests) > 1
    ]
    first = tuple((at, FIRST) for at in numbers)
    text = "first seat" if swapped else contests[0].titles[0]
    askeds.append(Asked(group, text, "seat" if swapped else "side", 0.5, first))
    for at, item in zip(numbers, contests, strict=True):
        own = int(swapped and item.entrants[0] not in subjects and item.entrants[1] in subjects)
        pair = (item.entrants[own], item.entrants[1 - own])
        askeds.append(Asked(group, " against ".join(pair), "pair", 0.5, ((at, entrant(own)),)))
    return askeds


def findings(figures: Figures) -> tuple[Finding, ...]:
    """Every share, judged with every strength of play; shares of a kind are corrected for being
    many together.
    """
    askeds = asked(figures)
    by_bot: list[list[Judged]] = []
    for bot in range(len(figures.study.bots)):
        shares = [item.figure(figures, bot) for item in askeds]
        corrected = _corrected(
            askeds, [p_of_share(f, item.fair) for f, item in zip(shares, askeds, strict=True)]
        )
        by_bot.append(
            [
                judged(figure, item.games(figures, bot), p, item.fair, _margin(figures, item))
                for figure, item, p in zip(shares, askeds, corrected, strict=True)
            ]
        )
    return tuple(
        _finding(figures, item, [row[at] for row in by_bot]) for at, item in enumerate(askeds)
    )


def _margin(figures: Figures, item: Asked) -> float:
    return figures.margin * 2 * item.fair


def _corrected(askeds: Sequence[Asked], values: Sequence[float]) -> list[float]:
    """Holm's correction, within every kind of question."""
    corrected = list(values)
    for kind in dict.fromkeys(item.kind for item in askeds):
        places = [at for at, item in enumerate(askeds) if item.kind == kind]
        for at, p in zip(places, holm(values[at] for at in places), strict=True):
            corrected[at] = p
    return corrected


def _finding(figures: Figures, item: Asked, judgeds: list[Judged]) -> Finding:
    names = [name for name, _ in figures.study.bots]
    margin = _margin(figures, item)
    exact = item.best_play(figures)
    verdict: Balance
    if exact is not None:
        verdict = "fair" if abs(exact - item.fair) <= margin else "watch"
        text = _exact_words(exact, item.fair, verdict)
    elif moved := _moved(figures, judgeds, margin):
        verdict, text = "open", f"Open: these players can be exploited; {moved}"
    else:
        numbers = [contest for contest, _ in item.parts]
        drawn = [figures.drawn(bot, numbers) for bot in range(len(judgeds))]
        aimless = [bot == RANDOM for _, bot in figures.study.bots]
        places = deciding(judgeds, item.fair, drawn, aimless)
        heard = [judgeds[at] for at in places]
        verdict = over_strengths(heard, item.fair)
        text = _words(item, [names[at] for at in places], heard, verdict)
        text += _left_out(item, names, judgeds, drawn, places)
        if verdict != "open" and not _is_measured(figures, judgeds):
            verdict, text = "open", f"Open: {text[0].lower()}{text[1:]}; {_UNMEASURED}"
    return Finding(
        group=item.group,
        what=item.what,
        kind=item.kind,
        fair=round(item.fair, 4),
        margin=round(margin, 4),
        strengths=dict(zip(names, judgeds, strict=True)),
        verdict=verdict,
        text=text,
        best_play=None if exact is None else round(exact, 4),
    )


_UNMEASURED = (
    "but seats choose in turn while something is hidden, and how far the share moves with more"
    " simulations was not measured"
)


def _is_measured(figures: Figures, judgeds: Sequence[Judged]) -> bool:
    """Whether the last strength can be trusted: where seats choose in turn while something is
    hidden, a search has to come to the same shares with another number of simulations.
    """
    if not figures.hides_in_sequence:
        return True
    bots = [bot for _, bot in figures.study.bots]
    return sum(1 for at in same_search(bots) if judgeds[at].figure.deals) > 1


def _left_out(
    item: Asked,
    names: Sequence[str],
    judgeds: Sequence[Judged],
    drawn: Sequence[float],
    places: Sequence[int],
) -> str:
    """The strengths that the verdict does not go by, and why."""
    parts = [
        f"; {names[at]} draws {100 * drawn[at]:.0f} % of its games and is left out"
        if drawn[at] > MOSTLY_DRAWN
        else f"; {lean(judgeds[at], item.fair)} with {names[at]}, which has no aim"
        for at in range(len(names))
        if at not in places
    ]
    return "".join(parts)


def _exact_words(exact: float, fair: float, verdict: Balance) -> str:
    share = f"{100 * exact:.1f} % in best play, worked out exactly"
    if verdict == "fair":
        return f"Fair: {share}"
    return f"{'Strong' if exact > fair else 'Weak'}: {share}"


def _moved(figures: Figures, judgeds: list[Judged], margin: float) -> str:
    """How far the share moves with the budget of the last bot, where that exceeds the margin."""
    moved = drift(_budgets(figures, judgeds))
    if moved <= margin:
        return ""
    return f"the share moves by {100 * moved:.0f} points with the simulations of the same search"


def _budgets(figures: Figures, judgeds: Sequence[Judged]) -> list[Figure]:
    """The shares of the last bot's search with its several budgets."""
    bots = [bot for _, bot in figures.study.bots]
    shares = [judgeds[at].figure for at in same_search(bots)]
    return [figure for figure in shares if figure.deals]


def _words(item: Asked, names: list[str], judgeds: list[Judged], verdict: Balance) -> str:
    last = judgeds[-1]
    if verdict == "flips":
        clear = [
            (name, lean(f, item.fair))
            for name, f in zip(names, judgeds, strict=True)
            if f.verdict != "open"
        ]
        return "Flips: " + ", ".join(f"{word} with {name}" for name, word in clear)
    if verdict == "fair":
        so = [name for name, f in zip(names, judgeds, strict=True) if f.verdict == "fair"]
        return "Fair at every strength" if len(so) == len(names) else f"Fair with {', '.join(so)}"
    if verdict == "watch":
        return f"{lean(last, item.fair).capitalize()} with {names[-1]}: {points(last.figure)}"
    known = [
        f"{lean(f, item.fair)} with {name}"
        for name, f in zip(names, judgeds, strict=True)
        if f.verdict != "open"
    ]
    so_far = (
        f"{', '.join(known)}, but with {names[-1]} it cannot be told yet"
        if known
        else "cannot tell yet"
    )
    if not last.games:
        return f"Open: {so_far}; no game was played with {names[-1]} yet"
    return f"Open: {so_far}; about {last.more:,} more games with {names[-1]}"


def points(figure: Figure, scale: float = 100.0) -> str:
    """A share in percent with its interval."""
    return f"{scale * figure.mean:.1f} % ({scale * figure.low:.1f} to {scale * figure.high:.1f})"


def best_play_text(finding: Finding) -> str:
    """The exact share of best play in percent, nothing where it is not known."""
    return "" if finding.best_play is None else f"{100 * finding.best_play:.1f} %"


# --- endings and lengths
# -----------------------------------------------------------------------------


def sheets(figures: Figures) -> tuple[Sheet, ...]:
    """All games, every group, and every match-up of a group that has several, with every
    strength of play.
    """
    every = list(range(len(figures.study.contests)))
    pairs: list[tuple[str, list[int]]] = [("", every)]
    if len(figures.groups) > 1:
        pairs += [(group, figures.of_group(group)) for group in figures.groups]
    if len(every) > len(figures.groups):
        pairs += [(contest.key, [at]) for at, contest in enumerate(figures.study.contests)]
    return tuple(
        _sheet(figures, what, bot, numbers)
        for what, numbers in pairs
        for bot in range(len(figures.study.bots))
    )


def _sheet(figures: Figures, what: str, bot: int, numbers: list[int]) -> Sheet:
    games: Counter[str] = Counter()
    turns: Counter[int] = Counter()
    decisions: Counter[int] = Counter()
    draws: Counter[float] = Counter()
    for at in numbers:
        for played in figures.study.played.get(figures.study.cell(bot, 0, at), {}).values():
            counts = Counter(played.end)
            for end, number in counts.items():
                games[played.ends[end].reason] += number
            turns.update(played.turns)
            decisions.update(played.decisions)
        draws.update(figures.tallies(bot, 0, at).get(DRAWS, {}))
    spread = _spread(decisions)
    return Sheet(
        what=what,
        strength=figures.study.bots[bot][0],
        games=games.total(),
        draws=share(draws).rounded(),
        reasons=dict(sorted(games.items(), key=lambda pair: (-pair[1], pair[0]))),
        turns=_spread(turns),
        decisions=spread,
        minutes=round(spread.mean.mean * figures.seconds / 60, 1),
        turn_counts={str(turn): turns[turn] for turn in sorted(turns)},
    )


def _spread(counts: Counter[int]) -> Spread:
    return Spread(
        amount(counts).rounded(2),
        _quantile(counts, 0.5),
        _quantile(counts, 0.95),
        max(counts, default=0),
    )


def _quantile(counts: Mapping[int, int], part: float) -> float:
    """The least value that this part of the games do not exceed."""
    left = part * sum(counts.values())
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return float(value)
    return 0.0


# --- in words
# ----------------------------------------------------------------------------------------


def bare_report(
    figures: Figures,
    title: str,
    command: str,
    headline: str,
    checks: tuple[Check, ...],
    result: Sequence[Finding] = (),
) -> Report:
    """What every report tells: what was asked, what played and how much, and in short what came
    of it.
    """
    study = figures.study
    return Report(
        terms=study.terms(),
        title=title,
        headline=headline,
        checks=checks,
        strengths=_players(figures, result),
        seconds_a_decision=figures.seconds,
        command=command,
        groups=figures.groups,
    )


def _players(figures: Figures, result: Sequence[Finding]) -> tuple[Strength, ...]:
    """The strengths of play, with how far a share moves between the budgets of a search."""
    study = figures.study
    bots = [bot for _, bot in study.bots]
    searches = same_search(bots)
    moved = None
    if result and len(searches) > 1:
        rows = [_budgets(figures, list(finding.strengths.values())) for finding in result]
        moved = round(max(map(drift, rows)), 4)
    return tuple(
        Strength(name, bot, study.games(at), moved if at in searches else None)
        for at, (name, bot) in enumerate(study.bots)
    )


def balance_report(figures: Figures, title: str, command: str) -> Report:
    """The report of `lab balance`."""
    result = findings(figures)
    why = _why(figures, result)
    headline, checks = _headline(figures, result), _checks(figures, result)
    if why is not None:
        headline, checks = headline + _mover(why), (*checks, *_why_checks(why))
    bare = bare_report(figures, title, command, headline, checks, result)
    return msgspec.structs.replace(bare, findings=result, sheets=sheets(figures), why=why)


def _why(figures: Figures, result: Sequence[Finding]) -> Causes | None:
    """What moves the share of the side that stands highest with the strongest players."""
    why = figures.study.why
    if not isinstance(why, WhyStudy):
        return None
    last = figures.study.bots[-1][0]
    shares = [finding.strengths[last].figure.mean for finding in result if finding.kind == "side"]
    return why.causes(shares.index(max(shares))) if shares else None


def _mover(why: Causes) -> str:
    """The change that moves the result most, as a sentence of the headline."""
    clear = [cause for cause in why.causes if cause.change.verdict == "yes"]
    if not clear:
        return ""
    by = 100 * clear[0].change.difference.mean
    return f" What moves it most: {clear[0].text} ({why.what} {by:+.0f} points)."


def _why_checks(why: Causes) -> tuple[Check, ...]:
    clear = [cause for cause in why.causes if cause.change.verdict == "yes"]
    listed = "; ".join(cause.text for cause in clear[:3]) + (" …" if len(clear) > 3 else "")
    text = f"{len(clear)} of {len(why.causes)} changes move it{': ' if clear else ''}{listed}"
    checks = [Check("yes" if clear else "open", text)]
    if why.first_mover is not None:
        mover = why.first_mover
        result = judged(mover, why.games, p_of_share(mover, 0.5), 0.5, MARGIN)
        text = f"Who moves first gets {points(mover)}, over both sides"
        checks.append(Check(result.verdict, text))
    return tuple(checks)


def _headline(figures: Figures, result: Sequence[Finding]) -> str:
    """What came of the question, in a sentence or two; of what was asked about, if it was."""
    main = [
        finding for finding in result if finding.kind != "pair" or len(figures.study.contests) == 1
    ]
    own = [finding for finding in main if _is_about(finding, figures.subjects)]
    settled = [finding for finding in own if finding.verdict != "open"]
    if own and not settled:
        return _still_open(figures, own)
    if settled and all(finding.verdict == "fair" for finding in settled):
        names = ", ".join(_where(finding) for finding in settled)
        rest = [item for item in main if item not in own and item.verdict in ("watch", "flips")]
        also = f" Not fair beside it: {', '.join(_where(item) for item in rest[:3])}."
        return f"Fair at every strength of play: {names}.{also if rest else ''}"
    return _verdict_of(figures, settled or main, result)


def _is_about(finding: Finding, subjects: frozenset[str]) -> bool:
    """Whether a finding is the share of what was asked about."""
    if finding.kind == "pair":
        return finding.what.split(" against ")[0] in subjects
    return finding.kind == "entrant" and finding.what.rsplit(" (", 1)[0] in subjects


def _still_open(figures: Figures, items: Sequence[Finding]) -> str:
    """What is known of what was asked about, where that is not enough for a verdict."""
    last = figures.study.bots[-1][0]
    known = "; ".join(
        f"{_where(item)} stands at {points(item.strengths[last].figure)} with {last}"
        for item in items[:3]
        if item.strengths[last].games
    )
    if any("exploited" in item.text for item in items):
        return f"Cannot tell: these players can be exploited; {known}."
    if any(_UNMEASURED in item.text for item in items):
        return f"Cannot tell: {known}, {_UNMEASURED}."
    return f"Cannot tell yet{': ' if known else ''}{known}."


def _verdict_of(figures: Figures, main: Sequence[Finding], result: Sequence[Finding]) -> str:
    strong = figures.study.bots[-1][0]
    by_verdict = {
        word: [finding for finding in main if finding.verdict == word]
        for word in ("fair", "watch", "open", "flips")
    }
    fair, watch, still, flips = by_verdict.values()
    exact = [finding for finding in main if finding.best_play is not None]
    if watch and exact:
        worst = max(watch, key=lambda item: abs((item.best_play or 0.0) - item.fair))
        return (
            f"Not fair: {_where(worst)} gets {100 * (worst.best_play or 0.0):.1f} % in best play,"
            f" where {100 * worst.fair:.0f} would be fair."
        )
    if exact:
        return "Fair in best play, which was worked out exactly."
    if watch:
        worst = _out_of_line(watch, result, strong)
        text = (
            f"Not fair: {_where(worst)} stands at {points(worst.strengths[strong].figure)} with"
            f" {strong}, where {100 * worst.fair:.0f} would be fair."
        )
    elif any("exploited" in finding.text for finding in still):
        text = "Cannot tell: these players can be exploited; more simulations change the shares."
    elif any(_UNMEASURED in finding.text for finding in still):
        text = _still_open(figures, still)
    elif still:
        settled = f"{len(fair)} of {len(main)} shares are fair; " if fair else ""
        text = f"Cannot tell yet: {settled}{len(still)} of {len(main)} need more games."
    elif flips:
        text = (
            f"It hangs on who plays: {len(fair)} of {len(main)} shares are fair at every strength"
            " of play."
        )
    else:
        text = "Fair at every strength of play."
    if flips:
        names = ", ".join(_where(flip) for flip in flips[:3]) + (
            f" and {len(flips) - 3} more" if len(flips) > 3 else ""
        )
        text += f" The verdict flips with the strength of play for {names}."
    return text


def _out_of_line(watch: Sequence[Finding], result: Sequence[Finding], strong: str) -> Finding:
    """The share that is out of line, not one that only met what is.

    Of what sides bring it is the one whose pairs hold most of what is uneven: without it the rest
    would be nearest to even.
    """

    def gap(item: Finding) -> float:
        return item.strengths[strong].figure.mean - item.fair

    worst = max(watch, key=lambda item: (round(abs(gap(item)), 6), gap(item)))
    if worst.kind != "entrant":
        return worst
    pairs = [item for item in result if item.kind == "pair" and item.group == worst.group]

    def uneven(item: Finding) -> float:
        name = item.what.rsplit(" (", 1)[0]
        return sum(gap(pair) ** 2 for pair in pairs if name in pair.what.split(" against "))

    own = [item for item in watch if item.kind == "entrant" and item.group == worst.group]
    return max(own, key=lambda item: (round(uneven(item), 6), abs(gap(item))))


def _where(finding: Finding) -> str:
    return f"{finding.what} ({finding.group})" if finding.group else finding.what


_KINDS = {"entrant": "mean", "seat": "first seat", "side": "side", "pair": "pair"}


def _checks(figures: Figures, result: Sequence[Finding]) -> tuple[Check, ...]:
    """For every kind of share how many have which verdict, the ones to look at by name: first
    what was asked about, then by how far they are out.
    """
    checks = []
    strong = figures.study.bots[-1][0]

    def order(item: Finding) -> tuple[bool, float]:
        gap = abs(item.strengths[strong].figure.mean - item.fair)
        return not _is_about(item, figures.subjects), -gap

    for kind, noun in _KINDS.items():
        own = [finding for finding in result if finding.kind == kind]
        for verdict in ("flips", "watch", "open", "fair"):
            items = sorted((item for item in own if item.verdict == verdict), key=order)
            if not items:
                continue
            text = f"{len(items)} of {len(own)} {noun}{'s' if len(own) > 1 else ''}"
            if verdict in ("flips", "watch"):
                where = "; ".join(_where(finding) for finding in items[:4])
                text += f": {where}{' …' if len(items) > 4 else ''}"
            checks.append(Check(verdict, text))
    return tuple(checks)
