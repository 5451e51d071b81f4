"""A table of the library: a driver whose draws come from a seed, and players who play it to the
end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from dogfight.core.decision import Chance, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.driver import AutomaticMove, Driver, pick
from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.core.view import View


class Player(Protocol):
    """The player of a seat: turns a view into an action."""

    def choose(self, view: View[Any]) -> int: ...


class Table(Driver):
    """One game in progress, with dice of its own."""

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        players: Sequence[str] = (),
        stand_in: Callable[[Decision], AutomaticMove | None] = lambda _: None,
    ) -> None:
        self.dice = Dice(seed)
        super().__init__(game, options, draw=self._roll, stand_in=stand_in, players=players)

    def _roll(self, chance: Chance) -> int:
        return pick(chance.odds, self.dice)

    def run(self, players: Sequence[Player], watch: Callable[[Event], None] | None = None) -> Over:
        """Let players play to the end; call `watch` with each event as it happens."""
        reported = 0
        while True:
            seat = self.seat_to_choose()
            if watch is not None:
                for event in self.events[reported:]:
                    watch(event)
                reported = len(self.events)
            if seat is None:
                return self.result()
            self.play(seat, players[seat].choose(self.view(seat)))

    def result(self) -> Over:
        """How the game has ended."""
        end = self.decision()
        assert isinstance(end, Over), "the game is not over"
        return end
