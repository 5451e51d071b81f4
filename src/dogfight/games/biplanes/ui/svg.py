"""Biplanes: the ring with its loops and its way out, planes and sites on it, tracks and tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Protocol

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle
from dogfight.boards.shapes import (
    Group,
    Path,
    Picture,
    Point,
    Shape,
    Stroke,
    away,
    box,
    circle,
    line,
    smooth,
)
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.games.biplanes.ui.style import plane_style
from dogfight.games.biplanes.view import BoardView, SideView

SCALE = 6.0
EDGE = 34.0
"""How far the sheet reaches beyond the outermost space."""
INKS = {"purple": inks.PURPLE, "brown": inks.BROWN, "blue": inks.BLUE, "green": inks.GREEN}
RADIUS = {"ring": 31.0, "loop": 27.0, "exit": 22.0}


class AnySpace(Protocol):
    """A space as the data and as a view tell it."""

    @property
    def id(self) -> str: ...
    @property
    def xy(self) -> tuple[int, int]: ...
    @property
    def colour(self) -> str: ...
    @property
    def part(self) -> str: ...
    @property
    def next(self) -> str: ...
    @property
    def loop_to(self) -> str: ...
    @property
    def exit_to(self) -> str: ...
    @property
    def site_xy(self) -> tuple[int, int] | None: ...


class Sky:
    """Where the spaces of one board lie on the sheet: whatever shape they have, all of them are
    on it.
    """

    def __init__(self, spaces: Iterable[AnySpace], size: tuple[int, int]) -> None:
        self.spaces = tuple(spaces)
        self.by_id = {space.id: space for space in self.spaces}
        marks = [xy for space in self.spaces for xy in (space.xy, space.site_xy) if xy is not None]
        left, top = (min(0.0, SCALE * min(xy[n] for xy in marks) - EDGE) for n in (0, 1))
        right, bottom = (
            max(SCALE * size[n], SCALE * max(xy[n] for xy in marks) + EDGE) for n in (0, 1)
        )
        self.left, self.top = left, top
        self.width, self.height = right - left, bottom - top
        ring = [space for space in self.spaces if space.part == "ring"]
        places = [self.spot(space.xy) for space in ring]
        self.ring = ring
        self.middle = (
            sum(x for x, _ in places) / len(places),
            sum(y for _, y in places) / len(places),
        )

    def spot(self, xy: tuple[int, int]) -> Point:
        return SCALE * xy[0] - self.left, SCALE * xy[1] - self.top

    def at(self, space: str) -> Point:
        return self.spot(self.by_id[space].xy)

    def nose(self, space: str) -> float:
        """Which way a plane on a space points: along the way it flies."""
        here = self.by_id[space]
        if here.part == "ring":
            before = next(
                (any_space.id for any_space in self.ring if any_space.next == space), space
            )
            return _angle(self.at(before), self.at(here.next)) + 90
        before = next(
            (
                any_space.id
                for any_space in self.spaces
                if space in (any_space.loop_to, any_space.exit_to, any_space.next)
            ),
            space,
        )
        after = here.next if here.next in self.by_id else space
        return _angle(self.at(before), self.at(after)) + 90

    def shapes(self) -> Iterator[Shape]:
        """The empty board."""
        yield box(1, 1, self.width - 2, self.height - 2, Stroke(inks.SKY_1, inks.INK, 1.5))
        yield from self._rays()
        yield from self._bands()
        for space in self.spaces:
            yield from self._space(space)

    def _rays(self) -> Iterator[Shape]:
        """The broad rays of the poster sky, as far as the sheet reaches."""
        x, y = self.middle
        for n in range(12):
            ends = [self._edge(radians(30 * n + turn)) for turn in (4, 14, 24)]
            yield line([(x, y), *ends], Stroke(inks.SKY_2, opacity=0.55), closed=True)

    def _edge(self, turn: float) -> Point:
        """Where a ray from the middle leaves the sheet."""
        (x, y), (dx, dy) = self.middle, (cos(turn), sin(turn))
        reach = min(
            ((self.width - 2 - x) if dx > 0 else (x - 2)) / max(abs(dx), 1e-9),
            ((self.height - 2 - y) if dy > 0 else (y - 2)) / max(abs(dy), 1e-9),
        )
        return x + dx * reach, y + dy * reach

    def _bands(self) -> Iterator[Shape]:
        circle_points = [self.spot(space.xy) for space in self.ring]
        for width, colour in ((22.0, inks.INK), (19.0, inks.SHEET)):
            yield smooth(circle_points, Stroke(line=colour, width=width), closed=True)
        for space in self.ring:
            if space.loop_to:
                over = self.by_id[space.loop_to]
                yield from _band(self._bow(space, over), INKS.get(over.colour, inks.INK))
            if space.exit_to:
                way = [
                    self.spot(space.xy),
                    *(
                        self.spot(any_space.xy)
                        for any_space in self.spaces
                        if any_space.part == "exit"
                    ),
                ]
                yield from _band(smooth(way, Stroke()), inks.BLUE)
        for space in self.ring:
            (ax, ay), b = self.spot(space.xy), self.at(space.next)
            half = away(((ax + b[0]) / 2, (ay + b[1]) / 2), self.middle, 12)
            arrow = line([(-4, -6), (4, 0), (-4, 6)], Stroke(line=inks.INK_2, width=2.6))
            yield Group((arrow,), half, _angle((ax, ay), b))

    def _bow(self, entry: AnySpace, over: AnySpace) -> Path:
        """A loop: out of the ring, over its space, back in."""
        start, top, end = self.spot(entry.xy), self.spot(over.xy), self.at(over.next)
        pull = 0.55 * hypot(start[0] - top[0], start[1] - top[1])
        out, back = away(start, self.middle, pull), away(end, self.middle, pull * 0.9)
        along = ((end[0] - start[0]) * 0.28, (end[1] - start[1]) * 0.28)
        steps = (
            ("M", (start,)),
            ("C", (self._inside(out), self._inside((top[0] - along[0], top[1] - along[1])), top)),
            ("C", (self._inside((top[0] + along[0], top[1] + along[1])), self._inside(back), end)),
        )
        return Path(steps, Stroke())

    def _inside(self, point: Point) -> Point:
        """A handle of a curve, kept on the sheet so that the curve is."""
        return min(max(point[0], 12.0), self.width - 12), min(max(point[1], 12.0), self.height - 12)

    def _space(self, space: AnySpace) -> Iterator[Shape]:
        """A space: white, of one colour, or of two halves; its colour is written on it as well."""
        at, radius = self.spot(space.xy), RADIUS[space.part]
        first, _, second = space.colour.partition("_")
        ink = INKS.get(second if first == "white" else first, "")
        whole = bool(ink) and not second
        yield circle(at, radius, Stroke(ink if whole else inks.SHEET, inks.INK, 3))
        if ink and not whole:
            x, y, r = *at, radius - 1.5
            k = 0.5522847498 * r
            yield Path(
                (
                    ("M", ((x - r, y),)),
                    ("C", ((x - r, y + k), (x - k, y + r), (x, y + r))),
                    ("C", ((x + k, y + r), (x + r, y + k), (x + r, y))),
                    ("Z", ()),
                ),
                Stroke(ink),
            )
        if whole:
            yield circle(at, radius - 5, Stroke(line=inks.ON_SOLID, width=1.5, dash=(3, 3)))
        name = "EXIT" if space.part == "exit" and space.next not in self.by_id else space.id
        down = 6 if not ink else 1 if whole else -4
        colour = inks.ON_SOLID if whole else inks.INK
        yield parts.text((at[0], at[1] + down), name, 17, colour, 1.5 * radius, "number")
        if ink:
            text = (second if first == "white" else first)[:3]
            yield parts.text((at[0], at[1] + radius - 8), text, 10, inks.ON_SOLID)


def _angle(a: Point, b: Point) -> float:
    return degrees(atan2(b[1] - a[1], b[0] - a[0]))


def _band(way: Path, colour: str) -> Iterator[Shape]:
    for ink in (
        Stroke(line=inks.INK, width=18),
        Stroke(line=colour, width=15),
        Stroke(line=inks.ON_SOLID, width=1.6, dash=(5, 6)),
    ):
        yield Path(way.steps, ink)


def tile(x: float, y: float, width: float, word: str, style: SeatStyle, label: str = "") -> Group:
    """A movement tile such as `3/2`: its value, and a cross-hair for each hit."""
    value, hits = tile_numbers(word)
    height = width * 1.3
    shapes: list[Shape] = [
        box(x, y, width, height, Stroke(inks.SHEET, style.colour, width / 24), width / 10),
        parts.text(
            (x + width / 2, y + height * 0.56),
            value,
            width * 0.62,
            inks.INK,
            width * 0.8,
            "display",
        ),
    ]
    step = min(0.3 * width, 0.9 * width / max(hits, 1))
    for n in range(hits):
        at = (x + width / 2 + (n - (hits - 1) / 2) * step, y + height * 0.8)
        shapes.append(parts.cross_hair(at, inks.DANGER, step / 21))
    shapes.append(
        parts.text((x + width * 0.12, y + height * 0.16), style.letter, width * 0.17, style.colour)
    )
    return Group(tuple(shapes), label=label)


def tile_numbers(word: str) -> tuple[str, int]:
    """The value and the hits of a tile in notation: `3/2` is a 3 with two hits, `0*` a zero with
    one.
    """
    value, _, hits = word.partition("/")
    return value.rstrip("*"), int(hits) if hits else word.count("*")


def picture(game: AnyGame, view: View[BoardView]) -> Picture:  # noqa: ARG001
    """The table as a seat sees it."""
    table = view.board
    sky = Sky(table.spaces, table.size)
    shapes: list[Shape] = list(sky.shapes())
    shapes += _sites(sky, table)
    shapes += _planes(sky, table)
    width = sky.width + 32
    text = f"Round {table.round}, turn {table.turn}, {table.phase}"
    cards = [
        _seat_card(view, number, side)
        for number, side in enumerate(table.sides)
        if side.plane != "nobody"
    ]
    below, bottom = parts.seat_cards(cards, 16, parts.HEADING + sky.height + 14, sky.width)
    hands, bottom = _hands(table, 16, bottom, sky.width)
    board = Group(tuple(shapes), (16, parts.HEADING))
    return parts.sheet("Biplanes", text, (width, bottom + 6), board, (*below, *hands))


def _sites(sky: Sky, board: BoardView) -> Iterator[Shape]:
    sites: Mapping[str, int] = board.mission.sites if board.mission is not None else {}
    for space in sky.spaces:
        number = sites.get(space.id)
        if space.site_xy is None or not number:
            continue
        x, y = sky.spot(space.site_xy)
        frame = box(-22, -22, 44, 44, Stroke(inks.SHEET, inks.INK, 1.8), 3)
        text = {"espionage": "cameras", "bombing": "factory", "rescue": "airfield"}.get(
            board.mode, ""
        )
        inside = (
            frame,
            parts.text((0, 6), str(number), 20, face="display"),
            parts.text((0, 17), text, 10, inks.INK_2, 40),
        )
        yield Group(inside, (x, y), label=f"site {space.id} {number}")


def _planes(sky: Sky, board: BoardView) -> Iterator[Shape]:
    standing = [
        (side.at, number) for number, side in enumerate(board.sides) if side.at in sky.by_id
    ]
    shared = len(standing) == 2 and standing[0][0] == standing[1][0]
    for at, number in standing:
        side = board.sides[number]
        style = plane_style(side.plane, number)
        nose = sky.nose(at)
        ahead = (21.0 if number == 0 else -21.0) if shared else 0.0
        x, y = sky.at(at)
        x, y = x + ahead * sin(radians(nose)), y - ahead * cos(radians(nose))
        plane = Group(parts.aircraft(style), turn=nose, scale=1.0 if shared else 1.3)
        tag = parts.tag(
            style,
            away((0.0, 0.0), (sky.middle[0] - x, sky.middle[1] - y), 38),
            f"{style.letter}{number + 1}",
            13,
        )
        yield Group((plane, tag), (x, y), label=f"{side.plane} on {at}")
    mal = board.mal
    if mal is not None and mal.at in sky.by_id:
        x, y = away(sky.at(mal.at), sky.middle, -34)
        plain = SeatStyle("M", "triangle", False, inks.INK_2)
        yield Group(
            parts.aircraft(plain),
            (x, y),
            sky.nose(mal.at),
            label=f"malfunctioning biplane on {mal.at}",
        )
        yield parts.tag(plain, (x, y + 26), "mal", 11)


def _seat_card(
    view: View[BoardView], number: int, side: SideView
) -> tuple[SeatStyle, str, list[str], bool]:
    title = view.seats[number].title if number < len(view.seats) else "Bot"
    lines = [
        f"{side.plane}, on {side.at}, damage {side.damage} of {side.track}",
        f"turns: {' '.join(side.squares) or 'none'}; played: {' '.join(side.played) or 'none'}",
        f"hand {side.hand_size}, bag {side.bag_size}, aside {side.aside_size}",
    ]
    states = [
        word
        for word, holds in (
            ("unarmed", not side.armed),
            ("jammed", side.jammed),
            ("sealed", side.committed),
        )
        if holds
    ]
    if states:
        lines.append(", ".join(states))
    if side.commitment is not None:
        lines.append(f"chosen {side.commitment}")
    return plane_style(side.plane, number), title, lines, number in view.waiting


def _hands(board: BoardView, x: float, y: float, width: float) -> tuple[list[Shape], float]:
    """The hands that lie open to this seat, one row each."""
    shapes: list[Shape] = []
    for number, side in enumerate(board.sides):
        if not side.hand:
            continue
        style = plane_style(side.plane, number)
        each = min(48.0, (width - 8 * len(side.hand)) / len(side.hand))
        for n, word in enumerate(side.hand):
            shapes.append(
                tile(x + n * (each + 8), y, each, word, style, f"{side.plane} holds {word}")
            )
        y += each * 1.3 + 10
    return shapes, y
