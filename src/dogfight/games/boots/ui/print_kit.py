"""Combat Boots on paper: set-up sheet, rules in brief and map of every battle, counters enough
for each of them, and the tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle
from dogfight.boards.shapes import Group, Shape, Stroke, circle, hexagon, line, parse_path
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.datafiles.files import built_in_names
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.data import BATTLE, GAME, Catalogue, Piece
from dogfight.games.boots.game import Boots
from dogfight.games.boots.ui.booklet import SetUpSheet, parted, piece_rows, rules_in_brief
from dogfight.games.boots.ui.ground import SIDE, Field
from dogfight.games.boots.ui.svg import counter, nation_style
from dogfight.games.boots.view import ground_of
from dogfight.printing.kit import Kit, Part, aid, part, token

COUNTER = 14.0
MAP_SCALE = COUNTER / 40
SHEET_WIDTH, SHEET_POINTS, SHEET_ROWS = 176.0, 10.0, 34
AID_ROWS = 22
STAR = "M0 -7L2 -2L7 -2L3 1L4.5 6L0 3L-4.5 6L-3 1L-7 -2L-2 -2Z"
NATIONS = {"ger": ("German", "german"), "bri": ("British", "british")}


def kit(game: AnyGame) -> Kit:
    """Every battle; of a folder or pack with battles of its own those alone."""
    assert isinstance(game, Boots)
    known = game.catalogue.battles
    built_in = {name.removeprefix(BATTLE).removesuffix(".toml") for name in built_in_names(GAME)}
    own = [key for key in known if key not in built_in]
    return _kit(game, "Combat Boots", [game.battle(key) for key in own or known])


def booklet(game: AnyGame, options: Options) -> Kit:
    """One battle, with all that one needs to play it."""
    assert isinstance(game, Boots)
    battle = game.battle(str(options["battle"]))
    return _kit(game, f"Combat Boots, {battle.name}", [battle])


def _kit(game: Boots, title: str, battles: list[Battle]) -> Kit:
    catalogue = game.catalogue
    sheets = [sheet for battle in battles for sheet in _sheets(battle, catalogue)]
    boards = [_map(battle) for battle in battles if battle.map is not None]
    pieces = list(_counters(catalogue, battles))
    pinned = most([battle for battle in battles if not battle.tables.dogfight], "units")
    pieces += [token(f"pinned {n + 1}", 10, _pinned(), 0.24) for n in range(pinned)]
    pieces += _control(battles)
    pieces += _aids(catalogue, battles)
    return Kit(title, boards, pieces, sheets)


def _control(battles: list[Battle]) -> Iterator[Part]:
    """A marker of each side for every objective: who holds it."""
    count = max((len(battle.tables.objectives) for battle in battles), default=0)
    styles = {_side_style(battle, seat) for battle in battles for seat in (0, 1)}
    for style in sorted(styles, key=lambda style: style.letter):
        for n in range(count):
            ink = inks.ON_SOLID if style.solid else inks.INK
            star = parse_path(STAR, Stroke(inks.ACT, inks.INK, 0.8))
            shapes = (
                Group((star,), (0, -5), scale=1.3),
                parts.text((0, 14), style.letter, 13, ink),
            )
            yield token(f"control {style.letter} {n + 1}", 10, shapes, 0.24, style.fill)


def _side_style(battle: Battle, seat: int) -> SeatStyle:
    """The style of a side: that of its first piece."""
    pieces = [unit.piece for unit in [*battle.units, *battle.planes] if unit.seat == seat]
    return _style(pieces[0].nation if pieces else "")


def _sheets(battle: Battle, catalogue: Catalogue) -> Iterator[Part]:
    """The set-up sheet and the rules in brief, as pages."""
    for n, rows in enumerate(parted(SetUpSheet(battle, catalogue).rows(), SHEET_ROWS), 1):
        label = f"set-up of {battle.name}" + (f" {n}" if n > 1 else "")
        yield aid(label, f"{battle.name}: set-up", rows, SHEET_WIDTH, SHEET_POINTS)
    rules = rules_in_brief(battle)
    yield aid(
        f"rules of {battle.name}", "Rules in brief", _spaced(rules), SHEET_WIDTH, SHEET_POINTS
    )


def _spaced(rows: Sequence[str]) -> list[str]:
    return [line for row in rows for line in (row, "")][:-1]


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
        shapes.append(
            Group(
                (parse_path(STAR, Stroke(inks.ACT, inks.INK, 0.8)),), (at[0], at[1] - SIDE * 0.62)
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
    on_foot = any(not battle.tables.dogfight for battle in battles)
    for seat in (1, 2) if on_foot else ():
        yield aid(
            f"terrain aid {seat}", "Terrain: movement points, cover for infantry/vehicles", rows, 84
        )
    for battle in battles:
        rows = piece_rows(battle)
        for n, part_rows in enumerate(parted(rows, AID_ROWS), 1):
            label = f"pieces aid {battle.key} {n}"
            yield aid(label, f"{battle.name}: pieces", part_rows, 84)


def _cost(points: int) -> str:
    return "no" if points < 0 else str(points)
