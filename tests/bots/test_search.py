"""The bot that thinks: legal, repeatable, honest, in time, and better than chance."""

import time

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import dogfight
from dogfight.bots import greedy, search
from dogfight.bots.greedy import GreedyBot
from dogfight.bots.node import Node
from dogfight.bots.random import RandomBot
from dogfight.bots.registry import LEVELS, bot_names, make_bot
from dogfight.bots.search import SearchBot
from dogfight.bots.tree import Tree
from dogfight.core.decision import acting
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.games.biplanes.matrix import Matrix
from dogfight.match.match import Match
from dogfight.testing.checks import walk

COMPILED = not (dogfight.core.position.__file__ or "").endswith(".py")
"""Interpreted, a simulation takes some sixty times as long: the same tests are made smaller
then.
"""
SAMPLES = [
    pytest.param(name, options, id=f"{name}-{number}")
    for name in dogfight.names()
    for number, options in enumerate(dogfight.load(name).samples())
]


@pytest.mark.parametrize(("name", "options"), SAMPLES)
def test_choice_is_legal_repeatable_and_independent_of_secrets(name, options, monkeypatch) -> None:
    for module in (greedy, search):
        monkeypatch.setattr(module, "IMAGINED", 1)
        monkeypatch.setattr(module, "LOOKS", 1)
    game = dogfight.load(name)
    seen = 0
    for number, (position, decision) in enumerate(walk(game, options, 3)):
        for seat in acting(decision):
            legal = game.legal(position, seat)
            if number % 40 or len(legal) < 2:
                continue
            view = game.view(position, seat)
            twin = game.view(game.views.imagine(view, Dice(99)), seat)
            for bot in ("greedy", "search:sims=16"):
                choice = make_bot(bot, 7).choose(view)
                assert choice in legal
                assert make_bot(bot, 7).choose(view) == choice == make_bot(bot, 7).choose(twin)
            seen += 1
        if seen >= (3 if COMPILED else 1):
            break


def test_opinions_are_mixed_strategy_with_values_in_unit_range() -> None:
    game = dogfight.load("biplanes")
    mixed = 0
    for seed in range(12):
        table = Match(game, seed=seed)
        table.advance()
        opinions = SearchBot(1, sims=400).opinions(table.view(0))
        assert sum(opinion.chance for opinion in opinions) == pytest.approx(1)
        assert [opinion.action for opinion in opinions] == [
            entry.action for entry in table.view(0).legal
        ]
        assert all(0 <= opinion.value <= 1 for opinion in opinions)
        mixed += sum(opinion.chance > 0.02 for opinion in opinions) > 1
    assert mixed >= 4  # in some hands one tile is plainly best


def test_an_only_action_is_certain() -> None:
    game = dogfight.load("biplanes")
    owes_a_low_tile = (
        "mode=dogfight,board=main,p1=brown,p2=blue,starts=default plan:1:0 2.1 "
        "brown;at=m4;damage=0;hand=1/0,3/1,4/2,5/1,5/2;bag=0/2,2/0,2/1,4/0;last=0/1 "
        "blue;at=m0;damage=0;hand=1/1,3/1,4/0,5/0,5/2;bag=2/1,3/0,4/1,4/2"
    )
    view = game.view(game.notation.read(owes_a_low_tile), 0)
    (only,) = SearchBot(1, sims=8).opinions(view)
    assert only.chance == 1 and 0 < only.value < 1


ROCK, PAPER, SCISSORS = range(3)
DOUBLE_ROCK = ((0, -1, 2), (1, 0, -1), (-2, 1, 0))
"""Rock, paper, scissors in which rock wins double; in best play a quarter, a half, a quarter."""


def test_secret_choices_settle_on_the_mix_of_the_solved_game() -> None:
    table = Match(dogfight.load("biplanes"), seed=4)
    table.advance()
    assert table.position.is_secret_choice()
    players = [Node(1, True), Node(2, True)]
    for player in players:
        for action in (ROCK, PAPER, SCISSORS):
            player.add(action)
        player.here = vec[i64]([ROCK, PAPER, SCISSORS])
        player.many = 3
    dice = Dice(5)
    for _ in range(20_000):
        shown, chances = [], []
        for player in players:
            positive = player.positive_regrets()
            shown.append(player.mixed(positive, dice))
            chances.append(player.explored(player.share(shown[-1], positive)))
        gain = DOUBLE_ROCK[shown[0]][shown[1]] / 4
        players[0].learn(shown[0], 0.5 + gain, chances[0])
        players[1].learn(shown[1], 0.5 - gain, chances[1])
    best = best_play(DOUBLE_ROCK)
    for player in players:
        whole = sum(player.strategy)
        # Every choice is also tried for its own sake, which moves the other's mix a little.
        assert [share / whole for share in player.strategy] == pytest.approx(best, abs=0.07)


