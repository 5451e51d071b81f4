"""A record grouped into what luck did, what was sealed together, and what one seat did in the
open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from dogfight.core.decision import Chance, Choose, Commit, Decision, Over
from dogfight.core.errors import BadRecord
from dogfight.core.event import PARTIAL, SEALED, Event, EventKind, visible_events
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, WATCHER, Seat
from dogfight.match.record import Record
from dogfight.match.replay import NamedVersions, replay, start_position

Kind = Literal["draw", "sealed", "open"]
_QUIET = {SEALED, PARTIAL}
"""Kinds of events that only say that something was decided or is being rolled."""
_UNKNOWN = EventKind()
_HARMS = ("harm", "hit", "hits", "damage")
"""Facts of an event with a loss."""


@dataclass(frozen=True, slots=True)
class SeatAction:
    """One action of a seat: the number of its move from 1, and the position before it."""

    move: int
    seat: Seat
    action: int
    before: Any


@dataclass(slots=True)
class PlayedStep:
    """Some moves that belong together, from one position to the next.

    `story` is what happened, as every seat saw it, and `harm` the part of it that caused a loss.
    """

    kind: Kind
    turn: int
    first: int
    before: Any
    asked: Decision
    last: int = 0
    after: Any = None
    deeds: list[SeatAction] = field(default_factory=list)
    story: list[str] = field(default_factory=list)
    harm: list[str] = field(default_factory=list)

    def tell(self, events: Iterable[Event], kinds: Mapping[str, EventKind]) -> None:
        """Add what all seats may see, without headings and without unseen decisions."""
        for event in visible_events(tuple(events), WATCHER):
            kind = kinds.get(event.kind, _UNKNOWN)
            if event.kind not in _QUIET and not kind.heading:
                text = event.text if event.text.endswith((".", "!", "?")) else f"{event.text}."
                self.story.append(text)
                if kind.harmful or any(event.facts.get(name) for name in _HARMS):
                    self.harm.append(text)


def steps_of(game: AnyGame, record: Record) -> list[PlayedStep]:
    """The steps of a finished game in order; `BadRecord` says what is wrong with any other record.

    Where a player gave up, the game ends with the last thing that was played in full: what lay
    sealed and was never turned up changed nothing.
    """
    with NamedVersions(game, record.header):
        return _steps_of(game, record)


def _steps_of(game: AnyGame, record: Record) -> list[PlayedStep]:
    kinds: Mapping[str, EventKind] = game.manifest.load("events") or {}
    position = start_position(game, record.header)
    steps: list[PlayedStep] = []
    for played in replay(game, record):
        number, seat, before, asked = played.number, played.seat, played.before, played.decision
        if not steps or not _belongs(steps[-1], game, before, asked, seat):
            steps.append(PlayedStep(_kind(asked), game.turn(before), number, before, asked))
        step = steps[-1]
        if seat >= 0:
            step.deeds.append(SeatAction(number, seat, played.action, before))
        step.tell(played.events, kinds)
        position = played.after
        step.last, step.after, step.asked = number, position, asked
    asked = game.decision(position)
    if isinstance(asked, Over):
        return steps
    if not record.header.ended:
        raise BadRecord(
            "expected the record of a finished game; this one breaks off before its end"
        )
    if (
        steps
        and steps[-1].deeds
        and _belongs(steps[-1], game, position, asked, CHANCE)
        and steps[-1].kind == "sealed"
    ):
        steps.pop()
    if not steps:
        raise BadRecord(
            "expected the record of a game that was played; this one was given up at once"
        )
    return steps


def _kind(asked: Decision) -> Kind:
    return (
        "draw" if isinstance(asked, Chance) else "sealed" if isinstance(asked, Commit) else "open"
    )


def _belongs(step: PlayedStep, game: AnyGame, before: Any, asked: Decision, seat: Seat) -> bool:
    """Whether a move goes on with a step: one more draw, one more part of what is sealed, one
    more act of a seat.
    """
    if game.turn(before) != step.turn or _kind(asked) != step.kind:
        return False
    match step.asked, asked:
        case Chance(), Chance():
            return seat == CHANCE
        case Commit() as then, Commit() as now:
            acted = step.deeds[-1].seat if step.deeds else -1
            return then.rule == now.rule and set(now.waiting) <= {*then.waiting, acted}
        case Choose() as then, Choose() as now:
            return then.seat == now.seat
    return False
