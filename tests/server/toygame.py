"""A tiny game with all a table must cope with: hidden cards, secret choices in parts, dice, open turns, a clock.

Each seat is dealt a secret card. Every round each seat secretly bids a colour and then a number; a die is rolled; the
seat whose number plus card is nearest to it scores; then seat 0 chooses in the open who leads.
"""

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
from dogfight.core.seat import CHANCE, CLOCK, OPEN, OVER, Seat, SeatInfo
from dogfight.core.view import Prompt, View

NUMBERS = 6
DEAL, BID, ROLL, LEAD, DONE = range(5)


class Toy:
    """A position. It cannot be a `Position` by birth: that class is compiled and takes no interpreted children."""

    news: News | None = None

    def __init__(self, seats: int, rounds: int, seconds: int, pause: int = 0) -> None:
        self.seats, self.rounds, self.seconds, self.pause = seats, rounds, seconds, pause
        self.cards: list[int] = []
        self.colours = [-1] * seats
        self.bids = [-1] * seats
        self.score = [0] * seats
        self.last: list[int] = []
        self.phase, self.round = DEAL, 0

    def copy(self) -> Toy:
        twin = Toy(self.seats, self.rounds, self.seconds, self.pause)
        for name in ("cards", "colours", "bids", "score", "last"):
            setattr(twin, name, list(getattr(self, name)))
        twin.phase, twin.round = self.phase, self.round
        return twin

    def actor(self) -> int:
        if self.phase in (DEAL, ROLL):
            return CHANCE
        if self.phase == BID:
            return self.bids.index(-1)
        return 0 if self.phase == LEAD else OVER

    def apply(self, seat: int, action: int) -> None:
        if seat == CHANCE and self.phase == DEAL:
            self.cards.append(action)
            if len(self.cards) == self.seats:
                self.phase, self.round = BID, 1
        elif seat == CHANCE:
            gaps = [abs(self.bids[one] + self.cards[one] - action) for one in range(self.seats)]
            winner = gaps.index(min(gaps))
            self.score[winner] += 1
            self.last = [*self.bids, action, winner]
            self.phase = LEAD
        elif self.phase == BID:
            self._bid(seat, action)
        else:
            self.round += 1
            self.colours, self.bids = [-1] * self.seats, [-1] * self.seats
            self.phase = DONE if self.round > self.rounds else BID

    def withdraw(self, seat: int, before: Toy) -> None:
        self.colours[seat], self.bids[seat] = before.colours[seat], before.bids[seat]

    def _bid(self, seat: int, action: int) -> None:
        if seat == CLOCK:
            self.bids = [0 if one < 0 else one for one in self.bids]
        elif self.colours[seat] < 0:
            self.colours[seat] = action
        else:
            self.bids[seat] = action
        if min(self.bids) >= 0:
            self.phase = ROLL


class Picture(msgspec.Struct):
    round: int
    score: list[int]
    sealed: list[bool]
    last: list[int]
    mine: list[int]


