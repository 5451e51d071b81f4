"""Numbers and their names: teams, seats, zones, cards, placements."""

from __future__ import annotations

from functools import lru_cache

from dogfight.core.errors import BadNotation
from dogfight.core.reading import parse_int
from dogfight.games.paws.data import ROLES, SIDES, ZONE_NAMES, Data
from dogfight.games.paws.state import OWN, State, code_of, kind_in, open_in, section_in, side_in
from dogfight.games.paws.tables import MOST_SECTIONS, ZONES


class Names:
    """The names of one set of data files, both ways."""

    def __init__(self, data: Data, teams: tuple[str, ...] = ()) -> None:
        """All teams of the data in their order, or those given, clockwise."""
        self.data = data
        self.teams = teams or tuple(data.teams)
        if (
            len(self.teams) < 2
            or len(set(self.teams)) < len(self.teams)
            or not set(self.teams) <= set(data.teams)
        ):
            raise BadNotation(
                f"expected teams out of {', '.join(data.teams)}; got {self.teams}", rule="JP-20.21"
            )
        self.kinds = data.kinds
        self._numbers = {name: kind for kind, name in enumerate(data.kinds)}
        self.seats = tuple(f"{team}.{role}" for team in self.teams for role in ROLES)
        self.titles = tuple(f"{team.capitalize()} {role}" for team in self.teams for role in ROLES)
        self.plane_kinds = {name for name, card in data.cards.items() if card.family == "plane"}

    def place(self, place: int) -> str:
        """[JP-0.3] A zone with the team that owns its board."""
        return f"{self.teams[place // ZONES]}.{ZONE_NAMES[place % ZONES]}"

    def zone_words(self, place: int) -> str:
        """A zone as people read it, `PC of Jaws`."""
        return f"{ZONE_NAMES[place % ZONES]} of {self.teams[place // ZONES].capitalize()}"

    def read_place(self, text: str) -> int:
        team, _, zone = text.partition(".")
        if team in self.teams and zone in ZONE_NAMES:
            return self.teams.index(team) * ZONES + ZONE_NAMES.index(zone)
        raise BadNotation(f"expected a zone like jaws.PL, got {text!r}", rule="JP-0.3")

    def team(self, text: str) -> int:
        return self._index(self.teams, text, "a team", "JP-0.2")

    def seat(self, text: str) -> int:
        return self._index(self.seats, text, "a seat", "JP-0.2")

    def kind(self, text: str) -> int:
        known = self._numbers.get(text)
        return known if known is not None else self._index(self.kinds, text, "a card", "JP-1.9")

    def zone(self, text: str) -> int:
        return self._index(ZONE_NAMES, text, "a zone", "JP-1.3")

    @staticmethod
    def _index(names: tuple[str, ...], text: str, what: str, rule: str) -> int:
        if text in names:
            return names.index(text)
        raise BadNotation(f"expected {what} out of {', '.join(names)}; got {text!r}", rule=rule)

    def is_plane(self, kind: int) -> bool:
        return self.kinds[kind] in self.plane_kinds

    def code(self, code: int) -> str:
        """[JP-5.9] A placement like `2:plane_left:enemy` or `1:shoot_pc:open`."""
        kind = int(kind_in(code))
        words = [str(section_in(code) + 1), self.kinds[kind]]
        if self.is_plane(kind):
            words.append(SIDES[side_in(code)])
        if open_in(code):
            words.append("open")
        return ":".join(words)

    def read_code(self, text: str) -> int:
        section, *rest = text.split(":")
        number = parse_int(section)
        if number is None or not 1 <= number <= MOST_SECTIONS or not rest:
            raise BadNotation(
                f"expected a placement like 2:plane_left:enemy, got {text!r}", rule="JP-5.4"
            )
        kind = self.kind(rest.pop(0))
        side = OWN
        if self.is_plane(kind):
            if not rest or rest[0] not in SIDES:
                raise BadNotation(
                    f"expected own or enemy after the card, got {text!r}", rule="JP-5.9"
                )
            side = SIDES.index(rest.pop(0))
        is_open = rest == ["open"]
        if rest and not is_open:
            raise BadNotation(f"expected nothing, or open, at the end of {text!r}", rule="JP-19.5")
        return int(code_of(kind, number - 1, side, int(is_open)))

    def counts(self, position: State, pile: int, seat: int) -> tuple[str, ...]:
        """The cards of a pile by name, in the order of the card list."""
        first = (pile * position.seats + seat) * position.t.kinds
        return _named(tuple(position.piles[first : first + position.t.kinds]), tuple(self.kinds))


@lru_cache(16384)
def _named(numbers: tuple[int, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """So many cards of each kind; remembered, since most piles stay as they are from one action
    to the next.
    """
    return tuple(name for number, name in zip(numbers, kinds, strict=True) for _ in range(number))


def seats_in(mask: int) -> tuple[int, ...]:
    """The numbers of a set: seats, teams or kinds of cards."""
    return tuple(n for n in range(mask.bit_length()) if mask >> n & 1)
