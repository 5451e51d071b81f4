"""Everything that can be checked about a database, from the database alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec

from dogfight.core.errors import DogfightError
from dogfight.core.registry import AnyGame
from dogfight.match.draws import check_draws, with_tags
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.server.packs import PackGames
from dogfight.server.storage.damage import Damaged, isolated
from dogfight.server.storage.ledger import Ledger, StoredTable
from dogfight.server.storage.store import (
    SCHEMA,
    ConnectionLost,
    Reader,
    StorageFailed,
    other_schema,
)
from dogfight.server.tables.loading import check_row, check_standing, game_of, loaded
from dogfight.server.tables.rebuilding import Outdated


@dataclass
class Findings:
    """What an audit found; the database is in order when there are no faults."""

    games: int = 0
    entries: int = 0
    draws: int = 0
    outdated: int = 0
    """Games of rules this version does not have; only their order and hashes were checked."""
    damaged: list[str] = field(default_factory=list)
    """The codes of damaged tables; everything else can be used without them."""
    faults: list[str] = field(default_factory=list)
    broken: bool = False
    """Whether the database itself is damaged or cannot be read, not only some of its tables."""

    def add(self, fault: str, table: str = "") -> None:
        """Note a fault, of a table where one is named."""
        self.faults.append(fault)
        if table and table not in self.damaged:
            self.damaged.append(table)

    def add_broken(self, fault: str) -> None:
        """Note a fault of the database itself."""
        self.broken = True
        self.faults.append(fault)


async def audit(reader: Reader) -> Findings:
    """Check the database itself, every log's order and chain, that it can be played and its draws
    were promised.

    Each table is checked by itself: whatever is wrong with one is noted, and the next one is
    checked.
    """
    ledger, packs = Ledger(reader), PackGames(reader)
    findings = Findings()
    try:
        for health_problem in await reader.integrity_errors():
            findings.add_broken(health_problem)
        schema = await reader.schema()
        if schema != SCHEMA:
            findings.add_broken(f"{reader.name}: {other_schema(schema)}")
            return findings
        for code in await ledger.codes():
            await _check_table(ledger, packs, code, findings)
        for code, fault in await ledger.strays():
            findings.add(fault, code)
    except StorageFailed as error:
        findings.add_broken(error.message)
    return findings


async def _check_table(ledger: Ledger, packs: PackGames, code: str, findings: Findings) -> None:
    findings.games += 1
    try:
        with isolated(code, "it cannot be checked"):
            stored = await ledger.table(code)
            if stored is None:
                raise Damaged(code, "its row is missing")
            findings.entries += len(stored.entries)
            _check_stored(await game_of(stored.row, packs), stored, findings)
    except Outdated:
        findings.outdated += 1
    except Damaged as damaged:
        findings.add(damaged.fault, code)
    except ConnectionLost:
        raise
    except DogfightError as error:
        findings.add(f"table {code}: {error.message}", code)


def _check_stored(game: AnyGame, stored: StoredTable, findings: Findings) -> None:
    row = stored.row
    check_row(row, len(stored.entries))
    match, _ = loaded(game, stored)
    check_standing(row, match)
    with isolated(row.code, "its record cannot be written or does not hold"):
        record = match.table.record
        if row.seed_commitment:
            header = msgspec.structs.replace(record.header, rules=row.rules, data=row.data)
            header = with_tags(header, match.promised(row.seed_commitment))
            checked = check_draws(game, replace(record, header=header, result=None))
            findings.draws += checked.draws if checked is not None else 0
        elif (row.rules, row.data) == (game.rules_version, game.data_digest):
            verify(game, parse(record.to_text()))
