"""Maps for people: letters in the terminal, and an SVG."""

from __future__ import annotations

from html import escape

from dogfight.games.boots.battles import Battle
from dogfight.games.boots.maps import Map, hex_number
from dogfight.games.boots.tables import NORTH_EDGE, SOUTH_EDGE

SIZE = 24
"""Half the width of a hex in the SVG."""
RISE = 0.8660254037844386
COLOURS = {
    ".": "#e9e4c8",
    "B": "#b0897a",
    "F": "#7fa06b",
    "b": "#c3cf94",
    "R": "#b9b5ab",
    "s": "#efdfa4",
    "M": "#9fbfae",
    "W": "#8fb4d8",
}


def names(drawn: Map) -> list[str]:
    return list(drawn.letters)


def split(name: str) -> tuple[int, int]:
    """Column and row of a hex name, from 0."""
    return ord(name[0]) - 65, int(name[1:]) - 1


def cell(battle: Battle, name: str) -> str:
    """Terrain, elevation, and marks: `#` entrenchment, `=` road, `*` objective."""
    drawn = battle.map
    assert drawn is not None
    text = drawn.letters[name] + (str(drawn.elev[name]) if any(drawn.elev.values()) else "")
    text += "#" if name in drawn.trenches else ""
    text += "=" if any(name in link for link in drawn.roads) else ""
    board = battle.tables.board
    return text + ("*" if hex_number(board, name) in list(battle.tables.objectives) else "")


def text_map(battle: Battle) -> str:
    """The map in the terminal: every second column lies half a hex lower."""
    drawn = battle.map
    if drawn is None:
        return f"{battle.name}: a dog fight, without a map"
    cells = {split(name): cell(battle, name) for name in names(drawn)}
    width = max(len(text) for text in cells.values()) + 1
    lines = ["   " + "".join(chr(65 + c).ljust(width) for c in range(drawn.columns)).rstrip()]
    for half in range(2 * drawn.rows + 1):
        row = [
            (cells.get((c, (half - c % 2) // 2), "") if half % 2 == c % 2 else "").ljust(width)
            for c in range(drawn.columns)
        ]
        label = str(half // 2 + 1).rjust(2) if half % 2 == 0 and half < 2 * drawn.rows else "  "
        lines.append(f"{label} {''.join(row)}".rstrip())
    edge = {NORTH_EDGE: "north", SOUTH_EDGE: "south"}.get(drawn.edge)
    if edge:
        lines.append(f"bands 2 to 4 lie beyond the {edge} edge")
    if drawn.ridges:
        lines.append("ridges: " + " ".join("-".join(side) for side in drawn.ridges))
    return "\n".join(line for line in lines if line)


def legend(battle: Battle) -> str:
    """Both sides, and what wins."""
    lines = [battle.name]
    for seat, side in enumerate(battle.sides):
        pieces: dict[str, int] = {}
        for unit in [*battle.units, *battle.planes]:
            if unit.seat == seat:
                label = f"{unit.piece.name} {unit.piece.summary()}"
                label += f" (in turn {unit.arrives})" if unit.arrives else ""
                pieces[label] = pieces.get(label, 0) + 1
        listed = ", ".join(f"{count} {label}" for label, count in pieces.items())
        guns = [
            f"{battery.name} ({n} missions)"
            for b, (_, battery, n) in enumerate(battle.batteries)
            if battle.tables.battery_side[b] == seat
        ]
        lines.append(f"seat {seat}, {side}: {', '.join([listed, *guns])}")
    return "\n".join([*lines, f"victory: {battle.victory}", f"else: {battle.otherwise}"])


def centre(name: str) -> tuple[float, float]:
    column, row = split(name)
    return SIZE * (1.5 * column + 1.5), SIZE * RISE * (2 * row + column % 2 + 1.6)


def corner(name: str, k: int) -> tuple[float, float]:
    """The corners of a flat-topped hex, clockwise from the east."""
    x, y = centre(name)
    dx, dy = ((1, 0), (0.5, RISE), (-0.5, RISE), (-1, 0), (-0.5, -RISE), (0.5, -RISE))[k % 6]
    return x + SIZE * dx, y + SIZE * dy


def svg_map(battle: Battle) -> str:
    """The map as an SVG, with terrain, elevation, roads, ridges, entrenchments and objectives."""
    drawn = battle.map
    if drawn is None:
        return _svg(400, 60, [_text(200, 35, f"{battle.name}: a dog fight", 16)])
    parts = [_hexagon(battle, name) for name in names(drawn)]
    parts += [_line(*centre(a), *centre(b), "#7a5c3e", 4) for a, b in drawn.roads]
    parts += [_side(a, b) for a, b in drawn.ridges]
    for name in names(drawn):
        x, y = centre(name)
        if name in drawn.trenches:
            parts.append(_ring(x, y, SIZE * 0.6, 'stroke="#5b4632" stroke-dasharray="4 3"'))
        if hex_number(battle.tables.board, name) in list(battle.tables.objectives):
            parts.append(_ring(x, y, SIZE * 0.4, 'stroke="#b3261e" stroke-width="2"'))
        parts.append(_text(x, y - SIZE * 0.5, name, 9))
    width = SIZE * (1.5 * drawn.columns + 1.5)
    height = SIZE * RISE * (2 * drawn.rows + 2.6)
    return _svg(width, height, parts)


def _svg(width: float, height: float, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        ' font-family="sans-serif">'
    )
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def _hexagon(battle: Battle, name: str) -> str:
    drawn = battle.map
    assert drawn is not None
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (corner(name, k) for k in range(6)))
    colour = COLOURS.get(drawn.letters[name], "#dddddd")
    shade = 1 - 0.14 * drawn.elev[name]
    title = f"{name}: {drawn.letters[name]}, elevation {drawn.elev[name]}"
    return (
        f'<polygon points="{points}" fill="{colour}" stroke="#8a8570" stroke-width="0.7">'
        f"<title>{escape(title)}</title></polygon>"
        f'<polygon points="{points}" fill="#3b2a14" fill-opacity="{1 - max(0.3, shade):.2f}"/>'
    )


def _side(a: str, b: str) -> str:
    """The side that two hexes share."""
    ours = [corner(a, k) for k in range(6)]
    theirs = [corner(b, k) for k in range(6)]
    shared = [p for p in ours if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 0.5 for q in theirs)]
    (x1, y1), (x2, y2) = shared[:2]
    return _line(x1, y1, x2, y2, "#4a2f12", 4)


def _ring(x: float, y: float, radius: float, style: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" {style}/>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    style = f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'


def _text(x: float, y: float, text: str, size: int) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle"'
        f' fill="#333">{escape(text)}</text>'
    )
