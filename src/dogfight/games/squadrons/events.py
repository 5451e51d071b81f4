"""What boards, logs and reviews make of the events of Squadrons."""

from collections.abc import Mapping

from dogfight.core.event import EventKind

KINDS: Mapping[str, EventKind] = {
    "card": EventKind(seconds=0.7),
    "flown": EventKind(seconds=0.6),
    "stayed": EventKind(seconds=0.6),
    "collision": EventKind(seconds=0.8, harmful=True),
    "shot": EventKind(seconds=2.0),
    "lost": EventKind(seconds=1.5, harmful=True),
    "turn": EventKind(heading=True),
    "over": EventKind(heading=True),
}
