"""The flow of a battle: set-up, player turns, phases, reaction windows, rally and victory (CB-5, CB-19, CB-24, CB-D)."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.boots.rules import air, barrage, close, dogfight, movement, windows
from dogfight.games.boots.rules.attack import clear_aim, clear_attack, take_aim, take_lead, take_muster
from dogfight.games.boots.rules.dice import contest, read_attack, size
from dogfight.games.boots.rules.ending import check_dogfight, check_victory, cut_off, take_control
from dogfight.games.boots.rules.fire import aim_at, hurt_group, hurt_plane, next_under_fire
from dogfight.games.boots.rules.menu import (
    A_AIR,
    A_ALSO,
    A_ASSAULT,
    A_CALL,
    A_EXIT,
    A_FIRE,
    A_GUN_TARGET,
    A_JOIN,
    A_LOAD,
    A_MELEE,
    A_MOVE,
    A_PARTNER,
    A_PLACE,
    A_STEP,
    A_TARGET,
    A_UNLOAD,
    KIND,
    PAIR,
    PASS,
    offer,
    offer_all,
)
from dogfight.games.boots.state import (
    ACTING,
    ACTION,
    AIMING,
    AIR_FIRE,
    ASSAULT,
    BARRAGE,
    BOMBS,
    CALLING,
    CHOOSING,
    CLOSE,
    DEFENCE,
    DEFENDING,
    DOGFIGHT,
    FIGHTING,
    FINISHED,
    FIRING_ON,
    FLYING,
    FOLLOW,
    FOLLOWING,
    GANGING_UP,
    GROUND,
    GROUND_FIRE,
    LOSING,
    MATCH,
    MUSTERING,
    N_CALL,
    N_FIGHT,
    N_FIRE,
    N_MATCH,
    N_PASS,
    N_PHASE,
    N_PLACED,
    N_RALLY,
    N_TURN,
    OVERRUN,
    OVERRUNNING,
    OWN,
    PAIRING,
    PLACING,
    RALLY,
    RECOVERING,
    REPLYING,
    RETREATING,
    RETURN,
    RETURNING,
    ROLLING,
    SENDING,
    SETUP,
    SPOTTING,
    START,
    STEPPING,
    STORMING,
    STRAFE,
    STRAFING,
    UNPLACED,
    State,
)
from dogfight.games.boots.tables import empty

# --- asking --------------------------------------------------------------------------------------


def ask(s: State, stage: i64) -> i64:
    """[CB-D1] to [CB-D17] Put a question; returns how many answers there are."""
    s.stage = stage
    fill_menu(s)
    return i64(len(s.menu))


def fill_menu(s: State) -> None:
    """The legal actions of the present question, in ascending order."""
    s.menu = empty()
    s.menu_made = True
    stage: i64 = s.stage
    if stage == STEPPING:
        movement.offer_steps(s)
    elif stage == FOLLOWING:
        windows.offer_following(s)
    elif stage == RETURNING:
        windows.offer_return(s)
    elif stage == ACTING:
        offer_actions(s)
    elif stage == AIMING:
        windows.offer_aims(s)
    elif stage == MUSTERING:
        windows.offer_muster(s)
    elif stage == FIRING_ON:
        windows.offer_fire_on(s)
    elif stage == OVERRUNNING:
        offer_overrun(s)
    elif stage == PLACING:
        offer_places(s)
    elif stage == CALLING:
        barrage.offer_hexes(s)
    elif stage == SENDING:
        air.offer_air_targets(s)
    elif stage == GROUND_FIRE:
        windows.offer_ground_fire(s)
    elif stage == STRAFING:
        air.offer_strafing(s)
    elif stage == FLYING:
        dogfight.offer_flying(s)
    elif stage == CHOOSING:
        dogfight.offer_choice(s)
    else:
        fill_close_menu(s)


def fill_close_menu(s: State) -> None:
    """The questions of the Close combat phase."""
    if s.stage == FIGHTING:
        close.offer_close_combat(s)
    elif s.stage == STORMING:
        close.offer_storm(s)
    elif s.stage == DEFENDING:
        close.offer_defence(s)
    elif s.stage == PAIRING:
        close.offer_pairs(s)
    elif s.stage == GANGING_UP:
        close.offer_gang_up(s)
    elif s.stage == LOSING:
        close.offer_losses(s)
    elif s.stage == RETREATING:
        close.offer_retreats(s)


def chooser(s: State) -> i64:
    """Who answers the present question."""
    stage: i64 = s.stage
    if stage == FOLLOWING or stage == RETURNING or stage == DEFENDING or stage == GROUND_FIRE:
        return s.inactive()
    if stage == AIMING or stage == MUSTERING:
        return s.active if s.how == OWN or s.how == STRAFE else s.inactive()
    if stage == PLACING:
        return s.t.side[s.lead]
    if stage == PAIRING or stage == RETREATING:
        return close.leader(s)
    if stage == GANGING_UP:
        return s.t.side[s.lead]
    if stage == LOSING:
        return close.loser(s)
    if stage == CHOOSING:
        return dogfight.chooser(s)
    return s.active


# --- set-up and reinforcements -------------------------------------------------------------------


def begin(s: State) -> None:
    """[CB-24.1] Begin the set-up, or a dog fight, which has none (CB-21.13)."""
    if s.t.dogfight:
        begin_turn(s)
        return
    s.cursor = 0
    next_placement(s)


def next_placement(s: State) -> None:
    """[CB-D1] [CB-24.1] The side named first places all its pieces in the order of its list, then the other."""
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


def offer_places(s: State) -> None:
    """[CB-24.1] Places of its zone that are not impassable; a reinforcement needs one without enemies.

    Units with ten points or more never stand on a line (CB-6.21).
    """
    u: i64 = s.lead
    i: i64 = s.t.zone_start[u]
    field: i64 = s.t.board.size
    while i < s.t.zone_start[u + 1]:
        place: i64 = s.t.zone_place[i]
        if place >= field:
            if (place - field) & 1 or not movement.is_fast(s, u):
                offer(s, A_PLACE, place)
        elif not movement.is_impassable(s, u, place) and (s.phase == SETUP or s.units_at(1 - s.t.side[u], place) == 0):
            offer(s, A_PLACE, place)
        i += 1


def place_unit(s: State, place: i64) -> None:
    """[CB-24.6] Put the unit down, with the cargo that starts aboard it."""
    one: i64 = 1
    u: i64 = s.lead
    s.alive |= one << u
    s.arrive(u, place)
    c: i64 = 0
    while c < s.t.units:
        if s.t.starts_aboard[c] == u + 1:
            s.alive |= one << c
            s.link[u] = c + 1
            s.link[c] = u + 1
            s.arrive(c, place)
        c += 1
    s.tell(N_PLACED, u, place)
    if s.phase == SETUP:
        next_placement(s)
        return
    s.exposed = one << u
    s.swept = 0
    s.lead = -1
    continue_start(s)


# --- the Start phase -----------------------------------------------------------------------------


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
    s.tell(N_TURN, s.turn, s.active)
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
        due: bool = s.t.arrives[u] > 0 and s.t.arrives[u] <= s.game_turn() and s.place[u] == UNPLACED
        if due and s.t.side[u] == s.active and s.t.starts_aboard[u] == 0:
            s.lead = u
            if ask(s, PLACING) > 0:
                return
    s.exposed = 0
    s.swept = 0
    s.cursor = 0
    s.phase = ACTION
    back_to_action(s)


# --- the Action phase ----------------------------------------------------------------------------


def back_to_action(s: State) -> None:
    """[CB-5.5] [CB-5.11] Nothing is in progress: ask for the next action; with none left the phase is over."""
    clear_attack(s)
    s.mover = -1
    s.companion = -1
    s.mp = 0
    s.steps = 0
    s.shifted = 0
    s.set_down = 0
    s.halted = 0
    s.entered = 0
    s.exposed = 0
    s.swept = 0
    if ask(s, ACTING) == 1:
        begin_close_combat(s)


def offer_actions(s: State) -> None:
    """[CB-D2] [CB-5.8] [CB-5.10] Done; move or fire with a fresh unit that has not acted; missions; aircraft."""
    offer(s, PASS, 0)
    idle: i64 = s.fresh_of(s.side_units(s.active)) & ~s.acted
    u: i64 = 0
    while idle >> u:
        if idle >> u & 1 and not s.is_cargo(u) and movement.can_move(s, u):
            offer(s, A_MOVE, u)
        u += 1
    s.how = OWN
    windows.offer_leads(s, idle)
    s.how = 0
    barrage.offer_calls(s)
    air.offer_planes(s)


def act(s: State, kind: i64, what: i64) -> None:
    """[CB-D2] Begin an action."""
    if kind == PASS:
        s.tell(N_PASS, s.active, ACTING)
        begin_close_combat(s)
    elif kind == A_MOVE:
        movement.begin_move(s, what)
        ask(s, STEPPING)
    elif kind == A_CALL:
        s.lead = what
        ask(s, CALLING)
    elif kind == A_AIR:
        s.plane = what
        if ask(s, SENDING) == 1:
            send_plane(s, s.menu[0])
    else:
        take_lead(s, kind, what, OWN)


def take_step(s: State, kind: i64, what: i64) -> None:
    """[CB-D3] [CB-6.17] A step, load or unload, then barrages, following fire and the overrun."""
    if kind == PASS:
        end_move(s)
        return
    if kind == A_EXIT:
        movement.exit_board(s)
        end_move(s)
        return
    if kind == A_STEP:
        movement.step(s, what)
    elif kind == A_PLACE:
        movement.cross(s, what)
    elif kind == A_LOAD:
        movement.load(s, what)
    elif kind == A_UNLOAD:
        movement.unload(s)
    windows.begin_step_window(s)
    continue_step(s)


def continue_step(s: State) -> None:
    """[CB-6.17] [CB-18.18] Barrages first; then the inactive player may use following fire."""
    if barrage.expose(s):
        return
    follow_up(s)


def follow_up(s: State) -> None:
    """[CB-D4] [CB-13.12] [CB-13.13] Asked again after each attack, until pass or nobody can fire."""
    clear_aim(s)
    s.aim = -1
    s.aim_place = -1
    s.struck = 0
    if ask(s, FOLLOWING) == 1:
        close_window(s)


def close_window(s: State) -> None:
    """[CB-6.16] A mover that was pinned or destroyed is done; a tank may overrun; else the move goes on."""
    s.how = 0
    if not s.is_fresh(s.mover):
        end_move(s)
    elif not (may_overrun(s) and ask(s, OVERRUNNING) > 1):
        next_step(s)


def may_overrun(s: State) -> bool:
    """[CB-17.1] [CB-17.3] [CB-17.4] A tank that has entered, once a turn, with its integrated machine gun."""
    one: i64 = 1
    bit: i64 = one << s.mover
    return s.entered != 0 and s.t.tanks & bit & ~(s.overran | s.gunned) != 0 and s.t.mg[s.mover] > 0


def offer_overrun(s: State) -> None:
    """[CB-D5] [CB-17.2] None, or one unarmored enemy of the hex."""
    offer(s, PASS, 0)
    offer_all(s, A_TARGET, s.enemies_with(s.mover) & ~s.t.armor)


def overrun(s: State, kind: i64, target: i64) -> None:
    """[CB-17.2] Three dice, no cover, a pin destroys."""
    one: i64 = 1
    if kind == PASS:
        next_step(s)
        return
    bit: i64 = one << s.mover
    s.how = OVERRUN
    s.lead = s.mover
    s.firers = bit
    s.gun = 1
    s.aim = target
    s.group = one << target
    s.overran |= bit
    s.gunned |= bit
    windows.open_fire(s)
    s.struck = s.group
    aim_at(s, s.group, target)


def next_step(s: State) -> None:
    """[CB-6.11] The owner goes on or stops; points left over are lost."""
    clear_attack(s)
    if ask(s, STEPPING) == 1:
        end_move(s)


def end_move(s: State) -> None:
    """[CB-13.10] The unit has acted; slots locked on it are spent."""
    one: i64 = 1
    s.acted |= one << s.mover
    windows.free_locks(s)
    back_to_action(s)


def return_fire(s: State) -> None:
    """[CB-D6] [CB-10.17] [CB-13.4] [CB-13.6] [CB-17.5] Those attacked and still fresh may shoot back, until pass."""
    s.answering = s.fresh_of(s.answering)
    clear_aim(s)
    if ask(s, RETURNING) == 1:
        close_return(s)


def close_return(s: State) -> None:
    """[CB-D7] The mover goes on after an overrun; a machine gun may fire on after its own fire."""
    if s.mover >= 0:
        if s.is_fresh(s.mover):
            next_step(s)
        else:
            end_move(s)
        return
    clear_aim(s)
    s.aim = -1
    s.aim_place = -1
    s.struck = 0
    s.answering = 0
    s.attackers = 0
    if ask(s, FIRING_ON) == 1:
        end_fire(s)


def end_fire(s: State) -> None:
    """[CB-5.6] [CB-12.5] All units that took part have acted."""
    s.acted |= s.gunners
    back_to_action(s)


def send_plane(s: State, action: i64) -> None:
    """[CB-D14] The aircraft is sent; ground fire comes before its attack."""
    what: i64 = action % KIND
    if action // KIND == A_TARGET:
        air.send(s, s.place[what], what)
    else:
        air.send(s, what, -1)
    ground_fire(s)


def ground_fire(s: State) -> None:
    """[CB-D14] [CB-20.10] Asked again until pass, or nobody can."""
    clear_aim(s)
    if ask(s, GROUND_FIRE) == 1:
        attack_from_air(s)


def attack_from_air(s: State) -> None:
    """[CB-20.6] [CB-20.9] Bombs at once; a strafing run asks for its targets."""
    if s.shots == 0:
        if not air.drop_bombs(s):
            end_air(s)
    else:
        ask(s, STRAFING)


def strafe(s: State, kind: i64, target: i64) -> None:
    """[CB-D15] One of the two attacks of a run."""
    if kind == PASS:
        end_air(s)
        return
    s.how = STRAFE
    s.shots -= 1
    take_aim(s, A_TARGET * KIND + target)


def end_air(s: State) -> None:
    """[CB-20.20] No return fire; a damaged aircraft leaves."""
    air.fly_home(s)
    back_to_action(s)


# --- the Close combat phase ----------------------------------------------------------------------


def begin_close_combat(s: State) -> None:
    """[CB-5.12] The active player's actions are over."""
    s.phase = CLOSE
    s.tell(N_PHASE, CLOSE)
    next_close_combat(s)


