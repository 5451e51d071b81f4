"""The one way from what is stored about a table to a table that can be played: checked, and by
itself.

Servers load tables through here and audits check them through here, so both call the same tables
damaged. Whatever is wrong with one is raised as `Damaged` (or `Outdated`, where it only is of other
rules) and concerns no other table.
"""

from __future__ import annotations

import msgspec

from dogfight.core.errors import BadRecord
from dogfight.core.registry import AnyGame
from dogfight.core.seat import SeatInfo
from dogfight.match import draws
from dogfight.server.messages import NewTable, Nonce, OrderBody
from dogfight.server.packs import PackGames
from dogfight.server.storage.damage import isolated
from dogfight.server.storage.ledger import GameRow, StoredTable
from dogfight.server.tables.logged_match import LoggedMatch
from dogfight.server.tables.rebuilding import rebuilt
from dogfight.server.tables.take_backs import Offer
from dogfight.server.tables.time_control import ClockState, TimeControl

_SWITCHES = ("", "on", "off")


async def game_of(row: GameRow, packs: PackGames) -> AnyGame:
    """The game of a table, which this server has to know, with the data it is played with."""
    with isolated(row.code, "its game is not known here"):
        return await packs.game_of(row)


async def seats_of(row: GameRow, packs: PackGames) -> tuple[AnyGame, tuple[SeatInfo, ...]]:
    """The game of a table and its chairs, from the row alone."""
    game = await game_of(row, packs)
    with isolated(row.code, "its options are not valid"):
        return game, game.seats(row.options)


def loaded(game: AnyGame, stored: StoredTable) -> tuple[LoggedMatch, bytes]:
    """Play the log of a table through and check what stands beside it; the match and the last
    hash of the log.
    """
    match, last = rebuilt(game, stored.row, stored.entries)
    _check_beside(stored, match.table.seats)
    return match, last


def check_standing(row: GameRow, match: LoggedMatch) -> None:
    """Check that the row of a table says of its log what the log says itself."""
    with isolated(row.code, "its row does not fit its log"):
        status = "open" if not match.started else "over" if match.over else "live"
        if row.seed_commitment and row.status != status:
            raise BadRecord(f"it is {status}, its row says {row.status}")


def check_row(row: GameRow, entries: int) -> None:
    """Check what the row of a table says by itself, and how many entries it counts."""
    with isolated(row.code, "its row does not fit its log"):
        if row.head != entries:
            raise BadRecord(f"expected {row.head} entries, found {entries}")
    with isolated(row.code, "its seed is not the promised one"):
        if (
            row.seed_commitment
            and draws.commitment(row.code, row.game, row.rules, row.seed) != row.seed_commitment
        ):
            raise BadRecord("the seed and the promise do not go together")
    with isolated(row.code, "its row cannot be read"):
        msgspec.convert(
            {"game": row.game, "time_limit_s": row.time_limit, "watch_delay": row.watch_delay},
            NewTable,
        )
        if not {row.hints, row.forced} <= set(_SWITCHES):
            raise BadRecord(
                f"expected hints and forced on, off or empty, got {row.hints!r} and {row.forced!r}"
            )


def _check_beside(stored: StoredTable, seats: tuple[SeatInfo, ...]) -> None:
    """Check what stands beside the log: that everything is about players and seats that the game
    has.
    """
    row = stored.row
    with isolated(row.code, "what stands beside its log does not fit its game"):
        players = sorted({seat.player for seat in seats})
        if [player_row.player for player_row in stored.players] != players:
            raise BadRecord(
                f"expected the players {players}, got"
                f" {[player_row.player for player_row in stored.players]}"
            )
        for seat in (*row.waiting, *stored.orders, *stored.drafts):
            if not 0 <= seat < len(seats):
                raise BadRecord(f"expected a seat from 0 to {len(seats) - 1}, got {seat}")
        TimeControl.read(row.time_control), ClockState.read(row.clock_state)
        for player in stored.players:
            msgspec.convert(player.nonce or "", Nonce)
        for seat, order in stored.orders.items():
            msgspec.convert({"seat": seat, "standing_order": order}, OrderBody)
        if row.offer:
            offer = msgspec.json.decode(row.offer, type=Offer)
            if not {offer.player, *offer.asked, *offer.agreed} <= set(players):
                raise BadRecord(
                    f"expected a take-back among the players {players}, got {offer.player}"
                )
