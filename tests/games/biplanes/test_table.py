"""Set-up in play, what each seat may know, and what may be imagined."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dogfight.core.decision import Chance, Choose, Commit, Over
from dogfight.core.dice import Dice
from dogfight.core.event import visible_events
from dogfight.core.seat import CHANCE, OPEN, WATCHER
from dogfight.games.biplanes.data import PLANES
from dogfight.games.biplanes.game import Biplanes
from dogfight.match.match import Match
from dogfight.match.record import parse
from dogfight.match.replay import replay

DOGFIGHT = "mode=dogfight,board=main,p1=pick,p2=pick,starts=default"
RESCUE = "mode=rescue,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"


def draw_all(game: Biplanes, position: Any) -> None:
    while isinstance(decision := game.decision(position), Chance):
        game.play(position, CHANCE, decision.odds[0][0])


def test_bd_19_12_scenario_setup_steps_are_in_order(
    game: Biplanes,
) -> None:
    position = game.new(game.options({"mode": "rescue"}))
    order = []
    while not isinstance(decision := game.decision(position), Commit):
        words = position.phase
        if not order or order[-1] != words:
            order.append(words)
        seat = CHANCE if isinstance(decision, Chance) else decision.seat
        game.play(
            position,
            seat,
            decision.odds[0][0] if isinstance(decision, Chance) else game.legal(position, seat)[0],
        )
    assert order == [0, 1, 2, 3, 5]  # BD-19.12: place, pick, start, deal, objective
    assert decision == Commit((0, 1), "BD-2.9")


def test_bd_1_2_bd_21_1_mission_side_picks_plane_first(game: Biplanes) -> None:
    position = game.new(game.options({"mode": "espionage"}))
    assert [PLANES[entry] for entry in game.legal(position, 0)] == [
        "red",
        "brown",
        "black",
        "white",
    ]
    game.play(position, 0, game.notation.read_action(position, 0, "brown"))
    assert len(game.legal(position, 1)) == 8 and PLANES.index("brown") not in game.legal(
        position, 1
    )


def test_bd_25_3_the_player_gives_the_bot_any_biplane(game: Biplanes) -> None:
    position = game.new(game.options({"mode": "escort", "solo": True, "p1": "green"}))
    assert isinstance(decision := game.decision(position), Choose) and decision.seat == 0
    assert len(game.legal(position, 0)) == 8
    field = next(
        option_field
        for option_field in game.option_fields({"mode": "escort", "solo": True})
        if option_field.name == "p2"
    )
    assert "red, blue, white" in field.help  # BD-25.3: the easier ones are named


def test_bd_19_2_bd_25_2_board_is_an_option_and_solo_uses_main(game: Biplanes) -> None:
    boards = {
        option_field.name: option_field.choices
        for option_field in game.option_fields({"mode": "bombing", "solo": False})
    }["board"]
    assert boards == ("main", "alt")  # BD-19.2
    boards = {
        option_field.name: option_field.choices
        for option_field in game.option_fields({"mode": "bombing", "solo": True})
    }["board"]
    assert boards == ("main",)


def test_bd_2_5_player_1_may_choose_its_start(game: Biplanes) -> None:
    position = game.new(game.options({"starts": "choose"}))
    game.play(position, 0, game.notation.read_action(position, 0, "m0"))
    assert (position.p1.at, position.p2.at) == (0, 4)


# BD-1.13
def test_bd_1_13_bd_2_7_bag_tiles_are_drawn_by_their_share(game: Biplanes) -> None:
    position = game.new(game.options())
    decision = game.decision(position)
    assert isinstance(decision, Chance)
    odds = {
        game.notation.write_action(position, CHANCE, kind): str(share)
        for kind, share in decision.odds
    }
    assert (
        odds["1/0"] == "2/15"
        and odds["5/2"] == "1/15"
        and sum(share for _, share in decision.odds) == 1
    )


def test_bd_1_8_the_player_aid_is_in_the_view(game: Biplanes) -> None:
    aid = game.view(game.new(game.options()), WATCHER).board.sides[0].aid
    assert (aid.track, aid.hits, aid.shooting) == (7, 16, 11)
    assert [(value.value, value.tiles, value.shooting) for value in aid.values][1:3] == [
        (1, 5, (1, 1, 2)),
        (2, 4, (1, 1, 2)),
    ]


def test_bd_1_10_bd_5_8_the_board_is_in_the_view(game: Biplanes) -> None:
    board = game.view(game.new(game.options()), WATCHER).board
    assert len(board.spaces) == 13  # BD-1.10: eight, two and three
    assert sum(space.site_xy is not None for space in board.spaces) == 5
    position = game.new(game.options())
    draw_all(game, position)
    position.p1.at = 2
    assert not any(
        "X" in game.notation.write_action(position, 0, entry) for entry in game.legal(position, 0)
    )  # BD-5.8


# BD-1.11
def test_bd_1_11_played_tiles_lie_on_turn_squares_of_the_round(game: Biplanes) -> None:
    text = (
        f"{DOGFIGHT} plan:1:0 1.5"
        " red;at=m4;damage=0;hand=1/0,2/0;bag=3/0,3/1;last=2/2;squares=1/1,1/2,2/1,2/2 "
    )
    text += "blue;at=m0;damage=0;hand=5/0,5/1;bag=3/0;last=5/2;squares=4/0,4/1,3L/1,5/2"
    position = game.notation.read(text)
    game.play(position, 0, game.notation.read_action(position, 0, "1/0"))
    assert game.view(position, 1).board.sides[0].squares == ("1/1", "1/2", "2/1", "2/2")
    game.play(position, 1, game.notation.read_action(position, 1, "5/0"))
    assert game.view(position, 1).board.sides[0].squares == ()  # BD-10.3: a new round
    assert "1/0" in game.view(position, 1).board.sides[0].played


def test_bd_4_7_revealed_tile_lies_on_next_square_with_its_face(game: Biplanes) -> None:
    text = f"{DOGFIGHT} plan:1:0 1.2 red;at=m4;damage=0;hand=1/0,3/2;bag=3/0;last=1/1;squares=1/1 "
    position = game.notation.read(
        text + "blue;at=m0;damage=0;hand=5/0,5/1;bag=3/0;last=4/0;squares=4/0"
    )
    play(game, position, "3L/2", "5/0")
    sides = game.view(position, 1).board.sides
    assert (sides[0].squares, sides[1].squares) == (("1/1", "3L/2"), ("4/0", "5/0"))  # BD-4.7


def test_bd_24_20_a_lost_escort_takes_its_tiles_with_it_unseen(game: Biplanes) -> None:
    text = "mode=escort,solo=no,board=main,p1=pick,p2=pick plan:0:0 1.3 "
    text += (
        "black;at=m4;damage=6;hand=0/0,1/0;bag=3/1;aside=2/0,2/1,4/0,5/0,5/1"
        " red;at=m2;damage=0;hand=1/0,2/2;bag=3/1 "
    )
    position = game.notation.read(text + "mission;mal=m7:0")
    play(game, position, "1/0&0", "2/2")
    side = game.view(position, 1).board.sides[0]
    assert (side.at, side.hand_size, side.bag_size, side.aside_size) == (
        "down",
        0,
        0,
        7,
    )  # BD-24.20
    assert "2/0" not in side.played and "1/0" in side.played


def test_bd_19_6_black_regains_lost_tiles_except_for_hits_taken(game: Biplanes) -> None:
    text = "mode=espionage,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0 plan:0:0 3.5 "
    text += "black;at=m4;damage=2;hand=1/0;aside=0/0 red;at=m0;damage=0;hand=3/0 "
    position = game.notation.read(text + "mission;sites=m1:2,m3:2,m5:2,m6:2,m7:2")
    play(game, position, "1/0", "3/0")
    assert game.decision(position).rule == "BD-19.8"
    draw_all(game, position)
    side = game.view(position, 1).board.sides[0]
    assert (side.hand_size, side.bag_size, side.aside_size, side.played) == (7, 10, 1, ())


def test_bd_23_9_a_take_off_is_told_whether_it_rescues_or_not(
    game: Biplanes, at_an_airfield: str
) -> None:
    for held, stack, word in (("1,2", "3,4,5", "rescued"), ("2,3", "1,4,5", "nobody")):
        position = game.notation.read(with_objectives(at_an_airfield, held, stack))
        game.play(position, 0, game.notation.read_action(position, 0, "2/0"))
        events = game.play(position, 1, game.notation.read_action(position, 1, "1/1"))
        assert [word in event.text for event in events if event.kind == "took_off"] == [True]


# BD-1.14
def test_bd_1_14_seat_sees_own_tiles_and_counts_of_others(game: Biplanes) -> None:
    position = game.new(game.options())
    draw_all(game, position)
    own, theirs = game.view(position, 0).board.sides
    assert (
        len(own.hand or ()) == 6 == theirs.hand_size and theirs.hand is None and theirs.bag is None
    )
    assert own.bag is not None and len(own.bag) == 9 == theirs.bag_size
    assert len(theirs.unseen) == 15
    watcher = game.view(position, WATCHER).board.sides
    assert watcher[0].hand is None and watcher[1].hand is None
    everything = game.view(position, OPEN).board.sides
    assert everything[0].hand is not None and everything[1].hand is not None


# BD-2.10
def test_bd_2_10_mulligans_are_taken_at_once_and_unseen(game: Biplanes) -> None:
    position = game.new(game.options({"p1": "brown", "p2": "white"}))
    draw_all(game, position)
    before = game.view(position, 1).as_json()
    kind = game.legal(position, 0)[0]
    events = game.play(position, 0, kind)
    assert visible_events(events, 1) == () and game.view(position, 1).as_json() == before
    assert game.view(position, 0).board.sides[0].aside is not None
    game.play(position, 0, 24)
    assert game.decision(position) == Commit((1,), "BD-2.9")
    game.play(position, 1, 24)
    assert game.view(position, 1).board.sides[0].aside_size == 1  # now the number is on the table


def test_bd_2_9_tiles_are_set_aside_in_one_canonical_order(game: Biplanes) -> None:
    position = game.new(game.options({"p1": "brown", "p2": "red"}))
    draw_all(game, position)
    legal = game.legal(position, 0)
    game.play(position, 0, legal[2])
    assert all(kind >= legal[2] for kind in game.legal(position, 0))


def test_bd_3_3_a_turn_is_planned_then_flown_then_shot(game: Biplanes) -> None:
    text = (
        f"{DOGFIGHT} plan:1:0 1.1 red;at=m4;damage=0;hand=1/0,2/0;bag=3/0"
        " blue;at=m0;damage=0;hand=4/1,5/0;bag=3/0"
    )
    position = game.notation.read(text)
    first = game.play(position, 1, game.notation.read_action(position, 1, "4/1"))
    assert [item.kind for item in first] == ["sealed"]
    second = game.play(position, 0, game.notation.read_action(position, 0, "1/0"))
    kinds = [item.kind for item in second]
    assert kinds == ["turn", "sealed", "played", "played", "moved", "moved", "shot"]  # BD-3.3


def test_bd_18_4_enemy_of_close_white_commits_first_and_openly(game: Biplanes) -> None:
    text = f"{DOGFIGHT} show:1:0 1.2 white;at=m4;damage=0;hand=1/0,2/0;bag=3/1 "
    text += "blue;at=m5;damage=0;hand=3/0,5/0;bag=3/1"
    position = game.notation.read(text)
    assert game.decision(position) == Choose(1, "BD-18.4")
    assert game.legal(position, 0) == []
    game.play(position, 1, game.notation.read_action(position, 1, "3L/0"))
    assert game.view(position, 0).board.sides[1].commitment == "3L/0"
    assert game.decision(position) == Choose(0, "BD-18.4")


def test_bd_17_4_nobody_sees_what_black_puts_away(game: Biplanes) -> None:
    text = (
        f"{DOGFIGHT} lose:0:2 1.1"
        " black;at=m5;damage=2;hand=1/0,2/0,5/1;bag=3/1;last=1/1;sealed=1/1;squares=1/1 "
    )
    text += "blue;at=m4;damage=0;hand=5/0,5/1;bag=3/1;last=2/2;sealed=2/2;squares=2/2"
    seen, own = set(), set()
    for word in ("1/0", "2/0", "5/1"):
        position = game.notation.read(text)
        game.play(position, 0, game.notation.read_action(position, 0, word))
        seen.add(game.view(position, 1).as_json())
        own.add(game.view(position, 0).as_json())
    assert (len(seen), len(own)) == (1, 3)


@pytest.fixture
def at_an_airfield() -> str:
    return (
        f"{RESCUE} plan:1:0 2.2 white;at=m5;damage=0;hand=1/0,2/0,4/0;bag=3/1 "
        "blue;at=m0;damage=0;hand=1/1,5/0;bag=3/1 "
        "mission;sites=m1:2,m3:4,m5:1,m6:3,m7:5;landed=m5;land_tile=m5;"
        "objectives=OBJECTIVES;stack=STACK"
    )


def with_objectives(text: str, held: str, stack: str) -> str:
    return text.replace("OBJECTIVES", held).replace("STACK", stack)


# BD-23.7
def test_bd_23_7_nobody_but_the_rescuer_knows_the_targets(
    game: Biplanes, at_an_airfield: str
) -> None:
    views = set()
    for held, stack in (("1,2", "3,4,5"), ("3,4", "1,2,5")):
        position = game.notation.read(with_objectives(at_an_airfield, held, stack))
        views.add(game.view(position, 1).as_json())
        assert game.view(position, 0).board.mission.objectives == tuple(held.split(","))  # type: ignore[union-attr]
    assert len(views) == 1


def play(game: Biplanes, position: Any, p1: str, p2: str) -> None:
    game.play(position, 0, game.notation.read_action(position, 0, p1))
    game.play(position, 1, game.notation.read_action(position, 1, p2))


# BD-23.15
def test_bd_23_15_land_and_take_off_tiles_come_back(game: Biplanes, at_an_airfield: str) -> None:
    position = game.notation.read(with_objectives(at_an_airfield, "1,2", "3,4,5"))
    play(game, position, "2/0", "1/1")
    # The next turn has begun, so both tiles are back.
    mission = game.view(position, 0).board.mission
    assert mission is not None and (mission.landed, mission.land_tile, mission.take_off_tile) == (
        "",
        "",
        "",
    )
    # A take-off that lands next door leaves the Land tile there.
    twin = game.notation.read(with_objectives(at_an_airfield, "1,2", "3,4,5"))
    play(game, twin, "1/0", "1/1")
    mission = game.view(twin, 0).board.mission
    assert mission is not None and (mission.landed, mission.land_tile, mission.take_off_tile) == (
        "m6",
        "m6",
        "",
    )


@pytest.mark.parametrize(
    ("word", "black", "tiles"), [("2/1", "m0", ("", "m5", "m5")), ("4/2", "m2", ("", "", ""))]
)
def test_bd_23_15_the_tiles_lie_there_until_the_next_turn(
    game: Biplanes, word: str, black: str, tiles: tuple[str, str, str]
) -> None:
    """The turn stops for black's loss, so the table can be seen before the next one starts."""
    position = game.notation.read(
        f"{RESCUE} plan:1:0 2.2 brown;at=m5;damage=0;hand=1/0,2/1,4/2;bag=3/1 "
        f"black;at={black};damage=0;hand=1/1,5/0;bag=3/1 "
        "mission;sites=m1:2,m3:4,m5:1,m6:3,m7:5;landed=m5;land_tile=m5;objectives=1,2;stack=3,4,5"
    )
    play(game, position, word, "1/1")
    assert game.decision(position).rule == "BD-17.4"
    mission = game.view(position, 0).board.mission
    assert mission is not None
    assert (mission.landed, mission.land_tile, mission.take_off_tile) == tiles


