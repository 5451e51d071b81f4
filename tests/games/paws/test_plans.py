"""The timed phase over a network: section 6."""

from typing import Any

import pytest

from dogfight.core.decision import Commit
from dogfight.core.errors import IllegalAction
from dogfight.core.seat import CLOCK, TIME_UP, WATCHER
from dogfight.games.paws.game import Paws
from dogfight.games.paws.plans import Placement, Plan, PlanDesk, Ready

HANDS = {
    "jaws.pilot": "plane_left,shoot_pc,plane_view,plane_view",
    "jaws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
    "paws.pilot": "plane_left,shoot_pc,plane_view,plane_corner",
    "paws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
}
SOLO = {**HANDS, "jaws.pilot": "plane_left,shoot_pc,plane_view", "jaws.gunner": "shoot_gc,sun_left,sun_team"}


def open_desk(game: Paws, desk: Any, mode: str = "day/20", teams: str = "jaws,paws", **more: Any) -> PlanDesk:
    hands = SOLO if "*" in teams else HANDS
    return PlanDesk(game.names, desk.at(teams=teams, mode=mode, hands=hands), **more)


def plan(player: str, seq: int, *cards: Placement, round: int = 1) -> Plan:
    return Plan(player, round, seq, cards)


def test_jp_6_1_only_the_times_handed_in_count(game: Paws, desk: Any) -> None:
    # JP-6.1
    plans = open_desk(game, desk, opened_ms=1_000_000)
    assert plans.receive(plan("jaws.pilot", 1), 1_020_300) == "ok"
    assert plans.receive(plan("jaws.pilot", 2), 1_020_301) == "late"


def test_jp_6_2_and_6_3_deadline_and_grace(game: Paws, desk: Any) -> None:
    # JP-6.2 JP-6.3
    plans = open_desk(game, desk, opened_ms=500)
    assert (plans.deadline_ms, plans.closes_ms) == (20_500, 20_800)
    assert open_desk(game, desk, mode="day/10", grace_ms=0).closes_ms == 10_000


def test_jp_6_4_a_solo_plan_covers_both_seats(game: Paws, desk: Any) -> None:
    # JP-6.4
    plans = open_desk(game, desk, teams="jaws*,paws*")
    cards = (Placement("shoot_pc", 1, seat="pilot"), Placement("shoot_gc", 2, seat="jaws.gunner"))
    assert plans.receive(plan("jaws", 1, *cards), 0) == "ok"
    assert plans.placements() == [(0, 9 * 32), (1, 12 * 32 + 4)]
    assert plans.receive(plan("jaws", 2, Placement("shoot_pc", 1)), 0) == "invalid"  # which seat?
    assert plans.receive(plan("jaws.gunner", 2, Placement("shoot_gc", 1)), 0) == "ok"


