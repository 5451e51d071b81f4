"""The level `ace`: a network in dogfights of Biplanes, exact in the last round, and search in
everything else.
"""

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

import dogfight
from dogfight.bots.hints import opinions
from dogfight.bots.random import RandomBot
from dogfight.bots.registry import bot_names, make_bot
from dogfight.core.decision import Over, acting
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.view import View
from dogfight.games.biplanes.ai.exploitation import OPEN
from dogfight.games.biplanes.ai.learned_bot import LearnedBot
from dogfight.games.biplanes.ai.training.policy import SHIPPED, Policy
from dogfight.games.biplanes.data import PLANES
from dogfight.match.match import Match

MOST_BYTES = 2_000_000


def ace(seed: int = 1, **more: Any) -> LearnedBot:
    return LearnedBot(seed, seconds=0.01, **more)


def view_in(phase: str, seed: int = 0, **options: str) -> View[Any]:
    """The view of a seat that is asked in the first such phase of a random game."""
    game = dogfight.load("biplanes")
    for number in range(seed, seed + 200):
        table = Match(game, game.options(options), seed=number)
        bots = [RandomBot(number), RandomBot(number + 1)]
        while not isinstance(decision := table.advance(), Over):
            seats = acting(decision)
            if table.view(seats[0]).board.phase == phase and len(table.view(seats[0]).legal) > 1:
                return table.view(seats[0])
            table.play(seats[0], bots[seats[0]].choose(table.view(seats[0])))
    raise AssertionError(f"no {phase} was met")


def test_ace_is_the_highest_level() -> None:
    assert bot_names()[-1] == "ace" and isinstance(make_bot("ace", 1), LearnedBot)
    for wrong in (
        "learned",
        "learned:time=0s",
        "learned:time=1s,wit=3",
        "learned:time=1s,looks=1001",
        "ace:time=1s",
    ):
        with pytest.raises(BadOption, match="expected a bot out of"):
            make_bot(wrong, 1)


@pytest.mark.parametrize("board", ["main", "alt"])
@pytest.mark.parametrize("plane", PLANES)
def test_it_plays_every_biplane_on_both_boards(board: str, plane: str) -> None:
    game = dogfight.load("biplanes")
    enemy = PLANES[(PLANES.index(plane) + 1) % len(PLANES)]
    table = Match(game, game.options({"board": board, "p1": plane, "p2": enemy}), seed=3)
    bots = [ace(1), RandomBot(2)]
    while not isinstance(decision := table.advance(), Over):
        if table.position.round == 3:
            return
        for seat in acting(decision):
            view = table.view(seat)
            assert seat or bots[0].has_learned(view)
            table.play(seat, bots[seat].choose(view))


@pytest.mark.parametrize(
    ("phase", "options"),
    [
        ("mulligan", {"p1": "white"}),
        ("plan", {}),
        ("answer", {"p1": "white"}),
        ("lose", {"p1": "black"}),
    ],
)
def test_its_chances_are_a_mixed_strategy_over_all_legal_actions(
    phase: str, options: dict[str, str]
) -> None:
    view = view_in(phase, **options)
    result = ace().opinions(view)
    assert [item.action for item in result] == [entry.action for entry in view.legal]
    assert sum(item.chance for item in result) == pytest.approx(1.0) and all(
        0 <= item.chance <= 1 for item in result
    )
    assert len({item.value for item in result}) == 1 and 0 <= result[0].value <= 1
    assert ace().opinions(view) == result == opinions("ace", 5, view), (
        "what it thinks depends on the view alone"
    )


def test_bd_4_2_learned_search_shifts_policy_to_higher_values() -> None:
    view = view_in("plan", seed=3)
    network, ahead = ace().opinions(view), ace(looks=32).opinions(view)
    assert ace(7, looks=32).opinions(view) == ahead, "what it thinks depends on the view alone"
    assert sum(item.chance for item in ahead) == pytest.approx(1.0) and len(
        {item.value for item in ahead}
    ) == len(ahead)
    leaning = [
        pair.chance / (item.chance + OPEN) for item, pair in zip(network, ahead, strict=True)
    ]
    order = sorted(range(len(ahead)), key=lambda at: ahead[at].value)
    assert [leaning[at] for at in order] == sorted(leaning) and leaning[order[0]] < 1 < leaning[
        order[-1]
    ]
    for phase in ("show", "answer"):  # [BD-18.4] white's enemy commits first, then white
        shown = view_in(phase, p1="white", p2="red")
        assert len({opinion.value for opinion in ace(looks=2).opinions(shown)}) > 1
    few = make_bot("learned:time=1s,looks=2", 1)
    assert isinstance(few, LearnedBot) and few.looks == 2 and few.opinions(view) != ahead


