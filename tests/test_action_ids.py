"""Learners' ids stay what they are: a trained model is of no use once they mean something else."""

import tomllib
from pathlib import Path

import pytest

import dogfight
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.options import Options, as_words
from dogfight.encoding.action_space import ListedActions, NamedActions
from dogfight.encoding.capabilities import HasActionIds
from dogfight.testing.checks import sampled

KEPT = tomllib.loads(Path(__file__).with_name("action_ids.toml").read_text())
"""For every game and its sample options the count and the digest of the ids."""
CASES = [(name, options) for name in dogfight.names() for options in dogfight.load(name).samples()]


@pytest.mark.parametrize(
    ("name", "options"), CASES, ids=lambda item: item if isinstance(item, str) else as_words(item)
)
def test_action_ids_match_stored_digests(name: str, options: Options) -> None:
    game = dogfight.load(name)
    assert isinstance(game, HasActionIds)
    space = game.action_space(options)
    assert f"{space.count} {space.digest()}" == KEPT[name].get(as_words(options)), as_words(options)


def test_an_id_of_another_phase_is_refused() -> None:
    game = dogfight.load("squadrons")
    assert isinstance(game, HasActionIds)
    space = game.action_space({})
    position = game.notation.read(
        "R:l12S,k12S,j12S,c12S,b12S,a12S G:a2N,b2N,c2N,j2N,k2N,l2N r=9H g=- R/name:123456 0:0"
        " idle:0 t1"
    )
    assert space.action_of(position, 0, space.id("name R3")) == 2
    with pytest.raises(
        IllegalAction, match="expected an action that begins with 'name', got 'fly TL'"
    ):
        space.action_of(position, 0, space.id("fly TL"))
    for bad in ("R3", "name R9", ""):
        with pytest.raises(BadNotation):
            space.id(bad)
    for far in (-1, space.count):
        with pytest.raises(BadNotation, match=f"expected an id from 0 to {space.count - 1}"):
            space.notation(far)


def test_biplanes_tile_has_one_id_per_question() -> None:
    game = dogfight.load("biplanes")
    assert isinstance(game, HasActionIds)
    space = game.action_space(game.options())
    assert isinstance(space, NamedActions)
    assert len({space.id(f"{asked} 4/1") for asked in ("play", "lose", "mulligan")}) == 3


def test_rows_tell_legal_actions_of_a_battle_apart() -> None:
    game = dogfight.load("boots")
    options: Options = {"battle": "orchard"}
    assert isinstance(game, HasActionIds)
    space = game.action_space(options)
    assert isinstance(space, ListedActions) and space.fields[0] == "kind"
    for position, _, _ in sampled(game, options, 1):
        actor = int(position.actor())
        rows = space.rows(position, actor)
        assert len(rows) == len(game.legal(position, actor)) == len(set(rows))
        with pytest.raises(IllegalAction):
            space.action_of(position, actor, len(rows))
