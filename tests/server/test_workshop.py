"""The workshop of a server: forms, checks and pictures, closed where others could ask, and never in
the way of those who play.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

import pytest
from harness import Server, asking, serving

from dogfight.client import Client
from dogfight.datafiles.files import built_in


def own(game: str, name: str) -> str:
    text: str = built_in(game).joinpath(name).read_text(encoding="utf-8")
    return text


def post(client: Client, word: str, **body: Any) -> Any:
    return client.http.post(f"/api/workshop/{word}", json=body, timeout=60)


def test_a_file_is_read_changed_written_checked_and_drawn(server: Server) -> None:
    text = own("squadrons", "board.toml")
    with Client(server.url, "Ana") as ana:
        assert ana.http.get("/api/workshop").json() == {"allowed": True}
        forms = ana.http.get("/api/workshop/schema/squadrons").json()
        assert [form["name"] for form in forms["forms"]] == ["board.toml"]
        assert forms["files"] == [{"name": "board.toml", "text": text}]
        values = post(ana, "read", text=text).json()["values"]
        values["start"]["G1"] = "a2 N"
        written = post(ana, "write", values=values, previous=text).json()["text"]
        assert written == text.replace('G1 = "a1 N"', 'G1 = "a2 N"')
        checked = post(ana, "check", game="squadrons", files={"board.toml": written})
        assert checked.json() == {"findings": []}
        broken = written.replace("a2 N", "b1 N")
        (finding,) = post(ana, "check", game="squadrons", files={"board.toml": broken}).json()[
            "findings"
        ]
        assert (finding["place"], finding["rule"]) == (["start", "G2"], "SQ-1.9")
        assert finding["line"] == broken.split("\n").index('G2 = "b1 N"') + 1
        drawn = post(ana, "picture", game="squadrons", files={"board.toml": written})
        assert drawn.json()["svg"].startswith("<svg")
        refused = post(ana, "picture", game="squadrons", files={"board.toml": broken})
        assert (refused.status_code, refused.json()["rule"]) == (409, "SQ-1.9")
        assert str(server.folder) not in refused.text and "/tmp" not in refused.text


@pytest.mark.parametrize(
    ("word", "body", "status"),
    [
        ("check", {"game": "nowhere", "files": {}}, 409),
        ("check", {"game": "squadrons", "files": {"../x.toml": ""}}, 409),
        ("check", {"game": "squadrons", "files": {"board.toml": 7}}, 400),
        ("check", {"game": "squadrons", "files": {}, "more": 1}, 400),
        ("check", {"game": "squadrons", "files": {"board.toml": "x" * 300_000}}, 409),
        ("read", {"text": "x" * 1_100_000}, 413),
        ("read", {"text": "#" * 300_000}, 409),
        ("read", {"text": "a = " + "[" * 9000}, 409),
        ("read", {"text": "a = 2026-01-01"}, 409),
        ("write", {"values": {"a": None}}, 409),
        ("write", {"values": {"a": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}}, 409),
        ("ask", {"game": "boots", "files": {}, "question": "__import__"}, 409),
    ],
    ids=lambda value: str(value)[:30],
)
def test_hostile_requests_get_one_clear_line(
    server: Server, word: str, body: dict[str, Any], status: int
) -> None:
    with Client(server.url, "Eve") as eve:
        answer = post(eve, word, **body)
        assert answer.status_code == status, answer.text
        assert 0 < len(answer.json()["error"]) < 1000 and "Traceback" not in answer.text


def test_a_file_that_takes_long_to_read_stalls_nobody(tmp_path: Path) -> None:
    slow = "\n".join(f"[a.{'.'.join('b' * 40)}.k{n}]" for n in range(2300))
    with serving(tmp_path, job_seconds=1.0) as server, Client(server.url, "Eve") as eve:
        with asking(server) as waits:
            time.sleep(0.2)
            waits.clear()
            began = time.monotonic()
            answer = post(eve, "write", values={"a": 1}, previous=slow)
            assert time.monotonic() - began < 10
        assert answer.status_code in (200, 409, 413), answer.text
        assert statistics.median(waits) < 0.05 and max(waits) < 1.0
        assert post(eve, "read", text="a = 1").json() == {"values": {"a": 1}}


def test_the_workshop_is_closed_where_others_could_ask(tmp_path: Path) -> None:
    with (
        serving(tmp_path, origins=["https://table.example"]) as server,
        Client(server.url, "Ana") as ana,
    ):
        assert ana.http.get("/api/workshop").json() == {"allowed": False}
        assert ana.http.get("/api/workshop/schema/squadrons").status_code == 403
        assert post(ana, "read", text="a = 1").json()["code"] == "not_yours"
    (tmp_path / "open").mkdir()
    with (
        serving(tmp_path / "open", origins=["https://table.example"], workshop=True) as server,
        Client(server.url, "Ana") as ana,
    ):
        assert post(ana, "read", text="a = 1").json() == {"values": {"a": 1}}
