"""A position on one line and an action in a word, both read back exactly.

Pieces are grouped by place; those of seat 0 are in capitals, those of seat 1 in small letters. `~3`
is a pin of player turn 3, `!` has acted, a cargo stands in parentheses behind its vehicle. What is
in progress follows as `key=value`, and only what differs from a quiet moment is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.errors import BadNotation, shown
from dogfight.core.parts import HasNotation, Notation
from dogfight.core.reading import parse_int, parse_int_between
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.games.boots import actions
from dogfight.games.boots.battles import Battle, Unit
from dogfight.games.boots.maps import hex_name, place_number
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules.dice import HANDFUL, HANDFUL_BITS, pool_of, poured, showing
from dogfight.games.boots.state import (
    BARRAGE,
    CALLING,
    DESTROYED,
    LEFT,
    RECOVERING,
    REPLYING,
    ROLLING,
    SPOTTING,
    UNPLACED,
)
from dogfight.games.boots.validity import MOST_DICE, why_not

VERSION = "cb1"
PHASES = ("setup", "start", "action", "close", "rally", "dogfight")
STAGES = (
    "placing",
    "acting",
    "stepping",
    "following",
    "overrunning",
    "returning",
    "firing-on",
    "aiming",
    "mustering",
    "calling",
    "sending",
    "fighting",
    "storming",
    "defending",
    "pairing",
    "ganging-up",
    "losing",
    "retreating",
    "ground-fire",
    "strafing",
    "flying",
    "choosing",
    "rolling",
    "replying",
    "spotting",
    "recovering",
    "finished",
)
NOWHERE = {"unplaced": UNPLACED, "destroyed": DESTROYED, "left": LEFT}
FATES = ("", "x", "d", "w")
UNIT_SETS = (
    "fired",
    "assaulted",
    "overran",
    "gunned",
    "exposed",
    "firers",
    "group",
    "pending",
    "struck",
    "answering",
    "attackers",
    "gunners",
)
PLANE_SETS = ("damaged", "used")
UNITS = ("mover", "companion", "aim")
NUMBERS: dict[str, int] = {
    "mp": 0,
    "steps": 0,
    "shifted": 0,
    "set_down": 0,
    "halted": 0,
    "swept": 0,
    "entered": 0,
    "how": 0,
    "gun": 0,
    "cursor": 0,
    "crowd0": 0,
    "crowd1": 0,
    "dice_a": 0,
    "dice_d": 0,
    "plus_a": 0,
    "plus_d": 0,
    "plane": -1,
    "shots": 0,
    "foe": -1,
    "limping": 0,
    "bonus": -1,
    "round": 0,
    "matches": 0,
    "bout": 0,
    "losers": 0,
    "winner": -1,
    "reason": 0,
    "condition": -1,
}
PLACES = ("aim_place", "melee")
POOLS = ("shown_a", "shown_d")
PER_UNIT = ("attacks", "slots", "matched")
_UNIT = re.compile(r"([A-Za-z0-9]+-[0-9]+)(?:~([0-9]+))?(!?)(?:\((.*)\))?")
_PLANE = re.compile(
    r"([A-Za-z0-9]+-[0-9]+)(?:>([A-Za-z0-9-]+))?(?:&([A-Za-z0-9-]+))?(\*?)(!?)([xdw]?)"
)
MOST_NUMBER = 10**18 - 1


def faces(pool: int) -> str:
    """The dice of a pool as digits, the highest first."""
    return "".join(str(face) * int(showing(pool, face)) for face in range(6, 0, -1))


def pool(text: str) -> int:
    """The pool with these dice."""
    return sum(int(pool_of(int(face))) for face in _dice(text, MOST_DICE))


def handful(text: str) -> int:
    """The outcome in which these dice fall."""
    return sum(1 << HANDFUL_BITS * (int(face) - 1) for face in _dice(text, HANDFUL))


def _dice(text: str, most: int) -> str:
    if not 1 <= len(text) <= most or not re.fullmatch("[1-6]+", text):
        raise BadNotation(f"expected up to {most} dice like 652, got {shown(text)}", rule="CB-1.3")
    return text


# --- writing -------------------------------------------------------------------------------------


def _write_unit(battle: Battle, p: Position, u: int) -> str:
    text = battle.units[u].label
    if p.pin[u]:
        text += f"~{int(p.pin[u])}"
    if p.acted >> u & 1:
        text += "!"
    if p.link[u] and battle.tables.carries[u]:
        text += f"({_write_unit(battle, p, int(p.link[u]) - 1)})"
    return text


def _write_units(battle: Battle, p: Position) -> list[str]:
    places: dict[int, list[str]] = {}
    for u in range(len(battle.units)):
        if not p.is_cargo(u):
            places.setdefault(int(p.place[u]), []).append(_write_unit(battle, p, u))
    names = {place: name for name, place in NOWHERE.items()}
    board = battle.tables.board
    order = sorted(place for place in places if place >= 0) + sorted(
        (number for number in places if number < 0), reverse=True
    )
    return [
        f"{names.get(place) or hex_name(board, place)}:{','.join(places[place])}" for place in order
    ]


def _write_sky(battle: Battle, p: Position) -> list[str]:
    words = []
    for a, plane in enumerate(battle.planes):
        text = plane.label
        if p.prey[a] >= 0:
            text += f">{battle.planes[p.prey[a]].label}"
        if p.circle[a] >= 0:
            text += f"&{battle.planes[p.circle[a]].label}"
        text += "*" if p.damaged >> a & 1 else ""
        text += "!" if p.acted >> a & 1 else ""
        words.append(text + FATES[p.fate[a]])
    return words


def labels_of(units: list[Unit], mask: int) -> str:
    """The names of a set of units."""
    return "+".join(unit.label for n, unit in enumerate(units) if mask >> n & 1)


def at_rest(p: Position, u: int) -> int:
    """The quiet value of the attacks and slots that a unit has left."""
    return 0 if p.turn == 0 or p.t.dogfight else int(p.volleys(u))


def lead_is_unit(p: Position) -> bool:
    return p.how != BARRAGE and p.stage not in (CALLING, SPOTTING)


def _write_fields(battle: Battle, p: Position) -> list[str]:
    board = battle.tables.board
    words = []
    if p.lead >= 0:
        words.append(f"lead={battle.units[p.lead].label if lead_is_unit(p) else int(p.lead)}")
    words += [
        f"{key}={battle.units[getattr(p, key)].label}" for key in UNITS if getattr(p, key) >= 0
    ]
    words += [
        f"{key}={labels_of(battle.units, getattr(p, key))}" for key in UNIT_SETS if getattr(p, key)
    ]
    if not battle.tables.dogfight:
        words += [
            f"{key}={labels_of(battle.planes, getattr(p, key))}"
            for key in PLANE_SETS
            if getattr(p, key)
        ]
    words += [
        f"{key}={int(getattr(p, key))}"
        for key, quiet in NUMBERS.items()
        if getattr(p, key) != quiet
    ]
    words += [f"{key}={hex_name(board, getattr(p, key))}" for key in PLACES if getattr(p, key) >= 0]
    words += [f"{key}={faces(int(getattr(p, key)))}" for key in POOLS if getattr(p, key)]
    all_quiet = [at_rest(p, u) for u in range(len(battle.units))]
    for key in PER_UNIT:
        values = getattr(p, key)
        quiet = all_quiet if key != "matched" else [0] * len(all_quiet)
        odd = [
            f"{unit.label}:{int(values[u])}"
            for u, unit in enumerate(battle.units)
            if values[u] != quiet[u]
        ]
        words += [f"{key}={','.join(odd)}"] if odd else []
    if len(p.fought):
        words.append("fought=" + ",".join(hex_name(board, place) for place in p.fought))
    if list(p.control) != list(battle.tables.control):
        words.append("control=" + ",".join(str(int(number)) for number in p.control))
    words += [word for b in range(len(battle.batteries)) if (word := _write_battery(battle, p, b))]
    if any(p.laps):
        words.append("laps=" + ",".join(str(int(lap)) for lap in p.laps))
    return words


def _write_battery(battle: Battle, p: Position, b: int) -> str:
    missions = battle.batteries[b][2]
    if p.missions[b] == missions and p.began[b] == 0:
        return ""
    aimed = hex_name(battle.tables.board, p.aimed[b]) if p.aimed[b] >= 0 else "-"
    hit = labels_of(battle.units, p.hit[b])
    return f"battery{b}={int(p.missions[b])}/{aimed}/{int(p.began[b])}/{hit}"


# --- reading -------------------------------------------------------------------------------------


def battle_of(text: str) -> str:
    """The battle a line speaks of."""
    words = text.split(" ")
    if len(words) < 4 or words[0] != VERSION:
        raise BadNotation(
            f"expected a position like '{VERSION} orchard t1 action/acting …', got {text[:40]!r}"
        )
    return words[1]


def active_at(battle: Battle, turn: int) -> int:
    """[CB-5.2] The side whose player turn it is."""
    return int((battle.tables.first + max(0, turn - 1)) % 2)


class Filler:
    """Puts the words of a position into its fields."""

    def __init__(self, battle: Battle, p: Position) -> None:
        self.battle = battle
        self.p = p
        self.seen: set[int] = set()

    def fill(self, words: list[str]) -> None:
        fields: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if equals:
                if key in fields:
                    raise BadNotation(f"expected {key} once, got it twice")
                fields[key] = value
            elif self.battle.tables.dogfight:
                self.plane(word)
            else:
                self.place(word)
        self.check_count()
        self.fields(fields)

    def check_count(self) -> None:
        """Refuse a table on which a piece of the battle is missing."""
        count = len(self.battle.planes) if self.battle.tables.dogfight else len(self.battle.units)
        if len(self.seen) != count:
            raise BadNotation(
                f"expected each of the {count} pieces of {self.battle.key} once, got"
                f" {len(self.seen)}"
            )

    def unit(self, label: str, planes: bool = False) -> int:
        names = self.battle.plane_labels if planes else self.battle.labels
        if label not in names:
            raise BadNotation(
                f"expected a piece of {self.battle.key} like {next(iter(names), '?')}, got"
                f" {label!r}"
            )
        return names[label]

    def once(self, n: int, label: str) -> int:
        if n in self.seen:
            raise BadNotation(f"expected each piece once, got {label} twice")
        self.seen.add(n)
        return n

    def number(self, text: str) -> int:
        return parse_int_between(text, -MOST_NUMBER, MOST_NUMBER)

    def where(self, name: str) -> int:
        place = place_number(self.battle.tables.board, name)
        if place is None:
            raise BadNotation(f"expected a hex of {self.battle.key}, got {name!r}", rule="CB-2.2")
        return place

    def place(self, word: str) -> None:
        name, colon, pieces = word.partition(":")
        if not colon:
            raise BadNotation(f"expected a place with pieces like C4:RIFLE-1, got {word!r}")
        place = NOWHERE[name] if name in NOWHERE else self.where(name)
        for text in pieces.split(","):
            self.piece(text, place, -1)

    def piece(self, text: str, place: int, carrier: int) -> None:
        match = _UNIT.fullmatch(text)
        if match is None:
            raise BadNotation(f"expected a piece like RIFLE-1 or RIFLE-1~3!, got {text!r}")
        if carrier >= 0 and match[4] is not None:
            raise BadNotation(
                f"expected cargo that its vehicle can carry, got {text!r}", rule="CB-7.2"
            )
        u = self.put(match[1], place, self.number(match[2] or "0"), bool(match[3]), carrier, text)
        if match[4] is not None:
            self.piece(match[4], place, u)

    def put(self, label: str, place: int, pin: int, acted: bool, carrier: int, text: str) -> int:
        """Put a unit on its place, aboard a vehicle unless the carrier is -1; an error shows the
        text.
        """
        p, t = self.p, self.battle.tables
        u = self.once(self.unit(label), label)
        p.pin[u] = pin
        if p.pin[u] > p.turn or (p.pin[u] and place < 0):
            raise BadNotation(
                f"expected a pin from a turn up to {int(p.turn)} on the board, got {text!r}",
                rule="CB-3.16",
            )
        p.acted |= (1 << u) if acted else 0
        if carrier >= 0:
            fits = t.infantry | (t.guns if t.carries[carrier] == 2 else 0)
            if not t.carries[carrier] or not fits >> u & 1 or t.side[carrier] != t.side[u]:
                raise BadNotation(
                    f"expected cargo that its vehicle can carry, got {text!r}", rule="CB-7.2"
                )
            p.link[carrier], p.link[u] = u + 1, carrier + 1
        if place >= 0:
            p.alive |= 1 << u
            p.arrive(u, place)
        else:
            p.place[u] = place
            p.left |= (1 << u) if place == LEFT else 0
        return u

    def plane(self, word: str) -> None:
        match = _PLANE.fullmatch(word)
        if match is None:
            raise BadNotation(f"expected an aircraft like SPITFIRE-1>bf109-2, got {word!r}")
        a = self.fly(match[1], match[2] or "", match[3] or "")
        self.p.damaged |= (1 << a) if match[4] else 0
        self.p.acted |= (1 << a) if match[5] else 0
        self.p.fate[a] = FATES.index(match[6])

    def fly(self, label: str, pursued: str, partner: str) -> int:
        """[CB-21.5] [CB-21.6] An aircraft of a dog fight behind the one it pursues, or turning
        with another.
        """
        p = self.p
        a = self.once(self.unit(label, True), label)
        if pursued:
            prey = self.unit(pursued, True)
            if p.tail[prey] >= 0:
                raise BadNotation(
                    f"expected at most one pursuer of {pursued}, got two", rule="CB-21.6"
                )
            p.prey[a], p.tail[prey] = prey, a
        if partner:
            p.circle[a] = self.unit(partner, True)
        return a

    def mask(self, labels: Iterable[str], planes: bool = False) -> int:
        mask = 0
        for label in labels:
            mask |= 1 << self.unit(label, planes)
        return mask

    def fields(self, fields: Mapping[str, str]) -> None:
        """What is in progress."""
        p = self.p
        self.rest()
        for key, value in fields.items():
            if key in NUMBERS:
                setattr(p, key, self.number(value))
            elif key in UNITS:
                setattr(p, key, self.unit(value))
            elif key in UNIT_SETS or key in PLANE_SETS:
                setattr(p, key, self.mask(value.split("+"), key in PLANE_SETS))
            elif key in PLACES:
                setattr(p, key, self.where(value))
            elif key in POOLS:
                setattr(p, key, pool(value))
            elif key in PER_UNIT:
                self.per_unit(key, value)
            elif key.startswith("battery"):
                self.battery(key, value)
            else:
                self.rare(key, value)

    def rest(self) -> None:
        """Give every unit the attacks and slots that it has in a quiet moment."""
        p = self.p
        for u in range(len(self.battle.units)):
            p.attacks[u] = p.slots[u] = at_rest(p, u)

    def per_unit(self, key: str, value: str) -> None:
        values = getattr(self.p, key)
        for entry in value.split(","):
            label, _, number = entry.rpartition(":")
            values[self.unit(label)] = self.number(number)

    def battery(self, key: str, value: str) -> None:
        parts = value.split("/")
        b = parse_int(key.removeprefix("battery"))
        if len(parts) != 4 or b is None or not 0 <= b < len(self.battle.batteries):
            raise BadNotation(
                f"expected a battery like battery0=2/C4/5/RIFLE-1, got {key}={value}",
                rule="CB-18.2",
            )
        aimed = "" if parts[1] == "-" else parts[1]
        hit = self.mask(parts[3].split("+")) if parts[3] else 0
        self.lay(b, self.number(parts[0]), aimed, self.number(parts[2]), hit, f"{key}={value}")

    def lay(self, b: int, missions: int, aimed: str, began: int, hit: int, text: str) -> None:
        """[CB-18.2] Missions left to a battery, and what it is firing at; an error shows the
        text.
        """
        p = self.p
        p.missions[b] = missions
        p.aimed[b] = self.where(aimed) if aimed else -1
        p.began[b] = began
        p.hit[b] = hit
        falling = p.began[b] != 0
        if (
            falling != (p.aimed[b] >= 0)
            or not 0 <= p.missions[b] <= self.battle.batteries[b][2]
            or p.began[b] > p.turn
        ):
            raise BadNotation(f"expected a possible battery, got {text}", rule="CB-18.2")

    def rare(self, key: str, value: str) -> None:
        p = self.p
        if key == "lead":
            p.lead = self.number(value) if value.isdecimal() else self.unit(value)
        elif key == "fought":
            p.fought = vec[i64]([self.where(name) for name in value.split(",")])
        elif key in ("control", "laps"):
            numbers = [self.number(part) for part in value.split(",")]
            if len(numbers) != len(getattr(p, key)):
                raise BadNotation(
                    f"expected {len(getattr(p, key))} numbers for {key}, got {value!r}"
                )
            setattr(p, key, vec[i64](numbers))
        else:
            raise BadNotation(f"expected a known field, got {key!r}")


def check_possible(battle: Battle, p: Position, text: str) -> None:
    """Refuse what no play can lead to, as far as it would disturb the rules; an error shows the
    text.
    """
    try:
        wrong = why_not(battle, p)
        if (
            not wrong
            and p.stage == RECOVERING
            and not (0 <= p.cursor < len(battle.units) and p.pin[p.cursor] != 0)
        ):
            wrong = "a pinned unit that tries to rally"
        if not wrong and p.actor() >= 0 and p.choice_count() == 0:
            wrong = "something to decide"
        if not wrong and p.actor() == OVER and p.winner < 0:
            wrong = "a winner or a draw at the end"
    except (IndexError, OverflowError, ValueError) as error:
        raise BadNotation(f"expected a possible position, got {text!r}; {error}") from error
    if wrong:
        raise BadNotation(f"expected {wrong}, got {text!r}")


class BootsNotation(Notation[Position]):
    """Reads and writes with the battles of one set of data files, which `battle` gives by their
    names.
    """

    def __init__(self, game: HasNotation[Position], battle: Callable[[str], Battle]) -> None:
        super().__init__(game)
        self.battle = battle

    def write(self, p: Position) -> str:
        """The whole position on one line."""
        battle = self.battle(p.t.name)
        head = [VERSION, battle.key, f"t{int(p.turn)}", f"{PHASES[p.phase]}/{STAGES[p.stage]}"]
        lying = _write_sky(battle, p) if battle.tables.dogfight else _write_units(battle, p)
        return " ".join([*head, *lying, *_write_fields(battle, p)])

    def _read(self, text: str) -> Position:
        """The position with this notation; `BadNotation` if it cannot be read or cannot be."""
        battle = self.battle(battle_of(text))
        words = text.split(" ")
        p = Position(battle.tables)
        turn = re.fullmatch(r"t([0-9]{1,3})", words[2])
        phase, _, stage = words[3].partition("/")
        if turn is None or phase not in PHASES or stage not in STAGES:
            raise BadNotation(
                f"expected a turn and a phase like 't3 action/acting', got {words[2]} {words[3]}",
                rule="CB-5.3",
            )
        p.turn = int(turn[1])
        p.active = active_at(battle, p.turn)
        p.phase, p.stage = PHASES.index(phase), STAGES.index(stage)
        Filler(battle, p).fill(words[4:])
        p.menu_made = False
        self._check(battle, p, text)
        return p

    def _check(self, battle: Battle, p: Position, text: str) -> None:
        """Refuse what no play can lead to, as far as it would disturb the rules, and anything
        not in the usual form.
        """
        check_possible(battle, p, text)
        again = self.write(p)
        if again != text:
            raise BadNotation(f"expected the usual form {again!r}, got {text!r}")

    def _write_action(self, p: Position, seat: Seat, action: int) -> str:
        """An action, or dice as digits, the highest first."""
        if seat != CHANCE:
            return actions.write(self.battle(p.t.name), p, action)
        return faces(int(poured(action))) if p.stage in (ROLLING, REPLYING) else str(action)

    def _read_action(self, p: Position, seat: Seat, word: str) -> int:
        if seat != CHANCE:
            return actions.read(self.battle(p.t.name), p, word)
        if p.stage in (ROLLING, REPLYING):
            return handful(word)
        if not re.fullmatch(r"[1-6]", word):
            raise BadNotation(f"expected one die from 1 to 6, got {word!r}", rule="CB-1.3")
        return int(word)
