"""What people and programs get wrong: it is refused with a reason and a rule, and nothing
changes.
"""

from __future__ import annotations

import pytest

from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.seat import CHANCE
from dogfight.games.biplanes.game import Biplanes

pytestmark = pytest.mark.no_rule("bad input")

DOGFIGHT = "mode=dogfight,board=main,p1=pick,p2=pick,starts=default"
ESPIONAGE = "mode=espionage,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"
ESCORT = "mode=escort,solo=no,board=main,p1=pick,p2=pick"
BLUE = "blue;at=m0;damage=0;hand=5/0,5/1;bag=3/1"
LAST_BLUE = "blue;at=m0;damage=0;hand=5/0,5/1"
SITES = "mission;sites=m1:2,m3:2,m5:2,m6:2,m7:2"


def refused(game: Biplanes, text: str, seat: int, word: str) -> IllegalAction:
    position = game.notation.read(text)
    action = game.notation.read_action(position, seat, word)
    with pytest.raises(IllegalAction) as error:
        game.play(position, seat, action)
    assert game.notation.write(position) == text
    return error.value


def check_refused(game: Biplanes, text: str, rule: str) -> None:
    with pytest.raises(BadNotation) as error:
        game.notation.read(text)
    assert error.value.rule == rule, str(error.value)


@pytest.mark.parametrize(
    ("text", "seat", "word", "rule"),
    [
        (f"{DOGFIGHT} plan:0:0 1.1 red;at=m4;damage=0;hand=1/0;bag=3/1 {BLUE}", 0, "2/0", "BD-4.1"),
        (
            f"{DOGFIGHT} plan:0:0 1.2 red;at=m2;damage=0;hand=3/1;bag=1/0 {BLUE}",
            0,
            "3L/1",
            "BD-6.3",
        ),
        (
            f"{DOGFIGHT} plan:0:0 1.2 red;at=m2;damage=0;hand=3/1;bag=1/0 {BLUE}",
            0,
            "3/1X",
            "BD-5.8",
        ),
        (
            f"{DOGFIGHT} plan:0:0 1.2 red;at=m2;damage=0;hand=3/1;bag=1/0 {BLUE}",
            0,
            "3/1H",
            "BD-23.16",
        ),
        (
            f"{DOGFIGHT} plan:0:0 1.2 brown;at=m2;damage=0;hand=1/0,3/1;bag=2/0;last=0/1 {BLUE}",
            0,
            "3/1",
            "BD-14.2",
        ),
        (
            f"{ESPIONAGE} plan:0:0 1.2 red;at=m2;damage=1;hand=3/1;bag=1/0 {BLUE} {SITES}",
            0,
            "3/1X",
            "BD-20.11",
        ),
        (
            (
                f"{ESPIONAGE} plan:0:0 4.1 red;at=m3;damage=1;hand=3/1;bag=1/0 {BLUE}"
                " mission;sites=m1:2;removed=4"
            ),
            0,
            "3/1X",
            "BD-20.3",
        ),
        (
            (
                f"{ESPIONAGE} plan:0:0 4.1 red;at=m1;damage=1;hand=3/1;bag=1/0 {BLUE}"
                " mission;sites=m1:2;removed=4"
            ),
            0,
            "3L/1X",
            "BD-20.5",
        ),
        (
            (
                f"{ESCORT} plan:0:0 1.2 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE}"
                " mission;mal=m4:0;used=-1"
            ),
            0,
            "3/1&-1",
            "BD-24.6",
        ),
        (
            f"{ESCORT} plan:0:0 1.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m4:0",
            0,
            "3/1",
            "BD-24.5",
        ),
        (
            f"{ESCORT} plan:0:0 1.2 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m2:0",
            0,
            "3/1&0X",
            "BD-24.22",
        ),
        (
            f"{ESCORT} plan:0:0 3.1 red;at=m4;damage=1;hand=3/1 {LAST_BLUE} mission;mal=m3:0",
            0,
            "3/1&0X",
            "BD-20.3",
        ),
        (
            f"{ESCORT} plan:0:0 3.1 red;at=m4;damage=1;hand=3/1 {LAST_BLUE} mission;mal=m1:0",
            0,
            "3L/1&+2X",
            "BD-24.13",
        ),
        (
            f"{ESCORT} plan:0:0 1.1 red;at=m4;damage=1;hand=3/1;bag=1/0 {BLUE} mission;mal=m4:0",
            1,
            "5/0&0",
            "BD-4.1",
        ),
    ],
)
def test_an_illegal_commitment_is_refused_with_its_rule(
    game: Biplanes, text: str, seat: int, word: str, rule: str
) -> None:
    assert refused(game, text, seat, word).rule == rule


