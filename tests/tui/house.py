"""A real server for the table's tests; the server's tests know how."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from harness import Server


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server on a free port, stopped at the end."""
    server = Server(folder)
    try:
        yield server
    finally:
        server.stop()
