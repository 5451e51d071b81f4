"""The verbs around the online table: serve, join, backup, restore, audit.

What only one of them needs is imported inside it, so that every other verb of the command starts quickly.
"""

from __future__ import annotations

import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from dogfight.core.errors import BadOption
from dogfight.server.settings import Settings, read_settings
from dogfight.verbs.common_options import AsJson
from dogfight.verbs.console import show_json, talk

DataDir = Annotated[
    Path | None, typer.Option("--data-dir", metavar="FOLDER", help="Where games are kept (dogfight-data).")
]


def serve(
    port: Annotated[int | None, typer.Option(help="The port; 0 takes any free one (8000).")] = None,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The address to listen on (127.0.0.1: only this machine).")
    ] = None,
    data_dir: DataDir = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    metrics_port: Annotated[int | None, typer.Option(help="Offer Prometheus metrics on this port.")] = None,
    settings: Annotated[Path | None, typer.Option("--config", help="A TOML file with any of the settings.")] = None,
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], typer.Option(help="What is worth a line on stderr.")
    ] = "info",
) -> None:
    """Set the online table: one process, one database file."""
    import uvicorn

    from dogfight.server import gc_tuning, logs, metrics
    from dogfight.server.app import House, config, make_app

    folder = str(data_dir) if data_dir is not None else None
    chosen = read_settings(settings, port=port, host=host, data_dir=folder, metrics_port=metrics_port)
    logs.start(log_level)
    with _listening(chosen) as listener:
        if chosen.metrics_port:
            with _told_where(chosen.metrics_host, chosen.metrics_port):
                metrics.serve(chosen.metrics_port, chosen.metrics_host)
        house = House(chosen)
        address = f"http://{_shown(chosen.host)}:{listener.getsockname()[1]}/"
        print(f"The table is set at {address}", flush=True)
        if not no_browser and sys.stdout.isatty():
            webbrowser.open(address)
        gc_tuning.settle()
        uvicorn.Server(config(make_app(house), chosen)).run(sockets=[listener])


def join(
    url: Annotated[
        str, typer.Argument(help="The table's link, such as http://HOST/join/CODE#SECRET.", show_default=False)
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name at the table.")] = "Guest",
) -> None:
    """Play a table of a server in the terminal."""
    from dogfight.client import line_client

    line_client.join(url, name)


def backup(
    file: Annotated[Path, typer.Argument(help="The new file to write.", show_default=False)],
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Copy the database to a file, beside a running server or without one, and check the copy."""
    from dogfight.server.storage import store

    store.back_up(data_dir or Path(Settings().data_dir), file)
    _check(file, as_json)


def restore(
    file: Annotated[
        Path,
        typer.Argument(help="A file written by backup, or that of a server that is not running.", show_default=False),
    ],
    data_dir: DataDir = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a database that is there.")] = False,
    as_json: AsJson = False,
) -> None:
    """Put a copy of the database in its place, once it is checked; the server must not be running."""
    from dogfight.server.storage import store

    store.restore(file, data_dir or Path(Settings().data_dir), force, lambda copy: _check(copy, as_json, file))


def audit(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Check every game of a database: order, hashes, rules and draws; exit status 1 if one is damaged."""
    from dogfight.server.storage import store

    _check((data_dir or Path(Settings().data_dir)) / store.FILE, as_json)


def _check(path: Path, as_json: bool, shown: Path | None = None) -> None:
    """Audit a file and print what was found, under its own name or that of the file it is a copy of."""
    from dogfight.server.storage.audit import audit as audited

    findings = audited(path)
    if as_json:
        show_json({"file": str(shown or path), "ok": not findings.faults, **asdict(findings)})
    else:
        print(f"{shown or path}: {findings.games} games, {findings.entries} entries, {findings.draws} draws checked")
        if findings.outdated:
            print(f"{findings.outdated} games were played with other rules and could not be played through")
    for fault in findings.faults:
        talk(fault)
    if findings.faults:
        raise typer.Exit(1)


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with _told_where(settings.host, settings.port):
        return socket.create_server((settings.host, settings.port), family=family, backlog=1024)


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
