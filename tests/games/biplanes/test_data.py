"""The data files: what is checked when they are loaded, and that other files can take their
place.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import dogfight
from dogfight.core.errors import BadData
from dogfight.datafiles.files import built_in
from dogfight.games.biplanes.data import PLANES, check_pairs, load
from dogfight.games.biplanes.game import Biplanes
from dogfight.testing.examples import run_example

pytestmark = pytest.mark.no_rule("data files")

# file, what is replaced, by what, the rule, a word of the message
BROKEN = [
    ("sets.toml", "[sets.red]", "[sets.pink]", "BD-27.1", "red"),
    ("sets.toml", "5 = [2] }", "5 = [2, 2] }", "BD-27.1", "15 tiles"),
    ("sets.toml", "5 = [2] }", "5 = [3] }", "BD-27.2", "red's 17"),
    (
        "sets.toml",
        "4 = [0, 1, 1], 5 = [0, 1, 1] }",
        "4 = [1, 1, 1], 5 = [0, 1, 1] }",
        "BD-27.3",
        "without hits",
    ),
    (
        "sets.toml",
        "2 = [0, 1, 3], 3 = [0, 0, 1, 3], 4 = [0, 1, 3]",
        "2 = [0, 1, 2], 3 = [0, 0, 1, 2], 4 = [0, 1, 2]",
        "BD-27.4",
        "3 hits",
    ),
    (
        "sets.toml",
        "0 = [1, 2], 1 = [0, 1, 2], 2 = [0, 1, 1, 2]",
        "5 = [1, 2], 1 = [0, 1, 2], 2 = [0, 1, 1, 2]",
        "",
        "",
    ),
    ("sets.toml", "5 = [2] }", "6 = [2] }", "BD-1.4", "0 to 5"),
    ("sets.toml", "5 = [2] }", "5 = [4] }", "BD-1.4", "hits from 0 to 3"),
    ("sets.toml", "track = 7", "track = 0", "BD-1.6", "track"),
    ("sets.toml", "track = 7", 'track = "long"', "", "track"),
    ("sets.toml", "track = 7", "track = 7\nwings = 2", "", "wings"),
    ("sets.toml", "opening_hand = 6", "opening_hand = 9", "BD-2.7", "opening_hand"),
    ("sets.toml", "range = 3", "range = 4", "BD-7.4", "range"),
    (
        "sets.toml",
        "lean_bag_removes = [1, 5]",
        "lean_bag_removes = [1]",
        "BD-26.6",
        "lean_bag_removes",
    ),
    (
        "sets.toml",
        'id = "0*", value = 0, hits = 1',
        'id = "0*", value = 0, hits = 0',
        "BD-24.4",
        "0*",
    ),
    ("sets.toml", 'id = "+2", value = 2', 'id = "+2", value = 3', "BD-24.4", "+2"),
    ("sets.toml", 'id = "-2"', 'id = "-3"', "BD-24.4", "-2"),
    (
        "sets.toml",
        "hits = 0, after_escort_lost = true",
        "hits = 0, after_escort_lost = false",
        "BD-24.21",
        "+2",
    ),
    ("boards.toml", '"m6", "m7"]  # clockwise', '"m6"]  # clockwise', "BD-27.5", "8 spaces"),
    ("boards.toml", 'starts = ["m4", "m0"]', 'starts = ["m4", "m1"]', "BD-27.5", "4 apart"),
    ("boards.toml", 'exit_from = "m2"', 'exit_from = "m3"', "BD-20.1", "exit_to"),
    ("boards.toml", 'sites = ["m1",', 'sites = ["m3",', "BD-27.5", "five spaces"),
    ("boards.toml", 'entry = "m1", rejoin = "m7"', 'entry = "m1", rejoin = "m6"', "BD-5.2", "next"),
    (
        "boards.toml",
        'colour = "purple_white", next = "m0"',
        'colour = "white", next = "m0"',
        "BD-27.5",
        "purple/white",
    ),
    (
        "boards.toml",
        'colour = "blue_white", next = "m3"',
        'colour = "white", next = "m3"',
        "BD-27.5",
        "blue/white",
    ),
    (
        "boards.toml",
        'colour = "white", next = "m4"',
        'colour = "green", next = "m4"',
        "BD-8.10",
        "green",
    ),
    (
        "boards.toml",
        'colour = "white", next = "m4"',
        'colour = "pink", next = "m4"',
        "BD-8.1",
        "pink",
    ),
    (
        "boards.toml",
        'colour = "green", next = "a',
        'colour = "white", next = "a',
        "BD-12.1",
        "green part",
    ),
    ("boards.toml", 'next = "m5", start = true', 'next = "m6", start = true', "BD-5.2", "m5"),
    ("boards.toml", 'hit_by = ["white"] }\nbrown', 'hit_by = ["pink"] }\nbrown', "BD-8.1", "pink"),
    ("boards.toml", "[boards.alt]", "[boards.other]", "BD-1.9", "alt"),
    ("scenarios.toml", 'mission = ["brown", "white"]', 'mission = ["pink"]', "BD-19.1", "biplanes"),
    (
        "scenarios.toml",
        "factory_numbers = [1, 2, 3, 4, 5]",
        "factory_numbers = [1, 2, 3, 4, 4]",
        "BD-22.2",
        "1 to 5",
    ),
    (
        "scenarios.toml",
        "objective_numbers = [1, 2, 3, 4, 5]",
        "objective_numbers = []",
        "BD-23.4",
        "1 to 5",
    ),
    ("scenarios.toml", '3 = "mission_major"', '3 = "party"', "BD-23.18", "party"),
    ("scenarios.toml", "tiles_needed = 4", "tiles_needed = 6", "BD-20.2", "1 to 5"),
    ("scenarios.toml", "exit_round = 3", "exit_round = 4", "BD-24.22", "exit_round"),
    ("scenarios.toml", 'player_start = "m4"', 'player_start = "m5"', "BD-25.5", "m5"),
    ("scenarios.toml", 'board = "main"', 'board = "alt"', "BD-25.2", "main"),
    ("scenarios.toml", "[solo]", "[solo", "", "expected TOML"),
    (
        "scenarios.toml",
        "safety_round_limit = 0",
        "safety_round_limit = -1",
        "BD-19.5",
        "safety_round_limit",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "rule", "word"), BROKEN)
def test_a_broken_file_is_refused_with_file_key_and_rule(
    tmp_path: Path, name: str, old: str, new: str, rule: str, word: str
) -> None:
    text = built_in("biplanes").joinpath(name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadData) as error:
        load(tmp_path)
    assert name in str(error.value) and word in str(error.value)
    assert error.value.rule == rule or not rule


def test_bd_27_6_no_mutual_behind_and_no_shot_by_both_routes(game: Biplanes) -> None:
    for board in game.data.boards.values():
        spaces = range(board.off)
        for space in spaces:
            for other in spaces:
                assert not (
                    board.is_behind(space, other) and board.is_behind(other, space)
                )  # BD-27.6, BD-7.9
                if board.looped[space] >= 0:
                    ends = (board.moved(space, 3), board.looped[space])
                    assert sum(board.fire(end, other) > 0 for end in ends) < 2  # BD-27.6, BD-26.4


@pytest.mark.parametrize("table", ["behind", "gun"])
def test_bd_27_6_is_checked_when_tables_are_made(game: Biplanes, table: str) -> None:
    """The check itself, on tables no board of this shape can give."""

    crooked = SimpleNamespace(
        off=2,
        looped=(1, -1),
        is_behind=lambda item, other: int(table == "behind" and item != other),
        moved=lambda *_: 0,
        fire=lambda *_: int(table == "gun"),
    )

    def check(fine: bool, key: str, expected: str, got: object, rule: str) -> None:
        if not fine:
            raise BadData(expected, rule=rule)

    with pytest.raises(BadData, match=r"BD-27\.6"):
        check_pairs("crooked", crooked, check)  # type: ignore[arg-type]


def test_bd_27_1_nine_sets_of_fifteen_and_black_of_eighteen(game: Biplanes) -> None:
    sizes = {plane: int(game.data.sets[n].size) for n, plane in enumerate(PLANES)}
    assert sizes == {plane: 18 if plane == "black" else 15 for plane in PLANES}
    assert sum(sizes.values()) == 138


def test_bd_1_4_bd_27_3_bd_27_4_kinds_of_the_sets(game: Biplanes) -> None:
    for plane, kinds in ((7, 18), (6, 15)):
        tiles = game.data.sets[plane]
        assert int(tiles.size) == kinds
    assert all(0 <= tiles.kind_of(1) < 24 for tiles in game.data.sets[:9])


def test_bd_27_5_both_boards_are_as_the_rules_say(game: Biplanes) -> None:
    for board in game.data.boards.values():
        for loop in (8, 9):
            entry = next(
                number for number in range(8) if board.distance[number * board.width + loop] == 1
            )
            assert board.moved(loop, 1) == (entry - 2) % 8
        assert (board.starts[0] - board.starts[1]) % 8 == 4
        assert len({board.spots[n] for n in range(5)}) == 5


def test_changed_data_changes_track_and_digest(tmp_path: Path) -> None:
    text = built_in("biplanes").joinpath("sets.toml").read_text(encoding="utf-8")
    (tmp_path / "biplanes").mkdir()
    (tmp_path / "biplanes" / "sets.toml").write_text(
        text.replace("track = 7", "track = 2"), encoding="utf-8"
    )
    other = dogfight.load("biplanes", tmp_path)
    assert other.view(other.new(other.options()), 0).board.sides[0].track == 2
    assert other.data_digest != dogfight.load("biplanes").data_digest


def test_a_longer_exit_path_is_only_data(tmp_path: Path) -> None:
    text = built_in("biplanes").joinpath("boards.toml").read_text(encoding="utf-8")
    text = text.replace(
        'exit_path = ["mx1", "mx2", "mx3"]', 'exit_path = ["mx1", "mx2", "mx3", "mx4"]'
    )
    text = text.replace(
        '{ id = "mx3", xy = [94, 6], colour = "blue", next = "off", exit_space = true },',
        '{ id = "mx3", xy = [94, 6], colour = "blue", next = "mx4" },\n'
        '{ id = "mx4", xy = [94, 2], colour = "blue", next = "off", exit_space = true },',
    )
    (tmp_path / "boards.toml").write_text(text, encoding="utf-8")
    other = dogfight.load("biplanes", tmp_path)
    assert run_example(other, {"kind": "move", "from": "m2", "move": "4X", "to": "mx4"}) == []
    assert run_example(other, {"kind": "move", "from": "m2", "move": "5X", "to": "off"}) == []


def test_a_dogfight_position_is_small(game: Biplanes) -> None:
    position = game.new(game.options())
    assert sum(sys.getsizeof(item) for item in (position, position.p1, position.p2)) < 400
    assert position.mission is None
