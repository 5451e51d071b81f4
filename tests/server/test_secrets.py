"""Beside the views: lists, long polls, caches and changes of seats tell nobody more than they
may know.
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Server, address, play_first, serving
from pilot import play

from dogfight.client import Client, Refusal
from dogfight.server.routes import ROUTES


@pytest.fixture
def ana(server: Server) -> Iterator[Client]:
    with Client(server.url, "Ana") as client:
        yield client


@pytest.fixture
def ben(server: Server) -> Iterator[Client]:
    with Client(server.url, "Ben") as client:
        yield client


@pytest.fixture
def eve(server: Server) -> Iterator[Client]:
    with Client(server.url, "Eve") as client:
        yield client


def for_two(ana: Client, ben: Client, **more: Any) -> str:
    made = ana.create("toy", {"rounds": 3}, **more)
    ben.claim(made.table.code, made.invites[0].secret)
    return made.table.code


# --- lists -----------------------------------------------------------------------------------


def test_lists_do_not_reveal_parts_of_a_secret_choice(
    ana: Client, ben: Client, eve: Client
) -> None:
    code = for_two(ana, ben, listed=True)

    def changed() -> list[int]:
        tables = (*ben.tables(), *eve.live())
        return [table.changed for table in tables if table.code == code]

    with Line(ana, code) as line:
        line.settle()
        before = changed()
        assert len(before) == 2
        time.sleep(0.02)
        assert line.ask(**play("a", 0, 1, 1))["type"] == "ack"
        assert line.ask(type="take_back", id="b", seat=0, question=2)["type"] == "ack"
        assert line.ask(type="draft", id="c", seat=0, question=3, n=1, actions=[1])["type"] == "ack"
        assert line.ask(**play("d", 0, 3, 0))["type"] == "ack"
        assert changed() == before, "nobody can see a colour, or that it was taken back"
        assert line.ask(**play("e", 0, 4, 5))["type"] == "ack"
        sealed = changed()
        assert sealed[0] == sealed[1] > before[0], "everybody sees the seal"
        time.sleep(0.02)
        assert line.ask(type="take_back", id="f", seat=0, question=5)["type"] == "ack"
        assert changed()[0] > sealed[0], "and that it was withdrawn"


# --- long polls and caches -------------------------------------------------------------------


def polling(client: Client, code: str, seat: int) -> Future[httpx.Response]:
    """A long poll of a seat's view that has begun to wait."""
    first = client.http.get(f"/api/tables/{code}/view?seat={seat}").json()
    path = f"/api/tables/{code}/view?seat={seat}&after={first['version']}"
    answer: Future[httpx.Response] = Future()
    cookies = httpx.Client(
        base_url=client.origin, cookies=client.http.cookies, trust_env=False, timeout=30
    )

    def ask() -> None:
        with cookies:
            answer.set_result(cookies.get(path))

    threading.Thread(target=ask).start()
    time.sleep(0.3)
    return answer


def test_poll_of_former_holder_does_not_see_new_choice(
    ana: Client, ben: Client, eve: Client
) -> None:
    code = for_two(ana, ben)
    poll = polling(ben, code, 1)
    ben.leave(code, 1)
    eve.claim(code, ana.invite(code, 1).secret)
    with Line(eve, code) as line:
        question = line.until("view", seat=1)["question"]
        assert line.ask(**play("a", 1, question, 1))["type"] == "ack"
        assert line.ask(**play("b", 1, question + 1, 4))["type"] == "ack"
    answer = poll.result(10)
    assert answer.status_code == 403 and answer.json()["code"] == "not_your_seat"


def test_a_poll_ends_with_its_session(ana: Client, ben: Client) -> None:
    code = for_two(ana, ben)
    poll = polling(ben, code, 1)
    assert ben.http.request("DELETE", "/api/me").status_code == 200
    with ana.join(code) as table:
        play_first(table, 2)
    assert poll.result(10).status_code == 401


def test_no_answer_of_the_api_is_kept_by_a_cache(ana: Client) -> None:
    code = ana.create("toy", {"rounds": 1}, ["me", "me"]).table.code
    with ana.join(code) as table:
        play_first(table)
    for route in ROUTES:
        if route.method == "GET":
            path = address(route.path, code)
            assert ana.http.get(path).headers["cache-control"] == "no-store", path


# --- changes of seats in play ----------------------------------------------------------------


def told(client: Client, code: str) -> list[str]:
    """What the table itself has told this client in the log of a view."""
    events = client.http.get(f"/api/tables/{code}/view").json()["log"]["events"]
    return [event["text"] for event in events if event["kind"] == "table"]


