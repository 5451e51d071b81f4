"""Pieces that several boards share: aircraft, badges, tags, cards, pips and the lines under a
board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dogfight.boards import palette as inks
from dogfight.boards.palette import SeatStyle
from dogfight.boards.shapes import (
    Group,
    Path,
    Picture,
    Point,
    Shape,
    Stroke,
    Words,
    box,
    circle,
    fitted,
    line,
    parse_path,
    words_width,
    wrapped,
)

_BADGES = {
    "square": "M-16 -16L16 -16L16 16L-16 16Z",
    "diamond": "M0 -19L19 0L0 19L-19 0Z",
    "triangle": "M0 -18L19 16L-19 16Z",
    "hexagon": "M-9 -17L9 -17L19 0L9 17L-9 17L-19 0Z",
    "shield": "M-17 -16L17 -16L17 1C17 10 8 15 0 18C-8 15 -17 10 -17 1Z",
}


def text(
    at: Point,
    text: str,
    size: float,
    colour: str = inks.INK,
    width: float = 0.0,
    face: str = "text",
    bold: bool = True,
) -> Words:
    """A centred line; with a width it is made small enough for it."""
    made = Words(at, text, size, colour, bold, "middle", face)  # type: ignore[arg-type]
    return fitted(made, width) if width else made


def left_text(
    at: Point,
    text: str,
    size: float,
    colour: str = inks.INK,
    width: float = 0.0,
    bold: bool = False,
) -> Words:
    made = Words(at, text, size, colour, bold, "start")
    return fitted(made, width) if width else made


def badge(style: SeatStyle, at: Point, scale: float = 1.0) -> Group:
    """A seat's badge, about 36 wide, with its letter."""
    ink = Stroke(style.fill, style.edge, 1.6 if style.solid else 3.0)
    shape = (
        circle((0, 0), 17, ink)
        if style.badge == "circle"
        else parse_path(_BADGES[style.badge], ink)
    )
    size = 18 if len(style.letter) == 1 else 13
    letter = text(
        (0, 11 if style.badge == "triangle" else 6.5),
        style.letter,
        size,
        style.on_fill,
        26,
        "display",
    )
    return Group((shape, letter), at, scale=scale)


def tag(style: SeatStyle, at: Point, words: str, size: float = 12.0) -> Group:
    """A short tag beside a piece: square and solid, or round and paper."""
    half = max(8.0, 4 + 0.36 * size * len(words))
    edge = Stroke(style.fill, style.edge, 1.0 if style.solid else 1.6)
    frame = box(-half, -0.64 * size, 2 * half, 1.28 * size, edge, 0 if style.solid else 0.6 * size)
    return Group((frame, text((0, 0.36 * size), words, size, style.on_fill, 2 * half - 3)), at)


def stripes(
    left: float, top: float, width: float, height: float, colour: str, gap: float = 5.0
) -> list[Shape]:
    """Slanting stripes inside a rectangle: what is paper is striped, so that it reads without
    colour.
    """
    result: list[Shape] = []
    at = gap
    while at < width + height:
        start = (left + min(at, width), top + max(0.0, at - width))
        end = (left + max(0.0, at - height), top + min(at, height))
        result.append(line([start, end], Stroke(line=colour, width=gap * 0.36)))
        at += gap
    return result


def aircraft(style: SeatStyle, outline: str = "") -> tuple[Shape, ...]:
    """An aircraft from above, nose up, 44 wide: a monoplane for solid sides, a striped one with
    two wings for paper.
    """
    if style.solid:
        ink = Stroke(style.colour, outline or inks.INK, 1.5)
        return (
            parse_path("M0 -19C3.5 -19 4 -15 4 -11L2 17L-2 17L-4 -11C-4 -15 -3.5 -19 0 -19Z", ink),
            parse_path("M-22 -3.5L-18 -11L18 -11L22 -3.5L19.5 -1L3 0.5L-3 0.5L-19.5 -1Z", ink),
            parse_path("M-8 19.5C-7 15 -4 13 0 13C4 13 7 15 8 19.5L0 17Z", ink),
            line([(-8, -20), (8, -20)], Stroke(line=outline or inks.INK, width=2.2)),
            circle((0, -2.5), 2.3, Stroke(inks.SHEET, inks.INK, 0.8)),
        )
    ink = Stroke(inks.SHEET, outline or style.colour, 1.6)
    return (
        parse_path("M-2.5 -18L2.5 -18L4 -12L4.5 0L3 17L-3 17L-4.5 0L-4 -12Z", ink),
        parse_path("M-17 -2.5L17 -2.5L18.5 0.5L17 4.5L-17 4.5L-18.5 0.5Z", ink),
        box(-21, -14, 42, 9.5, ink, 2.2),
        *stripes(-20, -13.4, 40, 8.3, style.colour),
        parse_path("M-8.5 15.5L-5.5 13L5.5 13L8.5 15.5L7 19L-7 19Z", ink),
        line([(-8, -19.5), (8, -19.5)], Stroke(line=outline or style.colour, width=2.2)),
        circle((0, 0), 2.3, ink),
    )


