"""A server on PostgreSQL: played, killed, moved there and back; what is wrong with its address
is said in a line.
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import harness
import pytest
from databases import PASSWORD, Postgres
from harness import Server, command, play_first, serving, wait_until
from pilot import Pilot, lays

import dogfight
from dogfight.client import Client
from dogfight.core.errors import DogfightError
from dogfight.server.settings import Settings
from dogfight.server.storage.opening import open_store
from dogfight.server.storage.postgres import PostgresStore
from dogfight.server.storage.sqlite import FILE
from dogfight.server.storage.store import Steps, StorageFailed

GAMES = ("biplanes", "boots", "paws", "squadrons", "starfighters")
WITHIN, HEALTH_WITHIN = 8.0, 3.0
"""What a busy machine may take for an answer that is promised in five seconds, and in one."""
KILLS = 40 if os.environ.get("DOGFIGHT_SOAK") else 4


@pytest.fixture
def database(postgres: Postgres) -> str:
    return asyncio.run(postgres.new())


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that may be killed, as safe as one that is served from: it waits for the
    disk.
    """
    postgres = Postgres("fsync=on")
    yield postgres
    postgres.close()


def logged(postgres: Postgres, address: str) -> list[str]:
    """The ids of all commands, each as often as it is there."""
    rows = postgres.ask(
        address, "SELECT command_id FROM dogfight.entry WHERE command_id IS NOT NULL"
    )
    return [str(row[0]).split("/")[1] for row in rows]


def in_order(address: str) -> str:
    done = command("audit", "--database", address, "--plugin", "toy")
    assert done.returncode == 0 and PASSWORD not in done.stdout, done.stderr
    return done.stdout


