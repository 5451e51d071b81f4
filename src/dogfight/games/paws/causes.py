"""Why a shot hits or misses, how hard, and which of two seats pays (JP-14, JP-15)."""

from __future__ import annotations

from dogfight.core.event import EventCause
from dogfight.core.position import Trace
from dogfight.games.paws import state as st
from dogfight.games.paws.data import ROLES, ZONE_NAMES
from dogfight.games.paws.names import Names
from dogfight.games.paws.position import Position
from dogfight.games.paws.tables import BOARD, ZONES

_BOARD_WORDS = ("pilot", "gunner")


class SectionCauses:
    """The causes of one action's shots; follows planes, Sun and repairs through the news."""

    def __init__(self, names: Names, before: Position, trace: Trace) -> None:
        self.names, self.p, self.news = names, before, trace
        self.planes = [int(zone) for zone in before.planes]
        self.sun, self.repairing = int(before.sun), int(before.repairing)

    def follow(self, kind: int, a: int, b: int, c: int) -> None:
        """Take in one piece of news after its causes are told."""
        if kind == st.N_PLANE_MOVED:
            self.planes[a * self.p.teams + b] = c
        elif kind == st.N_SUN_MOVED:
            self.sun = b
        elif kind == st.N_REPAIRING:
            self.repairing |= 1 << a
        elif kind == st.N_ROUND:
            self.repairing = 0

    def of_hit(self, shooter: int, seat: int, damage: int) -> tuple[EventCause, ...]:
        """Why the shot hits, and why this seat pays."""
        return self._why_hit(shooter // 2, seat // 2, damage), self._who_pays(shooter // 2, seat)

    def places_of(self, shooter: int, code: int = -1, seat: int = -1) -> tuple[str, ...]:
        """Where a shot goes: the zone of a card that is fired, the planes of a shot that hits."""
        team = self.names.teams[shooter // 2]
        if code >= 0:
            return (f"{team}.{ZONE_NAMES[int(self.p.t.zone[st.kind_in(code)])]}",)
        other, count = seat // 2, self.p.teams
        struck, behind = (
            self.planes[other * count + shooter // 2],
            self.planes[shooter // 2 * count + other],
        )
        return (
            f"{team}.{ZONE_NAMES[struck]}",
            f"{self.names.teams[other]}.{ZONE_NAMES[behind]}",
        )

    def of_miss(self, n: int, shooter: int, code: int) -> EventCause | None:
        """[JP-14.4] Why a shot that was just fired hits nobody; None if it hits."""
        for kind, by, *_ in self.news.items[n + 1 :]:
            if kind == st.N_HIT and by == shooter:
                return None
            if kind in (st.N_SHOT, st.N_REVEALED, st.N_ROUND, st.N_SMOKES):
                break
        team = shooter // 2
        aimed = int(self.p.t.zone[st.kind_in(code)])
        places = [
            f"{self._team(other)} {'are' if n == 0 else ''} on {ZONE_NAMES[zone]}".replace(
                "  ", " "
            )
            for n, (other, zone) in enumerate(self._standing_on(team))
        ]
        where = " and ".join(places) or "nobody is there"
        if self._out_of_the_sun(team):
            board = _BOARD_WORDS[aimed // BOARD]
            return EventCause(f"The whole {board} board, but {where}.", "JP-15.4")
        return EventCause(f"Missed {ZONE_NAMES[aimed]}: {where}.", "JP-14.4")

    def _standing_on(self, team: int) -> list[tuple[int, int]]:
        """The other teams whose planes stand on a team's boards, with their zones."""
        others = [other for other in range(self.p.teams) if other != team]
        placed = [(other, self.planes[other * self.p.teams + team]) for other in others]
        return [(other, zone) for other, zone in placed if zone != st.GONE]

    def _why_hit(self, team: int, victim: int, damage: int) -> EventCause:
        """[JP-14.3] [JP-15.1] [JP-15.4] What the Sun does, or that the plane stood there."""
        zone = self.planes[victim * self.p.teams + team]
        there = f"{self._team(victim)} are on {ZONE_NAMES[zone]}"
        if self._out_of_the_sun(team):
            return EventCause(f"Out of the Sun: the whole board, and {there}.", "JP-15.4")
        if not self.p.night and self.sun == team * ZONES + zone:
            return EventCause(f"{there}, in the Sun: only {damage}.", "JP-15.1")
        return EventCause(f"{there}, where the shot goes.", "JP-14.3")

    def _who_pays(self, team: int, seat: int) -> EventCause:
        """[JP-14.6] [JP-14.7] [JP-14.8] Who repairs pays; else it goes by the board."""
        victim, role = seat // 2, ROLES[seat % 2]
        crew = self.repairing >> 2 * victim & 3
        if crew == 3:
            return EventCause("Both repair, so both pay.", "JP-14.8")
        if crew:
            return EventCause(f"The {role} repairs, so the {role} pays.", "JP-14.7")
        ahead = self.planes[team * self.p.teams + victim] // BOARD == 0
        where = "ahead" if ahead else "behind"
        return EventCause(f"{self._team(team)} are {where}, so the {role} pays.", "JP-14.6")

    def _out_of_the_sun(self, team: int) -> bool:
        """[JP-15.4] By day, the shooter's plane stands with the Sun on another team's boards."""
        boards = self.sun // ZONES
        plane = self.planes[team * self.p.teams + boards]
        return not self.p.night and boards != team and plane == self.sun % ZONES

    def _team(self, team: int) -> str:
        return self.names.teams[team].capitalize()


def of_smoke(damage: int) -> EventCause:
    """[JP-9.4] What the smoke of a track costs the seat that does not repair."""
    return EventCause(f"Smoke −{damage}: the other seat repairs on a smoking track.", "JP-9.4")


def of_empty_section() -> EventCause:
    """[JP-10.1] Why nothing happens on a section."""
    return EventCause("Nobody had a card here.", "JP-10.1")
