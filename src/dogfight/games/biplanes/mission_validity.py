"""Why the pieces of a scenario cannot lie as they do."""

from __future__ import annotations

from dogfight.games.biplanes.moments import (
    BEFORE_FLIGHT,
    BETWEEN_ROUNDS,
    REVEALED,
    first_turn,
    is_lost,
    need,
    stage,
    turns_played,
)
from dogfight.games.biplanes.objectives import nibble, orders
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.exit_path import is_open
from dogfight.games.biplanes.rules.setup import NUMBERS, free_spot
from dogfight.games.biplanes.rules.solo import TOSS_UP, selected_route
from dogfight.games.biplanes.state import (
    DEAL,
    ENDED,
    EXITED,
    OBJECTIVE,
    PICK,
    PLACE,
    REMOVE,
    SHOT_DOWN,
    SLOT,
    SPOTS,
    TOSS,
    Mission,
)
from dogfight.games.biplanes.tables import BOMBING, ESCORT, ESPIONAGE, EXIT_1, RESCUE, count


def check_mission(position: Position, m: Mission) -> None:
    setup = position.setup
    check_sites(position, m)
    if setup.mode == RESCUE:
        check_landing(position, m)
        check_objectives(position, m)
    else:
        people = m.rescued or m.objectives or m.stack or m.cleared or m.drawn_when
        markers = m.landed >= 0 or m.land_tile >= 0 or m.take_off_tile >= 0
        need(not people and not markers, "nobody to rescue", "BD-23.10")
    if setup.mode == ESCORT:
        check_malfunctioning(position, m)
    else:
        need(m.mal_used == 0, "no tiles of a malfunctioning biplane", "BD-24.4")
    if setup.solo:
        check_slots(position, m)
    else:
        need(m.left == 0 and m.right == 0, "no Solo aid", "BD-25.4")


def check_sites(position: Position, m: Mission) -> None:
    setup = position.setup
    lying = [int(m.site(spot)) for spot in range(SPOTS) if m.site(spot)]
    gone = m.rescued if setup.mode == RESCUE else m.removed
    need(setup.mode != RESCUE or m.removed == 0, "people rescued, and no tiles removed", "BD-23.10")
    if setup.mode == ESCORT:
        need(not lying and not gone, "no site tiles in an escort", "BD-24.1")
        return
    if setup.mode == ESPIONAGE:
        need(all(number <= 2 for number in lying), "one or two cameras on a site", "BD-1.12")
        need(
            not first_turn(position) or lying == [2] * SPOTS,
            "five sites with two cameras",
            "BD-21.2",
        )
    else:
        need(len(set(lying)) == len(lying), "different numbers", "BD-22.2")
    if position.phase == PLACE:
        need(
            gone == 0 and free_spot(position, m) == len(lying) < SPOTS,
            "spots filled one after another",
            "BD-22.2",
        )
        return
    need(
        gone == SPOTS - len(lying), "every tile that was removed, and no other, missing", "BD-21.5"
    )
    need(
        gone == 0 or not first_turn(position),
        "all tiles on their spots before the first turn",
        "BD-22.2",
    )
    check_task(position, m)


def check_task(position: Position, m: Mission) -> None:
    """[BD-21.5] [BD-21.6] [BD-22.5] [BD-23.6] What the last tile did where the mission biplane
    stands is done.
    """
    spot, last = position.spot_at(position.p1.at), int(position.p1.last)
    if spot < 0 or last < 0 or position.phase == ENDED or m.site(spot) == 0:
        return
    value, lies = last >> 2, int(m.site(spot))
    if position.setup.mode == ESPIONAGE:
        need(
            value > 2 or (value == 2 and lies == 1),
            "a site that was photographed removed or turned",
            "BD-21.5",
        )
    elif position.setup.mode == BOMBING:
        need(value != lies, "a factory that was hit removed", "BD-22.5")
    else:
        need(
            value > 1 or m.landed == position.p1.at,
            "a rescuer that has landed with a 0 or a 1",
            "BD-23.6",
        )


def check_landing(position: Position, m: Mission) -> None:
    """[BD-23.6] [BD-23.15] Where the rescuer is landed, and where the Land and Take Off tiles
    lie.
    """
    p1, over = position.p1, position.phase == ENDED
    if m.landed >= 0:
        spot = position.spot_at(m.landed)
        fine = m.landed == p1.at and spot >= 0 and m.site(spot) > 0 and (p1.last < 8 or over)
        need(fine, "a landed rescuer on its airfield, by a 0 or a 1", "BD-23.6")
        need(m.land_tile == m.landed, "the Land tile where the rescuer is landed", "BD-23.15")
        need(not first_turn(position), "no landing before the first turn", "BD-23.6")
    lying = m.take_off_tile >= 0 or (m.land_tile >= 0 and m.landed < 0)
    if not lying:
        return
    taking_off = position.phase in (*REVEALED, *BETWEEN_ROUNDS) or over
    need(taking_off and not first_turn(position), "no Land or Take Off tile left lying", "BD-23.15")
    need(p1.last < 0 or p1.last >> 2 in (1, 2), "a take-off with a 1 or a 2", "BD-23.9")
    if m.take_off_tile >= 0:
        spot = position.spot_at(m.take_off_tile)
        need(
            spot >= 0 and m.site(spot) == 0,
            "the Take Off tile where a pilot was rescued",
            "BD-23.10",
        )
    if m.landed < 0:
        spot = position.spot_at(m.land_tile)
        beside = m.take_off_tile in (-1, m.land_tile) and spot >= 0
        need(
            beside and (m.site(spot) > 0 or m.take_off_tile >= 0),
            "the Land tile where it took off",
            "BD-23.15",
        )


