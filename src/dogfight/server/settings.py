"""What can be set, with the values a small table needs; `dogfight serve --config` reads the same names from TOML."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from dogfight.core.errors import BadOption


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this server runs."""

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: str = "dogfight-data"
    origins: tuple[str, ...] = ()
    """Further origins that may call, such as the public name behind a proxy: `https://table.example`."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose X-Forwarded headers are believed."""
    plugins: tuple[str, ...] = ()
    """Modules to import first: they register further games and bots."""
    engines: dict[str, str] = {}
    """Engines that may be given a seat, by the name people see: `rook = "path=/opt/rook,time=1s"`."""
    metrics_port: int = 0
    metrics_host: str = "127.0.0.1"

    bot_workers: int = 2
    bot_seconds: float = 5.0
    bot_memory_mb: int = 1024
    bot_delay: tuple[float, float] = (0.3, 0.9)
    """Bots answer after a random while that has nothing to do with how long they think; see `pace`."""
    bot_pace: tuple[float, float] = (0.06, 0.2)
    """Against a clock of the game each choice of a bot takes a random share of the time that is left."""
    nonce_seconds: float = 3.0
    """How long a full table waits for what its players add to the seed."""
    hint_bot: str = "hard"
    """The bot that gives hints."""
    hint_workers: int = 1
    hints_per_minute: float = 12.0
    """For one person; three may come at once."""

    grace: float = 0.3
    """How long after a deadline a late line still counts; the same for all."""
    reopen: float = 10.0
    """What a running clock shows at least after the server was away."""
    idle_unload: float = 600.0

    frame_bytes: int = 16 * 1024
    body_bytes: int = 64 * 1024
    record_bytes: int = 1024 * 1024
    header_seconds: float = 5.0
    body_seconds: float = 10.0
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
    open_tables: int = 20
    sockets_per_person: int = 24
    watchers_per_table: int = 2000
    watch_delay: float = 0.0
    """How many seconds watchers see the game late, so that they cannot help a player while it counts."""


class World:
    """Where time and secrets come from; tests put their own in its place."""

    def __init__(
        self,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.now = now
        self.entropy = entropy

    def ms(self) -> int:
        """The time in whole milliseconds."""
        return int(self.now() * 1000)


def read_settings(path: Path | None, **given: object) -> Settings:
    """Settings from a file and from the command line; what is given there wins."""
    values: dict[str, object] = {}
    if path is not None:
        try:
            values = msgspec.toml.decode(path.read_bytes())
        except (OSError, msgspec.DecodeError) as error:
            raise BadOption(f"{path}: expected settings in TOML; {error}") from None
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise BadOption(f"settings: {error}") from None
