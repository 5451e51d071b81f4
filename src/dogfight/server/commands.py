"""The verbs around the online table: serve."""

from __future__ import annotations

import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
import uvicorn

from dogfight.core.errors import BadOption
from dogfight.server import logs, metrics
from dogfight.server.app import House, config, make_app
from dogfight.server.settings import Settings, read_settings

DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Where games are kept (dogfight-data).")]


def serve(
    port: Annotated[int | None, typer.Option(help="The port; 0 takes any free one (8000).")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on (127.0.0.1: only this machine).")] = None,
    data_dir: DataDir = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    metrics_port: Annotated[int | None, typer.Option(help="Offer Prometheus metrics on this port.")] = None,
    settings: Annotated[Path | None, typer.Option("--config", help="A TOML file with any of the settings.")] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Set the online table: one process, one database file."""
    folder = str(data_dir) if data_dir is not None else None
    chosen = read_settings(settings, port=port, host=host, data_dir=folder, metrics_port=metrics_port)
    logs.start(log_level)
    listener = _listen(chosen)
    house = House(chosen)
    if chosen.metrics_port:
        metrics.serve(chosen.metrics_port, chosen.metrics_host)
    address = f"http://{_shown(chosen.host)}:{listener.getsockname()[1]}/"
    print(f"The table is set at {address}", flush=True)
    if not no_browser and sys.stdout.isatty():
        webbrowser.open(address)
    uvicorn.Server(config(make_app(house), chosen)).run(sockets=[listener])


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    except OSError as error:
        raise BadOption(f"cannot listen on {settings.host} port {settings.port}: {error.strerror}") from None


def _shown(host: str) -> str:
    """The address as one types it into a browser."""
    if host in ("0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def add_verbs(app: typer.Typer, explained: Callable[[Callable[..., None]], Callable[..., Any]]) -> None:
    """Add our verbs to the command; `explained` turns our errors into one line and exit status 2."""
    for verb in (serve,):
        app.command()(explained(verb))