class ToyGame(Game[Any, Picture]):
    name = "toy"
    title = "Toy"
    about = "A tiny game for tests."
    prefix = "TY"
    rules_version = "1"
    data_digest = "0" * 16

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        return (
            OptionField("seats", "Seats", "whole", 2, "How many play.", least=1, most=6),
            OptionField("rounds", "Rounds", "whole", 3, "How long.", least=1, most=500),
            OptionField("seconds", "Seconds", "whole", 0, "For a bid; 0 is for ever.", least=0, most=3600),
            OptionField("pause", "Pause", "whole", 0, "Before each bid but the first.", least=0, most=60),
        )

    def samples(self) -> tuple[Options, ...]:
        plain: Options = {"seats": 2, "rounds": 3, "seconds": 0, "pause": 0}
        return plain, {"seats": 4, "rounds": 2, "seconds": 20, "pause": 5}

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(f"p{n + 1}", f"Pilot {n + 1}", f"side{n}", n) for n in range(int(options["seats"])))

    def longest(self, options: Options) -> int:
        return 10 + int(options["rounds"]) * (2 * int(options["seats"]) + 3)

    def new(self, options: Options) -> Toy:
        return Toy(*(int(options[name]) for name in ("seats", "rounds", "seconds", "pause")))

    def options_of(self, position: Toy) -> Options:
        return {name: getattr(position, name) for name in ("seats", "rounds", "seconds", "pause")}

    def decision(self, position: Toy) -> Decision:
        if position.phase in (DEAL, ROLL):
            return Chance(tuple((n, Fraction(1, NUMBERS)) for n in range(NUMBERS)), "TY-1")
        if position.phase == BID:
            waiting = tuple(one for one in range(position.seats) if position.bids[one] < 0)
            pause = float(position.pause if position.round > 1 else 0)
            clock = Clock("bid", float(position.seconds), pause) if position.seconds else None
            return Commit(waiting, "TY-2", clock=clock)
        if position.phase == LEAD:
            return Choose(0, "TY-3")
        best = max(position.score)
        winners = tuple(n for n, score in enumerate(position.score) if score == best)
        payoffs = tuple(1 / len(winners) if n in winners else 0.0 for n in range(position.seats))
        return Over(payoffs, "score", "TY-4", f"{len(winners)} won with {best}.", winners)

    def legal(self, position: Toy, seat: Seat) -> list[int]:
        if position.phase == BID and 0 <= seat < position.seats and position.bids[seat] < 0:
            return [0, 1] if position.colours[seat] < 0 else list(range(NUMBERS))
        return list(range(position.seats)) if position.phase == LEAD and seat == 0 else []

    def turn(self, position: Toy) -> int:
        return position.round

    def default(self, position: Toy, seat: Seat) -> int:
        return self.legal(position, seat)[-1]

    def tell(self, before: Toy, seat: Seat, action: int, news: News, after: Toy) -> list[Event]:
        if before.phase == DEAL:
            to = len(before.cards)
            return [Event("dealt", f"You hold {action}.", "TY-1", {"card": action}, (to,))]
        if before.phase == ROLL:
            return [Event("rolled", f"Bids {after.last[:-2]}, the die shows {action}.", "TY-2", {"die": action})]
        if seat == CLOCK:
            return [Event("clock", "Time is up.", "TY-2")]
        if before.phase == BID and before.colours[seat] < 0:
            return [Event("coloured", f"You chose colour {action}.", "TY-2", seen_by=(seat,))]
        if before.phase == BID:
            return [Event("sealed", f"Pilot {seat + 1} has sealed.", "TY-2")]
        return [Event("led", f"Pilot {action + 1} leads.", "TY-3")]

    def table(self, position: Toy, seat: Seat) -> Picture:
        mine: list[int] = []
        if seat == OPEN:
            mine = [*position.cards, *position.colours, *position.bids]
        elif 0 <= seat < len(position.cards):
            mine = [position.cards[seat], position.colours[seat], position.bids[seat]]
        sealed = [bid >= 0 for bid in position.bids]
        return Picture(position.round, list(position.score), sealed, list(position.last), mine)

    def prompt(self, position: Toy, seat: Seat) -> Prompt:
        return Prompt("Choose." if self.legal(position, seat) else "Wait.", self.decision(position).rule)

    def imagine(self, view: View[Picture], dice: Dice) -> Toy:
        position = self.new(view.options)
        position.round, position.score, position.last = view.table.round, view.table.score, view.table.last
        position.phase = {"commit": BID, "choose": LEAD, "over": DONE}[view.doing]
        position.cards = [dice.below(NUMBERS) for _ in range(position.seats)]
        position.bids = [0 if sealed else -1 for sealed in view.table.sealed]
        if view.table.mine:
            position.cards[view.seat], position.colours[view.seat], position.bids[view.seat] = view.table.mine
        return position

    def describe(self, position: Toy, seat: Seat, action: int) -> str:
        return f"choose {action}"

    def write_action(self, position: Toy, seat: Seat, action: int) -> str:
        return "up" if seat == CLOCK else f"c{action}"

    def read_action(self, position: Toy, seat: Seat, word: str) -> int:
        if word == "up":
            return 0
        if not word[1:].isdecimal() or word[0] != "c":
            raise BadNotation(f"expected a word like c3, got {word!r}")
        return int(word[1:])

    def write(self, position: Toy) -> str:
        parts = [position.seats, position.rounds, position.seconds, position.pause, position.phase, position.round]
        lists = [position.cards, position.colours, position.bids, position.score, position.last]
        return " ".join([*map(str, parts), *(",".join(map(str, one)) or "-" for one in lists)])

    def read(self, text: str) -> Toy:
        try:
            words = text.split(" ")
            position = Toy(*map(int, words[:4]))
            position.phase, position.round = int(words[4]), int(words[5])
            lists = [[] if one == "-" else [int(n) for n in one.split(",")] for one in words[6:]]
            position.cards, position.colours, position.bids, position.score, position.last = lists
        except (ValueError, TypeError, IndexError):
            raise BadNotation(f"expected a toy position, got {text!r}") from None
        return position

    def run_example(self, example: Mapping[str, Any]) -> list[str] | None:
        return None
