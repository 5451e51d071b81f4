"""The command with time and chance pinned, and with bugs planted on request: what tests start in place of the real one.

PLANT names the bug. TWIN is JSON: `draws` says what certain moves of a game draw, `salt` changes all other draws, and
`commit` hides the promise of the seed, which differs between twins by design.
"""

import asyncio
import hashlib
import itertools
import os
from fractions import Fraction
from typing import Any

import msgspec

from dogfight.cli import main
from dogfight.core.errors import IllegalAction
from dogfight.server import fair, ledger, match, settings, tables
from dogfight.server.messages import ViewBody

PLANT = os.environ.get("PLANT", "")
_calls = itertools.count()


def entropy(size: int) -> bytes:
    return hashlib.shake_256(str(next(_calls)).encode()).digest(size)


def pin() -> None:
    """Time stands still and secrets come in a fixed order; what is drawn in secret is the twin's own."""
    settings.World.__init__.__defaults__ = (lambda: 1_800_000_000.0, entropy)  # type: ignore[attr-defined]
    twin = msgspec.json.decode(os.environ["TWIN"])
    real, settle = fair.draw, match.Match._settle
    forced: dict[str, int] = {}

    def draw(seed: bytes, code: str, move: int, odds: fair.Odds) -> int:
        found = forced.get(str(move))
        return found if found is not None else real(seed, code + twin["salt"], move, odds)

    def settled(self: match.Match) -> None:
        forced.clear()
        forced.update(twin["draws"].get(self.table.game.name, {}))
        settle(self)

    fair.draw = draw
    fair.commitment = lambda *_: "0" * 64
    match.Match._settle = settled  # type: ignore[method-assign]


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


def plant_state_leak() -> None:
    """One bit of the whole position shows in everybody's view."""
    real = tables.LiveTable._body

    def body(self: tables.LiveTable, seat: int) -> ViewBody:
        found = real(self, seat)
        odd = int(self.game.hash(self.match.table.position), 16) & 1
        return msgspec.structs.replace(found, clock=found.clock + ".,"[odd])

    tables.LiveTable._body = body  # type: ignore[method-assign]


def plant_error_leak() -> None:
    """A refusal hints at the position in the very length of its words."""
    real = match.Match.play

    def play(self: match.Match, seat: int, action: int | str) -> Any:
        try:
            return real(self, seat, action)
        except IllegalAction as error:
            hint = int(self.table.game.hash(self.table.position), 16) % 97
            raise IllegalAction(error.words + " " * hint, rule=error.rule) from None

    match.Match.play = play  # type: ignore[method-assign]


def plant_late_leak() -> None:
    """What will be drawn next is put into an answer nobody reads: a header of every answer would do as well."""
    real = tables.LiveTable.info

    def info(self: tables.LiveTable, person: Any) -> Any:
        found = real(self, person)
        odds = tuple((n, Fraction(1, 64)) for n in range(64))
        turn = fair.draw(self.row.seed, self.code, 10**6, odds)
        return msgspec.structs.replace(found, limit=turn)

    tables.LiveTable.info = info  # type: ignore[method-assign]


def plant_draft_count_leak() -> None:
    """Every draft makes a new version for everybody."""
    real = tables.LiveTable._body
    count = itertools.count()

    def body(self: tables.LiveTable, seat: int) -> ViewBody:
        found = real(self, seat)
        return msgspec.structs.replace(found, deadline=next(count))

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
