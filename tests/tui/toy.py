"""A small game for the table's tests: each seat is dealt a secret card, seals a bid, and the first seat ends it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from dogfight.core.decision import Chance, Choose, Clock, Commit, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation
from dogfight.core.event import Event
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options
from dogfight.core.position import News
from dogfight.core.seat import CHANCE, CLOCK, OPEN, Seat, SeatInfo
from dogfight.core.view import Prompt, View

CARDS = ("kestrel", "heron", "buzzard", "osprey")
BIDS = ("low", "high")


class Position:
    """Offers what a table asks of a position; the compiled one cannot be extended here."""

    def __init__(self, options: Options) -> None:
        self.news: News | None = None
        self.given = options
        self.cards: list[int] = []
        self.bids: list[int] = [-1] * int(options["people"])
        self.ended = -1

    def copy(self) -> Position:
        twin = Position(self.given)
        twin.cards, twin.bids, twin.ended = self.cards[:], self.bids[:], self.ended
        return twin

    def withdraw(self, seat: int, before: Position) -> None:
        self.bids[seat] = before.bids[seat]

    def apply(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            self.cards.append(action)
        elif seat == CLOCK:
            self.bids = [bid if bid >= 0 else 0 for bid in self.bids]
        elif -1 in self.bids:
            self.bids[seat] = action
        else:
            self.ended = action


class Table(msgspec.Struct):
    own_card: str
    cards: list[str]
    bids: list[str]


class Toy(Game[Any, Table]):
    name = "toy"
    title = "Toy"
    about = "Bids on birds."
    prefix = "SQ"
    rules_version = "1"
    data_digest = "0" * 16  # type: ignore[assignment]

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        people = OptionField("people", "People", "whole", 2, "How many play.", least=1, most=4)
        clock = OptionField("clock", "Clock", "yes_no", False, "Bid against a clock.")
        seconds = OptionField("seconds", "Seconds", "choice", "20", "How long.", choices=("10", "20"))
        return (people, clock, seconds) if values.get("clock") else (people, clock)

    def samples(self) -> tuple[Options, ...]:
        return (self.options(),)

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(f"p{n}", f"Pilot {n}", f"side {n}", n) for n in range(int(options["people"])))

    def longest(self, options: Options) -> int:
        return 100

    def new(self, options: Options) -> Position:
        return Position(options)

    def options_of(self, position: Position) -> Options:
        return position.given

    def decision(self, position: Position) -> Decision:
        seats = len(position.bids)
        if len(position.cards) < seats:
            return Chance(tuple((n, Fraction(1, 4)) for n in range(4)), "SQ-1.1")
        if -1 in position.bids:
            seconds = position.given.get("seconds")
            clock = Clock("bidding", float(seconds)) if seconds else None
            waiting = tuple(n for n, bid in enumerate(position.bids) if bid < 0)
            sealed = tuple(n for n, bid in enumerate(position.bids) if bid >= 0)
            return Commit(waiting, "SQ-1.2", changeable=sealed, clock=clock)
        if position.ended < 0:
            return Choose(0, "SQ-1.3")
        return Over((1.0, *[0.0] * (seats - 1)), "ended", "SQ-8.9", "Pilot 0 has had enough.", (0,))

    def legal(self, position: Position, seat: Seat) -> list[int]:
        match self.decision(position):
            case Commit():
                return [0, 1]
            case Choose(seat=0) if seat == 0:
                return [0, 1]
        return []

    def turn(self, position: Position) -> int:
        return 1

    def default(self, position: Position, seat: Seat) -> int:
        return 0

    def tell(self, before: Position, seat: Seat, action: int, news: News, after: Position) -> list[Event]:
        if seat == CHANCE:
            who = len(before.cards)
            return [Event("deal", f"You hold the {CARDS[action]}.", "SQ-1.1", seen_by=(who,))]
        if seat == CLOCK:
            return [Event("time", "The clock has run out.")]
        if -1 in before.bids:
            told = [Event("sealed", f"Pilot {seat} has bid.")]
            return [*told, Event("reveal", "All bids are in.")] if -1 not in after.bids else told
        return [Event("end", "It is over.")]

    def table(self, position: Position, seat: Seat) -> Table:
        own = CARDS[position.cards[seat]] if 0 <= seat < len(position.cards) else ""
        cards = [CARDS[one] if seat == OPEN else "?" for one in position.cards]
        shown = -1 not in position.bids
        bids = [BIDS[bid] if bid >= 0 and (shown or n == seat) else "?" for n, bid in enumerate(position.bids)]
        return Table(own, cards, bids)

    def prompt(self, position: Position, seat: Seat) -> Prompt:
        return Prompt("Bid low or high." if -1 in position.bids else "End it, one way or the other.", "SQ-1.2")

    def imagine(self, view: View[Table], dice: Dice) -> Position:
        raise NotImplementedError

    def describe(self, position: Position, seat: Seat, action: int) -> str:
        return f"bid {BIDS[action]}" if -1 in position.bids else f"end it {BIDS[action]}"

    def write_action(self, position: Position, seat: Seat, action: int) -> str:
        return BIDS[action] if seat >= 0 else str(action)

    def read_action(self, position: Position, seat: Seat, word: str) -> int:
        if word not in (*BIDS, "3"):
            raise BadNotation(f"expected low or high, got {word!r}", rule="SQ-1.2")
        return (*BIDS, "3").index(word)

    def write(self, position: Position) -> str:
        return f"{position.cards} {position.bids} {position.ended}"

    def read(self, text: str) -> Position:
        raise NotImplementedError

    def run_example(self, example: Mapping[str, Any]) -> list[str] | None:
        return None
