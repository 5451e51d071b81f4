"""Losing and winning, solo players, three teams and more: sections 17, 18 and 20."""

from typing import Any

import pytest

from dogfight.core.decision import Choose, Over
from dogfight.core.errors import BadOption
from dogfight.core.seat import WATCHER
from dogfight.games.paws.game import Paws
from dogfight.testing.examples import run_example

THREE = {"teams": ["jaws", "paws", "claws"]}
FOUR = {"teams": ["jaws", "paws", "claws", "tails"]}
BUSY = "; ".join(f"4 {team}.pilot shoot_gl; 3 {team}.gunner shoot_gl" for team in ("paws", "claws"))


def test_jp_17_1_a_missing_card_loses_for_the_whole_team(played: Any) -> None:
    # JP-17.1
    expect = {"down": ["jaws"], "result": "win paws"}
    assert (
        played("1 jaws.pilot shoot_gl; 1 paws.pilot shoot_gl", expect, {"deck": {"jaws.pilot": 0}})
        == []
    )
    smoke = {"deck": {"jaws.pilot": 3}, "smoke": ["jaws"]}
    assert played("1 jaws.pilot shoot_gl; 1 paws.pilot shoot_gl", expect, smoke) == []


def test_jp_17_2_and_17_6_the_earlier_check_decides(played: Any) -> None:
    # JP-17.2 JP-17.6
    play = (
        "1 paws.pilot shoot_pc; 2 jaws.pilot shoot_pc; 3 jaws.gunner shoot_gl; 3 paws.gunner"
        " shoot_gl"
    )
    start = {"deck": {"jaws.pilot": 5, "paws.pilot": 5}, "sun": "jaws.GC"}
    assert (
        played(play, {"result": "win paws", "hits": ["1 paws.pilot > jaws.pilot 6"]}, start) == []
    )
    start = {"deck": {"jaws.pilot": 5, "paws.gunner": 0}, "sun": "jaws.GC"}
    assert played(play, {"result": "win jaws", "hits": []}, start) == []


def test_jp_17_3_an_empty_deck_alone_is_no_loss(played: Any) -> None:
    # JP-17.3
    start = {"deck": {"jaws.gunner": 0, "paws.pilot": 1}}
    assert played("1 jaws.pilot shoot_gl; 1 paws.pilot shoot_gl", {"result": "none"}, start) == []


@pytest.mark.parametrize(
    ("down", "payoffs", "winners"),
    [("paws", (0.5, 0.5, 0.0, 0.0), (0, 1)), ("jaws,paws", (0.25,) * 4, ())],
)
def test_jp_17_4_and_17_5_the_last_team_wins_or_all_share(
    game: Paws, down: str, payoffs: tuple[float, ...], winners: tuple[int, ...]
) -> None:
    seats = " ".join(["-|-|-|-|-|-"] * 4)
    planes = "jaws@paws:PC,paws@jaws:PC"
    text = (
        f"jaws,paws day/20 r3 over(fell_last={down}) jaws.PC/jaws {planes} smoke:- down:{down}"
        f" at:1/1 {seats} - -"
    )
    over = game.decision(game.notation.read(text))
    assert isinstance(over, Over)
    assert (over.payoffs, over.winners) == (payoffs, winners)
    assert over.rule == ("JP-17.4" if winners else "JP-17.5")


def test_jp_17_7_a_shot_fired_while_falling_counts(played: Any) -> None:
    # JP-17.7
    play = (
        "1 paws.pilot shoot_pc; 1 jaws.pilot shoot_pc; 3 jaws.gunner shoot_gl; 3 paws.gunner"
        " shoot_gl"
    )
    start = {"deck": {"jaws.pilot": 3}, "sun": "jaws.GC"}
    assert played(play, {"result": "win paws", "scrap": {"paws.pilot": 6}}, start) == []


def test_jp_18_1_and_18_5_a_solo_player_sees_both_seats(game: Paws, desk: Any) -> None:
    # JP-18.1 JP-18.5
    position = game.new(game.options({"players": 2}))
    desk.on_to(position, "action")
    for seat in (0, 1):
        known = [item.secrets is not None for item in game.views.board_view(position, seat).seats]
        assert known == [True, True, False, False]
    first = desk.words(position, "jaws.gunner")[1]
    desk.do(position, f"jaws.gunner {first}")
    assert game.views.board_view(position, 0).teams[0].track[0].card != ""
    assert game.views.board_view(position, 2).teams[0].track[0].card == ""


