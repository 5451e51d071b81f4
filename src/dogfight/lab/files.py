"""What a study leaves in its folder: the page, the report as data, and every game."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import msgspec

from dogfight.lab.page import as_page
from dogfight.lab.report import Report
from dogfight.lab.study import Study

JOURNAL = "journal.jsonl"
COLUMNS = (
    "strength",
    "data",
    "match_up",
    "deal",
    "seating",
    "sides",
    "shares",
    "why",
    "turns",
    "decisions",
)


def as_json(report: Report) -> str:
    """The report as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"


def write_folder(folder: Path, study: Study, report: Report) -> list[Path]:
    """Write `report.html`, `report.json` and `games.csv`; where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.html").write_text(as_page(report), encoding="utf-8")
    (folder / "report.json").write_text(as_json(report), encoding="utf-8")
    with (folder / "games.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows(study))
    return [folder / name for name in ("report.html", "report.json", "games.csv")]


def rows(study: Study) -> Iterator[tuple[object, ...]]:
    """One line for every game; sides and their shares are joined by bars, in the order of the
    seats.
    """
    for bot, (name, _) in enumerate(study.bots):
        for at, point in enumerate(study.points):
            for number, contest in enumerate(point.contests):
                chunks = study.played.get(study.cell(bot, at, number), {})
                seatings = len(contest.orders)
                for first in sorted(chunks):
                    played = chunks[first]
                    for game, end_at in enumerate(played.end):
                        seating, end = game % seatings, played.ends[end_at]
                        order = contest.orders[seating]
                        shares = contest.shares(seating, end.payoffs)
                        yield (
                            name,
                            study.digests[point.data],
                            contest.key,
                            first + game // seatings,
                            seating,
                            "|".join(contest.entrants[item] for item in order),
                            "|".join(f"{shares[item]:g}" for item in order),
                            end.reason,
                            played.turns[game],
                            played.decisions[game],
                        )
