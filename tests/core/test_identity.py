"""Positions as values: with which data they were made is part of what they are."""

import copy
import gc
import pickle
from pathlib import Path

import pytest

import dogfight
from dogfight.core.errors import BadData, BadNotation

BOARD = Path(dogfight.__file__).parent / "games" / "squadrons" / "data" / "board.toml"


def other_data(folder: Path) -> Path:
    """The data of Squadrons with another stall."""
    (folder / "board.toml").write_text(
        BOARD.read_text().replace("stall_turns = 40", "stall_turns = 20")
    )
    return folder


def test_positions_with_other_data_differ(tmp_path: Path) -> None:
    ours, theirs = dogfight.load("squadrons"), dogfight.load("squadrons", other_data(tmp_path))
    again = dogfight.load("squadrons", tmp_path)
    assert ours.notation.write(ours.new({})) == theirs.notation.write(theirs.new({}))
    assert ours.new({}) != theirs.new({}) and theirs.new({}) == again.new({})
    assert ours.new({}) == ours.new({}) and ours.new({}) != dogfight.load("goofspiel").new(
        {"cards": 3}
    )


def test_pickled_position_needs_the_data_it_was_made_with(tmp_path: Path) -> None:
    theirs = dogfight.load("squadrons", other_data(tmp_path))
    position = theirs.new({})
    packed = pickle.dumps(position)
    read = pickle.loads(packed)
    assert read == position and read.board.stall_turns == 20
    assert copy.deepcopy(position).board is position.board
    del theirs, position, read
    gc.collect()
    with pytest.raises(BadNotation, match="load the game from its folder first"):
        pickle.loads(packed)


def test_position_is_not_hashable() -> None:
    position = dogfight.load("squadrons").new({})
    with pytest.raises(TypeError):
        hash(position)


def test_position_without_its_game_cannot_be_pickled(tmp_path: Path) -> None:
    position = dogfight.load("squadrons", other_data(tmp_path)).new({})
    gc.collect()
    assert position == position and position.copy().actor() == position.actor()
    with pytest.raises(BadNotation, match="the game of this one is gone"):
        pickle.dumps(position)


def test_a_game_knows_its_own_positions_only() -> None:
    games = [dogfight.load(name) for name in dogfight.names()]
    for item in games:
        position = item.new(item.options())
        assert [game for game in games if game.owns(position)] == [item]


def test_unpickling_skips_games_whose_data_were_refused(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("columns = 'many'")
    position = dogfight.load("squadrons").new({})
    # each holds its half-made game in the traceback; the order in which games are asked is chance
    refused = []
    for _ in range(50):
        with pytest.raises(BadData) as held:
            dogfight.load("squadrons", tmp_path)
        refused.append(held)
    assert pickle.loads(pickle.dumps(position)) == position
    assert refused[0].tb is not None
