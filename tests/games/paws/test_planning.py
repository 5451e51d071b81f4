"""The Action Phase, the lock, collisions and the open card: sections 5, 7 and 19."""

from typing import Any

import pytest

from dogfight.bots.random import RandomBot
from dogfight.core.decision import Chance, Commit
from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.seat import CLOCK, TIME_UP, WATCHER
from dogfight.games.paws.game import Paws
from dogfight.match.match import Match

HANDS = {
    "jaws.pilot": "plane_left,shoot_pc,plane_view,plane_view",
    "jaws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
    "paws.pilot": "plane_left,shoot_pc,plane_view,plane_corner",
    "paws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
}
SOLO = {
    "jaws.pilot": "plane_left,shoot_pc,plane_view",
    "jaws.gunner": "shoot_gc,sun_left,sun_team",
    "paws.pilot": HANDS["paws.pilot"],
    "paws.gunner": HANDS["paws.gunner"],
}


def test_jp_5_1_and_5_2_timer_is_twenty_seconds_or_as_agreed(game: Paws, desk: Any) -> None:
    # JP-5.1
    assert game.options()["timer"] == 20
    for timer in (10, 20, 90, 600):
        decision = game.decision(desk.at(mode=f"day/{timer}", hands=HANDS))
        assert (
            isinstance(decision, Commit)
            and decision.clock is not None
            and decision.clock.seconds == timer
        )
    untimed = game.decision(desk.at(mode="day/0", hands=HANDS))
    assert isinstance(untimed, Commit) and untimed.clock is None
    with pytest.raises(BadOption, match="10 seconds or longer") as refused:
        game.options({"timer": 9})
    assert refused.value.rule == "JP-5.2"


def test_jp_5_3_all_act_at_the_same_time(desk: Any) -> None:
    # JP-5.3
    position = desk.at(hands=HANDS)
    assert desk.waiting(position) == ("jaws.pilot", "jaws.gunner", "paws.pilot", "paws.gunner")
    desk.do(position, "paws.gunner 1:shoot_gc", "jaws.pilot 1:shoot_pc", "paws.pilot ready")
    assert desk.waiting(position) == ("jaws.pilot", "jaws.gunner", "paws.gunner")


def test_jp_5_4_any_number_of_hand_cards(game: Paws, desk: Any) -> None:
    position = desk.at(hands=HANDS)
    desk.do(
        position,
        *(f"jaws.gunner {n}:{card}" for n, card in enumerate(HANDS["jaws.gunner"].split(","), 1)),
    )
    assert position.count(0, 1) == 0 and position.down_n[1] == 4
    assert desk.words(position, "jaws.gunner") == ["ready"]
    with pytest.raises(IllegalAction, match="no sun_left in your hand") as refused:
        desk.do(position, "jaws.gunner 1:sun_left")
    assert refused.value.rule == "JP-5.4"


def test_jp_5_5_four_cards_of_a_team_take_effect(played: Any) -> None:
    # JP-5.5
    four = "; ".join(
        f"{n} jaws.pilot plane_{move} own"
        for n, move in enumerate(("left", "left", "view", "view"), 1)
    )
    assert (
        played(
            four, {"planes": {"jaws@paws": "PR"}, "collisions": [], "discard": {"jaws.pilot": 4}}
        )
        == []
    )


def test_jp_5_6_a_second_card_on_a_section_is_not_prevented(game: Paws, desk: Any) -> None:
    # JP-5.6
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 2:shoot_pc", "jaws.gunner 2:shoot_gc", "jaws.gunner 2:sun_left")
    assert [card.section for card in game.views.board_view(position, WATCHER).teams[0].track] == [
        2,
        2,
        2,
    ]


