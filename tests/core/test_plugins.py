"""Games from elsewhere: as a file, a module or an installed package, on every verb; a bad one is
told in a line.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from dogfight.cli.app import app
from dogfight.core.errors import BadOption
from dogfight.core.registry import load, load_plugin, names, plugins

COIN = """
import msgspec
from dogfight.core.decision import Choose, Over
from dogfight.plain import PlainGame
from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="coin",
    title="Coin",
    about="Call it.",
    prefix="CN",
    game="Coin",
    rulebook="coin.md",
)

class State(msgspec.Struct):
    called: int = -1

class Coin(PlainGame[State]):
    manifest = MANIFEST
    players = 1

    def start(self, options):
        return State()

    def decide(self, state):
        if state.called < 0:
            return Choose(0, "CN-1.1")
        return Over((1.0,), "called", "CN-1.1", "Called.", (0,))

    def legal_actions(self, state, seat):
        return [0, 1]

    def act(self, state, seat, action):
        state.called = action
        return []
"""
PAGE = """
## 1. Calling

- **CN-1.1** Call it.

```toml
[[example]]
id = "X"
rules = []
play = ["p1 1"]
expect = { called = 1 }
```
"""
Written = Callable[[str], Path]


pytestmark = pytest.mark.usefixtures("own_registry")


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(code: str) -> Path:
        file = tmp_path / "coin.py"
        file.write_text(code)
        return file

    return write


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_plugin_file_registers_once_under_shared_module_name(written: Written) -> None:
    file = written(COIN)
    load_plugin(str(file))
    load_plugin(os.path.relpath(file))
    assert names()[-1] == "coin" and plugins() == (str(file),)
    module = type(load("coin")).__module__
    assert module.startswith("dogfight_plugin_coin_") and module in sys.modules


def leaves(group: Any) -> list[Any]:
    return [
        leaf
        for command in group.commands.values()
        for leaf in (leaves(command) if hasattr(command, "commands") else [command])
    ]


def test_every_verb_that_takes_a_game_takes_a_plug_in() -> None:
    takes = {
        leave.name
        for leave in leaves(get_command(app))
        if any("--plugin" in param.opts for param in leave.params)
    }
    assert takes >= {
        *(
            "games",
            "options",
            "sim",
            "arena",
            "engine",
            "play",
            "examples",
            "rules",
            "doctor",
            "verify",
            "replay",
        ),
        *("bench", "solve", "serve", "backup", "restore", "audit", "export", "check"),
    }


def test_every_verb_knows_the_game(written: Written, tmp_path: Path) -> None:
    file = written(COIN)
    (tmp_path / "coin.md").write_text(PAGE)
    more = ("--plugin", file)
    assert "Call it." in run("games", *more).stdout
    assert json.loads(run("options", "coin", "--json", *more).stdout)["title"] == "Coin"
    assert (
        json.loads(run("sim", "coin", "--games", 2, "--seats", "hard", "--json", *more).stdout)[
            "games"
        ]
        == 2
    )
    assert run("rules", "coin", "CN-1.1", *more).stdout == "CN-1.1  Call it.\n"
    assert (
        run("examples", "coin", tmp_path / "coin.md", *more).stdout
        == "1 passed, 0 failed, 0 not executable\n"
    )
    assert "interpreted" in run("bench", "coin", "--seconds", 0.05, *more).stdout
    assert "coin           ok, has no data files" in run("data", "check", *more).stdout
    result = {item["what"]: item for item in json.loads(run("doctor", "--json", *more).stdout)}
    assert result["coin data"]["ok"] and result["coin rules page"]["found"] == "1 rules"


def test_a_game_without_a_rules_page_is_no_fault(written: Written) -> None:
    file = written(COIN)
    result = {
        item["what"]: item for item in json.loads(run("doctor", "--json", "--plugin", file).stdout)
    }
    assert result["coin rules page"] == {
        "what": "coin rules page",
        "ok": True,
        "found": "has no rules page",
    }
    assert run("rules", "coin").stdout == ""
    refused = run("rules", "coin", "CN-1.1")
    assert refused.exit_code == 2 and "coin has no rules page" in refused.stderr


def test_worker_processes_of_the_arena_know_the_plug_in(written: Written) -> None:
    done = run(
        "arena", "coin", "--bots", "random", "--games", 1, "--jobs", 1, "--plugin", written(COIN)
    )
    assert done.exit_code == 0 and "coin: 1 games" in done.stdout, done.output


BAD = {
    "raises": ("1 / 0\n", "ZeroDivisionError: division by zero"),
    "syntax": ("def\n", "SyntaxError"),
    "leaves": ("raise SystemExit('bye')\n", "SystemExit: bye"),
    "taken": (COIN.replace('name="coin"', 'name="paws"'), "got 'paws', which there is already"),
    "misnamed": (
        COIN.replace("manifest = MANIFEST", 'name, title, prefix = "dime", "Dime", "CN"'),
        "expected 'Coin' of coin to make a game of that name, got one called 'dime'",
    ),
    "no_game": (
        COIN.replace('game="Coin"', 'game="str"') + "\nstr = str\n",
        "expected 'str' of coin to make a game of that name, got 'None'",
    ),
    "lost": (COIN.replace('game="Coin"', 'game="Dime"'), "coin: expected game at 'Dime'"),
    "unfinished": (
        COIN.replace("def legal_actions", "def no_legal_actions"),
        "the game coin cannot be loaded: TypeError",
    ),
}


@pytest.mark.parametrize("which", BAD)
def test_bad_plugin_is_one_line_with_status_two(which: str, written: Written) -> None:
    code, says = BAD[which]
    result = run("games", "--plugin", written(code))
    assert result.exit_code == 2 and says in result.stderr, result.stderr
    assert len(result.stderr.splitlines()) == 1 and result.stdout == ""


@pytest.mark.parametrize("word", ["no_such_file.py", "no_such_module"])
def test_a_plug_in_that_is_not_there_is_refused(word: str) -> None:
    with pytest.raises(BadOption, match=f"^plug-in {word}: "):
        load_plugin(word)
    assert word not in plugins()


def test_an_installed_package_joins_by_its_entry_point(tmp_path: Path) -> None:
    (tmp_path / "coinage.py").write_text(COIN)
    info = tmp_path / "coinage-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coinage\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[dogfight.games]\ncoin = coinage:MANIFEST\nlost = coinage:Nothing\n"
    )
    path = os.pathsep.join(
        item for item in (str(tmp_path), os.environ.get("PYTHONPATH", "")) if item
    )

    def command(*words: str) -> subprocess.CompletedProcess[str]:
        whole = [sys.executable, "-P", "-m", "dogfight.cli.app", *words]
        return subprocess.run(
            whole,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    assert "coin: 3 games" in command("sim", "coin", "--games", "3").stdout
    lost = command("sim", "lost")
    assert lost.returncode == 2 and len(lost.stderr.splitlines()) == 1
    assert "the game lost cannot be loaded: AttributeError" in lost.stderr
