"""Data sets against each other on the same deals, and figures over the values of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from dogfight.lab.figures import (
    Figure,
    amount,
    around,
    average,
    average_difference,
    difference,
    holm,
    p_value,
    share,
)
from dogfight.lab.report import (
    Asked,
    Change,
    Check,
    Curve,
    CurvePoint,
    Figures,
    Report,
    asked,
    bare_report,
    sheets,
)
from dogfight.lab.tallies import DECISIONS, DRAWS, TURNS, WHY, Tallies, differences
from dogfight.lab.verdicts import LEAST, LEAST_PART, Changed, change_over_strengths, changed

SHARES = "%"


@dataclass(frozen=True)
class Wanted:
    """A figure to be compared: the mean over some match-ups of one named figure of each."""

    group: str
    what: str
    unit: str
    parts: tuple[tuple[int, str], ...]

    def figure(self, figures: Figures, bot: int, point: int) -> Figure:
        """Its value at one point with one strength of play."""
        figures_of_parts = []
        for contest, name in self.parts:
            tallies = figures.tallies(bot, point, contest)
            if not tallies:
                return Figure(0.0, 0.0, 0.0, 0.0, 0)
            counts = tallies.get(name) or {0.0: tallies[DRAWS].total()}
            figures_of_parts.append(share(counts) if self.unit == SHARES else amount(counts))
        if self.unit == SHARES:
            return average(figures_of_parts)
        mean = average_difference(figures_of_parts)
        return around(mean.mean, mean.error, mean.deals)


@dataclass
class Pairs:
    """The paired differences of a study between its first point and another."""

    figures: Figures
    point: int
    _tallies: dict[int, Tallies] = field(default_factory=dict)

    def difference(self, expected: Wanted, bot: int) -> Figure:
        """How much more the figure is at the point than at the first one."""
        widest = 1.0 if expected.unit == SHARES else float("inf")
        figures = []
        for contest, name in expected.parts:
            tallies = self._of(bot, contest)
            counts = tallies.get(name) or {0.0: tallies[DRAWS].total() if DRAWS in tallies else 0}
            figures.append(difference(counts, widest))
        return average_difference(figures, widest)

    def _of(self, bot: int, contest: int) -> Tallies:
        study = self.figures.study
        a, b = study.cell(bot, 0, contest), study.cell(bot, self.point, contest)
        if b not in self._tallies:
            self._tallies[b] = differences(
                study.contests[contest], study.played.get(a, {}), study.played.get(b, {})
            )
        return self._tallies[b]


def wanted_figures(figures: Figures) -> list[Wanted]:
    """The shares of a study of balance, and for every group draws, reasons and lengths."""
    wanteds = [
        _of_share(item)
        for item in asked(figures)
        if item.kind != "pair" or len(figures.study.contests) == 1
    ]
    for group in figures.groups:
        numbers = figures.of_group(group)

        def over(name: str, numbers: list[int] = numbers) -> tuple[tuple[int, str], ...]:
            return tuple((at, name) for at in numbers)

        wanteds.append(Wanted(group, "draws", SHARES, over(DRAWS)))
        wanteds += [
            Wanted(group, f"ends by {why.removeprefix(WHY)}", SHARES, over(why))
            for why in _reasons(figures, numbers)
        ]
        wanteds.append(Wanted(group, "length", "turns", over(TURNS)))
        wanteds.append(Wanted(group, "decisions", "decisions", over(DECISIONS)))
    return wanteds


def _of_share(item: Asked) -> Wanted:
    return Wanted(item.group, item.what, SHARES, item.parts)


def _reasons(figures: Figures, numbers: Sequence[int]) -> list[str]:
    study = figures.study
    return sorted(
        {
            name
            for bot in range(len(study.bots))
            for point in range(len(study.points))
            for at in numbers
            for name in figures.tallies(bot, point, at)
            if name.startswith(WHY)
        }
    )


def found_changes(figures: Figures) -> tuple[Change, ...]:
    """Every figure of every further point against the first one; corrected for being many with
    each strength.
    """
    study = figures.study
    wanteds = wanted_figures(figures)
    asked_for = [(point, item) for point in range(1, len(study.points)) for item in wanteds]
    pairs = {point: Pairs(figures, point) for point in range(1, len(study.points))}
    by_bot: list[list[Changed]] = []
    for bot in range(len(study.bots)):
        got = [pairs[point].difference(item, bot) for point, item in asked_for]
        corrected = holm(p_value(figure, 0.0) for figure in got)
        row = []
        for (point, entry), gap, p in zip(asked_for, got, corrected, strict=True):
            a, b = entry.figure(figures, bot, 0), entry.figure(figures, bot, point)
            least = LEAST if entry.unit == SHARES else LEAST_PART * a.mean
            games = figures.games(bot, [at for at, _ in entry.parts])
            row.append(changed(a.mean, b.mean, gap, games, p, least))
        by_bot.append(row)
    names = [name for name, _ in study.bots]
    return tuple(
        _change(
            study.points[point].name,
            item,
            dict(zip(names, [row[at] for row in by_bot], strict=True)),
        )
        for at, (point, item) in enumerate(asked_for)
    )


def _change(point: str, item: Wanted, changeds: dict[str, Changed]) -> Change:
    verdict = change_over_strengths(list(changeds.values()))
    name, last = list(changeds.items())[-1]
    scale, unit = (100.0, "points") if item.unit == SHARES else (1.0, item.unit)
    by = f"{scale * last.difference.mean:+.1f} {unit}"
    clear = [
        f"{scale * f.difference.mean:+.1f} {unit} with {who}"
        for who, f in changeds.items()
        if f.verdict == "yes"
    ]
    so_far = (
        f"{', '.join(clear)}, but with {name} it cannot be told yet" if clear else "Cannot tell yet"
    )
    text = {
        "yes": f"Different: {by} with {name}",
        "small": f"Real but small: {by} with {name}",
        "no": "No difference worth noting",
        "open": f"{so_far}; about {last.more:,} more games with {name}",
        "flips": (
            "Flips: "
            + ", ".join(
                (
                    f"{scale * f.difference.mean:+.1f} with {who}"
                    if f.verdict == "yes"
                    else f"none with {who}"
                )
                for who, f in changeds.items()
                if f.verdict in ("yes", "no")
            )
        ),
    }[verdict]
    return Change(
        point=point,
        group=item.group,
        what=item.what,
        unit=item.unit,
        strengths=changeds,
        verdict=verdict,
        text=text,
    )


def compare_report(figures: Figures, title: str, command: str) -> Report:
    """The report of `lab compare`."""
    changes = found_changes(figures)
    bare = bare_report(figures, title, command, _headline(changes), _checks(changes))
    return msgspec.structs.replace(bare, sheets=sheets(figures), changes=changes)


def sweep_report(figures: Figures, title: str, command: str) -> Report:
    """The report of `lab sweep`: curves, and every value against the first one."""
    changes = found_changes(figures)
    study = figures.study
    curves = tuple(
        Curve(
            group=wanted_figure.group,
            what=wanted_figure.what,
            unit=wanted_figure.unit,
            strength=name,
            points=tuple(
                CurvePoint(point.name, wanted_figure.figure(figures, bot, at).rounded())
                for at, point in enumerate(study.points)
            ),
        )
        for wanted_figure in wanted_figures(figures)
        for bot, (name, _) in enumerate(study.bots)
    )
    bare = bare_report(figures, title, command, _headline(changes), _checks(changes))
    return msgspec.structs.replace(bare, changes=changes, curves=curves)


def _where(change: Change) -> str:
    return f"{change.what} ({change.group})" if change.group else change.what


def _headline(changes: Sequence[Change]) -> str:
    yes = [change for change in changes if change.verdict == "yes"]
    flips = [change for change in changes if change.verdict == "flips"]
    still = [change for change in changes if change.verdict == "open"]
    text = ""
    if yes:
        shares = [change for change in yes if change.unit == SHARES] or yes
        largest = max(
            shares, key=lambda item: abs(list(item.strengths.values())[-1].difference.mean)
        )
        text = f"It makes a difference: {len(yes)} of {len(changes)} figures move, "
        point = f"with {largest.point}, " if len({change.point for change in changes}) > 1 else ""
        text += f"most {point}{_where(largest)} ({largest.text[0].lower()}{largest.text[1:]})."
    elif still:
        text = (
            f"Cannot tell yet: {len(still)} of {len(changes)} figures need more games with the"
            " strongest players"
        )
        moved = [
            change for change in still if any(f.verdict == "yes" for f in change.strengths.values())
        ]
        text += (
            f"; with weaker ones {len(moved)} of them move."
            if moved
            else ", and none moves clearly."
        )
    elif not flips:
        text = "No difference worth noting in any figure."
    if flips:
        names = ", ".join(_where(flip) for flip in flips[:3]) + (" …" if len(flips) > 3 else "")
        text += f" The verdict flips with the strength of play for {names}."
    return text.strip()


def _checks(changes: Sequence[Change]) -> tuple[Check, ...]:
    checks = []
    for verdict in ("flips", "yes", "small", "open", "no"):
        items = [change for change in changes if change.verdict == verdict]
        if items:
            listed = "; ".join(_where(change) for change in items[:4]) + (
                " …" if len(items) > 4 else ""
            )
            text = f"{len(items)} of {len(changes)} figures"
            checks.append(
                Check(verdict, text if verdict in ("no", "open") else f"{text}: {listed}")
            )
    return tuple(checks)
