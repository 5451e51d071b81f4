"""Chunks on a Ray cluster.

Ray begins a chunk again whose node has died; a chunk gives the same results anywhere.
"""

from __future__ import annotations

import socket
from collections.abc import Generator, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from dogfight.bulk.executors import chunk_failed
from dogfight.core.errors import BadOption, one_line
from dogfight.processes.child import Handler, WorkerSpec

HERE = "here"
RETRIES = 5
"""How often Ray begins a chunk again whose worker or node died."""
AHEAD = 2
"""Chunks under way for every processor of the cluster, so that none waits for the next."""
WAIT_SECONDS = 60.0
REACH_SECONDS = 10.0


@lru_cache(maxsize=4)
def _handler(spec: bytes) -> Handler:
    """Return the handler of this process; chunks with the same specification share it."""
    return msgspec.json.decode(spec, type=WorkerSpec).make_handler()


def do_chunk(spec: bytes, chunk: bytes) -> tuple[bool, bytes]:
    """One chunk on some node: whether it could be carried out, and what came of it or why not."""
    try:
        return True, _handler(spec)(chunk)
    except Exception as error:
        return False, one_line(error).encode()


def _check_reachable(address: str) -> None:
    """Ray tries for minutes to reach a cluster that is not there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=REACH_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise _no_cluster(address, error) from None


def _no_cluster(address: str, error: Exception) -> BadOption:
    return BadOption(
        f"--ray: expected the address of a Ray cluster, got {address!r}; {one_line(error)}"
    )


def _connected(address: str, jobs: int) -> Any:
    """The module `ray`, connected to a cluster; one that is started here ends with us."""
    try:
        import ray
    except ImportError:
        raise BadOption("--ray needs the extra: pip install 'dogfight[ray]'") from None
    if ray.is_initialized():
        return ray
    if address not in (HERE, "auto"):
        _check_reachable(address)
    quiet: dict[str, Any] = {
        "log_to_driver": False,
        "logging_level": "ERROR",
        "configure_logging": False,
    }
    try:
        if address == HERE:
            ray.init(num_cpus=jobs or None, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise _no_cluster(address, error) from None
    return ray


class RayCluster:
    """Spreads chunks over the nodes of a cluster."""

    def __init__(self, spec: WorkerSpec, address: str, jobs: int = 0) -> None:
        self._ray = _connected(address, jobs)
        self._spec = msgspec.json.encode(spec)
        self._do = self._ray.remote(max_retries=RETRIES)(do_chunk)

    def map_unordered(self, chunks: Iterable[bytes]) -> Generator[bytes, None, None]:
        waiting = iter(chunks)
        running: list[Any] = []
        try:
            while True:
                while len(running) < self._room() and (chunk := next(waiting, None)) is not None:
                    running.append(self._do.remote(self._spec, chunk))
                if not running:
                    return
                done, running = self._ray.wait(running, timeout=WAIT_SECONDS)
                for entry in done:
                    yield self._result(entry)
        finally:
            for item in running:
                self._ray.cancel(item)

    def _room(self) -> int:
        return AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _result(self, reference: Any) -> bytes:
        try:
            carried_out, answer = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            raise chunk_failed(one_line(error)) from None
        if not carried_out:
            raise chunk_failed(answer.decode())
        result: bytes = answer
        return result

    def close(self) -> None:
        self._ray.shutdown()
