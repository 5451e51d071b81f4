"""Chapters 10, 11 and 19: the end of a turn, of a round, and of the time."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.rules.hands import deal
from dogfight.games.biplanes.rules.planning import begin_turn
from dogfight.games.biplanes.state import (
    DRAWN,
    FOR_P1,
    FOR_P2,
    LOST,
    REMOVE,
    RETURNED,
    ROUND,
    ROUND_TURNS,
    TIME,
    Mission,
    State,
)
from dogfight.games.biplanes.tables import BLACK, DOGFIGHT


def end_turn(s: State) -> None:
    """[BD-10.1] [BD-4.8] [BD-3.2] The next turn follows without a draw, or the round is over
    after five.
    """
    s.p1.sealed = -1
    s.p2.sealed = -1
    if s.turn < ROUND_TURNS:
        s.turn += 1
        begin_turn(s)
    else:
        end_round(s)


def end_round(s: State) -> None:
    """[BD-10.2] [BD-10.3] [BD-10.4] [BD-10.8] Played tiles stay aside, hands are kept; only
    tiles are drawn.
    """
    if s.round == s.setup.limit:
        time_is_up(s)
        return
    s.round += 1
    s.turn = 1
    s.p1.squares = 0
    s.p2.squares = 0
    m = s.mission
    if m is not None:
        m.mal_used = 0  # [BD-24.6]
    if s.trace is not None:
        s.trace.add(ROUND, s.round)
    if (s.round - 1) % 3 == 0:
        return_tiles(s)
    else:
        deal(s)


def time_is_up(s: State) -> None:
    """[BD-11.2] [BD-11.3] [BD-11.4] [BD-19.9] [BD-24.26] Fewer hits win a dogfight; a mission
    has failed.
    """
    if s.setup.mode != DOGFIGHT or s.p2.damage < s.p1.damage:
        s.finish(FOR_P2, TIME)
    elif s.p1.damage < s.p2.damage:
        s.finish(FOR_P1, TIME)
    else:
        s.finish(DRAWN, TIME)


def return_tiles(s: State) -> None:
    """[BD-19.6] [BD-25.24] After every third round all tiles go back into the bags, a bot's too."""
    if s.trace is not None:
        s.trace.add(RETURNED)
    s.owed = 0
    m = s.mission
    if m is not None and s.setup.solo:
        return_bot_tiles(s, m)
    seat: i64 = 0
    while seat < (1 if s.setup.solo else 2):
        plane = s.plane(seat)
        plane.bag = plane.tiles.all
        plane.hand = 0
        plane.aside = 0
        if plane.tiles.colour == BLACK:
            # [BD-19.8] As many tiles as hits taken in play; damage from the set-up does not count.
            s.drawer = seat
            s.owed = plane.damage - s.start_damage(seat)
        seat += 1
    remove_or_deal(s)


def return_bot_tiles(s: State, m: Mission) -> None:
    """[BD-25.24] The bag is full again but for what a leaner bag lacks; the left slot waits for
    a new tile.
    """
    s.p2.bag = s.p2.tiles.all & ~s.p2.aside
    m.left = 0


def remove_or_deal(s: State) -> None:
    """[BD-19.8] [BD-19.6] Black's random removals first, then opening hands."""
    if s.owed > 0:
        s.wait_for_chance(REMOVE)
    else:
        deal(s)


def remove_from_bag(s: State, tile: i64) -> None:
    """[BD-19.8] One random tile, given as its bit, leaves black's bag."""
    plane = s.plane(s.drawer)
    plane.bag ^= tile
    plane.aside |= tile
    s.owed -= 1
    if s.trace is not None:
        s.trace.add(LOST, s.drawer, plane.tiles.kind_of(tile))
    remove_or_deal(s)