def test_player_cannot_take_a_second_seat_among_others(ana: Client, ben: Client) -> None:
    made = ana.create("toy", {"seats": 3, "rounds": 9}, ["me", "open", "bot:wise"])
    code = made.table.code
    ben.claim(code, made.invites[0].secret)
    invitation = ana.invite(code, 2).secret
    for attempt in (
        lambda: ana.sit(code, 2),
        lambda: ana.claim(code, invitation),
        lambda: ben.claim(code, invitation),
    ):
        with pytest.raises(Refusal, match="another seat"):
            attempt()
    ana.leave(code, 0)
    with pytest.raises(Refusal, match="another seat"):
        ana.sit(code, 2)
    assert told(ben, code) == ["Ana leaves Pilot 1."]


def test_alone_with_bots_one_may_take_their_seats(ana: Client) -> None:
    code = ana.create("toy", {"rounds": 9}, ["me", "bot:wise"]).table.code
    ana.sit(code, 1)
    assert told(ana, code) == ["Ana takes Pilot 2 over from the wise bot."]


def test_log_keeps_who_sat_in_a_seat_of_a_bot(tmp_path: Path) -> None:
    """The host looks through a bot's eyes and puts it back: the log says so, whatever is done to
    hide it.
    """
    with (
        serving(tmp_path) as server,
        Client(server.url, "Hal") as hal,
        Client(server.url, "Ana") as ana,
    ):
        made = hal.create("toy", {"rounds": 1}, ["open", "bot:hangs"])
        code = made.table.code
        ana.claim(code, made.invites[0].secret)
        with Line(ana, code) as line:
            line.settle()
            assert line.ask(**play("a", 0, 1, 1))["type"] == "ack"
            hal.sit(code, 1)
            hal.bot(code, 1, "wise")
            hal.leave(code, 1)
            hal.bot(code, 1, "wise")
            whole = [
                "Hal takes Pilot 2 over from the hangs bot.",
                "The wise bot plays Pilot 2 for Hal.",
                "Hal leaves Pilot 2.",
                "The wise bot plays Pilot 2.",
            ]
            assert told(ana, code) == whole
            assert line.ask(type="take_back", id="b", seat=0, question=2)["type"] == "ack"
            assert told(ana, code) == whole, "it cannot be taken back"
        server.kill()
        server.start()
        assert told(ana, code) == whole, "it is on the disk"
        with ana.join(code) as table:
            play_first(table)
        steps = ana.http.get(f"/api/tables/{code}/review").json()["steps"]
        lines = [
            event["text"] for step in steps for event in step["events"] if event["kind"] == "table"
        ]
        assert lines == whole, "and in the review"


def test_a_change_of_seats_is_stored_with_its_line_or_not_at_all(tmp_path: Path) -> None:
    """A kill at any moment leaves no seat changed unseen."""
    with (
        serving(tmp_path) as server,
        Client(server.url, "Hal") as hal,
        Client(server.url, "Ana") as ana,
    ):
        made = hal.create("toy", {"rounds": 50}, ["open", "bot:hangs"])
        code = made.table.code
        ana.claim(code, made.invites[0].secret)
        with ThreadPoolExecutor(1) as pool:
            sitting = pool.submit(hal.http.post, f"/api/tables/{code}/sit", json={"player": 1})
            time.sleep(0.002)
            server.kill()
            sitting.exception(10)
        server.start()
        holder = ana.table(code).players[1].name
        assert told(ana, code) == (["Hal takes Pilot 2 over from the hangs bot."] if holder else [])


def test_a_draft_does_not_go_to_the_next_holder_of_a_seat(tmp_path: Path) -> None:
    """What one had in mind is neither shown to the next, nor played for them, nor in the way of
    their own drafts.
    """
    with (
        serving(tmp_path) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
        Client(server.url, "Eve") as eve,
    ):
        made = ana.create("toy", {"rounds": 2}, ["me", "open"])
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        with Line(ben, code) as line:
            question = line.until("view", seat=1)["question"]
            secret = {
                "type": "draft",
                "id": "d",
                "seat": 1,
                "question": question,
                "n": 7,
                "actions": [1, 3],
            }
            assert line.ask(**secret, note="I hold a four")["type"] == "ack"
        assert ben.http.get(f"/api/tables/{code}/view?seat=1").json()["draft"]["n"] == 7
        ben.leave(code, 1)
        eve.claim(code, ana.invite(code, 1).secret)

        def draft() -> Any:
            return eve.http.get(f"/api/tables/{code}/view?seat=1").json()["draft"]

        assert draft() is None
        server.kill()
        server.start()
        assert draft() is None, "nor is it on the disk"
        with Line(eve, code) as line:
            question = line.until("view", seat=1)["question"]
            own = {
                "type": "draft",
                "id": "e",
                "seat": 1,
                "question": question,
                "n": 1,
                "actions": [0, 2],
            }
            assert line.ask(**own)["type"] == "ack"
        assert draft()["actions"] == [0, 2]
