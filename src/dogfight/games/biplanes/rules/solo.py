"""Chapters 25 and 26: the bot, which draws its tiles and follows fixed rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dogfight.games.biplanes.rules.damage import hit, hit_malfunctioning, shot_down
from dogfight.games.biplanes.state import (
    BOT_CHOSE,
    BOT_DREW,
    MOVED,
    REFILLED,
    TOSS,
    TOSSED,
    Mission,
    State,
)
from dogfight.games.biplanes.tables import ESCORT, EXIT_1, LOOP, RING, count

TOSS_UP: Final = -1


def quarry(s: State, m: Mission) -> i64:
    """[BD-25.25] The space of the biplane the bot goes by: the player's, in escort the
    malfunctioning one.
    """
    return m.mal_at if s.setup.mode == ESCORT else s.p1.at


def on_loop(space: i64) -> bool:
    return RING <= space < EXIT_1


def takes_left(s: State, m: Mission, left: i64, right: i64) -> bool:
    """[BD-25.11] [BD-25.12] [BD-25.13] [BD-25.14] Which of the bot's two tiles, given as kinds,
    is selected.
    """
    bot: i64 = s.p2.at
    target: i64 = quarry(s, m)
    if on_loop(bot) or on_loop(target):
        return False
    if left >> 2 == right >> 2:
        return takes_left_of_equals(s, m, left, right)
    lower_left: bool = left < right
    if s.board.is_behind(bot, target) > 0 or s.board.away(bot, target) == 4:
        return lower_left
    return not lower_left


def takes_left_of_equals(s: State, m: Mission, left: i64, right: i64) -> bool:
    """[BD-25.15] [BD-26.5] Equal values: more hits if the move could end in a shot, else fewer;
    the left if equal.
    """
    if left == right:
        return True
    value: i64 = left >> 2
    could: bool = can_shoot_from(s, m, s.board.moved(s.p2.at, value))
    if value == 3 and s.setup.smart3 and s.board.looped[s.p2.at] >= 0:
        could = could or can_shoot_from(s, m, s.board.looped[s.p2.at])
    return (left > right) == could


def can_shoot_from(s: State, m: Mission, space: i64) -> bool:
    """Whether position and colours allow the bot a shot from a space."""
    return s.board.fire(space, quarry(s, m)) > 0


def route(s: State, m: Mission, kind: i64) -> i64:
    """[BD-25.16] [BD-26.2] [BD-26.3] [BD-26.4] Straight (0) or around the loop (LOOP); TOSS_UP
    if it is tossed.
    """
    looped: i64 = s.board.looped[s.p2.at]
    if kind >> 2 != 3 or looped < 0:
        return 0
    if s.setup.smart3 and kind & 3:
        straight_shot: bool = can_shoot_from(s, m, s.board.moved(s.p2.at, 3))
        loop_shot: bool = can_shoot_from(s, m, looped)
        if straight_shot != loop_shot:
            return LOOP if loop_shot else 0
    return TOSS_UP


def bot_draws(s: State, m: Mission, tile: i64) -> None:
    """[BD-25.11] The right slot is filled and a tile is selected; its route may have to be
    tossed for.
    """
    s.p2.bag ^= tile
    m.right = tile
    if s.trace is not None:
        s.trace.add(BOT_DREW, s.p2.tiles.kind_of(tile))
    if selected_route(s, m) == TOSS_UP:
        s.wait_for_chance(TOSS)
    else:
        bot_flies(s, m, selected_route(s, m))


def selected_left(s: State, m: Mission) -> bool:
    return takes_left(s, m, s.p2.tiles.kind_of(m.left), s.p2.tiles.kind_of(m.right))


def selected_route(s: State, m: Mission) -> i64:
    return route(s, m, s.p2.tiles.kind_of(m.left if selected_left(s, m) else m.right))


def toss(s: State, m: Mission, loop_up: i64) -> None:
    """[BD-25.16] The face that came up decides."""
    if s.trace is not None:
        s.trace.add(TOSSED, loop_up)
    bot_flies(s, m, LOOP if loop_up else 0)


def bot_flies(s: State, m: Mission, face: i64) -> None:
    """[BD-25.17] [BD-25.18] [BD-25.19] The bot moves, never onto the exit path, and shoots; its
    tile is put down.
    """
    left: bool = selected_left(s, m)
    kind: i64 = s.p2.tiles.kind_of(m.left if left else m.right)
    start: i64 = s.p2.at
    s.p2.at = s.board.looped[start] if face else s.board.moved(start, kind >> 2)
    s.p2.last = kind
    s.p2.squares |= (kind + face + 1) << (6 * (s.turn - 1))
    if s.trace is not None:
        s.trace.add(BOT_CHOSE, kind, 1 if left else 0)
        s.trace.add(MOVED, 1, start, s.p2.at)
    tidy_up(s, m, left)
    bot_shoots(s, m, kind & 3)


def tidy_up(s: State, m: Mission, left: bool) -> None:
    """[BD-25.19] [BD-25.20] [BD-25.21] An empty bag takes the used tiles back; what is left
    slides to the left.
    """
    if left:
        m.left = m.right
    m.right = 0
    if s.p2.bag == 0:
        s.p2.bag = s.p2.tiles.all & ~(m.left | s.p2.aside)
        if s.trace is not None:
            s.trace.add(REFILLED, count(s.p2.bag))


def bot_shoots(s: State, m: Mission, hits: i64) -> None:
    """[BD-25.18] [BD-25.8] [BD-25.22] [BD-25.25] The bot knows no special rules, and nobody
    shoots back.
    """
    if hits == 0 or not can_shoot_from(s, m, s.p2.at):
        return
    if s.setup.mode == ESCORT:
        hit_malfunctioning(s, m, hits)
    else:
        hit(s, 1, 0, hits)
    shot_down(s)
