"""Damage: cards from the top of a deck to its scrap pile, or those the Moon lets the shooter
choose.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.paws.state import (
    DECK,
    LOOK,
    N_DECLINED,
    N_LOOKED,
    N_OUT_OF_CARDS,
    N_SCRAPPED,
    N_SHUFFLED,
    PICK,
    SCRAP,
    SCRAPPED,
    State,
)

BITS: Final = 6
CARD: Final = 63


def deal(s: State, seat: i64, damage: i64, then: i64) -> None:
    """[JP-14.9] [JP-14.11] [JP-14.12] [JP-17.3] Scrap this many; a missing card brings the team
    down.
    """
    single_bit: i64 = 1
    deck: i64 = s.count(DECK, seat)
    s.turn = seat
    s.then = then
    s.left = damage
    if deck < damage:
        s.left = deck
        s.failed |= single_bit << (seat // 2)
        if s.trace is not None:
            s.trace.add(N_OUT_OF_CARDS, seat)
    s.phase = SCRAP if s.left > 0 else then


def scrap(s: State, kind: i64) -> None:
    """[JP-14.9] [JP-14.10] One card of the deck goes face down to the scrap pile of the same
    seat.
    """
    s.remove(DECK, s.turn, kind)
    s.put(SCRAPPED, s.turn, kind)
    s.left -= 1
    if s.trace is not None:
        s.trace.add(N_SCRAPPED, s.turn, kind)
    if s.left == 0:
        s.phase = s.then


def decline_look(s: State) -> None:
    """[JP-16.13] Nothing is looked at: the top cards are scrapped as usual."""
    if s.trace is not None:
        s.trace.add(N_DECLINED, s.shooter, s.turn)
    deal(s, s.turn, s.left, s.then)


def begin_look(s: State) -> None:
    """[JP-16.8] [JP-16.11] The shooter turns over the top nine, or as many as there are."""
    s.looked = 0
    s.looked_n = 0
    s.phase = LOOK


def cards_to_look_at(s: State) -> i64:
    """[JP-16.11] Nine, or the whole of a smaller deck."""
    deck: i64 = s.count(DECK, s.turn)
    return deck if deck < s.t.look else s.t.look


def looked_card(s: State, index: i64) -> i64:
    """The card at this place among those looked at, the topmost first."""
    return s.looked >> (index * BITS) & CARD


def looked_count(s: State, kind: i64) -> i64:
    """How many cards of a kind lie among those looked at."""
    result: i64 = 0
    index: i64 = 0
    while index < s.looked_n:
        if looked_card(s, index) == kind:
            result += 1
        index += 1
    return result


def look(s: State, kind: i64) -> None:
    """[JP-16.8] [JP-16.14] The shooter, and nobody else, sees the next card; it stays in its
    deck.
    """
    s.looked |= kind << (s.looked_n * BITS)
    s.looked_n += 1
    if s.trace is not None:
        s.trace.add(N_LOOKED, s.shooter, s.turn, kind)
    if s.looked_n == cards_to_look_at(s):
        s.phase = PICK


def pick(s: State, kind: i64) -> None:
    """[JP-16.9] [JP-16.10] Scrap a card looked at; after the last the rest is shuffled into the
    deck.
    """
    index: i64 = 0
    while looked_card(s, index) != kind:
        index += 1
    place: i64 = index * BITS
    # The compiler would make 1 << place a 32-bit number, so the part below is found without a mask.
    below: i64 = s.looked - (s.looked >> place << place)
    s.looked = s.looked >> (place + BITS) << place | below
    s.looked_n -= 1
    scrap(s, kind)
    if s.left == 0:
        s.looked = 0
        s.looked_n = 0
        if s.trace is not None:
            s.trace.add(N_SHUFFLED, s.turn)


def pick_topmost(s: State) -> None:
    """[JP-16.16] [JP-R6] A seat that has looked and does not choose scraps the topmost cards."""
    while s.phase == PICK:
        pick(s, looked_card(s, 0))
