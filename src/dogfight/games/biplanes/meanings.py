"""What each choice is about, in a plain sentence for newcomers."""

from __future__ import annotations

from dogfight.core.seat import Seat
from dogfight.games.biplanes import state as st
from dogfight.games.biplanes import tables
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.tables import TileSet

MEANINGS = {
    st.PICK: (
        "Each biplane has its own tiles, and five have rules of their own: read what stands beside"
        " the names."
    ),
    st.START: "The two start half a ring apart; you always fly the way the arrows point.",
    st.MULLIGAN: "What you set aside is drawn anew once, then goes back into your bag.",
    st.PLAN: (
        "You fly its number of spaces; from close behind it shoots. Guess where the enemy will be."
    ),
    st.SHOW: "White sees your tile before it chooses, so pick one that is safe even when known.",
    st.ANSWER: "You know where the enemy will be: choose the tile that ends close behind it.",
    st.TARGET: (
        "Both stand on this space and the hits cannot be halved: you say who takes the odd one."
    ),
    st.LOSE: "It is gone for good: give up the tile you need least.",
}
PICK_BOT = "The bot draws its biplane's tiles and ignores all its special rules; nobody can hit it."
PLAN_SPY = (
    "You fly its number of spaces; a 0, 1 or 2 photographs a site. You are unarmed: stay out of"
    " range."
)
PLAN_SOLO = (
    "You fly its number of spaces; then the bot draws and flies. Only the bot shoots: stay out of"
    " range."
)
PLAN_LANDED = (
    "On the ground a 0 waits and does not shoot; a 1 or 2 takes off, anything higher breaks off the"
    " landing."
)
PLAN_LANDED_SOLO = (
    "On the ground a 0 waits; a 1 or 2 takes off, anything higher breaks off the landing."
)
ANSWER_SPY = "You know where the enemy will be: choose the tile that ends out of its range."
TARGET_APART = "They are equally near, on different spaces: all hits go to the one you choose."
LOSE_FOR_NOW = (
    "It is out until all tiles return after the third round: give up the tile you need least."
)


def meaning_of(position: Position, seat: Seat) -> str:
    """What the present choice is about, for a seat that has to make it."""
    phase, setup = int(position.phase), position.setup
    if phase == st.PICK and setup.solo and position.p1.tiles.colour != tables.NOBODY:
        return PICK_BOT  # [BD-25.8]
    if phase == st.TARGET and stand_apart(position):
        return TARGET_APART  # [BD-24.29]
    if phase == st.LOSE and setup.mode in (tables.ESPIONAGE, tables.BOMBING, tables.RESCUE):
        return LOSE_FOR_NOW  # [BD-19.6] [BD-19.8]
    if phase in (st.PLAN, st.ANSWER) and seat == 0:
        return _mission_planning(position)
    return MEANINGS.get(phase, "")


def _mission_planning(position: Position) -> str:
    """[BD-21.8] [BD-23.17] [BD-25.22] A spy never shoots, a landed rescuer not with a 0, a solo
    player to no effect.
    """
    setup, m = position.setup, position.mission
    if m is not None and m.landed >= 0:
        return PLAN_LANDED_SOLO if setup.solo else PLAN_LANDED
    if setup.solo:
        return PLAN_SOLO
    if not setup.armed:
        return ANSWER_SPY if position.phase == st.ANSWER else PLAN_SPY
    return MEANINGS[int(position.phase)]


def stand_apart(position: Position) -> bool:
    """[BD-24.29] The attacker's two targets are on different spaces, so that one of them takes
    all hits.
    """
    m = position.mission
    return m is not None and position.p1.at != m.mal_at


# --- the nine biplanes -------------------------------------------------------------------------


def plane_text(position: Position, colour: int) -> str:
    """[BD-13.1] What sets a biplane apart, for the side that picks now: its special rule, its
    tiles and its track.
    """
    tiles, setup = position.setup.sets[colour], position.setup
    side = 0 if position.p1.tiles.colour == tables.NOBODY else 1
    if side == 1 and setup.solo:
        return _tiles_text(tiles)  # [BD-25.8] [BD-25.22] Neither its rules nor its track count.
    track = int(tiles.track) + (int(setup.extra_track) if side == 1 else 0)
    return f"{_special_rule(position, tiles)}; {track} hits bring it down"


def _special_rule(position: Position, tiles: TileSet) -> str:
    """[BD-13.2] [BD-13.3] [BD-13.4] Four biplanes have no special rule, only tiles of their own."""
    solo, dogfight = bool(position.setup.solo), position.setup.mode == tables.DOGFIGHT
    match int(tiles.colour):
        case tables.BROWN:  # [BD-14.1] [BD-14.2] [BD-14.4]
            return (
                f"{'one mulligan; ' if dogfight else ''}after a 0 it must play a 1 or a 2, or it"
                " crashes"
            )
        case tables.PURPLE:  # [BD-15.1] [BD-15.3] [BD-25.6]
            hand = int(position.setup.purple_opening if solo else tiles.opening)
            return f"begins with {hand} tiles; shoots {int(tiles.aid_range)} spaces far at most"
        case tables.GREY:  # [BD-16.1] [BD-16.4]
            return "a tile with 3 hits jams its gun until it plays one without hits"
        case tables.BLACK:  # [BD-17.1] [BD-17.3]
            return (
                f"{int(tiles.size)} tiles, begins with {int(tiles.opening)}; loses a tile for every"
                " hit it takes"
            )
        case tables.WHITE:  # [BD-18.1] [BD-18.2] [BD-18.4] [BD-25.9]
            look = "" if solo else "; from 1 or 2 behind it sees the enemy's tile first"
            return f"{'one mulligan; ' if dogfight else ''}a second 0 in a row crashes it{look}"
    return f"no rule of its own; {_tiles_text(tiles)}"


def _tiles_text(tiles: TileSet) -> str:
    """[BD-1.8] How many tiles a set has, how many of them can loop, and its hits."""
    threes, hits = int(tables.count(tiles.threes)), int(tiles.firepower(tiles.all))
    return f"{int(tiles.size)} tiles, {threes} of them 3s, {hits} hits in all"
