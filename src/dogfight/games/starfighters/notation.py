"""A position on one line and an action in a word, both ways; `docs/starfighters.md` explains the
form.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dogfight.core.errors import BadNotation
from dogfight.core.parts import HasNotation, Notation
from dogfight.core.seat import Seat
from dogfight.games.starfighters import state
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.position import Position, new_position
from dogfight.games.starfighters.rules.movement import ROTATE, STOP
from dogfight.games.starfighters.tables import FORWARD, KINDS, LEFT, NO_CARD, RIGHT, card, count_of
from dogfight.games.starfighters.validity import PHASES, check_possible

PHASE_CALLED = {name: phase for phase, name in PHASES.items()}
CARD_LETTERS = "smldea"
FORWARD_LETTERS = {FORWARD: "F", LEFT: "L", RIGHT: "R"}
FORWARD_CALLED = {letter: which for which, letter in FORWARD_LETTERS.items()}
SEAT_SETS = {
    "due": "due",
    "hit": "hit",
    "drifters": "drifters",
    "up": "shields",
    "dry": "dry",
    "anchored": "anchored",
    "next": "anchored_next",
}
"""Keys of the line that name a set of seats, and the fields they stand for."""
KEYS = ("active", "left", "by", *SEAT_SETS, "rammed", "wreckage", "discard")
_HEX = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
_HEAD = re.compile(r"([3-6])/(random|[0-5]) t(\d{1,4}) \*([0-5]|-) ([a-z]+)")
_PILE = re.compile(r"([smldea])(\d{1,3})")


# --- hexes, piles, sets ------------------------------------------------------------------------


def write_hex(data: Data, hex_: int) -> str:
    """A hex as its coordinates, `q,r`."""
    return data.names[hex_]


def read_hex(data: Data, text: str) -> int:
    """The hex with these coordinates."""
    match = _HEX.fullmatch(text)
    number = data.numbers.get((int(match[1]), int(match[2]))) if match else None
    if number is None:
        raise BadNotation(f"expected a hex of the map like '3,-1', got {text!r}", rule="SF-1.5")
    return number


@lru_cache(4096)
def write_pile(pile: int) -> str:
    """A pile or hand as letters with counts, like `s2m1`."""
    counts = [(CARD_LETTERS[kind], count_of(pile, kind)) for kind in range(KINDS)]
    return "".join(f"{letter}{count}" for letter, count in counts if count) or "-"


def read_pile(text: str) -> int:
    """The pile with these letters and counts."""
    if text == "-":
        return 0
    if not re.fullmatch(r"(?:[smldea]\d{1,3}){1,6}", text):
        raise BadNotation(f"expected cards like 's2m1' or '-', got {text!r}", rule="SF-1.4")
    pile = 0
    for letter, count in _PILE.findall(text):
        pile += min(int(count), 255) * card(CARD_LETTERS.index(letter))
    return pile


@lru_cache(64)
def _write_seats(mask: int) -> str:
    return "".join(str(seat) for seat in range(6) if mask >> seat & 1)


def _read_seats(text: str, seats: int) -> int:
    if not text or any(digit not in "012345"[:seats] for digit in text):
        raise BadNotation(
            f"expected seats from 0 to {seats - 1} like '02', got {text!r}", rule="SF-1.1"
        )
    mask = 0
    for digit in text:
        mask |= 1 << int(digit)
    return mask


# --- positions ---------------------------------------------------------------------------------


def _write_card(kind: int) -> str:
    return "-" if kind == NO_CARD else CARD_LETTERS[kind]


@lru_cache(16384)
def _write_ship(
    facing: int, destroyed: bool, hull: int, hand: int, declared: int, face_up: bool, captured: int
) -> str:
    """What a seat has beside its hex; few ships change with an action, so the words of the
    others are known.
    """
    turned = "x" if destroyed else "-" if facing == state.NO_FACING else DIRECTIONS[facing]
    card = _write_card(declared) + ("!" if face_up else "")
    return "/".join(["", turned, str(hull), write_pile(hand), card, _write_card(captured)])


def _read_card(text: str) -> int:
    if text != "-" and (len(text) != 1 or text not in CARD_LETTERS):
        raise BadNotation(
            f"expected a card out of {', '.join(CARD_LETTERS)} or '-', got {text!r}", rule="SF-1.4"
        )
    return NO_CARD if text == "-" else CARD_LETTERS.index(text)


def _count_deck(p: Position) -> None:
    """[SF-1.4] The deck holds whatever is nowhere else."""
    for kind in range(KINDS):
        seen = count_of(p.discard, kind)
        for seat in range(p.seats):
            seen += (
                count_of(p.hand[seat], kind)
                + (p.declared[seat] == kind)
                + (p.captured[seat] == kind)
            )
        if seen > count_of(p.tables.deck, kind):
            raise BadNotation(
                f"expected at most {count_of(p.tables.deck, kind)} cards {CARDS[kind]}, got {seen}",
                rule="SF-1.4",
            )
        p.deck -= seen * card(kind)


def find_order(p: Position) -> None:
    """How far the turn order has come follows from who acts."""
    seat = p.by if p.phase == state.WRECK else p.active
    if seat != state.NOBODY and p.start != state.NOBODY and p.phase != state.DRAW:
        p.order = (seat - p.start) % p.seats


# --- actions -----------------------------------------------------------------------------------


def write_step(step: int) -> str:
    """A step of a ship: `F`, `L`, `R`, `@NE`, or `stop`."""
    if step == STOP:
        return "stop"
    return f"@{DIRECTIONS[step - ROTATE]}" if step >= ROTATE else FORWARD_LETTERS[step]


def read_step(word: str) -> int:
    """The step of a ship with this word."""
    if word == "stop":
        return STOP
    if word in FORWARD_CALLED:
        return FORWARD_CALLED[word]
    if word[:1] == "@" and word[1:] in DIRECTIONS:
        return ROTATE + DIRECTIONS.index(word[1:])
    raise BadNotation(
        f"expected a step out of F, L, R, @E … @SE, stop; got {word!r}", rule="SF-4.2"
    )


def write_drift(step: int) -> str:
    """A step of debris: a direction, or `stop`."""
    return "stop" if step == STOP else DIRECTIONS[step - 1]


def read_drift(word: str) -> int:
    """The step of debris with this word."""
    return STOP if word == "stop" else 1 + read_direction(word)


def read_direction(word: str) -> int:
    """The direction with this name."""
    if word not in DIRECTIONS:
        raise BadNotation(f"expected one of {', '.join(DIRECTIONS)}, got {word!r}", rule="SF-1.7")
    return DIRECTIONS.index(word)


def read_kind(word: str) -> int:
    """The kind of card with this name."""
    if word not in CARDS:
        raise BadNotation(f"expected a card out of {', '.join(CARDS)}; got {word!r}", rule="SF-1.4")
    return CARDS.index(word)


def _no_word(p: Position, word: str) -> int:
    words = {
        state.FIRST: "first-0",
        state.TARGET: "hits-1",
        state.BEAM: "beam-F",
        state.WRECK: "wreck-3,0",
        state.OVER_PHASE: "nothing",
    }
    raise BadNotation(f"expected a word like {words[p.phase]!r}, got {word!r}")


class StarfightersNotation(Notation[Position]):
    """Reads and writes with one set of data files."""

    def __init__(self, game: HasNotation[Position], data: Data) -> None:
        super().__init__(game)
        self.data = data

    def write(self, position: Position) -> str:
        """The whole position with every secret on one line; what is empty or zero is left out."""
        p = position
        first = "random" if p.first == state.NOBODY else str(p.first)
        start = "-" if p.start == state.NOBODY else str(p.start)
        words = [f"{p.seats}/{first}", f"t{p.turn}", f"*{start}", PHASES[p.phase]]
        words += [f"{key}={value}" for key, value in self._write_keys(p) if value]
        words += [self._write_seat(p, seat) for seat in range(p.seats)]
        return " ".join(words)

    def _write_keys(self, p: Position) -> list[tuple[str, str]]:
        wreckage = ";".join(self.data.names[hex_] for hex_ in p.wreckage())
        return [
            ("active", "" if p.active == state.NOBODY else str(p.active)),
            ("left", str(p.left) if p.left else ""),
            ("by", "" if p.by == state.NOBODY else str(p.by)),
            *[
                (key, _write_seats(mask))
                for key, field in SEAT_SETS.items()
                if (mask := getattr(p, field))
            ],
            ("rammed", "yes" if p.rammed else ""),
            ("wreckage", wreckage),
            ("discard", write_pile(p.discard) if p.discard else ""),
        ]

    def _write_seat(self, p: Position, seat: int) -> str:
        """Hex, facing (`x` for debris), hull, hand, declared card (`!` if face up), captured
        card.
        """
        at = "-" if p.at[seat] == p.tables.off_map() else write_hex(self.data, p.at[seat])
        cards = p.hand[seat], p.declared[seat], bool(p.face_up >> seat & 1), p.captured[seat]
        return at + _write_ship(p.facing[seat], bool(p.is_destroyed(seat)), p.hull[seat], *cards)

    def _read(self, text: str) -> Position:
        """The position of a line; `BadNotation` if it cannot be read or cannot come up."""
        words = text.split(" ")
        head = _HEAD.fullmatch(" ".join(words[:4]))
        if head is None or head[5] not in PHASE_CALLED:
            raise BadNotation(
                f"expected a position that begins like '3/random t1 *0 declare', got {text!r}"
            )
        seats = int(head[1])
        if not self.data.least_players <= seats <= self.data.most_players:
            raise BadNotation(
                f"expected {self.data.least_players} to {self.data.most_players} players, got"
                f" {seats}",
                rule="SF-1.1",
            )
        first = state.NOBODY if head[2] == "random" else int(head[2])
        start = state.NOBODY if head[4] == "-" else int(head[4])
        if max(first, start) >= seats:
            raise BadNotation(f"expected seats from 0 to {seats - 1}, got {text!r}", rule="SF-1.1")
        p = new_position(self.data.tables, seats, first)
        p.turn, p.start, p.phase, p.left = int(head[3]), start, PHASE_CALLED[head[5]], 0
        keys = [word for word in words[4:] if "=" in word]
        for word in keys:
            self._read_key(p, *word.split("=", 1))
        self._read_ships(p, [word for word in words[4:] if "=" not in word])
        _count_deck(p)
        find_order(p)
        check_possible(p)
        if self.write(p) != text:
            raise BadNotation(f"expected {self.write(p)!r}, got {text!r}")
        return p

    def _read_key(self, p: Position, key: str, value: str) -> None:
        if key in SEAT_SETS:
            setattr(p, SEAT_SETS[key], _read_seats(value, p.seats))
        elif key in ("active", "by"):
            setattr(p, key, _read_seats(value, p.seats).bit_length() - 1)
        elif key == "left" and value.isdecimal() and len(value) < 3:
            p.left = int(value)
        elif key == "rammed" and value == "yes":
            p.rammed = True
        elif key == "wreckage":
            for part in value.split(";"):
                p.put_wreckage(read_hex(self.data, part))
        elif key == "discard":
            p.discard = read_pile(value)
        else:
            raise BadNotation(
                f"expected one of {', '.join(KEYS)} with its value, got '{key}={value}'"
            )

    def _read_ships(self, p: Position, words: list[str]) -> None:
        if len(words) != p.seats:
            raise BadNotation(
                f"expected {p.seats} seats like '0,0/E/2/s2m1/-/-', got {' '.join(words)!r}",
                rule="SF-1.2",
            )
        for seat, word in enumerate(words):
            parts = word.split("/")
            if len(parts) != 6 or not re.fullmatch(r"\d", parts[2]):
                raise BadNotation(
                    f"expected a seat like '0,0/E/2/s2m1/-/-', got {word!r}", rule="SF-1.2"
                )
            at, facing, hull, hand, declared, captured = parts
            if facing not in ("-", "x") and facing not in DIRECTIONS:
                raise BadNotation(
                    f"expected a facing out of {', '.join(DIRECTIONS)}, got {facing!r}",
                    rule="SF-1.7",
                )
            if at != "-":
                hex_ = read_hex(self.data, at)
                if p.piece_on(hex_) != state.NOBODY:
                    raise BadNotation(f"two ships or debris are on {at}", rule="SF-4.8")
                p.put(seat, hex_)
            p.facing[seat] = state.NO_FACING if facing in "-x" else DIRECTIONS.index(facing)
            p.destroyed |= (facing == "x") << seat
            p.hull[seat] = int(hull)
            p.hand[seat] = read_pile(hand)
            p.face_up |= declared.endswith("!") << seat
            p.declared[seat] = _read_card(declared.removesuffix("!"))
            p.captured[seat] = _read_card(captured)

    def _write_action(self, position: Position, seat: Seat, action: int) -> str:  # noqa: ARG002
        """An action of a seat, or an outcome of chance, in a word."""
        p = position
        if p.phase == state.WRECKAGE:
            return write_hex(self.data, action)
        if p.phase == state.FIRST:
            return f"first-{action}"
        if p.phase in (state.DEAL, state.DRAW, state.DECLARE):
            return CARDS[action]
        if p.phase == state.PLACE:
            return write_hex(self.data, self.data.lines[action])
        if p.phase == state.FACE:
            return DIRECTIONS[action]
        if p.phase == state.MOVE:
            return write_step(action)
        if p.phase == state.TARGET:
            return f"hits-{action}"
        if p.phase == state.BEAM:
            return f"beam-{FORWARD_LETTERS[action]}"
        if p.phase == state.WRECK:
            return f"wreck-{write_hex(self.data, p.tables.neighbour(p.at[p.active], action))}"
        return write_drift(action)

    def _read_action(self, position: Position, seat: Seat, word: str) -> int:  # noqa: ARG002
        """The action with this word; it need not be legal, but has to be one of this phase."""
        p = position
        if p.phase == state.WRECKAGE:
            return read_hex(self.data, word)
        if p.phase in (state.DEAL, state.DRAW, state.DECLARE):
            return read_kind(word)
        if p.phase == state.PLACE:
            hex_ = read_hex(self.data, word)
            return self.data.lines.index(hex_) if hex_ in self.data.lines else -1 - hex_
        if p.phase == state.FACE:
            return read_direction(word)
        if p.phase == state.MOVE:
            return read_step(word)
        if p.phase == state.DRIFT:
            return read_drift(word)
        return self._read_choice(p, word)

    def _read_choice(self, p: Position, word: str) -> int:
        verb, _, what = word.partition("-")
        if p.phase in (state.FIRST, state.TARGET) and verb == (
            "first" if p.phase == state.FIRST else "hits"
        ):
            return (
                _read_seats(what[:1], p.seats).bit_length() - 1
                if len(what) == 1
                else _no_word(p, word)
            )
        if p.phase == state.BEAM and verb == "beam" and what in FORWARD_CALLED:
            return FORWARD_CALLED[what]
        if p.phase == state.WRECK and verb == "wreck":
            hex_ = read_hex(self.data, what)
            around = [p.tables.neighbour(p.at[p.active], direction) for direction in range(6)]
            return around.index(hex_) if hex_ in around else -1 - hex_
        return _no_word(p, word)
