"""Chapter 3: the order of a turn, from the commitments to its end."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.rules.bombing import drop_bomb
from dogfight.games.biplanes.rules.damage import asks_for_losses, jam
from dogfight.games.biplanes.rules.escort import mal_tile
from dogfight.games.biplanes.rules.espionage import take_photo
from dogfight.games.biplanes.rules.exit_path import leaves
from dogfight.games.biplanes.rules.gunnery import escort_shots, shots
from dogfight.games.biplanes.rules.movement import move_all
from dogfight.games.biplanes.rules.planning import crash
from dogfight.games.biplanes.rules.rescue import land, stays_landed, take_off
from dogfight.games.biplanes.rules.rounds import end_turn
from dogfight.games.biplanes.rules.solo import bot_draws, toss
from dogfight.games.biplanes.state import (
    ANSWER,
    BOT_DRAW,
    ENDED,
    MAL,
    PLAN,
    REVEALED,
    SEALED,
    SHOW,
    SHOWN,
    TARGET,
    TOSS,
    Mission,
    Plane,
    State,
)
from dogfight.games.biplanes.tables import (
    BOMBING,
    ESCORT,
    ESPIONAGE,
    GREY,
    KIND_BITS,
    RESCUE,
    WHITE,
)


def commit(s: State, seat: i64, action: i64) -> None:
    """[BD-4.1] [BD-4.6] Seal a commitment; the last one in reveals them all."""
    if seat == 0:
        s.p1.sealed = action
    else:
        s.p2.sealed = action
    if s.phase == PLAN and not s.setup.solo:
        if s.trace is not None:
            s.trace.add(SEALED, seat)
        if s.p1.sealed < 0 or s.p2.sealed < 0:
            s.acting = 0 if s.p1.sealed < 0 else 1
            return
    elif s.phase == SHOW:
        if s.trace is not None:
            s.trace.add(SHOWN, seat, action)
        s.wait_for(ANSWER, 1 - seat)  # [BD-18.4]
        return
    fly_turn(s)


def fly_turn(s: State) -> None:
    """[BD-3.3] [BD-3.4] Steps 3 to 12 of a turn, in this very order; [BD-3.5] whatever ends the
    game skips the rest.

    Steps 1 and 2 are `begin_turn`. In solo play the bot's part begins after step 8 [BD-25.10].
    """
    m = s.mission
    grounded: bool = False
    if reveal_crashes_white(s):  # (3) reveal, (4) white crash check
        return
    if m is not None:
        grounded = stays_landed(m, s.p1.last)
        take_off(s, m)  # (5) take-off of a landed rescuer
    move_all(s)  # (6) movement
    if m is not None:
        if leaves(s, m):  # (7) exit check
            return
        pursue_mission(s, m)  # (8) photo, bomb or landing
        if s.setup.solo:
            s.wait_for_chance(BOT_DRAW)
            return
    shoot(s, -1, grounded)  # (9) all shooting, (10) damage


def shoot(s: State, choice: i64, grounded: bool) -> None:
    """[BD-9.8] Shooting with two biplanes or with three; the attacker may have to choose first.

    `grounded` is a rescuer whose 0 keeps it landed [BD-23.17].
    """
    m = s.mission
    if m is not None and s.setup.mode == ESCORT:
        escort_shots(s, m, choice)
        if s.phase == TARGET and choice < 0:
            return
    else:
        shots(s, grounded)
    if s.phase != ENDED:
        end_of_shooting(s)  # (11) losses and jams, (12) end of turn


def end_of_shooting(s: State) -> None:
    """[BD-3.4] Step 11, black's losses and grey's jam, and step 12."""
    if s.p1.tiles.colour == GREY:
        jam(s, 0)
    elif s.p2.tiles.colour == GREY:
        jam(s, 1)
    go_on(s)


def go_on(s: State) -> None:
    """[BD-17.3] Black puts away what it owes; then the turn ends."""
    if s.owed == 0 or not asks_for_losses(s):
        end_turn(s)


def reveal_crashes_white(s: State) -> bool:
    """[BD-4.6] [BD-18.2] [BD-18.3] Show all tiles; white's second 0 in a row is its last."""
    before_1: i64 = s.p1.last
    before_2: i64 = s.p2.last
    if s.escort_flies():
        reveal(s, 0, s.p1)
    elif s.trace is not None:
        s.trace.add(REVEALED, MAL, s.p1.sealed)
    if not s.setup.solo:
        reveal(s, 1, s.p2)
    m = s.mission
    if m is not None and s.setup.mode == ESCORT and s.escort_flies():
        single_bit: i64 = 1
        m.mal_used |= single_bit << mal_tile(s.p1.sealed)  # [BD-24.6]
    if s.p1.tiles.colour == WHITE and second_zero(before_1, s.p1.last) and s.escort_flies():
        crash(s, 0)
    elif s.p2.tiles.colour == WHITE and second_zero(before_2, s.p2.last) and not s.setup.solo:
        crash(s, 1)
    return s.phase == ENDED


def second_zero(before: i64, now: i64) -> bool:
    """[BD-18.2] Both tiles have the value 0."""
    return 0 <= before < 4 and 0 <= now < 4


def reveal(s: State, seat: i64, plane: Plane) -> None:
    """[BD-4.7] [BD-1.11] The tile leaves the hand for the next turn square; [BD-17.7] a tile
    played again stays.
    """
    action: i64 = plane.sealed
    kind: i64 = action & KIND_BITS
    plane.hand ^= plane.tiles.find(kind, plane.hand)
    plane.last = kind
    plane.squares |= ((action & 63) + 1) << (6 * (s.turn - 1))
    if s.trace is not None:
        s.trace.add(REVEALED, seat, action)


def pursue_mission(s: State, m: Mission) -> None:
    """[BD-3.4] Step 8: what the mission biplane does where it has stopped."""
    mode: i64 = s.setup.mode
    if mode == ESPIONAGE:
        take_photo(s, m)
    elif mode == BOMBING:
        drop_bomb(s, m)
    elif mode == RESCUE:
        land(s, m)


def resume_after_bot(s: State, m: Mission, outcome: i64) -> None:
    """[BD-25.11] [BD-25.16] The bot draws or tosses; once it has shot, the turn goes on with
    step 11.
    """
    if s.phase == BOT_DRAW:
        bot_draws(s, m, outcome)
        if s.phase == TOSS:
            return
    else:
        toss(s, m, outcome)
    if s.phase != ENDED:
        end_of_shooting(s)
