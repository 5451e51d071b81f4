"""SF-1 pieces and map, SF-2 set-up."""

from fractions import Fraction
from itertools import product

import pytest

from dogfight.core.decision import Chance, Choose
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.position import step
from dogfight.core.seat import CHANCE
from dogfight.games.starfighters.data import DIRECTIONS, OFFSETS
from dogfight.games.starfighters.tables import (
    FORWARD,
    LEFT,
    RIGHT,
    count_of,
    forward_direction,
    size_of,
)


def settled(game, options, seed=0):
    """A game at its first declaration."""
    position, dice = game.new(game.options(options)), Dice(seed)
    while game.turn(position) == 0:
        step(position, dice)
    return position


def steps_between(tables, a, b):
    """The distance of two hexes, found by walking."""
    seen, edge, walked = {a}, {a}, 0
    while b not in edge:
        edge = (
            {tables.neighbour(item, way) for item in edge for way in range(6)}
            - seen
            - {tables.off_map()}
        )
        seen |= edge
        walked += 1
    return walked


# SF-1.1
def test_sf_1_1_three_to_six_players_each_for_himself(game):
    for players in (3, 4, 5, 6):
        seats = game.seats(game.options({"players": players}))
        assert len({seat.side for seat in seats}) == len(seats) == players
    for players in (2, 7):
        with pytest.raises(BadOption, match=r"SF-1.1"):
            game.options({"players": players})


# SF-1.2
def test_sf_1_2_each_player_has_one_ship_on_the_map_after_set_up(game):
    position = settled(game, {"players": 6})
    pieces = [position.piece_on(hex_) for hex_ in range(position.tables.cells)]
    assert sorted(piece for piece in pieces if piece >= 0) == [0, 1, 2, 3, 4, 5]


# SF-1.3
def test_sf_1_3_twelve_hull_points_four_wreckage_one_token(game):
    position = settled(game, {"players": 6, "first": "2"})
    assert sum(position.hull[seat] for seat in range(6)) == 12  # SF-2.4: two each
    assert sum(position.has_wreckage(hex_) for hex_ in range(169)) == 4
    assert position.start == 2


# SF-1.4
def test_sf_1_4_one_deck_and_one_discard_pile_for_all(game):
    position, dice = game.new(game.options({"players": 5})), Dice(4)
    assert [count_of(position.deck, kind) for kind in range(6)] == [14, 14, 8, 8, 8, 8]
    while step(position, dice) >= -1:
        held = [position.deck, position.discard, *(position.hand[seat] for seat in range(5))]
        open_cards = [
            pile[seat] for pile in (position.declared, position.captured) for seat in range(5)
        ]
        assert sum(map(size_of, held)) + sum(card >= 0 for card in open_cards) == 60


# SF-1.5
def test_sf_1_5_the_map_is_a_hexagon_of_169_hexes(game):
    expected = {(q, r) for q, r in product(range(-7, 8), repeat=2) if abs(q + r) <= 7}
    assert set(game.data.hexes) == expected
    assert len(game.data.hexes) == 169


# SF-1.6
def test_sf_1_6_distance_is_the_least_number_of_steps(game):
    tables, dice = game.data.tables, Dice(1)
    for _ in range(30):
        a, b = dice.below(169), dice.below(169)
        assert tables.distance(a, b) == steps_between(tables, a, b)


# SF-1.7
def test_sf_1_7_a_ship_faces_one_of_six_directions(battle):
    for facing in DIRECTIONS:
        assert battle(f"0,0/{facing}", "5,0/W", "-5,0/E").facing[0] == DIRECTIONS.index(facing)
    with pytest.raises(BadNotation, match=r"SF-1.7"):
        battle("0,0/N", "5,0/W", "-5,0/E")


# SF-1.8
def test_sf_1_8_left_is_counter_clockwise_right_is_clockwise():
    for facing, (q, r) in enumerate(OFFSETS):
        assert OFFSETS[forward_direction(facing, FORWARD)] == (q, r)
        assert OFFSETS[forward_direction(facing, LEFT)] == (q + r, -q)
        assert OFFSETS[forward_direction(facing, RIGHT)] == (-r, q + r)


# SF-1.9
def test_sf_1_9_ships_wreckage_and_debris_occupy_a_hex(game, battle):
    position = battle("0,0/E", "1,0/x", "3,0/W", "-5,0/E", wreckage=("0,1",))
    occupied = [game.data.hexes[hex_] for hex_ in range(169) if position.is_occupied(hex_)]
    assert {(0, 0), (1, 0), (3, 0), (-5, 0), (0, 1)} < set(occupied) and len(occupied) == 8


# SF-1.10
def test_sf_1_10_a_player_without_a_ship_is_destroyed(battle):
    position = battle("0,0/E", "1,0/x", "3,0/W")
    assert [position.is_destroyed(seat) for seat in range(3)] == [False, True, False]
    assert position.undestroyed() == 0b101


