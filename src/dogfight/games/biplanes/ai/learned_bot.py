"""The bot that has learned: a network's mixed strategy in every Biplanes dogfight, exact in the
last round.

NumPy takes a while to load, so this module is imported when such a bot is first made.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# One position is thought about at a time; threads would only take memory that a bot's process does
# not have.

import dogfight
from dogfight.bots.estimates import ActionEstimate, EstimatingBot
from dogfight.bots.protocol import read_number, read_time
from dogfight.bots.search import SearchBot
from dogfight.core.capabilities import Solver
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.games.biplanes.ai.batched_network import Network
from dogfight.games.biplanes.ai.exploitation import COMMITS, inclined
from dogfight.games.biplanes.ai.observation import GAME, KNOWN, number_of, seen_in
from dogfight.games.biplanes.ai.training.policy import SHIPPED, Policy
from dogfight.games.biplanes.names import PHASES
from dogfight.match.match import Player

MOST_LOOKS = 1000


class LearnedBot(EstimatingBot):
    """Plays a network where it was trained for the game; elsewhere it searches for so many seconds.

    It mixes as the network says, and as best play says where the last round can be worked out. With
    `looks` it looks one turn ahead, in so many deals of what is hidden, at an enemy with habits,
    and is inclined from there towards what does well against those. Without them all actions have
    the same value: what the network expects of the position.
    """

    def __init__(
        self,
        seed: int,
        *,
        seconds: float,
        weights: Path = SHIPPED,
        looks: int = 0,
        game: AnyGame | None = None,
    ) -> None:
        super().__init__(seed, game)
        self.weights = weights
        self.policy = policy_of(weights)
        self.looks = looks
        self.search = SearchBot(seed, seconds=seconds, game=game)

    def choose(self, view: View[Any]) -> int:
        """An action drawn from the mixed strategy."""
        return super().choose(view) if self.has_learned(view) else self.search.choose(view)

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        """What it thinks of every legal action, which depends on the view alone where it has
        learned.
        """
        if not self.has_learned(view):
            return self.search.opinions(view)
        game = self.game_of(view)
        solution = game.solved(view) if isinstance(game, Solver) else None
        phase = PHASES.index(view.board.phase)
        if solution is None:
            chances, value = self.policy.think(
                seen_in(view), [number_of(phase, entry.action) for entry in view.legal]
            )
            solution = [(chance, value) for chance in chances]
        if self.looks and phase in COMMITS and len(view.legal) > 1:
            solution = inclined(
                game, view, [chance for chance, _ in solution], Network(self.policy), self.looks
            )
        return [
            ActionEstimate(entry.action, entry.notation, chance, value)
            for entry, (chance, value) in zip(view.legal, solution, strict=True)
        ]

    def has_learned(self, view: View[Any]) -> bool:
        """Whether the network knows this: a dogfight with the printed parts, once the biplanes
        stand on the board.
        """
        if view.game != GAME or view.board.mode != "dogfight" or view.board.phase not in KNOWN:
            return False
        return self.game is None or self.game.data_digest == dogfight.load(GAME).data_digest


@cache
def policy_of(weights: Path) -> Policy:
    """A network from its file, read once."""
    try:
        return Policy(weights)
    except (OSError, ValueError) as error:
        raise BadOption(str(error)) from None


def make(seed: int, values: Mapping[str, str], game: AnyGame | None) -> Player | None:
    """The bot `learned:time=1s`, with other weights or with looks ahead; None if the parameters
    are no such words.
    """
    seconds, looks = read_time(values.get("time", "0s")), read_number(values.get("looks", "0"))
    if (
        not values.keys() <= {"time", "weights", "looks"}
        or not seconds
        or looks is None
        or looks > MOST_LOOKS
    ):
        return None
    return LearnedBot(
        seed, seconds=seconds, weights=Path(values.get("weights", SHIPPED)), looks=looks, game=game
    )
