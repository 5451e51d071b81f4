"""Biplanes on paper: both boards, every set of tiles with its biplane and its aid, and the
scenarios' pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle
from dogfight.boards.shapes import Group, Shape, Stroke, Words, box, circle, fitted, line
from dogfight.core.registry import AnyGame
from dogfight.games.biplanes.game import Biplanes
from dogfight.games.biplanes.names import kind_word, kinds_of
from dogfight.games.biplanes.state import ROUND_TURNS
from dogfight.games.biplanes.tables import NOBODY, TileSet
from dogfight.games.biplanes.ui.style import plane_style
from dogfight.games.biplanes.ui.svg import Sky, tile
from dogfight.games.biplanes.view import aid_of
from dogfight.printing.kit import Kit, Part, aid, centred, folded, part, token

TILE = (18.0, 23.4)
SITE = 20.0
CUBES = 15
"""[BD-1.7] Markers for damage; running out of them never changes a result."""
BOARD_SCALE = 0.3


def kit(game: AnyGame) -> Kit:
    assert isinstance(game, Biplanes)
    data = game.data
    boards = []
    for name in data.boards:
        sky = Sky(data.spaces[name], data.sizes[name])
        shapes = [*sky.shapes(), *_spots(sky)]
        boards.append(
            part(
                f"board {name}",
                sky.width * BOARD_SCALE,
                sky.height * BOARD_SCALE,
                shapes,
                sky.width,
                inks.SKY_1,
            )
        )
    pieces: list[Part] = []
    for number, tiles in enumerate(data.sets):
        if tiles.colour != NOBODY:
            pieces += _set(tiles, number)
    pieces += _scenario_parts(game)
    pieces += [_squares(side) for side in ("one", "two")]
    pieces += [_cube(n) for n in range(CUBES)]
    return Kit("Biplanes", boards, pieces)


def _spots(sky: Sky) -> Iterator[Shape]:
    """Where site tiles go."""
    for space in sky.spaces:
        if space.site_xy is not None:
            x, y = sky.spot(space.site_xy)
            yield box(x - 22, y - 22, 44, 44, Stroke(line=inks.INK_2, width=1.4, dash=(4, 4)), 3)


def _set(tiles: TileSet, number: int) -> Iterator[Part]:
    name = tiles.name
    style = plane_style(name, number)
    yield _plane(name, style)
    yield _aid(name, tiles, style)
    for n, kind in enumerate(kinds_of(tiles, tiles.all), 1):
        yield _tile(f"{name} tile {n}", kind_word(kind), style, name)


def _tile(label: str, word: str, style: SeatStyle, name: str = "") -> Part:
    """A tile with the name of its set: letters and colours may be shared by several."""
    named = parts.text((30, 11), name, 7, style.colour, 40)
    return part(label, *TILE, [tile(1.2, 1.2, 57.6, word, style), named], 60)


def _plane(name: str, style: SeatStyle) -> Part:
    shapes = (Group(parts.aircraft(style), (0, -2)), parts.text((0, 31), name, 9, style.colour, 50))
    return centred(f"biplane {name}", 26, 32, shapes, 0.46)


def _aid(name: str, tiles: TileSet, style: SeatStyle) -> Part:
    """[BD-1.8] The player aid: the track, the range, and how many tiles of each value there are."""
    made = aid_of(tiles)
    width, height = 86.0, 50.0
    shapes: list[Shape] = [
        box(0.4, 0.4, width - 0.8, height - 0.8, Stroke(line=style.colour, width=0.8), 2),
        parts.badge(style, (8, 8), 0.26),
        fitted(
            Words((15, 9.6), f"The {name} biplane", 5, inks.INK, True, "start", "display"),
            width - 20,
        ),
        Words(
            (4, 17),
            f"damage track {made.track}, gun range {made.range}, {made.hits} hits on"
            f" {made.shooting} tiles",
            2.7,
            inks.INK,
            False,
            "start",
        ),
    ]
    step = min(10.0, (width - 8) / made.track)
    for n in range(made.track):
        shapes.append(
            box(4 + n * step, 19.5, step - 1.2, 8, Stroke(inks.SHEET, inks.INK, 0.4), 0.8)
        )
        shapes.append(
            parts.text(
                (4 + n * step + (step - 1.2) / 2, 25), str(n + 1), 3.4, inks.INK_2, face="number"
            )
        )
    columns = [value for value in made.values if value.tiles]
    each = (width - 8) / max(1, len(columns))
    for n, column in enumerate(columns):
        x = 4 + n * each
        shapes.append(box(x, 31, each - 1, 15.5, Stroke(inks.SHEET, inks.RULE, 0.3), 0.8))
        shapes.append(parts.text((x + each / 2 - 0.5, 37), str(column.value), 5, face="display"))
        shapes.append(
            parts.text((x + each / 2 - 0.5, 41), f"{column.tiles} tiles", 2.5, inks.INK_2, each - 2)
        )
        hits = " ".join(str(hit) for hit in column.shooting) or "none"
        shapes.append(
            parts.text((x + each / 2 - 0.5, 45), f"hits {hits}", 2.3, inks.INK_2, each - 2)
        )
    return Part(f"aid {name}", width, height, tuple(shapes))


def _scenario_parts(game: Biplanes) -> Iterator[Part]:
    """[BD-1.12] Sites, factories, airfields, objectives, landing, and the malfunctioning
    biplane.
    """
    data = game.data
    spots = max(
        sum(space.site_xy is not None for space in spaces) for spaces in data.spaces.values()
    )
    for n in range(spots):
        faces = [
            _site(f"site {n + 1}", f"{cameras}", "cameras" if cameras > 1 else "camera")
            for cameras in (2, 1)
        ]
        yield folded(f"enemy site {n + 1}", *faces)
    for number in data.scenarios["bombing"].factory_numbers:
        yield _site(f"factory {number}", str(number), "factory")
    for number in data.scenarios["rescue"].airfield_numbers:
        yield _site(f"airfield {number}", str(number), "airfield")
    for number in data.scenarios["rescue"].objective_numbers:
        yield _site(f"objective {number}", str(number), "objective")
    yield _site("Land tile", "↓", "Land")
    yield _site("Take Off tile", "↑", "Take Off")
    plain = SeatStyle("M", "triangle", False, inks.INK_2)
    yield _plane("malfunctioning", plain)
    for mal_tile in data.mal.tiles:
        yield _tile(
            f"malfunctioning tile {mal_tile.id}",
            f"{mal_tile.value:+d}/{mal_tile.hits}" if mal_tile.value else f"0/{mal_tile.hits}",
            plain,
        )
    rows = [f"damage track {data.mal.track}, gun range {data.mal.range}"]
    rows += [
        f"{item.id}: {item.hits}"
        f" hits{', after the escort is lost' if item.after_escort_lost else ''}"
        for item in data.mal.tiles
    ]
    yield aid("aid malfunctioning", "The malfunctioning biplane", rows)
    yield aid(
        "solo aid",
        "Solo",
        ["Left slot", "", "", "", "", "", "", "Right slot", "", "", "", "", "", ""],
        60,
    )


def _site(label: str, number: str, text: str) -> Part:
    sign: list[Shape] = [box(-9.5, -9.5, 19, 19, Stroke(line=inks.INK, width=0.5), 1.4)]
    if number in "↓↑":
        arrow = ((0, 4), (0, -4)) if number == "↑" else ((0, -4), (0, 4))
        tip = arrow[1]
        back = 3.2 if number == "↑" else -3.2
        sign += [
            Group((line([*arrow], Stroke(line=inks.INK, width=1)),)),
            line(
                [(-2.4, tip[1] + back), tip, (2.4, tip[1] + back)], Stroke(line=inks.INK, width=1)
            ),
        ]
    else:
        sign.append(parts.text((0, 2), number, 9, face="display"))
    sign.append(parts.text((0, 8), text, 2.8, inks.INK_2, 17))
    return token(label, SITE, sign, 1.0)


def _squares(side: str) -> Part:
    """[BD-1.11] The turn squares of one side of the table."""
    width = ROUND_TURNS * (TILE[0] + 2) + 4
    shapes: list[Shape] = []
    for n in range(int(ROUND_TURNS)):
        x = 3 + n * (TILE[0] + 2)
        shapes.append(box(x, 3, TILE[0], TILE[1], Stroke(inks.WELL, inks.INK, 0.4), 1.5))
        shapes.append(parts.text((x + TILE[0] / 2, 17), str(n + 1), 6, inks.INK_2, face="display"))
    return Part(f"turn squares, player {side}", width, TILE[1] + 6, tuple(shapes))


def _cube(n: int) -> Part:
    shapes = (
        circle((0, 0), 3.4, Stroke(inks.DANGER, inks.INK, 0.4)),
        parts.cross_hair((0, 0), inks.ON_SOLID, 0.3),
    )
    return token(f"damage {n + 1}", 8, shapes, 1.0)
