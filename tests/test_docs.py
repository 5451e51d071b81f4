"""Words that stay true: the README's game runs, and every game and command has its place in the
pages.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import dogfight
from dogfight.cli.app import app
from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.position import Position

ROOT = Path(__file__).parents[1]
PAGES = [
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("bench/*.md")),
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
]
PAGES_RUN_ELSEWHERE = ("adding-a-game", "learning")
"""Their code has tests of its own: `test_adding_a_game.py`, `learn/test_features.py`."""
RUN_ELSEWHERE = ("Client(", "REINFORCE")
"""Code with such words needs a server, or is run by `envs/test_research.py`."""


def test_the_game_in_the_readme_runs_in_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert code is not None and len(code[1].splitlines()) <= 10
    exec(code[1], {})
    assert "[Game " in capsys.readouterr().out


def test_readme_opens_with_small_pictures_and_is_short() -> None:
    page = (ROOT / "README.md").read_text()
    shown = re.findall(r'<img src="([^"]+)" alt="[^"]+"', page.split("\n## ")[0])
    assert len(shown) >= 4 and page.index("<img") < page.index("```")
    assert len(page.splitlines()) <= 80
    for picture in ROOT.glob("docs/pictures/*"):
        assert picture.stat().st_size <= 100_000, picture
    assert {f"{name}.jpg" for name in dogfight.names()} - {"goofspiel.jpg"} == {
        picture.name for picture in ROOT.glob("docs/pictures/*")
    }
    assert all((ROOT / item).exists() for item in shown)
    assert "belong to their authors" in page and "marked *ours*" in page


def test_code_in_the_pages_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for page in sorted(ROOT.glob("docs/*.md")):
        for code in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
            if (
                not any(item in code for item in RUN_ELSEWHERE)
                and page.stem not in PAGES_RUN_ELSEWHERE
            ):
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


def test_commands_page_lists_every_command_with_its_help() -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    rows = re.findall(r"^\| `(dogfight .*?)` \| (.*) \|$", page, re.M)
    assert sorted(rows) == sorted(commands(get_command(app)))


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


FILES = {
    path.name
    for folder in ("src", "web/src", "builder", "docs", "tests")
    for path in (ROOT / folder).rglob("*.*")
}
FILES |= {path.name for path in ROOT.glob("*.toml")}
EXAMPLES = {"my_goofspiel.py", "my_battle.toml", "pack.toml", "battle_crossing.toml"}
"""Files that a reader makes."""
READERS = (
    "I want to play",
    "I design games, or change them",
    "I do research, or write a bot",
    "I want to change the code",
)


def test_docs_index_serves_every_reader_and_links_every_page() -> None:
    first = (ROOT / "docs" / "README.md").read_text()
    assert re.findall(r"^## (.*)$", first, re.M) == list(READERS)
    linked = set(re.findall(r"\]\(([^)#]+)", first))
    pages = {str(page.relative_to(ROOT / "docs")) for page in ROOT.glob("docs/**/*.md")}
    assert {page for page in pages if not page.startswith("rules/")} - {"README.md"} <= linked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_of_ours_that_a_page_names_exist(page: Path) -> None:
    """A path leads there from the root or the package; a bare name is that of some file."""
    folders = "src|docs|web|tests|bench|builder|examples|core|games|bots|server|arena|testing|tui"
    for name in re.findall(rf"`((?:{folders})/[\w/.-]+\.\w+)`", page.read_text()):
        assert any((place / name).exists() for place in (ROOT, ROOT / "src" / "dogfight")), name
    for name in re.findall(r"`(?:rules/)?([a-z_]+\.(?:py|toml|tsx))`", page.read_text()):
        assert name in FILES | EXAMPLES, name


def chapter(name: str) -> str:
    """One chapter of the guide for contributors."""
    return (ROOT / "CONTRIBUTING.md").read_text().split(f"## {name}\n")[1].split("\n## ")[0]


def names_and_when(name: str) -> list[tuple[list[str], str]]:
    """The rows of a chapter's first table: methods, and when to write them."""
    rows = re.findall(r"^\| `([a-z_ ]+)` \| (.*?) \|", chapter(name).split("| tuning |")[0], re.M)
    return [(names.split(), when) for names, when in rows]


def methods(kind: type) -> list[str]:
    return sorted(
        name for name in dir(kind) if not name.startswith("_") and callable(getattr(kind, name))
    )


def test_position_methods_are_listed_and_required_lack_default() -> None:
    rows = names_and_when("The methods of a position")
    assert sorted(name for names, _ in rows for name in names) == methods(Position)
    supplied = {"choice": (0,), "apply": (0, 0), "apply_choice": (0,), "roll": (Dice(1),)}
    supplied |= dict.fromkeys(("information_key", "unseal_others", "payoff"), (0,))
    for names, when in rows:
        for name in set(names) - {"apply_choice"}:  # it leans on others
            try:
                getattr(Position(), name)(*supplied.get(name, ()))
            except NotImplementedError:
                assert when == "always", name
            else:
                assert when != "always", name


def test_advice_is_listed_and_tuning_games_are_named() -> None:
    listed = names_and_when("Advice")
    assert sorted(name for names, _ in listed for name in names) == methods(Advice)
    rows = re.findall(
        r"^\| `([a-z_]+)` \| .* \| (.*) \|$", chapter("Advice").split("| tuning |")[1], re.M
    )
    assert [name for name, _ in rows] == listed[-1][0]
    supplied = {game.title: type(game.advice) for game in map(dogfight.load, dogfight.names())}
    for name, titles in rows:
        assert titles.split(", ") == sorted(
            title for title, kind in supplied.items() if name in vars(kind)
        ), name
