"""Why an action is refused, and why a position cannot be."""

from __future__ import annotations

from typing import Any

from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.game import Game
from dogfight.core.seat import Seat
from dogfight.games.biplanes.data import MAL_IDS
from dogfight.games.biplanes.notation import COLOURS, PHASES, commitment_word, kind_word
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.escort import followed, mal_steps, mal_tile, unused_tiles
from dogfight.games.biplanes.rules.exit_path import is_open, on_target
from dogfight.games.biplanes.rules.hands import has_mulligan
from dogfight.games.biplanes.rules.planning import may_hold_fire, must_play_low, playable, shows_first
from dogfight.games.biplanes.rules.setup import numbers_left
from dogfight.games.biplanes.state import (
    ANSWER,
    BOT_DRAW,
    DEAL,
    DONE,
    ENDED,
    LOSE,
    LOSE_BAG,
    MULLIGAN,
    OBJECTIVE,
    PICK,
    PLACE,
    PLAN,
    REDRAW,
    REMOVE,
    SHOW,
    SLOT,
    SPOTS,
    START,
    TARGET,
    TOSS,
    Mission,
)
from dogfight.games.biplanes.tables import (
    BLACK,
    BOMBING,
    DOGFIGHT,
    ESCORT,
    ESPIONAGE,
    EXIT,
    EXIT_1,
    GREY,
    HOLD,
    KIND_BITS,
    KINDS,
    LOOP,
    MAL_EXIT,
    MAL_UNIT,
    NO_TILE,
    NOBODY,
    RESCUE,
    count,
)

PLANNING = (PLAN, SHOW, ANSWER)


# --- refused actions ---------------------------------------------------------------------------


def why_not(game: Game[Position, Any], position: Position, seat: Seat, action: int) -> IllegalAction:
    """The reason an action is refused, from what the seat knows."""
    if position.phase in PLANNING and 0 <= action < 2 * MAL_EXIT:
        reason = why_not_commit(position, seat, action)
        if reason is not None:
            return reason
    return Game.why_not(game, position, seat, action)


def why_not_commit(position: Position, seat: Seat, action: int) -> IllegalAction | None:
    """Why a commitment cannot be made."""
    pair = position.setup.mode == ESCORT and seat == 0
    if pair != (action >= MAL_UNIT) or (pair and mal_tile(action) < 0):
        expected = "a pair of tiles, one for each biplane" if pair else "one tile"
        return IllegalAction(f"expected {expected}, got action {action}", rule="BD-24.5" if pair else "BD-4.1")
    kind = action & KIND_BITS
    alone = pair and not position.escort_flies()
    if (kind >= KINDS and kind != NO_TILE) or alone != (kind == NO_TILE):
        return None
    reason = None if alone else why_not_single(position, seat, action & (MAL_UNIT - 1))
    return why_not_mal(position, action) if reason is None and pair else reason


def why_not_single(position: Position, seat: Seat, action: int) -> IllegalAction | None:
    plane = position.plane(seat)
    kind = action & KIND_BITS
    word = commitment_word(action)
    if not plane.tiles.find(kind, playable(plane)):
        if must_play_low(plane) and plane.tiles.find(kind, plane.hand):
            return IllegalAction(f"after a 0 brown must play a 1 or a 2, not {word}", rule="BD-14.2")
        return IllegalAction(f"{kind_word(kind)} is not in your hand", rule="BD-4.1")
    if action & LOOP and kind >> 2 != 3:
        return IllegalAction(f"only a tile of value 3 has a loop face, not {kind_word(kind)}", rule="BD-1.5")
    if action & LOOP and position.board.looped[plane.at] < 0:
        return IllegalAction("no loop is within reach of three steps from here", rule="BD-6.3")
    if action & LOOP and action & EXIT:
        return IllegalAction("the loop face and the exit path cannot be combined", rule="BD-20.5")
    if action & HOLD and not may_hold_fire(position, seat):
        return IllegalAction("only a rescuer may hold fire", rule="BD-23.16")
    return why_not_exit(position, seat, kind >> 2) if action & EXIT else None


def why_not_exit(position: Position, seat: Seat, steps: int) -> IllegalAction | None:
    m = position.mission
    if m is None:
        return IllegalAction("a dogfight has no exit path", rule="BD-5.8")
    opened = is_open(position, m) or (seat == 0 and steps in (1, 2) and on_target(position, m))
    if not opened:
        return IllegalAction("the exit path is not open yet", rule="BD-20.11")
    return IllegalAction("this move does not go on from the blue/white space", rule="BD-20.3")


