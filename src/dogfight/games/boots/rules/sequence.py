"""The flow of a battle: set-up, player turns, rally, End, and what follows every roll (CB-5,
CB-19, CB-24, CB-D).
"""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.boots.rules import air, barrage, dogfight
from dogfight.games.boots.rules.action import (
    act,
    answer,
    back_to_action,
    continue_step,
    end_air,
    follow_up,
    ground_fire,
    overrun,
    return_fire,
    send_plane,
    strafe,
    take_step,
)
from dogfight.games.boots.rules.asking import ask
from dogfight.games.boots.rules.attack import (
    clear_aim,
    clear_attack,
    clear_target,
    take_aim,
    take_muster,
)
from dogfight.games.boots.rules.dice import poured, read_attack, size
from dogfight.games.boots.rules.ending import check_dogfight, check_victory, cut_off, take_control
from dogfight.games.boots.rules.fire import hurt_group, hurt_plane, next_under_fire
from dogfight.games.boots.rules.melee import (
    apply_close,
    assault,
    begin_close_combat,
    continue_retreat,
    end_match,
    next_close_combat,
)
from dogfight.games.boots.rules.menu import KIND, PAIR
from dogfight.games.boots.rules.movement import with_riders
from dogfight.games.boots.state import (
    ACTING,
    ACTION,
    AIMING,
    AIR_FIRE,
    BARRAGE,
    BOMBS,
    CALLING,
    CHOOSING,
    CLOSE,
    DEFENCE,
    DOGFIGHT,
    FINISHED,
    FIRING_ON,
    FLYING,
    FOLLOW,
    FOLLOWING,
    GROUND,
    GROUND_FIRE,
    MATCH,
    MUSTERING,
    N_CALL,
    N_PLACED,
    N_RALLY,
    N_TURN,
    OVERRUN,
    OVERRUNNING,
    OWN,
    PLACING,
    RALLY,
    RECOVERING,
    REPLYING,
    RETURN,
    RETURNING,
    ROLLING,
    SENDING,
    SETUP,
    SPOTTING,
    START,
    STEPPING,
    STRAFE,
    STRAFING,
    TO_CLOSE,
    TO_RALLY,
    TO_TURN,
    UNPLACED,
    State,
)
from dogfight.games.boots.tables import bit, empty

# --- set-up and reinforcements --------------------------------------------------------------------


def begin(s: State) -> None:
    """[CB-24.1] Begin the set-up, or a dog fight, which has none (CB-21.13)."""
    if s.t.dogfight:
        begin_turn(s)
        return
    s.cursor = 0
    next_placement(s)
    settle(s)


def next_placement(s: State) -> None:
    """[CB-D1] [CB-24.1] The side named first places all its pieces in the order of its list,
    then the other.
    """
    n: i64 = s.t.units
    while s.cursor < 2 * n:
        u: i64 = s.cursor if s.cursor < n else s.cursor - n
        first: bool = s.cursor < n
        s.cursor += 1
        turn: bool = (s.t.side[u] == s.t.setup_first) == first
        if turn and s.t.arrives[u] == 0 and s.t.starts_aboard[u] == 0:
            s.lead = u
            ask(s, PLACING)
            return
    s.lead = -1
    begin_turn(s)


def place_unit(s: State, place: i64) -> None:
    """[CB-24.6] Put the unit down, with the cargo that starts aboard it."""
    u: i64 = s.lead
    s.alive |= bit(u)
    s.arrive(u, place)
    c: i64 = 0
    while c < s.t.units:
        if s.t.starts_aboard[c] == u + 1:
            s.alive |= bit(c)
            s.link[u] = c + 1
            s.link[c] = u + 1
            s.arrive(c, place)
        c += 1
    s.add_trace(N_PLACED, u, place)
    if s.phase == SETUP:
        next_placement(s)
        return
    s.exposed = with_riders(s, u)  # CB-18.10
    s.swept = 0
    s.lead = -1
    continue_start(s)


# --- the Start phase ------------------------------------------------------------------------------


