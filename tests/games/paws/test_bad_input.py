"""Bad actions, options and positions: what was expected, what came, which rule; nothing changes."""

from typing import Any

import pytest

from dogfight.core.decision import Chance, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.position import playout, step
from dogfight.core.seat import CLOCK, OVER, TIME_UP
from dogfight.games.paws.game import Paws
from dogfight.testing.checks import random_step

pytestmark = pytest.mark.no_rule("bad input")

HAND = "plane_left,shoot_pc,plane_view,plane_view"
OTHER = "shoot_gc,sun_left,sun_team,shoot_gl"
HANDS = {"jaws.pilot": HAND, "jaws.gunner": OTHER, "paws.pilot": HAND, "paws.gunner": OTHER}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"players": 1}, "from 2 to 8"),
        ({"players": 9}, "from 2 to 8"),
        ({"players": "many"}, "whole number"),
        ({"teams": 1}, "from 2 to 4"),
        ({"players": 8, "teams": 3}, "from 4 to 4"),
        ({"players": 3, "solo": "claws"}, "one of jaws, paws"),
        ({"players": 4, "solo": "jaws"}, "no option 'solo'"),
        ({"mode": "dusk"}, "one of day, night"),
        ({"timer": 5}, "10 seconds or longer, or 0, got 5"),
        ({"timer": 9999}, "from 0 to 3600"),
        ({"wind": 3}, "no option 'wind'"),
    ],
)
def test_bad_options_are_refused(game: Paws, values: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        game.options(values)


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("1:shoot_gc", "JP-5.4"),
        ("5:shoot_pc", "JP-1.2"),
        ("1:shoot_pc:open", "JP-19.7"),
        ("back:1:shoot_pc", "JP-5.8"),
    ],
)
def test_an_illegal_placement_is_refused_with_its_rule(
    game: Paws, desk: Any, word: str, rule: str
) -> None:
    position = desk.at(hands=HANDS)
    before = game.notation.write(position)
    with pytest.raises(IllegalAction) as refused:
        desk.do(position, f"jaws.pilot {word}")
    assert refused.value.rule == rule
    assert game.notation.write(position) == before


def test_second_half_and_action_after_ready_are_refused(game: Paws, desk: Any) -> None:
    position = desk.at(hands=HANDS)
    with pytest.raises(IllegalAction, match="no second half") as refused:
        game.play(position, 0, 64 + 9 * 32 + 2)
    assert refused.value.rule == "JP-5.11"
    desk.do(position, "jaws.pilot ready")
    with pytest.raises(IllegalAction, match="start over first") as refused:
        desk.do(position, "jaws.pilot 1:shoot_pc")
    assert refused.value.rule == "JP-5.15"
    for action in (-5, 7, 63, 2047, 4000, 10**9):
        with pytest.raises(IllegalAction):
            game.play(position, 0, action)


@pytest.mark.parametrize(
    "word",
    [
        "",
        "x",
        "1",
        "1:",
        "0:shoot_pc",
        "9:shoot_pc",
        "1:plane_left",
        "1:plane_left:up",
        "1:shoot_pc:own",
        "back:",
        "1:hug",
    ],
)
def test_an_unreadable_action_is_refused(game: Paws, desk: Any, word: str) -> None:
    with pytest.raises(BadNotation, match="expected"):
        game.notation.read_action(desk.at(hands=HANDS), 0, word)


@pytest.mark.parametrize(
    ("phase", "word"), [("discards", "drop:hug"), ("extra", "maybe"), ("coin", "dogs")]
)
def test_an_unreadable_answer_is_refused(game: Paws, desk: Any, phase: str, word: str) -> None:
    position = game.new(game.options())
    if phase == "discards":
        position = desk.at(phase="discards", hands=HANDS)
    if phase == "extra":
        detail = "extra(step=1;asked=jaws.pilot;wants=-;failed=-)"
        position = desk.at(mode="night/20", sun="paws.GC", phase=detail, hands=HANDS)
    with pytest.raises(BadNotation, match="expected"):
        game.notation.read_action(position, 0, word)


GOOD = (
    "jaws,paws day/20 r1 action jaws.GC/jaws jaws@paws:PC,paws@jaws:PC smoke:- down:- at:0/0"
    " plane_left,plane_left|1:plane_left:own|-|3xplane_view,sun_view|shoot_pl|- -|-|-|-|-|-"
    " -|-|-|-|-|- -|-|-|-|-|r - -"
)


