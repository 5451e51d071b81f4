"""Limits of a process that thinks: its memory, and a lifetime no longer than that of its parent.

Run as a file it starts another program under the same limits (`limits.py MEGABYTES PROGRAM`), which
is how engines written by others are kept. It imports nothing but the standard library so that this
takes no time.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

try:
    import resource
except ImportError:  # no such thing on this system: only the time is limited there
    resource = None  # type: ignore[assignment]

_LOOK_SECONDS = 0.5


def limit_memory(megabytes: int) -> None:
    """Let this process and its children have no more memory than this, where the system can see
    to it.
    """
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        expected = megabytes << 20 if most == resource.RLIM_INFINITY else min(megabytes << 20, most)
        resource.setrlimit(resource.RLIMIT_AS, (expected, expected))


def leave_with_parent() -> None:
    """End this process when its parent is gone, even in the middle of a thought."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_SECONDS)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def guarded(program: str, megabytes: int) -> list[str]:
    """The command that runs a program under these limits, in a group of its own that ends with
    us.
    """
    return [sys.executable, "-I", __file__, str(megabytes), program]


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a guarded program with all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _guard(megabytes: int, program: str) -> int:
    parent = os.getppid()
    child = subprocess.Popen([program], preexec_fn=lambda: limit_memory(megabytes))
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(_LOOK_SECONDS)
        if os.getppid() != parent:
            os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(_guard(int(sys.argv[1]), sys.argv[2]))
