"""Typer classes of the command line: readable help, and every error in one line with status 2."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from dogfight.cli.console import CANNOT, fault_words, let_go, print_status

_ADDRESS = re.compile(r"auto|here|[^-\s]\S*:\S+")
_PLACEHOLDERS = {"bool": "", "int": "N", "float": "N", "str": "TEXT", "Path": "FILE"}


def _named(params: list[Any]) -> list[Any]:
    """Give what has no placeholder a plain one: GAME for an argument, N for a number, nothing
    for a switch.
    """
    for param in params:
        if isinstance(param, TyperArgument):
            param.metavar = param.metavar or param.name.upper()
            param.display_type_rich = _no_type  # type: ignore[method-assign]
        elif (
            param.metavar is None
            and isinstance(param, TyperOption)
            and not param.type_descriptor.is_choice
        ):
            param.metavar = next(
                (word for kind, word in _PLACEHOLDERS.items() if kind in param.bare_type()), "TEXT"
            )
    return params


def _no_type(ctx: Any) -> str | None:  # noqa: ARG001
    """No type: its name says what an argument is."""
    return None


def _with_addresses(args: list[str]) -> list[str]:
    """`--ray` alone means a cluster on this machine: a word after it is an address if it looks
    like one.
    """
    texts: list[str] = []
    for at, word in enumerate(args):
        texts.append(word)
        if word == "--ray" and not (at + 1 < len(args) and _ADDRESS.fullmatch(args[at + 1])):
            texts.append("here")
    return texts


class Command(TyperCommand):
    """One command."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _named(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, _with_addresses(args))
        for name, value in ctx.params.items():
            if isinstance(value, float) and not math.isfinite(value):  # no bound says no to nan
                raise typer.BadParameter(
                    f"{value} is not a number.", ctx=ctx, param_hint=f"'--{name}'"
                )
        return rest

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [
            piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)
        ]


class CommandGroup(TyperGroup):
    """The whole command line, or a group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _named(super().get_params(ctx))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Carry out a call and exit with its status; report a call that cannot be carried out in
        one line.
        """
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        try:
            status = super().main(
                args, prog_name, complete_var, False, windows_expand_args, **extra
            )
        except typer.TyperException as error:
            status = error.exit_code
            if text := error.format_message():
                print_status(f"dogfight: {' '.join(text.split())}")
        sys.exit(_flushed(status if isinstance(status, int) else 0))


def new_group(help_text: str) -> typer.Typer:
    """A group of commands with the same help and errors."""
    return typer.Typer(cls=CommandGroup, no_args_is_help=True, help=help_text)


def _flushed(status: int) -> int:
    """Hand over the rest of what was printed; the status of the call, or 2 where nobody takes
    it.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        let_go()
        if status != CANNOT and not isinstance(error, BrokenPipeError):
            print_status(f"dogfight: {fault_words(error)}")
        return CANNOT
    return status
