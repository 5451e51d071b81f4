"""The bot that thinks: legal, repeatable, honest, in time, and better than chance."""

import time

import pytest

import dogfight
from dogfight.bots.registry import LEVELS, bot_names, make_bot
from dogfight.bots.search import SearchBot
from dogfight.bots.uniform import RandomBot
from dogfight.core.checks import walk
from dogfight.core.decision import acting
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.table import Table

SAMPLES = [
    pytest.param(name, options, id=f"{name}-{number}")
    for name in dogfight.names()
    for number, options in enumerate(dogfight.load(name).samples())
]


@pytest.mark.parametrize(("name", "options"), SAMPLES)
def test_a_choice_is_legal_repeatable_and_the_same_for_all_the_seat_cannot_know(name, options) -> None:
    game = dogfight.load(name)
    seen = 0
    for number, (position, decision) in enumerate(walk(game, options, 3)):
        for seat in acting(decision):
            legal = game.legal(position, seat)
            if number % 40 or len(legal) < 2 or position.actor() != seat:
                continue
            view = game.view(position, seat)
            choice = SearchBot(7, sims=16).choose(view)
            twin = game.view(game.imagine(view, Dice(99)), seat)
            assert choice in legal
            assert SearchBot(7, sims=16).choose(view) == choice == SearchBot(7, sims=16).choose(twin)
            seen += 1
        if seen >= 3:
            break


def test_opinions_are_a_mixed_strategy_with_values_between_loss_and_win() -> None:
    game = dogfight.load("biplanes")
    table = Table(game, seed=4)
    table.settle()
    opinions = SearchBot(1, sims=400).opinions(table.view(0))
    assert sum(one.chance for one in opinions) == pytest.approx(1)
    assert [one.action for one in opinions] == [one.action for one in table.view(0).legal]
    assert all(0 <= one.value <= 1 for one in opinions) and sum(one.chance > 0.02 for one in opinions) > 1


def test_an_only_action_is_certain() -> None:
    game = dogfight.load("biplanes")
    owes_a_low_tile = (
        "mode=dogfight,board=main,p1=brown,p2=blue,starts=default plan:1:0 2.1 "
        "brown;at=m4;damage=0;hand=1/0,3/1,4/2,5/1,5/2;bag=0/2,2/0,2/1,4/0;last=0/1 "
        "blue;at=m0;damage=0;hand=1/1,3/1,4/0,5/0,5/2;bag=2/1,3/0,4/1,4/2"
    )
    view = game.view(game.read(owes_a_low_tile), 0)
    (only,) = SearchBot(1, sims=8).opinions(view)
    assert only.chance == 1 and 0 < only.value < 1


def test_a_time_is_kept() -> None:
    table = Table(dogfight.load("squadrons"), seed=1)
    decision = table.settle()
    view = table.view(acting(decision)[0])
    bot = SearchBot(1, seconds=0.2)
    began = time.monotonic()
    bot.choose(view)
    assert 0.15 < time.monotonic() - began < 3
    assert bot.simulations > 8


def test_it_beats_random_at_squadrons() -> None:
    game = dogfight.load("squadrons")
    score = 0.0
    for number in range(4):
        bots = [SearchBot(number, sims=40), RandomBot(number + 50)]
        me = number % 2
        end = Table(game, seed=number // 2).run(bots[::-1] if me else bots)
        score += end.payoffs[me]
    assert score >= 3


def test_levels_and_parameters_name_bots() -> None:
    assert bot_names() == ("random", "greedy", "easy", "medium", "hard")
    for name in (*LEVELS, "random", "greedy", "search:sims=5", "search:time=0.5s"):
        make_bot(name, 1)
    for wrong in (
        "genius",
        "search",
        "greedy:sims=3",
        "search:time=-1s",
        "search:sims=5,wit=3",
        "search:sims=0",
        "search:sims=many",
        "search:time=5",
        "search:time=xs",
    ):
        with pytest.raises(BadOption, match="expected a bot out of"):
            make_bot(wrong, 1)
