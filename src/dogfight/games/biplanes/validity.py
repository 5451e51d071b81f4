"""Why a position cannot be.

A study may leave the past out: turn squares, the last tile, tiles that were played. What is written
has to fit.
"""

from __future__ import annotations

from itertools import pairwise

from dogfight.games.biplanes import state as st
from dogfight.games.biplanes import tables
from dogfight.games.biplanes.mission_validity import check_mission
from dogfight.games.biplanes.moments import (
    BEFORE_FLIGHT,
    BETWEEN_ROUNDS,
    ONCE,
    PLANNING,
    REVEALED,
    first_turn,
    is_bot,
    is_lost,
    need,
    stage,
    turns_played,
)
from dogfight.games.biplanes.names import PHASES, commitment_word, kind_word, kinds_of
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.damage import bombed_enough, is_down
from dogfight.games.biplanes.rules.escort import mal_tile
from dogfight.games.biplanes.rules.exit_path import is_open, on_target, rescue_result
from dogfight.games.biplanes.rules.gunnery import escort_shots
from dogfight.games.biplanes.rules.hands import ROUND_DRAW, has_mulligan, opening_hand
from dogfight.games.biplanes.rules.planning import may_hold_fire, must_play_low, shows_first
from dogfight.games.biplanes.state import Plane
from dogfight.games.biplanes.tables import count


def check_position(position: Position) -> None:
    """Refuse what cannot lie on the table."""
    check_phase(position)
    p1, p2 = position.p1.tiles.colour, position.p2.tiles.colour
    need(p1 != p2 or p1 == tables.NOBODY, "two different biplanes", "BD-2.2")
    for seat in (0, 1):
        check_plane(position, seat)
    check_starts(position)
    if position.mission is not None:
        check_mission(position, position.mission)
    check_draws(position)
    check_commitments(position)
    for seat in (0, 1):
        check_played(position, seat)
        check_opening(position, seat)
    if position.phase == st.ENDED:
        check_ending(position)


# --- phase, round and turn ---------------------------------------------------------------------


def check_phase(position: Position) -> None:
    setup, phase, limit = position.setup, position.phase, position.setup.limit
    modes = {
        st.PLACE: (tables.BOMBING, tables.RESCUE),
        st.OBJECTIVE: (tables.RESCUE,),
        st.TARGET: (tables.ESCORT,),
    }
    need(
        setup.mode in modes.get(phase, (setup.mode,)), f"no {PHASES[phase]} in this mode", "BD-19.3"
    )
    solo_only, never_solo = (
        phase in (st.SLOT, st.BOT_DRAW, st.TOSS),
        phase in (st.SHOW, st.ANSWER, st.TARGET),
    )
    need(setup.solo or not solo_only, f"{PHASES[phase]} only in solo play", "BD-25.11")
    need(not (setup.solo and never_solo), f"no {PHASES[phase]} in solo play", "BD-25.9")
    need(phase != st.START or setup.choose_start, "no choice of starting spaces here", "BD-2.5")
    need(phase != st.ENDED or position.why() > 0, "a reason why the game is over", "BD-11.1")
    need(limit == 0 or position.round <= limit, f"at most {limit} rounds", "BD-3.1")
    need(
        position.round == 1 or phase not in ONCE,
        f"{PHASES[phase]} before the first turn only",
        "BD-19.12",
    )
    need(
        position.turn == 1 or phase not in (*ONCE, *BETWEEN_ROUNDS),
        "the first turn of a round to come",
        "BD-10.2",
    )
    returned = position.round > 1 and stage(position) == 0
    need(phase != st.REMOVE or returned, "tiles removed only after all were returned", "BD-19.8")
    need(
        phase != st.SLOT or stage(position) == 0,
        "the left slot filled when all tiles were returned",
        "BD-25.24",
    )


# --- biplanes ----------------------------------------------------------------------------------


def check_plane(position: Position, seat: int) -> None:
    plane, setup = position.plane(seat), position.setup
    colour = plane.tiles.colour
    name = plane.tiles.name
    check_picked(position, seat)
    if colour == tables.NOBODY:
        return
    fixed = setup.fixed_1 if seat == 0 else setup.fixed_2
    need(fixed in (-1, colour), f"the biplane that was agreed on, not {name}", "BD-2.2")
    need(
        seat == 1 or setup.mission_planes >> colour & 1 == 1,
        f"a biplane for this mission, not {name}",
        "BD-19.1",
    )
    check_place(position, seat)
    check_damage(position, seat)
    check_gun(position, seat)
    if is_bot(position, seat):
        check_bot_tiles(position)
    elif not is_lost(position, seat):
        check_tiles(position, seat)


