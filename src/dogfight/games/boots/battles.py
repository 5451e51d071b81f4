"""Battles as data: the text format of the specification, with a validator that points at the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.data import DataFile
from dogfight.core.errors import BadData
from dogfight.games.boots import victory
from dogfight.games.boots.data import CARRIES, CLASSES, EXPOSING, MOVE_CLASSES, WEAPONS, Battery, Catalogue, Piece
from dogfight.games.boots.judgement import appraise
from dogfight.games.boots.maps import Map, build_board, hex_number, places_in, read_map
from dogfight.games.boots.tables import MOST_UNITS, NO_BANDS, Tables

_SECTION = re.compile(r"\s*\[\[?(\w+)\]\]?")
_KEY = re.compile(r"\s*(\w+)\s*=")
_BATTLE_KEYS = (
    "name",
    "setup",
    "first",
    "turns",
    "objectives",
    "control",
    "victory",
    "else",
    "dogfight",
    "annihilation",
)
_SIDE_KEYS = (
    "seat",
    "name",
    "morale",
    "units",
    "zones",
    "aboard",
    "batteries",
    "aircraft",
    "reinforcements",
    "exits",
)


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
        self.where: dict[tuple[str, str], int] = {}
        self.sides: list[int] = []
        section, quoted = "", False
        for n, line in enumerate(self.lines, 1):
            if not quoted and (match := _SECTION.match(line)):
                section = match[1]
                if section == "side":
                    self.sides.append(n)
                    section = f"side{len(self.sides) - 1}"
                self.where[section, ""] = n
            elif not quoted and (match := _KEY.match(line)):
                self.where.setdefault((section, match[1]), n)
            quoted ^= line.count('"""') % 2 == 1

    def line_of(self, section: str, key: str, got: Any) -> int:
        """The line of a key; of the very row of a map, or where the offending text stands, if that can be told."""
        name, _, row = key.partition(" row ")
        start = self.where.get((section, name.split(".")[0]), self.where.get((section, ""), 1))
        if row:
            shown = [n for n in range(start, len(self.lines)) if self.lines[n].strip() and '"""' not in self.lines[n]]
            return shown[int(row) - 1] + 1 if len(shown) >= int(row) else start
        if isinstance(got, str) and got:
            for n in range(start - 1, len(self.lines)):
                if n >= start and (_KEY.match(self.lines[n]) or _SECTION.match(self.lines[n])):
                    break
                if got in self.lines[n]:
                    return n + 1
        return start

    def fault(self, section: str, key: str, expected: str, got: Any, rule: str) -> NoReturn:
        line = self.line_of(section, key, got)
        raise BadData(f"{self.file.source}, line {line}: {key}: expected {expected}, got {got!r}", rule=rule)


