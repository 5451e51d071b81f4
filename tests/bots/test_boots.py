"""Combat Boots: the bot that looks one decision ahead wins against chance on both sides."""

import pytest

import dogfight
from dogfight.bots.greedy import GreedyBot
from dogfight.bots.uniform import RandomBot
from dogfight.core.table import Table


@pytest.mark.parametrize("battle", ["orchard", "ford"])
def test_greedy_beats_random(battle: str) -> None:
    game = dogfight.load("boots")
    score = 0.0
    for number in range(4):
        me = number % 2
        bots = [GreedyBot(number), RandomBot(number + 50)]
        end = Table(game, game.options({"battle": battle}), seed=number // 2).run(bots[::-1] if me else bots)
        score += end.payoffs[me]
    assert score >= 3
