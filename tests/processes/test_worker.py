"""Both workers reply, report errors in one line, and end a process that hangs, dies or is
cancelled.
"""

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dogfight.processes.child import WorkerSpec
from dogfight.processes.worker import AsyncWorker, Cancelled, Worker, WorkerFailed, WorkerGone

HERE = Path(__file__).parent
LONG = bytes(1 << 20)
ECHO = WorkerSpec("echo:echo")
UNFIT = WorkerSpec("echo:echo", b"unfit")


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = (str(HERE), os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))


@contextmanager
def started(spec: WorkerSpec) -> Iterator[Worker]:
    worker = Worker(spec)
    try:
        yield worker
    finally:
        worker.stop()


def children() -> set[int]:
    """The children of this process, those that nobody has waited for included."""
    tasks = Path("/proc/self/task").iterdir()
    return {int(pid) for task in tasks for pid in (task / "children").read_text().split()}


def test_worker_replies_to_requests_of_any_bytes() -> None:
    with started(ECHO) as worker:
        assert [worker.ask(request) for request in (b"", b"a\nb", LONG)] == [b"", b"a\nb", LONG]


def test_worker_error_is_one_line_and_process_continues() -> None:
    with started(ECHO) as worker:
        with pytest.raises(WorkerFailed, match=r"^ValueError: two lines$"):
            worker.ask(b"raise")
        assert worker.ask(b"next") == b"next"


def test_worker_that_cannot_start_says_why() -> None:
    with started(UNFIT) as worker, pytest.raises(WorkerFailed, match="ValueError: planted"):
        worker.start()


@pytest.mark.parametrize(("request_", "error"), [(b"exit", WorkerGone), (b"sleep", TimeoutError)])
def test_worker_process_is_replaced_after_an_error(request_: bytes, error: type[Exception]) -> None:
    before = children()
    with started(ECHO) as worker:
        with pytest.raises(error):
            worker.ask(request_, timeout=0.3)
        assert children() == before
        assert worker.ask(b"next") == b"next"
    assert children() == before


def test_cancelled_request_ends_its_process() -> None:
    before, cancelled = children(), threading.Event()
    with started(ECHO) as worker:
        worker.start()
        cancelled.set()
        with pytest.raises(Cancelled):
            worker.ask(b"sleep", cancelled=cancelled)
        assert children() == before


async def test_async_worker_replies_and_reports_errors() -> None:
    worker = AsyncWorker(ECHO)
    try:
        assert await worker.ask(LONG, 10) == LONG
        with pytest.raises(WorkerFailed, match=r"^ValueError: two lines$"):
            await worker.ask(b"raise", 10)
        with pytest.raises(TimeoutError):
            await worker.ask(b"sleep", 0.3)
        with pytest.raises(WorkerGone):
            await worker.ask(b"exit", 10)
        assert await worker.ask(b"next", 10) == b"next"
    finally:
        await worker.stop()
    with pytest.raises(WorkerFailed, match="ValueError: planted"):
        await AsyncWorker(UNFIT).ask(b"", 10)


async def test_async_worker_stopped_while_starting_fails_request() -> None:
    worker = AsyncWorker(ECHO)
    asked = asyncio.ensure_future(worker.ask(b"next", 10))
    await asyncio.sleep(0)
    await worker.stop()
    with pytest.raises(WorkerGone):
        await asked