class Reader:
    """Reads one battle file against the catalogue of pieces and terrain."""

    def __init__(self, key: str, file: DataFile, catalogue: Catalogue) -> None:
        self.key = key
        self.catalogue = catalogue
        self.source = Source(file)
        try:
            self.contents = tomllib.loads(file.text)
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{file.source}: expected TOML; {error}") from error
        self.t = Tables()
        self.units: list[Unit] = []
        self.planes: list[Unit] = []
        self.plane_from: list[int] = []
        self.batteries: list[tuple[str, Battery, int]] = []
        self.battery_sides: list[int] = []

    def fault(self, section: str, key: str, expected: str, got: Any, rule: str = "CB-24.1") -> NoReturn:
        self.source.fault(section, key, expected, got, rule)

    def take(
        self, section: str, table: Mapping[str, Any], key: str, kind: type | tuple[type, ...], default: Any
    ) -> Any:
        """A value of a table with its type checked; a default of None means that it must be there."""
        value = table.get(key, default)
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is int)
        if value is None or wrong:
            names = kind.__name__ if isinstance(kind, type) else " or ".join(one.__name__ for one in kind)
            words = {
                "str": "a text",
                "int": "a whole number",
                "dict": "a table",
                "list": "a list",
                "bool": "true or false",
            }
            self.fault(section, key, words.get(names, names), value)
        return value

    def read(self) -> Battle:
        """The whole battle."""
        for section in self.contents:
            if section not in ("battle", "map", "side"):
                self.fault(section, "", "sections battle, map and side", section)
        battle = self.take("", self.contents, "battle", dict, None)
        for key in battle:
            if key not in _BATTLE_KEYS:
                self.fault("battle", key, "one of " + ", ".join(_BATTLE_KEYS), key)
        sides = self.take("", self.contents, "side", list, None)
        seats = [self.take(f"side{i}", one, "seat", int, None) for i, one in enumerate(sides)]
        if sorted(seats) != [0, 1]:
            self.fault("side0", "seat", "two sides with the seats 0 and 1", seats, "CB-1.1")
        order = [seats.index(0), seats.index(1)]
        self.t.dogfight = self.take("battle", battle, "dogfight", bool, False)
        drawn = self.read_board()
        for seat, i in enumerate(order):
            self.read_side(f"side{i}", sides[i], seat)
        self.number_labels()
        self.fill_units()
        for seat, i in enumerate(order):
            self.read_aboard(f"side{i}", sides[i], seat)
        self.read_zones([(f"side{order[seat]}", sides[order[seat]]) for seat in (0, 1)])
        self.fill_planes()
        names = (sides[order[0]]["name"], sides[order[1]]["name"])
        conditions = self.read_battle(battle, names)
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
            [replace(one, words=self.spoken(one.words, names)) for one in conditions],
            self.spoken(battle["victory"], names),
            self.spoken(battle["else"], names),
            drawn,
            {one.label: n for n, one in enumerate(self.units)},
            {one.label: n for n, one in enumerate(self.planes)},
        )

    def spoken(self, text: str, names: tuple[str, str]) -> str:
        return victory.spoken(text, names, {key: piece.name for key, piece in self.catalogue.pieces.items()})

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
                self.fault(section, key, "one of " + ", ".join(_SIDE_KEYS), key)
        self.take(section, side, "name", str, None)
        if not self.t.dogfight:
            morale = self.take(section, side, "morale", int, None)
            if not 0 <= morale <= 6:
                self.fault(section, "morale", "a number from 0 to 6", morale, "CB-19.4")
            self.t.morale = vec[i64]([*self.t.morale, morale])
        for key, count in self.take(section, side, "units", dict, None).items():
            self.add_units(section, "units", key, count, seat, 0)
        for key, entry in self.take(section, side, "reinforcements", dict, {}).items():
            count, turn = self.pair_of(section, "reinforcements", entry)
            self.add_units(section, "reinforcements", key, count, seat, turn)
        for key, missions in self.take(section, side, "batteries", dict, {}).items():
            if key not in self.catalogue.batteries:
                self.fault(section, "batteries", "one of " + ", ".join(self.catalogue.batteries), key, "CB-18.2")
            if not isinstance(missions, int) or missions < 1:
                self.fault(section, "batteries", "at least one mission", missions, "CB-18.2")
            self.batteries.append((key, self.catalogue.batteries[key], missions))
            self.battery_sides.append(seat)
        for key, entry in self.take(section, side, "aircraft", dict, {}).items():
            count, turn = self.pair_of(section, "aircraft", entry)
            self.add_planes(section, "aircraft", key, count, seat, turn)

    def pair_of(self, section: str, key: str, entry: Any) -> tuple[int, int]:
        """How many, and the first game turn."""
        whole = isinstance(entry, list) and len(entry) == 2 and all(type(one) is int and one >= 1 for one in entry)
        if not whole:
            self.fault(section, key, "[how many, first game turn]", entry, "CB-20.1")
        return entry[0], entry[1]

    def piece(self, section: str, where: str, key: str) -> Piece:
        if key not in self.catalogue.pieces:
            self.fault(section, where, "a piece of pieces.toml", key, "CB-3.1")
        return self.catalogue.pieces[key]

    def add_units(self, section: str, where: str, key: str, count: Any, seat: int, turn: int) -> None:
        piece = self.piece(section, where, key)
        if type(count) is not int or not 1 <= count <= MOST_UNITS:
            self.fault(section, where, f"from 1 to {MOST_UNITS} of {key}", count)
        if self.t.dogfight:
            self.add_planes(section, where, key, count, seat, 1)
            return
        if piece.is_aircraft:
            self.fault(section, where, "ground units; aircraft go into `aircraft`", key, "CB-3.10")
        had = sum(1 for one in self.units if one.key == key and one.seat == seat)
        self.units += [Unit(key, piece, seat, had + n + 1, arrives=turn) for n in range(count)]
        if len(self.units) > MOST_UNITS:
            self.fault(section, where, f"at most {MOST_UNITS} units on both sides together", len(self.units))

    def add_planes(self, section: str, where: str, key: str, count: int, seat: int, turn: int) -> None:
        piece = self.piece(section, where, key)
        if not piece.is_aircraft:
            self.fault(section, where, "aircraft", key, "CB-21.13" if self.t.dogfight else "CB-20.1")
        self.planes += [Unit(key, piece, seat, n + 1) for n in range(count)]
        self.plane_from += [turn] * count
        if len(self.planes) > MOST_UNITS:
            self.fault(section, where, f"at most {MOST_UNITS} aircraft", len(self.planes))

    def number_labels(self) -> None:
        """Names for the notation: seat 0 in capitals, seat 1 in small letters, no nation where that is clear."""
        for group in (self.units, self.planes):
            for one in group:
                short = one.key.removeprefix(one.piece.nation + "_")
                same = {
                    u.key for u in group if u.seat == one.seat and u.key.removeprefix(u.piece.nation + "_") == short
                }
                name = (short if len(same) == 1 else one.key).replace("_", "")
                one.label = f"{name.upper() if one.seat == 0 else name.lower()}-{one.number}"

    def fill_units(self) -> None:
        """The ratings of all ground units as tables, and sets of them."""
        t, units = self.t, self.units
        t.units = len(units)
        pieces = [one.piece for one in units]
        t.side = vec[i64]([one.seat for one in units])
        t.move_class = vec[i64]([MOVE_CLASSES.index(one.move_class) for one in pieces])
        t.reach = vec[i64]([one.range for one in pieces])
        t.reach_bands = vec[i64]([int(one.band) for one in pieces])
        t.move = vec[i64]([one.move for one in pieces])
        t.weapon = vec[i64]([WEAPONS.index(one.weapon) for one in pieces])
        t.fp = vec[i64]([one.fp for one in pieces])
        t.sv = vec[i64]([one.sv for one in pieces])
        t.mg = vec[i64]([one.mg for one in pieces])
        t.carries = vec[i64]([CARRIES.index(one.carries) for one in pieces])
        t.arrives = vec[i64]([one.arrives for one in units])
        t.starts_aboard = vec[i64]([0] * len(units))
        t.sides = vec[i64]([self.having(lambda u, seat=seat: u.seat == seat) for seat in (0, 1)])
        t.infantry = self.having(lambda u: u.piece.kind_class == "infantry")
        t.guns = self.having(lambda u: u.piece.kind_class == "gun")
        t.soft = self.having(lambda u: u.piece.kind_class == "soft")
        t.armor = self.having(lambda u: u.piece.kind_class == "armor")  # CB-3.11
        t.squads = self.having(lambda u: u.piece.kind_class == "infantry" and u.piece.weapon == "r")  # CB-3.14
        t.combiners = self.having(lambda u: u.piece.kind_class == "infantry" and u.piece.weapon in ("r", "m", "M"))
        t.mortars = self.having(lambda u: u.piece.kind in ("mortar", "light_mortar"))
        t.heavy_mortars = self.having(lambda u: u.piece.kind == "mortar")
        t.tanks = self.having(lambda u: u.piece.kind == "tank")
        t.exposing = self.having(lambda u: u.piece.kind in EXPOSING)
        t.armed = self.having(lambda u: u.piece.weapon != "")

    def having(self, test: Any) -> int:
        """The set of units for which something holds."""
        return sum(1 << n for n, one in enumerate(self.units) if test(one))

    def read_aboard(self, section: str, side: Mapping[str, Any], seat: int) -> None:
        """[CB-24.6] Each entry takes the first carrier and the first cargo that no earlier entry has taken."""
        for entry in self.take(section, side, "aboard", list, []):
            carrier_key, colon, cargo_key = str(entry).partition(":")
            taken = {int(one) - 1 for one in self.t.starts_aboard if one}
            carrier = self.first_free(carrier_key.strip(), seat, taken)
            loaded = {n for n, one in enumerate(self.t.starts_aboard) if one}
            cargo = self.first_free(cargo_key.strip(), seat, loaded)
            if not colon or carrier is None or cargo is None:
                self.fault(
                    section, "aboard", "a free carrier and a free cargo like 'bri_truck: bri_rifle'", entry, "CB-24.6"
                )
            fits = {"none": (), "infantry": ("infantry",), "any": ("infantry", "gun")}[
                self.units[carrier].piece.carries
            ]
            if self.units[cargo].piece.kind_class not in fits:
                self.fault(section, "aboard", f"cargo that {carrier_key} can carry", entry, "CB-7.2")
            if self.units[carrier].arrives != self.units[cargo].arrives:
                self.fault(section, "aboard", "a carrier and a cargo that come at the same time", entry, "CB-24.6")
            self.t.starts_aboard[cargo] = carrier + 1

    def first_free(self, key: str, seat: int, taken: set[int]) -> int | None:
        found = (n for n, one in enumerate(self.units) if one.key == key and one.seat == seat and n not in taken)
        return next(found, None)

    def read_zones(self, sides: list[tuple[str, Mapping[str, Any]]]) -> None:
        """[CB-24.1] Where each piece may be set up; each needs at least one place it can stand on."""
        starts, places = [0], []
        for n, unit in enumerate(self.units):
            section, side = sides[unit.seat]
            zones = self.take(section, side, "zones", dict, None)
            for key in zones:
                if key not in ("any", "reinforcements") and key not in self.catalogue.pieces:
                    self.fault(section, "zones", "any, reinforcements or a piece", key)
            choice = zones.get(unit.key) or (unit.arrives and zones.get("reinforcements")) or zones.get("any")
            found = self.zone_places(section, choice, unit)
            if not self.t.starts_aboard[n] and not any(self.can_stand(unit, place) for place in found):
                self.fault(section, "zones", f"a place where {unit.key} can be set up", choice)
            places += found
            starts.append(len(places))
        self.t.zone_start = vec[i64](starts)
        self.t.zone_place = vec[i64](places)
        for seat, (section, side) in enumerate(sides):
            for name in self.take(section, side, "exits", list, []):
                place = hex_number(self.t.board, str(name))
                if place is None:
                    self.fault(section, "exits", "hexes of the board", name, "CB-6.18")
                self.t.board.exits[place] |= 1 << seat

    def zone_places(self, section: str, choice: Any, unit: Unit) -> list[int]:
        if not isinstance(choice, list) or not choice:
            self.fault(section, "zones", f"a list of places for {unit.key}", choice)
        found: set[int] = set()
        for text in choice:
            places = places_in(self.t.board, str(text))
            if places is None:
                bands = ", a band or a line" if self.t.board.edge != NO_BANDS else ""
                self.fault(section, "zones", f"a hex of the board or a rectangle{bands}", text, "CB-2.2")
            found.update(places)
        return sorted(found)

    def can_stand(self, unit: Unit, place: int) -> bool:
        size = int(self.t.board.size)
        if place >= size:
            return (place - size) % 2 == 1 or unit.piece.move < 10  # CB-6.21
        return self.t.board.cost[MOVE_CLASSES.index(unit.piece.move_class) * size + place] >= 0

    def fill_planes(self) -> None:
        """Batteries and aircraft as tables."""
        t = self.t
        t.batteries = len(self.batteries)
        t.battery_side = vec[i64](self.battery_sides)
        t.battery_fp = vec[i64]([one.fp for _, one, _ in self.batteries])
        t.battery_missions = vec[i64]([missions for _, _, missions in self.batteries])
        t.planes = len(self.planes)
        pieces = [one.piece for one in self.planes]
        t.plane_side = vec[i64]([one.seat for one in self.planes])
        t.plane_sv = vec[i64]([one.sv for one in pieces])
        t.plane_bombs = vec[i64]([one.bombs for one in pieces])
        t.plane_strafe = vec[i64]([one.strafe for one in pieces])
        t.plane_man = vec[i64]([one.man for one in pieces])
        t.plane_fp = vec[i64]([one.air_fp for one in pieces])
        t.plane_from = vec[i64](self.plane_from)
        t.plane_bomber = vec[i64]([int(one.kind == "bomber") for one in pieces])

    def read_battle(self, battle: Mapping[str, Any], names: tuple[str, str]) -> list[victory.Condition]:
        """Who begins, for how long, for which hexes, and who wins when."""
        t = self.t
        self.take("battle", battle, "name", str, None)
        t.first = self.seat_of(battle, "first")
        t.turns = self.take("battle", battle, "turns", int, None)
        if not 1 <= t.turns <= 100:
            self.fault("battle", "turns", "from 1 to 100 game turns", t.turns, "CB-5.2")
        t.annihilation = self.take("battle", battle, "annihilation", bool, True)
        rest = victory.otherwise(self.take("battle", battle, "else", str, None))
        if rest is None:
            self.fault("battle", "else", "'Seat N wins.' or 'It is a draw.'", battle["else"], "CB-24.5")
        t.otherwise, t.tie_seat = rest
        text = self.take("battle", battle, "victory", str, None)
        if t.dogfight:
            self.read_score(text)
            return []
        setup = self.take("battle", battle, "setup", list, None)
        if sorted(setup) != [0, 1]:
            self.fault("battle", "setup", "both seats in the order of setting up", setup, "CB-24.1")
        t.setup_first = setup[0]
        self.read_objectives(battle)
        found = victory.conditions(text, len(t.objectives), lambda words: self.select(words, names))
        if isinstance(found, str):
            self.fault(
                "battle", "victory", "a clause of the battle format (see the page of this game)", found, "CB-24.3"
            )
        t.wins_seat = vec[i64]([one.seat for one in found])
        t.wins_turn = vec[i64]([one.turn for one in found])
        t.wins_kind = vec[i64]([one.kind for one in found])
        t.wins_count = vec[i64]([one.count for one in found])
        t.wins_units = vec[i64]([one.units for one in found])
        return found

    def seat_of(self, battle: Mapping[str, Any], key: str) -> int:
        seat = self.take("battle", battle, key, int, None)
        if seat not in (0, 1):
            self.fault("battle", key, "seat 0 or 1", seat, "CB-1.1")
        return int(seat)

    def read_objectives(self, battle: Mapping[str, Any]) -> None:
        """[CB-24.2] Objective hexes and who controls them at the start."""
        control = self.take("battle", battle, "control", dict, {})
        places, holders = [], []
        for name in self.take("battle", battle, "objectives", list, []):
            place = hex_number(self.t.board, str(name))
            if place is None or place in places:
                self.fault("battle", "objectives", "different hexes of the board", name, "CB-24.2")
            places.append(place)
            holders.append(control.get(name, -1))
        for name, seat in control.items():
            if name not in battle.get("objectives", []) or seat not in (0, 1):
                self.fault("battle", "control", "an objective = seat 0 or 1", f"{name} = {seat}", "CB-24.2")
        self.t.objectives = vec[i64](places)
        self.t.control = vec[i64](holders)

    def read_score(self, text: str) -> None:
        t = self.t
        score = victory.score(text, int(t.turns))
        if isinstance(score, str):
            self.fault("battle", "victory", "a sentence of the dog fight format", score, "CB-23.13")
        t.score_destroyed, t.score_driven_off, t.score_withdrawn = score.destroyed, score.driven_off, score.withdrawn
        t.bonus_seat, t.bonus_each, t.bonus_turn = score.bonus_seat, score.bonus_each, score.bonus_turn
        for seat in (0, 1):
            if all(one.seat != seat for one in self.planes):
                self.fault("battle", "dogfight", "aircraft on both sides", f"none for seat {seat}", "CB-21.13")

    def select(self, words: str, names: tuple[str, str]) -> int | None:
        """Units that a victory condition names: a piece id, or a side and a kind in the plural."""
        if words in self.catalogue.pieces:
            return self.having(lambda u: u.key == words)
        for seat, name in enumerate(names):
            if words.lower().startswith(name.lower() + " "):
                kind = words[len(name) + 1 :].lower()
                known = {one.kind for one in self.catalogue.pieces.values()} | set(CLASSES)
                matching = {one for one in known if kind in (one, one + "s", one.replace("_", " ") + "s")}
                if kind in ("units", "unit"):
                    return int(self.t.sides[seat])
                if matching:
                    return self.having(
                        lambda u, seat=seat, matching=matching: (
                            u.seat == seat and (u.piece.kind in matching or u.piece.kind_class in matching)
                        )
                    )
        return None


def read_battle(key: str, file: DataFile, catalogue: Catalogue) -> Battle:
    """A battle from its file; `BadData` names file, line, key and what was expected."""
    return Reader(key, file, catalogue).read()
