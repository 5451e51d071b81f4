"""Why dice come to what they come to: which die beats which (CB-1, CB-10)."""

from __future__ import annotations

from dogfight.core.event import EventCause
from dogfight.games.boots.rolls import Roll

DESTROYED, PINNED = 2, 1


def of_attack(roll: Roll, rule: str, result: int = 0, *, pinned: bool = False) -> EventCause:
    """[CB-10.6] [CB-10.7] [CB-10.8] [CB-10.9] Why an attack has no effect, pins or destroys.

    `rule` is the rule of the attack, and `pinned` whether its target was pinned before.
    """
    if roll.best <= roll.to_beat:
        verb = "only equals" if roll.best == roll.to_beat else "does not beat"
        return EventCause(f"{roll.best} {verb} {roll.to_beat}.", "CB-10.8", _parts(roll))
    if roll.second > roll.to_beat:
        text = f"{roll.best} and {roll.second} both beat {roll.to_beat}."
        return EventCause(text, "CB-10.7", _parts(roll))
    if result == DESTROYED:
        text = f"{roll.best} beats {roll.to_beat}, and a {'second ' if pinned else ''}pin destroys."
        return EventCause(text, "CB-10.9" if pinned else rule, _parts(roll))
    but = f"; the next, {roll.second}, does not" if roll.second else ""
    return EventCause(f"{roll.best} beats {roll.to_beat}{but}.", "CB-10.6", _parts(roll))


def of_contest(roll: Roll, rule: str) -> EventCause:
    """[CB-1.4] Which highest die beats the other."""
    if roll.best == roll.to_beat:
        return EventCause(f"{roll.best} equals {roll.to_beat}.", rule, _parts(roll))
    high, low = max(roll.best, roll.to_beat), min(roll.best, roll.to_beat)
    return EventCause(f"{high} beats {low}.", rule, _parts(roll))


def of_single_die(face: int, needed: str, rule: str, *, done: bool) -> EventCause:
    """[CB-18.6] [CB-19.3] A die that is read by itself."""
    return EventCause(f"{face} is {'' if done else 'not '}{needed}.", rule)


def _parts(roll: Roll) -> str:
    """How the numbers come about, where more than the highest dice count."""
    if "=" not in roll.needed + roll.got:
        return ""
    return f"Needed {roll.needed}, got {roll.got}."
