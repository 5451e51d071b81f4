"""One game at one screen: whose turn it is to sit there, what that person may see, and the bots'
turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dogfight.bots import hints
from dogfight.bots.characters import bot_introduction, nth_of_kind
from dogfight.bots.engine_host import EngineBot
from dogfight.bots.estimates import ActionEstimate
from dogfight.bots.registry import make_bot
from dogfight.core.capabilities import Reactions, RecommendsSetup
from dogfight.core.decision import Choose, Clock, Commit, Decision, Over, acting, owing
from dogfight.core.errors import IllegalAction
from dogfight.core.event import SEALED, Event, visible_events
from dogfight.core.seat import OPEN, WATCHER, Seat
from dogfight.core.view import View
from dogfight.match.match import ABOUT_TABLE, AutomaticMove, Match, Player
from dogfight.match.plans import Plan, PlanRejected, PlanTracker, parts_of
from dogfight.planning.capabilities import HasPlans
from dogfight.planning.parts import Part
from dogfight.tui.setup import AUTO_PASSES, HUMAN, GameSetup

Person = int
"""A person at the screen; the number is `SeatInfo.player`."""
BOT_FAULT = "mishap"
"""The kind of a line in the log that tells how an engine failed; the game itself knows nothing
of it.
"""
FORCED = "forced"
"""The kind of a line in the log that tells which move was the only one and has played itself."""
Phase = tuple[Clock, str, int, int]
"""A timed phase: its clock, its rule, the turn, and for an open choice the number of the move."""


class Session:
    """Drives a table for the people at one screen. `person` is who looks at it now, if anybody."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.table = Match(
            setup.game,
            setup.options,
            seed=setup.seed,
            players=setup.players,
            stand_in=self._unasked,
            start=setup.start,
        )
        self.seats = self.table.seats
        self.bots: dict[Seat, Player] = {
            seat: make_bot(name, setup.seed + 1 + seat, setup.game)
            for seat, name in enumerate(setup.players)
            if name != HUMAN
        }
        self.humans = tuple(seat for seat, name in enumerate(setup.players) if name == HUMAN)
        self.people = tuple(sorted({self.seats[seat].player for seat in self.humans}))
        self.person: Person | None = self.people[0] if len(self.people) == 1 else None
        self.wanted: Seat | None = None
        self.auto_pass = setup.auto_pass
        self.play_forced = setup.play_forced
        self.desk = (
            PlanTracker.of(setup.game.plan_rules, self.seats)
            if isinstance(setup.game, HasPlans)
            else None
        )
        self._phase: Phase | None = None
        self._out_of_time: set[Person] = set()
        self._seen: dict[Seat, int] = {}
        self._mishaps: list[tuple[int, Seat, Event]] = []
        """How engines failed: after how many events of the game, on which seat, and the text
        about it.
        """
        self._introduce_bots()

    def _introduce_bots(self) -> None:
        """Say at the beginning of the log who the bots are."""
        played: dict[tuple[Person, str], list[str]] = {}
        for seat in self.bots:
            info = self.seats[seat]
            played.setdefault((info.player, self.setup.players[seat]), []).append(info.title)
        kinds = [bot for _, bot in played]
        for n, ((_, bot), titles) in enumerate(played.items()):
            if text := bot_introduction(bot, " and ".join(titles), nth_of_kind(kinds, n)):
                self.table.note(Event(ABOUT_TABLE, text))

    # --- whose turn it is ----------------------------------------------------------------------

    def decision(self) -> Decision:
        """What the game waits for, once chance has had its say and all time is up that is up."""
        while self._nobody_left(decision := self.table.advance()):
            self._turn_over(self.table.time_up)
        return decision

    def _unasked(self, decision: Decision) -> AutomaticMove | None:
        """What is played for a person who need not be asked."""
        return self._by_order(decision) or self._forced(decision)

    def _forced(self, decision: Decision) -> AutomaticMove | None:
        """The only move of a person at the screen, where playing it at once tells nobody anything.

        Bots see no clock, so alone with them there is nobody to tell. Several people could conclude
        from it what a player holds; so between them only the open moves of an open game play
        themselves.
        """
        if not self.play_forced or (
            len(self.people) > 1 and (isinstance(decision, Commit) or self.secrets())
        ):
            return None
        game, position = self.setup.game, self.table.position
        for seat in owing(decision):
            if seat in self.humans and len(legal := game.legal(position, seat)) == 1:
                text = game.text.describe(position, seat, legal[0])
                reported = f"{self.seats[seat].title} had only one way: {text}."
                knows = self._seats_with(seat) if len(self.people) == 1 else None
                return AutomaticMove(
                    seat, legal[0], Event(FORCED, reported, decision.rule, seen_by=knows)
                )
        return None

    def _seats_with(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that the holder of this one holds."""
        return tuple(
            number
            for number, info in enumerate(self.seats)
            if info.player == self.seats[seat].player
        )

    def _by_order(self, decision: Decision) -> AutomaticMove | None:
        """What a person's standing order answers to a reaction."""
        game = self.setup.game
        if (
            not isinstance(decision, Choose)
            or decision.seat not in self.humans
            or not isinstance(game, Reactions)
        ):
            return None
        action = game.standing_action(self.table.position, decision.seat, self.auto_pass)
        return None if action is None else AutomaticMove(decision.seat, action)

    def next_order(self) -> str:
        """Turn to the next standing order on reactions."""
        known = AUTO_PASSES.index(self.auto_pass) if self.auto_pass in AUTO_PASSES else -1
        self.auto_pass = AUTO_PASSES[(known + 1) % len(AUTO_PASSES)]
        return self.auto_pass

    def _nobody_left(self, decision: Decision) -> bool:
        """The clock runs, and everybody who could still act has used up the time for it."""
        phase = self.phase()
        if phase != self._phase:
            self._phase = phase
            self._out_of_time.clear()
        return (
            phase is not None
            and all(self._late(seat) for seat in owing(decision))
            and not self._thinking(decision)
        )

    def _late(self, seat: Seat) -> bool:
        return seat in self.humans and self.seats[seat].player in self._out_of_time

    def _thinking(self, decision: Decision) -> bool:
        """The person at the screen has time left and could at least change something."""
        able = [seat for seat in acting(decision) if seat in self.own_seats()]
        return bool(able) and self.person not in self._out_of_time

    def bot_to_move(self) -> Seat | None:
        """The next bot that owes a choice; bots choose before people do."""
        return next((seat for seat in owing(self.decision()) if seat in self.bots), None)

    def due(self) -> Person | None:
        """The person who should sit at the screen: the present one, if that one has something to
        do.
        """
        due = [self.seats[seat].player for seat in owing(self.decision()) if seat in self.humans]
        due = [person for person in due if person not in self._out_of_time]
        if not due or self.person in due:
            return self.person
        return due[0]

    def others_able(self) -> tuple[Person, ...]:
        """People not at the screen who may act now, if only to change what they sealed."""
        able = {self.seats[seat].player for seat in acting(self.decision()) if seat in self.humans}
        return tuple(sorted(able - {self.person} - self._out_of_time))

    def must_hide(self, person: Person) -> bool:
        """Whether the screen has to be covered before this person looks."""
        return person != self.person and len(self.people) > 1 and self.secrets()

    def secrets(self) -> bool:
        """Return whether a player at this table knows, or is about to choose, what others may
        not see.
        """
        if isinstance(self.table.decision(), Commit) or any(
            event.seen_by is not None for event in self.table.events
        ):
            return True
        return self.table.game.has_secrets(self.table.position)

    def sit(self, person: Person | None) -> None:
        """This person looks at the screen now."""
        self.person = person
        self.wanted = None

    # --- what is seen --------------------------------------------------------------------------

    def seat(self) -> Seat:
        """The seat whose view is shown: the one to act of the person at the screen."""
        decision = self.decision()
        if isinstance(decision, Over):
            return OPEN
        numbers = self.own_seats()
        if not numbers:
            return WATCHER
        able = self.able_seats()
        if self.wanted in able:
            return self.wanted
        return next(
            (seat for seat in owing(decision) if seat in numbers), able[0] if able else numbers[0]
        )

    def own_seats(self) -> tuple[Seat, ...]:
        """The seats of the person at the screen."""
        return tuple(seat for seat in self.humans if self.seats[seat].player == self.person)

    def able_seats(self) -> tuple[Seat, ...]:
        """The seats of the person at the screen that may act now."""
        return tuple(seat for seat in acting(self.decision()) if seat in self.own_seats())

    def next_seat(self) -> None:
        """Turn to another seat of the same person that may act."""
        able = self.able_seats()
        if len(able) > 1:
            self.wanted = able[(able.index(self.seat()) + 1) % len(able)]

    def view(self) -> View[Any]:
        """What the person at the screen may know."""
        return self.table.view(self.seat())

    def log(self, seat: Seat) -> tuple[Event, ...]:
        """What a seat may know of what happened, and how engines failed meanwhile."""
        events = list(visible_events(tuple(self.table.events), seat))
        for after, _, mishap in reversed(self._mishaps):
            events.insert(
                sum(event.visible_to(seat) for event in self.table.events[:after]), mishap
            )
        return tuple(events)

    def news(self, seat: Seat) -> int:
        """How many lines of the log are new to this seat since it last acted."""
        lines = len(self.log(seat))
        return lines - min(self._seen.get(seat, 0), lines)

    def title(self, person: Person) -> str:
        """The names of the seats a person holds."""
        held = [self.seats[seat].title for seat in self.humans if self.seats[seat].player == person]
        return " and ".join(held)

    # --- acting --------------------------------------------------------------------------------

    def play(self, action: int | str) -> None:
        """Play for the seat that is shown; a refused action changes nothing."""
        seat = self.seat()
        if seat < 0:
            raise IllegalAction("nobody at this screen can act now")
        seen = len(self.log(seat))
        self._turn_over(lambda: self.table.play(seat, action))
        self._seen[seat] = seen

    def can_set_up(self) -> bool:
        """Whether the seat that is shown has to set something up, and the game has a set-up to
        recommend.
        """
        game, seat = self.setup.game, self.seat()
        return (
            seat >= 0
            and isinstance(game, RecommendsSetup)
            and game.is_setting_up(self.table.position, seat)
        )

    def set_up(self) -> None:
        """Set up all that the seat which is shown has to set up now, as the game recommends."""
        game, seat = self.setup.game, self.seat()
        if not self.can_set_up() or not isinstance(game, RecommendsSetup):
            raise IllegalAction("there is nothing to set up now")
        seen, actions = len(self.log(seat)), game.set_up(self.table.position, seat)

        def place() -> None:
            for action in actions:
                self.table.play(seat, action)

        self._turn_over(place)
        self._seen[seat] = seen

    def plan(self, words: Sequence[str]) -> None:
        """Lay a whole plan for the person at the screen in the place of the last one; a dropped one
        changes nothing.

        The words are parts for the seat that is shown, or for one named before them.
        """
        seat = self.seat()
        if self.desk is None or seat < 0 or self.person is None:
            raise IllegalAction(f"expected one action at a time, got {' '.join(words)!r}")
        position, parts = self.table.position, self._parts(seat, words)
        round_ = self.desk.plan_rules.round(position)
        plan = Plan(self.person, round_, self.desk.kept(self.person, round_) + 1, parts)
        verdict = self.desk.judge(position, plan, late=self.person in self._out_of_time)
        if verdict.status != "ok":
            raise PlanRejected(verdict)
        seen = len(self.log(seat))
        self.desk = self.desk.keeping(plan)

        def lay() -> None:
            for number, action in verdict.moves:
                self.table.play(number, action)

        self._turn_over(lay)
        self._seen[seat] = seen

    def _parts(self, seat: Seat, words: Sequence[str]) -> tuple[Part, ...]:
        return parts_of(
            words, seat, {self.seats[own_seat].name: own_seat for own_seat in self.own_seats()}
        )

    def play_bot(self, seat: Seat, action: int) -> None:
        """Play a bot's choice; if its engine has failed at it, the log tells so first."""
        self._tell_mishap(seat)
        self._turn_over(lambda: self.table.play(seat, action))

    def _turn_over(self, act: Callable[[], object]) -> None:
        """Act; if what was sealed is turned over by it, nobody sits at the screen until the next
        one takes it.
        """
        asked, reported = self.table.decision(), len(self.table.events)
        act()
        self.table.advance()
        if not isinstance(asked, Commit) or len(self.people) < 2 or not self.secrets():
            return
        if any(
            event.kind != SEALED and event.visible_to(WATCHER)
            for event in self.table.events[reported:]
        ):
            self.sit(None)

    def _tell_mishap(self, seat: Seat) -> None:
        bot = self.bots[seat]
        reported = sum(number == seat for _, number, _ in self._mishaps)
        if isinstance(bot, EngineBot) and len(bot.faults) > reported:
            event = Event(BOT_FAULT, f"{self.seats[seat].title}: the engine {bot.mishap()}.")
            self._mishaps.append((len(self.table.events), seat, event))

    def take_back(self) -> None:
        """Take back the last action of the person at the screen; in an open game, of anybody
        here.
        """
        numbers = self.own_seats()
        others = (
            () if self.secrets() else tuple(seat for seat in self.humans if seat not in numbers)
        )
        for seat in (*numbers, *others):
            if self._withdrew(seat):
                left = len(self.table.events)
                self._mishaps = [
                    (min(after, left), whose, event) for after, whose, event in self._mishaps
                ]
                self.sit(self.seats[seat].player)
                return
        raise IllegalAction("nothing to take back: something has been revealed or played since")

    def _withdrew(self, seat: Seat) -> bool:
        """Take back the last move of a seat that was a choice, and the forced ones after it;
        whether there was one.
        """
        while self.table.can_take_back(seat):
            last = next(
                played_move
                for played_move in reversed(self.table.played)
                if played_move.seat == seat
            )
            self.table.take_back(seat)
            if not last.ordered:
                return True
        return False

    def hint(self, view: View[Any]) -> list[ActionEstimate]:
        """What a bot would do with what this view shows, the best first."""
        seed = self.setup.seed + self.table.record.move_count
        return hints.best(hints.opinions(hints.ADVISER, seed, view, self.setup.game))

    # --- time ----------------------------------------------------------------------------------

    def phase(self) -> Phase | None:
        """The timed phase the game is in, if it is in one."""
        decision = self.table.decision()
        if isinstance(decision, Choose | Commit) and decision.clock is not None:
            moves = self.table.record.move_count if isinstance(decision, Choose) else 0
            return decision.clock, decision.rule, self.setup.game.turn(self.table.position), moves
        return None

    def can_finish(self) -> bool:
        """Whether the person at the screen may give up the rest of the time: nothing is owed any
        more.
        """
        owed = owing(self.decision())
        return (
            self.phase() is not None
            and bool(self.able_seats())
            and not set(owed) & set(self.own_seats())
        )

    def all_ready(self) -> bool:
        """[JP-6.18] Whether only the clock is waited for, and a timed phase may end early here."""
        decision = self.decision()
        if not self.setup.early or self.phase() is None or not isinstance(decision, Commit):
            return False
        return not decision.waiting and bool(self.able_seats())

    def run_out(self) -> None:
        """The time of the person at the screen is over; the phase ends once nobody has time
        left.
        """
        if self.person is not None:
            self._out_of_time.add(self.person)
