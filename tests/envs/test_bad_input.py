"""Whatever is wrong is refused in words that say what was expected, and nothing is half done."""

from typing import Any

import gymnasium as gym
import numpy as np
import pyspiel
import pytest

from dogfight import envs
from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.view import View

MAKERS = [envs.pettingzoo, envs.parallel, envs.gymnasium, envs.openspiel]
WRONG = [-1, 14, 10**30, "3", None, 1.0, True, np.array([1]), np.array([[1, 2]]), [1]]
"""What is no id of Goofspiel."""


@pytest.mark.parametrize("make", MAKERS)
def test_unknown_games_and_options_are_named(make: Any) -> None:
    with pytest.raises(BadOption, match=r"expected a game out of biplanes, .*; got 'chess'"):
        make("chess")
    with pytest.raises(BadOption, match="goofspiel has no option 'colour' here; expected cards"):
        make("goofspiel", options={"colour": "red"})
    with pytest.raises(
        BadOption, match="option cards: expected a whole number from 2 to 13, got 99"
    ):
        make("goofspiel", options={"cards": 99})


@pytest.mark.parametrize("make", [*MAKERS, lambda name, options=None: envs.batch(name, 1, options)])
def test_wrong_types_of_game_and_options_are_refused(make: Any) -> None:
    for wrong in (None, 3, ["goofspiel"]):
        with pytest.raises(BadOption, match="expected the name of a game"):
            make(wrong)
    for wrong in ("cards=3", ["cards"], 3):
        with pytest.raises(
            BadOption, match="expected options as a dict of their names and values, got"
        ):
            make("goofspiel", options=wrong)


def test_unknown_ids_of_gymnasium_name_the_nearest() -> None:
    with pytest.raises(gym.error.NameNotFound, match="Did you mean: `Biplanes`"):
        gym.make("dogfight/Biplane-v1")
    with pytest.raises(gym.error.VersionNotFound, match="v1"):
        gym.make("dogfight/Biplanes-v99")


def test_unknown_seats_opponents_and_modes_are_named() -> None:
    for seat in ("p3", 2, -1, None, True):
        with pytest.raises(BadOption, match="expected a seat out of p1, p2 or from 0 to 1"):
            envs.gymnasium("goofspiel", seat)  # type: ignore[arg-type]
    for bot in ("nobody", "search:depth=3"):
        with pytest.raises(BadOption, match="expected a bot out of random, "):
            envs.gymnasium("goofspiel", opponents=bot)
    for items in (["random", "random"], [], {"p1": "random"}, {}, 3):
        with pytest.raises(
            BadOption, match="expected a bot for all other seats, or one for each of p2"
        ):
            envs.gymnasium("goofspiel", opponents=items)  # type: ignore[arg-type]
    with pytest.raises(
        BadOption, match=r"expected the name of a bot, or a bot with choose\(view\)"
    ):
        envs.gymnasium("goofspiel", opponents=[3])  # type: ignore[list-item]
    with pytest.raises(BadOption, match="expected illegal to be lose or error; got 'pass'"):
        envs.gymnasium("goofspiel", illegal="pass")  # type: ignore[arg-type]
    for make in (envs.pettingzoo, envs.parallel, envs.gymnasium):
        with pytest.raises(
            BadOption,
            match="expected a render mode out of ansi, svg, rgb_array or none; got 'human'",
        ):
            make("goofspiel", render_mode="human")
    with pytest.raises(BadOption, match="expected a seat out of p1, p2"):
        envs.pettingzoo("goofspiel", viewer="p9")
    with pytest.raises(BadOption, match="expected an agent out of p1, p2; got 'p9'"):
        envs.pettingzoo("goofspiel").observation_space("p9")


def test_an_environment_has_to_be_reset_first() -> None:
    with pytest.raises(IllegalAction, match=r"expected reset\(\)"):
        envs.pettingzoo("goofspiel").step(1)
    with pytest.raises(IllegalAction, match=r"expected reset\(\)"):
        envs.parallel("goofspiel").step({"p1": 1, "p2": 1})
    with pytest.raises(IllegalAction, match=r"expected reset\(\)"):
        envs.gymnasium("goofspiel").step(1)
    with pytest.raises(IllegalAction, match=r"expected reset\(\)"):
        envs.pettingzoo("goofspiel").last()


def test_a_closed_environment_plays_on_after_a_reset_only() -> None:
    env = envs.gymnasium("goofspiel")
    env.reset(seed=1)
    record = env.play.table.record.to_text()
    env.close()
    env.close()
    with pytest.raises(IllegalAction, match=r"the environment was closed; expected reset\(\)"):
        env.step(1)
    assert env.play.table.record.to_text() == record
    env.reset(seed=1)
    env.step(1)


@pytest.mark.parametrize("id", WRONG, ids=repr)
def test_wrong_type_of_id_is_refused_and_changes_nothing(id: Any) -> None:
    words = "expected the id of an action, a whole number from 0 to 13; got"
    turns = envs.pettingzoo("goofspiel")
    turns.reset(seed=1)
    record = turns.play.table.record.to_text()
    with pytest.raises(IllegalAction, match=words):
        turns.step(id)
    assert turns.play.table.record.to_text() == record and turns.agent_selection == "p1"
    at_once = envs.parallel("goofspiel")
    at_once.reset(seed=1)
    with pytest.raises(IllegalAction, match=words):
        at_once.step({"p1": 1, "p2": id})
    assert at_once.play.table.record.to_text() == record, "the first bid was not laid either"
    one_seat = envs.gymnasium("goofspiel")
    one_seat.reset(seed=1)
    with pytest.raises(IllegalAction, match=words):
        one_seat.step(id)
    assert one_seat.play.table.record.to_text() == record


