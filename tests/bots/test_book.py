"""What walks learn of small games, how searches infer, and what they do where they cannot."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import dogfight
from dogfight.bots import book, solutions
from dogfight.bots.game_tree import GameTree
from dogfight.bots.inference import Finder, imagined
from dogfight.bots.regrets import Regrets, Worlds
from dogfight.bots.search import SearchBot
from dogfight.core import registry
from dogfight.core.decision import Over, acting
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.view import View
from dogfight.envs.best_response import Interview, exactly, measured, nash_conv
from dogfight.match.match import Match
from dogfight.plain.game import PlainViews
from dogfight.testing.frequencies import imagined_as_often_as_likely

FOLDER = Path(__file__).parents[2] / "examples" / "classics"
COMPILED = not (dogfight.core.position.__file__ or "").endswith(".py")
BOOKS = [
    pytest.param("kuhn", {}, 20_000, 0.05, 0.4861, id="kuhn"),
    pytest.param("leduc", {}, 100_000, 0.08, 0.4967, id="leduc"),
    pytest.param("liars_dice", {"faces": 3}, 100_000, 0.05, 0.4444, id="liars_dice-3"),
    pytest.param("goofspiel", {"cards": 3}, 40_000, 0.05, 0.5, id="goofspiel-3"),
]


@pytest.fixture(autouse=True)
def classics(own_registry: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(solutions, "_known", {})
    book._kept.clear()
    for name in ("kuhn", "leduc", "liars_dice"):
        registry.load_plugin(str(FOLDER / f"{name}.py"))
    yield
    book._kept.clear()


def tree_of(name: str, options: dict[str, Any]) -> GameTree:
    game = dogfight.load(name)
    return solutions.whole_tree(game, game.options(options))


@pytest.mark.parametrize(("name", "options", "walks", "most", "value"), BOOKS)
def test_walks_come_near_to_best_play(
    name: str, options: dict[str, Any], walks: int, most: float, value: float
) -> None:
    tree = tree_of(name, options)
    regrets = Regrets(tree, dogfight.load(name).advice, Dice(3))
    regrets.walk_from_start(walks if COMPILED else walks // 4)
    strategy = regrets.strategy()
    assert nash_conv(tree, strategy) <= (most if COMPILED else 3 * most)
    assert measured(tree, strategy)[0][0] == pytest.approx(value, abs=0.03)


def test_walks_are_repeatable_and_hang_on_their_seed() -> None:
    tree, advice = tree_of("kuhn", {}), dogfight.load("kuhn").advice
    results = []
    for seed in (1, 1, 2):
        regrets = Regrets(tree, advice, Dice(seed))
        regrets.walk_from_start(200)
        results.append(list(regrets.strategy()))
    assert results[0] == results[1] != results[2]


def test_book_grows_its_tree_where_it_is_walked() -> None:
    game = dogfight.load("leduc")
    opened = book.book_of(game, {})
    assert opened is not None and opened is book.book_of(game, {})
    before = opened.tree.nodes
    opened.walk(300)
    assert before < opened.tree.nodes < 9457
    assert opened.walks == book.PROBES + 300


def test_large_games_and_games_of_many_have_no_book() -> None:
    for name in dogfight.names():
        game = dogfight.load(name)
        options = game.options({}) if name != "goofspiel" else game.options({"cards": 13})
        assert name in ("kuhn", "leduc", "liars_dice") or book.book_of(game, options) is None


def test_full_tree_is_walked_on_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "MOST_NODES", 200)
    game = dogfight.load("leduc")
    tree = GameTree(game, [game.new({})], 2, 200)
    regrets = Regrets(tree, game.advice, Dice(1))
    regrets.walk_from_start(400)
    nodes = tree.nodes
    regrets.walk_from_start(400)
    assert nodes == tree.nodes < 220
    assert max(regrets.strategy()) <= 1.0


def test_worlds_are_drawn_by_their_odds() -> None:
    tree = tree_of("leduc", {})
    first = [node for node in range(tree.nodes) if tree.actor[node] == 0 and tree.state[node] == 0]
    worlds, dice = Worlds(tree, first), Dice(4)
    counts = dict.fromkeys(first, 0)
    for _ in range(2000):
        counts[worlds.drawn(dice)] += 1
    assert len(first) == 5
    assert all(300 < count < 500 for count in counts.values())


# --- finding a decision -------------------------------------------------------------------------


def decisions(name: str, options: Options, seed: int) -> Iterator[tuple[View[Any], Any, int]]:
    """Views, positions and actions of a random game, asked seat by seat."""
    game, dice = dogfight.load(name), Dice(seed)
    table = Match(game, options, seed=seed)
    while not isinstance(decision := table.advance(), Over):
        seat = acting(decision)[0]
        view = table.view(seat)
        action = view.legal[dice.below(len(view.legal))].action
        yield view, table.position, action
        table.play(seat, action)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "liars_dice", "goofspiel"])
def test_finder_follows_every_game(name: str) -> None:
    game = dogfight.load(name)
    options = game.options({"cards": 3} if name == "goofspiel" else {})
    tree = GameTree(game, [game.new(options)], 2, public=True)
    for seed in range(6):
        finder = Finder(game, tree)
        for view, position, action in decisions(name, options, seed):
            if len(view.legal) < 2:
                continue
            places = finder.find(view)
            assert places is not None
            own, public = places
            assert len({tree.state[node] for node in own}) == 1
            assert set(own) <= set(public)
            twins = [tree.walker_at(node).position for node in own]
            assert any(twin == position for twin in twins) or view.decision_kind == "commit"
            looks = {twin.information_key(view.seat) for twin in twins}
            assert looks == {position.information_key(view.seat)}
            finder.remember(view, action)


def test_finder_begins_anew_and_knows_when_it_is_lost() -> None:
    game = dogfight.load("kuhn")
    tree = GameTree(game, [game.new({})], 2, public=True)
    finder = Finder(game, tree)
    steps = [(view, action) for view, _, action in decisions("kuhn", {}, 1)]
    for view, action in steps:
        finder.remember(view, action)
    again = finder.find(steps[0][0])
    assert again is not None
    later = next(
        view
        for seed in range(50)
        for view, _, _ in decisions("kuhn", {}, seed)
        if len(view.board.state.moves) == 2
    )
    assert Finder(game, tree).find(later) is None  # nobody said what the seat did before


# --- searches -----------------------------------------------------------------------------------


def test_inferring_search_is_less_exploitable_than_one_that_does_not() -> None:
    gaps = {
        infer: exactly("kuhn", "", f"search:sims=400,solve=no,infer={infer}", seeds=4).nash_conv
        for infer in ("auto", "no")
    }
    assert gaps["auto"] <= 0.06 < gaps["no"]


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_what_is_inferred_hangs_on_the_view_alone(name: str) -> None:
    """The same past and view, other secrets: the same answer."""
    game = dogfight.load(name)
    for seed in range(3):
        answers = []
        for twin in range(2):
            bot = SearchBot(7, sims=120, game=game, solves=False)
            for at, (view, position, action) in enumerate(decisions(name, {}, seed)):
                own = view if not twin else game.view(game.views.imagine(view, Dice(at)), view.seat)
                assert position.information_key(view.seat) is not None
                if view.seat == 0 and len(view.legal) > 1:
                    answers.append((twin, at, bot.opinions(own)))
                    bot.remember(own, action)
        first = [row[1:] for row in answers if row[0] == 0]
        assert first == [row[1:] for row in answers if row[0] == 1]


def test_imagined_worlds_serve_where_a_game_has_no_book() -> None:
    game = dogfight.load("biplanes")
    table = Match(game, seed=1)
    table.advance()
    view = table.view(0)
    inference = imagined(game, view, Dice(1), worlds=4)
    assert inference is not None
    inference.walk(60)
    rows = inference.estimates(view)
    assert [row.action for row in rows] == [entry.action for entry in view.legal]
    assert sum(row.chance for row in rows) == pytest.approx(1)
    bot = SearchBot(1, sims=60, game=game, solves=False, infers="yes")
    assert sum(row.chance for row in bot.opinions(view)) == pytest.approx(1)
    assert bot.simulations >= 60


def test_search_for_a_time_plays_by_the_book() -> None:
    game = dogfight.load("kuhn")
    table = Match(game, seed=2)
    table.advance()
    view = table.view(0)
    bot = SearchBot(1, seconds=0.3 if COMPILED else 2.0, game=game, solves=False)
    rows = bot.opinions(view)
    opened = book.book_of(game, {})
    assert opened is not None and opened.walks > book.PROBES
    assert sum(row.chance for row in rows) == pytest.approx(1)


def test_interview_leads_a_bot_to_every_decision() -> None:
    tree, game = tree_of("kuhn", {}), dogfight.load("kuhn")
    bot = SearchBot(1, sims=50, game=game, solves=False)
    interview = Interview(game, tree)
    for state in range(tree.states):
        assert sum(interview.asked_at(bot, state)) == pytest.approx(1)
    assert not bot.lost


# --- bad input ----------------------------------------------------------------------------------


def imagining(game: Any, imagine: Callable[[PlainViews, View[Any], Dice], Any]) -> Any:
    """Another instance of the game, which imagines positions by this function."""

    class Views(PlainViews):
        def imagine(self, view: View[Any], dice: Dice) -> Any:
            return imagine(self, view, dice)

    changed = type(game)()
    changed.views = Views(changed)
    return changed


def forgetful(game: Any) -> Any:
    """The same game, which imagines a deal before the first card whatever is seen."""
    return imagining(game, lambda views, _view, _dice: views.plain.new({}))


def failing(game: Any) -> Any:
    """The same game, which cannot imagine anything."""

    def fail(views: PlainViews, view: View[Any], dice: Dice) -> Any:
        raise ValueError("no card is left")

    return imagining(game, fail)


@pytest.mark.parametrize("spoiled", [forgetful, failing])
def test_game_that_cannot_imagine_is_played_on_with_one_warning(
    spoiled: Any, caplog: pytest.LogCaptureFixture
) -> None:
    game = spoiled(dogfight.load("kuhn"))
    views = [view for view, _, _ in decisions("kuhn", {}, 3)]
    bot = SearchBot(1, sims=20, game=game, solves=False)
    with caplog.at_level(logging.WARNING):
        for view in views:
            assert bot.choose(view) in [entry.action for entry in view.legal]
            assert len(bot.opinions(view)) == len(view.legal)
    assert len(caplog.records) == 1
    assert "plays at random" in caplog.text


def test_contradictory_past_is_searched_without_it(caplog: pytest.LogCaptureFixture) -> None:
    """The bot is told of nothing it did, and shown a view that needs it."""
    game = dogfight.load("kuhn")
    late = next(
        view
        for seed in range(50)
        for view, _, _ in decisions("kuhn", {}, seed)
        if len(view.board.state.moves) == 2
    )
    bot = SearchBot(1, sims=40, game=game, solves=False)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            rows = bot.opinions(late)
            assert sum(row.chance for row in rows) == pytest.approx(1)
    assert len(caplog.records) == 1
    assert "what happened before" in caplog.text


# --- what is imagined ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [("kuhn", {}), ("leduc", {}), ("liars_dice", {"faces": 3}), ("goofspiel", {"cards": 3})],
)
def test_imagined_as_often_as_likely(name: str, options: dict[str, Any]) -> None:
    game = dogfight.load(name)
    imagined_as_often_as_likely(game, game.options(options), 1)


def test_biased_imagination_is_noticed() -> None:
    def lower(views: PlainViews, view: View[Any], dice: Dice) -> Any:
        worlds = [PlainViews.imagine(views, view, dice) for _ in range(2)]
        return min(worlds, key=lambda item: max(item.state.hands))

    with pytest.raises(AssertionError, match="chi square"):
        imagined_as_often_as_likely(imagining(dogfight.load("leduc"), lower), {}, 1)


def test_impossible_imagination_is_noticed() -> None:
    def doubled(views: PlainViews, view: View[Any], dice: Dice) -> Any:
        position = PlainViews.imagine(views, view, dice)
        known = position.state.hands[view.seat]
        position.state.hands[1 - view.seat][:] = known
        return position

    with pytest.raises(AssertionError, match="cannot be"):
        imagined_as_often_as_likely(imagining(dogfight.load("leduc"), doubled), {}, 1)
