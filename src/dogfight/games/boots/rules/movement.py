"""Movement and transport (CB-6, CB-7).

Movement points are counted in halves, so nothing is rounded (CB-6.8).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.boots.rules.menu import (
    A_EXIT,
    A_LOAD,
    A_PLACE,
    A_STEP,
    A_UNLOAD,
    PASS,
    offer,
    offer_all,
)
from dogfight.games.boots.rules.windows import change_companion
from dogfight.games.boots.state import LEFT, N_LEFT, N_LOADED, N_MOVES, N_STEP, N_UNLOADED, State
from dogfight.games.boots.tables import CARRIES_ANY, NO_BANDS, NORTH_EDGE, OUTSIDE, Board, bit

BAND_COST: Final = 20
"""[CB-6.19] Ten points."""
NOT_SHIFTED: Final = 0
SHIFTED_FIRST: Final = 1
SHIFTED_LAST: Final = 2


def step_halves(board: Board, move_class: i64, start: i64, d: i64) -> i64:
    """[CB-6.1] [CB-6.2] [CB-6.3] [CB-6.7] The cost of one step in half points; -1 if it cannot be
    made.

    Uphill costs one for each line on the side (CB-2.10, CB-6.4), a ridge one (CB-6.5), downhill
    nothing (CB-6.6). Along a road the hex counts as open and everything is halved, even where it is
    impassable (CB-6.10).
    """
    place: i64 = board.near[start * 6 + d]
    if place < 0:
        return -1
    climb: i64 = board.elev[place] - board.elev[start]
    if climb < 0:
        climb = 0
    if board.ridges[start] & bit(d):
        climb += 1
    if board.roads[start] & bit(d):
        return 1 + climb
    cost: i64 = board.cost[move_class * board.size + place]
    return -1 if cost < 0 else 2 * (cost + climb)


def step_cost(s: State, u: i64, d: i64) -> i64:
    """The cost of a unit's step in a direction, in half points, from the board's table; -1 if it
    cannot be made.
    """
    return s.t.board.steps[(s.t.move_class[u] * s.t.board.size + s.place[u]) * 6 + d]


def is_impassable(s: State, u: i64, place: i64) -> bool:
    """[CB-6.10] Terrain the unit's class cannot be in, roads aside."""
    return s.t.board.cost[s.t.move_class[u] * s.t.board.size + place] < 0


def may_enter(s: State, u: i64, place: i64) -> bool:
    """[CB-6.12] [CB-6.13] Friends never hinder; only infantry and armor may enter a hex with
    enemies.
    """
    return s.units_at(1 - s.t.side[u], place) == 0 or (s.t.infantry | s.t.armor) & bit(u) != 0


def must_stop(s: State, u: i64) -> bool:
    """[CB-6.14] [CB-17.1] Enemies stop a unit that enters; armor goes on if there is no enemy
    armor.
    """
    enemies: i64 = s.enemies_with(u)
    if enemies == 0:
        return False
    return not s.is_armor(u) or enemies & s.t.armor != 0


def can_step(s: State, u: i64, d: i64) -> bool:
    """[CB-6.9] A step needs its whole cost, with or without enemies in the hex it leaves
    (CB-6.15).
    """
    cost: i64 = step_cost(s, u, d)
    return 0 <= cost <= s.mp and may_enter(s, u, s.t.board.near[s.place[u] * 6 + d])


def on_named_edge(s: State, place: i64) -> bool:
    """[CB-6.23] Whether a hex lies on the edge beyond which the bands are."""
    board = s.t.board
    if board.edge == NO_BANDS:
        return False
    return board.near[place * 6 + (0 if board.edge == NORTH_EDGE else 3)] < 0


def is_fast(s: State, u: i64) -> bool:
    """[CB-6.21] Ten points or more: crosses whole bands and never uses the lines."""
    return s.t.move[u] >= 10


def band_price(s: State, u: i64) -> i64:
    """[CB-6.19] [CB-6.20] Ten points, or the whole movement of a slow unit, which has then spent
    nothing before.
    """
    return BAND_COST if is_fast(s, u) else 2 * s.t.move[u]


