"""Gymnasium's own test, on every game and mode; seats, opponents and ids."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from cases import CASES, SOAK, USUAL, case_id
from gymnasium.utils.env_checker import check_env

import dogfight
from dogfight import envs
from dogfight.core.options import Options
from dogfight.core.view import View
from dogfight.envs.gymnasium_env import OneSeat
from dogfight.envs.ids import gymnasium_id


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_every_mode_passes_the_test_of_gymnasium(name: str, options: Options) -> None:
    check_env(
        gymnasium.make(gymnasium_id(name), options=options, disable_env_checker=True).unwrapped
    )


@pytest.mark.parametrize("name", dogfight.names())
def test_every_game_has_gymnasium_id_and_plays_to_the_end(name: str) -> None:
    last = len(dogfight.load(name).seats(dogfight.load(name).options())) - 1
    env = gymnasium.make(gymnasium_id(name), seat=last, render_mode="ansi")
    seen, info = env.reset(seed=4)
    ended, reward = False, 0.0
    while not ended:
        assert seen in env.observation_space and info["action_mask"].any()
        seen, reward, ended, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        assert not cut
    assert (
        env.render() and 0.0 <= reward <= 1.0 and "result" in info and not info["action_mask"].any()
    )


def played(env: OneSeat, seed: int) -> list[Any]:
    """What a player who takes the first legal id is shown and told, to the end."""
    seen, info = env.reset(seed=seed)
    reported: list[Any] = []
    ended = False
    while not ended:
        reported.append((seen.tolist(), info["action_mask"].tolist()))
        seen, reward, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        reported.append(reward)
    return reported


@pytest.mark.parametrize("opponents", ["greedy:slip=40", ["random"], {"p2": "random"}])
def test_a_seed_repeats_the_game_with_the_opponents_choices(opponents: Any) -> None:
    env = envs.gymnasium("goofspiel", "p1", opponents)
    first = played(env, 9)
    assert first == played(env, 9) == played(envs.gymnasium("goofspiel", 0, opponents), 9)


class Last:
    """Takes the last legal action, and counts how often it was asked."""

    asked = 0

    def choose(self, view: View[Any]) -> int:
        self.asked += 1
        return view.legal[-1].action


def test_an_opponent_may_be_any_bot() -> None:
    last = Last()
    played(envs.gymnasium("goofspiel", opponents=last), 1)
    assert last.asked == 7


def test_masks_are_offered_as_sb3_looks_for_them() -> None:
    env = envs.gymnasium("goofspiel")
    _, info = env.reset(seed=1)
    assert env.action_masks().tolist() == info["action_mask"].tolist()


@pytest.mark.skipif(not SOAK, reason="long")
@pytest.mark.parametrize(("name", "options"), USUAL, ids=case_id)
@pytest.mark.parametrize("bot", ["greedy", "search:sims=50"])
def test_every_game_is_played_against_bots_that_think(
    name: str, options: Options, bot: str
) -> None:
    env = envs.gymnasium(name, opponents=bot, options=options)
    _, info = env.reset(seed=2)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
