"""SF-5 resolution, SF-6 the attacks."""

from itertools import product

import pytest

from dogfight.core.errors import IllegalAction
from dogfight.core.seat import WATCHER
from dogfight.games.starfighters.data import DIRECTIONS, OFFSETS
from dogfight.games.starfighters.rules.attacks import (
    beams_with_target,
    in_medium_range,
    in_short_range,
    on_beam,
)
from dogfight.games.starfighters.tables import FORWARD, LEFT, RIGHT


def kinds(events):
    return [event.kind for event in events]


# SF-5.1
def test_sf_5_1_all_cards_are_turned_up_at_the_same_time(game, battle, say):
    position = battle("0,0/E/2/-/m/-", "6,0/W/2/-/s/-", "0,6/E/2/-/d/-")
    assert [ship.declared for ship in game.view(position, WATCHER).board.ships] == ["face down"] * 3
    events = say(position, "stop")
    assert [
        (event.facts["seat"], event.facts["card"]) for event in events if event.kind == "reveal"
    ] == [
        (0, "medium"),
        (1, "short"),
        (2, "drain"),
    ]
    assert kinds(events).index("miss") > kinds(events).index("reveal") + 2


# SF-5.2
def test_sf_5_2_cards_are_carried_out_in_turn_order(battle, say):
    position = battle("0,0/E/2/-/m/-", "2,0/W/2/-/m/-", "1,1/W/2/-/s/-", start=1, active=0)
    say(position, "stop")
    assert position.actor() == 1
    events = say(position, "hits-0", "wreck--1,0")
    assert [event.facts["seat"] for event in events if event.kind == "attack"] == [1, 2]


# SF-5.3
def test_sf_5_3_the_card_of_a_destroyed_player_has_no_effect(battle, say):
    position = battle("0,0/E/2/-/m/-", "2,0/W/1/-/m/-", "6,-3/W/2/-/a/-")
    events = say(position, "stop", "hits-1", "wreck-3,0")
    assert "void" in kinds(events) and position.hull[0] == 2


# SF-5.4
def test_sf_5_4_targets_are_chosen_with_all_cards_face_up(game, battle, say, can):
    position = battle("0,0/E/2/-/m/-", "2,0/W/2/-/d/-", "3,-1/W/2/-/s/-")
    say(position, "stop")
    assert can(position) == ["hits-1", "hits-2"]
    assert [ship.declared for ship in game.view(position, 0).board.ships] == [
        "medium",
        "drain",
        "short",
    ]


# SF-5.5
def test_sf_5_5_each_attack_uses_the_wreckage_of_that_moment(battle, say):
    position = battle("0,0/E/2/-/m/-", "4,0/W/2/-/l/-", "-5,2/E/2/-/d/-")
    assert on_beam(position, 1, FORWARD) == 0b001
    events = say(position, "stop", "hits-1", "wreck-3,0")
    assert "miss" in kinds(events) and position.hull[0] == 2


# SF-5.6
@pytest.mark.parametrize(("card", "words"), [("m", ["hits-1"]), ("l", ["beam-F"])])
def test_sf_5_6_an_enemy_in_range_has_to_be_attacked(battle, say, can, card, words):
    position = battle(f"0,0/E/2/-/{card}/-", "3,0/W/2/-/s/-", "-4,0/E/2/-/s/-")
    say(position, "stop")
    assert can(position) == words
    wrong = "hits-2" if card == "m" else "beam-L"
    with pytest.raises(IllegalAction, match=r"SF-(6\.2|5\.6)"):
        say(position, wrong)
    position = battle("0,0/E/2/-/s/-", "2,0/W/2/-/s/-", "-2,0/E/2/-/a/-")
    say(position, "stop")
    assert position.hull[1] == 1 and position.actor() == 1


# SF-5.7
@pytest.mark.parametrize("card", ["s", "m", "l"])
def test_sf_5_7_without_an_enemy_in_range_the_card_is_used_up(battle, say, card):
    position = battle(f"0,0/E/2/-/{card}/-", "-3,0/W/2/-/d/-", "-4,1/E/2/-/d/-")
    events = say(position, "stop")
    assert kinds(events).count("miss") == 1 and position.discard > 0
    assert [position.hull[seat] for seat in range(3)] == [2, 2, 2]


# SF-5.8
def test_sf_5_8_debris_wreckage_and_oneself_are_no_targets(battle):
    position = battle("0,0/E", "1,0/x", "4,-1/W", "-5,0/E", wreckage=("0,1", "1,-1"))
    assert in_short_range(position, 0) == 0
    assert in_medium_range(position, 0) == 0b0100
    assert beams_with_target(position, 0) == 0


