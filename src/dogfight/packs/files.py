"""Packs as folders and as single .zip files: read within bounds, written the same every time."""

from __future__ import annotations

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from dogfight.packs.pack import (
    FILE_NAME,
    HEAD,
    MOST_ARCHIVE_BYTES,
    MOST_BYTES,
    MOST_FILES,
    MOST_PICTURE_BYTES,
    Pack,
    info_text,
    make_pack,
    refuse,
)

_MOST_UNPACKED = MOST_BYTES + MOST_PICTURE_BYTES
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time that every file of an archive bears, so that equal packs are equal bytes."""
_MODE = (stat.S_IFREG | 0o644) << 16
_ADDED_BY_SYSTEMS = ("__MACOSX", "Thumbs.db", "desktop.ini")
_DEEPEST_FOLDER = 3
"""A folder around the pack, the game's folder, and a file."""
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, OSError),
)
"""What reading a damaged or hostile archive may raise."""


def read_pack(path: Path) -> Pack:
    """A pack from a folder or a .zip file."""
    if path.is_dir():
        return make_pack(_folder_files(path), str(path))
    try:
        with path.open("rb") as file:
            body = file.read(MOST_ARCHIVE_BYTES + 1)
    except OSError as error:
        refuse(str(path), "a pack, a folder or a .zip file", (error.strerror or "").lower())
    return pack_of_bytes(body, str(path))


def is_pack(path: Path) -> bool:
    """Whether a path means a pack rather than a plain folder of data files."""
    return path.is_file() or (path / HEAD).is_file()


def pack_of_bytes(body: bytes, source: str) -> Pack:
    """A pack from a .zip file; `source` names it in errors."""
    if len(body) > MOST_ARCHIVE_BYTES:
        refuse(source, f"at most {MOST_ARCHIVE_BYTES} bytes", len(body))
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            files = _archive_files(archive, source)
    except zipfile.BadZipFile as error:
        refuse(source, "a .zip file with a pack", str(error))
    return make_pack(_without_outer(files), source)


def _archive_files(archive: zipfile.ZipFile, source: str) -> dict[str, bytes]:
    entries = [entry for entry in archive.infolist() if not _is_added(entry.filename)]
    _check_count(sum(not entry.is_dir() for entry in entries), source)
    declared = sum(entry.file_size for entry in entries)
    if declared > _MOST_UNPACKED:
        refuse(source, f"at most {_MOST_UNPACKED} bytes unpacked", declared)
    files: dict[str, bytes] = {}
    room = _MOST_UNPACKED
    for entry in entries:
        place = f"{source}/{entry.filename[:80]}"
        _check_path(entry.filename.removesuffix("/"), place)
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            refuse(place, "a plain file, for packs have no links", stat.filemode(kind))
        if entry.is_dir():
            continue
        if entry.filename in files:
            refuse(place, "every file once", "two of this name")
        files[entry.filename] = _unpacked(archive, entry, place, room)
        room -= len(files[entry.filename])
    return files


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, place: str, room: int) -> bytes:
    """A file of an archive, whatever size it claims to have."""
    if entry.flag_bits & 1:
        refuse(place, "a file without a password", "an encrypted one")
    try:
        with archive.open(entry) as file:
            body = file.read(room + 1)
    except _UNREADABLE as error:
        refuse(place, "a file that can be unpacked", str(error) or type(error).__name__)
    if len(body) > room:
        refuse(place, f"at most {_MOST_UNPACKED} bytes unpacked", "more")
    return body


def _without_outer(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of an archive that holds the folder of a pack, not only what is in it."""
    outer = {path.partition("/")[0] for path in files}
    if HEAD in files or len(outer) != 1:
        return files
    [folder] = outer
    return {path.removeprefix(f"{folder}/"): body for path, body in files.items()}


def _folder_files(folder: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    room = _MOST_UNPACKED
    for path in _walk(folder, folder):
        name = path.relative_to(folder).as_posix()
        _check_path(name, str(path))
        _check_count(len(files) + 1, str(folder))
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            files[name] = file.read(room + 1)
        room -= len(files[name])
        if room < 0:
            refuse(str(folder), f"at most {_MOST_UNPACKED} bytes", "more")
    return files


def _walk(folder: Path, top: Path) -> Iterator[Path]:
    """The plain files of a folder; anything else is refused, and nothing deeper is read."""
    for path in sorted(folder.iterdir()):
        if _is_added(path.relative_to(top).as_posix()):
            continue
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            _check_path(path.relative_to(top).as_posix(), str(path))
            yield from _walk(path, top)
        elif stat.S_ISREG(mode):
            yield path
        else:
            refuse(str(path), "a plain file, for packs have no links", stat.filemode(mode))


def _is_added(path: str) -> bool:
    """Whether a system has put a file there, as some do into every folder and archive."""
    parts = path.removesuffix("/").split("/")
    return parts[0] in _ADDED_BY_SYSTEMS or parts[-1] == ".DS_Store" or ".git" in parts[:1]


def _check_count(count: int, source: str) -> None:
    if count > MOST_FILES:
        refuse(source, f"at most {MOST_FILES} files", count)


def _check_path(path: str, place: str) -> None:
    """Refuse a path that leads out of the pack, lies too deep or has strange characters."""
    parts = path.split("/")
    if len(parts) > _DEEPEST_FOLDER:
        refuse(place, f"at most {_DEEPEST_FOLDER - 1} folders deep", path[:200])
    if not all(FILE_NAME.fullmatch(part) for part in parts):
        refuse(place, "names of letters, digits, _, - and ., up to 64 characters each", path[:200])


def pack_bytes(pack: Pack) -> bytes:
    """A pack as one .zip file: the same bytes for the same pack, on every machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, body in _files_of(pack).items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system, entry.external_attr = 3, _MODE
            archive.writestr(entry, body)
    return buffer.getvalue()


def write_folder(pack: Pack, folder: Path) -> None:
    """Write a pack into a folder."""
    for name, body in _files_of(pack).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)


def _files_of(pack: Pack) -> dict[str, bytes]:
    """The files of a pack by their paths, `pack.toml` first."""
    files = {HEAD: info_text(pack.info).encode()}
    if pack.picture:
        files[pack.info.picture] = pack.picture
    for name, text in sorted((pack.texts | pack.data).items()):
        files[name] = text.encode()
    return files
