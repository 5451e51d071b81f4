"""What one seat may know, built from an allow-list, with its prompt and its legal actions in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from dogfight.core.decision import Chance, Choose, Commit, Decision, Over
from dogfight.core.event import Event
from dogfight.core.options import Options, OptionValue
from dogfight.core.seat import OPEN, WATCHER, Seat, SeatInfo, check_seat

if TYPE_CHECKING:
    from dogfight.core.registry import AnyGame

_T = TypeVar("_T", bound=msgspec.Struct)
_MOST_KNOWN = 200
"""Sets of options whose seats are remembered for each game."""
_known_seats: WeakKeyDictionary[AnyGame, dict[tuple[tuple[str, object], ...], tuple[SeatInfo, ...]]]
_known_seats = WeakKeyDictionary()


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to do now, in one sentence, and by which rule; `more` is what else is to be said about
    it.

    `meaning` is a sentence for a newcomer who is asked.
    """

    text: str
    rule: str
    meaning: str = ""
    more: str = ""

    @property
    def full_text(self) -> str:
        """All that is said of what to do now."""
        return f"{self.text} {self.more}".strip()


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
    acting_piece: str = ""
    piece: str = ""
    places: tuple[str, ...] = ()
    facing: str = ""
    odds_text: str = ""
    short_text: str = ""
    declines: bool = False


class Legal(ActionData, frozen=True, omit_defaults=True):
    """One legal action: its number, its word in notation, what it does in plain words, and its
    marks.

    `bears` names the places or pieces that its weapons would bear on, for a board that shows plans;
    `aims` are the lines of fire from and at the acting piece as they would be afterwards, the
    enemy's among them.
    """

    action: int
    notation: str
    text: str
    bears: tuple[str, ...] = ()
    aims: tuple[Aim, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How it ended, for every seat."""

    payoffs: tuple[float, ...]
    winners: tuple[Seat, ...]
    reason: str
    rule: str
    text: str
    grade: str = ""

    @staticmethod
    def of(end: Over) -> Result:
        """Return the result that an end of the game states."""
        return Result(end.payoffs, end.winners, end.reason, end.rule, end.text, end.grade)


class View(msgspec.Struct, Generic[_T], frozen=True, kw_only=True):
    """Everything one seat may know. `table` is the game's own picture of what lies open to it.

    `doing` says what the game waits for; `waiting` lists the seats that still owe a choice.
    """

    game: str
    rules: str
    options: dict[str, OptionValue]
    seats: tuple[SeatInfo, ...]
    seat: Seat
    decision_kind: Literal["choose", "commit", "chance", "over"]
    waiting: tuple[Seat, ...]
    prompt: Prompt
    legal: tuple[Legal, ...]
    board: _T
    seconds: float | None = None
    result: Result | None = None
    log: tuple[Event, ...] = ()

    def as_json(self) -> bytes:
        """The view as it travels; equal knowledge gives equal bytes."""
        return msgspec.json.encode(self)


def make_views(
    game: AnyGame, position: Any, seats: Sequence[Seat], decision: Decision | None = None
) -> tuple[View[Any], ...]:
    """Everything that each of several seats may know; what they see alike is made once."""
    decision = decision or game.decision(position)
    options = game.options_of(position)
    seat_infos = _seats_of(game, options)
    for seat in seats:
        if type(seat) is not int or seat not in (WATCHER, OPEN):
            check_seat(seat_infos, seat, decision.rule)
    decision_kind, waiting, seconds, result = _situation(decision)
    text, views = game.text, []
    for seat, board in zip(seats, game.views.board_views(position, seats), strict=True):
        legal = game.legal(position, seat) if seat >= 0 else []
        prompt = text.prompt(position, seat)
        if legal:
            meaning = prompt.meaning or text.meaning(position)
            prompt = msgspec.structs.replace(prompt, meaning=meaning)
        views.append(
            View(
                game=game.name,
                rules=game.rules_version,
                options=options,
                seats=seat_infos,
                seat=seat,
                decision_kind=decision_kind,
                waiting=waiting,
                prompt=prompt,
                legal=tuple([text.legal_entry(position, seat, action) for action in legal]),
                board=board,
                seconds=seconds,
                result=result,
            )
        )
    return tuple(views)


def _seats_of(game: AnyGame, options: Options) -> tuple[SeatInfo, ...]:
    """The seats of a game with these options, worked out once for all its views."""
    known = _known_seats.get(game)
    if known is None:
        known = _known_seats[game] = {}
    pairs = tuple(options.items())
    seats = known.get(pairs)
    if seats is None:
        seats = game.seats(options)
        if len(known) < _MOST_KNOWN:
            known[pairs] = seats
    return seats


def _situation(decision: Decision) -> tuple[Any, tuple[Seat, ...], float | None, Result | None]:
    match decision:
        case Choose(seat=seat, clock=clock):
            return "choose", (seat,), clock.seconds if clock else None, None
        case Commit(waiting=waiting, clock=clock):
            return "commit", waiting, clock.seconds if clock else None, None
        case Chance():
            return "chance", (), None, None
        case Over() as end:
            return "over", (), None, Result.of(end)
