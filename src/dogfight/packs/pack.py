"""A pack in memory: what it says of itself, its data files and its picture."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, NoReturn

from dogfight.bulk.data_sets import DataSet
from dogfight.core.errors import BadData, shown
from dogfight.core.registry import manifest_of, names
from dogfight.core.text_safety import visible
from dogfight.datafiles.files import DataFile, StrictStruct

HEAD = "pack.toml"
"""The file that says what a pack is."""
TEXT_NAMES = ("README.md", "README.txt", "LICENSE", "LICENSE.txt")
"""Texts that may lie beside the data files."""
PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
MOST_BYTES = 512 * 1024
"""All files of a pack but its picture, unpacked."""
MOST_PICTURE_BYTES = 256 * 1024
MOST_PIXELS = 2048
"""A side of the picture."""
MOST_FILES = 64
MOST_ARCHIVE_BYTES = 1024 * 1024
"""A pack as one file."""
LONGEST_LINE = 4000
DEEPEST = 12
"""Tables and lists inside each other in a data file."""
FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_LENGTHS = {"name": 60, "author": 60, "version": 20, "about": 400}
_NEEDED = ("name", "author", "version")


class PackInfo(StrictStruct, frozen=True):
    """What a pack says of itself."""

    name: str
    author: str
    version: str
    game: str
    about: str = ""
    picture: str = ""
    """The name of its picture, a PNG or JPEG beside `pack.toml`."""


class BadPack(BadData):
    """A pack that is refused; the words name file, key, what was expected and what came."""


def refuse(place: str, expected: str, got: object) -> NoReturn:
    """Raise the error for a place of a pack: a file, or a file and a key."""
    raise BadPack(f"{place}: expected {expected}, got {shown(got)}")


@dataclass(frozen=True)
class Pack:
    """A pack whose files are of the right kind and size; whether a game can be played with them is
    found by `check_pack`.
    """

    info: PackInfo
    data: dict[str, str]
    """The texts of its data files by `GAME/FILE.toml`."""
    picture: bytes = b""
    texts: dict[str, str] = field(default_factory=dict)
    """Texts beside the data files: a licence, notes."""

    @cached_property
    def data_set(self) -> DataSet:
        """Its data files as a set that travels to other processes."""
        return DataSet(self.data)

    @property
    def picture_type(self) -> str:
        """The media type of its picture."""
        return PICTURES[PurePosixPath(self.info.picture).suffix.lower()]

    @property
    def file_name(self) -> str:
        """A name for the pack as one file."""
        words = re.sub(r"[^a-z0-9]+", "-", self.info.name.lower()).strip("-")
        version = re.sub(r"[^A-Za-z0-9.]+", "-", self.info.version).strip("-.")
        return f"{words or self.info.game}-{version or '1'}.zip"


def digest_of_bytes(body: bytes) -> str:
    """The digest of a pack as one file; equal packs have the same."""
    return hashlib.sha256(body).hexdigest()[:32]


def info_text(info: PackInfo) -> str:
    """`pack.toml` as it is written."""
    values = {name: getattr(info, name) for name in info.__struct_fields__}
    return "".join(f"{name} = {_quoted(text)}\n" for name, text in values.items() if text)


def _quoted(text: str) -> str:
    escapes = {"\\": "\\\\", '"': '\\"'}
    return '"' + "".join(escapes.get(letter, letter) for letter in text) + '"'


def make_pack(files: dict[str, bytes], source: str) -> Pack:
    """A pack from its files by their path; `BadPack` names the first that is not in order."""
    if HEAD not in files:
        refuse(source, f"a file {HEAD} that says what the pack is", ", ".join(files) or "nothing")
    head = DataFile(HEAD, _text(files[HEAD], f"{source}/{HEAD}"), f"{source}/{HEAD}")
    info = head.read(PackInfo)
    _check_info(head, info)
    data: dict[str, str] = {}
    texts: dict[str, str] = {}
    picture = b""
    for path in sorted(files):
        place = f"{source}/{path}"
        if path == HEAD:
            continue
        if path == info.picture:
            picture = _picture(files[path], place)
        elif path in TEXT_NAMES:
            texts[path] = _text(files[path], place)
        else:
            name = _data_name(path, place, info.game)
            if name in data:
                refuse(place, f"one file {name}", "two")
            data[name] = _text(files[path], place)
            _check_depth(DataFile(name, data[name], place).contents, place)
    if info.picture and not picture:
        raise head.fault("picture", "the name of a file beside pack.toml", info.picture)
    if not data:
        refuse(source, f"a data file of {info.game}", "none")
    return Pack(info, data, picture, texts)


def _check_info(head: DataFile, info: PackInfo) -> None:
    """Names are plain text on one line, so that no page, list or terminal is led astray."""
    if info.game not in names():
        raise head.fault("game", f"a game out of {', '.join(names())}", info.game)
    for key, most in _LENGTHS.items():
        text = getattr(info, key)
        least = 1 if key in _NEEDED else 0
        if not least <= len(text) <= most or text != visible(text):
            raise head.fault(key, f"{least} to {most} visible characters on one line", text)
    taken = {word.casefold() for name in names() for word in (name, manifest_of(name).title)}
    if info.name.casefold() in taken:
        raise head.fault("name", "a name that no built-in game has", info.name)
    if info.picture and (
        not FILE_NAME.fullmatch(info.picture)
        or PurePosixPath(info.picture).suffix.lower() not in PICTURES
    ):
        raise head.fault("picture", "the name of a .png or .jpg file", info.picture)


def _data_name(path: str, place: str, game: str) -> str:
    """Where a file of a pack lies in its data set."""
    folder, _, name = path.rpartition("/")
    if folder not in ("", game):
        refuse(place, f"a data file beside {HEAD} or in {game}/", path)
    if not name.endswith(".toml"):
        beside = ", ".join((HEAD, *TEXT_NAMES))
        refuse(place, f"a .toml file of {game}, {beside} or the picture that {HEAD} names", name)
    return f"{game}/{name}"


def _text(body: bytes, place: str) -> str:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        refuse(place, "text in UTF-8", body[:20])
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            refuse(
                f"{place}, line {number}", f"at most {LONGEST_LINE} characters in a line", len(line)
            )
    return text


def _check_depth(contents: object, place: str) -> None:
    """Refuse tables and lists that lie too deep inside each other."""
    level: list[Any] = [contents]
    for _ in range(DEEPEST):
        tables = [value.values() for value in level if isinstance(value, dict)]
        lists = [value for value in level if isinstance(value, list)]
        level = [item for values in (*tables, *lists) for item in values]
        if not level:
            return
    refuse(place, f"at most {DEEPEST} tables and lists inside each other", "more")


def _picture(body: bytes, place: str) -> bytes:
    """A picture that a browser can show without effort."""
    size = _png_size(body) or _jpeg_size(body)
    if size is None:
        refuse(place, "a PNG or JPEG picture", body[:8])
    if not all(1 <= side <= MOST_PIXELS for side in size):
        refuse(place, f"at most {MOST_PIXELS} by {MOST_PIXELS} pixels", f"{size[0]} by {size[1]}")
    return body


def _png_size(body: bytes) -> tuple[int, int] | None:
    if not body.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") or len(body) < 24:
        return None
    return int.from_bytes(body[16:20]), int.from_bytes(body[20:24])


def _jpeg_size(body: bytes) -> tuple[int, int] | None:
    """The size in the frame header, the first segment of the kinds 0xC0 to 0xCF that is one."""
    at = 2 if body.startswith(b"\xff\xd8\xff") else len(body)
    while at + 9 <= len(body) and body[at] == 0xFF:
        kind = body[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(body[at + 7 : at + 9]), int.from_bytes(body[at + 5 : at + 7])
        at += 2 + int.from_bytes(body[at + 2 : at + 4])
    return None
