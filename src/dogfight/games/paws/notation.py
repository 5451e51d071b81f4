"""A position on one line, with all its secrets, and an action in a word; both read back exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from dogfight.core.errors import BadNotation
from dogfight.core.parts import HasNotation, Notation
from dogfight.core.reading import parse_int_between
from dogfight.core.seat import CHANCE, CLOCK, Seat
from dogfight.games.paws import state
from dogfight.games.paws.data import ROLES, ZONE_NAMES
from dogfight.games.paws.names import Names
from dogfight.games.paws.position import (
    DROP,
    NOT_READY,
    PLACE,
    READY,
    START_OVER,
    TAKE_BACK,
    Position,
)
from dogfight.games.paws.rules.damage import BITS, looked_card
from dogfight.games.paws.state import IN_ORDER, kind_in, section_in
from dogfight.games.paws.tables import ZONES
from dogfight.games.paws.validity import fault

PHASES = {
    state.COIN: "coin",
    state.SUN_PLACING: "sun",
    state.ACTION: "action",
    state.DISCARDS: "discards",
    state.DRAW: "draw",
    state.EXTRA: "extra",
    state.EXTRA_DRAW: "extra_draw",
    state.SUN_TARGET: "target",
    state.MOON_OFFER: "offer",
    state.LOOK: "look",
    state.PICK: "pick",
    state.SCRAP: "scrap",
    state.OVER: "over",
}
_DETAILS: dict[int, tuple[str, ...]] = {
    state.SUN_PLACING: ("placer",),
    state.DRAW: ("turn", "failed"),
    state.EXTRA: ("step", "asked", "wants", "failed"),
    state.EXTRA_DRAW: ("turn", "step", "wants", "failed"),
    state.SUN_TARGET: ("turn", "cursor"),
    state.MOON_OFFER: ("turn", "left", "shooter", "cursor", "failed"),
    state.LOOK: ("turn", "left", "shooter", "cursor", "failed", "looked"),
    state.PICK: ("turn", "left", "shooter", "cursor", "failed", "looked"),
    state.SCRAP: ("turn", "left", "then", "cursor", "failed"),
    state.OVER: ("fell_last",),
}
_THEN = {state.SMOKE: "smoke", state.SHOTS: "shots"}
_OUT_OF_HAND = (state.DROPPED, state.DISCARD, state.SCRAPPED)
_SIMPLE = {
    state.EXTRA: ("stop", "draw"),
    state.MOON_OFFER: ("decline", "look"),
}

_PLAIN = tuple({READY: "ready", START_OVER: "start_over", NOT_READY: "not_ready"}.values())
"""Actions of the Action Phase that name no card, by their numbers."""


class PawsNotation(Notation[Position]):
    """Reads and writes with the names of one set of data files; `make` lays out an empty table."""

    def __init__(
        self,
        game: HasNotation[Position],
        names: Names,
        make: Callable[[int, int, int, int], Position],
    ) -> None:
        super().__init__(game)
        self.names = names
        self.make = make

    # --- actions
    # -----------------------------------------------------------------------------------

    def _write_action(self, position: Position, seat: Seat, action: int) -> str:
        names, phase = self.names, position.phase
        if seat == CLOCK:
            return "time_up"
        if phase == state.SUN_PLACING:
            return names.place(action)
        if phase in (state.COIN, state.SUN_TARGET):
            return names.teams[action]
        if phase in _SIMPLE:
            return _SIMPLE[phase][action]
        if phase == state.ACTION:
            return self._write_plan(action)
        if phase == state.DISCARDS:
            return "done" if action == READY else f"drop:{names.kinds[action - DROP]}"
        return names.kinds[action]

    def _write_plan(self, action: int) -> str:
        if action >= TAKE_BACK:
            return f"back:{self.names.code(action - TAKE_BACK)}"
        if action >= PLACE:
            return self.names.code(action - PLACE)
        return _PLAIN[action]

    def _read_action(self, position: Position, seat: Seat, word: str) -> int:
        names, phase = self.names, position.phase
        if seat == CLOCK:
            return int(_one_of(word, ("time_up",)))
        if phase == state.SUN_PLACING:
            return names.read_place(word)
        if phase in (state.COIN, state.SUN_TARGET):
            return names.team(word)
        if phase in _SIMPLE:
            return _one_of(word, _SIMPLE[phase])
        if phase == state.ACTION:
            return self._read_plan(word)
        if phase == state.DISCARDS:
            return READY if word == "done" else DROP + names.kind(word.removeprefix("drop:"))
        if phase == state.OVER and seat != CHANCE:
            raise BadNotation("the game is over; there is no action to read")
        return names.kind(word)

    def _read_plan(self, word: str) -> int:
        if word in _PLAIN:
            return _PLAIN.index(word)
        if word.startswith("back:"):
            return TAKE_BACK + self.names.read_code(word.removeprefix("back:"))
        return PLACE + self.names.read_code(word)

    # --- writing a position
    # ------------------------------------------------------------------------

    def write(self, p: Position) -> str:
        """The whole position: table, phase, Sun, planes, smoke, the fallen, sections, seats,
        tracks.
        """
        names = self.names
        teams = [name + "*" * (p.solo >> n & 1) for n, name in enumerate(names.teams[: p.teams])]
        sun = "-" if p.sun < 0 else names.place(p.sun)
        holder = "-" if p.holder < 0 else names.teams[p.holder]
        planes = [
            f"{names.teams[a]}@{names.teams[b]}:{self._zone(p.plane(a, b))}"
            for a in range(p.teams)
            for b in range(p.teams)
            if a != b
        ]
        words = [
            ",".join(teams),
            f"{'night' if p.night else 'day'}/{p.timer}",
            f"r{p.round}",
            self._write_phase(p),
            f"{sun}/{holder}",
            ",".join(planes),
            f"smoke:{self._write_teams(p.smoke)}",
            f"down:{self._write_teams(((1 << p.teams) - 1) & ~p.flying)}",
            f"at:{p.section}/{p.revealed}",
        ]
        words += [self._write_seat(p, seat) for seat in range(p.seats)]
        words += [self._write_track(p, team) for team in range(p.teams)]
        return " ".join(words)

    @staticmethod
    def _zone(zone: int) -> str:
        return "gone" if zone == state.GONE else ZONE_NAMES[zone]

    def _write_teams(self, mask: int) -> str:
        return _joined(name for n, name in enumerate(self.names.teams) if mask >> n & 1)

    def _write_seats(self, mask: int) -> str:
        return _joined(name for n, name in enumerate(self.names.seats) if mask >> n & 1)

    def _write_phase(self, p: Position) -> str:
        parts = [f"{key}={self._write_detail(p, key)}" for key in _DETAILS.get(p.phase, ())]
        return PHASES[p.phase] + (f"({';'.join(parts)})" if parts else "")

    def _write_detail(self, p: Position, key: str) -> str:
        if key == "placer":
            return self.names.teams[p.placer]
        if key in ("turn", "shooter"):
            return self.names.seats[int(getattr(p, key))]
        if key in ("failed", "fell_last"):
            return self._write_teams(getattr(p, key))
        if key in ("asked", "wants"):
            return self._write_seats(getattr(p, key))
        if key == "then":
            return _THEN[p.then]
        if key == "looked":
            return _joined(self.names.kinds[looked_card(p, n)] for n in range(p.looked_n))
        return f"{getattr(p, key)}"

    def _write_seat(self, p: Position, seat: int) -> str:
        """Hand with the oldest card first, placements, cards set aside, discards, scrap, marks."""
        names = self.names
        first = seat * p.cap
        marks = [
            mark
            for mark, mask in (("r", self._ready(p)), ("p", p.played), ("x", p.repairing))
            if mask >> seat & 1
        ]
        fields = [
            _joined(names.kinds[p.order[first + n]] for n in range(p.count(IN_ORDER, seat))),
            _joined(names.code(p.down[first + n]) for n in range(p.down_n[seat])),
            *(_bundled(names.counts(p, pile, seat)) for pile in _OUT_OF_HAND),
            "".join(marks) or "-",
        ]
        return "|".join(fields)

    @staticmethod
    def _ready(p: Position) -> int:
        """Return the mask of ready seats, which matters only while a seat may still be unready."""
        return int(p.ready) if p.phase in (state.ACTION, state.DISCARDS) else 0

    def _write_track(self, p: Position, team: int) -> str:
        cards = [int(p.on_track(team, section)) for section in range(p.t.sections)]
        return _joined(
            f"{ROLES[card % 2]}:{self.names.code(card // 2)}"
            for card in cards
            if card != state.EMPTY
        )

    # --- reading a position
    # ------------------------------------------------------------------------

    def _read(self, text: str) -> Position:
        """The position with this notation; everything that cannot be is refused."""
        words = text.split(" ")
        if len(words) < 9:
            raise BadNotation(
                f"expected a position of nine words and one for each seat and team, got {text!r}"
            )
        p = self._read_table(words[0], words[1])
        if len(words) != 9 + p.seats + p.teams:
            raise BadNotation(
                f"expected {9 + p.seats + p.teams} words for {p.teams} teams, got {len(words)}"
            )
        p.round = _number(_after(words[2], "r"), 99999)
        self._read_sun(p, words[4])
        self._read_planes(p, words[5])
        p.smoke = self._read_teams(p, _after(words[6], "smoke:"))
        self._read_fallen(p, _after(words[7], "down:"))
        section, _, revealed = _after(words[8], "at:").partition("/")
        p.section, p.revealed = (
            _number(section, int(p.t.sections)),
            _number(revealed, int(p.t.sections)),
        )
        for seat in range(p.seats):
            self._read_seat(p, seat, words[9 + seat])
        for team in range(p.teams):
            self._read_track(p, team, words[9 + p.seats + team])
        self._read_phase(p, words[3])
        self._fill_decks(p)
        wrong = fault(p, self.names.data)
        if wrong is not None:
            raise BadNotation(f"expected {wrong[0]}; got {self.write(p)!r}", rule=wrong[1])
        if self.write(p) != text:
            raise BadNotation(f"expected {self.write(p)!r}, got {text!r}")
        return p

    def _read_table(self, teams: str, mode: str) -> Position:
        listed = teams.split(",")
        solo = sum(1 << n for n, name in enumerate(listed) if name.endswith("*"))
        if (
            tuple(name.removesuffix("*") for name in listed) != self.names.teams[: len(listed)]
            or len(listed) < 2
        ):
            raise BadNotation(
                f"expected teams like jaws,paws* in order, got {teams!r}", rule="JP-20.21"
            )
        light, _, timer = mode.partition("/")
        if light not in ("day", "night"):
            raise BadNotation(
                f"expected day or night and the timer, like day/20; got {mode!r}", rule="JP-3.3"
            )
        return self.make(len(listed), solo, int(light == "night"), _number(timer, 3600))

    def _read_sun(self, p: Position, word: str) -> None:
        sun, _, holder = word.partition("/")
        p.sun = -1 if sun == "-" else self.names.read_place(sun)
        p.holder = -1 if holder == "-" else self.names.team(holder)
        if p.sun >= p.teams * ZONES or p.holder >= p.teams:
            raise BadNotation(f"expected a team that plays, got {word!r}", rule="JP-0.3")

    def _read_planes(self, p: Position, word: str) -> None:
        pairs = [(a, b) for a in range(p.teams) for b in range(p.teams) if a != b]
        entries = word.split(",")
        if len(entries) != len(pairs):
            raise BadNotation(f"expected {len(pairs)} planes, got {word!r}", rule="JP-0.4")
        for (a, b), entry in zip(pairs, entries, strict=True):
            zone = _after(entry, f"{self.names.teams[a]}@{self.names.teams[b]}:")
            p.planes[a * p.teams + b] = state.GONE if zone == "gone" else self.names.zone(zone)

    def _read_teams(self, p: Position, word: str) -> int:
        mask = sum(1 << self.names.team(name) for name in _split(word))
        if mask >> p.teams:
            raise BadNotation(f"expected teams that play, got {word!r}", rule="JP-0.2")
        return mask

    def _read_fallen(self, p: Position, word: str) -> None:
        fallen = self._read_teams(p, word)
        p.flying &= ~fallen
        for team in range(p.teams):
            if fallen >> team & 1:
                p.crew &= ~(3 << (2 * team))
            for other in range(p.teams):
                gone = p.teams > 2 and bool((fallen >> team | fallen >> other) & 1)
                if other != team and (p.plane(team, other) == state.GONE) != gone:
                    raise BadNotation(
                        "expected a plane to be gone exactly if its team or the boards' is",
                        rule="JP-20.16",
                    )

    def _read_phase(self, p: Position, word: str) -> None:
        name, _, details = word.partition("(")
        known = {text: phase for phase, text in PHASES.items()}
        if name not in known or (details and not details.endswith(")")):
            raise BadNotation(
                f"expected a phase out of {', '.join(known)}; got {word!r}", rule="JP-7.1"
            )
        p.phase = known[name]
        p.then = state.SHOTS  # only scrapping can have another cause, and says so
        keys = _DETAILS.get(known[name], ())
        parts = details[:-1].split(";") if details else []
        if len(parts) != len(keys):
            raise BadNotation(f"expected {name} with {', '.join(keys) or 'nothing'}; got {word!r}")
        for key, part in zip(keys, parts, strict=True):
            self._read_detail(p, key, _after(part, f"{key}="))

    def _read_detail(self, p: Position, key: str, text: str) -> None:
        if key == "looked":
            cards = [self.names.kind(name) for name in _split(text)]
            p.looked = sum(card << (n * BITS) for n, card in enumerate(cards))
            p.looked_n = len(cards)
            return
        value = -1
        if key == "placer":
            value = self.names.team(text)
        elif key in ("turn", "shooter"):
            value = self.names.seat(text)
        elif key in ("failed", "fell_last"):
            value = self._read_teams(p, text)
        elif key in ("asked", "wants"):
            value = sum(1 << self.names.seat(name) for name in _split(text))
        elif key == "then":
            value = [state.SMOKE, state.SHOTS][_one_of(text, ("smoke", "shots"))]
        else:
            value = _number(text, 999)
        setattr(p, key, value)

    def _read_seat(self, p: Position, seat: int, word: str) -> None:
        fields = word.split("|")
        if len(fields) != 6:
            raise BadNotation(f"expected hand|placed|aside|discards|scrap|marks, got {word!r}")
        hand, down, dropped, discards, scrap, marks = fields
        for name in _split(hand):
            if p.count(IN_ORDER, seat) == p.cap:
                raise BadNotation(
                    f"expected at most {p.cap} cards in a hand, got more", rule="JP-1.7"
                )
            p.to_hand(seat, self.names.kind(name))
        for text in _split(down):
            code = self.names.read_code(text)
            self._take_held(p, seat, int(kind_in(code)))
            p.lay_down(seat, code)
        for kind in self._read_bundles(dropped):
            self._take_held(p, seat, kind)
            p.put(state.DROPPED, seat, kind)
        for pile, text in ((state.DISCARD, discards), (state.SCRAPPED, scrap)):
            for kind in self._read_bundles(text):
                p.put(pile, seat, kind)
        for mark in marks.replace("-", ""):
            number = _one_of(mark, ("r", "p", "x"))
            key = ("ready", "played", "repairing")[number]
            setattr(p, key, getattr(p, key) | 1 << seat)

    def _take_held(self, p: Position, seat: int, kind: int) -> None:
        if p.cards(state.HELD, seat, kind) == 0:
            raise BadNotation(
                f"{self.names.seats[seat]}: expected only hand cards placed or set aside, "
                f"got one more {self.names.kinds[kind]}",
                rule="JP-5.4",
            )
        p.remove(state.HELD, seat, kind)

    def _read_bundles(self, text: str) -> list[int]:
        kinds: list[int] = []
        for bundle in _split(text):
            count, times, name = (
                bundle.partition("x") if bundle[0].isdecimal() else ("1", "x", bundle)
            )
            if not times:
                raise BadNotation(f"expected cards like 3xplane_left, got {bundle!r}")
            kinds += [self.names.kind(name)] * _number(count, 60)
        return kinds

    def _read_track(self, p: Position, team: int, word: str) -> None:
        for entry in _split(word):
            role, _, rest = entry.partition(":")
            code = self.names.read_code(rest)
            section = int(section_in(code))
            if section >= p.t.sections or p.on_track(team, section) != state.EMPTY:
                raise BadNotation(
                    f"expected one card on a section of the track, got {entry!r}", rule="JP-5.5"
                )
            p.track[team * p.t.sections + section] = 2 * code + _one_of(role, ROLES)

    def _fill_decks(self, p: Position) -> None:
        """[JP-1.7] What lies nowhere else is in the deck."""
        for seat in range(p.seats):
            for kind in range(p.t.kinds):
                out = sum(int(p.cards(pile, seat, kind)) for pile in (state.HELD, *_OUT_OF_HAND))
                out += sum(kind_in(p.down[seat * p.cap + n]) == kind for n in range(p.down_n[seat]))
                out += sum(
                    card != state.EMPTY and card % 2 == seat % 2 and kind_in(card // 2) == kind
                    for card in (p.on_track(seat // 2, section) for section in range(p.t.sections))
                )
                rest = int(p.t.deck[seat % 2 * p.t.kinds + kind]) - out
                if rest < 0:
                    raise BadNotation(
                        f"{self.names.seats[seat]}: expected at most {out + rest}"
                        f" {self.names.kinds[kind]}, got {out}",
                        rule="JP-1.11",
                    )
                for _ in range(rest):
                    p.put(state.DECK, seat, kind)


def _joined(words: Iterable[str]) -> str:
    return ",".join(words) or "-"


def _split(text: str) -> list[str]:
    if not text or any(not part for part in text.split(",")):
        raise BadNotation(f"expected names with commas between them, or -, got {text!r}")
    return [] if text == "-" else text.split(",")


@lru_cache(16384)
def _bundled(cards: tuple[str, ...]) -> str:
    """Equal cards together: `3xplane_left`; remembered, since every position is hashed."""
    return _joined(
        f"{cards.count(name)}x{name}" if cards.count(name) > 1 else name
        for name in dict.fromkeys(cards)
    )


def _after(word: str, start: str) -> str:
    if not word.startswith(start):
        raise BadNotation(f"expected {start!r} and what follows it, got {word!r}")
    return word[len(start) :]


def _number(text: str, most: int) -> int:
    return parse_int_between(text, 0, most)


def _one_of(word: str, words: tuple[str, ...]) -> int:
    if word not in words:
        raise BadNotation(f"expected {' or '.join(words)}, got {word!r}")
    return words.index(word)
