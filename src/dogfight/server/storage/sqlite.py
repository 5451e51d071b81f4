"""The database as one file: a writer thread that commits many games' writes together; readers never
wait for it.

A write is acknowledged only after its transaction is durable (`synchronous=FULL`, write-ahead log).
Its statements are carried out by the event loop while the writer waits, for they are short, and two
threads that go on by turns after every statement hold each other up for longer; whatever takes
time, the commit above all, is the writer's.
"""

from __future__ import annotations

import asyncio
import fcntl
import itertools
import queue
import shutil
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import apsw

from dogfight.server import metrics
from dogfight.server.storage import store

T = TypeVar("T")

OLDEST_SQLITE = 3051003
"""Older ones can damage a write-ahead log that is reset under a reader."""
FILE = "dogfight.sqlite"
_BUSY_MS = 5000
_PORTION = 2000
_BYTES = "CAST({} AS BLOB)"
"""Text as its bytes, which need not be UTF-8 where a row is damaged."""
_LOOP_SECONDS = 0.25
"""An event loop that has not begun by then has other worries: the writer carries out the
statements itself.
"""
_FOLD_PAGES = 8000
"""So long, 32 MB, grows the log of a busy server before it is folded in: most pages change many
times till then.
"""


class _Task:
    """A job, and the caller that waits for it on the event loop."""

    __slots__ = ("future", "job", "loop")

    def __init__(self, job: store.Job[Any]) -> None:
        self.job = job
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()


_Begun = tuple[list[_Task], bool, list[Any] | None]
"""Some tasks, whether they are the last, and their results if they are carried out and only to
be committed.
"""


def _rows(connection: apsw.Connection, sql: str, values: Sequence[store.Value]) -> list[store.Row]:
    """The rows of a statement; in damaged text what is no UTF-8 is replaced, so that the other
    rows can be read.
    """
    try:
        return list(connection.execute(sql, tuple(values)))
    except UnicodeDecodeError:
        if not sql.startswith("SELECT"):
            raise
    names = [f"c{n}" for n in range(len(connection.execute(sql, tuple(values)).get_description()))]
    columns = ", ".join(
        f"typeof({name}), CASE typeof({name}) WHEN 'text' THEN {_BYTES.format(name)} ELSE"
        f" {name} END"
        for name in names
    )
    whole = connection.execute(
        f"WITH found({', '.join(names)}) AS ({sql}) SELECT {columns} FROM found", tuple(values)
    )
    return [
        tuple(
            bytes(value).decode(errors="replace") if kind == "text" else value
            for kind, value in zip(row[::2], row[1::2], strict=True)
        )
        for row in whole
    ]


def carry_out(connection: apsw.Connection, steps: store.Steps[T]) -> T:
    """Run a job's statements one after the other."""
    try:
        sql, values = next(steps)
        while True:
            sql, values = steps.send(_rows(connection, sql, values))
    except StopIteration as done:
        result: T = done.value
        return result


class _FileSnapshot(store.DatabaseSnapshot):
    """A database file inside a transaction.

    Text is read and written as bytes: it may be damaged.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def _texts(self, table: str, columns: Sequence[str]) -> list[bool]:
        """Which of some columns hold text."""
        kinds = dict(
            self._connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
        )
        return [kinds[name] == "TEXT" for name in columns]

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[list[store.Row]]:
        texts = self._texts(table, columns)
        read = ", ".join(
            _BYTES.format(name) if text else name for name, text in zip(columns, texts, strict=True)
        )
        cursor = self._connection.execute(f"SELECT {read} FROM {table}")
        while portion := list(itertools.islice(cursor, _PORTION)):
            yield [
                tuple(
                    value.decode(errors="surrogateescape") if text and value is not None else value
                    for text, value in zip(texts, row, strict=True)
                )
                for row in portion
            ]


class _FileBulkLoad(_FileSnapshot, store.BulkLoad):
    async def put(self, table: str, columns: Sequence[str], rows: list[store.Row]) -> None:
        texts = self._texts(table, columns)
        marks = ", ".join("CAST(? AS TEXT)" if text else "?" for text in texts)
        written = (
            tuple(
                value.encode(errors="surrogateescape") if text and value is not None else value
                for text, value in zip(texts, row, strict=True)
            )
            for row in rows
        )
        self._connection.executemany(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", written
        )


class SqliteReader(store.Reader):
    """A database file, to look at only.

    Reading never waits for the writer, so it is done where it is asked for.
    """

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._reader = read_file(path)

    async def read(self, sql: str, values: Sequence[store.Value] = ()) -> list[store.Row]:
        with self._named_errors():
            return _rows(self._reader, sql, values)

    async def read_transaction(self, job: store.Job[T]) -> T:
        with self._named_errors():
            self._reader.execute("BEGIN")
            try:
                return carry_out(self._reader, job())
            finally:
                self._reader.execute("ROLLBACK")

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Errors of SQLite name the file."""
        try:
            yield
        except apsw.Error as error:
            raise store.StorageFailed(f"{self.name}: {error}") from error

    async def schema(self) -> int:
        return int((await self.read("PRAGMA user_version"))[0][0])

    async def integrity_errors(self) -> list[str]:
        return [str(row[0]) for row in await self.read("PRAGMA integrity_check") if row[0] != "ok"]

    async def columns(self, table: str) -> tuple[str, ...]:
        return tuple(
            str(row[0])
            for row in await self.read("SELECT name FROM pragma_table_info(?)", (table,))
        )

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[store.DatabaseSnapshot]:
        with self._named_errors(), self._reader:
            yield _FileSnapshot(self._reader)

    async def close(self) -> None:
        self._reader.close()