@pytest.mark.parametrize("action", [-1, 24, 31, 4095, 10**9, 3 + 64 + 32])
def test_malformed_actions_are_refused(game: Biplanes, action: int) -> None:
    text = f"{DOGFIGHT} plan:0:0 1.1 red;at=m4;damage=0;hand=1/0;bag=3/1 {BLUE}"
    position = game.notation.read(text)
    with pytest.raises(IllegalAction, match="BD-"):
        game.play(position, 0, action)
    assert game.notation.write(position) == text


@pytest.mark.parametrize("word", ["", "6/0", "1/4", "2L/1", "3/1Z", "-2", "1/0 ", "0*", "x"])
def test_malformed_words_are_refused(game: Biplanes, word: str) -> None:
    position = game.notation.read(
        f"{DOGFIGHT} plan:0:0 1.1 red;at=m4;damage=0;hand=1/0;bag=3/1 {BLUE}"
    )
    with pytest.raises((BadNotation, IllegalAction)):
        game.play(position, 0, game.notation.read_action(position, 0, word))


def test_action_out_of_turn_is_refused(game: Biplanes) -> None:
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
def test_options_that_do_not_go_together_are_refused(
    game: Biplanes, values: dict[str, object], word: str
) -> None:
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
        (
            f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=5/0;bag=3/1;jammed=yes",
            "BD-16.1",
        ),
        (
            f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=5/0;bag=3/1;aside=5/2",
            "BD-17.4",
        ),
        (
            f"{DOGFIGHT} plan:0:0 1.1 {RED} blue;at=m0;damage=0;hand=5/0;bag=3/1;sealed=5/1",
            "BD-4.1",
        ),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} pink;at=m0;damage=0;hand=5/0;bag=3/1", "BD-1.2"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED} nobody;at=m0;damage=0", "BD-2.3"),
        (f"{DOGFIGHT} plan:0:0 1.2 {RED} white;at=m2;damage=0;hand=5/1;bag=3/1", "BD-18.4"),
        (f"{DOGFIGHT} show:0:0 1.2 {RED} white;at=m5;damage=0;hand=5/1;bag=3/1", "BD-18.4"),
        (f"{DOGFIGHT} plan:0:0 1.2 {RED} brown;at=m5;damage=0;hand=5/1;bag=3/1;last=0/1", "BD-4.2"),
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
        (
            (
                f"{ESPIONAGE} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE}"
                f" {SITES};removed=1"
            ),
            "BD-21.5",
        ),
        (
            (
                f"{ESPIONAGE} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE}"
                " mission;sites=m1:3;removed=4"
            ),
            "BD-1.12",
        ),
        (
            (
                f"{ESPIONAGE} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE}"
                f" {SITES};rescued=1"
            ),
            "BD-23.10",
        ),
        (
            f"{ESPIONAGE} plan:0:0 1.1 yellow;at=m4;damage=1;hand=1/1;bag=3/1 {BLUE} {SITES}",
            "BD-19.1",
        ),
        (
            f"{ESCORT} plan:0:0 1.2 {RED.replace('damage=0', 'damage=1')} {BLUE} mission;mal=m4:3",
            "BD-24.24",
        ),
        (
            f"{ESCORT} plan:0:0 1.2 {RED.replace('damage=0', 'damage=1')} {BLUE} mission;mal=off:0",
            "BD-24.22",
        ),
        (
            (
                f"{ESCORT} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE}"
                " mission;sites=m1:1;mal=m4:0"
            ),
            "BD-24.1",
        ),
        (
            f"{ESCORT} plan:0:0 1.2 red;at=down;damage=1;hand=1/0 {BLUE} mission;mal=m4:0",
            "BD-24.20",
        ),
    ],
)
def test_an_impossible_position_is_refused_with_its_rule(
    game: Biplanes, text: str, rule: str
) -> None:
    check_refused(game, text, rule)


