"""Chapters 9, 16 and 17: hits, going down, jammed guns, and the tiles black loses."""

from __future__ import annotations

from mypy_extensions import i64

from dogfight.core.seat import CHANCE
from dogfight.games.biplanes.rules.exit_path import rescue_result
from dogfight.games.biplanes.state import (
    DRAWN,
    FOR_P1,
    FOR_P2,
    JAMMED,
    LOSE,
    LOSE_BAG,
    LOST,
    MAL,
    SHOT,
    SHOT_DOWN,
    UNJAMMED,
    WENT_DOWN,
    Mission,
    State,
)
from dogfight.games.biplanes.tables import BLACK, BOMBING, ESCORT, RESCUE


def hit(s: State, shooter: i64, seat: i64, hits: i64) -> None:
    """[BD-9.5] [BD-9.7] Each hit fills a space of the track; those beyond its end are ignored."""
    plane = s.plane(seat)
    track: i64 = s.track(seat)
    if s.trace is not None:
        s.trace.add(SHOT, shooter, seat, hits)
    if hits > track - plane.damage:
        hits = track - plane.damage
    plane.damage += hits
    if plane.tiles.colour == BLACK:
        s.drawer = seat
        s.owed = hits  # [BD-17.3]


def hit_malfunctioning(s: State, m: Mission, hits: i64) -> None:
    """[BD-24.19] The malfunctioning biplane takes hits; those beyond its track are lost."""
    if s.trace is not None:
        s.trace.add(SHOT, 1, MAL, hits)
    m.mal_damage += hits
    if m.mal_damage > s.setup.mal_track:
        m.mal_damage = s.setup.mal_track


def is_down(s: State, seat: i64) -> bool:
    """[BD-9.6] The last space of the track is filled."""
    return s.plane(seat).damage >= s.track(seat)


def shot_down(s: State) -> None:
    """[BD-11.1] End the game if a biplane went down in this turn's shooting."""
    m = s.mission
    if m is not None and s.setup.mode == ESCORT:
        escort_shot_down(s, m)
    elif is_down(s, 1):
        report_down(s, 1)
        # [BD-22.7] [BD-23.19] A rescuer who shoots the defender down gets what its rescues are
        # worth.
        s.finish(
            rescue_result(s, m) if m is not None and s.setup.mode == RESCUE else FOR_P1, SHOT_DOWN
        )
    elif is_down(s, 0):
        report_down(s, 0)
        s.finish(DRAWN if m is not None and bombed_enough(s, m) else FOR_P2, SHOT_DOWN)


def bombed_enough(s: State, m: Mission) -> bool:
    """[BD-22.9] [BD-22.8] [BD-25.23] A bomber lost after the fourth factory draws, but never in
    solo play.
    """
    return s.setup.mode == BOMBING and m.removed >= s.setup.needed and not s.setup.solo


def escort_shot_down(s: State, m: Mission) -> None:
    """[BD-24.23] [BD-24.24] [BD-24.25] Attacker or malfunctioning biplane down ends the game;
    both is a draw.
    """
    attacker: bool = is_down(s, 1)
    mal: bool = m.mal_damage >= s.setup.mal_track
    if s.escort_flies() and is_down(s, 0):
        lose_escort(s, m)
    if attacker:
        report_down(s, 1)
    if mal:
        report_down(s, MAL)
    if attacker or mal:
        s.finish(DRAWN if attacker and mal else FOR_P1 if attacker else FOR_P2, SHOT_DOWN)


def lose_escort(s: State, m: Mission) -> None:
    """[BD-24.20] The escort leaves the board with its tiles and its special rules; the game goes
    on.
    """
    report_down(s, 0)
    s.p1.at = s.board.down
    s.p1.aside |= s.p1.hand | s.p1.bag
    s.p1.hand = 0
    s.p1.bag = 0
    s.p1.jammed = 0
    m.mal_used = 0  # [BD-24.21]
    if s.drawer == 0:
        s.owed = 0


def report_down(s: State, who: i64) -> None:
    if s.trace is not None:
        s.trace.add(WENT_DOWN, who)


def jam(s: State, seat: i64) -> None:
    """[BD-16.1] [BD-16.2] [BD-16.4] [BD-16.5] Grey, after shooting: three hits on the tile jam,
    none unjam.
    """
    plane = s.plane(seat)
    if plane.at == s.board.down or (seat == 1 and s.setup.solo):
        return  # [BD-24.28] [BD-25.8]
    hits: i64 = plane.last & 3
    if hits == 3 and plane.jammed == 0:
        plane.jammed = 1
        if s.trace is not None:
            s.trace.add(JAMMED, seat)
    elif hits == 0 and plane.jammed == 1:
        plane.jammed = 0
        if s.trace is not None:
            s.trace.add(UNJAMMED, seat)


def asks_for_losses(s: State) -> bool:
    """[BD-17.3] [BD-17.5] [BD-17.6] Black owes a tile: from the hand, else from the bag, else
    none.
    """
    plane = s.plane(s.drawer)
    if plane.hand:
        s.wait_for(LOSE, s.drawer)
    elif plane.bag:
        s.wait_for_chance(LOSE_BAG)
    else:
        s.owed = 0
        return False
    return True


def lose(s: State, seat: i64, kind: i64) -> None:
    """[BD-17.4] [BD-17.5] Put one tile away, out of the hand if a seat chose it, out of the bag
    by chance.
    """
    plane = s.plane(s.drawer)
    if seat == CHANCE:
        tile: i64 = plane.tiles.find(kind, plane.bag)
        plane.bag ^= tile
    else:
        tile = plane.tiles.find(kind, plane.hand)
        plane.hand ^= tile
    plane.aside |= tile
    s.owed -= 1
    if s.trace is not None:
        s.trace.add(LOST, s.drawer, kind)