def test_bd_23_7_imagined_objectives_fit_the_take_offs(game: Biplanes, at_an_airfield: str) -> None:
    """A take-off from airfield 1 that rescues nobody shows that 1 was not drawn so far."""
    position = game.notation.read(with_objectives(at_an_airfield, "2,3", "1,4,5"))
    play(game, position, "2/0", "1/1")
    view = game.view(position, 1)
    assert view.board.mission is not None and view.board.mission.cleared == {"1": 2}
    dice = Dice(1)
    held = {int(game.views.imagine(view, dice).mission.objectives) for _ in range(200)}  # type: ignore[union-attr]
    assert held == {(1 << a) | (1 << b) for a in range(2, 6) for b in range(2, a)}


def test_bd_14_4_imagined_hands_keep_to_what_is_public(game: Biplanes) -> None:
    """A brown that owes a 1 or a 2 and has not crashed holds one."""
    text = (
        f"{DOGFIGHT} plan:1:0 1.2"
        " brown;at=m4;damage=0;hand=1/0,5/1;bag=3/1,4/0,4/2;last=0/1;squares=0/1 "
    )
    text += "blue;at=m0;damage=0;hand=5/0,5/1;bag=3/1;last=1/1;squares=1/1"
    view = game.view(game.notation.read(text), 1)
    dice = Dice(2)
    hands = {
        tuple(game.view(game.views.imagine(view, dice), 0).board.sides[0].hand or ())
        for _ in range(60)
    }
    assert all(any(word[0] in "12" for word in hand) for hand in hands) and len(hands) > 3


