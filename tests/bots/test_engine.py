"""Other people's engines on our chairs: asked, believed only as far as the rules go, and ended."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from engines import BAD, EXAMPLE, KINDS, answering, listening, ours, program

import dogfight
from dogfight.bots import engine_host as host
from dogfight.bots.engine_host import EngineBot
from dogfight.bots.names import split_names
from dogfight.bots.random import RandomBot
from dogfight.bots.registry import make_bot
from dogfight.core.decision import acting
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.event import Event
from dogfight.core.view import View
from dogfight.match.match import Match
from dogfight.testing.checks import walk
from dogfight.tui.setup import seat_players

GAME = dogfight.load("squadrons")
ALL_OPEN = ("boots", "squadrons")
"""Games in which everybody sees everything."""


def question(legal: int = 2) -> tuple[Match, View[Any]]:
    """A table at the first choice between some actions, and the view of whoever has it."""
    table = Match(GAME, seed=3)
    dice = Dice(1)
    while True:
        view = table.view(acting(table.advance())[0])
        if len(view.legal) >= legal:
            return table, view
        table.play(view.seat, view.legal[dice.below(len(view.legal))].action)


def test_the_example_plays_a_whole_game() -> None:
    bots = [make_bot(f"engine:path={EXAMPLE}", 1), RandomBot(2)]
    table = Match(dogfight.load("biplanes"), seed=1)
    table.run(bots)
    assert bots[0].faults == []  # type: ignore[attr-defined]
    bots[0].close()  # type: ignore[attr-defined]


def test_the_example_is_as_short_as_promised() -> None:
    code = [
        line
        for line in EXAMPLE.read_text().splitlines()
        if line and not line.startswith(("#", '"""'))
    ]
    assert len(code) <= 20


def test_a_seed_repeats_an_engine_s_game() -> None:
    words = []
    for _ in range(2):
        bot = make_bot(f"engine:path={EXAMPLE}", 5)
        table = Match(dogfight.load("biplanes"), seed=1)
        table.run([bot, RandomBot(2)])
        bot.close()  # type: ignore[attr-defined]
        words.append([move.notation for move in table.record.moves])
    assert words[0] == words[1]


def test_built_in_bot_plays_as_an_engine_without_faults(tmp_path: Path) -> None:
    bot = EngineBot(4, ours(tmp_path, "search:sims=8"))
    table = Match(dogfight.load("biplanes"), seed=1)
    table.run([bot, RandomBot(2)])
    assert bot.faults == []
    bot.close()


@pytest.mark.parametrize("bad", BAD)
def test_engine_fault_plays_default_and_restarts_once(
    tmp_path: Path, bad: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(host, "GRACE_SECONDS", 0.2)
    table, view = question()
    bot = EngineBot(
        0, answering(tmp_path, BAD[bad]), seconds=0.3 if bad == "hung" else 10.0, memory_mb=512
    )
    for faults in (1, 2, 2):
        assert bot.choose(view) == GAME.default_action(table.position, view.seat)
        assert bot.faults == [KINDS.get(bad, bad)] * faults
    assert bot.mishap().endswith(
        "; a default is played in its place and it plays defaults from now on"
    )
    assert "it is started afresh" in caplog.text and "it plays defaults from now on" in caplog.text


def test_an_engine_that_recovers_plays_on(tmp_path: Path) -> None:
    grave = tmp_path / "grave"
    once = f"""
        if not os.path.exists({str(grave)!r}):
            open({str(grave)!r}, "x")
            os._exit(1)
        print("best", legal[-2], flush=True)"""
    table, view = question(3)
    bot = EngineBot(0, answering(tmp_path, once))
    assert bot.choose(view) == GAME.default_action(table.position, view.seat)
    assert bot.choose(view) == view.legal[-2].action and bot.faults == ["crashed"]
    bot.close()


def test_engine_without_ready_counts_as_hung(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "START_SECONDS", 0.5)
    bot = EngineBot(0, program(tmp_path, "import time; time.sleep(3600)"))
    bot.choose(question()[1])
    assert bot.faults == ["hung"]


def test_engine_that_stops_reading_does_not_block_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "GRACE_SECONDS", 0.2)
    deaf = (
        "import sys, time\nsys.stdin.readline()\nprint('ready', 'ready', sep='\\n',"
        " flush=True)\ntime.sleep(3600)"
    )
    table, view = question()
    long = msgspec.structs.replace(view, log=(Event("long", "x" * 1_000_000),))
    bot = EngineBot(0, program(tmp_path, deaf), seconds=0.3)
    began = time.monotonic()
    assert bot.choose(long) == GAME.default_action(table.position, view.seat)
    assert bot.faults == ["hung"] and time.monotonic() - began < 8