def test_jp_5_7_cards_can_be_moved_and_taken_back_until_lock(game: Paws, desk: Any) -> None:
    # JP-5.7
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:plane_left:own", "jaws.pilot 2:shoot_pc", "jaws.pilot ready")
    desk.do(
        position,
        "jaws.pilot back:1:plane_left:own",
        "jaws.pilot 3:plane_left:enemy",
        "jaws.pilot ready",
    )
    assert [game.names.code(position.down[n]) for n in range(2)] == [
        "3:plane_left:enemy",
        "2:shoot_pc",
    ]
    desk.do(position, "jaws.pilot start_over")
    assert position.count(0, 0) == 4 and position.down_n[0] == 0


def test_jp_5_7_a_host_takes_back_a_placement_before_ready(game: Paws) -> None:
    # JP-5.7
    table = Match(game, {"timer": 0}, seed=3)
    table.advance()
    table.play(table.decision().waiting[0], "jaws.GC")  # type: ignore[union-attr]
    table.advance()
    before = game.notation.write(table.position)
    word = table.view(0).legal[1].notation
    table.play(0, word)
    table.play(2, table.view(2).legal[1].notation)
    assert table.can_take_back(0)
    table.take_back(0)
    table.take_back(2)
    assert game.notation.write(table.position) == before


def test_jp_5_8_only_the_own_cards(game: Paws, desk: Any) -> None:
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:shoot_pc", "jaws.pilot ready", "jaws.gunner ready")
    with pytest.raises(IllegalAction, match="of yours") as refused:
        desk.do(position, "jaws.gunner back:1:shoot_pc")
    assert refused.value.rule == "JP-5.8"


def test_jp_5_9_and_5_11_only_plane_cards_have_halves(desk: Any) -> None:
    # JP-5.9 JP-5.11
    words = desk.words(desk.at(hands=HANDS), "jaws.pilot")
    assert "1:plane_left:own" in words and "1:plane_left:enemy" in words and "1:shoot_pc" in words
    assert not any(word.startswith("1:shoot_pc:") for word in words)


def test_jp_5_10_the_half_stays_as_it_was_laid(desk: Any, game: Paws) -> None:
    # JP-5.10
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:plane_left:enemy")
    desk.time_up(position)
    desk.on_to(position, "action")
    assert game.views.board_view(position, 0).planes == {"jaws@paws": "PC", "paws@jaws": "PL"}


def test_jp_5_12_all_see_number_section_and_seat(game: Paws, desk: Any) -> None:
    # JP-5.12
    position = desk.at(hands=HANDS)
    events = desk.do(position, "jaws.pilot 3:plane_left:enemy")
    for seat in (WATCHER, 1, 2, 3):
        (card,) = game.views.board_view(position, seat).teams[0].track
        assert (card.section, card.role, card.card, card.side) == (3, "pilot", "", "")
        assert [event.text for event in events if event.visible_to(seat)] == [
            "Jaws pilot puts a card on section 3."
        ]
    assert game.views.board_view(position, 0).teams[0].track[0].card == "plane_left"


def test_jp_5_13_the_lock_ends_all_changes(game: Paws, desk: Any) -> None:
    # JP-5.13
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:shoot_pc")
    desk.time_up(position)
    decision = game.decision(position)
    assert decision.rule == "JP-8.1"
    with pytest.raises(IllegalAction):  # JP-5.16
        game.play(position, 0, 64 + 32)


def test_jp_5_14_with_a_timer_only_time_locks(game: Paws, desk: Any) -> None:
    # JP-5.14
    position = desk.at(hands=HANDS)
    desk.do(position, *(f"{seat} ready" for seat in HANDS))
    decision = game.decision(position)
    assert (
        isinstance(decision, Commit)
        and decision.waiting == ()
        and decision.changeable == (0, 1, 2, 3)
    )
    desk.do(position, "jaws.pilot start_over", "jaws.pilot 1:shoot_pc")
    assert desk.waiting(position) == ("jaws.pilot",)
    game.play(position, CLOCK, TIME_UP)
    assert game.views.board_view(position, 0).phase == "discards"


