"""Shared by the tests of learning: the rules, and JAX on the CPU with one thread, which compiles
nothing twice.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)
sys.path.insert(0, str(Path(__file__).parent))

import jax
import pytest

import dogfight
from dogfight.games.biplanes.game import Biplanes


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What one process has compiled for JAX the others read from a folder that all of this run
    share.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    jax.config.update("jax_compilation_cache_dir", str(shared / "jax"))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)


@pytest.fixture(scope="session")
def game() -> Biplanes:
    loaded = dogfight.load("biplanes")
    assert isinstance(loaded, Biplanes)
    return loaded
