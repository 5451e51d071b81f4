"""Find the legal action nearest to what a player wanted, for all games alike, by the marks of
actions.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

import msgspec

from dogfight.core.view import ActionData, Legal

Steps = Callable[[str, str], int | None]
"""How far apart two places are; None where that cannot be said."""

_ALIKE = 0.5
"""From here on two words are alike enough to be taken for one another."""


def no_steps(text: str, other: str) -> int | None:
    """For a game that measures nothing: a place is near itself alone."""
    return 0 if text == other else None


class Intent(msgspec.Struct, frozen=True):
    """What a player wanted: its marks, as far as they are known, and the notation that was
    typed, if any.
    """

    action_data: ActionData
    notation: str = ""


def nearest(legal: Sequence[Legal], intent: Intent, steps: Steps) -> int | None:
    """The action nearest to what was wanted: by its piece, then its kind, its place, its turn, and
    how it is written.

    None if nothing has anything to do with it.
    """
    judged = [(_nearness(entry, intent, steps), entry) for entry in legal]
    related = [(near, entry.action) for near, entry in judged if near.is_related]
    return max(related, key=lambda pair: pair[0].rank)[1] if related else None


class _Nearness(msgspec.Struct, frozen=True):
    """How one action compares with what was wanted."""

    pieces: int
    kind: bool
    away: int | None
    facing: bool
    alike: float

    @property
    def is_related(self) -> bool:
        return self.kind or self.pieces > 0 or self.away is not None or self.alike >= _ALIKE

    @property
    def rank(self) -> tuple[int, bool, float, bool, float]:
        away = float("inf") if self.away is None else self.away
        return self.pieces, self.kind, -away, self.facing, self.alike


def _nearness(entry: Legal, intent: Intent, steps: Steps) -> _Nearness:
    data = intent.action_data
    return _Nearness(
        pieces=sum(
            bool(tried) and tried == has
            for tried, has in ((data.acting_piece, entry.acting_piece), (data.piece, entry.piece))
        ),
        kind=bool(data.kind) and data.kind == entry.kind,
        away=steps(data.places[-1], entry.places[-1]) if data.places and entry.places else None,
        facing=data.facing == entry.facing,
        alike=difflib.SequenceMatcher(None, intent.notation, entry.notation).ratio()
        if intent.notation
        else 0.0,
    )
