"""When the garbage collector runs and how threads take turns: so that nobody's move has to wait."""

from __future__ import annotations

import gc
import sys
import time

_YOUNG, _NEVER = 50_000, 1_000_000
_TIDY_SECONDS = 600.0
_TURN_SECONDS = 0.0005
_tidied = 0.0


def settle() -> None:
    """At the start: what was loaded stays for good, and what has lasted for a while is looked
    through only by `tidy`.

    A full search with a thousand sockets open stops the table for tens of milliseconds, and one
    through what the last twenty quick ones have left for up to 190. The database's thread asks for
    its turn after every statement; by default it would wait up to 5 ms each time.
    """
    global _tidied
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
    sys.setswitchinterval(_TURN_SECONDS)
    _tidied = time.monotonic()


def tidy() -> None:
    """Look through everything once in ten minutes."""
    global _tidied
    if time.monotonic() - _tidied > _TIDY_SECONDS:
        gc.collect()
        _tidied = time.monotonic()
