"""Why a result is what it is: changes of the data tried one at a time, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from dogfight.bulk.data_sets import DataSet
from dogfight.bulk.games import RANDOM
from dogfight.core.errors import DogfightError
from dogfight.core.options import value_word
from dogfight.datafiles.trials import DataTrial, TriesChanges
from dogfight.lab.contests import contests
from dogfight.lab.figures import Figure, bounded, difference, holm, p_value
from dogfight.lab.overrides import Swept, with_values
from dogfight.lab.study import Study, StudyPoint
from dogfight.lab.tallies import differences, entrant, tallied
from dogfight.lab.verdicts import LEAST, Changed, changed

MOST_TRIALS = 24


class ChangeEffect(msgspec.Struct, frozen=True, kw_only=True, rename={"text": "words"}):
    """A change that was tried alone, and what it did to the share of a side."""

    kind: str
    text: str
    change: Changed


class Causes(msgspec.Struct, frozen=True, kw_only=True):
    """What moves a result: the side whose share moves, who played, and every change that was
    tried, the largest first; `first_mover` is the share of who begins, over both sides.
    """

    what: str
    strength: str
    games: int
    """The games of each change."""
    causes: tuple[ChangeEffect, ...]
    first_mover: Figure | None = None


@dataclass
class WhyStudy(Study):
    """The study that tries the changes: its first point is what is played, then one for each."""

    trials: tuple[DataTrial, ...] = ()

    @property
    def games_each(self) -> int:
        """The games of each change."""
        return self.games(0) // len(self.points)

    def causes(self, side: int) -> Causes | None:
        """What came of it for the share of a side; None before the first game."""
        if not self.games_each:
            return None
        [contest] = self.contests
        name = entrant(side)
        base = tallied(contest, self.played[self.cell(0, 0, 0)])[name]
        before = sum(value * count for value, count in base.items()) / base.total()
        gaps = [self._gap(at, name) for at in range(1, len(self.points))]
        causes = [
            ChangeEffect(
                kind=trial.kind,
                text=trial.text,
                change=changed(before, before + gap.mean, gap, self.games_each, p, LEAST),
            )
            for trial, gap, p in zip(
                self.trials, gaps, holm(p_value(gap, 0.0) for gap in gaps), strict=True
            )
        ]
        return Causes(
            what=contest.entrants[side],
            strength=self.bots[0][0],
            games=self.games_each,
            causes=tuple(sorted(causes, key=lambda cause: -abs(cause.change.difference.mean))),
            first_mover=self._first_mover(),
        )

    def _gap(self, point: int, name: str) -> Figure:
        base, changed_games = (self.played[self.cell(0, at, 0)] for at in (0, point))
        return difference(differences(self.contests[0], base, changed_games)[name], 1.0)

    def _first_mover(self) -> Figure | None:
        """Half of what a side of two loses where the other one begins, above an even share."""
        if len(self.contests[0].entrants) != 2:
            return None
        for at, trial in enumerate(self.trials, 1):
            if trial.kind == "first move":
                gap = self._gap(at, entrant(trial.side))
                return bounded(0.5 - gap.mean / 2, gap.error / 2, gap.deals).rounded()
        return None


def why_study(study: Study) -> WhyStudy | None:
    """The study of why, where a study is about one match-up of a game that has changes to try."""
    game = study.game
    if len(study.contests) != 1 or len(study.points) != 1 or not isinstance(game, TriesChanges):
        return None
    [contest] = study.contests
    own = study.sets[study.points[0].data]
    fixed = {name: (value_word(value),) for name, value in contest.options[0].items()}
    points = [StudyPoint(study.points[0].name, 0, study.contests)]
    sets, digests, trials = [own], [study.digests[0]], []
    for trial in list(game.trials(contest.options[0]))[:MOST_TRIALS]:
        try:
            files = with_trial(game.name, own, trial)
            changed_game = files.load(game.name)
            played = contests(changed_game, fixed)
        except DogfightError:
            continue
        points.append(StudyPoint(trial.text, len(sets), played))
        sets.append(files)
        digests.append(changed_game.data_digest)
        trials.append(trial)
    if not trials:
        return None
    return WhyStudy(
        game,
        "why",
        tuple(points),
        (_player(study.bots),),
        tuple(sets),
        tuple(digests),
        study.options,
        study.seed,
        trials=tuple(trials),
    )


def with_trial(game: str, data: DataSet, trial: DataTrial) -> DataSet:
    """The data with a change made."""
    return with_values(
        game, data, [(Swept(key, (value,), trial.file), value) for key, value in trial.values]
    )


def _player(bots: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The strongest bot that does without a search, since every change costs as many games; the
    quickest search where nothing else has an aim.
    """
    aiming = [bot for bot in bots if bot[1] != RANDOM] or list(bots)
    quick = [bot for bot in aiming if not bot[1].startswith("search")]
    return quick[-1] if quick else aiming[0]
