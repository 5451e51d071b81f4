"""A ratchet: figures of the whole tree that may only fall. `bars.toml` holds today's; a lower one
is written there.

`python tests/test_bars.py` prints what each figure is now.
"""

import ast
import io
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "dogfight"
BARS: dict[str, int] = tomllib.loads((ROOT / "tests" / "bars.toml").read_text())
LONGEST_LINE = 100
DIRECTIVE = re.compile(r"\s+# (noqa|type: ignore)\b.*$")


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


def outside_games() -> list[Path]:
    return [
        path for path in sorted(SRC.rglob("*.py")) if "games" not in path.relative_to(SRC).parts
    ]


def files_with(pattern: str, paths: list[Path], flags: int = 0) -> int:
    return sum(re.search(pattern, text_of(path), flags) is not None for path in paths)


def lines_with(pattern: str, paths: list[Path], flags: int = 0) -> int:
    return sum(
        re.search(pattern, line, flags) is not None
        for path in paths
        for line in text_of(path).splitlines()
    )


def games_named_outside() -> int:
    return files_with(r"\b(biplanes?|paws|squadrons|starfighters|boots)\b", outside_games(), re.I)


def games_imported_outside() -> int:
    return files_with(r"dogfight\.games\.", outside_games())


def core_names() -> int:
    """Public names that the modules of `core` define at their top."""
    return sum(
        not name.startswith("_")
        for path in (SRC / "core").glob("*.py")
        for name in defined_names(tree_of(path))
    )


def defined_names(module: ast.Module) -> Iterator[str]:
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def game_methods() -> int:
    classes = (
        node for node in tree_of(SRC / "core" / "game.py").body if isinstance(node, ast.ClassDef)
    )
    (game,) = (node for node in classes if node.name == "Game")
    return sum(isinstance(node, ast.FunctionDef) for node in game.body)


def duplicate_classes() -> int:
    """Public class names that are defined more than once outside `games`."""
    names = Counter(
        node.name
        for path in outside_games()
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return sum(count > 1 for count in names.values())


def logical_lines() -> int:
    """Statements of `src` as the tokenizer ends them, docstrings included."""
    return sum(
        token.type == tokenize.NEWLINE
        for path in SRC.rglob("*.py")
        for token in tokenize.generate_tokens(io.StringIO(text_of(path)).readline)
    )


def record_walkers() -> int:
    return files_with(r"record\.moves", list(SRC.rglob("*.py")))


def process_starts() -> int:
    return lines_with(r"Popen\(|create_subprocess_exec\(", list(SRC.rglob("*.py")))


def banned_prose() -> int:
    pages = [*SRC.rglob("*.py"), *SRC.rglob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return lines_with(r"\b(whoever|somebody|is told|in haste)\b", pages, re.I)


def long_lines() -> int:
    """Lines over 100 columns, less a directive to a tool at their end, as ruff counts them."""
    files = [
        path
        for folder in ("src", "tests", "builder", "bench", "examples")
        for path in (ROOT / folder).rglob("*.py")
    ]
    return sum(
        len(DIRECTIVE.sub("", line)) > LONGEST_LINE
        for path in files
        for line in text_of(path).splitlines()
    )


def test_names() -> int:
    """The length that 95 % of the names of tests do not exceed."""
    lengths = sorted(
        len(node.name)
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    )
    return lengths[int(0.95 * len(lengths))]


test_names.__test__ = False  # type: ignore[attr-defined]
FIGURES: tuple[Callable[[], int], ...] = (
    games_named_outside,
    games_imported_outside,
    core_names,
    game_methods,
    duplicate_classes,
    logical_lines,
    record_walkers,
    process_starts,
    banned_prose,
    long_lines,
    test_names,
)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)
def test_a_figure_of_the_tree_does_not_rise(figure: Callable[[], int]) -> None:
    assert figure() <= BARS[figure.__name__]


if __name__ == "__main__":
    for figure in FIGURES:
        print(f"{figure.__name__} = {figure()}")
