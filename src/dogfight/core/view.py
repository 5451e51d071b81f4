"""What one seat may know, built from an allow-list, with its prompt and its legal actions in it."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

from dogfight.core.decision import Over
from dogfight.core.event import Event
from dogfight.core.options import OptionValue
from dogfight.core.seat import Seat, SeatInfo

T = TypeVar("T", bound=msgspec.Struct)


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to do now, in one sentence, and by which rule; `more` is what else is to be said about
    it.

    `meaning` is a sentence for a newcomer who is asked.
    """

    words: str
    rule: str
    meaning: str = ""
    more: str = ""

    @property
    def whole(self) -> str:
        """All that is said of what to do now."""
        return f"{self.words} {self.more}".strip()


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of fire: which piece bears on which, and how where the rules know several ways."""

    by: str
    at: str
    how: str = ""


class ActionData(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an action is about, as data: words are for people, marks for boards, and no board reads
    a sentence.

    `kind` says what is done in the game's own terms, `by` which piece does it, `piece` what is
    played, chosen or aimed at (a tile, a card, a counter). `places` are where it happens, in order:
    the last one is where a board shows it. `facing` is which way that piece is turned afterwards,
    `promise` the odds or what else may come of it, and `brief` the words where there is little
    room, without what the rest of the table already says. An action that `declines` passes, stops
    or starts over rather than doing something: no host plays or picks it unasked.
    """

    kind: str = ""
    by: str = ""
    piece: str = ""
    places: tuple[str, ...] = ()
    facing: str = ""
    promise: str = ""
    brief: str = ""
    declines: bool = False


class Legal(ActionData, frozen=True, omit_defaults=True):
    """One legal action: its number, its word in notation, what it does in plain words, and its
    marks.

    `bears` names the places or pieces that its weapons would bear on, for a board that shows plans;
    `aims` are the lines of fire from and at the acting piece as they would be afterwards, the
    enemy's among them.
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

    @staticmethod
    def of(end: Over) -> Result:
        """Return the result that an end of the game states."""
        return Result(end.payoffs, end.winners, end.why, end.rule, end.words, end.grade)


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