def check_picked(position: Position, seat: int) -> None:
    """[BD-19.12] Biplanes are picked after the scenario tiles, the mission side's first."""
    phase, plane, p1, p2 = (
        position.phase,
        position.plane(seat),
        position.p1.tiles.colour,
        position.p2.tiles.colour,
    )
    if phase == st.PICK:
        next_fixed = position.setup.fixed_1 if p1 == tables.NOBODY else position.setup.fixed_2
        need(
            p2 == tables.NOBODY and next_fixed < 0,
            "a biplane still to be picked, the mission side's first",
            "BD-19.12",
        )
    else:
        need(
            (plane.tiles.colour == tables.NOBODY) == (phase == st.PLACE),
            "a biplane on each side",
            "BD-2.3",
        )
    blank = (
        plane.at == 0 and plane.damage == 0 and plane.last < 0 and not plane.jammed | plane.squares
    )
    need(
        plane.tiles.colour != tables.NOBODY or blank,
        "nothing on a side that has picked no biplane",
        "BD-2.3",
    )


def check_place(position: Position, seat: int) -> None:
    plane, board, m = position.plane(seat), position.board, position.mission
    left = (
        position.phase == st.ENDED
        and position.why() == st.EXITED
        and seat == 0
        and position.setup.mode != tables.ESCORT
    )
    off = left and plane.at == board.off
    need(plane.at < board.off or is_lost(position, seat) or off, "biplanes on the board", "BD-20.7")
    if tables.EXIT_1 <= plane.at <= board.off:
        need(m is not None, "no biplane on the exit path in a dogfight", "BD-5.8")
        need(
            m is None or is_open(position, m),
            "no biplane on an exit path that is not open",
            "BD-20.11",
        )
        need(not is_bot(position, seat), "no bot on the exit path", "BD-25.17")


def check_damage(position: Position, seat: int) -> None:
    plane, track = position.plane(seat), position.track(seat)
    name = plane.tiles.name
    shot_down = position.phase == st.ENDED and position.why() == st.SHOT_DOWN
    need(plane.damage <= track, f"at most {track} damage on {name}", "BD-1.6")
    need(plane.damage >= position.start_damage(seat), "the damage of the set-up", "BD-21.4")
    need(
        plane.damage < track or shot_down or is_lost(position, seat),
        f"{name} is not shot down",
        "BD-9.6",
    )
    unhurt = plane.damage == position.start_damage(seat)
    need(unhurt or not first_turn(position), f"no hits on {name} before the first shot", "BD-9.1")
    need(unhurt or not is_bot(position, seat), "no damage on a bot", "BD-25.22")
    bare = plane.damage == track and not plane.hand | plane.bag
    need(not is_lost(position, seat) or bare, "a lost escort without tiles", "BD-24.20")


def check_gun(position: Position, seat: int) -> None:
    """[BD-16.1] [BD-16.4] Grey's gun is jammed after three hits, and free after a tile without
    any.
    """
    plane = position.plane(seat)
    special = (
        plane.tiles.colour == tables.GREY
        and not is_bot(position, seat)
        and not is_lost(position, seat)
    )
    need(not plane.jammed or special, "a jammed gun only on grey", "BD-16.1")
    settled = position.phase not in (st.TARGET, st.BOT_DRAW, st.TOSS, st.ENDED)
    if special and settled and plane.last >= 0:
        need(plane.jammed == 1 or plane.last & 3 < 3, "a gun jammed by the last tile", "BD-16.1")
        need(
            plane.jammed == 0 or plane.last & 3 > 0,
            "a gun that the last tile has unjammed",
            "BD-16.4",
        )


