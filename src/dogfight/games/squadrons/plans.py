"""Whole moves planned ahead: a plane is named and flown, as long as it needs no card (SQ-5.2)."""

from __future__ import annotations

from dogfight.core.seat import Seat
from dogfight.games.squadrons.action_data import action_data, squares_of
from dogfight.games.squadrons.names import CODES, PLANE_NAMES
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.state import FLY, MANOEUVRE, NAME_PLANE, RAM, STAY
from dogfight.games.squadrons.tables import PLANES
from dogfight.games.squadrons.text import CODE_WORDS, aims
from dogfight.planning.parts import MovePlan, MovePlans, PlanBuilder, PlanStep, Threat

CALM = ("named", "flown", "stayed")
"""What happens in a turn without cards."""
DRAWS = "draw"
"""The kind of a plan that ends with a card: what the plane may do then is not known before."""


def move_plans(p: Position, seat: Seat, piece: str) -> MovePlans:
    """Return what each plane that may move now can do; of one that draws first only that it
    does.
    """
    out = PlanBuilder()
    if p.actor() == seat and p.phase == MANOEUVRE and piece in ("", PLANE_NAMES[p.plane]):
        _flights(out, p, -1)
    elif p.actor() == seat and p.phase == NAME_PLANE:
        for action in _choices(p):
            plane = seat * PLANES + action
            if piece in ("", PLANE_NAMES[plane]):
                _plane(out, p, seat, action, plane)
    return out.built(calm=CALM, rule="SQ-5.2")


def _plane(out: PlanBuilder, p: Position, seat: Seat, action: int, plane: int) -> None:
    """Add the plans of one plane."""
    name, (square,) = PLANE_NAMES[plane], squares_of(p, plane)
    named = p.copy()
    named.apply(seat, action)
    draws = named.phase != MANOEUVRE
    root = out.step(PlanStep(action=action, word=name, place=square, asks=draws))
    if draws:
        text = f"draw a card for {name}"
        out.plan(MovePlan(word=name, kind=DRAWS, piece=name, last=root, words=text, place=square))
    else:
        _flights(out, named, root)


def _flights(out: PlanBuilder, p: Position, root: int) -> None:
    """Add the manoeuvres of the named plane, each with those who would bear on it then."""
    name = PLANE_NAMES[p.plane]
    for action in _choices(p):
        about = action_data(p, p.active, action)
        code = CODES[action - FLY] if about.kind == "fly" else ""
        way = _way(action)
        place = about.places[-1] if about.places else ""
        lines = aims(p, action) if about.kind != "ram" else ()
        threats = tuple(Threat(line.by, "", line.how) for line in lines if line.at == name)
        facing = f", heading {about.facing}" if about.facing else ""
        end = out.step(
            PlanStep(
                action=action,
                word=code or _word(action),
                after=root,
                place=place,
                facing=about.facing,
                threats=threats,
            )
        )
        out.plan(
            MovePlan(
                word=f"{name}>{place}" if code else f"{name}>{_word(action)}",
                kind=about.kind,
                piece=name,
                last=end,
                words=f"{name} {way} to {place}{facing}",
                place=place,
                facing=about.facing,
                target=about.piece if about.kind == "ram" else "",
                brief=way,
            )
        )


def _way(action: int) -> str:
    if action == STAY:
        return "stays"
    return "collides" if action >= RAM else CODE_WORDS[action - FLY]


def _word(action: int) -> str:
    return "stay" if action == STAY else f"X:{PLANE_NAMES[action - RAM]}"


def _choices(p: Position) -> list[int]:
    return [int(p.choice(index)) for index in range(int(p.choice_count()))]
