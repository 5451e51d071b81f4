"""Whole plans over the wire, drafts at the lock, the pause before a round, and what is said when
time runs out.
"""

import time
from pathlib import Path
from typing import Any

import pytest
from harness import Line, serving
from toygame import ToyGame

import dogfight
from dogfight.client import Client, Refusal
from dogfight.core.event import Event, visible_events
from dogfight.core.plans import Plan, PlanRejected
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, WATCHER
from dogfight.server.review import review
from dogfight.server.storage.ledger import Entry
from dogfight.server.tables.match import LoggedMatch

PLACE = 64


class Log:
    """A match with all its entries, as a server stores them."""

    def __init__(self, game: AnyGame, **options: object) -> None:
        self.game, self.options = game, game.options(options)
        self.match = LoggedMatch(game, self.options, b"s" * 32, "LOG-TEST")
        self.entries = [self.match.start()]

    def do(self, entry: Entry) -> None:
        self.entries.append(entry)

    def replayed(self) -> LoggedMatch:
        twin = LoggedMatch(self.game, self.options, b"s" * 32, "LOG-TEST")
        for entry in self.entries:
            twin.replay(entry)
        return twin

    def heard(self, seat: int) -> list[str]:
        return [event.words for event in visible_events(tuple(self.match.table.events), seat)]


def action_phase(**options: object) -> Log:
    log = Log(dogfight.load("paws"), **options)
    log.do(log.match.time_up({}))
    assert log.match.table.view(0).table.phase == "action"
    return log


def placements(log: Log, seat: int) -> list[int]:
    return [one for one in log.game.legal(log.match.table.position, seat) if one >= PLACE]


def track(log: Log) -> list[tuple[str, int]]:
    teams = log.match.table.view(WATCHER).table.teams
    return [(f"{team.team}.{card.role}", card.section) for team in teams for card in team.track]


def lay(log: Log, player: int, n: int, *parts: tuple[int, int | str], ready: bool = False) -> None:
    log.do(log.match.plan(Plan(player, 1, n, parts), lay=True, ready=ready, late=False))


def test_jp_5_13_a_draft_puts_no_card_on_the_track_at_the_lock() -> None:
    # JP-5.12 JP-5.13
    log = action_phase(players=4)
    assert track(log) == []
    log.do(log.match.time_up({0: (placements(log, 0)[0], 0), 1: (placements(log, 1)[0],)}))
    assert track(log) == [] and log.match.table.position.played == 0


def test_jp_6_13_plan_is_visible_at_once_and_stays_at_lock() -> None:
    # JP-6.5 JP-6.13
    log = action_phase(players=4)
    lay(log, 0, 1, (0, placements(log, 0)[0]), (0, placements(log, 0)[-1]))
    assert track(log) == [("jaws.pilot", 1), ("jaws.pilot", 4)]
    lay(log, 0, 2, (0, placements(log, 0)[0]))
    assert track(log) == [("jaws.pilot", 1)]
    log.do(log.match.time_up({}))
    assert track(log) == [("jaws.pilot", 1)]


def test_jp_6_9_a_plan_with_one_bad_card_changes_nothing() -> None:
    # JP-6.9
    log = action_phase(players=4)
    lay(log, 0, 1, (0, placements(log, 0)[0]))
    before, number = log.game.write(log.match.table.position), log.match.phase(0)
    good = placements(log, 0)[-1]
    for parts in (
        ((0, good), (0, 10**6)),
        ((0, good), (1, placements(log, 1)[0])),
        ((0, good), (0, "5:shoot_pc")),
    ):
        with pytest.raises(PlanRejected) as dropped:
            lay(log, 0, 2, *parts)
        assert dropped.value.status == "invalid" and dropped.value.rule
        assert log.match.untouched and log.game.write(log.match.table.position) == before
    assert log.match.phase(0) == number
    lay(log, 0, 2, (0, good))


def test_the_numbers_of_plans_outlive_the_server() -> None:
    # JP-6.6
    log = action_phase(players=3, timer=0)
    lay(log, 1, 7, (2, placements(log, 2)[0]))
    opened, closed = placements(log, 0)[0], placements(log, 1)[0] - 1  # JP-19.11
    lay(log, 0, 3, (0, opened), (1, closed), ready=True)
    twin = log.replayed()
    assert twin.table.events == log.match.table.events
    assert twin.table.record.last_hash() == log.match.table.record.last_hash()
    assert twin.desk is not None and (twin.desk.kept(1, 1), twin.desk.kept(0, 1)) == (7, 3)
    with pytest.raises(PlanRejected, match="above 7"):
        twin.plan(Plan(1, 1, 7), lay=True, ready=False, late=False)


