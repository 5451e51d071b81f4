"""The timed phase over a network: section 6."""

from typing import Any

import pytest

from dogfight.core.decision import Chance, Commit, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.event import visible_events
from dogfight.core.seat import WATCHER
from dogfight.games.paws.game import Paws
from dogfight.games.paws.plans import CardPlans, Placement
from dogfight.games.paws.position import READY, Position
from dogfight.match.match import Match
from dogfight.match.plans import Plan, PlanOutcome, PlanTracker, Ready
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.testing.checks import random_step

HANDS = {
    "jaws.pilot": "plane_left,shoot_pc,plane_view,plane_view",
    "jaws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
    "paws.pilot": "plane_left,shoot_pc,plane_view,plane_corner",
    "paws.gunner": "shoot_gc,sun_left,sun_team,shoot_gl",
}
SOLO = {
    **HANDS,
    "jaws.pilot": "plane_left,shoot_pc,plane_view",
    "jaws.gunner": "shoot_gc,sun_left,sun_team",
}
PILOT, GUNNER, ENEMY_PILOT, ENEMY_GUNNER = range(4)


class Phase:
    """An Action Phase and its desk, as a server holds them."""

    def __init__(self, game: Paws, position: Position, closes_ms: int | None = 20_300) -> None:
        self.game, self.position, self.closes_ms = game, position, closes_ms
        self.seats = game.seats(game.options_of(position))
        assert isinstance(game.plan_rules, CardPlans)
        self.desk = PlanTracker.of(game.plan_rules, self.seats)
        self.events: list[Any] = []

    def _carry_out(self, verdict: PlanOutcome) -> str:
        for seat, action in verdict.moves:
            self.events += self.game.play(self.position, seat, action)
        return verdict.status

    def _late(self, at_ms: int) -> bool:
        return self.closes_ms is not None and at_ms > self.closes_ms

    def send(self, seat: int, n: int, *cards: Placement, round: int = 1, at_ms: int = 0) -> str:
        name = self.seats[seat].name
        parts = tuple(card.part(self.game.names, name) for card in cards)
        plan = Plan(self.seats[seat].player, round, n, parts)
        verdict = self.desk.judge(self.position, plan, late=self._late(at_ms))
        if verdict.status == "ok":
            self.desk = self.desk.keeping(plan)
        else:
            assert verdict.text and verdict.rule and not verdict.moves
        return self._carry_out(verdict)

    def ready(self, seat: int, n: int, round: int = 1, at_ms: int = 0) -> str:
        message = Ready(self.seats[seat].player, round, n)
        return self._carry_out(self.desk.confirm(self.position, message, late=self._late(at_ms)))

    def track(self, eye: int = WATCHER) -> list[str]:
        board = self.game.views.board_view(self.position, eye)
        return [
            " ".join([team.team, str(card.section), card.role, card.card or "back"])
            for team in board.teams
            for card in team.track
        ]


def phase(game: Paws, desk: Any, mode: str = "day/20", teams: str = "jaws,paws") -> Phase:
    hands = SOLO if "*" in teams else HANDS
    return Phase(
        game, desk.at(teams=teams, mode=mode, hands=hands), None if mode.endswith("/0") else 20_300
    )


def test_jp_6_1_6_2_and_6_3_plan_counts_until_grace_is_over(game: Paws, desk: Any) -> None:
    # JP-6.1 JP-6.2 JP-6.3
    plans = phase(game, desk)
    assert plans.send(PILOT, 1, at_ms=20_300) == "ok"
    assert plans.send(PILOT, 2, at_ms=20_301) == "late"


