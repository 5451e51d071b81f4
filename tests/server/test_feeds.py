"""A private feed of the tables where it is a person's move."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import httpx
from harness import Server, wait_until
from icalendar import Calendar

from dogfight.client import Client

_ATOM = "{http://www.w3.org/2005/Atom}"


def made(client: Client) -> str:
    return str(client.http.post("/api/me/feed").json()["path"])


def read(server: Server, path: str) -> httpx.Response:
    """What a reader is answered, which has no cookie."""
    return httpx.get(server.url + path, trust_env=False)


def entries(server: Server, path: str) -> list[Any]:
    answer = read(server, path)
    assert answer.headers["content-type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content).findall(f"{_ATOM}entry")


def test_a_feed_lists_where_it_is_my_move_and_nothing_else(server: Server) -> None:
    with Client(server.url, "Ana & <Co>") as ana, Client(server.url, "Ben") as ben:
        path = made(ana)
        assert entries(server, path) == []
        table = ana.create("toy", {"rounds": 9}, ["me", "open"])
        code = table.table.code
        ben.claim(code, table.invites[0].secret)
        wait_until(lambda: len(entries(server, path)) == 1)
        (entry,) = entries(server, path)
        link = entry.find(f"{_ATOM}link")
        assert link is not None and link.get("href") == f"{server.url}/table/{code}"
        text = read(server, path).text
        assert "Ben" not in text and "card" not in text, "no more than game, code and turn"
        ana.resign(code, 0)
        wait_until(lambda: entries(server, path) == [])


def test_a_new_address_makes_the_old_one_worthless(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        old = made(ana)
        new = made(ana)
        assert read(server, old).status_code == 404 and read(server, new).status_code == 200
        assert ana.http.request("DELETE", "/api/me/feed").status_code == 200
        assert read(server, new).status_code == 404
        secret = new.rsplit("/", 1)[1]
        assert secret.encode() not in server.stored() and secret not in server.log()
        identity = ana.http.get("/api/me/identity").json()
        assert identity["feed_made"] is None and secret not in str(identity)


def test_a_feed_goes_with_its_person(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        path = made(ana)
        assert ana.http.post("/api/me/delete", json={"name": "Ana"}).status_code == 200
        assert read(server, path).status_code == 404


# --- the calendar ----------------------------------------------------------------------------


def events(server: Server, path: str) -> list[Any]:
    """The events of a calendar, by the library that programs read calendars with."""
    answer = read(server, path)
    assert answer.headers["content-type"].startswith("text/calendar")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_a_calendar_lists_when_clocks_end_mine_and_theirs(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        path = str(ana.http.post("/api/me/feed").json()["calendar"])
        made = ana.create("toy", {"rounds": 9}, ["me", "open"], time_limit_s=86400)
        code = made.table.code
        assert events(server, path) == []
        ben.claim(code, made.invites[0].secret)
        wait_until(lambda: len(events(server, path)) == 1)
        (line,) = ana.http.get("/api/tables").json()["tables"]
        assert line["to_move"] and line["deadline"] > line["changed"]
        (event,) = events(server, path)
        whose = "Your" if line["your_turn"] else "Their"
        assert event["summary"] == f"{whose} move in Toy is due"
        assert event["url"] == f"{server.url}/table/{code}" and event["uid"] == f"{code}@dogfight"
        assert int(event["dtstart"].dt.timestamp()) == line["deadline"] // 1000
        assert "Ben" not in read(server, path).text
        secret = path.split("/")[3]
        assert secret not in server.log() and secret.encode() not in server.stored()
        ana.resign(code, 0)
        wait_until(lambda: events(server, path) == [])
        ana.http.request("DELETE", "/api/me/feed")
        assert read(server, path).status_code == 404


def test_lists_for_strangers_have_neither_deadline_nor_player(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        seats = ["me", "bot:random"]
        made = ana.create("toy", {"rounds": 9}, seats, time_limit_s=86400, listed=True)
        code = made.table.code
        wait_until(lambda: ana.table(code).status == "live")
        lines = [
            line for line in eve.http.get("/api/live").json()["tables"] if line["code"] == code
        ]
        assert [(line.get("deadline"), line.get("to_move", [])) for line in lines] == [(None, [])]
