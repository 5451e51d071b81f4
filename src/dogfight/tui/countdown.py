"""The time each person has left in a timed phase; it runs only while that person looks at the
screen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

TROUBLE = 10.0
"""From here on tenths are shown."""
COUNT_SECONDS = 3.0
"""[JP-6.18] How long is counted down once everybody is ready."""
COUNT_WORDS = "All are ready: the phase ends in 3 seconds. Not ready stops it."


class Countdown:
    """A clock that can be stopped and taken up again, one for every key."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._left: dict[Hashable, float] = {}
        self._key: Hashable | None = None
        self._since = 0.0

    def run(self, key: Hashable, seconds: float) -> None:
        """Let the clock with this key run, from this many seconds or from where it was stopped."""
        if key != self._key:
            self.stop()
            self._left.setdefault(key, seconds)
            self._key, self._since = key, self._now()

    def stop(self) -> None:
        """Stop the running clock."""
        left = self.left()
        if left is not None and self._key is not None:
            self._left[self._key] = left
        self._key = None

    def left(self) -> float | None:
        """The seconds left on the running clock; None if none runs."""
        if self._key is None:
            return None
        return max(0.0, self._left[self._key] - (self._now() - self._since))


def clock_words(left: float) -> str:
    """Minutes and seconds, in tenths when time is short."""
    if left < TROUBLE:
        return f"{left:.1f} s"
    return f"{int(left) // 60}:{int(left) % 60:02d}"
