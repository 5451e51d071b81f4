"""How a search spreads its tries: every legal action gets at least √n of n."""

from math import ceil, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import append, vec
from mypy_extensions import i64

import dogfight
from dogfight.bots.node import Node
from dogfight.bots.search import SearchBot
from dogfight.core.advice import Advice
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.position import Position
from dogfight.games.goofspiel import Goofspiel
from dogfight.match.match import Match

SEARCHES = ("open", "secret")


class Decision(Position):
    """A decision with so many actions."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def choice_count(self) -> i64:
        return self.count

    def choice(self, index: i64) -> i64:
        return index


def searched(count: int, sims: int, secret: bool, values: list[float], guessed: float) -> Node:
    """A decision after so many simulations in which its actions are worth these values."""
    node, dice = Node(1, secret), Dice(5)
    node.meet(Decision(count), Advice(), count)
    if guessed:
        guesses = vec[float]()
        for value in values:
            guesses = append(guesses, value)
        node.believe(guesses, guessed)
        node.glances = 16
    for _ in range(sims):
        due = node.neglected()
        if due < 0:
            due = (
                node.mixed(node.positive_regrets(), dice)
                if secret
                else node.most_promising(0.5, dice)
            )
        node.learn(node.here[due], values[due], 1.0)
    return node


@settings(max_examples=60, deadline=None)
@given(
    count=st.integers(2, 12),
    sims=st.integers(1, 400),
    kind=st.sampled_from(SEARCHES),
    guessed=st.sampled_from((0.0, 4.0, 64.0)),
    data=st.data(),
)
def test_search_tries_every_action_root_n_times(count, sims, kind, guessed, data) -> None:
    values = data.draw(st.lists(st.floats(0, 1), min_size=count, max_size=count))
    node = searched(count, sims, kind == "secret", values, guessed)
    tries = [node.simulations(at) for at in range(count)]
    total = sum(tries)
    if total >= count * ceil(sqrt(total)):
        assert min(tries) >= sqrt(total)
    else:
        assert max(tries) - min(tries) <= 1  # as evenly as it can


class Unjudged(Goofspiel):
    """Goofspiel without an evaluation of its own."""

    name, title, prefix = "unjudged", "Unjudged", "UJ"
    evaluate = Goofspiel.__mro__[1].evaluate  # type: ignore[assignment]


def start(game: Goofspiel, cards: int) -> Match:
    options: Options = {"cards": cards}
    table = Match(game, options, seed=3)
    table.advance()
    return table


def test_game_without_evaluation_is_never_quiet() -> None:
    game, judged = Unjudged(), Goofspiel()
    position = start(game, 4).position
    assert not game.advice.is_quiet(position)
    assert game.evaluate(position.state, 0) == 0.5
    assert judged.advice.is_quiet(start(judged, 4).position)


@pytest.mark.parametrize("sims", [100, 400])
def test_search_tries_all_bids_of_unjudged_game(sims: int) -> None:
    game = Unjudged()
    roots: list[Node] = []
    bot = SearchBot(1, sims=sims, game=game, reported=roots.append, solves=False, infers="no")
    bot.opinions(start(game, 4).view(0))
    root = roots[-1]
    assert len(root.actions) == 4
    assert min(root.simulations(at) for at in range(4)) >= sqrt(sims)


def test_search_of_built_in_game_tries_all_options() -> None:
    game = dogfight.load("biplanes")
    table = Match(game, seed=1)
    table.advance()
    roots: list[Node] = []
    SearchBot(1, sims=300, game=game, reported=roots.append).opinions(table.view(0))
    root = roots[-1]
    assert min(root.simulations(at) for at in range(len(root.actions))) >= sqrt(root.seen)
