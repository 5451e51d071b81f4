"""What a bot would do in a player's place, for players who ask: its preferred actions, from
their view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from dogfight.bots.estimates import ActionEstimate
from dogfight.bots.registry import make_bot
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.registry import AnyGame
from dogfight.core.view import Legal, View

MOST = 3
"""How many actions a hint names."""
ADVISER = "hard"
"""The bot that is asked where nobody says which."""


@runtime_checkable
class CanEstimate(Protocol):
    """A bot that can say what it thinks of the legal actions; it may leave plainly foolish ones
    out.
    """

    def opinions(self, view: View[Any]) -> list[ActionEstimate]: ...


def opinions(
    bot: str, seed: int, view: View[Any], game: AnyGame | None = None
) -> list[ActionEstimate]:
    """What the bot with this name thinks of the legal actions of a seat that is asked to choose."""
    if view.seat not in view.waiting or not view.legal:
        raise IllegalAction("nothing to hint now: this seat is not asked to choose")
    return adviser_called(bot, seed, game).opinions(view)


def adviser_called(bot: str, seed: int, game: AnyGame | None = None) -> CanEstimate:
    """The bot with this name; `BadOption` if it has no opinions."""
    adviser = make_bot(bot, seed, game)
    if not isinstance(adviser, CanEstimate):
        raise BadOption(f"expected a bot with opinions, such as {ADVISER}; got {bot!r}")
    return adviser


def best(action_estimates: Iterable[ActionEstimate], most: int = MOST) -> list[ActionEstimate]:
    """The preferred ones: those to be played most often first, then those worth most."""
    return sorted(
        action_estimates,
        key=lambda action_estimate: (-round(action_estimate.chance, 2), -action_estimate.value),
    )[:most]


def reason(entry: Legal, estimates: Sequence[ActionEstimate], rank: int) -> str:
    """Why an action is among the preferred ones, in one sentence, from the asking seat's view.

    What the action promises comes first, then how it compares with the others of `estimates`,
    which come best first.
    """
    return merit(entry) or _compared(estimates, rank)


def merit(entry: Legal) -> str:
    """What an action promises, or else whom it aims at and who aims at it, in a sentence; empty
    where there is nothing to say.
    """
    if entry.odds_text:
        return f"{entry.odds_text[0].upper()}{entry.odds_text[1:]}."
    own, foes = targets_and_threats(entry)
    if own:
        safe = f"{listed(foes)} can shoot back" if foes else "nobody aims at it"
        return f"It aims at {listed(own)}, and {safe}."
    if foes:
        return f"It keeps its distance: only {listed(foes)} aims at it."
    if entry.bears:
        return f"Its guns cover {listed(entry.bears)}."
    return ""


def targets_and_threats(entry: Legal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom the acting piece aims at after an action, and who aims at it."""
    own = dict.fromkeys(aim.at for aim in entry.aims if aim.by == entry.acting_piece)
    foes = dict.fromkeys(aim.by for aim in entry.aims if aim.by != entry.acting_piece)
    return tuple(own), tuple(foes)


def _compared(estimates: Sequence[ActionEstimate], rank: int) -> str:
    """How the action at this rank compares with those that follow it, or with the best."""
    now = estimates[rank]
    if _CERTAIN < now.chance < 1 - _CERTAIN:
        return "Mixed, so that nobody can guess it."
    rest = estimates[rank + 1 :]
    if rest and round(100 * (now.value - rest[0].value)) > 0:
        gap = round(100 * (now.value - rest[0].value))
        return f"Wins {gap} in 100 more than the next."
    if rank and round(100 * (estimates[0].value - now.value)) > 0:
        gap = round(100 * (estimates[0].value - now.value))
        return f"Wins {gap} in 100 fewer than the first."
    return "As good as the others."


def listed(names: Sequence[str]) -> str:
    """Names as people say them; many are cut short."""
    shown = [*names[:_FEW], *([f"{len(names) - _FEW} more"] if len(names) > _FEW else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


_FEW = 3
_CERTAIN = 0.05