def test_jp_18_4_solo_seats_repair_and_take_damage_separately(played: Any) -> None:
    # JP-18.4
    start = {"smoke": ["jaws"], "sun": "jaws.GC", "discard": {"jaws.gunner": 5}}
    expect = {
        "repairing": ["jaws.gunner", "paws.gunner"],
        "scrap": {"jaws.pilot": 3, "jaws.gunner": 0},
        "discard": {"jaws.gunner": 0},
    }
    assert (
        played("1 jaws.pilot shoot_gl; 1 paws.pilot shoot_gl", expect, start, solo=["jaws", "paws"])
        == []
    )


# --- three teams and more
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "solos"),
    [
        ({"players": 5}, ["jaws", "paws", "claws"]),
        (
            {"players": 6, "teams": 4},
            ["jaws+paws", "jaws+claws", "jaws+tails", "paws+claws", "paws+tails", "claws+tails"],
        ),
        ({"players": 4, "teams": 3}, ["jaws+paws", "jaws+claws", "paws+claws"]),
    ],
)
def test_jp_20_1_every_team_is_a_pair_or_a_solo_player(
    game: Paws, values: dict[str, object], solos: list[str]
) -> None:
    # JP-20.1
    chosen = game.options(values)
    fields = {field.name: field for field in game.option_fields(chosen)}
    assert list(fields["solo"].choices) == solos
    with pytest.raises(BadOption):
        game.options({"players": 3, "teams": 4})


def test_jp_20_3_tokens_on_every_other_teams_boards(game: Paws) -> None:
    # JP-20.3
    board = game.views.board_view(game.new(game.options({"players": 8})), WATCHER)
    assert len(board.planes) == 12 and set(board.planes.values()) == {"PC"}
    assert len(board.seats) == 8


def test_jp_20_4_solo_hands_without_the_open_card(game: Paws, desk: Any) -> None:
    # JP-20.4
    position = game.new(game.options({"players": 5, "solo": "claws"}))
    desk.on_to(position, "action")
    assert [seat.hand for seat in game.views.board_view(position, WATCHER).seats] == [
        4,
        4,
        4,
        4,
        3,
        3,
    ]
    assert not any(word.endswith(":open") for word in desk.words(position, "claws.pilot"))


def test_jp_20_5_and_20_6_a_shot_hits_every_team_in_the_zone(played: Any) -> None:
    # JP-20.5 JP-20.6
    hits = ["1 jaws.pilot > paws.pilot 6", "1 jaws.pilot > claws.pilot 6"]
    assert (
        played(f"1 jaws.pilot shoot_pc; {BUSY}", {"hits": hits}, {"sun": "jaws.GC"}, **THREE) == []
    )


def test_jp_20_7_and_20_8_own_half_and_enemy_half_scope(played: Any) -> None:
    # JP-20.7 JP-20.8
    planes = {"jaws@paws": "PR", "jaws@claws": "PR", "paws@jaws": "PC", "paws@claws": "PC"}
    assert played("1 jaws.pilot plane_left own", {"planes": planes}, **THREE) == []
    planes = {"paws@jaws": "PL", "claws@jaws": "PL", "jaws@paws": "PC", "paws@claws": "PC"}
    assert played("1 jaws.pilot plane_left enemy", {"planes": planes}, **THREE) == []


def test_jp_20_9_and_20_10_target_team_is_chosen_at_resolution(
    game: Paws, desk: Any, played: Any
) -> None:
    # JP-20.9 JP-20.10
    hands = {"paws.gunner": "sun_team,sun_left,sun_left,sun_view"}
    hands |= {
        f"{team}.pilot": "plane_left,plane_left,plane_view,plane_view"
        for team in ("jaws", "paws", "claws")
    }
    hands |= {f"{team}.gunner": "sun_left,sun_left,sun_view,sun_view" for team in ("jaws", "claws")}
    position = desk.at(teams="jaws,paws,claws", hands=hands, sun="paws.PR")
    desk.do(position, "paws.gunner 1:sun_team")
    desk.time_up(position)
    desk.time_up(position)
    desk.draw(position)
    decision = game.decision(position)
    assert isinstance(decision, Choose) and decision.seat == 3
    assert desk.words(position, "paws.gunner") == ["jaws", "claws"]
    desk.time_up(position)
    assert game.views.board_view(position, 0).sun == "claws.PR"
    for target in ("jaws", "claws"):
        assert (
            played(
                f"1 paws.gunner sun_team >{target}",
                {"sun": f"{target}.PR"},
                {"sun": "paws.PR"},
                **THREE,
            )
            == []
        )


