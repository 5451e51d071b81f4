"""The driver: takes one game from decision to decision, with a log and a record; tables, matches and arenas use it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from dogfight.core.capabilities import Plans, SumsUp
from dogfight.core.decision import Chance, Choose, Clock, Commit, Decision, Over, owing
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.event import ABOUT_TABLE, SEALED, Event, told_to
from dogfight.core.record import Move, Record
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, Seat, seat_name
from dogfight.core.view import View

K = TypeVar("K")
NO_DRAFTS: Mapping[Seat, Sequence[int]] = {}
_RAN_OUT = "time_up"
"""The kind of a note that a seat's time ran out."""
ONLY_MOVE = "only_move"
"""The kind of a note that a move has played itself; its facts say how many lines before it told of that move."""
_MOST_FORCED = 24
"""So many moves may play themselves in a row; then whoever has to move is asked, to see where the game has come to."""


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


class StandIn(NamedTuple):
    """What is played for a seat that need not be asked, and what its owner is told of it."""

    seat: Seat
    action: int
    note: Event | None = None


class Played(NamedTuple):
    """A move as it was carried out, the number of the question it answered, and what made it if not its seat.

    `ordered` moves were made by a standing order, `timed` ones because the seat's time ran out, and `forced` ones
    played themselves, being the only ones.
    """

    seat: Seat
    action: int
    question: int
    ordered: bool = False
    timed: bool = False
    forced: bool = False


@dataclass(slots=True)
class _Step:
    """A move that might be taken back: its place among the moves, and the position before it.

    Whether anybody had a secret then is worked out when it is first asked for.
    """

    seat: Seat
    at: int
    before: Any
    sealed: bool
    forced: bool = False
    secrets: bool | None = None


class _Kept(NamedTuple, Generic[K]):
    """A list of a driver as it was. Such a list only grows, or another takes its place: nothing has to be copied."""

    items: list[K]
    size: int

    def again(self) -> list[K]:
        """The list with what it held then, and no more."""
        del self.items[self.size :]
        return self.items


class Mark(NamedTuple):
    """Where a driver stood."""

    position: Any
    decision: Decision
    question: int
    events: _Kept[Event]
    played: _Kept[Played]
    told: _Kept[int]
    steps: tuple[_Step, ...]
    notes: _Kept[tuple[int, Event]]


