"""One game as its log makes it: every entry is decided here once and replayed here ever after.

No clock, no I/O.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from dogfight.core.capabilities import Reactions, RecommendsSetup
from dogfight.core.decision import Chance, Choose, Clock, Commit, Decision, Over, acting
from dogfight.core.errors import BadRecord, IllegalAction
from dogfight.core.event import Event
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.match import draws
from dogfight.match.match import ABOUT_TABLE, OPENING, AutomaticMove, Checkpoint, Match, PlayedMove
from dogfight.match.plans import Plan, PlanOutcome, PlanRejected, PlanTracker, Ready
from dogfight.planning.capabilities import HasPlans, PlansMoves
from dogfight.server.storage.ledger import Entry

BY_ORDER = "Passed by standing order."
DRAWN = "Drawn by agreement."
"""What ended a game whose players agreed on a draw."""


class LoggedMatch:
    """A game in progress with its seed. A command that is refused or fails leaves everything as it
    was.

    `phase(seat)` numbers the questions put to a seat. It goes up when the seat's own question
    changes, never because another seat sealed a choice. `round` numbers the questions put to the
    table; a clock runs for one of them.
    """

    def __init__(
        self, game: AnyGame, options: Options, seed: bytes, code: str, opening: str = ""
    ) -> None:
        self.table = Match(
            game,
            options,
            draw=self._draw,
            stand_in=self._stand_in,
            follow=self._follow,
            start=game.notation.read(opening) if opening else None,
        )
        self.seed = seed
        self.code = code
        self.nonces: tuple[str, ...] = ()
        """What the players added to the seed."""
        self.tags: draws.DrawTags | None = None
        """What a record that was brought says about its draws."""
        self._mixed = seed
        self.resigned: frozenset[int] = frozenset()
        self.started = False
        self.ended = ""
        self.origin = ""
        """Code and move of the finished game this one plays on from."""
        self.retaken: tuple[int, ...] = ()
        """How many moves stayed, for every take-back that the others agreed to."""
        self.orders: Mapping[Seat, str] = {}
        """Standing orders on reactions of the seats that people play."""
        self.log_rebuilt = False
        """Whether events before those of the last entry were taken back."""
        self.desk = (
            PlanTracker.of(game.plan_rules, self.table.seats)
            if isinstance(game, HasPlans)
            else None
        )
        """Where whole plans are judged, in a game that has them."""
        self._sets_up = game if isinstance(game, RecommendsSetup) else None
        self.plans_moves = isinstance(game, PlansMoves)
        self.sat: dict[int, frozenset[int]] = {}
        """For every player whose chairs changed hands in play: the people who have held them."""
        self._heard = 0
        """How many events were taken as news."""
        self._log = self.table.events
        """The list they were taken from; another one takes its place where something is taken
        back.
        """
        self._moves: list[PlayedMove] = []
        """What the latest command, or entry, has played, in the order in which it was played."""
        self._struck = 0
        """How often changes of mind had taken something out before that."""
        self._before: tuple[Checkpoint, dict[str, Any]] | None = None
        """How everything was before the latest decision, until its news are taken."""
        self._question_numbers = (0,) * len(self.table.seats)
        self._asked = self._questions()
        self._stored = self._fingerprint()

    # --- questions ---------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        return self.table.decision()

    @property
    def round(self) -> int:
        return self.table.question

    @property
    def over(self) -> bool:
        return bool(self.ended) or isinstance(self.table.decision(), Over)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that owe a choice."""
        return () if self.over else self.table.waiting()

    @property
    def clock(self) -> Clock | None:
        """The game's own clock, where one is running."""
        return None if self.ended else self.table.clock()

    @property
    def untouched(self) -> bool:
        """Whether nothing has changed since the last entry: what was just refused left no trace."""
        return self._stored == self._fingerprint()

    def _fingerprint(self) -> tuple[object, ...]:
        """Enough of what a command can change to notice that one did."""
        table = self.table
        moves = table.position, len(table.played), table.question
        reported = len(table.events), self._question_numbers
        return (
            moves,
            reported,
            self.nonces,
            self.resigned,
            self.ended,
            self.retaken,
            self.desk,
            self.sat,
        )

    def question(self, seat: Seat) -> int:
        return self._question_numbers[seat] if seat >= 0 else 0

    def by_order(self) -> int | None:
        """Return the answer of a standing order; None if the player has to be asked."""
        decision, game = self.decision, self.table.game
        if self.over or not isinstance(decision, Choose) or decision.seat not in self.orders:
            return None
        if not isinstance(game, Reactions):
            return None
        return game.standing_action(self.table.position, decision.seat, self.orders[decision.seat])

    def retake_point(self, seats: tuple[Seat, ...]) -> int | None:
        """How many moves stay when the last question one of these seats answered is put again; None
        if there is none.

        Everybody who was asked with them is asked again: what was sealed together is chosen anew
        together.
        """
        played = self.table.played
        own = [
            played_move.question
            for played_move in played
            if played_move.seat in seats and not (played_move.ordered or played_move.forced)
        ]
        if not own:
            return None
        first = next(n for n, played_move in enumerate(played) if played_move.question == own[-1])
        return first if first >= self._imported else None

    @property
    def _imported(self) -> int:
        return int(self.origin.rpartition("/")[2] or 0)

    def promised(self, commitment: str) -> draws.DrawTags:
        """What the draws made at this table can be checked by, under the promise it gave."""
        return draws.DrawTags(
            self.code, commitment, self.seed.hex(), self.nonces, self.retaken, self.origin
        )

    def notes_for(self, perspective: Seat) -> tuple[tuple[int, Event], ...]:
        """What the table itself told a perspective: after how many moves, and what."""
        return tuple(note for note in self.table.notes if note[1].visible_to(perspective))

    @property
    def fresh(self) -> tuple[Event, ...]:
        """The events since `take_news` was last called."""
        events, known = self.table.events, self._heard
        if events is not self._log:
            pairs = zip(events, self._log[:known], strict=False)
            same = next((n for n, (new, old) in enumerate(pairs) if new != old), known)
            known = min(same, len(events))
        return tuple(events[known:])

    def take_events(self) -> tuple[tuple[Event, ...], bool]:
        """The events since the last call, and whether earlier ones were taken back."""
        taken = self.fresh, self.log_rebuilt
        self._log, self._heard = self.table.events, len(self.table.events)
        self.log_rebuilt, self._before = False, None
        return taken

    def undo(self) -> None:
        """Go back to how everything was before the latest decision, which nobody has heard of."""
        assert self._before is not None
        mark, own = self._before
        self.__dict__.update(own)
        self.table.restore(mark)

    # --- deciding ----------------------------------------------------------------------------

    def start(self, nonces: tuple[str, ...] = (), notes: tuple[str, ...] = ()) -> Entry:
        """Begin, with what the players add to the seed."""
        with self._all_or_nothing():
            self._mix(nonces if any(nonces) else ())
            self._tell(notes, OPENING)
            return msgspec.structs.replace(self._settled("start"), nonces=self.nonces, notes=notes)

    def reseat(self, player: int, people: tuple[int, ...], words: str) -> Entry:
        """Change the owner of a player's seats in play, with a public event now and in the
        review.
        """
        with self._all_or_nothing():
            self._sat(player, people)
            self._tell((words,))
            return msgspec.structs.replace(
                self._entry("seat", player), notes=(words,), people=people
            )

    def _sat(self, player: int, people: tuple[int, ...]) -> None:
        self.sat = {**self.sat, player: self.sat.get(player, frozenset()) | {*people}}

    def _tell(self, notes: tuple[str, ...], kind: str = ABOUT_TABLE) -> None:
        """Tell everybody something about the table itself."""
        for words in notes:
            self.table.note(Event(kind, words))

    def _mix(self, nonces: tuple[str, ...]) -> None:
        self.nonces = nonces
        self._mixed = draws.mix_nonces(self.seed, self.code, nonces)

    def play(self, seat: Seat, action: int | str) -> Entry:
        """Play an action and draw whatever follows; a refused one changes nothing."""
        with self._all_or_nothing():
            self.table.play(seat, action)
            return self._settled("play", seat)

    def can_set_up(self, seat: Seat) -> bool:
        """Whether the game can set up for a seat what it has to place now."""
        game = self._sets_up
        return game is not None and not self.over and game.is_setting_up(self.table.position, seat)

    def set_up(self, seat: Seat) -> Entry:
        """Place all that a seat has to set up now as the game recommends it, by ordinary
        actions.
        """
        game = self._sets_up
        if game is None or not self.can_set_up(seat):
            raise IllegalAction("there is nothing to set up now", rule=self.decision.rule)
        with self._all_or_nothing():
            for action in game.set_up(self.table.position, seat):
                self.table.play(seat, action)
            return self._settled("set_up", seat)

    def take_back(self, seat: Seat) -> Entry:
        """Take back what a seat did last, as far as the driver lets it."""
        with self._all_or_nothing():
            self.table.take_back(seat)
            return self._entry("take_back", seat, actors=(seat,))

    def plan(self, plan: Plan, *, lay: bool, ready: bool, late: bool) -> Entry:
        """A player lays a whole plan, or confirms the one on the table, or both; `Dropped` says
        why not.
        """
        if self.desk is None:
            raise IllegalAction(f"{self.table.game.title} has no plans in parts")
        with self._all_or_nothing():
            if lay:
                self._carry_out(self.desk.judge(self.table.position, plan, late=late))
                self.desk = self.desk.keeping(plan)
            if ready:
                confirmed = Ready(plan.player, plan.round, plan.n)
                self._carry_out(self.desk.confirm(self.table.position, confirmed, late=late))
            entry = self._settled("plan", plan.player)
            return msgspec.structs.replace(entry, n=plan.n if lay else 0)

    def _carry_out(self, verdict: PlanOutcome) -> None:
        if verdict.status != "ok":
            raise PlanRejected(verdict)
        for seat, action in verdict.moves:
            self.table.play(seat, action)

    def time_up(self, drafts: Mapping[Seat, tuple[int, ...]]) -> Entry:
        """The clock has run out: drafts that are whole choices count, then the rules' own answer
        or the default.
        """
        with self._all_or_nothing():
            self.table.time_up(drafts)
            return self._settled("clock")

    def obey(self) -> Entry:
        """A standing order was given: it answers what is asked now."""
        with self._all_or_nothing():
            return self._settled("order")

    def retake(self, player: int, kept: int) -> Entry:
        """The others let a player take back: everything after so many moves is played again,
        with new draws.
        """
        with self._all_or_nothing():
            self._rewind(player, kept)
            return self._settled("retake", player, kept)

    def resign(self, player: int) -> Entry:
        """A player gives up: the rest go on, unless only one side is left."""
        with self._all_or_nothing():
            self._resign(player)
            return self._settled("resign", player)

    def agree_draw(self) -> Entry:
        """End the game as a draw, to which everybody has agreed."""
        with self._all_or_nothing():
            self.ended = DRAWN
            return self._settled("draw")

    def replay(self, entry: Entry) -> None:
        """Carry out an entry of the log; whatever cannot be played raises."""
        self._begin()
        actors: tuple[Seat, ...] = ()
        if entry.do == "take_back":
            self._take_back_as_logged(entry.seat)
            actors = (entry.seat,)
        elif entry.do == "resign":
            self._resign(entry.seat)
        elif entry.do == "draw":
            self.ended = DRAWN
        elif entry.do == "retake":
            self._rewind(entry.seat, entry.kept)
        elif entry.do == "start":
            self._mix(entry.nonces)
        elif entry.do == "plan" and entry.n and self.desk is not None:
            self.desk = self.desk.keeping(
                Plan(entry.seat, self.desk.plan_rules.round(self.table.position), entry.n)
            )
        elif entry.do == "seat":
            self._sat(entry.seat, entry.people)
        self._tell(entry.notes, OPENING if entry.do == "start" else ABOUT_TABLE)
        self.origin = entry.origin or self.origin
        self.tags = entry.tags or self.tags
        for n, (seat, action) in enumerate(entry.steps):
            if n in entry.timed:
                self.table.play_timeout(seat, action)
            else:
                note = _by_order(seat) if n in entry.ordered else None
                self.table.play(
                    seat, action, note=note, forced=n in entry.forced, strikes=entry.struck
                )
        self._entry(entry.do, entry.seat, actors=actors)

    # --- carrying out ------------------------------------------------------------------------

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """A command that fails half-way has not begun."""
        self._before = None
        self._begin()
        mark, own = self.table.mark(), dict(self.__dict__)
        try:
            yield
            self._before = mark, own
        except BaseException:
            self.__dict__.update(own)
            self.table.restore(mark)
            raise

    def _begin(self) -> None:
        """Nothing is played yet of the command or entry at hand."""
        self._moves, self._struck = [], self.table.struck

    def _follow(self, move: PlayedMove) -> None:
        self._moves.append(move)

    def _draw(self, chance: Chance) -> int:
        move = len(self.table.played) + 1
        return draws.draw(
            self._mixed, draws.stream_name(self.code, len(self.retaken)), move, chance.odds
        )

    def _stand_in(self, decision: Decision) -> AutomaticMove | None:
        """The rules' default for those who resigned, and what standing orders answer."""
        table = self.table
        if self.resigned:
            gone = next(
                (seat for seat in self.waiting if table.seats[seat].player in self.resigned), None
            )
            if gone is not None:
                return AutomaticMove(gone, table.game.default_action(table.position, gone))
        if isinstance(decision, Choose) and (answer := self.by_order()) is not None:
            return AutomaticMove(decision.seat, answer, _by_order(decision.seat))
        return None

    def _settled(self, do: str, seat: int = -1, kept: int = 0) -> Entry:
        """Draw for chance, stand in for those who resigned, obey orders, play only moves, until
        a person may choose.
        """
        if not self.over:
            self.table.advance()
        return self._entry(do, seat, kept)

    def _rewind(self, player: int, kept: int) -> None:
        """Set the table up anew as it was after so many moves."""
        self.table.rewind(self.table.played[:kept])
        self.retaken = (*self.retaken, kept)
        title = " and ".join(seat.title for seat in self.table.seats if seat.player == player)
        self.table.note(
            Event("retaken", f"{title} took back, and everybody agreed. What was seen stays seen.")
        )

    def _take_back_as_logged(self, seat: Seat) -> None:
        """Take back as the log says.

        Earlier releases let more be taken back: the move is left out then.
        """
        if self.table.can_take_back(seat):
            self.table.take_back(seat)
            return
        at = max(
            (n for n, played_move in enumerate(self.table.played) if played_move.seat == seat),
            default=-1,
        )
        if at < 0:
            raise BadRecord("nothing to take back")
        self.table.remove_move(at)

    def _resign(self, player: int) -> None:
        self.resigned |= {player}
        seats = self.table.seats
        sides = {seat.side for seat in seats}
        left = {seat.side for seat in seats if seat.player not in self.resigned}
        if not left or (len(sides) > 1 and len(left) == 1):
            title = next(seat.title for seat in seats if seat.player == player)
            self.ended = f"{title} resigned."

    def _questions(self) -> tuple[int, frozenset[int], dict[Seat, list[int]]]:
        """What is asked: the number of the question, who has resigned, and what the seats at a
        Commit may do.
        """
        table, decision = self.table, self.decision
        seats = acting(decision) if isinstance(decision, Commit) else ()
        return (
            table.question,
            self.resigned,
            {seat: table.game.legal(table.position, seat) for seat in seats},
        )

    def _entry(
        self, do: Any, seat: int = -1, kept: int = 0, *, actors: tuple[Seat, ...] = ()
    ) -> Entry:
        """The entry of what was carried out; seats that are asked anew are in a new phase."""
        steps = self._moves
        self.log_rebuilt = self.log_rebuilt or self.table.events is not self._log
        (question, resigned, legal), now = self._asked, self._questions()
        if (question, resigned) != now[:2]:
            self._question_numbers = tuple([question + 1 for question in self._question_numbers])
        else:
            changed = {*actors, *(step.seat for step in steps)}
            changed |= {
                index
                for index in range(len(self._question_numbers))
                if legal.get(index) != now[2].get(index)
            }
            self._question_numbers = tuple(
                [
                    question + (number in changed)
                    for number, question in enumerate(self._question_numbers)
                ]
            )
        self._asked = now
        self.started = self.started or do == "start"
        self._stored = self._fingerprint()
        return Entry(
            do=do,
            seat=seat,
            steps=tuple([(step.seat, step.action) for step in steps]),
            ordered=tuple([n for n, step in enumerate(steps) if step.ordered]),
            timed=tuple([n for n, step in enumerate(steps) if step.timed]),
            forced=tuple([n for n, step in enumerate(steps) if step.forced]),
            struck=self.table.struck != self._struck,
            kept=kept,
            after=self.table.game.notation.hash(self.table.position),
        )


def _by_order(seat: Seat) -> Event:
    """Return the note for the owner of a seat whose standing order has answered."""
    return Event("order", BY_ORDER, seen_by=(seat,))
