"""What all commands share: where words and data go, and how errors reach the person at the
keyboard.
"""

from __future__ import annotations

import inspect
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, get_type_hints

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dogfight.boards.text.theme import LEAST_COLUMNS, LEAST_LINES
from dogfight.cli.common_options import Plugins
from dogfight.cli.packs_given import with_names_given
from dogfight.core.errors import BadOption, DogfightError
from dogfight.core.registry import load_plugin
from dogfight.core.text_safety import escaped, escaped_json
from dogfight.extras import install_hint

P = ParamSpec("P")
CANNOT = 2
"""The exit status of a call that cannot be carried out."""


def print_status(text: str) -> None:
    """Say something to the person, apart from the data on stdout."""
    print(escaped(text, keep="\n"), file=sys.stderr)


def has_screen() -> bool:
    """Return whether there is an interactive terminal large enough for a board."""
    size = shutil.get_terminal_size()
    large = size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES
    return sys.stdin.isatty() and sys.stdout.isatty() and large


def show_json(value: object) -> None:
    """Print data as JSON."""
    print(escaped_json(msgspec.json.format(msgspec.json.encode(value), indent=2)))


def fault_words(error: OSError | UnicodeDecodeError) -> str:
    """What the system would not do, and with which file."""
    if isinstance(error, UnicodeDecodeError):
        return f"expected text in UTF-8; {error}"
    reason = (error.strerror or str(error)).lower()
    return f"{error.filename}: {reason}" if error.filename else reason


def read_text(path: Path, what: str) -> str:
    """The words of a file; `BadOption` says what was expected there."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = (
            (error.strerror or "").lower()
            if isinstance(error, OSError)
            else "it is not text in UTF-8"
        )
        raise BadOption(f"{path}: expected {what}; {reason}") from None


def write_file(path: Path, text: str) -> None:
    """Write a file that the call asks for, with the folders it needs, and say so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print_status(f"wrote {path}")


@contextmanager
def progress_bar(text: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a bar with the time left on an interactive terminal; call what it yields with the
    progress.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True
    ) as bar:
        task = bar.add_task(text, total=total, completed=done)
        yield lambda more: bar.advance(task, more)


def let_go() -> None:
    """Nobody takes what is printed any more: throw the rest away, quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_dogfight_error(
    error: DogfightError | OSError | UnicodeDecodeError | ModuleNotFoundError,
) -> DogfightError:
    """The error to show; an import that no extra mends is raised again."""
    if hint := install_hint(error) or install_hint(error.__cause__):
        return BadOption(hint)
    if isinstance(error, ModuleNotFoundError):
        raise error
    return error if isinstance(error, DogfightError) else BadOption(fault_words(error))


def explained(command: Callable[P, None]) -> Callable[P, None]:
    """Turn our errors, and the system's, into one line on stderr, or JSON on stdout, and exit
    status 2.
    """

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except BrokenPipeError:
            let_go()
            raise typer.Exit(CANNOT) from None
        except (DogfightError, OSError, UnicodeDecodeError, ModuleNotFoundError) as error:
            dogfight_error = with_names_given(as_dogfight_error(error))
            if kwargs.get("as_json"):
                show_json(
                    {"ok": False, "error": dogfight_error.message, "rule": dogfight_error.rule}
                )
            print_status(f"dogfight: {dogfight_error}")
            raise typer.Exit(CANNOT) from None

    return wrapped


def with_plugins(command: Callable[P, None]) -> Callable[..., None]:
    """Give a command the option `--plugin`, and load what is named there before it begins."""

    @wraps(command)
    def wrapped(*args: Any, plugin: list[str], **kwargs: Any) -> None:
        for word in plugin:
            load_plugin(word)
        command(*args, **kwargs)

    signature = inspect.signature(command, eval_str=True)
    option = inspect.Parameter(
        "plugin", inspect.Parameter.KEYWORD_ONLY, default=[], annotation=Plugins
    )
    wrapped.__signature__ = signature.replace(parameters=[*signature.parameters.values(), option])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {**command.__annotations__, "plugin": Plugins}
    return wrapped


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command, as options of its own, the fields of the dataclass that it takes last."""
    signature = inspect.signature(command, eval_str=True)
    *own, last = signature.parameters.values()
    hints = get_type_hints(last.annotation, include_extras=True)
    options = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=hints[field.name],
        )
        for field in fields(last.annotation)
    ]

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        taken = {option.name: kwargs.pop(option.name) for option in options}
        command(*args, **kwargs, **{last.name: last.annotation(**taken)})

    wrapped.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {option.name: option.annotation for option in (*own, *options)}
    return wrapped