def test_jp_5_15_without_a_timer_the_last_ready_locks(game: Paws, desk: Any) -> None:
    # JP-5.15
    position = desk.at(mode="day/0", hands=HANDS)
    desk.do(
        position,
        "jaws.pilot ready",
        "jaws.gunner ready",
        "paws.pilot 1:shoot_pc",
        "paws.pilot ready",
    )
    desk.do(position, "paws.pilot back:1:shoot_pc")
    assert desk.waiting(position) == (
        "paws.pilot",
        "paws.gunner",
    )  # a change withdraws the own ready
    desk.do(position, "paws.pilot ready", "paws.gunner ready")
    assert game.views.board_view(position, 0).phase == "discards"
    with pytest.raises(IllegalAction, match="no clock"):
        desk.time_up(position)


def test_jp_7_1_collisions_come_before_the_steps(desk: Any) -> None:
    # JP-7.1
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:shoot_pc", "jaws.gunner 1:shoot_gc")
    kinds = [event.kind for event in desk.time_up(position)]
    assert kinds[:3] == ["time_up", "lock", "collision"]


def test_jp_7_2_and_7_3_collision_loses_all_cards_of_a_section(played: Any) -> None:
    # JP-7.2 JP-7.3
    play = (
        "1 jaws.pilot shoot_pc; 1 jaws.gunner shoot_pc; 1 jaws.gunner shoot_pc; 2 jaws.pilot"
        " shoot_pl"
    )
    expect = {"collisions": ["jaws 1"], "hits": [], "discard": {"jaws.pilot": 2, "jaws.gunner": 2}}
    assert played(play, expect) == []


def test_jp_7_4_cards_lost_face_down_are_not_shown(desk: Any) -> None:
    # JP-7.4
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:shoot_pc", "jaws.gunner 1:shoot_gc")
    events = desk.time_up(position)
    for seat in (WATCHER, 2):  # JP-21.5
        assert not any("Shoot" in event.text for event in events if event.visible_to(seat))
    assert any("Shoot PC" in event.text for event in events if event.visible_to(0))
    assert not any("Shoot PC" in event.text for event in events if event.visible_to(1))


def test_jp_7_5_seat_that_lost_all_cards_has_played(played: Any) -> None:
    # JP-7.5
    play = "1 jaws.pilot shoot_pc; 1 jaws.gunner shoot_gc"
    assert (
        played(play, {"repairing": ["paws.pilot", "paws.gunner"], "smoke": ["paws"]}) == []
    )  # JP-0.7


def test_jp_7_6_cards_of_different_teams_never_collide(played: Any) -> None:
    # JP-7.6
    assert played("1 jaws.pilot shoot_pl; 1 paws.pilot shoot_pl", {"collisions": []}) == []


# --- three players
# ------------------------------------------------------------------------------------


def test_jp_19_1_one_pair_against_one_solo_player(game: Paws, desk: Any) -> None:
    # JP-19.1
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    assert "1:shoot_pc:open" in desk.words(position, "jaws.pilot")  # JP-19.4
    assert "1:shoot_pc:open" not in desk.words(position, "paws.pilot")
    both = desk.at(teams="jaws*,paws*", hands=SOLO)
    assert "1:shoot_pc:open" not in desk.words(both, "jaws.pilot")


def test_jp_19_5_open_card_is_visible_at_once_and_collides(game: Paws, desk: Any) -> None:
    # JP-19.5
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    desk.do(position, "jaws.pilot 1:plane_left:enemy:open", "jaws.gunner 1:shoot_gc")
    hidden, shown = game.views.board_view(position, WATCHER).teams[0].track
    assert (shown.card, shown.side, shown.open) == ("plane_left", "enemy", True)  # JP-21.3
    assert hidden.card == ""
    events = desk.time_up(position)
    assert any(
        "loses Move Plane Left" in event.text for event in events if event.visible_to(WATCHER)
    )


def test_jp_19_6_another_card_may_be_made_open(desk: Any) -> None:
    # JP-19.6
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    desk.do(
        position,
        "jaws.pilot 1:plane_left:own:open",
        "jaws.pilot ready",
        "jaws.pilot back:1:plane_left:own:open",
    )
    assert "2:sun_left:open" in desk.words(position, "jaws.gunner")