def test_a_masked_out_id_is_refused_with_those_that_would_do() -> None:
    words = r"expected an id that the mask of p\d allows: 2 \(2\), 3 \(3\); got 1 \(1\) \[GO-2.2\]"
    turns, at_once = (
        envs.pettingzoo("goofspiel", {"cards": 3}),
        envs.parallel("goofspiel", {"cards": 3}),
    )
    turns.reset(seed=1)
    at_once.reset(seed=1)
    at_once.step({"p1": 1, "p2": 1})
    for _ in range(2):
        turns.step(1)
    for env, act in (
        (turns, lambda: turns.step(1)),
        (at_once, lambda: at_once.step({"p1": 2, "p2": 1})),
    ):
        record = env.play.table.record.to_text()
        with pytest.raises(IllegalAction, match=words):
            act()
        assert env.play.table.record.to_text() == record


def test_gymnasium_masked_id_is_refused_or_loses_the_game() -> None:
    strict = envs.gymnasium("goofspiel", illegal="error")
    strict.reset(seed=1)
    record = strict.play.table.record.to_text()
    with pytest.raises(
        IllegalAction, match=r"expected an id that the mask of p1 allows: 1 \(1\), .*; got 0 \(0\)"
    ):
        strict.step(0)
    assert strict.play.table.record.to_text() == record
    strict.step(3)
    usual = envs.gymnasium("goofspiel")
    usual.reset(seed=1)
    _, reward, ended, cut, info = usual.step(0)
    assert (reward, ended, cut) == (0.0, True, False)
    assert info["illegal"].startswith("expected an id that the mask of p1 allows")
    assert usual.play.table.record.to_text() == record
    with pytest.raises(IllegalAction, match=r"the game is over; expected reset\(\)"):
        usual.step(3)
    usual.reset(seed=1)
    usual.step(3)


def test_a_finished_game_takes_no_further_action() -> None:
    turns, at_once = (
        envs.pettingzoo("goofspiel", {"cards": 2}),
        envs.parallel("goofspiel", {"cards": 2}),
    )
    turns.reset(seed=1)
    at_once.reset(seed=1)
    for id in (1, 1, 2, 2, None, None):
        turns.step(id)
    with pytest.raises(IllegalAction, match=r"every agent is done; expected reset\(\)"):
        turns.step(1)
    for id in (1, 2):
        at_once.step({"p1": id, "p2": id})
    with pytest.raises(IllegalAction, match=r"the game is over; expected reset\(\)"):
        at_once.step({"p1": 1, "p2": 1})
    alone = envs.gymnasium("goofspiel", options={"cards": 2})
    alone.reset(seed=1)
    alone.step(1)
    alone.step(2)
    with pytest.raises(IllegalAction, match=r"the game is over; expected reset\(\)"):
        alone.step(1)
    turns.reset(seed=1)
    for id in (1, 1, 2, 2):
        turns.step(id)
    with pytest.raises(ValueError, match="dead"):
        turns.step(1)


def test_parallel_step_error_names_missing_and_unknown_agents() -> None:
    env = envs.parallel("goofspiel")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="expected an action of each of p1, p2; got none of p2"):
        env.step({"p1": 1})
    with pytest.raises(BadOption, match="expected an agent out of p1, p2; got 'p3'"):
        env.step({"p1": 1, "p2": 1, "p3": 1})
    with pytest.raises(IllegalAction, match="expected a dict of agents and ids, got list"):
        env.step([1, 1])  # type: ignore[arg-type]


def test_reset_refuses_options_and_negative_seeds() -> None:
    with pytest.raises(BadOption, match="expected no options at reset"):
        envs.gymnasium("goofspiel").reset(options={"cards": 3})
    for env in (
        envs.gymnasium("goofspiel"),
        envs.pettingzoo("goofspiel"),
        envs.parallel("goofspiel"),
    ):
        with pytest.raises(gym.error.Error, match="greater or equal to zero, actual value: -1"):
            env.reset(seed=-1)


class Cheat:
    """Plays what it must not."""

    def choose(self, view: View[Any]) -> int:
        return 99


def test_illegal_opponent_action_raises_and_undoes_the_step() -> None:
    env = envs.gymnasium("goofspiel", opponents=Cheat())
    env.reset(seed=1)
    record = env.play.table.record.to_text()
    with pytest.raises(IllegalAction, match="got action 99"):
        env.step(1)
    assert env.play.table.record.to_text() == record and env.action_masks().sum() == 7


def test_openspiel_refuses_in_the_same_words() -> None:
    with pytest.raises(BadOption, match="expected options or a position, which has its own"):
        envs.openspiel("goofspiel", {"cards": 3}, position="{}")
    with pytest.raises(BadOption, match="expected a position in notation, a text, got 3"):
        envs.openspiel("goofspiel", position=3)  # type: ignore[arg-type]
    with pytest.raises(BadNotation, match="expected a position of goofspiel"):
        envs.openspiel("goofspiel", position="nonsense")
    state = envs.openspiel("goofspiel", {"cards": 2}).new_initial_state()
    with pytest.raises(IllegalAction, match="a whole number from 0 to 1; got 5"):
        state.apply_action(5)
    state.apply_action(0)
    with pytest.raises(IllegalAction, match=r"expected of p2 one of 1 \(1\), 2 \(2\); got 7"):
        state.apply_actions([1, 7])
    assert len(state.history()) == 1
    for _ in range(2):
        state.apply_actions([state.legal_actions(0)[0], state.legal_actions(1)[0]])
        if state.is_chance_node():
            state.apply_action(0)
    assert state.is_terminal()
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply_action(0)
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("dogfight_goofspiel_v1(colour=red)")
