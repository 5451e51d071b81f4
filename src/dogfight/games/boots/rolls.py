"""What a roll needed and what came, as numbers with their parts, for events (CB-1, CB-10)."""

from __future__ import annotations

from dataclasses import dataclass

from dogfight.core.event import Fact
from dogfight.games.boots import state as st
from dogfight.games.boots.notation import faces
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules.dice import highest, poured, second, top_face

READ_TWICE = (st.AIR_FIRE, st.RUN)
"""Rolls in the sky that are read like an attack: the second die counts too (CB-23.1, CB-23.5)."""


@dataclass(frozen=True)
class Roll:
    """[CB-1.8] An opposed roll: both pools and what is added to their highest dice."""

    attack: int
    defence: int
    plus_a: int
    plus_d: int
    bonus: str
    is_attack: bool

    @property
    def to_beat(self) -> int:
        """[CB-10.5] The target's highest die with everything that is added to it."""
        return int(highest(self.defence)) + self.plus_d

    @property
    def best(self) -> int:
        """[CB-10.6] The attacker's highest die with everything that is added to it."""
        return int(highest(self.attack)) + self.plus_a

    @property
    def second(self) -> int:
        """[CB-10.7] The attacker's second die as it fell; 0 where it plays no part."""
        return int(second(self.attack)) if self.is_attack else 0

    @property
    def needed(self) -> str:
        """over 5 = 4 + 1 cover."""
        return f"over {_sum(self.defence, self.plus_d, self.bonus)}"

    @property
    def got(self) -> str:
        """7 = 6 + 1 stacking, and 5."""
        total = _sum(self.attack, self.plus_a, "stacking")
        return f"{total}{',' if '=' in total else ''} and {self.second}" if self.second else total

    def text(self) -> str:
        """6 3 against 4, needed over 5 = 4 + 1 cover, got 6 and 3."""
        return (
            f"{_spaced(self.attack)} against {_spaced(self.defence)}, needed {self.needed}, got"
            f" {self.got}"
        )

    def facts(self) -> dict[str, Fact]:
        """The same as data: both pools, the numbers that decide, and how they come about."""
        return {
            "attack": [int(face) for face in faces(self.attack)],
            "defence": [int(face) for face in faces(self.defence)],
            "to_beat": self.to_beat,
            "best": self.best,
            "second": self.second,
            "needed": self.needed,
            "got": self.got,
        }


def completed(before: Position, outcome: int) -> Roll:
    """The roll that the last dice of the target's pool complete."""
    return Roll(
        attack=int(before.shown_a),
        defence=int(before.shown_d + poured(outcome)),
        plus_a=int(before.plus_a),
        plus_d=int(before.plus_d),
        bonus="aircraft" if before.how == st.GROUND else "cover",
        is_attack=before.how in READ_TWICE or (before.how < st.AIR_FIRE and before.how != st.MATCH),
    )


def single_die(face: int, needed: str) -> dict[str, Fact]:
    """One die that is read by itself, as facts."""
    return {"dice": [face], "needed": needed, "got": str(face)}


def _sum(pool: int, plus: int, bonus: str) -> str:
    """[CB-1.5] [CB-1.8] A highest die with its parts: 8 = 6 + 1 extra six + 1 cover."""
    top, extra = int(top_face(pool)), int(highest(pool) - top_face(pool))
    parts = [str(top)]
    if extra:
        parts.append(f"{extra} extra {'six' if extra == 1 else 'sixes'}")
    if plus:
        parts.append(f"{plus} {bonus}")
    return f"{top + extra + plus} = {' + '.join(parts)}" if len(parts) > 1 else parts[0]


def _spaced(pool: int) -> str:
    return " ".join(faces(pool))
