"""From a stored log back to the match it tells of."""

from __future__ import annotations

import msgspec

from dogfight.core.errors import BadRecord, DogfightError
from dogfight.core.registry import AnyGame
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Entry, GameRow, Logged, chained
from dogfight.server.tables.match import Match


class Damaged(Refused):
    """A table whose log cannot be played any more."""

    def __init__(self, words: str) -> None:
        super().__init__("table_damaged", words)


class Outdated(Refused):
    """A table of another version of the rules, whose log this version plays differently or not at all."""

    def __init__(self, game: AnyGame, row: GameRow) -> None:
        other = f"rules {row.rules} and data {row.data}"
        here = f"rules {game.rules_version} and data {game.data_digest}"
        kept = "Its log can still be downloaded." if row.status == "over" else "It waits for a server that has them."
        super().__init__(
            "table_outdated", f"This table was played with {other} of {game.title}, here are {here}. {kept}"
        )


def rebuilt(game: AnyGame, row: GameRow, entries: list[Logged]) -> tuple[Match, bytes]:
    """Play a log from the first entry to the last, checking its chain and where each leads; match and last hash.

    A table of another version of the rules or data is taken over if all its positions come out the same.
    """
    last = row.code.encode()
    match = Match(game, row.options, row.seed, row.code)
    for n, logged in enumerate(entries, 1):
        play_on(game, row, match, (n, last), logged)
        last = logged.hash
    match.take_news()
    return match, last


def play_on(game: AnyGame, row: GameRow, match: Match, expected: tuple[int, bytes], logged: Logged) -> None:
    """Play one more entry of a log, which is expected to have this number and to follow this hash."""
    n, last = expected
    if logged.seq != n or chained(last, logged.body) != logged.hash:
        raise Damaged(f"table {row.code}: entry {n} of the log is damaged")
    same = (row.rules, row.data) == (game.rules_version, game.data_digest)
    try:
        _replay(match, logged, n, same)
    except DogfightError as error:
        raise (Damaged(error.words) if same else Outdated(game, row)) from error


def _replay(match: Match, logged: Logged, n: int, same: bool) -> None:
    where = f"table {match.code}: entry {n} of the log"
    try:
        entry = msgspec.json.decode(logged.body, type=Entry)
        match.replay(entry)
    except (DogfightError, msgspec.MsgspecError) as error:
        raise BadRecord(f"{where} cannot be played: {error}") from error
    if match.table.game.hash(match.table.position) != entry.after and (entry.after or not same):
        raise BadRecord(f"{where} leads to another position")