def best_play(matrix) -> list[float]:
    """The row player's mix in best play, from the exact solver."""
    game = Matrix(3, 3, vec[float]([float(item) for row in matrix for item in row]))
    game.solve()
    return list(game.row_chances)


def test_search_stops_at_once_on_request() -> None:
    table = Match(dogfight.load("squadrons"), seed=1)
    view = table.view(acting(table.advance())[0])
    bot = SearchBot(1, seconds=60, stopped=lambda: True)
    began = time.monotonic()
    bot.choose(view)
    assert time.monotonic() - began < 5


def test_greedy_slip_chooses_at_random() -> None:
    table = Match(dogfight.load("biplanes"), seed=4)
    view = table.view(acting(table.advance())[0])
    assert {GreedyBot(seed, slip=100).choose(view) for seed in range(60)} == {
        entry.action for entry in view.legal
    }
    assert len({GreedyBot(seed).choose(view) for seed in range(40)}) < len(view.legal)


def test_a_time_is_kept() -> None:
    table = Match(dogfight.load("biplanes"), seed=1)
    view = table.view(acting(table.advance())[0])
    bot = SearchBot(1, seconds=0.2)
    began = time.monotonic()
    bot.choose(view)
    assert 0.15 < time.monotonic() - began < 3
    assert bot.simulations > 8


def tried(name: str, results: dict[int, list[float]]) -> Node:
    """A decision of this game's first position whose actions have come to these results."""
    table = Match(dogfight.load(name), seed=1)
    table.advance()
    node = Node(
        1,
        table.position.is_secret_choice() and table.game.advice.uses_mixed_strategy(table.position),
    )
    for action in results:
        node.add(action)
    for at, result in enumerate(results.values()):
        for value in result:
            node.learn(at, value, 1.0)
    return node


def test_open_choice_settles_when_no_other_can_be_better() -> None:
    plain = {1: [0.8] * 50, 2: [0.3] * 50}
    assert tried("squadrons", plain).settled(0.1)
    assert not tried("squadrons", plain).settled(2.0)  # such results may still be luck
    assert not tried("squadrons", {1: [0.51] * 50, 2: [0.5] * 50}).settled(0.1)
    assert tried("squadrons", {1: [0.5] * 50_000, 2: [0.5] * 50_000}).settled(
        0.1
    )  # either is as good
    assert not tried("squadrons", plain | {3: []}).settled(0.1)
    assert not tried("biplanes", plain).settled(0.1)  # secret choices are mixed


@pytest.mark.parametrize(("name", "sooner"), [("squadrons", True), ("biplanes", False)])
def test_a_time_is_not_spent_on_a_settled_choice(name, sooner, monkeypatch) -> None:
    """The clock ticks at every look at it: 200 looks are the whole time."""
    looks = iter(range(100_000))
    monkeypatch.setattr(search.time, "monotonic", lambda: next(looks) / 200)
    table = Match(dogfight.load(name), seed=1)
    view = table.view(acting(table.advance())[0])
    SearchBot(1, seconds=1).choose(view)
    spent = next(looks)
    assert spent < 190 if sooner else spent > 195


@pytest.mark.parametrize(("name", "sooner"), [("squadrons", True), ("paws", False)])
def test_plan_part_search_uses_its_full_time(name, sooner) -> None:
    table = Match(dogfight.load(name), seed=1)
    view = table.view(acting(table.advance())[0])
    tree = Tree(view.seat, len(view.seats), table.game.advice, Dice(1))
    tree.root = tried(name, {1: [0.8] * 50, 2: [0.3] * 50})
    assert tree.root.settled(tree.spread())
    assert search._late(view, tree, 0.5) == sooner
    assert search._late(view, tree, 1.0) and not search._late(view, tree, 0.1)


@pytest.mark.compiled_only("how well it plays")
def test_it_beats_random_at_squadrons() -> None:
    game = dogfight.load("squadrons")
    score = 0.0
    numbers = range(12) if COMPILED else (1,)
    for number in numbers:
        bots = [SearchBot(number, sims=400 if COMPILED else 16), RandomBot(number + 50)]
        me = number % 2
        end = Match(game, seed=number // 2).run(bots[::-1] if me else bots)
        score += end.payoffs[me]
    assert score >= 2 / 3 * len(numbers)


def test_levels_and_parameters_name_bots() -> None:
    assert bot_names() == ("random", "greedy", "easy", "medium", "hard", "ace")
    for name in (*LEVELS, "random", "greedy", "search:sims=5", "search:time=0.5s"):
        make_bot(name, 1)
    for wrong in (
        "genius",
        "search",
        "greedy:sims=3",
        "search:time=-1s",
        "greedy:slip=101",
        "search:sims=5,wit=3",
        "search:sims=0",
        "search:sims=many",
        "search:time=5",
        "search:time=xs",
    ):
        with pytest.raises(BadOption, match="expected a bot out of"):
            make_bot(wrong, 1)
