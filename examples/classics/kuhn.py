"""Kuhn poker in one file: three cards, one bet. Best play is worth 0.5 - 1/72 to player 1.

dogfight solve kuhn --plugin examples/classics/kuhn.py
"""

from __future__ import annotations

import msgspec

from dogfight.core.decision import Choose, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.event import Event
from dogfight.core.manifest import Manifest
from dogfight.core.options import Options
from dogfight.plain import PerSeat, PlainGame, uniform

MANIFEST = Manifest(
    package=__name__,
    name="kuhn",
    title="Kuhn poker",
    about="The smallest poker: three cards and a single bet.",
    prefix="KP",
    game="Kuhn",
)

DECK = (1, 2, 3)
PASS, BET = 0, 1
WORDS = ("pass", "bet")
CHIPS = 4
"""The stake stands for all chips that both players can have paid."""


class State(msgspec.Struct):
    """Each hand holds a card, 0 where it is hidden; the moves are public."""

    hands: PerSeat[list[int]]
    moves: list[int]


class Kuhn(PlainGame[State]):
    """Both players pay one chip and get one of three cards; a bet is one more chip."""

    manifest = MANIFEST
    for_newcomers = "Bet to win more with the higher card, or to make the other player give up."
    most_steps, action_count = 5, len(WORDS)

    def start(self, options: Options) -> State:
        return State([[], []], [])

    def decide(self, state: State) -> Decision:
        """Deal two cards, then ask in turn until a bet is answered or both have passed."""
        dealt = [card for hand in state.hands for card in hand]
        if len(dealt) < len(state.hands):
            return uniform((card for card in DECK if card not in dealt), "KP-1")
        match state.moves:
            case [0, 0]:
                return self.showdown(dealt, 1)
            case [1, 1] | [0, 1, 1]:
                return self.showdown(dealt, 2)
            case [1, 0]:
                return self.end(0, 1)
            case [0, 1, 0]:
                return self.end(1, 1)
        return Choose(len(state.moves) % 2, "KP-2")

    def showdown(self, dealt: list[int], chips: int) -> Over:
        return self.end(dealt.index(max(dealt)), chips)

    def end(self, winner: int, chips: int) -> Over:
        """The loser's chips go to the winner."""
        shares = [0.5 - chips / CHIPS] * 2
        shares[winner] = 0.5 + chips / CHIPS
        words = f"Player {winner + 1} wins {chips} {'chip' if chips == 1 else 'chips'}."
        return Over((shares[0], shares[1]), "chips", "KP-3", words, (winner,))

    def legal_actions(self, state: State, seat: int) -> list[int]:
        return [PASS, BET]

    def act(self, state: State, seat: int, action: int) -> list[Event]:
        if seat < 0:
            to = 0 if not state.hands[0] else 1
            state.hands[to].append(action)
            words = f"Player {to + 1} gets the {action}."
            return [Event("card", words, "KP-1", {"card": action}, seen_by=(to,))]
        state.moves.append(action)
        return [Event("move", f"Player {seat + 1}: {WORDS[action]}.", "KP-2", {"move": action})]

    def visible_state(self, state: State, seat: int) -> State:
        for number, hand in enumerate(state.hands):
            if number != seat:
                state.hands[number] = [0] * len(hand)
        return state

    def imagine_state(self, state: State, seat: int, dice: Dice) -> State:
        left = [card for card in DECK if [card] not in state.hands]
        state.hands = [
            [card or left.pop(dice.below(len(left))) for card in hand] for hand in state.hands
        ]
        return state

    def action_notation(self, seat: int, action: int) -> str:
        return f"card{action}" if seat < 0 else WORDS[action]
