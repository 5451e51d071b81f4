"""A table drives one game: it draws for chance, keeps the log and the record, and takes back."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from dogfight.core.decision import Chance, Choose, Commit, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.event import Event, told_to
from dogfight.core.position import Position
from dogfight.core.record import Move, Record
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, Seat, seat_name
from dogfight.core.view import View

SEALED = "sealed"
"""The kind of an event that only says that a seat has made its secret choice."""


class Player(Protocol):
    """Whoever sits on a chair: turns a view into an action."""

    def choose(self, view: View[Any]) -> int: ...


class Source(Protocol):
    """Whatever whole numbers below a limit can be drawn from, all equally likely."""

    def big_below(self, n: int) -> int: ...


def pick(odds: tuple[tuple[int, Any], ...], dice: Source) -> int:
    """An outcome drawn exactly by its odds."""
    whole = math.lcm(*(weight.denominator for _, weight in odds))
    left = dice.big_below(whole)
    for outcome, weight in odds:
        left -= whole // weight.denominator * weight.numerator
        if left < 0:
            return outcome
    raise AssertionError("the odds do not sum to one")


@dataclass(frozen=True, slots=True)
class _Step:
    seat: Seat
    action: int
    decision: Decision
    before: Position
    events: int
    moves: int


class Table:
    """One game in progress. Every change goes through `play`."""

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        players: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.options = game.options(options)
        self.seats = game.seats(self.options)
        self.dice = Dice(seed)
        self.position = game.new(self.options)
        self.events: list[Event] = []
        self.record = Record.begin(game, self.options, players)
        self._steps: list[_Step] = []
        self._told: list[int] = []
        """For every move how many events there were before it."""
        self._decision = game.decision(self.position)

    def decision(self) -> Decision:
        """What the game waits for; worked out once for every position, since all who look on ask for it."""
        return self._decision

    def view(self, seat: Seat) -> View[Any]:
        """What the seat may know, with the log as it may know it."""
        view = self.game.view(self.position, seat, self._decision)
        return msgspec.structs.replace(view, log=told_to(tuple(self.events), seat))

    def play(self, seat: Seat, action: int | str) -> tuple[Event, ...]:
        """Play an action, given by number or by its word; a refused one changes nothing."""
        if isinstance(action, str):
            action = self.game.read_action(self.position, seat, action)
        decision = self.decision()
        before = self.game.copy(self.position)
        events = self.game.play(self.position, seat, action)
        word = self.game.write_action(before, seat, action)
        step = _Step(seat, action, decision, before, len(self.events), len(self.record.moves))
        self._told.append(len(self.events))
        self.events.extend(events)
        name = seat_name(self.seats, seat)
        self.record.moves.append(Move(name, word, self.game.hash(self.position)))
        if self._reveals(decision, seat, events):
            self._steps.clear()
        else:
            self._steps.append(step)
        end = self._decision = self.game.decision(self.position)
        self.record.result = end if isinstance(end, Over) else None
        return events

    @staticmethod
    def _reveals(decision: Decision, seat: Seat, events: tuple[Event, ...]) -> bool:
        """Somebody has learned something, so nothing before this can be taken back."""
        if isinstance(decision, Choose) and seat >= 0:
            return decision.reveals
        if isinstance(decision, Commit) and seat >= 0:
            return any(event.kind != SEALED and event.seen_by != (seat,) for event in events)
        return True

    def settle(self) -> Decision:
        """Draw for chance until a seat has to act or the game is over."""
        while isinstance(decision := self.decision(), Chance):
            self.play(CHANCE, pick(decision.odds, self.dice))
        return decision

    def time_up(self) -> None:
        """The running clock has run out; where the rules know no clock, silent seats get their default."""
        decision = self.decision()
        if isinstance(decision, Choose | Commit) and decision.clock is not None:
            self.play(CLOCK, TIME_UP)
        elif isinstance(decision, Choose):
            self.play(decision.seat, self.game.default(self.position, decision.seat))
        elif isinstance(decision, Commit):
            self._seal_defaults(decision)

    def _seal_defaults(self, asked: Commit) -> None:
        for seat in asked.waiting:
            while isinstance(now := self.decision(), Commit) and seat in now.waiting:
                events = self.play(seat, self.game.default(self.position, seat))
                if self._reveals(now, seat, events):
                    return

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the seat's last action may still be taken back."""
        mine = self._last_of(seat)
        return mine is not None and all(isinstance(step.decision, Commit) for step in self._steps[mine + 1 :])

    def take_back(self, seat: Seat) -> None:
        """Undo the seat's last action; a roll, a reveal or another's open move closes that door."""
        mine = self._last_of(seat)
        if mine is None or not self.can_take_back(seat):
            raise IllegalAction("nothing to take back: something has been revealed or played since")
        later = self._steps[mine + 1 :]
        step = self._steps[mine]
        self.position, self._decision = step.before, step.decision
        del self.events[step.events :], self.record.moves[step.moves :], self._steps[mine:], self._told[step.moves :]
        self.record.result = None
        for one in later:
            self.play(one.seat, one.action)

    def told_after(self, seat: Seat, line: int) -> int:
        """After how many moves the seat was told a line of its log, the first being line 0."""
        known = [n for n, event in enumerate(self.events) if event.visible_to(seat)]
        if not 0 <= line < len(known):
            raise BadOption(f"expected a line from 0 to {len(known) - 1} of the log, got {line}")
        return bisect_right(self._told, known[line])

    def _last_of(self, seat: Seat) -> int | None:
        for index in range(len(self._steps) - 1, -1, -1):
            if self._steps[index].seat == seat:
                return index
        return None

    def run(self, players: Sequence[Player], watch: Callable[[Event], None] | None = None) -> Over:
        """Let players play to the end; `watch` is told each event as it happens."""
        told = 0
        while True:
            decision = self.settle()
            if watch is not None:
                for event in self.events[told:]:
                    watch(event)
                told = len(self.events)
            match decision:
                case Over() as end:
                    return end
                case Commit(waiting=()):
                    self.time_up()
                case Choose(seat=seat) | Commit(waiting=(seat, *_)):
                    self.play(seat, players[seat].choose(self.view(seat)))
