"""Battles as data: the text format of the specification, with a validator that points at the
line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, NoReturn

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.errors import BadData, shown
from dogfight.core.text_safety import visible
from dogfight.datafiles.files import DataFile
from dogfight.datafiles.shape import LARGEST, NOTHING, one_of
from dogfight.datafiles.toml_lines import Place, toml_lines
from dogfight.games.boots import victory
from dogfight.games.boots.battle_file import BattleSection, SideSection, keys_of
from dogfight.games.boots.data import (
    CARRIES,
    CLASSES,
    EXPOSING,
    MOVE_CLASSES,
    WEAPONS,
    Battery,
    Catalogue,
    Piece,
)
from dogfight.games.boots.evaluation import appraise
from dogfight.games.boots.maps import Map, build_board, hex_number, places_in, read_map
from dogfight.games.boots.rules.sight import zones_of
from dogfight.games.boots.tables import CONTROLS, EXITED, FEWER_LEFT, MOST_UNITS, NO_BANDS, Tables

_BATTLE_KEYS = keys_of(BattleSection)
_SIDE_KEYS = keys_of(SideSection)

KIND_WORDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    dict: "a table",
    list: "a list",
    bool: "true or false",
}
LONGEST_NAME = 40
MOST_MISSIONS = 99
_GROUND_KEYS = ("zones", "aboard", "batteries", "aircraft", "reinforcements", "exits")


@dataclass
class Unit:
    """One piece of a battle: its type, side, number among its like, and names."""

    key: str
    piece: Piece
    seat: int
    number: int
    label: str = ""
    arrives: int = 0


@dataclass
class Battle:
    """A battle ready to play: its tables, and everything people want to read."""

    key: str
    name: str
    sides: tuple[str, str]
    tables: Tables
    units: list[Unit]
    planes: list[Unit]
    batteries: list[tuple[str, Battery, int]]
    conditions: list[victory.Condition]
    victory: str
    otherwise: str
    map: Map | None
    labels: dict[str, int] = field(default_factory=dict)
    plane_labels: dict[str, int] = field(default_factory=dict)


class Source:
    """The text of a battle file, so that every fault can name its line."""

    def __init__(self, file: DataFile) -> None:
        self.file = file
        self.lines = file.text.splitlines()
        self.where = toml_lines(file.text)

    def line_of(self, section: str, key: str, got: Any) -> int:
        """The line of a key; of the very row of a map, or where the offending text stands, if
        that can be told.
        """
        row = key.partition(" row ")[2]
        place = self.place_of(section, key)
        start = self.file.line_at(place)
        if row:
            shown = [
                n
                for n in range(start, len(self.lines))
                if self.lines[n].strip() and '"""' not in self.lines[n]
            ]
            return shown[int(row) - 1] + 1 if len(shown) >= int(row) else start
        if isinstance(got, str) and got:
            last = max(
                (line for pair, line in self.where.items() if pair[: len(place)] == place),
                default=start,
            )
            for n in range(start, last + 1):
                if got in self.lines[n - 1]:
                    return n
        return start

    @staticmethod
    def place_of(section: str, key: str) -> Place:
        """The way to a key of a section; `side1` is the second of the sides."""
        name = key.partition(" row ")[0]
        is_side = section.startswith("side") and section != "side"
        around: Place = ("side", int(section[4:])) if is_side else (section,) if section else ()
        return (*around, *name.split(".")) if name else around

    def fault(self, section: str, key: str, expected: str, got: Any, rule: str) -> NoReturn:
        line = self.line_of(section, key, got)
        raise BadData(
            f"{self.file.source}, line {line}: {key or section}: expected {expected}, got"
            f" {shown(got)}",
            rule=rule,
            line=line,
            key=key or section,
            place=self.place_of(section, key),
            expected=expected,
            got=shown(got),
        )


