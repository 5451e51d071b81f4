"""Imports point one way: core knows nobody, games know core, no game knows another, and so on up
to the commands.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "dogfight"
RULES = {"core", "datafiles", "encoding", "highlights", "planning"}
TOOLKITS = {*RULES, "boards", "printing", "reporting"}
GENERAL = {*TOOLKITS, "match", "plain", "rulebook", "bots", "arena", "review", "testing", "lessons"}
LAYERS: dict[str, set[str]] = {
    "core": set(),
    "datafiles": {"core"},
    "encoding": {"core"},
    "highlights": {"core"},
    "planning": {"core"},
    "match": {"core", "planning"},
    "plain": {"core", "encoding"},
    "extras": set(),
    "reporting": {"core"},
    "rulebook": {"core"},
    "boards": {"core"},
    "printing": {"core", "boards"},
    "processes": {"core"},
    "bots": {"core", "match", "processes"},
    "testing": {"core", "encoding", "match", "bots"},
    "bulk": {"core", "match", "processes", "bots"},
    "packs": {"core", "datafiles", "bulk"},
    "arena": {"core", "match", "processes", "reporting", "bots", "bulk"},
    "lab": {"core", "datafiles", "processes", "reporting", "bots", "bulk", "arena"},
    "review": {"core", "match", "reporting", "bots", "arena"},
    "puzzles": {"core", "match", "processes", "bots", "bulk"},
    "sandbox": {"core", "match"},
    "lessons": {"core", "datafiles", "match", "rulebook"},
    "workshop": {"core", "datafiles", "match", "boards"},
    "server": {
        *("core", "match", "planning", "processes", "boards", "bots", "rulebook", "lessons"),
        *("lab", "bulk", "review", "packs", "printing", "puzzles", "sandbox", "workshop"),
        "highlights",
    },
    "client": {"core", "match", "planning", "packs", "server"},
    "tui": {
        *("core", "match", "planning", "boards", "bots", "rulebook", "lessons"),
        *("client", "server", "packs", "sandbox"),
    },
    "envs": {"core", "encoding", "match", "plain", "boards", "bots", "printing", "tui"},
    "cli": {
        *GENERAL,
        *(
            "extras",
            "envs",
            "bulk",
            "packs",
            "lab",
            "puzzles",
            "sandbox",
            "server",
            "client",
            "tui",
            "workshop",
        ),
    },
    "games": {*GENERAL, "bulk", "lab", "cli"},
}
"""What each package may know; a client and the terminal know only the messages of the server."""
IN_A_GAME: dict[str, set[str]] = {
    "ui": TOOLKITS,
    "ai": {*RULES, "match", "bots", "arena", "review"},
    "commands": LAYERS["games"],
}
"""What the parts of a game may know; its rules, views and text know `RULES` alone."""
IN_ONE_FILE = {"core", "plain"}
"""What a game in one file may know."""
FREE = {"__init__", "__main__"}


@cache
def statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All import statements of a file, which is read once for all tests."""
    return tuple(
        node
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
    )


def imports(path: Path) -> Iterator[str]:
    for node in statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def inner(path: Path) -> Iterator[list[str]]:
    """The dogfight modules a file imports, as parts after `dogfight`."""
    for module in imports(path):
        parts = module.split(".")
        if parts[0] == "dogfight" and len(parts) > 1:
            yield parts[1:]


def files_of(layer: str) -> list[Path]:
    return [*(SRC / layer).rglob("*.py"), *SRC.glob(f"{layer}.py")]


