"""Engines that fail, for the table's tests; the bots' tests know how."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "bots"))

from engines import BAD, answering


def wreck(folder: Path, how: str) -> Path:
    """The program of an engine that is polite until it has to move."""
    return answering(folder, BAD[how])
