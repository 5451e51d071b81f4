"""The process bots think in: reads (bot, key, view) on its input, writes the action's number, one line each.

Without a key nobody plays: the bot is asked for its opinion, which is a line of JSON.

A bot that raises an error is answered for with a line that names the error's class and nothing else: its words could
hold what the seat knows. Whatever bots print is thrown away.
"""

from __future__ import annotations

import os
import pickle
import resource
import secrets
import sys
import threading
import time
from importlib import import_module
from typing import Any, BinaryIO

import msgspec

import dogfight  # noqa: F401  registers the games, whose views are read here
from dogfight.bots.hints import opinions
from dogfight.bots.registry import make_bot
from dogfight.core.table import Player
from dogfight.core.view import View

_KEPT = 256


def _leave_with_parent() -> None:
    """End when the server is gone, even in the middle of a thought."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _answer(source: BinaryIO, target: BinaryIO) -> None:
    bots: dict[tuple[str, str], Player] = {}
    while len(size := source.read(4)) == 4:
        bot, key, view = pickle.loads(source.read(int.from_bytes(size, "big")))
        try:
            answer = _choice(bots, bot, key, view) if key else _opinions(bot, view)
        except Exception as error:
            answer = type(error).__name__
        if len(bots) > _KEPT:
            del bots[next(iter(bots))]
        target.write(answer.encode() + b"\n")
        target.flush()


def _choice(bots: dict[tuple[str, str], Player], bot: str, key: str, view: View[Any]) -> str:
    player = bots.pop((bot, key), None) or make_bot(bot, secrets.randbits(64))
    answer = str(int(player.choose(view)))
    bots[bot, key] = player
    return answer


def _opinions(bot: str, view: View[Any]) -> str:
    return msgspec.json.encode(opinions(bot, secrets.randbits(64), view)).decode()


def main() -> None:
    memory, plugins = int(sys.argv[1]), sys.argv[2:]
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what bots print goes where their errors go
    resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    os.nice(5)
    _leave_with_parent()
    for plugin in plugins:
        import_module(plugin)
    target.write(b"ready\n")
    target.flush()
    _answer(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
