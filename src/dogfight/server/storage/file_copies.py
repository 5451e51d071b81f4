"""Copies of a database file: taken beside a running server, and put in the place of a file no
server uses.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import apsw

from dogfight.server.storage.sqlite import FILE, fold, locked, read_file
from dogfight.server.storage.store import StorageFailed


def copy(source: Path, target: Path) -> None:
    """Copy a database as SQLite sees it, what is still in its write-ahead log included, down to
    the disk.
    """
    reader = read_file(source)
    try:
        target.touch(mode=0o600)
        reader.execute("VACUUM INTO ?", (str(target),))
        _sync(target)
        _sync(target.parent)
    except (apsw.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise StorageFailed(f"{source} cannot be copied to {target}: {error}") from None
    finally:
        reader.close()


async def restore(
    source: Path, folder: Path, force: bool, check: Callable[[Path], Awaitable[None]]
) -> None:
    """Put a copy in the place of the database; no server may be using the folder.

    The copy is made beside the old file, and what `check` finds wrong with it raises before
    anything is replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = locked(folder)
    target = folder / FILE
    fresh = target.with_suffix(".restored")
    try:
        if target.exists() and not force:
            raise StorageFailed(f"{target} exists; expected an empty folder, or --force")
        fresh.unlink(missing_ok=True)
        copy(source, fresh)
        await check(fresh)
        _settle(target)
        os.replace(fresh, target)
        _sync(folder)
    finally:
        for left in (fresh, *_beside(fresh)):
            left.unlink(missing_ok=True)
        lock.close()


def _settle(target: Path) -> None:
    """See to it that nothing beside a file that is about to be replaced is taken for a part of
    its successor.
    """
    if target.exists():
        with contextlib.suppress(apsw.Error):
            old = apsw.Connection(str(target))
            try:
                fold(old)
            finally:
                old.close()
    for left in _beside(target):
        left.unlink(missing_ok=True)


def _beside(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
