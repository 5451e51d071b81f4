"""Everything that can be checked about a database, from the database alone."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from dogfight.core.errors import DogfightError
from dogfight.core.fair import check_draws, with_tags
from dogfight.core.record import Record
from dogfight.core.registry import load
from dogfight.server.storage.ledger import Ledger, StoredTable
from dogfight.server.storage.store import SCHEMA, Reader, StorageFailed, other_schema
from dogfight.server.tables.rebuilding import Outdated, rebuilt


@dataclass
class Findings:
    """What an audit found; the database is in order when there are no faults."""

    games: int = 0
    entries: int = 0
    draws: int = 0
    outdated: int = 0
    """Games of rules this version does not have; only their order and hashes were checked."""
    faults: list[str] = field(default_factory=list)


async def audit(reader: Reader) -> Findings:
    """Check the database itself, every log's order and chain, that it can be played and its draws were promised."""
    ledger = Ledger(reader)
    found = Findings()
    try:
        found.faults += await reader.ailments()
        schema = await reader.schema()
        if schema != SCHEMA:
            found.faults.append(f"{reader.name}: {other_schema(schema)}")
            return found
        for code in await ledger.codes():
            stored = await ledger.table(code)
            assert stored is not None
            _check_game(stored, found)
    except StorageFailed as error:
        found.faults.append(error.words)
    return found


def _check_game(stored: StoredTable, found: Findings) -> None:
    row, entries = stored.row, stored.entries
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
