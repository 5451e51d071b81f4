"""The commands around the online table: serve, join, backup, restore, audit, migrate.

What only one of them needs is imported inside it, so that every other command of the command starts
quickly.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from dogfight.cli.common_options import AsciiOnly, AsJson, InLines
from dogfight.cli.console import has_screen, print_status, show_json
from dogfight.core.errors import BadOption
from dogfight.server.settings import Settings, read_settings

if TYPE_CHECKING:
    from dogfight.server.storage.audit import Findings

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", metavar="FOLDER", help="Where games are kept (dogfight-data)."),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="ADDRESS",
        envvar="DOGFIGHT_DATABASE",
        help="A PostgreSQL database in place of the folder: postgresql://USER:PASSWORD@HOST/NAME.",
    ),
]
Bus = Annotated[
    str | None,
    typer.Option(
        "--bus",
        metavar="ADDRESS",
        envvar="DOGFIGHT_BUS",
        help=(
            "One of several nodes on one PostgreSQL database, which talk over Redis or Valkey:"
            " redis://HOST:PORT."
        ),
    ),
]


def serve(
    port: Annotated[
        int | None, typer.Option(help="The port; 0 takes any free one (8000).", min=0, max=65535)
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="The address to listen on (127.0.0.1: only this machine)."
        ),
    ] = None,
    data_dir: DataDir = None,
    database: Database = None,
    bus: Bus = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="FOLDER",
            help="A folder or pack whose files replace the built-in data.",
        ),
    ] = None,
    packs: Annotated[
        Path | None,
        typer.Option("--packs", metavar="FOLDER", help="A folder of packs to play with."),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser.")
    ] = False,
    metrics_port: Annotated[
        int | None, typer.Option(help="Offer Prometheus metrics on this port.", min=0, max=65535)
    ] = None,
    settings: Annotated[
        Path | None, typer.Option("--config", help="A TOML file with any of the settings.")
    ] = None,
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(help="What is worth a line on stderr."),
    ] = "info",
) -> None:
    """Set the online table: one process and one database, which is a file unless an address says
    otherwise.
    """
    from dogfight.server import logs, metrics

    where: dict[str, str] = {}
    if database is not None or data_dir is not None:
        place = _place(data_dir, database)
        where = {"database": place} if database else {"database": "", "data_dir": place}
    chosen = read_settings(
        settings,
        port=port,
        host=host,
        bus=bus,
        metrics_port=metrics_port,
        data=data and str(data),
        packs_dir=packs and str(packs),
        **where,
    )
    logs.start(log_level)
    with _listening(chosen) as listener:
        if chosen.metrics_port:
            with _told_where(chosen.metrics_host, chosen.metrics_port):
                metrics.serve(chosen.metrics_port, chosen.metrics_host)
        _run(chosen, listener, browse=not no_browser and sys.stdout.isatty())


def _run(settings: Settings, listener: socket.socket, *, browse: bool) -> None:
    """Open the database, serve the table and print its address once it can be reached, until the
    process is ended.
    """
    from uvicorn.loops.auto import auto_loop_factory

    from dogfight.server import gc_tuning
    from dogfight.server.app import ServerContext
    from dogfight.server.nodes.joining import join as joined
    from dogfight.server.shutdown import DrainingServer

    async def serving() -> None:
        store, together = await joined(settings)
        server = DrainingServer(ServerContext(settings, store, together=together), opened)
        gc_tuning.settle()
        await server.serve(sockets=[listener])

    def opened() -> None:
        address = f"http://{_shown(settings.host)}:{listener.getsockname()[1]}/"
        print(f"The table is set at {address}", flush=True)
        if browse:
            webbrowser.open(address)

    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serving())


def join(
    url: Annotated[
        str,
        typer.Argument(
            help="The table's link, such as http://HOST/join/CODE#SECRET.", show_default=False
        ),
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name at the table.")] = "Guest",
    ascii_only: AsciiOnly = False,
    lines: InLines = False,
) -> None:
    """Play a table of a server in the terminal."""
    if lines or not has_screen():
        from dogfight.client import line_client

        line_client.join(url, name)
    else:
        from dogfight.tui.join import join_at_screen

        join_at_screen(url, name, ascii_only=ascii_only)


def backup(
    file: Annotated[Path, typer.Argument(help="The new file to write.", show_default=False)],
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Copy the database to a file, beside a running server or without one, and check the copy."""
    from dogfight.server.storage import copying

    with _judged(as_json) as judge:
        asyncio.run(copying.back_up(_place(data_dir, database), file))
        asyncio.run(copying.audited(str(file), judge))


