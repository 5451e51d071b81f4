"""What learners may do, phase by phase; a hex is one of the whole map."""

from __future__ import annotations

from dogfight.core.parts import HasNotation
from dogfight.encoding.action_space import NamedActions
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.notation import FORWARD_LETTERS, write_drift, write_step
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules.debris import DRIFT_STEPS
from dogfight.games.starfighters.rules.movement import STEPS
from dogfight.games.starfighters.validity import PHASES


def action_space(game: HasNotation[Position], data: Data, seats: int) -> NamedActions[Position]:
    words = {
        "place": data.line_names,
        "face": DIRECTIONS,
        "declare": CARDS,
        "move": tuple(write_step(step) for step in range(STEPS)),
        "target": tuple(f"hits-{seat}" for seat in range(seats)),
        "beam": tuple(f"beam-{letter}" for letter in FORWARD_LETTERS.values()),
        "wreck": tuple(f"wreck-{name}" for name in data.names),
        "drift": tuple(write_drift(step) for step in range(DRIFT_STEPS)),
    }
    return NamedActions(
        game, _asked, (f"{phase} {word}" for phase, text in words.items() for word in text)
    )


def _asked(position: Position) -> str:
    return PHASES[position.phase]