def test_games_of_every_kind_are_played_and_kept(
    postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with serving(tmp_path, database=database) as server, Client(server.url, "Ana") as ana:
        questions: dict[str, dict[int, int]] = {}
        for game in GAMES:
            players = len(
                {item.player for item in dogfight.load(game).seats(dogfight.load(game).options())}
            )
            code = ana.create(game, {}, ["me"] * players).table.code
            with ana.join(code) as table:
                table.say(game)
                assert play_first(table, 8) == 8
                table.wait_for_turn()
                questions[code] = {seat: view.question for seat, view in table.views.items()}
        server.kill()
        server.start()
        for game, (code, before) in zip(GAMES, questions.items(), strict=True):
            with ana.join(code) as table:
                table.wait_for_turn()
                wait_until(
                    lambda t=table, b=before: (
                        t.pump(0.05) or {seat: t.views[seat].question for seat in b} == b
                    )
                )
                assert [line.text for line in table.chat] == [game]
                assert play_first(table, 2) == 2
        assert {item.code for item in ana.tables()} == {*questions}
        assert not server.data.exists(), "nothing is kept anywhere else"
    assert "5 games" in in_order(database)


def test_acknowledged_moves_survive_server_and_database_kills(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    """If the database dies in the middle of a commit nobody knows what is in it; whoever asks
    again finds out.
    """
    database = asyncio.run(own_postgres.new())
    server = Server(tmp_path, database=database)
    pilots = [
        Pilot(server.url),
        Pilot(server.url),
        Pilot(server.url, lays("starfighters"), game="starfighters"),
    ]
    for item in pilots:
        item.start()
    try:
        for n in range(KILLS):
            count = sum(len(item.acked) for item in pilots)
            wait_until(lambda count=count: sum(len(item.acked) for item in pilots) > count + 20, 30)
            victim = server if n % 2 else own_postgres
            victim.kill()
            threading.Event().wait(0.2)
            victim.start()
        count = sum(len(item.acked) for item in pilots)
        wait_until(lambda: sum(len(item.acked) for item in pilots) > count + 20, 30)
    finally:
        for item in pilots:
            item.stopped.set()
        for item in pilots:
            item.join(30)
        server.stop()
    assert all(item.acked for item in pilots), "Starfighters is among the games that were killed"
    result = logged(own_postgres, database)
    acked = [item for pilot in pilots for item in pilot.acked]
    assert len(result) == len(set(result)) and set(acked) <= set(result)
    in_order(database)


def test_missing_database_refuses_commands_and_fails_health(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    database = asyncio.run(own_postgres.new())
    server = Server(tmp_path, database=database)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
            own_postgres.kill()
            wait_until(lambda: ana.http.get("/healthz").status_code == 503, 10)
            answer = ana.http.get("/healthz")
            assert "cannot be read" in answer.json()["problem"]
            assert PASSWORD not in answer.text and str(own_postgres.port) not in answer.text
            assert ana.http.get(f"/api/tables/{code}").status_code == 503
            own_postgres.start()
            wait_until(lambda: ana.http.get("/healthz").status_code == 200, 10)
            with ana.join(code) as table:
                assert play_first(table, 4) == 4
    finally:
        server.stop()
    assert PASSWORD not in server.log()


def test_a_database_that_stands_still_is_waited_for_seconds_only(
    own_postgres: Postgres, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """It takes connections and answers nothing: health says so at once, and requests and
    commands fail soon.
    """
    database = asyncio.run(own_postgres.new())
    server = Server(tmp_path, database=database)
    try:
        with Client(server.url, "Ana") as ana, ThreadPoolExecutor(12) as pool:
            code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
            quiet = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code

            def timed(name: str, method: str, path: str, limit: float, **more: Any) -> int:
                began = time.monotonic()
                answer = ana.http.request(method, path, timeout=limit, **more)
                record_property(name, time.monotonic() - began)
                return answer.status_code

            def play(n: int) -> int:
                body = {"type": "play", "id": f"c{n}", "seat": 0, "question": 1, "action": 1}
                return timed(
                    f"command {n}", "POST", f"/api/tables/{code}/command", WITHIN, json=body
                )

            with own_postgres.standing_still():
                waiting = [pool.submit(play, n) for n in range(4)]
                waiting += [
                    pool.submit(timed, "list", "GET", "/api/tables", WITHIN) for _ in range(4)
                ]
                waiting.append(pool.submit(timed, "table", "GET", f"/api/tables/{quiet}", WITHIN))
                assert timed("health", "GET", "/healthz", HEALTH_WITHIN) == 503
                assert [item.result() for item in waiting] == [503] * 9
                assert timed("health later", "GET", "/healthz", HEALTH_WITHIN) == 503
                assert timed("list later", "GET", "/api/tables", HEALTH_WITHIN) == 503, (
                    "nobody waits in vain again"
                )
                assert timed("games", "GET", "/api/games", HEALTH_WITHIN) == 200, (
                    "what needs no database"
                )
            wait_until(lambda: ana.http.get("/healthz").status_code == 200, 20)
            kept = logged(own_postgres, database)
            assert len(kept) == len(set(kept)), (
                "what nobody waited for any more is there once or not at all"
            )
            with ana.join(code) as table:
                assert play_first(table, 4) == 4
    finally:
        server.stop()
    in_order(database)


def test_replaced_server_stops_writing(postgres: Postgres, database: str, tmp_path: Path) -> None:
    """Its connection is cut; another server takes the database; the first one must not go on as
    if nothing had been.
    """
    with serving(tmp_path, database=database) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        entries = len(logged(postgres, database))
        postgres.ask(database, "UPDATE dogfight.meta SET epoch = epoch + 1")
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
            " 'dogfight'"
        )
        postgres.ask(database, cut)
        body = {"type": "play", "id": "a", "seat": 0, "question": 1, "action": 1}
        answers = [
            ana.http.post(f"/api/tables/{code}/command", json=body).status_code for _ in range(3)
        ]
        assert answers[-1] == 503 and 200 not in answers
        assert len(logged(postgres, database)) == entries
        assert "not stored" in ana.http.get("/healthz").json()["problem"]


# --- copies ----------------------------------------------------------------------------------


def test_backup_under_load_and_restore_into_either_kind(
    postgres: Postgres, database: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    with serving(tmp_path, database=database) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 300}, ["me", "bot:random"]).table.code
        ana.create("toy", {"rounds": 300, "seats": 4}, ["bot:random"] * 4)
        with ana.join(code) as table:
            play_first(table, 5)
            done = command("backup", str(copy), "--database", database, "--plugin", "toy")
            assert done.returncode == 0 and "2 games" in done.stdout, done.stderr
        busy = command("restore", str(copy), "--database", database, "--force", "--plugin", "toy")
        assert busy.returncode == 2 and "another server" in busy.stderr
    refused = command("restore", str(copy), "--database", database, "--plugin", "toy")
    assert refused.returncode == 2 and "--force" in refused.stderr
    entries = int(done.stdout.split(" entries")[0].split()[-1])
    for where in (("--database", database, "--force"), ("--data-dir", str(tmp_path / "restored"))):
        restored = command("restore", str(copy), *where, "--plugin", "toy")
        assert restored.returncode == 0, restored.stderr
    assert f"2 games, {entries} entries" in in_order(database)
    with serving(tmp_path, database=database) as server, Client(server.url, "Ben") as ben:
        ben.http.cookies.clear()
        ben.http.cookies.update(ana.http.cookies)
        with ben.join(code) as table:
            assert play_first(table, 3) == 3


def test_a_database_moves_to_postgresql_and_back(
    postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 60}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table, 10)
        running = command("migrate", str(server.data), database, "--plugin", "toy")
        assert running.returncode == 2 and "another server" in running.stderr
    there = command("migrate", str(server.data), database, "--plugin", "toy")
    assert there.returncode == 0 and there.stdout.count("1 games, 11 entries") == 2, there.stderr
    again = command("migrate", str(server.data), database, "--plugin", "toy")
    assert again.returncode == 2 and "expected an empty database" in again.stderr
    with serving(tmp_path, database=database) as moved, Client(moved.url, "Ben") as ben:
        ben.http.cookies.clear()
        ben.http.cookies.update(ana.http.cookies)
        with ben.join(code) as table:
            assert play_first(table, 5) == 5
    back = command("migrate", database, str(tmp_path / "back"), "--plugin", "toy")
    assert back.returncode == 0 and back.stdout.count("1 games, 16 entries") == 2, back.stderr
    assert PASSWORD not in back.stdout + there.stdout
    audited = command("audit", "--data-dir", str(tmp_path / "back"), "--plugin", "toy")
    assert "1 games, 16 entries" in audited.stdout and audited.returncode == 0


def test_damage_is_named_and_everything_is_copied(
    postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with serving(tmp_path, database=database) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 60}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table, 3)
    postgres.ask(
        database,
        "UPDATE dogfight.entry SET body = replace(body, '\"seat\":0', '\"seat\":1') WHERE seq = 2",
    )
    audited = command("audit", "--database", database, "--plugin", "toy")
    assert audited.returncode == 1 and "entry 2 of the log is damaged" in audited.stderr
    moved = command("migrate", database, str(tmp_path / "copy"), "--plugin", "toy")
    assert moved.returncode == 1 and f"damaged tables: {code};" in moved.stderr, moved.stderr
    assert moved.stdout.count("1 games, 4 entries") == 2 and (tmp_path / "copy" / FILE).exists()


