"""Combat Boots: the bot that looks one decision ahead wins against chance on both sides."""

import dogfight
from dogfight.bots.greedy import GreedyBot
from dogfight.bots.uniform import RandomBot
from dogfight.core.dice import Dice
from dogfight.core.position import step
from dogfight.core.seat import OVER
from dogfight.core.table import Table

HASTY_GAMES = 6


def test_greedy_beats_random_in_the_orchard() -> None:
    game = dogfight.load("boots")
    score = 0.0
    for me in (0, 1):
        bots = [GreedyBot(me), RandomBot(me + 50)]
        end = Table(game, game.options({"battle": "orchard"}), seed=1).run(bots[::-1] if me else bots)
        score += end.payoffs[me]
    assert score == 2


def test_the_hasty_player_beats_chance_in_every_battle() -> None:
    game = dogfight.load("boots")
    for options in game.samples():
        score, games = 0.0, 0
        for seed in range(HASTY_GAMES):
            for me in (0, 1):
                position, dice = game.new(options), Dice(seed)
                while (actor := position.actor()) != OVER:
                    if actor == me:
                        position.take(position.instinct(dice))
                    else:
                        step(position, dice)
                score += position.payoff(me)
                games += 1
        assert score > 0.6 * games, options
