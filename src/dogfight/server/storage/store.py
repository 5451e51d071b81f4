"""The database: one writer thread that commits many games' writes together, and readers that never wait for it.

A write is acknowledged only after its transaction is durable (`synchronous=FULL`, write-ahead log).
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import queue
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import apsw

from dogfight.core.errors import DogfightError
from dogfight.server import metrics

T = TypeVar("T")
Value = None | int | float | str | bytes
Job = Callable[[apsw.Connection], Any]

SCHEMA = 4
"""Raised with every change of `schema.sql`, which lays out new files; `UPGRADES` does the same to older ones."""
UPGRADES = {
    1: """
        ALTER TABLE game ADD COLUMN hints TEXT NOT NULL DEFAULT '';
        ALTER TABLE game ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE game ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX game_live ON game (changed) WHERE status = 'live' AND listed = 1;
        CREATE TABLE standing (
          code    TEXT NOT NULL REFERENCES game (code),
          seat    INTEGER NOT NULL,
          setting TEXT NOT NULL,
          PRIMARY KEY (code, seat)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE nonce (
          code   TEXT NOT NULL REFERENCES game (code),
          player INTEGER NOT NULL,
          nonce  TEXT NOT NULL,
          PRIMARY KEY (code, player)
        ) STRICT, WITHOUT ROWID;
    """,
    2: "ALTER TABLE game ADD COLUMN watch_delay INTEGER;",
    3: """
        CREATE TABLE lesson (
          person INTEGER NOT NULL REFERENCES person (id),
          game   TEXT NOT NULL,
          number INTEGER NOT NULL,
          body   TEXT NOT NULL,
          PRIMARY KEY (person, game, number)
        ) STRICT, WITHOUT ROWID;
    """,
}
"""What takes a file of each older schema to the next; the logs themselves are never touched."""
OLDEST_SQLITE = 3051003
"""Older ones can damage a write-ahead log that is reset under a reader."""
FILE = "dogfight.sqlite"
_BATCH = 512
_BUSY_MS = 5000


class StorageFailed(DogfightError):
    """Nothing was stored: the disk is full, the file is locked, or the database is damaged."""


class _Task:
    """A job, and whoever waits for it on the event loop."""

    __slots__ = ("future", "job", "loop")

    def __init__(self, job: Job) -> None:
        self.job = job
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()


class Reader:
    """A database file, to look at only."""

    def __init__(self, path: Path) -> None:
        try:
            self._reader = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        except apsw.CantOpenError:
            raise StorageFailed(f"{path}: expected a database of this server") from None
        self._reader.set_busy_timeout(_BUSY_MS)

    def read(self, sql: str, values: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
        """Rows as they are on disk now."""
        return list(self._reader.execute(sql, tuple(values)))

    async def write(self, job: Callable[[apsw.Connection], T]) -> T:
        """A reader refuses to write."""
        raise StorageFailed(f"{self._reader.filename} is open for reading only; {job} was not run")

    def close(self) -> None:
        self._reader.close()


class Store(Reader):
    """One database file of one running server."""

    def __init__(self, folder: Path, idle_seconds: float = 1.0) -> None:
        if apsw.SQLITE_VERSION_NUMBER < OLDEST_SQLITE:
            raise StorageFailed(f"expected SQLite 3.51.3 or later, got {apsw.sqlite_lib_version()}")
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._lock = _locked(folder)
        try:
            self.path.touch(mode=0o600)
            self._writer = open_file(self.path)
            super().__init__(self.path)
        except BaseException:
            self._lock.close()
            raise
        self.failing = ""
        """Why the last write was not stored; empty when it was."""
        self.written = time.monotonic()
        """When something was last stored."""
        self._idle_seconds = idle_seconds
        self._unfolded = True
        """Whether the write-ahead log may hold what the file does not."""
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def write(self, job: Callable[[apsw.Connection], T]) -> T:
        """Run a job in the writer's next transaction; returns once that is durable."""
        task = _Task(job)
        self._tasks.put(task)
        result: T = await task.future
        return result

    def close(self) -> None:
        """Let the writer finish what it was given, then close the file."""
        self._tasks.put(None)
        self._thread.join()
        super().close()
        self._writer.close()
        self._lock.close()

    async def probe(self) -> None:
        """Write something that changes nothing, to see whether it can be done."""
        await self.write(lambda db: db.pragma("user_version", SCHEMA))

    def free_mb(self) -> int:
        """The room that is left on the disk."""
        return shutil.disk_usage(self.path.parent).free >> 20

    def _work(self) -> None:
        """The writer thread: whatever has gathered while the last commit was on its way is the next one."""
        while True:
            try:
                first = self._tasks.get(timeout=self._idle_seconds if self._unfolded else None)
            except queue.Empty:
                self._unfolded = not fold(self._writer)
                continue
            if first is None:
                return
            batch, stop = self._gather(first)
            self._commit(batch)
            if stop:
                return

    def _gather(self, first: _Task) -> tuple[list[_Task], bool]:
        batch = [first]
        while len(batch) < _BATCH:
            try:
                task = self._tasks.get_nowait()
            except queue.Empty:
                return batch, False
            if task is None:
                return batch, True
            batch.append(task)
        return batch, False

    def _commit(self, batch: list[_Task]) -> None:
        """Commit a batch; if that fails, each of its jobs alone, so that one cannot spoil the others."""
        try:
            with metrics.COMMIT_SECONDS.time():
                results = self._transact(batch)
        except Exception as error:
            if len(batch) == 1:
                metrics.STORAGE_ERRORS.inc()
                if isinstance(error, apsw.Error):
                    self.failing = type(error).__name__
                batch[0].loop.call_soon_threadsafe(_deliver_error, batch[0], _failed(error))
                return
            for task in batch:
                self._commit([task])
            return
        metrics.COMMITS.inc()
        self.failing, self.written, self._unfolded = "", time.monotonic(), True
        batch[0].loop.call_soon_threadsafe(_deliver, batch, results)

    def _transact(self, batch: list[_Task]) -> list[Any]:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            results = [task.job(self._writer) for task in batch]
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise
        return results


def _deliver(batch: list[_Task], results: list[Any]) -> None:
    for task, result in zip(batch, results, strict=True):
        if not task.future.done():
            task.future.set_result(result)


def _deliver_error(task: _Task, error: Exception) -> None:
    if not task.future.done():
        task.future.set_exception(error)


def _failed(error: Exception) -> Exception:
    if isinstance(error, apsw.Error):
        return StorageFailed(f"not stored: {type(error).__name__}")
    return error


def _locked(folder: Path) -> Any:
    """Hold the folder for this process; the lock goes with the process, however it ends."""
    lock = (folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StorageFailed(f"{folder}: another server is using this folder") from None
    return lock


def fold(connection: apsw.Connection) -> bool:
    """Fold the write-ahead log into the file and leave it empty, unless somebody is reading; whether it was done."""
    try:
        connection.set_busy_timeout(0)
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.Error:
        return False
    finally:
        connection.set_busy_timeout(_BUSY_MS)
    return True


def open_file(path: Path) -> apsw.Connection:
    """A connection that keeps every promise about durability, to a file of this release; damage is said in words."""
    try:
        return _opened(path)
    except apsw.SQLError:
        raise
    except apsw.Error as error:
        raise StorageFailed(
            f"{path}: expected a database of this server; it is damaged or something else ({error})."
            " `dogfight restore` puts a backup in its place"
        ) from error


def _opened(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: apsw.Connection, path: Path) -> None:
    """Lay out a new file; bring one of an earlier release up to date; refuse one of a later release."""
    found = connection.pragma("user_version")
    if found == 0 and list(connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
        raise StorageFailed(f"{path}: expected a database of this server; it is damaged or something else")
    if found == 0:
        script = resources.files("dogfight.server.storage").joinpath("schema.sql").read_text(encoding="utf-8")
        with connection:
            connection.execute(script)
            connection.pragma("user_version", SCHEMA)
    elif found in UPGRADES:
        _upgrade(connection, path, found)
    elif found != SCHEMA:
        raise StorageFailed(f"{path}: {other_schema(found)}")


def _upgrade(connection: apsw.Connection, path: Path, found: int) -> None:
    """All steps or none, in one transaction; a copy of the file as it was is left beside it."""
    copy = path.with_name(f"{path.name}.schema{found}")
    if not copy.exists():
        copy.touch(mode=0o600)
        connection.execute("VACUUM INTO ?", (str(copy),))
    with connection:
        for schema in range(found, SCHEMA):
            connection.execute(UPGRADES[schema])
        connection.pragma("user_version", SCHEMA)


def other_schema(found: int) -> str:
    """What to do about a file of another schema."""
    words = f"expected a database of schema {SCHEMA}, got {found}"
    if found in UPGRADES:
        return f"{words}; `dogfight serve` brings it up to date"
    return f"{words}; use the release that wrote it, or a later one"


def back_up(folder: Path, target: Path) -> None:
    """Write a consistent copy of the database to a new file, beside a running server or without one."""
    if target.exists():
        raise StorageFailed(f"{target} exists; expected a new file")
    copy(folder / FILE, target)


def copy(source: Path, target: Path) -> None:
    """Copy a database as SQLite sees it, what is still in its write-ahead log included, down to the disk."""
    reader = Reader(source)
    try:
        target.touch(mode=0o600)
        reader.read("VACUUM INTO ?", (str(target),))
        _sync(target)
        _sync(target.parent)
    except (apsw.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise StorageFailed(f"{source} cannot be copied to {target}: {error}") from None
    finally:
        reader.close()


def restore(source: Path, folder: Path, force: bool, check: Callable[[Path], None]) -> None:
    """Put a copy in the place of the database; no server may be using the folder.

    The copy is made beside the old file, and what `check` finds wrong with it raises before anything is replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = _locked(folder)
    target = folder / FILE
    fresh = target.with_suffix(".restored")
    try:
        if target.exists() and not force:
            raise StorageFailed(f"{target} exists; expected an empty folder, or --force")
        fresh.unlink(missing_ok=True)
        copy(source, fresh)
        check(fresh)
        _settle(target)
        os.replace(fresh, target)
        _sync(folder)
    finally:
        for left in (fresh, *_beside(fresh)):
            left.unlink(missing_ok=True)
        lock.close()


def _settle(target: Path) -> None:
    """See to it that nothing beside a file that is about to be replaced is taken for a part of its successor."""
    if target.exists():
        with contextlib.suppress(apsw.Error):
            old = apsw.Connection(str(target))
            try:
                fold(old)
            finally:
                old.close()
    for left in _beside(target):
        left.unlink(missing_ok=True)


def _beside(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
