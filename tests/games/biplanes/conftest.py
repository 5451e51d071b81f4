"""Shared by the tests of this game."""

from __future__ import annotations

import pytest

import dogfight
from dogfight.games.biplanes.game import Biplanes


@pytest.fixture(scope="session")
def game() -> Biplanes:
    loaded = dogfight.load("biplanes")
    assert isinstance(loaded, Biplanes)
    return loaded
