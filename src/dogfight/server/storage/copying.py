"""A whole database copied into another one, of the same kind or the other, and compared row by
row.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from dogfight.server.storage import file_copies
from dogfight.server.storage.audit import Findings, audit
from dogfight.server.storage.opening import file_at, holding, is_address, reading
from dogfight.server.storage.sqlite import FILE, locked
from dogfight.server.storage.store import (
    SCHEMA,
    TABLES,
    DatabaseSnapshot,
    Reader,
    Row,
    StorageFailed,
    Store,
    other_schema,
)

Check = Callable[[str, Findings], None]
"""Takes what was found in which database; raises if the database itself is too bad to go on.

A damaged table is not: it is copied as it is, with all the others.
"""


@dataclass(frozen=True, slots=True)
class Sum:
    """How many rows there are, and a hash over all of them in whatever order."""

    rows: int = 0
    hash: int = 0

    def with_rows(self, rows: list[Row]) -> Sum:
        total = self.hash
        for row in rows:
            total ^= int.from_bytes(
                hashlib.sha256(msgspec.msgpack.encode(_in_bytes(row))).digest(), "big"
            )
        return Sum(self.rows + len(rows), total)


def _in_bytes(row: Row) -> Row:
    """A row with its text in pairs of a kind and bytes, since damaged text cannot be encoded
    otherwise.
    """
    return tuple(
        ("text", value.encode(errors="surrogateescape")) if isinstance(value, str) else value
        for value in row
    )


class Copied(NamedTuple):
    """What was copied: a sum for every table, and what had to be left out, in words."""

    sums: dict[str, Sum]
    left_out: tuple[str, ...]


async def copy_rows(source: Reader, target: Store) -> Copied:
    """Replace all that is in the target by what is in the source at one moment, in one transaction.

    Rows are copied as they are, whatever they hold; what the target has no room for is left out and
    named.
    """
    schema = await source.schema()
    if schema != SCHEMA:
        raise StorageFailed(f"{source.name}: {other_schema(schema)}")
    copied: dict[str, Sum] = {}
    left_out: list[str] = []
    async with source.snapshot() as snapshot, target.bulk_load() as bulk_load:
        for table in TABLES:
            columns = await target.columns(table)
            copied[table] = Sum()
            async for portion in snapshot.rows(table, columns):
                rows = [row for row in portion if bulk_load.fits(row)]
                left_out += [_named(table, row) for row in portion if not bulk_load.fits(row)]
                await bulk_load.put(table, columns, rows)
                copied[table] = copied[table].with_rows(rows)
            there = await _sum_of(bulk_load, table, columns)
            if there != copied[table]:
                raise StorageFailed(
                    f"{target.name}: table {table} came out with {there.rows} other rows than it"
                    " went in"
                )
    return Copied(copied, tuple(left_out))


def _named(table: str, row: Row) -> str:
    """Which row is left out, in words: what a table is called by comes first in its rows."""
    called = [str(value) for value in row[:2] if isinstance(value, (str, int))]
    name = " ".join(called).encode(errors="replace").decode().replace("\x00", "?")[:80]
    return f"{table} {name}: its text is damaged, and PostgreSQL keeps no such text; it is left out"


async def _sum_of(snapshot: DatabaseSnapshot, table: str, columns: tuple[str, ...]) -> Sum:
    total = Sum()
    async for rows in snapshot.rows(table, columns):
        total = total.with_rows(rows)
    return total


async def is_empty(store: Reader) -> bool:
    """Whether nobody has ever used a database."""
    return not (
        await store.read("SELECT 1 FROM person LIMIT 1")
        or await store.read("SELECT 1 FROM game LIMIT 1")
    )


async def audited(
    place: str, check: Check, shown: str = "", left_out: tuple[str, ...] = ()
) -> None:
    """Audit a database and have the findings judged, with what was left out when it was copied."""
    async with reading(place) as reader:
        findings = await audit(reader)
        for words in left_out:
            findings.add(words)
        check(shown or reader.name, findings)


async def fill(source: Reader, place: str, force: bool) -> Copied:
    """Copy into a database of a server that is not running; it must be empty, unless it is to be
    replaced.
    """
    async with holding(place) as store:
        if not force and not await is_empty(store):
            raise StorageFailed(f"{store.name} has games; expected an empty database, or --force")
        return await copy_rows(source, store)


async def back_up(place: str, target: Path) -> None:
    """Write a consistent copy of a database to a new file, beside a running server or without
    one.
    """
    if target.exists():
        raise StorageFailed(f"{target} exists; expected a new file")
    if not is_address(place):
        file_copies.copy(file_at(place), target)
        return
    async with reading(place) as source:
        with tempfile.TemporaryDirectory(prefix=".dogfight-", dir=target.parent) as folder:
            await fill(source, folder, force=False)
            file_copies.copy(Path(folder) / FILE, target)


async def migrate(source: str, target: str, check: Check) -> dict[str, Sum]:
    """Copy a whole database into an empty one of either kind, while no server uses either, and
    audit both.
    """
    async with reading(source) as reader, _unused(source):
        check(reader.name, await audit(reader))
        copied = await fill(reader, target, force=False)
    await audited(target, check, left_out=copied.left_out)
    return copied.sums


async def restore(file: Path, place: str, force: bool, check: Check) -> None:
    """Put a backup in the place of a database that no server uses, once it is checked."""

    async def in_order(copy: Path) -> None:
        await audited(str(copy), check, str(file))

    if not is_address(place):
        await file_copies.restore(file, Path(place), force, in_order)
        return
    with tempfile.TemporaryDirectory(prefix="dogfight-") as folder:
        copy = Path(folder) / FILE
        file_copies.copy(file, copy)
        await in_order(copy)
        async with reading(str(copy)) as source:
            copied = await fill(source, place, force)
        if copied.left_out:
            await audited(place, check, left_out=copied.left_out)


@asynccontextmanager
async def _unused(place: str) -> AsyncIterator[None]:
    """See to it that no server writes to a database meanwhile."""
    if is_address(place):
        async with holding(place):
            yield
        return
    path = file_at(place)
    with locked(path.parent) if path.name == FILE else nullcontext():
        yield
