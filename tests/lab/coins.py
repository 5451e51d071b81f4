"""Two very small games for honest figures: a fair coin, and one that falls for the first seat
six times in ten.
"""

from fractions import Fraction
from typing import Any

from dogfight.core.decision import Chance, Over
from dogfight.core.dice import Dice
from dogfight.core.game import Game
from dogfight.core.options import Options
from dogfight.core.position import Position
from dogfight.core.registry import register
from dogfight.core.seat import CHANCE, OVER, SeatInfo

SIDES = 10


class CoinPosition(Position):
    """A coin in the air, or on the table."""

    def __init__(self, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.face = -1

    def copy(self) -> "CoinPosition":
        twin = CoinPosition(self.heads)
        twin.face = self.face
        return twin

    def actor(self) -> int:
        return CHANCE if self.face < 0 else OVER

    def choice_count(self) -> int:
        return 0

    def choice(self, index: int) -> int:
        raise IndexError(index)

    def apply(self, seat: int, action: int) -> None:
        self.face = action

    def roll(self, dice: Dice) -> None:
        self.face = int(dice.below(SIDES) >= self.heads)

    def payoff(self, seat: int) -> float:
        return float(seat == self.face)


class Coin(Game[CoinPosition, Any]):
    """Who wins is tossed."""

    name, title, about, prefix, rules_version = "coin", "Coin", "A toss.", "CN", "1"
    heads = 5

    def __init__(self, _: Any = None) -> None:
        pass

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        return tuple(
            SeatInfo(name, name.capitalize(), name, at)
            for at, name in enumerate(("heads", "tails"))
        )

    def max_steps(self, options: Options) -> int:
        return 2

    def new(self, options: Options) -> CoinPosition:
        return CoinPosition(self.heads)

    def options_of(self, position: CoinPosition) -> Options:
        return {}

    def decision(self, position: CoinPosition) -> Chance | Over:
        if position.face < 0:
            fair = Fraction(self.heads, SIDES)
            return Chance(((0, fair), (1, 1 - fair)), "CN-1")
        payoffs = (float(position.face == 0), float(position.face == 1))
        return Over(payoffs, "toss", "CN-1", "It fell.", (position.face,))


class Loaded(Coin):
    """Falls on heads six times in ten."""

    name, title, heads = "loaded", "Loaded coin", 6


def join() -> None:
    """Make both known."""
    register(Coin.manifest)
    register(Loaded.manifest)