def check_objectives(position: Position, m: Mission) -> None:
    """[BD-23.4] [BD-23.5] [BD-23.10] Each Objective tile is in the stack, held, or used up by a
    rescue.
    """
    need(not m.objectives & m.stack, "each objective held or in the stack", "BD-23.4")
    if position.phase != PLACE:
        lying = sum(1 << int(m.site(spot)) for spot in range(SPOTS) if m.site(spot))
        need(
            (m.objectives | m.stack) & ~lying == 0,
            "no objective whose person was rescued",
            "BD-23.10",
        )
        need(
            m.objectives | m.stack == lying, "every other objective held or in the stack", "BD-23.4"
        )
    else:
        need(m.stack == NUMBERS, "all objectives in the stack", "BD-23.4")
    drawn, rounds = int(m.drawn()), int(position.round)
    waiting = position.phase in (*BEFORE_FLIGHT, *BETWEEN_ROUNDS)
    due = min(SPOTS, rounds - 1 if waiting else rounds)
    need(drawn == due, f"{due} objectives drawn by now, one a round", "BD-23.5")
    need(position.phase != OBJECTIVE or m.stack != 0, "an objective to draw", "BD-23.5")
    for number in range(1, SPOTS + 1):
        gone = not (m.objectives | m.stack) >> number & 1
        need(
            gone == (nibble(m.drawn_when, number) > 0),
            "when each rescued objective had been drawn",
            "BD-23.10",
        )
        early = nibble(m.cleared, number) <= drawn and nibble(m.drawn_when, number) <= drawn
        need(early, "no more objectives drawn at a take-off than now", "BD-23.11")
    if m.cleared or m.drawn_when:
        in_stack = {number for number in range(1, SPOTS + 1) if m.stack >> number & 1}
        fits = any(set(order[drawn:]) == in_stack for order in orders(m, drawn))
        need(fits, "objectives drawn in an order that fits the take-offs", "BD-23.11")


def check_malfunctioning(position: Position, m: Mission) -> None:
    board, setup, over = position.board, position.setup, position.phase == ENDED
    left = over and position.why() == EXITED and m.mal_at == board.off
    need(m.mal_at < board.off or left, "the malfunctioning biplane on the board", "BD-24.22")
    closed = m.mal_at >= EXIT_1 and not is_open(position, m)
    need(not closed, "no malfunctioning biplane on an exit path that is not open", "BD-24.22")
    shot_down = over and position.why() == SHOT_DOWN
    need(
        m.mal_damage < setup.mal_track or shot_down,
        "the malfunctioning biplane not shot down",
        "BD-24.24",
    )
    need(
        m.mal_damage == 0 or not first_turn(position),
        "the malfunctioning biplane undamaged",
        "BD-24.3",
    )
    most = turns_played(position, 0)
    need(
        count(m.mal_used) <= most,
        f"at most {most} used tiles of the malfunctioning biplane",
        "BD-24.6",
    )
    need(
        m.mal_used == 0 or not is_lost(position, 0),
        "all its tiles back once the escort is lost",
        "BD-24.21",
    )


def check_slots(position: Position, m: Mission) -> None:
    """[BD-25.7] [BD-25.11] [BD-25.20] The Solo aid, and the bag it is filled from."""
    phase, bag = position.phase, position.p2.bag
    need(position.drawer == 0, "nobody but the player to draw", "BD-25.4")
    # [BD-25.24] The slot is empty at the start, and again while all tiles are returned.
    empty = stage(position) == 0 and phase in (*BEFORE_FLIGHT, REMOVE, DEAL, SLOT)
    need(count(m.left) == (0 if empty else 1), "a tile in the bot's left slot", "BD-25.7")
    full = position.p2.tiles.all & ~position.p2.aside
    need(
        not empty or bag == full,
        "all tiles of the bot in its bag before one is drawn into its left slot",
        "BD-25.24",
    )
    need(
        count(m.right) == (phase == TOSS),
        "a tile in the bot's right slot while it is used",
        "BD-25.11",
    )
    need(bag != 0 or phase in (PLACE, PICK, TOSS), "tiles in the bot's bag", "BD-25.20")
    need(
        phase != TOSS or selected_route(position, m) == TOSS_UP,
        "a 3 that has to be tossed",
        "BD-25.16",
    )