def test_bd_1_14_learned_opinions_ignore_hidden_enemy_tiles() -> None:
    game = dogfight.load("biplanes")
    view = view_in("plan")
    imagined = [game.views.imagine(view, Dice(seed)) for seed in range(4)]
    assert len({game.notation.write(item) for item in imagined}) == 4
    for bot in (ace(), ace(looks=8)):
        assert all(
            bot.opinions(game.view(item, view.seat)) == bot.opinions(view) for item in imagined
        )


@pytest.mark.parametrize("plane", ["black", "white"])
def test_bd_18_4_learned_search_finishes_games_of_each_plane(plane: str) -> None:
    game = dogfight.load("biplanes")
    table = Match(game, game.options({"p1": plane, "p2": "brown", "board": "alt"}), seed=5)
    assert sum(table.run([ace(1, looks=2), ace(2, looks=2)]).payoffs) == 1


def test_it_draws_by_its_chances_and_repeats_itself_for_a_seed() -> None:
    view = view_in("plan")
    drawn = [ace(seed).choose(view) for seed in range(300)]
    assert drawn == [ace(seed).choose(view) for seed in range(300)]
    often = Counter(drawn)
    for opinion in ace().opinions(view):
        assert often[opinion.action] / 300 == pytest.approx(opinion.chance, abs=0.12)


def test_bd_10_6_the_last_round_is_worked_out() -> None:
    game = dogfight.load("biplanes")
    for number in range(200):
        table = Match(game, seed=number)
        bots = [RandomBot(number), RandomBot(number + 1)]
        while not isinstance(decision := table.advance(), Over):
            seat = acting(decision)[0]
            view = table.view(seat)
            if view.board.round == 3 and view.board.turn >= 4 and len(view.legal) > 1:
                assert [
                    (opinion.chance, opinion.value) for opinion in ace().opinions(view)
                ] == game.solved(view)
                ahead = ace(looks=8).opinions(view)
                assert sum(item.chance for item in ahead) == pytest.approx(1.0) and all(
                    item.chance for item in ahead
                )
                assert max(ahead, key=lambda item: item.value).value >= game.solved(view)[0][1], (
                    "habits are no best play"
                )
                return
            table.play(seat, bots[seat].choose(view))
    raise AssertionError("no last round was met")


@pytest.mark.parametrize(
    ("name", "options"),
    [("biplanes", {"mode": "bombing"}), ("biplanes", {"p1": "pick"}), ("squadrons", {})],
)
def test_learned_bot_searches_outside_its_training(name: str, options: dict[str, Any]) -> None:
    game = dogfight.load(name)
    table = Match(game, game.options(options), seed=1)
    seat = acting(table.advance())[0]
    bot, view = ace(), table.view(seat)
    bot.search.seconds, bot.search.sims = 0.0, 16
    assert not bot.has_learned(view)
    assert bot.choose(view) in [entry.action for entry in view.legal]
    assert bot.search.simulations >= 16


def test_learned_bot_has_not_learned_changed_data(tmp_path: Any) -> None:
    from dogfight.datafiles.files import built_in

    words = built_in("biplanes").joinpath("sets.toml").read_text(encoding="utf-8")
    (tmp_path / "sets.toml").write_text(words + "\n# mine\n", encoding="utf-8")
    view = view_in("plan")
    assert ace().has_learned(view) and ace(game=dogfight.load("biplanes")).has_learned(view)
    assert not ace(game=dogfight.load("biplanes", tmp_path)).has_learned(view)


def test_shipped_weights_match_their_metadata() -> None:
    note = json.loads(SHIPPED.with_suffix(".json").read_text())
    about = Policy().about
    assert SHIPPED.stat().st_size <= MOST_BYTES
    for name in (
        "seed",
        "device",
        "sharpened",
        "seconds",
        "games",
        "decisions",
        "settings",
        "round",
        "total",
    ):
        assert note["training"][name] == about[name], name
    assert note["sha256"] == sha256() and "train" in note["command"]


def sha256() -> str:
    import hashlib

    return hashlib.sha256(SHIPPED.read_bytes()).hexdigest()


def test_neither_jax_nor_numpy_is_loaded_before_it_is_needed() -> None:
    code = (
        "import sys, dogfight.cli.app; from dogfight.bots.registry import make_bot; assert 'numpy'"
        " not in sys.modules;make_bot('ace', 1); assert 'numpy' in sys.modules and 'jax' not in"
        " sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
