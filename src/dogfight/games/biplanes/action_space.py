"""What learners may do: pick, start, exchange, play, aim and lose, with every tile that could be
printed.
"""

from __future__ import annotations

from dogfight.core.parts import HasNotation
from dogfight.encoding.action_space import NamedActions
from dogfight.games.biplanes.data import MAL_IDS
from dogfight.games.biplanes.names import kind_word, single_word
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.state import LOSE, MULLIGAN, PICK, START, TARGET
from dogfight.games.biplanes.tables import DOGFIGHT, ESCORT, EXIT, HOLD, KINDS, LOOP, RESCUE, Setup

_ASKED = {PICK: "pick", START: "start", MULLIGAN: "mulligan", TARGET: "target", LOSE: "lose"}
_LOOPED = 3
"""[BD-1.5] The value with a loop face."""


def action_space(
    game: HasNotation[Position], setup: Setup, planes: tuple[str, ...], starts: tuple[str, ...]
) -> NamedActions[Position]:
    tiles = tuple(kind_word(kind) for kind in range(KINDS))
    words = {
        "pick": planes,
        "start": starts,
        "mulligan": ("keep", "none", *tiles),
        "lose": tiles,
        "target": ("p1", "mal") if setup.mode == ESCORT else (),
        "play": tuple(_commitments(setup)),
    }
    return NamedActions(
        game, _asked, (f"{asked} {word}" for asked, text in words.items() for word in text)
    )


def _commitments(setup: Setup) -> list[str]:
    """[BD-4.1] Every commitment of the mode; [BD-24.5] those of the escort's side are pairs."""
    singles = [single_word(single_commitment) for single_commitment in single_commitments(setup)]
    if setup.mode != ESCORT:
        return singles
    mal = [f"{tile}{away}" for tile in MAL_IDS for away in ("", "X")]
    return [*singles, *mal, *(f"{single}&{other}" for single in singles for other in mal)]


def single_commitments(setup: Setup) -> list[int]:
    """[BD-4.1] Every commitment of one biplane in the mode, in the order of the ids."""
    return [kind + mark for kind in range(KINDS) for mark in _marks(setup, kind)]


def _marks(setup: Setup, kind: int) -> list[int]:
    """[BD-6.3] [BD-20.5] [BD-23.16] Around the loop or by the exit path, and with fire held."""
    ways = (
        [0] + ([LOOP] if kind >> 2 == _LOOPED else []) + ([EXIT] if setup.mode != DOGFIGHT else [])
    )
    return [way + held for way in ways for held in ((0, HOLD) if setup.mode == RESCUE else (0,))]


def _asked(position: Position) -> str:
    return _ASKED.get(int(position.phase), "play")
