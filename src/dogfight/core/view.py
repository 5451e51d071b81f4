"""What one seat may know, built from an allow-list, with its prompt and its legal actions in it."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

from dogfight.core.event import Event
from dogfight.core.options import OptionValue
from dogfight.core.seat import Seat, SeatInfo

T = TypeVar("T", bound=msgspec.Struct)


class Prompt(msgspec.Struct, frozen=True):
    """What to do now, and by which rule."""

    words: str
    rule: str


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of fire: which piece bears on which, and how where the rules know several ways."""

    by: str
    at: str
    how: str = ""


class Legal(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal action: its number, its word in notation, and what it does in plain words.

    `bears` names the places or pieces that its weapons would bear on, for a board that shows plans; `aims` are the
    lines of fire from and at whoever acts as they would be afterwards, the enemy's among them.
    """

    action: int
    word: str
    words: str
    bears: tuple[str, ...] = ()
    aims: tuple[Aim, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How it ended, for every seat."""

    payoffs: tuple[float, ...]
    winners: tuple[Seat, ...]
    why: str
    rule: str
    words: str
    grade: str = ""


class View(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """Everything one seat may know. `table` is the game's own picture of what lies open to it.

    `doing` says what the game waits for; `waiting` lists the seats that still owe a choice.
    """

    game: str
    rules: str
    options: dict[str, OptionValue]
    seats: tuple[SeatInfo, ...]
    seat: Seat
    doing: Literal["choose", "commit", "chance", "over"]
    waiting: tuple[Seat, ...]
    prompt: Prompt
    legal: tuple[Legal, ...]
    table: T
    seconds: float | None = None
    result: Result | None = None
    log: tuple[Event, ...] = ()

    def as_json(self) -> bytes:
        """The view as it travels; equal knowledge gives equal bytes."""
        return msgspec.json.encode(self)