# --- bad input -------------------------------------------------------------------------------


def refused(*words: str, **more: str) -> str:
    """The one line a command ends with; it tells no password."""
    line = harness.refused(*words, **more)
    assert PASSWORD not in line and "wrong-word" not in line
    return line


async def test_bad_database_address_is_explained(postgres: Postgres) -> None:
    wrong = {
        "postgresql://postgres@127.0.0.1:1/x": "expected a PostgreSQL server there",
        postgres.address("nothing"): "expected a database that exists",
        postgres.address("postgres", "wrong-word"): "expected a name and password",
        "mysql://root:wrong-word@localhost/x": "expected postgresql://",
        "postgresql://u:wrong-word@127.0.0.1:port/x": "expected postgresql://USER",
        "postgresql://u:wrong-word#1@127.0.0.1/x": "expected postgresql://USER",
        "some/folder": "expected a database like postgresql://",
        "host=db user=u password=wrong-word": "expected a database like postgresql://",
    }
    for address, words in wrong.items():
        with pytest.raises(DogfightError, match=words) as raised:
            await open_store(Settings(database=address))
        assert (
            "wrong-word" not in raised.value.message and len(raised.value.message.splitlines()) == 1
        )


def test_a_wrong_address_is_one_line_and_nothing_is_written(
    postgres: Postgres, database: str, tmp_path: Path
) -> None:
    """Not even where the database is there and empty, but was to be read from."""
    serve, copy = ("serve", "--no-browser", "--port", "0"), tmp_path / "copy"
    wrong = postgres.address("nothing", "wrong-word")
    assert "expected a name and password" in refused(*serve, "--database", wrong)
    assert "expected a name and password" in refused(*serve, DOGFIGHT_DATABASE=wrong)
    assert "got both" in refused("audit", "--database", database, "--data-dir", str(tmp_path))
    assert "expected a database of this server" in refused(
        "backup", str(copy), "--database", database
    )
    assert "expected a database of this server" in refused("migrate", database, str(copy))
    assert "expected a database of this server" in refused("migrate", str(copy), database)
    assert (
        postgres.ask(database, "SELECT nspname FROM pg_namespace WHERE nspname = 'dogfight'") == []
    )
    assert list(tmp_path.iterdir()) == []


