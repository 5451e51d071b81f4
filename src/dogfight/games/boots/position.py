"""The position of a battle: the fast methods for search, over the rules in `rules/`."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.dice import Dice
from dogfight.core.position import hash_combine
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.boots.rules import sequence
from dogfight.games.boots.rules.asking import chooser, fill_menu
from dogfight.games.boots.rules.dice import HANDFUL, throw
from dogfight.games.boots.state import FINISHED, RECOVERING, REPLYING, ROLLING, SPOTTING, State
from dogfight.games.boots.tables import DRAW, Tables


class Position(State):
    """A battle at one moment; everything in it is typed and cheap to copy."""

    def __init__(self, t: Tables, bare: bool = False) -> None:
        super().__init__(t, bare)

    def copy(self) -> Position:
        other = Position(self.t, True)
        self.copy_into(other)
        return other

    def is_chance(self) -> bool:
        """[CB-C1] to [CB-C6]: dice come next."""
        return (
            self.stage == ROLLING
            or self.stage == REPLYING
            or self.stage == SPOTTING
            or self.stage == RECOVERING
        )

    def actor(self) -> i64:
        if self.is_chance():
            return CHANCE
        if self.stage == FINISHED:
            return OVER
        return chooser(self)

    def choice_count(self) -> i64:
        if not self.menu_made:
            fill_menu(self)
        return self.offers

    def choice(self, index: i64) -> i64:
        if not self.menu_made:
            fill_menu(self)
        if index >= self.offers:
            raise IndexError(f"expected one of {self.offers} choices, got number {index}")
        return self.menu[index]

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            sequence.roll(self, action)
        else:
            sequence.apply_action(self, action)

    def handful(self) -> i64:
        """How many dice are rolled next: a whole pool, or ten of a larger one."""
        expected: i64 = sequence.dice_wanted(self)
        return expected if expected < HANDFUL else HANDFUL

    def roll(self, dice: Dice) -> None:
        """Roll the dice themselves; single dice are faces, pools are multisets."""
        if self.stage == SPOTTING or self.stage == RECOVERING:
            sequence.roll(self, dice.below(6) + 1)
        else:
            sequence.roll(self, throw(self.handful(), dice))

    def payoff(self, seat: i64) -> float:
        if self.winner < 0:
            return 0.0
        if self.winner == DRAW:
            return 0.5
        return 1.0 if self.winner == seat else 0.0

    # --- evaluation --------------------------------------------------------------------------

    def information_key(self, seat: i64) -> i64:  # noqa: ARG002
        """[CB-1.2] Everything is open: the whole position."""
        key: i64 = hash_combine(self.turn, self.stage)
        key = hash_combine(key, self.active * 8 + self.phase)
        u: i64 = 0
        while u < self.t.units:
            parts: i64 = self.place[u] + 4 + (self.link[u] << 12) + (self.pin[u] << 20)
            key = hash_combine(key, parts + (self.slots[u] << 32) + (self.attacks[u] << 48))
            u += 1
        key = hash_combine(hash_combine(key, self.acted), self.fired)
        key = hash_combine(hash_combine(key, self.assaulted), self.overran)
        key = hash_combine(hash_combine(key, self.gunned), self.firers)
        key = hash_combine(hash_combine(key, self.group), self.answering)
        key = hash_combine(hash_combine(key, self.attackers), self.gunners)
        key = hash_combine(
            key, (self.mover + 1) + (self.mp << 8) + (self.steps << 16) + (self.shifted << 32)
        )
        key = hash_combine(key, self.halted + 2 * self.set_down + 4 * self.gun + 8 * self.entered)
        key = hash_combine(
            key,
            (self.lead + 1)
            + ((self.aim + 1) << 8)
            + ((self.aim_place + 1) << 16)
            + (self.how << 32),
        )
        key = hash_combine(key, self.cursor)
        key = self.look_at_sky(key)
        return self.look_at_fights(key)

    def look_at_sky(self, key: i64) -> i64:
        """Batteries and aircraft."""
        b: i64 = 0
        while b < self.t.batteries:
            key = hash_combine(
                key, self.missions[b] + ((self.aimed[b] + 1) << 8) + ((self.began[b] + 1) << 20)
            )
            key = hash_combine(key, self.hit[b])
            b += 1
        a: i64 = 0
        while a < self.t.planes:
            key = hash_combine(
                key, self.laps[a] + 1 + (self.fate[a] << 4) + ((self.prey[a] + 1) << 8)
            )
            key = hash_combine(key, (self.circle[a] + 1))
            a += 1
        key = hash_combine(hash_combine(key, self.damaged), self.used)
        return hash_combine(
            key,
            (self.plane + 1) + ((self.foe + 1) << 8) + (self.shots << 16) + (self.limping << 24),
        )

    def look_at_fights(self, key: i64) -> i64:
        """Close combat, control and score."""
        if self.melee >= 0:
            key = hash_combine(
                key, self.melee + (self.round << 12) + (self.bout << 24) + (self.losers << 32)
            )
            for entry in self.matched:
                key = hash_combine(key, entry)
        for number in self.fought:
            key = hash_combine(key, number)
        for item in self.control:
            key = hash_combine(key, item + 1)
        return hash_combine(key, self.bonus + 1)


def new_position(t: Tables) -> Position:
    """The position before the first decision."""
    position = Position(t)
    sequence.begin(position)
    return position