def begin_turn(s: State) -> None:
    """[CB-5.1] [CB-5.4] The next player turn: everybody gets back attacks and slots."""
    s.turn += 1
    if s.turn > 1:
        s.active = 1 - s.active
    s.acted = 0
    s.fired = 0
    s.assaulted = 0
    s.overran = 0
    s.gunned = 0
    s.used = 0
    s.fought = empty()
    u: i64 = 0
    while u < s.t.units:
        s.attacks[u] = s.volleys(u)
        s.slots[u] = s.volleys(u)
        u += 1
    b: i64 = 0
    while b < s.t.batteries:
        s.hit[b] = 0
        b += 1
    s.add_trace(N_TURN, s.turn, s.active)
    if s.t.dogfight:
        s.phase = DOGFIGHT
        next_flight(s)
        return
    s.phase = START
    s.cursor = 0
    s.exposed = 0
    s.swept = s.t.batteries
    continue_start(s)


def continue_start(s: State) -> None:
    """[CB-5.4] Barrages that last, missions that were delayed, then reinforcements, one by one."""
    if barrage.expose(s) or barrage.lasting(s):
        return
    n: i64 = 2 * s.t.batteries
    while s.cursor < n + s.t.units:
        u: i64 = s.cursor - n
        s.cursor += 1
        due: bool = (
            s.t.arrives[u] > 0 and s.t.arrives[u] <= s.game_turn() and s.place[u] == UNPLACED
        )
        if due and s.t.side[u] == s.active and s.t.starts_aboard[u] == 0:
            s.lead = u
            if ask(s, PLACING) > 0:
                return
    s.exposed = 0
    s.swept = 0
    s.cursor = 0
    s.phase = ACTION
    back_to_action(s)


# --- Rally and End --------------------------------------------------------------------------------


def begin_rally(s: State) -> None:
    """[CB-5.13] After all close combat."""
    clear_attack(s)
    s.phase = RALLY
    s.cursor = 0
    next_rally(s)


def next_rally(s: State) -> None:
    """[CB-19.1] [CB-19.2] [CB-19.5] Every pinned unit of the active side whose pin is two player
    turns old tries.
    """
    mask: i64 = s.side_units(s.active)
    while mask >> s.cursor:
        u: i64 = s.cursor
        if mask >> u & 1 and s.pin[u] != 0 and s.turn - s.pin[u] >= 2:
            s.stage = RECOVERING
            s.menu_made = False
            return
        s.cursor += 1
    end_turn(s)


def rally(s: State, die: i64) -> None:
    """[CB-19.3] [CB-19.4] [CB-19.6] Morale or less: fresh again, but it acts no more in this
    turn.
    """
    u: i64 = s.cursor
    won: bool = die <= s.t.morale[s.active]
    if won:
        s.pin[u] = 0
    s.add_trace(N_RALLY, u, die, 1 if won else 0)
    s.cursor += 1
    next_rally(s)


def end_turn(s: State) -> None:
    """[CB-5.14] Cut off units, barrages, aircraft, control, victory; then the other player is
    active.
    """
    s.cursor = 0
    cut_off(s)
    barrage.lift(s)
    air.end_laps(s)
    take_control(s)
    check_victory(s)
    if s.winner < 0:
        s.stage = TO_TURN
    else:
        finish(s)


def finish(s: State) -> None:
    """[CB-5.15] End the game: one side has won, or it is a draw."""
    s.stage = FINISHED
    s.offers = 0
    s.menu_made = True


# --- dog fights -----------------------------------------------------------------------------------


def next_flight(s: State) -> None:
    """[CB-D16] [CB-21.2] The next aircraft of the active player, else the other player's turn."""
    check_dogfight(s)
    if s.winner >= 0:
        finish(s)
    elif ask(s, FLYING) == 0:
        s.stage = TO_TURN


def end_flight(s: State) -> None:
    """[CB-23.2] [CB-23.13] A damaged aircraft leaves after its action."""
    dogfight.limp_home(s)
    clear_aim(s)
    next_flight(s)


# --- dice -----------------------------------------------------------------------------------------


def dice_wanted(s: State) -> i64:
    """How many dice the present chance node still needs."""
    if s.stage == ROLLING:
        return s.dice_a - size(s.shown_a)
    if s.stage == REPLYING:
        return s.dice_d - size(s.shown_d)
    return 1