def test_every_package_is_a_layer() -> None:
    result = {
        path.stem
        for path in SRC.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert result - FREE == set(LAYERS)


def test_no_layer_knows_a_higher_one() -> None:
    for layer, known in LAYERS.items():
        for path in files_of(layer):
            for parts in inner(path):
                assert parts[0] in known | {layer}, f"{path} imports dogfight.{'.'.join(parts)}"


def test_layers_have_no_cycles() -> None:
    done: set[str] = set()
    while free := [layer for layer, known in LAYERS.items() if layer not in done and known <= done]:
        done |= set(free)
    assert done == set(LAYERS)


def test_client_and_terminal_import_only_server_messages() -> None:
    for path in (*files_of("client"), *files_of("tui")):
        for parts in inner(path):
            assert parts[0] != "server" or parts[1:2] == ["messages"], (
                f"{path} imports dogfight.{'.'.join(parts)}"
            )


def test_no_game_knows_another() -> None:
    for path in (SRC / "games").rglob("*.py"):
        own = path.relative_to(SRC / "games").parts[0]
        for parts in inner(path):
            assert parts[0] != "games" or parts[1] == own, (
                f"{path} imports dogfight.{'.'.join(parts)}"
            )


def test_nothing_outside_imports_a_game() -> None:
    """Hosts and toolkits reach a game through its manifest."""
    for path in SRC.rglob("*.py"):
        if "games" not in path.relative_to(SRC).parts and path != SRC / "__init__.py":
            for parts in inner(path):
                assert parts[0] != "games", f"{path} imports dogfight.{'.'.join(parts)}"


def test_parts_of_a_game_know_no_more_than_they_need() -> None:
    for path in (SRC / "games").rglob("*.py"):
        below = path.relative_to(SRC / "games").with_suffix("").parts[1:]
        part = IN_A_GAME.get(below[0] if below else "", RULES)
        known = {"games", *(part if below or path.stem == "__init__" else IN_ONE_FILE)}
        for parts in inner(path):
            assert parts[0] in known, f"{path} imports dogfight.{'.'.join(parts)}"


def test_only_interfaces_and_hosts_import_slow_parts_of_a_game() -> None:
    """Rules, views and text of a game import neither its boards nor its trained bots nor its
    commands.
    """
    for path in (SRC / "games").rglob("*.py"):
        below = path.relative_to(SRC / "games").with_suffix("").parts[1:]
        for parts in inner(path):
            if (
                parts[0] == "games"
                and parts[2:3]
                and parts[2] in IN_A_GAME
                and "commands" not in below
            ):
                assert below[0] == parts[2], f"{path} imports dogfight.{'.'.join(parts)}"


def test_nothing_is_imported_relatively() -> None:
    for path in SRC.rglob("*.py"):
        for node in statements(path):
            assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path}:{node.lineno}"


def test_tests_do_not_import_tests() -> None:
    """What tests share lies in modules of its own, or in conftest.py."""
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        for node in statements(file):
            for name in (
                [item.name for item in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            ):
                assert not name.split(".")[-1].startswith("test_"), f"{file.name} imports {name}"


def test_learning_runs_where_only_jax_and_numpy_are_installed() -> None:
    for path in (SRC / "games/biplanes/ai/training").glob("*.py"):
        if path.stem != "printed":
            assert all(
                parts[:4] == ["games", "biplanes", "ai", "training"] for parts in inner(path)
            ), path
            assert all(
                module.split(".")[0] not in ("msgspec", "librt", "mypy_extensions")
                for module in imports(path)
            )


def read_with(path: Path, known: set[Path]) -> set[Path]:
    """A file and all others of ours that a compiler reads to know its types."""
    if path not in known:
        known.add(path)
        for parts in inner(path):
            steps = (SRC.joinpath(*parts[:end]) for end in range(1, len(parts) + 1))
            for file in (
                item for step in steps for item in (step.with_suffix(".py"), step / "__init__.py")
            ):
                if file.is_file():
                    read_with(file, known)
    return known


def test_build_requirements_cover_what_compiler_reads() -> None:
    """What it leaves unread no compiled module uses."""
    root = SRC.parents[1]
    settings = tomllib.loads((root / "pyproject.toml").read_text())
    needed = {re.split(r"[\[><=]", require)[0] for require in settings["build-system"]["requires"]}
    builder = (root / "builder" / "compile_rules.py").read_text()
    unread = set(ast.literal_eval(re.findall(r"^UNREAD = (.*)$", builder, re.M)[0]))
    patterns = settings["tool"]["hatch"]["build"]["hooks"]["custom"]["include"]
    compiled = {file for pattern in patterns for file in root.glob(pattern)}
    known: set[Path] = set()
    for file in compiled:
        read_with(file, known)
    assert others_in(known) <= needed | unread
    assert not others_in(compiled) & unread


def others_in(files: set[Path]) -> set[str]:
    """The packages of others that some files import."""
    result = {module.split(".")[0] for file in files for module in imports(file)}
    return result - sys.stdlib_module_names - {"dogfight"}
