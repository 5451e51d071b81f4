"""The timed phase over a network: whole plans with sequence numbers, kept at a desk until the lock.

A desk is opened for one Action Phase. Arrival times are handed in, in milliseconds of the server's own
clock [JP-6.1]; the desk reads no clock. At the lock `moves` puts the kept plans on the table through the
same rules that a terminal or a simulation uses.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

import msgspec

from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.seat import CLOCK, TIME_UP, Seat
from dogfight.games.paws.data import ROLES, SIDES
from dogfight.games.paws.names import Names
from dogfight.games.paws.position import PLACE, READY, Position
from dogfight.games.paws.state import ACTION, HELD, OWN, code_of, kind_in, open_in

Status = Literal["ok", "wrong_round", "late", "stale", "invalid"]


class Placement(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """[JP-6.4] One card of a plan; a solo player names the seat as well."""

    card: str
    slot: int
    side: str = ""
    face_up: bool = False
    seat: str = ""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[JP-6.4] The complete placements of one player, who is a seat, or the team of a solo player."""

    player: str
    round: int
    seq: int
    placements: tuple[Placement, ...] = ()


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[JP-6.17] "Ready" confirms the plan with this number; 0 for none."""

    player: str
    round: int
    seq: int


@dataclass(frozen=True, slots=True)
class _Kept:
    seq: int
    codes: tuple[tuple[Seat, int], ...]


class PlanDesk:
    """The plans of one Action Phase."""

    def __init__(self, names: Names, position: Position, *, grace_ms: int | None = None, opened_ms: int = 0) -> None:
        """[JP-6.2] [JP-6.3] Opens at T; the deadline is T plus the timer; messages count until the grace is over."""
        if position.phase != ACTION or any(position.down_n):
            raise IllegalAction("expected an Action Phase with empty tracks", rule="JP-5.16")
        times = names.data.numbers.timer
        self.names = names
        self.position = position.copy()
        self.opened_ms = opened_ms
        self.deadline_ms = opened_ms + 1000 * int(position.timer) if position.timer else None
        self.grace_ms = times.grace_ms if grace_ms is None else grace_ms
        self.pause_ms = 1000 * times.round_pause_s if position.round > 1 else 0
        self.players = self._players()
        self._kept: dict[str, _Kept] = {}
        self._ready: set[str] = set()

    def _players(self) -> dict[str, tuple[Seat, ...]]:
        """[JP-0.2] [JP-20.16] The players of flying teams with their seats."""
        p = self.position
        players: dict[str, tuple[Seat, ...]] = {}
        for team, name in enumerate(self.names.teams[: p.teams]):
            if not p.is_flying(team):
                continue
            if p.solo >> team & 1:
                players[name] = (2 * team, 2 * team + 1)
            else:
                players |= {f"{name}.{role}": (2 * team + n,) for n, role in enumerate(ROLES)}
        return players

    def player(self, name: str) -> str:
        """The player called by a seat or by a solo team."""
        team = name.partition(".")[0]
        found = name if name in self.players else team
        if found not in self.players or (name != found and name not in self.names.seats):
            raise IllegalAction(f"expected a player out of {', '.join(self.players)}; got {name!r}", rule="JP-0.2")
        return found

    @property
    def closes_ms(self) -> int | None:
        """[JP-6.3] The last moment at which a message counts; None without a timer."""
        return None if self.deadline_ms is None else self.deadline_ms + self.grace_ms

    @property
    def all_ready(self) -> bool:
        """[JP-5.15] Without a timer this locks the phase; [JP-5.14] with one it means nothing."""
        return self._ready == set(self.players)

    def locked(self, at_ms: int) -> bool:
        """[JP-5.13] [JP-6.17] The phase is over at this time."""
        return self.all_ready if self.closes_ms is None else at_ms > self.closes_ms

    # --- messages ----------------------------------------------------------------------------------

    def receive(self, plan: Plan, at_ms: int) -> Status:
        """[JP-6.5] [JP-6.10] Keep a plan, or say why not: round, lateness, staleness, validity, in this order."""
        player = self.player(plan.player)
        if plan.round != self.position.round:
            return "wrong_round"  # [JP-6.7]
        if self.locked(at_ms):
            return "late"  # [JP-6.8]
        if plan.seq <= self.kept_seq(player):
            return "stale"  # [JP-6.6]
        codes = self._codes(plan, self.players[player])
        if codes is None:
            return "invalid"  # [JP-6.9]
        self._kept[player] = _Kept(plan.seq, codes)
        self._ready.discard(player)  # [JP-5.15]
        return "ok"

    def ready(self, message: Ready, at_ms: int) -> Status:
        """[JP-6.17] [JP-R13] Count a "ready" if it confirms the plan that is kept."""
        player = self.player(message.player)
        if message.round != self.position.round:
            return "wrong_round"
        if self.locked(at_ms):
            return "late"
        if message.seq != self.kept_seq(player):
            return "stale"
        self._ready.add(player)
        return "ok"

    def kept_seq(self, player: str) -> int:
        kept = self._kept.get(player)
        return kept.seq if kept else 0

    def _codes(self, plan: Plan, seats: tuple[Seat, ...]) -> tuple[tuple[Seat, int], ...] | None:
        """[JP-6.9] The placements of a valid plan by seat; None if it is not valid."""
        try:
            codes = tuple(self._code(plan, one, seats) for one in plan.placements)
        except BadNotation:
            return None
        p = self.position
        used = Counter((seat, int(kind_in(code))) for seat, code in codes)
        if any(p.cards(HELD, seat, kind) < count for (seat, kind), count in used.items()):
            return None
        opened = sum(int(open_in(code)) for _, code in codes)
        # [JP-19.7] One open card at most, and only from the player who owes one.
        if opened > 1 or (opened and p.duty != seats[0] // 2):
            return None
        return codes

    def _code(self, plan: Plan, one: Placement, seats: tuple[Seat, ...]) -> tuple[Seat, int]:
        seat = self._seat(plan.player, one.seat, seats)
        kind = self.names.kind(one.card)
        if not 1 <= one.slot <= self.position.t.sections:
            raise BadNotation(f"expected a section from 1 to {self.position.t.sections}, got {one.slot}", rule="JP-6.9")
        side = OWN
        if self.position.t.planes >> kind & 1:
            if one.side not in SIDES:
                raise BadNotation(f"expected own or enemy for {one.card}, got {one.side!r}", rule="JP-5.9")
            side = SIDES.index(one.side)
        return seat, int(code_of(kind, one.slot - 1, side, int(one.face_up)))

    def _seat(self, player: str, named: str, seats: tuple[Seat, ...]) -> Seat:
        """[JP-6.4] The seat a card comes from: named, or the only one, or the one that speaks."""
        if not named and player in self.names.seats:
            named = player
        elif named in ROLES:
            named = f"{player.partition('.')[0]}.{named}"
        seat = self.names.seat(named)
        if seat not in seats:
            raise BadNotation(f"expected a seat of {player}, got {named!r}", rule="JP-6.9")
        return seat

    # --- what lies on the table --------------------------------------------------------------------

    def placements(self) -> list[tuple[Seat, int]]:
        """[JP-6.5] [JP-6.11] [JP-6.12] Every kept placement with its seat; teammates' clashes are not settled."""
        return [one for player in self.players if player in self._kept for one in self._kept[player].codes]

    def table(self) -> Position:
        """[JP-6.13] [JP-6.14] The position with the plans kept so far; show each player only its view of it."""
        position = self.position.copy()
        for seat, code in self.placements():
            position.apply(seat, PLACE + code)
        return position

    def moves(self) -> list[tuple[Seat, int]]:
        """[JP-6.5] [JP-6.16] The actions that put the kept plans on the table and lock the phase."""
        moves: list[tuple[Seat, int]] = [(seat, PLACE + code) for seat, code in self.placements()]
        if self.deadline_ms is not None:
            return [*moves, (CLOCK, TIME_UP)]
        return moves + [(seat, READY) for seats in self.players.values() for seat in seats]
