"""What boards, logs and reviews make of the events of Combat Boots."""

from collections.abc import Mapping

from dogfight.core.event import EventKind

KINDS: Mapping[str, EventKind] = {
    "step": EventKind(seconds=0.6),
    "choice": EventKind(seconds=0.6),
    "fire": EventKind(seconds=0.6),
    "attack": EventKind(seconds=2.2),
    "plane": EventKind(seconds=2.2),
    "match": EventKind(seconds=2.2),
    "sky": EventKind(seconds=1.5),
    "rally": EventKind(seconds=1.5),
    "turn": EventKind(heading=True),
    "phase": EventKind(heading=True),
    "over": EventKind(heading=True),
}
