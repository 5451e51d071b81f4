"""Environments for learners: PettingZoo and Gymnasium (the extra `envs`), OpenSpiel (`openspiel`),
and batches.

Importing this package makes the ids of Gymnasium known, such as `dogfight/Goofspiel-v1`, where
Gymnasium is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame

if TYPE_CHECKING:
    from dogfight.bots.hints import CanEstimate
    from dogfight.envs.batches import Games
    from dogfight.envs.best_response import Exact
    from dogfight.envs.gymnasium_env import OneSeat, Opponents
    from dogfight.envs.pettingzoo_env import AtOnce, InTurns

__all__ = ["batch", "exact", "gymnasium", "openspiel", "parallel", "pettingzoo"]


def pettingzoo(
    name: str | AnyGame,
    options: Mapping[str, object] | None = None,
    *,
    render_mode: str | None = None,
    viewer: str | int | None = None,
) -> InTurns:
    """PettingZoo's AEC: one agent after the other; who seals a choice later is not shown what was
    sealed before.

    `viewer` is the seat whose knowledge `render` shows; without one it shows what everybody may
    know.
    """
    made: InTurns = _module("pettingzoo").InTurns(
        name, options, render_mode=render_mode, viewer=viewer
    )
    return made


def parallel(
    name: str | AnyGame,
    options: Mapping[str, object] | None = None,
    *,
    render_mode: str | None = None,
    viewer: str | int | None = None,
) -> AtOnce:
    """PettingZoo's Parallel: a Commit is one step of all; at a choice in the open only its
    seat's action counts.
    """
    made: AtOnce = _module("pettingzoo").AtOnce(
        name, options, render_mode=render_mode, viewer=viewer
    )
    return made


def gymnasium(
    name: str | AnyGame,
    seat: str | int = 0,
    opponents: Opponents = "random",
    options: Mapping[str, object] | None = None,
    *,
    illegal: Literal["lose", "error"] = "lose",
    render_mode: str | None = None,
) -> OneSeat:
    """Gymnasium: one seat, by name or number, against bots: one for all, a list in the order of
    seats, or by name.

    An id that the mask forbids loses the game, or is refused where `illegal` is `error`.
    """
    made: OneSeat = _module("gymnasium").OneSeat(
        name, seat, opponents, options, illegal=illegal, render_mode=render_mode
    )
    return made


def openspiel(
    name: str,
    options: Mapping[str, object] | None = None,
    *,
    position: str | None = None,
    turn_based: bool = False,
) -> Any:
    """A game of OpenSpiel with explicit chance, from its start or from a position in notation.

    Secret choices are simultaneous, or `turn_based`: asked for one after the other, each without
    knowing the others.
    """
    return _module("openspiel").game(name, options, position, turn_based)


def exact(name: str, position: str, bot: str | CanEstimate) -> Exact:
    """What a bot that states its strategy can be exploited for from a small position on,
    exactly, by OpenSpiel.
    """
    result: Exact = _module("exact").exactly(name, position, bot)
    return result


def batch(
    name: str | AnyGame,
    n: int,
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 0,
    dtype: Literal["float32", "uint8"] = "float32",
) -> Games:
    """Many games of one kind at once in NumPy arrays, stepped in one compiled call; needs no
    extra.
    """
    from dogfight.envs import batches

    return batches.batch(name, n, options, seed=seed, dtype=dtype)


_MODULES = {
    "pettingzoo": ("dogfight.envs.pettingzoo_env", "pettingzoo", "envs"),
    "gymnasium": ("dogfight.envs.gymnasium_env", "gymnasium", "envs"),
    "exact": ("dogfight.envs.best_response", "pyspiel", "openspiel"),
    "openspiel": ("dogfight.envs.openspiel_game", "pyspiel", "openspiel"),
}
"""The module behind every function, the package it needs, and the extra that brings it."""


def _module(name: str) -> Any:
    module, package, extra = _MODULES[name]
    if find_spec(package) is None:
        raise BadOption(
            f"expected the package {package}, which the extra {extra} brings: pip install"
            f" 'dogfight[{extra}]'"
        )
    return import_module(module)


if find_spec("gymnasium") is not None:
    from dogfight.envs.ids import register_ids

    register_ids()