def test_jp_6_4_a_solo_plan_covers_both_seats(game: Paws, desk: Any) -> None:
    # JP-6.4
    plans = phase(game, desk, teams="jaws*,paws*")
    cards = (Placement("shoot_pc", 1, seat="pilot"), Placement("shoot_gc", 2, seat="jaws.gunner"))
    assert plans.send(PILOT, 1, *cards) == "ok"
    assert plans.track() == ["jaws 1 pilot back", "jaws 2 gunner back"]
    assert plans.send(PILOT, 2, Placement("shoot_gc", 1, seat="jaws")) == "invalid"  # which seat?
    assert plans.send(GUNNER, 2, Placement("shoot_gc", 1)) == "ok"
    assert plans.track() == ["jaws 1 gunner back"]


def test_jp_6_5_the_highest_number_counts_not_the_last_arrival(game: Paws, desk: Any) -> None:
    # JP-6.5
    plans = phase(game, desk)
    assert plans.send(PILOT, 3, Placement("shoot_pc", 3)) == "ok"
    assert plans.send(PILOT, 2, Placement("shoot_pc", 2)) == "stale"  # JP-6.6
    assert plans.send(PILOT, 3, Placement("shoot_pc", 2)) == "stale"
    assert plans.track() == ["jaws 3 pilot back"]


def test_jp_6_6_numbers_begin_anew_with_every_round(game: Paws, desk: Any) -> None:
    # JP-6.6
    plans = phase(game, desk)
    assert plans.send(PILOT, 9) == "ok"
    desk.on_to(plans.position, "discards")
    desk.time_up(plans.position)
    desk.on_to(plans.position, "action")
    assert plans.send(PILOT, 10, round=1) == "wrong_round"
    assert plans.send(PILOT, 1, round=2) == "ok"


def test_jp_6_7_and_6_8_and_6_10_the_first_reason_is_named(game: Paws, desk: Any) -> None:
    # JP-6.7 JP-6.8 JP-6.10
    plans = phase(game, desk)
    bad = Placement("no_such_card", 9)
    assert plans.send(PILOT, 5) == "ok"
    assert plans.send(PILOT, 1, bad, round=2, at_ms=99_999) == "wrong_round"
    assert plans.send(PILOT, 1, bad, at_ms=99_999) == "late"
    assert plans.send(PILOT, 1, bad) == "stale"
    assert plans.send(PILOT, 6, bad) == "invalid"
    desk.time_up(plans.position)
    assert plans.send(PILOT, 7) == "late", (
        "the lock is what makes a plan late, whatever the clock says"
    )


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
        ([Placement("plane_left", 2, "own"), Placement("shoot_pc", 5)], "invalid"),
        ([Placement("shoot_pc", 1, face_up=True)], "invalid"),
        ([Placement("shoot_gc", 1, seat="jaws.gunner")], "invalid"),
        ([Placement("shoot_gc", 1, seat="nobody")], "invalid"),
    ],
)
def test_jp_6_9_an_invalid_plan_is_dropped_whole(
    game: Paws, desk: Any, cards: list[Placement], status: str
) -> None:
    # JP-6.9
    plans = phase(game, desk)
    assert plans.send(PILOT, 1, Placement("shoot_pc", 4)) == "ok"
    before = game.notation.write(plans.position)
    assert plans.send(PILOT, 7, *cards) == status
    assert plans.desk.kept(0, 1) == (7 if status == "ok" else 1)
    if status == "invalid":
        assert game.notation.write(plans.position) == before


@pytest.mark.parametrize(
    "part", [0, 1, 63, 64 + 14 * 32, 64 + 9 * 32 + 16, 2048, 10**9, -5, "ready", "", "1:1:1"]
)
def test_jp_6_9_numbers_and_words_that_lay_no_card_are_invalid(
    game: Paws, desk: Any, part: int | str
) -> None:
    # JP-6.9
    plans = phase(game, desk)
    verdict = plans.desk.judge(plans.position, Plan(0, 1, 1, ((PILOT, part),)))
    assert verdict.status == "invalid" and verdict.rule and verdict.text


