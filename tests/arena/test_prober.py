"""A prober that knows a bot's strategy: what it takes from it, and whom it cannot probe."""

import json

import pytest
from typer.testing import CliRunner

import dogfight
from dogfight.cli import app
from dogfight.core.decision import acting
from dogfight.core.errors import BadOption
from dogfight.core.table import Table
from dogfight.games.biplanes.ai.prober import Prober
from dogfight.games.biplanes.game import Biplanes


def prober(bot: str, **options: str) -> Prober:
    game = dogfight.load("biplanes")
    assert isinstance(game, Biplanes)
    return Prober(game, game.options(options), bot)


def test_prober_scores_above_half_against_fixed_policy() -> None:
    probing = prober("greedy")
    shares = [probing.deal(seed) for seed in range(5)]
    assert sum(shares) / len(shares) > 0.6


@pytest.mark.parametrize(
    "options", [{"p1": "white", "p2": "black", "board": "alt"}, {"p1": "brown", "p2": "pick"}]
)
def test_prober_answers_every_phase_without_changing_table(options: dict[str, str]) -> None:
    probing = prober("greedy", **options)
    assert 0 <= probing.deal(1) <= 1
    table = Table(probing.game, probing.options, seed=2)
    seat = acting(table.settle())[0]
    before = probing.game.write(table.position)
    probing.answer(table, seat, 1)
    assert probing.game.write(table.position) == before


def test_prober_refuses_unsupported_bots_and_modes() -> None:
    with pytest.raises(BadOption, match="states its strategy"):
        prober("random")
    with pytest.raises(BadOption, match="flies no missions"):
        prober("greedy", mode="bombing")


def test_probe_command_prints_score_interval_and_time() -> None:
    done = CliRunner().invoke(app, ["biplanes", "exploit", "medium", "--games", "3", "--json"])
    found = json.loads(done.stdout)
    assert (found["bot"], found["by"], found["games"]) == ("medium", "probe", 4)
    assert 0 <= found["low"] <= found["score"] <= found["high"] <= 1 and found["seconds"] >= 0
    words = CliRunner().invoke(app, ["biplanes", "exploit", "medium", "--games", "2"])
    assert "gets" in words.stdout and "95 %" in words.stdout
