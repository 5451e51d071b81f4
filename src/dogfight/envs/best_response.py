"""How far a strategy is from best play, exactly, on positions whose whole tree can be walked;
through OpenSpiel.
"""

from __future__ import annotations

from typing import Any

import msgspec
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from open_spiel.python.policy import Policy

from dogfight.bots.hints import CanEstimate
from dogfight.bots.random import RandomBot
from dogfight.bots.registry import make_bot
from dogfight.core.capabilities import Solver
from dogfight.core.decision import Chance, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, Unsolved
from dogfight.core.registry import load
from dogfight.core.seat import CHANCE, Seat
from dogfight.envs.openspiel_game import Moment, game

MOMENTS = 20_000
"""Trees with more moments than this are not walked."""

_TRIES = 16


class Exact(msgspec.Struct):
    """What a strategy gets in every seat if all play it, and what a best response to the others
    gets in its place.

    NashConv is the sum of what all seats could gain; it is 0 in equilibrium. `best_play` are the
    shares of a game of two seats in equilibrium, where the game itself works them out.
    """

    position: str
    shares: list[float]
    best_responses: list[float]
    nash_conv: float
    moments: int
    best_play: list[float] | None = None


class Stated(Policy):  # type: ignore[misc]
    """The strategy of a bot, asked once in every information state."""

    def __init__(self, spiel_game: Any, bot: CanEstimate | RandomBot) -> None:
        super().__init__(spiel_game, list(range(spiel_game.num_players())))
        self._bot = bot
        self._known: dict[tuple[Seat, str], dict[int, float]] = {}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        at: Moment = state.moment
        seat = state.current_player() if player_id is None else player_id
        key = seat, at.remembered(seat)
        if key not in self._known:
            self._known[key] = self._asked(at, seat)
        return self._known[key]

    def _asked(self, at: Moment, seat: Seat) -> dict[int, float]:
        ids = at.ids(seat)
        if isinstance(self._bot, RandomBot) or len(ids) == 1:
            return dict.fromkeys(ids, 1.0 / len(ids))
        chances = {
            opinion.action: opinion.chance
            for opinion in self._bot.opinions(at.kind.game.view(at.position, seat))
        }
        whole = sum(chances.values())
        return {id: chances.get(action, 0.0) / whole for id, action in ids.items()}


def exactly(name: str, position: str, bot: str | CanEstimate, moments: int = MOMENTS) -> Exact:
    """What a bot that states its strategy can be exploited for from a position on; `Unsolved` if
    that is too large.
    """
    made = make_bot(bot, 0, load(name)) if isinstance(bot, str) else bot
    if not isinstance(made, CanEstimate | RandomBot):
        raise BadOption(
            f"expected a bot that states its strategy, such as hard or ace; got {bot!r}"
        )
    spiel_game = game(name, position=position, turn_based=True)
    begin = spiel_game.kind.first
    if hides(begin):
        raise Unsolved(
            "expected a position in which nothing is hidden or sealed; whoever walks its tree would"
            " know it"
        )
    met = count(begin, moments)
    root, policy = spiel_game.new_initial_state(), Stated(spiel_game, made)
    seats = spiel_game.num_players()
    even = 1.0 / seats if seats > 1 else 0.0
    values = [float(item) for item in expected_game_score.policy_value(root, [policy] * seats)]
    best = [
        float(BestResponsePolicy(spiel_game, seat, policy, root).value(root))
        for seat in range(seats)
    ]
    return Exact(
        position=position,
        shares=[value + even for value in values],
        best_responses=[value + even for value in best],
        nash_conv=sum(best) - sum(values),
        moments=met,
        best_play=worked_out(begin),
    )


def hides(at: Moment) -> bool:
    """Whether a seat could imagine another position than this one, as far as a few tries tell."""
    rules, dice = at.kind.game, Dice(0)
    views = [rules.view(at.position, seat) for seat in range(len(at.kind.seats))]
    return any(rules.imagine(view, dice) != at.position for view in views for _ in range(_TRIES))


def worked_out(at: Moment) -> list[float] | None:
    """What best play gets by the game's own solver, if it has one for a position of two seats."""
    rules = at.kind.game
    if not isinstance(rules, Solver) or len(at.kind.seats) != 2 or not at.asked:
        return None
    seat = at.asked[0]
    result = rules.solved(rules.view(at.position, seat))
    if result is None:
        return None
    value = sum(chance * worth for chance, worth in result)
    return [value, 1.0 - value] if seat == 0 else [1.0 - value, value]


def count(first: Moment, most: int) -> int:
    """How many moments a tree has; `Unsolved` as soon as there are more than these."""
    met, left = 0, [first]
    while left:
        at = left.pop()
        met += 1
        if met + len(left) > most:
            raise Unsolved(
                f"expected a position from which the game has at most {most} moments; this one has"
                " more"
            )
        match at.decision:
            case Over():
                continue
            case Chance(odds=odds):
                left.extend(at.after(((CHANCE, outcome),)) for outcome, _ in odds)
            case _:
                left.extend(
                    at.after(((at.player, action),)) for action in at.ids(at.player).values()
                )
    return met
