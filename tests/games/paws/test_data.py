"""The data files: what replaces them, and what is refused."""

from pathlib import Path

import pytest

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.errors import BadData
from dogfight.core.position import playout
from dogfight.games.paws.data import DATA_FILES, Data
from dogfight.games.paws.game import Paws

pytestmark = pytest.mark.no_rule("data files")

FOLDER = Path(__file__).parents[3] / "src" / "dogfight" / "games" / "paws" / "data"


def folder_with(tmp_path: Path, name: str, old: str, new: str) -> Path:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", DATA_FILES)
def test_every_data_file_cites_its_source(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert "ours" in text.lower() and ("seed" in text or "Manual" in text or "manual" in text)


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        (
            "decks.toml",
            "plane_left = 6",
            "plane_left = 7",
            r"deck\.pilot: expected 30 cards in all, got 31",
        ),
        ("decks.toml", "plane_left = 6", "plane_left = -6", "expected a number of cards"),
        (
            "decks.toml",
            "plane_left = 6",
            'plane_left = "six"',
            "deck.pilot.plane_left: expected a whole number, got 'six'",
        ),
        (
            "decks.toml",
            "sun_team = 1",
            "moon_team = 1",
            "expected cards of cards.toml, got 'moon_team'",
        ),
        ("decks.toml", "[deck.gunner]", "[deck.cook]", "cook"),
        (
            "cards.toml",
            'own = "left"',
            'own = "up"',
            r"card\.plane_left\.own: expected one of left, right",
        ),
        ("cards.toml", 'effect = "left"', 'own = "left"', "nothing on a sun card"),
        ("cards.toml", 'zone = "PL"', 'zone = "XL"', "expected one of PL"),
        ("cards.toml", "damage = 6", "damage = 99", "expected a number from 0 to 60"),
        ("cards.toml", "damage = 6", "damage = 6\ncolour = 1", "colour"),
        ("cards.toml", "[card.plane_left]", "[card.plane_left", "expected TOML"),
        (
            "zones.toml",
            'toward_R = "PC"',
            'toward_R = "GC"',
            r"zone\.PL\.toward_R: expected a zone of board P",
        ),
        ("zones.toml", 'mirror = "GR"', 'mirror = "PR"', "expected a zone of the other board"),
        ("zones.toml", 'PL = { board = "P"', 'PL = { board = "G"', r"zone\.PL\.board"),
        ("zones.toml", "left   = {", "lift   = {", "lift"),
        ("zones.toml", "\nGR = {", "\nGX = {", "the zones PL"),
        (
            "numbers.toml",
            "hand = 4 ",
            "hand = 0 ",
            r"sizes\.hand: expected a number from 1 to 8, got 0",
        ),
        ("numbers.toml", "look = 9", "look = 11", r"moon\.look"),
        ("numbers.toml", "action_s = 20", "action_s = 21", "a list with 21 in it"),
        ("numbers.toml", "smoke_repair = 3", "smoke_repair = 0", r"damage\.smoke_repair"),
        ("numbers.toml", 'sun_rounding = "up"', 'sun_rounding = "sideways"', "sun_rounding"),
        ("teams.toml", "[team.paws]", "[team.Paws]", "names in small letters"),
        ("teams.toml", 'board = "P"', 'board = "G"', "pilot with board P"),
        ("layout.toml", ", [680, 480]]", "]", "expected 4 points, got 3"),
    ],
)
def test_a_broken_file_is_named_with_its_key(
    tmp_path: Path, name: str, old: str, new: str, words: str
) -> None:
    with pytest.raises(BadData, match=words) as refused:
        Data(folder_with(tmp_path, name, old, new))
    assert name in str(refused.value)


def test_an_unknown_card_in_a_change_is_refused(game: Paws) -> None:
    with pytest.raises(BadData, match="got 'plane_up'"):
        game.data.changed_cards({"plane_up": {}})
    with pytest.raises(BadData, match=r"card\.shoot_pc"):
        game.data.changed_cards({"shoot_pc": {"damage": "much"}})


def test_other_files_make_another_game(tmp_path: Path) -> None:
    """JP-20.21 More teams need more entries; hands and timers are data as well (JP-5.1)."""
    folder_with(
        tmp_path,
        "teams.toml",
        "[role.pilot]",
        '[team.wings]\ncolor = "red"\nsymbol = "wing"\n[role.pilot]',
    )
    folder_with(tmp_path, "numbers.toml", "solo_hand_per_seat = 3", "solo_hand_per_seat = 5")
    game = dogfight.load("paws", tmp_path)
    options = game.options({"players": 5, "teams": 5})
    assert [seat.side for seat in game.seats(options)][::2] == [
        "jaws",
        "paws",
        "claws",
        "tails",
        "wings",
    ]
    position = game.new(options)
    assert position.full_hand(0) == 5
    playout(position, Dice(1))
    assert game.decision(position).rule in ("JP-17.4", "JP-17.5")
    assert game.data_digest != dogfight.load("paws").data_digest


def test_eight_teams_play(tmp_path: Path) -> None:
    extra = "".join(
        f'[team.{name}]\ncolor = "x"\nsymbol = "x"\n'
        for name in ("wings", "beaks", "horns", "manes")
    )
    folder_with(tmp_path, "teams.toml", "[role.pilot]", extra + "[role.pilot]")
    game = dogfight.load("paws", tmp_path)
    position = game.new(game.options({"players": 8, "teams": 8, "mode": "night"}))
    playout(position, Dice(2))
    assert game.notation.read(game.notation.write(position)).flying == position.flying
