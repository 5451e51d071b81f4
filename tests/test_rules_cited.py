"""Every numbered rule has its place: cited in the code that carries it out and in a test, or
exempt with a reason.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from dogfight import names, rulebook
from dogfight.core.registry import manifest_of

ROOT = Path(__file__).parents[1]
CITED = re.compile(r"\b((?:BD|JP|SQ|SF|CB|GO)-D?\d+(?:\.\d+)?)\b")
IN_A_NAME = re.compile(r"^test_(bd|jp|sq|sf|cb|go)_(d?\d+)(?:_(\d+))?_")
READ = {".py", ".toml", ".ts", ".tsx", ".md"}

DEFINED = {item for game in names() for item in rulebook.rules(game)}
EXEMPT = {
    rule: reason
    for file in (ROOT / "tests" / "games").glob("*/exempt_rules.toml")
    for rule, reason in tomllib.loads(file.read_text()).items()
}
RULEBOOKS = {Path(str(manifest_of(game).file(manifest_of(game).rulebook))) for game in names()}


def cited(*folders: str) -> Iterator[str]:
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in READ and "node_modules" not in path.parts and path not in RULEBOOKS:
                yield from CITED.findall(path.read_text())


def test_every_rule_is_cited_in_code_and_tests_or_exempt() -> None:
    assert len(DEFINED) == 267 + 228 + 79 + 102 + 380 + 7
    code, tests = set(cited("src", "web/src")), set(cited("tests"))
    assert not DEFINED - code - set(EXEMPT)
    assert not DEFINED - tests - set(EXEMPT)
    assert all(reason.strip() for reason in EXEMPT.values())


def test_no_rule_is_cited_that_does_not_exist() -> None:
    chapters = {item.rsplit(".", 1)[0] for item in DEFINED}
    assert not set(cited("src", "web/src", "tests")) - DEFINED - chapters
    assert set(EXEMPT) <= DEFINED


def each_test_of_a_game() -> Iterator[
    tuple[Path, ast.Module, ast.FunctionDef | ast.AsyncFunctionDef]
]:
    for path in sorted((ROOT / "tests" / "games").rglob("test_*.py")):
        module = ast.parse(path.read_text())
        for node in module.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
                "test_"
            ):
                yield path, module, node


def id_in_name(name: str) -> str | None:
    """The rule a test is named by: BD-4.3 for `test_bd_4_3_…`."""
    result = IN_A_NAME.match(name)
    if result is None:
        return None
    game, chapter, number = result.groups()
    return f"{game}-{chapter}".upper() + (f".{number}" if number else "")


def is_apart(node: ast.expr) -> bool:
    """Whether this is the mark of tests that concern no rule, with its reason."""
    return bool(re.fullmatch(r"pytest\.mark\.no_rule\('[^']+'\)", ast.unparse(node)))


def text_with_comment(path: Path, node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """A test with its decorators and the comment right above it."""
    lines = path.read_text().splitlines()
    first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
    while first > 1 and lines[first - 2].startswith("#"):
        first -= 1
    return "\n".join(lines[first - 1 : node.end_lineno])


def test_every_game_test_cites_a_rule_or_is_marked_no_rule() -> None:
    without = []
    for path, module, node in each_test_of_a_game():
        marks = [
            item.value
            for item in module.body
            if isinstance(item, ast.Assign) and ast.unparse(item.targets[0]) == "pytestmark"
        ]
        apart = any(is_apart(mark) for mark in (*marks, *node.decorator_list))
        if not (apart or id_in_name(node.name) or CITED.search(text_with_comment(path, node))):
            without.append(f"{path.relative_to(ROOT)}::{node.name}")
    assert not without


def test_no_test_is_named_by_a_rule_that_does_not_exist() -> None:
    chapters = {item.rsplit(".", 1)[0] for item in DEFINED}
    named = {result for *_, node in each_test_of_a_game() if (result := id_in_name(node.name))}
    assert len(named) > 500 and not named - DEFINED - chapters
