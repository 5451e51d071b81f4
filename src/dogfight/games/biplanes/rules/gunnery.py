"""Chapters 8, 9 and 24: who shoots at whom, and with how many hits."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.games.biplanes.rules.damage import hit, hit_malfunctioning, shot_down
from dogfight.games.biplanes.rules.escort import mal_tile
from dogfight.games.biplanes.state import MAL, TARGET, Mission, State
from dogfight.games.biplanes.tables import HOLD


def shots(s: State, grounded: bool) -> None:
    """[BD-9.1] [BD-9.2] [BD-9.8] [BD-9.9] Two biplanes: at most one is behind, and it shoots if it
    can.

    A rescuer that its 0 keeps on the ground does not shoot, but is shot at as in the air
    [BD-23.17].
    """
    shot: i64 = s.board.gun[s.p1.at * s.board.width + s.p2.at]
    if shot > 0:
        hits: i64 = 0 if grounded else hits_of(s, 0, shot)
        if hits > 0:
            hit(s, 0, 1, hits)
            shot_down(s)
    elif shot < 0:
        hits = hits_of(s, 1, -shot)
        if hits > 0:
            hit(s, 1, 0, hits)
            shot_down(s)


def hits_of(s: State, seat: i64, shot: i64) -> i64:
    """[BD-9.3] [BD-9.4] [BD-15.3] [BD-15.4] [BD-16.3] What a shot over this distance deals; 0 if
    none is fired.
    """
    plane = s.plane(seat)
    if shot == 0 or shot > plane.tiles.aid_range or plane.jammed:
        return 0
    if seat == 0 and (plane.sealed & HOLD or not s.setup.armed):
        return 0  # [BD-21.8] [BD-23.16]
    return plane.last & 3


def nearer(number: i64, other: i64) -> bool:
    """[BD-24.15] [BD-24.17] Behind, and no farther than the other of the pair."""
    return number > 0 and (other == 0 or number <= other)


def escort_shots(s: State, m: Mission, choice: i64) -> None:
    """[BD-9.8] All shots of an escort turn, at once; asks the attacker first where it has to
    choose.
    """
    to_escort: i64 = s.board.is_behind(s.p2.at, s.p1.at)
    to_mal: i64 = s.board.is_behind(s.p2.at, m.mal_at)
    on_escort: i64 = 0
    on_mal: i64 = 0
    if nearer(to_escort, to_mal):
        on_escort = hits_of(s, 1, s.board.fire(s.p2.at, s.p1.at))
    if nearer(to_mal, to_escort):
        on_mal = hits_of(s, 1, s.board.fire(s.p2.at, m.mal_at))
    if on_escort > 0 and on_mal > 0:
        if choice < 0 and (s.p1.at != m.mal_at or on_escort & 1):
            s.wait_for(TARGET, 1)
            return
        if s.p1.at == m.mal_at:
            # [BD-24.18] Shared as evenly as possible; the attacker gives the odd hit.
            odd: i64 = on_escort & 1
            on_escort = (on_escort >> 1) + (odd if choice == 0 else 0)
            on_mal = (on_mal >> 1) + (odd if choice == MAL else 0)
        elif choice == 0:
            on_mal = 0  # [BD-24.29]
        else:
            on_escort = 0
    on_attacker: i64 = shoot_as_a_pair(s, m)
    if on_escort > 0:
        hit(s, 1, 0, on_escort)
    if on_mal > 0:
        hit_malfunctioning(s, m, on_mal)
    if on_escort + on_mal + on_attacker > 0:
        shot_down(s)


def shoot_as_a_pair(s: State, m: Mission) -> i64:
    """[BD-24.14] [BD-24.15] [BD-24.16] Only the closer of the pair may shoot; at equal distance
    the better shot.
    """
    from_escort: i64 = s.board.is_behind(s.p1.at, s.p2.at)
    from_mal: i64 = s.board.is_behind(m.mal_at, s.p2.at)
    escort: i64 = 0
    mal: i64 = 0
    if nearer(from_escort, from_mal):
        escort = hits_of(s, 0, s.board.fire(s.p1.at, s.p2.at))
    if nearer(from_mal, from_escort) and 0 < s.board.fire(m.mal_at, s.p2.at) <= s.setup.mal_range:
        mal = s.setup.mal_hits[mal_tile(s.p1.sealed)]
    if mal > escort:
        hit(s, MAL, 1, mal)
        return mal
    if escort > 0:
        hit(s, 0, 1, escort)
    return escort