class Driver:
    """One game in progress. Every move goes through `play`; a move that fails changes nothing.

    It begins where the game does, or at the position `start`: then its record lacks what came before. `draw` gives the
    outcomes of chance. `stand_in` answers for seats that need not be asked: those who left, and those
    who gave an order. `question` numbers the questions put to the table: it stays while a Commit stays open.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, object] | None = None,
        *,
        draw: Callable[[Chance], int],
        stand_in: Callable[[Decision], StandIn | None] = lambda _: None,
        players: Sequence[str] = (),
        start: Any = None,
    ) -> None:
        self.game = game
        self.options = game.options(options)
        self.seats = game.seats(self.options)
        self._start = start
        self.position = game.new(self.options) if start is None else game.copy(start)
        self.events: list[Event] = []
        self.played: list[Played] = []
        self.question = 0
        self.plays_forced = False
        """Whether `settle` plays a move that everybody can see to be the only one."""
        self._draw = draw
        self._stand_in = stand_in
        self._steps: list[_Step] = []
        """The moves that may still be taken back: open ones in a row, or what is sealed in the Commit at hand."""
        self._told: list[int] = []
        """For every move how many events there were before it."""
        self._notes: list[tuple[int, Event]] = []
        """What was told beside the rules: after how many moves, and what."""
        self._record = Record.begin(game, self.options, players)
        self._opening = self._written = self.position
        """Where it began, and the position after the last move that is written down in the record."""
        self._decision = game.decision(self.position)
        self._sums_up = game if isinstance(game, SumsUp) else None

    # --- questions ---------------------------------------------------------------------------

    def decision(self) -> Decision:
        """What the game waits for; worked out once for every position, since all who look on ask for it."""
        return self._decision

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that owe a choice."""
        return owing(self._decision)

    def clock(self) -> Clock | None:
        """The game's own clock, where one is running."""
        return self._decision.clock if isinstance(self._decision, Choose | Commit) else None

    def view(self, seat: Seat) -> View[Any]:
        """What the seat may know, with the log as it may know it."""
        view = self.game.view(self.position, seat, self._decision)
        return msgspec.structs.replace(view, log=told_to(tuple(self.events), seat))

    @property
    def record(self) -> Record:
        """The game so far. Words and hashes of moves are written down when somebody asks for them: most never are."""
        game, record = self.game, self._record
        for one in self.played[len(record.moves) :]:
            before, self._written = self._written, game.copy(self._written)
            game.apply(self._written, one.seat, one.action)
            word = game.write_action(before, one.seat, one.action)
            record.moves.append(Move(seat_name(self.seats, one.seat), word, game.hash(self._written)))
        record.result = self._decision if isinstance(self._decision, Over) else None
        return record

    def _strike_out(self, kept: int, reached: Any) -> None:
        """Only so many moves of the record stand, which lead to this position."""
        if len(self._record.moves) > kept:
            self._record.moves, self._written = self._record.moves[:kept], reached

    def told_after(self, seat: Seat, line: int) -> int:
        """After how many moves the seat was told a line of its log, the first being line 0."""
        known = [n for n, event in enumerate(self.events) if event.visible_to(seat)]
        if not 0 <= line < len(known):
            raise BadOption(f"expected a line from 0 to {len(known) - 1} of the log, got {line}")
        return bisect_right(self._told, known[line])

    # --- going on ----------------------------------------------------------------------------

    def play(
        self, seat: Seat, action: int | str, *, note: Event | None = None, timed: bool = False, forced: bool = False
    ) -> tuple[Event, ...]:
        """Play an action, given by number or by its word; a refused one changes nothing.

        A `note` is told after it, and says that a standing order has played; `timed` says that the clock has, and
        `forced` that the move has played itself.
        """
        game, before, asked = self.game, self.position, self._decision
        if isinstance(action, str):
            action = game.read_action(before, seat, action)
        after, events = game.after(before, seat, action, asked)
        if self._sums_up is not None:
            events = self._sums_up.summed_up(self.events, events, after)
        now = game.decision(after)
        goes_on = self._continues(asked, now, before, after, seat)
        step = _Step(seat, len(self.played), before, isinstance(asked, Commit), forced)
        self._keep(step, events, now, goes_on, timed)
        self._told.append(len(self.events))
        self.events.extend(events)
        self.played.append(Played(seat, action, self.question, note is not None, timed, forced))
        self.position, self._decision = after, now
        self.question += not goes_on
        if forced:
            self.note(Event(ONLY_MOVE, "The only move.", facts={"lines": len(events)}))
        if note is not None:
            self.note(note)
        return events

    def _continues(self, asked: Decision, now: Decision, before: Any, after: Any, actor: Seat) -> bool:
        """Whether the question put to everybody is still the same one after an action of this seat."""
        if actor < 0 or not isinstance(asked, Commit) or not isinstance(now, Commit):
            return False
        same = asked.rule == now.rule and asked.clock == now.clock and self.game.turn(before) == self.game.turn(after)
        return same and set(now.waiting) <= {*asked.waiting, actor}

    def _keep(self, step: _Step, events: tuple[Event, ...], now: Decision, goes_on: bool, timed: bool) -> None:
        """Remember a move that might be taken back; any other closes that door for all before it."""
        if timed:
            might = False
        elif step.sealed:
            might = goes_on and all(self._own(event, step.seat) for event in events)
        else:
            might = step.seat >= 0 and not isinstance(now, Commit | Over)
        if might:
            self._steps.append(step)
        else:
            self._steps.clear()

    def _own(self, event: Event, seat: Seat) -> bool:
        """Whether an event tells nobody but its own player anything beyond what lies sealed."""
        player = self.seats[seat].player
        only_mine = event.seen_by is not None and all(self.seats[one].player == player for one in event.seen_by)
        return event.kind == SEALED or only_mine

    def note(self, event: Event) -> None:
        """Tell something that the rules do not tell; it belongs to the last move."""
        self._notes.append((len(self.played), event))
        self.events.append(event)

    @property
    def notes(self) -> tuple[tuple[int, Event], ...]:
        """What was told beside the rules: after how many moves, and what."""
        return tuple(self._notes)

    def settle(self) -> Decision:
        """Draw for chance and stand in for those who need not be asked, until a seat has to act or it is over."""
        left = _MOST_FORCED if self.plays_forced else 0
        while True:
            decision = self._decision
            if isinstance(decision, Chance):
                self.play(CHANCE, self._draw(decision))
            elif (one := self._stand_in(decision)) is not None:
                self.play(one.seat, one.action, note=one.note)
            elif left and isinstance(decision, Choose) and (action := self.only_move(decision.seat)) is not None:
                self.play(decision.seat, action, forced=True)
                left -= 1
            else:
                return decision

    def only_move(self, seat: Seat) -> int | None:
        """The move of a seat that everybody can see to be its only one, unless that would end second thoughts.

        A move before it can be taken back as long as nothing is drawn, sealed or over; then it waits for its seat.
        """
        action = self.game.only_move(self.position, seat)
        if action is None or not any(self.can_take_back(one.seat) for one in self._steps):
            return action
        after = self.game.copy(self.position)
        self.game.apply(after, seat, action)
        return action if isinstance(self.game.decision(after), Choose) else None

    def time_up(self, drafts: Mapping[Seat, Sequence[int]] = NO_DRAFTS) -> None:
        """The time is over: a draft that is a whole choice counts, then the rules' own answer.

        Where the rules know no clock, the default is played for whoever was silent. Plans in parts lie on the table
        already, where all could see them; nothing is added to them.
        """
        now = self.question
        for seat in self.waiting() if self._takes_drafts() else ():
            for action in self._whole(seat, drafts.get(seat, ())):
                self.play_late(seat, action)
        if self.question == now and self.clock() is not None:
            self.play(CLOCK, TIME_UP)
        for seat in self.waiting():
            while self.question == now and seat in self.waiting():
                self.play_late(seat, self.game.default(self.position, seat))

    def play_late(self, seat: Seat, action: int) -> None:
        """Play something because a seat's time ran out, and say so: what it is, to that player alone."""
        title = self.seats[seat].title
        own = tuple(n for n, one in enumerate(self.seats) if one.player == self.seats[seat].player)
        if not any(one.seat == seat and one.timed for one in self.played if one.question == self.question):
            self.note(Event(_RAN_OUT, f"Time ran out for {title}.", unless=own))
        words = self.game.describe(self.position, seat, action)
        self.note(Event(_RAN_OUT, f"Time ran out, so this was played for {title}: {words}.", seen_by=own))
        self.play(seat, action, timed=True)

    def _takes_drafts(self) -> bool:
        """Whether the present question is one secret choice for each seat, not a plan in parts."""
        if not isinstance(self._decision, Commit):
            return False
        return not (isinstance(self.game, Plans) and self.game.planning.laying(self.position))

    def _whole(self, seat: Seat, actions: Sequence[int]) -> Sequence[int]:
        """These actions if they are legal one after the other and leave nothing to choose for the seat; else none."""
        game, at, asked = self.game, self.position, self._decision
        for n, action in enumerate(actions, 1):
            if action not in game.legal(at, seat):
                return ()
            before, at = at, game.copy(at)
            game.apply(at, seat, action)
            now = game.decision(at)
            if not self._continues(asked, now, before, at, seat) or seat not in owing(now):
                return actions if n == len(actions) else ()
            asked = now
        return ()

    def seat_to_choose(self) -> Seat | None:
        """Go on until a seat has to choose, and name it; a phase that only the clock ends is ended. None at the end."""
        while not isinstance(self.settle(), Over):
            if waiting := self.waiting():
                return waiting[0]
            self.time_up()
        return None

    # --- going back --------------------------------------------------------------------------

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the seat's last action may still be taken back."""
        step = self._found(seat)
        if step is None:
            return False
        if not step.sealed:
            return not (self._among_secrets(step) or any(self._among_secrets(one) for one in self._later(step)))
        try:
            self._without(step)
        except IllegalAction:
            return False
        return True

    def take_back(self, seat: Seat) -> None:
        """Withdraw what the seat sealed last in the Commit at hand, or undo the last move where nothing is secret.

        A draw, a clock, a reveal, another's open move or a new Commit closes that door, and so does a move that was
        played because time ran out. Moves that played themselves go with the one before them. Nothing is played again.
        """
        step = self._last_of(seat)
        if not step.sealed:
            alone = self._later(step)
            for one in (step, *alone):
                self._without(one)
            for one in reversed(alone):
                self._take_out(one)
        self._take_out(step)

    def _take_out(self, step: _Step) -> None:
        """Take one move back; if it was open it is the last one."""
        first, *others = positions = self._without(step)
        later, at = self._later(step), step.at
        decision = self.game.decision(positions[-1])
        self._steps[self._place(step) :] = [
            replace(one, at=one.at - 1, before=before) for one, before in zip(later, (first, *others), strict=False)
        ]
        self._strike_out(at, step.before)
        self._forget_told(at)
        self.played = [*self.played[:at], *self.played[at + 1 :]]
        self.position, self._decision = positions[-1], decision
        self.question += not step.sealed

    def _found(self, seat: Seat) -> _Step | None:
        """The seat's last move that might be taken back; after an open one only such may stand as played themselves."""
        for one in reversed(self._steps):
            if one.seat == seat and not one.forced:
                return one
            if not (one.sealed or one.forced):
                return None
        return None

    def _last_of(self, seat: Seat) -> _Step:
        step = self._found(seat)
        if step is None:
            raise self._refusal("nothing to take back: something has been revealed, drawn or played since")
        return step

    def _place(self, step: _Step) -> int:
        return step.at - self._steps[0].at

    def _later(self, step: _Step) -> list[_Step]:
        return self._steps[self._place(step) + 1 :]

    def _without(self, step: _Step) -> list[Any]:
        """The position without a move, and after each later one as if it had never been made, on copies."""
        if not step.sealed:
            if self._among_secrets(step):
                raise self._refusal("nothing to take back: an open choice stands where anybody has a secret")
            return [step.before]
        reached = [*(one.before for one in self._later(step)), self.position]
        return [self._withdrawn(one, step) for one in reached]

    def _among_secrets(self, step: _Step) -> bool:
        """Whether anybody had a secret when a move was made."""
        if step.secrets is None:
            step.secrets = self.game.has_secrets(step.before)
        return step.secrets

    def _withdrawn(self, position: Any, step: _Step) -> Any:
        twin = self.game.copy(position)
        try:
            twin.withdraw(step.seat, step.before)
        except IllegalAction as error:
            raise self._refusal(error.words, error.rule) from None
        return twin

    def _refusal(self, words: str, rule: str = "") -> IllegalAction:
        return IllegalAction(words, rule=rule or self._decision.rule)

    def _forget_told(self, at: int) -> None:
        """Take what a move told out of the log, and the notes that belong to it."""
        first = self._told[at]
        end = self._told[at + 1] if at + 1 < len(self._told) else len(self.events)
        lasting = [event for event in self.events[first:end] if event.kind == ABOUT_TABLE]
        gone = end - first - len(lasting)
        self.events = [*self.events[:first], *lasting, *self.events[end:]]
        self._told = [*self._told[:at], *(one - gone for one in self._told[at + 1 :])]
        self._notes = self._notes_without(at)

    def _notes_without(self, at: int) -> list[tuple[int, Event]]:
        """The notes as they stand once a move is gone; those that belong to it go with it, unless they last."""
        return [(n - (n > at), event) for n, event in self._notes if n != at + 1 or event.kind == ABOUT_TABLE]

    def leave_out(self, at: int) -> None:
        """Set the game up anew without one of its moves and what it told."""
        self.rewind([*self.played[:at], *self.played[at + 1 :]], self._notes_without(at))

    def rewind(self, moves: Sequence[Played], notes: list[tuple[int, Event]] | None = None) -> None:
        """Set the game up anew with these moves and their notes; none of them can be taken back any more.

        That time ran out is told before the move it leads to, and goes with it.
        """
        last, notes = len(moves), self._notes if notes is None else notes
        notes = [(min(n, last) if one.kind == ABOUT_TABLE else n, one) for n, one in notes]
        notes = [(n, one) for n, one in notes if n < last or one.kind != _RAN_OUT]
        start = Driver(self.game, self.options, draw=self._draw, stand_in=self._stand_in, start=self._start)
        for n in range(len(moves) + 1):
            if n:
                start.play(moves[n - 1].seat, moves[n - 1].action)
                start.played[-1] = moves[n - 1]  # what was told of it is among the notes
            for event in [event for after, event in notes if after == n]:
                start.note(event)
        self._strike_out(0, self._opening)
        self.position, self._decision = start.position, start._decision
        self.events, self.played, self._told, self._notes = start.events, start.played, start._told, start._notes
        self._steps = []
        self.question += 1

    # --- all or nothing ----------------------------------------------------------------------

    def mark(self) -> Mark:
        """Where the game stands now."""
        return Mark(
            self.position,
            self._decision,
            self.question,
            _Kept(self.events, len(self.events)),
            _Kept(self.played, len(self.played)),
            _Kept(self._told, len(self._told)),
            tuple(self._steps),
            _Kept(self._notes, len(self._notes)),
        )

    def restore(self, mark: Mark) -> None:
        """Stand where the game stood then."""
        self.position, self._decision, self.question = mark.position, mark.decision, mark.question
        self.events = mark.events.again()
        if mark.played.items is self.played:
            self._strike_out(mark.played.size, mark.position)
        else:
            self._strike_out(0, self._opening)
        self.played, self._told = mark.played.again(), mark.told.again()
        self._steps, self._notes = list(mark.steps), mark.notes.again()
