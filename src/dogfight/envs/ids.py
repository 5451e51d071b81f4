"""The ids of Gymnasium: for every game, such as `dogfight/Goofspiel-v1`, and its short variants."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from gymnasium.envs.registration import register, registry

from dogfight.core.errors import DogfightError
from dogfight.core.registry import load, manifest_of, names
from dogfight.encoding.capabilities import HasFeatures
from dogfight.envs.versions import env_version

_NOT_IN_AN_ID = re.compile(r"[^\w\s]|_")


def gymnasium_id(name: str, variant: str = "") -> str:
    """The id of a game, or of a short variant of it, with the version of its spaces."""
    return f"dogfight/{camel(load(name).title) or name}{variant}-v{env_version(name)}"


def camel(title: str) -> str:
    """A title as one word of letters and digits: `JawsVsPaws`, `LiarsDice` for Liar's Dice."""
    words = _NOT_IN_AN_ID.sub("", title).split()
    return "".join(word[:1].upper() + word[1:] for word in words)


def register_ids() -> None:
    """Make the ids of all games known that have features; the rest of the arguments are those of
    `envs.gymnasium`.

    A game from elsewhere that cannot be loaded keeps nobody from the others.
    """
    for name in names():
        with suppress(DogfightError):
            if isinstance(load(name), HasFeatures):
                _register(name, "", {})
                for variant, options in manifest_of(name).variants.items():
                    _register(name, variant, {"options": dict(options)})
                for variant, position in manifest_of(name).positions.items():
                    _register(name, variant, {"position": position})


def _register(name: str, variant: str, named: dict[str, Any]) -> None:
    id = gymnasium_id(name, variant)
    if id not in registry:
        register(
            id,
            entry_point="dogfight.envs.gymnasium_env:OneSeat",
            kwargs={"name": name, **named},
            order_enforce=False,
        )
