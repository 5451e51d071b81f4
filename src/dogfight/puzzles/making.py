"""Finds puzzles: positions of bots' games in which one choice is clearly best, and `medium` does
not see it.

A position is looked at ever more closely: by what `medium` thinks of it, by one short search, by
several, and at last by more and longer ones with other seeds. It is a puzzle if all of them take
the same choice, and its lead is many times the error that they show among themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from dogfight.bots.estimates import EstimatingBot
from dogfight.bots.registry import make_bot
from dogfight.core.capabilities import Solver
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.core.view import View
from dogfight.match.match import Match
from dogfight.puzzles.puzzle import Puzzle, PuzzleOption, id_of

FEWEST_CHOICES: Final = 2
MOST_CHOICES: Final = 40
PLAYERS: Final = ("medium", "easy", "medium", "medium")
"""Who plays the games: from seat to seat."""
TRIES: Final = (2, 12)
"""Seeds by which it is measured how often a level finds an answer: at first, and for a puzzle."""
OBVIOUS: Final = 0.35
"""What `medium` finds more often is no puzzle."""
SURE: Final = 0.8
"""The share of best play that the answer must have, where best play is mixed."""
LEAST_LEAD: Final = 0.06
"""Of what one of the sides may expect: so far is the answer ahead of the next choice."""
ERRORS_AHEAD: Final = 4.0
"""And by so many standard errors."""
FIRST, SECOND = 0, 1
GLIMPSE: Final = 300
"""Simulations of the first look, which only has to differ from `medium`."""
SEARCHES: Final = (4, 12)
SIMULATIONS: Final = (1_500, 6_000)
"""How many searches look at a position, and how closely: at first, and to verify it."""
A_GAME: Final = 2
"""So many puzzles come from one game at most."""
WIDE: Final = 8
NARROW: Final = 3
FAR: Final = 0.2
"""Who may expect so much more or less than a fair share, of that share, is ahead or behind."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position of a game and the seat that is asked."""

    position: Any
    seat: Seat
    seed: int
    move: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What every choice is worth, best first, and the lead of the best."""

    options: tuple[PuzzleOption, ...]
    lead: float
    error: float
    exact: bool
    simulations: int

    @property
    def answer(self) -> str:
        """The best choice, in notation."""
        return self.options[0].notation

    def is_clear(self, least: float) -> bool:
        """Whether the lead is large and certain."""
        return self.lead >= least and self.lead >= ERRORS_AHEAD * self.error


def candidates(game: AnyGame, settings: Options, seed: int) -> Iterator[Candidate]:
    """The decisions of one game between bots."""
    match = Match(game, settings, seed=seed)
    seats = range(len(match.seats))
    bots = [make_bot(PLAYERS[(seat + seed) % len(PLAYERS)], seed + seat, game) for seat in seats]
    while (seat := match.next_seat()) is not None:
        view = match.view(seat)
        if seat in view.waiting and FEWEST_CHOICES <= len(view.legal) <= MOST_CHOICES:
            position = game.notation.read(game.notation.write(match.position))
            position.unseal_others(seat)
            yield Candidate(position, seat, seed, len(match.played) + 1)
        match.play(seat, bots[seat].choose(view))


def puzzles_in_game(game: AnyGame, settings: Options, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one game between bots."""
    made = 0
    for candidate in candidates(game, settings, seed):
        puzzle = puzzle_from(game, settings, candidate)
        if puzzle is not None:
            yield puzzle
            made += 1
            if made == A_GAME:
                return


def puzzle_from(game: AnyGame, settings: Options, candidate: Candidate) -> Puzzle | None:
    """The puzzle that a position makes, if it makes one."""
    view = game.view(candidate.position, candidate.seat)
    least = LEAST_LEAD * fair_share(view)
    medium = found_by("medium", game, view, TRIES[FIRST])
    glimpse = searched(game, view, 1, GLIMPSE, 0)
    if glimpse is None or glimpse.lead < least / 2 or medium[glimpse.answer] > OBVIOUS:
        return None
    first = searched(game, view, SEARCHES[FIRST], SIMULATIONS[FIRST], 1)
    if first is None or medium[first.answer] > OBVIOUS or not first.is_clear(least):
        return None
    second = searched(game, view, SEARCHES[SECOND], SIMULATIONS[SECOND], 1 + SEARCHES[FIRST])
    if second is None or second.answer != first.answer or not second.is_clear(least):
        return None
    levels = {level: found_by(level, game, view, TRIES[SECOND]) for level in ("easy", "medium")}
    if levels["medium"][second.answer] > OBVIOUS:
        return None
    position = game.notation.write(candidate.position)
    return Puzzle(
        id=id_of(game.name, position, candidate.seat),
        game=game.name,
        rules=game.rules_version,
        data=game.data_digest,
        settings=dict(settings),
        position=position,
        seat=candidate.seat,
        options=second.options,
        lead=round(second.lead, 4),
        lead_error=round(second.error, 4),
        exact=second.exact,
        simulations=second.simulations,
        themes=themes_of(view, second),
        solved_by={level: round(shares[second.answer], 3) for level, shares in levels.items()},
        source=f"game {candidate.seed}, move {candidate.move}",
    )


