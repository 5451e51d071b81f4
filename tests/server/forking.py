"""Commands in processes of their own that start at once: they are forked by one that has imported
what they need.

A command takes a second or more of a core to import what it runs on, and the tests start hundreds.
What is forked here is a process like any other, with a number, an environment, outputs and an end
of its own.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import dogfight

NEEDED = (
    "dogfight.cli.app",
    *(
        f"dogfight.server.{name}"
        for name in ("app", "shutdown", "gc_tuning", "nodes.joining", "storage.copying")
    ),
    *(f"uvicorn.{name}.auto" for name in ("loops", "protocols.http", "protocols.websockets")),
)
"""What a server, and the verbs around it, import when they run."""
NUMBER = struct.Struct("i")
_lock = threading.Lock()


class Forked:
    """A module run as a program, with the doors of `subprocess.Popen` that the tests use."""

    def __init__(
        self,
        module: str,
        words: Sequence[str],
        env: Mapping[str, str],
        cwd: Path | None,
        stdout: int,
        stderr: int,
    ) -> None:
        self.words = [module, *words]
        self.returncode: int | None = None
        self._status, reported = os.pipe()
        try:
            request = json.dumps([module, list(words), dict(env), str(cwd or Path.cwd())]).encode()
            with _lock:
                parent = _parent(env.get("PYTHONPATH", ""))
                socket.send_fds(parent, [NUMBER.pack(len(request))], [stdout, stderr, reported])
                parent.sendall(request)
        finally:
            os.close(reported)
        self.pid = _read_number(self._status)

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            waiting = select.poll()
            waiting.register(self._status)
            if not waiting.poll(None if timeout is None else timeout * 1000):
                raise subprocess.TimeoutExpired(self.words, timeout or 0.0)
            self.returncode = _read_number(self._status)
            os.close(self._status)
        return self.returncode

    def send_signal(self, how: signal.Signals) -> None:
        """Send a signal, unless it has ended; it may do so just now."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)


def run(
    module: str, words: Sequence[str], env: Mapping[str, str], cwd: Path | None, seconds: float
) -> subprocess.CompletedProcess[str]:
    """Run it to its end, as `subprocess.run` does with captured outputs."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = Forked(module, words, env, cwd, out.fileno(), err.fileno())
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            raise
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(
            process.words, status, out.read().decode(), err.read().decode()
        )


def _read_number(file: int) -> int:
    result: tuple[int] = NUMBER.unpack(os.read(file, NUMBER.size))
    return result[0]


@cache
def _parent(path: str) -> socket.socket:
    """The way to the process that forks, for this path to modules; it ends when nobody holds
    this end any more.
    """
    ours, theirs = socket.socketpair()
    env = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    words = [sys.executable, "-P", __file__, str(theirs.fileno())]
    process = subprocess.Popen(
        words,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait(20)

    atexit.register(end)
    return ours


def _import_what_is_needed() -> None:
    for module in NEEDED:
        import_module(module)
    for name in dogfight.names():  # as every server does
        dogfight.load(name)
    gc.collect()
    gc.freeze()


def _fork_for(asking: socket.socket) -> tuple[str, list[str]]:
    """Fork a process for every request; in that process, and there alone, this returns, with
    what it has to run.
    """
    while True:
        head, files, _, _ = socket.recv_fds(asking, NUMBER.size, 3)
        if not head:
            raise SystemExit
        module, words, env, cwd = json.loads(_exactly(asking, NUMBER.unpack(head)[0]))
        stdout, stderr, reported = files
        if os.fork() == 0:
            asking.close()
            if (pid := os.fork()) == 0:
                os.dup2(stdout, 1)
                os.dup2(stderr, 2)
                _close(*files)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                os.environ.clear()
                os.environ.update(env)
                os.chdir(cwd)
                return module, words
            _close(stdout, stderr)
            os.write(reported, NUMBER.pack(pid))
            os.write(reported, NUMBER.pack(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
            os._exit(0)
        _close(*files)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass  # those that have ended


def _exactly(asking: socket.socket, size: int) -> bytes:
    result = b""
    while len(result) < size:
        result += asking.recv(size - len(result))
    return result


def _close(*files: int) -> None:
    for file in files:
        os.close(file)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends when the tests do
    _import_what_is_needed()
    module, words = _fork_for(socket.socket(fileno=int(sys.argv[1])))
    sys.argv = [module, *words]
    if module == "dogfight.cli.app":
        from dogfight.cli.app import main as command

        command()
    else:
        runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
