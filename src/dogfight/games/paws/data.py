"""The data files: teams, zones and moves, cards, decks, numbers, layout; loaded, checked and
frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.errors import BadData
from dogfight.datafiles.files import DataFile, StrictStruct, digest_of, find
from dogfight.games.paws.tables import (
    MOST_KINDS,
    MOST_LOOKS,
    MOST_SECTIONS,
    MOST_TEAMS,
    PLANE,
    SHOOT,
    SUN,
    ZONES,
    Tables,
)

ZONE_NAMES = ("PL", "PC", "PR", "GL", "GC", "GR")
ROLES = ("pilot", "gunner")
SIDES = ("own", "enemy")
Family = Literal["plane", "sun", "shoot"]


class Team(StrictStruct, frozen=True):
    """[JP-1.13] A team's colour and symbol."""

    color: str
    symbol: str


class Role(StrictStruct, frozen=True):
    """[JP-1.8] A role's View Board and the border of its cards."""

    board: Literal["P", "G"]
    card_border: str


class TeamsFile(StrictStruct, frozen=True):
    team: dict[str, Team]
    role: dict[Literal["pilot", "gunner"], Role]


class Zone(StrictStruct, frozen=True):
    """[JP-1.3] One zone: its board, its neighbours, and where it lies around the owner's plane."""

    board: Literal["P", "G"]
    toward_L: str  # noqa: N815 - the names of the rulebook's table
    toward_R: str  # noqa: N815
    corner: str
    mirror: str
    x: int
    y: int
    bearing: int


class Move(StrictStruct, frozen=True, omit_defaults=True):
    """Which column of the zone table a move follows on own and on other boards."""

    own_boards: Literal["toward_L", "toward_R", "corner", "mirror", ""] = ""
    other_boards: Literal["toward_L", "toward_R", "corner", "mirror", ""] = ""
    same_zone_on: Literal["other team", ""] = ""


class ZonesFile(StrictStruct, frozen=True):
    zone: dict[str, Zone]
    move: dict[Literal["left", "right", "corner", "view", "team"], Move]


class Card(StrictStruct, frozen=True, omit_defaults=True):
    """[JP-1.9] One type of card."""

    family: Family
    own: str = ""
    enemy: str = ""
    effect: str = ""
    zone: str = ""
    damage: int = 0


class CardsFile(StrictStruct, frozen=True):
    card: dict[str, Card]


class DecksFile(StrictStruct, frozen=True):
    deck: dict[Literal["pilot", "gunner"], dict[str, int]]


class Sizes(StrictStruct, frozen=True):
    deck: int
    hand: int
    solo_hand_per_seat: int
    track_sections: int


class Damage(StrictStruct, frozen=True):
    smoke_repair: int
    sun_divisor: int
    sun_rounding: Literal["up", "down"]


class Moon(StrictStruct, frozen=True):
    extra_draw_max: int
    look: int


class Timer(StrictStruct, frozen=True):
    """[JP-5.1] [JP-5.2] [JP-6.3] [JP-6.15] [JP-11.4] Seconds, and the grace in milliseconds."""

    action_s: int
    action_choices_s: list[int]
    untimed_allowed: bool
    grace_ms: int
    decision_s: int
    round_pause_s: int


class Players(StrictStruct, frozen=True):
    min: int
    max_one_box: int
    max_recommended: int


class NumbersFile(StrictStruct, frozen=True):
    sizes: Sizes
    damage: Damage
    moon: Moon
    timer: Timer
    players: Players


Point = tuple[int, int]


class TableSize(StrictStruct, frozen=True):
    width: int
    height: int
    zone_pitch: int


class BoardPlace(StrictStruct, frozen=True):
    rect: tuple[int, int, int, int]
    L: Point
    C: Point
    R: Point


class TrackPlace(StrictStruct, frozen=True):
    section: list[Point]
    size: Point


class PilePlace(StrictStruct, frozen=True):
    deck: Point
    discard: Point
    scrap: Point


