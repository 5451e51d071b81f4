"""A record played again, move by move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dogfight.core.decision import Decision, Over
from dogfight.core.errors import BadRecord, DogfightError
from dogfight.core.event import Event
from dogfight.core.game import apply_checked
from dogfight.core.options import as_words
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat, seat_called, seat_name
from dogfight.match.record import FORMAT, Header, Move, Record, result_words

_RULE = re.compile(r" [A-Z]{2}-[0-9.]+")
_VERSION = re.compile(r"[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One move of a record, with what was asked and the positions before and after it."""

    number: int
    move: Move
    seat: Seat
    action: int
    decision: Decision
    before: Any
    after: Any
    events: tuple[Event, ...]


def replay(
    game: AnyGame,
    record: Record,
    verify: bool = True,
    events_from: int = 1,
    until: int | None = None,
) -> Iterator[ReplayStep]:
    """Play a record again up to a move; `BadRecord` names the first thing that is wrong with it.

    Without `verify` the record is trusted, and events are told from the move `events_from` on.
    """
    with NamedVersions(game, record.header):
        start = start_position if verify else opening_position
        position = start(game, record.header)
        for number, move in enumerate(record.moves[:until], 1):
            step = replay_move(
                game, position, move, number, verify=verify, events=number >= events_from
            )
            yield step
            position = step.after


def start_position(game: AnyGame, header: Header) -> Any:
    """The position that a record begins with, once its header is checked."""
    with NamedVersions(game, header):
        check_header(game, header)
        position = opening_position(game, header)
        start = game.notation.hash(position)
        if start != header.start:
            raise BadRecord(f"the header's start position {header.start} is not {start}")
        return position


def opening_position(game: AnyGame, header: Header) -> Any:
    """The position that a header names, or else the one that its options begin with."""
    if not isinstance(header.position, str):
        return game.new(header.options)
    try:
        position = game.notation.read(header.position)
    except DogfightError as error:
        raise BadRecord(f"the opening position: {error.message}", rule=error.rule) from error
    options = game.options_of(position)
    if options != header.options:
        raise BadRecord(
            f"expected an opening position with the options {as_words(header.options)}, got"
            f" {as_words(options)}"
        )
    return position


def replay_move(
    game: AnyGame,
    position: Any,
    move: Move,
    number: int,
    *,
    verify: bool = True,
    events: bool = True,
) -> ReplayStep:
    """Play one recorded move from a position, which stays as it is."""
    seats = game.seats(game.options_of(position))
    reported: tuple[Event, ...] = ()
    try:
        seat = seat_called(seats, move.seat)
        action = game.notation.read_action(position, seat, move.notation)
        decision = game.decision(position)
        if verify or events:
            after, reported = apply_checked(game, position, seat, action, decision)
        else:
            after = position.copy()
            after.apply(seat, action)
    except KeyError:
        known = ", ".join(seat_name(seats, index) for index in range(-2, len(seats)))
        raise BadRecord(
            f"move {number}: expected a seat out of {known}; got {move.seat!r}"
        ) from None
    except DogfightError as error:
        raise BadRecord(
            f"move {number} ({move.seat} {move.notation}): {error.message}", rule=error.rule
        ) from error
    if verify and (reached := game.notation.hash(after)) != move.hash:
        raise BadRecord(
            f"move {number} ({move.seat} {move.notation}): the position hashes to {reached}, the"
            f" record says {move.hash}"
        )
    return ReplayStep(number, move, seat, action, decision, position, after, reported)


def verify(game: AnyGame, record: Record) -> Over | None:
    """Play a record through, checking every action and every hash; the result, if it is
    finished.
    """
    with NamedVersions(game, record.header):
        return _verify(game, record)


def _verify(game: AnyGame, record: Record) -> Over | None:
    position = start_position(game, record.header)
    for step in replay(game, record):
        position = step.after
    end = game.decision(position)
    text, expected = (
        result_words(end) if isinstance(end, Over) else "unfinished",
        record.header.result,
    )
    if record.header.rules != game.rules_version:
        # An older version may have cited another rule for the same result.
        text, expected = _RULE.sub("", text), _RULE.sub("", expected)
    if expected != text:
        raise BadRecord(f"the header's result is {record.header.result!r}; the moves give {text!r}")
    return end if isinstance(end, Over) else None


class _VersionsNamed(BadRecord):
    """A fault of a record whose text names both rules versions already."""


class NamedVersions:
    """Adds both rules versions to whatever is found wrong within it, if the record has an older
    one than the game.
    """

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.game = game
        self.header = header

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _VersionsNamed) or not isinstance(error, DogfightError):
            return
        if has_older_rules(self.game, self.header):
            raise _VersionsNamed(
                f"the record was written with rules version {self.header.rules} of"
                f" {self.game.title}, this program has {self.game.rules_version}, and they differ"
                " here or the record is damaged; the release that wrote it can tell:"
                f" {error.message}",
                rule=error.rule,
            ) from error


def has_older_rules(game: AnyGame, header: Header) -> bool:
    """Whether a record was written with an earlier rules version than the game has; the first
    one is 1.
    """
    theirs, ours = header.rules, game.rules_version
    if not (_VERSION.fullmatch(theirs) and _VERSION.fullmatch(ours)):
        return False
    return int(theirs) < int(ours)


def version_notice(game: AnyGame, header: Header) -> str:
    """What to say of a record with older rules that can be played through; nothing where the
    versions are the same.
    """
    if not has_older_rules(game, header):
        return ""
    return (
        f"This record was written with rules version {header.rules} of {game.title}; this program"
        f" has version {game.rules_version}. Every move leads where it led then, but rules are"
        " cited as they are now."
    )


def check_header(game: AnyGame, header: Header) -> None:
    """Raise `BadRecord` unless the record belongs to this game, these data, and these or older
    rules.

    Whether a record with older rules can be played is found by playing it, within `NamedVersions`.
    """
    if header.dogfight != FORMAT:
        raise BadRecord(f"expected record format {FORMAT}, got {header.dogfight}")
    if header.game != game.name:
        raise BadRecord(f"expected a record of {game.name}, got one of {header.game}")
    if header.rules != game.rules_version and not has_older_rules(game, header):
        raise BadRecord(
            f"expected rules version {game.rules_version}, got {header.rules}{_newer(game, header)}"
        )
    if header.data != game.data_digest:
        raise BadRecord(
            f"the game was played with data {header.data}, loaded is {game.data_digest}; name its"
            " folder with --data"
        )
    checked = game.options(header.options)
    if checked != header.options:
        raise BadRecord(f"expected options {checked}, got {header.options}")


def _newer(game: AnyGame, header: Header) -> str:
    """What helps with a record of a later rules version."""
    known = _VERSION.fullmatch(header.rules) and _VERSION.fullmatch(game.rules_version)
    return f"; a newer release of {game.title} wrote it and can read it" if known else ""
