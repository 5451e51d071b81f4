"""Worked examples as data: every fenced TOML example of a page, run against a game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
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
    found = False
    for match in _FENCE.finditer(page):
        found = True
        yield page.count("\n", 0, match.start(1)) + 1, match[1]
    if not found and page.strip():
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
            yield from ((line, one) for one in example)
        elif isinstance(example, Mapping):
            yield line, example
        elif "id" in contents and ("kind" in contents or "rules" in contents):
            yield line, contents


def run_example(game: AnyGame, example: Mapping[str, Any]) -> list[str] | None:
    """What differs in one worked example, a line each; None if it cannot be executed.

    A game outside the package may offer `run_example` itself.
    """
    runner = f"dogfight.testing.example_runners.{game.name}"
    if find_spec(runner) is not None:
        found: list[str] | None = import_module(runner).run_example(game, example)
        return found
    own: Callable[[Mapping[str, Any]], list[str] | None] | None = getattr(game, "run_example", None)
    return own(example) if own is not None else None


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
