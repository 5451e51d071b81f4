"""Somebody to play: who looks for the same game meets at a table, once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import pytest
from databases import Postgres
from harness import Server, serving, set_clock, wait_until

import dogfight
from dogfight.client import Client
from dogfight.core.registry import load
from dogfight.server.people.groups import group_words, kind_of
from dogfight.server.people.pairing import estimated_wait
from dogfight.server.storage.ledger import GameRow, Ledger, PlayerRow
from dogfight.server.storage.pairing_rows import Laid, PairingRows
from dogfight.server.storage.postgres import PostgresStore
from dogfight.server.storage.store import Store

Come = Callable[..., Client]
SLOW = 86_400


@pytest.fixture
def come(server: Server) -> Iterator[Come]:
    with ExitStack() as stack:
        yield lambda name="Ana": stack.enter_context(Client(server.url, name))


def look(client: Client, game: str = "toy", group: int = 0, time_limit_s: int = 60) -> Any:
    body = {"game": game, "group": group, "time_limit_s": time_limit_s}
    answer = client.http.post("/api/pairing", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def state(client: Client) -> Any:
    return client.http.get("/api/pairing").json()


def stop(client: Client) -> None:
    assert client.http.request("DELETE", "/api/pairing").status_code == 200


# --- on a server -----------------------------------------------------------------------------


def test_two_who_look_for_the_same_meet_in_a_room(come: Come) -> None:
    ana, ben = come("Ana"), come("Ben")
    first = look(ana)
    assert first["state"] == "waiting" and first["looking"]["here"] == 1
    assert first["looking"]["needed"] == 2 and first["looking"]["code"] == ""
    second = look(ben)
    assert second["state"] == "paired" and state(ana)["state"] == "paired"
    code = second["looking"]["code"]
    assert state(ana)["looking"]["code"] == look(ana)["looking"]["code"] == code
    table = ana.table(code)
    assert sorted(player.name for player in table.players) == ["Ana", "Ben"]
    assert table.room is not None and table.time_limit_s == 60 and not table.open
    ana.ready(code)
    ben.ready(code)
    wait_until(lambda: ben.table(code).status == "live")
    stop(ana)
    assert state(ana)["state"] == "none"


def test_other_clocks_and_groups_do_not_meet(come: Come) -> None:
    ana, ben, cleo = come("Ana"), come("Ben"), come("Cleo")
    look(ana, "paws", 0, 300)
    assert look(ben, "paws", 0, 60)["state"] == look(cleo, "paws", 1, 300)["state"] == "waiting"
    pools = {(pool["group"], pool["time_limit_s"]) for pool in state(ana)["pools"]}
    assert {(0, 300), (0, 60), (1, 300)} <= pools
    for person in (ana, ben, cleo):
        stop(person)


@pytest.mark.parametrize("game", ["paws", "starfighters"])
def test_crews_and_free_for_alls_meet_in_groups_of_their_size(come: Come, game: str) -> None:
    size = {"paws": 4, "starfighters": 3}[game]
    people = [come(f"P{n}") for n in range(size + 1)]
    states = [look(person, game) for person in people[:size]]
    assert [item["state"] for item in states] == ["waiting"] * (size - 1) + ["paired"]
    table = people[0].table(states[-1]["looking"]["code"])
    assert sorted(player.name for player in table.players) == [f"P{n}" for n in range(size)]
    assert look(people[size], game)["state"] == "waiting", "who comes later waits for others"
    stop(people[size])


def test_who_stops_is_not_paired(come: Come) -> None:
    ana, ben = come("Ana"), come("Ben")
    look(ana, time_limit_s=300)
    stop(ana)
    assert look(ben, time_limit_s=300)["state"] == "waiting"
    stop(ben)


def test_a_slow_game_begins_without_anybody_there(come: Come) -> None:
    ana, ben = come("Ana"), come("Ben")
    look(ana, time_limit_s=SLOW)
    code = look(ben, time_limit_s=SLOW)["looking"]["code"]
    wait_until(lambda: ana.table(code).status == "live")


def test_the_games_list_says_which_groups_there_are(come: Come) -> None:
    games = {game["name"]: game for game in come().http.get("/api/games").json()["games"]}
    assert [group["about"] for group in games["paws"]["groups"]] == [
        "two crews of two",
        "two people",
        "four crews of two",
    ]
    assert games["starfighters"]["groups"][0] == {
        "players": 3,
        "about": "three, each for themselves",
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "nowhere"}, "unknown"),
        ({"game": "toy", "group": 9}, "unfit"),
        ({"game": "toy", "time_limit_s": 61}, "unfit"),
        ({"game": "toy", "options": {"seats": 64}}, "bad_request"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(come: Come, body: Any, code: str) -> None:
    answer = come().http.post("/api/pairing", json=body)
    assert answer.status_code >= 400 and answer.json()["code"] == code
    assert "expected" in answer.json()["error"] or code == "bad_request"


def test_who_has_too_many_tables_finishes_one_first(tmp_path: Path) -> None:
    with serving(tmp_path, open_tables=1) as server, Client(server.url, "Ana") as ana:
        ana.create("toy", {"rounds": 9}, ["me", "open"])
        answer = ana.http.post("/api/pairing", json={"game": "toy"})
        assert answer.status_code == 429 and answer.json()["code"] == "rate"


def test_a_page_that_falls_silent_is_not_paired(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    set_clock(clock, 0)
    with (
        serving(tmp_path, twin={"clock": str(clock)}) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        look(ana)
        set_clock(clock, 61)
        assert look(ben)["state"] == "waiting" and state(ana)["state"] == "none"
        assert look(ana)["state"] == "paired"


# --- estimates and words ---------------------------------------------------------------------


def test_an_estimate_counts_who_came_lately_and_says_nothing_of_few() -> None:
    minute, now = 60_000, 10**12
    assert estimated_wait([], 1, now) is None
    assert estimated_wait([now - minute, now - 2 * minute], 1, now) is None
    assert estimated_wait([now - minute * n for n in range(1, 7)], 1, now) == 600
    assert estimated_wait([now - minute * n for n in range(1, 7)], 3, now) == 1800
    assert estimated_wait([now - 120 * minute] * 4, 1, now) == 6 * 3600


def test_groups_have_kinds_and_words() -> None:
    for name in dogfight.names():
        game = load(name)
        for group in game.manifest.groups:
            seats = game.seats(game.options(group))
            assert (kind_of(seats) != "alone" and "people" in group_words(seats)) or (
                kind_of(seats) in ("crew", "free-for-all")
            )


# --- on a database, and on three nodes -------------------------------------------------------


def laid_as(code: str) -> Callable[[Sequence[int]], Laid]:
    """Lays a table of this code for whoever is paired."""

    def lay(people: Sequence[int]) -> Laid:
        row = GameRow(code, "toy", "1", "0", {}, b"s", "p", people[0], 5, 0, False, True)
        return Laid(row, [PlayerRow(code, n, person) for n, person in enumerate(people)], None)

    return lay


async def test_a_pairing_is_all_or_nothing(store: Store, ledger: Ledger) -> None:
    rows = PairingRows(store)
    people = [await ledger.new_person(f"P{n}", bytes([n]), 1) for n in range(5)]
    for n, person in enumerate(people):
        await rows.look(person.id, "toy/0/60", 100 + n, 1000)
    assert await rows.pair("toy/0/60", 2, 2000, laid_as("LARK-2222")) == "", "all fell silent"
    assert await rows.pair("toy/0/60", 6, 200, laid_as("LARK-2222")) == "", "too few"
    assert await rows.pair("toy/0/60", 2, 200, laid_as("LARK-2222")) == "LARK-2222"
    assert await rows.pair("toy/0/60", 2, 200, laid_as("LARK-2222")) == "", "the code is taken"
    assert await rows.pair("toy/0/60", 2, 200, laid_as("LARK-3333")) == "LARK-3333"
    tickets = [await rows.ticket(person.id) for person in people]
    codes = [ticket.code for ticket in tickets if ticket is not None]
    assert codes == ["LARK-2222"] * 2 + ["LARK-3333"] * 2 + [""], "who came first goes first"
    again = await rows.look(people[0].id, "toy/0/60", 300, 1300)
    assert again.code == "LARK-2222", "a table that was found stays found"
    later = await rows.look(people[0].id, "toy/0/300", 5000, 6000)
    assert (later.code, later.pool, later.since) == ("", "toy/0/300", 5000)


@pytest.fixture
async def nodes(postgres: Postgres) -> AsyncIterator[list[PostgresStore]]:
    """Three servers' hold on one database."""
    address = await postgres.new()
    async with AsyncExitStack() as stack:
        stores = []
        for _ in range(3):
            stores.append(await PostgresStore.open(address, shared=True))
            stack.push_async_callback(stores[-1].close)
        yield stores


