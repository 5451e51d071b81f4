"""The line of a position, the words of actions, what seats see, and what is imagined from that."""

import msgspec
import pytest

from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.event import visible_events
from dogfight.core.position import playout, step
from dogfight.core.seat import CHANCE, OPEN, WATCHER
from dogfight.match.match import Match

LINE = (
    "3/random t5 *1 move active=2 left=3 anchored=0 wreckage=3,-7;0,-1;1,0;4,3;-3,4 discard=s4m2 "
    "0,0/E/2/s1m2/m!/- 5,1/NW/1/l3/d/- -4,0/SE/2/e2a1/s/-"
)


@pytest.mark.no_rule("notation")
def test_a_position_reads_back_from_its_line(game):
    position = game.notation.read(LINE)
    assert game.notation.write(position) == LINE
    assert game.options_of(position) == {"players": 3, "first": "random"}
    assert game.turn(position) == 5


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("3/random", "7/random", ""),
        ("3/random", "4/random", "SF-1.2"),
        ("*1", "*5", "SF-1.1"),
        ("*1", "*-", "SF-2.2"),
        (" move ", " fly ", ""),
        ("active=2", "active=7", "SF-1.1"),
        (" active=2", "", "SF-3.7"),
        ("left=3", "left=5", "SF-4.2"),
        ("left=3", "left=-1", ""),
        ("left=3", "left=3 left=3", ""),
        ("left=3", "left=3 up=1", "SF-3.1"),
        ("left=3", "left=3 by=1", "SF-7.2"),
        ("left=3", "left=3 colour=red", ""),
        ("anchored=0", "anchored=8", "SF-1.1"),
        ("t5", "t0", "SF-11.6"),
        ("t5", "t101", "SF-11.6"),
        ("0,-1;", "9,-1;", "SF-1.5"),
        ("0,-1;1,0;", "", "SF-7.2"),
        ("1,0;", "1,0;2,0;3,0;", "SF-7.2"),
        ("1,0;", "5,1;", "SF-4.8"),
        ("-4,0/SE", "0,0/SE", "SF-4.8"),
        ("-4,0/SE", "-4,0/S", "SF-1.7"),
        ("-4,0/SE", "-4,0/-", "SF-2.5"),
        ("-4,0/SE/2", "-4,0/SE/0", "SF-7.8"),
        ("-4,0/SE/2", "-4,0/SE/3", "SF-7.8"),
        ("-4,0/SE/2", "-4,0/x/0", "SF-9.2"),
        ("s1m2/m!", "s1m2/q!", "SF-1.4"),
        ("s1m2/m!", "s1m2/d!", "SF-3.3"),
        ("s1m2/m!/-", "s1m2/m!/s", "SF-8.7"),
        ("s1m2/m!", "s1m2/-", "SF-2.10"),
        ("s1m2", "s1m4", "SF-2.10"),
        ("s1m2", "m2s1", ""),
        ("s1m2", "x1", "SF-1.4"),
        ("discard=s4m2", "discard=s15", "SF-1.4"),
        ("e2a1/s/-", "e2a1/s", "SF-1.2"),
    ],
)
def test_impossible_position_is_refused_with_its_rule(game, old, new, rule):
    assert old in LINE
    with pytest.raises(BadNotation) as caught:
        game.notation.read(LINE.replace(old, new, 1))
    assert caught.value.rule == rule


