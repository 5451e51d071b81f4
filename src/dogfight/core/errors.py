"""Errors written for the person who gets them: what was expected, what came, by which rule."""

from __future__ import annotations

from dogfight.core.text_safety import escaped

_SHOWN = 80
_LONGEST = 4000
"""Errors are for people: what repeats a book that was sent in is cut."""


def shown(text: object) -> str:
    """What came, as an error repeats it: quoted, and cut where it is long."""
    if isinstance(text, int) and abs(text) >= 10**_SHOWN:
        return f"a number of {text.bit_length()} bits"
    words = repr(text[: 2 * _SHOWN] if isinstance(text, str | bytes) else text)
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"


class DogfightError(ValueError):
    """Anything a person can put right; `rule` names the rule that forbids it, if one does."""

    def __init__(self, message: str, *, rule: str = "") -> None:
        message = escaped(message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…")
        super().__init__(f"{message} [{rule}]" if rule else message)
        self.message = message
        self.rule = rule


def one_line(error: BaseException) -> str:
    """Return the message of an error in one line, with its class unless it is an error of ours."""
    message = " ".join(str(error).split())
    return message if isinstance(error, DogfightError) else f"{type(error).__name__}: {message}"


class BadNotation(DogfightError):
    """The text cannot be read as a position or an action."""


class IllegalAction(DogfightError):
    """The action can be read, but not played here."""


class BadOption(DogfightError):
    """An unknown game, option or value, or values that do not go together."""


class Unsolved(DogfightError):
    """The position cannot be worked out: something is hidden in it, or it is too large."""


class BadData(DogfightError):
    """A data file is broken; the words name file, line, key, what was expected and what came.

    The same as values: `place` is the way to the value in the contents of the file.
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str = "",
        line: int = 0,
        key: str = "",
        place: tuple[str | int, ...] = (),
        expected: str = "",
        got: str = "",
    ) -> None:
        super().__init__(message, rule=rule)
        self.line = line
        self.key = key
        self.place = place
        self.expected = expected
        self.got = got


class UnreadableData(BadData):
    """A data file that cannot be read at all, or whose tables have other keys or types than they
    should.
    """


class BadRecord(DogfightError):
    """A record is damaged, edited, or of other rules; the words name the line."""