def test_a_schema_that_is_not_ours_is_left_alone(postgres: Postgres, database: str) -> None:
    postgres.ask(database, "CREATE SCHEMA dogfight")
    postgres.ask(database, "CREATE TABLE dogfight.kennel (dog TEXT)")
    words = refused("serve", "--no-browser", "--port", "0", "--database", database)
    assert "it is something else" in words
    assert len(postgres.ask(database, "SELECT 1 FROM pg_tables WHERE schemaname = 'dogfight'")) == 1


def test_second_server_on_database_is_refused(
    postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with serving(tmp_path, database=database):
        words = refused("serve", "--no-browser", "--port", "0", "--database", database)
        assert "another server is using this database" in words


def two_people() -> Steps[None]:
    for name in ("Ana", "Ben"):
        yield "INSERT INTO person (name, created) VALUES (?, ?)", (name, 1)


def people() -> Steps[int]:
    rows = yield "SELECT count(*) FROM person", ()
    return int(str(rows[0][0]))


async def test_cancelled_query_leaves_no_open_transaction(postgres: Postgres) -> None:
    """Those who had the connection next would go on in it: they would see what was then, or
    store half of something.
    """
    store = await PostgresStore.open(await postgres.new(), shared=True)
    try:
        before = await store.read_transaction(people)
        for turns in range(30):
            for given_up in (store.read_transaction(people), store.write_apart(two_people, 5.0)):
                task = asyncio.ensure_future(given_up)
                for _ in range(turns):
                    await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            await store.write_apart(two_people, 5.0)
            there = await store.read_transaction(people)
            assert there - before in (2, 4), "one pair, and the other whole or not at all"
            before = there
    finally:
        await store.close()


async def test_a_query_that_outlives_its_store_leaves_no_connection(postgres: Postgres) -> None:
    """A server that ends does not wait for what is read in the background."""
    store = await PostgresStore.open(await postgres.new(), shared=True)
    connections: list[Any] = []

    async def read() -> None:
        async with store._reading() as connection:
            connections.append(connection)
            await connection.fetch("SELECT pg_sleep(0.5)")

    tasks = [asyncio.ensure_future(read()) for _ in range(2)]
    while len(connections) < len(tasks):
        await asyncio.sleep(0.01)
    await store.close()
    await asyncio.gather(*tasks)
    assert all(connection.is_closed() for connection in connections)
    with pytest.raises(StorageFailed, match="it is closed"):
        await store.read_transaction(people)
    with pytest.raises(StorageFailed, match="it is closed"):
        await store.write_apart(two_people, 5.0)
