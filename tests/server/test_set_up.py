"""The recommended set-up at a table: one command, ordinary moves, stored and taken back like
them.
"""

from pathlib import Path
from typing import Any

from harness import Line, Server, listen_until

from dogfight.client import Client, Refusal


def moves(ana: Client, code: str) -> list[str]:
    """What has been placed so far, as the log tells it."""
    log = ana.http.get(f"/api/tables/{code}/view").json()["log"]["events"]
    return [event["text"] for event in log if "set up" in event["text"]]


def seen(ana: Client, code: str, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = ana.http.get(f"/api/tables/{code}/view?seat={seat}").json()
    return view


def test_set_up_command_places_all_and_is_undone_stepwise(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("boots", {"battle": "crossroads"}, ["me", "me"]).table.code
            with ana.join(code) as table:
                listen_until(lambda: table.turn() is not None, table)
                assert seen(ana, code, 1)["can_set_up"]
                assert not seen(ana, code, 0)["can_set_up"]
                table.set_up(1)
                assert len(moves(ana, code)) == 13
                table.take_back(1)
                assert len(moves(ana, code)) == 12
                table.set_up(1)
                table.set_up(0)
                assert len(moves(ana, code)) == 13 + 16
                assert not seen(ana, code, 0)["can_set_up"]
            server.kill()
            server.start()
            assert len(moves(ana, code)) == 13 + 16
            record = ana.http.get(f"/api/tables/{code}/view").json()["view"]
            assert record["prompt"]["rule"] == "CB-D2"
    finally:
        server.stop()


def test_the_same_command_counts_once_and_nothing_else_is_set_up(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("boots", {"battle": "orchard"}, ["me", "me"]).table.code
        with Line(ana, code) as line:
            question = line.until("view", seat=1)["question"]
            command = {"type": "set_up", "id": "one", "seat": 1, "question": question}
            assert line.ask(**command)["type"] == line.ask(**command)["type"] == "ack"
            assert len(moves(ana, code)) == 4
            wrong = [
                command | {"type": "take_back"},
                command | {"seat": 0},
                command | {"question": question + 1},
            ]
            for other in wrong:
                assert line.ask(**other)["code"] == "id_used", other
            late = line.ask(**command | {"id": "two"})
            assert (late["type"], late["code"]) == ("reject", "question_closed")
        with ana.join(code) as table:
            listen_until(lambda: table.turn() is not None, table)
            table.set_up(0)
            try:
                table.set_up(0)
            except Refusal as refusal:
                assert refusal.code == "illegal" and "nothing to set up" in str(refusal)
            else:
                raise AssertionError("a battle under way was set up")


def test_set_up_is_refused_without_support_and_to_strangers(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = ana.create("squadrons", {}, ["me", "me"]).table.code
        with Line(ana, code) as line:
            view = line.until("view", seat=0)
            message = {
                "type": "set_up",
                "id": "one",
                "seat": view["seat"],
                "question": view["question"],
            }
            assert line.ask(**message)["code"] == "illegal"
        with Line(ben, code) as line:
            assert line.ask(**message | {"id": "his"})["code"] == "not_your_seat"
