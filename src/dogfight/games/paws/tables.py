"""What the cards do and how many there are, as tables that the compiled rules read."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

PLANE: Final = 0
SUN: Final = 1
SHOOT: Final = 2

ZONES: Final = 6
"""PL PC PR GL GC GR, in this order: the first three are the Pilot View."""
BOARD: Final = 3
"""Zones of one View Board."""
PC: Final = 1
GC: Final = 4
MOST_TEAMS: Final = 8
MOST_KINDS: Final = 30
MOST_LOOKS: Final = 10
MOST_SECTIONS: Final = 8


class Tables:
    """The data files of one game, frozen. Cards are called by their number, `kind`."""

    def __init__(
        self,
        family: vec[i64],
        own_to: vec[i64],
        enemy_to: vec[i64],
        sun_to: vec[i64],
        sends: vec[i64],
        zone: vec[i64],
        damage: vec[i64],
        deck: vec[i64],
    ) -> None:
        """The card tables; the numbers of the rulebook follow in `set_numbers`."""
        self.kinds: i64 = len(family)
        self.family: vec[i64] = family
        self.own_to: vec[i64] = own_to
        self.enemy_to: vec[i64] = enemy_to
        self.sun_to: vec[i64] = sun_to
        self.sends: vec[i64] = sends
        self.zone: vec[i64] = zone
        self.damage: vec[i64] = damage
        self.deck: vec[i64] = deck
        self.planes: i64 = 0
        self.shots: i64 = 0
        single_bit: i64 = 1
        kind: i64 = 0
        while kind < self.kinds:
            if family[kind] == PLANE:
                self.planes |= single_bit << kind
            elif family[kind] == SHOOT:
                self.shots |= single_bit << kind
            kind += 1
        self.hand: i64 = 0
        self.solo_hand: i64 = 0
        self.deck_size: i64 = 0
        self.sections: i64 = 0
        self.smoke_damage: i64 = 0
        self.divisor: i64 = 1
        self.round_up: i64 = 0
        self.extra: i64 = 0
        self.look: i64 = 0

    def set_sizes(self, deck: i64, hand: i64, solo_hand: i64, sections: i64) -> None:
        """[JP-1.7] Cards in a deck and in a full hand, sections of a track."""
        self.deck_size = deck
        self.hand = hand
        self.solo_hand = solo_hand
        self.sections = sections

    def set_numbers(
        self, smoke_damage: i64, divisor: i64, round_up: i64, extra: i64, key: i64
    ) -> None:
        """The numbers of smoke, Sun and Moon."""
        self.smoke_damage = smoke_damage
        self.divisor = divisor
        self.round_up = round_up
        self.extra = extra
        self.look = key
