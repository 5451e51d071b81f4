"""One frame for directions: the top of every drawn board is north, and every word, arrow and
lesson agrees with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, radians, sin
from typing import Any

import pytest

import dogfight
from dogfight.boards import board_picture
from dogfight.boards.shapes import Group, Shape
from dogfight.boards.text.columns import ARROWS
from dogfight.boards.text.lookup import board
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.seat import OPEN, WATCHER
from dogfight.core.view import Legal, View
from dogfight.games.boots.ui.ground import Field
from dogfight.lessons.courses import course, games_with_lessons
from dogfight.lessons.play import LessonTable
from dogfight.testing.checks import random_step

Signs = tuple[int, int]
WAYS: dict[str, Signs] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
"""Where each word points on a sheet whose top is north: right and down are positive."""
GLYPHS: dict[str, Signs] = dict(zip("↑↗→↘↓↙←↖", WAYS.values(), strict=True))
WORDS = {
    "north-east": "NE",
    "north-west": "NW",
    "south-east": "SE",
    "south-west": "SW",
    "north": "N",
    "south": "S",
    "east": "E",
    "west": "W",
}
HEXES = {"E": "1,0", "NE": "1,-1", "NW": "0,-1", "W": "-1,0", "SW": "-1,1", "SE": "0,1"}
LOOKS = [
    BoardTheme(),
    BoardTheme(ascii=True),
    BoardTheme(columns=76, lines=14),
    BoardTheme(columns=106, lines=43),
]


def signs(x: float, y: float) -> Signs:
    """Return the direction of a vector as two signs; what is nearly nothing counts as nothing."""
    return round_sign(x), round_sign(y)


def round_sign(value: float) -> int:
    return 0 if abs(value) < 1e-6 else 1 if value > 0 else -1


def nose(turn: float) -> Signs:
    """Return where a nose that points up is after a turn clockwise by degrees."""
    return signs(sin(radians(turn)), -cos(radians(turn)))


def groups(shapes: Iterable[Shape]) -> Iterator[Group]:
    """Yield every group of a picture, those inside others too."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from groups(shape.shapes)


def labelled(view: View[Any], label: str) -> Group:
    """Return the group of the drawn board with such a label."""
    [group] = [
        item
        for item in groups(board_picture(game(view.game), view).shapes)
        if item.label.startswith(label)
    ]
    return group


@cache
def game(name: str) -> Any:
    return dogfight.load(name)


def spots(view: View[Any], theme: BoardTheme) -> dict[str, tuple[float, float]]:
    """Return the middle of every place as the terminal draws it."""
    sheet = board(game(view.game))(view, theme, None)
    return {
        spot.name: (spot.x + spot.width / 2, spot.y + spot.height / 2)
        for spot in sheet.spots
        if not spot.piece
    }


def on_terminal(view: View[Any], theme: BoardTheme, start: str, end: str) -> Signs:
    places = spots(view, theme)
    return signs(places[end][0] - places[start][0], places[end][1] - places[start][1])


def in_picture(view: View[Any], start: str, end: str) -> Signs:
    """Return the direction from one labelled piece to another on the drawn board."""
    (x, y), (to_x, to_y) = labelled(view, start).at, labelled(view, end).at
    return signs(to_x - x, to_y - y)


@pytest.mark.parametrize("word", WAYS)
@pytest.mark.parametrize("seat", [0, 1, WATCHER, OPEN])
def test_sq_1_8_headings_are_drawn_as_they_are_called(word: str, seat: int) -> None:
    x, y = WAYS[word]
    front = f"{'def'[x + 1]}{5 - y}"
    line = f"R:e5{word},-,-,-,-,- G:{front}{word},-,-,-,-,- r=9H g=- R/name:1 5:5 idle:0 t9"
    squadrons = game("squadrons")
    view = squadrons.view(squadrons.notation.read(line), seat)
    plane = labelled(view, f"R1 on e5 {word}")
    assert [nose(group.turn) for group in groups(plane.shapes) if group.scale == 0.82] == [
        WAYS[word]
    ]
    assert in_picture(view, "R1", "G1") == WAYS[word]
    for theme in LOOKS:
        assert on_terminal(view, theme, "e5", front) == WAYS[word]
        tag = f"R1{word.lower()}" if theme.ascii else f"R1{ARROWS[word]}"
        assert tag in board(squadrons)(view, theme, None).text.plain
    naming = next((entry for entry in view.legal if entry.acting_piece == "R1"), None)
    assert naming is None or f"(e5 {word})" in naming.text


@pytest.mark.parametrize("word", WAYS)
def test_sq_4_7_flights_lead_where_their_text_says(word: str) -> None:
    line = f"R:e5{word},-,-,-,-,- G:l12S,-,-,-,-,- r=9H g=- R/name:1 5:5 idle:0 t9"
    squadrons = game("squadrons")
    position = squadrons.notation.read(line)
    squadrons.play(position, 0, squadrons.notation.read_action(position, 0, "R1"))
    view = squadrons.view(position, 0)
    assert f"(e5 {word})" in view.prompt.text
    assert {entry.piece for entry in view.legal} == {"A", "TL", "TR"}
    for (
        entry
    ) in view.legal:  # ahead and turns end in front of where the plane stood, as it heads then
        assert entry.text.endswith(f"to {entry.places[-1]}, heading {entry.facing}")
        assert on_terminal(view, BoardTheme(), "e5", entry.places[-1]) == WAYS[entry.facing]
    assert next(entry.facing for entry in view.legal if entry.piece == "A") == word


