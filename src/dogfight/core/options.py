"""The options of a game as fields that a menu or a web form can be made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from dogfight.core.errors import BadOption, shown
from dogfight.core.reading import parse_int

OptionValue = str | int | bool
Options = dict[str, OptionValue]
_FEW = 12
"""Values of a range that are still few."""


class OptionField(msgspec.Struct, frozen=True):
    """One option as it stands given the others: what may be chosen, and what it does."""

    name: str
    title: str
    kind: Literal["choice", "integer", "boolean"]
    default: OptionValue
    help: str
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    rule: str = ""

    def read(self, value: object) -> OptionValue:
        """The value, given as itself or as text; `BadOption` says what was expected."""
        if self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
        elif self.kind == "boolean":
            if isinstance(value, bool):
                return value
            if value in ("yes", "true", "no", "false"):
                return value in ("yes", "true")
        elif not isinstance(value, bool) and isinstance(value, int | str):
            number = parse_int(value) if isinstance(value, str) else value
            if number is not None and self.minimum <= number <= self.maximum:
                return number
        raise BadOption(
            f"option {self.name}: expected {self.expected()}, got {shown(value)}", rule=self.rule
        )

    def values(self) -> tuple[OptionValue, ...]:
        """Every value, where there are few; of a wide range only the default."""
        if self.kind == "choice":
            return self.choices
        if self.kind == "boolean":
            return False, True
        return (
            tuple(range(self.minimum, self.maximum + 1))
            if self.maximum - self.minimum < _FEW
            else (self.default,)
        )

    def expected(self) -> str:
        """What may be given, in words."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "boolean":
            return "yes or no"
        return f"a whole number from {self.minimum} to {self.maximum}"


def read_word(text: str) -> tuple[str, str]:
    """Split `name=value` as given on a command line."""
    name, result, value = text.partition("=")
    if not result or not name:
        raise BadOption(f"expected an option like name=value, got {text!r}")
    return name, value


def as_words(options: Mapping[str, OptionValue]) -> str:
    """The options on one line, as `name=value` pairs."""
    return " ".join(f"{name}={value_word(value)}" for name, value in options.items())


def value_word(value: OptionValue) -> str:
    """A value as it is written on a command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