def check_starts(position: Position) -> None:
    """[BD-2.4] [BD-2.5] [BD-25.5] Before the first turn biplanes stand on their starting spaces."""
    if not first_turn(position):
        return
    setup, m = position.setup, position.mission
    starts = [
        int(solo_start)
        for solo_start in (setup.solo_starts if setup.solo else position.board.starts)
    ]
    here = [int(position.p1.at), int(position.p2.at)]
    if position.phase in BEFORE_FLIGHT:
        need(here == [0, 0], "no biplane on the board yet", "BD-19.12")
        need(m is None or m.mal_at == 0, "no malfunctioning biplane on the board yet", "BD-19.12")
        return
    allowed = [starts, starts[::-1]] if setup.choose_start else [starts]
    need(here in allowed, "biplanes on the two starting spaces", "BD-2.4")
    together = m is None or setup.mode != tables.ESCORT or m.mal_at == position.p1.at
    need(together, "the malfunctioning biplane beside its escort", "BD-24.2")


# --- tiles -------------------------------------------------------------------------------------


def check_tiles(position: Position, seat: int) -> None:
    """[BD-2.7] [BD-10.5] [BD-10.6] [BD-17.3] No more tiles in hand and bag than the draws of
    this round leave.
    """
    plane, phase, size = position.plane(seat), position.phase, int(position.plane(seat).tiles.size)
    hand, bag = int(count(plane.hand)), int(count(plane.bag))
    name, black = plane.tiles.name, plane.tiles.colour == tables.BLACK
    draws = int(position.owed) if phase in (st.DEAL, st.REDRAW) and position.drawer == seat else 0
    most = most_in_hand(position, seat)
    need(hand + draws <= most, f"at most {most} tiles in {name}'s hand", "BD-2.7")
    if phase not in (st.PICK, st.START, st.REMOVE, st.ENDED) and not (
        phase == st.DEAL and seat > position.drawer
    ):
        most = max(0, size - int(opening_hand(position, seat)) - ROUND_DRAW * stage(position))
        left = bag - (draws if phase == st.DEAL else 0)
        need(
            left <= most,
            f"at most {most} tiles in {name}'s bag in round {position.round}",
            "BD-10.5",
        )
    most = size - st.ROUND_TURNS * stage(position) - turns_played(position, seat)
    need(black or hand + bag <= most, f"at most {most} tiles that {name} has not played", "BD-10.3")
    if phase not in (st.MULLIGAN, st.REDRAW):
        need(black or not plane.aside, f"no tiles aside for {name}", "BD-17.4")
    if black and phase not in (st.MULLIGAN, st.REDRAW, st.ENDED):
        check_losses(position, seat)


def most_in_hand(position: Position, seat: int) -> int:
    """[BD-10.7] [BD-15.2] [BD-17.2] The tiles a hand can hold now: what was drawn for the round,
    less those played.
    """
    plane, opening = position.plane(seat), int(opening_hand(position, seat))
    black = plane.tiles.colour == tables.BLACK
    if position.phase == st.DEAL and seat > position.drawer and not black:
        return opening - st.ROUND_TURNS  # [BD-10.4] What was kept.
    full = (
        int(plane.tiles.size) - 2 * st.ROUND_TURNS
        if stage(position) == 2 and not black
        else opening
    )
    return full - turns_played(position, seat)


def check_opening(position: Position, seat: int) -> None:
    """[BD-2.6] [BD-2.7] [BD-19.6] While opening hands are drawn every tile of a set is in sight
    of the count.
    """
    plane, phase, drawer = position.plane(seat), position.phase, position.drawer
    opening = phase in (*ONCE, *BETWEEN_ROUNDS) and stage(position) == 0
    if not opening or plane.tiles.colour == tables.NOBODY or is_bot(position, seat):
        return
    name = plane.tiles.name
    need(plane.played() == 0, f"the whole set of {name} in hand, bag and aside", "BD-2.6")
    full = (
        0
        if phase in (st.PICK, st.START, st.REMOVE) or (phase == st.DEAL and seat > drawer)
        else opening_hand(position, seat)
    )
    drawing = position.owed if phase in (st.DEAL, st.REDRAW) and seat == drawer else 0
    aside = (
        count(plane.aside) if phase == st.MULLIGAN or (phase == st.REDRAW and seat > drawer) else 0
    )
    missing = full - drawing - aside
    need(count(plane.hand) == missing, f"{missing} tiles in {name}'s opening hand", "BD-2.7")