def why_not_mal(position: Position, action: int) -> IllegalAction | None:
    m = position.mission
    if m is None or mal_tile(action) >= len(MAL_IDS):
        return None
    if not unused_tiles(position, m) >> mal_tile(action) & 1:
        return IllegalAction(f"the malfunctioning biplane cannot use {MAL_IDS[mal_tile(action)]} now", rule="BD-24.6")
    if not action & MAL_EXIT:
        return None
    if not is_open(position, m):
        return IllegalAction("the malfunctioning biplane may leave only in the last round", rule="BD-24.22")
    if not position.board.can_exit(m.mal_at, mal_steps(position, action)):
        return IllegalAction("the sum does not go on from the blue/white space", rule="BD-20.3")
    if followed(position, m, position.p1.at, action) >= 0:
        return IllegalAction("it has to follow the escort's loop and cannot take the exit path", rule="BD-24.13")
    return None


# --- impossible positions ----------------------------------------------------------------------


def need(fine: bool, expected: str, rule: str) -> None:
    if not fine:
        raise BadNotation(f"impossible position: expected {expected}", rule=rule)


def check_position(position: Position) -> None:
    """Refuse what cannot lie on the table."""
    check_phase(position)
    for seat in (0, 1):
        check_plane(position, seat)
    p1, p2 = position.p1.tiles.colour, position.p2.tiles.colour
    need(p1 != p2 or p1 == NOBODY, "two different biplanes", "BD-2.2")
    limit = position.setup.limit
    need(limit == 0 or position.round <= limit, f"at most {limit} rounds", "BD-3.1")
    if position.mission is not None:
        check_mission(position, position.mission)
    check_draws(position)
    check_commitments(position)


def check_phase(position: Position) -> None:
    setup, phase = position.setup, position.phase
    modes = {PLACE: (BOMBING, RESCUE), OBJECTIVE: (RESCUE,), TARGET: (ESCORT,)}
    need(setup.mode in modes.get(phase, (setup.mode,)), f"no {PHASES[phase]} in this mode", "BD-19.3")
    solo_only, never_solo = phase in (SLOT, BOT_DRAW, TOSS), phase in (SHOW, ANSWER, TARGET)
    need(setup.solo or not solo_only, f"{PHASES[phase]} only in solo play", "BD-25.11")
    need(not (setup.solo and never_solo), f"no {PHASES[phase]} in solo play", "BD-25.9")
    need(phase != START or setup.choose_start, "no choice of starting spaces here", "BD-2.5")
    result = position.result
    need(phase != ENDED or result & 7 > 0, "a reason why the game is over", "BD-11.1")


def check_plane(position: Position, seat: int) -> None:
    plane, setup, board = position.plane(seat), position.setup, position.board
    colour = plane.tiles.colour
    name = COLOURS[colour]
    fixed = setup.fixed_1 if seat == 0 else setup.fixed_2
    if colour == NOBODY:
        need(
            position.phase in (PLACE, PICK) and (fixed < 0 or position.phase == PLACE),
            "a biplane on each side",
            "BD-2.3",
        )
        return
    need(fixed in (-1, colour), f"the biplane that was agreed on, not {name}", "BD-2.2")
    need(seat == 1 or setup.mission_planes >> colour & 1 == 1, f"a biplane for this mission, not {name}", "BD-19.1")
    over = position.phase == ENDED
    down = setup.mode == ESCORT and seat == 0 and plane.at == board.down
    need(
        plane.at < board.off or down or (over and seat == 0 and plane.at == board.off),
        "biplanes on the board",
        "BD-20.7",
    )
    need(setup.mode != DOGFIGHT or plane.at < EXIT_1, "no biplane on the exit path in a dogfight", "BD-5.8")
    track = position.track(seat)
    need(plane.damage <= track, f"at most {track} damage on {name}", "BD-1.6")
    need(plane.damage >= position.start_damage(seat), "the damage of the set-up", "BD-21.4")
    need(plane.damage < track or over or down, f"{name} is not shot down", "BD-9.6")
    need(not down or (plane.damage == track and not plane.hand | plane.bag), "a lost escort without tiles", "BD-24.20")
    need(not plane.jammed or colour == GREY, "a jammed gun only on grey", "BD-16.1")
    need(not (setup.solo and seat == 1 and plane.hand), "no hand for the bot", "BD-25.4")
    keeps_aside = colour == BLACK or down or (setup.solo and seat == 1) or position.phase in (MULLIGAN, REDRAW)
    need(not plane.aside or keeps_aside, f"no tiles aside for {name}", "BD-17.4")


