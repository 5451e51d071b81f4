"""What a step pays: the result of the game, a score of it, or the result with shaping.

`result`  the share of the stake, once the game is over
`score`   by how much a seat has got ahead in the game's own score, at every step
`shaped`  the result, and at every step `discount * potential(after) - potential(before)`

The potential is the lead in the score times a weight, and 0 once the game is over. All that is
added to a whole game is therefore its first potential, taken off, which no play can change: best
play stays best (Ng, Harada and Russell 1999), and so does an equilibrium of several players
(Devlin and Kudenko 2011). A learner that discounts has to shape with its own discount.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dogfight.core.errors import BadOption, shown
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER
from dogfight.plain import PlainGame

Leads = Callable[[Any], tuple[float, ...]]
RewardName = Literal["result", "score", "shaped"]
POINTS = "points"
"""The field of a plain game's state that is its score."""
REWARDS: tuple[RewardName, ...] = ("result", "score", "shaped")


@dataclass(frozen=True)
class Shaping:
    """The result with shaping: what a point of the lead is worth, and the learner's discount."""

    weight: float = 0.05
    discount: float = 1.0


Reward = RewardName | Shaping


class Payer:
    """Pays the seats of one game, step by step."""

    def __init__(self, game: AnyGame, seats: int, reward: Reward) -> None:
        if not isinstance(reward, Shaping) and reward not in REWARDS:
            raise BadOption(
                f"expected a reward out of {', '.join(REWARDS)} or a Shaping; got {shown(reward)}"
            )
        self.reward: Reward = reward
        self.only_result = reward == "result"
        """Whether nothing is paid before the end."""
        self.score_name = ""
        self._leads: Leads | None = None
        if not self.only_result:
            self.score_name, self._leads = score_of(game)
        self._shaping = Shaping() if reward == "shaped" else reward
        self.nothing = (0.0,) * seats

    def leads(self, position: Any) -> tuple[float, ...]:
        """What every seat is ahead by, where that counts."""
        return self.nothing if self._leads is None else self._leads(position)

    def paid(
        self,
        before: Sequence[float],
        after: Sequence[float],
        shares: Sequence[float],
        over: bool,
    ) -> tuple[float, ...]:
        """What a step pays that changed the leads so, with the shares of the stake at the end."""
        if self._leads is None:
            return tuple(shares)
        if not isinstance(self._shaping, Shaping):
            return tuple(now - then for then, now in zip(before, after, strict=True))
        weight, discount = self._shaping.weight, 0.0 if over else self._shaping.discount
        return tuple(
            share + weight * (discount * now - then)
            for share, then, now in zip(shares, before, after, strict=True)
        )


def score_of(game: AnyGame) -> tuple[str, Leads]:
    """The score of a game that learners are rewarded with: the first that its manifest names, or
    the points of a plain game.
    """
    for name, path in game.manifest.scores.items():
        leads: Leads | None = game.manifest.load_from(path, f"the score {name}")
        if leads is not None:
            return name, leads
    if isinstance(game, PlainGame) and _points(game, game.new(game.options())) is not None:
        return POINTS, lambda position: _ahead(_points(game, position) or ())
    raise BadOption(
        f"expected a game with a score; {game.name} offers none, so that only the reward result"
        " will do"
    )


def _points(game: AnyGame, position: Any) -> list[float] | None:
    """The points that everybody sees, where the state of a plain game has some for every seat."""
    points = getattr(game.views.board_view(position, WATCHER).state, POINTS, None)
    seats = len(game.seats(game.options_of(position)))
    if not isinstance(points, list | tuple) or len(points) != seats:
        return None
    return [float(number) for number in points] if all(map(_is_number, points)) else None


def _ahead(points: Sequence[float]) -> tuple[float, ...]:
    """Own points less the mean of the others'."""
    others = max(1, len(points) - 1)
    return tuple(own - (sum(points) - own) / others for own in points)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
