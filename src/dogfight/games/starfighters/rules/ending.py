"""[SF-10] [SF-11] The end of the turn, and of the game."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import count_bits, lowest_bit
from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.state import BEGIN, DRAW, NOBODY, OVER_PHASE, State
from dogfight.games.starfighters.tables import NO_CARD, card, size_of


def end_turn(s: State) -> None:
    """[SF-10.1] Discard, pass the token, draw."""
    discard_used_cards(s)
    pass_token(s)
    s.due = s.undestroyed() & ~s.dry  # [SF-10.4] [SF-8.5] [SF-8.7]
    s.dry = 0
    s.shields = 0  # [SF-8.1] a shield lasts until the debris has moved
    s.active = NOBODY
    s.phase = DRAW


def discard_used_cards(s: State) -> None:
    """[SF-10.2] [SF-8.8] All declared cards, used or not; one that was captured is not there any
    more.
    """
    seat: i64 = 0
    while seat < s.seats:
        if s.declared[seat] != NO_CARD:
            s.discard += card(s.declared[seat])
            s.declared[seat] = NO_CARD
        seat += 1
    s.face_up = 0


def pass_token(s: State) -> None:
    """[SF-1.3] [SF-10.3] The first player token goes to the next undestroyed player clockwise."""
    s.start = (s.start + 1) % s.seats
    while s.is_destroyed(s.start):
        s.start = (s.start + 1) % s.seats
    if s.trace is not None:
        s.trace.add(news.TOKEN_PASSED, s.start)


def draw_waits(s: State) -> bool:
    """[SF-10.4] [SF-10.7] The next who draws, clockwise from the new starting player; then the
    turn is over.
    """
    single_bit: i64 = 1
    order: i64 = 0
    while order < s.seats:
        seat = s.in_turn_order(order)
        if (s.due >> seat) & 1 == 1:
            if s.deck == 0:
                reshuffle(s)
            if s.deck != 0:
                s.active = seat
                return True
            s.due &= ~(single_bit << seat)
            if s.trace is not None:
                s.trace.add(news.NO_CARD_LEFT, seat)
        order += 1
    finish_turn(s)
    return s.phase == OVER_PHASE


def reshuffle(s: State) -> None:
    """[SF-10.6] The discard pile is shuffled and becomes the deck."""
    s.deck = s.discard
    s.discard = 0
    if s.deck != 0 and s.trace is not None:
        s.trace.add(news.RESHUFFLED, size_of(s.deck))


def draw_card(s: State, kind: i64) -> None:
    """[SF-10.4] [SF-10.5] [SF-8.6] One card, and never a second one to make up for a draw left
    out.
    """
    single_bit: i64 = 1
    s.deck -= card(kind)
    s.hand[s.active] = s.hand[s.active] + card(kind)
    s.due &= ~(single_bit << s.active)
    if s.trace is not None:
        s.trace.add(news.DREW, s.active, kind)


def finish_turn(s: State) -> None:
    """[SF-11.6] After the last turn the game is a draw between those who still fly; else a new
    turn begins.
    """
    s.active = NOBODY
    if s.turn < s.tables.turns:
        s.phase = BEGIN
        return
    s.phase = OVER_PHASE
    if s.trace is not None:
        s.trace.add(news.TURN_LIMIT, s.turn)


def decide_game(s: State) -> bool:
    """[SF-11.1] [SF-11.2] [SF-11.4] [SF-11.5] With one undestroyed player left, or none, the
    game ends at once.
    """
    flying = s.undestroyed()
    if count_bits(flying) > 1:
        return False
    s.phase = OVER_PHASE
    s.active = NOBODY
    s.by = NOBODY
    s.due = 0
    s.hit = 0
    s.left = 0
    s.drifters = 0
    s.rammed = False
    if s.trace is not None:
        if flying != 0:
            s.trace.add(news.WON, lowest_bit(flying))
        else:
            s.trace.add(news.NOBODY_LEFT)
    return True
