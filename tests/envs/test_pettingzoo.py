"""PettingZoo's own tests, on every game and mode; and that both forms are the same game."""

from typing import Any

import numpy as np
import pytest
from cases import CASES, SOAK, USUAL, case_id, random_ids
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import dogfight
from dogfight import envs
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.match.record import parse
from dogfight.match.replay import verify

CYCLES = 1000 if SOAK else 8


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_both_forms_pass_the_tests_of_pettingzoo(name: str, options: Options) -> None:
    api_test(envs.pettingzoo(name, options), num_cycles=CYCLES)
    parallel_api_test(envs.parallel(name, options), num_cycles=CYCLES)
    seed_test(lambda: envs.pettingzoo(name, options), num_cycles=CYCLES)
    parallel_seed_test(lambda: envs.parallel(name, options), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "options"), CASES if SOAK else USUAL, ids=case_id)
def test_both_forms_play_the_same_game_to_the_end(name: str, options: Options) -> None:
    at_once, in_turns = envs.parallel(name, options), envs.pettingzoo(name, options)
    seen, infos = at_once.reset(seed=11)
    in_turns.reset(seed=11)
    assert {agent: info["team"] for agent, info in infos.items()} == {
        item.name: item.side for item in dogfight.load(name).seats(options)
    }
    dice, rewards = Dice(3), dict[str, float]()
    chosen: dict[str, list[int]] = {agent: [] for agent in at_once.agents}
    while at_once.agents:
        ids = {
            at_once.possible_agents[seat]: id for seat, id in random_ids(at_once.play, dice).items()
        }
        seen, rewards, ended, _, infos = at_once.step(ids)
        for agent, id in ids.items():
            chosen[agent].append(id)
        while chosen[in_turns.agent_selection]:
            in_turns.step(chosen[in_turns.agent_selection].pop(0))
    assert (
        in_turns.rewards == rewards and all(ended.values()) and all(in_turns.terminations.values())
    )
    assert sum(rewards.values()) == pytest.approx(1.0) or len(rewards) == 1
    assert all("result" in info for info in infos.values())
    assert not any(item["action_mask"].any() for item in seen.values())
    assert at_once.play.table.position == in_turns.play.table.position
    assert (
        verify(at_once.play.game, parse(at_once.play.table.record.to_text())) == at_once.play.over
    )


def test_parallel_commit_is_one_step_and_open_choice_one_agent() -> None:
    cards = envs.parallel("goofspiel", {"cards": 3})
    cards.reset(seed=1)
    cards.step({"p1": 3, "p2": 1})
    assert len(cards.play.table.record.moves) == 4, "a prize, two bids, a prize"
    planes = envs.parallel("squadrons")
    seen, _ = planes.reset(seed=1)
    actor = next(agent for agent, item in seen.items() if item["action_mask"].any())
    other = next(agent for agent in planes.agents if agent != actor)
    id = int(np.flatnonzero(seen[actor]["action_mask"])[0])
    planes.step({actor: id, other: 0})
    item, pair = envs.parallel("squadrons"), envs.parallel("squadrons")
    for env, supplied in ((item, {actor: id}), (pair, {actor: np.int64(id), other: 31})):
        env.reset(seed=1)
        env.step(supplied)
        assert env.play.table.record.to_text() == planes.play.table.record.to_text()


def test_seed_matches_table_draws_and_seeds_following_games() -> None:
    def games(seed: int) -> list[Any]:
        env = envs.pettingzoo("goofspiel")
        env.reset(seed=seed)
        first = env.observe("p1")["observation"].tolist()
        env.reset()
        return [first, env.play.table.record.to_text()]

    assert games(5) == games(5) and games(5)[1] != games(6)[1]
    table = dogfight.Match(dogfight.load("goofspiel"), seed=5)
    table.advance()
    env = envs.pettingzoo("goofspiel")
    env.reset(seed=5)
    assert env.play.table.record.to_text() == table.record.to_text()


def test_a_sample_without_a_mask_is_drawn_from_what_is_legal() -> None:
    env = envs.pettingzoo("squadrons")
    env.reset(seed=2)
    space = env.action_space(env.agent_selection)
    space.seed(1)
    legal = set(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist())
    assert {int(space.sample()) for _ in range(200)} == legal


def test_text_shows_the_public_table_or_that_of_a_seat() -> None:
    public = envs.pettingzoo("goofspiel", render_mode="ansi")
    public.reset(seed=1)
    assert "prize" in str(public.render())
    assert envs.pettingzoo("goofspiel").render() is None