RESCUE = "mode=rescue,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"
BOMBING = "mode=bombing,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"
SOLO = (
    "mode=espionage,solo=yes,board=main,p1=pick,p2=pick,smart3=no,lean_bag=no,safety_round_limit=0"
)
CHOOSE = "mode=dogfight,board=main,p1=red,p2=blue,starts=choose"
PICKED = "mode=dogfight,board=main,p1=red,p2=pick,starts=default"
SPY = "red;at=m4;damage=1;hand=1/0;bag=3/1"
BROWN = "brown;at=m5;damage=0;hand=1/0,2/0;bag=3/1"
FIELDS = "mission;sites=m1:2,m3:4,m5:1,m6:3,m7:5"
TWO_DRAWN = f"{FIELDS};objectives=1,2;stack=3,4,5"
LANDED = f"{FIELDS};landed=m5;land_tile=m5;objectives=1,2;stack=3,4,5"
RESCUED = "mission;sites=m1:2,m3:4,m6:3,m7:5;rescued=1;objectives=2;stack=3,4,5;drawn_when=1:2"
HIT = "lose:0:1 1.2 black;at=m5;damage=1;hand=1/0,2/0;bag=3/1;last=1/1;sealed=1/1;squares=2/1,1/1"
HITTER = "blue;at=m4;damage=0;hand=5/0;bag=3/1;last=2/2;sealed=2/2;squares=1/1,2/2"
ASKED = "target:1:0 1.2 red;at=m5;damage=1;hand=2/0;bag=3/1;last=1/0;sealed=1/0&0"
ASKS = "blue;at=m4;damage=0;hand=5/0;bag=3/1;last=4/1;sealed=4/1"
SHOT = (
    "red;at=m5;damage=7;hand=1/0;last=1/1;sealed=1/1"
    " blue;at=m4;damage=0;hand=5/0;last=4/1;sealed=4/1"
)
WHITE = "white;at=m4;damage=0;hand=1/0;bag=3/1;last=0/1;sealed=0/1"
LATE_BLUE = "blue;at=m0;damage=0;hand=5/0;bag=3/1"
WHOLE_BAG = "1/0,1/0,1/1,1/1,1/2,2/0,2/1,2/1,2/2,3/0,3/1,3/2,4/1,4/2,5/2"
BLUE_BAG = "1/1,2/1,2/2,3/0,3/1,3/2,4/0,4/1,4/1,4/2,5/0,5/0,5/1,5/2,5/2"
BLUE_BEGINS = f"blue;at=m0;damage=0;bag={BLUE_BAG}"
BOT = "blue;at=m0;damage=0;bag=4/0,5/0"


def late(text: str) -> str:
    """The same side in the last round, in which its bag is empty."""
    return text.replace(";bag=3/1", "")


FINE = (
    f"{DOGFIGHT} plan:0:0 1.1 {RED} {BLUE}",
    f"{ESPIONAGE} plan:0:0 1.1 {SPY} {BLUE} {SITES}",
    (
        f"{ESPIONAGE} plan:0:0 2.2 {SPY} {BLUE.replace('at=m0', 'at=mx1')}"
        " mission;sites=m1:2;removed=4"
    ),
    f"{ESCORT} plan:0:0 1.1 {SPY} {BLUE} mission;mal=m4:0",
    f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {TWO_DRAWN}",
    f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {LANDED}",
    f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {RESCUED}",
    f"{DOGFIGHT} deal:0:6 1.1 red;at=m4;damage=0;bag={WHOLE_BAG} {BLUE_BEGINS}",
    f"{DOGFIGHT} {HIT} {HITTER}",
    f"{ESCORT} {ASKED} {ASKS} mission;mal=m5:0;used=0",
    f"{DOGFIGHT} over:0:0 3.4 {SHOT} p2:shot_down",
    f"{DOGFIGHT} over:0:0 1.2 {WHITE} {BLUE};last=5/2;sealed=5/2 p2:crash",
    f"{DOGFIGHT} over:1:0 1.2 brown;at=m4;damage=0;hand=3/1;bag=4/0;last=0/1 {BLUE} p2:crash",
    f"{SOLO} plan:0:0 2.2 {SPY} {BOT} {SITES};left=3/0",
    f"{SOLO} toss:0:0 2.2 {SPY};last=1/1;sealed=1/1 {BOT} {SITES};left=3/0;right=3/1".replace(
        "at=m4", "at=mp"
    ),
)


