"""Frames of a WebSocket, for the short way: one whole text in, some whole texts out, and no extension ever.

What is fragmented, a question for a pong, the end or an error takes the long way through `websockets`.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

_TEXT = 0x81
_MASKED = 0x80
_LONG, _LONGER = 126, 127
"""Instead of a length: two or eight bytes with it follow."""
_HEAD = 6
"""The bytes before a short text of a client: two, and the four of its mask."""


def framed(texts: Sequence[bytes]) -> bytes:
    """Some texts as they are sent, each in a frame."""
    parts: list[bytes] = []
    for text in texts:
        size = len(text)
        if size < _LONG:
            parts.append(bytes((_TEXT, size)))
        elif size < 1 << 16:
            parts.append(bytes((_TEXT, _LONG, size >> 8, size & 0xFF)))
        else:
            parts.append(bytes((_TEXT, _LONGER)) + size.to_bytes(8, "big"))
        parts.append(text)
    return b"".join(parts)


def lone_text(data: bytes) -> str | None:
    """The text that a client sent, if the data are one frame with a short text and nothing else."""
    if len(data) < _HEAD or data[0] != _TEXT:
        return None
    size = len(data) - _HEAD
    if size >= _LONG or data[1] != _MASKED | size:
        return None
    try:
        return apply_mask(data[_HEAD:], data[2:_HEAD]).decode()
    except UnicodeDecodeError:
        return None


def are_whole(data: bytes) -> bool:
    """Whether data of a client that begin with a frame also end with one."""
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at + 1 : at + 2], "big") & ~_MASKED
        more = {_LONG: 2, _LONGER: 8}.get(size, 0)
        if more:
            size = int.from_bytes(data[at + 2 : at + 2 + more], "big")
        at += _HEAD + more + size
    return at == len(data)
