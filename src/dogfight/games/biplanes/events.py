"""What boards, logs and reviews make of the events of Biplanes."""

from collections.abc import Mapping

from dogfight.core.event import EventKind

KINDS: Mapping[str, EventKind] = {
    "turn": EventKind(seconds=0.6, heading=True),
    "played": EventKind(seconds=1.2),
    "moved": EventKind(seconds=1.2),
    "shot": EventKind(seconds=1.5),
    "round": EventKind(seconds=0.8, heading=True),
    "down": EventKind(seconds=0.8, harmful=True),
    "crash": EventKind(seconds=0.8, harmful=True),
    "jammed": EventKind(seconds=0.8),
    "left": EventKind(seconds=0.8),
    "bombed": EventKind(seconds=0.8),
    "photo": EventKind(seconds=0.8),
    "landed": EventKind(seconds=0.8),
    "took_off": EventKind(seconds=0.8),
    "over": EventKind(heading=True),
    "lost": EventKind(harmful=True),
}
