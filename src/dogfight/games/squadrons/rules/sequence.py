"""SQ-2, SQ-3 and SQ-8: the first card, the course of a turn, the end."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.bits import bit, count_bits
from dogfight.games.squadrons.rules.movement import (
    entry_square,
    landing,
    nearest_enemy,
    needs_card,
    new_heading,
    offer,
    planes_met,
)
from dogfight.games.squadrons.rules.shots import (
    falling,
    kind_of_shot,
    next_shooter,
    remove,
    shooters,
    target_of,
)
from dogfight.games.squadrons.state import (
    CARD_DRAWN,
    COLLIDED,
    DECK_OUT,
    ENDED,
    FINISHED,
    FIRST_DRAWN,
    FLOWN,
    FLY,
    MANOEUVRE,
    MOVE_CARD,
    NAME_PLANE,
    NAMED,
    RAM,
    SHOT,
    SHOT_CARD,
    STALL,
    STAY,
    STAYED,
    TURN,
    WIPEOUT,
    State,
    side_of,
)
from dogfight.games.squadrons.tables import GREEN, NO_PLANES, PLANES, RED, is_red


def draw_first_card(s: State, card: i64) -> None:
    """[SQ-2.3] Red's top card: red lets Red begin, black Green; [SQ-2.4] it stays out of the
    deck.
    """
    s.discard(RED, card)
    side: i64 = RED if is_red(card) else GREEN
    if s.trace is not None:
        s.trace.add(FIRST_DRAWN, card, side)
    begin_turn(s, side)


def begin_turn(s: State, side: i64) -> None:
    """[SQ-3.2] The movement phase: [SQ-3.3] every plane the side has on the board owes one move.

    [SQ-2.5] [SQ-3.4] A launch is nothing else: planes on their start squares are planes like any
    other.
    """
    s.active = side
    s.turns += 1
    s.to_move = s.flying(side)
    if s.trace is not None:
        s.trace.add(TURN, side)
    next_plane(s)


def next_plane(s: State) -> None:
    """[SQ-3.5] The owner names his planes in any order; [SQ-7.1] after the last one comes the one
    shot phase.

    [SQ-3.7] Only the active side's planes are asked for.
    """
    s.plane = -1
    if s.to_move:
        s.phase = NAME_PLANE
        s.menu = s.to_move
    else:
        begin_shots(s)


def name_plane(s: State, number: i64) -> None:
    """[SQ-3.6] The plane is named first; [SQ-3.9] then its distance is measured and decides
    about a card.
    """
    s.plane = s.active * PLANES + number
    if s.trace is not None:
        s.trace.add(NAMED, s.plane)
    away: i64 = nearest_enemy(s, s.plane)
    if needs_card(away):
        s.phase = MOVE_CARD
        s.menu = 0
    else:
        s.phase = MANOEUVRE
        offer(s, away)


def draw_for_move(s: State, card: i64) -> None:
    """[SQ-5.3] [SQ-5.4] The card for the named plane; [SQ-5.5] its owner chooses when he has
    seen it.
    """
    s.discard(s.active, card)
    s.drew = 1
    s.card = card
    if s.trace is not None:
        s.trace.add(CARD_DRAWN, s.plane, card)
    s.phase = MANOEUVRE
    offer(s, nearest_enemy(s, s.plane))


def move(s: State, action: i64) -> None:
    """[SQ-3.5] The named plane's move, whole; [SQ-5.7] then its card is on the discard pile."""
    plane: i64 = s.plane
    s.to_move &= ~bit(plane - s.active * PLANES)  # [SQ-3.3] no plane moves twice
    if action < RAM:
        fly(s, plane, action - FLY)
    elif action < STAY:
        collide(s, plane, action - RAM)
    elif s.trace is not None:
        s.trace.add(STAYED, plane)
    s.card = -1
    after_move(s)