def restore(
    file: Annotated[
        Path,
        typer.Argument(
            help="A file written by backup, or that of a server that is not running.",
            show_default=False,
        ),
    ],
    data_dir: DataDir = None,
    database: Database = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a database that is there.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Put a copy of the database in its place, once it is checked; the server must not be
    running.
    """
    from dogfight.server.storage import copying

    with _judged(as_json) as judge:
        asyncio.run(copying.restore(file, _place(data_dir, database), force, judge))


def audit(data_dir: DataDir = None, database: Database = None, as_json: AsJson = False) -> None:
    """Check every game of a database: order, hashes, rules and draws; exit status 1 if one is
    damaged.
    """
    from dogfight.server.storage import copying

    with _judged(as_json) as judge:
        asyncio.run(copying.audited(_place(data_dir, database), judge))


def migrate(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FROM",
            help="A folder, a file, or an address: postgresql://HOST/NAME.",
            show_default=False,
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TO",
            help="A new folder, or the address of an empty database.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Copy a whole database into an empty one, SQLite or PostgreSQL, and audit both; no server
    may be running.
    """
    from dogfight.server.storage import copying

    with _judged(as_json) as judge:
        asyncio.run(copying.migrate(source, target, judge))


def _place(data_dir: Path | None, database: str | None) -> str:
    """Where the database is: an address, or a folder."""
    if database is not None and data_dir is not None:
        raise BadOption(
            "expected --data-dir or a database (--database, DOGFIGHT_DATABASE), got both"
        )
    if data_dir is not None and data_dir.is_file():
        raise BadOption(f"{data_dir}: expected a folder with a database, got a file")
    return database or str(data_dir or Settings().data_dir)


@contextmanager
def _judged(as_json: bool) -> Iterator[Callable[[str, Findings], None]]:
    """Print what audits find, and end the command with status 1 where that is damage.

    A database that is damaged itself ends it at once; damaged tables only when the command has done
    its work.
    """
    damaged: dict[str, None] = {}
    faulty = False

    def judge(name: str, findings: Findings) -> None:
        nonlocal faulty
        if as_json:
            show_json({"file": name, "ok": not findings.faults, **asdict(findings)})
        else:
            print(
                f"{name}: {findings.games} games, {findings.entries} entries, {findings.draws}"
                " draws checked"
            )
            if findings.outdated:
                print(
                    f"{findings.outdated} games were played with other rules and could not be"
                    " played through"
                )
        for fault in findings.faults:
            print_status(fault)
        if findings.broken:
            raise typer.Exit(1)
        damaged.update(dict.fromkeys(findings.damaged))
        faulty = faulty or bool(findings.faults)

    yield judge
    if damaged:
        print_status(
            f"damaged tables: {', '.join(damaged)}; everything else is in order and was not"
            " affected"
        )
    if faulty:
        raise typer.Exit(1)


def _listening(settings: Settings) -> socket.socket:
    """The socket to listen on.

    That of a node takes nobody in before it is ready: a proxy has others to turn to.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with _told_where(settings.host, settings.port):
        if not settings.bus:
            return socket.create_server((settings.host, settings.port), family=family, backlog=1024)
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        return listener


@contextmanager
def _told_where(host: str, port: int) -> Iterator[None]:
    """Say on which address and port one cannot listen."""
    try:
        yield
    except OSError as error:
        raise BadOption(f"cannot listen on {host} port {port}: {error.strerror}") from None


def _shown(host: str) -> str:
    """The address as one types it into a browser."""
    if host in ("0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
