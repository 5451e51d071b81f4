"""[SF-3] The declaration: everybody commits to one card in secret."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.state import DECLARE, MOVE, NOBODY, State
from dogfight.games.starfighters.tables import KINDS, NO_CARD, card, count_of


def begin_turn(s: State) -> None:
    """[SF-3.2] [SF-3.5] [SF-3.6] Undestroyed players with a hand owe a card; the others declare
    nothing.
    """
    single_bit: i64 = 1
    s.turn += 1
    s.phase = DECLARE
    s.active = NOBODY
    s.anchored = s.anchored_next  # [SF-8.12] for this one turn
    s.anchored_next = 0
    s.due = 0
    if s.trace is not None:
        s.trace.add(news.TURN_BEGINS, s.turn)
    seat: i64 = 0
    while seat < s.seats:
        if s.captured[seat] != NO_CARD:
            declare_captured(s, seat)
        elif s.hand[seat] != 0:
            s.due |= single_bit << seat
        seat += 1


def declare_captured(s: State, seat: i64) -> None:
    """[SF-3.4] [SF-8.8] A captured card is the declaration of its holder, face up; his hand
    stays as it is.
    """
    single_bit: i64 = 1
    s.declared[seat] = s.captured[seat]
    s.captured[seat] = NO_CARD
    s.face_up |= single_bit << seat
    if s.trace is not None:
        s.trace.add(news.CAPTURE_DECLARED, seat, s.declared[seat])


def cards_in_hand(s: State, seat: i64) -> i64:
    """[SF-3.2] The kinds of card a seat can declare: one card out of its hand."""
    single_bit: i64 = 1
    mask: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if count_of(s.hand[seat], kind) > 0:
            mask |= single_bit << kind
        kind += 1
    return mask


def declare(s: State, seat: i64, kind: i64) -> None:
    """[SF-3.2] [SF-3.3] The card leaves the hand face down and cannot be changed any more."""
    single_bit: i64 = 1
    s.hand[seat] = s.hand[seat] - card(kind)
    s.declared[seat] = kind
    s.due &= ~(single_bit << seat)
    if s.trace is not None:
        s.trace.add(news.DECLARED, seat, kind)


def declaration_waits(s: State) -> bool:
    """[SF-3.3] The phase ends when all have declared."""
    if s.due != 0:
        return True
    s.phase = MOVE
    s.order = -1
    s.left = 0
    if s.trace is not None:
        s.trace.add(news.ALL_DECLARED)
    return False
