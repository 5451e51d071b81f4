"""A round summed up, section by section: who played what, and what came of it, in one line each."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.event import Event, Fact
from dogfight.games.paws.causes import of_empty_section
from dogfight.games.paws.data import SIDES, Card
from dogfight.games.paws.names import Names

SECTION = "section"
"""The kind of a line that sums up a section."""
_ENDS = ("round", "over")
"""What ends a round: the next one begins, or the game is over."""
_HARM = ("hit", "fell")
"""What stands out in a round."""
OWN = SIDES[0]


class Summary:
    """Sums up rounds out of what everybody was told of them."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._titles = dict(zip(names.seats, names.titles, strict=True))

    def added_to(
        self, events: Sequence[Event], before: Sequence[Event], sections: int, sun: str
    ) -> tuple[Event, ...]:
        """What was told of an action, with the lines of a round that ended with it, just before
        its end.
        """
        end = next((n for n, event in enumerate(events) if event.kind in _ENDS), None)
        if end is None:
            return tuple(events)
        begun = next((n for n in reversed(range(len(before))) if before[n].kind == "round"), 0)
        known = [
            event
            for event in (*before[begun:], *events[:end])
            if event.seen_by is None and not event.hidden_from
        ]
        return (*events[:end], *self._lines(known, sections, sun), *events[end:])

    def _lines(self, known: Sequence[Event], sections: int, sun: str) -> list[Event]:
        """A line for every section; none if no plans were locked, and none after the section
        that ended the game.
        """
        parts: dict[int, list[Event]] = {}
        section = 0
        for event in known:
            if event.kind == "reveal":
                section = int(str(event.facts["section"]))
            collided = int(str(event.facts["section"])) if event.kind == "collision" else 0
            parts.setdefault(collided or section, []).append(event)
        kinds = {event.kind for event in known}
        last = 0 if "lock" not in kinds else section if "fell" in kinds else sections
        return [self._line(index, parts.get(index, []), sun) for index in range(1, last + 1)]

    def _line(self, section: int, events: Sequence[Event], sun: str) -> Event:
        """Who did what in a section, in words, and apart for a table that has little room."""
        deeds = [
            *self._collisions(events),
            *self._suns(events, sun),
            *self._flights(events),
            *self._shots(events),
        ]
        deeds += [
            f"{self._team(item.facts['team'])} are shot down"
            for item in events
            if item.kind == "fell"
        ]
        harmful = any(item.kind in _HARM for item in events)
        facts: dict[str, Fact] = {"section": section, "deeds": [*deeds], "harm": harmful}
        who = tuple(dict.fromkeys(text for event in events for text in event.pieces))
        places = tuple(dict.fromkeys(place for event in events for place in event.places))
        words = f"Section {section}: {'; '.join(deeds) or 'nothing'}."
        causes = () if deeds else (of_empty_section(),)
        return Event(SECTION, words, "JP-10.1", facts, places=places, pieces=who, causes=causes)

    def _played(self, events: Sequence[Event], family: str) -> list[tuple[Event, Card]]:
        """The cards of a family that were turned over, each with what it is."""
        pairs = [
            (item, self._names.data.cards[str(item.facts["card"])])
            for item in events
            if item.kind == "reveal"
        ]
        return [(event, card) for event, card in pairs if card.family == family]

    def _collisions(self, events: Sequence[Event]) -> list[str]:
        mappings = [event.facts for event in events if event.kind == "collision"]
        return [f"{facts['cards']} of {self._team(facts['team'])} collide" for facts in mappings]

    def _suns(self, events: Sequence[Event], sun: str) -> list[str]:
        """Several such cards move one token, so they are told together, with each place it came
        to.
        """
        movers = [self._who(event) for event, _ in self._played(events, "sun")]
        zones = [
            self._names.read_place(str(item.facts["zone"])) for item in events if item.kind == "sun"
        ]
        if not movers:
            return []
        where = ", then ".join(self._names.zone_words(zone) for zone in zones)
        return [f"{' and '.join(movers)}: {sun} to {where}"]

    def _flights(self, events: Sequence[Event]) -> list[str]:
        """Own planes move before those of enemies, and each card moves its tokens in one go."""
        moved = [item for item in events if item.kind == "plane"]
        played = [event for event, _ in self._played(events, "plane")]
        sides = sorted(played, key=lambda entry: entry.facts["side"] != OWN)
        return [self._flight(event, moved) for event in sides]

    def _flight(self, event: Event, moved: list[Event]) -> str:
        """What one card moved; it is taken from what has moved in the section."""
        team = str(event.facts["seat"]).partition(".")[0]
        owned = event.facts["side"] == OWN
        tokens = [str(item.facts["plane"]).split("@") for item in moved]
        numbers = [
            n for n, (plane, board) in enumerate(tokens) if (plane if owned else board) == team
        ]
        numbers = numbers[: len({tuple(tokens[n]) for n in numbers})]
        flown = [
            (tokens[n][1] if owned else tokens[n][0], str(moved[n].facts["zone"])) for n in numbers
        ]
        for n in reversed(numbers):
            del moved[n]
        who = self._who(event)
        if owned:
            many = len(flown) > 1
            to = ", ".join(
                f"{zone} of {self._team(board)}" if many else zone for board, zone in flown
            )
            return f"{who} flies to {to}"
        driven = ", ".join(f"{self._team(plane)} to {zone}" for plane, zone in flown)
        return f"{who} drives {driven}"

    def _shots(self, events: Sequence[Event]) -> list[str]:
        hits = [item.facts for item in events if item.kind == "hit"]
        texts = []
        for event, card in self._played(events, "shoot"):
            struck = [hit for hit in hits if hit["shooter"] == event.facts["seat"]]
            lost = ", ".join(
                f"{self._titles[str(mapping['seat'])]} loses {mapping['damage']}"
                for mapping in struck
            )
            texts.append(f"{self._who(event)} shoots {card.zone}: {lost or 'nobody'}")
        return texts

    def _who(self, event: Event) -> str:
        return self._titles[str(event.facts["seat"])]

    @staticmethod
    def _team(name: Fact) -> str:
        return str(name).capitalize()