def found_by(level: str, game: AnyGame, view: View[Any], tries: int) -> Mapping[str, float]:
    """How often a level takes each choice."""
    shares: dict[str, float] = {entry.notation: 0.0 for entry in view.legal}
    for seed in range(tries):
        bot = make_bot(level, seed, game)
        assert isinstance(bot, EstimatingBot)
        for estimate in bot.opinions(view):
            shares[estimate.notation] += estimate.chance / tries
    return shares


def fair_share(view: View[Any]) -> float:
    """What each side of a game may expect before it begins, if all are alike."""
    return 1 / len({info.side for info in view.seats})


def searched(
    game: AnyGame, view: View[Any], number: int, simulations: int, seed: int
) -> Verdict | None:
    """What so many searches say together; None if one of them takes another choice, or mixes.

    Where a game is worked out, best play says it instead.
    """
    solution = game.solved(view) if isinstance(game, Solver) else None
    if solution is not None:
        chances = [chance for chance, _ in solution]
        values = [[value] for _, value in solution]
        answer = chances.index(max(chances))
        return _verdict(view, dict(enumerate(values)), answer, 0) if max(chances) >= SURE else None
    places = {entry.action: at for at, entry in enumerate(view.legal)}
    columns: dict[int, list[float]] = {}
    answers = set()
    for run in range(seed, seed + number):
        bot = make_bot(f"search:sims={simulations}", run, game)
        assert isinstance(bot, EstimatingBot)
        estimates = bot.opinions(view)
        best = max(estimates, key=lambda estimate: estimate.chance)
        answers.add(places[best.action])
        if best.chance < SURE or len(answers) > 1:
            return None
        for estimate in estimates:
            columns.setdefault(places[estimate.action], []).append(estimate.value)
    tried = {at: values for at, values in columns.items() if len(values) == number}
    return _verdict(view, tried, answers.pop(), number * simulations)


def _verdict(
    view: View[Any], columns: Mapping[int, list[float]], answer: int, simulations: int
) -> Verdict | None:
    """The choices by their mean values, if the answer is the best of several."""
    order = sorted(columns, key=lambda at: -fmean(columns[at]))
    if len(order) < FEWEST_CHOICES or order[0] != answer:
        return None
    leads = [a - b for a, b in zip(columns[order[0]], columns[order[1]], strict=True)]
    options = tuple(
        PuzzleOption(
            view.legal[at].notation,
            round(fmean(columns[at]), 4),
            round(_error(columns[at]), 4),
        )
        for at in order
    )
    return Verdict(options, fmean(leads), _error(leads), not simulations, simulations)


def _error(values: list[float]) -> float:
    """The standard error of a mean; 0 of a single value."""
    return float(stdev(values) / len(values) ** 0.5) if len(values) > 1 else 0.0


def themes_of(view: View[Any], result: Verdict) -> tuple[str, ...]:
    """What kind of puzzle it is."""
    themes = ["secret" if view.decision_kind == "commit" else "open"]
    if result.exact:
        themes.append("exact")
    fair = fair_share(view)
    value = result.options[0].value
    themes.append(
        "ahead" if value > fair * (1 + FAR) else "behind" if value < fair * (1 - FAR) else "level"
    )
    entries = {entry.notation: entry for entry in view.legal}
    if not entries[result.answer].bears and any(entry.bears for entry in view.legal):
        themes.append("passive")
    if len(view.legal) <= NARROW:
        themes.append("narrow")
    elif len(view.legal) >= WIDE:
        themes.append("wide")
    return tuple(themes)