class SqliteStore(SqliteReader, store.Store):
    """The database file of a running server, which holds its folder."""

    def __init__(self, folder: Path, idle_seconds: float = 1.0) -> None:
        if apsw.SQLITE_VERSION_NUMBER < OLDEST_SQLITE:
            raise store.StorageFailed(
                f"expected SQLite 3.51.3 or later, got {apsw.sqlite_lib_version()}"
            )
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._lock = locked(folder)
        try:
            self.path.touch(mode=0o600)
            self._writer = open_file(self.path)
            super().__init__(self.path)
        except BaseException:
            self._lock.close()
            raise
        self.written = time.monotonic()
        self._idle_seconds = idle_seconds
        self._committed = 0.0
        """When the last commit began."""
        self._unfolded = True
        """Whether the write-ahead log may hold what the file does not."""
        self._closing = False
        self._asked: tuple[_Task, threading.Lock] | None = None
        """What the event loop is to begin with at the next write, or when it is done with all
        else.
        """
        self._begun: queue.SimpleQueue[_Begun | None] = queue.SimpleQueue()
        """What the event loop has carried out and the writer has to commit."""
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def write(self, job: store.Job[T], key: str = "") -> T:  # noqa: ARG002 - one server: there is no order to keep
        task = _Task(job)
        self._tasks.put(task)
        asked = self._asked
        if asked is not None:
            self._begin(*asked)
        result: T = await task.future
        return result

    async def close(self) -> None:
        """Let the writer finish what it was given, alone, then close the file."""
        self._closing = True
        self._begun.put(None)
        self._tasks.put(None)
        self._thread.join()
        await super().close()
        self._writer.close()
        self._lock.close()

    async def probe(self) -> None:
        await self.write(_same_schema)

    @asynccontextmanager
    async def bulk_load(self) -> AsyncIterator[store.BulkLoad]:
        """It has a connection of its own, for the writer's belongs to its thread.

        Rows that refer to nothing are copied too: they are damaged, and all that is left of
        something.
        """
        with closing(open_file(self.path)) as connection:
            connection.execute("PRAGMA foreign_keys=OFF")
            with self._named_errors(), connection:
                for table in reversed(store.TABLES):
                    connection.execute(f"DELETE FROM {table}")
                yield _FileBulkLoad(connection)

    def free_mb(self) -> int:
        """The room that is left on the disk."""
        return shutil.disk_usage(self.path.parent).free >> 20

    def _work(self) -> None:
        """The writer thread: whatever has gathered while the last commit was on its way is the
        next one.
        """
        while True:
            try:
                first = self._tasks.get(timeout=self._idle_seconds if self._unfolded else None)
            except queue.Empty:
                self._unfolded = not fold(self._writer)
                continue
            if first is None:
                return
            time.sleep(max(0.0, self._committed + store.COMMIT_INTERVAL_SECONDS - time.monotonic()))
            self._committed = time.monotonic()
            batch, stop, results = self._ask_loop(first)
            self._commit(batch, results)
            if stop:
                return

    def _ask_loop(self, first: _Task) -> _Begun:
        """Have the event loop carry out what has gathered; where it does not get to it nothing
        is carried out yet.
        """
        lock_type = threading.Lock()
        with suppress(RuntimeError, queue.Empty):  # it is closed, or busy
            if not self._closing:
                self._asked = first, lock_type
                first.loop.call_soon_threadsafe(self._begin, first, lock_type)
                begun = self._begun.get(timeout=_LOOP_SECONDS)
                if begun is not None:
                    return begun
        if lock_type.acquire(blocking=False):
            self._asked = None
            return *self._gather(first), None
        while (begun := self._begun.get()) is None:
            pass
        return begun

    def _begin(self, first: _Task, lock_type: threading.Lock) -> None:
        """On the event loop: carry out what has gathered, unless the writer does so meanwhile.

        A job that fails, or would have to wait for a lock, is left to the writer, which waits and
        tries one by one.
        """
        if not lock_type.acquire(blocking=False):
            return
        self._asked = None
        batch, stop = self._gather(first)
        results: list[Any] | None = None
        try:
            with suppress(Exception), _impatient(self._writer):
                results = self._carry_out(batch)
        finally:
            self._begun.put((batch, stop, results))

    def _gather(self, first: _Task) -> tuple[list[_Task], bool]:
        batch = [first]
        while len(batch) < store.BATCH:
            try:
                task = self._tasks.get_nowait()
            except queue.Empty:
                return batch, False
            if task is None:
                return batch, True
            batch.append(task)
        return batch, False

    def _commit(self, batch: list[_Task], results: list[Any] | None = None) -> None:
        """Commit a batch that has these results already, or is to be carried out before.

        If that fails, each of its jobs alone, so that one cannot spoil the others.
        """
        try:
            began = time.monotonic()
            results = self._carry_out(batch) if results is None else results
            with self._undone_if_failed():
                self._writer.execute("COMMIT")
            metrics.COMMIT_SECONDS.observe(time.monotonic() - began)
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

    def _carry_out(self, batch: list[_Task]) -> list[Any]:
        """Begin a transaction and run what some jobs have to do in it."""
        with self._undone_if_failed():
            self._writer.execute("BEGIN IMMEDIATE")
            return [carry_out(self._writer, task.job()) for task in batch]

    @contextmanager
    def _undone_if_failed(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise


def _same_schema() -> store.Steps[None]:
    yield f"PRAGMA user_version = {store.SCHEMA}", ()


def _deliver(batch: list[_Task], results: list[Any]) -> None:
    for task, result in zip(batch, results, strict=True):
        if not task.future.done():
            task.future.set_result(result)


def _deliver_error(task: _Task, error: Exception) -> None:
    if not task.future.done():
        task.future.set_exception(error)


def _failed(error: Exception) -> Exception:
    if isinstance(error, apsw.Error):
        return store.StorageFailed(f"not stored: {type(error).__name__}")
    return error


def locked(folder: Path) -> Any:
    """Hold the folder for this process; the lock goes with the process, however it ends."""
    lock = (folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise store.StorageFailed(f"{folder}: another server is using this folder") from None
    return lock


def fold(connection: apsw.Connection) -> bool:
    """Fold the write-ahead log into the file and empty it, unless there is a reader; return
    whether it was done.
    """
    try:
        with _impatient(connection):
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.Error:
        return False
    return True


@contextmanager
def _impatient(connection: apsw.Connection) -> Iterator[None]:
    """Wait for no lock for a while: a statement that meets one fails at once."""
    connection.set_busy_timeout(0)
    try:
        yield
    finally:
        connection.set_busy_timeout(_BUSY_MS)


def read_file(path: Path) -> apsw.Connection:
    """A connection that cannot write."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.CantOpenError:
        raise store.StorageFailed(f"{path}: expected a database of this server") from None
    connection.set_busy_timeout(_BUSY_MS)
    return connection


def open_file(path: Path) -> apsw.Connection:
    """A connection that keeps every promise about durability, to a file of this release; damage
    is said in words.
    """
    try:
        return _opened(path)
    except apsw.SQLError:
        raise
    except apsw.Error as error:
        raise store.StorageFailed(
            f"{path}: expected a database of this server; it is damaged or something else"
            f" ({error}). `dogfight restore` puts a backup in its place"
        ) from error


def _opened(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={_FOLD_PAGES}")
        connection.execute("PRAGMA foreign_keys=ON")
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: apsw.Connection, path: Path) -> None:
    """Lay out a new file; bring one of an earlier release up to date; refuse one of a later
    release.
    """
    result = connection.pragma("user_version")
    if result == 0 and list(connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
        raise store.StorageFailed(
            f"{path}: expected a database of this server; it is damaged or something else"
        )
    if result == 0:
        with connection:
            connection.execute(store.layout())
            connection.pragma("user_version", store.SCHEMA)
    elif result in store.UPGRADES:
        _upgrade(connection, path, result)
    elif result != store.SCHEMA:
        raise store.StorageFailed(f"{path}: {store.other_schema(result)}")


def _upgrade(connection: apsw.Connection, path: Path, result: int) -> None:
    """All steps or none, in one transaction; a copy of the file as it was is left beside it."""
    copy = path.with_name(f"{path.name}.schema{result}")
    if not copy.exists():
        copy.touch(mode=0o600)
        connection.execute("VACUUM INTO ?", (str(copy),))
    with connection:
        for schema in range(result, store.SCHEMA):
            connection.execute(store.UPGRADES[schema])
        connection.pragma("user_version", store.SCHEMA)
