"""The versions of the environments: an id such as `dogfight/Goofspiel-v1` changes when a number
or an id does.
"""

from __future__ import annotations

from hashlib import sha256

from dogfight.core.errors import BadOption
from dogfight.core.options import as_words
from dogfight.core.registry import AnyGame, manifest_of
from dogfight.encoding.capabilities import HasFeatures

FIRST = 1


def env_version(name: str) -> int:
    """The version of a game's environments; a game without digests has the first."""
    return len(manifest_of(name).env_digests) or FIRST


def spaces_digest(game: AnyGame) -> str:
    """Stands for what every feature and every action id means, with all of the game's sample
    options.
    """
    if not isinstance(game, HasFeatures):
        raise BadOption(f"expected a game with features for learners; {game.name} has none")
    lines = [
        f"{as_words(options)}: {game.features(options).digest()}"
        f" {game.action_space(options).digest()}"
        for options in game.samples()
    ]
    return sha256("\n".join(lines).encode()).hexdigest()[:16]
