"""Bad input for nodes: one clear line, status 2, no password in it, and nothing written."""

from pathlib import Path

import pytest
from cluster_parts import PASSWORD, Cluster, Redis, free_port
from databases import Postgres
from harness import refused

from dogfight.core.errors import DogfightError
from dogfight.server.nodes.joining import join
from dogfight.server.settings import Settings

SERVE = ("serve", "--no-browser", "--port", "0")


async def test_whatever_is_wrong_with_the_bus_is_said_and_nothing_is_written(
    postgres: Postgres, redis: Redis, database: str, cluster: Cluster
) -> None:
    node = cluster.urls[0].removeprefix("http://")
    wrong = {
        f"redis://127.0.0.1:{free_port()}": "expected a Redis or Valkey server there",
        f"redis://127.0.0.1:{postgres.port}": "expected a Redis or Valkey server there",
        f"redis://{node}": "expected a Redis or Valkey server there",
        f"redis://:wrong-word@127.0.0.1:{redis.port}": "expected a name and password that the bus knows",
        f"redis://127.0.0.1:{redis.port}": "expected a name and password that the bus knows",
        "redis://u:wrong-word@127.0.0.1:port": "expected redis://USER:PASSWORD@HOST:PORT",
        "amqp://u:wrong-word@127.0.0.1": "expected a bus like redis://HOST:PORT",
        "127.0.0.1:6379": "expected a bus like redis://HOST:PORT",
    }
    for bus, words in wrong.items():
        with pytest.raises(DogfightError) as raised:
            await join(Settings(database=database, bus=bus))
        line = raised.value.words
        assert words in line and "wrong-word" not in line and PASSWORD not in line, line
        assert len(line.splitlines()) == 1


def test_a_wrong_bus_is_one_line_and_status_2(postgres: Postgres, database: str) -> None:
    bus = f"redis://u:wrong-word@127.0.0.1:{free_port()}"
    line = refused(*SERVE, "--database", database, "--bus", bus)
    assert "expected a Redis or Valkey server there" in line and "wrong-word" not in line
    assert line == refused(*SERVE, DOGFIGHT_DATABASE=database, DOGFIGHT_BUS=bus)
    assert postgres.ask(database, "SELECT nspname FROM pg_namespace WHERE nspname = 'dogfight'") == []


def test_a_bus_needs_a_database_to_share(redis: Redis, tmp_path: Path) -> None:
    line = refused(*SERVE, "--data-dir", str(tmp_path / "data"), "--bus", redis.address)
    assert "expected a database that several nodes can share" in line and not (tmp_path / "data").exists()


async def test_a_server_without_a_bus_and_nodes_keep_out_of_each_others_way(
    cluster: Cluster, postgres: Postgres
) -> None:
    with pytest.raises(DogfightError, match="another server is using this database"):
        await join(Settings(database=cluster.database))
    alone = await postgres.new()
    store, together = await join(Settings(database=alone))
    assert together is None
    with pytest.raises(DogfightError, match="a server without a bus is using this database"):
        await join(Settings(database=alone, bus=cluster.bus))
    await store.close()


NEWER = "INSERT INTO dogfight.node (id, protocol, release, until) VALUES (1, 99, '9.9', 99999999999999)"


@pytest.mark.parametrize(
    ("change", "back", "words"),
    [
        (NEWER, "DELETE FROM dogfight.node WHERE id = 1", r"protocol 99 \(release 9.9\)"),
        (
            "UPDATE dogfight.meta SET schema = schema + 1",
            "UPDATE dogfight.meta SET schema = schema - 1",
            "servers of another release are using this database",
        ),
    ],
    ids=["protocol", "schema"],
)
async def test_an_old_node_beside_a_new_one_is_refused(
    cluster: Cluster, postgres: Postgres, change: str, back: str, words: str
) -> None:
    """The database knows which release its nodes are of; the one that comes second is told."""
    count = "SELECT count(*) FROM dogfight.node"
    await postgres.ask_async(cluster.database, change)
    try:
        before = await postgres.ask_async(cluster.database, count)
        with pytest.raises(DogfightError, match=words):
            await join(Settings(database=cluster.database, bus=cluster.bus))
        assert await postgres.ask_async(cluster.database, count) == before
    finally:
        await postgres.ask_async(cluster.database, back)
