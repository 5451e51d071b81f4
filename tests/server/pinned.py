"""The command with time and chance pinned, and with bugs planted on request: what tests start in place of the real one.

PLANT names the bug; TWIN replaces what is drawn in secret.
"""

import asyncio
import hashlib
import itertools
import os
from typing import Any

from dogfight.cli import main
from dogfight.server import fair, ledger, settings, tables
from dogfight.server.messages import ViewBody

PLANT = os.environ.get("PLANT", "")
_calls = itertools.count()


def entropy(size: int) -> bytes:
    return hashlib.shake_256(str(next(_calls)).encode()).digest(size)


def pin() -> None:
    """Time stands still and secrets come in a fixed order; the first card drawn is the twin's own."""
    settings.World.__init__.__defaults__ = (lambda: 1_800_000_000.0, entropy)  # type: ignore[attr-defined]
    real, twin = fair.draw, os.environ["TWIN"]

    def draw(seed: bytes, code: str, move: int, odds: fair.Odds) -> int:
        return int(twin) if move == 1 else real(seed, code, move, odds)

    fair.draw = draw


def plant_ack_before_commit() -> None:
    """Commands are acknowledged while the write is still on its way."""
    real = ledger.Ledger.append

    async def append(self: ledger.Ledger, *args: Any) -> bool:
        async def later() -> None:
            await asyncio.sleep(0.2)
            await real(self, *args)

        task = asyncio.ensure_future(later())
        _kept.add(task)
        return True

    ledger.Ledger.append = append  # type: ignore[method-assign]


_kept: set[object] = set()


def plant_parity_leak() -> None:
    """One bit of a sealed bid shows in everybody's view."""
    real = tables.LiveTable._body

    def body(self: tables.LiveTable, seat: int) -> ViewBody:
        found = real(self, seat)
        odd = bool(self.match.table.position.bids[0] & 1)
        return ViewBody(found.seat, found.phase, found.deadline, "odd" if odd else "", False, None, found.view)

    tables.LiveTable._body = body  # type: ignore[method-assign]


def plant_draft_count_leak() -> None:
    """Every draft makes a new version for everybody."""
    real = tables.LiveTable._body
    count = itertools.count()

    def body(self: tables.LiveTable, seat: int) -> ViewBody:
        found = real(self, seat)
        return ViewBody(found.seat, next(count), found.deadline, found.clock, False, found.draft, found.view)

    tables.LiveTable._body = body  # type: ignore[method-assign]


def plant_seat_check_forgotten() -> None:
    """Anybody may act for any seat."""
    from dogfight.server.seating import Seating

    Seating.holds = lambda *_: True  # type: ignore[method-assign]


if "TWIN" in os.environ:
    pin()
if PLANT:
    globals()[f"plant_{PLANT}"]()
main()
