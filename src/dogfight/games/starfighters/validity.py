"""Which positions can come up in a game, as far as one look can tell; notation refuses the
others.
"""

from __future__ import annotations

from dogfight.core.bits import count_bits
from dogfight.core.errors import BadNotation
from dogfight.games.starfighters import state as st
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules import sequence
from dogfight.games.starfighters.tables import ECHO, NO_CARD, is_attack, size_of

PHASES = {
    st.WRECKAGE: "wreckage",
    st.FIRST: "first",
    st.PLACE: "place",
    st.FACE: "face",
    st.DEAL: "deal",
    st.DECLARE: "declare",
    st.MOVE: "move",
    st.TARGET: "target",
    st.BEAM: "beam",
    st.WRECK: "wreck",
    st.DRIFT: "drift",
    st.DRAW: "draw",
    st.OVER_PHASE: "over",
}
"""The phases in which a seat has to decide, by name."""

_RESOLVING = (st.TARGET, st.BEAM, st.WRECK, st.DRIFT, st.OVER_PHASE)
_USED_IN = {
    "left": (st.WRECKAGE, st.DEAL, st.MOVE, st.DRIFT, st.WRECK),
    "due": (st.DECLARE, st.WRECK, st.DRAW),
    "hit": (st.WRECK,),
    "drifters": (st.DRIFT, st.WRECK),
    "rammed": (st.DRIFT, st.WRECK),
    "shields": _RESOLVING,
    "dry": _RESOLVING,
    "anchored_next": (*_RESOLVING, st.DRAW),
    "anchored": (st.DECLARE, st.MOVE, st.DRAW, *_RESOLVING),
    "face_up": (st.DECLARE, st.MOVE, *_RESOLVING),
}
"""The phases in which a field can be anything but empty."""

Fault = tuple[str, str]


def check_possible(p: Position) -> None:
    """Refuse a position that no game can come to."""
    for look in (
        _stray_faults,
        _turn_faults,
        _ship_faults,
        _wreckage_faults,
        _card_faults,
        _choice_faults,
    ):
        for fault, rule in look(p):
            raise BadNotation(f"impossible position: {fault}", rule=rule)


def _in(mask: int, seat: int) -> bool:
    return mask >> seat & 1 == 1


def _stray_faults(p: Position) -> list[Fault]:
    """Marks that have no meaning in this phase, or for players who are destroyed."""
    name = PHASES[p.phase]
    faults = [
        (f"{field} in phase {name}", "SF-3.1")
        for field, phases in _USED_IN.items()
        if getattr(p, field) and p.phase not in phases
    ]
    if (p.by != st.NOBODY) != (p.phase == st.WRECK):
        faults.append((f"an attacker, or none, in phase {name}", "SF-7.2"))
    if (p.dry | p.anchored | p.anchored_next | p.due) & p.destroyed:
        faults.append(("a destroyed player is due or has penalties", "SF-8.14"))
    if p.drifters & ~p.destroyed or any(
        _in(p.drifters, p.in_turn_order(order)) for order in range(p.order + 1)
    ):
        faults.append(("an undestroyed ship drifts, or debris that has drifted", "SF-9.3"))
    if p.destroyed and p.phase <= st.DEAL:
        faults.append(("a ship destroyed before the first turn", "SF-7.8"))
    return faults


def _ship_faults(p: Position) -> list[Fault]:
    faults: list[Fault] = []
    off = p.tables.off_map()
    for seat in range(p.seats):
        at, hull = p.at[seat], p.hull[seat]
        if hull > p.tables.hull or ((hull == 0) != p.is_destroyed(seat) and not _is_dying(p, seat)):
            faults.append((f"seat {seat} with {hull} hull points", "SF-7.8"))
        if not p.is_destroyed(seat) and at != off and p.has_wreckage(at):
            faults.append((f"ship {seat} on wreckage", "SF-4.8"))
        if (at != off) != _is_placed(p, seat) or (p.facing[seat] != st.NO_FACING) != _is_facing(
            p, seat
        ):
            faults.append(
                (f"the place or facing of seat {seat} in phase {PHASES[p.phase]}", "SF-2.5")
            )
    return faults


