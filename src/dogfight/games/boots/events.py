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
    "spotting": EventKind(seconds=1.5),
    "move": EventKind(seconds=0.6),
    "load": EventKind(seconds=0.6),
    "unload": EventKind(seconds=0.6),
    "exit": EventKind(seconds=0.6),
    "pass": EventKind(seconds=0.6),
    "call": EventKind(seconds=0.6),
    "barrage": EventKind(seconds=0.6),
    "fight": EventKind(seconds=0.6),
    "removed": EventKind(seconds=0.8),
    "retreat": EventKind(seconds=0.8),
    "control": EventKind(seconds=0.6),
    "turn": EventKind(seconds=0.8, heading=True),
    "phase": EventKind(heading=True),
    "over": EventKind(heading=True),
}