def check_mission(position: Position, m: Mission) -> None:
    setup, board = position.setup, position.board
    lying = [int(m.site(spot)) for spot in range(SPOTS) if m.site(spot)]
    if setup.mode == ESPIONAGE:
        need(all(one <= 2 for one in lying), "one or two cameras on a site", "BD-1.12")
    elif setup.mode in (BOMBING, RESCUE):
        need(len(set(lying)) == len(lying), "different numbers", "BD-22.2")
        free = count(numbers_left(m))
        need(position.phase != PLACE or free > 0, "a spot without a tile", "BD-22.2")
    else:
        need(not lying, "no site tiles in an escort", "BD-24.1")
    gone = m.rescued if setup.mode == RESCUE else m.removed
    if setup.mode != ESCORT and position.phase != PLACE:
        need(gone == SPOTS - len(lying), "every tile that was removed, and no other, missing", "BD-21.5")
    rescue = setup.mode == RESCUE
    need(rescue or not (m.rescued or m.objectives or m.stack or m.landed >= 0), "nobody to rescue", "BD-23.10")
    need(not m.objectives & m.stack, "each objective held or in the stack", "BD-23.4")
    landed_well = m.landed < 0 or (m.landed == position.p1.at and m.site(position.spot_at(m.landed)) > 0)
    need(landed_well or position.phase == ENDED, "a landed rescuer on its airfield", "BD-23.6")
    if setup.mode == ESCORT:
        over = position.phase == ENDED
        need(m.mal_at < board.off or over, "the malfunctioning biplane on the board", "BD-24.22")
        need(m.mal_damage < setup.mal_track or over, "the malfunctioning biplane not shot down", "BD-24.24")
    if setup.solo and position.phase > SLOT:
        need(m.left != 0, "a tile in the bot's left slot", "BD-25.7")
        need((m.right != 0) == (position.phase == TOSS), "a tile in the bot's right slot while it is used", "BD-25.11")
        need(position.p2.bag != 0 or position.phase == TOSS, "tiles in the bot's bag", "BD-25.20")


def check_draws(position: Position) -> None:
    """Who draws or loses how many tiles fits the bags."""
    phase, owed = position.phase, int(position.owed)
    plane = position.plane(position.drawer)
    bag, hand = int(count(plane.bag)), int(count(plane.hand))
    if phase == DEAL:
        need(1 <= owed < bag, "fewer tiles to draw than lie in the bag", "BD-2.7")
    elif phase == REDRAW:
        need(1 <= owed <= min(bag, int(count(plane.aside))), "as many tiles to draw as were set aside", "BD-2.9")
    elif phase in (LOSE, LOSE_BAG, REMOVE):
        need(plane.tiles.colour == BLACK and owed >= 1, "a black biplane that loses tiles", "BD-17.3")
        need(
            (hand > 0) == (phase == LOSE) and (bag > 0 or phase == LOSE),
            "tiles to lose, from the hand first",
            "BD-17.5",
        )
    else:
        need(owed == 0 or phase == ENDED, "nothing left to draw or to lose", "BD-10.1")


def check_commitments(position: Position) -> None:
    """What is sealed can have been committed, and whoever has to act can."""
    phase = position.phase
    for seat in (0, 1):
        sealed = int(position.plane(seat).sealed)
        if phase == MULLIGAN:
            check_mulligan(position, seat, sealed)
        elif phase in PLANNING:
            check_planning(position, seat, sealed)
        elif phase in (TARGET, LOSE, LOSE_BAG, BOT_DRAW, TOSS, ENDED):
            pair = position.setup.mode == ESCORT and seat == 0
            need(sealed < 0 or (sealed >= MAL_UNIT) == pair, "a commitment of the right kind", "BD-4.1")
            played = sealed >= 0 or (position.setup.solo and seat == 1) or phase == ENDED
            need(played, "both commitments on the table", "BD-4.6")
        else:
            need(sealed < 0, "no commitment yet", "BD-4.1")


def check_mulligan(position: Position, seat: int, sealed: int) -> None:
    if not has_mulligan(position, seat):
        need(sealed == DONE, "no mulligan for this side", "BD-2.8")
    need(position.p1.sealed != DONE or position.p2.sealed != DONE, "a mulligan that is not finished", "BD-2.9")


def check_planning(position: Position, seat: int, sealed: int) -> None:
    if position.setup.solo and seat == 1:
        need(sealed < 0, "no commitment of the bot", "BD-25.10")
        return
    first = int(shows_first(position))
    need((first < 0) == (position.phase == PLAN), "white's look where white is 1 or 2 behind", "BD-18.4")
    number = int(position.choices_for(seat))
    need(number > 0, "a tile that can be played on each side", "BD-4.2")
    need(sealed < 0 or position.phase != SHOW, "nothing committed yet", "BD-18.4")
    if position.phase == ANSWER:
        need((sealed >= 0) == (seat == first), "the commitment that was shown", "BD-18.4")
    if sealed >= 0:
        legal = [int(position.choice_for(seat, index)) for index in range(number)]
        need(sealed in legal, f"a legal commitment, not {commitment_word(sealed)}", "BD-4.1")
        other = position.plane(1 - seat).sealed
        need(position.phase != PLAN or other < 0, "a side that has still to commit", "BD-4.6")
