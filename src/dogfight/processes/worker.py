"""A worker process as its parent sees it: `Worker` blocks its caller, `AsyncWorker` is awaited."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import struct
import subprocess
import tempfile
import threading
import time
from asyncio.subprocess import DEVNULL, PIPE, Process

import msgspec

from dogfight.processes.child import (
    DONE,
    LENGTH_BYTES,
    MAX_REPLY_BYTES,
    WorkerSpec,
    frame,
    read_frame,
)

POLL_SECONDS = 0.2
START_SECONDS = 30.0
NEVER = threading.Event()
"""The default of `cancelled`; nothing sets it."""


class Cancelled(Exception):
    """The caller no longer waits for the reply."""


class WorkerGone(Exception):
    """The process ended."""


class WorkerFailed(Exception):
    """The handler raised an error; the process goes on, unless it raised at the start."""


class Heartbeat:
    """Which activity a worker is in and since when, in a file that outlives its process."""

    _FORMAT = struct.Struct("<qd")
    IDLE = -1

    def __init__(self, path: str = "") -> None:
        """Open the file of a parent at `path`, or create one."""
        self._file = (
            open(path, "r+b", buffering=0)  # noqa: SIM115
            if path
            else tempfile.NamedTemporaryFile(prefix="dogfight-heartbeat-")  # noqa: SIM115
        )
        self.path = path or str(self._file.name)
        self.beat(self.IDLE)

    def beat(self, activity: int) -> None:
        """Write that an activity starts now."""
        os.pwrite(self._file.fileno(), self._FORMAT.pack(activity, time.monotonic()), 0)

    def activity(self) -> int:
        """Return the present activity, `IDLE` if there is none."""
        return self._read()[0]

    def seconds(self) -> float:
        """Return how long the present activity has taken; zero when idle."""
        activity, since = self._read()
        return 0.0 if activity == self.IDLE else time.monotonic() - since

    def close(self) -> None:
        self._file.close()

    def _read(self) -> tuple[int, float]:
        activity, since = self._FORMAT.unpack(os.pread(self._file.fileno(), self._FORMAT.size, 0))
        return activity, since


def _result(reply: bytes) -> bytes:
    """Return a reply without its mark."""
    if reply[:1] != DONE:
        raise WorkerFailed(reply[1:].decode())
    return reply[1:]


def _introduction(spec: WorkerSpec) -> bytes:
    return frame(msgspec.json.encode(spec))


class Worker:
    """A worker process that blocks its caller; it starts with its first request."""

    def __init__(self, spec: WorkerSpec, heartbeat: Heartbeat | None = None) -> None:
        self._spec = spec
        self._heartbeat = heartbeat
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, cancelled: threading.Event = NEVER) -> None:
        """Start the process unless it runs, and wait until it is ready."""
        if self._process is not None:
            return
        self._process = subprocess.Popen(
            self._spec.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # an interrupt reaches the parent alone
        )
        try:
            self._exchange(_introduction(self._spec), None, cancelled)
        except WorkerFailed:
            self.stop()
            raise

    def ask(
        self, request: bytes, timeout: float | None = None, cancelled: threading.Event = NEVER
    ) -> bytes:
        """Return the reply; `TimeoutError` when it takes too long.

        With a heartbeat the time is that of the present activity. After any error but
        `WorkerFailed` the process has ended, and the next request starts another.
        """
        self.start(cancelled)
        if self._heartbeat is not None:
            self._heartbeat.beat(Heartbeat.IDLE)
        return self._exchange(frame(request), timeout, cancelled)

    def _exchange(self, sent: bytes, timeout: float | None, cancelled: threading.Event) -> bytes:
        try:
            reply = self._reply(sent, timeout, cancelled)
        except BaseException:
            self.stop()
            raise
        return _result(reply)

    def _reply(self, sent: bytes, timeout: float | None, cancelled: threading.Event) -> bytes:
        process, began = self._process, time.monotonic()
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(sent)
            process.stdin.flush()
        except OSError:
            raise WorkerGone("the process ended") from None
        while not select.select([process.stdout], [], [], POLL_SECONDS)[0]:
            if cancelled.is_set():
                raise Cancelled
            if timeout is not None and self._seconds(began) > timeout:
                raise TimeoutError
        reply = read_frame(process.stdout)
        if reply is None:
            raise WorkerGone("the process ended")
        return reply

    def _seconds(self, began: float) -> float:
        if self._heartbeat is not None:
            return self._heartbeat.seconds()
        return time.monotonic() - began

    def stop(self) -> None:
        """End the process; the next request starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class AsyncWorker:
    """A worker process that is awaited; it has one request at a time.

    What it prints is discarded.
    """

    def __init__(self, spec: WorkerSpec) -> None:
        self._spec = spec
        self._starting: asyncio.Task[Process] | None = None

    def start(self) -> asyncio.Task[Process]:
        """Start the process unless it runs; the task ends when it is ready."""
        if self._starting is None:
            self._starting = asyncio.ensure_future(self._started())
        return self._starting

    async def ask(self, request: bytes, timeout: float | None) -> bytes:
        """Return the reply; after any error but `WorkerFailed` the process has ended."""
        try:
            starting = self.start()
            await asyncio.wait((starting,))
            if starting.cancelled():
                raise WorkerGone("the process was stopped")
            async with asyncio.timeout(timeout):
                reply = await _exchange(starting.result(), frame(request))
        except BaseException:
            await self.stop()
            raise
        return _result(reply)

    async def _started(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._spec.command(),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(START_SECONDS):
                _result(await _exchange(process, _introduction(self._spec)))
        except TimeoutError:
            await _end(process)
            raise WorkerGone(f"the process was not ready in {START_SECONDS:g} s") from None
        except BaseException:
            await _end(process)
            raise
        return process

    async def stop(self) -> None:
        """End the process; the next request starts another."""
        starting, self._starting = self._starting, None
        if starting is None:
            return
        starting.cancel()
        await asyncio.wait((starting,))
        if not starting.cancelled() and starting.exception() is None:
            await _end(starting.result())


async def _exchange(process: Process, sent: bytes) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(sent)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
        if length > MAX_REPLY_BYTES:
            raise WorkerGone(f"expected a reply of {MAX_REPLY_BYTES} bytes at most, got {length}")
        return await process.stdout.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        raise WorkerGone("the process ended") from None


async def _end(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