def check_losses(position: Position, seat: int) -> None:
    """[BD-17.3] [BD-17.6] [BD-19.8] Black has lost a tile for every hit taken in play, while it
    had any.
    """
    plane, phase = position.plane(seat), position.phase
    owed = (
        int(position.owed)
        if phase in (st.LOSE, st.LOSE_BAG, st.REMOVE) and position.drawer == seat
        else 0
    )
    gone, hits = int(count(plane.aside)) + owed, int(plane.damage - position.start_damage(seat))
    empty = not plane.hand | plane.bag
    need(
        gone == hits or (empty and gone < hits),
        f"{hits} tiles that black has lost or owes, one a hit",
        "BD-17.3",
    )


def check_bot_tiles(position: Position) -> None:
    """[BD-25.4] [BD-26.6] The bot has no hand, and lacks the tiles of a leaner bag for good."""
    bot = position.p2
    need(not bot.hand, "no hand for the bot", "BD-25.4")
    lean = bot.tiles.lean if position.setup.lean_bag else 0
    need(
        kinds_of(bot.tiles, bot.aside) == kinds_of(bot.tiles, lean),
        "the tiles of a leaner bag aside",
        "BD-26.6",
    )


def check_played(position: Position, seat: int) -> None:
    """[BD-1.11] [BD-4.7] The tiles on the turn squares and the last one were played, one a turn."""
    plane = position.plane(seat)
    if plane.tiles.colour == tables.NOBODY:
        return
    name = plane.tiles.name
    shown = [(plane.squares >> (6 * turn)) & 63 for turn in range(st.ROUND_TURNS)]
    kinds = [int(number - 1) & tables.KIND_BITS for number in shown if number]
    most = turns_played(position, seat)
    need(len(kinds) <= most, f"at most {most} turn squares of {name}, not {len(kinds)}", "BD-1.11")
    if first_turn(position):
        need(plane.last < 0, f"no last tile of {name} before its first", "BD-1.11")
    need(
        not kinds or kinds[-1] == plane.last,
        f"{name}'s last tile on its last turn square",
        "BD-4.7",
    )
    check_whereabouts(position, seat, kinds)


def check_whereabouts(position: Position, seat: int, kinds: list[int]) -> None:
    """[BD-1.3] [BD-10.3] What was played is in the set, and neither in the hand nor in the bag."""
    plane = position.plane(seat)
    free = plane.played()
    if is_bot(position, seat):
        free = plane.tiles.all & ~plane.aside
    elif position.round > 1 and stage(position) == 0 and not kinds:
        free = plane.tiles.all  # [BD-19.6] All tiles were returned.
    for kind in {int(plane.last), *kinds} - {-1}:
        available = count(plane.tiles.runs[kind] & free)
        often = tiles_needed(plane, kinds, kind) if not is_bot(position, seat) else 1
        what = f"{kind_word(kind)}, played by {plane.tiles.name}, in its set and nowhere else"
        need(available >= often, what, "BD-1.3")


def tiles_needed(plane: Plane, kinds: list[int], kind: int) -> int:
    """[BD-17.7] How many tiles of a kind the squares need; black may play its last one again."""
    again = sum(number == kind == other for number, other in pairwise(kinds))
    return max(1, kinds.count(kind) - (again if plane.tiles.colour == tables.BLACK else 0))


# --- draws and commitments ---------------------------------------------------------------------


def check_draws(position: Position) -> None:
    """Who draws or loses how many tiles fits the bags."""
    phase, owed = position.phase, int(position.owed)
    plane = position.plane(position.drawer)
    bag, hand = int(count(plane.bag)), int(count(plane.hand))
    if phase == st.DEAL:
        need(1 <= owed < bag, "fewer tiles to draw than lie in the bag", "BD-2.7")
    elif phase == st.REDRAW:
        need(has_mulligan(position, int(position.drawer)), "no mulligan for this side", "BD-2.8")
        need(
            1 <= owed <= min(bag, int(count(plane.aside))),
            "as many tiles to draw as were set aside",
            "BD-2.9",
        )
        need(
            position.drawer == 0 or not position.p1.aside,
            "p1's mulligan over before p2's",
            "BD-2.9",
        )
    elif phase in (st.LOSE, st.LOSE_BAG, st.REMOVE):
        need(
            plane.tiles.colour == tables.BLACK and owed >= 1,
            "a black biplane that loses tiles",
            "BD-17.3",
        )
        need(
            (hand > 0) == (phase == st.LOSE) and (bag > 0 or phase == st.LOSE),
            "tiles to lose, from the hand first",
            "BD-17.5",
        )
    else:
        need(owed == 0 or phase == st.ENDED, "nothing left to draw or to lose", "BD-10.1")


