"""What an action is about, as data for boards."""

from __future__ import annotations

from dogfight.core.view import ActionData
from dogfight.games.squadrons.names import CODES, HEADING_NAMES, PLANE_NAMES, square_name
from dogfight.games.squadrons.rules.movement import landing, nearest_enemy, needs_card, new_heading
from dogfight.games.squadrons.state import FLY, MANOEUVRE, RAM, STAY, State
from dogfight.games.squadrons.tables import GONE, PLANES


def squares_of(s: State, *planes: int) -> tuple[str, ...]:
    """Where planes are; a lost one is nowhere."""
    return tuple(square_name(s.square(plane)) for plane in planes if s.square(plane) != GONE)


def action_data(s: State, seat: int, action: int) -> ActionData:
    """The plane that is named and whether it draws, where a manoeuvre ends and heads, or whom a
    plane runs into.
    """
    if action < FLY:
        plane = seat * PLANES + action
        draws = "a card decides" if needs_card(nearest_enemy(s, plane)) else ""
        brief = f"{PLANE_NAMES[plane]}, {draws}" if draws else ""
        return ActionData(
            kind="name",
            acting_piece=PLANE_NAMES[plane],
            places=squares_of(s, plane),
            odds_text=draws,
            short_text=brief,
        )
    if s.phase != MANOEUVRE:
        kind = "stay" if action == STAY else "ram" if action >= RAM else "fly"
        return ActionData(kind=kind, declines=action == STAY)
    by = PLANE_NAMES[s.plane]
    if action == STAY:
        return ActionData(
            kind="stay",
            acting_piece=by,
            places=squares_of(s, s.plane),
            facing=HEADING_NAMES[s.heading(s.plane)],
            declines=True,
        )
    if action >= RAM:
        victim = action - RAM
        return ActionData(
            kind="ram", acting_piece=by, piece=PLANE_NAMES[victim], places=squares_of(s, victim)
        )
    code = action - FLY
    end, heading = (
        square_name(landing(s, s.plane, code)),
        HEADING_NAMES[new_heading(s, s.plane, code)],
    )
    return ActionData(kind="fly", acting_piece=by, piece=CODES[code], places=(end,), facing=heading)