def next_close_combat(s: State) -> None:
    """[CB-D8] Hex by hex, in the order he chooses."""
    clear_attack(s)
    s.melee = -1
    s.round = 0
    s.exposed = 0
    s.swept = 0
    s.losers = 0
    close.clear_matches(s)
    if ask(s, FIGHTING) == 1:
        begin_rally(s)


def fight(s: State, kind: i64, what: i64) -> None:
    """[CB-D8] Done, a fight, or an assault."""
    one: i64 = 1
    if kind == PASS:
        begin_rally(s)
    elif kind == A_MELEE:
        s.melee = what
        s.mark_fought(what)
        s.tell(N_FIGHT, what)
        next_round(s)
    elif kind == A_ASSAULT:
        s.lead = what
        s.firers = one << what
        if ask(s, STORMING) == 1:
            storm(s, s.menu[0] // KIND, s.menu[0] % KIND)


def next_round(s: State) -> None:
    """[CB-15.14] [CB-15.20] Another round if both sides still have somebody to fight."""
    close.clear_matches(s)
    if not close.fight_goes_on(s):
        end_fight(s)
        return
    s.round += 1
    if s.round == 1 or ask(s, RETREATING) == 1:
        ask(s, PAIRING)


def end_fight(s: State) -> None:
    close.mop_up(s)
    next_close_combat(s)


def fall_back(s: State, kind: i64, place: i64) -> None:
    """[CB-D13] Fight on, or retreat."""
    if kind == PASS:
        ask(s, PAIRING)
        return
    close.retreat(s, place)
    s.swept = 0
    continue_retreat(s)


def continue_retreat(s: State) -> None:
    """[CB-15.19] A barrage on the new hex strikes; then the fight is over."""
    if not barrage.expose(s):
        end_fight(s)


def pair_off(s: State, what: i64) -> None:
    """[CB-D10] Pair until one side has nobody left; then the other may gang up."""
    close.pair(s, what // PAIR, what % PAIR)
    if close.unpaired(s, 0) != 0 and close.unpaired(s, 1) != 0:
        ask(s, PAIRING)
    else:
        s.lead = -1
        next_gang(s, 0 if close.unpaired(s, 0) != 0 else 1)


def next_gang(s: State, side: i64) -> None:
    """[CB-D11] Each unit left over, in piece order."""
    s.lead = close.next_over(s, side, s.lead)
    if s.lead >= 0:
        ask(s, GANGING_UP)
    else:
        s.bout = 0
        next_match(s)


def gang_up(s: State, kind: i64, what: i64) -> None:
    if kind == A_JOIN:
        s.matched[s.lead] = what
    next_gang(s, s.t.side[s.lead])


def next_match(s: State) -> None:
    """[CB-15.13] The matches in the order of their pairing; the round ends with the last."""
    s.bout += 1
    if s.bout > s.matches:
        next_round(s)
        return
    dogfight.roll_off(s, MATCH, close.match_dice(s, s.active), close.match_dice(s, s.inactive()))


def end_match(s: State) -> None:
    """[CB-15.10] [CB-15.11] The loser removes a unit, after a tie both do."""
    one: i64 = 1
    won: i64 = contest(s.shown_a, s.shown_d)
    s.losers = 3 if won == 0 else one << (s.inactive() if won > 0 else s.active)
    s.tell(N_MATCH, s.bout, won, s.shown_a, s.shown_d)
    clear_aim(s)
    settle_losses(s)


def settle_losses(s: State) -> None:
    """[CB-D12] Asked only if there is a choice."""
    while s.losers:
        mask: i64 = close.in_match(s, close.loser(s), s.bout)
        if mask & (mask - 1):
            ask(s, LOSING)
            return
        u: i64 = 0
        while not mask >> u & 1:
            u += 1
        close.lose_unit(s, u)
    next_match(s)


def storm(s: State, kind: i64, what: i64) -> None:
    """[CB-16.10] Choose the armor, add squads, go; the armor's defence comes first."""
    one: i64 = 1
    if kind == A_TARGET:
        s.aim = what
        s.aim_place = s.place[what]
    elif kind == A_PARTNER:
        s.firers |= one << what
    else:
        s.assaulted |= s.firers
        s.gunners = s.firers
        s.attackers = one << s.aim
        if ask(s, DEFENDING) == 1:
            assault(s)
        return
    if ask(s, STORMING) == 1:
        storm(s, PASS, 0)


def defend(s: State, kind: i64, squad: i64) -> None:
    """[CB-D9] [CB-16.5] [CB-16.6] One attack at one of the assaulting squads, for the armor's slot."""
    one: i64 = 1
    if kind == PASS:
        assault(s)
        return
    u: i64 = s.aim
    s.how = DEFENCE
    s.lead = u
    s.firers = one << u
    s.gun = 1 if kind == A_GUN_TARGET else 0
    s.slots[u] -= 1
    if s.gun:
        s.gunned |= one << u
    s.aim = squad
    s.group = one << squad
    windows.open_fire(s)
    s.pending = 0
    aim_at(s, s.group, squad)


def assault(s: State) -> None:
    """[CB-16.7] [CB-16.11] Squads that survived attack with their firepower; there is no return fire."""
    armor: i64 = 0
    while not s.attackers >> armor & 1:
        armor += 1
    one: i64 = 1
    s.firers = s.gunners & s.alive
    if s.firers == 0:
        next_close_combat(s)
        return
    s.how = ASSAULT
    s.gun = 0
    s.lead = 0
    while not s.firers >> s.lead & 1:
        s.lead += 1
    s.aim_place = s.place[armor]
    s.tell(N_FIRE, s.lead, s.firers, s.aim_place, ASSAULT)
    aim_at(s, one << armor, armor)


# --- Rally and End -------------------------------------------------------------------------------


def begin_rally(s: State) -> None:
    """[CB-5.13] After all close combat."""
    clear_attack(s)
    s.phase = RALLY
    s.cursor = 0
    next_rally(s)


def next_rally(s: State) -> None:
    """[CB-19.1] [CB-19.2] [CB-19.5] Every pinned unit of the active side whose pin is two player turns old tries."""
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
    """[CB-19.3] [CB-19.4] [CB-19.6] Morale or less: fresh again, but it acts no more in this turn."""
    u: i64 = s.cursor
    won: bool = die <= s.t.morale[s.active]
    if won:
        s.pin[u] = 0
    s.tell(N_RALLY, u, die, 1 if won else 0)
    s.cursor += 1
    next_rally(s)


def end_turn(s: State) -> None:
    """[CB-5.14] Cut off units, barrages, aircraft, control, victory; then the other player is active."""
    s.cursor = 0
    cut_off(s)
    barrage.lift(s)
    air.end_laps(s)
    take_control(s)
    check_victory(s)
    if s.winner < 0:
        begin_turn(s)
    else:
        finish(s)


def finish(s: State) -> None:
    """[CB-5.15] Somebody has won, or it is a draw."""
    s.stage = FINISHED
    s.menu = empty()
    s.menu_made = True


# --- dog fights ----------------------------------------------------------------------------------


def next_flight(s: State) -> None:
    """[CB-D16] [CB-21.2] The next aircraft of the active player, else the other player's turn."""
    check_dogfight(s)
    if s.winner >= 0:
        finish(s)
    elif ask(s, FLYING) == 0:
        begin_turn(s)


def end_flight(s: State) -> None:
    """[CB-23.2] [CB-23.13] A damaged aircraft leaves after its action."""
    dogfight.limp_home(s)
    clear_aim(s)
    next_flight(s)


# --- dice ----------------------------------------------------------------------------------------


def dice_wanted(s: State) -> i64:
    """How many dice the present chance node still needs."""
    if s.stage == ROLLING:
        return s.dice_a - size(s.shown_a)
    if s.stage == REPLYING:
        return s.dice_d - size(s.shown_d)
    return 1


def roll(s: State, outcome: i64) -> None:
    """The dice have fallen: a handful of the attacker's pool or of the target's, a spotting round, a rally."""
    if s.stage == SPOTTING:
        if not (barrage.spot(s, outcome) and barrage.strike(s, s.lead, s.alive)):
            back_to_action(s)
    elif s.stage == RECOVERING:
        rally(s, outcome)
    elif s.stage == ROLLING:
        s.shown_a += outcome
        if size(s.shown_a) == s.dice_a:
            s.stage = REPLYING
    else:
        s.shown_d += outcome
        if size(s.shown_d) == s.dice_d:
            read_dice(s)


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
    if how == OWN or how == OVERRUN:
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
    clear_aim(s)
    s.aim = -1
    s.aim_place = -1
    s.struck = 0
    if s.phase == START:
        continue_start(s)
    elif s.phase == CLOSE:
        continue_retreat(s)
    elif s.mover >= 0:
        continue_step(s)
    else:
        back_to_action(s)


# --- actions -------------------------------------------------------------------------------------


def apply_action(s: State, action: i64) -> None:
    """Carry out a legal action of whoever was asked."""
    kind: i64 = action // KIND
    what: i64 = action % KIND
    stage: i64 = s.stage
    s.menu_made = False
    if stage == STEPPING:
        take_step(s, kind, what)
    elif stage == ACTING:
        act(s, kind, what)
    elif stage == FOLLOWING or stage == RETURNING or stage == FIRING_ON or stage == GROUND_FIRE:
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
        s.tell(N_CALL, s.lead, what)
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


def apply_close(s: State, kind: i64, what: i64) -> None:
    """The answers of the Close combat phase."""
    if s.stage == FIGHTING:
        fight(s, kind, what)
    elif s.stage == STORMING:
        storm(s, kind, what)
    elif s.stage == DEFENDING:
        defend(s, kind, what)
    elif s.stage == PAIRING:
        pair_off(s, what)
    elif s.stage == GANGING_UP:
        gang_up(s, kind, what)
    elif s.stage == LOSING:
        close.lose_unit(s, what)
        settle_losses(s)
    else:
        fall_back(s, kind, what)


def answer(s: State, stage: i64, kind: i64, what: i64) -> None:
    """Pass closes a window; a unit leads an attack in it."""
    if kind != PASS:
        how: i64 = GROUND if stage == GROUND_FIRE else OWN
        if stage == FOLLOWING:
            how = FOLLOW
        elif stage == RETURNING:
            how = RETURN
        take_lead(s, kind, what, how)
        return
    s.tell(N_PASS, chooser(s), stage)
    s.how = 0
    if stage == FOLLOWING:
        close_window(s)
    elif stage == RETURNING:
        close_return(s)
    elif stage == FIRING_ON:
        end_fire(s)
    else:
        attack_from_air(s)
