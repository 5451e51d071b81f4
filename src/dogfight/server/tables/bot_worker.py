"""The handler of worker processes that bots think in: takes a pickled `BotQuestion`, returns the
action's number, with the faults of an engine after it.

Without a key nobody plays: the bot is asked for its opinion, which is JSON.

If a bot raises an error, the reply names the error's class and nothing else: its message could hold
what the seat knows. What bots print is discarded.
"""

from __future__ import annotations

import pickle
import secrets
from typing import Any

import msgspec

import dogfight
from dogfight.bots.engine_host import EngineBot
from dogfight.bots.hints import opinions
from dogfight.bots.registry import make_bot
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.match.match import Player
from dogfight.processes.child import Handler
from dogfight.server.engines import register_engines
from dogfight.server.tables.bots import BotQuestion

_KEPT = 256


class _Bots:
    """The bots that think here, each for one seat of one table."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, str], Player] = {}

    def answer(self, question: BotQuestion) -> bytes:
        try:
            answer = self._choice(question) if question.key else _opinions(question)
        except Exception as error:
            answer = type(error).__name__
        if len(self._bots) > _KEPT:
            del self._bots[next(iter(self._bots))]
        return answer.encode()

    def _choice(self, question: BotQuestion) -> str:
        bot, key, view, _ = question
        player = self._bots.pop((bot, key), None) or make_bot(
            bot, secrets.randbits(64), _game_of(question)
        )
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


def _game_of(question: BotQuestion) -> AnyGame | None:
    """The game that bots are told of: one with other data than the built-in ones."""
    return question.data.load(question.view.game) if question.data.files else None


def _opinions(question: BotQuestion) -> str:
    bot, _, view, _ = question
    return msgspec.json.encode(
        opinions(bot, secrets.randbits(64), view, _game_of(question))
    ).decode()


def bot_handler(config: bytes) -> Handler:
    """Return the handler that asks bots; `config` names the engines in the settings."""
    register_engines(msgspec.json.decode(config, type=dict[str, str]))
    for name in dogfight.names():  # now, and not in the time of the first request
        dogfight.load(name)
    bots = _Bots()
    return lambda request: bots.answer(pickle.loads(request))
