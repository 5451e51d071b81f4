"""The example of a game from outside: every part that a game of our own has, without an edit of
the package.

`test_plugin_board.py` of `tests/web` and of `tests/tui` play it in a browser and a terminal.
"""

from __future__ import annotations

import gc
import re
import shutil
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from typer.testing import CliRunner

import dogfight
from dogfight import rulebook
from dogfight.boards import board_picture, board_svg
from dogfight.boards.shapes import bounds
from dogfight.boards.text import lookup
from dogfight.boards.text.theme import BoardTheme
from dogfight.cli.app import app
from dogfight.core import registry
from dogfight.core.dice import Dice
from dogfight.core.event import EventKind
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, WATCHER
from dogfight.envs.ids import gymnasium_id, register_ids
from dogfight.envs.versions import spaces_digest
from dogfight.lessons.checking import faults
from dogfight.lessons.courses import course
from dogfight.lessons.play import LessonTable
from dogfight.printing.kits import kit_of
from dogfight.server.board_drawing import draw_board
from dogfight.server.lessons import teaching
from dogfight.testing.checks import CHECKS, walk

FILE = Path(__file__).parents[1] / "examples" / "flak_alley" / "flak_alley.py"
NAME = "flak_alley"
OPTIONS: list[dict[str, Any]] = [{}, {"hull": 1, "shells": 1}, {"hull": 3, "shells": 5}]


@pytest.fixture
def game(own_registry: None) -> AnyGame:
    gc.collect()  # the game of the test before would answer for its positions
    registry.load_plugin(str(FILE))
    return dogfight.load(NAME)


