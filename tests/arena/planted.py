"""Bots for the arena's tests, on the toy game of the server's tests: some play well, some
misbehave.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import toy

from dogfight.bots.random import RandomBot
from dogfight.bots.registry import register_bot
from dogfight.core.view import View


class Sharp(RandomBot):
    """Bids so that card and number together come near the middle of the die."""

    def choose(self, view: View[Any]) -> int:
        if view.decision_kind == "commit" and len(view.legal) == toy.NUMBERS:
            return max(0, min(toy.NUMBERS - 1, 2 - view.board.state.cards[view.seat]))
        return super().choose(view)


class Dull(RandomBot):
    """Always bids as far from the die as it can."""

    def choose(self, view: View[Any]) -> int:
        return view.legal[-1].action


class Twin(RandomBot):
    """As good as `random`, under another name."""


class Slow(RandomBot):
    def choose(self, view: View[Any]) -> int:
        time.sleep(0.02)
        return super().choose(view)


class DiesOnce(RandomBot):
    """Brings its process down the first time it is asked, and plays on as if nothing had been
    the next time.
    """

    def choose(self, view: View[Any]) -> int:
        grave = Path(os.environ["GRAVE"])
        if not grave.exists():
            grave.touch()
            os._exit(9)
        return super().choose(view)


class Raises(RandomBot):
    def choose(self, view: View[Any]) -> int:
        raise ZeroDivisionError("planted")


for _maker in (Sharp, Dull, Twin, Slow, DiesOnce, Raises):
    register_bot(_maker.__name__.lower(), lambda seed, *_, maker=_maker: maker(seed))
