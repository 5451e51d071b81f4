"""Shared by the tests of learning: the rules, and JAX on the CPU with one thread."""

import os
import sys
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
sys.path.insert(0, str(Path(__file__).parent))

import pytest

import dogfight
from dogfight.games.biplanes.game import Biplanes


@pytest.fixture(scope="session")
def game() -> Biplanes:
    loaded = dogfight.load("biplanes")
    assert isinstance(loaded, Biplanes)
    return loaded
