"""The vocabulary: words that no identifier may be, in `vocabulary.toml`."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULES = tomllib.loads((ROOT / "tests" / "vocabulary.toml").read_text())
VARIABLES = frozenset(RULES["variables"])
METHODS: dict[str, list[str]] = RULES["methods"]


def sources(folders: list[str]) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def variables_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The names that a module binds: variables, parameters and loop variables, but no fields."""
    fields = {
        id(item.target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for item in node.body
        if isinstance(item, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and id(node) not in fields
        ):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def members_of(node: ast.ClassDef) -> set[str]:
    """The methods and annotated fields of a class."""
    fields = {
        item.target.id
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    return fields | {
        item.name for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def banned_variables(folder: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sources([folder])
        for line, name in variables_in(ast.parse(path.read_text(encoding="utf-8")))
        if name in VARIABLES
    ]


@pytest.mark.parametrize(("folder", "allowed"), RULES["folders"].items())
def test_variables_are_named_by_nouns(folder: str, allowed: int) -> None:
    """`allowed` may only fall: who names the last of them by nouns writes the smaller figure."""
    banned = banned_variables(folder)
    assert len(banned) == allowed, "\n".join(banned)


def test_classes_of_the_contract_use_the_new_names() -> None:
    banned = [
        f"{node.name}.{name}"
        for path in sources(["src"])
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        for name in sorted(members_of(node) & set(METHODS.get(node.name, ())))
    ]
    assert banned == []


def test_modules_use_the_new_names() -> None:
    assert [
        str(path.relative_to(ROOT))
        for path in sources(["src/dogfight/games", "src/dogfight/review", "src/dogfight/core"])
        if path.stem in RULES["modules"]
    ] == []
