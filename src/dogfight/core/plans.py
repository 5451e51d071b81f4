"""Plans in parts as messages bring them: each replaces its player's last one, and counts whole or
not at all.

A desk keeps the number of each player's newest valid plan. It reads no clock and holds no position:
times and positions are handed in, and what it accepts comes back as moves, so that an accepted plan
lies on the table at once. Servers, terminals, simulations and examples play those moves as any
others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import msgspec

from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.seat import Seat, SeatInfo

Status = Literal["ok", "wrong_round", "late", "stale", "invalid"]
Part = tuple[Seat, int | str]
"""Something a seat lays, by the number of the action that lays it or by its word."""
Moves = tuple[tuple[Seat, int], ...]
NOTHING = "-"
"""How a plan without any part is typed."""


def is_plan(line: str) -> bool:
    """Whether what was typed is a whole plan, and not one action."""
    return len(line.split()) > 1 or line.strip() == NOTHING


def parts_of(words: Iterable[str], seat: Seat, named: Mapping[str, Seat]) -> tuple[Part, ...]:
    """A plan as it is typed: parts for a seat, or for the one that was named last before them."""
    parts: list[Part] = []
    for word in words:
        if word in named:
            seat = named[word]
        elif word != NOTHING:
            parts.append((seat, word))
    return tuple(parts)


class Plan(msgspec.Struct, frozen=True):
    """All that one player lays in a round; `n` grows with every plan the player sends in it."""

    player: int
    round: int
    n: int
    parts: tuple[Part, ...] = ()


class Ready(msgspec.Struct, frozen=True):
    """A player has nothing more to change; `n` is the plan this confirms, 0 for none."""

    player: int
    round: int
    n: int


@dataclass(frozen=True, slots=True)
class PlanOutcome:
    """What becomes of a message: the moves that carry it out, or why it is dropped."""

    status: Status
    moves: Moves = ()
    words: str = ""
    rule: str = ""


class PlanRejected(IllegalAction):
    """A plan, or a "ready", that does not count; nothing has changed."""

    def __init__(self, verdict: PlanOutcome) -> None:
        super().__init__(verdict.words, rule=verdict.rule)
        self.status = verdict.status


class PlanRules(Protocol):
    """What a game offers in which plans are laid in parts, all at the same time, until a lock."""

    @property
    def rules(self) -> Mapping[Status, str]:
        """The rule by which a message is dropped."""

    def round(self, position: Any) -> int:
        """The round that plans are made for."""

    def laying(self, position: Any) -> bool:
        """Whether plans are laid now."""

    def moves(self, position: Any, seats: tuple[Seat, ...], parts: tuple[Part, ...]) -> Moves:
        """What leaves exactly these parts of these seats on the table, not ready; raises where
        they are not valid.
        """

    def seal(self, position: Any, seats: tuple[Seat, ...]) -> Moves:
        """What declares these seats ready."""


_DROPPED: Mapping[Status, str] = {
    "wrong_round": "expected a plan for round {now}, got one for round {round}",
    "late": "the phase is locked; the plan came too late",
    "stale": "expected a number above {kept}, got {n}",
}


class PlanTracker:
    """The newest plans of all players."""

    def __init__(self, planning: PlanRules, players: Mapping[int, tuple[Seat, ...]]) -> None:
        self.planning = planning
        self.players = players
        self._kept: dict[int, tuple[int, int]] = {}
        """For each player the round and the number of the plan that lies on the table."""

    @classmethod
    def of(cls, planning: PlanRules, seats: Iterable[SeatInfo]) -> PlanTracker:
        """A desk for the players of a table."""
        players: dict[int, tuple[Seat, ...]] = {}
        for seat, info in enumerate(seats):
            players[info.player] = (*players.get(info.player, ()), seat)
        return cls(planning, players)

    def kept(self, player: int, round: int) -> int:
        """The number of the player's plan on the table; 0 for none in this round."""
        last, n = self._kept.get(player, (round, 0))
        return n if last == round else 0

    def keeping(self, plan: Plan) -> PlanTracker:
        """A desk that knows this plan to be on the table, too."""
        desk = PlanTracker(self.planning, self.players)
        desk._kept = {**self._kept, plan.player: (plan.round, plan.n)}
        return desk

    def judge(self, position: Any, plan: Plan, *, late: bool = False) -> PlanOutcome:
        """What a plan changes, or why it is dropped: round, lateness, staleness, validity, in
        this order.
        """
        seats = self._seats(plan.player)
        dropped = self._untimely(position, plan, late)
        if dropped is None and plan.n <= self.kept(plan.player, plan.round):
            dropped = self._drop("stale", position, plan)
        if dropped is not None:
            return dropped
        try:
            return PlanOutcome("ok", self.planning.moves(position, seats, plan.parts))
        except (BadNotation, IllegalAction) as error:
            return PlanOutcome(
                "invalid", words=error.words, rule=error.rule or self.planning.rules["invalid"]
            )

    def confirm(self, position: Any, ready: Ready, *, late: bool = False) -> PlanOutcome:
        """What a "ready" changes; it counts only for the plan that lies on the table."""
        seats = self._seats(ready.player)
        dropped = self._untimely(position, ready, late)
        if dropped is not None:
            return dropped
        if ready.n != self.kept(ready.player, ready.round):
            return self._drop("stale", position, ready)
        return PlanOutcome("ok", self.planning.seal(position, seats))

    def _seats(self, player: int) -> tuple[Seat, ...]:
        if player not in self.players:
            raise BadOption(f"expected a player from 0 to {len(self.players) - 1}, got {player}")
        return self.players[player]

    def _untimely(self, position: Any, message: Plan | Ready, late: bool) -> PlanOutcome | None:
        if message.round != self.planning.round(position):
            return self._drop("wrong_round", position, message)
        if late or not self.planning.laying(position):
            return self._drop("late", position, message)
        return None

    def _drop(self, status: Status, position: Any, message: Plan | Ready) -> PlanOutcome:
        now, kept = self.planning.round(position), self.kept(message.player, message.round)
        words = _DROPPED[status].format(now=now, kept=kept, round=message.round, n=message.n)
        return PlanOutcome(status, words=words, rule=self.planning.rules[status])
