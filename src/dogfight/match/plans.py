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
from typing import Any

import msgspec

from dogfight.core.errors import BadNotation, BadOption, IllegalAction
from dogfight.core.seat import Seat, SeatInfo
from dogfight.planning.parts import Moves, Part, PlanRules, Status

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
    text: str = ""
    rule: str = ""


class PlanRejected(IllegalAction):
    """A plan, or a "ready", that does not count; nothing has changed."""

    def __init__(self, verdict: PlanOutcome) -> None:
        super().__init__(verdict.text, rule=verdict.rule)
        self.status = verdict.status


_DROPPED: Mapping[Status, str] = {
    "wrong_round": "expected a plan for round {now}, got one for round {round}",
    "late": "the phase is locked; the plan came too late",
    "stale": "expected a number above {kept}, got {n}",
}


class PlanTracker:
    """The newest plans of all players."""

    def __init__(self, plan_rules: PlanRules, players: Mapping[int, tuple[Seat, ...]]) -> None:
        self.plan_rules = plan_rules
        self.players = players
        self._kept: dict[int, tuple[int, int]] = {}
        """For each player the round and the number of the plan that lies on the table."""

    @classmethod
    def of(cls, plan_rules: PlanRules, seats: Iterable[SeatInfo]) -> PlanTracker:
        """A desk for the players of a table."""
        players: dict[int, tuple[Seat, ...]] = {}
        for seat, info in enumerate(seats):
            players[info.player] = (*players.get(info.player, ()), seat)
        return cls(plan_rules, players)

    def kept(self, player: int, round: int) -> int:
        """The number of the player's plan on the table; 0 for none in this round."""
        last, n = self._kept.get(player, (round, 0))
        return n if last == round else 0

    def keeping(self, plan: Plan) -> PlanTracker:
        """A desk that knows this plan to be on the table, too."""
        desk = PlanTracker(self.plan_rules, self.players)
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
            return PlanOutcome("ok", self.plan_rules.moves(position, seats, plan.parts))
        except (BadNotation, IllegalAction) as error:
            return PlanOutcome(
                "invalid", text=error.message, rule=error.rule or self.plan_rules.rules["invalid"]
            )

    def confirm(self, position: Any, ready: Ready, *, late: bool = False) -> PlanOutcome:
        """What a "ready" changes; it counts only for the plan that lies on the table."""
        seats = self._seats(ready.player)
        dropped = self._untimely(position, ready, late)
        if dropped is not None:
            return dropped
        if ready.n != self.kept(ready.player, ready.round):
            return self._drop("stale", position, ready)
        return PlanOutcome("ok", self.plan_rules.seal(position, seats))

    def _seats(self, player: int) -> tuple[Seat, ...]:
        if player not in self.players:
            raise BadOption(f"expected a player from 0 to {len(self.players) - 1}, got {player}")
        return self.players[player]

    def _untimely(self, position: Any, message: Plan | Ready, late: bool) -> PlanOutcome | None:
        if message.round != self.plan_rules.round(position):
            return self._drop("wrong_round", position, message)
        if late or not self.plan_rules.accepts_plans(position):
            return self._drop("late", position, message)
        return None

    def _drop(self, status: Status, position: Any, message: Plan | Ready) -> PlanOutcome:
        now, kept = self.plan_rules.round(position), self.kept(message.player, message.round)
        text = _DROPPED[status].format(now=now, kept=kept, round=message.round, n=message.n)
        return PlanOutcome(status, text=text, rule=self.plan_rules.rules[status])