def test_jp_6_9_open_cards_follow_jp_19_7(game: Paws, desk: Any) -> None:
    # JP-6.9 JP-19.7
    plans = phase(game, desk, teams="jaws*,paws")
    placement = Placement("shoot_pc", 1, face_up=True, seat="pilot")
    pair = Placement("shoot_gc", 2, face_up=True, seat="gunner")
    assert plans.send(PILOT, 1, placement) == "ok"
    assert plans.track() == ["jaws 1 pilot shoot_pc"]  # JP-19.5
    assert plans.send(PILOT, 2, placement, pair) == "invalid"
    assert plans.send(PILOT, 2, pair) == "ok"  # JP-19.6
    assert plans.track() == ["jaws 2 gunner shoot_gc"]
    assert plans.send(ENEMY_PILOT, 1, Placement("shoot_pc", 1, face_up=True)) == "invalid"


def test_jp_19_12_a_plan_exchanges_the_open_card(game: Paws, desk: Any) -> None:
    # JP-19.12 JP-19.11
    def opened(card: str, slot: int, seat: str, side: str = "") -> Placement:
        return Placement(card, slot, side, face_up=True, seat=seat)

    closed = (
        Placement("shoot_gc", 2, seat="gunner"),
        Placement("plane_view", 4, "own", seat="pilot"),
    )
    plans = phase(game, desk, teams="jaws*,paws")
    assert plans.send(PILOT, 1, *closed) == "invalid"  # JP-19.7
    turns: list[tuple[Placement, ...]] = [
        (opened("shoot_pc", 1, "pilot"), *closed),
        (opened("shoot_pc", 3, "pilot"), *closed),
        (opened("sun_left", 3, "gunner"), *closed),
        (
            opened("plane_view", 4, "pilot", "own"),
            closed[0],
            Placement("shoot_pc", 3, seat="pilot"),
        ),
        (opened("shoot_gc", 2, "gunner"), Placement("plane_view", 4, "own", seat="pilot")),
        (),
        (opened("shoot_gc", 2, "gunner"),),
    ]
    for n, cards in enumerate(turns, 2):
        seen: list[int] = []
        verdict = plans.desk.judge(
            plans.position,
            Plan(0, 1, n, tuple(item.part(game.names, "jaws.pilot") for item in cards)),
        )
        assert verdict.status == "ok"
        trial = plans.position.copy()
        for seat, action in verdict.moves:
            game.play(trial, seat, action)
            track = game.views.board_view(trial, WATCHER).teams[0].track
            seen.append(sum(card.open for card in track) - bool(track))
        assert set(seen) <= {0}, "no state in between breaks the duty"
        assert plans.send(PILOT, n, *cards) == "ok"
        codes = sorted(code for seat in (0, 1) for code in _words(game, plans.position, seat))
        assert codes == sorted(str(item.part(game.names, "jaws.pilot")[1]) for item in cards)
        assert plans.ready(PILOT, n) == "ok"


def _words(game: Paws, position: Position, seat: int) -> list[str]:
    """What a seat has on the track, in notation."""
    return [
        game.names.code(position.down[seat * position.cap + n])
        for n in range(position.down_n[seat])
    ]


def test_jp_6_11_and_6_16_silent_play_nothing_and_plan_stays(game: Paws, desk: Any) -> None:
    # JP-6.11 JP-6.16
    plans = phase(game, desk)
    plans.send(PILOT, 1, Placement("shoot_pc", 1))
    desk.time_up(plans.position)
    assert plans.position.played == 1
    decision = game.decision(plans.position)
    assert (
        isinstance(decision, Commit) and decision.clock is not None and decision.clock.seconds == 20
    )  # JP-6.15
    untimed = game.decision(desk.at(mode="day/0", phase="discards", hands=HANDS))
    assert isinstance(untimed, Commit) and untimed.clock is None


def test_jp_6_12_a_contest_for_a_section_is_not_settled(game: Paws, desk: Any) -> None:
    # JP-6.12
    plans = phase(game, desk)
    assert plans.send(PILOT, 1, Placement("shoot_pc", 1)) == "ok"
    assert plans.send(GUNNER, 1, Placement("shoot_gc", 1)) == "ok"
    assert [event.kind for event in desk.time_up(plans.position)].count("collision") == 1


