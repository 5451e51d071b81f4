"""Small classics from outside: contract, known values, solutions and how bots play them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dogfight
from dogfight import envs
from dogfight.bots import solutions
from dogfight.bots.cfr import CfrPlus
from dogfight.bots.game_tree import GameTree
from dogfight.bots.hints import opinions
from dogfight.bots.registry import make_bot
from dogfight.bots.search import SearchBot
from dogfight.cli.app import app
from dogfight.core import registry
from dogfight.core.dice import Dice
from dogfight.core.errors import Unsolved
from dogfight.envs.best_response import exactly, nash_conv
from dogfight.envs.ids import gymnasium_id, register_ids
from dogfight.match.match import Match
from dogfight.testing.checks import CHECKS

FOLDER = Path(__file__).parents[2] / "examples" / "classics"
FILES = {name: FOLDER / f"{name}.py" for name in ("kuhn", "leduc", "liars_dice")}
COMPILED = not (dogfight.core.position.__file__ or "").endswith(".py")
VALUES = [
    pytest.param("kuhn", {}, 0.5 - 1 / 72, id="kuhn"),
    pytest.param("leduc", {}, 0.5 - 0.0856 / 26, id="leduc"),
    pytest.param("liars_dice", {"faces": 4}, 0.4375, id="liars_dice-4"),
    pytest.param("goofspiel", {"cards": 3}, 0.5, id="goofspiel-3"),
]
SIZES = [
    pytest.param("kuhn", {}, 58, 12, 0.2292, id="kuhn"),
    pytest.param("leduc", {}, 9457, 936, 0.1826, id="leduc"),
    pytest.param("liars_dice", {"faces": 4}, 6133, 512, 0.8044, id="liars_dice-4"),
]
"""Nodes and information states with an alternative, and NashConv of random players."""


@pytest.fixture(autouse=True)
def classics(own_registry: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are registered, and solutions are kept in a folder of the test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(solutions, "_known", {})
    for file in FILES.values():
        registry.load_plugin(str(file))


@pytest.mark.parametrize("name", FILES)
def test_classic_passes_the_contract(name: str) -> None:
    game = dogfight.load(name)
    for check in CHECKS:
        check(game, game.options(), 1)


@pytest.mark.parametrize(("name", "options", "value"), VALUES)
def test_solution_has_the_known_value(name: str, options: dict[str, Any], value: float) -> None:
    game = dogfight.load(name)
    solution = solutions.solve_game(game, game.options(options))
    assert solution.shares[0] == pytest.approx(value, abs=0.001)
    assert sum(solution.shares) == pytest.approx(1)
    assert 0 <= solution.nash_conv <= solutions.GAP


@pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")
def test_liars_dice_with_six_faces_is_worth_0_444() -> None:
    game = dogfight.load("liars_dice")
    solution = solutions.solve_game(game, game.options())
    assert solution.shares[0] == pytest.approx(0.4444, abs=0.001)


@pytest.mark.parametrize(("name", "options", "nodes", "states", "gap"), SIZES)
def test_tree_has_the_known_size_and_exploitability(
    name: str, options: dict[str, Any], nodes: int, states: int, gap: float
) -> None:
    tree = tree_of(name, options)
    assert (tree.nodes, tree.states) == (nodes, states)
    assert nash_conv(tree, tree.even()) == pytest.approx(gap, abs=0.0001)


def tree_of(name: str, options: dict[str, Any]) -> GameTree:
    game = dogfight.load(name)
    return solutions.whole_tree(game, game.options(options))


def test_kuhn_solution_is_an_equilibrium_of_the_book() -> None:
    tree = tree_of("kuhn", {})
    cfr = CfrPlus(tree)
    cfr.run(2000)
    solution = cfr.solution()
    # player 1 bets the 3 three times as often as the 1, and never the 2
    bets = {}
    for state in range(tree.states):
        if tree.seat_of[state] == 0 and tree.previous[state] < 0:
            card = tree.walker_at(tree.node_of[state]).position.state.hands[0][0]
            bets[card] = solution[tree.first_action[state] + 1]
    assert bets[2] == pytest.approx(0, abs=0.01)
    assert bets[3] == pytest.approx(3 * bets[1], abs=0.05)


def test_node_position_is_played_again() -> None:
    tree = tree_of("kuhn", {})
    for node in range(tree.nodes):
        position = tree.walker_at(node).position
        assert position.actor() == tree.actor[node]
        if tree.state[node] >= 0:
            assert position.information_key(tree.actor[node]) == tree.keys[tree.state[node]]


# --- bots that play it ---------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["hard", "search:sims=50"])
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_hard_plays_the_solution(name: str, bot: str) -> None:
    result = exactly(name, "", bot, seeds=1)
    assert result.nash_conv <= 0.001


def test_bot_tells_views_apart_by_what_it_did() -> None:
    """Views of Liar's Dice show the last bid alone; what was bid before makes the difference."""
    result = exactly("liars_dice", "", "hard", seeds=1, options={"faces": 4})
    assert result.nash_conv <= 0.001


