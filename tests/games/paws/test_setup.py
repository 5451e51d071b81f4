"""Words, components, teams, setup: sections 0 to 3."""

from typing import Any

import pytest

from dogfight.core.decision import Chance, Commit
from dogfight.core.errors import IllegalAction
from dogfight.core.seat import CHANCE
from dogfight.games.paws.data import Layout
from dogfight.games.paws.game import Paws


def test_jp_0_2_seat_is_team_and_role_and_solo_player_has_two(game: Paws) -> None:
    # JP-0.2
    seats = game.seats(game.options({"players": 3, "solo": "paws"}))
    assert [seat.name for seat in seats] == [
        "jaws.pilot",
        "jaws.gunner",
        "paws.pilot",
        "paws.gunner",
    ]
    assert [seat.player for seat in seats] == [0, 1, 2, 2]


def test_jp_0_3_and_0_4_zones_and_planes_are_named_by_owner(game: Paws) -> None:
    # JP-0.3 JP-0.4
    position = game.new(game.options())
    board = game.views.board_view(position, 0)
    assert board.planes == {"jaws@paws": "PC", "paws@jaws": "PC"}  # JP-3.2
    position.apply(CHANCE, 0)
    assert "jaws.GL" in [entry.notation for entry in game.view(position, 0).legal]


def test_jp_0_6_rounds_are_counted_from_one(game: Paws, desk: Any) -> None:
    # JP-0.6
    position = game.new(game.options({"timer": 0}))
    desk.do(position, "chance jaws", "jaws.pilot jaws.GC")
    assert game.turn(position) == 0
    desk.draw(position)
    assert game.turn(position) == 1
    assert game.views.board_view(position, 0).phase == "action"  # JP-3.11


def test_jp_0_9_the_token_is_the_moon_by_night(game: Paws) -> None:
    # JP-0.9
    for mode, name in (("day", "Sun"), ("night", "Moon")):  # JP-1.6: one token with two faces
        position = game.new(game.options({"mode": mode}))
        position.apply(CHANCE, 1)
        assert name in game.text.prompt(position, 2).text  # JP-16.1
        assert game.views.board_view(position, 2).mode == mode  # JP-3.3


def test_jp_1_2_a_track_has_four_sections_and_starts_clean(game: Paws) -> None:
    # JP-1.2
    assert game.data.numbers.sizes.track_sections == 4
    assert not any(
        team.smoke for team in game.views.board_view(game.new(game.options()), 0).teams
    )  # JP-3.1


def test_jp_1_3_and_1_4_six_zones_by_day_and_by_night(game: Paws) -> None:
    # JP-1.3 JP-1.4
    assert list(game.data.zones.zone) == ["PL", "PC", "PR", "GL", "GC", "GR"]
    for mode in ("day", "night"):
        position = game.new(game.options({"mode": mode}))
        position.apply(CHANCE, 0)
        assert len(game.legal(position, 0)) == 11


def test_jp_1_7_four_decks_of_thirty(game: Paws) -> None:
    # JP-1.7
    seats = game.views.board_view(game.new(game.options()), 0).seats
    assert [seat.deck for seat in seats] == [30] * 4
    assert [seat.discards + seat.scrap + seat.hand for seat in seats] == [0] * 4  # JP-3.4


def test_jp_1_8_and_1_13_borders_colours_and_symbols(game: Paws) -> None:
    # JP-1.8 JP-1.13
    board = game.views.board_view(game.new(game.options()), 0)
    assert [(team.color, team.symbol) for team in board.teams] == [
        ("orange", "jaw"),
        ("navy", "paw"),
    ]
    assert 'card_border = "white"' in game.data.files["teams.toml"].text


def test_jp_1_9_three_families(game: Paws) -> None:
    # JP-1.9
    families = [card.family for card in game.data.cards.values()]
    assert [families.count(family) for family in ("plane", "sun", "shoot")] == [4, 4, 6]


def test_jp_1_10_and_1_11_what_each_role_is_better_at(game: Paws) -> None:
    # JP-1.10 JP-1.11
    decks, cards = game.data.decks, game.data.cards

    def share(role: str, family: str) -> int:
        return sum(count for name, count in decks[role].items() if cards[name].family == family)

    assert share("pilot", "plane") > share("gunner", "plane")
    assert share("gunner", "shoot") > share("pilot", "shoot")
    assert share("gunner", "sun") > share("pilot", "sun")
    position = game.new(game.options())
    assert [position.cards(1, seat, 0) for seat in range(4)] == [
        6,
        2,
        6,
        2,
    ]  # both teams use the same lists