def roll(s: State, outcome: i64) -> None:
    """The dice have fallen: a handful of the attacker's pool or of the target's, a spotting
    round, a rally.
    """
    if s.stage == SPOTTING:
        if not (barrage.spot(s, outcome) and barrage.strike(s, s.lead, s.alive)):
            back_to_action(s)
    elif s.stage == RECOVERING:
        rally(s, outcome)
    elif s.stage == ROLLING:
        s.shown_a += poured(outcome)
        if size(s.shown_a) == s.dice_a:
            s.stage = REPLYING
    else:
        s.shown_d += poured(outcome)
        if size(s.shown_d) == s.dice_d:
            read_dice(s)
    settle(s)


def read_dice(s: State) -> None:
    """Both pools lie there: carry out what they say."""
    if s.how == MATCH:
        end_match(s)
    elif s.how >= AIR_FIRE:
        if dogfight.settle(s):
            end_flight(s)
        else:
            ask(s, CHOOSING)
    elif s.how == GROUND:
        hurt_plane(s, read_attack(s.shown_a, s.plus_a, s.shown_d, s.plus_d))
        if s.laps[s.plane] == air.GONE:
            end_air(s)
        else:
            ground_fire(s)
    else:
        hurt_group(s, read_attack(s.shown_a, s.plus_a, s.shown_d, s.plus_d))
        if s.pending == 0 or not next_under_fire(s):
            end_attack(s)


def end_attack(s: State) -> None:
    """What follows an attack, by its kind."""
    how: i64 = s.how
    if how in (OWN, OVERRUN):
        s.answering = s.struck
        s.attackers = s.firers
        return_fire(s)
    elif how == RETURN:
        return_fire(s)
    elif how == FOLLOW:
        follow_up(s)
    elif how == BARRAGE:
        end_strike(s)
    elif how == BOMBS:
        end_air(s)
    elif how == STRAFE:
        clear_aim(s)
        if s.shots == 0 or ask(s, STRAFING) == 1:
            end_air(s)
    elif how == DEFENCE:
        assault(s)
    else:
        next_close_combat(s)


def end_strike(s: State) -> None:
    """A barrage has struck: go on where it interrupted."""
    clear_target(s)
    if s.phase == START:
        continue_start(s)
    elif s.phase == CLOSE:
        continue_retreat(s)
    elif s.mover >= 0:
        continue_step(s)
    else:
        back_to_action(s)


# --- actions --------------------------------------------------------------------------------------


def apply_action(s: State, action: i64) -> None:
    """Carry out a legal action of the seat that was asked."""
    kind: i64 = action // KIND
    what: i64 = action % KIND
    stage: i64 = s.stage
    s.menu_made = False
    if stage == STEPPING:
        take_step(s, kind, what)
    elif stage == ACTING:
        act(s, kind, what)
    elif stage in (FOLLOWING, RETURNING, FIRING_ON, GROUND_FIRE):
        answer(s, stage, kind, what)
    elif stage == AIMING:
        take_aim(s, action)
    elif stage == MUSTERING:
        take_muster(s, action)
    elif stage == OVERRUNNING:
        overrun(s, kind, what)
    elif stage == PLACING:
        place_unit(s, what)
    elif stage == CALLING:
        s.aim_place = what
        s.add_trace(N_CALL, s.lead, what)
        s.stage = SPOTTING
    elif stage == SENDING:
        send_plane(s, action)
    elif stage == STRAFING:
        strafe(s, kind, what)
    elif stage == FLYING:
        if dogfight.fly(s, kind, what // PAIR, what % PAIR):
            end_flight(s)
    elif stage == CHOOSING:
        dogfight.choose(s, kind)
        end_flight(s)
    else:
        apply_close(s, kind, what)
    settle(s)


def settle(s: State) -> None:
    """Go on through phases in which nothing is asked."""
    while s.stage < 0:
        if s.stage == TO_CLOSE:
            begin_close_combat(s)
        elif s.stage == TO_RALLY:
            begin_rally(s)
        else:
            begin_turn(s)
