"""Why a biplane hits, and why nobody can shoot: the first condition of BD-9.1 that fails."""

from __future__ import annotations

from dogfight.core.event import EventCause
from dogfight.core.position import Trace
from dogfight.games.biplanes import state as st
from dogfight.games.biplanes import tables
from dogfight.games.biplanes.data import Data
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.rescue import stays_landed

_RING, _LOOP = "ring", "loop"


class ShotCauses:
    """The causes of one turn's shots, from where the biplanes stood when the shooting began."""

    def __init__(
        self, data: Data, before: Position, after: Position, trace: Trace, names: tuple[str, ...]
    ) -> None:
        self.before, self.after, self.news, self.names = before, after, trace, names
        self.spaces = data.spaces[after.board.name]
        m = before.mission
        self.at = [int(before.p1.at), int(before.p2.at), -1 if m is None else int(m.mal_at)]
        for kind, who, _, to, _ in trace.items:
            if kind == st.MOVED:
                self.at[who] = to

    def of_hit(self, shooter: int, target: int, hits: int) -> EventCause:
        """[BD-9.1] [BD-9.4] How far behind the shooter is, and what its tile shows."""
        steps = int(self.after.board.is_behind(self.at[shooter], self.at[target]))
        text = f"{self.names[shooter]} is {steps} behind {self.names[target].lower()}"
        return EventCause(f"{text} and its tile shows {_hits(hits)}.", "BD-9.1")

    def of_silence(self) -> EventCause | None:
        """Why nobody shot in a turn whose shooting is over; none where it has not come to that."""
        if not self._shooting_is_over() or any(item[0] == st.SHOT for item in self.news.items):
            return None
        if self.after.setup.mode == tables.ESCORT:
            return EventCause(
                "Nobody can shoot: no tile, range and colours fit.", "BD-24.15", "", True
            )
        board, (p1, p2, _) = self.after.board, self.at
        steps = int(board.is_behind(p1, p2)), int(board.is_behind(p2, p1))
        if not any(steps):
            return self._apart(p1, p2)
        who = 0 if steps[0] else 1
        return self._held_back(who, steps[who])

    def _shooting_is_over(self) -> bool:
        phase, why = int(self.after.phase), int(self.after.why())
        if phase == st.TARGET or (phase == st.ENDED and why in (st.EXITED, st.CRASHED)):
            return False
        if self.after.setup.solo:
            return self.before.phase in (st.BOT_DRAW, st.TOSS) and phase != st.TOSS
        return any(item[0] == st.REVEALED for item in self.news.items)

    def _apart(self, p1: int, p2: int) -> EventCause:
        """[BD-7.4] Neither is behind the other."""
        board = self.after.board
        if p1 == p2:
            return _nobody(f"both are on {self.spaces[p1].id}", "BD-7.5")
        off_ring = [who for who in (0, 1) if self.spaces[self.at[who]].part != _RING]
        if off_ring:
            who = off_ring[0]
            loop = self.spaces[self.at[who]].part == _LOOP
            where = "the loop" if loop else "the exit path"
            return _nobody(f"{self._name(who)} is on {where}", "BD-7.7" if loop else "BD-7.3")
        if board.away(p1, p2) == board.away(p2, p1):
            return _nobody(f"they are {int(board.away(p1, p2))} apart", "BD-7.6")
        return _nobody("neither is 1 to 3 behind the other", "BD-7.4")

    def _held_back(self, who: int, steps: int) -> EventCause:
        """[BD-9.1] One is behind the other, and yet does not shoot."""
        here, there = self.spaces[self.at[who]], self.spaces[self.at[1 - who]]
        if not self.after.board.fire(self.at[who], self.at[1 - who]):
            on_loop = next((n for n in (who, 1 - who) if self.spaces[self.at[n]].part == _LOOP), -1)
            more = f"{_colour(here.colour).capitalize()} does not fire at {_colour(there.colour)}."
            if on_loop >= 0:
                return _nobody(f"{self._name(on_loop)} is on the loop", "BD-8.1", more)
            return _nobody(f"the colours of {here.id} and {there.id} differ", "BD-8.1", more)
        name, plane = self._name(who), self.after.plane(who)
        lead = f"{name} is {steps} behind, but"
        if not plane.last & 3:
            return _nobody(f"{lead} its tile shows no hits", "BD-9.1")
        if steps > plane.tiles.aid_range:
            return _nobody(f"{lead} its guns reach only {int(plane.tiles.aid_range)}", "BD-15.3")
        if self.before.plane(who).jammed:
            return _nobody(f"{lead} its gun is jammed", "BD-16.3")
        m = self.before.mission
        if m is not None and stays_landed(m, plane.last):
            return _nobody(f"{lead} it stands on the ground", "BD-23.17")
        if self.after.setup.solo or not self.after.setup.armed:
            rule = "BD-25.22" if self.after.setup.solo else "BD-21.8"
            return _nobody(f"{lead} it is unarmed", rule)
        return _nobody(f"{lead} it holds its fire", "BD-23.16")

    def _name(self, who: int) -> str:
        return self.names[who].lower()


def _nobody(text: str, rule: str, more: str = "") -> EventCause:
    return EventCause(f"Nobody can shoot: {text}.", rule, more, empty=True)


def _hits(number: int) -> str:
    return "1 hit" if number == 1 else f"{number} hits"


def _colour(name: str) -> str:
    return name.replace("_", "/")
