"""What an action is about, as data for boards."""

from __future__ import annotations

from dogfight.core.seat import Seat
from dogfight.core.view import ActionData
from dogfight.games.paws import state as st
from dogfight.games.paws.data import SIDES, ZONE_NAMES
from dogfight.games.paws.names import Names
from dogfight.games.paws.position import (
    DROP,
    NOT_READY,
    PLACE,
    READY,
    START_OVER,
    TAKE_BACK,
    YES,
    Position,
)
from dogfight.games.paws.tables import MOST_SECTIONS


def section_name(names: Names, team: int, section: int) -> str:
    """A section of a team's track as boards call it, `jaws.2`, beside the zones `jaws.PC`."""
    return f"{names.teams[team]}.{section + 1}"


def steps_between(names: Names, text: str, other: str) -> int | None:
    """How far apart two sections are, or two zones: the same place of another team is further
    than any of its own.
    """
    (team, _, here), (other_team, _, there) = text.partition("."), other.partition(".")
    if team not in names.teams or other_team not in names.teams:
        return None
    across = 0 if team == other_team else MOST_SECTIONS
    if not here or not there:
        return across
    if here.isdecimal() and there.isdecimal():
        return across + abs(int(here) - int(there))
    if here not in ZONE_NAMES or there not in ZONE_NAMES:
        return None
    (row, column), (other_row, other_column) = (
        divmod(ZONE_NAMES.index(zone), 3) for zone in (here, there)
    )
    return across + abs(row - other_row) + abs(column - other_column)


def action_data(names: Names, p: Position, seat: Seat, action: int) -> ActionData:
    """A card and the section it is laid on or taken from, or the zone or team that the Sun goes
    to.
    """
    by = names.seats[seat]
    if p.phase == st.SUN_PLACING:
        return ActionData(kind="sun", acting_piece=by, places=(names.place(action),))
    if p.phase == st.SUN_TARGET:
        return ActionData(kind="sun", acting_piece=by, places=(names.teams[action],))
    if p.phase == st.ACTION:
        return _plan(names, seat, action)
    if p.phase == st.DISCARDS:
        return (
            ActionData(kind="ready", acting_piece=by, declines=True)
            if action == READY
            else _card(names, "drop", by, action - DROP)
        )
    if p.phase == st.PICK:
        return _card(names, "scrap", by, action)
    return ActionData(
        kind="yes" if action == YES else "no", acting_piece=by, declines=action != YES
    )


def _card(names: Names, kind: str, by: str, card: int) -> ActionData:
    return ActionData(kind=kind, acting_piece=by, piece=names.kinds[card])


_PLAIN = {START_OVER: "start_over", NOT_READY: "not_ready"}


def _plan(names: Names, seat: Seat, action: int) -> ActionData:
    by = names.seats[seat]
    if action < PLACE:
        return ActionData(
            kind=_PLAIN.get(action, "ready"),
            acting_piece=by,
            short_text="start over" if action == START_OVER else "",
            declines=True,
        )
    back = action >= TAKE_BACK
    code = action - (TAKE_BACK if back else PLACE)
    card, section = int(st.kind_in(code)), int(st.section_in(code))
    called = names.kinds[card].replace("_", " ")
    return ActionData(
        kind="back" if back else "lay_open" if st.open_in(code) else "lay",
        acting_piece=by,
        piece=names.kinds[card],
        places=(section_name(names, seat // 2, section),),
        facing=SIDES[st.side_in(code)] if names.is_plane(card) else "",
        short_text=(
            f"take {called} back"
            if back
            else f"lay {called} {'open ' if st.open_in(code) else ''}on {section + 1}"
        ),
    )
