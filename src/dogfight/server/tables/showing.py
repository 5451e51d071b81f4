"""How long people look at what happened before the next question: by what happened, and at their pace.

The times are those of the browser table (`web/src/state/staging.ts`), with a little more for each thing that is
shown. Nobody says how long their show takes: a page only says how fast it shows things, so nobody gains time by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from dogfight.core.event import Event

Pace = Literal["calm", "quick", "none"]
"""From the slowest to the quickest."""

_ROLL = 2.2
_EFFECT = 1.5
_SEEN = 0.6
_SECONDS: Mapping[str, Mapping[str, float]] = {
    "biplanes": {
        "turn": 0.6,
        "played": 1.2,
        "moved": 1.2,
        "shot": 1.5,
        "round": 0.8,
        "down": 0.8,
        "crash": 0.8,
        "jammed": 0.8,
        "left": 0.8,
        "bombed": 0.8,
        "photo": 0.8,
        "landed": 0.8,
        "took_off": 0.8,
    },
    "squadrons": {"card": 0.7, "flown": _SEEN, "stayed": _SEEN, "collision": 0.8, "shot": 2.0, "lost": 1.5},
    "starfighters": {
        **dict.fromkeys(("place", "face", "step", "rotate", "stop", "wreck", "drift"), _SEEN),
        **dict.fromkeys(("attack", "miss", "void", "block", "capture", "damage", "destroyed", "ram"), _EFFECT),
        "movement": 0.8,
        "reveal": 1.2,
    },
    "paws": {
        "lock": 0.7,
        "collision": 1.3,
        "reveal": 1.2,
        "turned_up": 0.5,
        "sun": 0.6,
        "plane": 0.6,
        "shot": 0.6,
        "hit": 0.7,
        "smoke": 0.7,
        "smoke_damage": 0.7,
        "repair": 0.6,
        "fell": 1.4,
    },
    "boots": {
        "step": _SEEN,
        "choice": 0.6,
        "fire": 0.6,
        "attack": _ROLL,
        "plane": _ROLL,
        "match": _ROLL,
        "sky": 1.5,
        "rally": 1.5,
    },
}
"""What the kinds of events of a game take at the calm pace; any other kind is told with the one before."""
_BETWEEN_SECTIONS = 2.0
_SHARES: Mapping[Pace, float] = {"calm": 1.0, "quick": 0.5, "none": 0.0}
MOST_SECONDS = 24.0
"""No question waits longer for what came before it."""


def slowest(paces: Iterable[Pace]) -> Pace:
    """The pace that counts among people: the slowest; calm where nobody has said anything."""
    said = set(paces)
    return next((one for one in get_args(Pace) if one in said), "calm")


def showing_seconds(game: str, events: Iterable[Event], pace: Pace = "calm") -> float:
    """The time to show these events one after the other, with a pause between the sections of a track."""
    times = _SECONDS.get(game, {})
    seconds = 0.0
    sections: set[object] = set()
    for event in events:
        seconds += times.get(event.kind, 0.0)
        if game == "paws" and event.kind == "reveal":
            sections.add(event.facts.get("section", 0))
    whole = seconds + _BETWEEN_SECTIONS * max(0, len(sections) - 1)
    return min(MOST_SECONDS, whole * _SHARES[pace])
