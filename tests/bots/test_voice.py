"""Our bots as engines, in a process of their own, spoken to line by line."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

import dogfight
from dogfight.bots.protocol import read_view
from dogfight.bots.random import RandomBot
from dogfight.core.decision import acting
from dogfight.core.errors import BadNotation
from dogfight.core.view import View
from dogfight.match.match import Match
from dogfight.testing.checks import walk

PATIENCE = 120.0
"""Seconds after which an engine is ended that does not answer."""
PROGRESS = re.compile(r"info sims (\d+) time \d+\.\d+s best (\S+) value (\d\.\d+)")


class Spoken:
    """`dogfight engine` at the other end of two pipes."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "dogfight.cli.app", "engine", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.patience = threading.Timer(PATIENCE, self.process.kill)
        self.patience.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self.stdin.write(f"{line}\n")
        self.stdin.flush()

    def until(self, word: str) -> list[str]:
        """Lines up to the first that begins with this word."""
        result: list[str] = []
        while not result or result[-1].split(" ")[0] != word:
            line = self.stdout.readline()
            assert line, f"it has gone after {result}"
            result.append(line.rstrip("\n"))
        return result

    def close(self) -> None:
        self.patience.cancel()
        self.process.kill()
        self.process.wait()
        self.stdin.close()
        self.stdout.close()


@pytest.fixture
def hard() -> Iterator[Spoken]:
    with closing(Spoken("hard")) as spoken:
        yield spoken


@pytest.fixture(scope="module")
def patient() -> Iterator[Spoken]:
    """One that hears all that makes no sense."""
    with closing(Spoken("hard")) as spoken:
        yield spoken


def a_view(name: str = "biplanes") -> View[Any]:
    table = Match(dogfight.load(name), seed=4)
    while len((view := table.view(acting(table.advance())[0])).legal) < 2:
        table.play(view.seat, view.legal[0].action)
    return view


def test_a_whole_exchange(hard: Spoken) -> None:
    hard.say("dogfight 1")
    hello = hard.until("ready")
    assert hello[0].startswith("id name dogfight hard")
    assert {line.split()[1] for line in hello if line.startswith("option ")} == {
        "level",
        "seed",
        "sims",
        "time",
    }
    view = a_view()
    answers = []
    for _ in range(2):
        hard.say(
            "set seed 12",
            "newgame biplanes mode=dogfight",
            f"view {view.as_json().decode()}",
            "go sims 640",
        )
        answers.append(hard.until("best"))
    said = answers[0]
    moves = [re.fullmatch(r"info move (\S+) chance ([\d.]+) value ([\d.]+)", line) for line in said]
    assert [move[1] for move in moves if move] == [entry.notation for entry in view.legal]
    last = PROGRESS.fullmatch(said[-2 - len(view.legal)])
    most = max(float(move[2]) for move in moves if move)
    likeliest = [(move[1], move[3]) for move in moves if move and float(move[2]) > most - 0.02]
    assert last and last.groups()[1:] in likeliest, "the last line of progress tells what was found"
    assert sum(float(move[2]) for move in moves if move) == pytest.approx(1, abs=0.01)
    assert said[-1].removeprefix("best ") in [entry.notation for entry in view.legal]
    result = [[line for line in lines if not PROGRESS.fullmatch(line)] for lines in answers]
    assert result[0] == result[1], "the same seed gives the same answer"


def test_search_reports_progress(hard: Spoken) -> None:
    view = a_view()
    hard.say("newgame biplanes", f"view {view.as_json().decode()}", "go time 600s")
    reported = [PROGRESS.fullmatch(hard.until("info")[-1]) for _ in range(2)]
    hard.say("stop")
    reported += [
        PROGRESS.fullmatch(line) for line in hard.until("best") if line.startswith("info sims")
    ]
    sims = [int(item[1]) for item in reported if item]
    assert len(sims) >= 3 and sims[0] < sims[1] <= sims[-1] and sims == sorted(sims)
    words = {entry.notation for entry in view.legal}
    assert all(item and item[2] in words and 0 <= float(item[3]) <= 1 for item in reported)


def test_stop_ends_search_and_isready_is_answered_during_it(hard: Spoken) -> None:
    hard.say("dogfight 1", "newgame biplanes", f"view {a_view().as_json().decode()}")
    hard.until("ready")
    hard.say("go time 600s")
    time.sleep(0.3)
    hard.say("isready")
    assert all(PROGRESS.fullmatch(line) for line in hard.until("ready")[:-1]), (
        "nothing is answered before stop"
    )
    hard.say("newgame biplanes")
    assert hard.until("error")[-1].startswith("error expected stop")
    began = time.monotonic()
    hard.say("stop")
    assert hard.until("best")[-1].startswith("best ")
    assert time.monotonic() - began < 5


def test_quit_ends_a_running_search(hard: Spoken) -> None:
    hard.say("newgame biplanes", f"view {a_view().as_json().decode()}", "go time 600s", "quit")
    assert hard.process.wait(20) == 0


def test_the_end_of_input_is_the_end(hard: Spoken) -> None:
    hard.stdin.close()
    assert hard.process.wait(20) == 0


@pytest.mark.parametrize(
    "line",
    [
        "uci",
        "dogfight 99",
        "go",
        "view {}",
        "newgame chess",
        "newgame biplanes mode=peace",
        "set level grandmaster",
        "set seed x",
        "set time soon",
    ],
)
def test_invalid_line_is_answered_with_an_error(patient: Spoken, line: str) -> None:
    patient.say(line, "isready")
    said = patient.until("ready")
    assert said[0].startswith("error ") and "expected" in said[0] and len(said) == 2
    patient.say("newgame biplanes", "view nonsense", "isready")
    assert patient.until("ready")[0].startswith("error expected a view of biplanes")


def test_levels_and_budgets_can_be_set(hard: Spoken) -> None:
    view = a_view()
    hard.say("set level random", "newgame biplanes", f"view {view.as_json().decode()}", "go")
    assert hard.until("best")[0].startswith("best "), "random has no opinion to tell"
    hard.say("set level hard", "set sims 4000", "go")
    reported = [
        int(line.split()[2]) for line in hard.until("best") if line.startswith("info sims ")
    ]
    assert 4000 <= reported[-1] < 4100


@pytest.mark.parametrize("name", dogfight.names())
def test_a_view_is_read_back_as_it_was(name: str) -> None:
    game = dogfight.load(name)
    seen = 0
    for options in game.samples():
        every = min(20, 1 + game.max_steps(options) // 20)
        for number, (position, decision) in enumerate(walk(game, options, 2, 300)):
            for seat in acting(decision) if number % every == 0 else ():
                view = game.view(position, seat)
                assert read_view(game, view.as_json()) == view
                seen += 1
    table = Match(game, game.samples()[0], seed=2)
    table.run([RandomBot(n) for n in range(len(table.seats))])
    whole = table.view(0)
    assert seen > 3 and read_view(game, whole.as_json()) == whole and b"\n" not in whole.as_json()


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(BadNotation, match="expected a view of squadrons"):
        read_view(dogfight.load("squadrons"), a_view("biplanes").as_json())
