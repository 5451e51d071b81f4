"""A finished game explains itself at the online table: luck and curve first, kept with it, never
before its end.
"""

import io
import json
import pickle
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Server, listen_until, serving

import dogfight
from dogfight.bots.random import RandomBot
from dogfight.client import Client
from dogfight.match.match import Match
from dogfight.processes.child import (
    DONE,
    FAILED,
    WorkerSpec,
    frame,
    read_frame,
    serve_requests,
)
from dogfight.server.jobs import AnalyseGame

PLAIN = {"content-type": "text/plain"}


def biplanes(seed: int = 3) -> str:
    table = Match(dogfight.load("biplanes"), seed=seed, players=("Ana", "Ben"))
    table.run([RandomBot(seed), RandomBot(seed + 1)])
    return table.record.to_text()


def brought(person: Client, text: str) -> str:
    answer = person.http.post("/api/records", content=text, headers=PLAIN, timeout=60)
    assert answer.status_code == 200, answer.text
    code: str = answer.json()["table"]["code"]
    return code


def explained(person: Client, code: str) -> list[dict[str, Any]]:
    """Every answer until the last word."""
    result = []
    while True:
        answer = person.http.get(f"/api/tables/{code}/analysis")
        assert answer.status_code == 200, answer.text
        result.append(answer.json())
        if result[-1]["state"] != "working":
            return result
        time.sleep(0.1)


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with serving(tmp_path, analysis_seconds=1.0) as running:
        yield running


def test_the_parts_arrive_and_add_up(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        answers = explained(ana, brought(ana, biplanes()))
    assert answers[0] == {"state": "working", "analysis": None}
    firsts = [answer["analysis"] for answer in answers[:-1] if answer["analysis"] is not None]
    assert all(not first["judged"] and first["parts"] for first in firsts)
    last = answers[-1]
    assert last["state"] == "done" and last["analysis"]["judged"]
    for split in last["analysis"]["splits"]:
        parts = sum(split[name] for name in ("luck", "guesses", "choices", "gifts", "unexplained"))
        assert split["start"] + parts == pytest.approx(split["result"])
    assert [seat["player"] for seat in last["analysis"]["seats"]] == ["Ana", "Ben"]


def test_analysis_is_cached_and_damaged_file_is_recomputed(tmp_path: Path) -> None:
    with serving(tmp_path, analysis_seconds=1.0) as server, Client(server.url, "Ana") as ana:
        code = brought(ana, biplanes())
        first = explained(ana, code)[-1]
        (kept,) = tmp_path.rglob("reviews/*.json")
        assert json.loads(kept.read_text()) == first["analysis"]
        assert explained(ana, code) == [first]
        kept.write_text("{")
        assert explained(ana, code)[-1]["state"] == "done"
        assert json.loads(kept.read_text())["judged"]


def test_nothing_is_explained_before_the_end(server: Server) -> None:
    """Hidden hands open only when the game is over."""
    with Client(server.url, "Ana") as ana:
        code = ana.create("biplanes", players=("me", "bot:random")).table.code
        answer = ana.http.get(f"/api/tables/{code}/analysis")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
        unfinished = Match(dogfight.load("biplanes"), seed=1, players=("Ana", "Ben"))
        unfinished.advance()
        answer = ana.http.get(f"/api/tables/{brought(ana, unfinished.record.to_text())}/analysis")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


def test_resigned_game_is_explained_up_to_its_last_move(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("biplanes", {"p1": "red", "p2": "blue"}, ["me", "me"]).table.code
        with ana.join(code) as table:
            for _ in range(6):
                listen_until(lambda: table.turn() is not None, table)
                view = table.turn()
                assert view is not None
                table.play(view.seat, view.legal[0].action)
        assert ana.http.post(f"/api/tables/{code}/resign", json={"player": 0}).status_code == 200
        last = explained(ana, code)[-1]
        assert (
            last["state"] == "done"
            and last["analysis"]["broken_off"]
            and last["analysis"]["winners"] == []
        )
        assert "resigned" in last["analysis"]["ended"]
        empty = ana.create("boots", {"battle": "orchard"}, ["me", "me"]).table.code
        assert ana.http.post(f"/api/tables/{empty}/resign", json={"player": 0}).status_code == 200
        answer = ana.http.get(f"/api/tables/{empty}/analysis")
        assert answer.status_code == 409 and "Only a game that was played" in answer.text


def test_analysis_fault_is_one_line_and_process_continues() -> None:
    handler = WorkerSpec("dogfight.server.job_worker:job_handler")
    request = frame(pickle.dumps(AnalyseGame(b"no record", 1.0, curve_only=True)))
    source = io.BytesIO(frame(msgspec.json.encode(handler)) + request + request)
    target = io.BytesIO()
    serve_requests(source, target)
    target.seek(0)
    ready, *replies = (read_frame(target) or b"" for _ in range(3))
    assert ready == DONE
    for reply in replies:
        assert reply.startswith(FAILED) and b"Error" in reply and b"\n" not in reply
