"""What crews bark at each other, for everybody to hear."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.calls import Call
from dogfight.core.view import Legal, View
from dogfight.games.paws.view import BoardView

_SECTIONS = ("1", "2", "3", "4")
_ZONES = ("PL", "PC", "PR", "GL", "GC", "GR")

CALLS = (
    Call("take", "I take", (_SECTIONS,)),
    Call("leave", "Leave", (_SECTIONS,)),
    Call("shoot", "Shoot", (_ZONES, _SECTIONS), ("", "on ")),
    Call("left", "Left", (_SECTIONS,), ("on ",)),
    Call("right", "Right", (_SECTIONS,), ("on ",)),
    Call("sun", "Sun", (_SECTIONS,), ("on ",)),
    Call("repair", "Repair"),
    Call("no", "No"),
)
"""[JP-4.3] Anything may be said at any time, true or false; [JP-4.4] everybody hears it."""

_LAYS = ("lay", "lay_open")
_CLAIMS = ("take", "leave")


class BotCalls:
    """What bots call to their partner, and how they heed what the partner has called."""

    def announce(self, view: View[BoardView], action: int) -> tuple[str, tuple[str, ...]] | None:
        """Say which section the first card of a round takes; its back lies there for all to see."""
        legal = _entry(view, action)
        team, _, role = view.seats[view.seat].name.partition(".")
        table = next(table for table in view.board.teams if table.team == team)
        if legal.kind not in _LAYS or table.solo or any(card.role == role for card in table.track):
            return None
        return "take", (_section(legal),)

    def heed(
        self, view: View[BoardView], heard: Sequence[tuple[int, str, tuple[str, ...]]], action: int
    ) -> int:
        """Lay the same card on another section where the partner has claimed the chosen one."""
        own = view.seats[view.seat]
        mates = {seat.player for seat in view.seats if seat.side == own.side} - {own.player}
        claimed = {
            target
            for player, call, targets in heard
            if player in mates and call in _CLAIMS
            for target in targets
        }
        chosen = _entry(view, action)
        if chosen.kind not in _LAYS or _section(chosen) not in claimed:
            return action
        others = [
            legal
            for legal in view.legal
            if (legal.kind, legal.piece, legal.facing) == (chosen.kind, chosen.piece, chosen.facing)
            and _section(legal) not in claimed
        ]
        return others[0].action if others else action


def _entry(view: View[BoardView], action: int) -> Legal:
    return next(legal for legal in view.legal if legal.action == action)


def _section(legal: Legal) -> str:
    return legal.places[-1].partition(".")[2]


BOT_CALLS = BotCalls()