class Near(StrictStruct, frozen=True):
    board: dict[Literal["P", "G"], BoardPlace]
    track: TrackPlace
    pile: dict[Literal["pilot", "gunner"], PilePlace]


class Layout(StrictStruct, frozen=True):
    """Where to draw things for the viewer's own team; the far side is this turned by half a
    turn.
    """

    table: TableSize
    near: Near

    def zone(self, zone: str, near: bool) -> Point:
        """[JP-2.4] The middle of a zone on the near boards, or on the far ones across the table."""
        place = self.near.board["P" if zone[0] == "P" else "G"]
        x, y = {"L": place.L, "C": place.C, "R": place.R}[zone[1]]
        return (x, y) if near else (self.table.width - x, self.table.height - y)


DATA_FILES: dict[str, type[StrictStruct]] = {
    "cards.toml": CardsFile,
    "decks.toml": DecksFile,
    "layout.toml": Layout,
    "numbers.toml": NumbersFile,
    "teams.toml": TeamsFile,
    "zones.toml": ZonesFile,
}


class Data:
    """Everything the files say, checked, with the tables that the rules read."""

    def __init__(self, folder: Path | None = None) -> None:
        self.files = {name: find("paws", name, folder) for name in DATA_FILES}
        self.digest = digest_of(*self.files.values())
        self.teams = self._teams()
        self.zones = self._zones()
        self.numbers = self._numbers()
        self.cards = self.files["cards.toml"].read(CardsFile, {"": "JP-1.9"}).card
        self.kinds = tuple(self.cards)
        self.decks = self._decks()
        self.layout = self._layout()
        self.tables = self.tables_for(self.cards)

    def _teams(self) -> dict[str, Team]:
        """[JP-20.21] The teams in clockwise order, two at least."""
        file = self.files["teams.toml"]
        contents = file.read(TeamsFile, {"role": "JP-1.8", "": "JP-1.13"})
        if not 2 <= len(contents.team) <= MOST_TEAMS:
            raise file.fault(
                "team", f"2 to {MOST_TEAMS} teams", len(contents.team), rule="JP-20.21"
            )
        for name in contents.team:
            if not (name.isascii() and name.isalpha() and name.islower()):
                raise file.fault("team", "names in small letters", name, rule="JP-0.2")
        boards = {role: contents.role[role].board for role in contents.role}
        if boards != {"pilot": "P", "gunner": "G"}:
            raise file.fault(
                "role", "pilot with board P and gunner with board G", boards, rule="JP-2.5"
            )
        return contents.team

    def _zones(self) -> ZonesFile:
        """[JP-1.3] [JP-12.6] The six zones; every step leads to a zone, and View to the other
        board.
        """
        file = self.files["zones.toml"]
        contents = file.read(ZonesFile, {"": "JP-1.3"})
        if sorted(contents.zone) != sorted(ZONE_NAMES):
            raise file.fault(
                "zone", f"the zones {', '.join(ZONE_NAMES)}", list(contents.zone), rule="JP-1.3"
            )
        for name, zone in contents.zone.items():
            if zone.board != name[0]:
                raise file.fault(f"zone.{name}.board", name[0], zone.board, rule="JP-1.3")
            for column in ("toward_L", "toward_R", "corner"):
                to = getattr(zone, column)
                if to not in ZONE_NAMES or to[0] != name[0]:
                    raise file.fault(
                        f"zone.{name}.{column}", f"a zone of board {name[0]}", to, rule="JP-12.6"
                    )
            if zone.mirror not in ZONE_NAMES or zone.mirror[0] == name[0]:
                raise file.fault(
                    f"zone.{name}.mirror", "a zone of the other board", zone.mirror, rule="JP-12.9"
                )
        for item in ("left", "right", "corner", "view"):
            move = contents.move.get(item, Move())
            if not move.own_boards or not move.other_boards:
                raise file.fault(
                    f"move.{item}",
                    "own_boards and other_boards",
                    msgspec.to_builtins(move),
                    rule="JP-12.3",
                )
        if not contents.move.get("team", Move()).same_zone_on:
            raise file.fault("move.team", "same_zone_on", None, rule="JP-13.4")
        return contents

    def _numbers(self) -> NumbersFile:
        file = self.files["numbers.toml"]
        numbers = file.read(NumbersFile, {"timer": "JP-5.1", "": "JP-1.7"})
        sizes, moon, timer = numbers.sizes, numbers.moon, numbers.timer
        limits = (
            ("sizes.deck", sizes.deck, 1, 60, "JP-1.7"),
            ("sizes.hand", sizes.hand, 1, min(sizes.deck, 8), "JP-3.10"),
            (
                "sizes.solo_hand_per_seat",
                sizes.solo_hand_per_seat,
                1,
                min(sizes.deck, 8),
                "JP-3.10",
            ),
            ("sizes.track_sections", sizes.track_sections, 1, MOST_SECTIONS, "JP-1.2"),
            ("damage.smoke_repair", numbers.damage.smoke_repair, 1, sizes.deck, "JP-9.4"),
            ("damage.sun_divisor", numbers.damage.sun_divisor, 1, 60, "JP-15.1"),
            ("moon.extra_draw_max", moon.extra_draw_max, 0, 60, "JP-16.5"),
            ("moon.look", moon.look, 1, MOST_LOOKS, "JP-16.11"),
            ("timer.action_s", timer.action_s, 1, 3600, "JP-5.1"),
            ("timer.grace_ms", timer.grace_ms, 0, 60_000, "JP-6.3"),
            ("timer.decision_s", timer.decision_s, 1, 3600, "JP-6.15"),
            ("timer.round_pause_s", timer.round_pause_s, 0, 3600, "JP-11.4"),
            ("players.min", numbers.players.min, 2, 2 * MOST_TEAMS, "JP-20.21"),
            (
                "players.max_recommended",
                numbers.players.max_recommended,
                numbers.players.min,
                2 * MOST_TEAMS,
                "JP-20.21",
            ),
        )
        for key, value, least, most, rule in limits:
            if not least <= value <= most:
                raise file.fault(key, f"a number from {least} to {most}", value, rule=rule)
        if not timer.action_choices_s or timer.action_s not in timer.action_choices_s:
            raise file.fault(
                "timer.action_choices_s",
                f"a list with {timer.action_s} in it",
                timer.action_choices_s,
                rule="JP-5.2",
            )
        return numbers

    def _decks(self) -> dict[str, dict[str, int]]:
        """[JP-1.7] [JP-1.10] A deck for each role, of exactly the stated size, of known cards."""
        file = self.files["decks.toml"]
        decks = file.read(DecksFile, {"": "JP-1.7"}).deck
        for role in ROLES:
            deck = decks.get(role)  # type: ignore[call-overload]
            if deck is None:
                raise file.fault("deck", f"a deck for the {role}", list(decks), rule="JP-1.7")
            for name, count in deck.items():
                if name not in self.cards:
                    raise file.fault(f"deck.{role}", "cards of cards.toml", name, rule="JP-1.11")
                if count < 0:
                    raise file.fault(
                        f"deck.{role}.{name}", "a number of cards", count, rule="JP-1.11"
                    )
            if sum(deck.values()) != self.numbers.sizes.deck:
                raise file.fault(
                    f"deck.{role}",
                    f"{self.numbers.sizes.deck} cards in all",
                    sum(deck.values()),
                    rule="JP-1.7",
                )
        return {role: decks[role] for role in decks}

    def _layout(self) -> Layout:
        file = self.files["layout.toml"]
        layout = file.read(Layout, {"": "JP-1.2"})
        if len(layout.near.track.section) != self.numbers.sizes.track_sections:
            raise file.fault(
                "near.track.section",
                f"{self.numbers.sizes.track_sections} points",
                len(layout.near.track.section),
                rule="JP-1.2",
            )
        return layout

    def changed_cards(self, changes: Mapping[str, Mapping[str, Any]]) -> Tables:
        """The tables with some fields of some cards changed; the other fields stay."""
        file = self.files["cards.toml"]
        cards = dict(self.cards)
        for name, fields in changes.items():
            if name not in cards:
                raise file.fault("card", f"one of {', '.join(cards)}", name, rule="JP-1.9")
            whole = {**msgspec.to_builtins(cards[name]), **fields}
            try:
                cards[name] = msgspec.convert(whole, Card)
            except msgspec.ValidationError as error:
                raise BadData(f"{file.source}: card.{name}: {error}") from error
        return self.tables_for(cards)

    def tables_for(self, cards: Mapping[str, Card]) -> Tables:
        """The compiled rules' tables for these cards."""
        file = self.files["cards.toml"]
        if not 1 <= len(cards) <= MOST_KINDS:
            raise file.fault("card", f"1 to {MOST_KINDS} cards", len(cards), rule="JP-1.9")
        for name, card in cards.items():
            _check_card(file, name, card)
        tables = Tables(
            _numbers_of(
                [
                    {"plane": PLANE, "sun": SUN, "shoot": SHOOT}[card.family]
                    for card in cards.values()
                ]
            ),
            _numbers_of(
                [to for card in cards.values() for to in self._steps(card.own, "other_boards")]
            ),
            _numbers_of(
                [to for card in cards.values() for to in self._steps(card.enemy, "own_boards")]
            ),
            _numbers_of(
                [
                    to
                    for card in cards.values()
                    for boards in ("own_boards", "other_boards")
                    for to in self._steps(card.effect, boards)
                ]
            ),
            _numbers_of([int(card.effect == "team") for card in cards.values()]),
            _numbers_of(
                [ZONE_NAMES.index(card.zone) if card.zone else 0 for card in cards.values()]
            ),
            _numbers_of([card.damage for card in cards.values()]),
            _numbers_of([self.decks[role].get(name, 0) for role in ROLES for name in cards]),
        )
        sizes, numbers = self.numbers.sizes, self.numbers
        tables.set_sizes(sizes.deck, sizes.hand, sizes.solo_hand_per_seat, sizes.track_sections)
        tables.set_numbers(
            numbers.damage.smoke_repair,
            numbers.damage.sun_divisor,
            int(numbers.damage.sun_rounding == "up"),
            numbers.moon.extra_draw_max,
            numbers.moon.look,
        )
        return tables

    def _steps(self, move: str, boards: str) -> list[int]:
        """Where a move leads from each zone.

        [JP-12.3] [JP-12.4] [JP-12.5] Left and Right as the player sees the boards, own or across
        the table; [JP-12.6] [JP-12.7] [JP-12.8] [JP-12.9] ends, corners and mirrors; [JP-12.10] one
        table for both roles.
        """
        if move in ("", "team"):
            return list(range(ZONES))
        column = getattr(self.zones.move[move], boards)  # type: ignore[index]
        return [ZONE_NAMES.index(getattr(self.zones.zone[name], column)) for name in ZONE_NAMES]


def _check_card(file: DataFile, name: str, card: Card) -> None:
    """[JP-1.9] Each family has its own fields, and only those."""
    planes, suns = ("left", "right", "corner", "view"), ("left", "right", "view", "team")
    texts: dict[str, dict[str, tuple[str, ...]]] = {
        "plane": {"own": planes, "enemy": planes},
        "sun": {"effect": suns},
        "shoot": {"zone": ZONE_NAMES},
    }
    for key in ("own", "enemy", "effect", "zone"):
        known = texts[card.family].get(key, ("",))
        if getattr(card, key) not in known:
            expected = (
                f"one of {', '.join(known)}" if any(known) else f"nothing on a {card.family} card"
            )
            raise file.fault(f"card.{name}.{key}", expected, getattr(card, key), rule="JP-1.9")
    if not (0 <= card.damage <= 60 if card.family == "shoot" else card.damage == 0):
        raise file.fault(
            f"card.{name}.damage",
            "a number from 0 to 60 on a Shoot card",
            card.damage,
            rule="JP-14.5",
        )


def _numbers_of(numbers: list[int]) -> vec[i64]:
    return vec[i64](numbers)