@pytest.mark.parametrize(
    ("players", "people", "teams"),
    [(2, 2, 2), (3, 3, 2), (4, 4, 2), (5, 5, 3), (6, 6, 3), (7, 7, 4), (8, 8, 4)],
)
def test_jp_2_1_and_20_2_from_two_to_eight_players(
    game: Paws, players: int, people: int, teams: int
) -> None:
    # JP-2.1 JP-20.2
    seats = game.seats(game.options({"players": players}))
    assert len({seat.player for seat in seats}) == people
    assert len({seat.side for seat in seats}) == teams


def test_jp_2_2_four_players_are_two_pairs_with_a_deck_each(game: Paws) -> None:
    # JP-2.2
    seats = game.seats(game.options())
    assert [(seat.side, seat.player) for seat in seats] == [
        ("jaws", 0),
        ("jaws", 1),
        ("paws", 2),
        ("paws", 3),
    ]


def test_jp_2_3_every_seat_draws_from_its_own_deck(game: Paws, desk: Any) -> None:
    # JP-2.3
    position = game.new(game.options({"timer": 0}))
    desk.do(position, "chance jaws", "jaws.pilot jaws.GC", "chance shoot_pl")
    assert position.cards(1, 0, game.names.kind("shoot_pl")) == 1
    assert position.cards(1, 1, game.names.kind("shoot_pl")) == 1
    assert [position.count(1, seat) for seat in range(4)] == [29, 30, 30, 30]


def test_jp_2_4_the_other_team_is_drawn_across_the_table(game: Paws) -> None:
    # JP-2.4
    layout: Layout = game.data.layout
    assert layout.zone("PL", near=True) == (140, 660)
    assert layout.zone("PL", near=False) == (860, 140)


def test_jp_2_5_roles_look_ahead_and_back(game: Paws) -> None:
    # JP-2.5
    zones = game.data.zones.zone
    assert {name: zone.y for name, zone in zones.items() if zone.board == "P"} == {
        "PL": 1,
        "PC": 1,
        "PR": 1,
    }
    assert zones["GL"].x == 1 and zones["GR"].x == -1 and zones["GC"].bearing == 180


def test_jp_2_6_seats_stay_the_same_all_game(game: Paws, desk: Any) -> None:
    # JP-2.6
    options = game.options({"players": 3})
    position = game.new(options)
    before = game.seats(game.options_of(position))
    desk.on_to(position, "action")
    assert game.seats(game.options_of(position)) == before


def test_jp_3_5_and_3_6_a_fair_coin_picks_the_team(game: Paws) -> None:
    # JP-3.5 JP-3.6
    for players, teams in ((4, 2), (6, 3)):
        coin = game.decision(game.new(game.options({"players": players})))
        assert isinstance(coin, Chance)
        assert [outcome for outcome, _ in coin.odds] == list(range(teams))
        assert {weight for _, weight in coin.odds} == {coin.odds[0][1]}


def test_jp_3_7_eleven_of_twelve_zones(game: Paws) -> None:
    position = game.new(game.options())
    position.apply(CHANCE, 1)
    words = [entry.notation for entry in game.view(position, 2).legal]
    assert len(words) == 11 and "jaws.PC" not in words and "paws.PC" in words
    with pytest.raises(IllegalAction, match="PC of an enemy") as refused:
        game.play(position, 2, game.names.read_place("jaws.PC"))
    assert refused.value.rule == "JP-3.7"


def test_jp_3_8_the_sun_is_placed_before_anyone_draws(game: Paws) -> None:
    # JP-3.8
    position = game.new(game.options())
    position.apply(CHANCE, 0)
    assert isinstance(game.decision(position), Commit)
    assert position.count(0, 0) == 0


def test_jp_3_9_either_member_places_it_and_the_first_counts(game: Paws, desk: Any) -> None:
    # JP-3.9
    for seat in ("jaws.pilot", "jaws.gunner"):
        position = game.new(game.options())
        desk.do(position, "chance jaws", f"{seat} paws.GL")
        assert game.views.board_view(position, 0).sun == "paws.GL"
        assert isinstance(game.decision(position), Chance)
    position = game.new(game.options())
    desk.do(position, "chance paws")
    with pytest.raises(IllegalAction):
        desk.do(position, "jaws.gunner paws.GL")
    desk.time_up(position)
    assert game.views.board_view(position, 0).sun == "paws.GC"  # no placement in time


@pytest.mark.parametrize(
    ("players", "hands"), [(4, [4, 4, 4, 4]), (2, [3, 3, 3, 3]), (3, [3, 3, 4, 4])]
)
def test_jp_3_10_starting_hands(game: Paws, desk: Any, players: int, hands: list[int]) -> None:
    # JP-3.10
    position = game.new(game.options({"players": players}))
    desk.on_to(position, "action")
    assert [
        seat.hand for seat in game.views.board_view(position, -4).seats
    ] == hands  # JP-18.2 JP-19.2 JP-19.3
