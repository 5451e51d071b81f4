"""Combat Boots: the bot that looks one decision ahead wins against chance on both sides."""

import pytest

import dogfight
from dogfight.bots.greedy import GreedyBot
from dogfight.bots.lookahead import compared
from dogfight.bots.random import RandomBot
from dogfight.core.dice import Dice
from dogfight.core.position import step
from dogfight.core.seat import OVER
from dogfight.games.boots.advice import BootsAdvice
from dogfight.match.match import Match

ADVICE = BootsAdvice()

HASTY_GAMES = 6
LOOKS = 16
PINNED_GUN = (
    "cb1 eighty_eights t11 action/acting B10:CRUSADER-3 F2:flak88-2,pak36-1 G2:mg34-1 H5:pak36-2"
    " J5:rifle-2~8 K9:CRUSADER-1,CRUSADER-2,CRUSADER-4~9"
    " K10:MATILDA-1,MATILDA-2~7(RIFLE-2),MATILDA-3 L1:sdkfz7-1 L4:rifle-1 L7:flak88-1~9"
    " destroyed:MATILDA-4,MKVI-1,MKVI-2,RIFLE-1,pzb39-1,pzb39-2"
)
"""The British have to destroy both guns, and one of them lies pinned two hexes from their tanks."""


@pytest.mark.compiled_only("how well it plays")
def test_greedy_beats_random_in_the_orchard() -> None:
    game = dogfight.load("boots")
    score = 0.0
    for me in (0, 1):
        bots = [GreedyBot(me), RandomBot(me + 50)]
        end = Match(game, game.options({"battle": "orchard"}), seed=1).run(
            bots[::-1] if me else bots
        )
        score += end.payoffs[me]
    assert score == 2


def test_tanks_do_not_rest_before_a_pinned_gun() -> None:
    game = dogfight.load("boots")
    position = game.notation.read(PINNED_GUN)
    words = [game.notation.write_action(position, 0, action) for action in game.legal(position, 0)]
    for seed in range(5):
        sums = list(compared(position, ADVICE, 0, LOOKS, Dice(seed)))
        assert words[sums.index(max(sums))] != "done"


@pytest.mark.compiled_only("how well it plays")
def test_rollout_policy_beats_random_in_every_battle() -> None:
    game = dogfight.load("boots")
    for options in game.samples():
        score, games = 0.0, 0
        for seed in range(HASTY_GAMES):
            for me in (0, 1):
                position, dice = game.new(options), Dice(seed)
                while (actor := position.actor()) != OVER:
                    if actor == me:
                        position.apply_choice(ADVICE.rollout_choice(position, dice))
                    else:
                        step(position, dice)
                score += position.payoff(me)
                games += 1
        assert score > 0.6 * games, options
