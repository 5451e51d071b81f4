"""What can be set, with the values a small table needs; `dogfight serve --config` reads the same
names from TOML.
"""

from __future__ import annotations

import difflib
import ipaddress
import math
import re
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import inspect
from msgspec.structs import fields

from dogfight.core.errors import BadOption

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Workers = Annotated[int, msgspec.Meta(ge=1, le=256)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Megabytes = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Memory = Annotated[int, msgspec.Meta(ge=64, le=10**6)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=7 * 86_400)]
Timeout = Annotated[float, msgspec.Meta(ge=0.01, le=7 * 86_400)]
"""A time that something is given: without any nothing would ever be done."""
TurnTime = Annotated[float, msgspec.Meta(ge=60, le=7 * 86_400)]
Interval = Annotated[float, msgspec.Meta(ge=0.1, le=86_400)]
Rate = Annotated[float, msgspec.Meta(ge=0.001, le=1e12)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Factor = Annotated[float, msgspec.Meta(ge=1, le=10**6)]
Size = Annotated[int, msgspec.Meta(ge=256, le=2**30)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
Words = Annotated[str, msgspec.Meta(max_length=4096)]
"""A word, or none."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this server runs.

    Every field says which values it takes, and `read_settings` holds all of them to it.
    """

    host: Word = "127.0.0.1"
    port: Port = 8000
    data_dir: Word = "dogfight-data"
    database: Words = ""
    """The address of a PostgreSQL database, `postgresql://…`; empty: a file in `data_dir`."""
    bus: Words = ""
    """The address of a Redis or Valkey server, `redis://…`: this is one of several nodes on one
    database.
    """
    origins: tuple[Word, ...] = ()
    """Further origins that may call, such as the public name behind a proxy:
    `https://table.example`.
    """
    proxies: tuple[Word, ...] = ()
    """Addresses of proxies whose X-Forwarded headers are believed."""
    plugins: tuple[Word, ...] = ()
    """Files or modules to import first: they register further games and bots."""
    engines: dict[Word, Word] = {}
    """Engines that may be given a seat, by the name people see: `rook =
    "path=/opt/rook,time=1s"`.
    """
    data: Words = ""
    """A folder of data files that new tables are played with where they name no pack."""
    packs_dir: Words = ""
    """A folder of packs that everybody may play with."""
    uploads_of_packs: bool = False
    """Whether others may upload packs; without `origins` and `proxies` this machine always may."""
    packs_per_person: Count = 20
    packs_in_all: Count = 500
    """How many packs of one person are kept, those included that games use, and of all."""
    lab: bool = False
    """Whether the lab's page is open to others; without `origins` and `proxies` a local server
    always opens it.
    """
    workshop: bool = False
    """Whether the workshop is open to others; without `origins` and `proxies` a local server
    always opens it.
    """
    smtp: Words = ""
    """The server that sends mail, `smtps://NAME:PASSWORD@HOST` or `smtp://…`; empty: no mail is
    offered.
    """
    mail_from: Words = ""
    """The address that mail comes from."""
    notice_delay: Seconds = 60.0
    """How long a move waits for a person who is away before they are sent a push message."""
    push_pause: Seconds = 600.0
    """The time between two push messages to a person."""
    email_delay: Seconds = 1800.0
    email_pause: Seconds = 6 * 3600.0
    """The same for mail."""
    notice_retry: Timeout = 30.0
    """After so long a delivery that failed is tried again, then after twice as long and so on."""
    push_browsers: Number = 5
    """How many browsers of one person take push messages."""
    push_private: bool = False
    """Whether push services may have private addresses and no TLS, as one of one's own has."""
    notices_per_hour: Rate = 12.0
    """How often one person may enter an address or a browser, and one mailbox be asked."""
    mails_per_hour: Rate = 500.0
    pushes_per_minute: Rate = 1200.0
    """What one server sends to all people together."""
    metrics_port: Port = 0
    metrics_host: Word = "127.0.0.1"

    bot_workers: Workers = 2
    bot_seconds: Timeout = 5.0
    bot_memory_mb: Memory = 1024
    bot_delay: tuple[Seconds, Seconds] = (0.3, 0.9)
    """Bots answer after a random while that has nothing to do with how long they think; see
    `bot_clock_share`.
    """
    bot_clock_share: tuple[Share, Share] = (0.06, 0.2)
    """Against a clock of the game each choice of a bot takes a random share of the time that is
    left.
    """
    forced_moves: bool = True
    """Whether a move plays itself that everybody at the table can see to be the only one."""
    nonce_seconds: Seconds = 3.0
    """How long a full table waits for what its players add to the seed."""
    hint_bot: Word = "hard"
    """The bot that gives hints."""
    hint_workers: Workers = 1
    talk_per_minute: Rate = 40.0
    talk_burst: Number = 20
    """Lines of chat and calls of a person together: so many a minute, and so many at once."""
    hints_per_minute: Rate = 12.0
    """For one person; three may come at once."""

    voice: bool = True
    """Whether people with seats at a table may talk to each other."""
    stun_servers: tuple[Word, ...] = ()
    """Servers that tell a page its public address: `stun:HOST:PORT`."""
    turn_servers: tuple[Word, ...] = ()
    """Relays for voice: `turn:HOST:PORT`, `turns:HOST:PORT?transport=tcp`."""
    turn_secret: Words = ""
    """A secret shared with the relays, from which everybody gets a password for a while."""
    turn_seconds: TurnTime = 12 * 3600.0
    """How long such a password is good."""
    turn_user: Words = ""
    turn_password: Words = ""
    """A fixed name and password of the relays, where they share no secret."""
    voice_relay_only: bool = False
    """Whether voice goes through the relays alone, so that nobody learns another's address."""
    signals_per_minute: Rate = 120.0
    signals_burst: Number = 100
    """What the pages of a person send to connect their voices: so many a minute, and at once."""

    job_workers: Workers = 2
    job_seconds: Timeout = 10.0
    """Finished games are shown and records that are brought are checked in so many processes,
    each in its time.
    """
    analysis_workers: Workers = 1
    analysis_seconds: Timeout = 15.0
    """Finished games are explained (docs/review.md) in so many processes, each game in its time."""
    uploads_per_minute: Rate = 6.0
    uploads_per_person: Count = 200
    """How many records one person may bring, for a minute and in all."""

    clock_grace: Seconds = 0.3
    """How long after a deadline a late line still counts; the same for all."""
    reconnect_seconds: Seconds = 10.0
    """What a running clock shows at least after the server was away."""
    idle_unload: Seconds = 600.0
    away_seconds: Seconds = 120.0
    """How long a player must have been away before the host may let a bot play in their place."""
    drain_seconds: Seconds = 0.0
    """Where there are several servers: how long one that has to end takes to send its sockets to
    the others.
    """
    free_mb: Megabytes = 64
    """With less room than this on the disk the server is not well."""
    checkpoint_seconds: Timeout = 1.0
    """After so long without a write the write-ahead log is folded into the database."""

    frame_bytes: Size = 16 * 1024
    body_bytes: Size = 64 * 1024
    record_bytes: Size = 1024 * 1024
    head_bytes: Size = 32 * 1024
    header_seconds: Timeout = 5.0
    body_seconds: Timeout = 10.0
    request_seconds: Timeout = 90.0
    """How long a request's head may take, its body, and all the rest until its answer has been
    taken.
    """
    poll_seconds: Seconds = 25.0
    send_seconds: Timeout = 20.0
    ping_seconds: Interval = 20.0
    socket_queue: Number = 128
    command_queue: Count = 64

    commands_per_second: Rate = 10.0
    commands_burst: Number = 40
    connects_per_minute: Rate = 240.0
    guests_per_minute: Rate = 30.0
    phrases_per_minute: Rate = 6.0
    """Sign-ins by phrase or passkey: from an address, and with words that begin alike."""
    requests_per_second: Rate = 50.0
    frames_per_second: Rate = 50.0
    frames_burst: Number = 500
    """Of every kind, through all sockets of one person; a socket that sends more is closed."""
    bytes_per_second: Rate = 128.0 * 1024
    bytes_burst: Number = 4 * 1024 * 1024
    """Through all sockets of one person, or one other connection."""
    address_share: Factor = 16.0
    """How many times what one person may spend of any budget all those at one address may."""
    requests_at_once: Number = 32
    """For one person, those that wait for news included."""
    connections: Number = 10_000
    connections_per_address: Number = 256
    arriving_per_address: Number = 64
    """How many connections there may be, sockets included, and how many whose request is not
    there yet.
    """
    open_tables: Count = 20
    sockets_per_person: Number = 24
    watchers_per_table: Count = 2000
    watch_delay: Seconds = 0.0
    """How many seconds watchers see the game late, so that they cannot help a player while it
    counts.
    """


def _steady() -> Callable[[], float]:
    """The time of day as it was at the start, and what has passed since; setting the system's
    clock changes nothing.
    """
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    began = time.time() - time.clock_gettime(clock)
    return lambda: began + time.clock_gettime(clock)


class SystemSources:
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


def read_settings(path: Path | None, **supplied: object) -> Settings:
    """Settings from a file and from the command line; what is given there wins."""
    values: dict[str, object] = {}
    if path is not None:
        try:
            values = msgspec.toml.decode(path.read_bytes())
        except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
            raise BadOption(f"{path}: expected settings in TOML; {error}") from None
    values |= {name: value for name, value in supplied.items() if value is not None}
    return checked_settings(values)


def checked_settings(values: Mapping[str, object]) -> Settings:
    """Make settings of values from wherever, or say which of them is wrong, what was expected
    and what came.
    """
    kinds = {field.name: field.type for field in fields(Settings)}
    for name, value in values.items():
        if name not in kinds:
            close = difflib.get_close_matches(name, kinds, 1)
            meant = f"; did you mean {close[0]}?" if close else ""
            raise BadOption(f"settings: {name}: there is no such setting{meant}")
        try:
            _check_finite(msgspec.convert(value, kinds[name]))
        except (msgspec.ValidationError, OverflowError, ValueError):
            came = f"a {type(value).__name__}" if name in _SECRET else _shortened(repr(value))
            raise BadOption(
                f"settings: {name}: expected {expected_of(kinds[name])}, got {came}"
            ) from None
    settings = msgspec.convert(dict(values), Settings)
    for check in _CHECKS:
        check(settings)
    return settings


_SECRET = ("database", "bus", "smtp", "turn_secret", "turn_password")
"""Settings whose values may contain a password."""
_MOST_SHOWN = 80
_ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def _check_finite(value: object) -> None:
    """Refuse what no bound can be compared with."""
    for number in value if isinstance(value, tuple) else (value,):
        if isinstance(number, float) and not math.isfinite(number):
            raise ValueError


def expected_of(kind: object) -> str:
    """Describe the values of a type in words."""
    return _expected(inspect.type_info(kind))


def _expected(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number from {least:g} to {most:g}"
        case inspect.StrType(min_length=least, max_length=most):
            return f"a text of {least or 0} to {most} characters"
        case inspect.BoolType():
            return "true or false"
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)} values, each {_expected(items[0])}"
        case inspect.VarTupleType(item_type=item):
            return f"a list of values, each {_expected(item)}"
        case inspect.DictType(value_type=item):
            return f"a table of values, each {_expected(item)}"
    raise TypeError(f"no words for {kind}")


def _check_proxies(settings: Settings) -> None:
    for name in settings.proxies:
        try:
            _ = name == "*" or ipaddress.ip_network(name)
        except ValueError:
            raise BadOption(
                "settings: proxies: expected an address like 10.0.0.1, a network like 10.0.0.0/8,"
                f" or *; got {_shortened(repr(name))}"
            ) from None


def _check_origins(settings: Settings) -> None:
    for origin in settings.origins:
        if not _ORIGIN.fullmatch(origin):
            raise BadOption(
                "settings: origins: expected an address like https://table.example, in small"
                f" letters and with nothing after the name or port; got {_shortened(repr(origin))}"
            )


def _check_ranges(settings: Settings) -> None:
    for name in ("bot_delay", "bot_clock_share"):
        low, high = getattr(settings, name)
        if low > high:
            raise BadOption(
                f"settings: {name}: expected the lower number first, got {low:g} and {high:g}"
            )


def _check_room(settings: Settings) -> None:
    """What one request may contain has to fit into what one connection may send at once."""
    for name in ("record_bytes", "body_bytes", "head_bytes", "frame_bytes"):
        most = getattr(settings, name)
        if settings.bytes_burst < most + _READ_BYTES:
            raise BadOption(
                f"settings: bytes_burst: expected at least {most + _READ_BYTES}, which is {name}"
                f" and what is read at once; got {settings.bytes_burst}"
            )


def _check_mail(settings: Settings) -> None:
    """Mail needs a server, a sender, and the address that its links lead to."""
    if not settings.smtp:
        return
    try:
        parts = urlsplit(settings.smtp)
        fits = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
        fits = fits and parts.path in ("", "/") and not parts.query and not parts.fragment
    except ValueError:
        fits = False
    if not fits:
        raise BadOption(
            "settings: smtp: expected smtps://NAME:PASSWORD@HOST or smtp://NAME:PASSWORD@HOST:PORT,"
            " with / # ? @ of a password written as %2F %23 %3F %40; got something else"
        )
    if not MAIL_ADDRESS.fullmatch(settings.mail_from):
        raise BadOption(
            "settings: mail_from: expected an address like table@table.example beside smtp, got"
            f" {_shortened(repr(settings.mail_from))}"
        )
    if not settings.origins:
        raise BadOption(
            "settings: origins: expected the public address beside smtp, for the links in mails;"
            " got none"
        )


MAIL_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])"
)
"""What mail can be sent to: no quotes, no comments, no numbers in the place of a name."""
_READ_BYTES = 256 * 1024
"""What arrives at once at most."""


