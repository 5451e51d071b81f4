"""A worker for tests: doubles numbers, refuses what is none, and dies once if it is told to."""

import os
import signal
from pathlib import Path

from dogfight.core.errors import BadOption
from dogfight.processes.child import Handler


def doubler(config: bytes) -> Handler:
    """Doubles numbers; the first time it meets the number told as fatal, its process dies."""
    fatal, _, mark = config.decode().partition(" ")

    def double(chunk: bytes) -> bytes:
        if chunk.strip() == b"bad":
            raise BadOption("expected a number, got bad")
        if chunk.strip().decode() == fatal and not Path(mark).exists():
            Path(mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return str(2 * int(chunk)).encode()

    return double