# SF-2.1
def test_sf_2_1_wreckage_is_uniform_on_four_different_hexes(game):
    position = game.new(game.options({"players": 3}))
    for placed in range(4):
        decision = game.decision(position)
        assert isinstance(decision, Chance)
        assert [weight for _, weight in decision.odds] == [Fraction(1, 169 - placed)] * (
            169 - placed
        )
        game.play(position, CHANCE, decision.odds[5][0])
    assert sum(position.has_wreckage(hex_) for hex_ in range(169)) == 4


# SF-2.2
def test_sf_2_2_the_first_player_is_named_or_drawn(game):
    drawn = game.new(game.options({"players": 5}))
    named = game.new(game.options({"players": 5, "first": "3"}))
    for position in (drawn, named):
        for hex_ in range(20, 24):
            game.play(position, CHANCE, hex_)
    decision = game.decision(drawn)
    assert decision.rule == "SF-2.2" and decision.odds == tuple(
        (seat, Fraction(1, 5)) for seat in range(5)
    )
    assert game.decision(named) == Choose(3, "SF-2.6")


# SF-2.3
def test_sf_2_3_ships_differ_in_looks_only(game, battle, can):
    for seat in range(3):
        ships = ["5,0/W", "-5,0/E"]
        ships.insert(seat, "0,0/NE/2/-/-/-")
        assert can(battle(*ships, active=seat)) == [
            "stop",
            "F",
            "L",
            "R",
            "@E",
            "@NW",
            "@W",
            "@SW",
            "@SE",
        ]


# SF-2.4
def test_sf_2_4_each_player_takes_two_hull_points(game):
    assert [
        ship.hull for ship in game.view(game.new(game.options({"players": 4})), 0).board.ships
    ] == [2, 2, 2, 2]


# SF-2.5
def test_sf_2_5_placing_goes_clockwise_from_the_starting_player(game, say):
    position = game.new(game.options({"players": 4, "first": "2"}))
    order = []
    say(position, "0,0", "1,1", "2,2", "3,3")
    for hex_ in ("0,-7", "1,-7", "2,-7", "3,-7"):
        order.append(position.actor())
        say(position, hex_, "SE")
    assert order == [2, 3, 0, 1]


# SF-2.6
def test_sf_2_6_ships_are_placed_on_the_lines_only(battle, say, can):
    position = battle(
        "-/-", "-/-", "-/-", phase="place", active=0, wreckage=("0,0", "1,1", "2,2", "3,3")
    )
    assert len(can(position)) == 42
    with pytest.raises(IllegalAction, match=r"not on a marked line.*SF-2.6"):
        say(position, "0,-6")


# SF-2.7
def test_sf_2_7_ships_are_not_placed_on_occupied_hexes(battle, say, can):
    position = battle(
        "0,-7/E", "-/-", "-/-", phase="place", active=1, wreckage=("7,0", "1,1", "2,2", "3,3")
    )
    assert len(can(position)) == 40
    for hex_ in ("0,-7", "7,0"):
        with pytest.raises(IllegalAction, match=r"occupied.*SF-2.7"):
            say(position, hex_)


# SF-2.8
def test_sf_2_8_any_facing_can_be_chosen(battle, can):
    assert can(battle("0,-7/-", "-/-", "-/-", phase="face", active=0)) == list(DIRECTIONS)


# SF-2.9
def test_sf_2_9_each_card_of_deck_is_equally_likely_on_top(game, battle):
    position = battle("0,-7/E/2/s1e1", "1,-7/E", "2,-7/E", phase="deal", active=0, left=2)
    odds = dict(game.decision(position).odds)
    assert odds == {kind: Fraction(count, 58) for kind, count in enumerate((13, 14, 8, 8, 7, 8))}


# SF-2.10
def test_sf_2_10_starting_player_draws_four_then_clockwise(game, say):
    position = game.new(game.options({"players": 3, "first": "1"}))
    say(position, "0,0", "1,1", "2,2", "3,3", "0,-7", "SE", "1,-7", "SE", "2,-7", "SE")
    takers = []
    while game.turn(position) == 0:
        takers.append(position.active)
        say(position, "short")
    assert takers == [1] * 4 + [2] * 4 + [0] * 4
    assert [size_of(position.hand[seat]) for seat in range(3)] == [4, 4, 4]


# SF-2.11
def test_sf_2_11_hands_are_secret_their_sizes_are_not(game, battle):
    position = battle("0,0/E/2/s2m2", "3,0/W/2/l3", "-5,0/E/2/d1", phase="declare", due="012")
    table = game.view(position, 1).board
    assert [ship.hand_size for ship in table.ships] == [4, 3, 1]
    assert [ship.hand for ship in table.ships] == [None, ("long", "long", "long"), None]
