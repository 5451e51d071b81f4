"""The versions of the environments: an id such as `dogfight/Biplanes-v1` changes when a number or an id does."""

from __future__ import annotations

from hashlib import sha256

from dogfight.core.capabilities import Observable
from dogfight.core.errors import BadOption
from dogfight.core.options import as_words
from dogfight.core.registry import AnyGame

FIRST = 1
SPACES: dict[str, tuple[str, ...]] = {
    "biplanes": ("244e57855e357de3",),
    "boots": ("f0b7d3ab97c8129f",),
    "paws": ("4785dc552594defd", "ed3055017759a160"),
    "squadrons": ("fcc323d2a5bdf3f2",),
    "starfighters": ("e18fe4ac7553ce13",),
    "goofspiel": ("cd890c3242801467",),
}
"""For every game the digests of its spaces, one for each version. A change appends one; none is ever replaced."""


def env_version(name: str) -> int:
    """The version of a game's environments; a game from elsewhere has the first."""
    return len(SPACES[name]) if name in SPACES else FIRST


def spaces_digest(game: AnyGame) -> str:
    """Stands for what every feature and every action id means, with all of the game's sample options."""
    if not isinstance(game, Observable):
        raise BadOption(f"expected a game with features for learners; {game.name} has none")
    lines = [
        f"{as_words(options)}: {game.features(options).digest()} {game.action_space(options).digest()}"
        for options in game.samples()
    ]
    return sha256("\n".join(lines).encode()).hexdigest()[:16]
