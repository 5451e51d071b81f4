"""The lab of a server: a question is answered beside it, kept, listed and forgotten; closed
where others could ask.
"""

from pathlib import Path
from typing import Any

import pytest
from harness import Server, serving, wait_until
from starlette.requests import HTTPConnection

from dogfight.client import Client
from dogfight.server.lab_service import LabService
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, SystemSources

QUESTION = {
    "kind": "balance",
    "game": "goofspiel",
    "options": ["cards=3"],
    "bots": ["random", "easy"],
    "minutes": 0.02,
    "seed": 4,
}


def look(client: Client, study: str) -> Any:
    return client.http.get(f"/api/lab/{study}").json()


def test_a_question_is_answered_kept_and_forgotten(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        asked = ana.http.post("/api/lab", json=QUESTION)
        assert asked.status_code == 200, asked.text
        study = asked.json()["id"]
        early = ana.http.get(f"/api/lab/{study}/report")
        assert early.status_code in (200, 409)
        wait_until(lambda: look(ana, study)["state"] not in ("waiting", "running"), 120)
        result = look(ana, study)
        assert (result["state"], result["progress"], result["game"], result["query"]) == (
            "done",
            1.0,
            "goofspiel",
            "cards=3",
        )
        page = ana.http.get(f"/api/lab/{study}/report")
        assert page.headers["content-type"].startswith("text/html") and result[
            "summary"
        ] in page.text.replace("&#x27;", "'")
        cookies = dict(ana.http.cookies)
    with serving(tmp_path) as server, Client(server.url, "Ben") as ben:
        assert ben.http.get("/api/lab").json() == {"allowed": True, "studies": []}
        ben.http.cookies.clear()
        ben.http.cookies.update(cookies)
        listed = ben.http.get("/api/lab").json()
        assert listed["allowed"] and [item["id"] for item in listed["studies"]] == [study]
        assert ben.http.request("DELETE", f"/api/lab/{study}").status_code == 200
        assert (
            ben.http.get("/api/lab").json()["studies"] == []
            and look(ben, study)["code"] == "unknown"
        )


def test_a_study_is_only_for_the_person_who_began_it(tmp_path: Path) -> None:
    with (
        serving(tmp_path, lab=True) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        study = ana.http.post("/api/lab", json={**QUESTION, "minutes": 5.0}).json()["id"]
        assert [item["id"] for item in ana.http.get("/api/lab").json()["studies"]] == [study]
        assert ben.http.get("/api/lab").json()["studies"] == []
        for method, path in (("GET", ""), ("GET", "/report"), ("DELETE", "")):
            answer = ben.http.request(method, f"/api/lab/{study}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown"), (method, path)
        assert look(ana, study)["state"] in ("waiting", "running")
        assert ana.http.request("DELETE", f"/api/lab/{study}").status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For: 10.0.0.7",
        "X-Forwarded-Proto: https",
        "X-Forwarded-Host: a",
        "Forwarded: for=a",
        "Via: 1.1 a",
    ],
)
def test_the_lab_is_closed_behind_an_unnamed_proxy(server: Server, header: str) -> None:
    name, _, value = header.partition(": ")
    with Client(server.url, "Ana") as ana:
        assert ana.http.get("/api/lab").json()["allowed"]
        ana.http.headers[name] = value
        assert ana.http.get("/api/lab").json() == {"allowed": False, "studies": []}
        calls = (
            ("POST", "", QUESTION),
            ("GET", "/" + "0" * 12, None),
            ("DELETE", "/" + "0" * 12, None),
        )
        for method, path, body in calls:
            answer = ana.http.request(method, f"/api/lab{path}", json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_yours"), method


def test_a_study_goes_on_after_the_server_was_away(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        study = ana.http.post("/api/lab", json={**QUESTION, "minutes": 0.1}).json()["id"]
        cookies = dict(ana.http.cookies)
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        ana.http.cookies.clear()
        ana.http.cookies.update(cookies)
        wait_until(lambda: look(ana, study)["state"] == "done", 120)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"options": ["cards=99"]},
        {"kind": "sweep"},
        {"kind": "sweep", "swept": ["prizes=1..500000000"]},
        {"bots": ["random", "engine:path=/bin/true"]},
        {"bots": ["random", "search:time=9s"]},
    ],
)
def test_impossible_study_is_refused_and_not_listed(server: Server, change: dict[str, Any]) -> None:
    with Client(server.url, "Ana") as ana:
        before = ana.http.get("/api/lab").json()["studies"]
        answer = ana.http.post("/api/lab", json={**QUESTION, **change})
        assert answer.status_code == 409 and answer.json()["code"] == "bad_option", answer.text
        assert ana.http.get("/api/lab").json()["studies"] == before


def asking(host: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"host", host.encode())]})


def test_lab_is_closed_to_other_machines_unless_enabled(tmp_path: Path) -> None:
    here = asking("localhost:8000")
    closed = LabService(Settings(host="0.0.0.0", data_dir=str(tmp_path)), SystemSources())
    assert not closed.all(1, here).allowed
    with pytest.raises(Refused, match="closed here"):
        closed.check_open(here)
    behind = Settings(origins=("https://table.example",), data_dir=str(tmp_path))
    assert not LabService(behind, SystemSources()).all(1, here).allowed, (
        "behind a proxy others ask too"
    )
    assert (
        LabService(Settings(host="0.0.0.0", lab=True, data_dir=str(tmp_path)), SystemSources())
        .all(1, here)
        .allowed
    )
    local = LabService(Settings(data_dir=str(tmp_path)), SystemSources())
    assert local.is_open(here) and not local.is_open(asking("table.example"))