def _wreckage_faults(p: Position) -> list[Fault]:
    lost = sum(p.tables.hull - p.hull[seat] for seat in range(p.seats))
    lying = sum(p.has_wreckage(hex_) for hex_ in range(p.tables.cells))
    if p.phase == st.WRECKAGE and (p.left == 0 or lying != p.tables.wreckage - p.left):
        return [(f"{lying} wreckage and {p.left} to come", "SF-2.1")]
    most = p.tables.wreckage + lost - (p.phase == st.WRECK)  # the last token lost is not placed yet
    if p.phase != st.WRECKAGE and not p.tables.wreckage <= lying <= most:
        return [(f"{lying} wreckage with {lost} hull points lost", "SF-7.2")]
    return []


def _is_dying(p: Position, seat: int) -> bool:
    """[SF-11.3] Hit without hull points left, but the attack is not over yet."""
    return p.phase == st.WRECK and _in(p.hit & ~p.destroyed & ~p.due, seat)


def _is_placed(p: Position, seat: int) -> bool:
    """[SF-2.5] Whether a seat has put its ship on the map by now."""
    if p.phase in (st.WRECKAGE, st.FIRST) or p.start == st.NOBODY:
        return False
    if p.phase in (st.PLACE, st.FACE):
        return (seat - p.start) % p.seats < p.order + (p.phase == st.FACE)
    return True


def _is_facing(p: Position, seat: int) -> bool:
    facing = _is_placed(p, seat) and not p.is_destroyed(seat)
    return facing and not (p.phase == st.FACE and seat == p.active)


def _card_faults(p: Position) -> list[Fault]:
    faults: list[Fault] = []
    for seat in range(p.seats):
        declared, captured = p.declared[seat], p.captured[seat]
        face_up = _in(p.face_up, seat)
        if p.is_destroyed(seat) and (p.hand[seat] or captured != NO_CARD):
            faults.append((f"destroyed player {seat} holds cards", "SF-9.2"))
        if not _hand_fits(p, seat):
            faults.append((f"seat {seat} with {size_of(p.hand[seat])} cards in hand", "SF-2.10"))
        if captured != NO_CARD and (not is_attack(captured) or not _may_hold_capture(p, seat)):
            faults.append((f"a captured card of seat {seat}", "SF-8.7"))
        if declared != NO_CARD and p.phase not in (st.DECLARE, st.MOVE, *_RESOLVING):
            faults.append((f"a declared card of seat {seat}", "SF-3.2"))
        if (
            declared != NO_CARD
            and p.phase in (st.DECLARE, st.MOVE)
            and (p.is_destroyed(seat) or _in(p.due, seat))
        ):
            faults.append((f"a declared card of seat {seat}, which has not declared", "SF-3.6"))
        if face_up and p.phase in (st.DECLARE, st.MOVE) and not is_attack(declared):
            faults.append((f"the card of seat {seat} lies open", "SF-3.3"))
        if declared != NO_CARD and p.phase in _RESOLVING and not face_up:
            faults.append((f"the card of seat {seat} is face down", "SF-5.1"))
        if _in(p.shields, seat) and (declared == NO_CARD or is_attack(declared)):
            faults.append((f"seat {seat} has no shield to use", "SF-8.1"))
    return faults


def _may_hold_capture(p: Position, seat: int) -> bool:
    """[SF-8.7] [SF-3.4] A capture costs the draw and is declared when the next turn begins."""
    if p.phase in (st.TARGET, st.BEAM, st.WRECK, st.DRIFT):
        return _in(p.dry, seat) and p.declared[seat] == ECHO
    return p.phase == st.OVER_PHASE or (p.phase == st.DRAW and not _in(p.due, seat))


