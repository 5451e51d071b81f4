"""Combat Boots: counters on the ground and in its bands, or a sky of pursuing aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, sqrt

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle
from dogfight.boards.shapes import (
    Group,
    Picture,
    Point,
    Shape,
    Stroke,
    box,
    circle,
    hexagon,
    line,
    parse_path,
)
from dogfight.core.registry import AnyGame
from dogfight.core.seat import SeatInfo
from dogfight.core.view import View
from dogfight.games.boots.ui.ground import SIDE, Field
from dogfight.games.boots.view import BoardView, Piece, Plane

SILHOUETTES = {
    "infantry": (
        "M-4 -8C-4 -14 5 -14 5 -8ZM-3 -6.5L5 -6.5L5 -3L8 1L5 2L6 9L2 9L0.5 3L-2 9L-6 9L-3 1Z",
        "M-9 3L9 -6",
        1.8,
    ),
    "machine gun": (
        "M-15 -2L2 -2L2 -5L9 -5L9 4L2 4L2 1L-15 1ZM9 -2L15 3L15 6L9 3Z",
        "M-7 1L-11 9M-6 1L-1 9M4 3L4 9",
        1.8,
    ),
    "gun": (
        "M-16 -3L2 -3L2 -7L5 -7L5 5L2 5L2 0L-16 0ZM5 0L10 2L10 8L5 10L0 8L0 2Z",
        "M7 4L16 8",
        2.5,
    ),
    "mortar": ("M-12 6L6 6L6 9L-12 9Z", "M-8 5L7 -9M1 -3L9 7", 2.8),
    "tank": (
        "M-14 2L14 2L12 8L-12 8ZM-8 -3L9 -3L11 2L-10 2ZM-4 -8L5 -8L5 -3L-4 -3Z",
        "M-4 -6L-16 -6",
        2.4,
    ),
    "vehicle": (
        "M-14 -4L-4 -4L-1 -8L12 -8L12 4L-14 4ZM-12 5L-6 5L-6 9L-12 9ZM4 5L10 5L10 9L4 9Z",
        "",
        0.0,
    ),
    "half-track": (
        "M-14 -3L-5 -3L-3 -7L14 -7L14 4L-14 3ZM-12 4L-7 4L-7 8L-12 8ZM0 4L13 4L13 8L0 8Z",
        "",
        0.0,
    ),
    "aircraft": (
        "M-3 -12L3 -12L4 -6L18 -6L18 -1L4 -1L3 6L8 6L8 9L-8 9L-8 6L-3 6L-4 -1L-18 -1L-18 -6L-4 -6Z",
        "",
        0.0,
    ),
}
KINDS = {
    "rifle": "infantry",
    "mg": "machine gun",
    "light_mortar": "mortar",
    "mortar": "mortar",
    "at_team": "gun",
    "at_gun": "gun",
    "field_gun": "gun",
    "tank": "tank",
    "assault_gun": "tank",
    "halftrack": "half-track",
    "tractor": "half-track",
    "truck": "vehicle",
    "fighter": "aircraft",
    "bomber": "aircraft",
}
GREEN, OCHRE = inks.SEATS[5], inks.SEATS[3]
LANE = 84.0


def side_style(seats: Sequence[SeatInfo], seat: int) -> SeatStyle:
    """One side solid, the other on paper: Germans solid, British on paper, of others the first
    seat solid.
    """
    sides = [seat_info.side for seat_info in seats]
    solid = sides.index("german") if "german" in sides else int(sides[0] == "british")
    return nation_style(seats[seat].title, seat == solid)


def nation_style(title: str, solid: bool) -> SeatStyle:
    """Solid with square corners, or on paper with round ones."""
    return SeatStyle(
        title[:1].upper(), "square" if solid else "circle", solid, GREEN if solid else OCHRE
    )


def counter(
    kind: str, text: str, style: SeatStyle, top: tuple[str, str] = ("", "")
) -> tuple[Shape, ...]:
    """A die-cut counter of 40 by 40 around the origin: a silhouette and its numbers."""
    fill, strokes, width = SILHOUETTES[KINDS.get(kind, "infantry")]
    ink = inks.ON_SOLID if style.solid else inks.INK
    shapes: list[Shape] = [
        box(
            -20,
            -20,
            40,
            40,
            Stroke(style.fill, style.edge, 1.6 if style.solid else 3.0),
            2 if style.solid else 9,
        ),
        Group(
            (
                parse_path(fill, Stroke(ink)),
                *([parse_path(strokes, Stroke(line=ink, width=width))] if strokes else []),
            ),
            (0, -4),
            scale=0.8,
        ),
        parts.text((0, 15.5), text, 12.5, ink, 34, "number"),
    ]
    if top[0]:
        shapes.append(parts.text((-13, -10), top[0], 7.5, ink, 12, "number"))
    if top[1]:
        shapes.append(parts.text((13, -10), top[1], 7.5, ink, 12, "number"))
    return tuple(shapes)


def picture(game: AnyGame, view: View[BoardView]) -> Picture:  # noqa: ARG001
    """The table as it lies; nothing of it is secret."""
    table = view.board
    styles = [side_style(view.seats, seat) for seat in range(len(view.seats))]
    if table.map is not None:
        field = Field(table.map)
        board = [
            *field.shapes(),
            *_objectives(field, table, styles),
            *_barrages(field, table),
            *_pieces(field, table, styles),
        ]
        board_width, board_height = field.width, field.height
    else:
        board, board_width, board_height = _sky(table, styles)
    width = max(board_width, 480.0) + 32
    text = f"turn {table.game_turn} of {table.turns}, {table.phase}"
    cards = [_seat_card(view, seat, style) for seat, style in enumerate(styles)]
    below, bottom = parts.seat_cards(cards, 16, parts.HEADING + board_height + 12, width - 32)
    middle = Group(tuple(board), ((width - board_width) / 2, parts.HEADING))
    return parts.sheet(
        f"Combat Boots, {table.battle}",
        text,
        (width, bottom + 6),
        middle,
        below,
        title=table.battle,
    )


def _objectives(field: Field, board: BoardView, styles: list[SeatStyle]) -> Iterator[Shape]:
    for place, holder in board.objectives.items():
        at = field.at(place)
        if at is None:
            continue
        style = styles[holder] if 0 <= holder < len(styles) else None
        colour = style.colour if style else inks.INK_2
        dash = () if style is None or style.solid else (6.0, 3.0)
        star = "M0 -7L2 -2L7 -2L3 1L4.5 6L0 3L-4.5 6L-3 1L-7 -2L-2 -2Z"
        mark = Group(
            (parse_path(star, Stroke(colour, inks.INK, 0.8)),), (at[0], at[1] - SIDE * 0.7)
        )
        yield Group(
            (hexagon(at, SIDE - 4, Stroke(line=colour, width=3, dash=dash), pointed=False), mark),
            label=f"objective {place}",
        )


def _barrages(field: Field, board: BoardView) -> Iterator[Shape]:
    for guns in board.batteries:
        at = field.at(guns.at) if guns.at else None
        if at is not None:
            yield hexagon(
                at, SIDE * 1.05, Stroke(line=inks.DANGER, width=3, dash=(4, 4)), pointed=False
            )
            yield parts.chip((at[0], at[1] + SIDE * 0.62), guns.state, 9, inks.DANGER)


def _pieces(field: Field, board: BoardView, styles: list[SeatStyle]) -> Iterator[Shape]:
    """Counters where they stand; several on a hex share it, those in a band stand in a row."""
    here: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        if field.at(piece.place) is not None:
            here.setdefault(piece.place, []).append(piece)
    for place, pieces in here.items():
        at = field.at(place)
        assert at is not None
        hexed = place[0].isupper()
        for n, piece in enumerate(pieces):
            spot, scale = _in_hex(n, len(pieces)) if hexed else _in_row(n, len(pieces), field.width)
            yield Group(
                _marked(piece, styles[piece.seat]),
                (at[0] + spot[0], at[1] + spot[1]),
                0.0,
                scale,
                label=f"{piece.label} {piece.name} on {place}",
            )


def _in_hex(n: int, count: int) -> tuple[Point, float]:
    """Where the n-th of so many counters stands in a hex, and how large it is."""
    across = ceil(sqrt(count))
    rows = ceil(count / across)
    size = 44.0 / across if count > 1 else 42.0
    column, row = n % across, n // across
    return ((column - (across - 1) / 2) * size, (row - (rows - 1) / 2) * size), (size - 2) / 42


def _in_row(n: int, count: int, width: float) -> tuple[Point, float]:
    size = min(42.0, (width - 180) / count)
    return ((n - (count - 1) / 2) * size, 0.0), (size - 2) / 42


def _marked(piece: Piece, style: SeatStyle) -> tuple[Shape, ...]:
    shapes = counter(piece.kind, piece.rating, style)
    if piece.pinned:
        shapes += (
            line([(-19, 15), (19, -15)], Stroke(line=inks.DANGER, width=4)),
            parts.chip((0, 0), "pinned", 8, inks.DANGER),
        )
    if piece.acted:
        shapes += (circle((15, 15), 4, Stroke(inks.INK, inks.SHEET, 1.2)),)
    if piece.aboard:
        shapes += (parts.chip((0, -19), "aboard", 7),)
    return shapes


def _sky(board: BoardView, styles: list[SeatStyle]) -> tuple[list[Shape], float, float]:
    """A dog fight: a lane for each chain of pursuit or turning pair, and one for everybody
    apart.
    """
    lanes = _lanes(board.planes)
    longest = max((len(lane) for lane in lanes), default=1)
    width, height = max(480.0, 40 + 128.0 * longest), max(1, len(lanes)) * LANE + 16
    shapes: list[Shape] = [box(1, 1, width - 2, height - 2, Stroke(inks.SKY_1, inks.INK, 1.5))]
    for row, lane in enumerate(lanes):
        y = 8 + LANE * (row + 0.5)
        if row:
            shapes.append(
                line(
                    [(10, y - LANE / 2), (width - 10, y - LANE / 2)],
                    Stroke(line=inks.GRID, width=1, dash=(6, 5)),
                )
            )
        for n, plane in enumerate(lane):
            x = 64 + 128.0 * n
            style = styles[plane.seat]
            turning = bool(plane.turns_with)
            turn = 90.0 if not turning else (0.0 if n % 2 == 0 else 180.0)
            shapes.append(
                Group(
                    parts.aircraft(style),
                    (x, y - 8),
                    turn,
                    1.1,
                    label=f"{plane.label} {plane.name}",
                )
            )
            shapes.append(parts.tag(style, (x, y + 28), f"{plane.label} {plane.rating}", 10))
            if plane.pursues and n + 1 < len(lane):
                shapes.append(
                    parse_path(
                        f"M{x + 34} {y - 8}L{x + 88} {y - 8}M{x + 80} {y - 14}L{x + 88}"
                        f" {y - 8}L{x + 80} {y - 2}",
                        Stroke(line=inks.DANGER, width=2.4),
                    )
                )
            if turning and n % 2 == 0:
                shapes.append(parts.chip((x + 64, y - 8), "turning", 10))
            if plane.damaged:
                shapes.append(parts.chip((x, y - 34), "damaged", 9, inks.DANGER))
    return shapes, width, height


def _lanes(planes: tuple[Plane, ...]) -> list[list[Plane]]:
    flying = {plane.label: plane for plane in planes if plane.state == "in the fight"}
    hunted = {plane.pursues for plane in flying.values() if plane.pursues}
    done: set[str] = set()
    lanes: list[list[Plane]] = []
    for tail in [plane for plane in flying.values() if plane.pursues and plane.label not in hunted]:
        lane = []
        label = tail.label
        while label in flying and label not in done:
            done.add(label)
            lane.append(flying[label])
            label = flying[label].pursues
        lanes.append(lane)
    for plane in flying.values():
        if plane.turns_with and plane.label not in done:
            pair = [plane] + [flying[plane.turns_with]] * (plane.turns_with in flying)
            done |= {item.label for item in pair}
            lanes.append(pair)
    for seat in (0, 1):
        rest = [
            plane for plane in flying.values() if plane.seat == seat and plane.label not in done
        ]
        lanes += [rest[n : n + 5] for n in range(0, len(rest), 5)]
    return lanes


def _seat_card(
    view: View[BoardView], seat: int, style: SeatStyle
) -> tuple[SeatStyle, str, list[str], bool]:
    board = view.board
    lines = []
    places = Counter(piece.place for piece in board.pieces if piece.seat == seat)
    away = [
        f"{places[name]} {word}"
        for name, word in (
            ("unplaced", "not placed yet"),
            ("destroyed", "destroyed"),
            ("left", "left the map"),
        )
        if places[name]
    ]
    if board.map is not None:
        on_map = sum(
            count for name, count in places.items() if name not in ("unplaced", "destroyed", "left")
        )
        lines.append(", ".join([f"{on_map} units on the map", *away]))
    if board.points:
        lines.append(f"{board.points[seat]} points")
    for plane in board.planes:
        if plane.seat == seat and (board.map is not None or plane.state != "in the fight"):
            lines.append(
                f"{plane.label} {plane.name}: {plane.state}{', damaged' if plane.damaged else ''}"
            )
    lines += [
        f"{guns.key}: {guns.missions} missions, {guns.state}"
        for guns in board.batteries
        if guns.seat == seat
    ]
    return style, view.seats[seat].title, lines, seat in view.waiting