def track_of(game: Paws, position: Any, eye: int = WATCHER) -> list[str]:
    """The track of the first team as somebody sees it."""
    return [
        f"{card.section} {card.role} {card.card or 'back'}"
        for card in game.views.board_view(position, eye).teams[0].track
    ]


@pytest.mark.parametrize("seat", ["jaws.pilot 2:shoot_pc", "jaws.gunner 2:shoot_gc"])
def test_jp_19_11_the_first_card_must_lie_open(game: Paws, desk: Any, seat: str) -> None:
    # JP-19.11
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    before = game.notation.write(position)
    with pytest.raises(IllegalAction, match=f"lies open: {seat.split()[1]}:open") as refused:
        desk.do(position, seat)
    assert refused.value.rule == "JP-19.11" and game.notation.write(position) == before
    words = [
        item
        for name in ("jaws.pilot", "jaws.gunner")
        for item in desk.words(position, name)
        if item != "ready"
    ]
    assert words and all(word.endswith(":open") for word in words)
    events = desk.do(position, f"{seat}:open")
    role, card = seat.partition(" ")[0].removeprefix("jaws."), seat.rpartition(":")[2]
    assert track_of(game, position) == [f"2 {role} {card}"], (
        "all see it while they can still answer"
    )
    assert any("Shoot" in event.text for event in events if event.visible_to(2))
    words = [item for name in ("jaws.pilot", "jaws.gunner") for item in desk.words(position, name)]
    assert not any(word.endswith(":open") for word in words)


def test_jp_19_6_the_open_card_is_moved_turned_and_exchanged(game: Paws, desk: Any) -> None:
    # JP-19.6 JP-19.12 JP-R16
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    desk.do(position, "jaws.pilot 1:plane_left:own:open", "jaws.gunner 2:shoot_gc")
    for word, seen in (
        ("3:plane_left:own:open", "3 pilot plane_left"),
        ("3:plane_left:enemy:open", "3 pilot plane_left"),
        ("4:shoot_pc:open", "4 pilot shoot_pc"),
    ):
        desk.do(position, f"jaws.pilot {word}")
        assert track_of(game, position) == ["2 gunner back", seen]
    assert position.count(0, 0) == 2, "the card that it replaced is back in the hand"
    with pytest.raises(IllegalAction, match="section 4; only one") as refused:
        desk.do(position, "jaws.gunner 1:sun_left:open")  # of the other seat: a plan does that
    assert refused.value.rule == "JP-19.7"


def test_jp_19_6_the_open_card_stays_with_closed_ones(game: Paws, desk: Any) -> None:
    # JP-19.6 JP-19.12
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    desk.do(position, "jaws.pilot 1:plane_left:own:open", "jaws.gunner 2:shoot_gc")
    before = game.notation.write(position)
    with pytest.raises(IllegalAction, match="lie face down") as refused:
        desk.do(position, "jaws.pilot back:1:plane_left:own:open")
    assert refused.value.rule == "JP-19.6" and game.notation.write(position) == before
    desk.do(position, "jaws.pilot ready", "jaws.gunner ready")
    assert desk.words(position, "jaws.pilot") == ["ready", "not_ready"]
    with pytest.raises(IllegalAction, match="lie face down") as refused:
        desk.do(position, "jaws.pilot start_over")
    assert refused.value.rule == "JP-19.12"
    desk.do(position, "jaws.gunner start_over", "jaws.pilot start_over")
    assert track_of(game, position) == []


def test_jp_19_6_a_host_does_not_take_the_open_card_back(game: Paws) -> None:
    # JP-19.6
    table = Match(game, {"players": 3, "solo": "jaws", "timer": 0}, seed=3)
    table.advance()
    table.play(table.decision().waiting[0], "jaws.GC")  # type: ignore[union-attr]
    table.advance()
    table.play(0, table.view(0).legal[1].notation)
    table.play(1, table.view(1).legal[1].notation)
    text = game.notation.write(table.position)
    with pytest.raises(IllegalAction, match="rests on it") as refused:
        table.take_back(0)
    assert refused.value.rule == "JP-19.11" and game.notation.write(table.position) == text
    table.take_back(1)
    table.take_back(0)
    assert track_of(game, table.position) == []


