"""One game as its log makes it: every entry is decided here once and replayed here ever after. No clock, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from dogfight.core.decision import Chance, Choose, Clock, Commit, Decision, Over, acting
from dogfight.core.errors import BadRecord, DogfightError
from dogfight.core.event import Event
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, Seat
from dogfight.core.table import Table
from dogfight.server import fair
from dogfight.server.faults import Refused
from dogfight.server.ledger import Entry, GameRow, Logged, chained

ABOUT_TABLE = "table"
"""The kind of an event that the table itself tells everybody."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is asked of whom; `legal` is filled in where several seats choose at once."""

    decision: Decision
    turn: int
    legal: dict[Seat, list[int]]

    @classmethod
    def of(cls, table: Table) -> Situation:
        decision = table.decision()
        seats = acting(decision) if isinstance(decision, Commit) else ()
        legal = {seat: table.game.legal(table.position, seat) for seat in seats}
        return cls(decision, table.game.turn(table.position), legal)

    def continues(self, after: Situation, actor: Seat) -> bool:
        """Whether the question put to everybody is still the same one after an action of this seat."""
        one, two = self.decision, after.decision
        if actor < 0 or not isinstance(one, Commit) or not isinstance(two, Commit):
            return False
        same = one.rule == two.rule and one.clock == two.clock and self.turn == after.turn
        return same and set(two.waiting) <= {*one.waiting, actor}


class Played(NamedTuple):
    """A move of the game, the number of the question it answered, and whether a standing order made it."""

    seat: Seat
    action: int
    round: int
    ordered: bool