def can_cross(s: State, u: i64) -> bool:
    """[CB-6.20] [CB-6.21] Whether the points for another line or band are there."""
    return s.mp >= band_price(s, u) and s.t.move[u] > 0


def band_after(s: State, u: i64, out: bool) -> i64:
    """[CB-2.18] [CB-2.19] The place a unit outside the field (or on its edge) reaches next;
    below the field: band 1.
    """
    field: i64 = s.t.board.size
    at: i64 = s.place[u]
    here: i64 = at - field if at >= field else -1
    if not is_fast(s, u):
        return field + (here + 1 if out else here - 1)
    return field + (here + 2 if out else here - 2)


def offer_bands(s: State, u: i64) -> None:
    """[CB-6.22] [CB-6.23] Hexes of the edge, lines and bands that can be reached now, as places
    in order.
    """
    board = s.t.board
    if board.edge == NO_BANDS or not can_cross(s, u):
        return
    outside: bool = s.place[u] >= board.size
    if not outside and not on_named_edge(s, s.place[u]):
        return
    if outside:
        inward: i64 = band_after(s, u, False)
        if inward >= board.size:
            offer(s, A_PLACE, inward)
        else:
            offer_edge(s, u)
    outward: i64 = band_after(s, u, True)
    if outward < board.size + OUTSIDE:
        offer(s, A_PLACE, outward)


def offer_edge(s: State, u: i64) -> None:
    """[CB-6.22] Hexes of the named edge that the unit could enter."""
    place: i64 = 0
    while place < s.t.board.size:
        if on_named_edge(s, place) and not is_impassable(s, u, place) and may_enter(s, u, place):
            offer(s, A_PLACE, place)
        place += 1


def can_exit(s: State, u: i64) -> bool:
    """[CB-6.18] From an exit hex of its side, for one point."""
    return s.on_field(u) and s.mp >= 2 and s.t.board.exits[s.place[u]] & bit(s.t.side[u]) != 0


def loadable(s: State, u: i64) -> i64:
    """[CB-7.1] [CB-7.2] [CB-7.6] [CB-7.8] [CB-7.10] What the vehicle may load here: fresh, not
    acted, of its side.
    """
    if s.t.carries[u] == 0 or s.link[u] != 0 or s.shifted != NOT_SHIFTED or not s.on_field(u):
        return 0
    fits: i64 = s.t.infantry | (s.t.guns if s.t.carries[u] == CARRIES_ANY else 0)
    mask: i64 = s.fresh_of(s.units_at(s.t.side[u], s.place[u]) & fits & ~s.acted)
    result: i64 = 0
    c: i64 = 0
    while mask >> c:
        if mask & bit(c) and not s.is_cargo(c):
            result |= bit(c)
        c += 1
    return result


def can_unload(s: State, u: i64) -> bool:
    """[CB-7.3] [CB-7.4] [CB-7.5] [CB-7.6] [CB-7.10] Once a turn, where the cargo can be; a gun
    only without enemies.
    """
    if s.t.carries[u] == 0 or s.link[u] == 0 or s.shifted != NOT_SHIFTED or not s.on_field(u):
        return False
    cargo: i64 = s.link[u] - 1
    if s.pin[cargo] != 0 or is_impassable(s, cargo, s.place[u]):
        return False
    return s.t.guns & bit(cargo) == 0 or s.enemies_with(u) == 0


def offer_steps(s: State) -> None:
    """[CB-D3] Stop (once something was done), steps, places, exit, loading and unloading."""
    u: i64 = s.mover
    if s.steps > 0 or s.shifted != NOT_SHIFTED:
        offer(s, PASS, 0)
    walks: bool = s.halted == 0 and s.shifted != SHIFTED_LAST
    if walks:
        if s.on_field(u):
            d: i64 = 0
            while d < 6:
                if can_step(s, u, d):
                    offer(s, A_STEP, d)
                d += 1
        offer_bands(s, u)
        if can_exit(s, u):
            offer(s, A_EXIT, 0)
    offer_all(s, A_LOAD, loadable(s, u))
    if can_unload(s, u):
        offer(s, A_UNLOAD, 0)