def test_jp_19_11_no_other_player_changes_what_is_legal(game: Paws, desk: Any) -> None:
    # JP-19.11 JP-5.3
    for first in (
        [],
        ["jaws.pilot 1:plane_left:own:open"],
        ["jaws.gunner 2:shoot_gc:open", "jaws.pilot 1:shoot_pc"],
    ):
        position = desk.at(teams="jaws*,paws", hands=SOLO)
        desk.do(position, *first)
        before = [
            (game.legal(position, seat), game.legal_changes(position, seat)) for seat in (0, 1)
        ]
        desk.do(
            position,
            "paws.pilot 1:shoot_pc",
            "paws.gunner 1:shoot_gc",
            "paws.gunner ready",
            "paws.pilot ready",
        )
        assert [
            (game.legal(position, seat), game.legal_changes(position, seat)) for seat in (0, 1)
        ] == before


@pytest.mark.parametrize(
    ("moves", "words", "rule"),
    [
        ((), "first card open", "JP-19.11"),
        (("jaws.gunner 3:shoot_gc:open",), "open card lies on section 3", "JP-19.11"),
        (("jaws.gunner 3:shoot_gc:open", "jaws.pilot ready"), "the open one last", "JP-19.6"),
        (("jaws.pilot ready",), "oldest one is played open", "JP-19.9"),
    ],
)
def test_jp_19_4_the_prompt_names_the_duty(
    game: Paws, desk: Any, moves: list[str], words: str, rule: str
) -> None:
    # JP-19.4 JP-19.11
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    desk.do(position, *moves)
    prompt = game.view(position, 0).prompt
    assert words in prompt.full_text and prompt.rule == rule
    assert "open" not in game.view(position, 2).prompt.full_text


def test_jp_19_11_a_position_with_closed_cards_only_is_refused(desk: Any) -> None:
    # JP-19.11
    with pytest.raises(BadNotation, match="an open card of the solo player") as refused:
        desk.at(teams="jaws*,paws", hands=SOLO, fields={"jaws.pilot": "1:shoot_pc|-|-|-|-"})
    assert refused.value.rule == "JP-19.11"


def test_jp_6_18_a_seat_says_that_it_is_not_ready(game: Paws, desk: Any) -> None:
    # JP-6.18
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:shoot_pc")
    laid = game.notation.write(position)
    with pytest.raises(IllegalAction, match="not said") as refused:
        desk.do(position, "jaws.pilot not_ready")
    assert refused.value.rule == "JP-6.18"
    desk.do(position, "jaws.pilot ready")
    events = desk.do(position, "jaws.pilot not_ready")
    assert [event.text for event in events] == ["Jaws pilot is not ready."]
    assert game.notation.write(position) == laid


def test_jp_19_7_only_one_open_card(game: Paws, desk: Any) -> None:
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    desk.do(position, "jaws.pilot 1:plane_left:own:open")
    assert "2:sun_left:open" not in desk.words(position, "jaws.gunner")
    with pytest.raises(IllegalAction) as refused:
        desk.do(position, "jaws.gunner 2:sun_left:open")
    assert refused.value.rule == "JP-19.7"


