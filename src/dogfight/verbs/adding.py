"""Groups of commands: how a command joins one."""

from __future__ import annotations

from collections.abc import Callable

import typer

from dogfight.verbs.console import explained, with_plugins
from dogfight.verbs.manner import Command


def add(group: typer.Typer, *verbs: Callable[..., None], plugins: bool = True) -> None:
    """Give a group its commands, each under its own name."""
    for verb in verbs:
        group.command(cls=Command)(explained(with_plugins(verb) if plugins else verb))