def test_bd_1_14_a_finished_game_opens_the_objectives(game: Biplanes, at_an_airfield: str) -> None:
    text = with_objectives(at_an_airfield, "1,2", "3,4,5").replace(
        "white;at=m5;damage=0", "white;at=m5;damage=5"
    )
    position = game.notation.read(
        text.replace("blue;at=m0;damage=0;hand=1/1,5/0", "blue;at=m4;damage=0;hand=1/1,5/0")
    )
    play(game, position, "2/0", "1/1")
    assert isinstance(end := game.decision(position), Over) and end.winners == (1,)
    assert game.view(position, 1).board.mission.objectives is not None  # type: ignore[union-attr]


def test_bd_4_2_time_out_defaults_follow_the_ruling(game: Biplanes) -> None:
    """R-41: no mulligan, the first start, the lowest tile above 0 with fewest hits, mal where it
    can be hit.
    """
    position = game.new(game.options({"mode": "escort", "p1": "black", "p2": "white"}))
    assert game.default_action(position, 1) == 0
    game.play(position, 1, 0)
    draw_all(game, position)
    assert game.default_action(position, 0) == 24
    text = "mode=escort,solo=no,board=main,p1=pick,p2=pick plan:0:0 1.2 "
    text += (
        "black;at=m4;damage=1;hand=0/0,2/1,2/0,5/0;bag=3/1"
        " white;at=m0;damage=0;hand=0/0,0/1;bag=3/1 "
    )
    position = game.notation.read((text + "mission;mal=m4:0;used=-2").replace("2/1,2/0", "2/0,2/1"))
    assert game.notation.write_action(position, 0, game.default_action(position, 0)) == "2/0&-1"
    assert game.notation.write_action(position, 1, game.default_action(position, 1)) == "0/0"
    lose = (
        "lose:0:1 1.1"
        " black;at=m5;damage=2;hand=0/1,1/1,2/0,5/0;bag=3/1;last=1/1;sealed=1/1&0;squares=1/1 "
    )
    lose += (
        "white;at=m4;damage=0;hand=0/0;bag=3/1;last=2/1;sealed=2/1;squares=2/1"
        " mission;mal=m5:0;used=0"
    )
    position = game.notation.read(f"{text.split(' ')[0]} {lose}")
    assert game.notation.write_action(position, 0, game.default_action(position, 0)) == "2/0"


def test_bd_4_2_a_table_plays_with_time_running_out(game: Biplanes) -> None:
    table = Match(
        game, {"mode": "rescue", "p1": "white", "p2": "black", "safety_round_limit": 2}, seed=4
    )
    for _ in range(200):
        if isinstance(table.advance(), Over):
            break
        table.time_up()
    assert isinstance(table.decision(), Over)


@pytest.mark.no_rule("the page of the game")
def test_the_positions_on_the_page_can_be_read(game: Biplanes) -> None:
    page = (Path(__file__).parents[3] / "docs" / "biplanes.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("mode=")]
    assert len(lines) == 2
    for line in lines:
        assert game.notation.write(game.notation.read(line)) == line


def test_bd_4_2_a_game_begun_under_rules_1_goes_on_as_it_was(game: Biplanes) -> None:
    """The second version has one more action in a mulligan (R-41), the third changes rescue and
    solo after round 3.
    """
    record = parse((Path(__file__).parent / "rules_1.txt").read_text(encoding="utf-8"))
    assert (record.header.rules, game.rules_version) == ("1", "3")
    *_, last = replay(game, record)
    assert isinstance(game.decision(last.after), Over)
