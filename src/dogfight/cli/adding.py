"""Groups of commands: how a command joins one."""

from __future__ import annotations

from collections.abc import Callable

import typer

from dogfight.cli.console import explained, with_plugins
from dogfight.cli.typer_groups import Command


def add(group: typer.Typer, *commands: Callable[..., None], plugins: bool = True) -> None:
    """Give a group its commands, each under its own name."""
    for command in commands:
        group.command(cls=Command)(explained(with_plugins(command) if plugins else command))
