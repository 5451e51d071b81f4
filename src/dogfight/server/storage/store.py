"""What a database does for the ledger, whichever it is: `sqlite` keeps one file, `postgres` asks a
server.

A job is a generator: it yields statements and is sent the rows of each, so the same one runs in a
thread and on the event loop. Statements have question marks where values go.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Generator, Sequence
from contextlib import AbstractAsyncContextManager
from importlib import resources
from typing import Any, TypeVar

from dogfight.core.errors import DogfightError

T = TypeVar("T")
Value = None | int | float | str | bytes
Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Value]]
Steps = Generator[Statement, list[Row], T]
Job = Callable[[], Steps[T]]

SCHEMA = 12
"""Raised with every change of `schema.sql`, which lays out new databases; `UPGRADES` does the
same to older ones.
"""
UPGRADES = {
    1: (
        """
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
    """
    ),
    2: "ALTER TABLE game ADD COLUMN watch_delay INTEGER;",
    3: (
        """
        CREATE TABLE lesson (
          person INTEGER NOT NULL REFERENCES person (id),
          game   TEXT NOT NULL,
          number INTEGER NOT NULL,
          body   TEXT NOT NULL,
          PRIMARY KEY (person, game, number)
        ) STRICT, WITHOUT ROWID;
    """
    ),
    4: (
        """
        ALTER TABLE game ADD COLUMN rev INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE game ADD COLUMN said INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE game ADD COLUMN showing INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE game ADD COLUMN offer TEXT NOT NULL DEFAULT '';
        ALTER TABLE game ADD COLUMN keeper INTEGER NOT NULL DEFAULT 0;
        UPDATE game SET said = (SELECT coalesce(max(n), 0) FROM chat WHERE chat.code = game.code);
        CREATE INDEX game_kept ON game (keeper) WHERE due = 1 OR deadline IS NOT NULL;
    """
    ),
    5: "ALTER TABLE game ADD COLUMN forced TEXT NOT NULL DEFAULT '';",
    6: (
        """
        ALTER TABLE game ADD COLUMN early INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE game ADD COLUMN locks INTEGER;
    """
    ),
    7: (
        """
        ALTER TABLE game RENAME COLUMN promise TO seed_commitment;
        ALTER TABLE game RENAME COLUMN due TO bot_due;
        ALTER TABLE game RENAME COLUMN next TO rematch_code;
        ALTER TABLE game RENAME COLUMN rev TO revision;
        ALTER TABLE game RENAME COLUMN said TO chat_count;
        ALTER TABLE game RENAME COLUMN showing TO animation_ms;
        ALTER TABLE game RENAME COLUMN keeper TO owner_node;
        ALTER TABLE entry RENAME COLUMN cmd TO command_id;
        ALTER TABLE chat RENAME COLUMN cmd TO command_id;
        ALTER TABLE standing RENAME TO standing_order;
    """
    ),
    8: (
        """
        CREATE TABLE room (
          code     TEXT PRIMARY KEY REFERENCES game (code),
          link_key TEXT NOT NULL,
          barred   TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
    """
    ),
    9: (
        """
        ALTER TABLE game ADD COLUMN time_control TEXT NOT NULL DEFAULT '';
        ALTER TABLE game ADD COLUMN clock_state TEXT NOT NULL DEFAULT '';
        ALTER TABLE game ADD COLUMN silenced TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE game ADD COLUMN guest_key TEXT NOT NULL DEFAULT '';
        CREATE TABLE pack_file (
          digest TEXT PRIMARY KEY,
          game   TEXT NOT NULL,
          data   TEXT NOT NULL,
          body   BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE pack (
          code     TEXT PRIMARY KEY,
          digest   TEXT NOT NULL REFERENCES pack_file (digest),
          owner    INTEGER NOT NULL REFERENCES person (id),
          link_key TEXT NOT NULL,
          listed   INTEGER NOT NULL,
          removed  INTEGER NOT NULL,
          created  INTEGER NOT NULL,
          UNIQUE (owner, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pack_listed ON pack (created) WHERE listed = 1;
        ALTER TABLE game ADD COLUMN pack TEXT NOT NULL DEFAULT '';
        CREATE INDEX game_pack ON game (pack) WHERE pack <> '';
        ALTER TABLE person ADD COLUMN settings TEXT NOT NULL DEFAULT '';
        ALTER TABLE session ADD COLUMN label TEXT NOT NULL DEFAULT '';
        ALTER TABLE session ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        UPDATE session SET seen = created;
        CREATE INDEX session_person ON session (person);
        CREATE TABLE phrase (
          person   INTEGER PRIMARY KEY REFERENCES person (id),
          selector TEXT NOT NULL,
          salt     BLOB NOT NULL,
          hash     BLOB NOT NULL,
          created  INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX phrase_selector ON phrase (selector);
        CREATE TABLE passkey (
          id         BLOB PRIMARY KEY,
          person     INTEGER NOT NULL REFERENCES person (id),
          public_key BLOB NOT NULL,
          sign_count INTEGER NOT NULL,
          label      TEXT NOT NULL,
          created    INTEGER NOT NULL,
          used       INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkey_person ON passkey (person);
        CREATE TABLE feed (
          person  INTEGER PRIMARY KEY REFERENCES person (id),
          hash    BLOB NOT NULL UNIQUE,
          created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE challenge (
          hash   BLOB PRIMARY KEY,
          person INTEGER NOT NULL,
          until  INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE mutex (
          id    INTEGER PRIMARY KEY,
          count INTEGER NOT NULL
        ) STRICT;
        INSERT INTO mutex (id, count) VALUES (0, 0);
        CREATE TABLE ticket (
          person INTEGER PRIMARY KEY REFERENCES person (id),
          pool   TEXT NOT NULL,
          since  INTEGER NOT NULL,
          until  INTEGER NOT NULL,
          code   TEXT NOT NULL
        ) STRICT;
        CREATE INDEX ticket_pool ON ticket (pool, since) WHERE code = '';
        CREATE TABLE arrival (
          pool   TEXT NOT NULL,
          person INTEGER NOT NULL REFERENCES person (id),
          at     INTEGER NOT NULL,
          PRIMARY KEY (pool, person)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE person ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE person ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE agreement (
          code   TEXT NOT NULL REFERENCES game (code),
          person INTEGER NOT NULL REFERENCES person (id),
          PRIMARY KEY (code, person)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rated_game (
          code   TEXT PRIMARY KEY REFERENCES game (code),
          n      INTEGER NOT NULL,
          at     INTEGER NOT NULL,
          game   TEXT NOT NULL,
          kind   TEXT NOT NULL,
          reason TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rating (
          subject TEXT NOT NULL,
          game    TEXT NOT NULL,
          kind    TEXT NOT NULL,
          mu      INTEGER NOT NULL,
          sigma   INTEGER NOT NULL,
          games   INTEGER NOT NULL,
          PRIMARY KEY (subject, game, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX rating_ladder ON rating (game, kind);
        CREATE TABLE rating_change (
          code    TEXT NOT NULL REFERENCES game (code),
          subject TEXT NOT NULL,
          place   INTEGER NOT NULL,
          mu      INTEGER NOT NULL,
          sigma   INTEGER NOT NULL,
          PRIMARY KEY (code, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX rating_change_subject ON rating_change (subject);
    """
    ),
    10: (
        """
        CREATE TABLE server_key (
          name    TEXT PRIMARY KEY,
          body    BLOB NOT NULL,
          created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE push_subscription (
          id         BLOB PRIMARY KEY,
          person     INTEGER NOT NULL REFERENCES person (id),
          session    BLOB NOT NULL,
          endpoint   TEXT NOT NULL,
          public_key BLOB NOT NULL,
          auth       BLOB NOT NULL,
          label      TEXT NOT NULL,
          created    INTEGER NOT NULL,
          failures   INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX push_subscription_person ON push_subscription (person);
        CREATE INDEX push_subscription_session ON push_subscription (session);
        CREATE TABLE email (
          person       INTEGER PRIMARY KEY REFERENCES person (id),
          address      TEXT NOT NULL,
          salt         BLOB NOT NULL,
          confirm_hash BLOB NOT NULL UNIQUE,
          off_hash     BLOB NOT NULL UNIQUE,
          created      INTEGER NOT NULL,
          confirmed    INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE notice (
          person INTEGER NOT NULL REFERENCES person (id),
          code   TEXT NOT NULL REFERENCES game (code),
          head   INTEGER NOT NULL,
          since  INTEGER NOT NULL,
          pushed INTEGER NOT NULL,
          mailed INTEGER NOT NULL,
          PRIMARY KEY (person, code)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE delivery (
          person  INTEGER NOT NULL REFERENCES person (id),
          way     TEXT NOT NULL,
          due     INTEGER NOT NULL,
          claimed INTEGER NOT NULL,
          tries   INTEGER NOT NULL,
          PRIMARY KEY (person, way)
        ) STRICT, WITHOUT ROWID;
    """
    ),
    11: (
        """
        ALTER TABLE game ADD COLUMN opening TEXT NOT NULL DEFAULT '';
        CREATE TABLE puzzle_try (
          person INTEGER NOT NULL REFERENCES person (id),
          game   TEXT NOT NULL,
          puzzle TEXT NOT NULL,
          solved INTEGER NOT NULL,
          day    TEXT NOT NULL,
          at     INTEGER NOT NULL,
          PRIMARY KEY (person, game, puzzle)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE puzzle_count (
          game   TEXT NOT NULL,
          puzzle TEXT NOT NULL,
          tries  INTEGER NOT NULL,
          solved INTEGER NOT NULL,
          PRIMARY KEY (game, puzzle)
        ) STRICT, WITHOUT ROWID;
    """
    ),
}
"""What takes a database of each older schema to the next; the logs themselves are never touched."""
TABLES = (
    "person",
    "session",
    "pack_file",
    "pack",
    "phrase",
    "passkey",
    "feed",
    "challenge",
    "mutex",
    "ticket",
    "arrival",
    "game",
    "player",
    "entry",
    "draft",
    "standing_order",
    "chat",
    "nonce",
    "room",
    "lesson",
    "puzzle_try",
    "puzzle_count",
    "agreement",
    "rated_game",
    "rating",
    "rating_change",
    "server_key",
    "push_subscription",
    "email",
    "notice",
    "delivery",
)
"""Every table, those that others refer to first."""
BATCH = 512
"""So many jobs share one transaction at most."""
COMMIT_INTERVAL_SECONDS = 0.016
"""While there is much to write, a commit begins at most so often: what comes in between shares
the next one.
"""


class StorageFailed(DogfightError):
    """Nothing was stored: the disk is full, the database is locked, damaged or out of reach."""


class ConnectionLost(StorageFailed):
    """The connection to a database server broke; another one may do."""


def layout() -> str:
    """The statements that lay out a new database."""
    return (
        resources.files("dogfight.server.storage")
        .joinpath("schema.sql")
        .read_text(encoding="utf-8")
    )


def other_schema(result: int) -> str:
    """What to do about a database of another schema."""
    words = f"expected a database of schema {SCHEMA}, got {result}"
    if result in UPGRADES:
        return f"{words}; `dogfight serve` brings it up to date"
    return f"{words}; use the release that wrote it, or a later one"


class DatabaseSnapshot(ABC):
    """A database as it is at one moment, to be copied.

    Text that is no UTF-8 is carried over byte by byte, as `surrogateescape` does it.
    """

    @abstractmethod
    def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[list[Row]]:
        """A table in handy portions."""


class BulkLoad(DatabaseSnapshot):
    """One transaction that fills a database; what is in it is seen by others when all of it is."""

    @abstractmethod
    async def put(self, table: str, columns: Sequence[str], rows: list[Row]) -> None: ...

    def fits(self, row: Row) -> bool:  # noqa: ARG002 - a file has room for everything
        """Whether this kind of database has room for a row as it is, damaged text included."""
        return True


class Reader(ABC):
    """A database, to look at only."""

    name: str
    """What it is called in messages: a file, or an address without its password."""

    @abstractmethod
    async def read(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """Rows as they are stored now."""

    @abstractmethod
    async def read_transaction(self, job: Job[T]) -> T:
        """Several reads, all of one moment."""

    @abstractmethod
    async def schema(self) -> int:
        """The number of its layout."""

    @abstractmethod
    async def integrity_errors(self) -> list[str]:
        """What the database itself finds wrong with what it has stored."""

    @abstractmethod
    async def columns(self, table: str) -> tuple[str, ...]: ...

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[DatabaseSnapshot]:
        """Everything as it is now, whatever is written meanwhile."""

    async def write(self, job: Job[T], key: str = "") -> T:
        """A reader refuses to write."""
        raise StorageFailed(f"{self.name} is open for reading only; {job} {key} was not run")

    @abstractmethod
    async def close(self) -> None: ...


class Store(Reader):
    """The database of a running server."""

    failing: str = ""
    """Why the last write was not stored; empty when it was."""
    written: float
    """When something was last stored, by the monotonic clock."""
    durability_warning: str = ""
    """Why what was confirmed could be lost in a power cut; empty where it cannot."""

    @abstractmethod
    async def write(self, job: Job[T], key: str = "") -> T:
        """Run a job in the next transaction, which it may share with others; returns once that is
        durable.

        The key names what it changes, so that jobs of several servers can take their turns in one
        order.
        """

    @abstractmethod
    async def probe(self) -> None:
        """Write something that changes nothing, to see whether it can be done."""

    @abstractmethod
    def free_mb(self) -> int | None:
        """Return the free space on the disk; None where the store does not watch it."""

    @abstractmethod
    def bulk_load(self) -> AbstractAsyncContextManager[BulkLoad]:
        """One transaction that replaces everything."""