def test_the_good_position_is_read(game: Paws) -> None:
    assert game.notation.write(game.notation.read(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("jaws,paws day", "paws,jaws day", "in order"),
        ("jaws,paws day", "jaws day", "in order"),
        ("jaws,paws day", "jaws,paws,claws day", "words for 3 teams"),
        ("day/20", "dusk/20", "day or night"),
        ("day/20", "day/x", "whole number"),
        (" r1 ", " 1 ", "'r'"),
        ("action", "pause", "a phase out of"),
        ("action", "action(turn=jaws.pilot)", "expected action with nothing"),
        ("jaws.GC/jaws", "claws.GC/jaws", "a team that plays"),
        ("jaws.GC/jaws", "jaws.XX/jaws", "a zone like"),
        ("jaws.GC/jaws", "-/-", "Sun to be on the table"),
        ("jaws@paws:PC,paws@jaws:PC", "jaws@paws:PC", "2 planes"),
        ("jaws@paws:PC", "jaws@paws:gone", "to be gone"),
        ("smoke:-", "smoke:dogs", "a team out of"),
        ("down:-", "down:paws", "over when fewer"),
        ("at:0/0", "at:0/2", "revealed before the next"),
        ("at:0/0", "at:9/9", "up to 4"),
        ("plane_left,plane_left|", "shoot_pc|", "got one more plane_left"),
        ("1:plane_left:own", "1:plane_right:own", "one more plane_right"),
        ("1:plane_left:own", "1:plane_left:own:open", "at most one open card"),
        ("3xplane_view", "9xplane_view", "expected at most 6 plane_view, got 9"),
        ("3xplane_view", "plane_view,2xplane_view", "expected"),
        ("shoot_pl|-", "shoot_gl|-", "expected at most 0 shoot_gl"),
        ("|r - -", "|z - -", "r or p or x"),
        ("|r - -", "|rr - -", "expected"),
        ("|r - -", "|r pilot:1:shoot_pc -", "no cards left on the tracks"),
        ("|r - -", "|r pilot:9:shoot_pc -", "expected"),
        (" - -", " -", "words for 2 teams"),
        ("action", "discards", "placements only"),
        ("action", "draw(turn=jaws.pilot;failed=-)", "expected"),
        ("action", "scrap(turn=jaws.pilot;left=99;then=shots;cursor=0;failed=-)", "expected"),
        (
            "action",
            "offer(turn=jaws.pilot;left=9;shooter=paws.pilot;cursor=0;failed=-)",
            "expected",
        ),
        ("action", "coin", "expected"),
        ("action", "over(fell_last=jaws)", "expected"),
    ],
)
def test_an_impossible_position_is_refused(game: Paws, old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(BadNotation, match=words):
        game.notation.read(GOOD.replace(old, new, 1))


LATER = (
    "jaws,paws,claws night/20 r3 {phase} {sun}"
    " jaws@paws:PC,jaws@claws:PC,paws@jaws:PC,paws@claws:PC,claws@jaws:PC,claws@paws:PC"
    " smoke:{smoke} down:- at:{at} -|-|-|-|-|{m[0]} -|-|-|-|-|{m[1]} -|-|-|-|-|{m[2]}"
    " -|-|-|-|-|{m[3]} -|-|-|-|-|{m[4]} -|-|-|-|-|{m[5]} {track} - -"
)
EXTRA = "extra(step=1;asked=jaws.pilot;wants=-;failed=-)"
EXTRA_DRAW = "extra_draw(turn=jaws.pilot;step=1;wants=jaws.pilot;failed=-)"
SMOKY = "scrap(turn=jaws.pilot;left=3;then=smoke;cursor=1;failed=-)"
TARGET = "target(turn=jaws.pilot;cursor=1)"
OFFER = "offer(turn=paws.pilot;left=6;shooter=jaws.gunner;cursor=3;failed=-)"
SHOT = "scrap(turn=paws.pilot;left=6;then=shots;cursor=3;failed=-)"


def later(
    phase: str, sun: str = "jaws.PC/jaws", m: str = "pppppp", track: str = "-", smoke: str = "-"
) -> str:
    step_3 = (
        phase in (TARGET, OFFER, SHOT) or "shots" in phase or phase.startswith(("target", "offer"))
    )
    return LATER.format(
        phase=phase, sun=sun, m=m, track=track, smoke=smoke, at="0/1" if step_3 else "0/0"
    )


@pytest.mark.parametrize(
    "text",
    [
        later("action", m="------"),
        later(EXTRA, "paws.GC/paws"),
        later(EXTRA_DRAW, "claws.GR/claws"),
        later(SMOKY, m="pxpppp", smoke="jaws"),
        later(TARGET, track="pilot:1:sun_team"),
        later(OFFER, "jaws.PL/jaws", track="gunner:1:shoot_pc"),
        later(SHOT, "jaws.PL/jaws", track="gunner:1:shoot_pc"),
        later(SHOT, "claws.PL/jaws", m="ppxxpp", track="gunner:1:shoot_pc"),
    ],
)
def test_possible_positions_are_read(game: Paws, text: str) -> None:
    assert game.notation.write(game.notation.read(text)) == text


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (GOOD.replace("day/20", "day/5"), "JP-5.2"),
        (GOOD.replace("smoke:-", "smoke:paws"), "JP-11.2"),
        (GOOD.replace("|r - -", "|p - -"), "JP-0.7"),
        (GOOD.replace("|r - -", "|x - -"), "JP-9.1"),
        (GOOD.replace("jaws.GC/jaws", "jaws.GC/paws"), "JP-10.5"),
        (later("action", "jaws.PC/claws", m="------"), "JP-10.5"),
        (later("draw(turn=jaws.pilot;failed=-)", "jaws.PC/claws"), "JP-10.5"),
        (later("draw(turn=jaws.pilot;failed=-)", m="ppppxp"), "JP-9.1"),
        (later("draw(turn=jaws.pilot;failed=claws)"), "JP-17.1"),
        (later("discards", m="pppppp"), "JP-8.1"),
        (later(EXTRA, "jaws.GC/jaws"), "JP-16.3"),
        (later(EXTRA, "paws.PL/paws"), "JP-16.3"),
        (later(EXTRA.replace("failed=-", "failed=jaws"), "paws.GC/paws"), "JP-16.3"),
        (later(EXTRA_DRAW, "jaws.PC/jaws"), "JP-16.3"),
        (later(SMOKY, m="pxpppp"), "JP-9.4"),
        (later(SMOKY, smoke="jaws"), "JP-9.4"),
        (later(SMOKY.replace("left=3", "left=4"), m="pxpppp", smoke="jaws"), "JP-9.4"),
        (later(SMOKY, m="p-pppp", smoke="jaws"), "JP-9.1"),
        (later(TARGET, track="pilot:1:sun_view"), "JP-20.9"),
        (later(TARGET, track="gunner:1:sun_team"), "JP-20.9"),
        (later(TARGET.replace("cursor=1", "cursor=2"), track="pilot:1:sun_team"), "JP-20.9"),
        (later(OFFER, "jaws.GL/jaws", track="gunner:1:shoot_pc"), "JP-16.8"),
        (later(OFFER, "paws.PL/jaws", track="gunner:1:shoot_pc"), "JP-16.8"),
        (later(OFFER, "jaws.PL/jaws", track="pilot:1:shoot_pc"), "JP-16.8"),
        (
            later(OFFER.replace("left=6", "left=4"), "jaws.PL/jaws", track="gunner:1:shoot_pc"),
            "JP-16.8",
        ),
        (later(SHOT, track="gunner:2:shoot_pc"), "JP-14.1"),
        (later(SHOT, track="gunner:1:shoot_gc"), "JP-14.3"),
        (later(SHOT.replace("left=6", "left=7"), track="gunner:1:shoot_pc"), "JP-14.9"),
        (
            later(
                SHOT.replace("paws.pilot", "paws.gunner").replace("=3;f", "=4;f"),
                track="gunner:1:shoot_pc",
            ),
            "JP-14.3",
        ),
        (later(SHOT, m="pxpppp", track="gunner:1:shoot_pc"), "JP-0.7"),
    ],
)
def test_a_position_at_odds_with_itself_is_refused_with_its_rule(
    game: Paws, text: str, rule: str
) -> None:
    with pytest.raises(BadNotation, match="expected") as refused:
        game.notation.read(text)
    assert refused.value.rule == rule


