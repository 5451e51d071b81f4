"""Combat Boots on paper: the map of every battle, counters enough for each of them, and the
tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle
from dogfight.boards.shapes import Group, Shape, Stroke, circle, hexagon, line, parse_path
from dogfight.core.registry import AnyGame
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.data import Catalogue, Piece
from dogfight.games.boots.game import Boots
from dogfight.games.boots.ui.ground import SIDE, Field
from dogfight.games.boots.ui.svg import counter, nation_style
from dogfight.games.boots.view import ground_of
from dogfight.printing.kit import Kit, Part, aid, part, token

COUNTER = 14.0
MAP_SCALE = COUNTER / 40
NATIONS = {"ger": ("German", "german"), "bri": ("British", "british")}


def kit(game: AnyGame) -> Kit:
    assert isinstance(game, Boots)
    battles = [game.battle(key) for key in game.catalogue.battles]
    boards = [_map(battle) for battle in battles if battle.map is not None]
    pieces = list(_counters(game.catalogue, battles))
    pieces += [token(f"pinned {n + 1}", 10, _pinned(), 0.24) for n in range(most(battles, "units"))]
    pieces += _aids(game.catalogue, battles)
    return Kit("Combat Boots", boards, pieces)


def most(battles: list[Battle], what: str) -> int:
    """The largest number of pieces that one battle has on one side."""
    sides = [Counter(item.seat for item in getattr(battle, what)) for battle in battles]
    return max((max(side.values(), default=0) for side in sides), default=0)


def counts(battles: list[Battle]) -> Counter[str]:
    """How many counters of each piece one needs for any of the battles."""
    expected: Counter[str] = Counter()
    for battle in battles:
        expected |= Counter(unit.key for unit in [*battle.units, *battle.planes])
        expected |= Counter(key for key, _, _ in battle.batteries)
    return expected


def _map(battle: Battle) -> Part:
    assert battle.map is not None
    field = Field(ground_of(battle.map))
    shapes: list[Shape] = list(field.shapes())
    names = [name for name, _, _ in field.names()]
    for place in battle.tables.objectives:
        name = f"{chr(65 + int(place) // field.rows)}{int(place) % field.rows + 1}"
        at = field.at(name)
        assert at is not None and name in names
        shapes.append(
            hexagon(at, SIDE - 4, Stroke(line=inks.INK, width=2.4, dash=(6, 3)), pointed=False)
        )
        star = "M0 -7L2 -2L7 -2L3 1L4.5 6L0 3L-4.5 6L-3 1L-7 -2L-2 -2Z"
        shapes.append(
            Group(
                (parse_path(star, Stroke(inks.ACT, inks.INK, 0.8)),), (at[0], at[1] - SIDE * 0.62)
            )
        )
    return part(
        f"map of {battle.name}",
        field.width * MAP_SCALE,
        field.height * MAP_SCALE,
        shapes,
        field.width,
        inks.SHEET,
    )


def _counters(catalogue: Catalogue, battles: list[Battle]) -> Iterator[Part]:
    for key, count in counts(battles).items():
        for n in range(count):
            if key in catalogue.pieces:
                yield _counter(key, catalogue.pieces[key], n + 1)
            else:
                battery = catalogue.batteries[key]
                style = _style(battery.nation)
                shapes = counter("field_gun", f"H{battery.fp}", style)
                yield token(f"battery {key} {n + 1}", COUNTER, shapes, COUNTER / 44, style.fill)


def _counter(key: str, piece: Piece, number: int) -> Part:
    style = _style(piece.nation)
    reach = (
        ""
        if piece.is_aircraft
        else "*"
        if piece.range < 0
        else f"{piece.range}{'b' if piece.band else ''}"
    )
    move = str(piece.man) if piece.is_aircraft else str(piece.move)
    rating = f"{piece.air_fp}/{piece.sv}" if piece.is_aircraft else piece.summary()
    label = f"{key} {number}"
    nation = parts.text((-14, -1), style.letter, 7, inks.ON_SOLID if style.solid else inks.INK)
    shapes = (*counter(piece.kind, rating, style, (reach, move)), nation)
    return token(label, COUNTER, shapes, COUNTER / 44, style.fill)


def _style(nation: str) -> SeatStyle:
    title, side = NATIONS.get(nation, (nation or "?", nation))
    return nation_style(title, side == "german")


def _pinned() -> tuple[Shape, ...]:
    return (
        circle((0, 0), 17, Stroke(inks.SHEET, inks.DANGER, 2)),
        line([(-12, 9), (12, -9)], Stroke(line=inks.DANGER, width=3)),
        parts.chip((0, 0), "pinned", 7, inks.DANGER),
    )


def _aids(catalogue: Catalogue, battles: list[Battle]) -> Iterator[Part]:
    rows = [
        f"{name}{f' ({value.letter})' if value.letter else ''}: foot {_cost(value.foot)}, gun"
        f" {_cost(value.gun)}, wheeled "
        f"{_cost(value.wheeled)}, tracked {_cost(value.tracked)}; cover"
        f" {value.cover}/{value.cover_vehicle}"
        f"{'; obstacle' if value.obstacle else ''}{'; closed' if value.closed else ''}"
        for name, value in catalogue.terrain.items()
    ]
    for seat in (1, 2):
        yield aid(
            f"terrain aid {seat}", "Terrain: movement points, cover for infantry/vehicles", rows, 84
        )
    for battle in battles:
        rows = [f"{battle.tables.turns} turns; the {battle.sides[battle.tables.first]} begin."]
        for seat, side in enumerate(battle.sides):
            units = Counter(
                unit.piece.name for unit in [*battle.units, *battle.planes] if unit.seat == seat
            )
            rows.append(f"{side}: " + ", ".join(f"{count} {name}" for name, count in units.items()))
        rows += [f"Victory: {battle.victory}", f"Else: {battle.otherwise}"]
        yield aid(f"battle aid {battle.key}", battle.name, rows, 84)


def _cost(points: int) -> str:
    return "no" if points < 0 else str(points)
