"""Bad input for nodes: one clear line, status 2, no password in it, and nothing written."""

import asyncio
from pathlib import Path
from typing import Any

import databases
import pytest
from cluster_parts import PASSWORD, Cluster, Redis, free_port
from databases import Postgres
from harness import refused

from dogfight.core.errors import DogfightError
from dogfight.server.nodes.joining import join
from dogfight.server.settings import Settings

SERVE = ("serve", "--no-browser", "--port", "0")


async def test_bad_bus_address_is_reported_and_nothing_is_written(
    postgres: Postgres, redis: Redis, database: str, cluster: Cluster
) -> None:
    node = cluster.urls[0].removeprefix("http://")
    wrong = {
        f"redis://127.0.0.1:{free_port()}": "expected a Redis or Valkey server there",
        f"redis://127.0.0.1:{postgres.port}": "expected a Redis or Valkey server there",
        f"redis://{node}": "expected a Redis or Valkey server there",
        f"redis://:wrong-word@127.0.0.1:{redis.port}": (
            "expected a name and password that the bus knows"
        ),
        f"redis://127.0.0.1:{redis.port}": "expected a name and password that the bus knows",
        "redis://u:wrong-word@127.0.0.1:port": "expected redis://USER:PASSWORD@HOST:PORT",
        "amqp://u:wrong-word@127.0.0.1": "expected a bus like redis://HOST:PORT",
        "127.0.0.1:6379": "expected a bus like redis://HOST:PORT",
    }
    for bus, words in wrong.items():
        with pytest.raises(DogfightError) as raised:
            await join(Settings(database=database, bus=bus))
        line = raised.value.message
        assert words in line and "wrong-word" not in line and PASSWORD not in line, line
        assert len(line.splitlines()) == 1


def refused_with_nothing_written(folder: Path, postgres: Postgres, database: str, bus: str) -> str:
    """The one line with which a whole process ends that was to serve there; all is as it was
    before.
    """
    before = _everything(postgres)
    line = refused(
        *SERVE, cwd=folder, DOGFIGHT_DATABASE=database, **({"DOGFIGHT_BUS": bus} if bus else {})
    )
    assert _everything(postgres) == before and list(folder.iterdir()) == []
    assert not any(item in line for item in ("wrong-word", PASSWORD, databases.PASSWORD)), line
    return line


def _everything(postgres: Postgres) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all databases, but for the leases that running nodes renew."""
    names = [
        row[0]
        for row in postgres.ask(postgres.address("postgres"), "SELECT datname FROM pg_database")
    ]
    result: dict[str, list[tuple[Any, ...]]] = {}
    for name in set(names) - {"template0", "template1"}:
        tables = (
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog',"
            " 'information_schema')"
        )
        for schema, table in postgres.ask(postgres.address(name), tables):
            what = "id, protocol, release" if table == "node" else "*"
            rows = postgres.ask(postgres.address(name), f"SELECT {what} FROM {schema}.{table}")
            result[f"{name}.{schema}.{table}"] = sorted(map(tuple, rows), key=repr)
    return result


@pytest.mark.parametrize(
    ("database", "bus", "words"),
    [
        ("postgresql://u:wrong-word@127.0.0.1:1/x", "{bus}", "expected a PostgreSQL server there"),
        (
            "postgresql://u:wrong-word@127.0.0.1:{redis}/x",
            "{bus}",
            "expected a PostgreSQL server there",
        ),
        (
            "postgresql://postgres:wrong-word@127.0.0.1:{postgres}/postgres",
            "{bus}",
            "expected a name and password",
        ),
        ("{database}nowhere", "{bus}", "expected a database that exists"),
        (
            "{database}",
            "redis://u:wrong-word@127.0.0.1:1",
            "expected a Redis or Valkey server there",
        ),
        ("{database}", "redis://127.0.0.1:{postgres}", "expected a Redis or Valkey server there"),
        ("{database}", "redis://127.0.0.1:{node}", "expected a Redis or Valkey server there"),
        (
            "{database}",
            "redis://:wrong-word@127.0.0.1:{redis}",
            "expected a name and password that the bus knows",
        ),
        ("", "{bus}", "expected a database that several nodes can share"),
    ],
    ids=[
        "nobody at the database's address",
        "a database that is no PostgreSQL",
        "the database's password",
        "the database's name",
        "nobody at the bus's address",
        "PostgreSQL for a bus",
        "a web server for a bus",
        "the bus's password",
        "a bus and no database",
    ],
)
def test_a_wrong_address_ends_a_node_with_one_line(
    tmp_path: Path,
    postgres: Postgres,
    cluster: Cluster,
    redis: Redis,
    database: str,
    bus: str,
    words: str,
) -> None:
    parts = {
        "bus": redis.address,
        "redis": redis.port,
        "postgres": postgres.port,
        "node": cluster.ports[0],
    }
    parts["database"] = asyncio.run(postgres.new())
    where = [item.format(**parts) for item in (database, bus)]
    assert words in refused_with_nothing_written(tmp_path, postgres, where[0], where[1])


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("CREATE SCHEMA dogfight; CREATE TABLE dogfight.kennel (dog TEXT)", "it is something else"),
        (
            "CREATE SCHEMA dogfight; CREATE TABLE dogfight.meta AS SELECT 999 AS schema",
            "use the release that wrote it, or a later one",
        ),
    ],
    ids=["another schema", "a newer schema"],
)
def test_a_schema_that_is_not_ours_is_left_alone(
    tmp_path: Path, postgres: Postgres, redis: Redis, database: str, script: str, words: str
) -> None:
    for sql in script.split("; "):
        postgres.ask(database, sql)
    assert words in refused_with_nothing_written(tmp_path, postgres, database, redis.address)


NEWER = (
    "INSERT INTO dogfight.node (id, protocol, release, until) VALUES (1, 99, '9.9', 99999999999999)"
)
OTHER = "servers of another release are using this database"


@pytest.mark.parametrize(
    ("change", "back", "words"),
    [
        (NEWER, "DELETE FROM dogfight.node WHERE id = 1", "protocol 99 (release 9.9)"),
        (
            "UPDATE dogfight.meta SET schema = schema + 1",
            "UPDATE dogfight.meta SET schema = schema - 1",
            OTHER,
        ),
        (
            "UPDATE dogfight.meta SET schema = schema - 1",
            "UPDATE dogfight.meta SET schema = schema + 1",
            OTHER,
        ),
    ],
    ids=["an older node", "a newer schema", "an older schema"],
)
def test_an_old_node_beside_a_new_one_is_refused(
    tmp_path: Path, cluster: Cluster, postgres: Postgres, change: str, back: str, words: str
) -> None:
    """The database knows which release its nodes are of; the one that comes second is told."""
    postgres.ask(cluster.database, change)
    try:
        assert words in refused_with_nothing_written(
            tmp_path, postgres, cluster.database, cluster.bus
        )
    finally:
        postgres.ask(cluster.database, back)


def test_single_server_and_cluster_nodes_refuse_shared_database(
    tmp_path: Path, cluster: Cluster, postgres: Postgres, database: str
) -> None:
    line = refused_with_nothing_written(tmp_path, postgres, cluster.database, "")
    assert "another server is using this database" in line

    async def beside_a_server() -> str:
        store, _ = await join(Settings(database=database))
        try:
            words = (tmp_path, postgres, database, cluster.bus)
            return await asyncio.to_thread(refused_with_nothing_written, *words)
        finally:
            await store.close()

    assert "a server without a bus is using this database" in asyncio.run(beside_a_server())
