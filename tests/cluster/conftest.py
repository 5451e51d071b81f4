"""Real parts for all tests of several nodes: a PostgreSQL, a Redis, and nodes on them."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "web"))
sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
sys.path.insert(0, str(Path(__file__).parent))

from cluster_parts import Cluster, Redis
from databases import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests that do not kill it."""
    item = Postgres()
    yield item
    item.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis for all tests that do not kill it."""
    item = Redis()
    yield item
    item.close()


@pytest.fixture
def database(postgres: Postgres) -> str:
    return asyncio.run(postgres.new())


@pytest.fixture(scope="session")
def cluster(
    postgres: Postgres, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    """Three nodes for all tests that do not kill any."""
    with Cluster(
        *(tmp_path_factory.mktemp("cluster"), asyncio.run(postgres.new()), redis.address),
        job_seconds=60.0,
    ) as item:
        yield item
    item.check_logs()
