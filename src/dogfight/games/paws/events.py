"""What boards, logs and reviews make of the events of Jaws vs Paws."""

from collections.abc import Mapping

from dogfight.core.event import EventKind

KINDS: Mapping[str, EventKind] = {
    "lock": EventKind(seconds=0.7, heading=True),
    "collision": EventKind(seconds=1.3, harmful=True),
    "reveal": EventKind(seconds=1.2, pause_by="section"),
    "turned_up": EventKind(seconds=0.5),
    "sun": EventKind(seconds=0.6),
    "plane": EventKind(seconds=0.6),
    "shot": EventKind(seconds=0.6),
    "hit": EventKind(seconds=1.4),
    "smoke": EventKind(seconds=0.7, harmful=True),
    "smoke_damage": EventKind(seconds=0.7),
    "repair": EventKind(seconds=0.6),
    "fell": EventKind(seconds=1.4, harmful=True),
    "round": EventKind(heading=True),
    "over": EventKind(heading=True),
    "lost": EventKind(harmful=True),
}
