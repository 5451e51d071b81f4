"""What learners may do, phase by phase; a card of a plan is laid, or taken back, with its
section, half and face.
"""

from __future__ import annotations

from dogfight.core.parts import HasNotation
from dogfight.encoding.action_space import NamedActions
from dogfight.games.paws.names import Names
from dogfight.games.paws.notation import PHASES
from dogfight.games.paws.position import Position
from dogfight.games.paws.state import code_of
from dogfight.games.paws.tables import ZONES


def action_space(
    game: HasNotation[Position], names: Names, teams: int, sections: int
) -> NamedActions[Position]:
    placed = [names.code(code) for code in codes(names, sections)]
    words = {
        "sun": [names.place(place) for place in range(teams * ZONES)],
        "target": names.teams[:teams],
        "extra": ("stop", "draw"),
        "offer": ("decline", "look"),
        "pick": names.kinds,
        "discards": ("done", *(f"drop:{kind}" for kind in names.kinds)),
        # What came later stands last, so that no id has changed its meaning.
        "action": (
            "ready",
            "start_over",
            *placed,
            *(f"back:{text}" for text in placed),
            "not_ready",
        ),
    }
    return NamedActions(
        game, _asked, (f"{phase} {word}" for phase, text in words.items() for word in text)
    )


def codes(names: Names, sections: int) -> list[int]:
    """Every way to lay a card of each kind, in the order of the ids."""
    return [
        int(code_of(kind, section, side, is_open))
        for kind in range(len(names.kinds))
        for section in range(sections)
        for side in range(1 + names.is_plane(kind))
        for is_open in (0, 1)
    ]


def _asked(position: Position) -> str:
    return PHASES[position.phase]
