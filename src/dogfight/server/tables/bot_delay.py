"""When a bot shows its choice: as people do, never past the lock, and never so that its pace tells
a secret.

The moment is drawn before the bot begins to think, once for everything it does until the others can
see something of it, so neither its thinking nor the number of its choices nor the number of parts
they are made in can be read from it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

from dogfight.bots.protocol import read_time
from dogfight.bots.registry import LEVELS

Range = tuple[float, float]
_ROOM = 1.5
"""A secret choice is given this much of the bot's time to think, for it may be made in parts."""
_FINEST = 0.1
"""Against a clock, thinking that takes too long is rounded up to this share of the time that is
left.
"""


def budget(bot: str, engines: Mapping[str, str]) -> float:
    """Return the seconds a bot may think by its parameters; 0 if they say nothing."""
    words = engines.get(bot) or LEVELS.get(bot, bot).partition(":")[2]
    values = dict(word.split("=", 1) for word in words.split(",") if "=" in word)
    return read_time(values.get("time", "0s")) or 0.0


def pause(delay: Range, share: Range, left: float | None, thinking: float) -> float:
    """Seconds from the question to the answer; `left` is the time on the clock while people still
    think, else None.

    `thinking` is what the bot may need where its choice is secret. Against a clock every choice
    takes at least a random share of the time that is left, so that a plan in parts spreads over the
    round, and its last part comes before the lock.
    """
    wait = _ROOM * thinking + random.uniform(*delay)
    return (
        wait if left is None else max(random.uniform(*share) * max(0.0, left), min(wait, left / 2))
    )


def shown_after(wait: float, thought: float, delay: Range, left: float | None) -> float:
    """Seconds from the question to the answer of a bot that thought so long: what was drawn, or
    whole steps more.
    """
    step = delay[1] if left is None else min(delay[1], _FINEST * max(0.0, left))
    if thought <= wait or step <= 0:
        return max(wait, thought)
    return wait + math.ceil((thought - wait) / step) * step