@pytest.mark.parametrize("text", FINE)
def test_the_positions_these_are_made_from_are_fine(game: Biplanes, text: str) -> None:
    assert game.notation.write(game.notation.read(text)) == text


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        # the turn squares and the last tile
        (f"{DOGFIGHT} plan:0:0 1.1 {RED};last=2/0;squares=1/1,1/2,2/1,2/2,2/0 {BLUE}", "BD-1.11"),
        (f"{DOGFIGHT} plan:0:0 1.2 {RED};last=1/2;squares=1/1,1/2 {BLUE}", "BD-1.11"),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED};last=1/1 {BLUE}", "BD-1.11"),
        (
            (
                f"{DOGFIGHT} deal:0:2 2.1 red;at=m4;damage=0;bag=3/1,4/1,5/2;last=1/1;squares=1/1"
                f" {LATE_BLUE}"
            ),
            "BD-1.11",
        ),
        (f"{DOGFIGHT} plan:0:0 1.2 {RED};last=0/0 {BLUE}", "BD-1.3"),
        (f"{DOGFIGHT} plan:0:0 1.2 {RED};last=3/0;squares=1/1 {BLUE}", "BD-4.7"),
        (f"{DOGFIGHT} plan:0:0 1.2 {RED};squares=1/1 {BLUE}", "BD-4.7"),
        (
            (
                f"{DOGFIGHT} plan:0:0 1.2 red;at=m4;damage=0;hand=5/2;bag=3/1;last=5/2;squares=5/2"
                f" {BLUE}"
            ),
            "BD-1.3",
        ),
        (f"{DOGFIGHT} plan:0:0 1.4 {RED};last=5/2;squares=1/1,5/2,5/2 {BLUE}", "BD-1.3"),
        (f"{DOGFIGHT} {HIT} {HITTER.replace('1/1,2/2', '1/1,2/1')}", "BD-4.7"),
        (f"{DOGFIGHT} {HIT.replace('sealed=1/1', 'sealed=2/1')} {HITTER}", "BD-4.7"),
        (f"{DOGFIGHT} {HIT.replace('sealed=1/1', 'sealed=1/1X')} {HITTER}", "BD-5.8"),
        (f"{DOGFIGHT} {HIT.replace('sealed=1/1', 'sealed=1/1H')} {HITTER}", "BD-23.16"),
        (f"{DOGFIGHT} {HIT} {HITTER.replace(';sealed=2/2', '')}", "BD-4.6"),
        # hands, bags and lost tiles
        (
            (
                f"{DOGFIGHT} plan:0:0 1.2 red;at=m4;damage=0;hand=1/0,1/1,1/2,2/0,2/1,2/2;bag=3/1"
                f" {BLUE}"
            ),
            "BD-2.7",
        ),
        (f"{DOGFIGHT} plan:0:0 3.2 {late(RED)} {BLUE}", "BD-10.5"),
        (
            (
                f"{DOGFIGHT} deal:0:6 1.1"
                f" red;at=m4;damage=0;hand=1/0;bag=1/1,1/2,2/0,2/1,2/2,3/1,4/1 {BLUE}"
            ),
            "BD-2.7",
        ),
        (f"{DOGFIGHT} deal:0:6 1.1 red;at=m4;damage=0;bag={WHOLE_BAG[4:]} {BLUE_BEGINS}", "BD-2.6"),
        (f"{DOGFIGHT} deal:0:5 1.1 red;at=m4;damage=0;bag={WHOLE_BAG} {BLUE_BEGINS}", "BD-10.5"),
        (
            (
                f"{CHOOSE} start:0:0 1.1"
                f" red;at=m0;damage=0;hand={WHOLE_BAG[:3]};bag={WHOLE_BAG[4:]} {BLUE_BEGINS}"
            ),
            "BD-2.7",
        ),
        (f"{DOGFIGHT} deal:1:6 1.1 red;at=m4;damage=0;bag={WHOLE_BAG} {BLUE_BEGINS}", "BD-10.5"),
        (
            f"{DOGFIGHT} over:0:0 1.5 red;at=m4;damage=7;bag={WHOLE_BAG} {LATE_BLUE} p2:shot_down",
            "BD-10.3",
        ),
        (f"{DOGFIGHT} {HIT.replace('damage=1', 'damage=3')} {HITTER}", "BD-17.3"),
        (f"{DOGFIGHT} {HIT.replace('lose:0:1', 'lose:0:2')} {HITTER}", "BD-17.3"),
        (
            f"{DOGFIGHT} plan:0:0 1.2 {RED} black;at=m0;damage=0;hand=1/0;bag=3/1;aside=5/0",
            "BD-17.3",
        ),
        (
            f"{DOGFIGHT} plan:0:0 1.2 {RED} black;at=m0;damage=2;hand=1/0;bag=3/1;aside=5/0",
            "BD-17.3",
        ),
        # the first turn
        (f"{DOGFIGHT} plan:0:0 1.1 {RED.replace('at=m4', 'at=m3')} {BLUE}", "BD-2.4"),
        (
            (
                f"{DOGFIGHT} plan:0:0 1.1 {RED.replace('at=m4', 'at=m0')}"
                f" {BLUE.replace('at=m0', 'at=m4')}"
            ),
            "BD-2.4",
        ),
        (f"{DOGFIGHT} plan:0:0 1.1 {RED.replace('damage=0', 'damage=1')} {BLUE}", "BD-9.1"),
        (f"{DOGFIGHT} start:0:0 1.1 {RED} {BLUE}".replace("default", "choose"), "BD-19.12"),
        (f"{PICKED} pick:0:0 1.1 nobody;at=m0;damage=0 nobody;at=m0;damage=0", "BD-19.12"),
        (f"{DOGFIGHT} pick:0:0 1.1 nobody;at=m0;damage=0 {BLUE}", "BD-19.12"),
        (f"{DOGFIGHT} pick:0:0 1.1 nobody;at=m3;damage=0 nobody;at=m0;damage=0", "BD-2.3"),
        (
            f"{DOGFIGHT} mulligan:0:0 2.1 brown;at=m4;damage=0;hand=1/0;bag=3/1 {BLUE};sealed=keep",
            "BD-19.12",
        ),
        (f"{DOGFIGHT} deal:0:1 2.3 red;at=m4;damage=0;hand=1/0;bag=3/1,4/1 {BLUE}", "BD-10.2"),
        (
            (
                f"{DOGFIGHT} mulligan:0:0 1.1 brown;at=m4;damage=0;hand=1/0;aside=4/0;sealed=2/0"
                f" {BLUE};sealed=keep"
            ),
            "BD-2.9",
        ),
        (
            (
                f"{DOGFIGHT} mulligan:0:0 1.1 brown;at=m4;damage=0;hand=1/0;bag=3/1;aside=4/0"
                f" {BLUE};sealed=keep"
            ),
            "BD-2.9",
        ),
        # grey's gun
        (f"{DOGFIGHT} plan:0:0 1.2 {RED} grey;at=m0;damage=0;hand=1/0;bag=3/1;last=2/3", "BD-16.1"),
        (
            (
                f"{DOGFIGHT} plan:0:0 1.2 {RED}"
                " grey;at=m0;damage=0;hand=1/0;bag=3/1;last=2/0;jammed=yes"
            ),
            "BD-16.4",
        ),
        # the exit path
        (f"{ESPIONAGE} plan:0:0 1.2 {SPY.replace('at=m4', 'at=mx1')} {BLUE} {SITES}", "BD-20.11"),
        (f"{ESPIONAGE} plan:0:0 1.2 {SPY} {BLUE.replace('at=m0', 'at=mx1')} {SITES}", "BD-20.11"),
        (
            f"{RESCUE} plan:0:0 2.2 {BROWN.replace('at=m5', 'at=mx1')} {BLUE} {TWO_DRAWN}",
            "BD-20.11",
        ),
        (f"{ESCORT} plan:0:0 2.2 {SPY} {BLUE} mission;mal=mx1:0", "BD-24.22"),
        (
            (
                f"{SOLO} plan:0:0 2.2 {SPY} {BOT.replace('at=m0', 'at=mx1')}"
                " mission;sites=m1:2;removed=4;left=3/0"
            ),
            "BD-25.17",
        ),
        # sites, factories and airfields
        (
            f"{ESPIONAGE} plan:0:0 1.1 {SPY} {BLUE} mission;sites=m1:2,m3:2,m5:2,m6:2,m7:1",
            "BD-21.2",
        ),
        (
            f"{ESPIONAGE} plan:0:0 1.2 {SPY.replace('at=m4', 'at=m5')};last=1/1 {BLUE} {SITES}",
            "BD-21.5",
        ),
        (
            f"{ESPIONAGE} plan:0:0 1.2 {SPY.replace('at=m4', 'at=m5')};last=2/1 {BLUE} {SITES}",
            "BD-21.5",
        ),
        (f"{BOMBING} plan:0:0 1.2 {BROWN};last=1/1 {BLUE} {FIELDS}", "BD-22.5"),
        (
            (
                f"{BOMBING} place:0:0 1.1 nobody;at=m0;damage=0 nobody;at=m0;damage=0"
                " mission;sites=m3:4"
            ),
            "BD-22.2",
        ),
        (f"{BOMBING} plan:0:0 1.2 {BROWN} {BLUE} {FIELDS};landed=m5;land_tile=m5", "BD-23.10"),
        (f"{BOMBING} plan:0:0 1.2 {BROWN} {BLUE} {FIELDS};cleared=1:2", "BD-23.10"),
        # rescue
        (f"{RESCUE} plan:0:0 2.2 {BROWN};last=1/1 {BLUE} {TWO_DRAWN}", "BD-23.6"),
        (f"{RESCUE} plan:0:0 2.2 {BROWN};last=2/1 {BLUE} {LANDED}", "BD-23.6"),
        (f"{RESCUE} plan:0:0 2.2 {BROWN.replace('at=m5', 'at=m3')} {BLUE} {LANDED}", "BD-23.6"),
        (
            (
                f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE}"
                f" {LANDED.replace('land_tile=m5', 'land_tile=m3')}"
            ),
            "BD-23.15",
        ),
        (
            (
                f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE}"
                f" {TWO_DRAWN.replace(';obj', ';land_tile=m3;obj')}"
            ),
            "BD-23.15",
        ),
        (
            (
                f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE}"
                f" {RESCUED.replace(';obj', ';take_off_tile=m5;obj')}"
            ),
            "BD-23.15",
        ),
        (
            (
                f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE}"
                f" {RESCUED.replace('objectives=2', 'objectives=1,2')}"
            ),
            "BD-23.10",
        ),
        (f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {RESCUED.replace('3,4,5', '1,3,4,5')}", "BD-23.10"),
        (
            f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {RESCUED.replace(';drawn_when=1:2', '')}",
            "BD-23.10",
        ),
        (
            f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {RESCUED.replace('when=1:2', 'when=1:3')}",
            "BD-23.11",
        ),
        (
            f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {RESCUED.replace('rescued=1', 'removed=1')}",
            "BD-23.10",
        ),
        (f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {TWO_DRAWN.replace('3,4,5', '3,4')}", "BD-23.4"),
        (f"{RESCUE} plan:0:0 3.2 {late(BROWN)} {late(BLUE)} {TWO_DRAWN}", "BD-23.5"),
        (f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {TWO_DRAWN};cleared=1:3", "BD-23.11"),
        (f"{RESCUE} plan:0:0 2.2 {BROWN} {BLUE} {TWO_DRAWN};cleared=1:2", "BD-23.11"),
        # escort
        (f"{ESCORT} plan:0:0 1.2 {SPY} {BLUE} mission;mal=m4:0;used=-2,-1", "BD-24.6"),
        (f"{ESCORT} plan:0:0 1.2 red;at=down;damage=7 {BLUE} mission;mal=m4:0;used=-2", "BD-24.21"),
        (f"{ESCORT} plan:0:0 1.1 {SPY} {BLUE} mission;mal=m4:1", "BD-24.3"),
        (f"{ESCORT} plan:0:0 1.1 {SPY} {BLUE} mission;mal=m3:0", "BD-24.2"),
        (f"{ESPIONAGE} plan:0:0 1.2 {SPY} {BLUE} {SITES};used=-2", "BD-24.4"),
        (f"{ESCORT} {ASKED} {ASKS} mission;mal=m5:0", "BD-24.6"),
        (f"{ESCORT} {ASKED} {ASKS} mission;mal=m3:0;used=0", "BD-24.18"),
        (f"{ESCORT} {ASKED} {ASKS.replace('4/1', '4/2')} mission;mal=m5:0;used=0", "BD-24.18"),
        # solo play
        (
            f"{SOLO} plan:0:0 2.2 {SPY} {BOT.replace('damage=0', 'damage=1')} {SITES};left=3/0",
            "BD-25.22",
        ),
        (f"{SOLO} plan:0:0 2.2 {SPY} {BOT};aside=2/1 {SITES};left=3/0", "BD-26.6"),
        (f"{SOLO} plan:0:0 2.2 {SPY} {BOT} {SITES};left=3/0,3/1", "BD-25.7"),
        (
            f"{SOLO} toss:0:0 2.2 {SPY};last=1/1;sealed=1/1 {BOT} {SITES};left=3/0;right=2/1",
            "BD-25.16",
        ),
        (f"{ESPIONAGE} plan:0:0 2.2 {SPY} {BLUE} {SITES};left=5/2", "BD-25.4"),
        (f"{SOLO} plan:1:0 2.2 {SPY} {BOT} {SITES};left=3/0", "BD-25.4"),
        (f"{SOLO} plan:0:0 2.2 {SPY};sealed=1/0 {BOT} {SITES};left=3/0", "BD-4.6"),
        # the end
        (f"{DOGFIGHT} over:0:0 3.4 {SHOT} p1:shot_down", "BD-11.1"),
        (f"{DOGFIGHT} over:0:0 3.4 {SHOT} p2:time", "BD-9.6"),
        (f"{DOGFIGHT} over:0:0 3.4 {SHOT.replace('damage=7', 'damage=6')} p2:shot_down", "BD-11.1"),
        (
            (
                f"{DOGFIGHT} over:0:0 3.4"
                f" {SHOT.replace(';sealed=1/1', '').replace(';sealed=4/1', '')} p2:shot_down"
            ),
            "BD-4.6",
        ),
        (f"{DOGFIGHT} over:0:0 3.4 {late(RED)} {late(LATE_BLUE)} draw:time", "BD-11.2"),
        (f"{DOGFIGHT} over:0:0 3.5 red;at=m4;damage=1 blue;at=m0;damage=0 draw:time", "BD-11.2"),
        (f"{DOGFIGHT} over:0:0 1.2 {RED} {BLUE} p2:crash", "BD-19.10"),
        (
            (
                f"{DOGFIGHT} over:0:0 1.2 brown;at=m4;damage=0;hand=1/1;bag=3/1;last=0/1 {BLUE}"
                " p2:crash"
            ),
            "BD-19.10",
        ),
        (f"{ESPIONAGE} over:0:0 2.2 {SPY} {BLUE} mission;sites=m1:2;removed=4 p1:exit", "BD-20.7"),
        (f"{DOGFIGHT} over:0:0 3.4 {SHOT} p1_major:shot_down", "BD-11.1"),
    ],
)
def test_contradictory_position_is_refused_with_its_rule(
    game: Biplanes, text: str, rule: str
) -> None:
    check_refused(game, text, rule)