def test_a_draft_counts_whole_or_not_at_all() -> None:
    for draft, bid in (((0, 2), 2), ((0,), 5), ((0, 2, 3), 5), ((0, 77), 5), ((), 5)):
        log = Log(ToyGame(), rounds=1)
        log.do(log.match.time_up({0: draft}))
        assert f"Pilot 1 chose c{0 if bid == 2 else 1}." in log.heard(0)
        assert any(f"Bids [{bid}, 5]" in words for words in log.heard(WATCHER)), draft


def test_timeout_is_announced_and_its_move_told_to_player_only() -> None:
    log = Log(ToyGame(), rounds=2)
    log.do(log.match.play(0, 1))
    log.do(log.match.play(0, 3))
    log.do(log.match.time_up({}))
    said = {
        seat: [words for words in log.heard(seat) if words.startswith("Time ran out")]
        for seat in (0, 1, WATCHER)
    }
    assert said[0] == said[WATCHER] == ["Time ran out for Pilot 2."]
    assert said[1] == [
        f"Time ran out, so this was played for Pilot 2: choose {one}." for one in (1, 5)
    ]
    log.do(log.match.time_up({}))
    assert log.heard(WATCHER)[-2:] == ["Time ran out for Pilot 1.", "Pilot 2 leads."]
    assert log.replayed().table.events == log.match.table.events


def test_take_back_by_consent_removes_the_timeout_line() -> None:
    log = Log(ToyGame(), rounds=2)
    log.do(log.match.time_up({}))
    log.do(log.match.time_up({}))
    assert log.heard(WATCHER)[-2:] == ["Time ran out for Pilot 1.", "Pilot 2 leads."]
    log.do(log.match.reseat(1, (7,), "Ana leaves Pilot 2."))
    kept = log.match.retake_point((0,))
    assert kept is not None
    log.do(log.match.retake(0, kept))
    whole = log.heard(WATCHER)[-3:]
    assert (
        whole[0].startswith("Bids")
        and whole[1] == "Ana leaves Pilot 2."
        and "took back" in whole[2]
    )
    assert log.replayed().table.events == log.match.table.events
    assert log.replayed().notes_for(0) == log.match.notes_for(0)


def test_review_notes_are_per_perspective() -> None:
    log = Log(ToyGame(), rounds=1)
    log.do(log.match.time_up({}))
    log.do(log.match.reseat(1, (7,), "Ana leaves Pilot 2."))
    log.do(log.match.time_up({}))
    record = log.match.table.record
    mine, others = (
        "Time ran out, so this was played for Pilot 1: choose 1.",
        "Time ran out for Pilot 1.",
    )
    for eye, seat in (("0", 0), ("1", 1), ("watcher", WATCHER), ("open", OPEN)):
        steps = review(log.game, record, eye, 0, 99, notes=log.match.notes_for(seat)).steps
        told = [line.words for step in steps for line in step.events]
        assert (mine in told, others in told) == (
            eye in ("0", "open"),
            eye in ("1", "watcher"),
        ), eye
        assert told.count("Ana leaves Pilot 2.") == 1
        if seat != OPEN:
            assert told == log.heard(seat), "in the order of the log"


def test_with_everything_open_a_review_says_whose_order_passed() -> None:
    log = Log(ToyGame(), rounds=1)
    notes = ((0, Event("order", "Passed by standing order.", seen_by=(1,))),)
    first, *_ = review(log.game, log.match.table.record, "open", 0, 1, notes=notes).steps
    assert [one.words for one in first.events] == ["Pilot 2: Passed by standing order."]


def test_a_draft_that_counts_is_told_to_others_like_a_default() -> None:
    logs = [Log(ToyGame(), rounds=1, seats=3) for _ in range(2)]
    for log, drafts in zip(logs, ({}, {0: (1, 5)}), strict=True):
        log.do(log.match.time_up(drafts))
    assert logs[0].heard(1) == logs[1].heard(1)