def test_jp_20_11_sun_is_not_placed_on_enemy_pc(game: Paws) -> None:
    # JP-20.11
    cases = [
        {"by": "paws", "zone": f"{team}.{zone}", "legal": zone != "PC" or team == "paws"}
        for team in THREE["teams"]
        for zone in ("PL", "PC", "GC")
    ]
    assert (
        run_example(
            game, {"id": "T", "kind": "sun_placement", "case": cases, "expect": {}, **THREE}
        )
        == []
    )


def test_jp_20_12_sun_cards_clockwise_from_the_holder(played: Any) -> None:
    # JP-20.12
    play = "1 jaws.gunner sun_team >claws; 1 claws.gunner sun_left; 1 paws.gunner sun_view"
    # Paws hold it: View, then Claws' Left from across the table, then Jaws send it on.
    assert played(play, {"sun": "claws.GR"}, {"sun": "paws.PC"}, **THREE) == []


def test_jp_20_13_the_shooters_own_token_decides_who_is_hit(played: Any) -> None:
    # JP-20.13
    start = {"sun": "jaws.GC", "planes": {"jaws@paws": "GC", "claws@paws": "PC"}}
    hits = ["1 jaws.pilot > paws.gunner 6", "1 jaws.pilot > claws.pilot 6"]
    assert played(f"1 jaws.pilot shoot_pc; {BUSY}", {"hits": hits}, start, **THREE) == []


def test_jp_20_14_cover_and_out_of_sun_use_the_right_boards(played: Any) -> None:
    # JP-20.14
    start = {"sun": "jaws.PC", "planes": {"claws@jaws": "PL"}}
    play = f"1 jaws.pilot shoot_pc; 2 jaws.gunner shoot_pl; {BUSY}"
    hits = ["1 jaws.pilot > paws.pilot 3", "2 jaws.gunner > claws.pilot 6"]
    assert played(play, {"hits": hits}, start, **THREE) == []
    start = {"sun": "paws.PR", "planes": {"jaws@paws": "PR", "claws@jaws": "PL", "paws@jaws": "PR"}}
    hits = ["1 jaws.pilot > paws.pilot 6", "1 jaws.pilot > claws.pilot 6"]
    assert played(f"1 jaws.pilot shoot_pc; {BUSY}", {"hits": hits}, start, **THREE) == []


def test_jp_20_15_and_20_20_hits_of_several_shooters_add_up(played: Any) -> None:
    # JP-20.15 JP-20.20
    play = (
        "1 jaws.pilot shoot_pc; 1 claws.pilot shoot_pc; 4 paws.pilot shoot_gl; 4 paws.gunner"
        " shoot_gl"
    )
    start = {
        "sun": "claws.GC",
        "deck": {"paws.pilot": 12},
        "planes": {"jaws@claws": "GL", "claws@jaws": "GL"},
    }
    expect = {"down": ["paws"], "scrap": {"paws.pilot": 11}, "result": "none"}
    assert played(play, expect, start, **THREE) == []
    deck = ["plane_left"] * 3 + ["sun_view"] * 12
    night = {
        "sun": "claws.PL",
        "deck_cards": {"paws.pilot": deck},
        "planes": {"jaws@claws": "GL", "claws@jaws": "GL"},
    }
    peek = [
        {
            "by": "claws.pilot",
            "victim": "paws.pilot",
            "sees": ["plane_left"] * 2 + ["sun_view"] * 7,
            "take": ["sun_view"] * 6,
        }
    ]
    expect = {"scrap_cards": {"paws.pilot": ["plane_left"] * 2 + ["sun_view"] * 10}}
    assert played(play, expect, night, mode="night", peek=peek, **THREE) == []