def fly(s: State, plane: i64, code: i64) -> None:
    """[SQ-1.9] The plane comes down on an empty square with its new heading."""
    square: i64 = landing(s, plane, code)
    if s.trace is not None:
        over: i64 = (
            count_bits(planes_met(s, plane, code)) if square != entry_square(s, plane, code) else 0
        )
        s.trace.add(FLOWN, plane, code, s.how, over)
    s.place(plane, square, new_heading(s, plane, code))


def collide(s: State, plane: i64, victim: i64) -> None:
    """[SQ-6.10] Both planes are lost, [SQ-6.11] be the other a friend or an enemy."""
    if s.trace is not None:
        s.trace.add(COLLIDED, plane, victim)
    remove(s, plane)
    remove(s, victim)
    if side_of(victim) == s.active:  # [SQ-3.8] a friend rammed before its own move does not move
        s.to_move &= ~bit(victim - s.active * PLANES)


def after_move(s: State) -> None:
    """[SQ-8.2] A last card used for a move ends the game there and then, [SQ-8.6] and so does a
    side without planes.
    """
    why: i64 = ended(s)
    if why:
        count_turn(s)
        finish(s, why)
    else:
        next_plane(s)


def ended(s: State) -> i64:
    """[SQ-8.1] A deck has been used up, or [SQ-8.6] a side has no plane left."""
    if s.red_deck == 0 or s.green_deck == 0:
        return DECK_OUT
    if s.red_at == NO_PLANES or s.green_at == NO_PLANES:
        return WIPEOUT
    return 0


def begin_shots(s: State) -> None:
    """[SQ-7.10] All shooters are found before the first card; [SQ-3.2] both sides shoot."""
    s.to_shoot = shooters(s)
    next_shot(s)


def next_shot(s: State) -> None:
    """[SQ-7.4] Every shooter draws, in order; [SQ-8.3] [SQ-8.4] one whose deck is used up gets
    no card and no shot.
    """
    while s.to_shoot:
        shooter: i64 = next_shooter(s)
        if s.deck(side_of(shooter)):
            s.plane = shooter
            s.phase = SHOT_CARD
            s.menu = 0
            return
        s.to_shoot &= ~bit(shooter)
        tell_shot(s, shooter, -1)
    end_turn(s)


def draw_for_shot(s: State, card: i64) -> None:
    """[SQ-7.4] One card from the shooter's own deck, [SQ-7.14] on its owner's discard pile after
    the phase.
    """
    shooter: i64 = s.plane
    s.discard(side_of(shooter), card)
    s.drew = 1
    s.to_shoot &= ~bit(shooter)
    if shooter < PLANES:
        s.red_shots |= card + 1 << shooter * 6
    else:
        s.green_shots |= card + 1 << (shooter - PLANES) * 6
    tell_shot(s, shooter, card)
    next_shot(s)


def tell_shot(s: State, shooter: i64, card: i64) -> None:
    if s.trace is not None:
        target: i64 = target_of(s, shooter)
        s.trace.add(SHOT, shooter, target, kind_of_shot(s, shooter, target), card)


def end_turn(s: State) -> None:
    """[SQ-7.10] Planes are removed after the last card; [SQ-3.1] then the other player's turn
    begins.
    """
    if s.red_shots or s.green_shots:
        lost: i64 = falling(s)
        plane: i64 = 0
        while lost >> plane:
            if lost >> plane & 1:
                remove(s, plane)
            plane += 1
        s.red_shots = 0
        s.green_shots = 0
    count_turn(s)
    why: i64 = ended(s)
    if why == 0 and s.idle >= s.board.stall_turns:
        why = STALL
    if why:
        finish(s, why)
    else:
        begin_turn(s, 1 - s.active)


def count_turn(s: State) -> None:
    """[SQ-8.7] Turns in a row without a card; any card of the turn starts the count anew."""
    s.idle = 0 if s.drew else s.idle + 1
    s.drew = 0


def finish(s: State, why: i64) -> None:
    """The game is over; nothing is left to do."""
    s.why = why
    s.phase = FINISHED
    s.plane = -1
    s.to_move = 0
    s.menu = 0
    if s.trace is not None:
        s.trace.add(ENDED, why)
