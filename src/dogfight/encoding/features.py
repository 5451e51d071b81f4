"""What a seat knows as a fixed row of numbers, each with a name; for learners."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i32

from dogfight.core.seat import Seat
from dogfight.encoding.encoder import MOST_VALUE, VALUE_BITS, Encoder

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from dogfight.core.registry import AnyGame


class FeatureSpace:
    """The numbers that describe what a seat knows in a game with certain options.

    Every number is whole, from 0 to its limit; most are yes or no. What a seat must not know is in
    none of them, and `encoder` lists them quickly.
    """

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.names: tuple[str, ...] = tuple(encoder.names)
        self.limits: tuple[int, ...] = tuple(encoder.limits)
        """The largest value of each number."""
        self.size = len(self.names)
        self._ids = vec[i32]([0 for _ in range(int(encoder.count))])
        self._list = vec[i32]([0 for _ in range(int(encoder.longest()))])

    def active(self, position: Any, seat: Seat) -> dict[int, int]:
        """The numbers that are not zero, by their index."""
        numbers: dict[int, int] = {}
        for place in range(int(self.encoder.features(position, seat, self._list, 0))):
            entry = int(self._list[place])
            index = entry >> VALUE_BITS
            numbers[index] = numbers.get(index, 0) + (entry & MOST_VALUE)
        return numbers

    def vector(self, position: Any, seat: Seat) -> NDArray[numpy.float32]:
        """The whole row for a seat of a position."""
        import numpy  # only learners need it, and it takes a while

        row = numpy.zeros(self.size, numpy.float32)
        for index, value in self.active(position, seat).items():
            row[index] = value
        return row

    def named(self, position: Any, seat: Seat) -> dict[str, int]:
        """The numbers that are not zero, by name."""
        return {
            self.names[index]: value for index, value in sorted(self.active(position, seat).items())
        }

    def legal(self, game: AnyGame, position: Any, seat: Seat) -> list[int]:
        """The ids of a seat's legal actions, in the order of `Game.legal`; none if it may not
        act.
        """
        if position.actor() != seat:
            return [
                int(self.encoder.id_of(position, entry)) for entry in game.legal(position, seat)
            ]
        return [
            int(self._ids[place])
            for place in range(int(self.encoder.legal(position, self._ids, 0)))
        ]

    def mask(self, game: AnyGame, position: Any, seat: Seat) -> NDArray[numpy.int8]:
        """A one for every id that the seat may take now."""
        import numpy

        mask = numpy.zeros(self.encoder.count, numpy.int8)
        mask[self.legal(game, position, seat)] = 1
        return mask

    def digest(self) -> str:
        """Stands for what all numbers mean; a model that was trained with another one must not
        be used.
        """
        lines = (f"{name} {limit}" for name, limit in zip(self.names, self.limits, strict=True))
        return sha256("\n".join(lines).encode()).hexdigest()[:16]
