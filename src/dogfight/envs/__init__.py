"""Environments for learners: PettingZoo and Gymnasium (the extra `envs`), OpenSpiel (`openspiel`),
and batches.

Games begin at their start, or in a `position` in notation, which has options of its own.

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
from dogfight.envs.figures import EnvFigures, figures, variants
from dogfight.envs.rewards import Reward, Shaping

if TYPE_CHECKING:
    from dogfight.bots.hints import CanEstimate
    from dogfight.envs.batches import Games
    from dogfight.envs.best_response import Exact
    from dogfight.envs.gymnasium_env import OneSeat, Opponents
    from dogfight.envs.observations import FlatName, FormName
    from dogfight.envs.pettingzoo_env import AtOnce, InTurns

__all__ = [
    "EnvFigures",
    "Shaping",
    "batch",
    "exact",
    "figures",
    "gymnasium",
    "openspiel",
    "parallel",
    "pettingzoo",
    "variants",
]


def pettingzoo(
    name: str | AnyGame,
    options: Mapping[str, object] | None = None,
    *,
    position: str | None = None,
    reward: Reward = "result",
    observation: FormName = "features",
    render_mode: str | None = None,
    viewer: str | int | None = None,
) -> InTurns:
    """PettingZoo's AEC: one agent after the other; who seals a choice later is not shown what was
    sealed before.

    `viewer` is the seat whose knowledge `render` shows; without one it shows what everybody may
    know.
    """
    made: InTurns = _module("pettingzoo").InTurns(
        name,
        options,
        position=position,
        reward=reward,
        observation=observation,
        render_mode=render_mode,
        viewer=viewer,
    )
    return made


def parallel(
    name: str | AnyGame,
    options: Mapping[str, object] | None = None,
    *,
    position: str | None = None,
    reward: Reward = "result",
    observation: FormName = "features",
    render_mode: str | None = None,
    viewer: str | int | None = None,
) -> AtOnce:
    """PettingZoo's Parallel: a Commit is one step of all; at a choice in the open only its
    seat's action counts.
    """
    made: AtOnce = _module("pettingzoo").AtOnce(
        name,
        options,
        position=position,
        reward=reward,
        observation=observation,
        render_mode=render_mode,
        viewer=viewer,
    )
    return made


def gymnasium(
    name: str | AnyGame,
    seat: str | int = 0,
    opponents: Opponents = "random",
    options: Mapping[str, object] | None = None,
    *,
    position: str | None = None,
    reward: Reward = "result",
    observation: FormName = "features",
    illegal: Literal["lose", "error"] = "lose",
    render_mode: str | None = None,
) -> OneSeat:
    """Gymnasium: one seat, by name or number, against bots: one for all, a list in the order of
    seats, or by name.

    An id that the mask forbids loses the game, or is refused where `illegal` is `error`.
    """
    made: OneSeat = _module("gymnasium").OneSeat(
        name,
        seat,
        opponents,
        options,
        position=position,
        reward=reward,
        observation=observation,
        illegal=illegal,
        render_mode=render_mode,
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


def exact(
    name: str,
    position: str,
    bot: str | CanEstimate,
    *,
    seeds: int = 8,
    options: Mapping[str, object] | None = None,
) -> Exact:
    """What a bot that states its strategy can be exploited for, exactly; needs no extra.

    The tree is walked from a small position on, or without one from the start of a game with these
    options. Of a bot by name the mean strategy of so many seeds is taken.
    """
    from dogfight.envs import best_response

    return best_response.exactly(name, position, bot, seeds=seeds, options=options)


def batch(
    name: str | AnyGame,
    n: int,
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 0,
    dtype: Literal["float32", "uint8"] = "float32",
    reward: Reward = "result",
    observation: FlatName = "features",
    position: str | None = None,
) -> Games:
    """Many games of one kind at once in NumPy arrays, stepped in one compiled call; needs no
    extra.
    """
    from dogfight.envs import batches

    return batches.batch(
        name,
        n,
        options,
        seed=seed,
        dtype=dtype,
        reward=reward,
        observation=observation,
        position=position,
    )


_MODULES = {
    "pettingzoo": ("dogfight.envs.pettingzoo_env", "pettingzoo", "envs"),
    "gymnasium": ("dogfight.envs.gymnasium_env", "gymnasium", "envs"),
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
