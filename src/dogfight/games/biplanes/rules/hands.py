"""Chapters 2 and 10: opening hands, mulligans, and the draws at the end of a round."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.biplanes.rules.planning import begin_turn
from dogfight.games.biplanes.rules.rescue import awaits_objective
from dogfight.games.biplanes.state import (
    DEAL,
    DONE,
    DREW,
    DREW_ALL,
    EXCHANGED,
    LEFT_SLOT,
    MULLIGAN,
    NOTHING,
    REDRAW,
    SEALED,
    SET_ASIDE,
    SLOT,
    Plane,
    State,
)
from dogfight.games.biplanes.tables import BLACK, BROWN, DOGFIGHT, PURPLE, WHITE, count, nth

ROUND_DRAW: Final = 5


def opening_hand(s: State, seat: i64) -> i64:
    """[BD-2.7] [BD-15.1] [BD-17.1] [BD-25.6] Six tiles; purple and black seven, but purple six
    in solo play.
    """
    tiles = s.plane(seat).tiles
    if s.setup.solo and tiles.colour == PURPLE:
        return s.setup.purple_opening
    return tiles.opening


def tiles_to_draw(s: State, seat: i64) -> i64:
    """[BD-10.5] [BD-10.6] [BD-10.7] [BD-15.2] [BD-17.2] [BD-19.7] What is drawn before this
    round.
    """
    plane = s.plane(seat)
    if plane.at == s.board.down or (seat == 1 and s.setup.solo):
        return 0  # [BD-24.20] [BD-25.4]
    stage: i64 = (s.round - 1) % 3
    if stage == 0:
        return opening_hand(s, seat)
    if plane.tiles.colour == BLACK:
        missing: i64 = plane.tiles.opening - count(plane.hand)
        return missing if missing > 0 else 0
    return ROUND_DRAW if stage == 1 else plane.tiles.size


def deal(s: State) -> None:
    """[BD-1.13] Players draw for the new round, tile by tile, p1 first."""
    deal_from(s, 0)


def deal_from(s: State, seat: i64) -> None:
    """Let the next seat draw; where the whole bag is drawn nothing is left to chance."""
    while seat < 2:
        plane = s.plane(seat)
        number: i64 = tiles_to_draw(s, seat)
        if number > 0 and number >= count(plane.bag):
            take_whole_bag(s, seat, plane)
        elif number > 0:
            s.drawer = seat
            s.owed = number
            s.wait_for_chance(DEAL)
            return
        seat += 1
    fill_left_slot(s)


def take_whole_bag(s: State, seat: i64, plane: Plane) -> None:
    if s.trace is not None and plane.bag:
        s.trace.add(DREW_ALL, seat, count(plane.bag))
    plane.hand |= plane.bag
    plane.bag = 0


def draw(s: State, tile: i64) -> None:
    """[BD-2.7] Move one tile, given as its bit, from the bag into the hand of the seat that
    draws.
    """
    plane = s.p1 if s.drawer == 0 else s.p2
    plane.bag ^= tile
    plane.hand |= tile
    s.owed -= 1
    if s.trace is not None:
        s.trace.add(DREW, s.drawer, plane.tiles.kind_of(tile))
    if s.owed == 0:
        if s.phase == DEAL:
            deal_from(s, s.drawer + 1)
        else:
            plane.bag |= plane.aside  # [BD-2.9] Only now do the tiles set aside go back.
            plane.aside = 0
            redraw_from(s, s.drawer + 1)


def fill_left_slot(s: State) -> None:
    """[BD-25.7] [BD-25.24] An empty left slot gets a tile of the bot: at the start, and after
    all tiles returned.
    """
    m = s.mission
    if m is not None and s.setup.solo and m.left == 0:
        s.wait_for_chance(SLOT)
    else:
        draw_objectives(s)


def lay_left(s: State, tile: i64) -> None:
    """[BD-25.7] The tile drawn for the left slot."""
    m = s.mission
    if m is None:
        return
    s.p2.bag ^= tile
    m.left = tile
    if s.trace is not None:
        s.trace.add(LEFT_SLOT, s.p2.tiles.kind_of(tile))
    draw_objectives(s)


def draw_objectives(s: State) -> None:
    """[BD-19.12] [BD-23.5] In rescue an Objective tile follows the hands; then mulligans, or the
    first turn.
    """
    if not awaits_objective(s):
        offer_mulligan(s)


def has_mulligan(s: State, seat: i64) -> bool:
    """[BD-2.8] [BD-14.1] [BD-18.1] [BD-19.4] Brown and white have one, and every player of a
    scenario.
    """
    if s.setup.mode != DOGFIGHT:
        return seat == 0 or not s.setup.solo
    colour: i64 = s.plane(seat).tiles.colour
    return colour in (BROWN, WHITE)


def offer_mulligan(s: State) -> None:
    """[BD-2.8] [BD-19.6] Once, before the first turn of the game."""
    if s.round > 1 or not (has_mulligan(s, 0) or has_mulligan(s, 1)):
        begin_turn(s)
        return
    s.p1.sealed = -1 if has_mulligan(s, 0) else DONE
    s.p2.sealed = -1 if has_mulligan(s, 1) else DONE
    s.wait_for(MULLIGAN, 0 if has_mulligan(s, 0) else 1)


def set_aside(s: State, seat: i64, kind: i64) -> None:
    """[BD-2.9] [BD-2.10] One more tile goes back, or the rest is kept, or all; each player for
    itself, unseen.
    """
    plane = s.plane(seat)
    plane.sealed = DONE if kind == NOTHING else kind
    if kind == NOTHING:
        plane.hand |= plane.aside
        plane.aside = 0
    elif kind != DONE:
        tile: i64 = plane.tiles.find(kind, plane.hand)
        plane.hand ^= tile
        plane.aside |= tile
        if s.trace is not None:
            s.trace.add(SET_ASIDE, seat, kind)
        return
    if s.trace is not None:
        s.trace.add(SEALED, seat)
    s.acting = 0 if s.p1.sealed != DONE else 1
    if s.p1.sealed == DONE and s.p2.sealed == DONE:
        redraw(s)


def redraw(s: State) -> None:
    """[BD-2.9] Everybody draws as many tiles as it set aside."""
    s.p1.sealed = -1
    s.p2.sealed = -1
    if s.trace is not None:
        if has_mulligan(s, 0):
            s.trace.add(EXCHANGED, 0, count(s.p1.aside))
        if has_mulligan(s, 1):
            s.trace.add(EXCHANGED, 1, count(s.p2.aside))
    redraw_from(s, 0)


def redraw_from(s: State, seat: i64) -> None:
    while seat < 2:
        if s.plane(seat).aside and has_mulligan(s, seat):
            s.drawer = seat
            s.owed = count(s.plane(seat).aside)
            s.wait_for_chance(REDRAW)
            return
        seat += 1
    begin_turn(s)


def mulligan_choices(plane: Plane) -> i64:
    """[BD-2.9] How many ways a mulligan can go on: a tile more, keep the rest, or exchange
    nothing after all.
    """
    return count(may_set_aside(plane)) + (2 if plane.aside else 1)


def mulligan_choice(plane: Plane, index: i64) -> i64:
    """One of these by its number, in ascending order."""
    tiles: i64 = may_set_aside(plane)
    number: i64 = count(tiles)
    if index < number:
        return plane.tiles.kind_of(nth(tiles, index))
    return DONE if index == number else NOTHING


def may_set_aside(plane: Plane) -> i64:
    """One tile of each kind that may still be set aside: kinds are asked in ascending order."""
    distinct: i64 = plane.tiles.distinct(plane.hand)
    kind: i64 = 0
    while kind < plane.sealed:
        distinct &= ~plane.tiles.runs[kind]
        kind += 1
    return distinct
