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

AnimationSpeed = Literal["normal", "fast", "off"]
"""From the slowest to the quickest."""

_PAUSE = 2.0
_SHARES: Mapping[AnimationSpeed, float] = {"normal": 1.0, "fast": 0.5, "off": 0.0}
MOST_SECONDS = 24.0
"""No question waits longer for what came before it."""


def slowest(animation_speeds: Iterable[AnimationSpeed]) -> AnimationSpeed:
    """Return the slowest of some speeds; normal where there are none."""
    chosen = set(animation_speeds)
    return next((speed for speed in get_args(AnimationSpeed) if speed in chosen), "normal")


def animation_seconds(
    game: str, events: Iterable[Event], speed: AnimationSpeed = "normal"
) -> float:
    """The time to show these events one after the other, with the pauses that the game asks for."""
    kinds: Mapping[str, EventKind] = manifest_of(game).load("events") or {}
    seconds = 0.0
    parts: set[tuple[str, object]] = set()
    pausing: set[str] = set()
    for event in events:
        seconds += _PAUSE * sum(cause.empty for cause in event.causes)
        kind = kinds.get(event.kind)
        if kind is None:
            continue
        seconds += kind.seconds
        if kind.pause_by:
            pausing.add(event.kind)
            parts.add((event.kind, event.facts.get(kind.pause_by, 0)))
    whole = seconds + _PAUSE * (len(parts) - len(pausing))
    return min(MOST_SECONDS, whole * _SHARES[speed])
