"""SF-3 the turn and the declaration, SF-4 movement."""

import pytest

from dogfight.core.decision import Choose, Commit
from dogfight.core.errors import IllegalAction
from dogfight.core.event import visible_events
from dogfight.core.seat import WATCHER
from dogfight.games.starfighters.data import DIRECTIONS
from dogfight.games.starfighters.tables import NO_CARD, size_of


def where(game, position, seat=0):
    """A ship as its hex and facing."""
    ship = game.view(position, seat).board.ships[seat]
    return f"{ship.hex} {ship.facing}"


# SF-3.1
def test_sf_3_1_turn_phases_are_in_order(game, battle, say):
    ships = ("0,0/E/2/m1", "2,0/W/1/s1", "-6,0/E/2/a1", "6,-6/W/2/a1")
    position = battle(*ships, phase="declare", due="0123", wreckage=("0,7",))
    phases = []
    for word in (
        "medium",
        "short",
        "anchor",
        "anchor",
        "stop",
        "stop",
        "stop",
        "stop",
        "hits-1",
        "wreck-3,0",
        "stop",
    ):
        phases.append(game.view(position, WATCHER).board.phase)
        say(position, word)
    assert phases == ["declare"] * 4 + ["move"] * 4 + ["target", "wreck", "drift"]
    assert game.view(position, WATCHER).board.phase == "draw"


# SF-3.2
def test_sf_3_2_one_card_of_the_hand_is_put_face_down(game, battle, say, can):
    position = battle("0,0/E/2/s2l1", "2,0/W/2/m1", "-6,0/E/2/d1", phase="declare", due="012")
    assert can(position) == ["short", "long"]
    say(position, "long")
    assert size_of(position.hand[0]) == 2
    assert game.view(position, 1).board.ships[0].declared == "face down"
    with pytest.raises(IllegalAction, match=r"no anchor in your hand.*SF-3.2"):
        game.play(position, 1, 5)


# SF-3.3
def test_sf_3_3_declarations_are_simultaneous_secret_and_final(game, battle):
    position = battle("0,0/E/2/s1m1", "2,0/W/2/m1", "-6,0/E/2/d1", phase="declare", due="012")
    assert game.decision(position) == Commit((0, 1, 2), "SF-3.2")
    other = position.copy()
    for twin, card in ((position, 0), (other, 1)):
        events = game.play(twin, 0, card)
        assert [event.kind for event in visible_events(events, 1)] == ["sealed"]
    assert game.view(position, 1).as_json() == game.view(other, 1).as_json()
    assert game.decision(position) == Commit((1, 2), "SF-3.2")
    with pytest.raises(IllegalAction, match="not for p0"):
        game.play(position, 0, 1)
    game.play(position, 2, 3)
    assert isinstance(game.decision(position), Commit)
    game.play(position, 1, 1)
    assert isinstance(game.decision(position), Choose)


# SF-3.4
def test_sf_3_4_a_captured_card_is_the_declaration_openly(game, battle, say):
    position = battle(
        "0,0/E/2/s3/-/m", "2,0/W/2/m3", "-6,0/E/2/d3", phase="draw", active=1, due="1"
    )
    say(position, "short")
    assert game.decision(position) == Commit((1, 2), "SF-3.2")
    ship = game.view(position, 2).board.ships[0]
    assert (ship.declared, ship.face_up, ship.hand_size, ship.captured) == ("medium", True, 3, None)


# SF-3.5
def test_sf_3_5_empty_hand_declares_nothing_but_moves_and_draws(game, battle, say):
    position = battle("0,0/E/2/-/-/-", "5,0/W/2/m1", "-6,0/E/2/d1", phase="declare", due="12")
    say(position, "medium", "drain")
    assert position.actor() == 0 and position.declared[0] == NO_CARD
    say(position, "F", "stop", "stop", "stop", "hits-0", "wreck-0,0")
    assert position.hull[0] == 1
    say(position, "short", "short", "short")
    assert size_of(position.hand[0]) == 1  # SF-8.6: grows to one card again


# SF-3.6
def test_sf_3_6_destroyed_players_declare_nothing(game, battle, say):
    position = battle("0,0/x", "5,0/W/2/m1", "-6,0/E/2/d1", phase="declare", due="12", start=1)
    assert game.decision(position).waiting == (1, 2)
    with pytest.raises(IllegalAction, match="not for p0"):
        game.play(position, 0, 0)


