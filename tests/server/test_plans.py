"""Whole moves over HTTP: for the holder of a seat, as long as the question is open."""

from __future__ import annotations

from typing import Any

from harness import Server

from dogfight.client import Client


def seen(person: Client, code: str, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = person.http.get(f"/api/tables/{code}/view?seat={seat}").json()
    return view


def test_the_holder_of_a_seat_is_told_its_whole_moves(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = ana.create("squadrons", {}, ["me", "me"]).table.code
        views = [seen(ana, code, seat) for seat in (0, 1)]
        asked = next(view for view in views if view["view"]["legal"])
        assert [view["plans"] for view in views] == [bool(view["view"]["legal"]) for view in views]
        body = {"seat": asked["seat"], "question": asked["question"]}
        path = f"/api/tables/{code}/plans"
        every = ana.http.post(path, json=body).json()
        assert {plan["piece"] for plan in every["plans"]} == {
            entry["acting_piece"] for entry in asked["view"]["legal"]
        }
        piece = every["plans"][0]["piece"]
        items = ana.http.post(path, json={**body, "piece": piece}).json()
        assert {plan["piece"] for plan in items["plans"]} == {piece}
        assert (
            ana.http.post(path, json={**body, "question": asked["question"] + 1}).status_code == 409
        )
        assert ben.http.post(path, json=body).status_code in (403, 404)
        other = 1 - asked["seat"]
        assert ana.http.post(path, json={"seat": other, "question": asked["question"]}).json() == {}


def test_a_game_without_whole_moves_says_so(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("goofspiel", {}, ["me", "me"]).table.code
        view = seen(ana, code, 0)
        assert view["plans"] is False
        body = {"seat": 0, "question": view["question"]}
        assert ana.http.post(f"/api/tables/{code}/plans", json=body).json() == {}
