"""Codes of tables: a bird and four signs that cannot be mistaken for one another, such as
LARK-7K2M.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from dogfight.server.settings import SystemSources

_BIRD_WORDS = """
AUK BITTERN BUZZARD CRANE CROW CURLEW DOVE DUNLIN EAGLE EGRET FALCON FINCH GANNET GOOSE GREBE GULL
HARRIER HAWK HERON HOBBY IBIS JAY KESTREL KITE KNOT LARK LINNET MAGPIE MARTIN MERLIN OSPREY OWL
PETREL PLOVER PUFFIN RAIL RAVEN ROBIN ROOK SHRIKE SKUA SNIPE SPARROW STARLING STORK SWAN SWIFT TEAL
TERN THRUSH WAGTAIL WARBLER WIGEON WREN
"""
_BIRDS = _BIRD_WORDS.split()
_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE = re.compile(rf"[A-Z]{{3,8}}-[{_SIGNS}]{{4}}")
_SIGNS_ONLY = re.compile(rf"[{_SIGNS}]{{4}}")
_KEY_SIGNS = 8
_LETTERS = str.maketrans("01", "OI")


def new_code(sources: SystemSources) -> str:
    """A code that is hard to guess and easy to read out."""
    number, bird = divmod(int.from_bytes(sources.entropy(8), "big"), len(_BIRDS))
    return f"{_BIRDS[bird]}-{_signs(number, 4)}"


def read_code(text: str) -> str | None:
    """A code as it was typed; None if it cannot be one.

    Birds have letters only, so a 0 or 1 among them is an O or I, and no other code can be meant.
    """
    bird, dash, signs = text.strip().upper().rpartition("-")
    code = f"{bird.translate(_LETTERS)}{dash}{signs}"
    return code if _CODE.fullmatch(code) else None


def no_table(text: str) -> str:
    """The message for a code that no table has: what is wrong with it, and what was probably
    meant.
    """
    typed = text.strip()[:40]
    words = f"No table {typed}."
    bird, _, signs = typed.upper().rpartition("-")
    bird = bird.translate(_LETTERS)
    if not _SIGNS_ONLY.fullmatch(signs) or not bird:
        return (
            f"{words} Codes look like LARK-7K2M; the four signs after the hyphen are never 0, 1, I"
            " or O."
        )
    near = get_close_matches(bird, _BIRDS, n=1) if bird not in _BIRDS else []
    return f"{words} Did you mean {near[0]}-{signs}?" if near else words


def new_key(sources: SystemSources) -> str:
    """What a renewed link carries beside the code: hard to guess, easy to read out."""
    return _signs(int.from_bytes(sources.entropy(8), "big"), _KEY_SIGNS)


def _signs(number: int, count: int) -> str:
    """The last digits of a number, written in signs."""
    text = ""
    for _ in range(count):
        number, sign = divmod(number, len(_SIGNS))
        text += _SIGNS[sign]
    return text
