"""Environments that begin in a position: every game of theirs does, and their states say so."""

import copy
import pickle
from typing import Any

import gymnasium
import pytest

import dogfight
from dogfight import envs
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption
from dogfight.core.position import step
from dogfight.core.registry import manifest_of
from dogfight.core.seat import OVER
from dogfight.envs.ids import gymnasium_id

POSITIONS = [
    (name, variant, text)
    for name in dogfight.names()
    for variant, text in manifest_of(name).positions.items()
]
THREE = manifest_of("squadrons").positions["Three"]
makes = pytest.mark.parametrize("make", [envs.gymnasium, envs.pettingzoo, envs.parallel])


def begun(env: Any) -> str:
    """The position of an environment after `reset`, in notation."""
    env.reset(seed=1)
    play = env.play
    text: str = play.game.notation.write(play.table.position)
    return text


def test_squadrons_and_biplanes_have_short_variants() -> None:
    assert [(name, variant) for name, variant, _ in POSITIONS] == [
        ("biplanes", "LastRound"),
        ("squadrons", "Three"),
        ("squadrons", "HalfDecks"),
    ]


@pytest.mark.parametrize(("name", "variant", "text"), POSITIONS)
def test_positions_of_variants_are_their_own_notation(name: str, variant: str, text: str) -> None:
    game = dogfight.load(name)
    assert game.notation.write(game.notation.read(text)) == text


@makes
def test_environments_begin_in_their_position(make: Any) -> None:
    env = make("squadrons", position=THREE)
    assert begun(env) == THREE
    for twin in (copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert begun(twin) == THREE


def test_short_ids_begin_in_their_position() -> None:
    for name, variant, text in POSITIONS:
        env = gymnasium.make(gymnasium_id(name, variant)).unwrapped
        assert begun(env) == text


def test_every_game_of_a_batch_begins_in_its_position() -> None:
    batch = envs.batch("squadrons", 4, seed=1, position=THREE)
    game, games = batch.game, 0
    assert all(game.notation.write(position) == THREE for position in batch._batch.games)
    while games < 8:
        batch.play(1)
        for row in batch.dones.nonzero()[0]:
            assert game.notation.write(batch._batch.games[row]) == THREE
            games += 1
    twin = pickle.loads(pickle.dumps(batch))
    assert twin.state() == batch.state()
    twin.reset(seed=2)
    assert game.notation.write(twin._batch.games[0]) == THREE


@makes
def test_states_of_other_beginnings_are_refused(make: Any) -> None:
    short, usual = make("squadrons", position=THREE), make("squadrons")
    short.reset(seed=1)
    usual.reset(seed=1)
    for env, other in ((short, usual), (usual, short)):
        kept = env.state()
        with pytest.raises(BadOption, match="expected a state with the options"):
            env.load(other.state())
        assert env.state() == kept


def test_positions_that_cannot_begin_a_game_are_refused() -> None:
    with pytest.raises(BadNotation):
        envs.batch("squadrons", 2, position="nonsense")
    with pytest.raises(BadOption, match="expected a position in notation, got 7"):
        envs.parallel("squadrons", position=7)  # type: ignore[arg-type]
    game = dogfight.load("goofspiel")
    position, dice = game.new(game.options({"cards": 2})), Dice(1)
    start = game.notation.write(position)
    with pytest.raises(BadOption, match="expected the options of the position, cards=2"):
        envs.batch("goofspiel", 2, {"cards": 3}, position=start)
    while position.actor() != OVER:
        step(position, dice)
    with pytest.raises(BadOption, match="expected a position in which the game goes on"):
        envs.batch("goofspiel", 1, position=game.notation.write(position))
