"""Packs that the tests of packs, servers and pages are about."""

from __future__ import annotations

import struct
import zlib

from dogfight.packs.files import pack_bytes
from dogfight.packs.pack import HEAD, Pack, make_pack

HEAD_TEXT = """\
name = "The Long Orchard"
author = "Ann"
version = "2"
game = "boots"
about = "A farm and two tanks."
"""
BATTLE = '''\
[battle]
name = "The Long Orchard"
setup = [1, 0]
first = 0
turns = 2
objectives = ["C2"]
control = { C2 = 1 }
victory = "Seat 0 wins at the end of turn 2 if it controls at least one objective."
else = "Seat 1 wins."

[map]
terrain = """
..F...
.b..bB
"""

[[side]]
seat = 0
name = "British"
morale = 4
units = { bri_rifle = 2 }
zones = { any = ["A1:B2"] }

[[side]]
seat = 1
name = "German"
morale = 4
units = { ger_rifle = 1 }
zones = { any = ["E1:F2"] }
'''


def png(width: int = 2, height: int = 2) -> bytes:
    """A grey picture; its size is what its head says."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0\x80\x80" * 2)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def orchard_files(**changed: bytes) -> dict[str, bytes]:
    """The files of a small battle with a picture."""
    files = {
        HEAD: (HEAD_TEXT + 'picture = "cover.png"\n').encode(),
        "boots/battle_long.toml": BATTLE.encode(),
        "cover.png": png(),
    }
    return files | changed


def orchard(name: str = "The Long Orchard", turns: int = 2) -> Pack:
    """A pack with a small battle of its own, `long`."""
    head = (HEAD_TEXT + 'picture = "cover.png"\n').replace("The Long Orchard", name)
    battle = BATTLE.replace("turns = 2", f"turns = {turns}").replace("turn 2", f"turn {turns}")
    files = {HEAD: head.encode(), "boots/battle_long.toml": battle.encode(), "cover.png": png()}
    return make_pack(files, "orchard")


def orchard_bytes(name: str = "The Long Orchard", turns: int = 2) -> bytes:
    return pack_bytes(orchard(name, turns))
