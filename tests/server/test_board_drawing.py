"""Drawn boards beside views: from the view alone, bounded, cached, and never in the way of play."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import toygame
from harness import Line, serving
from toygame import ToyGame

import dogfight
from dogfight.boards.shapes import Group, Picture, Stroke, box
from dogfight.client import Client
from dogfight.core.view import View
from dogfight.server import board_drawing, review
from dogfight.server.board_drawing import BoardCache, draw_board
from dogfight.testing.checks import sampled


@pytest.fixture
def game() -> ToyGame:
    return ToyGame()


@pytest.fixture(autouse=True)
def nothing_logged_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_drawing, "_logged", set())


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    logger = logging.getLogger("dogfight.server")
    before, logger.propagate = logger.propagate, True
    with caplog.at_level("INFO", "dogfight.server"):
        yield caplog
    logger.propagate = before


def first_view(game: ToyGame) -> View[Any]:
    return game.view(game.new(game.samples()[0]), 0)


def draw_by(monkeypatch: pytest.MonkeyPatch, draw: Callable[..., Picture]) -> None:
    monkeypatch.setattr(toygame, "draw", draw)


def draw_and_count(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Draw nothing, and return the list to which every drawing adds its seat."""
    drawn: list[int] = []

    def draw(_: Any, view: View[Any]) -> Picture:
        drawn.append(view.seat)
        return Picture("x", 9, 9, ())

    draw_by(monkeypatch, draw)
    return drawn


def test_game_with_page_is_not_drawn() -> None:
    game = dogfight.load("squadrons")
    assert draw_board(game, game.view(game.new(game.options()), 0)) == ""


def test_game_without_drawing_is_not_drawn() -> None:
    game = dogfight.load("goofspiel")
    assert draw_board(game, game.view(game.new(game.options()), 0)) == ""


def test_place_and_piece_are_written_into_svg(
    game: ToyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = Group((box(2, 2, 4, 4, Stroke("#000")),), piece='P<1>"')
    square = Group((box(0, 0, 9, 9, Stroke("#fff")), piece), place="a1", label="square a1")
    draw_by(monkeypatch, lambda *_: Picture("x", 9, 9, (square,)))
    drawn = draw_board(game, first_view(game))
    assert '<g data-place="a1"><title>square a1</title>' in drawn
    assert '<g data-piece="P&lt;1&gt;&quot;">' in drawn


def test_failing_drawing_is_logged_once(
    game: ToyGame, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Picture:
        raise ValueError("seat 0 holds 5")

    draw_by(monkeypatch, fail)
    view = first_view(game)
    assert [draw_board(game, view) for _ in range(3)] == ["", "", ""]
    assert [record.getMessage() for record in log.records] == ["board_failed"]
    assert "holds" not in str(vars(log.records[0])["fields"]), "words of an error may be secret"


@pytest.mark.parametrize(
    "picture",
    [
        Picture("x", 9, 9, (box(0, 0, 1, 1, Stroke("#fff")),) * (board_drawing.MAX_SHAPES + 1)),
        Picture("x" * board_drawing.MAX_LENGTH, 9, 9, ()),
    ],
    ids=["shapes", "length"],
)
def test_large_drawing_is_left_out_and_logged_once(
    game: ToyGame,
    picture: Picture,
    monkeypatch: pytest.MonkeyPatch,
    log: pytest.LogCaptureFixture,
) -> None:
    draw_by(monkeypatch, lambda *_: picture)
    view = first_view(game)
    assert [draw_board(game, view) for _ in range(2)] == ["", ""]
    assert [record.getMessage() for record in log.records] == ["board_large"]


def test_slow_drawing_is_not_repeated(
    game: ToyGame, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(board_drawing, "MAX_SECONDS", -1.0)
    drawn = draw_and_count(monkeypatch)
    view = first_view(game)
    assert [bool(draw_board(game, view)) for _ in range(3)] == [True, False, False]
    assert len(drawn) == 1
    assert [record.getMessage() for record in log.records] == ["board_slow"]


def test_equal_view_is_drawn_once(game: ToyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = draw_and_count(monkeypatch)
    cache, position = BoardCache(game), game.new(game.samples()[0])
    assert len({cache.draw(game.view(position, 0)) for _ in range(3)}) == 1
    cache.draw(game.view(position, 1))
    assert drawn == [0, 1]
    (_, _, _), (after, _, _), *_ = sampled(game, game.samples()[0], seed=1)
    cache.draw(game.view(after, 0))
    assert drawn == [0, 1, 0]


def test_review_leaves_out_drawings_beyond_its_room(
    game: ToyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings = review._Drawings(game)
    view = first_view(game)
    monkeypatch.setattr(drawings, "_room", len(drawings.draw(view)) + 1)
    assert [bool(drawings.draw(view)) for _ in range(3)] == [True, True, False]


def test_views_and_reviews_carry_the_drawing(tmp_path: Any) -> None:
    with serving(tmp_path, plugins=["toy"]) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"seats": 1, "rounds": 1}, ["me"]).table.code
        with Line(ana, code) as line:
            line.settle()
            views = [frame for frame in line.frames if '"type":"view"' in frame]
        assert views and all('"board_svg":"<svg' in frame for frame in views)
        with ana.join(code) as table:
            while (view := table.wait_for_turn()) is not None:
                table.play(view.seat, view.legal[0].action)
        steps = ana.http.get(f"/api/tables/{code}/review?perspective=open").json()["steps"]
        assert steps and all(step["board_svg"].startswith("<svg") for step in steps)
