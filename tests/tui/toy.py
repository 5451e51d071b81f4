"""A small game for the table's tests: each seat is dealt a secret card, seals a bid, and the
first seat ends it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from dogfight.core.decision import Choose, Clock, Commit, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.event import Event
from dogfight.core.options import OptionField, Options
from dogfight.core.seat import SeatInfo
from dogfight.plain import PerSeat, PlainGame, PlainPosition, uniform
from dogfight.plain.game import PlainNotation

CARDS = ("kestrel", "heron", "buzzard", "osprey")
BIDS = ("low", "high")
HIDDEN = "?"


class State(msgspec.Struct):
    people: int
    seconds: int
    cards: PerSeat[str] = []
    bids: PerSeat[str] = []
    ended: str = ""


class ToyNotation(PlainNotation):
    """Reads a digit as it is typed, too."""

    def _read_action(self, position: PlainPosition, seat: int, word: str) -> int:
        return 2 if word == "3" else super()._read_action(position, seat, word)


class Toy(PlainGame[State]):
    name, title, about, prefix = "toy", "Toy", "Bids on birds.", "SQ"
    action_count = len(CARDS)

    def __init__(self) -> None:
        super().__init__()
        self.notation = ToyNotation(self)

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        people = OptionField(
            "people", "People", "integer", 2, "How many play.", minimum=1, maximum=4
        )
        clock = OptionField("clock", "Clock", "boolean", False, "Bid against a clock.")
        seconds = OptionField(
            "seconds", "Seconds", "choice", "20", "How long.", choices=("10", "20")
        )
        return (people, clock, seconds) if values.get("clock") else (people, clock)

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        return tuple(
            SeatInfo(f"p{n}", f"Pilot {n}", f"side {n}", n) for n in range(int(options["people"]))
        )

    def start(self, options: Options) -> State:
        return State(int(options["people"]), int(options.get("seconds", 0)))

    def decide(self, state: State) -> Decision:
        seats = tuple(range(state.people))
        if len(state.cards) < state.people:
            return uniform(range(len(CARDS)), "SQ-1.1")
        if not state.bids:
            clock = Clock("bidding", float(state.seconds)) if state.seconds else None
            return Commit(seats, "SQ-1.2", changeable=seats, clock=clock)
        if not state.ended:
            return Choose(0, "SQ-1.3")
        return Over(
            (1.0, *[0.0] * (state.people - 1)), "ended", "SQ-8.9", "Pilot 0 has had enough.", (0,)
        )

    def legal_actions(self, state: State, seat: int) -> list[int]:
        return [0, 1]

    def act(self, state: State, seat: int, action: int) -> list[Event]:
        if state.bids:
            state.ended = BIDS[action]
            return [Event("end", "It is over.")]
        state.cards.append(CARDS[action])
        return [
            Event(
                "deal", f"You hold the {CARDS[action]}.", "SQ-1.1", seen_by=(len(state.cards) - 1,)
            )
        ]

    def reveal(self, state: State, choices: dict[int, int]) -> list[Event]:
        state.bids = [BIDS[bid] for bid in choices.values()]
        return [Event("reveal", "All bids are in.")]

    def visible_state(self, state: State, seat: int) -> State:
        state.cards = [card if owner == seat else HIDDEN for owner, card in enumerate(state.cards)]
        return state

    def imagine_state(self, state: State, seat: int, dice: Dice) -> State:
        state.cards = [
            CARDS[dice.below(len(CARDS))] if card == HIDDEN else card for card in state.cards
        ]
        return state

    def question(self, state: State, seat: int) -> str:
        return "End it, one way or the other." if state.bids else "Bid low or high."

    def action_notation(self, seat: int, action: int) -> str:
        return BIDS[action] if seat >= 0 else str(action)

    def describe(self, position: PlainPosition, seat: int, action: int) -> str:
        return f"{'end it' if position.state.bids else 'bid'} {BIDS[action]}"