@pytest.mark.no_rule("notation")
@pytest.mark.parametrize(
    "line",
    [
        (
            "3/0 t1 *0 wreck active=1 by=0 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/s!/- 2,0/W/1/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        (
            "3/0 t1 *0 target active=0 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/m!/- -2,0/W/2/-/-/-"
            " -5,0/W/2/-/-/-"
        ),
        (
            "3/0 t1 *0 drift active=0 left=3 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/- 2,0/W/2/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        (
            "3/0 t1 *0 draw active=0 due=1 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/- 2,0/W/2/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        (
            "3/0 t1 *0 declare due=0 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/- 2,0/W/2/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        "3/0 t1 *0 over wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/- 2,0/W/2/-/-/- 5,0/W/2/-/-/-",
        (
            "3/0 t1 *0 move active=0 left=4 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/- 2,0/x/0/-/-/-"
            " 5,0/x/0/-/-/-"
        ),
        (
            "3/0 t0 *0 deal active=1 left=4 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/s3/-/- 2,0/W/2/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        "3/0 t0 *0 wreckage left=3 wreckage=1,1;2,2 -/-/2/-/-/- -/-/2/-/-/- -/-/2/-/-/-",
        (
            "3/0 t0 *0 face active=1 wreckage=1,1;2,2;3,3;4,3 0,-7/x/0/-/-/- 2,-7/-/2/-/-/-"
            " -/-/2/-/-/-"
        ),
        (
            "3/0 t1 *0 move active=0 left=4 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/s4/m/- 2,0/W/2/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        (
            "3/0 t1 *0 draw active=0 due=01 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/m 2,0/W/2/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        (
            "3/0 t1 *0 draw active=1 due=01 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/- 2,0/W/2/-/-/-"
            " 5,0/W/2/-/-/-"
        ),
        (
            "3/0 t1 *0 wreck active=1 by=0 hit=1 wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/s!/-"
            " 2,0/W/2/-/-/- 5,0/W/1/-/-/-"
        ),
        (
            "4/0 t1 *0 drift active=1 left=1 drifters=0 wreckage=1,1;2,2;3,3;4,3 "
            "0,0/x/0/-/-/- 2,0/x/0/-/-/- 5,0/W/2/-/-/- 6,0/W/2/-/-/-"
        ),
    ],
)
def test_phases_that_do_not_fit_their_table_are_refused(game, line):
    with pytest.raises(BadNotation, match="impossible position"):
        game.notation.read(line)


def test_lines_with_slips_are_refused_or_can_be_played(game):
    dice = Dice(11)
    letters = "0123456789-,/ =;!*tsmldeaxEWNSdrawoverduehitbyup"
    for seed in range(40):
        position = game.new(game.options({"players": 3 + seed % 4}))
        for _ in range(60 + 12 * seed):
            step(position, dice)
        line = game.notation.write(position)
        for _ in range(50):
            at, many = dice.below(len(line)), dice.below(3)
            slip = (
                line[:at]
                + letters[dice.below(len(letters))] * (dice.below(3) > 0)
                + line[at + many :]
            )
            try:
                read = game.notation.read(slip)
            except BadNotation:
                continue
            assert game.notation.write(read) == slip
            playout(read, dice)
            assert game.decision(read).rule in ("SF-11.1", "SF-11.6"), slip


@pytest.mark.no_rule("notation")
@pytest.mark.parametrize("word", ["", "X", "@N", "f", "hits-1", "F F"])
def test_words_of_no_action_are_refused(game, word):
    position = game.notation.read(LINE)
    with pytest.raises(BadNotation):
        game.notation.read_action(position, 2, word)


@pytest.mark.no_rule("notation")
@pytest.mark.parametrize("word", ["hits-", "hits-12", "hits-7", "beam-F", "first-0"])
def test_words_of_another_phase_are_refused(game, battle, say, word):
    position = battle("0,0/E/2/-/m/-", "3,0/W", "-5,0/E")
    say(position, "stop")
    with pytest.raises(BadNotation):
        game.notation.read_action(position, 0, word)


def test_a_refused_action_changes_nothing_and_names_its_rule(game):
    position = game.notation.read(LINE)
    for seat, action, rule in (
        (2, 99, "SF-4.2"),
        (2, -1, "SF-4.2"),
        (1, 0, "SF-4.2"),
        (9, 0, "SF-4.2"),
    ):
        with pytest.raises(IllegalAction) as caught:
            game.play(position, seat, action)
        assert caught.value.rule == rule and game.notation.write(position) == LINE
    over = game.notation.read(
        "3/0 t1 *0 over wreckage=1,1;2,2;3,3;4,3 0,0/E/2/-/-/- 2,0/x/0/-/-/- 5,0/x/0/-/-/-"
    )
    with pytest.raises(IllegalAction, match="over"):
        game.play(over, 0, 0)


def test_sf_2_11_a_view_shows_own_secrets_only(game):
    position = game.notation.read(LINE)
    shown = {seat: game.view(position, seat).board.ships for seat in (0, 1, 2, WATCHER, OPEN)}
    assert [ship.declared for ship in shown[1]] == ["medium", "drain", "face down"]
    assert [ship.declared for ship in shown[WATCHER]] == ["medium", "face down", "face down"]
    assert [ship.hand is not None for ship in shown[WATCHER]] == [False, False, False]
    assert [ship.declared for ship in shown[OPEN]] == ["medium", "drain", "short"]
    assert shown[OPEN][2].hand == ("echo", "echo", "anchor")


def test_sf_2_9_a_view_holds_nothing_of_the_deck_but_its_size(game):
    table = game.view(game.notation.read(LINE), 0).board
    assert table.deck == 60 - 6 - 3 * 3 - 3
    assert "deck" not in str(msgspec.to_builtins(table).keys() - {"deck"})


def test_sf_2_11_imagined_positions_spread_over_the_unseen_cards(game):
    view = game.view(game.notation.read(LINE), 0)
    imagined = {game.notation.write(game.views.imagine(view, Dice(seed))) for seed in range(40)}
    assert len(imagined) > 30
    for line in imagined:
        position = game.notation.read(line)
        assert game.notation.write(position).split()[-3] == "0,0/E/2/s1m2/m!/-"


def test_sf_3_3_events_cite_rules_and_hide_secrets_from_others(game):
    position, dice = game.new(game.options({"players": 4})), Dice(3)
    heard = set()
    for _ in range(3000):
        twin = position.copy()
        if step(twin, dice) == -3:
            break
        seat = position.actor()
        action = 0
        for action in range(200):
            try:
                trial = position.copy()
                events = game.play(trial, seat, action)
            except IllegalAction:
                continue
            if game.notation.write(trial) == game.notation.write(twin):
                break
        position = twin
        assert all(event.rule and event.text for event in events)
        heard |= {event.kind for event in events}
        for event in events:
            if event.kind in ("drawn", "declared"):
                assert visible_events((event,), WATCHER) == () and len(event.seen_by) == 1
    assert {
        "wreckage",
        "place",
        "face",
        "drawn",
        "sealed",
        "declared",
        "movement",
        "step",
        "rotate",
    } <= heard
    assert {
        "reveal",
        "attack",
        "miss",
        "damage",
        "wreck",
        "destroyed",
        "drift",
        "token",
        "turn",
        "won",
    } <= heard


# SF-3.3
def test_sf_3_3_a_declared_card_cannot_be_taken_back(game):
    table = Match(game, {"players": 3, "first": "0"}, seed=5)
    while game.decision(table.position).rule != "SF-3.2":
        table.advance()
        seat = table.position.actor()
        table.play(seat, game.default_action(table.position, seat))
        table.advance()
    table.play(1, table.view(1).legal[0].action)
    before = table.mark()
    assert not table.can_take_back(1)
    with pytest.raises(IllegalAction, match="cannot be changed") as refused:
        table.take_back(1)
    assert refused.value.rule == "SF-3.3" and table.mark() == before


def test_take_back_allows_placement_but_not_a_revealing_step(game):
    table = Match(game, {"players": 3, "first": "0"}, seed=5)
    table.advance()
    start = game.notation.write(table.position)
    table.play(0, table.view(0).legal[0].action)
    table.take_back(0)
    assert game.notation.write(table.position) == start
    while game.turn(table.position) == 0 or game.decision(table.position).rule == "SF-3.2":
        table.advance()
        seat = table.position.actor()
        table.play(seat, game.default_action(table.position, seat))
    table.play(0, "@NW" if "@NW" in [entry.notation for entry in table.view(0).legal] else "@E")
    assert not table.can_take_back(0)


@pytest.mark.no_rule("bad input")
def test_play_refuses_chance_for_seats_and_actions_for_chance(game):
    position = game.new(game.options({"players": 3}))
    with pytest.raises(IllegalAction, match="comes first"):
        game.play(position, 0, 0)
    with pytest.raises(IllegalAction, match="not among"):
        game.play(position, CHANCE, 169)
    with pytest.raises(IllegalAction):
        game.play(game.notation.read(LINE), CHANCE, 0)
