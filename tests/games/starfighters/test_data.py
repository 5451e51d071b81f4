"""Data files: what is in them, what replaces them, and how broken ones are refused."""

from importlib import resources

import pytest

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.errors import BadData, BadOption
from dogfight.core.position import playout

pytestmark = pytest.mark.no_rule("data files")

TEXT = (
    resources.files("dogfight.games.starfighters")
    .joinpath("data/starfighters.toml")
    .read_text(encoding="utf-8")
)


def loaded(folder, old, new):
    assert old in TEXT
    (folder / "starfighters.toml").write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return dogfight.load("starfighters", folder)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("min = 3", "min = 2", "players.min: expected a whole number from 3 to 6, got 2.*SF-1.1"),
        ("max = 6", "max = 7", "players.max.*SF-1.1"),
        ("hull = 2", "hull = 0", "players.hull.*SF-2.4"),
        ("hand = 4", "hand = 11", "deck.total: expected at least 66 cards.*SF-2.10"),
        ("steps = 4", "steps = 0", "players.steps.*SF-4.2"),
        ("debris_steps = 3", "debris_steps = -1", "players.debris_steps.*SF-9.5"),
        ("wreckage_at_start = 4", "wreckage_at_start = 40", "players.wreckage_at_start.*SF-2.1"),
        (
            'shape = "hexagon"',
            'shape = "square"',
            "map.shape: expected 'hexagon', got 'square'.*SF-1.5",
        ),
        ("radius = 7", "radius = 99", "map.radius.*SF-1.5"),
        ("radius = 7", "radius = 6", "lines.north: expected hexes of the map.*SF-2.6"),
        ('"E", "NE"', '"NE", "E"', "directions.order.*SF-1.7"),
        ("SE = [0, 1]", "SE = [1, 1]", "directions.SE.*SF-1.7"),
        ("short = 14", "short = 300", "deck.short: expected a whole number from 0 to 255.*SF-1.4"),
        (
            "short = 14",
            "short = 13",
            "deck.total: expected the sum of the kinds, 59, got 60.*SF-1.4",
        ),
        ("radius = 2", "radius = 0", "attack.short.radius.*SF-6.1"),
        ("[1, -1], [1, 0], [0, 1],", "[1, -1], [1, -1], [0, 1],", "attack.medium.zone_E.*SF-6.3"),
        ("[1, -1], [1, 0], [0, 1],", "[0, 0],", "attack.medium.zone_E.*SF-6.3"),
        (
            'beams = ["L", "F", "R"]',
            'beams = ["L", "B"]',
            "attack.long.beams: expected some of L, F, R.*SF-6.4",
        ),
        ('"wreckage", "debris"]', '"wreckage", "ships"]', "attack.long.blocked_by.*SF-6.5"),
        ("turns = 100", "turns = 0", "limits.turns.*SF-11.6"),
        (
            "turns = 100",
            'turns = "many"',
            "line 64: limits.turns: expected a whole number, got 'many'.*SF-11.6",
        ),
        ("turns = 100", "rounds = 100", "rounds"),
        ("turns = 100", "turns = ", "expected TOML"),
    ],
)
def test_broken_data_are_refused_by_file_key_and_expectation(tmp_path, old, new, says):
    with pytest.raises(BadData, match=says) as caught:
        loaded(tmp_path, old, new)
    assert "starfighters.toml" in str(caught.value)


def test_lines_need_room_for_all_ships(tmp_path):
    start, end = TEXT.index("northeast = "), TEXT.index("[deck]")
    (tmp_path / "starfighters.toml").write_text(TEXT[:start] + TEXT[end:], encoding="utf-8")
    with pytest.raises(BadData, match="lines: expected 10 to 62 different hexes, got 8"):
        dogfight.load("starfighters", tmp_path)


def test_replaced_data_change_the_game_and_its_digest(game, tmp_path):
    other = loaded(tmp_path, "turns = 100", "turns = 2")
    assert other.data_digest != game.data_digest
    position = other.new(other.options({"players": 3}))
    playout(position, Dice(1))
    assert position.turn <= 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("wreckage_at_start = 4", "wreckage_at_start = 0"),
        ("debris_steps = 3", "debris_steps = 0"),
        ("hull = 2", "hull = 1"),
        (
            'beams = ["L", "F", "R"]\nblocked_by = ["wreckage", "debris"]',
            'beams = ["F"]\nblocked_by = []',
        ),
        ("hand = 4", "hand = 1"),
    ],
)
def test_other_numbers_play_to_an_end(tmp_path, old, new):
    other = loaded(tmp_path, old, new)
    for seed in range(3):
        position = other.new(other.options({"players": 4}))
        playout(position, Dice(seed))
        assert other.notation.read(other.notation.write(position)).phase == position.phase
        assert sum(position.payoff(seat) for seat in range(4)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 2}, "whole number from 3 to 6.*SF-1.1"),
        ({"players": "many"}, "players"),
        ({"players": 3, "first": "3"}, "one of random, 0, 1, 2.*SF-2.2"),
        ({"first": "me"}, "first"),
        ({"map": "big"}, "no option 'map'"),
    ],
)
def test_bad_options_are_refused(game, options, says):
    with pytest.raises(BadOption, match=says):
        game.options(options)