def test_jp_6_5_the_highest_number_counts_not_the_last_arrival(game: Paws, desk: Any) -> None:
    # JP-6.5
    plans = open_desk(game, desk)
    assert plans.receive(plan("jaws.pilot", 3, Placement("shoot_pc", 3)), 10) == "ok"
    assert plans.receive(plan("jaws.pilot", 2, Placement("shoot_pc", 2)), 20) == "stale"  # JP-6.6
    assert plans.receive(plan("jaws.pilot", 3, Placement("shoot_pc", 2)), 30) == "stale"
    assert [code % 32 // 4 + 1 for _, code in plans.placements()] == [3]


def test_jp_6_7_and_6_8_and_6_10_the_first_reason_is_named(game: Paws, desk: Any) -> None:
    # JP-6.7 JP-6.8 JP-6.10
    plans = open_desk(game, desk)
    bad = Placement("no_such_card", 9)
    assert plans.receive(plan("jaws.pilot", 5), 0) == "ok"
    assert plans.receive(plan("jaws.pilot", 1, bad, round=2), 99_999) == "wrong_round"
    assert plans.receive(plan("jaws.pilot", 1, bad), 99_999) == "late"
    assert plans.receive(plan("jaws.pilot", 1, bad), 1) == "stale"
    assert plans.receive(plan("jaws.pilot", 6, bad), 1) == "invalid"


@pytest.mark.parametrize(
    ("cards", "status"),
    [
        ([], "ok"),
        ([Placement("shoot_pc", 1), Placement("plane_left", 1, "own")], "ok"),
        ([Placement("shoot_pc", 1, side="sideways")], "ok"),
        ([Placement("plane_view", 1, "own"), Placement("plane_view", 2, "enemy")], "ok"),
        ([Placement("shoot_pc", 1), Placement("shoot_pc", 2)], "invalid"),
        ([Placement("shoot_gc", 1)], "invalid"),
        ([Placement("plane_left", 1)], "invalid"),
        ([Placement("plane_left", 1, "up")], "invalid"),
        ([Placement("shoot_pc", 0)], "invalid"),
        ([Placement("shoot_pc", 5)], "invalid"),
        ([Placement("shoot_pc", 1, face_up=True)], "invalid"),
        ([Placement("shoot_gc", 1, seat="jaws.gunner")], "invalid"),
        ([Placement("shoot_gc", 1, seat="nobody")], "invalid"),
    ],
)
def test_jp_6_9_what_makes_a_plan_valid(game: Paws, desk: Any, cards: list[Placement], status: str) -> None:
    # JP-6.9
    plans = open_desk(game, desk)
    assert plans.receive(plan("jaws.pilot", 1, Placement("shoot_pc", 4)), 0) == "ok"
    assert plans.receive(plan("jaws.pilot", 7, *cards), 1) == status
    assert plans.kept_seq("jaws.pilot") == (7 if status == "ok" else 1)


def test_jp_6_9_open_cards_follow_jp_19_7(game: Paws, desk: Any) -> None:
    # JP-6.9 JP-19.7
    plans = open_desk(game, desk, teams="jaws*,paws")
    one = Placement("shoot_pc", 1, face_up=True, seat="pilot")
    two = Placement("shoot_gc", 2, face_up=True, seat="gunner")
    assert plans.receive(plan("jaws", 1, one), 0) == "ok"
    assert plans.receive(plan("jaws", 2, one, two), 0) == "invalid"
    assert plans.receive(plan("paws.pilot", 1, Placement("shoot_pc", 1, face_up=True)), 0) == "invalid"


def test_jp_6_11_and_6_16_the_silent_have_played_nothing_and_a_kept_plan_stays(game: Paws, desk: Any) -> None:
    # JP-6.11 JP-6.16
    plans = open_desk(game, desk)
    plans.receive(plan("jaws.pilot", 1, Placement("shoot_pc", 1)), 0)
    position = plans.position
    for seat, action in plans.moves():
        game.play(position, seat, action)
    assert plans.moves()[-1] == (CLOCK, TIME_UP)
    assert position.played == 1
    decision = game.decision(position)
    assert isinstance(decision, Commit) and decision.clock is not None and decision.clock.seconds == 20  # JP-6.15
    untimed = game.decision(desk.at(mode="day/0", phase="discards", hands=HANDS))
    assert isinstance(untimed, Commit) and untimed.clock is None


def test_jp_6_12_a_contest_for_a_section_is_not_settled(game: Paws, desk: Any) -> None:
    # JP-6.12
    plans = open_desk(game, desk)
    plans.receive(plan("jaws.pilot", 1, Placement("shoot_pc", 1)), 0)
    plans.receive(plan("jaws.gunner", 1, Placement("shoot_gc", 1)), 0)
    position = plans.position
    events = [event for seat, action in plans.moves() for event in game.play(position, seat, action)]
    assert [event.kind for event in events].count("collision") == 1


def test_jp_6_13_and_6_14_all_see_the_new_track_but_no_front(game: Paws, desk: Any) -> None:
    # JP-6.13 JP-6.14
    plans = open_desk(game, desk)
    plans.receive(plan("jaws.pilot", 1, Placement("plane_left", 2, "enemy")), 0)
    (card,) = game.table(plans.table(), WATCHER).teams[0].track
    assert (card.section, card.role, card.card) == (2, "pilot", "")
    assert game.table(plans.table(), 0).teams[0].track[0].card == "plane_left"


def test_jp_6_17_without_a_timer_the_last_ready_locks(game: Paws, desk: Any) -> None:
    # JP-6.17
    plans = open_desk(game, desk, mode="day/0")
    assert plans.closes_ms is None
    assert plans.receive(plan("jaws.pilot", 4, Placement("shoot_pc", 1)), 10**9) == "ok"
    assert plans.ready(Ready("jaws.pilot", 2, 4), 0) == "wrong_round"
    assert plans.ready(Ready("jaws.pilot", 1, 3), 0) == "stale"
    assert plans.ready(Ready("jaws.pilot", 1, 4), 0) == "ok"
    for player in ("jaws.gunner", "paws.pilot"):
        assert plans.ready(Ready(player, 1, 0), 0) == "ok"
    assert plans.receive(plan("jaws.pilot", 5), 0) == "ok"  # a new plan withdraws the ready
    assert plans.ready(Ready("paws.gunner", 1, 0), 0) == "ok"
    assert not plans.all_ready
    assert plans.ready(Ready("jaws.pilot", 1, 5), 0) == "ok"
    assert plans.all_ready
    assert plans.receive(plan("jaws.pilot", 6), 0) == "late"
    assert plans.ready(Ready("jaws.pilot", 1, 5), 0) == "late"
    position = plans.position
    for seat, action in plans.moves():
        game.play(position, seat, action)
    assert game.table(position, 0).phase == "discards"


def test_jp_11_4_a_pause_before_each_round_but_the_first(game: Paws, desk: Any) -> None:
    # JP-11.4
    assert open_desk(game, desk).pause_ms == 0
    assert PlanDesk(game.names, desk.at(round=2, hands=HANDS)).pause_ms == 5000


def test_a_desk_opens_only_on_an_untouched_action_phase_for_those_who_fly(game: Paws, desk: Any) -> None:
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:shoot_pc")
    with pytest.raises(IllegalAction, match="empty tracks"):
        PlanDesk(game.names, position)
    with pytest.raises(IllegalAction, match=r"expected a player out of jaws\.pilot"):
        open_desk(game, desk).receive(plan("claws.pilot", 1), 0)
    with pytest.raises(IllegalAction, match="expected a player"):
        open_desk(game, desk, teams="jaws*,paws").receive(plan("jaws.cook", 1), 0)
