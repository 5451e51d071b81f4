"""Words that stay true: the README's game runs, and every game and command has its place in the pages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import dogfight
from dogfight.cli import app
from dogfight.core.dice import Dice
from dogfight.core.position import Position

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("docs/*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def test_the_game_in_the_readme_runs_in_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert code is not None and len(code[1].splitlines()) <= 10
    exec(code[1], {})
    assert "[Game " in capsys.readouterr().out


def test_code_in_the_pages_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for page in sorted(ROOT.glob("docs/*.md")):
        for code in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
            if "Client(" not in code and page.stem != "adding-a-game":  # needs a server; has a test of its own
                exec(compile(code, page.name, "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", dogfight.names())
def test_every_game_has_a_page_that_is_linked(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text()
    assert page.startswith(f"# {dogfight.load(name).title}")
    assert f"({name}.md)" in (ROOT / "docs" / "README.md").read_text()


def commands(group: Any, prefix: str = "dogfight") -> Iterator[tuple[str, str]]:
    """Every verb with the first line of its help."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix} {name}")
        else:
            yield f"{prefix} {name}", " ".join(command.help.split("\n\n")[0].split())


def test_the_page_of_commands_lists_every_one_as_its_help_says() -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    rows = re.findall(r"^\| `(dogfight .*?)` \| (.*) \|$", page, re.M)
    assert dict(rows) == dict(commands(get_command(app)))


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def doors_and_tuning() -> list[str]:
    """The two parts of the chapter about the doors of a position."""
    chapter = (ROOT / "CONTRIBUTING.md").read_text().split("## The doors of a position")[1].split("\n## ")[0]
    return chapter.split("The last row is tuning.")


def doors() -> list[tuple[list[str], str]]:
    """The rows of the table of doors: their names, and when to write them."""
    rows = re.findall(r"^\| `([a-z_ ]+)` \| (.*?) \|", doors_and_tuning()[0], re.M)
    return [(names.split(), when) for names, when in rows]


def test_every_door_of_a_position_is_listed_once_and_the_needed_ones_have_no_default() -> None:
    listed = [name for names, _ in doors() for name in names]
    assert sorted(listed) == sorted(name for name in dir(Position) if not name.startswith("_") and name != "news")
    given = {"option": (0,), "foolish": (0,), "apply": (0, 0), "take": (0,), "roll": (Dice(1),), "habit": (Dice(1),)}
    given |= dict.fromkeys(("look", "reopen", "worth", "payoff"), (0,))
    for names, when in doors():
        for name in set(names) - {"take", "instinct"}:  # these lean on the needed ones
            try:
                getattr(Position(), name)(*given.get(name, ()))
            except NotImplementedError:
                assert when == "always", name
            else:
                assert when != "always", name


def test_games_that_tune_search_are_named_beside_what_they_tune() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| .* \| (.*) \|$", doors_and_tuning()[1], re.M)
    tuning = next(names for names, when in doors() if when.startswith("to tune"))
    games = [dogfight.load(name) for name in dogfight.names()]
    made = {game.title: type(game.new(game.options())) for game in games}
    assert [door for door, _ in rows] == tuning
    for door, titles in rows:
        assert titles.split(", ") == sorted(title for title, kind in made.items() if door in vars(kind)), door
