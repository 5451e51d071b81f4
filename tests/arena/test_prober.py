"""A prober that knows a bot's strategy: what it takes from it, and whom it cannot probe."""

import json

import pytest
from typer.testing import CliRunner

import dogfight
from dogfight.cli.app import app
from dogfight.core.decision import acting
from dogfight.core.errors import BadOption
from dogfight.games.biplanes.ai.prober import Prober
from dogfight.games.biplanes.game import Biplanes
from dogfight.match.match import Match


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
    table = Match(probing.game, probing.options, seed=2)
    seat = acting(table.advance())[0]
    before = probing.game.notation.write(table.position)
    probing.answer(table, seat, 1)
    assert probing.game.notation.write(table.position) == before


def test_prober_refuses_unsupported_bots_and_modes() -> None:
    with pytest.raises(BadOption, match="states its strategy"):
        prober("random")
    with pytest.raises(BadOption, match="flies no missions"):
        prober("greedy", mode="bombing")


def test_probe_command_prints_score_interval_and_time() -> None:
    done = CliRunner().invoke(app, ["biplanes", "exploit", "medium", "--games", "3", "--json"])
    result = json.loads(done.stdout)
    assert (result["bot"], result["by"], result["games"]) == ("medium", "probe", 4)
    assert 0 <= result["low"] <= result["score"] <= result["high"] <= 1 and result["seconds"] >= 0
    words = CliRunner().invoke(app, ["biplanes", "exploit", "medium", "--games", "2"])
    assert "gets" in words.stdout and "95 %" in words.stdout