def test_an_answer_after_stop_still_counts(tmp_path: Path) -> None:
    waits = (
        "[one for one in sys.stdin if one == 'stop\\n' and print('best', legal[-1], flush=True)]"
    )
    _, view = question()
    bot = EngineBot(0, answering(tmp_path, waits), seconds=0.3)
    assert bot.choose(view) == view.legal[-1].action and bot.faults == []
    bot.close()


@pytest.mark.parametrize("name", dogfight.names())
def test_engine_receives_only_what_its_seat_may_know(name: str, tmp_path: Path) -> None:
    game = dogfight.load(name)
    path = listening(tmp_path, tmp_path / "heard")
    differed = 0
    for options in game.samples()[:3]:
        bots = [EngineBot(7, path, game=game) for _ in range(2)]
        every = min(25, 1 + game.max_steps(options) // 20)
        for number, (position, decision) in enumerate(walk(game, options, 5, 400)):
            if number % every or not acting(decision):
                continue
            seat = acting(decision)[-1]
            view = game.view(position, seat)
            twin = game.views.imagine(view, Dice(number + 1))
            if len(view.legal) < 2:
                continue
            heard = []
            for bot, item in zip(bots, (position, twin), strict=True):
                (tmp_path / "heard").write_text("")
                bot.choose(game.view(item, seat))
                heard.append((tmp_path / "heard").read_bytes())
            differed += game.notation.write(position) != game.notation.write(twin)
            assert heard[0] == heard[1] != b""
        for bot in bots:
            assert not bot.faults
            bot.close()
    assert (differed == 0) == (name in ALL_OPEN), "this compares nothing unless something is hidden"


def test_no_engine_outlives_its_host(tmp_path: Path) -> None:
    stays = "open({!r}, 'w').write(str(os.getpid()))\n        time.sleep(3600)".format(
        str(tmp_path / "pid")
    )
    path = answering(tmp_path, stays)
    code = f"""
from pathlib import Path
import dogfight
from dogfight.bots.engine_host import EngineBot
from dogfight.match.match import Match
table = Match(dogfight.load("biplanes"), seed=1)
table.run([EngineBot(n, Path({str(path)!r})) for n in range(2)])
"""
    run = subprocess.Popen([sys.executable, "-P", "-c", code])
    try:
        pid = int(wait_for(lambda: (tmp_path / "pid").read_text()))
        assert alive(pid)
    finally:
        run.send_signal(signal.SIGKILL)
        run.wait()
    wait_for(lambda: not alive(pid))


def wait_for(look: Any) -> Any:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            if result := look():
                return result
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError("waited for too long")


def alive(pid: int) -> bool:
    try:
        return b"engine" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_closed_engine_is_gone(tmp_path: Path) -> None:
    path = answering(
        tmp_path,
        f"print('best', legal[0], flush=True); open({str(tmp_path / 'pid')!r},"
        " 'w').write(str(os.getpid()))",
    )
    bot = EngineBot(0, path)
    bot.choose(question()[1])
    pid = int(wait_for(lambda: (tmp_path / "pid").read_text()))
    bot.close()
    wait_for(lambda: not alive(pid))


@pytest.mark.parametrize(
    "name",
    [
        "engine",
        "engine:",
        "engine:path=/nowhere/at-all",
        "engine:path=/etc/passwd",
        "engine:path={},time=soon",
    ],
)
def test_invalid_engine_name_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="expected"):
        make_bot(name.format(EXAMPLE), 0)


def test_split_names_keeps_parameters_with_their_bot() -> None:
    words = "easy,engine:path=./e,time=1s,level=hard,search:sims=5,random"
    assert split_names(words) == [
        "easy",
        "engine:path=./e,time=1s,level=hard",
        "search:sims=5",
        "random",
    ]
    assert split_names("human,easy") == ["human", "easy"]


def test_an_engine_sits_down_in_the_terminal_and_in_sim() -> None:
    name = f"engine:path={EXAMPLE},time=1s"
    seats = dogfight.load("biplanes").seats(dogfight.load("biplanes").options())
    assert seat_players(seats, f"human,{name}") == ("human", name)
    with pytest.raises(BadOption, match="expected an engine"):
        seat_players(seats, "human,engine:path=/nowhere")
    command = [
        sys.executable,
        "-P",
        "-m",
        "dogfight.cli.app",
        "sim",
        "biplanes",
        "--games",
        "2",
        "--seats",
        f"random,{name}",
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, env=os.environ
    )
    assert done.returncode == 0 and "2 games" in done.stdout and not done.stderr
