"""The input of worker processes: which function makes the worker, and with which argument."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import msgspec

from dogfight.core.errors import BadOption
from dogfight.core.registry import load_plugin

Worker = Callable[[bytes], bytes]
"""Turns a chunk of work into its results, both in JSON; the same chunk gives the same results
anywhere.
"""


class Work(msgspec.Struct, frozen=True):
    """A worker by the name of the function that makes it (`module:function`), and the argument
    of that function.
    """

    maker: str
    told: str
    plugins: tuple[str, ...] = ()

    def worker(self) -> Worker:
        """The worker, in this process."""
        for plugin in self.plugins:
            load_plugin(plugin)
        module, _, name = self.maker.partition(":")
        made: Worker = getattr(import_module(module), name)(self.told)
        return made


def refused(words: str) -> BadOption:
    """The error for a chunk that a worker could not carry out."""
    return BadOption(f"games could not be played: {words}")
