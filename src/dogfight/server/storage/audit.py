"""Everything that can be checked about a database file, from the file alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import apsw
import msgspec

from dogfight.core.errors import DogfightError
from dogfight.core.fair import check_draws, with_tags
from dogfight.core.record import Record
from dogfight.core.registry import load
from dogfight.server.storage.ledger import GameRow, Ledger
from dogfight.server.storage.store import SCHEMA, Reader, other_schema
from dogfight.server.tables.rebuilding import Outdated, rebuilt


@dataclass
class Findings:
    """What an audit found; the file is in order when there are no faults."""

    games: int = 0
    entries: int = 0
    draws: int = 0
    outdated: int = 0
    """Games of rules this version does not have; only their order and hashes were checked."""
    faults: list[str] = field(default_factory=list)


def audit(path: Path) -> Findings:
    """Check the file itself, every log's order and chain, that it can be played, and that its draws were promised."""
    reader = Reader(path)
    ledger = Ledger(reader)
    found = Findings()
    try:
        found.faults += [str(row[0]) for row in reader.read("PRAGMA integrity_check") if row[0] != "ok"]
        schema = int(reader.read("PRAGMA user_version")[0][0])
        if schema != SCHEMA:
            found.faults.append(f"{path}: {other_schema(schema)}")
            return found
        for (code,) in reader.read("SELECT code FROM game ORDER BY code"):
            row = ledger.game(code)
            assert row is not None
            _check_game(ledger, row, found)
    except apsw.Error as error:
        found.faults.append(f"{path}: {error}")
    finally:
        reader.close()
    return found


def _check_game(ledger: Ledger, row: GameRow, found: Findings) -> None:
    entries = ledger.entries(row.code)
    found.games += 1
    found.entries += len(entries)
    if row.head != len(entries):
        found.faults.append(f"table {row.code}: expected {row.head} entries, found {len(entries)}")
    try:
        game = load(row.game)
        match, _ = rebuilt(game, row, entries)
        status = "open" if not match.started else "over" if match.over else "live"
        if row.promise and row.status != status:
            found.faults.append(f"table {row.code}: it is {status}, its row says {row.status}")
        if row.promise:
            record = match.table.record
            header = msgspec.structs.replace(record.header, rules=row.rules, data=row.data)
            header = with_tags(header, match.promised(row.promise))
            checked = check_draws(game, Record(header, record.moves))
            found.draws += checked.draws if checked is not None else 0
    except Outdated:
        found.outdated += 1
    except DogfightError as error:
        found.faults.append(f"table {row.code}: {error.words}")
