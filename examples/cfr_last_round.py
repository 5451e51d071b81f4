#!/usr/bin/env python3
"""OpenSpiel's counterfactual regret minimisation on a last round of Biplanes, beside our solver.

Needs the extra `openspiel`. Takes a position on one line; without one, the middle of a last round.
"""

import sys

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import dogfight
from dogfight import envs
from dogfight.games.biplanes.solution import solve

POSITION = (
    "mode=dogfight,board=main,p1=red,p2=blue,starts=default plan:1:0 3.3 "
    "red;at=m5;damage=6;hand=1/0,2/1,3/1;last=1/0;squares=4/2,1/0 "
    "blue;at=m7;damage=6;hand=2/1,5/0,5/1;last=4/2;squares=2/2,4/2"
)
ROUNDS = 200


def main(position: str = POSITION) -> float:
    """Print how CFR comes closer to the exact value; returns the last NashConv."""
    exact = solve(dogfight.load("biplanes").notation.read(position)).value
    game = envs.openspiel("biplanes", position=position, turn_based=True)
    title = game.kind.seats[0].title
    print(f"{title} gets {exact:.4f} of the stake in best play, says dogfight biplanes solve")
    solver = cfr.CFRPlusSolver(game)
    gap = float("inf")
    for number in range(1, ROUNDS + 1):
        solver.evaluate_and_update_policy()
        if number % 50 == 0:
            policy = solver.average_policy()
            gap = exploitability.nash_conv(game, policy)
            share = (
                expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0] + 0.5
            )
            print(f"after {number:3} rounds of CFR+ it gets {share:.4f}; NashConv {gap:.5f}")
    return gap


if __name__ == "__main__":
    main(*sys.argv[1:])
