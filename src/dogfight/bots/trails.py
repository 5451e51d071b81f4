"""What a bot remembers of the steps of a piece that it is moving, so that it makes no detours."""

from __future__ import annotations

from typing import Any

from dogfight.core.view import Legal, View


def _is_step(entry: Legal) -> bool:
    """Whether an action takes a piece from one place to another."""
    return len(entry.places) == 2


def _is_turn(entry: Legal) -> bool:
    """Whether an action turns a piece where it is."""
    return len(entry.places) == 1 and bool(entry.facing)


class PieceTrail:
    """The steps that one piece has made in a row."""

    def __init__(self) -> None:
        self._piece = ""
        self._at = ""
        self._near: set[str] = set()
        self._turned = False

    def detours(self, view: View[Any]) -> set[int]:
        """The actions that nobody would take now: steps to where the piece has been, or could have
        gone at once, and a second turn in a row.
        """
        return {entry.action for entry in view.legal if self._is_detour(entry)}

    def _is_detour(self, entry: Legal) -> bool:
        if not self._goes_on(entry):
            return False
        return entry.places[-1] in self._near if _is_step(entry) else self._turned

    def _goes_on(self, entry: Legal) -> bool:
        moves = _is_step(entry) or _is_turn(entry)
        return moves and entry.acting_piece == self._piece and entry.places[0] == self._at

    def follow(self, view: View[Any], action: int) -> None:
        """Take note of what was done; anything else than a step or a turn ends it."""
        done = next(entry for entry in view.legal if entry.action == action)
        if not (_is_step(done) or _is_turn(done)):
            self._piece = ""
            return
        if not self._goes_on(done):
            self._piece, self._near = done.acting_piece, set()
        steps = [entry for entry in view.legal if _is_step(entry)]
        if _is_step(done):
            self._near |= {
                place
                for entry in steps
                if entry.acting_piece == self._piece
                for place in entry.places
            }
        self._at = done.places[-1]
        self._turned = _is_turn(done)
