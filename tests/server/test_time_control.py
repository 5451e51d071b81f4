"""Time for a decision and for the whole game, days off, pauses and draws by consent."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from harness import Server, listen_until, play_first, serving, wait_until

from dogfight.client import Client, Refusal, RemoteTable
from dogfight.server import messages as wire
from dogfight.server.tables.time_control import LEAST_MS, ClockState, TimeControl

HOUR, DAY = 3_600_000, 86_400_000
FRIDAY = 4 * DAY - 3 * DAY
"""The second of January 1970, 00:00 UTC."""
People = Callable[..., list[Client]]


@pytest.fixture
def people(server: Server) -> Iterator[People]:
    with ExitStack() as stack:
        yield lambda *names: [stack.enter_context(Client(server.url, name)) for name in names]


def begun(ana: Client, ben: Client, game: str = "squadrons", **more: object) -> str:
    """Both sit at a table whose game has begun."""
    code = ana.create(game, {}, ["me", "open"], room=True, **more).table.code
    ben.sit(code, 1)
    wait_until(lambda: ana.table(code).status == "live")
    return code


def acting(*tables: RemoteTable) -> RemoteTable:
    """The one of these who has to choose."""

    def heard() -> list[RemoteTable]:
        for table in tables:
            table.pump(0.1)
        return [table for table in tables if table.turn() is not None]

    wait_until(heard)
    return heard()[0]


def time_of(client: Client, code: str) -> wire.TimeInfo:
    result = client.table(code).time
    assert result is not None
    return result


def test_days_off_are_left_out() -> None:
    weekend = TimeControl(days_off=(5, 6))
    evening = FRIDAY + 20 * HOUR
    assert weekend.after(evening, 6 * HOUR) == FRIDAY + 3 * DAY + 2 * HOUR
    assert weekend.after(FRIDAY + DAY + HOUR, HOUR) == FRIDAY + 3 * DAY + HOUR
    assert weekend.between(evening, FRIDAY + 3 * DAY + 2 * HOUR) == 6 * HOUR
    assert TimeControl().after(evening, 6 * HOUR) == evening + 6 * HOUR
    assert TimeControl(days_off=tuple(range(7))).after(0, HOUR) == HOUR


def test_a_decision_of_many_steps_has_one_limit() -> None:
    control = TimeControl()
    state = ClockState().asking(control, {0: "turn 3"}, 0, turns=True)
    state = state.charged(control, [0], 8_000).asking(control, {0: "turn 3"}, 8_000, turns=True)
    assert state.allowed(20, 0) == 12_000
    state = state.charged(control, [0], 9_000).asking(control, {1: "turn 3"}, 9_000, turns=True)
    state = state.charged(control, [1], 9_500).asking(control, {0: "turn 3"}, 9_500, turns=True)
    assert state.allowed(20, 0) == 11_000, "an answer of another player ends no turn"
    state = state.charged(control, [0], 9_600).asking(control, {0: "turn 4"}, 9_600, turns=True)
    assert state.allowed(20, 0) == 20_000
    assert state.charged(control, [0], 60_000).allowed(20, 0) == LEAST_MS


def test_a_game_without_turns_renews_the_limit_when_others_were_asked() -> None:
    control = TimeControl()
    state = ClockState().asking(control, {0: "turn 0"}, 0, turns=False)
    state = state.charged(control, [0], 5_000).asking(control, {1: "turn 0"}, 5_000, turns=False)
    state = state.charged(control, [1], 6_000).asking(control, {0: "turn 0"}, 6_000, turns=False)
    assert state.allowed(20, 0) == 20_000


def test_fischer_time_is_paid_by_those_who_think() -> None:
    control = TimeControl(bank=60, increment=5)
    state = ClockState().asking(control, {0: "turn 1", 1: "turn 1"}, 1_000, turns=True)
    state = state.charged(control, [0], 11_000).charged(control, [1], 31_000)
    assert state.left == {0: 50_000, 1: 30_000}
    state = state.asking(control, {0: "turn 2"}, 31_000, turns=True)
    assert state.left == {0: 55_000, 1: 30_000} and state.allowed(20, 0) == 20_000
    assert ClockState.read(state.write()) == state and TimeControl.read(control.write()) == control


def test_a_turn_of_many_moves_does_not_start_its_limit_anew(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = begun(ana, ben, time_limit_s=300)
    with ana.join(code) as hers, ben.join(code) as his:
        for table in (hers, his):
            table.send(wire.SetAnimationSpeed("off"))

        mover = acting(hers, his)

        def deadline_of_mover() -> int:
            mover.pump(0.2)
            view = mover.turn()
            return (view.message.deadline or 0) if view is not None and view.message else 0

        wait_until(deadline_of_mover)
        first, began = deadline_of_mover(), time.time()
        for _ in range(4):
            time.sleep(0.4)
            play_first(mover, 1)
            wait_until(deadline_of_mover)
            shown = deadline_of_mover() - first
        assert shown < 1000 * (time.time() - began) - 1500, "the time that was used is gone"


def test_time_for_the_whole_game_runs_for_those_who_are_asked(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = begun(ana, ben, bank_s=600, increment_s=2)
    with ana.join(code) as hers, ben.join(code) as his:
        time.sleep(1.0)
        mover = acting(hers, his)
        play_first(mover, 1)
        left = time_of(ana, code)
        assert (left.bank_s, left.increment_s, left.paused) == (600, 2, False)
        assert left.left_ms and max(left.left_ms.values()) < 601_500, "a second of 602 is spent"


def test_everybody_agrees_to_a_pause_and_anybody_ends_it(people: People) -> None:
    ana, ben, eve = people("Ana", "Ben", "Eve")
    code = begun(ana, ben, time_limit_s=300)
    ana.request_pause(code, 0)
    offer = ben.table(code).offer
    assert offer is not None and offer.kind == "pause" and not time_of(ana, code).paused
    ben.answer_take_back(code, offer.n, True)
    assert time_of(eve, code).paused and ana.table(code).offer is None
    with ana.join(code) as hers, ben.join(code) as his:
        for table in (hers, his):
            listen_until(lambda table=table: table.views, table)
            assert table.views[table.seats[0]].message.deadline is None
        mover = acting(hers, his)
        view = mover.turn()
        assert view is not None
        with pytest.raises(Refusal, match="paused"):
            mover.play(view.seat, view.legal[0].action)
        with pytest.raises(Refusal, match="sit"):
            eve.go_on(code)
        assert not ben.go_on(code).time.paused
        with pytest.raises(Refusal, match="not paused"):
            ana.go_on(code)
        listen_until(lambda: mover.views[view.seat].message.deadline, mover)
        play_first(mover, 1)


def test_a_pause_outlives_the_server(tmp_path: Path) -> None:
    with (
        serving(tmp_path) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        code = begun(ana, ben, time_limit_s=1)
        ana.request_pause(code, 0)
        offer = ben.table(code).offer
        assert offer is not None
        ben.answer_take_back(code, offer.n, True)
        server.kill()
        server.start()
        time.sleep(2.5)
        assert time_of(ana, code).paused, "no clock ran"
        assert not ana.go_on(code).time.paused


def test_a_draw_is_offered_agreed_on_and_recorded(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    options = {"p1": "red", "p2": "blue"}
    code = ana.create("biplanes", options, ["me", "open"], room=True).table.code
    ben.sit(code, 1)
    wait_until(lambda: ana.table(code).status == "live")
    assert ana.table(code).draws
    ana.offer_draw(code, 0)
    offer = ben.table(code).offer
    assert offer is not None and offer.kind == "draw"
    ben.answer_take_back(code, offer.n, False)
    assert ben.table(code).offer is None and ana.table(code).status == "live"
    ben.offer_draw(code, 1)
    offer = ana.table(code).offer
    assert offer is not None
    ana.answer_take_back(code, offer.n, True)
    table = ana.table(code)
    assert (table.status, table.drawn, table.ended) == ("over", True, "Drawn by agreement.")
    assert "Drawn by agreement." in ana.record(code)


def test_draws_are_for_games_that_know_them_and_for_people(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = begun(ana, ben)
    with pytest.raises(Refusal, match="knows no draws"):
        ana.offer_draw(code, 0)
    options = {"p1": "red", "p2": "blue"}
    alone = ana.create("biplanes", options, ["me", "bot:random"]).table.code
    wait_until(lambda: ana.table(alone).status == "live")
    with pytest.raises(Refusal, match="Bots do not agree on a draw"):
        ana.offer_draw(alone, 0)


def test_a_room_changes_its_clocks_and_bad_ones_are_refused(people: People) -> None:
    (ana,) = people("Ana")
    code = ana.create("squadrons", {}, ["me", "open"], room=True).table.code
    body = {"options": {}, "bank_s": 900, "increment_s": 10, "days_off": [5, 6]}
    assert ana.http.post(f"/api/tables/{code}/room/options", json=body).status_code == 200
    info = time_of(ana, code)
    assert (info.bank_s, info.increment_s, info.days_off) == (900, 10, (5, 6))
    for bad in ({"bank_s": -1}, {"days_off": [7]}, {"days_off": [0, 1, 2, 3, 4, 5, 6]}):
        answer = ana.http.post(f"/api/tables/{code}/room/options", json={**body, **bad})
        assert answer.status_code == 400, answer.text
    assert time_of(ana, code) == info
