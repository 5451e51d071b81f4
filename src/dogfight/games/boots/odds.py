"""Exact chances of every opposed roll, and the odds of each attack on offer."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

from dogfight.games.boots.position import Position
from dogfight.games.boots.rules.dice import FACES, HANDFUL, HANDFUL_BITS
from dogfight.games.boots.rules.fire import aim_at, dice_against, is_close_quarters, shell_order
from dogfight.games.boots.rules.menu import A_FIRE, A_GUN, A_PARTNER, KIND, PASS
from dogfight.games.boots.state import (
    AIMING,
    ASSAULT,
    DEFENDING,
    FOLLOWING,
    GROUND,
    GROUND_FIRE,
    MUSTERING,
    RETURNING,
    ROLLING,
    STORMING,
)

Odds = tuple[tuple[int, Fraction], ...]


@lru_cache(maxsize=64)
def pool_odds(count: int) -> Odds:
    """[CB-D1] Every multiset of so many dice, numbered as a handful, with its exact weight."""
    assert 1 <= count <= HANDFUL
    whole = 6**count
    ways = [
        (handful, Fraction(factorial(count) // share, whole))
        for handful, share in _multisets(count, FACES)
    ]
    return tuple(sorted(ways))


def _multisets(count: int, faces: int) -> list[tuple[int, int]]:
    """Handfuls of so many dice with faces up to a limit, and the product of the factorials of
    their counts.
    """
    if faces == 1:
        return [(count, factorial(count))]
    return [
        (handful + (n << (HANDFUL_BITS * (faces - 1))), share * factorial(n))
        for n in range(count + 1)
        for handful, share in _multisets(count - n, faces - 1)
    ]


ONE_DIE: Odds = tuple((face, Fraction(1, 6)) for face in range(1, 7))


@lru_cache(maxsize=256)
def best_dice(count: int) -> tuple[tuple[int, int, Fraction], ...]:
    """[CB-1.5] [CB-1.6] The highest die (extra sixes added) and the second as it fell, with
    their chance.
    """
    assert count >= 1, "CB-4.17: an attack without dice cannot be made"
    ways: dict[tuple[int, int], int] = {}
    if count == 1:
        ways = {(face, 0): 1 for face in range(1, 7)}
    else:
        for face in range(1, 7):
            for lower in range(1, face):
                ways[face, lower] = count * (lower ** (count - 1) - (lower - 1) ** (count - 1))
        for face in range(1, 6):
            ways[face, face] = face**count - (face - 1) ** count - count * (face - 1) ** (count - 1)
        for sixes in range(2, count + 1):
            ways[5 + sixes, 6] = comb(count, sixes) * 5 ** (count - sixes)
    return tuple((high, low, Fraction(n, 6**count)) for (high, low), n in sorted(ways.items()) if n)


@lru_cache(maxsize=4096)
def attack_odds(
    dice: int, against: int, plus: int = 0, cover: int = 0
) -> tuple[Fraction, Fraction]:
    """[CB-10.6] [CB-10.7] The chances of a pin and of a kill, before any rule turns a pin into
    more.
    """
    pin = kill = Fraction(0)
    for high, low, chance in best_dice(dice):
        for wall, _, other in best_dice(against):
            if high + plus > wall + cover:
                if low > wall + cover:
                    kill += chance * other
                else:
                    pin += chance * other
    return pin, kill


@lru_cache(maxsize=1024)
def contest_odds(dice: int, against: int) -> tuple[Fraction, Fraction, Fraction]:
    """[CB-15.10] [CB-22.1] Win, tie and loss of highest die against highest die."""
    win = tie = Fraction(0)
    for high, _, chance in best_dice(dice):
        for other, _, weight in best_dice(against):
            if high > other:
                win += chance * weight
            elif high == other:
                tie += chance * weight
    return win, tie, 1 - win - tie


def contest_words(dice: int, against: int) -> str:
    """3-2: win 49.2 %, tie 21.7 %."""
    win, tie, _ = contest_odds(dice, against)
    return f"{dice}-{against}: win {percent(win)}, tie {percent(tie)}"


def percent(chance: Fraction) -> str:
    """A chance to a tenth of a percent."""
    return f"{float(100 * chance):.1f} %"


def harm_words(
    chances: tuple[Fraction, Fraction], *, aircraft: bool = False, killed: str = ""
) -> str:
    """pin 32.9 %, kill 25.5 %; `killed` says whom a pin kills already."""
    first, kill = chances
    return f"{'damage' if aircraft else 'pin'} {percent(first)}{killed}, kill {percent(kill)}"


def air_fire_words(dice: int, against: int, *, damaged: bool) -> str:
    """[CB-23.3] [CB-23.4] 3-2: damage 32.9 %, kill 25.5 %; whatever hits a damaged aircraft
    destroys it.
    """
    chances = attack_odds(dice, against)
    if damaged:
        chances = Fraction(0), sum(chances, Fraction(0))
    return f"{dice}-{against}: {harm_words(chances, aircraft=True)}"


class Shot:
    """One attack on one target or group before the dice: both pools and what is added to them.

    A rider whose vehicle is shelled with it has the shot at the vehicle, which comes first, as its
    `carrier`.
    """

    def __init__(self, position: Position, carrier: Shot | None = None) -> None:
        self.dice = int(position.dice_a)
        self.against = int(position.dice_d)
        self.plus = int(position.plus_a)
        self.cover = int(position.plus_d)
        self.target = int(position.aim) if position.how != GROUND else -1
        self.carrier = carrier
        self.at_aircraft = position.how == GROUND
        if self.at_aircraft:
            self.targets, self.weak = 1, int(position.damaged >> position.plane & 1)
        else:
            group = [u for u in range(int(position.t.units)) if position.group >> u & 1]
            self.targets, self.weak = len(group), sum(int(position.pin[u] != 0) for u in group)
            if position.how == ASSAULT or is_close_quarters(position):
                self.weak = self.targets

    @property
    def chances(self) -> tuple[Fraction, Fraction]:
        """[CB-10.9] [CB-12.9] [CB-14.4] [CB-16.9] The chances of an effect that some survive, and
        of one that none do.

        A pin (or damage) destroys those who are weak: pinned or damaged before, or attacked in
        their own hex.
        """
        pin, kill = attack_odds(self.dice, self.against, self.plus, self.cover)
        if self.weak == self.targets:
            pin, kill = Fraction(0), pin + kill
        if self.carrier is not None:  # CB-7.12, CB-7.17
            _, lost = self.carrier.chances
            pin, kill = (1 - lost) * pin, lost + (1 - lost) * kill
        return pin, kill

    @property
    def effect(self) -> Fraction:
        """The chance that anything happens at all."""
        return sum(self.chances, Fraction(0))

    def text(self) -> str:
        """2-1: pin 32.9 %, kill 25.5 %; with parts and conditions where there are any."""
        bonus = "aircraft" if self.at_aircraft else "cover"
        extra = "".join(
            f" {name} +{n}" for name, n in (("stacking", self.plus), (bonus, self.cover)) if n
        )
        extra += " with its vehicle" if self.carrier is not None else ""
        killed = f" (kills {self.weak} of {self.targets})" if 0 < self.weak < self.targets else ""
        harm = harm_words(self.chances, aircraft=self.at_aircraft, killed=killed)
        return f"{self.dice}-{self.against}{extra}: {harm}"


def shots_of(position: Position, action: int, massed: bool = False) -> list[Shot]:
    """The rolls that an attack option would lead to if nobody answers it first: one, or one for
    each unit shelled.

    The attack is made as it stands, or massed: with every partner that can combine (CB-12.1).
    """
    twin = position.copy()
    seat = int(twin.actor())
    twin.apply(seat, action)
    while twin.stage in (MUSTERING, DEFENDING, GROUND_FIRE) or (
        twin.stage == STORMING and twin.aim >= 0
    ):
        twin.apply(twin.actor(), _next_partner(twin) if massed else PASS)
    if twin.stage != ROLLING:
        return []
    shots = {int(twin.aim): Shot(twin)}
    pending = int(twin.pending)
    while (u := int(shell_order(twin, pending))) >= 0:
        pending &= ~(1 << u)
        if dice_against(twin, u) > 0:
            aim_at(twin, 1 << u, u)
            carrier = shots.get(int(twin.link[u]) - 1) if twin.is_rider(u) else None
            shots[u] = Shot(twin, carrier)
    return list(shots.values())


def _next_partner(position: Position) -> int:
    """Add the first partner in piece order, so that all of them find their place; PASS if there
    is none.
    """
    options = (int(position.choice(i)) for i in range(int(position.choice_count())))
    return next((option for option in options if option // KIND == A_PARTNER), PASS)


def best_shot(position: Position, action: int, massed: bool = False) -> Shot | None:
    """The likeliest shot behind an option; leading an attack looks at every target it could then
    choose.
    """
    return max(_all_shots(position, action, massed), key=lambda shot: shot.effect, default=None)


def _all_shots(position: Position, action: int, massed: bool = False) -> list[Shot]:
    """The shots behind an option, at every target that could be chosen after it."""
    if action // KIND in (A_FIRE, A_GUN):
        twin = position.copy()
        twin.apply(twin.actor(), action)
        if twin.stage == AIMING:
            aims = [int(twin.choice(i)) for i in range(int(twin.choice_count()))]
            return [shot for aim in aims for shot in shots_of(twin, aim, massed)]
    return shots_of(position, action, massed)


def attack_words(position: Position, action: int) -> str:
    """The odds of an option to attack: of its only shot, or of the likeliest and out of how
    many; empty for none.
    """
    shots = _all_shots(position, action)
    if not shots:
        return ""
    best = max(shots, key=lambda shot: shot.effect)
    return f"best of {len(shots)}, {best.text()}" if len(shots) > 1 else best.text()


WINDOWS = (FOLLOWING, RETURNING, GROUND_FIRE, DEFENDING)
"""Reactions of the inactive player in which to pass is one answer."""


def automatic_pass(position: Position, setting: str) -> bool:
    """Whether a reaction may be passed without asking: `never`, `always`, or `N` when no shot is
    better than N %.

    The shots are those that all who can combine their fire would make together.
    """
    if setting == "never" or position.stage not in WINDOWS:
        return False
    if setting == "always":
        return True
    limit = Fraction(setting) / 100
    for i in range(int(position.choice_count())):
        action = int(position.choice(i))
        if action != PASS:
            shot = best_shot(position, action, massed=True)
            if shot is not None and shot.effect > limit:
                return False
    return True
