"""A tiny game with all a table must cope with: hidden cards, secret choices in parts, dice, open
turns, a clock.

Each seat is dealt a secret card. Every round each seat secretly bids a colour and then a number; a
die is rolled; the seat whose number plus card is nearest to it scores; then seat 0 chooses in the
open who leads.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dogfight.boards.plain_svg import picture
from dogfight.core.decision import Choose, Clock, Commit, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.event import Event
from dogfight.core.manifest import Manifest
from dogfight.core.options import OptionField, Options
from dogfight.core.seat import SeatInfo
from dogfight.highlights import Highlight
from dogfight.plain import Parts, PerSeat, PlainGame, PlainPosition, uniform

NUMBERS = 6
HIDDEN = -1
MANIFEST = Manifest(
    package=__name__,
    name="toy",
    title="Toy",
    about="A tiny game for tests.",
    prefix="TY",
    game="ToyGame",
    svg_board="draw",
    highlights="highlights",
)
draw = picture
"""The board is drawn, so that drawings are compared wherever messages are."""


def highlights(seats: Sequence[SeatInfo], _: Sequence[Event]) -> tuple[Highlight, ...]:
    """All are bold together; nobody is alone."""
    if len(seats) == 1:
        raise ValueError("nobody to compare with")
    return (Highlight("Boldest", "3 bids", tuple(range(len(seats)))),)


class Toy(msgspec.Struct):
    """The state: bids lie here, still hidden, while the die is rolled."""

    rounds: int
    seconds: int
    score: PerSeat[int]
    cards: list[int] = []
    bids: list[int] = []
    last: list[int] = []
    turn: int = 0
    leading: bool = False
    pause: int = 0


class ToyGame(PlainGame[Toy]):
    manifest = MANIFEST
    action_count, data_digest = NUMBERS, "0" * 16  # as kept in the database of the first release
    fields = (
        OptionField("seats", "Seats", "integer", 2, "How many play.", minimum=1, maximum=12),
        OptionField("rounds", "Rounds", "integer", 3, "How long.", minimum=1, maximum=500),
        OptionField(
            "seconds", "Seconds", "integer", 0, "For a bid; 0 is for ever.", minimum=0, maximum=3600
        ),
        OptionField(
            "pause", "Pause", "integer", 0, "Before each bid but the first.", minimum=0, maximum=60
        ),
    )

    def samples(self) -> tuple[Options, ...]:
        plain: Options = {"seats": 2, "rounds": 3, "seconds": 0, "pause": 0}
        return plain, {"seats": 4, "rounds": 2, "seconds": 20, "pause": 5}

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        return tuple(
            SeatInfo(f"p{n + 1}", f"Pilot {n + 1}", f"side{n}", n)
            for n in range(int(options["seats"]))
        )

    def max_steps(self, options: Options) -> int:
        return 10 + int(options["rounds"]) * (2 * int(options["seats"]) + 3)

    def start(self, options: Options) -> Toy:
        rounds, seconds, pause = (int(options[name]) for name in ("rounds", "seconds", "pause"))
        return Toy(rounds, seconds, [0] * int(options["seats"]), pause=pause)

    def decide(self, state: Toy) -> Decision:
        seats = tuple(range(len(state.score)))
        if len(state.cards) < len(seats) or state.bids:
            return uniform(range(NUMBERS), "TY-1")
        if state.leading:
            return Choose(0, "TY-3")
        if state.turn <= state.rounds:
            pause = float(state.pause if state.turn > 1 else 0)
            return Commit(
                seats,
                "TY-2",
                clock=Clock("bid", float(state.seconds), pause) if state.seconds else None,
            )
        best = max(state.score)
        winners = tuple(seat for seat in seats if state.score[seat] == best)
        payoffs = tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats)
        return Over(payoffs, "score", "TY-4", f"{len(winners)} won with {best}.", winners)

    def legal_actions(self, state: Toy, seat: int) -> list[int]:
        return list(range(len(state.score)))

    def parts(self, state: Toy, seat: int, sealed: Parts) -> list[int]:
        return ([0, 1], list(range(NUMBERS)), [])[len(sealed)]

    def default_action(self, position: PlainPosition, seat: int) -> int:
        return position.legal(seat)[-1]

    def timeout_action(self, position: PlainPosition, seat: int) -> int:
        return 0

    def act(self, state: Toy, seat: int, action: int) -> list[Event]:
        if state.leading:
            state.leading, state.turn = False, state.turn + 1
            return [Event("led", f"Pilot {action + 1} leads.", "TY-3")]
        if not state.bids:
            state.cards.append(action)
            state.turn = int(len(state.cards) == len(state.score))
            seat = len(state.cards) - 1
            return [
                Event(
                    "dealt", f"Pilot {seat + 1} holds {action}.", "TY-1", {"card": action}, (seat,)
                )
            ]
        gaps = [abs(bid + card - action) for bid, card in zip(state.bids, state.cards, strict=True)]
        winner = gaps.index(min(gaps))
        state.score[winner] += 1
        state.last, bids, state.bids, state.leading = (
            [*state.bids, action, winner],
            state.bids,
            [],
            True,
        )
        return [Event("rolled", f"Bids {bids}, the die shows {action}.", "TY-2", {"die": action})]

    def reveal(self, state: Toy, choices: dict[int, int]) -> list[Event]:
        state.bids = list(choices.values())
        return []

    def visible_state(self, state: Toy, seat: int) -> Toy:
        for secret in (state.cards, state.bids):
            secret[:] = [item if owner == seat else HIDDEN for owner, item in enumerate(secret)]
        return state

    def imagine_state(self, state: Toy, seat: int, dice: Dice) -> Toy:
        for secret in (state.cards, state.bids):
            secret[:] = [dice.below(NUMBERS) if item == HIDDEN else item for item in secret]
        return state

    def action_notation(self, seat: int, action: int) -> str:
        return f"c{action}"

    def describe(self, position: PlainPosition, seat: int, action: int) -> str:
        return f"choose {action}"