def test_jp_20_16_and_20_17_fallen_team_leaves_and_sun_moves_on(played: Any) -> None:
    # JP-20.16 JP-20.17
    play = "1 paws.pilot shoot_pl; 4 jaws.pilot shoot_gl; 4 claws.pilot shoot_gl"
    start = {"deck": {"paws.pilot": 0}, "sun": "paws.GL"}
    expect = {
        "down": ["paws"],
        "result": "none",
        "sun": "claws.GL",
        "planes": {
            "jaws@paws": "gone",
            "paws@jaws": "gone",
            "claws@paws": "gone",
            "jaws@claws": "PC",
        },
    }
    assert played(play, expect, start, **THREE) == []
    last = {"deck": {"tails.pilot": 0}, "sun": "tails.GL"}
    assert (
        played("1 tails.pilot shoot_pl", {"sun": "jaws.GL", "down": ["tails"]}, last, **FOUR) == []
    )  # JP-20.21


def test_jp_20_16_fallen_team_cards_are_not_resolved(game: Paws, desk: Any) -> None:
    # JP-20.16
    hands = {
        f"{team}.pilot": "plane_left,plane_left,plane_view,plane_view" for team in THREE["teams"]
    }
    hands |= {f"{team}.gunner": "sun_left,sun_left,sun_view,sun_view" for team in THREE["teams"]}
    spent = "-|-|4xplane_left,6xplane_right,4xplane_corner,4xplane_view,sun_view,sun_team,"
    spent += "2xshoot_pl,2xshoot_pc,2xshoot_pr|-|-"
    position = desk.at(teams="jaws,paws,claws", hands=hands, fields={"claws.pilot": spent})
    desk.do(position, "claws.pilot 1:plane_left:own", "jaws.pilot 1:plane_view:own")
    desk.time_up(position)
    desk.time_up(position)
    events = desk.draw(position)
    assert "Claws are shot down." in [event.text for event in events]
    assert not any("Claws pilot reveals" in event.text for event in events)
    assert game.views.board_view(position, 0).round == 2
    assert position.count(2, 4) == 27  # the card lies unseen with the others
    assert desk.waiting(position) == ("jaws.pilot", "jaws.gunner", "paws.pilot", "paws.gunner")


def test_jp_20_18_a_fallen_holder_keeps_its_place_in_the_order(played: Any) -> None:
    # JP-20.18
    """Paws fall in Step 1 and the Sun goes to claws.PC; Claws come first (Left), then Jaws send
    it home.
    """
    play = "1 paws.pilot plane_left own; 1 claws.gunner sun_left; 1 jaws.gunner sun_team"
    expect = {"sun": "jaws.PL", "down": ["paws"]}
    assert played(play, expect, {"sun": "paws.PC", "deck": {"paws.pilot": 0}}, **THREE) == []


def test_jp_20_19_the_last_team_flying_wins(played: Any) -> None:
    # JP-20.19
    start = {"deck": {"paws.pilot": 0, "claws.pilot": 0}}
    play = "1 paws.pilot shoot_pl; 1 claws.pilot shoot_pl; 1 jaws.pilot shoot_pl"
    assert played(play, {"result": "win jaws", "down": ["paws", "claws"]}, start, **THREE) == []
    start["deck"]["jaws.pilot"] = 0
    assert played(play, {"result": "draw"}, start, **THREE) == []


def test_jp_20_16_cards_of_a_fallen_team_are_never_shown(game: Paws, desk: Any) -> None:
    """JP-R7 They leave the track at the fall, before the sections they lie on come up."""
    planes = "jaws@paws:PC,jaws@claws:PC,paws@jaws:PL,paws@claws:PC,claws@jaws:PL,claws@paws:PC"
    scrapped = (
        "5xplane_left,6xplane_right,4xplane_corner,6xplane_view,"
        "sun_view,sun_team,2xshoot_pl,shoot_pc,2xshoot_pr"
    )
    seats = ["-|-|-|-|-|p", *["-|-|-|-|-|x"] * 3, f"-|-|-|-|{scrapped}|p", "-|-|-|-|-|p"]
    scrap = "scrap(turn=claws.pilot;left=1;then=shots;cursor=5;failed=claws)"
    text = (
        f"jaws,paws,claws day/20 r3 {scrap} jaws.GC/jaws {planes} smoke:- down:- at:0/1"
        f" {' '.join(seats)} "
    )
    position = game.notation.read(text + "pilot:1:shoot_pl,pilot:2:shoot_pl - pilot:4:shoot_pc")
    desk.do(position, "chance plane_left")
    board = game.views.board_view(position, WATCHER)
    assert board.phase == "scrap" and board.revealed == 2 and not board.teams[2].flying
    assert board.teams[2].track == () and board.seats[4].discards == 1
