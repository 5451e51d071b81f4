"""Numbers by number, without an object for each: where a search keeps what it has met."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

FREE: Final = -1
"""No key is this number."""
SMALL: Final = 256


class IntMap:
    """A number, 0 at first, under every key that was asked for."""

    __slots__ = ("filled", "keys", "room", "values")

    def __init__(self) -> None:
        self.filled: i64 = 0
        self.clear(SMALL)

    def clear(self, room: i64) -> None:
        """Forget everything and make this much room, a power of two."""
        keys = vec[i64](capacity=room)
        values = vec[i64](capacity=room)
        slot: i64 = 0
        while slot < room:
            keys = append(keys, FREE)
            values = append(values, 0)
            slot += 1
        self.keys = keys
        self.values = values
        self.room = room
        self.filled = 0

    def slot(self, key: i64) -> i64:
        """Where the number under a key stands until the next key is asked for."""
        mask: i64 = self.room - 1
        slot: i64 = key & mask
        while self.keys[slot] != key:
            if self.keys[slot] == FREE:
                if 2 * self.filled >= self.room:
                    self.grow()
                    return self.slot(key)
                self.keys[slot] = key
                self.filled += 1
                return slot
            slot = (slot + 1) & mask
        return slot

    def put(self, key: i64, value: i64) -> None:
        """Keep a number under a key."""
        slot: i64 = self.slot(key)  # may make more room, and `values` is then another
        self.values[slot] = value

    def grow(self) -> None:
        """Twice the room."""
        keys, values, room = self.keys, self.values, self.room
        self.clear(2 * room)
        old: i64 = 0
        while old < room:
            if keys[old] != FREE:
                self.put(keys[old], values[old])
            old += 1