class Match:
    """A game in progress with its seed.

    `phase(seat)` numbers the questions put to a seat. It goes up when the seat's own question changes, never because
    another seat sealed a choice. `round` numbers the questions put to the table; a clock runs for one of them.
    """

    def __init__(self, game: AnyGame, options: Options, seed: bytes, code: str) -> None:
        self.table = Table(game, options)
        self.seed = seed
        self.code = code
        self.nonces: tuple[str, ...] = ()
        """What the players added to the seed."""
        self.tags: fair.Tags | None = None
        """What a record that was brought says about its draws."""
        self._mixed = seed
        self.resigned: set[int] = set()
        self.started = False
        self.ended = ""
        self.origin = ""
        """Code and move of the finished game this one plays on from."""
        self.retaken: list[int] = []
        """For every time the others let somebody take back: how many moves stayed."""
        self.orders: Mapping[Seat, str] = {}
        """Standing orders on reactions of the seats that people play."""
        self.round = 0
        self.fresh: list[Event] = []
        """Events since `take_news` was last called."""
        self.retold = False
        """Whether events before those were taken back."""
        self._phases = [0] * len(self.table.seats)
        self._situation = Situation.of(self.table)
        self._steps: list[tuple[Seat, int]] = []
        self._ordered: list[int] = []
        self._changed: set[Seat] = set()
        self._played: list[Played] = []
        self._notes: list[tuple[int, Event]] = []
        """What the table itself told: after how many moves, and what."""
        self.sat: dict[int, set[int]] = {}
        """For every player whose chairs changed hands in play: the people who have held them."""

    # --- questions ---------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        return self._situation.decision

    @property
    def over(self) -> bool:
        return bool(self.ended) or isinstance(self.decision, Over)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that owe a choice."""
        if self.over:
            return ()
        match self.decision:
            case Choose(seat=seat):
                return (seat,)
            case Commit(waiting=waiting):
                return waiting
        return ()

    @property
    def clock(self) -> Clock | None:
        """The game's own clock, where one is running."""
        decision = self.decision
        return decision.clock if isinstance(decision, Choose | Commit) and not self.ended else None

    @property
    def untouched(self) -> bool:
        """Whether nothing has changed since the last entry: what was just refused left no trace."""
        return not self._steps and not self._changed

    def phase(self, seat: Seat) -> int:
        return self._phases[seat] if seat >= 0 else 0

    def by_order(self) -> int | None:
        """What a standing order answers now; None if somebody has to be asked."""
        decision = self.decision
        if self.over or not isinstance(decision, Choose) or decision.seat not in self.orders:
            return None
        return self.table.game.automatic(self.table.position, decision.seat, self.orders[decision.seat])

    def retake_point(self, seats: tuple[Seat, ...]) -> int | None:
        """How many moves stay when the last question one of these seats answered is put again; None if there is none.

        Everybody who was asked with them is asked again: what was sealed together is chosen anew together.
        """
        own = [one.round for one in self._played if one.seat in seats and not one.ordered]
        if not own:
            return None
        first = next(n for n, one in enumerate(self._played) if one.round == own[-1])
        return first if first >= self._imported else None

    @property
    def _imported(self) -> int:
        return int(self.origin.rpartition("/")[2] or 0)

    def promised(self, promise: str) -> fair.Tags:
        """What the draws made at this table can be checked by, under the promise it gave."""
        return fair.Tags(self.code, promise, self.seed.hex(), self.nonces, tuple(self.retaken), self.origin)

    @property
    def public_notes(self) -> tuple[tuple[int, Event], ...]:
        """What the table itself told everybody: after how many moves, and what."""
        return tuple(note for note in self._notes if note[1].kind == ABOUT_TABLE)

    def take_news(self) -> tuple[tuple[Event, ...], bool]:
        """The events since the last call, and whether earlier ones were taken back."""
        news = tuple(self.fresh), self.retold
        self.fresh, self.retold = [], False
        return news

    # --- deciding ----------------------------------------------------------------------------

    def start(self, nonces: tuple[str, ...] = (), notes: tuple[str, ...] = ()) -> Entry:
        """Begin, with what the players add to the seed."""
        self._mix(nonces if any(nonces) else ())
        self._tell(notes)
        self._settle()
        return msgspec.structs.replace(self._entry("start"), nonces=self.nonces, notes=notes)

    def reseat(self, player: int, people: tuple[int, ...], words: str) -> Entry:
        """A player's chairs change hands in play; everybody is told, now and in the review."""
        self._sat(player, people)
        self._tell((words,))
        return msgspec.structs.replace(self._entry("seat", player), notes=(words,), people=people)

    def _sat(self, player: int, people: tuple[int, ...]) -> None:
        self.sat.setdefault(player, set()).update(people)

    def _mix(self, nonces: tuple[str, ...]) -> None:
        self.nonces = nonces
        self._mixed = fair.mixed(self.seed, self.code, nonces)

    def play(self, seat: Seat, action: int | str) -> Entry:
        """Play an action and draw whatever follows; a refused one changes nothing."""
        if isinstance(action, str):
            action = self.table.game.read_action(self.table.position, seat, action)
        self._step(seat, action)
        self._settle()
        return self._entry("play", seat)

    def take_back(self, seat: Seat) -> Entry:
        self.table.take_back(seat)
        self._after_take_back(seat)
        return self._entry("take_back", seat)

    def time_up(self, drafts: Mapping[Seat, tuple[int, ...]]) -> Entry:
        """The clock has run out: drafts of sealed choices count as far as they are legal, then the rules' own answer.

        Where the rules know no clock, the default is played for whoever was silent.
        """
        now = self.round
        for seat in self.waiting if isinstance(self.decision, Commit) else ():
            for action in drafts.get(seat, ()):
                if self.round != now or action not in self.table.game.legal(self.table.position, seat):
                    break
                self._step(seat, action)
        if self.round == now and self.clock is not None:
            self._step(CLOCK, TIME_UP)
        for seat in self.waiting:
            while self.round == now and seat in self.waiting:
                self._step(seat, self.table.game.default(self.table.position, seat))
        self._settle()
        return self._entry("clock")

    def obey(self) -> Entry:
        """A standing order was given: it answers what is asked now."""
        self._settle()
        return self._entry("order")

    def retake(self, player: int, kept: int) -> Entry:
        """The others let a player take back: everything after so many moves is played again, with new draws."""
        self._rewind(player, kept)
        self._settle()
        return self._entry("retake", player, kept)

    def resign(self, player: int) -> Entry:
        """A player gives up: the rest go on, unless only one side is left."""
        self._resign(player)
        self._settle()
        return self._entry("resign", player)

    def replay(self, entry: Entry) -> None:
        """Carry out an entry of the log; whatever cannot be played raises."""
        if entry.do == "take_back":
            self.table.take_back(entry.seat)
            self._after_take_back(entry.seat)
        elif entry.do == "resign":
            self._resign(entry.seat)
        elif entry.do == "retake":
            self._rewind(entry.seat, entry.kept)
        elif entry.do == "start":
            self._mix(entry.nonces)
        elif entry.do == "seat":
            self._sat(entry.seat, entry.people)
        self._tell(entry.notes)
        self.origin = entry.origin or self.origin
        self.tags = entry.tags or self.tags
        for n, (seat, action) in enumerate(entry.steps):
            self._step(seat, action, ordered=n in entry.ordered)
        self._entry(entry.do, entry.seat)

    # --- carrying out ------------------------------------------------------------------------

    def _step(self, seat: Seat, action: int, *, ordered: bool = False) -> None:
        before = self._situation
        self.fresh.extend(self.table.play(seat, action))
        after = self._situation = Situation.of(self.table)
        self._steps.append((seat, action))
        self._played.append(Played(seat, action, self.round, ordered))
        if ordered:
            self._ordered.append(len(self._steps) - 1)
            self._note(Event("order", "Passed by your standing order.", seen_by=(seat,)))
        if not before.continues(after, seat):
            self.round += 1
            self._changed.update(range(len(self._phases)))
            return
        same = {one for one in before.legal if after.legal.get(one) == before.legal[one]}
        self._changed.update(one for one in range(len(self._phases)) if one == seat or one not in same)

    def _settle(self) -> None:
        """Draw for chance, stand in for those who resigned, obey orders, until somebody has to choose."""
        while not self.over:
            decision = self.decision
            if isinstance(decision, Chance):
                move = len(self.table.record.moves) + 1
                name = fair.stream_name(self.code, len(self.retaken))
                self._step(CHANCE, fair.draw(self._mixed, name, move, decision.odds))
                continue
            gone = next((seat for seat in self.waiting if self.table.seats[seat].player in self.resigned), None)
            if gone is not None:
                self._step(gone, self.table.game.default(self.table.position, gone))
            elif isinstance(decision, Choose) and (answer := self.by_order()) is not None:
                self._step(decision.seat, answer, ordered=True)
            else:
                return

    def _tell(self, notes: tuple[str, ...]) -> None:
        """Tell everybody something about the table itself."""
        for words in notes:
            self._note(Event(ABOUT_TABLE, words))

    def _tell_again(self, notes: list[tuple[int, Event]], kept: int) -> None:
        """Who sat where stays true, however many moves are taken back."""
        for n, event in notes:
            if n > kept and event.kind == ABOUT_TABLE:
                self._note(event)

    def _note(self, event: Event) -> None:
        """Tell something that the rules do not tell."""
        self._notes.append((len(self._played), event))
        self.table.events.append(event)
        self.fresh.append(event)

    def _rewind(self, player: int, kept: int) -> None:
        """Set the table up anew as it was after so many moves."""
        notes, played = self._notes, self._played[:kept]
        old = self.table
        self.table = Table(old.game, old.options)
        self._notes, self._played = [], played
        for n in range(kept + 1):
            if n:
                self.table.play(played[n - 1].seat, played[n - 1].action)
            mine = [note for note in notes if note[0] == n]
            self._notes += mine
            self.table.events += [event for _, event in mine]
        self._tell_again(notes, kept)
        self.retaken.append(kept)
        self._situation = Situation.of(self.table)
        self.round += 1
        self._changed.update(range(len(self._phases)))
        title = " and ".join(one.title for one in old.seats if one.player == player)
        self._note(Event("retaken", f"{title} took back, and everybody agreed. What was seen stays seen."))
        self.retold, self.fresh = True, []

    def _after_take_back(self, seat: Seat) -> None:
        last = max(n for n, one in enumerate(self._played) if one.seat == seat)
        del self._played[last]
        before, notes = self._situation, self._notes
        self._notes = [note for note in notes if note[0] <= last]
        self._tell_again(notes, last)
        self._situation = Situation.of(self.table)
        self.retold = True
        self.fresh = []
        if isinstance(before.decision, Commit) and isinstance(self._situation.decision, Commit):
            self._changed.add(seat)
        else:
            self.round += 1
            self._changed.update(range(len(self._phases)))

    def _resign(self, player: int) -> None:
        self.resigned.add(player)
        seats = self.table.seats
        sides = {one.side for one in seats}
        left = {one.side for one in seats if one.player not in self.resigned}
        if not left or (len(sides) > 1 and len(left) == 1):
            title = next(one.title for one in seats if one.player == player)
            self.ended = f"{title} resigned."
        self._changed.update(range(len(self._phases)))

    def _entry(self, do: str, seat: int = -1, kept: int = 0) -> Entry:
        for one in self._changed:
            self._phases[one] += 1
        steps, ordered = tuple(self._steps), tuple(self._ordered)
        self._changed, self._steps, self._ordered = set(), [], []
        self.started = self.started or do == "start"
        after = self.table.record.last_hash()
        return Entry(do=do, seat=seat, steps=steps, ordered=ordered, kept=kept, after=after)  # type: ignore[arg-type]


