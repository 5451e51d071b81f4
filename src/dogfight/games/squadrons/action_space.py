"""What learners may do: 12 planes to name, 7 manoeuvres, 12 planes to collide with, and to stay."""

from __future__ import annotations

from dogfight.core.parts import HasNotation
from dogfight.encoding.action_space import NamedActions
from dogfight.games.squadrons.names import CODES, PLANE_NAMES
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.state import NAME_PLANE


def action_space(game: HasNotation[Position]) -> NamedActions[Position]:
    words = [f"name {plane}" for plane in PLANE_NAMES]
    words += [f"fly {code}" for code in (*CODES, *(f"X:{plane}" for plane in PLANE_NAMES), "stay")]
    return NamedActions(game, _asked, words)


def _asked(position: Position) -> str:
    return "name" if position.phase == NAME_PLANE else "fly"