def command(*words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--plugin", str(FILE)])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("options", OPTIONS)
def test_rules_pass_the_contract(game: AnyGame, options: dict[str, Any]) -> None:
    for check in CHECKS:
        check(game, game.options(options), 1)


def test_worked_examples_pass(game: AnyGame) -> None:
    assert "1 passed" in command("examples", NAME, str(FILE.with_name("rulebook.md")))


def test_board_shows_every_place_and_piece(game: AnyGame) -> None:
    shown = 0
    for position, _ in walk(game, game.options(), 3, 100):
        for seat in (0, 1, WATCHER, OPEN):
            view = game.view(position, seat)
            board, drawing = board_picture(game, view), board_svg(game, view)
            left, top, right, bottom = bounds(board.shapes)
            assert min(left, top) >= 0 and right <= board.width and bottom <= board.height
            places = set(re.findall(r'data-place="(\w+)"', drawing))
            assert {legal.places[-1] for legal in view.legal} <= places
            assert "gun" in re.findall(r'data-piece="(\w+)"', drawing)
            assert draw_board(game, view) == drawing
            shown += len(view.legal)
    assert shown > 10


def test_board_is_independent_of_hidden_choices(game: AnyGame) -> None:
    dice, differ = Dice(5), False
    for position, _ in walk(game, game.options(), 3, 100):
        for seat in (0, 1):
            view = game.view(position, seat)
            twin = game.views.imagine(view, dice)
            assert board_svg(game, game.view(twin, seat)) == board_svg(game, view)
            item, pair = (board_svg(game, game.view(each, OPEN)) for each in (position, twin))
            differ = differ or item != pair
    assert differ, "an open board shows what the twins hide"


def test_events_have_their_kinds(game: AnyGame) -> None:
    kinds: dict[str, EventKind] = game.manifest.load("events") or {}
    position = game.new(game.options({"hull": 1}))
    game.play(position, 0, game.notation.read_action(position, 0, "b2"))
    events = game.play(position, 1, game.notation.read_action(position, 1, "b2"))
    reported = [event for event in events if event.kind != "sealed"]
    assert [event.kind for event in reported] == ["flown", "flak", "hit"]
    assert {event.kind for event in reported} <= set(kinds)
    assert kinds["hit"].harmful and reported[-1].pieces == ("R1",)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_terminal_board_can_be_picked_from(game: AnyGame, ascii_only: bool) -> None:
    view = game.view(game.new(game.options()), 1)
    block = lookup.board(game)(view, BoardTheme(ascii=ascii_only), view.legal[0])
    text = block.text.plain
    assert ("✈" in text) != ascii_only and "b1[.]" in text and "gun: 4 shells" in text
    spots = {spot.name for spot in block.spots}
    assert {legal.places[-1] for legal in view.legal} <= spots
    assert lookup.signs(game)


def test_kit_is_printed(game: AnyGame, tmp_path: Path) -> None:
    kit = kit_of(game)
    assert [board.label for board in kit.boards] == ["board"]
    assert {"raider", "shell 5", "aid"} <= {part.label for part in kit.parts}
    command("print", NAME, "--out", str(tmp_path / "kit.pdf"))
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")


def test_lesson_has_no_fault_and_plays_through(game: AnyGame) -> None:
    assert faults(course(NAME)) == ()
    assert "8 steps, 0 faults" in command("lessons", "check", NAME)
    table = LessonTable(course(NAME), 1)
    for step in table.lesson.step:
        assert draw_board(game, table.view()).startswith("<svg")
        for word in step.series()[0]:
            assert table.play(word).played
        if table.doing == "explained":
            table.go_on()
    assert table.doing == "finished"
    assert (teaching(NAME).lessons, teaching(NAME).first_options) == (1, {"hull": 3})


def test_rules_are_found_by_number(game: AnyGame) -> None:
    assert len(rulebook.rules(NAME)) == 10
    assert rulebook.chapters(NAME)["FA-2"] == "A turn"
    assert "takes one point of its hull" in command("rules", NAME, "FA-2.5")


def test_environment_has_its_version_and_ends(game: AnyGame) -> None:
    assert game.manifest.env_digests[-1] == spaces_digest(game)
    register_ids()
    assert gymnasium_id(NAME) == "dogfight/FlakAlley-v1"
    env = gymnasium.make(gymnasium_id(NAME), seat=1, render_mode="svg")
    del gymnasium.registry[gymnasium_id(NAME)]
    _, info = env.reset(seed=4)
    ended = False
    while not ended:
        action = env.action_space.sample(info["action_mask"])
        _, reward, ended, _, info = env.step(action)
    assert reward in (0.0, 1.0)
    assert 'data-place="a1"' in str(env.render())


def test_package_brings_the_same_parts(
    own_registry: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = re.search(r"^MANIFEST = Manifest\(\n.*?^\)\n", FILE.read_text(), re.M | re.S)
    assert block is not None
    manifest = block[0].replace(f'"{NAME}"', '"flak_pack"')
    for part in ("FlakAlley", "EVENTS", "DATA_FILES", "draw", "TEXT_BOARD", "print_kit"):
        manifest = manifest.replace(f'="{part}"', f'="game:{part}"')
    folder = tmp_path / "flak_pack"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        f"from dogfight.core.manifest import Manifest\n\n{manifest}"
    )
    rules = FILE.read_text().replace(block[0], "from flak_pack import MANIFEST\n")
    (folder / "game.py").write_text(rules)
    (folder / "rulebook.md").write_text(FILE.with_name("rulebook.md").read_text())
    lessons = FILE.with_name("lessons.toml").read_text().replace(NAME, "flak_pack")
    (folder / "lessons.toml").write_text(lessons)
    shutil.copytree(FILE.with_name("data"), folder / "data")
    monkeypatch.syspath_prepend(tmp_path)
    registry.load_plugin("flak_pack")
    game = dogfight.load("flak_pack")
    view = game.view(game.new(game.options()), 0)
    assert 'data-piece="R1"' in draw_board(game, view)
    assert "✈" in lookup.board(game)(view, BoardTheme(), None).text.plain
    assert len(kit_of(game).parts) == 7 and len(rulebook.rules("flak_pack")) == 10
    assert faults(course("flak_pack")) == ()