def prepare_move(s: State, u: i64) -> None:
    """[CB-6.1] Give a unit its movement points."""
    s.mover = u
    s.companion = s.link[u] - 1 if s.t.carries[u] != 0 else -1
    s.mp = 2 * s.t.move[u]
    s.steps = 0
    s.shifted = NOT_SHIFTED
    s.set_down = 0
    s.halted = 0
    s.exposed = 0


def can_move(s: State, u: i64) -> bool:
    """[CB-6.25] Whether a unit has anything to do with a move: a step, a place, an exit, loading
    or unloading.
    """
    if s.t.move[u] == 0:
        return False
    prepare_move(s, u)
    can_go: bool = False
    if s.on_field(u):
        d: i64 = 0
        while d < 6 and not can_go:
            can_go = can_step(s, u, d)
            d += 1
        can_go = can_go or (on_named_edge(s, s.place[u]) and can_cross(s, u))
    else:
        can_go = can_cross(s, u)
    can_go = can_go or loadable(s, u) != 0 or can_unload(s, u) or can_exit(s, u)
    s.mover = -1
    s.companion = -1
    s.mp = 0
    return can_go


def with_riders(s: State, u: i64) -> i64:
    """[CB-7.15] The set of a unit and the riders on it: all units exposed where it comes to."""
    mask: i64 = bit(u)
    cargo: i64 = s.link[u] - 1
    if cargo >= 0 and s.is_rider(cargo):
        mask |= bit(cargo)
    return mask


def step_to(s: State, place: i64, cost: i64) -> None:
    """[CB-6.24] Pay and go; what happens there is asked next (CB-6.17)."""
    u: i64 = s.mover
    start: i64 = s.place[u]
    s.mp -= cost
    s.transfer(u, place)
    s.steps += 1
    s.set_down = 0
    s.entered = 1
    s.swept = 0
    if must_stop(s, u):
        s.halted = 1
    s.exposed = with_riders(s, u)
    s.add_trace(N_STEP, u, start, place, s.mp)


def step(s: State, d: i64) -> None:
    """One hex in a direction."""
    step_to(s, s.t.board.near[s.place[s.mover] * 6 + d], step_cost(s, s.mover, d))


def cross(s: State, place: i64) -> None:
    """[CB-6.19] [CB-6.20] To a line, a band or a hex of the edge."""
    step_to(s, place, band_price(s, s.mover))


def exit_board(s: State) -> None:
    """[CB-6.18] Off the board by an exit: exited, not destroyed."""
    u: i64 = s.mover
    s.add_trace(N_LEFT, u, s.place[u])
    s.remove(u, LEFT)


def load(s: State, cargo: i64) -> None:
    """[CB-5.7] [CB-7.5] [CB-7.7] [CB-7.8] [CB-7.18] Take a unit aboard: the cargo's whole turn,
    for no points.
    """
    u: i64 = s.mover
    s.depart(cargo)
    s.link[u] = cargo + 1
    s.link[cargo] = u + 1
    s.arrive(cargo, s.place[u])
    change_companion(s, cargo)
    s.acted |= bit(cargo)
    s.shifted = SHIFTED_LAST if s.steps > 0 else SHIFTED_FIRST
    s.exposed = 0
    s.entered = 0
    s.swept = 0
    s.add_trace(N_LOADED, u, cargo)


def unload(s: State) -> None:
    """[CB-7.3] [CB-7.6] [CB-7.7] [CB-7.8] Set the cargo down in the vehicle's hex; it does not
    act any more.
    """
    u: i64 = s.mover
    cargo: i64 = s.link[u] - 1
    s.depart(cargo)
    s.link[u] = 0
    s.link[cargo] = 0
    s.arrive(cargo, s.place[u])
    s.acted |= bit(cargo)
    s.set_down = 1
    s.shifted = SHIFTED_LAST if s.steps > 0 else SHIFTED_FIRST
    s.exposed = bit(cargo)
    s.entered = 0
    s.swept = 0
    s.add_trace(N_UNLOADED, u, cargo, s.place[u])


def begin_move(s: State, u: i64) -> None:
    prepare_move(s, u)
    s.add_trace(N_MOVES, u)
