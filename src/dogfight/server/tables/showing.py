"""How long people look at what happened before the next question: by what happened, and at their
pace.

The times are those of the browser table (`web/src/state/staging.ts`), with a little more for each
thing that is shown. Nobody says how long their show takes: a page only says how fast it shows
things, so nobody gains time by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from dogfight.core.event import Event, EventKind
from dogfight.core.registry import manifest_of

AnimationSpeed = Literal["calm", "quick", "none"]
"""From the slowest to the quickest."""

_PAUSE = 2.0
_SHARES: Mapping[AnimationSpeed, float] = {"calm": 1.0, "quick": 0.5, "none": 0.0}
MOST_SECONDS = 24.0
"""No question waits longer for what came before it."""


def slowest(paces: Iterable[AnimationSpeed]) -> AnimationSpeed:
    """The pace that counts among people: the slowest; calm where nobody has said anything."""
    said = set(paces)
    return next((get_arg for get_arg in get_args(AnimationSpeed) if get_arg in said), "calm")


def showing_seconds(game: str, events: Iterable[Event], pace: AnimationSpeed = "calm") -> float:
    """The time to show these events one after the other, with the pauses that the game asks for."""
    kinds: Mapping[str, EventKind] = manifest_of(game).load("events") or {}
    seconds = 0.0
    parts: set[tuple[str, object]] = set()
    pausing: set[str] = set()
    for event in events:
        kind = kinds.get(event.kind)
        if kind is None:
            continue
        seconds += kind.seconds
        if kind.pause_by:
            pausing.add(event.kind)
            parts.add((event.kind, event.facts.get(kind.pause_by, 0)))
    whole = seconds + _PAUSE * (len(parts) - len(pausing))
    return min(MOST_SECONDS, whole * _SHARES[pace])
