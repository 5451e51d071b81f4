"""Frames on the short way are those that `websockets` makes and reads."""

from __future__ import annotations

import os

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from dogfight.server.frames import FrameCounter, framed, lone_text

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


LONG_WAY = {
    "nothing": b"",
    "half a head": b"\x81",
    "a longer text": sent_by_a_client(Opcode.TEXT, b"x" * 126),
    "half a text": sent_by_a_client(Opcode.TEXT, b"half")[:-1],
    "two texts": sent_by_a_client(Opcode.TEXT, b"one") + sent_by_a_client(Opcode.TEXT, b"two"),
    "the first fragment": sent_by_a_client(Opcode.TEXT, b"begun", fin=False),
    "the last fragment": sent_by_a_client(Opcode.CONT, b"ended"),
    "bytes": sent_by_a_client(Opcode.BINARY, b"bytes"),
    "a ping": sent_by_a_client(Opcode.PING, b"there?"),
    "the end": sent_by_a_client(Opcode.CLOSE, b"\x03\xe8"),
    "no text": sent_by_a_client(Opcode.TEXT, b"\xff\xfe"),
    "no mask": Frame(Opcode.TEXT, b"without a mask").serialize(mask=False),
    "packed": b"\xc1" + sent_by_a_client(Opcode.TEXT, b"packed")[1:],
}


@pytest.mark.parametrize("what", LONG_WAY)
def test_unusual_frames_are_left_to_the_full_parser(what: str) -> None:
    assert lone_text(LONG_WAY[what]) is None


def whole(data: bytes) -> bool:
    counter = FrameCounter()
    counter.count(data, len(data))
    return counter.is_whole


def test_frame_boundaries_are_detected() -> None:
    frames = b"".join(sent_by_a_client(Opcode.TEXT, b"x" * size) for size in SIZES[:6])
    ends = {0}
    for size in SIZES[:6]:
        ends.add(max(ends) + len(sent_by_a_client(Opcode.TEXT, b"x" * size)))
    assert {cut for cut in range(len(frames) + 1) if whole(frames[:cut])} == ends
    assert whole(sent_by_a_client(Opcode.BINARY, b"x" * 70000))


EVERY_KIND = (
    sent_by_a_client(Opcode.PING, b""),
    sent_by_a_client(Opcode.PONG, b"x" * 125),
    sent_by_a_client(Opcode.TEXT, b"", fin=False),
    sent_by_a_client(Opcode.CONT, b"", fin=False),
    sent_by_a_client(Opcode.CONT, b"x" * 200),
    sent_by_a_client(Opcode.BINARY, b"x" * 66_000),
    sent_by_a_client(Opcode.CLOSE, b"\x03\xe8"),
    Frame(Opcode.TEXT, b"without a mask").serialize(mask=False),
)


@pytest.mark.parametrize("step", [1, 2, 3, 7, 100, 10**6])
def test_frames_of_every_kind_are_counted_in_any_pieces(step: int) -> None:
    data = b"".join(EVERY_KIND)
    counter = FrameCounter()
    pieces = (data[at : at + step] for at in range(0, len(data), step))
    assert sum(counter.count(piece, len(data)) for piece in pieces) == len(EVERY_KIND)
    assert counter.is_whole


def test_counting_stops_at_the_budget() -> None:
    assert FrameCounter().count(EVERY_KIND[0] * 1_000_000, 20) == 21