def cross_hair(at: Point, colour: str = inks.INK, scale: float = 1.0) -> Group:
    """The sign of one hit."""
    ink = Stroke(line=colour, width=1.7)
    return Group((circle((0, 0), 6, ink), parse_path("M-9 0L9 0M0 -9L0 9", ink)), at, scale=scale)


def pips(
    at: Point, full: int, all_of_them: int, size: float, colour: str = inks.INK
) -> list[Shape]:
    """A track of boxes from the left, the first ones filled."""
    return [
        box(
            at[0] + n * size * 1.25,
            at[1],
            size,
            size,
            Stroke(colour if n < full else inks.SHEET, colour, 1.2),
        )
        for n in range(all_of_them)
    ]


def card(
    x: float,
    y: float,
    width: float,
    height: float,
    words: Sequence[str],
    colour: str = inks.INK,
    label: str = "",
) -> Group:
    """A card with a few lines of words."""
    shapes: list[Shape] = [
        box(x, y, width, height, Stroke(inks.SHEET, colour, 1.6), min(5.0, width / 10))
    ]
    size = min(height / (len(words) + 1.2), width / 3)
    for n, item in enumerate(words):
        shapes.append(
            text(
                (x + width / 2, y + height * (n + 1) / (len(words) + 1) + size * 0.35),
                item,
                size,
                colour,
                width - 6,
            )
        )
    return Group(tuple(shapes), label=label)


def card_back(
    x: float, y: float, width: float, height: float, style: SeatStyle, label: str = ""
) -> Group:
    """The back of a card: striped, with the letter of whose it is."""
    middle = (x + width / 2, y + height / 2)
    shapes: list[Shape] = [
        box(x, y, width, height, Stroke(inks.WELL, style.colour, 1.6), min(5.0, width / 10)),
        *stripes(x + 4, y + 4, width - 8, height - 8, style.colour, max(4.0, width / 9)),
        badge(style, middle, min(width, height) / 60),
    ]
    return Group(tuple(shapes), label=label)


def frame(width: float, height: float, fill: str = inks.PAPER) -> Path:
    """The paper under everything."""
    return box(0, 0, width, height, Stroke(fill))


def heading(text: str, width: float, small: str = "") -> list[Shape]:
    """A line of title, 44 high, with a smaller one after it."""
    title = fitted(Words((16, 28), text, 20, inks.INK, True, "start", "display"), width / 2)
    shapes: list[Shape] = [title]
    if small:
        shapes.append(
            fitted(Words((width - 16, 28), small, 14, inks.INK_2, False, "end"), width / 2 - 48)
        )
    return shapes


HEADING = 44.0
ROW = 18.0


def sheet(
    name: str, text: str, size: Point, board: Group, below: Iterable[Shape], title: str = ""
) -> Picture:
    """A drawn table: a heading with the name, or another title, then the board, then what lies
    below it.
    """
    width, height = size
    return Picture(
        f"{name}, {text}",
        width,
        height,
        (frame(width, height), *heading(title or name, width, text), board, *below),
    )


def seat_card(
    style: SeatStyle, x: float, y: float, width: float, title: str, lines: Iterable[str], now: bool
) -> tuple[Group, float]:
    """Return what is known of a seat as text with its badge, and its height.

    The seat to act has an ink edge.
    """
    texts = [row for text in lines for row in wrapped(text, 13, width - 68)]
    height = 36 + ROW * len(texts)
    shapes: list[Shape] = [
        box(
            x,
            y,
            width,
            height,
            Stroke(inks.SHEET, inks.INK if now else inks.RULE, 2.6 if now else 1.0),
            6,
        ),
        badge(style, (x + 26, y + 26), 0.9),
        left_text((x + 54, y + 24), title, 15, inks.INK, width - 64, bold=True),
    ]
    for n, text in enumerate(texts):
        shapes.append(left_text((x + 54, y + 42 + ROW * n), text, 13, inks.INK_2, width - 62))
    return Group(tuple(shapes)), height


def seat_cards(
    cards: Sequence[tuple[SeatStyle, str, Sequence[str], bool]], x: float, y: float, width: float
) -> tuple[list[Shape], float]:
    """Seat cards in two columns; also where they end."""
    columns = 1 if len(cards) == 1 else 2
    each = (width - 12 * (columns - 1)) / columns
    shapes: list[Shape] = []
    tops = [y] * columns
    for style, title, lines, now in cards:
        column = tops.index(min(tops))
        made, height = seat_card(
            style, x + column * (each + 12), tops[column], each, title, lines, now
        )
        shapes.append(made)
        tops[column] += height + 10
    return shapes, max(tops)


def chip(at: Point, words: str, size: float = 12.0, colour: str = inks.INK) -> Group:
    """A few words on paper."""
    wide = words_width(Words((0, 0), words, size, colour, True)) + 12
    return Group(
        (
            box(-wide / 2, -0.8 * size, wide, 1.6 * size, Stroke(inks.SHEET, colour, 1.4), 3),
            text((0, 0.36 * size), words, size, colour),
        ),
        at,
    )
