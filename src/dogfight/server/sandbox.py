"""The sandbox of a server: what its worker processes answer about positions that were set up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.event import Event
from dogfight.core.seat import OPEN
from dogfight.sandbox.positions import (
    dealt_anew,
    fault_span,
    open_view,
    opened,
    played,
    seat_asked,
    situation,
)
from dogfight.server.board_drawing import draw_board
from dogfight.server.jobs import CheckedPosition, LookAtPosition, OpenPosition
from dogfight.server.messages import SandboxOutcome, SandboxState, event_line
from dogfight.server.refusals import Refused


def checked_position(job: OpenPosition) -> CheckedPosition:
    """A position that a table can begin with."""
    game = dogfight.load(job.game)
    with _explained(job.position):
        position = opened(game, job.position)
    if situation(game, position).is_over:
        raise Refused("not_now", "The game is over here: nothing is left to play.")
    if job.anew and game.has_secrets(position):
        position = dealt_anew(game, position, Dice(job.seed))
    return CheckedPosition(game.notation.write(position), game.options_of(position))


def looked_at(job: LookAtPosition) -> SandboxState:
    """What can happen in a position, after a move where one is played."""
    game, ask = dogfight.load(job.game), job.ask
    with _explained(ask.position):
        position = opened(game, ask.position, ask.options)
    events: tuple[Event, ...] = ()
    if ask.move is not None:
        try:
            position, events = played(
                game, position, ask.move.seat, ask.move.notation, Dice(job.seed)
            )
        except (BadNotation, IllegalAction) as error:
            raise Refused("illegal", error.message, rule=error.rule) from None
    here = situation(game, position)
    seat = seat_asked(here, ask.seat)
    view = open_view(game, position, seat) if ask.all_open else game.view(position, seat)
    return SandboxState(
        game=game.name,
        title=game.title,
        position=here.notation,
        view=view,
        acting=here.acting,
        outcomes=tuple(SandboxOutcome(item.notation, item.share) for item in here.outcomes),
        outcome_count=here.outcome_count,
        has_clock=here.has_clock,
        has_secrets=here.has_secrets,
        events=tuple(event_line(event) for event in events if event.visible_to(OPEN)),
        board_svg=draw_board(game, view),
    )


@contextmanager
def _explained(text: str) -> Iterator[None]:
    """Say of a notation that cannot be read where its fault stands."""
    try:
        yield
    except (BadNotation, BadOption) as error:
        at = fault_span(text, error.message)
        raise Refused("bad_record", error.message, rule=error.rule, at=at) from None