class Damaged(Refused):
    """A table whose log cannot be played any more."""

    def __init__(self, words: str) -> None:
        super().__init__("table_damaged", words)


class Outdated(Refused):
    """A table of another version of the rules, whose log this version plays differently or not at all."""

    def __init__(self, game: AnyGame, row: GameRow) -> None:
        other = f"rules {row.rules} and data {row.data}"
        here = f"rules {game.rules_version} and data {game.data_digest}"
        kept = "Its log can still be downloaded." if row.status == "over" else "It waits for a server that has them."
        super().__init__(
            "table_outdated", f"This table was played with {other} of {game.title}, here are {here}. {kept}"
        )


def rebuilt(game: AnyGame, row: GameRow, entries: list[Logged]) -> tuple[Match, bytes]:
    """Play a log from the first entry to the last, checking its chain and where each leads; match and last hash.

    A table of another version of the rules or data is taken over if all its positions come out the same.
    """
    same = (row.rules, row.data) == (game.rules_version, game.data_digest)
    last = row.code.encode()
    try:
        match = Match(game, row.options, row.seed, row.code)
        for n, logged in enumerate(entries, 1):
            if logged.seq != n or chained(last, logged.body) != logged.hash:
                raise Damaged(f"table {row.code}: entry {n} of the log is damaged")
            last = logged.hash
            _replay(match, logged, n, same)
    except Damaged:
        raise
    except DogfightError as error:
        raise (Damaged(error.words) if same else Outdated(game, row)) from error
    match.take_news()
    return match, last


def _replay(match: Match, logged: Logged, n: int, same: bool) -> None:
    where = f"table {match.code}: entry {n} of the log"
    try:
        entry = msgspec.json.decode(logged.body, type=Entry)
        match.replay(entry)
    except (DogfightError, msgspec.MsgspecError) as error:
        raise BadRecord(f"{where} cannot be played: {error}") from error
    if match.table.record.last_hash() != entry.after and (entry.after or not same):
        raise BadRecord(f"{where} leads to another position")
