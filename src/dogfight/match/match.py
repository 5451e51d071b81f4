"""One game in progress: from decision to decision, with a log and a record; library, server,
terminal and arenas use it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, overload, runtime_checkable

import msgspec

from dogfight.core.capabilities import LimitsTakeBack, ReplacesSealed, SummarisesLog
from dogfight.core.decision import Chance, Choose, Clock, Commit, Decision, Over, owing, pick
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.event import SEALED, Event, visible_events
from dogfight.core.game import apply_checked
from dogfight.core.options import as_words
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, Seat, seat_name
from dogfight.core.view import View
from dogfight.match.record import Move, Record
from dogfight.planning.capabilities import HasPlans

K = TypeVar("K")
_NO_DRAFTS: Mapping[Seat, Sequence[int]] = {}
OPENING = "opening"
"""The kind of an event that tells, before the first move, who plays and what the draws rest on."""
ABOUT_TABLE = "table"
"""The kind of an event about the table itself: who sits where.

It stays however many moves are taken back.
"""
_RAN_OUT = "time_up"
"""The kind of a note that a seat's time ran out."""
ONLY_MOVE = "only_move"
"""The kind of a note that a move has played itself; its facts say how many lines before it told
of that move.
"""
_NOTHING = "nothing to take back: something has been revealed, drawn or played since"
_MOST_FORCED = 24
"""The most moves that play themselves in a row; then the next seat is asked, so that its owner
sees the game.
"""


def forced_action(game: AnyGame, position: Any, seat: Seat) -> int | None:
    """The one thing that a seat which has to choose in the open can do, if everybody can see
    that it is.
    """
    legal = game.legal(position, seat)
    if (
        len(legal) != 1
        or game.legal_changes(position, seat)
        or not game.choices_are_public(position)
    ):
        return None
    return legal[0]


class Player(Protocol):
    """The player of a seat: turns a view into an action."""

    def choose(self, view: View[Any]) -> int: ...


@runtime_checkable
class ViewlessPlayer(Player, Protocol):
    """A player that needs no view."""

    def choose_from(self, actions: Sequence[int]) -> int: ...


class AutomaticMove(NamedTuple):
    """What is played for a seat that need not be asked, and the note its owner gets about it."""

    seat: Seat
    action: int
    note: Event | None = None


class PlayedMove(NamedTuple):
    """A move as it was carried out, the number of the question it answered, and what made it if not
    its seat.

    `ordered` moves were made by a standing order, `timed` ones because the seat's time ran out, and
    `forced` ones played themselves, being the only ones.
    """

    seat: Seat
    action: int
    question: int
    ordered: bool = False
    timed: bool = False
    forced: bool = False


@dataclass(slots=True)
class _Step:
    """An open move that might be taken back: its place among the moves, and the position before it.

    Whether anybody had a secret then is worked out when it is first asked for.
    """

    seat: Seat
    at: int
    before: Any
    forced: bool = False
    secrets: bool | None = None


class _Opening(NamedTuple):
    """Where the moves begin that may be taken back out of the Commit at hand: the position, and the
    moves before it.

    `unsettled` are the players among whose moves there is a change that could not be struck out
    with what it undid.
    """

    position: Any
    at: int
    unsettled: frozenset[int] = frozenset()


class _Standing(NamedTuple):
    """A move that stands in the Commit at hand, and its place among all moves; -1 for a new one."""

    move: PlayedMove
    place: int


class _ListMark(NamedTuple, Generic[K]):
    """A list of a driver as it was.

    Such a list only grows, or another takes its place: nothing has to be copied.
    """

    items: list[K]
    size: int

    def truncate(self) -> list[K]:
        """The list with what it held then, and no more."""
        del self.items[self.size :]
        return self.items


class Checkpoint(NamedTuple):
    """Where a driver stood."""

    position: Any
    decision: Decision
    question: int
    events: _ListMark[Event]
    played: _ListMark[PlayedMove]
    events_before: _ListMark[int]
    steps: tuple[_Step, ...]
    opening: _Opening | None
    notes: _ListMark[tuple[int, Event]]


