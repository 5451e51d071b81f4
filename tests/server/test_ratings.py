"""Ratings: which games count, how they move, and what others learn of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from harness import Server, wait_until

from dogfight.client import Client
from dogfight.server.people.ratings import rate, shown
from dogfight.server.storage.ledger import GameRow, Ledger, PlayerRow
from dogfight.server.storage.rating_rows import (
    MILLION,
    NEW,
    GameOutcome,
    Rating,
    RatingRows,
    places_of,
)
from dogfight.server.storage.store import Store

Come = Callable[..., Client]


@pytest.fixture
def come(server: Server) -> Iterator[Come]:
    """Lets a person in who wants a rating."""
    with ExitStack() as stack:

        def arrive(name: str, rated: bool = True, ranked: bool = False) -> Client:
            client = stack.enter_context(Client(server.url, name))
            if rated:
                ask(client, "POST", "/api/me/rating", {"rated": True, "ranked": ranked})
            return client

        yield arrive


def ask(client: Client, method: str, path: str, body: Any = None) -> Any:
    answer = client.http.request(method, path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def room(*people: Client, agreeing: int = 64) -> str:
    """A room in which everybody sits, and the first so many agree that its game counts."""
    host = people[0]
    seats = ["me"] + ["open"] * (len(people) - 1)
    made = host.create("toy", {"seats": len(people), "rounds": 9}, seats, room=True)
    code = made.table.code
    for number, person in enumerate(people):
        if number:
            person.sit(code, number)
        if number < agreeing:
            ask(person, "POST", f"/api/tables/{code}/rated", {"yes": True})
    return code


def begin(code: str, *people: Client) -> None:
    for person in people:
        person.ready(code)
    wait_until(lambda: people[0].table(code).status == "live")


def end(code: str, loser: Client, player: int = 0) -> None:
    loser.resign(code, player)
    wait_until(lambda: loser.table(code).status == "over")


def reason(client: Client, code: str) -> str:
    """Why a game does not count, once that is settled; empty where it does."""

    def settled() -> bool:
        return ask(client, "GET", f"/api/tables/{code}/rated")["reason"] is not None

    wait_until(settled)
    return str(ask(client, "GET", f"/api/tables/{code}/rated")["reason"])


def ratings(client: Client) -> list[Any]:
    return list(ask(client, "GET", "/api/me/profile")["ratings"])


# --- which games count -----------------------------------------------------------------------


def test_a_game_that_all_agreed_to_moves_both_and_is_on_the_curve(come: Come) -> None:
    ana, ben = come("Ana"), come("Ben")
    code = room(ana, ben)
    begin(code, ana, ben)
    end(code, ana)
    assert reason(ana, code) == ""
    (lost,), (won,) = ratings(ana), ratings(ben)
    assert lost["game"] == "toy" and lost["kind"] == "pair"
    assert lost["now"]["rating"] < 1000 < won["now"]["rating"] and won["now"]["provisional"]
    assert won["now"]["low"] < won["now"]["rating"] < won["now"]["high"]
    (point,) = won["curve"]
    assert (point["code"], point["place"]) == (code, 1)
    assert ask(ben, "GET", "/api/me/profile")["opponents"] == [{"name": "Ana", "games": 1}]


def test_nothing_moves_unless_all_agree(come: Come) -> None:
    ana, ben = come("Ana"), come("Ben")
    code = room(ana, ben, agreeing=1)
    begin(code, ana, ben)
    late = ben.http.post(f"/api/tables/{code}/rated", json={"yes": True})
    assert late.status_code == 409, "once it has begun that is settled"
    end(code, ana)
    assert reason(ana, code) == "not agreed" and ratings(ana) == ratings(ben) == []


def test_who_has_no_rating_cannot_agree(come: Come) -> None:
    ana, eve = come("Ana"), come("Eve", rated=False)
    code = room(ana, eve, agreeing=1)
    assert eve.http.post(f"/api/tables/{code}/rated", json={"yes": True}).status_code == 409


def test_playing_oneself_moves_nothing(come: Come) -> None:
    ana = come("Ana")
    made = ask(
        ana,
        "POST",
        "/api/tables",
        {"game": "toy", "options": {"rounds": 9}, "players": ["me", "me"], "rated": True},
    )
    code = made["table"]["code"]
    wait_until(lambda: ana.table(code).status == "live")
    end(code, ana)
    assert reason(ana, code) == "hot seat" and ratings(ana) == []


def test_leaving_keeps_no_result_from_counting(come: Come) -> None:
    """The seat is left, a friend takes it and loses: the result is that of who sat there first."""
    ana, ben, friend = come("Ana"), come("Ben"), come("Cleo")
    code = room(ana, ben)
    begin(code, ana, ben)
    ask(ben, "POST", f"/api/tables/{code}/leave", {"player": 1})
    invite = ana.invite(code, 1)
    friend.claim(code, invite.secret)
    end(code, friend, 1)
    assert reason(ana, code) == "" and ratings(friend) == []
    assert ratings(ben)[0]["now"]["rating"] < 1000 < ratings(ana)[0]["now"]["rating"]


def test_a_bot_that_stands_in_plays_on_the_account_of_the_person(come: Come) -> None:
    ana, ben = come("Ana"), come("Ben")
    code = room(ana, ben)
    begin(code, ana, ben)
    ask(ben, "POST", f"/api/tables/{code}/bot", {"player": 1, "bot": "random"})
    end(code, ana)
    assert reason(ana, code) == "" and ratings(ben)[0]["now"]["rating"] > 1000


def test_bots_stand_on_the_same_scale_and_hints_are_off(come: Come) -> None:
    ana = come("Ana", ranked=True)
    body = {"game": "toy", "options": {"rounds": 9}, "players": ["me", "bot:random"]}
    made = ask(ana, "POST", "/api/tables", {**body, "rated": True})
    code = made["table"]["code"]
    assert made["table"]["hints"] is False
    wait_until(lambda: ana.table(code).status == "live")
    end(code, ana)
    assert reason(ana, code) == "" and ratings(ana)[0]["now"]["rating"] < 1000


def test_a_free_for_all_is_a_kind_of_its_own(come: Come) -> None:
    people = [come(name) for name in ("Ana", "Ben", "Cleo")]
    code = room(*people)
    begin(code, *people)
    for player in (0, 1):
        people[player].resign(code, player)
    wait_until(lambda: people[0].table(code).status == "over")
    assert reason(people[0], code) == ""
    assert [ratings(person)[0]["kind"] for person in people] == ["free-for-all"] * 3
    assert ratings(people[2])[0]["now"]["rating"] > 1000


# --- what others learn -----------------------------------------------------------------------


def test_a_ladder_shows_only_who_chose_it_and_is_sure(come: Come, server: Server) -> None:
    ana, ben = come("Shown Ana", ranked=True), come("Hidden Ben")
    code = room(ana, ben)
    begin(code, ana, ben)
    end(code, ana)
    assert reason(ana, code) == ""
    text = ana.http.get("/api/games/toy/ladder").text
    assert "Shown Ana" not in text, "one game says too little"
    assert "Hidden Ben" not in text
    assert ana.http.get("/api/games/toy/ladder?kind=crew").json()["lines"] == []
    assert ana.http.get("/api/games/toy/ladder?kind=solo").status_code == 400


async def test_a_ladder_leaves_out_who_is_not_shown(store: Store, ledger: Ledger) -> None:
    rows = RatingRows(store)
    people = [await ledger.new_person(name, name.encode(), 1) for name in ("Ana", "Ben", "Cleo")]
    for person, choice in zip(people, ((True, True), (True, False), (False, False)), strict=True):
        await rows.choose(person.id, *choice)
    subjects = [*(f"p{person.id}" for person in people), "bhard"]

    def job() -> Any:
        for n, subject in enumerate(subjects):
            sql = "INSERT INTO rating VALUES (?, 'toy', 'pair', ?, ?, 9)"
            yield sql, (subject, (30 - n) * MILLION, 2 * MILLION)

    await store.write(job)
    ladder = await rows.ladder("toy", "pair", 5 * MILLION, 100)
    assert [(row.subject, row.name) for row in ladder] == [
        (f"p{people[0].id}", "Ana"),
        ("bhard", ""),
    ]
    assert await rows.ladder("toy", "pair", MILLION, 100) == []


# --- once, and in order ----------------------------------------------------------------------


async def finished(ledger: Ledger, code: str, at: int, *people: int) -> None:
    row = GameRow(code, "toy", "1", "0", {}, b"s", "p", None, 5, 0, False, True)
    row.status, row.changed = "over", at
    players = [PlayerRow(code, n, person) for n, person in enumerate(people)]
    await ledger.new_game(row, players, [])


async def test_a_game_is_rated_once_and_in_the_order_of_the_ends(
    store: Store, ledger: Ledger
) -> None:
    rows = RatingRows(store)
    ana, ben = [(await ledger.new_person(name, name.encode(), 1)).id for name in ("Ana", "Ben")]
    for code, at in (("LARK-3333", 30), ("LARK-2222", 50), ("LARK-4444", 10)):
        await finished(ledger, code, at, ana, ben)
        await rows.agree(code, ana, True)
        await rows.agree(code, ben, True)
    assert await rows.pending() == ["LARK-4444", "LARK-3333", "LARK-2222"]
    outcome = GameOutcome("toy", "pair", ((f"p{ana}",), (f"p{ben}",)), (1, 2))
    for code in await rows.pending():
        done = await asyncio.gather(*(rows.settle(code, 9, outcome, rate, 10) for _ in range(3)))
        assert sorted(done) == [False, False, True], "three nodes, one update"
    assert await rows.pending() == []
    assert (await rows.ratings_of(f"p{ana}"))["toy", "pair"].games == 3
    changes = await rows.changes_of(f"p{ana}", 10)
    assert [change.code for change in changes] == ["LARK-4444", "LARK-3333", "LARK-2222"]
    winner = loser = NEW
    for _ in range(3):
        (winner,), (loser,) = rate([[winner], [loser]], [1, 2])
    assert (changes[-1].mu, changes[-1].sigma) == (winner.mu, winner.sigma)


async def test_the_same_people_move_each_other_so_often_a_day(store: Store, ledger: Ledger) -> None:
    rows = RatingRows(store)
    ana, ben = [(await ledger.new_person(name, name.encode(), 1)).id for name in ("Ana", "Ben")]
    outcome = GameOutcome("toy", "pair", ((f"p{ana}",), (f"p{ben}",)), (1, 2))
    counted = []
    for n in range(4):
        code = f"LARK-{n + 2}{n + 2}{n + 2}{n + 2}"
        await finished(ledger, code, n, ana, ben)
        await rows.agree(code, ana, True)
        counted.append(await rows.settle(code, 1000 + n, outcome, rate, 3))
    assert counted == [True, True, True, False] and await rows.reason("LARK-5555") == "repeated"


def test_crew_mates_move_together_and_equal_scores_share_a_place() -> None:
    assert places_of({0: 2.0, 1: 5.0, 2: 2.0}) == {0: 2, 1: 1, 2: 2}
    (first, second), (third, fourth) = rate([[NEW, NEW], [NEW, NEW]], [1, 2])
    assert first == second and third == fourth and first.mu > NEW.mu > third.mu
    assert first.sigma < NEW.sigma
    assert shown(NEW).rating == 1000 and shown(Rating(25 * MILLION, MILLION)).provisional is False
