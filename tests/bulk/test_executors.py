"""Chunks are worked on wherever there is room; one whose process dies is begun again, a fault is
told in a line.
"""

import os
from contextlib import closing
from pathlib import Path

import pytest

from dogfight.bulk.executors import Executor, ExecutorConfig
from dogfight.core.errors import BadOption
from dogfight.processes.child import WorkerSpec

HERE = Path(__file__)


def doubler(config: str = "") -> WorkerSpec:
    return WorkerSpec("doubler:doubler", config.encode())


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = (str(HERE.parent), os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    monkeypatch.syspath_prepend(str(HERE.parent))


def results(executor: Executor, *chunks: bytes) -> list[int]:
    return sorted(int(item) for item in executor.map_unordered(chunks))


@pytest.mark.parametrize("jobs", [1, 3])
def test_executor_returns_each_chunk_and_keeps_workers(jobs: int) -> None:
    with closing(ExecutorConfig(jobs).executor(doubler())) as executor:
        assert results(executor, b"1", b"2", b"3", b"4") == [2, 4, 6, 8]
        assert results(executor, b"5") == [10]


def test_a_chunk_whose_process_dies_is_begun_again(tmp_path: Path) -> None:
    with closing(ExecutorConfig(2).executor(doubler(f"3 {tmp_path / 'died'}"))) as executor:
        assert results(executor, *(str(n).encode() for n in range(6))) == [0, 2, 4, 6, 8, 10]
    assert (tmp_path / "died").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_executor_fault_is_raised_as_bad_option(jobs: int) -> None:
    with (
        closing(ExecutorConfig(jobs).executor(doubler())) as executor,
        pytest.raises(BadOption, match="expected a number, got bad"),
    ):
        results(executor, b"1", b"bad")


def test_leaving_early_ends_the_work() -> None:
    with closing(ExecutorConfig(2).executor(doubler())) as executor:
        chunks = executor.map_unordered(str(n).encode() for n in range(10_000))
        next(chunks)
        chunks.close()
