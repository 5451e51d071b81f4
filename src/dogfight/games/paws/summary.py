"""A round summed up, section by section: who played what, and what came of it, in one line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dogfight.core.event import Event, Fact
from dogfight.games.paws.data import SIDES
from dogfight.games.paws.names import Names

SECTION = "section"
"""The kind of a line that sums up a section."""
_ENDS = ("round", "over")
"""What ends a round: the next one begins, or the game is over."""


class Summary:
    """Sums up rounds out of what everybody was told of them; `card` says what a card is called."""

    def __init__(self, names: Names, card: Callable[[int], str]) -> None:
        self._names = names
        self._card = card
        self._titles = dict(zip(names.seats, names.titles, strict=True))

    def added_to(self, told: Sequence[Event], before: Sequence[Event], sections: int, sun: str) -> tuple[Event, ...]:
        """What was told of an action, with the lines of a round that ended with it, just before its end."""
        end = next((n for n, event in enumerate(told) if event.kind in _ENDS), None)
        if end is None:
            return tuple(told)
        begun = next((n for n in reversed(range(len(before))) if before[n].kind == "round"), 0)
        known = [event for event in (*before[begun:], *told[:end]) if event.seen_by is None and not event.unless]
        return (*told[:end], *self._lines(known, sections, sun), *told[end:])

    def _lines(self, known: Sequence[Event], sections: int, sun: str) -> list[Event]:
        """A line for every section; none if no plans were locked, and none after the section that ended the game."""
        parts: dict[int, list[Event]] = {}
        section = 0
        for event in known:
            if event.kind == "reveal":
                section = int(str(event.facts["placed"]).split(":")[0])
            collided = int(str(event.facts["section"])) if event.kind == "collision" else 0
            parts.setdefault(collided or section, []).append(event)
        kinds = {event.kind for event in known}
        last = 0 if "lock" not in kinds else section if "fell" in kinds else sections
        return [self._line(one, parts.get(one, []), sun) for one in range(1, last + 1)]

    def _line(self, section: int, events: Sequence[Event], sun: str) -> Event:
        words = [found for event in events if (found := self._words(event, events, sun))]
        said = "; ".join(words) or "nothing"
        facts: dict[str, Fact] = {"section": section}
        who = tuple(dict.fromkeys(one for event in events for one in event.who))
        places = tuple(dict.fromkeys(one for event in events for one in event.places))
        return Event(SECTION, f"Section {section}: {said}.", "JP-10.1", facts, places=places, who=who)

    def _words(self, event: Event, events: Sequence[Event], sun: str) -> str:
        """One thing that happened in a section, as short as can be; empty for what goes without saying."""
        facts = event.facts
        match event.kind:
            case "collision":
                return f"{facts['cards']} cards of {self._team(facts['team'])} collide"
            case "reveal":
                return f"{self._titles[str(facts['seat'])]} {self._played(str(facts['placed']))}"
            case "sun":
                return f"the {sun} goes to {self._zone(str(facts['zone']))}"
            case "plane":
                plane, _, board = str(facts["plane"]).partition("@")
                zone = self._zone(f"{board}.{facts['zone']}")
                return f"{self._team(plane)} fly to {zone}"
            case "shot":
                hit = any(one.kind == "hit" and one.facts["shooter"] == facts["seat"] for one in events)
                return "" if hit else f"{self._titles[str(facts['seat'])]} misses"
            case "hit":
                return f"{self._titles[str(facts['seat'])]} loses {facts['damage']}"
            case "fell":
                return f"{self._team(facts['team'])} are shot down"
        return ""

    def _played(self, placed: str) -> str:
        """A card as it was laid, `2:plane_left:enemy`: its name, and which half counts."""
        _, kind, *sides = placed.split(":")
        half = next((f" ({one})" for one in sides if one in SIDES), "")
        return f"{self._card(self._names.kind(kind))}{half}"

    def _zone(self, name: str) -> str:
        return self._names.zone_words(self._names.read_place(name))

    @staticmethod
    def _team(name: Fact) -> str:
        return str(name).capitalize()