def check_commitments(position: Position) -> None:
    """Check that what is sealed can have been committed, and that the seat to act can act."""
    phase = position.phase
    for seat in (0, 1):
        sealed = int(position.plane(seat).sealed)
        if phase == st.MULLIGAN:
            check_mulligan(position, seat, sealed)
        elif phase in PLANNING:
            check_planning(position, seat, sealed)
        elif phase in REVEALED:
            played = sealed >= 0 or is_bot(position, seat)
            need(played, "both commitments on the table", "BD-4.6")
            check_revealed(position, seat, sealed)
        elif phase == st.ENDED:
            check_revealed(position, seat, sealed)
        else:
            need(sealed < 0, "no commitment yet", "BD-4.1")
    if phase == st.TARGET:
        check_target(position)


def check_mulligan(position: Position, seat: int, sealed: int) -> None:
    plane = position.plane(seat)
    need(has_mulligan(position, seat) or sealed == st.DONE, "no mulligan for this side", "BD-2.8")
    need(
        position.p1.sealed != st.DONE or position.p2.sealed != st.DONE,
        "a mulligan that is not finished",
        "BD-2.9",
    )
    aside = kinds_of(plane.tiles, plane.aside) if not is_bot(position, seat) else []
    need(
        not aside or has_mulligan(position, seat), "no tiles set aside without a mulligan", "BD-2.8"
    )
    need(
        sealed == st.DONE or max(aside, default=-1) == sealed,
        "tiles set aside in ascending order",
        "BD-2.9",
    )
    most = opening_hand(position, seat)
    need(
        count(plane.hand) + len(aside) <= most, f"at most {most} tiles in an opening hand", "BD-2.7"
    )


def check_planning(position: Position, seat: int, sealed: int) -> None:
    if is_bot(position, seat):
        need(sealed < 0, "no commitment of the bot", "BD-25.10")
        return
    first = int(shows_first(position))
    need(
        (first < 0) == (position.phase == st.PLAN),
        "white's look where white is 1 or 2 behind",
        "BD-18.4",
    )
    number = int(position.choices_for(seat))
    need(number > 0, "a tile that can be played on each side", "BD-4.2")
    need(sealed < 0 or position.phase != st.SHOW, "nothing committed yet", "BD-18.4")
    if position.phase == st.ANSWER:
        need((sealed >= 0) == (seat == first), "the commitment that was shown", "BD-18.4")
    if sealed >= 0:
        legal = [int(position.choice_for(seat, index)) for index in range(number)]
        need(sealed in legal, f"a legal commitment, not {commitment_word(sealed)}", "BD-4.1")
        other = position.plane(1 - seat).sealed
        need(
            position.phase != st.PLAN or (other < 0 and not position.setup.solo),
            "a side still to commit",
            "BD-4.6",
        )


def check_revealed(position: Position, seat: int, sealed: int) -> None:
    """[BD-4.6] [BD-4.7] A commitment on the table is of the right kind, and its tile is the last
    one played.
    """
    if sealed < 0:
        return
    plane, m = position.plane(seat), position.mission
    need(not is_bot(position, seat), "no commitment of the bot", "BD-25.10")
    pair = position.setup.mode == tables.ESCORT and seat == 0
    need((sealed >= tables.MAL_UNIT) == pair, "a commitment of the right kind", "BD-4.1")
    kind = sealed & tables.KIND_BITS
    need(
        not (sealed & tables.LOOP and sealed & tables.EXIT),
        "a loop face or the exit path, not both",
        "BD-20.5",
    )
    need(
        not sealed & tables.HOLD or may_hold_fire(position, seat),
        "only a rescuer holding fire",
        "BD-23.16",
    )
    if m is not None and sealed & (tables.EXIT | tables.MAL_EXIT):
        # White may crash before the take-off that would have opened the path [BD-20.12].
        before = (
            position.phase == st.ENDED
            and position.why() == st.CRASHED
            and seat == 0
            and on_target(position, m)
        )
        need(is_open(position, m) or before, "no exit while the path is closed", "BD-20.11")
    need(m is not None or not sealed & tables.EXIT, "no exit path in a dogfight", "BD-5.8")
    if kind == tables.NO_TILE:
        need(is_lost(position, seat), "a tile of the escort while it flies", "BD-24.5")
        return
    need(kind == plane.last, "the tile just played to be the last one", "BD-4.7")
    square = (plane.squares >> (6 * (position.turn - 1))) & 63
    need(square == 0 or square - 1 == sealed & 63, "the commitment on its turn square", "BD-4.7")
    used = (
        m is None or not pair or is_lost(position, seat) or m.mal_used >> mal_tile(sealed) & 1 == 1
    )
    need(bool(used), "the malfunctioning biplane's tile among those used", "BD-24.6")