def test_jp_6_15_the_rules_own_clock_is_said_in_the_log() -> None:
    # JP-5.13 JP-6.15
    log = action_phase(players=4)
    placer = next(words for words in log.heard(WATCHER) if words.startswith("Time ran out"))
    assert placer in ("Time ran out for Jaws pilot.", "Time ran out for Paws pilot.")
    log.do(log.match.time_up({}))
    assert log.heard(WATCHER)[-2:] == ["Time is up.", "The Action Phase locks."]
    log.do(log.match.play(0, 0))
    log.do(log.match.time_up({}))
    assert "Time ran out for Jaws gunner and Paws pilot and Paws gunner." in log.heard(WATCHER)
    assert log.replayed().table.events == log.match.table.events


# --- over the wire ---------------------------------------------------------------------------


def test_jp_6_10_plans_are_answered_with_status_over_the_wire(tmp_path: Path) -> None:
    # JP-6.4 JP-6.10
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create("paws", {"players": 2, "timer": 60}, ["me", "me"]).table.code
        with ana.join(code) as table:
            placing = table.wait_for_turn()
            assert placing is not None
            table.play(placing.seat, placing.legal[0].action)
            while not all(
                any(":" in one.word for one in table.views[seat].legal) for seat in range(4)
            ):
                assert table.pump(2.0)
            words = {
                seat: [one.word for one in table.views[seat].legal if ":" in one.word]
                for seat in (0, 1, 2)
            }
            table.plan(0, 1, 2, [(0, words[0][0]), (1, words[1][0])])
            table.plan(1, 1, 3, [(1, words[1][0])])

            def answer(seat: int, round: int, n: int, *parts: Any) -> str:
                with pytest.raises(Refusal) as refusal:
                    table.plan(seat, round, n, parts)
                assert refusal.value.rule.startswith("JP-")
                return str(refusal.value.code)

            assert answer(0, 2, 9) == "wrong_round"
            assert answer(0, 1, 3) == "stale"
            assert answer(0, 1, 4, (2, words[2][0])) == "invalid"
            assert answer(0, 1, 4, (0, "9:shoot_pc")) == "invalid"
        view = ana.http.get(f"/api/tables/{code}/view?seat=2").json()["view"]
        assert [(one["role"], one["section"]) for one in view["table"]["teams"][0]["track"]] == [
            ("gunner", 1)
        ]
        late = {
            "type": "plan",
            "id": "again",
            "seat": 2,
            "round": 1,
            "n": 1,
            "parts": [],
            "ready": True,
        }
        for _ in range(2):
            assert ana.http.post(f"/api/tables/{code}/command", json=late).json() == {
                "type": "ack",
                "id": "again",
            }


def second_round(ana: Client, code: str) -> dict[str, Any]:
    """Play the first round of a toy; the view of the second."""
    with ana.join(code) as table:
        while (
            (view := table.wait_for_turn()) is not None
            and view.seen is not None
            and view.seen.doing == "commit"
        ):
            table.play(view.seat, view.legal[0].action)
        table.play(0, 0)
    found: dict[str, Any] = ana.http.get(f"/api/tables/{code}/view?seat=0").json()
    return found


def test_jp_11_4_nobody_acts_in_pause_and_clock_starts_after(tmp_path: Path) -> None:
    # JP-11.4
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 2, "seconds": 9, "pause": 2}, ["me", "me"]).table.code
        first = ana.http.get(f"/api/tables/{code}/view?seat=0").json()
        assert first["starts"] is None
        view = second_round(ana, code)
        assert view["deadline"] - view["starts"] == 9000
        assert 0 < view["starts"] / 1000 - time.time() <= 2
        with Line(ana, code) as line:
            line.until("view", seat=1)
            move = {"type": "play", "seat": 0, "phase": view["phase"], "action": 1}
            draft = {
                "type": "draft",
                "id": "d",
                "seat": 0,
                "phase": view["phase"],
                "n": 1,
                "actions": [1],
            }
            assert line.ask(**draft)["type"] == "ack"
            assert line.ask(id="early", **move)["code"] == "too_early"
            time.sleep(max(0.0, view["starts"] / 1000 - time.time()) + 0.05)
            assert line.ask(id="now", **move)["type"] == "ack"
            assert line.until("view", seat=0)["deadline"] == view["deadline"]


def test_jp_11_4_bots_wait_during_the_pause(tmp_path: Path) -> None:
    # JP-11.4
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create(
            "toy", {"rounds": 2, "seconds": 9, "pause": 2}, ["me", "bot:wise"]
        ).table.code
        view = second_round(ana, code)
        while 1 in ana.http.get(f"/api/tables/{code}/view?seat=0").json()["view"]["waiting"]:
            assert time.time() * 1000 < view["deadline"]
            time.sleep(0.05)
        assert time.time() * 1000 >= view["starts"]
