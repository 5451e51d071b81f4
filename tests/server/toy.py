"""The toy game and bots that misbehave, as a plug-in that a server or an arena loads: importing it
makes them known.

Tests that need the game itself take it from `toygame`, so that no other test meets it.
"""

from __future__ import annotations

import hashlib
import time
from typing import Any

from toygame import NUMBERS, Toy, ToyGame

from dogfight.bots.estimates import ActionEstimate
from dogfight.bots.registry import register_bot
from dogfight.core.registry import register
from dogfight.core.view import View

__all__ = ["NUMBERS", "Toy", "ToyGame"]


class Hangs:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View[Any]) -> int:
        time.sleep(3600)
        return 0

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        self.choose(view)
        return []


class Ponders(Hangs):
    """Takes a fifth of a second for every choice."""

    def choose(self, view: View[Any]) -> int:
        time.sleep(0.2)
        return view.legal[0].action


class Crashes(Hangs):
    def choose(self, view: View[Any]) -> int:
        import os

        os._exit(3)


class Hungry(Hangs):
    def choose(self, view: View[Any]) -> int:
        return len(bytearray(4 << 30))


class Rude(Hangs):
    def choose(self, view: View[Any]) -> int:
        print("nonsense on stdout")
        return -77


class Diary(Hangs):
    """Answers with its first action; leaves a hash of what it was shown, to be compared."""

    def choose(self, view: View[Any]) -> int:
        import sys

        print("DIARY", hashlib.sha256(view.as_json()).hexdigest(), file=sys.stderr, flush=True)
        return view.legal[0].action


class Wise(Hangs):
    """Thinks well of high numbers, and says so."""

    def choose(self, view: View[Any]) -> int:
        return view.legal[-1].action

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        most = len(view.legal) - 1
        return [
            ActionEstimate(item.action, item.notation, float(n == most), n / max(1, most))
            for n, item in enumerate(view.legal)
        ]


class Babbler(Hangs):
    """Its opinions are about actions that nobody can take."""

    def opinions(self, view: View[Any]) -> list[ActionEstimate]:
        return [ActionEstimate(77, "c77", 1.0, 1.0)]


register(ToyGame.manifest)
_BOTS = {
    "hangs": Hangs,
    "ponders": Ponders,
    "crashes": Crashes,
    "hungry": Hungry,
    "rude": Rude,
    "diary": Diary,
}
for _name, _maker in (_BOTS | {"wise": Wise, "babbler": Babbler}).items():
    register_bot(_name, lambda seed, *_, maker=_maker: maker(seed))