@pytest.mark.parametrize("word", HEXES)
@pytest.mark.parametrize("seat", [0, 1, WATCHER, OPEN])
def test_sf_1_7_facings_are_drawn_as_they_are_called(word: str, seat: int) -> None:
    line = (
        "3/0 t7 *1 move active=0 left=4 wreckage=5,-4;-6,0;6,0;-3,5 discard=s2m1"
        f" 0,0/{word}/2/m1d1e1/s/- {HEXES[word]}/{word}/2/m2d1/l/- -6,6/SE/2/s2a1/m/-"
    )
    starfighters = game("starfighters")
    view = starfighters.view(starfighters.notation.read(line), seat)
    assert nose(labelled(view, f"ship of seat 0 on 0,0 facing {word}").turn) == WAYS[word]
    assert in_picture(view, "ship of seat 0", "ship of seat 1") == WAYS[word]
    for theme in LOOKS:
        assert on_terminal(view, theme, "0,0", HEXES[word]) == WAYS[word]
        tag = f"1{word.lower()}" if theme.ascii else f"#1{ARROWS[word]}"
        assert tag in board(starfighters)(view, theme, None).text.plain
    turns = [entry for entry in view.legal if entry.kind == "turn"]
    assert [turn.text for turn in turns] == [f"rotate to {turn.facing}" for turn in turns]
    assert len(turns) == (5 if seat == 0 else 0)


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        (
            "drift active=0 left=3 {rest} 0,0/x/0/-/-/- -6,6/E/2/m2d1/m!/- 4,-3/E/2/s2a1/l!/-",
            r"drift (\w+)",
        ),
        (
            "wreck active=0 by=1 hit=0 {rest} 0,0/E/1/-/-/- -6,6/E/2/m2d1/m!/- 4,-3/E/2/s2a1/l!/-",
            r", (\w+) of your",
        ),
    ],
    ids=["SF-9.5", "SF-7.2"],
)
def test_sf_9_5_hexes_lie_where_their_text_says(line: str, pattern: str) -> None:
    rest = "wreckage=5,-4;-6,0;6,0;-3,5 discard=s2m1"
    starfighters = game("starfighters")
    view = starfighters.view(starfighters.notation.read(f"3/0 t9 *1 {line.format(rest=rest)}"), 0)
    said = {
        match[1]: entry.places[-1]
        for entry in view.legal
        if (match := re.search(pattern, entry.text))
    }
    assert said == HEXES
    for word, place in said.items():
        assert on_terminal(view, BoardTheme(), "0,0", place) == WAYS[word]


def test_cb_2_3_steps_lead_where_their_text_says() -> None:
    boots = game("boots")
    position, dice = boots.new(boots.options({})), Dice(5)
    seen: set[str] = set()
    for _ in range(3000):
        decision = boots.decision(position)
        if isinstance(decision, Over) or len(seen) == 6:
            break
        seat = position.actor()
        view = boots.view(position, seat) if seat >= 0 else None
        for item in view.legal if view is not None else ():
            if view is not None and item.facing in WAYS and len(item.places) == 2:
                seen.add(item.facing)
                _check_step(view, item)
        position.apply(*random_step(boots, position, decision, dice))
    assert seen == {"N", "NE", "SE", "S", "SW", "NW"}


def _check_step(view: View[Any], step: Legal) -> None:
    start, end = step.places
    assert step.text.startswith(f"step {step.facing} to ")
    field = Field(view.board.map)
    (x, y), (to_x, to_y) = field.at(start) or (0, 0), field.at(end) or (0, 0)
    assert (
        signs(to_x - x, to_y - y)
        == WAYS[step.facing]
        == on_terminal(view, BoardTheme(), start, end)
    )


@pytest.mark.no_rule("signs of the terminal")
def test_terminal_arrows_point_where_their_word_says() -> None:
    assert {word: GLYPHS[arrow] for word, arrow in ARROWS.items()} == WAYS


@pytest.mark.no_rule("texts of lessons")
@pytest.mark.parametrize("name", games_with_lessons())
def test_lessons_name_directions_as_the_board_shows_them(name: str) -> None:
    """Every direction that a step names is that of an action it asks for, by its mark or its
    text.
    """
    lessons = course(name)
    for number in range(1, len(lessons.lessons) + 1):
        play = LessonTable(lessons, number)
        while play.doing != "finished":
            step = play.step
            named = {
                WORDS[word]
                for word in re.findall("|".join(WORDS), f"{step.say} {step.retry_text}".lower())
            }
            meant: set[str] = set()
            while play.doing == "asked":
                for entry in play.view().legal:
                    if entry.notation in play.accepted():
                        meant |= {entry.facing, *re.findall(r"\b[NSEW]{1,2}\b", entry.text)}
                play.play(play.accepted()[0])
            assert named <= meant, (number, step.say, named, meant)
            if play.doing == "explained":
                play.go_on()
