"""Frames of a WebSocket, for the short way: one whole text in, some whole texts out, and no
extension ever.

What is fragmented, a question for a pong, the end or an error takes the long way through
`websockets`.
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


class FrameCounter:
    """Counts the frames that a client sends without reading what is in them."""

    __slots__ = ("_head", "_rest")

    def __init__(self) -> None:
        self._head = b""
        """The beginning of a frame whose length is not known yet."""
        self._rest = 0
        """How many bytes of the last frame are still to come."""

    @property
    def is_whole(self) -> bool:
        """Whether all that has come ends with a whole frame."""
        return not self._rest and not self._head

    def count(self, data: bytes, most: int) -> int:
        """Return how many frames begin in the next data; counting stops when there are more than
        `most`.
        """
        frames = 0 if not self._head else -1
        data = self._head + data
        self._head = b""
        at, end = self._rest, len(data)
        while at < end:
            frames += 1
            if frames > most:
                return frames
            size = _size_of_frame(data, at)
            if not size:
                self._head = data[at:]
                break
            at += size
        self._rest = max(0, at - end)
        return frames


def _size_of_frame(data: bytes, at: int) -> int:
    """Return the length of the frame that begins there, its head included; 0 if too little of it
    has come.
    """
    if len(data) < at + 2:
        return 0
    second = data[at + 1]
    size, head = second & ~_MASKED, 2 + (4 if second & _MASKED else 0)
    more = 0 if size < _LONG else 2 if size == _LONG else 8
    if more:
        if len(data) < at + 2 + more:
            return 0
        size = int.from_bytes(data[at + 2 : at + 2 + more], "big")
    return head + more + size
