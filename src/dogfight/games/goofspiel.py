"""Goofspiel, a whole game in one file: bid in secret for a prize.

`docs/adding-a-game.md` explains it line by line.
"""

import msgspec

from dogfight.core.decision import Commit, Decision, Over
from dogfight.core.event import Event
from dogfight.core.manifest import Manifest
from dogfight.core.options import OptionField, Options
from dogfight.plain import PerSeat, PlainGame, PlainPosition, uniform

MANIFEST = Manifest(
    package=__name__,
    name="goofspiel",
    title="Goofspiel",
    about="A small card game: bid in secret for prizes.",
    prefix="GO",
    game="Goofspiel",
    rulebook="goofspiel.md",
    variants={"Small": {"cards": 4}},
    env_digests=("cd890c3242801467",),
)
CARDS = OptionField(
    "cards", "Cards", "integer", 7, "Cards in each hand.", minimum=2, maximum=13, rule="GO-1.1"
)


class State(msgspec.Struct):
    """What lies on the table; the prize is 0 while none is turned up."""

    turn: int
    prize: int
    prizes_left: list[int]
    hands: PerSeat[list[int]]
    points: PerSeat[int]


class Goofspiel(PlainGame[State]):
    """The rules, each with its number in `goofspiel.md`."""

    manifest = MANIFEST
    for_newcomers = "The higher card takes the prize; equal cards discard it, and both are spent."
    fields = (CARDS,)
    most_steps, action_count = 3 * 13, 13 + 1

    def start(self, options: Options) -> State:
        """[GO-1.1] Each player holds the cards from 1 to N; the prizes have the same numbers."""
        cards = list(range(1, int(options["cards"]) + 1))
        return State(0, 0, cards, [list(cards), list(cards)], [0, 0])

    def decide(self, state: State) -> Decision:
        """[GO-2.1] Each turn a random one of the prizes is turned up; [GO-2.2] then both bid."""
        if state.prize:
            return Commit((0, 1), "GO-2.2")
        return uniform(state.prizes_left, "GO-2.1") if state.prizes_left else self.end(state.points)

    def legal_actions(self, state: State, seat: int) -> list[int]:
        """[GO-2.2] A bid is any card of one's hand."""
        return state.hands[seat]

    def act(self, state: State, seat: int, action: int) -> list[Event]:
        state.turn, state.prize = state.turn + 1, action
        state.prizes_left.remove(action)
        return [Event("prize", f"The prize is {action}.", "GO-2.1", {"prize": action})]

    def reveal(self, state: State, choices: dict[int, int]) -> list[Event]:
        """[GO-2.3] The higher bid takes the prize; [GO-2.4] if both are equal it is discarded.

        Bids are spent.
        """
        bids, prize, state.prize = [choices[0], choices[1]], state.prize, 0
        for seat, bid in choices.items():
            state.hands[seat].remove(bid)
        said, winner = f"The bids are {bids[0]} and {bids[1]}.", bids.index(max(bids))
        if bids[0] == bids[1]:
            return [Event("bids", f"{said} The {prize} is discarded.", "GO-2.4", {"bids": bids})]
        state.points[winner] += prize
        said += f" Player {winner + 1} takes the {prize}."
        return [Event("bids", said, "GO-2.3", {"bids": bids})]

    def end(self, points: list[int]) -> Over:
        """[GO-3.1] When all cards are spent, more points win; [GO-3.2] equal points are a draw."""
        first, second = points
        shares = (0.5, 0.5) if first == second else (float(first > second), float(second > first))
        winners = tuple(seat for seat in (0, 1) if shares[seat] == 1)
        rule = "GO-3.1" if winners else "GO-3.2"
        return Over(shares, "points", rule, f"{first} to {second} points.", winners)

    def question(self, state: State, seat: int) -> str:
        return f"Bid a card for the prize of {state.prize}."

    def evaluate(self, state: State, seat: int) -> float:
        """For the bots: the share of all points there can be, which are 91 with thirteen cards."""
        return state.points[seat] / 91

    def describe(self, position: PlainPosition, seat: int, action: int) -> str:
        return f"bid {action}"