# SF-3.7
def test_sf_3_7_turn_order_keeps_start_of_destroyed_player(game, battle, say):
    ships = ("0,0/E/2/-/m/-", "3,0/W/1/-/s/-", "-1,0/E/2/-/m/-", "6,0/W/2/-/m/-")
    position = battle(*ships, start=2, active=1)
    say(position, "stop")
    assert position.actor() == 2  # the order is 2, 3, 0, 1
    position = battle(
        "4,0/E/2/-/l/-", "7,0/W/1/-/s/-", "0,0/E/1/-/m/-", "3,1/W/2/-/m/-", start=2, active=1
    )
    say(position, "stop", "hits-0", "wreck-5,0", "hits-2", "wreck-1,0")
    assert position.is_destroyed(2) and position.start == 2
    assert (
        game.view(position, WATCHER).board.phase == "drift"
    )  # 0's beam was blocked, 1 hits nobody: 2 drifts
    assert position.actor() == 2


# SF-4.1
def test_sf_4_1_undestroyed_players_move_one_after_another(battle, say):
    position = battle("0,0/E", "5,0/W", "2,2/x", "-5,0/E", start=1, active=1)
    order = [position.actor()]
    for _ in range(2):
        say(position, "stop")
        order.append(position.actor())
    assert order == [1, 3, 0]  # SF-4.11: the debris of 2 does not move now


# SF-4.2
def test_sf_4_2_none_to_four_steps(game, battle, say):
    position = battle("0,0/E", "5,0/W", "-5,0/E", active=0)
    say(position, "F", "F", "F", "R")
    assert where(game, position) == "3,1 E" and position.actor() == 1
    position = battle("0,0/E", "5,0/W", "-5,0/E", active=0)
    say(position, "stop")
    assert where(game, position) == "0,0 E" and position.actor() == 1
    position = battle("0,0/E", "5,0/W", "-5,0/E", active=0)
    say(position, "@W", "@E", "@W", "@E")
    assert position.actor() == 1


# SF-4.3 SF-4.4
@pytest.mark.parametrize(("step", "end"), [("F", "1,-1 NE"), ("L", "0,-1 NE"), ("R", "1,0 NE")])
def test_sf_4_3_and_sf_4_4_forward_step_keeps_the_facing(game, battle, say, step, end):
    position = battle("0,0/NE", "5,0/W", "-5,0/E", active=0)
    say(position, step)
    assert where(game, position) == end


# SF-4.5
def test_sf_4_5_a_rotation_to_any_other_facing_costs_one_step(game, battle, say, can):
    position = battle("0,0/E", "5,0/W", "-5,0/E", active=0)
    assert [word for word in can(position) if "@" in word] == [
        f"@{name}" for name in DIRECTIONS if name != "E"
    ]
    say(position, "@W")
    assert where(game, position) == "0,0 W" and position.left == 3
    with pytest.raises(IllegalAction, match=r"faces that way already.*SF-4.5"):
        say(position, "@W")


# SF-4.6
def test_sf_4_6_steps_and_rotations_mix_in_any_order(game, battle, say):
    position = battle("0,0/E", "5,0/W", "-5,0/E", active=0)
    say(position, "F", "@SW", "F", "@NW")
    assert where(game, position) == "0,1 NW"


# SF-4.7
def test_sf_4_7_only_the_forward_directions_of_the_moment(game, battle, say, can):
    position = battle("0,0/E", "5,0/W", "-5,0/E", active=0)
    assert [word for word in can(position) if word in "FLR"] == ["F", "L", "R"]
    say(position, "@W", "F")
    assert where(game, position) == "-1,0 W"


# SF-4.8
@pytest.mark.parametrize("step", ["F", "L", "R"])
def test_sf_4_8_occupied_hexes_cannot_be_entered(battle, say, step):
    position = battle("0,0/E", "1,0/W", "1,-1/x", "-5,0/E", active=0, wreckage=("0,1",))
    with pytest.raises(IllegalAction, match=r"in the way.*SF-4.8"):
        say(position, step)


# SF-4.9
def test_sf_4_9_a_ship_cannot_leave_the_map(battle, say, can):
    position = battle("7,-3/E", "1,0/W", "-5,0/E", active=0)
    assert [word for word in can(position) if word in "FLR"] == []
    with pytest.raises(IllegalAction, match=r"map ends.*SF-4.9"):
        say(position, "F")


# SF-4.10
def test_sf_4_10_an_anchored_ship_only_rotates(game, battle, say, can):
    position = battle("0,0/E", "5,0/W", "-5,0/E", active=0, anchored="0")
    assert can(position) == ["stop", "@NE", "@NW", "@W", "@SW", "@SE"]
    assert "anchored" in game.view(position, 0).prompt.more
    with pytest.raises(IllegalAction, match=r"SF-4.10"):
        say(position, "F")
    say(position, "@SW", "@W", "@E", "@W")
    assert where(game, position) == "0,0 W" and position.actor() == 1


# SF-4.11
def test_sf_4_11_debris_does_not_move_in_the_movement_phase(game, battle, say):
    position = battle("0,0/E", "2,2/x", "-5,0/E", active=2)
    assert game.legal(position, 1) == []
    say(position, "stop")
    assert game.view(position, WATCHER).board.phase == "drift" and position.actor() == 1
