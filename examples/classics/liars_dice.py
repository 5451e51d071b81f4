"""Liar's Dice in one file: two players with one die each bid on what both dice show.

Best play with six faces is worth 0.444 to player 1. The state keeps the last bid alone: what was
bid before is in the log, as in many games.

    dogfight solve liars_dice --plugin examples/classics/liars_dice.py
"""

from __future__ import annotations

import msgspec

from dogfight.core.decision import Choose, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.event import Event
from dogfight.core.manifest import Manifest
from dogfight.core.options import OptionField, Options
from dogfight.plain import PerSeat, PlainGame, uniform

MANIFEST = Manifest(
    package=__name__,
    name="liars_dice",
    title="Liar's Dice",
    about="Bid on what two hidden dice show, or call the other player a liar.",
    prefix="LD",
    game="LiarsDice",
)

CALL = 0
NOBODY = -1
MOST_FACES = 6


class State(msgspec.Struct):
    """A bid is 0 before the first, else (count - 1) * faces + face; a die is 0 where hidden."""

    faces: int
    turn: int
    bid: int
    dice: PerSeat[list[int]]
    caller: int


class LiarsDice(PlainGame[State]):
    """Bids rise until a player calls; then the dice are shown."""

    manifest = MANIFEST
    for_newcomers = "Bid higher than the last bid, or call if you do not believe it."
    fields = (
        OptionField(
            "faces",
            "Faces",
            "integer",
            6,
            "Faces of a die.",
            minimum=2,
            maximum=MOST_FACES,
            rule="LD-1",
        ),
    )
    most_steps, action_count = 2 + 2 * MOST_FACES + 1, 2 * MOST_FACES + 1

    def start(self, options: Options) -> State:
        return State(int(options["faces"]), 0, 0, [[], []], NOBODY)

    def decide(self, state: State) -> Decision:
        """Roll both dice, then ask in turn until a player calls."""
        if not all(state.dice):
            return uniform(range(1, state.faces + 1), "LD-2")
        return self.end(state) if state.caller != NOBODY else Choose(state.turn % 2, "LD-3")

    def end(self, state: State) -> Over:
        """The caller loses if at least so many dice show the face; no face is wild."""
        count, face = divmod(state.bid - 1, state.faces)
        shown = sum(hand.count(face + 1) for hand in state.dice)
        winner = 1 - state.caller if shown >= count + 1 else state.caller
        words = f"The dice show {state.dice[0][0]} and {state.dice[1][0]}."
        return Over((1.0 - winner, float(winner)), "called", "LD-4", words, (winner,))

    def legal_actions(self, state: State, seat: int) -> list[int]:
        bids = range(state.bid + 1, 2 * state.faces + 1)
        return [CALL, *bids] if state.bid else list(bids)

    def act(self, state: State, seat: int, action: int) -> list[Event]:
        if seat < 0:
            to = 0 if not state.dice[0] else 1
            state.dice[to].append(action)
            words = f"Player {to + 1} rolls a {action}."
            return [Event("roll", words, "LD-2", {"roll": action}, seen_by=(to,))]
        if action == CALL:
            state.caller = seat
            return [Event("call", f"Player {seat + 1} calls.", "LD-3")]
        state.bid, state.turn = action, state.turn + 1
        count, face = divmod(action - 1, state.faces)
        words = f"Player {seat + 1} bids {count + 1} × {face + 1}."
        return [Event("bid", words, "LD-3", {"bid": action})]

    def visible_state(self, state: State, seat: int) -> State:
        for number, hand in enumerate(state.dice):
            if number != seat and state.caller == NOBODY:
                state.dice[number] = [0] * len(hand)
        return state

    def imagine_state(self, state: State, seat: int, dice: Dice) -> State:
        state.dice = [[die or 1 + dice.below(state.faces) for die in hand] for hand in state.dice]
        return state

    def action_notation(self, seat: int, action: int) -> str:
        return "call" if seat >= 0 and action == CALL else str(action)
