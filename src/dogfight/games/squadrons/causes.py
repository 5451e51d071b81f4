"""Why a shot hits or misses, and why nobody can shoot (SQ-7)."""

from __future__ import annotations

from dogfight.core.event import EventCause
from dogfight.core.position import Trace
from dogfight.games.squadrons.names import PLANE_NAMES, square_name
from dogfight.games.squadrons.rules.shots import HEAD_TO_HEAD, TAIL
from dogfight.games.squadrons.state import (
    COLLIDED,
    DOWN,
    ENDED,
    FLOWN,
    MANOEUVRE,
    SHOT,
    STALL,
    STAYED,
    TURN,
    State,
)
from dogfight.games.squadrons.tables import DIAMONDS, GONE, OFF, RANKS, height, is_red

RANK_WORDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUIT_WORDS = ("clubs", "spades", "hearts", "diamonds")
_MOVES = (FLOWN, STAYED, COLLIDED)
UNDECIDED = -2
"""The card that a plane has still to draw, nose to nose with another."""
_VERBS = ("does not beat", "equals", "beats")


def answers_of(before: State, trace: Trace) -> list[int]:
    """[SQ-7.6] For each shot the card its target has drawn, -1 for none; else UNDECIDED."""
    cards: dict[int, int] = {}
    answers = []
    for kind, shooter, target, _, card in trace.items:
        answer = UNDECIDED
        if kind == SHOT:
            waits = target not in cards and before.to_shoot >> target & 1
            drawn = cards.get(target, int(before.shot_card(target)))
            answer = UNDECIDED if waits and drawn < 0 else drawn
            cards[shooter] = card
        answers.append(answer)
    return answers


def duel_verb(card: int, answer: int) -> str:
    """[SQ-7.6] [SQ-7.7] What a card does to the other of a duel; no card counts as 0."""
    high, low = (int(height(drawn)) if drawn >= 0 else 0 for drawn in (card, answer))
    return _VERBS[1 + (high > low) - (high < low)]


def causes_of(
    before: State, trace: Trace, after: State, answers: list[int]
) -> list[EventCause | None]:
    """The cause of each piece of news, in order; None where it needs none."""
    causes: list[EventCause | None] = []
    shooting = bool(before.red_shots or before.green_shots)
    for n, (kind, a, b, c, d) in enumerate(trace.items):
        cause: EventCause | None = None
        if kind == SHOT:
            shooting = True
            cause = _of_duel(a, b, d, answers[n]) if c == HEAD_TO_HEAD else _by_suit(a, b, c, d)
        elif kind == DOWN and shooting:
            cause = EventCause("Hit planes leave together, after the last shot.", "SQ-7.10")
        elif kind in _MOVES and _ends_movement(before, trace, n):
            cause = _of_silence(after, a)
        causes.append(cause)
    return causes


def _of_duel(shooter: int, target: int, card: int, answer: int) -> EventCause:
    name, other = PLANE_NAMES[shooter], PLANE_NAMES[target]
    if answer == UNDECIDED:
        return EventCause(f"Nose to nose: {other} draws too, and the higher card hits.", "SQ-7.6")
    verb, own, others = duel_verb(card, answer), _rank(card), _rank(answer)
    if verb == "equals":
        return EventCause(f"{own.capitalize()} equals {others}: both fly on.", "SQ-7.7")
    if verb == "beats":
        return EventCause(f"{own.capitalize()} beats {others}: {name} hits {other}.", "SQ-7.6")
    return EventCause(f"{others.capitalize()} beats {own}: {other} hits {name}.", "SQ-7.6")


def _by_suit(shooter: int, target: int, kind: int, card: int) -> EventCause:
    other = PLANE_NAMES[target]
    if card < 0:
        text = f"{PLANE_NAMES[shooter]} has no card left, so it cannot shoot."
        return EventCause(text, "SQ-8.4")
    suit = SUIT_WORDS[card // RANKS]
    if kind == TAIL:
        colour = "red" if is_red(card) else "black"
        effect = f"{other} is hit" if is_red(card) else "missed"
        return EventCause(f"At the tail red hits, and {suit} are {colour}: {effect}.", "SQ-7.8")
    if card >= DIAMONDS * RANKS:
        return EventCause(
            f"From the side only diamonds hit, and this is one: {other} is hit.", "SQ-7.9"
        )
    return EventCause(f"From the side only diamonds hit, not {suit}: missed.", "SQ-7.9")


def _ends_movement(before: State, trace: Trace, n: int) -> bool:
    """[SQ-7.1] Whether the movement phase ended with this news, and no plane could shoot."""
    rest = [item[:2] for item in trace.items[n + 1 :]]
    done = any(kind == TURN or (kind == ENDED and why == STALL) for kind, why in rest)
    shot = any(kind == SHOT for kind, _ in rest)
    return before.phase == MANOEUVRE and done and not shot


def _of_silence(after: State, plane: int) -> EventCause:
    """[SQ-7.2] [SQ-7.3] What the plane that moved last points at."""
    if after.square(plane) == GONE:
        return EventCause("Nobody can shoot: no plane points at an enemy.", "SQ-7.2", empty=True)
    front = int(after.front_square(plane))
    if front == OFF:
        what = "off the board"
    else:
        friend = int(after.plane_at(front))
        what = f"at {PLANE_NAMES[friend] if friend >= 0 else 'empty ' + square_name(front)}"
    return EventCause(
        f"Nobody can shoot: {PLANE_NAMES[plane]} points {what}.", "SQ-7.2", empty=True
    )


def _rank(card: int) -> str:
    return RANK_WORDS[card % RANKS] if card >= 0 else "no card"
