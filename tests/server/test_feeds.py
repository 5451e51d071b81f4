"""A private feed of the tables where it is a person's move."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import httpx
from harness import Server, wait_until

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
