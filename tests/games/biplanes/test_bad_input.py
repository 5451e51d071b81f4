"""What people and programs get wrong: it is refused with a reason and a rule, and nothing changes."""

from __future__ import annotations

import pytest

from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.seat import CHANCE
from dogfight.games.biplanes.game import Biplanes

DOGFIGHT = "mode=dogfight,board=main,p1=pick,p2=pick,starts=default"
ESPIONAGE = "mode=espionage,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"
ESCORT = "mode=escort,solo=no,board=main,p1=pick,p2=pick"
BLUE = "blue;at=m0;damage=0;hand=5/0,5/1;bag=3/1"
SITES = "mission;sites=m1:2,m3:2,m5:2,m6:2,m7:2"


def refused(game: Biplanes, text: str, seat: int, word: str) -> IllegalAction:
    position = game.read(text)
    action = game.read_action(position, seat, word)
    with pytest.raises(IllegalAction) as error:
        game.play(position, seat, action)
    assert game.write(position) == text
    return error.value


@pytest.mark.parametrize(
    ("text", "seat", "word", "rule"),
    [
        (f"{DOGFIGHT} plan:0:0 1.1 red;at=m4;damage=0;hand=1/0;bag=3/1 {BLUE}", 0, "2/0", "BD-4.1"),
        (f"{DOGFIGHT} plan:0:0 1.1 red;at=m2;damage=0;hand=3/1;bag=1/0 {BLUE}", 0, "3L/1", "BD-6.3"),
        (f"{DOGFIGHT} plan:0:0 1.1 red;at=m2;damage=0;hand=3/1;bag=1/0 {BLUE}", 0, "3/1X", "BD-5.8"),
        (f"{DOGFIGHT} plan:0:0 1.1 red;at=m2;damage=0;hand=3/1;bag=1/0 {BLUE}", 0, "3/1H", "BD-23.16"),
        (f"{DOGFIGHT} plan:0:0 1.1 brown;at=m2;damage=0;hand=1/0,3/1;bag=2/0;last=0/1 {BLUE}", 0, "3/1", "BD-14.2"),
        (f"{ESPIONAGE} plan:0:0 1.1 red;at=m2;damage=1;hand=3/1;bag=1/0 {BLUE} {SITES}", 0, "3/1X", "BD-20.11"),
        (
            f"{ESPIONAGE} plan:0:0 4.1 red;at=m3;damage=1;hand=3/1;bag=1/0 {BLUE} mission;sites=m1:2;removed=4",
            0,
            "3/1X",
            "BD-20.3",
        ),
        (
            f"{ESPIONAGE} plan:0:0 4.1 red;at=m1;damage=1;hand=3/1;bag=1/0 {BLUE} mission;sites=m1:2;removed=4",
            0,
            "3L/1X",
            "BD-20.5",
        ),
        (
            f"{ESCORT} plan:0:0 1.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m4:0;used=-1",
            0,
            "3/1&-1",
            "BD-24.6",
        ),
        (f"{ESCORT} plan:0:0 1.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m4:0", 0, "3/1", "BD-24.5"),
        (f"{ESCORT} plan:0:0 1.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m2:0", 0, "3/1&0X", "BD-24.22"),
        (f"{ESCORT} plan:0:0 3.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m3:0", 0, "3/1&0X", "BD-20.3"),
        (
            f"{ESCORT} plan:0:0 3.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m1:0",
            0,
            "3L/1&+2X",
            "BD-24.13",
        ),
        (f"{ESCORT} plan:0:0 1.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m4:0", 1, "5/0&0", "BD-4.1"),
    ],
)
def test_an_illegal_commitment_is_refused_with_its_rule(
    game: Biplanes, text: str, seat: int, word: str, rule: str
) -> None:
    assert refused(game, text, seat, word).rule == rule


@pytest.mark.parametrize("action", [-1, 24, 31, 4095, 10**9, 3 + 64 + 32])
def test_malformed_actions_are_refused(game: Biplanes, action: int) -> None:
    text = f"{DOGFIGHT} plan:0:0 1.1 red;at=m4;damage=0;hand=1/0;bag=3/1 {BLUE}"
    position = game.read(text)
    with pytest.raises(IllegalAction, match="BD-"):
        game.play(position, 0, action)
    assert game.write(position) == text


@pytest.mark.parametrize("word", ["", "6/0", "1/4", "2L/1", "3/1Z", "-2", "1/0 ", "0*", "x"])
def test_malformed_words_are_refused(game: Biplanes, word: str) -> None:
    position = game.read(f"{DOGFIGHT} plan:0:0 1.1 red;at=m4;damage=0;hand=1/0;bag=3/1 {BLUE}")
    with pytest.raises((BadNotation, IllegalAction)):
        game.play(position, 0, game.read_action(position, 0, word))


