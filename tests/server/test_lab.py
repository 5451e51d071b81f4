"""The lab of a server: a question is answered beside it, kept, listed and forgotten; closed where others could ask."""

from pathlib import Path
from typing import Any

import pytest
from harness import Server, serving, wait_until

from dogfight.client import Client
from dogfight.server.lab_room import LabRoom
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, World

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
        found = look(ana, study)
        assert (found["state"], found["part"], found["game"], found["asks"]) == ("done", 1.0, "goofspiel", "cards=3")
        page = ana.http.get(f"/api/lab/{study}/report")
        assert page.headers["content-type"].startswith("text/html") and found["words"] in page.text.replace(
            "&#x27;", "'"
        )
    with serving(tmp_path) as server, Client(server.url, "Ben") as ben:
        listed = ben.http.get("/api/lab").json()
        assert listed["allowed"] and [one["id"] for one in listed["studies"]] == [study]
        assert ben.http.request("DELETE", f"/api/lab/{study}").status_code == 200
        assert ben.http.get("/api/lab").json()["studies"] == [] and look(ben, study)["code"] == "unknown"


def test_a_study_goes_on_after_the_server_was_away(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        study = ana.http.post("/api/lab", json={**QUESTION, "minutes": 0.1}).json()["id"]
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
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
def test_what_cannot_be_asked_is_refused_and_leaves_nothing(server: Server, change: dict[str, Any]) -> None:
    with Client(server.url, "Ana") as ana:
        before = ana.http.get("/api/lab").json()["studies"]
        answer = ana.http.post("/api/lab", json={**QUESTION, **change})
        assert answer.status_code == 409 and answer.json()["code"] == "bad_option", answer.text
        assert ana.http.get("/api/lab").json()["studies"] == before


async def test_the_lab_is_closed_where_other_machines_ask_unless_settings_open_it(tmp_path: Path) -> None:
    closed = LabRoom(Settings(host="0.0.0.0", data_dir=str(tmp_path)), World())
    assert not closed.all().allowed
    with pytest.raises(Refused, match="closed here"):
        closed.look("0" * 12)
    behind = Settings(origins=("https://table.example",), data_dir=str(tmp_path))
    assert not LabRoom(behind, World()).all().allowed, "behind a proxy others ask too"
    assert LabRoom(Settings(host="0.0.0.0", lab=True, data_dir=str(tmp_path)), World()).all().allowed