# SF-5.9
def test_sf_5_9_a_shielded_ship_is_a_target_like_any_other(battle, say, can):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/-/a/-", "-5,0/E/2/-/s/-")
    say(position, "stop")
    assert can(position) == ["hits-1"]


# SF-6.1
def test_sf_6_1_short_hits_all_within_two_for_any_facing(battle):
    for facing in DIRECTIONS:
        position = battle(f"0,0/{facing}", "2,0/E", "-1,-1/E", "0,-3/W", "0,2/E", "3,-1/E")
        assert in_short_range(position, 0) == 0b010110


# SF-6.2
def test_sf_6_2_medium_hits_one_ship_by_choice(battle, say, can):
    position = battle("0,0/E/2/-/m/-", "3,-1/W/2/-/s/-", "0,3/W/2/-/d/-", "-2,0/E/2/-/a/-")
    say(position, "stop")
    assert can(position) == ["hits-1", "hits-2"]
    say(position, "hits-1")
    assert [position.hull[seat] for seat in range(4)] == [2, 1, 2, 2]


def reached_without_rotating(facing):
    """The offsets of the front zone, found by making one to four forward steps in all ways."""
    zone = set()
    for count in (1, 2, 3, 4):
        for turns in product((0, 1, 5), repeat=count):
            ways = [OFFSETS[(facing + turn) % 6] for turn in turns]
            zone.add((sum(q for q, _ in ways), sum(r for _, r in ways)))
    return zone


# SF-6.3
def test_sf_6_3_the_front_zone_is_where_four_forward_steps_lead(game):
    data = game.data
    for facing in range(6):
        zone = reached_without_rotating(facing)
        assert len(zone) == 24
        for at in ((0, 0), (-3, 5), (7, -7)):
            here = data.numbers[at]
            result = {
                item
                for item, hex_ in data.numbers.items()
                if data.tables.in_front_zone(here, facing, hex_)
            }
            assert result == {(at[0] + q, at[1] + r) for q, r in zone} & set(data.hexes)


# SF-6.4
def test_sf_6_4_a_beam_is_a_straight_row_out_to_the_edge(battle, say, can):
    position = battle(
        "-7,0/E/2/-/l/-", "7,0/W/2/-/d/-", "-4,-3/W/2/-/d/-", "-7,7/E/2/-/d/-", "0,2/E/2/-/d/-"
    )
    assert on_beam(position, 0, FORWARD) == 0b00010
    assert on_beam(position, 0, LEFT) == 0b00100
    assert on_beam(position, 0, RIGHT) == 0  # stopped by wreckage at -7,1
    say(position, "stop")
    assert can(position) == ["beam-F", "beam-L"]


# SF-6.5
@pytest.mark.parametrize("wreckage", [("2,0",), ()])
def test_sf_6_5_wreckage_and_debris_end_a_beam(battle, wreckage):
    debris = "0,4/x" if wreckage else "2,0/x"
    position = battle("0,0/E", "1,0/W", "4,0/W", debris, wreckage=wreckage)
    assert on_beam(position, 0, FORWARD) == 0b0010


# SF-6.6
def test_sf_6_6_ships_do_not_stop_a_beam(battle, say):
    position = battle("0,0/E/2/-/l/-", "1,0/W/2/-/d/-", "3,0/W/2/-/-/-", "6,0/W/2/-/-/-")
    events = say(position, "stop", "beam-F", "wreck-4,0", "wreck-5,0")
    assert next(event.facts["hits"] for event in events if event.kind == "attack") == [1, 2, 3]
    assert [position.hull[seat] for seat in range(4)] == [2, 2, 1, 1]


# SF-6.7
def test_sf_6_7_short_and_medium_shoot_past_wreckage_and_debris(battle):
    position = battle("0,0/E", "2,0/W", "1,-1/x", "2,-2/W", "0,2/W", wreckage=("1,0", "0,1"))
    assert in_short_range(position, 0) == in_medium_range(position, 0) == 0b11010


# SF-6.8
@pytest.mark.parametrize(("card", "choice"), [("s", []), ("m", ["hits-1"]), ("l", ["beam-F"])])
def test_sf_6_8_every_attack_does_one_point_of_damage_to_each(battle, say, card, choice):
    position = battle(f"0,0/E/2/-/{card}/-", "1,0/W/2/-/-/-", "2,0/W/2/-/-/-")
    say(position, "stop", *choice, "wreck-1,1", *(["wreck-3,0"] if card != "m" else []))
    assert [position.hull[seat] for seat in range(3)] == [2, 1, 2 if card == "m" else 1]
