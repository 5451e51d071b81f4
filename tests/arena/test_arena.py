"""The arena for real: in processes, killed, resumed, with bots that misbehave."""

import csv
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
from arenas import EXAMPLE, arena, command, environment, kept, played
from typer.testing import CliRunner

import dogfight
from dogfight.arena.page import as_page
from dogfight.arena.plan import Fixture, agreed
from dogfight.arena.play import ArenaGame
from dogfight.arena.report import COLUMNS, ArenaReport, reported
from dogfight.arena.run import journal_at
from dogfight.bots.engine_host import EngineBot
from dogfight.bots.random import RandomBot
from dogfight.cli.app import app
from dogfight.games.biplanes.game import Biplanes

BIPLANES = dogfight.load("biplanes")
TERMS = agreed(BIPLANES, BIPLANES.options(), ("random", "search:sims=1"), 5, 9.0)


def in_process(fixture: Fixture) -> ArenaGame:
    """A game played here; the toy game is left to other processes, for tests elsewhere count the
    games there are.
    """
    return ArenaGame(BIPLANES, TERMS, fixture)


def read(path: Path) -> ArenaReport:
    return msgspec.json.decode(path.read_bytes(), type=ArenaReport)


def test_arena_swaps_seats_per_deal_and_ranks_better_bot(tmp_path: Path) -> None:
    out, report = tmp_path / "games.jsonl", tmp_path / "report.json"
    arena(
        "toy", "sharp,dull", "--games", "40", "--jobs", "2", "--out", str(out), "--out", str(report)
    )
    games = kept(out)
    assert [(game.number, game.deal) for game in games] == [(n, n // 2) for n in range(40)]
    seated = [tuple(side.bot for side in game.sides) for game in games]
    assert seated == [("sharp", "dull"), ("dull", "sharp")] * 20
    result = read(report)
    sharp = next(bot for bot in result.bots if bot.bot == "sharp")
    assert result.games == 40 and result.deals == 20 and sharp.score.low > 0.5
    assert (
        sharp.ladder.ordinal > next(bot for bot in result.bots if bot.bot == "dull").ladder.ordinal
    )
    assert sharp.thought.decisions == sum(sharp.thought.times.values()) > 0
    assert not result.named and result.reasons == {"score TY-4": 40}


def test_both_games_of_a_deal_have_the_same_dice() -> None:
    def dice(fixture: Fixture) -> tuple[int, ...]:
        result = in_process(fixture).match.dice
        return result.a, result.b, result.c

    assert dice(Fixture(0, 0, (0, 1))) == dice(Fixture(1, 0, (1, 0))) != dice(Fixture(2, 1, (0, 1)))


def test_arena_result_is_equal_for_any_process_count(tmp_path: Path) -> None:
    result = []
    for jobs in ("1", "3"):
        out = tmp_path / f"{jobs}.jsonl"
        arena(
            "biplanes",
            "search:sims=8,random",
            "--games",
            "6",
            "--seed",
            "3",
            "--jobs",
            jobs,
            "--out",
            str(out),
        )
        result.append([played(item) for item in kept(out)])
    assert result[0] == result[1] and len({item[3] for item in result[0]}) == 6


def test_three_bots_move_round_three_seats(tmp_path: Path) -> None:
    out = tmp_path / "three.jsonl"
    arena(
        "toy",
        "sharp,random,dull",
        "-o",
        "seats=3",
        "--games",
        "3",
        "--jobs",
        "1",
        "--out",
        str(out),
    )
    assert [[side.bot for side in item.sides] for item in kept(out)] == [
        ["sharp", "random", "dull"],
        ["random", "dull", "sharp"],
        ["dull", "sharp", "random"],
    ]


def test_a_team_is_held_by_one_bot_and_shares_its_score() -> None:
    paws = dogfight.load("paws")
    terms = agreed(paws, paws.options(), ("random", f"engine:path={EXAMPLE}"), 1, 9.0)
    arena_game = ArenaGame(paws, terms, Fixture(0, 0, (1, 0)))
    assert [
        type(arena_game.sides[side].players[seat])
        for side, seat in ((0, 0), (0, 1), (1, 2), (1, 3))
    ] == [
        *(EngineBot, EngineBot),
        *(RandomBot, RandomBot),
    ]
    done = arena_game.play()
    assert sorted(side.score for side in done.sides) in ([0.0, 1.0], [0.5, 0.5])
    assert done.sides[0].bot.startswith("engine:") and not done.sides[0].faults


def workers(pid: int) -> list[int]:
    result = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        result += [int(part) for part in (task / "children").read_text().split()]
    return result


def workers_after(run: subprocess.Popen[Any], out: Path, lines: int) -> list[int]:
    """The workers of a run that has written so many lines."""
    deadline = time.monotonic() + 60
    while not out.exists() or out.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < deadline and run.poll() is None
        time.sleep(0.01)
    return workers(run.pid)


def alive(pid: int) -> bool:
    try:
        return "arena.worker" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


def test_arena_resumes_after_a_kill(tmp_path: Path) -> None:
    out, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    words = ("--games", "16", "--seed", "7", "--jobs", "2")
    run = subprocess.Popen(
        command("toy", "slow,sharp", *words, "--out", str(out)),
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    left = workers_after(run, out, 4)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    before = out.read_bytes()
    first = before[: before.rfind(b"\n") + 1]
    assert 4 <= first.count(b"\n") < 17
    with out.open("ab") as file:
        file.write(b'{"number":15,"dea')
    done = arena("toy", "slow,sharp", *words, "--out", str(out))
    assert out.read_bytes().startswith(first), "finished games are not played again"
    assert out.read_bytes().count(b"\n") == 17 and "16 games" in done.stdout
    arena("toy", "slow,sharp", *words, "--out", str(whole))
    assert [played(item) for item in kept(out)] == [played(item) for item in kept(whole)]
    deadline = time.monotonic() + 30
    while any(alive(item) for item in left):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def refused(*words: str) -> str:
    """What is said of an arena that cannot be."""
    done = CliRunner().invoke(app, ["arena", *words])
    assert done.exit_code == 2
    return done.stderr


def test_a_file_of_other_arguments_is_refused_and_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    with journal_at(out, TERMS) as journal:
        journal.add(in_process(Fixture(0, 0, (0, 1))).play())
    before = out.read_bytes()
    same = (
        "biplanes",
        "--bots",
        ",".join(TERMS.bots),
        "--seed",
        "5",
        "--move-seconds",
        "9",
        "--out",
        str(out),
    )
    for words in (
        ("--seed", "1"),
        ("-o", "board=alt"),
        ("--move-seconds", "5"),
        ("--bots", "random,easy"),
    ):
        assert "expected the arguments it was begun with" in refused(*same, *words)
    assert "holds games with game 'biplanes'" in refused("squadrons", *same[1:])
    assert out.read_bytes() == before
    with journal_at(out, TERMS) as journal:
        assert list(journal.done) == [0], "with the same arguments it is read"
    out.write_text("notes of mine\n")
    assert "expected a game of an arena" in refused(*same) and out.read_text() == "notes of mine\n"


HEEDFUL = (
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1],"
    " sys.argv[1:])"
)
"""Runs a program that heeds interrupts, whatever the process that starts it does about them."""


def test_arena_interrupt_prints_resume_hint_and_ends_processes(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run = subprocess.Popen(
        [
            sys.executable,
            "-c",
            HEEDFUL,
            *command("toy", "slow,sharp", "--games", "1000", "--jobs", "2", "--out", str(out)),
        ],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    left = workers_after(run, out, 3)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130 and f"goes on from {out}" in said.replace("\n", " ")
    assert "Traceback" not in said and not any(alive(item) for item in left)
    assert len(kept(out)) >= 2


def test_failed_process_start_counts_as_no_game() -> None:
    done = arena("toy", "sharp,dull", "--games", "2", "--jobs", "1", "--plugin", "unfit", status=2)
    assert "expected a worker process to start" in done.stderr


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("raises", "raises failed with ZeroDivisionError: planted"),
        ("rude", "rude played an illegal action"),
        ("crashes", "crashes brought the process down twice"),
        ("hangs", "hangs thought longer than 1 s"),
        ("hungry", "hungry failed with MemoryError"),
    ],
)
def test_a_bad_bot_forfeits_and_the_run_goes_on(tmp_path: Path, bot: str, reason: str) -> None:
    report = tmp_path / "report.json"
    words = ("--games", "2", "--jobs", "1", "--move-seconds", "1", "--memory-mb", "800")
    done = arena("toy", f"{bot},random", *words, "--out", str(report))
    result = read(report)
    assert result.games == 2 and [item.ending for item in result.named] == ["forfeit"] * 2
    assert all(item.reason.startswith(reason) for item in result.named), result.named
    assert (
        result.bots[0].score.mean == 0
        and result.bots[0].forfeits == 2
        and result.bots[1].score.mean == 1
    )
    assert reason in done.stdout.replace("\n", "")


def test_a_game_whose_process_died_once_is_played_again(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = ("--games", "4", "--jobs", "1", "--out", str(report))
    arena("toy", "diesonce,random", *words, GRAVE=str(tmp_path / "grave"))
    assert (tmp_path / "grave").exists()
    assert read(report).games == 4 and not read(report).named


def test_a_game_past_its_limit_is_a_draw_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_process(Fixture(0, 0, (0, 1))).play().ending == "played"
    monkeypatch.setattr(Biplanes, "max_steps", lambda *_: 5)
    done = in_process(Fixture(0, 0, (0, 1))).play()
    assert (
        done.ending == "unfinished"
        and "limit" in done.reason
        and [side.score for side in done.sides] == [0.5, 0.5]
    )


def test_sprt_stops_at_planted_difference_for_any_job_count(tmp_path: Path) -> None:
    result = []
    for jobs in ("1", "2"):
        report = tmp_path / f"{jobs}.json"
        words = ("--games", "2000", "--sprt", "0.5,0.6", "--jobs", jobs, "--out", str(report))
        done = arena("toy", "sharp,dull", *words)
        assert "better, after" in done.stdout
        result.append(read(report))
    assert result[0].test == result[1].test and result[0].test is not None
    assert result[0].test.verdict == "better" and result[0].games == 2 * result[0].test.deals < 200


def test_sprt_accepts_no_difference_between_equal_bots(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = (
        "-o",
        "rounds=1",
        "--games",
        "600",
        "--sprt",
        "0.5,0.6",
        "--jobs",
        "2",
        "--out",
        str(report),
    )
    arena("toy", "random,twin", *words)
    test = read(report).test
    assert test is not None and test.verdict != "better"


def test_sprt_requires_two_bots_and_two_sides() -> None:
    assert "two bots" in refused("biplanes", "--bots", "random,easy,medium", "--sprt", "0.5,0.6")
    assert "two sides" in refused("starfighters", "--bots", "random,easy", "--sprt", "0.5,0.6")
    assert "expected bounds" in refused("biplanes", "--bots", "random,easy", "--sprt", "much")
    assert "expected a bot" in refused("biplanes", "--bots", "random,nobody")


def parsed(page: str) -> Any:
    assert page.startswith("<!doctype html>\n")
    return ET.fromstring(page.removeprefix("<!doctype html>\n"))


def test_arena_reports_agree_in_json_csv_and_html(tmp_path: Path) -> None:
    files = {name: tmp_path / f"report.{name}" for name in ("json", "csv", "html")}
    words = [word for name, path in files.items() for word in ("--out", str(path))]
    arena("toy", "sharp,dull,random", "-o", "seats=3", "--games", "6", "--jobs", "2", *words)
    report = read(files["json"])
    assert [item.bot for item in report.bots] == ["sharp", "dull", "random"]
    assert sum(item.score.mean for item in report.bots) == pytest.approx(1, abs=1e-3)
    assert all(
        item.fair_shares.mean == pytest.approx(3 * item.score.mean, abs=1e-3)
        for item in report.bots
    )
    assert {(pair.bot, pair.against) for pair in report.pairs} == {
        (a, b) for a in ("sharp", "dull", "random") for b in ("sharp", "dull", "random") if a != b
    }
    rows = list(csv.DictReader(files["csv"].read_text().splitlines()))
    assert tuple(rows[0]) == COLUMNS and len(rows) == 6 * 3
    total = sum(float(row["score"]) for row in rows if row["bot"] == "sharp")
    assert total / 6 == pytest.approx(report.bots[0].score.mean, abs=1e-3)
    root = parsed(files["html"].read_text())
    assert not list(root.iter("script")) and not [
        item for item in root.iter() if "src" in item.attrib or "href" in item.attrib
    ]
    drawings = list(root.iter("svg"))
    assert len(drawings) == 4 and all(
        drawing.find("title") is not None and drawing.find("desc").text for drawing in drawings
    )
    cells = [item.text for item in root.iter("th")]
    assert all(bot in cells for bot in ("sharp", "dull", "random"))


def test_a_page_keeps_odd_names_apart_from_its_markup() -> None:
    arena = in_process(Fixture(0, 0, (0, 1)))
    game = arena.play()
    lines = tuple(msgspec.structs.replace(side, bot="<b>&") for side in game.sides)
    game = msgspec.structs.replace(game, sides=lines)
    terms = msgspec.structs.replace(TERMS, bots=("<b>&",))
    root = parsed(as_page(reported([[game]], terms, ("p1", "p2")), "Toy & co"))
    assert "<b>&" in [item.text for item in root.iter("th")]
