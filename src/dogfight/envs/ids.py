"""The ids of Gymnasium: one for every game, such as `dogfight/Goofspiel-v1`."""

from __future__ import annotations

from contextlib import suppress

from gymnasium.envs.registration import register, registry

from dogfight.core.capabilities import HasFeatures
from dogfight.core.errors import DogfightError
from dogfight.core.registry import load, names
from dogfight.envs.versions import env_version


def gymnasium_id(name: str) -> str:
    """The id of a game with the version of its spaces."""
    return f"dogfight/{camel(load(name).title)}-v{env_version(name)}"


def camel(title: str) -> str:
    """A title as one word: `JawsVsPaws`."""
    return "".join(word[:1].upper() + word[1:] for word in title.split())


def register_ids() -> None:
    """Make the ids of all games known that have features; the rest of the arguments are those of
    `envs.gymnasium`.

    A game from elsewhere that cannot be loaded keeps nobody from the others.
    """
    for name in names():
        with suppress(DogfightError):
            if isinstance(load(name), HasFeatures) and gymnasium_id(name) not in registry:
                entry = "dogfight.envs.gymnasium_env:OneSeat"
                register(
                    gymnasium_id(name),
                    entry_point=entry,
                    kwargs={"name": name},
                    order_enforce=False,
                )
