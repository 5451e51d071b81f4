"""Imports point one way: core knows nobody, games know core, no game knows another."""

import ast
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "dogfight"
LAYERS: dict[str, set[str]] = {
    "core": set(),
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def inner(path: Path) -> Iterator[list[str]]:
    """The dogfight modules a file imports, as parts after `dogfight`."""
    for module in imports(path):
        parts = module.split(".")
        if parts[0] == "dogfight" and len(parts) > 1:
            yield parts[1:]


def test_no_layer_knows_a_higher_one() -> None:
    for layer, known in LAYERS.items():
        for path in (SRC / layer).rglob("*.py"):
            for parts in inner(path):
                assert parts[0] in known | {layer}, f"{path} imports dogfight.{'.'.join(parts)}"


def test_no_game_knows_another() -> None:
    for path in (SRC / "games").rglob("*.py"):
        own = path.relative_to(SRC / "games").parts[0]
        for parts in inner(path):
            assert parts[0] != "games" or parts[1] == own, f"{path} imports dogfight.{'.'.join(parts)}"


def test_nothing_is_imported_relatively() -> None:
    for path in SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path}:{node.lineno}"


def test_tests_do_not_import_tests() -> None:
    """What tests share lies in modules of its own, or in conftest.py."""
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert not name.split(".")[-1].startswith("test_"), f"{file.name} imports {name}"
