"""One game of the arena, from the first draw to what is written down of it."""

from __future__ import annotations

import hashlib
import math
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from dogfight.arena.plan import ArenaTerms, Fixture, sides
from dogfight.bots.registry import make_bot
from dogfight.core.errors import IllegalAction
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, Seat, seat_name
from dogfight.core.view import View
from dogfight.match.match import Match, Player

PER_DOUBLING = 4
"""Times of decisions are counted in steps of a quarter of a doubling, in microseconds."""
Thinking = Callable[[int], None]


class SideLine(msgspec.Struct, frozen=True, kw_only=True):
    """How one side fared: its bot, its share of the stake, and how long it thought."""

    bot: str
    score: float
    decisions: int = 0
    seconds: float = 0.0
    times: dict[int, int] = {}
    faults: dict[str, int] = {}


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """One game as it is kept. `digest` stands for its every move.

    `reason` says why it was not played out, `loser` which side forfeited.
    """

    number: int
    deal: int
    sides: tuple[SideLine, ...]
    ending: Literal["played", "forfeit", "unfinished"]
    why: str
    reason: str = ""
    loser: int = -1
    turns: int = 0
    decisions: int = 0
    digest: str = ""


def time_step(seconds: float) -> int:
    """The step a time is counted in."""
    return int(PER_DOUBLING * math.log2(max(1.0, seconds * 1e6)))


def step_seconds(step: int) -> float:
    """The middle of a step, in seconds."""
    return float(2 ** ((step + 0.5) / PER_DOUBLING) / 1e6)


class _Forfeit(Exception):
    def __init__(self, side: int, reason: str) -> None:
        super().__init__(reason)
        self.side = side
        self.reason = reason


class _Side:
    """A bot on the chairs of one side, with its clock."""

    def __init__(self, name: str, players: dict[Seat, Player]) -> None:
        self.name = name
        self.players = players
        self.decisions = 0
        self.seconds = 0.0
        self.times: Counter[int] = Counter()

    def choose(self, view: View[Any]) -> int:
        began = time.perf_counter()
        action = self.players[view.seat].choose(view)
        spent = time.perf_counter() - began
        self.decisions += 1
        self.seconds += spent
        self.times[time_step(spent)] += 1
        return action

    def line(self, score: float) -> SideLine:
        return SideLine(
            bot=self.name,
            score=score,
            decisions=self.decisions,
            seconds=round(self.seconds, 6),
            times=dict(sorted(self.times.items())),
            faults=dict(
                Counter(
                    fault
                    for player in self.players.values()
                    for fault in getattr(player, "faults", ())
                )
            ),
        )

    def close(self) -> None:
        for player in self.players.values():
            if close := getattr(player, "close", None):
                close()


class ArenaGame:
    """Play a fixture; call `thinking` with the side that is asked, or -1 when none is."""

    def __init__(
        self,
        game: AnyGame,
        terms: ArenaTerms,
        fixture: Fixture,
        thinking: Thinking = lambda _: None,
    ) -> None:
        own_seed = terms.seed << 32 | fixture.deal
        self.fixture = fixture
        self.thinking = thinking
        self.match = Match(game, terms.options, seed=own_seed)
        self.chairs = sides(self.match.seats)
        self.side_of = {seat: side for side, seats in enumerate(self.chairs) for seat in seats}
        self.sides = [
            _Side(
                terms.bots[entry],
                {
                    seat: make_bot(terms.bots[entry], (own_seed * 64 + entry) * 16 + at + 1, game)
                    for at, seat in enumerate(seats)
                },
            )
            for entry, seats in zip(fixture.entries, self.chairs, strict=True)
        ]

    def play(self) -> Finished:
        """Play to the end, the game's stated limit, or the first bot that fails."""
        limit = self.match.game.max_steps(self.match.options)
        try:
            end = self.match.run([self] * len(self.match.seats), max_steps=limit)
        except _Forfeit as forfeit:
            done = self._finished(
                forfeited(len(self.sides), forfeit.side), "forfeit", "forfeit", forfeit.reason
            )
            return msgspec.structs.replace(done, loser=forfeit.side)
        finally:
            for side in self.sides:
                side.close()
        if end is None:
            reason = f"not over after {limit} decisions and draws, the game's stated limit"
            return self._finished(drawn(len(self.sides)), "unfinished", "limit", reason)
        scores = [sum(end.payoffs[seat] for seat in seats) for seats in self.chairs]
        return self._finished(scores, "played", f"{end.reason} {end.rule}".strip())

    def choose(self, view: View[Any]) -> int:
        """Ask the bot of the view's seat, which forfeits the game if it fails."""
        at = self.side_of[view.seat]
        side = self.sides[at]
        self.thinking(at)
        try:
            action = side.choose(view)
            self.match.game.check(self.match.position, view.seat, action, self.match.decision())
            return action
        except IllegalAction as error:
            raise _Forfeit(at, f"{side.name} played an illegal action: {error}") from None
        except Exception as error:
            raise _Forfeit(
                at, f"{side.name} failed with {type(error).__name__}: {error}"
            ) from error
        finally:
            self.thinking(-1)

    def _finished(
        self,
        scores: list[float],
        ending: Literal["played", "forfeit", "unfinished"],
        why: str,
        reason: str = "",
    ) -> Finished:
        moves = self.match.record.moves
        chance = seat_name(self.match.seats, CHANCE)
        text = "\n".join(f"{move.seat} {move.notation} {move.hash}" for move in moves)
        return Finished(
            number=self.fixture.number,
            deal=self.fixture.deal,
            sides=tuple(side.line(score) for side, score in zip(self.sides, scores, strict=True)),
            ending=ending,
            why=why,
            reason=reason,
            turns=self.match.game.turn(self.match.position),
            decisions=sum(move.seat != chance for move in moves),
            digest=hashlib.sha256(text.encode()).hexdigest()[:16],
        )


def forfeited(count: int, loser: int) -> list[float]:
    """The stake when one side has failed: the others share it."""
    return [0.0 if side == loser else 1 / (count - 1) for side in range(count)]


def drawn(count: int) -> list[float]:
    """The stake when nothing was decided: every side has its fair share."""
    return [1 / count] * count
