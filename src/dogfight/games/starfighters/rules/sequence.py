"""[SF-3.1] The order of things: which rule comes next, what a seat may do now, and what its
action does.
"""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.starfighters.rules.attacks import beams_with_target, in_medium_range
from dogfight.games.starfighters.rules.damage import hits_wait, place_wreckage, room_for_wreckage
from dogfight.games.starfighters.rules.debris import debris_waits, drift, drifts_allowed
from dogfight.games.starfighters.rules.declaration import (
    begin_turn,
    cards_in_hand,
    declaration_waits,
    declare,
)
from dogfight.games.starfighters.rules.ending import draw_card, draw_waits, end_turn
from dogfight.games.starfighters.rules.movement import make_step, movement_waits, steps_allowed
from dogfight.games.starfighters.rules.resolution import choose_beam, choose_target, next_card
from dogfight.games.starfighters.rules.setup import (
    deal_card,
    deal_waits,
    face_ship,
    first_waits,
    free_places,
    give_first_token,
    place_ship,
    put_first_wreckage,
    wreckage_waits,
)
from dogfight.games.starfighters.state import (
    BEAM,
    BEGIN,
    DEAL,
    DECLARE,
    DRAW,
    DRIFT,
    END,
    FACE,
    FIRST,
    HIT,
    MOVE,
    PLACE,
    RESOLVE,
    TARGET,
    UNKNOWN,
    WRECK,
    WRECKAGE,
    State,
)


def act(s: State, seat: i64, action: i64) -> None:
    """Carry out one decision of a seat or of chance, and everything that follows without a
    choice.
    """
    s.known = UNKNOWN
    phase = s.phase
    if phase == MOVE:
        make_step(s, action)
    elif phase == DRIFT:
        drift(s, action)
    elif phase == DECLARE:
        declare(s, seat, action)
    elif phase == DRAW:
        draw_card(s, action)
    elif phase == TARGET:
        choose_target(s, action)
    elif phase == BEAM:
        choose_beam(s, action)
    elif phase == WRECK:
        place_wreckage(s, action)
    else:
        set_up(s, action)
    advance(s)


def set_up(s: State, action: i64) -> None:
    """[SF-2] One decision before the first turn."""
    phase = s.phase
    if phase == WRECKAGE:
        put_first_wreckage(s, action)
    elif phase == FIRST:
        give_first_token(s, action)
    elif phase == PLACE:
        place_ship(s, action)
    elif phase == FACE:
        face_ship(s, action)
    elif phase == DEAL:
        deal_card(s, action)


def advance(s: State) -> None:
    """[SF-3.1] Declaration, movement, resolution, debris, end of turn: on to the next decision."""
    while not waits(s):
        pass


def waits(s: State) -> bool:
    """Return whether a seat has to decide now; if not, the game has been taken one stage
    further.
    """
    phase = s.phase
    if phase == MOVE:
        return movement_waits(s)
    if phase == DRIFT:
        return debris_waits(s)
    if phase == HIT:
        return hits_wait(s)
    if phase == DECLARE:
        return declaration_waits(s)
    if phase == DRAW:
        return draw_waits(s)
    if phase == RESOLVE:
        next_card(s)
    elif phase == END:
        end_turn(s)
    elif phase == BEGIN:
        begin_turn(s)
    elif phase == WRECKAGE:
        return wreckage_waits(s)
    elif phase == FIRST:
        return first_waits(s)
    elif phase == DEAL:
        return deal_waits(s)
    else:
        return True
    return False


def allowed(s: State, seat: i64) -> i64:
    """What a seat that has to decide may do, as a mask of actions."""
    phase = s.phase
    if phase == MOVE:
        return steps_allowed(s)
    if phase == DRIFT:
        return drifts_allowed(s)
    if phase == DECLARE:
        return cards_in_hand(s, seat)
    if phase == TARGET:
        return in_medium_range(s, seat)
    if phase == BEAM:
        return beams_with_target(s, seat)
    if phase == WRECK:
        return room_for_wreckage(s, seat)
    if phase == PLACE:
        return free_places(s)
    if phase == FACE:
        return 63  # [SF-2.8]
    return 0