def test_nobody_acts_out_of_turn(game: Biplanes) -> None:
    position = game.new(game.options())
    with pytest.raises(IllegalAction, match="a draw or roll comes first"):
        game.play(position, 0, 0)
    with pytest.raises(IllegalAction, match="not among"):
        game.play(position, CHANCE, 0)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"mode": "racing"}, "mode"),
        ({"p1": "red", "p2": "red"}, "p2"),
        ({"mode": "rescue", "p1": "red"}, "p1"),
        ({"mode": "escort", "solo": True, "board": "alt"}, "board"),
        ({"solo": True}, "solo"),
        ({"smart3": True}, "smart3"),
        ({"mode": "escort", "safety_round_limit": 3}, "safety_round_limit"),
        ({"mode": "rescue", "safety_round_limit": 100}, "safety_round_limit"),
        ({"mode": "bombing", "lean_bag": True}, "lean_bag"),
    ],
)
def test_options_that_do_not_go_together_are_refused(game: Biplanes, values: dict[str, object], word: str) -> None:
    with pytest.raises(BadOption, match=word):
        game.options(values)


RED = "red;at=m4;damage=0;hand=1/0;bag=3/1"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} red;at=m0;damage=0;hand=1/0;bag=3/1", "BD-2.2"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=mx1;damage=0;hand=5/0;bag=3/1", "BD-5.8"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=off;damage=0;hand=5/0;bag=3/1", "BD-20.7"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=7;hand=5/0;bag=3/1", "BD-9.6"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=8;hand=5/0;bag=3/1", "BD-1.6"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=5/2,5/2,5/2;bag=3/1", "BD-1.3"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=0/0;bag=3/1", "BD-1.3"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;bag=3/1", "BD-4.2"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=5/0;bag=3/1;jammed=yes", "BD-16.1"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=5/0;bag=3/1;aside=5/2", "BD-17.4"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=5/0;bag=3/1;sealed=5/1", "BD-4.1"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} pink;at=m0;damage=0;hand=5/0;bag=3/1", "BD-1.2"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} nobody;at=m0;damage=0", "BD-2.3"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} white;at=m2;damage=0;hand=5/1;bag=3/1", "BD-18.4"),
        (f"{DOGFIGHT} show:0:0 1.1 {RED} white;at=m5;damage=0;hand=5/1;bag=3/1", "BD-18.4"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} brown;at=m5;damage=0;hand=5/1;bag=3/1;last=0/1", "BD-4.2"),
        (f"{DOGFIGHT} plan:0:0 4.1 {RED} {BLUE}", "BD-3.1"),
        (f"{DOGFIGHT} plan:0:2 1.1 {RED} {BLUE}", "BD-10.1"),
        (f"{DOGFIGHT} deal:0:2 1.1 {RED} {BLUE}", "BD-2.7"),
        (f"{DOGFIGHT} lose:0:2 1.1 {RED} {BLUE}", "BD-17.3"),
        (f"{DOGFIGHT} place:0:0 1.1 {RED} {BLUE}", "BD-19.3"),
        (f"{DOGFIGHT} toss:0:0 1.1 {RED} {BLUE}", "BD-25.11"),
        (f"{DOGFIGHT} mulligan:0:0 1.1 {RED} {BLUE}", "BD-2.8"),
        (f"{DOGFIGHT} nap:0:0 1.1 {RED} {BLUE}", "BD-3.4"),
        (f"{DOGFIGHT} plan:0:0 1.6 {RED} {BLUE}", ""),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED}", ""),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} {BLUE} p1:exit", ""),
        (f"{DOGFIGHT} over:0:0 1.1 {RED} {BLUE}", ""),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED};mood=good {BLUE}", ""),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED};bag=3/0 {BLUE}", ""),
        (f"{DOGFIGHT},wings=2 plan:0:0 1.1 {RED} {BLUE}", ""),
        (f"{DOGFIGHT} plan:0:0 1.1 red;at=m4;damage=0;hand=3/1,1/0 {BLUE}", ""),
        (f"{ESPIONAGE} plan:0:0 1.1 {RED} {BLUE} {SITES}", "BD-21.4"),
        (f"{ESPIONAGE} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} {SITES};removed=1", "BD-21.5"),
        (
            f"{ESPIONAGE} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} mission;sites=m1:3;removed=4",
            "BD-1.12",
        ),
        (f"{ESPIONAGE} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} {SITES};rescued=1", "BD-23.10"),
        (f"{ESPIONAGE} plan:0:0 1.1 yellow;at=m4;damage=1;hand=1/1;bag=3/1 {BLUE} {SITES}", "BD-19.1"),
        (f"{ESCORT} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} mission;mal=m4:3", "BD-24.24"),
        (f"{ESCORT} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} mission;mal=off:0", "BD-24.22"),
        (f"{ESCORT} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} mission;sites=m1:1;mal=m4:0", "BD-24.1"),
        (f"{ESCORT} plan:0:0 1.1 red;at=down;damage=1;hand=1/0 {BLUE} mission;mal=m4:0", "BD-24.20"),
    ],
)
def test_an_impossible_position_is_refused_with_its_rule(game: Biplanes, text: str, rule: str) -> None:
    with pytest.raises(BadNotation) as error:
        game.read(text)
    assert error.value.rule == rule, str(error.value)


def test_the_positions_these_are_made_from_are_fine(game: Biplanes) -> None:
    for text in (
        f"{DOGFIGHT} plan:0:0 1.1 {RED} {BLUE}",
        f"{ESPIONAGE} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} {SITES}",
        f"{ESCORT} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE} mission;mal=m4:0",
    ):
        assert game.write(game.read(text)) == text
