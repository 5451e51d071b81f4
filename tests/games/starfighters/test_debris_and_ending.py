"""SF-9 debris, SF-10 the end of the turn, SF-11 the end of the game."""

import pytest

from dogfight.core.decision import Chance, Over
from dogfight.core.errors import IllegalAction
from dogfight.core.seat import OVER, WATCHER
from dogfight.games.starfighters.rules.ending import decide_game
from dogfight.games.starfighters.tables import count_of, size_of


def kinds(events):
    return [event.kind for event in events]


def place(game, position, seat):
    return game.view(position, WATCHER).board.ships[seat].hex


# --- SF-9


# SF-9.1
def test_sf_9_1_destroyed_ship_stays_as_debris_without_facing(game, battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/1/-/-/-", "-5,0/E")
    say(position, "stop", "hits-1", "wreck-4,0")
    ship = game.view(position, 0).board.ships[1]
    assert (ship.hex, ship.facing, ship.destroyed) == ("3,0", None, True)


# SF-9.2
def test_sf_9_2_destroyed_player_discards_hand_and_moves_debris(game, battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/1/s2d1/l/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1", "wreck-4,0")
    assert position.hand[1] == 0
    assert [count_of(position.discard, kind) for kind in range(6)] == [2, 0, 0, 1, 0, 0]
    assert position.actor() == 1
    say(position, "stop")
    assert position.due == 0b101


# SF-9.3
def test_sf_9_3_destroyed_players_move_debris_in_turn_order(battle, say):
    position = battle("0,0/x", "5,0/W", "2,2/x", "-5,0/E", "3,3/x", start=1)
    assert position.actor() == 3
    say(position, "stop")
    order = []
    for _ in range(3):
        order.append(position.actor())
        say(position, "stop")
    assert order == [2, 4, 0]


# SF-9.4
def test_sf_9_4_ship_killed_by_card_drifts_now_by_debris_later(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/1/-/-/-", "-5,0/E/2/-/-/-")
    say(position, "stop", "hits-1", "wreck-4,0")
    assert position.actor() == 1
    position = battle("0,0/x", "1,0/W/1/-/-/-", "-5,0/E", "-6,0/E", start=3, active=2)
    say(position, "stop", "E", "wreck-2,0", "stop")
    assert position.is_destroyed(1)
    assert position.due == 0b1100  # the draws have begun: 1 did not drift


# SF-9.5
def test_sf_9_5_up_to_three_steps_in_any_direction_on_the_map(game, battle, say, can):
    position = battle("0,0/x", "5,0/W", "-5,0/E")
    say(position, "stop")
    assert can(position) == ["stop", "E", "NE", "NW", "W", "SW", "SE"]
    say(position, "E", "SW", "W")
    assert place(game, position, 0) == "-1,1" and position.actor() == -1
    position = battle("0,-7/x", "5,0/W", "-5,0/E")
    say(position, "stop")
    assert can(position) == ["stop", "E", "SW", "SE"]
    with pytest.raises(IllegalAction, match="map ends"):
        say(position, "NE")


# SF-9.6
def test_sf_9_6_debris_enters_wreckage(game, battle, say):
    position = battle("0,0/x", "5,0/W", "-5,0/E", wreckage=("1,0",))
    say(position, "stop", "E")
    assert place(game, position, 0) == "1,0" and "1,0" in game.view(position, 0).board.wreckage
    say(position, "E")
    assert place(game, position, 0) == "2,0" and "1,0" in game.view(position, 0).board.wreckage


# SF-9.7
def test_sf_9_7_debris_does_not_enter_other_debris(battle, say):
    position = battle("0,0/x", "1,0/x", "5,0/W", "-5,0/E")
    say(position, "stop")
    with pytest.raises(IllegalAction, match=r"SF-9.7"):
        say(position, "E")


# SF-9.8
def test_sf_9_8_debris_rams_instead_of_moving(game, battle, say):
    position = battle("0,0/x", "1,0/W", "-5,0/E")
    events = say(position, "stop", "E")
    assert "ram" in kinds(events) and place(game, position, 0) == "0,0"
    assert position.hull[1] == 1 and position.left == 2


# SF-9.9
def test_sf_9_9_debris_rams_once_in_a_turn_and_may_go_on(game, battle, say):
    position = battle("0,0/x", "1,0/W", "0,1/E")
    say(position, "stop", "E", "wreck-2,0")
    assert position.actor() == 0
    for way in ("E", "SE"):
        with pytest.raises(IllegalAction, match=r"SF-9.9"):
            say(position, way)
    say(position, "W")
    assert place(game, position, 0) == "-1,0"


# SF-9.10
def test_sf_9_10_ramming_is_ordinary_damage(game, battle, say):
    position = battle("0,0/x", "1,0/W/1/-/-/-", "-5,0/E", "-6,0/E")
    say(position, "stop", "E", "wreck-2,0")
    assert position.is_destroyed(1) and "2,0" in game.view(position, 0).board.wreckage
    position = battle("0,0/x", "1,0/W/1/-/a/-", "-5,0/E", "-6,0/E")
    events = say(position, "stop", "E")
    assert "block" in kinds(events) and position.anchored_next == 0b0010


# SF-9.11
def test_sf_9_11_debris_blocks_and_cannot_be_damaged(battle, say):
    position = battle("0,0/E/2/-/s/-", "1,0/x", "3,0/W", active=0)
    with pytest.raises(IllegalAction, match=r"SF-4.8"):
        say(position, "F")
    events = say(position, "stop", "stop")
    assert "miss" in kinds(events) and position.is_destroyed(1) and position.hull[1] == 0


# --- SF-10


# SF-10.1
def test_sf_10_1_discard_then_token_then_draw(battle, say):
    position = battle("0,0/E/2/-/d/-", "5,0/W/2/-/d/-", "-5,0/E/2/-/d/-")
    events = say(position, "stop")
    assert count_of(position.discard, 3) == 3 and position.start == 1 and position.active == 1
    assert kinds(events)[-1] == "token"


# SF-10.2
def test_sf_10_2_declared_cards_are_discarded_except_captured(battle, say):
    position = battle("0,0/E/2/-/m/-", "3,0/W/2/-/e/-", "-5,0/E/1/-/s/-")
    say(position, "stop", "hits-1")
    assert [count_of(position.discard, kind) for kind in range(6)] == [1, 0, 0, 0, 1, 0]


# SF-10.3
def test_sf_10_3_the_token_skips_destroyed_players(battle, say):
    position = battle("0,0/E", "5,0/x", "3,0/x", "-5,0/E")
    say(position, "stop", "stop", "stop")
    assert position.start == 3


# SF-10.4
def test_sf_10_4_draws_go_clockwise_from_the_new_starting_player(game, battle, say):
    position = battle("0,0/E", "5,0/x", "3,3/W", "-5,0/E", active=3)
    say(position, "stop", "stop")
    drawers = []
    while position.turn == 1:
        drawers.append(position.active)
        assert isinstance(game.decision(position), Chance)
        say(position, "short")
    assert drawers == [2, 3, 0]


# SF-10.5
def test_sf_10_5_nobody_draws_more_than_one_card(battle, say):
    position = battle("0,0/E", "5,0/W", "-5,0/E")
    say(position, "stop", "short", "short", "short")
    assert [size_of(position.hand[seat]) for seat in range(3)] == [1, 1, 1]


# SF-10.6
def test_sf_10_6_an_empty_deck_is_replaced_by_the_discard_pile(game, battle, say):
    position = battle("0,0/E", "5,0/W", "-5,0/E", discard="s14m14l8d8e8a7")
    events = say(position, "stop", "anchor")
    assert "reshuffle" in kinds(events)
    assert position.discard == 0 and size_of(position.deck) == 59
    assert len(game.decision(position).odds) == 6


# SF-10.7
def test_sf_10_7_without_deck_and_discard_pile_no_card_is_drawn(battle, say):
    position = battle("0,0/E", "5,0/W", "-5,0/E")
    position.deck = 0  # cannot come up with sixty cards
    events = say(position, "stop")
    assert kinds(events).count("empty") == 3 and position.turn == 2


# --- SF-11


# SF-11.1
def test_sf_11_1_the_last_undestroyed_player_wins_at_once(game, battle, say):
    position = battle("0,0/E/1/-/m/-", "2,0/W/1/-/m/-", "0,5/x")
    say(position, "stop", "hits-1", "wreck-3,0")
    end = game.decision(position)
    assert isinstance(end, Over) and end.rule == "SF-11.1"
    assert end.winners == (0,) and end.payoffs == (1.0, 0.0, 0.0)
    assert position.actor() == OVER


# SF-11.2
def test_sf_11_2_later_cards_and_debris_do_not_take_place(game, battle, say):
    position = battle("0,0/E/1/-/m/-", "2,0/W/1/-/m/-", "0,1/x")
    events = say(position, "stop", "hits-1", "wreck-3,0")
    assert "void" not in kinds(events) and position.hull[0] == 1 and position.actor() == OVER
    position = battle("0,1/x", "0,0/W/1/-/-/-", "5,0/E", "3,3/x")
    say(position, "stop", "NW", "wreck-1,0")
    assert game.decision(position).winners == (2,)  # after a ramming; the debris of 3 does not move


# SF-11.3
def test_sf_11_3_ships_hit_by_one_attack_are_destroyed_together(game, battle, say):
    position = battle("0,0/E/2/-/s/-", "2,0/W/1/-/-/-", "0,2/W/1/-/-/-")
    say(position, "stop", "wreck-3,0")
    assert position.destroyed == 0 and position.actor() == 2
    events = say(position, "wreck-0,3")
    assert kinds(events)[-3:] == ["destroyed", "destroyed", "won"]


# SF-11.4
def test_sf_11_4_destroyed_players_do_not_win(game, battle, say):
    position = battle("0,1/x", "0,0/W/1/-/-/-", "5,0/E")
    say(position, "stop", "NW", "wreck-1,0")
    assert game.decision(position).payoffs == (0.0, 0.0, 1.0)


# SF-11.5
def test_sf_11_5_with_nobody_left_the_game_is_a_draw(game, battle):
    position = battle("0,1/x", "0,0/W/1/-/-/-", "5,0/E")
    position.destroyed = 0b111  # cannot come up: no attack hits its own ship
    assert decide_game(position)
    end = game.decision(position)
    assert (end.rule, end.winners) == ("SF-11.5", ()) and sum(end.payoffs) == pytest.approx(1)


# SF-11.6
def test_sf_11_6_turn_100_ends_in_a_draw_of_survivors(game, battle, say):
    position = battle("0,0/E", "5,0/W", "-5,0/E", "3,3/x", turn=99)
    say(position, "stop", "stop", "short", "short", "short")
    assert position.turn == 100 and position.actor() == 0
    position = battle("0,0/E", "5,0/W", "-5,0/x", turn=100)
    say(position, "stop", "stop", "short", "short")
    end = game.decision(position)
    assert (end.rule, end.reason, end.payoffs, end.winners) == (
        "SF-11.6",
        "turn-limit",
        (0.5, 0.5, 0.0),
        (),
    )
