"""The files of lessons as typed values: `data/<game>.toml`, and the words for one that cannot be
read.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import dogfight
from dogfight.core.errors import BadData, BadOption
from dogfight.core.options import OptionValue
from dogfight.core.registry import manifest_of
from dogfight.datafiles.files import StrictStruct

T = TypeVar("T")


class Step(StrictStruct, frozen=True):
    """One thing to do: what the coach says, what is accepted, what follows by the script, and the
    coach's closing text.

    An entry of `accept` is the notation of an action, or of several that are played one after the
    other. An entry of `script` names who acts and the notation. `log_contains` are pieces of log
    lines by which the closing text, `outcome`, can be checked.
    """

    seat: str
    say: str
    accept: tuple[str, ...]
    outcome: str
    rules: tuple[str, ...]
    position: str = ""
    point: tuple[str, ...] = ()
    retry_text: str = ""
    script: tuple[str, ...] = ()
    log_contains: tuple[str, ...] = ()

    def series(self) -> tuple[tuple[str, ...], ...]:
        """Each way to carry the step out, word by word."""
        return tuple(tuple(entry.split()) for entry in self.accept)

    def scripted_moves(self) -> tuple[tuple[str, str], ...]:
        """Who plays which word once the learner is done."""
        return tuple(
            (who, word) for who, _, word in (entry.partition(" ") for entry in self.script)
        )


class Lesson(StrictStruct, frozen=True):
    """Some steps in a row; `teaches` names the ideas in their order."""

    title: str
    minutes: int
    teaches: tuple[str, ...]
    step: tuple[Step, ...]

    def laid_at(self, step: int) -> int:
        """The last step up to this one that lays out a position of its own."""
        return max((n for n, item in enumerate(self.step[: step + 1]) if item.position), default=0)


class Sentence(StrictStruct, frozen=True):
    """One sentence of the rules in brief, and the numbered rules behind it."""

    say: str
    rules: tuple[str, ...]


class Brief(StrictStruct, frozen=True):
    """What suffices for a first game, and what newcomers often do wrong."""

    rule: tuple[Sentence, ...]
    mistake: tuple[Sentence, ...]


class FirstGame(StrictStruct, frozen=True):
    """The game that is offered after the lesson: its options, the learner's seat, the level of
    all others.
    """

    options: dict[str, OptionValue]
    seat: str
    others: str
    say: str


class Course(msgspec.Struct, frozen=True):
    """Everything that teaches one game; `source` is the file it came from."""

    source: str
    game: str
    lessons: tuple[Lesson, ...]
    first_game: FirstGame
    brief: Brief

    def lesson(self, number: int) -> Lesson:
        """A lesson by its number, the first being 1."""
        if not 1 <= number <= len(self.lessons):
            raise BadOption(
                f"expected a lesson of {self.game} from 1 to {len(self.lessons)}, got {number}"
            )
        return self.lessons[number - 1]


_HEADER = ("title", "minutes", "teaches")
_KNOWN = ("game", *_HEADER, "step", "more", "first_game", "brief")


def games_with_lessons() -> tuple[str, ...]:
    """The games that have lessons, in the order of the games."""
    return tuple(name for name in dogfight.names() if manifest_of(name).lessons)


@cache
def course(game: str) -> Course:
    """The lessons of a game; `BadOption` if it has none."""
    if game not in games_with_lessons():
        raise BadOption(
            f"expected a game with lessons out of {', '.join(games_with_lessons())}; got"
            f" {game[:40]!r}"
        )
    manifest = manifest_of(game)
    return read(
        manifest.file(manifest.lessons).read_text(encoding="utf-8"), f"{game}/{manifest.lessons}"
    )


def course_in(path: Path) -> Course:
    """The lessons in a file of one's own."""
    try:
        return read(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: expected a text file in UTF-8; {error}") from None


def read(text: str, source: str) -> Course:
    """Lessons from TOML; `BadData` names file, step, key, what was expected and what came."""
    try:
        contents = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{source}: expected TOML; {error}") from None
    if unknown := sorted(set(contents) - set(_KNOWN)):
        raise BadData(f"{source}: expected the keys {', '.join(_KNOWN)}; got {unknown[0]!r}")
    first = {key: contents[key] for key in (*_HEADER, "step") if key in contents}
    more = contents.get("more", [])
    if not isinstance(more, list):
        raise BadData(f"{source}: more: expected [[more]], got {more!r}")
    return Course(
        source=source,
        game=_read(contents.get("game"), str, f"{source}: game"),
        lessons=tuple(
            _lesson(item, f"{source}{place(number)}")
            for number, item in enumerate((first, *more), 1)
        ),
        first_game=_read(contents.get("first_game"), FirstGame, f"{source} first_game"),
        brief=_read(contents.get("brief"), Brief, f"{source} brief"),
    )


def place(lesson: int, step: int = 0) -> str:
    """Where in a file something stands; the first lesson goes without saying."""
    return (f" lesson {lesson}" if lesson > 1 else "") + (f" step {step}" if step else "")


def _lesson(contents: Any, where: str) -> Lesson:
    steps = contents.get("step", []) if isinstance(contents, dict) else []
    if isinstance(steps, list):
        for number, step in enumerate(steps, 1):
            _read(step, Step, f"{where} step {number}")
    return _read(contents, Lesson, where)


def _read(contents: Any, shape: type[T], where: str) -> T:
    try:
        return msgspec.convert(contents, shape)
    except msgspec.ValidationError as error:
        raise BadData(f"{where}: {_in_words(str(error))}") from None


def _in_words(error: str) -> str:
    """What the reader of the file has to know: the key first, then what was expected and what
    came.
    """
    text, _, path = error.partition(" - at `$.")
    key = path.strip("`")
    return f"{key}: {text}" if key else text
