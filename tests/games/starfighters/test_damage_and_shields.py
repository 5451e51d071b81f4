"""SF-7 damage and wreckage, SF-8 shields."""

import pytest

from dogfight.core.errors import IllegalAction
from dogfight.games.starfighters.rules.attacks import beams_with_target
from dogfight.games.starfighters.tables import NO_CARD, count_of, size_of
from dogfight.games.starfighters.text import CARD_WORDS
from dogfight.lessons.courses import course

SHORT, MEDIUM = 0, 1


def kinds(events):
    return [event.kind for event in events]


def hulls(position):
    return [position.hull[seat] for seat in range(position.seats)]


def wreckage(game, position):
    return set(game.view(position, 0).board.wreckage)


# --- SF-7


# SF-7.1
def test_sf_7_1_a_damaged_ship_loses_one_hull_point(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W", "-5,0/E")
    say(position, "stop", "hits-1")
    assert hulls(position) == [2, 1, 2]


# SF-7.2
def test_sf_7_2_its_owner_at_once_puts_wreckage_next_to_his_ship(game, battle, say, can):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/-/l/-", "-5,0/E")
    say(position, "stop", "hits-1")
    assert position.actor() == 1
    assert can(position) == [
        "wreck-4,0",
        "wreck-4,-1",
        "wreck-3,-1",
        "wreck-2,0",
        "wreck-2,1",
        "wreck-3,1",
    ]
    with pytest.raises(IllegalAction, match=r"not next to your ship.*SF-7.2"):
        say(position, "wreck-5,0")
    say(position, "wreck-2,1")
    assert "2,1" in wreckage(game, position)


# SF-7.3
def test_sf_7_3_a_free_hex_has_to_be_taken(battle, say, can):
    position = battle("5,0/E/2/-/s/-", "7,0/W", "-5,0/E", wreckage=("6,0",))
    say(position, "stop")
    assert can(position) == ["wreck-6,1"]  # 7,-1 is wreckage, the rest is off the map
    for hex_ in ("7,-1", "6,0"):
        with pytest.raises(IllegalAction, match=r"SF-7.2"):
            say(position, f"wreck-{hex_}")


# SF-7.4
def test_sf_7_4_without_room_the_token_leaves_the_game(game, battle, say):
    position = battle("6,1/NE/2/-/s/-", "7,0/W", "-5,0/E", wreckage=("6,0", "7,-1", "0,5", "0,6"))
    events = say(position, "stop")
    assert "lost" in kinds(events) and hulls(position) == [2, 1, 2]
    assert len(wreckage(game, position)) == 4


# SF-7.5
def test_sf_7_5_last_hull_point_becomes_wreckage_before_debris(game, battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/1/-/-/-", "-5,0/E")
    say(position, "stop", "hits-1")
    assert position.actor() == 1 and not position.is_destroyed(1)
    say(position, "wreck-4,0")
    assert position.is_destroyed(1) and "4,0" in wreckage(game, position)


# SF-7.6
def test_sf_7_6_a_hull_token_is_wreckage_like_any_other(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/-/-/-", "-5,0/E/2/-/l/-")
    assert beams_with_target(position, 2) != 0
    say(position, "stop", "hits-1", "wreck-2,0", "beam-F", "wreck-0,1", "short", "short", "short")
    say(position, "short", "short", "short", "stop")
    say(position, "R", "stop")
    with pytest.raises(IllegalAction, match=r"SF-4.8"):  # 0 faces the token on 0,1
        say(position, "R")


# SF-7.7
def test_sf_7_7_victims_act_clockwise_from_the_attacker(battle, say):
    position = battle(
        "2,0/W/1/-/-/-", "0,0/E/2/-/s/-", "0,2/W/1/-/-/-", "-1,0/E/1/-/-/-", start=1, active=0
    )
    say(position, "stop")
    order = []
    for word in ("wreck-0,3", "wreck--2,0", "wreck-3,0"):
        order.append(position.actor())
        assert position.destroyed == 0  # SF-11.3: together, at the end
        say(position, word)
    assert order == [2, 3, 0]


# SF-7.8
def test_sf_7_8_a_ship_without_hull_points_is_destroyed(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/1/-/-/-", "-5,0/E")
    events = say(position, "stop", "hits-1", "wreck-4,0")
    assert "destroyed" in kinds(events) and position.destroyed == 0b010


# --- SF-8


# SF-8.1
def test_sf_8_1_shield_works_from_reveal_to_debris_phase_end(game, battle, say):
    position = battle("0,0/E/2/-/s/-", "-5,5/E/2/-/-/-", "2,0/W/2/-/a/-")
    events = say(position, "stop")
    assert "block" in kinds(events) and hulls(position) == [2, 2, 2]  # last in the order, first hit
    position = battle("0,0/E/2/-/e/-", "2,0/x", "-5,0/E")
    events = say(position, "stop", "W", "W")
    assert "block" in kinds(events) and hulls(position) == [2, 0, 2]
    assert position.shields == 0


# SF-8.2
def test_sf_8_2_a_shield_blocks_the_first_hit_by_itself(game, battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/-/d/-", "-5,0/E")
    say(position, "stop", "hits-1")
    assert hulls(position) == [2, 2, 2] and len(wreckage(game, position)) == 4


# SF-8.3
def test_sf_8_3_a_shield_blocks_once(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/-/d/-", "5,0/W/2/-/m/-")
    say(position, "stop", "hits-1", "hits-1")
    assert hulls(position) == [2, 1, 2] and position.actor() == 1


# SF-8.4
@pytest.mark.parametrize("shield", ["d", "e", "a"])
def test_sf_8_4_a_shield_that_blocked_nothing_has_no_penalty(battle, say, shield):
    position = battle("0,0/E/2/-/-/-", f"3,0/W/2/s2/{shield}/-", "-5,0/E")
    say(position, "stop")
    assert position.due == 0b111 and position.anchored_next == 0


# SF-8.5
def test_sf_8_5_drain_costs_the_draw_of_this_turn(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/s3/d/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1")
    assert position.due == 0b101
    say(position, "short", "short")
    assert size_of(position.hand[1]) == 3 and position.turn == 2


# SF-8.6
def test_sf_8_6_a_draw_left_out_is_never_made_up(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/s3/d/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1", "medium", "medium")  # 2 and 0 draw
    say(position, "medium", "short", "medium", "stop", "stop", "stop", "hits-1", "wreck-4,0")
    while position.turn == 2:
        say(position, "long")
    assert size_of(position.hand[1]) == 3  # one card used, one drawn


# SF-8.7
def test_sf_8_7_echo_captures_blocked_card_and_costs_the_draw(game, battle, say):
    position = battle("0,0/E/2/s3/m/-", "3,0/W/2/s3/e/-", "-5,0/E/2/-/-/-")
    events = say(position, "stop", "hits-1")
    assert "capture" in kinds(events)
    assert position.captured[1] == MEDIUM and position.declared[0] == NO_CARD
    assert position.due == 0b101
    assert game.view(position, 2).board.ships[1].captured == "medium"


# SF-8.8
def test_sf_8_8_captured_card_is_used_discarded_and_replaced(battle, say):
    position = battle("0,0/E/2/s3/m/-", "3,0/W/2/s3/e/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1", "anchor", "long")  # 2 and 0 draw; the token is at 1
    assert position.declared[1] == MEDIUM and size_of(position.hand[1]) == 3
    say(position, "short", "anchor", "stop", "stop", "stop", "hits-0", "wreck-0,1")
    assert count_of(position.discard, MEDIUM) == 1
    say(position, "drain", "drain", "drain")
    assert size_of(position.hand[1]) == 4


# SF-8.7
def test_sf_8_7_texts_say_the_captured_card_must_be_used(battle, say):
    position = battle("0,0/E/2/s3/m/-", "3,0/W/2/s3/e/-", "-5,0/E/2/-/-/-")
    [capture] = [event for event in say(position, "stop", "hits-1") if event.kind == "capture"]
    lesson = course("starfighters").lesson(1)
    steps = [
        step.outcome
        for step in lesson.step
        if "captures the medium card" in " ".join(step.log_contains)
    ]
    brief = [rule.say for rule in course("starfighters").brief.rule if "echo" in rule.say]
    assert len(steps) == len(brief) == 1
    for text in (CARD_WORDS["echo"], capture.text, *steps, *brief):
        assert "must use" in text and "next turn" in text, text


# SF-8.9
def test_sf_8_9_echo_against_a_ramming_works_like_drain(battle, say):
    position = battle("0,0/E/2/s3/e/-", "2,0/x", "-5,0/E")
    say(position, "stop", "W", "W")
    assert position.dry == 0b001 and position.captured[0] == NO_CARD


# SF-8.10
def test_sf_8_10_only_the_first_of_several_echoes_takes_the_card(battle, say):
    position = battle("0,0/E/2/s3/e/-", "1,0/W/2/s3/s/-", "2,0/W/2/s3/e/-", start=1, active=0)
    say(position, "stop")
    assert position.captured[2] == SHORT and position.captured[0] == NO_CARD
    assert position.due == 0b010  # neither of the two draws


# SF-8.11
def test_sf_8_11_anchor_holds_the_ship_next_turn(battle, say, can):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/s3/a/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1", "short", "short", "short")
    assert position.anchored == 0b010
    say(position, "short", "short", "short")
    assert position.actor() == 1 and can(position) == ["stop", "@E", "@NE", "@NW", "@SW", "@SE"]


# SF-8.12
def test_sf_8_12_an_anchor_lasts_one_turn_and_its_owner_draws(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/s3/a/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1")
    assert position.due == 0b111
    say(position, "short", "short", "short", "short", "short", "short", "stop", "stop", "stop")
    say(position, "long", "long", "long")
    assert position.turn == 3 and position.anchored == 0


# SF-8.13
def test_sf_8_13_whose_card_was_captured_draws_as_usual(battle, say):
    position = battle("0,0/E/2/s3/m/-", "3,0/W/2/s3/e/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1", "anchor", "long")
    assert size_of(position.hand[0]) == 4


# SF-8.14
def test_sf_8_14_destroyed_holder_discards_captured_card(battle, say):
    ships = ("0,0/E/2/-/m/-", "3,0/W/1/s3/e/-", "5,0/W/2/-/m/-", "3,3/NW/2/-/-/-")
    position = battle(*ships)
    say(position, "stop", "hits-1")
    assert position.captured[1] == MEDIUM
    say(position, "hits-1", "wreck-4,0")
    assert position.captured[1] == NO_CARD and position.dry == 0
    assert count_of(position.discard, MEDIUM) == 1 and count_of(position.discard, SHORT) == 3
    position = battle("0,0/E/2/-/m/-", "3,0/W/1/-/a/-", "5,0/W/2/-/m/-", "3,3/NW/2/-/-/-")
    say(position, "stop", "hits-1", "hits-1", "wreck-4,0")
    assert position.anchored_next == 0
