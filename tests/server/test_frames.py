"""Frames on the short way are those that `websockets` makes and reads."""

from __future__ import annotations

import os

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from dogfight.server.frames import are_whole, framed, lone_text

SIZES = (0, 1, 125, 126, 127, 300, 65535, 65536, 70000)


def sent_by_a_client(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def test_texts_are_framed_as_a_client_expects_them() -> None:
    texts = [os.urandom(size).hex()[:size].encode() for size in SIZES]
    reader = StreamReader()
    reader.feed_data(framed(texts))
    for text in texts:
        parsing = Frame.parse(reader.read_exact, mask=False)
        with pytest.raises(StopIteration) as done:
            next(parsing)
        frame = done.value.value
        assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, text)


@pytest.mark.parametrize("text", ["", "a", "ä" * 62, "x" * 125])
def test_one_short_text_is_read(text: str) -> None:
    assert lone_text(sent_by_a_client(Opcode.TEXT, text.encode())) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        sent_by_a_client(Opcode.TEXT, b"x" * 126),
        sent_by_a_client(Opcode.TEXT, b"half")[:-1],
        sent_by_a_client(Opcode.TEXT, b"one") + sent_by_a_client(Opcode.TEXT, b"two"),
        sent_by_a_client(Opcode.TEXT, b"begun", fin=False),
        sent_by_a_client(Opcode.CONT, b"ended"),
        sent_by_a_client(Opcode.BINARY, b"bytes"),
        sent_by_a_client(Opcode.PING, b"there?"),
        sent_by_a_client(Opcode.CLOSE, b"\x03\xe8"),
        sent_by_a_client(Opcode.TEXT, b"\xff\xfe"),
        Frame(Opcode.TEXT, b"without a mask").serialize(mask=False),
        b"\xc1" + sent_by_a_client(Opcode.TEXT, b"packed")[1:],
    ],
)
def test_everything_else_takes_the_long_way(data: bytes) -> None:
    assert lone_text(data) is None


def test_it_is_known_whether_frames_are_whole() -> None:
    frames = b"".join(sent_by_a_client(Opcode.TEXT, b"x" * size) for size in SIZES[:6])
    ends = {0}
    for size in SIZES[:6]:
        ends.add(max(ends) + len(sent_by_a_client(Opcode.TEXT, b"x" * size)))
    assert {cut for cut in range(len(frames) + 1) if are_whole(frames[:cut])} == ends
    assert are_whole(sent_by_a_client(Opcode.BINARY, b"x" * 70000))
