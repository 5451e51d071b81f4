"""Combat Boots: the bot that looks one decision ahead wins against chance on both sides."""

import dogfight
from dogfight.bots.greedy import GreedyBot
from dogfight.bots.uniform import RandomBot
from dogfight.core.table import Table


def test_greedy_beats_random_in_the_orchard() -> None:
    game = dogfight.load("boots")
    score = 0.0
    for number in range(2):
        me = number % 2
        bots = [GreedyBot(number), RandomBot(number + 50)]
        end = Table(game, game.options({"battle": "orchard"}), seed=1).run(bots[::-1] if me else bots)
        score += end.payoffs[me]
    assert score == 2