def _hand_fits(p: Position, seat: int) -> bool:
    """[SF-2.10] [SF-3.2] [SF-10.5] A hand is full after the deal and after a draw; a seat with
    cards declares one.
    """
    held = size_of(p.hand[seat])
    if p.phase < st.DEAL:
        return held == 0
    if p.phase == st.DEAL:
        dealt = (seat - p.start) % p.seats - p.order
        return held == (p.tables.hand - p.left if dealt == 0 else p.tables.hand if dealt < 0 else 0)
    silent = p.declared[seat] == NO_CARD and held > 0
    if silent and p.phase in (st.DECLARE, st.MOVE) and not _in(p.due, seat):
        return False
    full = (
        _in(p.due, seat) == (p.phase == st.DECLARE)
        if p.phase in (st.DECLARE, st.DRAW)
        else _is_last_turn_over(p)
    )
    return held <= p.tables.hand - (not full)


def _is_last_turn_over(p: Position) -> bool:
    """[SF-11.6] Whether the game ended after the draws of the last turn."""
    return p.phase == st.OVER_PHASE and count_bits(p.undestroyed()) > 1


def _turn_faults(p: Position) -> list[Fault]:
    faults: list[Fault] = []
    if (p.start == st.NOBODY) != (p.phase in (st.WRECKAGE, st.FIRST) and p.first == st.NOBODY):
        faults.append(("the first player token", "SF-2.2"))
    if (p.turn == 0) != (p.phase <= st.DEAL) or p.turn > p.tables.turns:
        faults.append((f"turn {p.turn} in phase {PHASES[p.phase]}", "SF-11.6"))
    if (p.active == st.NOBODY) != (p.phase in (st.WRECKAGE, st.FIRST, st.DECLARE, st.OVER_PHASE)):
        faults.append((f"an acting seat, or none, in phase {PHASES[p.phase]}", "SF-3.7"))
    flying = count_bits(p.undestroyed())
    if p.phase == st.OVER_PHASE and flying > 1 and p.turn != p.tables.turns:
        faults.append(("over with several players undestroyed", "SF-11.1"))
    if p.phase != st.OVER_PHASE and flying < 2:
        faults.append(("nobody is left to fight, but the game goes on", "SF-11.1"))
    return faults


def _choice_faults(p: Position) -> list[Fault]:
    """Return the faults of the present choice: the acting seat must have something to decide."""
    faults: list[Fault] = []
    most = {st.DEAL: p.tables.hand, st.MOVE: p.tables.steps, st.DRIFT: p.tables.debris_steps}
    if p.phase in most and not 0 < p.left <= most[p.phase]:
        faults.append((f"{p.left} steps or cards left", "SF-4.2"))
    if p.active != st.NOBODY and p.is_destroyed(p.active) != (p.phase == st.DRIFT):
        faults.append((f"seat {p.active} acts", "SF-9.2"))
    if p.phase == st.DECLARE and (
        not p.due or any(_in(p.due, seat) and not p.hand[seat] for seat in range(p.seats))
    ):
        faults.append(("no seat, or a seat without a hand, is to declare", "SF-3.5"))
    if p.phase == st.DRAW and (_first_due(p, p.start) != p.active or p.deck == 0):
        faults.append((f"seat {p.active} draws", "SF-10.4"))
    if p.phase == st.WRECK and (
        not _in(p.hit & ~p.due, p.active) or p.due & ~p.hit or _in(p.hit, p.by)
    ):
        faults.append(("the one who lost a hull point was not hit", "SF-7.7"))
    if p.phase == st.WRECK and p.hull[p.active] == p.tables.hull:
        faults.append((f"seat {p.active} has lost nothing", "SF-7.1"))
    if (
        p.phase == st.WRECK
        and p.due
        and (_first_due(p, p.by) - p.by) % p.seats < (p.active - p.by) % p.seats
    ):
        faults.append((f"seat {p.active} is not next", "SF-7.7"))
    if p.phase == st.WRECK and not p.is_destroyed(p.by) and (p.left or p.rammed or p.drifters):
        faults.append(("an attack by card in the debris phase", "SF-9.3"))
    if p.phase in (st.TARGET, st.BEAM, st.WRECK) and not sequence.allowed(p, p.active):
        faults.append((f"seat {p.active} has nothing to choose", "SF-5.7"))
    return faults


def _first_due(p: Position, start: int) -> int:
    """The first of those due, clockwise from a seat on."""
    order = [(start + index) % p.seats for index in range(p.seats)]
    return next((seat for seat in order if _in(p.due, seat)), st.NOBODY)
