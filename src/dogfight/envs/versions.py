"""The versions of the environments."""

from __future__ import annotations


def env_version(name: str) -> int:  # noqa: ARG001
    """The version of a game's environments."""
    return 1
