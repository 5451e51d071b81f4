"""Every request has an id: it comes back with the answer, and stands in the lines of the log
that it led to.
"""

import json
import re
from pathlib import Path

from harness import Line, Server, play_first, serving, wait_until

from dogfight.client import Client


def lines_of(server: Server, event: str) -> list[dict[str, object]]:
    result = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    return [line for line in result if line["event"] == event]


def test_an_id_is_kept_or_made_and_stands_in_the_log(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        supplied = ana.http.post(
            "/api/tables", json={"game": "toy"}, headers={"x-request-id": "proxy-7.a"}
        )
        assert supplied.headers["x-request-id"] == "proxy-7.a"
        assert [line["request"] for line in lines_of(server, "table_created")] == ["proxy-7.a"]
        refused = ana.http.get("/api/tables/NONE-0000", headers={"x-request-id": "lost"})
        assert refused.status_code == 404 and refused.headers["x-request-id"] == "lost"
        made = [ana.http.get("/api/me").headers["x-request-id"] for _ in range(2)]
        assert made[0] != made[1] and all(re.fullmatch("[0-9a-f]{16}", item) for item in made)


def test_an_id_that_could_do_harm_in_a_log_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        for bad in ("x" * 65, 'a"b', "a b", "<i>"):
            answer = ana.http.get("/api/me", headers={"x-request-id": bad})
            assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
        assert "x" * 65 not in server.log()


def test_socket_actions_are_logged_with_handshake_id(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["me", "me"]).table.code
        with Line(ana, code) as line:
            assert line.socket.response is not None
            name = line.socket.response.headers["x-request-id"]
            with ana.join(code) as table:
                play_first(table)
            wait_until(lambda: bool(lines_of(server, "table_over")))
        request = lines_of(server, "table_over")[0]["request"]
        assert request != name and re.fullmatch("[0-9a-f]{16}", str(request)), (
            "that of the socket that made the move"
        )
