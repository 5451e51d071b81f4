"""What can be set, with the values a small table needs; `dogfight serve --config` reads the same names from TOML."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from dogfight.core.errors import BadOption

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this server runs."""

    host: str = "127.0.0.1"
    port: Port = 8000
    data_dir: str = "dogfight-data"
    database: str = ""
    """The address of a PostgreSQL database, `postgresql://…`; empty: a file in `data_dir`."""
    bus: str = ""
    """The address of a Redis or Valkey server, `redis://…`: this is one of several nodes on one database."""
    origins: tuple[str, ...] = ()
    """Further origins that may call, such as the public name behind a proxy: `https://table.example`."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose X-Forwarded headers are believed."""
    plugins: tuple[str, ...] = ()
    """Files or modules to import first: they register further games and bots."""
    engines: dict[str, str] = {}
    """Engines that may be given a seat, by the name people see: `rook = "path=/opt/rook,time=1s"`."""
    lab: bool = False
    """Whether the lab's page is open to others; without `origins` and `proxies` a local server always opens it."""
    metrics_port: Port = 0
    metrics_host: str = "127.0.0.1"

    bot_workers: int = 2
    bot_seconds: float = 5.0
    bot_memory_mb: int = 1024
    bot_delay: tuple[float, float] = (0.3, 0.9)
    """Bots answer after a random while that has nothing to do with how long they think; see `pace`."""
    bot_pace: tuple[float, float] = (0.06, 0.2)
    """Against a clock of the game each choice of a bot takes a random share of the time that is left."""
    forced_moves: bool = True
    """Whether a move plays itself that everybody at the table can see to be the only one."""
    nonce_seconds: float = 3.0
    """How long a full table waits for what its players add to the seed."""
    hint_bot: str = "hard"
    """The bot that gives hints."""
    hint_workers: int = 1
    hints_per_minute: float = 12.0
    """For one person; three may come at once."""

    desk_workers: int = 2
    desk_seconds: float = 10.0
    """Finished games are shown and records that are brought are checked in so many processes, each in its time."""
    review_workers: int = 1
    review_seconds: float = 15.0
    """Finished games are explained (docs/review.md) in so many processes, each game in its time."""
    uploads_per_minute: float = 6.0
    uploads_per_person: int = 200
    """How many records one person may bring, for a minute and in all."""

    grace: float = 0.3
    """How long after a deadline a late line still counts; the same for all."""
    reopen: float = 10.0
    """What a running clock shows at least after the server was away."""
    idle_unload: float = 600.0
    away_seconds: float = 120.0
    """How long somebody must have been away before the host may let a bot play in their place."""
    drain_seconds: float = 0.0
    """Where there are several servers: how long one that is told to end takes to send its sockets to the others."""
    free_mb: int = 64
    """With less room than this on the disk the server is not well."""
    checkpoint_seconds: float = 1.0
    """After so long without a write the write-ahead log is folded into the database."""

    frame_bytes: int = 16 * 1024
    body_bytes: int = 64 * 1024
    record_bytes: int = 1024 * 1024
    head_bytes: int = 32 * 1024
    header_seconds: float = 5.0
    body_seconds: float = 10.0
    request_seconds: float = 90.0
    """How long a request's head may take, its body, and all the rest until its answer has been taken."""
    poll_seconds: float = 25.0
    send_seconds: float = 20.0
    ping_seconds: float = 20.0
    outbox: int = 128
    mailbox: int = 64

    commands_per_second: float = 10.0
    commands_burst: int = 40
    connects_per_minute: float = 240.0
    guests_per_minute: float = 30.0
    requests_per_second: float = 50.0
    requests_at_once: int = 32
    """For one person, those that wait for news included."""
    connections: int = 10_000
    connections_per_address: int = 256
    arriving_per_address: int = 64
    """How many connections there may be, sockets included, and how many whose request is not there yet."""
    open_tables: int = 20
    sockets_per_person: int = 24
    watchers_per_table: int = 2000
    watch_delay: float = 0.0
    """How many seconds watchers see the game late, so that they cannot help a player while it counts."""


def _steady() -> Callable[[], float]:
    """The time of day as it was at the start, and what has passed since; setting the system's clock changes nothing."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    began = time.time() - time.clock_gettime(clock)
    return lambda: began + time.clock_gettime(clock)


class World:
    """Where time and secrets come from; tests put their own in its place."""

    def __init__(
        self,
        now: Callable[[], float] | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._clock = now or _steady()
        self.entropy = entropy
        self.ahead = 0.0
        """How many seconds the clock that all nodes go by is ahead of this machine's."""

    def now(self) -> float:
        return self._clock() + self.ahead

    def ms(self) -> int:
        """The time in whole milliseconds."""
        return int(self.now() * 1000)


def read_settings(path: Path | None, **given: object) -> Settings:
    """Settings from a file and from the command line; what is given there wins."""
    values: dict[str, object] = {}
    if path is not None:
        try:
            values = msgspec.toml.decode(path.read_bytes())
        except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
            raise BadOption(f"{path}: expected settings in TOML; {error}") from None
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise BadOption(f"settings: {error}") from None