@pytest.mark.parametrize("number", range(5))
def test_every_position_of_random_play_is_read_back(game: Paws, number: int) -> None:
    """Nothing that play reaches is refused, clocks that run out and cards taken back included."""
    options = game.samples()[number]
    for seed in range(2):
        dice, position = Dice(100 * number + seed), game.new(options)
        for _ in range(150 if seed else 10**6):
            text = game.notation.write(position)
            assert game.notation.write(game.notation.read(text)) == text
            decision = game.decision(position)
            if isinstance(decision, Over):
                break
            clock = None if isinstance(decision, Chance) else decision.clock
            if clock is not None and dice.below(6) == 0:
                position.apply(CLOCK, TIME_UP)
            else:
                position.apply(*random_step(game, position, decision, dice))


def test_a_damaged_position_is_refused_or_can_be_played_on(game: Paws) -> None:
    """Swapping words between positions gives either `BadNotation` or a position that plays to
    its end.
    """
    dice, texts = Dice(11), list[str]()
    for options in ({"players": 3, "mode": "night"}, {"players": 5, "mode": "night", "timer": 0}):
        position = game.new(game.options(options))
        while step(position, dice) != OVER:
            texts.append(game.notation.write(position))
    read = 0
    for _ in range(400):
        words, other = (texts[dice.below(len(texts))].split(" ") for _ in range(2))
        at = dice.below(min(len(words), len(other)))
        words[at] = other[at]
        try:
            position = game.notation.read(" ".join(words))
        except BadNotation:
            continue
        read += 1
        game.view(position, 0)
        playout(position, dice)
    assert 0 < read < 400