def check_target(position: Position) -> None:
    """[BD-24.18] [BD-24.29] The attacker is asked only where it has a choice."""
    twin = position.copy()
    m = twin.mission
    twin.phase = st.PLAN
    if m is not None:
        escort_shots(twin, m, -1)
    need(twin.phase == st.TARGET, "hits that the attacker has to give to one of two", "BD-24.18")


# --- the end -----------------------------------------------------------------------------------


def check_ending(position: Position) -> None:
    """[BD-3.5] How and for whom the game ended is what lies on the table."""
    outcome, why = int(position.outcome()), int(position.why())
    if why == st.SHOT_DOWN:
        need(outcome == shot_down_result(position), "the result of who was shot down", "BD-11.1")
    elif why == st.EXITED:
        m = position.mission
        away = (
            m is not None
            and (m.mal_at if position.setup.mode == tables.ESCORT else position.p1.at)
            == position.board.off
        )
        need(away, "a mission biplane off the board", "BD-20.7")
        won = (
            rescue_result(position, m)
            if m is not None and position.setup.mode == tables.RESCUE
            else st.FOR_P1
        )
        need(outcome == won, "the result of leaving the board", "BD-23.18")
    elif why == st.CRASHED:
        need(
            outcome in (st.FOR_P1, st.FOR_P2)
            and crashed(position, 0 if outcome == st.FOR_P2 else 1),
            "a crash",
            "BD-19.10",
        )
    else:
        last = position.round == position.setup.limit and position.turn == st.ROUND_TURNS
        need(
            last and outcome == time_result(position),
            "the result of the last turn of the last round",
            "BD-11.2",
        )
    reveals = why in (st.SHOT_DOWN, st.EXITED) or (why == st.CRASHED and position.p1.sealed >= 0)
    for seat in (0, 1):
        sealed = position.plane(seat).sealed >= 0
        need(
            sealed == (reveals and not is_bot(position, seat)),
            "the commitments of the last turn",
            "BD-4.6",
        )


def shot_down_result(position: Position) -> int:
    """[BD-11.1] [BD-22.9] [BD-23.19] [BD-24.25] For whom a shot ended the game; -1 if it ended
    none.
    """
    m = position.mission
    if m is not None and position.setup.mode == tables.ESCORT:
        attacker, mal = is_down(position, 1), m.mal_damage >= position.setup.mal_track
        return st.DRAWN if attacker and mal else st.FOR_P1 if attacker else st.FOR_P2 if mal else -1
    if is_down(position, 1):
        return (
            int(rescue_result(position, m))
            if m is not None and position.setup.mode == tables.RESCUE
            else st.FOR_P1
        )
    if not is_down(position, 0):
        return -1
    return st.DRAWN if m is not None and bombed_enough(position, m) else st.FOR_P2


def crashed(position: Position, seat: int) -> bool:
    """[BD-14.4] [BD-18.2] Brown that owed a 1 or a 2 and held none, or white that played a 0
    again.
    """
    plane = position.plane(seat)
    if is_bot(position, seat) or is_lost(position, seat):
        return False
    if plane.tiles.colour == tables.BROWN:
        return must_play_low(plane) and not plane.hand & plane.tiles.low and plane.sealed < 0
    return plane.tiles.colour == tables.WHITE and 0 <= plane.last < 4 and plane.sealed >= 0


def time_result(position: Position) -> int:
    """[BD-11.2] [BD-11.3] [BD-19.9] For whom time ran out."""
    number, item = position.p1.damage, position.p2.damage
    if position.setup.mode != tables.DOGFIGHT or item < number:
        return st.FOR_P2
    return st.FOR_P1 if number < item else st.DRAWN