def test_solution_can_be_switched_off() -> None:
    assert exactly("kuhn", "", "search:sims=50,solve=no", seeds=2).nash_conv > 0.01


def test_hint_states_the_solution() -> None:
    game = dogfight.load("kuhn")
    table = Match(game, seed=2)
    table.advance()
    estimates = opinions("hard", 1, table.view(0), game)
    again = opinions("hard", 99, table.view(0), game)
    assert estimates == again
    assert sum(entry.chance for entry in estimates) == pytest.approx(1)
    assert all(0 <= entry.value <= 1 for entry in estimates)


def test_whole_games_of_the_solution_have_its_value() -> None:
    game = dogfight.load("kuhn")
    games = 400
    total = 0.0
    for seed in range(games):
        table = Match(game, seed=seed)
        bots = [make_bot("hard", seed * 2 + seat, game) for seat in (0, 1)]
        total += table.run(bots).payoffs[0]
    assert total / games == pytest.approx(0.4861, abs=0.06)


def test_view_that_a_solution_does_not_know_is_searched() -> None:
    game = dogfight.load("kuhn")
    table = Match(game, seed=2)
    table.advance()
    solution = solutions.solve_game(game, game.options())
    player = solutions.SolutionPlayer(
        game, solutions.msgspec.structs.replace(solution, looks=[0] * solution.states)
    )
    assert player.estimates(table.view(0)) is None


def test_large_games_are_not_delayed() -> None:
    for name in dogfight.names():
        game = dogfight.load(name)
        for options in game.samples():
            began = time.process_time()
            small = solutions.is_small(game, options, solutions.AT_ONCE)
            assert time.process_time() - began < (0.1 if COMPILED else 1)
            assert name in FILES or not small


def test_too_large_game_is_refused() -> None:
    game = dogfight.load("goofspiel")
    with pytest.raises(Unsolved, match="at most 2,000,000 moments"):
        solutions.solve_game(game, game.options())
    with pytest.raises(Unsolved, match="at most 100 moments"):
        solutions.solve_game(dogfight.load("leduc"), {}, most_nodes=100)


# --- the command and what it keeps ---------------------------------------------------------------


def run(*words: str) -> str:
    done = CliRunner().invoke(app, [*words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_solve_command_prints_value_and_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reported = run("solve", "kuhn")
    assert "Player 1 (p1) gets 0.4861 in best play" in reported
    assert "58 moments and 12 information states" in reported
    (file,) = solutions.folder().iterdir()
    monkeypatch.setattr(solutions, "_known", {})
    monkeypatch.setattr(solutions, "solve_game", None)  # a second call reads what is kept
    result = json.loads(run("solve", "kuhn", "--json"))
    assert result["shares"]["p1"] == pytest.approx(0.4861, abs=0.001)
    file.write_bytes(b"broken")
    monkeypatch.setattr(solutions, "_known", {})
    assert solutions.kept(dogfight.load("kuhn"), {}) is None


def test_solutions_differ_by_options_and_code() -> None:
    game = dogfight.load("liars_dice")
    keys = {solutions.solution_key(game, game.options({"faces": n})) for n in (2, 3, 4)}
    keys.add(solutions.solution_key(dogfight.load("kuhn"), {}))
    assert len(keys) == 4


def test_exploit_command_works_from_the_start() -> None:
    reported = run("exploit", "kuhn", "medium", "--seeds", "2")
    assert "58 moments and 12 information states" in reported
    assert "mean strategy of 2 seeds" in reported


def test_apostrophe_in_a_title_breaks_no_environment() -> None:
    register_ids()
    assert gymnasium_id("liars_dice") == "dogfight/LiarsDice-v1"
    assert gymnasium_id("leduc") == "dogfight/LeducHoldem-v1"
    env = envs.gymnasium("liars_dice", seat=0, opponents="random")
    env.reset(seed=1)


def test_search_of_seen_position_is_independent_of_secrets() -> None:
    """What best play answers hangs on the view alone."""
    game = dogfight.load("leduc")
    table = Match(game, seed=5)
    table.advance()
    view = table.view(0)
    for seed in range(4):
        twin = game.view(game.views.imagine(view, Dice(seed)), 0)
        assert SearchBot(1, sims=8, game=game).opinions(twin) == SearchBot(
            1, sims=8, game=game
        ).opinions(view)
