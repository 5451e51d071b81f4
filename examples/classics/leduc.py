"""Leduc hold'em in one file: six cards, two rounds of betting, two raises in each.

Best play costs player 1 0.0856 chips; the stake stands for 26 chips.

    dogfight solve leduc --plugin examples/classics/leduc.py
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
    name="leduc",
    title="Leduc hold'em",
    about="A small poker: six cards, two rounds of betting.",
    prefix="LH",
    game="Leduc",
)

DECK = (1, 2, 3, 4, 5, 6)
FOLD, CALL, RAISE = 0, 1, 2
WORDS = ("fold", "call", "raise")
MOST_RAISES = 2
ANTE, BETS = 1, (2, 4)
CHIPS = 2 * (ANTE + MOST_RAISES * sum(BETS))
"""The stake stands for all chips that both players can have paid."""


def rank(card: int) -> int:
    """Jack, queen or king: two cards of each."""
    return (card + 1) // 2


class State(msgspec.Struct):
    """Each hand holds a card, 0 where it is hidden; `public` is 0 before the second round."""

    hands: PerSeat[list[int]]
    public: int
    rounds: list[list[int]]
    paid: PerSeat[int]
    folded: int


class Leduc(PlainGame[State]):
    """A pair with the public card wins, else the higher rank."""

    manifest = MANIFEST
    for_newcomers = "Raise to win more, call to stay in, fold to lose what you have paid."
    most_steps, action_count = 3 + 2 * (MOST_RAISES + 2), len(WORDS)

    def start(self, options: Options) -> State:
        return State([[], []], 0, [[]], [ANTE, ANTE], -1)

    def decide(self, state: State) -> Decision:
        """Deal two cards, bet, turn up the public card, bet again."""
        dealt = [card for hand in state.hands for card in hand]
        moves = state.rounds[-1]
        if len(dealt) < len(state.hands):
            return uniform((card for card in DECK if card not in dealt), "LH-1")
        if state.folded >= 0:
            return self.end(state, 1 - state.folded)
        if len(moves) < 2 or moves[-1] != CALL:
            return Choose(len(moves) % 2, "LH-3")
        if len(state.rounds) == len(BETS):
            return self.end(state, self.best_hand(dealt, state.public))
        return uniform((card for card in DECK if card not in dealt), "LH-2")

    def best_hand(self, dealt: list[int], public: int) -> int:
        """The seat with the better hand, -1 if both are equal."""
        first, second = ((rank(card) == rank(public), rank(card)) for card in dealt)
        return -1 if first == second else int(second > first)

    def end(self, state: State, winner: int) -> Over:
        """The loser's chips go to the winner; equal hands split the pot."""
        if winner < 0:
            return Over((0.5, 0.5), "equal", "LH-4", "The hands are equal.")
        chips = state.paid[1 - winner]
        shares = [0.5 - chips / CHIPS] * 2
        shares[winner] = 0.5 + chips / CHIPS
        reason = "shown" if state.folded < 0 else "folded"
        words = f"Player {winner + 1} wins {chips} chips."
        return Over((shares[0], shares[1]), reason, "LH-4", words, (winner,))

    def legal_actions(self, state: State, seat: int) -> list[int]:
        moves = state.rounds[-1]
        legal = [CALL]
        if moves and moves[-1] == RAISE:
            legal.append(FOLD)
        if moves.count(RAISE) < MOST_RAISES:
            legal.append(RAISE)
        return legal

    def act(self, state: State, seat: int, action: int) -> list[Event]:
        if seat < 0:
            return self.deal(state, action)
        if action == FOLD:
            state.folded = seat
        else:
            bet = BETS[len(state.rounds) - 1] if action == RAISE else 0
            state.paid[seat] = state.paid[1 - seat] + bet
        state.rounds[-1].append(action)
        return [Event("move", f"Player {seat + 1}: {WORDS[action]}.", "LH-3", {"move": action})]

    def deal(self, state: State, card: int) -> list[Event]:
        """A card for a player, or the public one."""
        if state.hands[1]:
            state.public = card
            state.rounds.append([])
            return [Event("public", f"The public card is {card}.", "LH-2", {"card": card})]
        to = 0 if not state.hands[0] else 1
        state.hands[to].append(card)
        words = f"Player {to + 1} gets the {card}."
        return [Event("card", words, "LH-1", {"card": card}, seen_by=(to,))]

    def visible_state(self, state: State, seat: int) -> State:
        for number, hand in enumerate(state.hands):
            if number != seat:
                state.hands[number] = [0] * len(hand)
        return state

    def imagine_state(self, state: State, seat: int, dice: Dice) -> State:
        left = [card for card in DECK if [card] not in state.hands and card != state.public]
        state.hands = [
            [card or left.pop(dice.below(len(left))) for card in hand] for hand in state.hands
        ]
        return state

    def action_notation(self, seat: int, action: int) -> str:
        return f"card{action}" if seat < 0 else WORDS[action]