def test_jp_6_13_and_6_14_all_see_new_backs_but_no_front(game: Paws, desk: Any) -> None:
    # JP-6.13 JP-6.14 JP-5.12
    plans = phase(game, desk)
    plans.send(PILOT, 1, Placement("plane_left", 2, "enemy"))
    assert plans.track(GUNNER) == plans.track() == ["jaws 2 pilot back"]
    assert plans.track(PILOT) == ["jaws 2 pilot plane_left"]


def test_jp_6_14_order_of_card_events_reveals_nothing(game: Paws, desk: Any) -> None:
    # JP-6.14
    heard = []
    for item, pair in (("plane_left", "plane_view"), ("plane_view", "plane_left")):
        plans = phase(game, desk)
        plans.send(PILOT, 1, Placement(item, 1, "own"), Placement(pair, 3, "enemy"))
        plans.send(PILOT, 2)
        heard.append([event.text for event in visible_events(tuple(plans.events), WATCHER)])
    assert heard[0] == heard[1] and len(heard[0]) == 4


def test_jp_5_13_nothing_new_lies_on_a_track_after_the_lock(game: Paws, desk: Any) -> None:
    # JP-5.12 JP-5.13
    plans = phase(game, desk)
    plans.send(PILOT, 1, Placement("shoot_pc", 1), Placement("plane_left", 2, "own"))
    plans.send(PILOT, 2, Placement("shoot_pc", 3))
    before = plans.track()
    desk.time_up(plans.position)
    assert plans.track() == before == ["jaws 3 pilot back"]


def test_jp_5_7_a_card_is_taken_back_before_ready_too(game: Paws, desk: Any) -> None:
    # JP-5.7 JP-R1
    position = desk.at(hands=HANDS, mode="day/0")
    before = game.notation.write(position)
    desk.do(position, "jaws.pilot 1:shoot_pc")
    laid = game.notation.write(position)
    assert not any(
        entry.notation.startswith("back") for entry in game.view(position, PILOT).legal
    ), "people may, bots need not"
    desk.do(position, "jaws.pilot back:1:shoot_pc")
    assert game.notation.write(position) == before
    desk.do(
        position,
        "jaws.pilot 1:shoot_pc",
        "jaws.pilot ready",
        "jaws.pilot back:1:shoot_pc",
        "jaws.pilot 1:shoot_pc",
    )
    assert game.notation.write(position) == laid
    with pytest.raises(IllegalAction, match="of yours") as refused:
        desk.do(position, "jaws.gunner back:1:shoot_pc")
    assert refused.value.rule == "JP-5.8"


def test_jp_6_17_without_a_timer_the_last_ready_locks(game: Paws, desk: Any) -> None:
    # JP-6.17
    plans = phase(game, desk, mode="day/0")
    assert plans.send(PILOT, 4, Placement("shoot_pc", 1), at_ms=10**9) == "ok"
    assert plans.ready(PILOT, 4, round=2) == "wrong_round"
    assert plans.ready(PILOT, 3) == "stale"
    assert plans.ready(PILOT, 4) == "ok"
    for seat in (GUNNER, ENEMY_PILOT):
        assert plans.ready(seat, 0) == "ok"
    assert plans.send(PILOT, 5, Placement("shoot_pc", 1)) == "ok"  # a new plan withdraws the ready
    assert desk.waiting(plans.position) == ("jaws.pilot", "paws.gunner")
    assert plans.ready(ENEMY_GUNNER, 0) == "ok"
    assert plans.send(PILOT, 6, Placement("shoot_pc", 2)) == "ok", (
        "even the last one who is not ready can change"
    )
    assert plans.track() == ["jaws 2 pilot back"]
    assert plans.ready(PILOT, 6) == "ok"
    assert game.views.board_view(plans.position, 0).phase == "discards"
    assert plans.send(PILOT, 7) == "late"
    assert plans.ready(PILOT, 6) == "late"


