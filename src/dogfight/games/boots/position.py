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

    def choices(self) -> i64:
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

    # --- glances -----------------------------------------------------------------------------

    def look(self, seat: i64) -> i64:  # noqa: ARG002
        """[CB-1.2] Everything is open: the whole position."""
        look: i64 = hash_combine(self.turn, self.stage)
        look = hash_combine(look, self.active * 8 + self.phase)
        u: i64 = 0
        while u < self.t.units:
            parts: i64 = self.place[u] + 4 + (self.link[u] << 12) + (self.pin[u] << 20)
            look = hash_combine(look, parts + (self.slots[u] << 32) + (self.attacks[u] << 48))
            u += 1
        look = hash_combine(hash_combine(look, self.acted), self.fired)
        look = hash_combine(hash_combine(look, self.assaulted), self.overran)
        look = hash_combine(hash_combine(look, self.gunned), self.firers)
        look = hash_combine(hash_combine(look, self.group), self.answering)
        look = hash_combine(hash_combine(look, self.attackers), self.gunners)
        look = hash_combine(
            look, (self.mover + 1) + (self.mp << 8) + (self.steps << 16) + (self.shifted << 32)
        )
        look = hash_combine(look, self.halted + 2 * self.set_down + 4 * self.gun + 8 * self.entered)
        look = hash_combine(
            look,
            (self.lead + 1)
            + ((self.aim + 1) << 8)
            + ((self.aim_place + 1) << 16)
            + (self.how << 32),
        )
        look = hash_combine(look, self.cursor)
        look = self.look_at_sky(look)
        return self.look_at_fights(look)

    def look_at_sky(self, look: i64) -> i64:
        """Batteries and aircraft."""
        b: i64 = 0
        while b < self.t.batteries:
            look = hash_combine(
                look, self.missions[b] + ((self.aimed[b] + 1) << 8) + ((self.began[b] + 1) << 20)
            )
            look = hash_combine(look, self.hit[b])
            b += 1
        a: i64 = 0
        while a < self.t.planes:
            look = hash_combine(
                look, self.laps[a] + 1 + (self.fate[a] << 4) + ((self.prey[a] + 1) << 8)
            )
            look = hash_combine(look, (self.circle[a] + 1))
            a += 1
        look = hash_combine(hash_combine(look, self.damaged), self.used)
        return hash_combine(
            look,
            (self.plane + 1) + ((self.foe + 1) << 8) + (self.shots << 16) + (self.limping << 24),
        )

    def look_at_fights(self, look: i64) -> i64:
        """Close combat, control and score."""
        if self.melee >= 0:
            look = hash_combine(
                look, self.melee + (self.round << 12) + (self.bout << 24) + (self.losers << 32)
            )
            for entry in self.matched:
                look = hash_combine(look, entry)
        for number in self.fought:
            look = hash_combine(look, number)
        for item in self.control:
            look = hash_combine(look, item + 1)
        return hash_combine(look, self.bonus + 1)


def new_position(t: Tables) -> Position:
    """The position before the first decision."""
    position = Position(t)
    sequence.begin(position)
    return position