async def test_three_nodes_pair_at_once_and_nobody_twice(nodes: list[PostgresStore]) -> None:
    ledger = Ledger(nodes[0])
    people = [await ledger.new_person(f"P{n}", bytes([n]), 1) for n in range(30)]
    rows = [PairingRows(node) for node in nodes]

    async def visit(n: int) -> None:
        """A person looks at one node, another node pairs, and some give up meanwhile."""
        here, there = rows[n % 3], rows[(n + 1) % 3]
        await here.look(people[n].id, "toy/0/60", 100 + n, 1000)
        await there.pair("toy/0/60", 3, 200, laid_as(f"LARK-{n:04}"))
        if n % 7 == 0:
            await here.stop(people[n].id)

    await asyncio.gather(*(visit(n) for n in range(len(people))))
    while await rows[0].pair("toy/0/60", 3, 200, laid_as(f"WREN-{await count(nodes[0])}")):
        pass
    seats = await nodes[1].read("SELECT person, code FROM player")
    assert max(Counter(person for person, _ in seats).values()) == 1, "nobody in two games"
    assert {*Counter(code for _, code in seats).values()} == {3}, "no table with a seat too many"
    tickets = await nodes[2].read("SELECT person, code FROM ticket")
    assert {ticket for ticket in tickets if ticket[1]} <= {*map(tuple, seats)}
    assert sum(not code for _, code in tickets) < 3, "nobody is forgotten"


async def count(store: Store) -> str:
    return str((await store.read("SELECT count(*) FROM game"))[0][0]).zfill(4)
