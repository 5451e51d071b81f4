"""Information states with perfect recall: everything a seat has done and was told, as a string and
as a row of numbers.

Two moments of a game have the same information state for a seat just when it cannot tell them apart
however well it remembers. A `Recall` is carried along with a position: by an environment, by a
search of the whole tree, or by hand.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dogfight.core.errors import BadOption
from dogfight.core.event import Event
from dogfight.core.game import apply_checked
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.encoder import MOST_VALUE

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

PRINT_BITS = 256
"""How many numbers the fingerprint of all that a seat remembers has."""
_START = b"nothing yet"


class Recall:
    """What every seat of one game has done and was told so far."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        if not isinstance(game, HasFeatures):
            raise BadOption(f"{game.name} offers no features for learners")
        self.game: AnyGame = game
        self.space = game.features(options)
        self.actions = game.action_space(options)
        self.seats = len(game.seats(options))
        self.size = self.space.size + self.actions.count + PRINT_BITS
        self._lines: list[list[str]] = [[] for _ in range(self.seats)]
        self._prints = [sha256(_START).digest()] * self.seats
        self._taken: list[dict[int, int]] = [{} for _ in range(self.seats)]

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers of a row are: the features, how often the seat has taken every
        action, and a fingerprint.
        """
        taken = (f"taken {self.actions.notation(id)}" for id in range(self.actions.count))
        return (*self.space.names, *taken, *(f"fingerprint {bit + 1}" for bit in range(PRINT_BITS)))

    @property
    def limits(self) -> tuple[int, ...]:
        """The largest value of each number."""
        return (*self.space.limits, *[MOST_VALUE] * self.actions.count, *[1] * PRINT_BITS)

    def copy(self) -> Recall:
        """An independent copy, as cheap as the lists in it."""
        twin = Recall.__new__(Recall)
        twin.__dict__.update(self.__dict__)
        twin._lines = [list(line) for line in self._lines]
        twin._prints = list(self._prints)
        twin._taken = [dict(numbers) for numbers in self._taken]
        return twin

    def play(self, position: Any, seat: Seat, action: int) -> Any:
        """Check and play an action or a chance outcome, and remember it; returns the position
        after it.
        """
        after, events = apply_checked(self.game, position, seat, action)
        self.remember(position, seat, action, events)
        return after

    def remember(self, before: Any, seat: Seat, action: int, events: tuple[Event, ...]) -> None:
        """Remember an action of a seat: the position before it, and its visible events."""
        if 0 <= seat < self.seats:
            id = self.actions.id_of(before, seat, action)
            self._taken[seat][id] = self._taken[seat].get(id, 0) + 1
            word = self.game.notation.write_action(before, seat, action)
            self._add(seat, f"> {self.actions.notation(id)} {word}")
        for event in events:
            for index in range(self.seats):
                if event.visible_to(index):
                    self._add(index, event.text)

    def _add(self, seat: Seat, line: str) -> None:
        self._lines[seat].append(line)
        self._prints[seat] = sha256(self._prints[seat] + line.encode()).digest()

    def text(self, position: Any, seat: Seat) -> str:
        """The information state as a string: line by line what the seat did and was told, then
        the table as it is.
        """
        table = self.game.view(position, seat).as_json().decode()
        return "\n".join((f"seat {seat}", *self._lines[seat], table))

    def vector(self, position: Any, seat: Seat) -> NDArray[numpy.float32]:
        """The information state as a row of fixed length.

        First the features of the position, then how often the seat has taken every action, at last
        a fingerprint of all that it did and was told, in order: rows differ where that does.
        """
        import numpy

        row = numpy.zeros(self.size, numpy.float32)
        row[: self.space.size] = self.space.vector(position, seat)
        for id, times in self._taken[seat].items():
            row[self.space.size + id] = min(times, MOST_VALUE)
        row[-PRINT_BITS:] = numpy.unpackbits(numpy.frombuffer(self._prints[seat], numpy.uint8))
        return row
