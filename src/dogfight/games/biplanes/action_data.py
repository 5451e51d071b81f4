"""What an action is about, as data for boards."""

from __future__ import annotations

from dogfight.core.seat import Seat
from dogfight.core.view import ActionData
from dogfight.games.biplanes import state as st
from dogfight.games.biplanes.aids import MAL, landing, piece_name, space_of, way_of
from dogfight.games.biplanes.data import Data
from dogfight.games.biplanes.meanings import plane_text
from dogfight.games.biplanes.names import kind_word
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.tables import KIND_BITS, NO_TILE
from dogfight.games.biplanes.text import describe_way, pick_words


def action_data(data: Data, position: Position, seat: Seat, action: int) -> ActionData:
    """A tile and where it leads, a space to start on, or a tile that is put away."""
    phase = int(position.phase)
    if phase == st.PICK:
        name, text = position.setup.sets[action].name, plane_text(position, action)
        return ActionData(
            kind="pick", piece=name, odds_text=text, short_text=pick_words(position, action)
        )
    by = piece_name(position, seat)
    if phase == st.START:
        return ActionData(
            kind="start",
            acting_piece=by,
            places=(data.spaces[position.board.name][position.board.starts[action]].id,),
        )
    if phase == st.TARGET:
        return ActionData(
            kind="hit",
            piece=piece_name(position, action),
            places=(space_of(data, position, action),),
        )
    if phase in (st.MULLIGAN, st.LOSE):
        if phase == st.MULLIGAN and action in (st.DONE, st.NOTHING):
            return ActionData(kind="keep", acting_piece=by, declines=True)
        return ActionData(
            kind="lose" if phase == st.LOSE else "aside", acting_piece=by, piece=kind_word(action)
        )
    return _commitment(data, position, seat, action, by)


def _commitment(data: Data, position: Position, seat: Seat, action: int, by: str) -> ActionData:
    if action & KIND_BITS == NO_TILE:
        return ActionData(kind="play", acting_piece=MAL)
    return ActionData(
        kind="play",
        acting_piece=by,
        piece=kind_word(action & KIND_BITS),
        places=(data.space_ids(position.board.name)[landing(position, seat, action)],),
        facing=way_of(action),
        short_text=describe_way(data, position, seat, action),
    )
