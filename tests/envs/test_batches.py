"""Batches: every row is a game that the plain doors play as well; seeds repeat; bad input
changes nothing.
"""

from typing import Any

import numpy as np
import pytest

import dogfight
from dogfight import envs
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.options import Options, as_words
from dogfight.core.seat import CHANCE, CLOCK, OVER
from dogfight.encoding.capabilities import HasFeatures
from dogfight.envs.batches import Games

CASES = [(name, options) for name in dogfight.names() for options in dogfight.load(name).samples()]
ROWS = 3


def drawn(env: Games, dice: Dice) -> list[int]:
    """One legal id for every row."""
    legal = [np.flatnonzero(mask) for mask in env.masks]
    return [int(ids[dice.below(len(ids))]) for ids in legal]


def settled(position: Any, dice: Dice) -> Any:
    """The position once chance and the clock have had their say."""
    while position.actor() in (CHANCE, CLOCK):
        if position.actor() == CHANCE:
            position.roll(dice)
        else:
            position.apply_choice(0)
    return position


@pytest.mark.parametrize(
    ("name", "options"), CASES, ids=lambda item: item if isinstance(item, str) else as_words(item)
)
def test_batch_rows_equal_games_of_checked_methods(name: str, options: Options) -> None:
    game = dogfight.load(name)
    assert isinstance(game, HasFeatures)
    space, actions = game.features(options), game.action_space(options)
    env = envs.batch(name, ROWS, options, seed=5)
    seats = range(len(game.seats(options)))
    dice = [Dice(5 + (row << 64)) for row in range(ROWS)]
    games = [settled(game.new(options), item) for item in dice]
    own = Dice(1)
    for _ in range(40):
        ids = drawn(env, own)
        env.step(np.array(ids))
        for row, id in enumerate(ids):
            at = games[row]
            actor = int(at.actor())
            game.play(at, actor, actions.action_of(at, actor, id))
            end = game.decision(settled(at, dice[row]))
            over = isinstance(end, Over)
            assert bool(env.dones[row]) == over
            assert env.rewards[row].tolist() == (
                list(end.payoffs) if isinstance(end, Over) else [0.0 for _ in seats]
            )
            games[row] = at = settled(game.new(options), dice[row]) if over else at
            actor = int(at.actor())
            assert env.seats[row] == actor
            assert (env.observations[row] == space.vector(at, actor)).all()
            assert (env.masks[row] == space.mask(game, at, actor)).all()


def state(env: Games) -> list[bytes]:
    return [
        array.tobytes()
        for array in (env.observations, env.masks, env.seats, env.rewards, env.dones)
    ]


@pytest.mark.parametrize("name", dogfight.names())
def test_batch_seed_gives_same_games_for_any_batch_size(name: str) -> None:
    small, large = envs.batch(name, 2, seed=9), envs.batch(name, 5, seed=9)
    for env in (small, large):
        env.play(30)
    assert (small.observations == large.observations[:2]).all() and (
        small.masks == large.masks[:2]
    ).all()
    first = state(small)
    small.reset(9)
    assert not small.dones.any() and not small.rewards.any()
    small.play(30)
    assert state(small) == first
    small.reset(10)
    small.play(30)
    assert state(small) != first


def test_finished_batch_games_restart_with_rewards() -> None:
    env = envs.batch("biplanes", 8, seed=1)
    ended = 0
    for _ in range(120):
        env.play()
        ended += int(env.dones.sum())
        assert (env.rewards[env.dones].sum(axis=1) == 1).all() and not env.rewards[~env.dones].any()
        assert env.masks.any(axis=1).all()
    assert ended >= 8


def test_arrays_are_windows_on_the_memory_of_the_compiled_side() -> None:
    env = envs.batch("squadrons", 4, seed=1, dtype="uint8")
    arrays = [env.observations, env.masks, env.seats, env.rewards, env.dones]
    before = [array.copy() for array in arrays]
    env.play(50)
    env.reset(2)
    env.play(1)
    now = [env.observations, env.masks, env.seats, env.rewards, env.dones]
    assert all(item is pair for item, pair in zip(arrays, now, strict=True))
    assert (arrays[0] != before[0]).any() and arrays[0].dtype == np.uint8
    assert not any(array.flags.writeable or array.flags.owndata for array in arrays)
    wide = envs.batch("squadrons", 4, seed=2)
    wide.play(1)
    assert wide.observations.dtype == np.float32 and (wide.observations == env.observations).all()
    assert not wide.observations.flags.writeable


