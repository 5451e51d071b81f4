"""Which database is meant: a folder, a file, or the address of a PostgreSQL server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dogfight.core.errors import BadOption
from dogfight.server.settings import Settings
from dogfight.server.storage.sqlite import FILE, SqliteReader, SqliteStore
from dogfight.server.storage.store import Reader, Store

if TYPE_CHECKING:
    from dogfight.server.storage.postgres import PostgresReader, PostgresStore

_SCHEMES = ("postgresql", "postgres")


def is_address(place: str) -> bool:
    """Whether this is the address of a database server, not a path; an address of another kind
    is refused.
    """
    scheme, result, _ = place.partition("://")
    if result and scheme.lower() not in _SCHEMES:
        raise BadOption(
            "expected postgresql://USER:PASSWORD@HOST/DATABASE, got an address that begins"
            f" {scheme}://"
        )
    return bool(result)


def file_at(place: str) -> Path:
    """The database file that a path means: the file itself, or the one in a folder."""
    path = Path(place)
    return path if path.is_file() else path / FILE


def _reader() -> type[PostgresReader]:
    _check_installed()
    from dogfight.server.storage.postgres import PostgresReader

    return PostgresReader


def _store() -> type[PostgresStore]:
    _check_installed()
    from dogfight.server.storage.postgres import PostgresStore

    return PostgresStore


def _check_installed() -> None:
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise BadOption(
            "a database on PostgreSQL needs asyncpg: pip install 'dogfight[postgres]'"
        ) from None


async def open_store(settings: Settings) -> Store:
    """The database that a server is to use, held for it alone, or together with others that have
    the same bus.
    """
    if settings.database and is_address(settings.database):
        return await _store().open(settings.database, shared=bool(settings.bus))
    if settings.database:
        raise BadOption(
            "expected a database like postgresql://HOST/NAME, got something else; a folder is given"
            " as data_dir"
        )
    return SqliteStore(Path(settings.data_dir), settings.checkpoint_seconds)


@asynccontextmanager
async def reading(place: str) -> AsyncIterator[Reader]:
    """A database, to look at only, beside a running server or without one."""
    reader: Reader = (
        await _reader().open(place) if is_address(place) else SqliteReader(file_at(place))
    )
    try:
        yield reader
    finally:
        await reader.close()


@asynccontextmanager
async def holding(place: str) -> AsyncIterator[Store]:
    """A database that no server uses meanwhile, laid out if it is new."""
    if not is_address(place) and Path(place).exists() and not Path(place).is_dir():
        raise BadOption(f"{place}: expected a folder or the address of a database, got a file")
    store: Store = await _store().open(place) if is_address(place) else SqliteStore(Path(place))
    try:
        yield store
    finally:
        await store.close()
