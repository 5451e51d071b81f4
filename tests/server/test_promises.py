"""Each promise of the table as one check, and beside it the bug it is there for.

A check passes on the server as it is and must fail on one with the bug planted (`pinned.py`).
"""

import contextlib
import random
import socket
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Server, play_first, wait_until
from misuse import NONSENSE, StoppedReader
from pilot import logged_ids, play
from toygame import NUMBERS
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from dogfight.client import Client, Refusal, new_id
from dogfight.server.messages import Play

LONG = {"rounds": 500}


def hot_seat(ana: Client, **options: Any) -> str:
    """A table where one person holds both seats."""
    return ana.create("toy", LONG | options, ["me", "me"]).table.code


def seated(server: Server, stack: contextlib.ExitStack) -> tuple[Client, Client, str, str]:
    """Two people at one table; its code and the invitation that was used."""
    ana, ben = (stack.enter_context(Client(server.url, name)) for name in ("Ana", "Ben"))
    made = ana.create("toy", LONG)
    ben.claim(made.table.code, made.invites[0].secret)
    return ana, ben, made.table.code, made.invites[0].secret


# --- commands --------------------------------------------------------------------------------


def acknowledged_means_stored(server: Server) -> None:
    """kill -9 right after an answer: the command is there exactly once, and play goes on from
    there.
    """
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            for n in range(2):
                assert line.ask(**play(f"c{n}", 0, n + 1, 1))["type"] == "ack"
            server.kill()
        assert logged_ids(server, code) == ["c0", "c1"]
        server.start()
        with Line(ana, code) as line:
            line.until("view", seat=1)
            assert line.ask(**play("c1", 0, 2, 1))["type"] == "ack", "sent again it is known"
            assert line.ask(**play("c2", 1, 1, 1))["type"] == "ack"
        assert logged_ids(server, code) == ["c0", "c1", "c2"]


