"""Boards as pictures: whole, within their sheets, and silent about what a seat may not know."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

import dogfight
from dogfight.boards import board_picture, board_svg
from dogfight.boards.shapes import (
    Group,
    Picture,
    Stroke,
    Words,
    bounds,
    box,
    circle,
    labels,
    parse_path,
    words_width,
)
from dogfight.boards.svg import svg
from dogfight.core.dice import Dice
from dogfight.core.options import Options, as_words
from dogfight.core.seat import OPEN, WATCHER
from dogfight.testing.checks import sampled

SAMPLES = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name in dogfight.names()
    for options in dogfight.load(name).samples()
]
SLACK = 0.01


def some_views(name: str, options: Options, every: int = 6) -> list[Any]:
    """Views of every eye at some positions of a random game."""
    game = dogfight.load(name)
    eyes = [WATCHER, OPEN, *range(len(game.seats(options)))]
    walk = list(sampled(game, options, seed=1))
    positions = [position for position, _, _ in walk[:: max(1, len(walk) // every)]]
    return [
        game.view(position, eye)
        for n, position in enumerate(positions)
        for eye in (eyes[n % len(eyes)],)
    ]


def inside(board: Picture) -> bool:
    left, top, right, bottom = bounds(board.shapes)
    return (
        left >= -SLACK
        and top >= -SLACK
        and right <= board.width + SLACK
        and bottom <= board.height + SLACK
    )


def pieces_of(name: str, view: Any) -> list[str]:
    """What the labels of a picture have to begin with, by what the view says lies on the table."""
    table = view.board
    if name == "biplanes":
        ids = {space.id for space in table.spaces}
        return [f"{side.plane} on {side.at}" for side in table.sides if side.at in ids]
    if name == "squadrons":
        return [f"{plane.name} on {plane.square}" for plane in table.planes if plane.square]
    if name == "starfighters":
        ships = [
            f"{'debris' if ship.destroyed else 'ship'} of seat {ship.seat} on {ship.hex}"
            for ship in table.ships
            if ship.hex
        ]
        return [*ships, *(f"wreckage on {name}" for name in table.wreckage)]
    if name == "paws":
        planes = [[*key.split("@"), zone] for key, zone in table.planes.items() if zone != "gone"]
        return [f"plane of {who} in {zone} of {owner}" for who, owner, zone in planes]
    if name == "boots" and table.map is not None:
        gone = ("unplaced", "destroyed", "left")
        return [
            f"{piece.label} {piece.name} on {piece.place}"
            for piece in table.pieces
            if piece.place not in gone
        ]
    if name == "boots":
        return [
            f"{item.label} {item.name}" for item in table.planes if item.state == "in the fight"
        ]
    return []


@pytest.mark.parametrize(("name", "options"), SAMPLES)
def test_every_board_is_whole_and_within_its_sheet(name: str, options: Options) -> None:
    game = dogfight.load(name)
    for view in some_views(name, options):
        board = board_picture(game, view)
        assert inside(board), (board.width, board.height, bounds(board.shapes))
        shown = list(labels(board.shapes))
        for piece in pieces_of(name, view):
            assert sum(item.startswith(piece) for item in shown) == 1, (piece, shown)
        text = board_svg(game, view)
        assert ElementTree.fromstring(text).get("viewBox", "").startswith("0 0 ")
        assert "href" not in text and "url(" not in text and "<script" not in text, "self-contained"
        assert text == board_svg(game, view)


@pytest.mark.parametrize("name", ["biplanes", "starfighters", "paws", "goofspiel"])
def test_picture_is_independent_of_hidden_information(name: str) -> None:
    game = dogfight.load(name)
    options, dice, differ = game.samples()[0], Dice(5), False
    for position, _, _ in sampled(game, options, seed=3):
        for seat in range(len(game.seats(options))):
            view = game.view(position, seat)
            twin = game.views.imagine(view, dice)
            assert board_svg(game, game.view(twin, seat)) == board_svg(game, view)
            differ = differ or board_svg(game, game.view(twin, OPEN)) != board_svg(
                game, game.view(position, OPEN)
            )
    assert name == "goofspiel" or differ, (
        "the twins hide something else, and an open picture shows it"
    )


def test_the_own_hand_is_shown_and_no_other() -> None:
    game = dogfight.load("biplanes")
    position = next(
        position
        for position, _, _ in sampled(game, game.options({"p1": "red", "p2": "blue"}), seed=2)
    )
    for seat, own, theirs in ((0, "red", "blue"), (1, "blue", "red")):
        shown = list(labels(board_picture(game, game.view(position, seat)).shapes))
        hand = game.view(position, seat).board.sides[seat].hand or ()
        assert [item for item in shown if item.startswith(f"{own} holds")] == [
            f"{own} holds {tile}" for tile in hand
        ]
        assert not any(item.startswith(f"{theirs} holds") for item in shown)


def test_foreign_text_is_escaped_in_pictures() -> None:
    words = Words((5, 9), 'a<b&"\x1b', 8, "#000000")
    text = svg(Picture("<t>", 100, 20, (Group((words,), label="x&y"),)))
    root = ElementTree.fromstring(text)
    assert [node.text for node in root.iter() if node.tag.endswith("text")] == ['a<b&"\ufffd']


def test_bounds_follow_turns_scales_and_lines() -> None:
    ink = Stroke(line="#000000", width=2)
    assert bounds([box(0, 0, 10, 4, ink)]) == pytest.approx((-1, -1, 11, 5))
    assert bounds([Group((box(0, 0, 10, 4, Stroke("#000000")),), (20, 0), 90, 2)]) == pytest.approx(
        (12, 0, 20, 20)
    )
    assert bounds([circle((0, 0), 3, Stroke("#000000"))]) == pytest.approx((-3, -3, 3, 3))
    assert parse_path("M0 0L1 2C3 4 5 6 7 8Z", ink).steps[2] == ("C", ((3, 4), (5, 6), (7, 8)))
    assert words_width(Words((0, 0), "mmmm", 10, "")) > words_width(Words((0, 0), "iiii", 10, ""))
