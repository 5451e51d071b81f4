"""Dogfights of Biplanes in the numbers of the twin that networks are trained on."""

from __future__ import annotations

from typing import Final

from dogfight.core.view import View
from dogfight.games.biplanes import state as rules
from dogfight.games.biplanes.ai.training import encoding
from dogfight.games.biplanes.ai.training.policy import Seen
from dogfight.games.biplanes.ai.training.tables import BOARDS, PLANES
from dogfight.games.biplanes.names import PHASES, read_commitment, read_kind
from dogfight.games.biplanes.tables import KIND_BITS
from dogfight.games.biplanes.tables import LOOP as LOOP_FACE
from dogfight.games.biplanes.view import BoardView, SideView

GAME: Final = "biplanes"
KNOWN: Final = {
    PHASES[rules.MULLIGAN]: encoding.MULLIGAN,
    PHASES[rules.PLAN]: encoding.PLAN,
    PHASES[rules.SHOW]: encoding.SHOW,
    PHASES[rules.ANSWER]: encoding.ANSWER,
    PHASES[rules.LOSE]: encoding.LOSE,
}
"""The phases that a network plays, by their words."""


def number_of(phase: int, action: int) -> int:
    """The number in the twin of an action of the rules."""
    if phase == rules.MULLIGAN:
        ends = {int(rules.DONE): encoding.KEEP, int(rules.NOTHING): encoding.NOTHING}
        return ends.get(action, encoding.ASIDE + action)
    return encoding.PUT_AWAY + action if phase == rules.LOSE else commitment_number(action)


def commitment_number(sealed: int) -> int:
    """[BD-4.2] [BD-4.4] The number in the twin of a tile and its face."""
    kind = sealed & KIND_BITS
    return int(encoding.LOOP + kind - encoding.THREE if sealed & LOOP_FACE else kind)


def seen_in(view: View[BoardView]) -> Seen:
    """What the view's seat knows, in the numbers of the twin."""
    board = view.board
    own, enemy = board.sides[view.seat], board.sides[1 - view.seat]
    spaces = [space.id for space in board.spaces]
    shown = board.phase == PHASES[rules.ANSWER] and own.plane == PLANES[encoding.WHITE]
    return Seen(
        board=BOARDS.index(board.board),
        phase=KNOWN[board.phase],
        round=board.round,
        turn=board.turn,
        owed=board.owed,
        asked=view.seat in view.waiting,
        plane=(PLANES.index(own.plane), PLANES.index(enemy.plane)),
        at=(spaces.index(own.at), spaces.index(enemy.at)),
        damage=(own.damage, enemy.damage),
        jammed=(own.jammed, enemy.jammed),
        last=(_last(own), _last(enemy)),
        hand=_kinds(own.hand),
        bag=_kinds(own.bag),
        unseen=(_kinds(own.unseen), _kinds(enemy.unseen)),
        hidden=(enemy.hand_size, enemy.bag_size, enemy.aside_size),
        shown=(
            commitment_number(read_commitment(enemy.commitment))
            if shown and enemy.commitment
            else -1
        ),
    )


def _last(side: SideView) -> int:
    return read_kind(side.last) if side.last else -1


def _kinds(words: tuple[str, ...] | None) -> list[int]:
    return [read_kind(word) for word in words or ()]
