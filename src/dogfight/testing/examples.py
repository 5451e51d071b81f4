"""Worked examples as data: every fenced TOML example of a page, run against a game."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from dogfight.core.errors import DogfightError
from dogfight.core.registry import AnyGame

_FENCE = re.compile(r"^```toml[ \t]*\n(.*?)^```", re.M | re.S)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one example: `differences` is None if it cannot be executed."""

    id: str
    line: int
    differences: list[str] | None


def blocks(page: str) -> Iterator[tuple[int, str]]:
    """The fenced TOML blocks of a page with their line numbers; a bare TOML file is one block."""
    result = False
    for match in _FENCE.finditer(page):
        result = True
        yield page.count("\n", 0, match.start(1)) + 1, match[1]
    if not result and page.strip():
        yield 1, page


def examples_in(page: str) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """The examples of a page; a block that is not TOML comes as the text of its error."""
    for line, text in blocks(page):
        try:
            contents = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            yield line, f"expected TOML; {error}"
            continue
        example = contents.get("example")
        if isinstance(example, list):
            yield from ((line, item) for item in example)
        elif isinstance(example, Mapping):
            yield line, example
        elif "id" in contents and ("kind" in contents or "rules" in contents):
            yield line, contents


def run_example(game: AnyGame, example: Mapping[str, Any]) -> list[str] | None:
    """What differs in one worked example, a line each; None if it cannot be executed.

    A game from outside the package names its runner in `Manifest.examples`, or has a method
    `run_example`.
    """
    runner: Callable[[AnyGame, Mapping[str, Any]], list[str] | None] | None = game.manifest.load(
        "examples"
    )
    if runner is None and (module := checkout_runner(game.name)) is not None:
        runner = module.run_example
    if runner is not None:
        return runner(game, example)
    own: Callable[[Mapping[str, Any]], list[str] | None] | None = getattr(game, "run_example", None)
    return own(example) if own is not None else None


def checkout_runner(name: str) -> ModuleType | None:
    """The runner of our own examples: the package `worked_examples` among a game's tests, in a
    checkout only.
    """
    module = f"dogfight_worked_examples_{name}"
    if module in sys.modules:
        return sys.modules[module]
    for root in (Path(__file__).parents[3], Path.cwd()):
        folder = root / "tests" / "games" / name / "worked_examples"
        if (root / "src" / "dogfight").is_dir() and (folder / "__init__.py").is_file():
            return _import_package(module, folder)
    return None


def _import_package(module: str, folder: Path) -> ModuleType:
    spec = spec_from_file_location(
        module, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    package = sys.modules[module] = module_from_spec(spec)
    spec.loader.exec_module(package)
    return package


def run(game: AnyGame, page: str) -> Iterator[Outcome]:
    """Run every example of a page; nothing an example holds can stop the others."""
    for line, example in examples_in(page):
        if isinstance(example, str):
            yield Outcome("?", line, [example])
            continue
        name = str(example.get("id", "?"))
        try:
            yield Outcome(name, line, run_example(game, example))
        except DogfightError as error:
            yield Outcome(name, line, [f"refused: {error}"])
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
            yield Outcome(name, line, [f"cannot be read: {type(error).__name__}: {error}"])