class Reader:
    """Reads one battle file against the catalogue of pieces and terrain."""

    def __init__(self, key: str, file: DataFile, catalogue: Catalogue) -> None:
        self.key = key
        self.catalogue = catalogue
        self.source = Source(file)
        self.contents = file.contents
        self.t = Tables()
        self.units: list[Unit] = []
        self.planes: list[Unit] = []
        self.plane_from: list[int] = []
        self.batteries: list[tuple[str, Battery, int]] = []
        self.battery_sides: list[int] = []
        self.turns = 0

    def fault(
        self, section: str, key: str, expected: str, got: Any, rule: str = "CB-24.1"
    ) -> NoReturn:
        self.source.fault(section, key, expected, got, rule)

    def take(
        self, section: str, table: Mapping[str, Any], key: str, kind: type, default: Any
    ) -> Any:
        """A value of a table with its type checked; a default of None means that it must be
        there.
        """
        value: Any = table.get(key, default)
        if type(value) is not kind:
            self.fault(section, key, KIND_WORDS[kind], NOTHING if value is None else value)
        if isinstance(value, int) and abs(value) > LARGEST:
            self.fault(section, key, "a whole number of at most 18 digits", value)
        return value

    def texts(self, section: str, table: Mapping[str, Any], key: str, rule: str) -> list[str]:
        """A list of texts, or an empty one where there is none."""
        texts = self.take(section, table, key, list, [])
        for item in texts:
            if type(item) is not str:
                self.fault(section, key, "a list of texts", item, rule)
        return list(texts)

    def whole(
        self, section: str, key: str, value: Any, least: int, most: int, what: str, rule: str
    ) -> int:
        """A whole number within limits."""
        if type(value) is not int or not least <= value <= most:
            self.fault(section, key, f"{what} from {least} to {most}", value, rule)
        return value

    def name_of(self, section: str, table: Mapping[str, Any]) -> str:
        """A name that people can read."""
        name: str = self.take(section, table, "name", str, None)
        if visible(name) != name or not 1 <= len(name) <= LONGEST_NAME:
            self.fault(section, "name", f"a name of 1 to {LONGEST_NAME} letters on one line", name)
        return name

    def read(self) -> Battle:
        """The whole battle."""
        for section in self.contents:
            if section not in ("battle", "map", "side"):
                self.fault(section, "", "sections battle, map and side", section)
        battle = self.take("", self.contents, "battle", dict, None)
        for key in battle:
            if key not in _BATTLE_KEYS:
                self.fault("battle", key, one_of(key, list(_BATTLE_KEYS)), key)
        sides = self.take("", self.contents, "side", list, None)
        for i, side in enumerate(sides):
            if type(side) is not dict:
                self.fault(f"side{i}", "", "a table", side, "CB-1.1")
        seats = [self.take(f"side{i}", item, "seat", int, None) for i, item in enumerate(sides)]
        if seats not in ([0, 1], [1, 0]):
            self.fault("side0", "seat", "two sides with the seats 0 and 1", seats, "CB-1.1")
        order = [seats.index(0), seats.index(1)]
        self.t.dogfight = self.take("battle", battle, "dogfight", bool, False)
        self.turns = self.whole(
            "battle",
            "turns",
            self.take("battle", battle, "turns", int, None),
            1,
            100,
            "game turns",
            "CB-5.2",
        )
        drawn = self.read_board()
        for seat, i in enumerate(order):
            self.read_side(f"side{i}", sides[i], seat)
            self.check_strength(f"side{i}", seat)
        self.number_labels([f"side{i}" for i in order])
        self.fill_units()
        for seat, i in enumerate(order):
            self.read_aboard(f"side{i}", sides[i], seat)
        self.read_zones([(f"side{order[seat]}", sides[order[seat]]) for seat in (0, 1)])
        self.fill_planes()
        names = (sides[order[0]]["name"], sides[order[1]]["name"])
        conditions = self.read_battle(battle, names, [sides[i] for i in order])
        self.t.name = self.key
        appraise(self.t)
        return Battle(
            self.key,
            battle["name"],
            names,
            self.t,
            self.units,
            self.planes,
            self.batteries,
            [
                replace(condition, text=self.spoken(condition.text, names))
                for condition in conditions
            ],
            self.spoken(battle["victory"], names) + ways_out(names, [sides[i] for i in order]),
            self.spoken(battle["else"], names),
            drawn,
            {unit.label: n for n, unit in enumerate(self.units)},
            {plane.label: n for n, plane in enumerate(self.planes)},
        )

    def spoken(self, text: str, names: tuple[str, str]) -> str:
        return victory.spoken(
            text, names, {key: piece.name for key, piece in self.catalogue.pieces.items()}
        )

    def read_board(self) -> Map | None:
        """[CB-21.13] The map; a dog fight has none."""
        if self.t.dogfight:
            if "map" in self.contents:
                self.fault("map", "", "no map in a dog fight", "map", "CB-21.13")
            return None
        contents = self.take("", self.contents, "map", dict, None)
        drawn = read_map(contents, self.catalogue.letters, self.map_fault)
        self.t.board = build_board(drawn, self.catalogue)
        return drawn

    def map_fault(self, key: str, expected: str, got: Any, rule: str) -> NoReturn:
        self.fault("map", key, expected, got, rule)

    def read_side(self, section: str, side: Mapping[str, Any], seat: int) -> None:
        """[CB-24.7] The order of battle of one side, in the order of its list."""
        for key in side:
            if key not in _SIDE_KEYS:
                self.fault(section, key, one_of(key, list(_SIDE_KEYS)), key)
            if self.t.dogfight and key in _GROUND_KEYS:
                self.fault(
                    section, key, "only seat, name and units in a dog fight", key, "CB-21.13"
                )
        self.name_of(section, side)
        if not self.t.dogfight:
            morale = self.take(section, side, "morale", int, None)
            self.whole(section, "morale", morale, 0, 6, "a number", "CB-19.4")
            self.t.morale = vec[i64]([*self.t.morale, morale])
        for key, count in self.take(section, side, "units", dict, None).items():
            self.add_units(section, "units", key, count, seat, 0)
        for key, entry in self.take(section, side, "reinforcements", dict, {}).items():
            count, turn = self.pair_of(section, "reinforcements", entry)
            self.add_units(section, "reinforcements", key, count, seat, turn)
        for key, missions in self.take(section, side, "batteries", dict, {}).items():
            if key not in self.catalogue.batteries:
                self.fault(
                    section,
                    "batteries",
                    one_of(key, list(self.catalogue.batteries)),
                    key,
                    "CB-18.2",
                )
            self.whole(section, "batteries", missions, 1, MOST_MISSIONS, "missions", "CB-18.2")
            self.batteries.append((key, self.catalogue.batteries[key], missions))
            self.battery_sides.append(seat)
        for key, entry in self.take(section, side, "aircraft", dict, {}).items():
            count, turn = self.pair_of(section, "aircraft", entry)
            self.add_planes(section, "aircraft", key, count, seat, turn)

    def check_strength(self, section: str, seat: int) -> None:
        """[CB-24.8] A side without any unit would have lost before it had played; in a dog fight
        aircraft are units.
        """
        pieces, what = (self.planes, "aircraft") if self.t.dogfight else (self.units, "ground unit")
        if all(unit.seat != seat for unit in pieces):
            expected = f"at least one {what}" + (
                "" if self.t.dogfight else ", here or among the reinforcements"
            )
            self.fault(section, "units", expected, NOTHING, "CB-24.8")

    def pair_of(self, section: str, key: str, entry: Any) -> tuple[int, int]:
        """How many, and the first game turn."""
        whole = (
            isinstance(entry, list)
            and len(entry) == 2
            and all(type(item) is int and item >= 1 for item in entry)
        )
        if not whole:
            self.fault(section, key, "[how many, first game turn]", entry, "CB-20.1")
        if entry[1] > self.turns:
            self.fault(
                section, key, f"a game turn up to the last, {self.turns}", entry[1], "CB-5.2"
            )
        return self.whole(section, key, entry[0], 1, MOST_UNITS, "a number", "CB-20.1"), entry[1]

    def piece(self, section: str, where: str, key: str) -> Piece:
        if key not in self.catalogue.pieces:
            near = get_close_matches(key, self.catalogue.pieces, 1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            self.fault(section, where, f"a piece of pieces.toml{meant}", key, "CB-3.1")
        return self.catalogue.pieces[key]

    def add_units(
        self, section: str, where: str, key: str, count: Any, seat: int, turn: int
    ) -> None:
        piece = self.piece(section, where, key)
        if type(count) is not int or not 1 <= count <= MOST_UNITS:
            self.fault(section, where, f"from 1 to {MOST_UNITS} of {key}", count)
        if self.t.dogfight:
            self.add_planes(section, where, key, count, seat, 1)
            return
        if piece.is_aircraft:
            self.fault(section, where, "ground units; aircraft go into `aircraft`", key, "CB-3.10")
        had = sum(1 for unit in self.units if unit.key == key and unit.seat == seat)
        self.units += [Unit(key, piece, seat, had + n + 1, arrives=turn) for n in range(count)]
        if len(self.units) > MOST_UNITS:
            self.fault(
                section,
                where,
                f"at most {MOST_UNITS} units on both sides together",
                len(self.units),
            )

    def add_planes(
        self, section: str, where: str, key: str, count: int, seat: int, turn: int
    ) -> None:
        piece = self.piece(section, where, key)
        if not piece.is_aircraft:
            self.fault(
                section, where, "aircraft", key, "CB-21.13" if self.t.dogfight else "CB-20.1"
            )
        self.planes += [Unit(key, piece, seat, n + 1) for n in range(count)]
        self.plane_from += [turn] * count
        if len(self.planes) > MOST_UNITS:
            self.fault(section, where, f"at most {MOST_UNITS} aircraft", len(self.planes))

    def number_labels(self, sections: Sequence[str]) -> None:
        """Names for the notation: seat 0 in capitals, seat 1 in small letters, no nation where
        that is clear.
        """
        for group in (self.units, self.planes):
            for unit in group:
                short = unit.key.removeprefix(unit.piece.nation + "_")
                same = {
                    u.key
                    for u in group
                    if u.seat == unit.seat and u.key.removeprefix(u.piece.nation + "_") == short
                }
                name = (short if len(same) == 1 else unit.key).replace("_", "")
                unit.label = f"{name.upper() if unit.seat == 0 else name.lower()}-{unit.number}"
            seen: dict[str, str] = {}
            for item in group:
                if seen.setdefault(item.label, item.key) != item.key:
                    text = (
                        f"pieces whose names differ; {seen[item.label]} and {item.key} are both"
                        f" {item.label}"
                    )
                    self.fault(sections[item.seat], "units", text, item.key, "CB-3.1")

    def fill_units(self) -> None:
        """The ratings of all ground units as tables, and sets of them."""
        t, units = self.t, self.units
        t.units = len(units)
        pieces = [unit.piece for unit in units]
        t.side = vec[i64]([unit.seat for unit in units])
        t.move_class = vec[i64]([MOVE_CLASSES.index(piece.move_class) for piece in pieces])
        t.reach = vec[i64]([piece.range for piece in pieces])
        t.reach_bands = vec[i64]([int(piece.band) for piece in pieces])
        self.fill_zones([piece.range for piece in pieces])
        t.move = vec[i64]([piece.move for piece in pieces])
        t.weapon = vec[i64]([WEAPONS.index(piece.weapon) for piece in pieces])
        t.fp = vec[i64]([piece.fp for piece in pieces])
        t.sv = vec[i64]([piece.sv for piece in pieces])
        t.mg = vec[i64]([piece.mg for piece in pieces])
        t.carries = vec[i64]([CARRIES.index(piece.carries) for piece in pieces])
        t.arrives = vec[i64]([unit.arrives for unit in units])
        t.starts_aboard = vec[i64]([0] * len(units))
        t.sides = vec[i64]([self.having(lambda u, seat=seat: u.seat == seat) for seat in (0, 1)])
        t.infantry = self.having(lambda u: u.piece.kind_class == "infantry")
        t.guns = self.having(lambda u: u.piece.kind_class == "gun")
        t.soft = self.having(lambda u: u.piece.kind_class == "soft")
        t.armor = self.having(lambda u: u.piece.kind_class == "armor")  # CB-3.11
        t.squads = self.having(
            lambda u: u.piece.kind_class == "infantry" and u.piece.weapon == "r"
        )  # CB-3.14
        t.combiners = self.having(
            lambda u: u.piece.kind_class == "infantry" and u.piece.weapon in ("r", "m", "M")
        )
        t.mortars = self.having(lambda u: u.piece.kind in ("mortar", "light_mortar"))
        t.heavy_mortars = self.having(lambda u: u.piece.kind == "mortar")
        t.tanks = self.having(lambda u: u.piece.kind == "tank")
        t.exposing = self.having(lambda u: u.piece.kind in EXPOSING)
        t.armed = self.having(lambda u: u.piece.weapon != "")
        t.far_reaching = self.having(lambda u: u.piece.range < 0 or u.piece.band)
        t.with_guns = self.having(lambda u: u.piece.mg > 0)

    def having(self, test: Any) -> int:
        """The set of units for which something holds."""
        return sum(1 << n for n, unit in enumerate(self.units) if test(unit))

    def read_aboard(self, section: str, side: Mapping[str, Any], seat: int) -> None:
        """[CB-24.6] Each entry takes the first carrier and the first cargo that no earlier entry
        has taken.
        """
        for entry in self.texts(section, side, "aboard", "CB-24.6"):
            carrier_key, colon, cargo_key = entry.partition(":")
            taken = {int(number) - 1 for number in self.t.starts_aboard if number}
            carrier = self.first_free(carrier_key.strip(), seat, taken)
            loaded = {n for n, number in enumerate(self.t.starts_aboard) if number}
            cargo = self.first_free(cargo_key.strip(), seat, loaded)
            if not colon or carrier is None or cargo is None:
                self.fault(
                    section,
                    "aboard",
                    "a free carrier and a free cargo like 'bri_truck: bri_rifle'",
                    entry,
                    "CB-24.6",
                )
            fits = {"none": (), "infantry": ("infantry",), "any": ("infantry", "gun")}[
                self.units[carrier].piece.carries
            ]
            if self.units[cargo].piece.kind_class not in fits:
                self.fault(
                    section, "aboard", f"cargo that {carrier_key} can carry", entry, "CB-7.2"
                )
            if self.units[carrier].arrives != self.units[cargo].arrives:
                self.fault(
                    section,
                    "aboard",
                    "a carrier and a cargo that come at the same time",
                    entry,
                    "CB-24.6",
                )
            self.t.starts_aboard[cargo] = carrier + 1

    def first_free(self, key: str, seat: int, taken: set[int]) -> int | None:
        generator = (
            n
            for n, unit in enumerate(self.units)
            if unit.key == key and unit.seat == seat and n not in taken
        )
        return next(generator, None)

    def read_zones(self, sides: list[tuple[str, Mapping[str, Any]]]) -> None:
        """[CB-24.1] Where each piece may be set up; each needs at least one place it can stand
        on.
        """
        starts, places = [0], []
        for n, unit in enumerate(self.units):
            section, side = sides[unit.seat]
            zones = self.take(section, side, "zones", dict, None)
            for key in zones:
                if key not in ("any", "reinforcements") and key not in self.catalogue.pieces:
                    self.fault(section, "zones", "any, reinforcements or a piece", key)
            choice = (
                zones.get(unit.key)
                or (unit.arrives and zones.get("reinforcements"))
                or zones.get("any")
            )
            numbers = self.zone_places(section, choice, unit)
            if not self.t.starts_aboard[n] and not any(
                self.can_stand(unit, place) for place in numbers
            ):
                self.fault(section, "zones", f"a place where {unit.key} can be set up", choice)
            places += numbers
            starts.append(len(places))
        self.t.zone_start = vec[i64](starts)
        self.t.zone_place = vec[i64](places)
        for seat, (section, side) in enumerate(sides):
            for name in self.texts(section, side, "exits", "CB-6.18"):
                place = hex_number(self.t.board, name)
                if place is None:
                    self.fault(section, "exits", "hexes of the board", name, "CB-6.18")
                self.t.board.exits[place] |= 1 << seat

    def zone_places(self, section: str, choice: Any, unit: Unit) -> list[int]:
        if not isinstance(choice, list) or not choice:
            self.fault(section, "zones", f"a list of places for {unit.key}", choice)
        numbers: set[int] = set()
        for text in choice:
            places = places_in(self.t.board, text) if type(text) is str else None
            if places is None:
                bands = ", a band or a line" if self.t.board.edge != NO_BANDS else ""
                self.fault(
                    section, "zones", f"a hex of the board or a rectangle{bands}", text, "CB-2.2"
                )
            numbers.update(places)
        return sorted(numbers)

    def can_stand(self, unit: Unit, place: int) -> bool:
        size = int(self.t.board.size)
        if place >= size:
            return (place - size) % 2 == 1 or unit.piece.move < 10  # CB-6.21
        return self.t.board.cost[MOVE_CLASSES.index(unit.piece.move_class) * size + place] >= 0

    def fill_zones(self, ranges: Sequence[int]) -> None:
        """[CB-9.2] [CB-9.4] What each unit's weapon reaches from every hex: between hexes `*`
        and bands always do.
        """
        t, board = self.t, self.t.board
        hexes = [range_ for range_, band in zip(ranges, t.reach_bands, strict=True) if not band]
        farthest = max(hexes, default=0)
        row = int(board.size * board.words)
        t.zones = zones_of(board, farthest)
        t.sight = (farthest + 1) * row
        t.zone_of = vec[i64](
            [
                int(t.sight) if range_ < 0 or band else range_ * row
                for range_, band in zip(ranges, t.reach_bands, strict=True)
            ]
        )

    def fill_planes(self) -> None:
        """Batteries and aircraft as tables."""
        t = self.t
        t.batteries = len(self.batteries)
        t.battery_side = vec[i64](self.battery_sides)
        t.battery_fp = vec[i64]([battery.fp for _, battery, _ in self.batteries])
        t.battery_missions = vec[i64]([missions for _, _, missions in self.batteries])
        t.planes = len(self.planes)
        pieces = [plane.piece for plane in self.planes]
        t.plane_side = vec[i64]([plane.seat for plane in self.planes])
        t.plane_sv = vec[i64]([piece.sv for piece in pieces])
        t.plane_bombs = vec[i64]([piece.bombs for piece in pieces])
        t.plane_strafe = vec[i64]([piece.strafe for piece in pieces])
        t.plane_man = vec[i64]([piece.man for piece in pieces])
        t.plane_fp = vec[i64]([piece.air_fp for piece in pieces])
        t.plane_from = vec[i64](self.plane_from)
        t.plane_bomber = vec[i64]([int(piece.kind == "bomber") for piece in pieces])

    def read_battle(
        self, battle: Mapping[str, Any], names: tuple[str, str], sides: Sequence[Mapping[str, Any]]
    ) -> list[victory.Condition]:
        """Who begins, for how long, for which hexes, and who wins when."""
        t = self.t
        self.name_of("battle", battle)
        t.first = self.seat_of(battle, "first")
        t.turns = self.turns
        t.annihilation = self.take("battle", battle, "annihilation", bool, True)
        rest = victory.otherwise(self.take("battle", battle, "else", str, None))
        if rest is None:
            self.fault(
                "battle", "else", "'Seat N wins.' or 'It is a draw.'", battle["else"], "CB-24.5"
            )
        t.otherwise, t.tie_seat = rest
        text = self.take("battle", battle, "victory", str, None)
        if t.dogfight:
            self.read_score(text)
            return []
        setup = self.take("battle", battle, "setup", list, None)
        if setup not in ([0, 1], [1, 0]) or any(type(item) is not int for item in setup):
            self.fault("battle", "setup", "both seats in the order of setting up", setup, "CB-24.1")
        t.setup_first = setup[0]
        self.read_objectives(battle)
        result = victory.conditions(
            text, len(t.objectives), lambda words: self.select(words, names)
        )
        if isinstance(result, str):
            self.fault(
                "battle",
                "victory",
                "a clause of the battle format (see the page of this game)",
                result,
                "CB-24.3",
            )
        for condition in result:
            self.check_condition(condition, sides)
        t.wins_seat = vec[i64]([item.seat for item in result])
        t.wins_turn = vec[i64]([item.turn for item in result])
        t.wins_kind = vec[i64]([item.kind for item in result])
        t.wins_count = vec[i64]([item.count for item in result])
        t.wins_units = vec[i64]([item.units for item in result])
        return result

    def check_condition(
        self, condition: victory.Condition, sides: Sequence[Mapping[str, Any]]
    ) -> None:
        """[CB-24.3] A condition has to be able to hold, and not to hold before anybody has done
        anything.
        """
        if condition.turn > self.turns or (
            condition.turn == 0 and "end of turn" in condition.text.lower()
        ):
            self.condition_fault(f"a turn from 1 to the last, {self.turns}", condition)
        if condition.kind == CONTROLS:
            held = sum(1 for holder in self.t.control if holder == condition.seat)
            if condition.turn == 0 and held >= condition.count:
                self.condition_fault("a condition that does not hold from the start", condition)
            return
        named = [unit for n, unit in enumerate(self.units) if condition.units >> n & 1]
        if not named:
            self.condition_fault("units that take part in the battle", condition)
        if condition.kind == FEWER_LEFT and condition.count > len(named):
            self.condition_fault(
                f"fewer than a number up to {len(named)}, as many as there are", condition
            )
        if condition.kind == FEWER_LEFT and condition.count < 1:
            self.condition_fault("fewer than one at least", condition)
        if condition.kind == EXITED:
            able = [unit for unit in named if sides[unit.seat].get("exits") and unit.piece.move > 0]
            if not 1 <= condition.count <= len(able):
                self.condition_fault(
                    f"units that can leave by `exits` of their side; {len(able)} can", condition
                )

    def condition_fault(self, expected: str, condition: victory.Condition) -> NoReturn:
        self.fault("battle", "victory", expected, condition.text, "CB-24.3")

    def seat_of(self, battle: Mapping[str, Any], key: str) -> int:
        seat = self.take("battle", battle, key, int, None)
        if seat not in (0, 1):
            self.fault("battle", key, "seat 0 or 1", seat, "CB-1.1")
        return int(seat)

    def read_objectives(self, battle: Mapping[str, Any]) -> None:
        """[CB-24.2] Objective hexes and who controls them at the start."""
        control = self.take("battle", battle, "control", dict, {})
        places: list[int] = []
        objectives = self.texts("battle", battle, "objectives", "CB-24.2")
        for name in objectives:
            place = hex_number(self.t.board, name)
            if place is None or place in places:
                self.fault("battle", "objectives", "different hexes of the board", name, "CB-24.2")
            places.append(place)
        for name, seat in control.items():
            if name not in objectives or type(seat) is not int or seat not in (0, 1):
                self.fault(
                    "battle", "control", "an objective = seat 0 or 1", f"{name} = {seat}", "CB-24.2"
                )
        self.t.objectives = vec[i64](places)
        self.t.control = vec[i64]([control.get(name, -1) for name in objectives])

    def read_score(self, text: str) -> None:
        t = self.t
        score = victory.score(text, int(t.turns))
        if isinstance(score, str):
            self.fault("battle", "victory", "a sentence of the dog fight format", score, "CB-23.13")
        if score.bonus_seat >= 0 and not 1 <= score.bonus_turn <= t.turns:
            self.fault(
                "battle",
                "victory",
                f"a turn from 1 to the last, {t.turns}",
                score.bonus_turn,
                "CB-23.13",
            )
        t.score_destroyed, t.score_driven_off, t.score_withdrawn = (
            score.destroyed,
            score.driven_off,
            score.withdrawn,
        )
        t.bonus_seat, t.bonus_each, t.bonus_turn = (
            score.bonus_seat,
            score.bonus_each,
            score.bonus_turn,
        )

    def select(self, words: str, names: tuple[str, str]) -> int | None:
        """Units that a victory condition names: a piece id, or a side and a kind in the plural."""
        if words in self.catalogue.pieces:
            return self.having(lambda u: u.key == words)
        for seat, name in enumerate(names):
            if words.lower().startswith(name.lower() + " "):
                kind = words[len(name) + 1 :].lower()
                known = {piece.kind for piece in self.catalogue.pieces.values()} | set(CLASSES)
                matching = {
                    text
                    for text in known
                    if kind in (text, text + "s", text.replace("_", " ") + "s")
                }
                if kind in ("units", "unit"):
                    return int(self.t.sides[seat])
                if matching:
                    return self.having(
                        lambda u, seat=seat, matching=matching: (
                            u.seat == seat
                            and (u.piece.kind in matching or u.piece.kind_class in matching)
                        )
                    )
        return None


def ways_out(names: Sequence[str], sides: Sequence[Mapping[str, Any]]) -> str:
    """[CB-6.18] By which hexes the units of a side leave, for people; nothing without exits."""
    return "".join(
        f" {name} units leave by {', '.join(side['exits'])}."
        for name, side in zip(names, sides, strict=True)
        if side.get("exits")
    )


def read_battle(key: str, file: DataFile, catalogue: Catalogue) -> Battle:
    """A battle from its file; `BadData` names file, line, key and what was expected."""
    return Reader(key, file, catalogue).read()
