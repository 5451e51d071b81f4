"""Time as people count it: for a decision, which is a set-up, a turn or a plan however many steps
it has, and for the whole game; with days on which no clock runs.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

_DAY_MS = 24 * 3600 * 1000
_FIRST_WEEKDAY = 3
"""The weekday of the first of January 1970, counted from Monday."""
LEAST_MS = 1000
"""So much time everybody has who is asked."""


class TimeControl(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table measures beside the limit of a decision."""

    bank: int = 0
    """Seconds for all decisions of a player together; 0: no such limit."""
    increment: int = 0
    """Seconds that each new decision adds."""
    days_off: tuple[int, ...] = ()
    """Weekdays (UTC, from Monday as 0) on which clocks stand."""

    @classmethod
    def read(cls, text: str) -> TimeControl:
        return msgspec.json.decode(text, type=cls) if text else cls()

    def write(self) -> str:
        return msgspec.json.encode(self).decode() if self != TimeControl() else ""

    def after(self, start: int, ms: int) -> int:
        """When so much time has passed, days off left out."""
        if len(set(self.days_off)) >= 7:
            return start + ms
        while True:
            day, rest = divmod(start, _DAY_MS)
            left = 0 if self._is_off(day) else _DAY_MS - rest
            if ms < left:
                return start + ms
            ms, start = ms - left, (day + 1) * _DAY_MS

    def between(self, start: int, end: int) -> int:
        """How much time has passed, days off left out."""
        passed = 0
        while start < end:
            day = start // _DAY_MS
            stop = min(end, (day + 1) * _DAY_MS)
            passed += 0 if self._is_off(day) else stop - start
            start = stop
        return passed

    def _is_off(self, day: int) -> bool:
        return (day + _FIRST_WEEKDAY) % 7 in self.days_off


class ClockState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time that players have used and have left, as it is stored with a table."""

    left: dict[int, int] = {}
    """Milliseconds that each player has for the rest of the game."""
    used: dict[int, tuple[str, int]] = {}
    """The decision that each player was asked for last, and the milliseconds it has taken."""
    asked: tuple[int, ...] = ()
    """The players who were asked when the present question was put."""
    since: int = 0
    """When they could begin to think."""
    paused_at: int | None = None
    """When everybody agreed to a pause that lasts."""
    paused_left: int | None = None
    """The milliseconds that the clock showed then; None where none was running."""

    @classmethod
    def read(cls, text: str) -> ClockState:
        return msgspec.json.decode(text, type=cls) if text else cls()

    def write(self) -> str:
        return msgspec.json.encode(self).decode() if self != ClockState() else ""

    def charged(self, control: TimeControl, players: Iterable[int], now: int) -> ClockState:
        """The state once these players have answered."""
        elapsed = control.between(self.since, now)
        left, used = dict(self.left), dict(self.used)
        for player in set(players) & set(self.asked):
            if player in left:
                left[player] = max(0, left[player] - elapsed)
            decision, before = used.get(player, ("", 0))
            used[player] = (decision, before + elapsed)
        rest = tuple(player for player in self.asked if player not in {*players})
        return msgspec.structs.replace(self, left=left, used=used, asked=rest)

    def asking(
        self, control: TimeControl, decisions: dict[int, str], since: int, *, turns: bool
    ) -> ClockState:
        """The state when players are asked for the decisions of these names.

        In a game that counts no turns a decision ends as soon as other players are asked.
        """
        left, used = dict(self.left), dict(self.used)
        if not turns and decisions.keys() - used.keys():
            used = {player: entry for player, entry in used.items() if player in decisions}
        for player, name in decisions.items():
            if control.bank and player not in left:
                left[player] = control.bank * 1000
            if player not in used or used[player][0] != name:
                if control.bank and player in self.used:
                    left[player] += control.increment * 1000
                used[player] = (name, 0)
        return ClockState(left, used, tuple(sorted(decisions)), since)

    def allowed(self, limit: int, player: int) -> int | None:
        """The milliseconds a player has who is asked now; None without any limit."""
        limits = [limit * 1000 - self.used.get(player, ("", 0))[1]] if limit else []
        if player in self.left:
            limits.append(self.left[player])
        return max(LEAST_MS, min(limits)) if limits else None
