"""Dogfights of Biplanes judged by the learned network, and exactly where the last round can be
worked out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.core.view import View
from dogfight.games.biplanes.ai.batched_network import Network
from dogfight.games.biplanes.ai.learned_bot import LearnedBot, policy_of
from dogfight.games.biplanes.ai.observation import GAME, KNOWN
from dogfight.games.biplanes.ai.training.policy import SHIPPED
from dogfight.games.biplanes.names import PHASES
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.solution import POSITIONS
from dogfight.games.biplanes.solver import Solver, TooLarge, hidden
from dogfight.games.biplanes.state import PLAN, SHOW
from dogfight.review.evaluators import Evaluator, Shares

TEMPERATURE: Final = 3.0
"""Softened strategies err less than sharp ones, which are exploited; measured against the last
round's truth.
"""
TURNS_AHEAD: Final = 2
"""After so many turns the network is asked what both seats expect."""
EXACT_TURN: Final = 2
"""While playing on, the last round is worked out from this turn of it."""
_RESOLUTION: Final = 1 << 30


def knows(game: AnyGame, options: Options) -> bool:
    """Whether the network was trained for this game: a dogfight for two with the printed parts."""
    ours = game.name == GAME and game.data_digest == dogfight.load(GAME).data_digest
    return ours and options.get("mode") == "dogfight" and len(game.seats(options)) == 2


def evaluator(game: AnyGame, options: Options) -> Evaluator | None:
    """The judge of a game that the network was trained for."""
    return DogfightJudge(game, options) if knows(game, options) else None


class DogfightJudge(Evaluator):
    """Both seats go on by the softened network, each by what it knows."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        super().__init__(game, options)
        self._network = Network(policy_of(SHIPPED), TEMPERATURE)
        self._solver = Solver(1 << 40)
        self._learned = LearnedBot(0, seconds=1.0, game=game)

    def exact(self, position: Any) -> Shares | None:
        known = super().exact(position)
        if known is not None or position.actor() == CHANCE or hidden(position):
            return known
        try:
            value = Solver(POSITIONS).value(_unsealed(position))
        except TooLarge:
            return None
        return (value, 1.0 - value)

    def outcomes(self, positions: Sequence[Any], luck: Sequence[int], turn: int) -> list[Shares]:
        """Played on for a few turns; then exact, or what the network expects for both seats,
        averaged.
        """
        dice = [Dice(seed) for seed in luck]
        live = self._going(positions, dice, range(len(positions)), turn)
        while live:
            self._act(positions, dice, live)
            live = self._going(positions, dice, live, turn)
        return self._judged(positions)

    def prospects(self, positions: Sequence[Any], luck: Sequence[int], turn: int) -> list[Shares]:
        return self.outcomes(positions, luck, turn)

    def brought_to(self, seat: Seat, positions: Sequence[Any], luck: Sequence[int]) -> None:
        dice = [Dice(seed) for seed in luck]
        while early := [at for at, position in enumerate(positions) if position.actor() != seat]:
            drawing = [at for at in early if positions[at].actor() == CHANCE]
            for at in drawing:
                positions[at].roll(dice[at])
            if acting := [at for at in early if at not in drawing]:
                self._act(positions, dice, acting)

    def mix(self, view: View[Any]) -> list[float] | None:
        """As the network plays, unsoftened."""
        if not self._learned.has_learned(view):
            return None
        return [opinion.chance for opinion in self._learned.opinions(view)]

    def _going(
        self, positions: Sequence[Position], dice: list[Dice], which: Sequence[int], turn: int
    ) -> list[int]:
        """Those that are to be played on; all draws are made."""
        going = []
        for at in which:
            position = positions[at]
            while position.actor() == CHANCE:
                position.roll(dice[at])
            far = self.game.turn(position) >= turn + TURNS_AHEAD and _between_turns(position)
            if position.actor() != OVER and not far and not _solvable(position):
                going.append(at)
        return going

    def _act(self, positions: Sequence[Position], dice: list[Dice], which: Sequence[int]) -> None:
        """The actor of each position takes a choice drawn by the network, or any before the
        biplanes fly.
        """
        known = [at for at in which if PHASES[positions[at].phase] in KNOWN]
        for at in which:
            if at not in known:
                positions[at].apply_choice(self.game.advice.rollout_choice(positions[at], dice[at]))
        if not known:
            return
        seats = np.array([int(positions[at].actor()) for at in known])
        luck = np.array([dice[at].below(_RESOLUTION) / _RESOLUTION for at in known])
        for at, index in zip(
            known, self._network.draw([positions[at] for at in known], seats, luck), strict=True
        ):
            positions[at].apply_choice(index)

    def _judged(self, positions: Sequence[Position]) -> list[Shares]:
        result: list[Shares | None] = []
        for position in positions:
            if position.actor() == OVER:
                result.append(self.paid(position))
            elif _solvable(position):
                value = self._solver.value(position)
                result.append((value, 1.0 - value))
            else:
                result.append(None)
        left = [at for at, values in enumerate(result) if values is None]
        if left:
            unsolved = [positions[at] for at in left]
            first, second = (
                self._network.expected(unsolved, np.full(len(left), seat)) for seat in (0, 1)
            )
            for at, value in zip(left, ((first + 1.0 - second) / 2.0).tolist(), strict=True):
                result[at] = (value, 1.0 - value)
        return [values for values in result if values is not None]


def _between_turns(position: Position) -> bool:
    return position.phase in (PLAN, SHOW) and position.p1.sealed < 0 and position.p2.sealed < 0


def _solvable(position: Position) -> bool:
    """Whether the rest is worked out in a moment: a later turn of a last round in which nothing
    is hidden.
    """
    return position.turn >= EXACT_TURN and _between_turns(position) and not hidden(position)


def _unsealed(position: Position) -> Position:
    """As it was before anything was sealed this turn."""
    twin = position.copy()
    twin.unseal_others(0)
    return twin
