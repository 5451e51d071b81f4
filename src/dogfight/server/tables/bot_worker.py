"""The process bots think in: is asked (bot, key, view), answers with the action's number, one line
each, with the faults of an engine after it.

Without a key nobody plays: the bot is asked for its opinion, which is a line of JSON.

A bot that raises an error is answered for with a line that names the error's class and nothing
else: its words could hold what the seat knows. Whatever bots print is thrown away.
"""

from __future__ import annotations

import secrets
import sys
from typing import Any

import msgspec

import dogfight
from dogfight.bots.engine_host import EngineBot
from dogfight.bots.hints import opinions
from dogfight.bots.registry import make_bot
from dogfight.core.registry import load_plugin
from dogfight.core.table import Player
from dogfight.core.view import View
from dogfight.server.engines import register_engines
from dogfight.server.worker_process import answer_all

_KEPT = 256


class _Bots:
    """The bots that think here, each for one seat of one table."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, str], Player] = {}

    def answer(self, question: tuple[str, str, View[Any]]) -> bytes:
        bot, key, view = question
        try:
            answer = self._choice(bot, key, view) if key else _opinions(bot, view)
        except Exception as error:
            answer = type(error).__name__
        if len(self._bots) > _KEPT:
            del self._bots[next(iter(self._bots))]
        return answer.encode()

    def _choice(self, bot: str, key: str, view: View[Any]) -> str:
        player = self._bots.pop((bot, key), None) or make_bot(bot, secrets.randbits(64))
        answer = _asked(player, view)
        self._bots[bot, key] = player
        return answer


def _asked(player: Player, view: View[Any]) -> str:
    """The action, and the faults an engine has just had.

    Engines are ended between moves: tables are many.
    """
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

    def prepare() -> None:
        for plugin in plugins:
            load_plugin(plugin)
        register_engines(msgspec.json.decode(engines, type=dict[str, str]))
        for name in dogfight.names():  # now, and not in the time of the first question
            dogfight.load(name)

    answer_all(memory, prepare, _Bots().answer)


if __name__ == "__main__":
    main()
