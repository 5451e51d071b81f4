"""What boards, logs and reviews make of the events of Starfighters."""

from collections.abc import Mapping

from dogfight.core.event import EventKind

KINDS: Mapping[str, EventKind] = {
    "place": EventKind(seconds=0.6),
    "face": EventKind(seconds=0.6),
    "step": EventKind(seconds=0.6),
    "rotate": EventKind(seconds=0.6),
    "stop": EventKind(seconds=0.6),
    "wreck": EventKind(seconds=0.6),
    "drift": EventKind(seconds=0.6),
    "attack": EventKind(seconds=1.5),
    "miss": EventKind(seconds=1.5),
    "void": EventKind(seconds=1.5),
    "block": EventKind(seconds=1.5),
    "capture": EventKind(seconds=1.5),
    "damage": EventKind(seconds=1.5),
    "destroyed": EventKind(seconds=1.5, harmful=True),
    "ram": EventKind(seconds=1.5, harmful=True),
    "movement": EventKind(seconds=0.8),
    "reveal": EventKind(seconds=1.2),
    "turn": EventKind(heading=True),
    "over": EventKind(heading=True),
    "lost": EventKind(harmful=True),
}