def once_however_often_sent(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            for _ in range(3):
                line.send(**play("one", 0, 1, 1))
            assert [line.until("ack", "reject")["type"] for _ in range(3)] == ["ack"] * 3
        assert logged_ids(server, code) == ["one"]


def too_late_is_not_played(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            assert line.ask(**play("one", 0, 1, 1))["type"] == "ack"
            late = line.ask(**play("two", 0, 1, 0))
            assert late["type"] == "reject" and late["code"] == "question_closed"
        assert logged_ids(server, code) == ["one"]


def any_order_of_seals(server: Server) -> None:
    """Both seats decide on the first view they got; whichever line is faster, all four commands
    count.
    """
    for order in ([0, 1, 0, 1], [1, 1, 0, 0]):
        with Client(server.url, "Ana") as ana:
            code = hot_seat(ana)
            with Line(ana, code) as line:
                line.until("view", seat=1)
                question = [1, 1]
                for n, seat in enumerate(order):
                    assert line.ask(**play(f"c{n}", seat, question[seat], 1))["type"] == "ack"
                    question[seat] += 1


# --- drafts and clocks -----------------------------------------------------------------------


def draft(n: int, note: str) -> dict[str, Any]:
    return {"type": "draft", "id": f"d{n}", "seat": 0, "question": 1, "n": n, "note": note}


def kept_draft(ana: Client, code: str) -> str:
    result = ana.http.get(f"/api/tables/{code}/view?seat=0").json()["draft"]
    return str(result["note"]) if result else ""


def the_newest_draft_stays(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            for n in (1, 3, 2):
                line.ask(**draft(n, f"note {n}"))
        assert kept_draft(ana, code) == "note 3"


def a_draft_outlives_its_line(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            assert line.ask(**draft(1, "plan"))["type"] == "ack"
        wait_until(lambda: not any(player.online for player in ana.table(code).players))
        with Line(ana, code) as line:
            assert line.until("view", seat=0)["draft"]["note"] == "plan"


def a_draft_outlives_the_server(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            assert line.ask(**draft(1, "plan"))["type"] == "ack"
            server.kill()
        server.start()
        assert kept_draft(ana, code) == "plan"


def a_clock_outlives_the_server(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana, seconds=1)
        server.kill()
        server.start()
        time.sleep(server.settings["reconnect_seconds"])
        wait_until(lambda: ana.table(code).turn > 1 or len(logs(ana, code)) > 1, 4)


def logs(ana: Client, code: str) -> list[Any]:
    result: list[Any] = ana.http.get(f"/api/tables/{code}/view?seat=0").json()["log"]["events"]
    return result


def a_round_of_paws_waits_for_nobody(server: Server) -> None:
    """Dropped in the middle of a timed round with a plan on paper: the same clock, plan and
    bytes as before.
    """
    with contextlib.ExitStack() as stack:
        people = [stack.enter_context(Client(server.url, f"P{n}")) for n in range(4)]
        made = people[0].create("paws", {"players": 4, "timer": 20})
        code = made.table.code
        for invite in made.invites:
            people[invite.player].claim(code, invite.secret)
        lines = [stack.enter_context(Line(item, code)) for item in people]
        first = lines[0].until("view", seat=0)
        place = first["view"]["waiting"][0]
        first = lines[place].until("view", seat=place) if place else first
        action = first["view"]["legal"][0]["action"]
        assert lines[place].ask(**play("place", place, first["question"], action))["type"] == "ack"
        seat = (place + 2) % 4
        view = lines[seat].until("view", seat=seat)
        while seat not in view["view"]["waiting"]:
            view = lines[seat].until("view", seat=seat)
        assert view["deadline"] and view["clock"]
        plan = {
            "type": "draft",
            "id": "d",
            "seat": seat,
            "question": view["question"],
            "n": 1,
            "note": "plan",
        }
        assert (
            lines[seat].ask(**plan, actions=[view["view"]["legal"][0]["action"]])["type"] == "ack"
        )
        lines[seat].settle()
        before = [frame for frame in lines[seat].frames if '"type":"view"' in frame][-1]
        lines[seat].socket.close()
        wait_until(lambda: not people[0].table(code).players[seat].online)
        again = stack.enter_context(Line(people[seat], code))
        back = again.until("view", seat=seat)
        assert back["draft"]["note"] == "plan" and back["deadline"] == view["deadline"], (
            "no second more"
        )
        without_log = [text.split(',"log":{')[0] for text in (before, again.frames[-1])]
        assert without_log[0] == without_log[1], "and the same version of the same view"


# --- who may ---------------------------------------------------------------------------------


def only_the_holder_acts(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        ana, ben, code, _ = seated(server, stack)
        eve = stack.enter_context(Client(server.url, "Eve"))
        for person, seat in ((ben, 0), (ana, 1), (eve, 0)):
            with Line(person, code) as line:
                line.until("view")
                answer = line.ask(**play("steal", seat, 1, 1))
                assert answer["type"] == "reject" and answer["code"] == "not_your_seat"
        assert logged_ids(server, code) == []


def one_seat_for_one_invitation(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        ana, _, code, secret = seated(server, stack)
        eve = stack.enter_context(Client(server.url, "Eve"))
        try:
            eve.claim(code, secret)
        except Refusal as refusal:
            assert refusal.code == "invite_used"
        assert [player.name for player in ana.table(code).players] == ["Ana", "Ben"]


def an_ended_session_is_nobody(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        cookies = dict(ana.http.cookies)
        assert ana.http.request("DELETE", "/api/me").status_code == 200
        ana.http.cookies.update(cookies)
        assert ana.http.get("/api/me").status_code == 401
        with pytest.raises(ConnectionClosed) as closed, Line(ana, code) as line:
            line.until("view")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def an_ended_session_hangs_up(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            assert ana.http.request("DELETE", "/api/me").status_code == 200
            with pytest.raises(ConnectionClosed):
                line.ask(**play("ghost", 0, 1, 1))


def only_our_own_pages_call(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        cookies = "; ".join(f"{name}={value}" for name, value in ana.http.cookies.items())
        for origin in ("http://evil.example", "null", server.url + ".evil.example"):
            headers = {"origin": origin, "cookie": cookies}
            body = {"type": "play", "id": "csrf", "seat": 0, "question": 1, "action": 1}
            url = f"{server.url}/api/tables/{code}/command"
            assert httpx.post(url, json=body, headers=headers, trust_env=False).status_code == 403
            with pytest.raises(InvalidStatus):
                connect(
                    server.url.replace("http", "ws") + f"/ws/tables/{code}",
                    additional_headers=headers,
                    proxy=None,
                ).close()
        assert logged_ids(server, code) == []


def watchers_come_late(server: Server) -> None:
    """With a delay neither a watcher's socket, nor a newcomer's, nor HTTP tells what the players
    see already.
    """
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        code = hot_seat(ana)
        with Line(eve, code) as stands, Line(ana, code) as line:
            first = stands.until("view")
            line.until("view", seat=1)
            for seat, question in ((0, 1), (0, 2), (1, 1), (1, 2)):
                assert line.ask(**play(f"c{seat}{question}", seat, question, 1))["type"] == "ack"
            line.settle()
            assert any('"rolled"' in frame for frame in line.frames)
            stands.settle()
            with Line(eve, code) as newcomer:
                newcomer.settle()
                reported = [
                    *stands.frames,
                    *newcomer.frames,
                    eve.http.get(f"/api/tables/{code}/view").text,
                ]
            assert not any("has sealed" in item or '"rolled"' in item for item in reported)
            assert eve.http.get(f"/api/tables/{code}/view").json()["version"] == first["version"]


def a_secret_takes_as_long_as_any_other(server: Server) -> None:
    """How soon the other hears that a choice is sealed does not tell which.

    Low and high bids take turns in random order, so whatever else this machine does hits both
    alike: then one is as often the quicker as the other, however slow both are. A lead of few
    milliseconds cannot be found over a network.
    """
    dice = random.Random(7)
    waits: dict[int, list[float]] = {0: [], NUMBERS - 1: []}
    with contextlib.ExitStack() as stack:
        ana, ben, code, _ = seated(server, stack)
        hers, his = (stack.enter_context(item.join(code)) for item in (ana, ben))
        for _ in range(30):
            for secret in dice.sample(sorted(waits), 2):
                for table in (hers, his):
                    view = table.wait_for_turn()
                    assert view is not None
                    table.play(view.seat, 0)
                reported = len(his.views[1].log)
                bid = Play(new_id(), 0, hers.views[0].question, secret)
                began = time.perf_counter()
                hers.begin(bid)
                while len(his.views[1].log) == reported:
                    his.pump()
                waits[secret].append(time.perf_counter() - began)
                hers.send(bid)
                his.play(1, 1)
                while (led := hers.views[0].seen) is None or led.decision_kind != "choose":
                    hers.pump()
                hers.play(0, 0)
    low, high = waits.values()
    quicker = sum(a < b for a in low for b in high) / (len(low) * len(high))
    lead = abs(statistics.median(low) - statistics.median(high))
    assert 0.2 < quicker < 0.8 or lead < 0.005, (quicker, lead)


# --- bad and slow ----------------------------------------------------------------------------


def nonsense_is_refused(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = hot_seat(ana)
        with Line(ana, code) as line:
            line.until("view", seat=1)
            for text in NONSENSE:
                line.socket.send(text)
                assert line.until("reject")["type"] == "reject"
            assert line.ask(**play("still", 0, 1, 1))["type"] == "ack"
        with Line(ana, code) as line:
            line.until("view", seat=1)
            line.socket.send(b"\x00\xff")
            with pytest.raises(ConnectionClosed) as closed:
                line.rest(3.0)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1003


def large_frames_are_refused(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Line(ana, hot_seat(ana)) as line:
        line.until("view", seat=1)
        line.socket.send("x" * (16 * 1024 + 1))
        with pytest.raises(ConnectionClosed) as closed:
            line.ask(type="ping", id="p")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def dawdlers_are_hung_up_on(server: Server) -> None:
    port = int(server.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as half:
        half.sendall(b"GET / HTTP/1.1\r\nHos")
        half.settimeout(3.0)
        assert half.recv(1) == b"", "hung up within its half second, or the time runs out here"


def a_reader_who_takes_nothing_is_dropped(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        code = hot_seat(ana)
        with contextlib.closing(StoppedReader(server, eve, code)) as lazy:
            wait_until(lambda: ana.table(code).watchers == 1)
            lazy.chatter()
            with ana.join(code) as table:
                assert play_first(table, 5) == 5
            wait_until(lambda: ana.table(code).watchers == 0, 4)


def a_hanging_bot_plays_its_default(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["bot:hangs", "me"]).table.code
        wait_until(lambda: "bot_failed" in server.log(), 6)
        with ana.join(code) as table:
            table.wait_for_turn()
            table.play(1, 1)
            table.play(1, 1)
            wait_until(
                lambda: (
                    table.pump(0.2) is not None
                    and any(line.kind == "rolled" for line in table.views[1].log)
                )
            )


# --- the table of promises -------------------------------------------------------------------


@dataclass(frozen=True)
class Promise:
    check: Callable[[Server], None]
    bugs: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)


SLOW = {
    "send_seconds": 0.5,
    "socket_queue": 32,
    "commands_per_second": 1e9,
    "commands_burst": 10**9,
}
PROMISES = (
    Promise(acknowledged_means_stored, ("ack_before_commit",)),
    Promise(once_however_often_sent, ("ids_forgotten",)),
    Promise(too_late_is_not_played, ("phase_unchecked",)),
    Promise(any_order_of_seals, ("seals_close_phases",)),
    Promise(the_newest_draft_stays, ("last_draft_wins",)),
    Promise(a_draft_outlives_its_line, ("draft_of_the_line",)),
    Promise(a_draft_outlives_the_server, ("draft_in_memory",)),
    Promise(a_clock_outlives_the_server, ("clock_in_memory",)),
    Promise(a_round_of_paws_waits_for_nobody, ("clock_begins_anew", "draft_of_the_line")),
    Promise(only_the_holder_acts, ("seat_check_forgotten",)),
    Promise(one_seat_for_one_invitation, ("invitation_for_many",)),
    Promise(an_ended_session_is_nobody, ("session_never_ends",)),
    Promise(an_ended_session_hangs_up, ("session_ends_late",)),
    Promise(watchers_come_late, ("delay_for_some",), {"watch_delay": 600.0}),
    Promise(a_secret_takes_as_long_as_any_other, ("slow_secret",)),
    Promise(only_our_own_pages_call, ("any_origin",)),
    Promise(nonsense_is_refused, ("frames_unchecked",)),
    Promise(large_frames_are_refused, ("frames_of_any_size",)),
    Promise(dawdlers_are_hung_up_on, ("endless_patience",), {"header_seconds": 0.5}),
    Promise(a_reader_who_takes_nothing_is_dropped, ("readers_are_waited_for",), SLOW),
    Promise(a_hanging_bot_plays_its_default, ("bots_are_waited_for",), {"bot_seconds": 0.4}),
)
BUGS = [(promise, bug) for promise in PROMISES for bug in promise.bugs]


def attempt(promise: Promise, folder: Path, plant: str) -> None:
    server = Server(folder, plant=plant, **promise.settings)
    try:
        promise.check(server)
    finally:
        server.kill()


@pytest.mark.parametrize("promise", PROMISES, ids=lambda item: item.check.__name__)
def test_promise_is_kept(promise: Promise, tmp_path: Path) -> None:
    attempt(promise, tmp_path, "")


@pytest.mark.parametrize(
    ("promise", "bug"), BUGS, ids=[f"{item.check.__name__}-{bug}" for item, bug in BUGS]
)
def test_promise_check_finds_the_planted_bug(promise: Promise, bug: str, tmp_path: Path) -> None:
    try:
        attempt(promise, tmp_path, bug)
    except (
        AssertionError,
        pytest.fail.Exception,
        ConnectionClosed,
        OSError,
        KeyError,
        TypeError,
        Refusal,
    ):
        return
    pytest.fail(f"the check passes although {bug} is planted")
