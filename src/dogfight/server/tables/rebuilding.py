"""From a stored log back to the match it tells of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from dogfight.core.errors import BadRecord
from dogfight.core.registry import AnyGame
from dogfight.server.refusals import Refused
from dogfight.server.storage.damage import Damaged, isolated
from dogfight.server.storage.ledger import Entry, GameRow, Logged, chained
from dogfight.server.tables.logged_match import LoggedMatch


class Outdated(Refused):
    """A table of another version of the rules, whose log this version plays differently or not
    at all.
    """

    def __init__(self, game: AnyGame, row: GameRow) -> None:
        other = f"rules {row.rules} and data {row.data}"
        here = f"rules {game.rules_version} and data {game.data_digest}"
        kept = (
            "Its log can still be downloaded."
            if row.status == "over"
            else "It waits for a server that has them."
        )
        super().__init__(
            "table_outdated",
            f"This table was played with {other} of {game.title}, here are {here}. {kept}",
        )


def rebuilt(game: AnyGame, row: GameRow, entries: list[Logged]) -> tuple[LoggedMatch, bytes]:
    """Play a log from the first entry to the last, checking its chain and where each leads; match
    and last hash.

    A table of another version of the rules or data is taken over if all its positions come out the
    same.
    """
    last = row.code.encode()
    with _of_these_rules(game, row, "its game cannot be set up"):
        match = LoggedMatch(game, row.options, row.seed, row.code, row.opening)
    for n, logged in enumerate(entries, 1):
        replay_entry(game, row, match, (n, last), logged)
        last = logged.hash
    match.take_events()
    return match, last


def replay_entry(
    game: AnyGame, row: GameRow, match: LoggedMatch, expected: tuple[int, bytes], logged: Logged
) -> None:
    """Play one more entry of a log, which is expected to have this number and to follow this
    hash.
    """
    n, last = expected
    with isolated(row.code, f"entry {n} of the log is damaged"):
        if logged.seq != n or chained(last, logged.body) != logged.hash:
            raise Damaged(row.code, f"entry {n} of the log is damaged")
    with _of_these_rules(game, row, f"entry {n} of the log cannot be played"):
        entry = msgspec.json.decode(logged.body, type=Entry)
        match.replay(entry)
        after = game.notation.hash(match.table.position)
        if after != entry.after and (entry.after or not _has_rules(game, row)):
            raise BadRecord(f"expected the position {entry.after}, got {after}")


def _has_rules(game: AnyGame, row: GameRow) -> bool:
    return (row.rules, row.data) == (game.rules_version, game.data_digest)


@contextmanager
def _of_these_rules(game: AnyGame, row: GameRow, where: str) -> Iterator[None]:
    """Whatever cannot be played is damaged, or `Outdated` where the table is of other rules or
    data.
    """
    try:
        with isolated(row.code, where):
            yield
    except Damaged as damaged:
        if _has_rules(game, row):
            raise
        raise Outdated(game, row) from damaged
