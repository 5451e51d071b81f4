"""OpenSpiel's own random simulation and serialisation tests, on every game and mode; and that
its games are ours.
"""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from cases import CASES, SOAK, USUAL, case_id, late_position

import dogfight
from dogfight import envs
from dogfight.core.decision import Over
from dogfight.core.errors import BadOption
from dogfight.core.options import Options
from dogfight.envs import openspiel_game

TOGETHER = {"biplanes", "goofspiel", "paws", "starfighters"}
"""Games in which seats choose at the same time."""
OPEN = {"boots", "goofspiel", "squadrons"}
"""Games in which nothing is hidden but what is chosen at the same time."""


def is_solo(options: Options) -> bool:
    return options.get("solo") is True


def played(state: Any, rng: random.Random) -> Any:
    """A random game to the end."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1.0)
            state.apply_action(rng.choices(outcomes, odds)[0])
        elif state.is_simultaneous_node():
            state.apply_actions(
                [
                    rng.choice(state.legal_actions(seat) or [0])
                    for seat in range(state.num_players())
                ]
            )
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("turn_based", [False, True], ids=["together", "turn_based"])
@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_late_positions_pass_random_simulation_with_serializing(
    name: str, options: Options, turn_based: bool
) -> None:
    late = late_position(name, options, 5, 12)
    game = envs.openspiel(name, position=late, turn_based=turn_based)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "options"), CASES if SOAK else [("goofspiel", {}), ("biplanes", {})], ids=case_id
)
def test_whole_games_pass_random_simulation_with_serializing(name: str, options: Options) -> None:
    pyspiel.random_sim_test(
        envs.openspiel(name, options), num_sims=3 if SOAK else 1, serialize=True, verbose=False
    )


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_openspiel_game_type_matches_the_game(name: str, options: Options) -> None:
    rules = dogfight.load(name)
    kind, turns = (
        envs.openspiel(name, options, turn_based=number).get_type() for number in (False, True)
    )
    together = name in TOGETHER and not is_solo(options)
    assert (kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS) == together
    assert turns.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert (kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION) == (name in OPEN)
    assert (turns.information == pyspiel.GameType.Information.PERFECT_INFORMATION) == (
        name in OPEN - TOGETHER
    )
    assert (kind.utility == pyspiel.GameType.Utility.ZERO_SUM) == (len(rules.seats(options)) > 1)
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC


@pytest.mark.parametrize(("name", "options"), CASES if SOAK else USUAL, ids=case_id)
def test_returns_are_centred_shares_and_survive_serializing(name: str, options: Options) -> None:
    game = envs.openspiel(name, options)
    state = played(game.new_initial_state(), random.Random(1))
    end = state.moment.decision
    assert isinstance(end, Over)
    seats = game.num_players()
    even = 1 / seats if seats > 1 else 0.0
    assert state.returns() == pytest.approx([share - even for share in end.payoffs])
    game_again, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(game, state)
    )
    assert (
        str(game_again) == str(game)
        and str(again) == str(state)
        and again.returns() == state.returns()
    )
    assert again.information_state_string(0) == state.information_state_string(0)
    assert again.clone().history() == state.history()


def test_tensors_are_the_features_and_what_a_seat_remembers() -> None:
    game = envs.openspiel("goofspiel", {"cards": 4})
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    at = state.moment
    seen = np.asarray(state.observation_tensor(1), np.float32)
    assert (
        seen == at.kind.features.vector(at.position, 1)
    ).all() and seen.size == game.observation_tensor_size()
    known = np.asarray(state.information_state_tensor(1), np.float32)
    assert (
        known == at.recall.vector(at.position, 1)
    ).all() and known.size == game.information_state_tensor_size()
    assert state.observation_string(1) == at.kind.game.view(at.position, 1).as_json().decode()


def test_our_turns_and_those_of_openspiel_are_the_same_tree() -> None:
    from open_spiel.python.algorithms import get_all_states

    def leaves(game: Any) -> list[tuple[float, ...]]:
        states = get_all_states.get_all_states(
            game, depth_limit=-1, include_terminals=True, include_chance_states=True
        )
        return sorted(tuple(state.returns()) for state in states.values() if state.is_terminal())

    ours = leaves(envs.openspiel("goofspiel", {"cards": 3}, turn_based=True))
    theirs = leaves(pyspiel.convert_to_turn_based(envs.openspiel("goofspiel", {"cards": 3})))
    assert ours == theirs and len(ours) == 3 * 2 * (3 * 2) ** 2


def test_every_game_can_be_loaded_by_its_name_in_openspiel() -> None:
    for name in dogfight.names():
        short = openspiel_game.short_name(name)
        assert short in pyspiel.registered_names()
        assert pyspiel.load_game(short).get_type().short_name == short


def test_a_state_is_read_back_in_another_process() -> None:
    game = envs.openspiel("biplanes")
    state = played(game.new_initial_state(), random.Random(2))
    text = pyspiel.serialize_game_and_state(game, state)
    code = (
        "import sys, pyspiel, dogfight.envs.openspiel_game\n"
        "game, state = pyspiel.deserialize_game_and_state(sys.stdin.read())\n"
        "print(state, state.returns(), sep='\\n')"
    )
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [str(state), str(state.returns())]


PARAMETERS: list[tuple[str, dict[str, Any]]] = [
    ("dogfight_goofspiel_v1(cards=4)", {"cards": 4}),
    ("dogfight_starfighters_v1(players=3)", {"players": 3, "first": "random"}),
    ("dogfight_boots_v2(battle=hill)", {"battle": "hill"}),
    ("dogfight_paws_v2(players=2,timer=0)", {"players": 2, "teams": 2, "mode": "day", "timer": 0}),
    ("dogfight_biplanes_v1(board=alt,turn_based=True)", {"board": "alt", "p2": "blue"}),
    ("dogfight_biplanes_v1(mode=bombing,solo=True)", {"mode": "bombing", "solo": True}),
]


@pytest.mark.parametrize(("text", "expected"), PARAMETERS)
def test_options_are_parameters(text: str, expected: dict[str, Any]) -> None:
    game = pyspiel.load_game(text)
    assert expected.items() <= game.kind.options.items()
    assert str(pyspiel.load_game(str(game))) == str(game)
    same = envs.openspiel(game.kind.game.name, game.kind.options)
    assert same.kind.options == game.kind.options


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_every_set_of_options_is_read_back(name: str, options: Options) -> None:
    game = envs.openspiel(name, options)
    assert game.kind.options == options
    assert pyspiel.load_game(str(game)).kind.options == options


def test_parameters_that_are_no_options_are_refused() -> None:
    with pytest.raises(BadOption, match="option cards: expected a whole number from 2 to 13"):
        pyspiel.load_game("dogfight_goofspiel_v1(cards=99)")
    with pytest.raises(BadOption, match="expected options one by one, or all of them as"):
        pyspiel.load_game("dogfight_goofspiel_v1(cards=4,options=cards%3D5)")
