"""The process bots think in: reads (bot, key, view) on its input, writes the action's number, one line each,
with the faults of an engine after it.

Without a key nobody plays: the bot is asked for its opinion, which is a line of JSON.

A bot that raises an error is answered for with a line that names the error's class and nothing else: its words could
hold what the seat knows. Whatever bots print is thrown away.
"""

from __future__ import annotations

import os
import pickle
import secrets
import sys
from typing import Any, BinaryIO

import msgspec

import dogfight  # noqa: F401  registers the games, whose views are read here
from dogfight.bots.engine_host import EngineBot
from dogfight.bots.hints import opinions
from dogfight.bots.process_limits import leave_with_parent, limit_memory
from dogfight.bots.registry import make_bot
from dogfight.core.registry import load_plugin
from dogfight.core.table import Player
from dogfight.core.view import View
from dogfight.server.engines import register_engines

_KEPT = 256


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
    answer = _asked(player, view)
    bots[bot, key] = player
    return answer


def _asked(player: Player, view: View[Any]) -> str:
    """The action, and the faults an engine has just had. Engines are ended between moves: tables are many."""
    if not isinstance(player, EngineBot):
        return str(int(player.choose(view)))
    before = len(player.faults)
    try:
        return " ".join([str(player.choose(view)), *player.faults[before:]])
    finally:
        player.close()


def _opinions(bot: str, view: View[Any]) -> str:
    return msgspec.json.encode(opinions(bot, secrets.randbits(64), view)).decode()


def main() -> None:
    memory, engines, plugins = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what bots print goes where their errors go
    limit_memory(memory)
    os.nice(5)
    leave_with_parent()
    for plugin in plugins:
        load_plugin(plugin)
    register_engines(msgspec.json.decode(engines, type=dict[str, str]))
    target.write(b"ready\n")
    target.flush()
    _answer(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
