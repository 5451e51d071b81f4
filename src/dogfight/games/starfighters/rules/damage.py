"""[SF-7] [SF-8] Damage, wreckage and shields: what a hit does, whether by a card or by debris."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.rules.ending import decide_game
from dogfight.games.starfighters.state import DRIFT, HIT, NO_FACING, NOBODY, RESOLVE, WRECK, State
from dogfight.games.starfighters.tables import ANCHOR, ECHO, NO_CARD, card


def next_victim(s: State) -> i64:
    """[SF-7.7] Clockwise, beginning with the seat after the attacker's."""
    seat: i64 = (s.by + 1) % s.seats
    while (s.due >> seat) & 1 == 0:
        seat = (seat + 1) % s.seats
    return seat


def hits_wait(s: State) -> bool:
    """[SF-6.8] [SF-8.2] [SF-8.3] Each victim in turn: an unspent shield blocks, else one point
    of damage is done.
    """
    if s.due == 0:
        finish_attack(s)
        return False
    single_bit: i64 = 1
    seat = next_victim(s)
    s.due &= ~(single_bit << seat)
    if (s.shields >> seat) & 1 == 1:
        block(s, seat)
        return False
    return lose_hull(s, seat)


def lose_hull(s: State, seat: i64) -> bool:
    """[SF-7.1] [SF-7.4] [SF-7.5] One hull point, even the last, becomes wreckage, or is gone if
    there is no room.
    """
    s.hull[seat] = s.hull[seat] - 1
    if s.trace is not None:
        s.trace.add(news.DAMAGED, seat, s.hull[seat])
    if room_for_wreckage(s, seat) == 0:
        if s.trace is not None:
            s.trace.add(news.TOKEN_LOST, seat)
        return False
    s.active = seat
    s.phase = WRECK
    return True


def room_for_wreckage(s: State, seat: i64) -> i64:
    """[SF-7.2] [SF-7.3] The directions in which an unoccupied hex lies next to the ship; one has
    to be taken.
    """
    single_bit: i64 = 1
    mask: i64 = 0
    direction: i64 = 0
    while direction < 6:
        if not s.is_occupied(s.tables.neighbour(s.at[seat], direction)):
            mask |= single_bit << direction
        direction += 1
    return mask


def place_wreckage(s: State, direction: i64) -> None:
    """[SF-7.2] [SF-7.6] The hull token lies on the map as wreckage like any other, for good."""
    there = s.tables.neighbour(s.at[s.active], direction)
    s.put_wreckage(there)
    s.phase = HIT
    if s.trace is not None:
        s.trace.add(news.WRECKED_HEX, s.active, there)


def block(s: State, seat: i64) -> None:
    """[SF-8.2] [SF-8.4] The shield is spent on this hit and its penalty noted; without a hit
    there is none.
    """
    single_bit: i64 = 1
    bit: i64 = single_bit << seat
    kind = s.declared[seat]
    s.shields &= ~bit
    if s.trace is not None:
        s.trace.add(news.BLOCKED, seat, kind, s.by)
    if kind == ANCHOR:  # [SF-8.11] [SF-8.12] no change of hex next turn, but a draw as usual
        s.anchored_next |= bit
    else:  # [SF-8.5] [SF-8.7] [SF-8.9]
        s.dry |= bit
        if kind == ECHO and not s.is_destroyed(s.by):
            capture(s, seat)


def capture(s: State, seat: i64) -> None:
    """[SF-8.7] [SF-8.10] [SF-8.13] The attack card itself moves over, once; its former owner's
    draw is untouched.
    """
    kind = s.declared[s.by]
    if kind == NO_CARD:
        return
    s.captured[seat] = kind
    s.declared[s.by] = NO_CARD
    if s.trace is not None:
        s.trace.add(news.CAPTURED, seat, kind)


def finish_attack(s: State) -> None:
    """[SF-7.8] [SF-11.3] Ships without hull points are destroyed together; then the next card or
    step follows.
    """
    seat: i64 = 0
    while seat < s.seats:
        if (s.hit >> seat) & 1 == 1 and s.hull[seat] == 0:
            destroy(s, seat)
        seat += 1
    if decide_game(s):
        return
    if s.is_destroyed(s.by):
        s.active = s.by
        s.phase = DRIFT
    else:
        s.active = NOBODY
        s.phase = RESOLVE
    s.by = NOBODY
    s.hit = 0


def destroy(s: State, seat: i64) -> None:
    """[SF-9.1] [SF-9.2] [SF-8.14] The ship is debris without a facing; hand, captured card and
    penalties go.
    """
    single_bit: i64 = 1
    bit: i64 = single_bit << seat
    s.destroyed |= bit
    s.facing[seat] = NO_FACING
    s.discard += s.hand[seat]
    s.hand[seat] = 0
    if s.captured[seat] != NO_CARD:
        s.discard += card(s.captured[seat])
        s.captured[seat] = NO_CARD
    s.dry &= ~bit
    s.anchored &= ~bit
    s.anchored_next &= ~bit
    if s.trace is not None:
        s.trace.add(news.DESTROYED, seat)
