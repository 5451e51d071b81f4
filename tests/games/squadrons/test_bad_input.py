"""What cannot be read, cannot be, or cannot be played is refused with a reason, and nothing
changes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dogfight
from dogfight.core.errors import BadData, BadNotation, BadOption, IllegalAction
from dogfight.datafiles.files import built_in
from dogfight.games.squadrons.names import CARD_NAMES

pytestmark = pytest.mark.no_rule("bad input")

ALL = ",".join(CARD_NAMES)
GOOD = "R:l12S,-,-,-,-,- G:a1N,-,-,-,-,- r=9H g=- G/name:1 5:5 idle:0 t9"
NEAR = "R:e7S,-,-,-,-,- G:e5N,a1N,-,-,-,- r=9H g=- G/name:12 4:5 idle:0 t9"
SHOTS = "R:e6N,l1N,-,-,-,- G:e5N,-,-,-,-,- r=9H g=- G/shots:G1=? 5:4 idle:0 t9"

BAD_POSITIONS = [
    ("", "expected eight words"),
    (GOOD + " more", "expected eight words"),
    (GOOD.replace("R:", "G:"), "expected six planes"),
    (GOOD.replace("l12S,-", "l12S"), "expected six planes"),
    (GOOD.replace("l12S", "l12"), "expected a square with a heading"),
    (GOOD.replace("l12S", "l12SN"), "expected a heading"),
    (GOOD.replace("l12S", "m12S"), "expected a square of the board"),
    (GOOD.replace("l12S", "l13S"), "expected a square of the board"),
    (GOOD.replace("l12S", "l99S"), "expected a square like"),
    (GOOD.replace("l12S", "a1S"), "R1 and G1 both stand on a1"),
    (GOOD.replace("r=9H", "r=9H,9H"), "9H has left the deck twice"),
    (GOOD.replace("r=9H", "r=1H"), "expected a card"),
    (GOOD.replace("r=9H", "r="), "expected discards"),
    (GOOD.replace("r=9H", "r=-"), "Red's first card"),
    (GOOD.replace("g=-", f"g={ALL}"), "the game is over here"),
    (GOOD.replace("5:5", "5:4"), "R has lost 5 planes, the score says 4"),
    (GOOD.replace("5:5", "7:5"), "expected a score"),
    (GOOD.replace("idle:0", "idle:-1"), "expected turns without a card"),
    (GOOD.replace("idle:0", "idle:40").replace("t9", "t90"), "the game is over here"),
    (GOOD.replace("idle:0", "idle:9"), "expected more turns"),
    (GOOD.replace("idle:0", "idle:0+"), "only the first one is out"),
    (GOOD.replace("t9", "t0"), "expected more turns"),
    (GOOD.replace("t9", "9"), "expected the number of the turn"),
    (GOOD.replace("G/name:1", "G/nap:1"), "expected a phase like"),
    (GOOD.replace("G/name:1", "G/name:2"), "expected planes on the board"),
    (GOOD.replace("G/name:1", "G/name:11"), "in ascending order"),
    (GOOD.replace("G/name:1", "G/draw1:1"), "G1 needs no card"),
    (GOOD.replace("G/name:1", "G/fly1=9H:1"), "G1 needs no card"),
    (GOOD.replace("G/name:1", "G/over:deck"), "has not ended by deck"),
    (GOOD.replace("G/name:1", "G/over:rain"), "expected an end out of"),
    (GOOD.replace("G/name:1", "G/shots:G1=?"), "expected the shooters none"),
    (GOOD.replace("G/name:1", "first"), "before the first card"),
    (
        GOOD.replace("G:a1N", "G:-").replace("5:5", "6:5").replace("G/name:1", "R/name:1"),
        "the game is over here",
    ),
    (NEAR.replace("name:12", "fly1:12"), "G1 needs a card"),
    (NEAR.replace("name:12", "draw1:2"), "G1 is named but does not have to move"),
    (NEAR.replace("name:12", "fly1=9S:12"), "expected idle with"),
    (
        NEAR.replace("name:12", "fly1=9S:12").replace("g=-", "g=9S").replace("idle:0", "idle:0+"),
        "left the deck twice",
    ),
    (NEAR.replace("name:12", "draw1:12").replace("g=-", f"g={ALL}"), "the game is over here"),
    (SHOTS.replace("G1=?", "G1=9H"), "expected idle with"),
    (SHOTS.replace("G1=?", "G1=9H").replace("idle:0", "idle:0+"), "every shooter has had its card"),
    (SHOTS.replace("G1=?", "G1=-"), "has to draw while there are cards"),
    (SHOTS.replace("G1=?", "R1=?"), "expected the shooters G1"),
    (SHOTS.replace("g=-", f"g={ALL}"), "deck was empty before the shots"),
]


@pytest.mark.parametrize(("text", "says"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_refused(desk: Any, text: str, says: str) -> None:
    with pytest.raises(BadNotation, match=says):
        desk.game.notation.read(text)


@pytest.mark.parametrize("text", [GOOD, NEAR, SHOTS])
def test_the_good_ones_are_read(desk: Any, text: str) -> None:
    assert desk.game.notation.write(desk.game.notation.read(text)) == text


def test_a_shooter_after_one_that_has_to_draw_cannot_have_drawn(desk: Any) -> None:
    both = "R:e6S,l1N,-,-,-,- G:e5N,-,-,-,-,- r=9H g=- G/shots:G1=?,R1=2C 5:4 idle:0+ t9"
    with pytest.raises(BadNotation, match="comes after a shooter that has to draw"):
        desk.game.notation.read(both)


def test_a_shooter_without_cards_cannot_draw(desk: Any) -> None:
    cards = ",".join(name for name in CARD_NAMES if name != "2C")
    text = (
        f"R:e6N,l2S,-,-,-,- G:e5N,l1N,-,-,-,- r=9H g={cards} G/shots:G1=2C,G2=?,R2=? 4:4 idle:0+ t9"
    )
    with pytest.raises(BadNotation, match="cannot draw"):
        desk.game.notation.read(text)
    assert desk.game.notation.read(text.replace("G2=?", "G2=-")).plane == 1


@pytest.mark.parametrize("word", ["", "R7", "g1", "B", "X:", "X:R9", "10H", "stays", "G1 A"])
def test_a_word_that_is_no_action_is_refused(desk: Any, word: str) -> None:
    position = desk.game.notation.read(GOOD)
    with pytest.raises(BadNotation):
        desk.game.notation.read_action(position, 1, word)


@pytest.mark.parametrize("action", [-1, 1, 6, 13, 25, 26, 4095])
def test_an_illegal_action_changes_nothing(desk: Any, action: int) -> None:
    position = desk.game.notation.read(GOOD)
    with pytest.raises(IllegalAction) as refused:
        desk.game.play(position, 1, action)
    assert refused.value.rule.startswith("SQ-")
    assert desk.game.notation.write(position) == GOOD


def test_a_card_that_has_left_the_deck_cannot_be_drawn(desk: Any) -> None:
    position = desk.game.notation.read(NEAR.replace("g=-", "g=9H"))
    desk.play(position, "G1")
    with pytest.raises(IllegalAction, match="not among the 51 possible ones"):
        desk.play(position, "9H")


def test_there_are_no_options(desk: Any) -> None:
    assert desk.game.options({}) == {}
    with pytest.raises(BadOption, match="no option 'speed'"):
        desk.game.options({"speed": 3})


FILE = built_in("squadrons").joinpath("board.toml").read_text(encoding="utf-8")
BAD_FILES = [
    ("columns = 12", "columns = 27", "board.columns: expected a whole number from 1 to 26, got 27"),
    ("columns = 12", "columns = 0", "board.columns"),
    (
        "columns = 12",
        'columns = "12"',
        "line 8: board.columns: expected a whole number, got '12'.*SQ-1.7",
    ),
    ("columns = 12", "", "line 7: board.columns: expected a whole number, got nothing.*SQ-1.7"),
    ("rows = 12", "rows = 32", "board.rows: expected a whole number from 1 to 31"),
    ("rows = 12", "rows = 11", "squares of the 12×11 board"),
    (
        "blocked = []",
        'blocked = ["m1"]',
        "board.blocked: expected squares of the 12×12 board, got 'm1'",
    ),
    ("blocked = []", 'blocked = ["e5", "e5"]', "each square once"),
    ("blocked = []", 'blocked = ["5e"]', "expected squares like"),
    (
        "blocked = []",
        'blocked = ["a1"]',
        "start.G1: expected a square of the board that is not blocked",
    ),
    (
        "[board]",
        "[bored]",
        r"line 7: bored: expected one of meta, board.*did you mean board\?.*SQ-1.7",
    ),
    ("[meta]", "[meta", "expected TOML"),
    ('side = "G"', 'side = "B"', "airfield 1.side: expected R or G, got 'B'"),
    ('squares = ["a1", "b1", "c1"]', 'squares = ["a0"]', "airfield 1.squares"),
    ('G1 = "a1 N"', 'G1 = "b1 N"', "start.G2: expected a square with no other plane"),
    ('G1 = "a1 N"', 'G1 = "a1 NNE"', "start.G1: expected a heading"),
    ('G1 = "a1 N"', 'G1 = "a1"', "start.G1: expected a square and a heading"),
    ('G1 = "a1 N"', 'G7 = "a1 N"', "start: expected R1 to R6 and G1 to G6"),
    ('suits = ["C", "S", "H", "D"]', 'suits = ["C", "S", "H"]', "deck.suits"),
    ('"J", "Q", "K"]', '"K"]', "deck.ranks"),
    ("jokers = 0", "jokers = 2", "deck.jokers: expected no jokers, got 2"),
    ("stall_turns = 40", "stall_turns = 0", "limits.stall_turns"),
]


@pytest.mark.parametrize(("old", "new", "says"), BAD_FILES)
def test_a_broken_board_file_is_refused_with_file_and_key(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in FILE
    path = tmp_path / "board.toml"
    path.write_text(FILE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=says) as refused:
        dogfight.load("squadrons", tmp_path)
    assert str(path) in str(refused.value)


def test_another_board_file_has_another_digest(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(
        FILE.replace("stall_turns = 40", "stall_turns = 10"), encoding="utf-8"
    )
    game = dogfight.load("squadrons", tmp_path)
    assert game.data_digest != dogfight.load("squadrons").data_digest
    assert game.max_steps({}) < dogfight.load("squadrons").max_steps({})