_HOST_PORT = r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?"
_STUN = re.compile(rf"stuns?:{_HOST_PORT}")
_TURN = re.compile(rf"turns?:{_HOST_PORT}(\?transport=(udp|tcp))?")


def _check_voice(settings: Settings) -> None:
    """Refuse addresses that browsers cannot use, relays without a password, and a rule that
    voice cannot keep.
    """
    for name, pattern, example in (
        ("stun_servers", _STUN, "stun:stun.example:3478"),
        ("turn_servers", _TURN, "turn:turn.example:3478?transport=udp"),
    ):
        for address in getattr(settings, name):
            if not pattern.fullmatch(address):
                raise BadOption(
                    f"settings: {name}: expected an address like {example}, got"
                    f" {_shortened(repr(address))}"
                )
    has_password = bool(settings.turn_secret or (settings.turn_user and settings.turn_password))
    if settings.turn_servers and not has_password:
        raise BadOption(
            "settings: turn_servers: expected turn_secret, or turn_user and turn_password, beside"
            " them; got none"
        )
    if settings.voice_relay_only and not settings.turn_servers:
        raise BadOption("settings: voice_relay_only: expected turn_servers beside it, got none")


_CHECKS = (_check_proxies, _check_origins, _check_ranges, _check_room, _check_mail, _check_voice)
