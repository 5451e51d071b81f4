"""The position of a battle: the quick doors for search, over the rules in `rules/`."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.boots.rules import turn
from dogfight.games.boots.rules.asking import chooser, fill_menu
from dogfight.games.boots.rules.dice import HANDFUL, throw
from dogfight.games.boots.state import (
    FINISHED,
    RECOVERING,
    REPLYING,
    ROLLING,
    SPOTTING,
    State,
)
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
        return self.stage == ROLLING or self.stage == REPLYING or self.stage == SPOTTING or self.stage == RECOVERING

    def actor(self) -> i64:
        if self.is_chance():
            return CHANCE
        if self.stage == FINISHED:
            return OVER
        return chooser(self)

    def options(self) -> i64:
        if not self.menu_made:
            fill_menu(self)
        return i64(len(self.menu))

    def option(self, index: i64) -> i64:
        if not self.menu_made:
            fill_menu(self)
        return self.menu[index]

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            turn.roll(self, action)
        else:
            turn.apply_action(self, action)

    def handful(self) -> i64:
        """How many dice are rolled next: a whole pool, or ten of a larger one."""
        wanted: i64 = turn.dice_wanted(self)
        return wanted if wanted < HANDFUL else HANDFUL

    def roll(self, dice: Dice) -> None:
        """Roll the dice themselves; single dice are faces, pools are multisets."""
        if self.stage == SPOTTING or self.stage == RECOVERING:
            turn.roll(self, dice.below(6) + 1)
        else:
            turn.roll(self, throw(self.handful(), dice))

    def payoff(self, seat: i64) -> float:
        if self.winner < 0:
            return 0.0
        if self.winner == DRAW:
            return 0.5
        return 1.0 if self.winner == seat else 0.0


def new_position(t: Tables) -> Position:
    """The position before the first decision."""
    position = Position(t)
    turn.begin(position)
    return position
