"""[SF-2] Set-up: wreckage, the first player, placing the ships, dealing."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import bit
from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.state import BEGIN, DEAL, FACE, FIRST, NOBODY, PLACE, State
from dogfight.games.starfighters.tables import card


def put_first_wreckage(s: State, hex_: i64) -> None:
    """[SF-2.1] One more of the first wreckage tokens lies on a hex chosen by chance that had
    none.
    """
    s.put_wreckage(hex_)
    s.left -= 1
    if s.trace is not None:
        s.trace.add(news.WRECKAGE_PUT, hex_)


def wreckage_waits(s: State) -> bool:
    """[SF-1.3] [SF-2.1] Chance places the tokens one by one, four with the usual data; then it
    draws the first seat.
    """
    if s.left > 0:
        return True
    s.phase = FIRST
    return False


def give_first_token(s: State, seat: i64) -> None:
    """[SF-2.2] Who has been on a boat last cannot be known here: a seat is named or drawn."""
    s.start = seat


def first_waits(s: State) -> bool:
    """[SF-2.2] [SF-2.5] Once the starting player is known he places his ship first."""
    if s.start == NOBODY:
        return True
    if s.trace is not None:
        s.trace.add(news.FIRST_PLAYER, s.start)
    s.phase = PLACE
    s.order = 0
    s.active = s.start
    return False


def free_places(s: State) -> i64:
    """[SF-2.6] [SF-2.7] The unoccupied hexes of the highlighted lines, by their number on the
    lines.
    """
    t = s.tables
    mask: i64 = 0
    place: i64 = 0
    while place < len(t.lines):
        if not s.is_occupied(t.lines[place]):
            mask |= bit(place)
        place += 1
    return mask


def place_ship(s: State, place: i64) -> None:
    """[SF-2.5] [SF-2.6] The ship is put on a hex of the lines; how it faces is asked next."""
    s.put(s.active, s.tables.lines[place])
    s.phase = FACE
    if s.trace is not None:
        s.trace.add(news.PLACED, s.active, s.tables.lines[place])


def face_ship(s: State, facing: i64) -> None:
    """[SF-2.8] Any of the six facings; then the next seat clockwise places, after the last the
    cards are dealt.
    """
    s.facing[s.active] = facing
    if s.trace is not None:
        s.trace.add(news.FACED, s.active, facing)
    s.order += 1
    if s.order < s.seats:
        s.phase = PLACE
    else:
        s.phase = DEAL
        s.order = 0
        s.left = s.tables.hand
    s.active = s.in_turn_order(s.order)


def deal_card(s: State, kind: i64) -> None:
    """[SF-2.9] [SF-2.10] The top card of the shuffled deck: chance by what is left in it."""
    s.deck -= card(kind)
    s.hand[s.active] = s.hand[s.active] + card(kind)
    s.left -= 1
    if s.trace is not None:
        s.trace.add(news.DEALT, s.active, kind)


def deal_waits(s: State) -> bool:
    """[SF-2.10] The starting player takes his whole hand first, then the others clockwise."""
    if s.left > 0:
        return True
    s.order += 1
    if s.order < s.seats:
        s.active = s.in_turn_order(s.order)
        s.left = s.tables.hand
        return True
    s.phase = BEGIN
    return False
