"""Exact figures of best responses, beside those of OpenSpiel and of our own solver."""

import json
from typing import Any

import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from typer.testing import CliRunner

import dogfight
from dogfight import envs
from dogfight.bots.estimates import ActionEstimate
from dogfight.cli.app import app
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, Unsolved
from dogfight.core.position import step
from dogfight.core.seat import OVER
from dogfight.core.view import View
from dogfight.envs.best_response import exactly
from dogfight.games.biplanes.game import Biplanes
from dogfight.games.biplanes.solution import solve
from dogfight.games.biplanes.solver import hidden
from dogfight.games.biplanes.state import PLAN

TURNS = 5
EVEN_CHANCES = (
    "mode=dogfight,board=main,p1=red,p2=blue,starts=default plan:1:0 3.4 "
    "red;at=m0;damage=4;hand=1/0,2/1;last=3/0;squares=3/2,1/1,3L/0 "
    "blue;at=m4;damage=6;hand=2/2,5/2;last=1/1;squares=4/0,2/1,1/1"
)
"""Best play takes either tile half of the time; greedy takes the one that looks better."""


def biplanes() -> Biplanes:
    game = dogfight.load("biplanes")
    assert isinstance(game, Biplanes)
    return game


def last_round(seed: int) -> str:
    """The third turn of the last round of a random dogfight that is not decided then."""
    game, dice = biplanes(), Dice(seed)
    while True:
        position = game.new(game.options())
        while position.actor() != OVER:
            third = position.phase == PLAN and game.turn(position) == 2 * TURNS + 3
            if third and not hidden(position) and 0.1 < solve(position).value < 0.9:
                return game.notation.write(position)
            step(position, dice)


class Solving:
    """States the strategy that our own solver has worked out."""

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        result = biplanes().solved(view)
        assert result is not None
        return [
            ActionEstimate(item.action, item.notation, chance, value)
            for item, (chance, value) in zip(view.legal, result, strict=True)
        ]


@pytest.mark.parametrize("seed", range(4))
def test_solver_policy_is_unexploitable_and_has_its_value(seed: int) -> None:
    position = last_round(seed)
    result = exactly("biplanes", position, Solving())
    value = solve(biplanes().notation.read(position)).value
    assert result.nash_conv == pytest.approx(0.0, abs=1e-9)
    assert result.shares == pytest.approx([value, 1.0 - value])
    assert result.best_responses == pytest.approx(result.shares)
    assert exactly("biplanes", position, "search:sims=50").nash_conv == pytest.approx(0.0, abs=1e-9)


def test_cfr_of_openspiel_comes_to_the_value_of_our_solver() -> None:
    position = last_round(1)
    game = envs.openspiel("biplanes", position=position, turn_based=True)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = exploitability.nash_conv(game, policy)
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0] + 0.5
    assert gap < 0.01
    assert value == pytest.approx(solve(biplanes().notation.read(position)).value, abs=gap + 1e-9)


def test_exploitability_of_fixed_policy_agrees_with_openspiel() -> None:
    result = exactly("biplanes", EVEN_CHANCES, "greedy", seeds=1)
    assert (
        result.shares == [0.5, 0.5]
        and result.best_responses == [1.0, 0.5]
        and result.nash_conv == 0.5
    )
    game = envs.openspiel("goofspiel", {"cards": 3}, turn_based=True)
    start = str(game.new_initial_state())
    cards = exactly("goofspiel", start, "random")
    uniform = cfr.policy.UniformRandomPolicy(game)
    assert cards.nash_conv == pytest.approx(exploitability.nash_conv(game, uniform))
    assert cards.shares == pytest.approx([0.5, 0.5]) and cards.nash_conv > 0.3


def test_what_is_too_large_or_states_no_strategy_is_refused() -> None:
    start = dogfight.load("goofspiel")
    with pytest.raises(Unsolved, match="at most 100 moments"):
        exactly(
            "goofspiel", start.notation.write(start.new(start.options())), "random", moments=100
        )
    game = biplanes()
    sealed = game.notation.read(EVEN_CHANCES)
    sealed.apply(0, game.legal(sealed, 0)[0])
    with pytest.raises(Unsolved, match="nothing is hidden or sealed"):
        exactly("biplanes", game.notation.write(sealed), "random")
    with pytest.raises(BadOption, match="expected a bot that states its strategy"):
        exactly(
            "goofspiel",
            start.notation.write(start.new(start.options({"cards": 2}))),
            "engine:path=/bin/true",
        )


def test_exploit_command_prints_nash_conv_of_a_bot() -> None:
    reported = CliRunner().invoke(
        app, ["exploit", "biplanes", "greedy", EVEN_CHANCES, "--seeds", "1"]
    )
    assert (
        reported.exit_code == 0
        and "NashConv 0.5000, exactly (7 moments and 2 information states" in reported.stdout
    )
    assert "1.0000 with a best response; 0.7500 in best play" in reported.stdout
    result = json.loads(
        CliRunner().invoke(app, ["exploit", "biplanes", "hard", EVEN_CHANCES, "--json"]).stdout
    )
    assert result["nash_conv"] == pytest.approx(0.0, abs=1e-9) and result[
        "best_play"
    ] == pytest.approx([0.75, 0.25])


def test_strategy_is_the_mean_over_seeds() -> None:
    result = exactly("goofspiel", "", "greedy", options={"cards": 3})
    assert len(result.by_seed) == 8
    assert result.nash_conv <= sum(result.by_seed) / 8 + 1e-9  # mixing never helps an exploiter
    reported = CliRunner().invoke(app, ["exploit", "goofspiel", "greedy", "-o", "cards=3"])
    assert (
        reported.exit_code == 0
        and "the mean strategy of 8 seeds; a single seed has" in reported.stdout
    )


def test_best_responses_of_random_players_agree_with_openspiel() -> None:
    game = envs.openspiel("goofspiel", {"cards": 3}, turn_based=True)
    uniform = cfr.policy.UniformRandomPolicy(game)
    result = exactly("goofspiel", "", "random", options={"cards": 3})
    assert result.nash_conv == pytest.approx(exploitability.nash_conv(game, uniform))
