"""Actions in a word: `fire:RIFLE-2`, `at:mg34-1`, `step:NE`, `to:C4`."""

from __future__ import annotations

from dogfight.core.errors import BadNotation
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.maps import DIRECTIONS, hex_name, place_number
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules import menu
from dogfight.games.boots.state import (
    ACTING,
    DEFENDING,
    FIGHTING,
    FIRING_ON,
    FOLLOWING,
    GANGING_UP,
    GROUND_FIRE,
    MUSTERING,
    OVERRUNNING,
    RETREATING,
    RETURNING,
    STEPPING,
    STORMING,
    STRAFING,
)

PLAIN = {
    ACTING: "done",
    STEPPING: "stop",
    FOLLOWING: "pass",
    OVERRUNNING: "none",
    RETURNING: "pass",
    FIRING_ON: "stop",
    MUSTERING: "fire",
    FIGHTING: "done",
    STORMING: "go",
    DEFENDING: "pass",
    GANGING_UP: "out",
    RETREATING: "fight",
    GROUND_FIRE: "pass",
    STRAFING: "stop",
}
WITH_UNIT = {
    "move": menu.A_MOVE,
    "fire": menu.A_FIRE,
    "gun": menu.A_GUN,
    "load": menu.A_LOAD,
    "at": menu.A_TARGET,
    "gun-at": menu.A_GUN_TARGET,
    "with": menu.A_PARTNER,
    "also": menu.A_ALSO,
    "assault": menu.A_ASSAULT,
    "lose": menu.A_REMOVE,
}
WITH_PLACE = {"to": menu.A_PLACE, "melee": menu.A_MELEE}
ALONE = {
    "exit": menu.A_EXIT,
    "unload": menu.A_UNLOAD,
    "pursue": menu.A_PURSUE,
    "turn": menu.A_TURN,
    "apart": menu.A_APART,
}
IN_THE_SKY = {
    "shoot": menu.A_SHOOT,
    "break": menu.A_BREAK,
    "dodge": menu.A_DODGE,
    "circle": menu.A_CIRCLE,
    "onto": menu.A_ONTO,
    "run": menu.A_RUN,
    "head-on": menu.A_HEAD_ON,
    "wait": menu.A_WAIT,
    "leave": menu.A_LEAVE,
}
ALONE_AGAIN = {menu.A_WAIT, menu.A_LEAVE}
_OTHERS = {
    "pair": menu.A_PAIR,
    "step": menu.A_STEP,
    "call": menu.A_CALL,
    "air": menu.A_AIR,
    "join": menu.A_JOIN,
}
_NAMES = {
    kind: name
    for names in (WITH_UNIT, WITH_PLACE, ALONE, IN_THE_SKY, _OTHERS)
    for name, kind in names.items()
}


def split(action: int) -> tuple[int, int]:
    """What is done, and with whom or where."""
    return action // menu.KIND, action % menu.KIND


def verb(p: Position, action: int) -> str:
    """What an action does, as its word begins: `fire`, `at`, `step`; of a plain answer the whole
    word.
    """
    kind, _ = split(action)
    return PLAIN.get(int(p.stage), "pass") if kind == menu.PASS else _NAMES[kind]


def write(battle: Battle, p: Position, action: int) -> str:
    """An action in a word."""
    kind, what = split(action)
    if kind == menu.PASS:
        return PLAIN.get(int(p.stage), "pass")
    name = _NAMES.get(kind, "")
    return f"{name}:{_written(battle, kind, what)}" if name and name not in ALONE else name


def _written(battle: Battle, kind: int, what: int) -> str:
    """With whom, where or which way, as it stands after the colon."""
    if kind in WITH_UNIT.values():
        return battle.units[what].label
    if kind in WITH_PLACE.values():
        return hex_name(battle.tables.board, what)
    if kind in IN_THE_SKY.values():
        first = battle.planes[what // menu.PAIR].label
        return first if kind in ALONE_AGAIN else f"{first}/{battle.planes[what % menu.PAIR].label}"
    if kind == menu.A_PAIR:
        return f"{battle.units[what // menu.PAIR].label}/{battle.units[what % menu.PAIR].label}"
    if kind == menu.A_STEP:
        return DIRECTIONS[what]
    if kind == menu.A_CALL:
        return f"{battle.batteries[what][0]}/{what}"
    return battle.planes[what].label if kind == menu.A_AIR else str(what)


def read(battle: Battle, p: Position, word: str) -> int:
    """The action with this word; `BadNotation` if it cannot be read at all."""
    name, _, rest = word.partition(":")
    if word == PLAIN.get(int(p.stage)):
        return menu.PASS
    what: int | None = None
    kind = 0
    if word in ALONE:
        kind, what = ALONE[word], 0
    elif name in WITH_UNIT:
        kind, what = WITH_UNIT[name], battle.labels.get(rest)
    elif name in WITH_PLACE:
        kind, what = WITH_PLACE[name], place_number(battle.tables.board, rest)
    elif name in IN_THE_SKY:
        kind, what = (
            IN_THE_SKY[name],
            _pair(rest, battle.plane_labels, IN_THE_SKY[name] in ALONE_AGAIN),
        )
    elif name == "pair":
        kind, what = menu.A_PAIR, _pair(rest, battle.labels, False)
    elif name == "step":
        kind, what = menu.A_STEP, DIRECTIONS.index(rest) if rest in DIRECTIONS else None
    elif name == "call":
        kind, what = menu.A_CALL, _battery(battle, rest)
    elif name == "air":
        kind, what = menu.A_AIR, battle.plane_labels.get(rest)
    elif name == "join":
        kind, what = menu.A_JOIN, int(rest) if rest.isdecimal() and len(rest) < 3 else None
    if what is None:
        raise BadNotation(
            f"expected an action like fire:{next(iter(battle.labels), 'X-1')} or step:NE, got"
            f" {word!r}"
        )
    return kind * menu.KIND + what


def _pair(text: str, labels: dict[str, int], alone: bool) -> int | None:
    first, slash, second = text.partition("/")
    a, b = labels.get(first), 0 if alone else labels.get(second)
    return None if a is None or b is None or bool(slash) == alone else a * menu.PAIR + b


def _battery(battle: Battle, text: str) -> int | None:
    key, _, number = text.rpartition("/")
    numbers = [
        n for n, battery in enumerate(battle.batteries) if battery[0] == key and str(n) == number
    ]
    return numbers[0] if numbers else None