@pytest.mark.parametrize(
    ("name", "options"), CASES, ids=lambda item: item if isinstance(item, str) else as_words(item)
)
def test_batch_uint8_and_float_observations_stay_equal(name: str, options: Options) -> None:
    wide, narrow = (
        envs.batch(name, 2, options, seed=3),
        envs.batch(name, 2, options, seed=3, dtype="uint8"),
    )
    for _ in range(10):
        wide.play(11)
        narrow.play(11)
        assert (wide.observations == narrow.observations).all() and (
            wide.masks == narrow.masks
        ).all()


def test_commit_second_seat_observes_nothing_of_first_choice() -> None:
    envs_ = [envs.batch("goofspiel", 1, seed=4) for _ in range(2)]
    for env, bid in zip(envs_, (1, 7), strict=True):
        assert env.seats[0] == 0
        env.step([bid])
        assert env.seats[0] == 1
    item, pair = envs_
    assert (item.observations == pair.observations).all() and (item.masks == pair.masks).all()


BAD_ACTIONS = [
    ([0, 0], r"expected ids of the shape \(3,\), one for each game, got the shape \(2,\)"),
    (0, r"got the shape \(\)"),
    ([[0], [0], [0]], r"got the shape \(3, 1\)"),
    ([0.0, 1.0, 2.0], "expected whole numbers as ids, got float64"),
    ([True, True, True], "expected whole numbers as ids, got bool"),
    (["a", "b", "c"], "expected whole numbers as ids"),
    ([[0], [1, 2], 3], "expected"),
    (np.array([2**63, 0, 0], np.uint64), "expected ids below 89"),
]


@pytest.mark.parametrize(("actions", "words"), BAD_ACTIONS)
def test_ids_of_the_wrong_kind_are_refused_and_nothing_is_played(actions: Any, words: str) -> None:
    env = envs.batch("biplanes", 3, seed=1)
    before = state(env)
    with pytest.raises(BadOption, match=words):
        env.step(actions)
    assert state(env) == before


def test_batch_masked_id_is_refused_and_no_game_advances() -> None:
    env, twin = (envs.batch("biplanes", 3, seed=1) for _ in range(2))
    fine = env.masks.argmax(axis=1)
    before = state(env)
    for row, wrong in ((2, int(env.masks[2].argmin())), (0, -1), (1, 89), (1, 10**12)):
        ids = fine.copy()
        ids[row] = wrong
        with pytest.raises(
            IllegalAction, match=rf"game {row}: expected one of the \d+ ids .* got {wrong}; nothing"
        ):
            env.step(ids)
        assert state(env) == before
    env.step(fine)
    twin.step(fine)
    assert state(env) == state(twin)


BAD_CALLS: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (("chess", 4), {}, "expected a game out of biplanes"),
    (("biplanes", 0), {}, "expected from 1 to 1048576 games, got 0"),
    (("biplanes", "4"), {}, "expected from 1 to"),
    (("biplanes", 4), {"options": {"mode": "peace"}}, "mode"),
    (("biplanes", 4), {"options": {"colour": 1}}, "no option 'colour'"),
    (("biplanes", 4), {"seed": -1}, "expected a whole number from 0"),
    (("biplanes", 4), {"seed": "1"}, "expected a whole number from 0"),
    (
        ("biplanes", 4),
        {"dtype": "float64"},
        "expected observations as float32 or uint8, got 'float64'",
    ),
]


@pytest.mark.parametrize(("args", "named", "words"), BAD_CALLS)
def test_unsupported_batch_is_refused_with_reason(args: Any, named: Any, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        envs.batch(*args, **named)


def test_whole_numbers_of_numpy_will_do() -> None:
    item, pair = (
        envs.batch("biplanes", np.int64(2), seed=np.uint8(3)),
        envs.batch("biplanes", 2, seed=3),
    )  # type: ignore[arg-type]
    item.play(np.int32(7))  # type: ignore[arg-type]
    pair.play(7)
    assert state(item) == state(pair) and type(item.count) is int


def test_batches_side_by_side_do_not_disturb_each_other() -> None:
    alone, item, other = (
        envs.batch("boots", 2, {"battle": "orchard"}, seed=seed) for seed in (1, 1, 2)
    )
    for _ in range(30):
        item.play()
        other.play()
    alone.play(30)
    assert state(alone) == state(item) != state(other)


def test_steps_and_seeds_of_the_wrong_kind_are_refused() -> None:
    env = envs.batch("goofspiel", 1)
    for wrong in (-1, 1.5, "2", True, 2**70):
        with pytest.raises(BadOption, match="expected a number of steps"):
            env.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="as the seed"):
        env.reset(-3)
    assert OVER not in env.seats
