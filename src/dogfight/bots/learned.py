"""The bot that has learned: a network's mixed strategy in every Biplanes dogfight, exact in the last round.

NumPy takes a while to load, so this module is imported when such a bot is first made.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# One position is thought about at a time; threads would only take memory that a bot's process does not have.

import dogfight
from dogfight.bots.opinion import Opinion, OpinionBot
from dogfight.bots.search import SearchBot
from dogfight.core.capabilities import Solver
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.games.biplanes import state as rules
from dogfight.games.biplanes.names import PHASES, read_commitment, read_kind
from dogfight.games.biplanes.tables import KIND_BITS
from dogfight.games.biplanes.tables import LOOP as LOOP_FACE
from dogfight.games.biplanes.view import Picture, SideView
from dogfight.learn import encoding
from dogfight.learn.policy import SHIPPED, Policy, Seen
from dogfight.learn.tables import BOARDS, PLANES

GAME: Final = "biplanes"
KNOWN: Final = {
    PHASES[rules.MULLIGAN]: encoding.MULLIGAN,
    PHASES[rules.PLAN]: encoding.PLAN,
    PHASES[rules.SHOW]: encoding.SHOW,
    PHASES[rules.ANSWER]: encoding.ANSWER,
    PHASES[rules.LOSE]: encoding.LOSE,
}
"""The phases that a network plays, by their words."""


class LearnedBot(OpinionBot):
    """Plays a network where it was trained for the game; elsewhere it searches for so many seconds.

    It mixes as the network says, and as best play says where the last round can be worked out. Of a network's actions
    all have the same value: what it expects of the position.
    """

    def __init__(self, seed: int, *, seconds: float, weights: Path = SHIPPED, game: AnyGame | None = None) -> None:
        super().__init__(seed, game)
        self.weights = weights
        self.policy = policy_of(weights)
        self.search = SearchBot(seed, seconds=seconds, game=game)

    def choose(self, view: View[Any]) -> int:
        """An action drawn from the mixed strategy."""
        return super().choose(view) if self.has_learned(view) else self.search.choose(view)

    def opinions(self, view: View[Any]) -> list[Opinion]:
        """What it thinks of every legal action."""
        if not self.has_learned(view):
            return self.search.opinions(view)
        game = self.game_of(view)
        solution = game.solved(view) if isinstance(game, Solver) else None
        if solution is None:
            phase = PHASES.index(view.table.phase)
            numbers = [number_of(phase, one.action) for one in view.legal]
            chances, value = self.policy.think(seen_in(view), numbers)
            solution = [(chance, value) for chance in chances]
        return [
            Opinion(one.action, one.word, chance, value)
            for one, (chance, value) in zip(view.legal, solution, strict=True)
        ]

    def has_learned(self, view: View[Any]) -> bool:
        """Whether the network knows this: a dogfight with the printed parts, once the biplanes stand on the board."""
        if view.game != GAME or view.table.mode != "dogfight" or view.table.phase not in KNOWN:
            return False
        return self.game is None or self.game.data_digest == dogfight.load(GAME).data_digest


@cache
def policy_of(weights: Path) -> Policy:
    """A network from its file, read once."""
    try:
        return Policy(weights)
    except (OSError, ValueError) as error:
        raise BadOption(str(error)) from None


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


def seen_in(view: View[Picture]) -> Seen:
    """What the view's seat knows, in the numbers of the twin."""
    table = view.table
    own, enemy = table.sides[view.seat], table.sides[1 - view.seat]
    spaces = [space.id for space in table.spaces]
    shown = table.phase == PHASES[rules.ANSWER] and own.plane == PLANES[encoding.WHITE]
    return Seen(
        board=BOARDS.index(table.board),
        phase=KNOWN[table.phase],
        round=table.round,
        turn=table.turn,
        owed=table.owed,
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
        shown=commitment_number(read_commitment(enemy.commitment)) if shown and enemy.commitment else -1,
    )


def _last(side: SideView) -> int:
    return read_kind(side.last) if side.last else -1


def _kinds(words: tuple[str, ...] | None) -> list[int]:
    return [read_kind(word) for word in words or ()]