class _MatchState(msgspec.Struct, array_like=True):
    """What a match needs to go on that its game and options do not tell."""

    position: str
    dice: tuple[int, int, int, int]
    question: int
    events: list[Event]
    played: list[PlayedMove]
    events_before: list[int]
    notes: list[tuple[int, Event]]


class Match:
    """One game in progress. Every move goes through `play`; a move that fails changes nothing.

    It begins where the game does, or at the position `start`, which its record then names. `draw`
    gives the outcomes of chance, which are otherwise drawn with `dice` from a seed. `stand_in`
    answers for seats that need not be asked: those who left, and those who gave an order. `follow`
    is handed every move as it is played. `question` numbers the questions put to the table: it
    stays while a Commit stays open.

    `played`, in its order, always leads to `position`. In an open Commit it holds what stands: a
    change of mind takes out what it undoes, so that a question grows with what lies on the table
    and not with how often that was changed.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        draw: Callable[[Chance], int] | None = None,
        stand_in: Callable[[Decision], AutomaticMove | None] = lambda _: None,
        follow: Callable[[PlayedMove], None] = lambda _: None,
        players: Sequence[str] = (),
        start: Any = None,
    ) -> None:
        self.game = game
        self.options = game.options(options)
        self.seats = game.seats(self.options)
        self._start = start
        self.position = game.new(self.options) if start is None else start.copy()
        self.events: list[Event] = []
        self.played: list[PlayedMove] = []
        self.question = 0
        self.plays_forced = False
        """Whether `settle` plays a move that everybody can see to be the only one."""
        self.dice = Dice(seed)
        self._draw = draw or self._roll
        self._stand_in = stand_in
        self._follow = follow
        self.struck = 0
        """How often a change of mind took out what it undid."""
        self._steps: list[_Step] = []
        """The open moves in a row that may still be taken back."""
        self._opening: _Opening | None = None
        """Where the moves of the Commit at hand begin that may still be taken back."""
        self._rests: tuple[Any, dict[Seat, list[_Standing] | IllegalAction]] = (None, {})
        """A position, and what would be left of its Commit without the last move of a seat, once
        it was asked for.
        """
        self._events_before: list[int] = []
        """For every move how many events there were before it."""
        self._notes: list[tuple[int, Event]] = []
        """What was told beside the rules: after how many moves, and what."""
        self._record = Record.begin(game, self.options, players, start)
        self._beginning = self._written = self.position
        """Where it began, and the position after the last move that is written down in the
        record.
        """
        self._decision = game.decision(self.position)
        self._sums_up = game if isinstance(game, SummarisesLog) else None
        self._replaces_sealed = game if isinstance(game, ReplacesSealed) else None
        self._limits_take_back = game if isinstance(game, LimitsTakeBack) else None

    def _roll(self, chance: Chance) -> int:
        return pick(chance.odds, self.dice)

    # --- questions ---------------------------------------------------------------------------

    def decision(self) -> Decision:
        """What the game waits for; worked out once for every position, since all who look on ask
        for it.
        """
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
        return msgspec.structs.replace(view, log=visible_events(tuple(self.events), seat))

    @property
    def record(self) -> Record:
        """The game so far.

        Notation and hashes of moves are computed on demand: most are never needed.
        """
        game, record = self.game, self._record
        for played_move in self.played[len(record.moves) :]:
            before, self._written = self._written, self._written.copy()
            self._written.apply(played_move.seat, played_move.action)
            word = game.notation.write_action(before, played_move.seat, played_move.action)
            record.moves.append(
                Move(
                    seat_name(self.seats, played_move.seat), word, game.notation.hash(self._written)
                )
            )
        record.result = self._decision if isinstance(self._decision, Over) else None
        return record

    def _truncate_record(self, kept: int, reached: Any) -> None:
        """Only so many moves of the record stand, which lead to this position."""
        if len(self._record.moves) > kept:
            self._record.moves, self._written = self._record.moves[:kept], reached

    def move_of_log_line(self, seat: Seat, line: int) -> int:
        """After how many moves the seat was told a line of its log, the first being line 0."""
        known = [n for n, event in enumerate(self.events) if event.visible_to(seat)]
        if not 0 <= line < len(known):
            raise BadOption(f"expected a line from 0 to {len(known) - 1} of the log, got {line}")
        return bisect_right(self._events_before, known[line])

    # --- going on ----------------------------------------------------------------------------

    def play(
        self,
        seat: Seat,
        action: int | str,
        *,
        note: Event | None = None,
        timed: bool = False,
        forced: bool = False,
        strikes: bool = True,
    ) -> tuple[Event, ...]:
        """Play an action, given by number or by its word; a refused one changes nothing.

        A `note` is told after it, and says that a standing order has played; `timed` says that the
        clock has, and `forced` that the move has played itself. A change of mind `strikes` what it
        undoes out of the open Commit, and itself with it, unless told not to.
        """
        game, before, asked = self.game, self.position, self._decision
        if isinstance(action, str):
            action = game.notation.read_action(before, seat, action)
        after, events = apply_checked(game, before, seat, action, asked)
        if self._sums_up is not None:
            events = self._sums_up.summed_up(self.events, events, after)
        now = game.decision(after)
        goes_on = self._continues(asked, now, seat, game.turn(before) == game.turn(after))
        move = PlayedMove(seat, action, self.question, note is not None, timed, forced)
        sealed = isinstance(asked, Commit)
        might = self._might_go(move, events, sealed, now, goes_on)
        changes = sealed and might and self._is_change(seat, action)
        strikes = (
            strikes
            and sealed
            and might
            and not (note or forced)
            and (changes or self._is_unsettled(seat))
        )
        if strikes and (left := self._left_standing(seat, after)) is not None:
            self._lay_anew(left)
            self._settle_changes(seat, done=True)
            self.struck += 1
        else:
            self._keep(move, might, sealed)
            if changes:
                self._settle_changes(seat, done=False)
            self._events_before.append(len(self.events))
            self.events.extend(events)
            self.played.append(move)
            self.position, self._decision = after, now
        self.question += not goes_on
        self._follow(move)
        if forced:
            self.note(Event(ONLY_MOVE, "The only move.", facts={"lines": len(events)}))
        if note is not None:
            self.note(note)
        return events

    def _continues(self, asked: Decision, now: Decision, actor: Seat, same_turn: bool) -> bool:
        """Whether the question put to everybody is still the same one after an action of this
        seat.
        """
        if actor < 0 or not isinstance(asked, Commit) or not isinstance(now, Commit):
            return False
        same = same_turn and asked.rule == now.rule and asked.clock == now.clock
        return same and set(now.waiting) <= {*asked.waiting, actor}

    def _might_go(
        self,
        move: PlayedMove,
        events: tuple[Event, ...],
        sealed: bool,
        now: Decision,
        goes_on: bool,
    ) -> bool:
        """Whether a move might be taken back later; any other closes that door for all before
        it.
        """
        if move.timed:
            return False
        if sealed:
            return goes_on and all(self._own(event, move.seat) for event in events)
        return move.seat >= 0 and not isinstance(now, Commit | Over)

    def _keep(self, move: PlayedMove, might: bool, sealed: bool) -> None:
        """Remember where a move begins that might be taken back, or that none before it can be
        any more.
        """
        if not might:
            self._steps.clear()
            self._opening = None
        elif not sealed:
            self._steps.append(_Step(move.seat, len(self.played), self.position, move.forced))
        elif self._opening is None:
            self._opening = self._from_here()

    def _from_here(self) -> _Opening:
        return _Opening(self.position, len(self.played))

    def _own(self, event: Event, seat: Seat) -> bool:
        """Whether an event tells nobody but its own player anything beyond what lies sealed."""
        player = self.seats[seat].player
        only_mine = event.seen_by is not None and all(
            self.seats[number].player == player for number in event.seen_by
        )
        return event.kind == SEALED or only_mine

    def note(self, event: Event) -> None:
        """Tell something that the rules do not tell; it belongs to the last move."""
        self._notes.append((len(self.played), event))
        self.events.append(event)

    @property
    def notes(self) -> tuple[tuple[int, Event], ...]:
        """What was told beside the rules: after how many moves, and what."""
        return tuple(self._notes)

    def advance(self) -> Decision:
        """Draw for chance and stand in for those who need not be asked, until a seat has to act
        or it is over.
        """
        left = _MOST_FORCED if self.plays_forced else 0
        while True:
            decision = self._decision
            if isinstance(decision, Chance):
                self.play(CHANCE, self._draw(decision))
            elif (automatic_move := self._stand_in(decision)) is not None:
                self.play(automatic_move.seat, automatic_move.action, note=automatic_move.note)
            elif (
                left
                and isinstance(decision, Choose)
                and (action := self.forced_action(decision.seat)) is not None
            ):
                self.play(decision.seat, action, forced=True)
                left -= 1
            else:
                return decision

    def forced_action(self, seat: Seat) -> int | None:
        """The move of a seat that everybody can see to be its only one, unless that would end
        second thoughts.

        A move before it can be taken back as long as nothing is drawn, sealed or over; then it
        waits for its seat.
        """
        action = forced_action(self.game, self.position, seat)
        if action is None or not any(self.can_take_back(step.seat) for step in self._steps):
            return action
        after = self.position.copy()
        after.apply(seat, action)
        return action if isinstance(self.game.decision(after), Choose) else None

    def time_up(self, drafts: Mapping[Seat, Sequence[int]] = _NO_DRAFTS) -> None:
        """The time is over: a draft that is a whole choice counts, then the rules' own answer.

        Where the rules know no clock, the default is played for every silent seat. Plans in parts
        lie on the table already, where all could see them; nothing is added to them.
        """
        now = self.question
        for seat in self.waiting() if self._takes_drafts() else ():
            for action in self._whole(seat, drafts.get(seat, ())):
                self.play_timeout(seat, action)
        if self.question == now and self.clock() is not None:
            self.play(CLOCK, TIME_UP)
        for seat in self.waiting():
            while self.question == now and seat in self.waiting():
                self.play_timeout(seat, self.game.default_action(self.position, seat))

    def play_timeout(self, seat: Seat, action: int) -> None:
        """Play something because a seat's time ran out, and say so: what it is, to that player
        alone.
        """
        title = self.seats[seat].title
        own = tuple(
            n
            for n, seat_info in enumerate(self.seats)
            if seat_info.player == self.seats[seat].player
        )
        if not any(
            played_move.seat == seat and played_move.timed
            for played_move in self.played
            if played_move.question == self.question
        ):
            self.note(Event(_RAN_OUT, f"Time ran out for {title}.", hidden_from=own))
        text = self.game.text.describe(self.position, seat, action)
        self.note(
            Event(_RAN_OUT, f"Time ran out, so this was played for {title}: {text}.", seen_by=own)
        )
        self.play(seat, action, timed=True)

    def _takes_drafts(self) -> bool:
        """Whether the present question is one secret choice for each seat, not a plan in parts."""
        if not isinstance(self._decision, Commit):
            return False
        return not (
            isinstance(self.game, HasPlans) and self.game.plan_rules.accepts_plans(self.position)
        )

    def _whole(self, seat: Seat, actions: Sequence[int]) -> Sequence[int]:
        """These actions if they are legal one after the other and leave nothing to choose for
        the seat; else none.
        """
        game, at, asked = self.game, self.position, self._decision
        for n, action in enumerate(actions, 1):
            if action not in game.legal(at, seat):
                return ()
            turn, at = game.turn(at), at.copy()
            at.apply(seat, action)
            now = game.decision(at)
            if not self._continues(asked, now, seat, turn == game.turn(at)) or seat not in owing(
                now
            ):
                return actions if n == len(actions) else ()
            asked = now
        return ()

    def next_seat(self) -> Seat | None:
        """Go on until a seat has to choose, and name it; a phase that only the clock ends is ended.

        None at the end.
        """
        while not isinstance(self.advance(), Over):
            if waiting := self.waiting():
                return waiting[0]
            self.time_up()
        return None

    # --- the open Commit ---------------------------------------------------------------------

    def _is_change(self, seat: Seat, action: int) -> bool:
        """Whether a seat changes with this action what it has sealed already."""
        return seat not in self.waiting() or action in self.game.legal_changes(self.position, seat)

    def _is_unsettled(self, seat: Seat) -> bool:
        return self._opening is not None and self._player(seat) in self._opening.unsettled

    def _settle_changes(self, seat: Seat, *, done: bool) -> None:
        """Remember whether a change of this seat's player still lies among the moves; it goes
        with a later one.
        """
        if self._opening is not None:
            player = {self._player(seat)}
            unsettled = (
                self._opening.unsettled - player if done else self._opening.unsettled | player
            )
            self._opening = self._opening._replace(unsettled=unsettled)

    def _standing(self, opening: _Opening) -> list[_Standing]:
        """The moves that stand in the Commit at hand, in their order."""
        return [
            _Standing(move, place)
            for place, move in enumerate(self.played[opening.at :], opening.at)
        ]

    def _player(self, seat: Seat) -> int:
        return self.seats[seat].player

    def _left_standing(self, seat: Seat, after: Any) -> list[_Standing] | None:
        """What stands in the Commit at hand once a change of mind led here; None where
        everything played does.
        """
        opening = self._opening or self._from_here()
        player, standing = self._player(seat), self._standing(opening)
        own = [item for item in standing if self._player(item.move.seat) == player]
        others = [item for item in standing if self._player(item.move.seat) != player]
        seats = tuple(n for n, info in enumerate(self.seats) if info.player == player)
        names = self._replaces_sealed
        moves = names.sealed_moves(opening.position, after, seats) if names else None
        if moves is None or len(moves) > len(own):
            return None
        standings = [self._kept_of(own, number, action) for number, action in moves]
        in_order = sorted(
            [*others, *standings],
            key=lambda entry: entry.place if entry.place >= 0 else len(self.played),
        )
        for order in (in_order, [*others, *standings]):
            try:
                left, reached = self._playable(opening, order, player)
            except IllegalAction:
                continue
            if reached == after:
                return left
        return None

    def _kept_of(self, own: list[_Standing], seat: Seat, action: int) -> _Standing:
        """The move of a player that did this first, taken off the list; a new one if there is
        none.
        """
        for n, standing in enumerate(own):
            if (standing.move.seat, standing.move.action) == (seat, action):
                return own.pop(n)
        return _Standing(PlayedMove(seat, action, self.question), -1)

    def _playable(
        self, opening: _Opening, moves: list[_Standing], player: int
    ) -> tuple[list[_Standing], Any]:
        """These moves in an order in which all of them can be played and leave the Commit open, and
        where they lead.

        They stay in their order if they can. Else whoever owes something comes first, one player
        after the other, and this player with them: then somebody who has not begun, or who owes
        something at the end, keeps the Commit open.
        """
        try:
            return moves, self._reached(opening, moves)
        except IllegalAction:
            owing_first = {player, *(self._player(seat) for seat in self.waiting())}
            order = sorted(moves, key=lambda standing: self._player(standing.move.seat))
            order.sort(key=lambda item: self._player(item.move.seat) not in owing_first)
            return order, self._reached(opening, order)

    def _reached(self, opening: _Opening, moves: list[_Standing]) -> Any:
        """Where moves lead from the opening of the Commit at hand; refused unless each is legal
        and leaves it open.
        """
        game, position = self.game, opening.position.copy()
        asked = game.decision(position)
        for move, _ in moves:
            turn = game.turn(position)
            game.check(position, move.seat, move.action, asked)
            position.apply(move.seat, move.action)
            now = game.decision(position)
            if not self._continues(asked, now, move.seat, turn == game.turn(position)):
                raise self._refusal("nobody would be left who has to choose")
            asked = now
        return position

    def _lay_anew(self, moves: list[_Standing]) -> None:
        """Put these moves in the place of those of the Commit at hand, with what they told and
        their notes.
        """
        opening = self._opening = self._opening or self._from_here()
        at, game = opening.at, self.game
        notes: dict[int, list[Event]] = {}
        for n, event in self._notes:
            notes.setdefault(n - 1, []).append(event)
        stay = {standing.place for standing in moves}
        lasting = [
            event
            for place in range(at, len(self.played))
            for event in notes.get(place, ())
            if place not in stay and event.kind == ABOUT_TABLE
        ]
        self.events = [*self.events[: self._event_count_before(at)], *lasting]
        self._notes = [
            *(note for note in self._notes if note[0] <= at),
            *((at, event) for event in lasting),
        ]
        self.played, self._events_before = self.played[:at], self._events_before[:at]
        self._truncate_record(at, opening.position)
        self.position = opening.position
        self._decision = game.decision(self.position)
        for move, place in moves:
            after, events = apply_checked(
                game, self.position, move.seat, move.action, self._decision
            )
            if self._sums_up is not None:
                events = self._sums_up.summed_up(self.events, events, after)
            self._events_before.append(len(self.events))
            self.events.extend(events)
            self.played.append(move)
            self.position, self._decision = after, game.decision(after)
            for event in notes.get(place, ()) if place >= 0 else ():
                self.note(event)

    def _event_count_before(self, at: int) -> int:
        """How many events there were before a move, or before the next one."""
        return self._events_before[at] if at < len(self._events_before) else len(self.events)

    def _rest(self, seat: Seat) -> list[_Standing]:
        """What stands in the Commit at hand without the last move of a seat; worked out once for
        every position.
        """
        if self._rests[0] is not self.position:
            self._rests = (self.position, {})
        known = self._rests[1]
        if seat not in known:
            try:
                known[seat] = self._without_last(seat)
            except IllegalAction as error:
                known[seat] = error
        rest = known[seat]
        if isinstance(rest, IllegalAction):
            raise self._refusal(rest.message, rest.rule)
        return rest

    def _without_last(self, seat: Seat) -> list[_Standing]:
        opening = self._opening
        standing = self._standing(opening) if opening is not None else []
        last = next(
            (n for n in reversed(range(len(standing))) if standing[n].move.seat == seat), None
        )
        if opening is None or last is None:
            raise self._refusal(
                "nothing to take back: nothing that you chose in this question still stands open"
            )
        del standing[last]
        try:
            rest, reached = self._playable(opening, standing, self._player(seat))
        except IllegalAction as error:
            text = "that cannot be taken back by itself: what was chosen after it rests on it"
            raise self._refusal(text, error.rule) from None  # whose choice that is must not be told
        if self._limits_take_back is not None:
            self._limits_take_back.check_take_back(reached, seat)
        return rest

    # --- going back --------------------------------------------------------------------------

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the seat's last action may still be taken back."""
        try:
            if self._opening is not None:
                self._rest(seat)
            else:
                self._open_run(seat)
        except IllegalAction:
            return False
        return True

    def take_back(self, seat: Seat) -> None:
        """Take out what the seat sealed last in the Commit at hand, or undo the last move where
        nothing is secret.

        A draw, a clock, a reveal, another's open move or a new Commit closes that door, and so does
        a move that was played because time ran out. Moves that played themselves go with the one
        before them.
        """
        if self._opening is not None:
            self._lay_anew(self._rest(seat))
            return
        first = self._open_run(seat)
        for step in reversed(self._steps[self._steps.index(first) :]):
            self._undo(step)

    def _open_run(self, seat: Seat) -> _Step:
        """The seat's last open move, if only such follow as played themselves and nobody had a
        secret since.
        """
        for n in reversed(range(len(self._steps))):
            step = self._steps[n]
            if step.forced:
                continue
            if step.seat != seat:
                break
            if any(self._among_secrets(item) for item in self._steps[n:]):
                raise self._refusal(
                    "nothing to take back: an open choice stands where anybody has a secret"
                )
            return step
        raise self._refusal(_NOTHING)

    def _undo(self, step: _Step) -> None:
        """Take the last move back, which was open."""
        self._steps.pop()
        self._truncate_record(step.at, step.before)
        self._forget_told(step.at)
        self.played = self.played[: step.at]
        self.position, self._decision = step.before, self.game.decision(step.before)
        self.question += 1

    def _among_secrets(self, step: _Step) -> bool:
        """Whether anybody had a secret when a move was made."""
        if step.secrets is None:
            step.secrets = self.game.has_secrets(step.before)
        return step.secrets

    def _refusal(self, text: str, rule: str = "") -> IllegalAction:
        return IllegalAction(text, rule=rule or self._decision.rule)

    def _forget_told(self, at: int) -> None:
        """Take what a move told out of the log, and the notes that belong to it."""
        first, end = self._events_before[at], self._event_count_before(at + 1)
        lasting = [event for event in self.events[first:end] if event.kind == ABOUT_TABLE]
        gone = end - first - len(lasting)
        self.events = [*self.events[:first], *lasting, *self.events[end:]]
        self._events_before = [
            *self._events_before[:at],
            *(number - gone for number in self._events_before[at + 1 :]),
        ]
        self._notes = self._notes_without(at)

    def _notes_without(self, at: int) -> list[tuple[int, Event]]:
        """The notes as they stand once a move is gone; those that belong to it go with it,
        unless they last.
        """
        return [
            (n - (n > at), event)
            for n, event in self._notes
            if n != at + 1 or event.kind == ABOUT_TABLE
        ]

    def remove_move(self, at: int) -> None:
        """Set the game up anew without one of its moves and what it told."""
        self.rewind([*self.played[:at], *self.played[at + 1 :]], self._notes_without(at))

    def rewind(
        self, moves: Sequence[PlayedMove], notes: list[tuple[int, Event]] | None = None
    ) -> None:
        """Set the game up anew with these moves and their notes; none of them can be taken back any
        more.

        The event that time ran out comes before the move it leads to, and is removed with it.
        """
        last, notes = len(moves), self._notes if notes is None else notes
        notes = [(min(n, last) if item.kind == ABOUT_TABLE else n, item) for n, item in notes]
        notes = [(n, item) for n, item in notes if n < last or item.kind != _RAN_OUT]
        start = Match(
            self.game, self.options, draw=self._draw, stand_in=self._stand_in, start=self._start
        )
        for n in range(len(moves) + 1):
            if n:
                start.play(moves[n - 1].seat, moves[n - 1].action, strikes=False)
                start.played[-1] = moves[n - 1]  # what was told of it is among the notes
            for event in [event for after, event in notes if after == n]:
                start.note(event)
        self._truncate_record(0, self._beginning)
        self.position, self._decision = start.position, start._decision
        self.events, self.played, self._events_before, self._notes = (
            start.events,
            start.played,
            start._events_before,
            start._notes,
        )
        self._steps, self._opening = [], None
        self.question += 1

    # --- players -----------------------------------------------------------------------------

    @overload
    def run(
        self, players: Sequence[Player], watch: Callable[[Event], None] | None = None
    ) -> Over: ...

    @overload
    def run(
        self,
        players: Sequence[Player],
        watch: Callable[[Event], None] | None = None,
        *,
        max_steps: int,
    ) -> Over | None: ...

    def run(
        self,
        players: Sequence[Player],
        watch: Callable[[Event], None] | None = None,
        *,
        max_steps: int | None = None,
    ) -> Over | None:
        """Let players play to the end, and call `watch` with each event as it happens.

        Return None if the game goes on after more than `max_steps` moves and draws.
        """
        reported = 0
        viewless = [isinstance(player, ViewlessPlayer) for player in players]
        while True:
            seat = self.next_seat()
            if watch is not None:
                for event in self.events[reported:]:
                    watch(event)
                reported = len(self.events)
            if seat is None:
                return self.result()
            if max_steps is not None and len(self.played) > max_steps:
                return None
            player: Any = players[seat]
            if viewless[seat]:
                action = player.choose_from(self.game.legal(self.position, seat))
            else:
                action = player.choose(self.view(seat))
            self.play(seat, action)

    def result(self) -> Over:
        """How the game has ended."""
        end = self.decision()
        assert isinstance(end, Over), "the game is not over"
        return end

    # --- copies and states -------------------------------------------------------------------

    def copy(self) -> Match:
        """A match that goes on by itself from here; positions and events, which never change, are
        shared.
        """
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.dice = copy(self.dice)
        if self._draw == self._roll:
            twin._draw = twin._roll
        twin.events, twin.played = list(self.events), list(self.played)
        twin._events_before, twin._notes = list(self._events_before), list(self._notes)
        twin._steps, twin._rests = list(self._steps), (None, {})
        twin._record, twin._written = replace(self._record, moves=[]), self._beginning
        return twin

    def state(self) -> bytes:
        """All that the match needs to go on: the position in notation, the state of the dice, the
        log and the moves.
        """
        return msgspec.msgpack.encode(
            _MatchState(
                self.game.notation.write(self.position),
                self.dice.words(),
                self.question,
                self.events,
                self.played,
                self._events_before,
                self._notes,
            )
        )

    def load(self, state: bytes) -> None:
        """Go on from a state of a match with the same game and options; `BadNotation` if it cannot
        be read, which changes nothing.

        What was played before it cannot be taken back.
        """
        try:
            read = msgspec.msgpack.decode(state, type=_MatchState)
        except msgspec.MsgspecError as error:
            raise BadNotation(f"expected the state of a match: {error}") from error
        position = self.game.notation.read(read.position)
        if self.game.options_of(position) != self.options:
            raise BadNotation(
                f"expected a state with the options {as_words(self.options)}, got"
                f" {as_words(self.game.options_of(position))}"
            )
        self.dice = Dice(0)
        self.dice.resume(*read.dice)
        self.position, self._decision = position, self.game.decision(position)
        self.question, self.events, self.played = read.question, read.events, read.played
        self._events_before, self._notes = read.events_before, read.notes
        self._steps, self._opening, self._rests = [], None, (None, {})
        self._record = replace(self._record, moves=[])
        self._written = self._beginning

    # --- all or nothing ----------------------------------------------------------------------

    def mark(self) -> Checkpoint:
        """Where the game stands now."""
        return Checkpoint(
            self.position,
            self._decision,
            self.question,
            _ListMark(self.events, len(self.events)),
            _ListMark(self.played, len(self.played)),
            _ListMark(self._events_before, len(self._events_before)),
            tuple(self._steps),
            self._opening,
            _ListMark(self._notes, len(self._notes)),
        )

    def restore(self, mark: Checkpoint) -> None:
        """Stand where the game stood then."""
        self.position, self._decision, self.question = mark.position, mark.decision, mark.question
        self.events = mark.events.truncate()
        if mark.played.items is self.played:
            self._truncate_record(mark.played.size, mark.position)
        else:
            self._truncate_record(0, self._beginning)
        self.played, self._events_before = mark.played.truncate(), mark.events_before.truncate()
        self._steps, self._opening, self._notes = (
            list(mark.steps),
            mark.opening,
            mark.notes.truncate(),
        )
