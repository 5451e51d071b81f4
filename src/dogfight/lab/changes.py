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
        found = []
        for contest, name in self.parts:
            tallies = figures.tallies(bot, point, contest)
            if not tallies:
                return Figure(0.0, 0.0, 0.0, 0.0, 0)
            counts = tallies.get(name) or {0.0: tallies[DRAWS].total()}
            found.append(share(counts) if self.unit == SHARES else amount(counts))
        if self.unit == SHARES:
            return average(found)
        mean = average_difference(found)
        return around(mean.mean, mean.error, mean.deals)


@dataclass
class Pairs:
    """The paired differences of a study between its first point and another."""

    figures: Figures
    point: int
    _tallies: dict[int, Tallies] = field(default_factory=dict)

    def difference(self, wanted: Wanted, bot: int) -> Figure:
        """How much more the figure is at the point than at the first one."""
        widest = 1.0 if wanted.unit == SHARES else float("inf")
        found = []
        for contest, name in wanted.parts:
            tallies = self._of(bot, contest)
            counts = tallies.get(name) or {0.0: tallies[DRAWS].total() if DRAWS in tallies else 0}
            found.append(difference(counts, widest))
        return average_difference(found, widest)

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
    found = [
        _of_share(one)
        for one in asked(figures)
        if one.kind != "pair" or len(figures.study.contests) == 1
    ]
    for group in figures.groups:
        numbers = figures.of_group(group)

        def over(name: str, numbers: list[int] = numbers) -> tuple[tuple[int, str], ...]:
            return tuple((at, name) for at in numbers)

        found.append(Wanted(group, "draws", SHARES, over(DRAWS)))
        found += [
            Wanted(group, f"ends by {why.removeprefix(WHY)}", SHARES, over(why))
            for why in _reasons(figures, numbers)
        ]
        found.append(Wanted(group, "length", "turns", over(TURNS)))
        found.append(Wanted(group, "decisions", "decisions", over(DECISIONS)))
    return found


def _of_share(one: Asked) -> Wanted:
    return Wanted(one.group, one.what, SHARES, one.parts)


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
    wanted = wanted_figures(figures)
    asked_for = [(point, one) for point in range(1, len(study.points)) for one in wanted]
    pairs = {point: Pairs(figures, point) for point in range(1, len(study.points))}
    by_bot: list[list[Changed]] = []
    for bot in range(len(study.bots)):
        got = [pairs[point].difference(one, bot) for point, one in asked_for]
        corrected = holm(p_value(one, 0.0) for one in got)
        row = []
        for (point, one), gap, p in zip(asked_for, got, corrected, strict=True):
            a, b = one.figure(figures, bot, 0), one.figure(figures, bot, point)
            least = LEAST if one.unit == SHARES else LEAST_PART * a.mean
            games = figures.games(bot, [at for at, _ in one.parts])
            row.append(changed(a.mean, b.mean, gap, games, p, least))
        by_bot.append(row)
    names = [name for name, _ in study.bots]
    return tuple(
        _change(
            study.points[point].name,
            one,
            dict(zip(names, [row[at] for row in by_bot], strict=True)),
        )
        for at, (point, one) in enumerate(asked_for)
    )


def _change(point: str, one: Wanted, found: dict[str, Changed]) -> Change:
    verdict = change_over_strengths(list(found.values()))
    name, last = list(found.items())[-1]
    scale, unit = (100.0, "points") if one.unit == SHARES else (1.0, one.unit)
    by = f"{scale * last.difference.mean:+.1f} {unit}"
    clear = [
        f"{scale * f.difference.mean:+.1f} {unit} with {who}"
        for who, f in found.items()
        if f.verdict == "yes"
    ]
    so_far = (
        f"{', '.join(clear)}, but with {name} it cannot be told yet" if clear else "Cannot tell yet"
    )
    words = {
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
                for who, f in found.items()
                if f.verdict in ("yes", "no")
            )
        ),
    }[verdict]
    return Change(
        point=point,
        group=one.group,
        what=one.what,
        unit=one.unit,
        strengths=found,
        verdict=verdict,
        words=words,
    )


def compare_report(figures: Figures, title: str, command: str) -> Report:
    """The report of `lab compare`."""
    found = found_changes(figures)
    bare = bare_report(figures, title, command, _headline(found), _checks(found))
    return msgspec.structs.replace(bare, sheets=sheets(figures), changes=found)


def sweep_report(figures: Figures, title: str, command: str) -> Report:
    """The report of `lab sweep`: curves, and every value against the first one."""
    found = found_changes(figures)
    study = figures.study
    curves = tuple(
        Curve(
            group=one.group,
            what=one.what,
            unit=one.unit,
            strength=name,
            points=tuple(
                CurvePoint(point.name, one.figure(figures, bot, at).rounded())
                for at, point in enumerate(study.points)
            ),
        )
        for one in wanted_figures(figures)
        for bot, (name, _) in enumerate(study.bots)
    )
    bare = bare_report(figures, title, command, _headline(found), _checks(found))
    return msgspec.structs.replace(bare, changes=found, curves=curves)


def _where(one: Change) -> str:
    return f"{one.what} ({one.group})" if one.group else one.what


def _headline(found: Sequence[Change]) -> str:
    yes = [one for one in found if one.verdict == "yes"]
    flips = [one for one in found if one.verdict == "flips"]
    still = [one for one in found if one.verdict == "open"]
    words = ""
    if yes:
        shares = [one for one in yes if one.unit == SHARES] or yes
        largest = max(shares, key=lambda one: abs(list(one.strengths.values())[-1].difference.mean))
        words = f"It makes a difference: {len(yes)} of {len(found)} figures move, "
        point = f"with {largest.point}, " if len({one.point for one in found}) > 1 else ""
        words += f"most {point}{_where(largest)} ({largest.words[0].lower()}{largest.words[1:]})."
    elif still:
        words = (
            f"Cannot tell yet: {len(still)} of {len(found)} figures need more games with the"
            " strongest players"
        )
        moved = [one for one in still if any(f.verdict == "yes" for f in one.strengths.values())]
        words += (
            f"; with weaker ones {len(moved)} of them move."
            if moved
            else ", and none moves clearly."
        )
    elif not flips:
        words = "No difference worth noting in any figure."
    if flips:
        names = ", ".join(_where(one) for one in flips[:3]) + (" …" if len(flips) > 3 else "")
        words += f" The verdict flips with the strength of play for {names}."
    return words.strip()


def _checks(found: Sequence[Change]) -> tuple[Check, ...]:
    checks = []
    for verdict in ("flips", "yes", "small", "open", "no"):
        some = [one for one in found if one.verdict == verdict]
        if some:
            listed = "; ".join(_where(one) for one in some[:4]) + (" …" if len(some) > 4 else "")
            words = f"{len(some)} of {len(found)} figures"
            checks.append(
                Check(verdict, words if verdict in ("no", "open") else f"{words}: {listed}")
            )
    return tuple(checks)
