"""Codes of tables: a bird and four signs that cannot be mistaken for one another, such as LARK-7K2M."""

from __future__ import annotations

import re

from dogfight.server.settings import World

_BIRD_WORDS = """
AUK BITTERN BUZZARD CRANE CROW CURLEW DOVE DUNLIN EAGLE EGRET FALCON FINCH GANNET GOOSE GREBE GULL
HARRIER HAWK HERON HOBBY IBIS JAY KESTREL KITE KNOT LARK LINNET MAGPIE MARTIN MERLIN OSPREY OWL PETREL
PLOVER PUFFIN RAIL RAVEN ROBIN ROOK SHRIKE SKUA SNIPE SPARROW STARLING STORK SWAN SWIFT TEAL TERN THRUSH
WAGTAIL WARBLER WIGEON WREN
"""
_BIRDS = _BIRD_WORDS.split()
_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE = re.compile(rf"[A-Z]{{3,8}}-[{_SIGNS}]{{4}}")


def new_code(world: World) -> str:
    """A code that is hard to guess and easy to read out."""
    number = int.from_bytes(world.entropy(8), "big")
    number, bird = divmod(number, len(_BIRDS))
    signs = ""
    for _ in range(4):
        number, sign = divmod(number, len(_SIGNS))
        signs += _SIGNS[sign]
    return f"{_BIRDS[bird]}-{signs}"


def read_code(text: str) -> str | None:
    """A code as somebody typed it; None if it cannot be one."""
    code = text.strip().upper()
    return code if _CODE.fullmatch(code) else None


def no_table(text: str) -> str:
    """What somebody is told who typed a code that no table has."""
    return f"No table {text[:40]}."