def test_jp_6_17_new_empty_plan_withdraws_ready(game: Paws, desk: Any) -> None:
    # JP-6.17
    plans = phase(game, desk)
    assert plans.ready(PILOT, 0) == "ok"
    assert plans.send(PILOT, 1) == "ok"
    assert "jaws.pilot" in desk.waiting(plans.position)


def test_jp_18_5_a_solo_player_is_ready_with_both_seats(game: Paws, desk: Any) -> None:
    # JP-6.17 JP-18.5
    plans = phase(game, desk, mode="day/0", teams="jaws*,paws*")
    assert plans.ready(GUNNER, 0) == "ok"
    assert desk.waiting(plans.position) == ("paws.pilot", "paws.gunner")


def test_jp_11_4_a_pause_before_each_round_but_the_first(game: Paws, desk: Any) -> None:
    # JP-11.4
    for number, pause in ((1, 0.0), (2, 5.0), (9, 5.0)):
        decision = game.decision(desk.at(round=number, hands=HANDS))
        assert isinstance(decision, Commit) and decision.clock is not None
        assert (decision.clock.pause, decision.clock.seconds) == (pause, 20.0)


def test_plan_of_unknown_or_fallen_player_is_refused(game: Paws, desk: Any) -> None:
    with pytest.raises(BadOption, match="from 0 to 3"):
        phase(game, desk).desk.judge(desk.at(hands=HANDS), Plan(7, 1, 1))
    text = game.notation.write(desk.at(teams="jaws,paws,claws", hands=HANDS))
    gone = text.replace("down:-", "down:claws").replace("@claws:PC", "@claws:gone")
    gone = gone.replace("claws@jaws:PC", "claws@jaws:gone").replace(
        "claws@paws:PC", "claws@paws:gone"
    )
    plans = Phase(game, game.notation.read(gone))
    verdict = plans.desk.judge(plans.position, Plan(4, 1, 1, ((4, "1:shoot_pc"),)))
    assert (verdict.status, verdict.rule) == ("invalid", "JP-20.16")


@pytest.mark.no_rule("whole games")
def test_plans_in_a_simulation_give_records_that_verify(game: Paws) -> None:
    """A whole game by plans that replace each other: every one is carried out by moves that the
    rules allow.
    """
    for options in game.samples()[:4]:
        table, dice = Match(game, options, seed=5), Dice(5)
        assert game.plan_rules is not None
        plans = PlanTracker.of(game.plan_rules, table.seats)
        n = 0
        while not isinstance(decision := table.advance(), (Over, Chance)):
            laying = game.plan_rules.accepts_plans(table.position)
            for player, seats in plans.players.items() if laying and dice.below(3) == 0 else ():
                n += 1
                parts = tuple(
                    (seat, some_card)
                    for seat in seats
                    for some_card in some_cards(game, table.position, seat, dice)
                )
                plan = Plan(player, game.turn(table.position), n, parts)
                verdict = plans.judge(table.position, plan)
                for seat, action in verdict.moves:
                    table.play(seat, action)
            if isinstance(decision := table.advance(), (Over, Chance)):
                break
            seat, action = random_step(game, table.position, decision, dice)
            table.play(
                seat, READY if laying and dice.below(3) == 0 else action
            )  # by chance alone few would be ready
        assert n > 60, "plans were replaced again and again"
        assert verify(game, parse(table.record.to_text())) == table.decision()


def some_cards(game: Paws, position: Position, seat: int, dice: Dice) -> list[int]:
    """Up to two of the placements that are legal, which need not be a valid plan together."""
    legal = [entry for entry in game.legal(position, seat) if 64 <= entry < 2048]
    return [legal[dice.below(len(legal))] for _ in range(dice.below(3))] if legal else []
