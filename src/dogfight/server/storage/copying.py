"""A whole database copied into another one, of the same kind or the other, and compared row by row."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import msgspec

from dogfight.server.storage import file_copies
from dogfight.server.storage.audit import Findings, audit
from dogfight.server.storage.opening import file_at, holding, is_address, reading
from dogfight.server.storage.sqlite import FILE, locked
from dogfight.server.storage.store import SCHEMA, TABLES, Moment, Reader, Row, StorageFailed, Store, other_schema

Check = Callable[[str, Findings], None]
"""Told what was found in which database; raises if that is too bad to go on."""


@dataclass(frozen=True, slots=True)
class Sum:
    """How many rows there are, and a hash over all of them in whatever order."""

    rows: int = 0
    hash: int = 0

    def with_rows(self, rows: list[Row]) -> Sum:
        found = self.hash
        for row in rows:
            found ^= int.from_bytes(hashlib.sha256(msgspec.msgpack.encode(row)).digest(), "big")
        return Sum(self.rows + len(rows), found)


async def copy_rows(source: Reader, target: Store) -> dict[str, Sum]:
    """Replace all that is in the target by what is in the source at one moment, in one transaction; what was copied."""
    schema = await source.schema()
    if schema != SCHEMA:
        raise StorageFailed(f"{source.name}: {other_schema(schema)}")
    copied: dict[str, Sum] = {}
    async with source.moment() as moment, target.filling() as filling:
        for table in TABLES:
            columns = await target.columns(table)
            copied[table] = Sum()
            async for rows in moment.rows(table, columns):
                await filling.put(table, columns, rows)
                copied[table] = copied[table].with_rows(rows)
            there = await _sum_of(filling, table, columns)
            if there != copied[table]:
                raise StorageFailed(
                    f"{target.name}: table {table} came out with {there.rows} other rows than it went in"
                )
    return copied


async def _sum_of(moment: Moment, table: str, columns: tuple[str, ...]) -> Sum:
    found = Sum()
    async for rows in moment.rows(table, columns):
        found = found.with_rows(rows)
    return found


async def is_empty(store: Reader) -> bool:
    """Whether nobody has ever used a database."""
    return not (await store.read("SELECT 1 FROM person LIMIT 1") or await store.read("SELECT 1 FROM game LIMIT 1"))


async def audited(place: str, check: Check, shown: str = "") -> None:
    """Audit a database and have the findings judged."""
    async with reading(place) as reader:
        check(shown or reader.name, await audit(reader))


async def fill(source: Reader, place: str, force: bool) -> dict[str, Sum]:
    """Copy into a database of a server that is not running; it must be empty, unless it is to be replaced."""
    async with holding(place) as store:
        if not force and not await is_empty(store):
            raise StorageFailed(f"{store.name} has games; expected an empty database, or --force")
        return await copy_rows(source, store)


async def back_up(place: str, target: Path) -> None:
    """Write a consistent copy of a database to a new file, beside a running server or without one."""
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
    """Copy a whole database into an empty one of either kind, while no server uses either, and audit both."""
    async with reading(source) as reader, _unused(source):
        check(reader.name, await audit(reader))
        copied = await fill(reader, target, force=False)
    await audited(target, check)
    return copied


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
            await fill(source, place, force)


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
