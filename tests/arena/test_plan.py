"""Who meets whom: every deal from every seat, sides as one bot, more games only at the end."""

import dogfight
from dogfight.arena.plan import deals, fixtures, line_ups, one_deal, sides


def test_two_bots_play_every_deal_from_both_seats() -> None:
    result = list(fixtures(("a", "b"), 2, 6))
    assert [(item.number, item.deal, item.entries) for item in result] == [
        (0, 0, (0, 1)),
        (1, 0, (1, 0)),
        (2, 1, (0, 1)),
        (3, 1, (1, 0)),
        (4, 2, (0, 1)),
        (5, 2, (1, 0)),
    ]


def test_an_odd_number_of_games_is_rounded_up_to_whole_deals() -> None:
    assert len(list(fixtures(("a", "b"), 2, 5))) == 6
    assert deals(("a", "b", "c"), 3, 4) == 2


def test_bots_move_round_the_table() -> None:
    assert one_deal(("a", "b", "c"), 3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert one_deal(("a", "b"), 4) == [
        (0, 1, 0, 1),
        (1, 0, 1, 0),
    ], "what would be the same seating is played once"
    assert len(one_deal(("a", "b", "b"), 3)) == 3


def test_more_bots_than_sides_meet_in_every_combination() -> None:
    assert line_ups(("a", "b", "c"), 2) == [(0, 1), (0, 2), (1, 2)]
    assert len(one_deal(("a", "b", "c"), 2)) == 6
    assert one_deal(("a", "b"), 1) == [(0,), (1,)]


def test_one_bot_plays_itself_once_a_deal() -> None:
    assert one_deal(("a",), 2) == [(0, 0)] and one_deal(("a", "a"), 2) == [(0, 1)]


def test_a_longer_arena_begins_like_a_shorter_one() -> None:
    short, long = list(fixtures(("a", "b", "c"), 2, 10)), list(fixtures(("a", "b", "c"), 2, 30))
    assert long[: len(short)] == short


def test_a_team_is_one_side() -> None:
    paws = dogfight.load("paws")
    assert sides(paws.seats(paws.options())) == ((0, 1), (2, 3))
    three = paws.options({"players": 6, "teams": 3})
    assert sides(paws.seats(three)) == ((0, 1), (2, 3), (4, 5))
