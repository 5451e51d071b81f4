"""Packs: what they hold, the same bytes every time, and every hostile pack refused in one line."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path

import pytest
from making import BATTLE, HEAD_TEXT, orchard, orchard_bytes, orchard_files, png

from dogfight.core.errors import BadData
from dogfight.packs.checking import check_pack
from dogfight.packs.files import pack_bytes, pack_of_bytes, read_pack, write_folder
from dogfight.packs.pack import (
    HEAD,
    MOST_ARCHIVE_BYTES,
    MOST_FILES,
    Pack,
    digest_of_bytes,
    info_text,
    make_pack,
)

BIG_MAP = "\n".join("." * 25 for _ in range(40))


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return buffer.getvalue()


def checked(files: dict[str, bytes]) -> Pack:
    pack = make_pack(files, "mine.zip")
    check_pack(pack, "mine.zip")
    return pack


def battle(text: str) -> dict[str, bytes]:
    return orchard_files(**{"boots/battle_long.toml": text.encode()})


def test_a_pack_is_played_with() -> None:
    game = check_pack(orchard(), "orchard")
    assert "long" in game.option_fields({})[0].choices
    assert orchard().data_set.load("boots").data_digest == game.data_digest


def test_a_folder_and_a_file_are_the_same_pack(tmp_path: Path) -> None:
    write_folder(orchard(), tmp_path / "pack")
    (tmp_path / "pack.zip").write_bytes(orchard_bytes())
    assert read_pack(tmp_path / "pack") == read_pack(tmp_path / "pack.zip") == orchard()


def test_equal_packs_are_equal_bytes_however_they_were_zipped() -> None:
    files = orchard_files()
    turned = dict(reversed(files.items()))
    flat = {name.removeprefix("boots/"): body for name, body in files.items()}
    wrapped = {f"My-Pack/{name}": body for name, body in files.items()}
    marked = files | {"__MACOSX/._cover.png": b"\0", ".DS_Store": b"\0"}
    bodies = {
        pack_bytes(pack_of_bytes(zipped(item), "a.zip"))
        for item in (files, turned, flat, wrapped, marked)
    }
    [body] = bodies
    assert pack_bytes(pack_of_bytes(body, "b.zip")) == body
    # Bytes that are shared: a change here changes the digest of every pack there is.
    assert digest_of_bytes(body) == "56da980c61dc39d2faa9f7cea824e194"


def test_what_a_pack_says_of_itself_survives_quotes() -> None:
    files = orchard_files()
    files[HEAD] = HEAD_TEXT.replace("Ann", 'A \\"B\\" \\\\ C').encode()
    del files["cover.png"]
    pack = make_pack(files, "a")
    assert pack.info.author == 'A "B" \\ C'
    assert make_pack(files | {HEAD: info_text(pack.info).encode()}, "a") == pack


def test_markup_in_names_is_text() -> None:
    files = orchard_files()
    files[HEAD] = files[HEAD].replace(b"The Long Orchard", b"<script>alert(1)</script>")
    assert checked(files).info.name == "<script>alert(1)</script>"


REFUSED: dict[str, tuple[dict[str, bytes], str]] = {
    "no head": (
        {"boots/battle_long.toml": BATTLE.encode()},
        "expected a file pack.toml",
    ),
    "no data": ({HEAD: HEAD_TEXT.encode()}, "expected a data file of boots, got 'none'"),
    "unknown game": (
        orchard_files(**{HEAD: HEAD_TEXT.replace("boots", "chess").encode()}),
        "mine.zip/pack.toml, line 4: game: expected a game out of",
    ),
    "unknown key": (
        orchard_files(**{HEAD: f"{HEAD_TEXT}code = 'x'\n".encode()}),
        "pack.toml, line 6: code: expected one of",
    ),
    "missing key": (
        orchard_files(**{HEAD: b'name = "A"\ngame = "boots"\nversion = "1"\n'}),
        "author: expected",
    ),
    "name of a game": (
        orchard_files(**{HEAD: HEAD_TEXT.replace("The Long Orchard", "COMBAT boots").encode()}),
        "pack.toml, line 1: name: expected a name that no built-in game has",
    ),
    "name that turns the direction": (
        orchard_files(**{HEAD: HEAD_TEXT.replace("Ann", "An\\u202En").encode()}),
        "pack.toml, line 2: author: expected 1 to 60 visible characters on one line",
    ),
    "long name": (
        orchard_files(**{HEAD: HEAD_TEXT.replace("Ann", "A" * 61).encode()}),
        "author: expected 1 to 60 visible",
    ),
    "picture that is none": (
        orchard_files(**{"cover.png": b"<svg onload='alert(1)'/>"}),
        "mine.zip/cover.png: expected a PNG or JPEG picture",
    ),
    "picture of a million pixels a side": (
        orchard_files(**{"cover.png": png(1_000_000, 2)}),
        "cover.png: expected at most 2048 by 2048 pixels, got '1000000 by 2'",
    ),
    "picture that is missing": (
        {name: body for name, body in orchard_files().items() if name != "cover.png"},
        "picture: expected the name of a file beside pack.toml",
    ),
    "picture elsewhere": (
        orchard_files(**{HEAD: f'{HEAD_TEXT}picture = "../x.png"\n'.encode()}),
        "picture: expected the name of a .png or .jpg file",
    ),
    "code": (
        orchard_files(**{"boots/plugin.py": b"import os"}),
        "mine.zip/boots/plugin.py: expected a .toml file of boots",
    ),
    "another game's files": (
        orchard_files(**{"paws/decks.toml": b""}),
        "mine.zip/paws/decks.toml: expected a data file beside pack.toml or in boots/",
    ),
    "a file that no game reads": (
        orchard_files(**{"boots/peices.toml": b""}),
        "did you mean pieces.toml?",
    ),
    "one file twice": (
        orchard_files(**{"battle_long.toml": BATTLE.encode()}),
        "expected one file boots/battle_long.toml, got 'two'",
    ),
    "a built-in battle": (
        orchard_files(**{"boots/battle_orchard.toml": BATTLE.encode()}),
        "boots/battle_orchard.toml: expected a name that no built-in file has",
    ),
    "no text": (
        orchard_files(**{"boots/battle_long.toml": b"\xff\xfe"}),
        "boots/battle_long.toml: expected text in UTF-8",
    ),
    "a long line": (
        battle(f"x = {'[' * 5000}"),
        "boots/battle_long.toml, line 1: expected at most 4000 characters in a line, got 5004",
    ),
    "deep nesting": (
        battle(f"x = {'[' * 200}{']' * 200}"),
        "boots/battle_long.toml: expected at most 12 tables and lists inside each other",
    ),
    "very deep nesting": (
        battle("x = " + "[\n" * 50_000),
        "expected TOML; less deep lists and tables",
    ),
    "a huge map": (
        battle(BATTLE.replace("..F...\n.b..bB", f"{BIG_MAP}\n{BIG_MAP}")),
        "mine.zip/boots/battle_long.toml: expected at most 500000 lines of sight on its map and"
        " those before it, got 1999000",
    ),
    "two large maps": (
        orchard_files(
            **{
                f"boots/battle_{name}.toml": BATTLE.replace("..F...\n.b..bB", BIG_MAP).encode()
                for name in "ab"
            }
        ),
        "boots/battle_b.toml: expected at most 500000 lines of sight",
    ),
    "a value that cannot be": (
        battle(BATTLE.replace("bri_rifle = 2", "bri_rifle = 99")),
        "boots/battle_long.toml, line 21: units: expected from 1 to 62 of bri_rifle, got 99",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_in_order_is_refused_in_one_line(name: str) -> None:
    files, words = REFUSED[name]
    with pytest.raises(BadData) as caught:
        checked(files)
    assert words in caught.value.message
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
    assert "/tmp" not in str(caught.value)


def linked(name: str, target: bytes, kind: int) -> bytes:
    buffer = io.BytesIO(zipped(orchard_files()))
    with zipfile.ZipFile(buffer, "a") as archive:
        entry = zipfile.ZipInfo(name)
        entry.create_system, entry.external_attr = 3, (kind | 0o777) << 16
        archive.writestr(entry, target)
    return buffer.getvalue()


def lying(size: int) -> bytes:
    """An archive whose large file claims to be small, in both places that say so."""
    body = zipped({HEAD: HEAD_TEXT.encode(), "boots/battle_long.toml": b"#" * 3_000_000})
    real = (3_000_000).to_bytes(4, "little")
    return body.replace(real, size.to_bytes(4, "little"))


def doubled() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(HEAD, HEAD_TEXT)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr(HEAD, HEAD_TEXT)
    return buffer.getvalue()


def encrypted() -> bytes:
    body = bytearray(zipped({HEAD: HEAD_TEXT.encode()}))
    body[6] |= 1
    body[body.index(b"PK\x01\x02") + 8] |= 1
    return bytes(body)


ARCHIVES = {
    "no archive": (lambda: b"PK\x03\x04 no", "expected a .zip file with a pack"),
    "empty": (lambda: b"", "expected a .zip file with a pack"),
    "cut off": (lambda: orchard_bytes()[:-30], "expected a .zip file with a pack"),
    "too long": (
        lambda: b"\0" * (MOST_ARCHIVE_BYTES + 1),
        f"expected at most {MOST_ARCHIVE_BYTES} bytes, got {MOST_ARCHIVE_BYTES + 1}",
    ),
    "a bomb": (
        lambda: zipped(orchard_files(**{"boots/battle_b.toml": b"#" * 50_000_000})),
        "expected at most 786432 bytes unpacked, got 5000",
    ),
    "a bomb that lies": (lambda: lying(100), "expected a file that can be unpacked"),
    "many files": (
        lambda: zipped({f"f{n}.toml": b"" for n in range(MOST_FILES + 1)}),
        f"expected at most {MOST_FILES} files, got {MOST_FILES + 1}",
    ),
    "a path that leads out": (
        lambda: zipped(orchard_files(**{"../battle_b.toml": b""})),
        "expected names of letters, digits, _, - and ., up to 64 characters each",
    ),
    "an absolute path": (
        lambda: zipped(orchard_files(**{"/etc/passwd": b""})),
        "expected names of letters",
    ),
    "a path with a backslash": (
        lambda: zipped(orchard_files(**{"..\\x.toml": b""})),
        "expected names of letters",
    ),
    "a deep path": (
        lambda: zipped(orchard_files(**{"a/b/c/d.toml": b""})),
        "expected at most 2 folders deep",
    ),
    "a link": (
        lambda: linked("boots/battle_b.toml", b"/etc/passwd", stat.S_IFLNK),
        "expected a plain file, for packs have no links",
    ),
    "a device": (
        lambda: linked("boots/battle_b.toml", b"", stat.S_IFCHR),
        "expected a plain file, for packs have no links",
    ),
    "one name twice": (doubled, "expected every file once"),
    "a password": (encrypted, "expected a file without a password"),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_hostile_archives_are_refused_in_one_line(name: str) -> None:
    make, words = ARCHIVES[name]
    with pytest.raises(BadData) as caught:
        pack_of_bytes(make(), "mine.zip")
    assert words in caught.value.message
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_any_damage_is_refused_or_does_no_harm() -> None:
    body = zipped(orchard_files())
    for at in range(0, len(body), 7):
        damaged = body[:at] + bytes([body[at] ^ 0x55]) + body[at + 1 :]
        try:
            pack_of_bytes(damaged, "mine.zip")
        except BadData as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("kind", ["file", "folder", "pipe"])
def test_folders_are_read_without_links(tmp_path: Path, kind: str) -> None:
    folder, secret = tmp_path / "pack", tmp_path / "secret.toml"
    write_folder(orchard(), folder)
    secret.write_text("x = 1")
    if kind == "pipe":
        os.mkfifo(folder / "boots" / "battle_b.toml")
    else:
        (folder / "boots" / "battle_b.toml").symlink_to(secret if kind == "file" else tmp_path)
    with pytest.raises(BadData, match="packs have no links"):
        read_pack(folder)


def test_folders_are_bounded(tmp_path: Path) -> None:
    write_folder(orchard(), tmp_path)
    (tmp_path / "boots" / "battle_b.toml").write_bytes(b"#" * 2_000_000)
    with pytest.raises(BadData, match="expected at most 786432 bytes"):
        read_pack(tmp_path)


@pytest.mark.parametrize("path", ["nothing.zip", "nothing"])
def test_what_is_not_there_is_said_so(tmp_path: Path, path: str) -> None:
    with pytest.raises(BadData, match=r"expected a pack, a folder or a \.zip file"):
        read_pack(tmp_path / path)
