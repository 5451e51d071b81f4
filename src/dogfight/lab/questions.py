"""The questions of the lab: from what is asked to the study that answers it, and to the report."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from dogfight.bulk.data_sets import DataSet
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionValue, value_word
from dogfight.core.registry import AnyGame
from dogfight.lab.causes import WhyStudy, why_study
from dogfight.lab.changes import compare_report, sweep_report
from dogfight.lab.contests import contests, read_fixed
from dogfight.lab.overrides import Swept, combinations, read_swept, read_values, with_values
from dogfight.lab.report import SECONDS, Figures, Report, balance_report
from dogfight.lab.study import Study, StudyPoint, lab_bots
from dogfight.lab.verdicts import MARGIN

Kind = Literal["balance", "compare", "sweep"]


class NamedSet(msgspec.Struct, frozen=True):
    """A data set under the name it is called by, and how it is named on the command line."""

    name: str
    files: DataSet = DataSet()
    word: str = ""


BUILT_IN = NamedSet("built-in")


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked.

    `options` are words like `name=value`; `swept` are keys with values (a sweep only).
    """

    kind: Kind
    game: str
    options: tuple[str, ...] = ()
    sets: tuple[NamedSet, ...] = (BUILT_IN,)
    swept: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("random", "medium", "hard")
    seed: int = 0
    margin: float = MARGIN
    seconds: float = SECONDS
    title: str = ""
    verb: str = ""
    """The words of another command that asks this, as a shell reads them."""
    plugins: tuple[str, ...] = ()
    """The plug-ins of the call, as they are named in it."""

    def study(self) -> Study:
        """The study that answers it; `BadOption` or `BadData` where it cannot be asked."""
        made = {"balance": self._balance, "compare": self._compare, "sweep": self._sweep}[self.kind]
        study = made()
        if self.kind == "balance":
            study.follow_up = lambda: why_study(study)
        return study

    def report(self, study: Study) -> Report:
        """What came of the study."""
        make = {"balance": balance_report, "compare": compare_report, "sweep": sweep_report}[
            self.kind
        ]
        return make(
            Figures(study, self.margin, self.seconds), self._title(study), self.command(study)
        )

    def _title(self, study: Study) -> str:
        if self.title:
            return self.title
        options = ", ".join(word.replace("=", " ") for word in self.options)
        return f"{study.game.title}{', ' if options else ''}{options}"

    def command(self, study: Study) -> str:
        """The call that repeats the report: the same games, whatever limit has ended them."""
        words = ["dogfight", *(shlex.split(self.verb) or ("lab", self.kind, self.game))]
        for option in self.options if not self.verb else ():
            words += ["--option", option]
        for plugin in self.plugins:
            words += ["--plugin", plugin]
        for named_set in self.sets:
            words += ["--data", named_set.word] if named_set.word else []
        for key in self.swept:
            words += ["--set", key]
        games = ",".join(str(study.games(at)) for at in range(len(study.bots)))
        words += ["--bots", ",".join(self.bots), "--games", games, "--seed", str(self.seed)]
        if isinstance(study.why, WhyStudy):
            words += ["--why", str(study.why.games_each)]
        if self.margin != MARGIN:
            words += ["--margin", f"{self.margin:g}"]
        if self.seconds != SECONDS:
            words += ["--seconds", f"{self.seconds:g}"]
        return shlex.join(words)

    # --- the three kinds
    # -------------------------------------------------------------------------------

    def _balance(self) -> Study:
        [own] = self.sets
        game = own.files.load(self.game)
        return self._made(
            game,
            (StudyPoint(own.name, 0, contests(game, self._fixed())),),
            (own.files,),
            (game.data_digest,),
        )

    def _compare(self) -> Study:
        sets = self.sets if len(self.sets) > 1 else (BUILT_IN, *self.sets)
        if len(sets) != 2 or sets[1] == BUILT_IN:
            raise BadOption(
                "expected one --data to compare with the built-in data, or two; got"
                f" {len(self.sets)}"
            )
        games = [named_set.files.load(self.game) for named_set in sets]
        if games[0].data_digest == games[1].data_digest:
            raise BadOption(f"expected two different data sets, got {games[0].data_digest} twice")
        points = tuple(
            StudyPoint(f"{letter} {named_set.name}", at, contests(game, self._fixed()))
            for at, (letter, named_set, game) in enumerate(zip("AB", sets, games, strict=True))
        )
        return self._made(
            games[0],
            points,
            tuple(named_set.files for named_set in sets),
            tuple(item.data_digest for item in games),
        )

    def _sweep(self) -> Study:
        """Keys of data files, or options with several values as a range."""
        [own] = self.sets
        keys = [read_swept(word) for word in self.swept]
        ranges = {
            name: values for name, values in self._ranges().items() if len(values) > 1 and not keys
        }
        options = [Swept(name, values) for name, values in ranges.items()]
        if not keys and not options:
            raise BadOption(
                "expected --set KEY=1..3, or an --option with several values, to sweep over; got"
                " neither"
            )
        points: list[StudyPoint] = []
        sets: list[DataSet] = []
        digests: list[str] = []
        base = own.files.load(self.game)
        for chosen in combinations(keys or options):
            files = with_values(self.game, own.files, chosen) if keys else own.files
            game = files.load(self.game) if keys else base
            fixed = self._fixed()
            fixed |= {} if keys else {swept.key: (value_word(value),) for swept, value in chosen}
            result = contests(game, fixed, unnamed=frozenset(ranges))
            name = ", ".join(f"{swept.key}={value_word(value)}" for swept, value in chosen)
            points.append(StudyPoint(name, len(sets), result))
            sets.append(files)
            digests.append(game.data_digest)
        return self._made(base, tuple(points), tuple(sets), tuple(digests))

    def _ranges(self) -> dict[str, tuple[Any, ...]]:
        return {
            name: read_values(",".join(values)) for name, values in read_fixed(self.options).items()
        }

    def _fixed(self) -> dict[str, tuple[str, ...]]:
        """The options that are asked for; a range is written out."""
        return {
            name: tuple(value_word(value) for value in values)
            for name, values in self._ranges().items()
        }

    def _made(
        self,
        game: AnyGame,
        points: tuple[StudyPoint, ...],
        sets: tuple[DataSet, ...],
        digests: tuple[str, ...],
    ) -> Study:
        options: Mapping[str, Sequence[OptionValue]] = self._ranges()
        return Study(
            game,
            self.kind,
            points,
            lab_bots(self.bots, game),
            sets,
            digests,
            {name: list(values) for name, values in options.items()},
            self.seed,
        )
