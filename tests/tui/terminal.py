"""A command in a terminal of its own, for the tests of verbs that draw."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path


class CommandInTerminal:
    """`dogfight` with these words in a pseudo-terminal; what it writes is gathered."""

    def __init__(
        self, *words: str, columns: int = 100, lines: int = 30, home: Path | None = None
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        more = {"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(lines)}
        if home is not None:
            more["XDG_STATE_HOME"] = str(home)
        whole = [sys.executable, "-P", "-m", "dogfight.cli.app", *words]
        environment = {**os.environ, **more}
        self.process = subprocess.Popen(
            whole, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.written = ""

    def wait_for(self, words: str, seconds: float = 60.0) -> None:
        """Wait until it has written this."""
        end = time.monotonic() + seconds
        while words not in self.written:
            assert time.monotonic() < end, f"{words!r} was not written: {self.written[-2000:]!r}"
            if select.select([self._master], [], [], 0.2)[0]:
                try:
                    self.written += os.read(self._master, 65536).decode(errors="replace")
                except OSError:
                    break
        assert words in self.written

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def status(self) -> int:
        """Wait for its end, and its exit status."""
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self._master], [], [], 0.1)[0]:
                try:
                    os.read(self._master, 65536)
                except OSError:
                    break
        return self.process.wait(10)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
