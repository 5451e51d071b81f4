"""What all verbs share: where words and data go, and how our errors reach the person at the keyboard."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec

import msgspec
import typer

from dogfight.core.errors import DogfightError
from dogfight.core.printable import escaped, escaped_json
from dogfight.core.registry import load_plugin

P = ParamSpec("P")
DataDir = Annotated[Path | None, typer.Option("--data", help="A folder whose files replace the built-in data.")]
Plugins = Annotated[
    list[str],
    typer.Option("--plugin", help="A file or module with further games or bots; repeat.", show_default=False),
]


def talk(words: str) -> None:
    """Say something to the person, apart from the data on stdout."""
    print(escaped(words, keep="\n"), file=sys.stderr)


def show_json(value: object) -> None:
    """Print data as JSON."""
    print(escaped_json(msgspec.json.format(msgspec.json.encode(value), indent=2)))


def explained(verb: Callable[P, None]) -> Callable[P, None]:
    """Turn our errors into one line on stderr, or JSON on stdout, and exit status 2."""

    @wraps(verb)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            verb(*args, **kwargs)
        except DogfightError as error:
            if kwargs.get("as_json"):
                show_json({"ok": False, "error": error.words, "rule": error.rule})
            talk(f"dogfight: {error}")
            raise typer.Exit(2) from None

    return wrapped


def with_plugins(verb: Callable[P, None]) -> Callable[..., None]:
    """Give a verb the option `--plugin`, and load what is named there before it begins; errors are `explained`."""

    @explained
    @wraps(verb)
    def wrapped(*args: Any, plugin: list[str], **kwargs: Any) -> None:
        for word in plugin:
            load_plugin(word)
        verb(*args, **kwargs)

    signature = inspect.signature(verb, eval_str=True)
    option = inspect.Parameter("plugin", inspect.Parameter.KEYWORD_ONLY, default=[], annotation=Plugins)
    wrapped.__signature__ = signature.replace(parameters=[*signature.parameters.values(), option])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {**verb.__annotations__, "plugin": Plugins}
    return wrapped
