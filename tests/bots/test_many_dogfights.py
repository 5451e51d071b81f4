"""Many positions seen by the network at once: the very numbers the learned bot sees one by one."""

import numpy as np
import pytest

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.position import step
from dogfight.core.seat import OVER
from dogfight.games.biplanes.ai.batched_network import Network, observe_many
from dogfight.games.biplanes.ai.learned_bot import policy_of
from dogfight.games.biplanes.ai.observation import KNOWN, number_of, seen_in
from dogfight.games.biplanes.ai.training.policy import SHIPPED, observe
from dogfight.games.biplanes.names import PHASES


@pytest.mark.parametrize(
    ("p1", "p2", "board"),
    [
        ("red", "blue", "main"),
        ("black", "white", "alt"),
        ("white", "black", "main"),
        ("brown", "grey", "main"),
    ],
)
def test_batched_observation_equals_that_of_the_view(p1: str, p2: str, board: str) -> None:
    game = dogfight.load("biplanes")
    for seed in range(3):
        position, dice = game.new(game.options({"p1": p1, "p2": p2, "board": board})), Dice(seed)
        met, seats, rows = [], [], []
        while position.actor() != OVER:
            actor = int(position.actor())
            if actor >= 0 and PHASES[position.phase] in KNOWN:
                met.append(position.copy())
                seats.append(actor)
                rows.append(observe(seen_in(game.view(position, actor))))
            step(position, dice)
        assert np.array_equal(observe_many(met, np.array(seats)), np.array(rows))


def test_batched_network_equals_the_policy() -> None:
    game = dogfight.load("biplanes")
    position, dice = game.new(game.options()), Dice(1)
    while position.actor() < 0:
        position.roll(dice)
    view = game.view(position, 0)
    phase = int(position.phase)
    chances, value = policy_of(SHIPPED).think(
        seen_in(view), [number_of(phase, entry.action) for entry in view.legal]
    )
    logits, values = Network(policy_of(SHIPPED)).think([position], np.array([0]))
    own = np.exp(logits[0, [number_of(phase, entry.action) for entry in view.legal]])
    assert own / own.sum() == pytest.approx(chances, abs=1e-5)
    assert values[0] == pytest.approx(value, abs=1e-5)