@pytest.mark.parametrize(
    ("play", "turned_up"),
    [
        (
            (
                "1 jaws.pilot shoot_pc open; 1 jaws.pilot shoot_pl; 4 jaws.pilot plane_view own; 2"
                " jaws.gunner shoot_gc"
            ),
            ["jaws 2"],
        ),
        ("4 jaws.pilot plane_left own open; 2 jaws.gunner shoot_gc", []),
        (
            "1 jaws.pilot plane_left own open; 1 jaws.gunner shoot_gc; 3 jaws.gunner shoot_gl",
            ["jaws 3"],
        ),
        ("1 jaws.pilot plane_left own open; 1 jaws.gunner shoot_gc", []),  # JP-19.10
    ],
)
def test_jp_19_8_the_lowest_card_is_turned_up(played: Any, play: str, turned_up: list[str]) -> None:
    # JP-19.8
    assert played(play, {"turned_up": turned_up}, solo=["jaws"]) == []


def test_jp_19_8_it_is_turned_up_before_step_1(game: Paws, desk: Any) -> None:
    # JP-19.8
    position = desk.at(teams="jaws*,paws", hands=SOLO)
    desk.do(
        position,
        "jaws.pilot 1:plane_left:own:open",
        "jaws.gunner 1:sun_left",
        "jaws.pilot 4:shoot_pc",
    )
    desk.time_up(position)
    assert game.views.board_view(position, WATCHER).phase == "discards"
    assert game.views.board_view(position, WATCHER).teams[0].track[0].card == "shoot_pc"


def test_jp_19_9_oldest_pilot_card_else_gunner_card_is_forced(played: Any) -> None:
    # JP-19.9
    hands = {
        "jaws.pilot": ["plane_right", "shoot_pc", "plane_view"],
        "jaws.gunner": ["plane_view", "shoot_gc"],
    }
    expect = {
        "forced": ["jaws.pilot plane_right"],
        "planes": {"jaws@paws": "PL"},
        "repairing": ["jaws.gunner"],
    }
    paws = "1 paws.pilot shoot_gl; 2 paws.gunner shoot_gl"
    assert played(paws, expect, {"hand_cards": hands}, solo=["jaws"]) == []
    start = {"hand_cards": {"jaws.gunner": hands["jaws.gunner"]}, "hand": {"jaws.pilot": 0}}
    expect = {
        "forced": ["jaws.gunner plane_view"],
        "planes": {"jaws@paws": "GC"},
        "repairing": ["jaws.pilot"],
    }
    assert played(paws, expect, start, solo=["jaws"]) == []


def test_jp_19_9_of_equal_cards_the_older_leaves_first(game: Paws, desk: Any) -> None:
    # JP-19.9
    hands = {**SOLO, "jaws.pilot": "plane_view,shoot_pc,plane_view"}
    position = desk.at(teams="jaws*,paws", hands=hands)
    desk.do(position, "jaws.pilot 1:plane_view:own:open")
    desk.time_up(position)
    secrets = game.views.board_view(position, 0).seats[0].secrets
    assert secrets is not None and secrets.hand == ("shoot_pc", "plane_view")
    desk.time_up(position)  # nobody discards
    assert isinstance(game.decision(position), Chance)
    desk.do(position, "chance plane_corner")
    secrets = game.views.board_view(position, 0).seats[0].secrets
    assert secrets is not None and secrets.hand == ("shoot_pc", "plane_view", "plane_corner")


def test_jp_19_9_nothing_is_forced_on_a_pair_or_with_two_solos(played: Any) -> None:
    # JP-19.9
    assert (
        played(
            "",
            {"forced": [], "repairing": ["jaws.pilot", "jaws.gunner", "paws.pilot", "paws.gunner"]},
        )
        == []
    )
    assert played("", {"forced": []}, solo=["jaws", "paws"]) == []
    three = {"teams": ["jaws", "paws", "claws"], "solo": ["jaws"]}
    assert played("", {"forced": [], "turned_up": []}, **three) == []  # JP-20.4


def test_jp_5_14_bots_without_a_clock_let_the_time_run_out(game: Paws) -> None:
    table = Match(game, {"players": 3, "timer": 20}, seed=4)
    end = table.run([RandomBot(seat) for seat in range(4)])
    clocks = [move for move in table.record.moves if move.seat == "clock"]
    assert len(clocks) == game.turn(table.position)
    assert end.rule in ("JP-17.4", "JP-17.5")
