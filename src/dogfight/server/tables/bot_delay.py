"""How long a bot waits before it shows its choice: as people do, and never past the lock."""

from __future__ import annotations

import random

Range = tuple[float, float]


def pause(delay: Range, share: Range, left: float | None) -> float:
    """Seconds from the question to the answer; `left` is the time on the clock while people still think, else None.

    Against a clock every choice takes a random share of the time that is left, so that a plan in parts spreads over the
    round, ever quicker, and its last part comes before the lock.
    """
    if left is None:
        return random.uniform(*delay)
    return random.uniform(*share) * max(0.0, left)
