"""Actions as learners want them: numbers below a fixed count, of which each means one thing in
every phase.

The numbers of actions in positions, records and logs are the game's own; they are small and quick,
and may mean another thing in another phase. An action space translates between the two, and each of
its ids has a word.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Generic, TypeVar

from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.parts import HasNotation
from dogfight.core.position import Position
from dogfight.core.reading import parse_int
from dogfight.core.seat import Seat

P = TypeVar("P", bound=Position)
Row = tuple[int, ...]
"""The features of one entry of a list of legal actions."""


class ActionSpace(ABC, Generic[P]):
    """The ids of all actions of a game with certain options; chance has none."""

    count: int
    """Every id is smaller."""

    @abstractmethod
    def id_of(self, position: P, seat: Seat, action: int) -> int:
        """The id of an action that the seat may take now."""

    @abstractmethod
    def action_of(self, position: P, seat: Seat, id: int) -> int:
        """The action an id stands for here; `IllegalAction` if nothing of the kind is asked for."""

    @abstractmethod
    def notation(self, id: int) -> str:
        """What an id means."""

    @abstractmethod
    def id(self, word: str) -> int:
        """The id with this meaning; `BadNotation` if there is none."""

    def digest(self) -> str:
        """Stands for what all ids mean; a model that was trained with another one must not be
        used.
        """
        return sha256(
            "\n".join(self.notation(index) for index in range(self.count)).encode()
        ).hexdigest()[:16]


class NamedActions(ActionSpace[P]):
    """All actions by name: what is asked for, and the action's word in notation, such as `lose
    4/1`.
    """

    def __init__(
        self, game: HasNotation[P], asked: Callable[[P], str], words: Iterable[str]
    ) -> None:
        """`asked` tells what a position asks for: the first half of all words that it lets a
        seat choose among.
        """
        self.game = game
        self.asked = asked
        self._words = tuple(words)
        self._ids = {word: number for number, word in enumerate(self._words)}
        self.count = len(self._words)
        assert len(self._ids) == self.count, "two actions have the same word"

    def id_of(self, position: P, seat: Seat, action: int) -> int:
        return self.id(
            f"{self.asked(position)} {self.game.notation.write_action(position, seat, action)}"
        )

    def action_of(self, position: P, seat: Seat, id: int) -> int:
        asked, _, word = self.notation(id).partition(" ")
        if asked != self.asked(position):
            text = (
                f"expected an action that begins with {self.asked(position)!r}, got"
                f" {self.notation(id)!r}"
            )
            raise IllegalAction(text, rule=self.game.decision(position).rule)
        return self.game.notation.read_action(position, seat, word)

    def notation(self, id: int) -> str:
        return self._words[check_id(id, self.count)]

    def id(self, word: str) -> int:
        if word not in self._ids:
            raise BadNotation(
                f"expected what is asked for and an action, like {self._words[0]!r}, got {word!r}"
            )
        return self._ids[word]


class ListedActions(ActionSpace[P]):
    """Places in the list of legal actions, for a game with too many actions to name them all.

    The row of features of a place describes the action in it.
    """

    def __init__(
        self,
        game: HasNotation[P],
        count: int,
        fields: tuple[str, ...],
        row: Callable[[P, int], Row],
    ) -> None:
        self.game = game
        self.count = count
        self.fields = fields
        """What the numbers of a row are."""
        self._row = row

    def rows(self, position: P, seat: Seat) -> list[Row]:
        """The features of every legal action, by id."""
        return [self._row(position, action) for action in self.game.legal(position, seat)]

    def id_of(self, position: P, seat: Seat, action: int) -> int:
        return self.game.legal(position, seat).index(action)

    def action_of(self, position: P, seat: Seat, id: int) -> int:
        legal = self.game.legal(position, seat)
        if not 0 <= id < len(legal):
            rule = self.game.decision(position).rule
            raise IllegalAction(f"expected one of the first {len(legal)} ids, got {id}", rule=rule)
        return legal[id]

    def notation(self, id: int) -> str:
        return f"#{check_id(id, self.count)}"

    def id(self, word: str) -> int:
        number = parse_int(word[1:]) if word[:1] == "#" else None
        if number is None or not 0 <= number < self.count:
            raise BadNotation(
                f"expected a place in the list of legal actions like '#3', got {word!r}"
            )
        return number


def check_id(id: int, count: int) -> int:
    """An id that there is."""
    if not 0 <= id < count:
        raise BadNotation(f"expected an id from 0 to {count - 1}, got {id}")
    return id
