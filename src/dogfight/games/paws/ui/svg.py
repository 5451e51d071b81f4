"""Jaws vs Paws: view boards with biplanes coming head-on, sun or moon, tracks of cards, piles
and hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

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
    line,
    parse_path,
)
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.games.paws.data import ZONE_NAMES, Card, Layout
from dogfight.games.paws.game import Paws
from dogfight.games.paws.ui.style import team_style
from dogfight.games.paws.view import BoardView, SeatTable, TeamTable, TrackCard

GAP = 20.0
CARD = (54.0, 72.0)
HEAD_ON = (
    "M-52 -14L52 -14L52 -4L-52 -4Z",
    "M-46 10L46 10L46 19L-46 19Z",
)


class Panel:
    """Where one team's things lie, from the layout file: as drawn there, or turned by half a
    turn across the table.
    """

    def __init__(self, layout: Layout, column: int, far: bool) -> None:
        self.layout = layout
        self.far = far
        self.width, self.height = float(layout.table.width), layout.table.height / 2
        self.x = column * (self.width + GAP)
        self.y = 0.0 if far else self.height + GAP

    def at(self, point: tuple[int, int]) -> Point:
        x, y = point[0], point[1] - self.height
        return (
            (self.x + self.width - x, self.y + self.height - y)
            if self.far
            else (self.x + x, self.y + y)
        )

    def zone(self, zone: str) -> Point:
        return self.at(self.layout.zone(zone, near=True))

    def board(self, which: str) -> tuple[float, float, float, float]:
        """Left, top, width and height of a View Board."""
        x, y, width, height = self.layout.near.board["P" if which == "P" else "G"].rect
        left, top = self.at((x + width, y + height)) if self.far else self.at((x, y))
        return left, top, float(width), float(height)

    def section(self, number: int) -> Point:
        return self.at(self.layout.near.track.section[number])


def head_on(style: SeatStyle) -> tuple[Shape, ...]:
    """A biplane coming at you, 104 wide: solid, or paper with striped wings."""
    ink = Stroke(style.fill, style.edge, 2.6)
    wings = [parse_path(way, ink) for way in HEAD_ON]
    return (
        *wings,
        *([] if style.solid else parts.stripes(-51, -13, 102, 8, style.colour, 9)),
        parse_path(
            "M-34 -4L-34 10M34 -4L34 10M-16 -4L-20 10M16 -4L20 10",
            Stroke(line=style.edge, width=2.6),
        ),
        circle((0, 4), 17, ink),
        parse_path(
            "M0 -26C3 -24 8 -12 2 4C8 20 3 32 0 34C-3 32 -8 20 -2 4C-8 -12 -3 -24 0 -26Z",
            Stroke(inks.SHEET, style.edge, 1.6),
        ),
        parse_path("M-13 24L-17 34M13 24L17 34", Stroke(line=style.edge, width=2.6)),
        circle((-18, 36), 4.5, Stroke(inks.INK)),
        circle((18, 36), 4.5, Stroke(inks.INK)),
        parts.badge(style, (0, 5), 0.5),
    )


def light(night: bool, at: Point, radius: float = 26.0) -> Group:
    """The sun with twelve rays, or the moon with a crescent."""
    if night:
        moon = circle((0, 0), radius, Stroke(inks.CLOUD, inks.INK, 2))
        crescent = parse_path(
            "M3 -8C-9 -9 -9 9 3 8C-3 5 -3 -5 3 -8Z", Stroke(inks.ACT, inks.INK, 0.6)
        )
        return Group((moon, Group((crescent,), scale=radius / 10)), at, label="the Moon")
    rays = [
        Group(
            (parse_path("M0 -31L5 -42L-5 -42Z", Stroke(inks.ACT, inks.INK, 1.6)),),
            turn=30.0 * n,
            scale=radius / 28,
        )
        for n in range(12)
    ]
    return Group(
        (*rays, circle((0, 0), radius, Stroke(inks.ACT, inks.INK, 2))), at, label="the Sun"
    )


def card_face(
    x: float,
    y: float,
    width: float,
    height: float,
    name: str,
    kind: Card,
    role: str,
    side: str = "",
) -> Group:
    """The front of a card: what it does; a pilot's has a paper border, a gunner's an ink one."""
    border = inks.SHEET if role == "pilot" else inks.INK
    inner = width * 0.07
    shapes: list[Shape] = [
        box(x, y, width, height, Stroke(border, inks.INK, 1.4), width / 10),
        box(
            x + inner,
            y + inner,
            width - 2 * inner,
            height - 2 * inner,
            Stroke(inks.SHEET, inks.INK, 1.0),
            width / 16,
        ),
    ]
    middle = x + width / 2
    size = width * 0.22
    room = width - 2 * inner - 6
    if kind.family == "plane":
        halves = (("own", kind.own), ("enemy", kind.enemy))
        if side == "enemy":
            halves = (halves[1], halves[0])
        for n, (whose, move) in enumerate(halves):
            top = y + height * (0.27 + 0.42 * n)
            shapes.append(parts.text((middle, top), whose, size * 0.72, inks.INK_2, room))
            shapes.append(
                parts.text(
                    (middle, top + size), move, size, inks.INK if n == 0 else inks.INK_2, room
                )
            )
        shapes.append(
            line(
                [(x + inner, y + height / 2), (x + width - inner, y + height / 2)],
                Stroke(line=inks.INK, width=1),
            )
        )
    elif kind.family == "sun":
        shapes.append(light(False, (middle, y + height * 0.38), width * 0.15))
        shapes.append(parts.text((middle, y + height * 0.82), kind.effect, size, width=room))
    else:
        shapes.append(parts.cross_hair((middle, y + height * 0.3), inks.DANGER, width / 44))
        shapes.append(parts.text((middle, y + height * 0.68), kind.zone, size * 1.2, width=room))
        shapes.append(
            parts.text(
                (middle, y + height * 0.87), f"{kind.damage} cards", size * 0.66, inks.INK_2, room
            )
        )
    return Group(tuple(shapes), label=name)


def board_shapes(
    layout: Layout, panel: Panel, style: SeatStyle, night: bool = False
) -> Iterator[Shape]:
    """A team's two View Boards and its track, empty."""
    for which, name in (("P", "Pilot"), ("G", "Gunner")):
        left, top, width, height = panel.board(which)
        yield box(
            left, top, width, height, Stroke(inks.SKY_2 if night else inks.SKY_1, inks.INK, 2), 4
        )
        horizon = top + height * (0.25 if panel.far else 0.75)
        yield line(
            [(left, horizon), (left + width, horizon)],
            Stroke(line=inks.GRID, width=1.4, dash=(8, 5)),
        )
        yield parts.text(
            (left + width / 2, top + (height - 8 if panel.far else 18)),
            f"{name} view",
            14,
            inks.INK_2,
        )
        for zone in ZONE_NAMES:
            if zone[0] == which:
                x, y = panel.zone(zone)
                yield parts.text((x, horizon + 22), zone, 16, inks.INK_2, face="number")
        zones = sorted(panel.zone(zone)[0] for zone in ZONE_NAMES if zone[0] == which)
        for a, b in pairwise(zones):
            yield line(
                [((a + b) / 2, top + 4), ((a + b) / 2, top + height - 4)],
                Stroke(line=inks.GRID, width=1, dash=(3, 5)),
            )
    width, height = layout.near.track.size
    for n in range(len(layout.near.track.section)):
        x, y = panel.section(n)
        yield box(
            x - width / 2, y - height / 2, width, height, Stroke(inks.WELL, style.colour, 1.6), 5
        )
        yield parts.text((x, y + height / 2 - 8), str(n + 1), 15, inks.INK_2, face="number")


def picture(game: AnyGame, view: View[BoardView]) -> Picture:
    """The table as a seat sees it; its own team sits at the bottom."""
    assert isinstance(game, Paws)
    layout, cards = game.data.layout, game.data.cards
    table = view.board
    names = [team.team for team in table.teams]
    own = view.seat // 2 if view.seat >= 0 else len(names) - 1
    panels: dict[str, Panel] = {}
    for n in range(len(names)):
        column, spot = divmod(n, 2)
        far = spot == (1 if column % 2 == 0 else 0)
        panels[names[(own + n) % len(names)]] = Panel(layout, column, far)
    shapes: list[Shape] = []
    for number, team in enumerate(table.teams):
        shapes += _team(view, panels[team.team], team, number, cards)
    if table.sun:
        team_name, zone = table.sun.split(".")
        x, y = panels[team_name].zone(zone)
        shapes.append(
            light(table.mode == "night", (x + 16, y + (46 if panels[team_name].far else -46)))
        )
    elif table.holder in panels:
        panel = panels[table.holder]
        shapes.append(
            light(table.mode == "night", (panel.x + panel.width / 2, panel.zone("PC")[1]))
        )
    inner_width = max(panel.x + panel.width for panel in panels.values())
    inner_height = 2 * layout.table.height / 2 + GAP
    width = inner_width + 32
    text = f"Round {table.round}, {table.phase}, {table.mode}"
    seats = [_seat_card(view, number, seat) for number, seat in enumerate(table.seats)]
    below, bottom = parts.seat_cards(seats, 16, parts.HEADING + inner_height + 12, inner_width)
    hands, bottom = _hands(table, cards, 16, bottom, inner_width)
    board = Group(tuple(shapes), (16, parts.HEADING))
    return parts.sheet("Jaws vs Paws", text, (width, bottom + 6), board, (*below, *hands))


def _team(
    view: View[BoardView], panel: Panel, team: TeamTable, number: int, cards: dict[str, Card]
) -> Iterator[Shape]:
    board, style = view.board, team_style(team.team, number)
    yield from board_shapes(panel.layout, panel, style, board.mode == "night")
    for which in "PG":
        left, top, width, _ = panel.board(which)
        yield parts.badge(style, (left + width - 24 if which == "P" else left + 24, top + 24), 0.8)
    here: dict[str, int] = {}
    for key, zone in board.planes.items():
        other, owner = key.split("@")
        if owner != team.team or zone == "gone":
            continue
        index = [team_table.team for team_table in board.teams].index(other)
        x, y = panel.zone(zone)
        y += 26.0 * here.get(zone, 0) - 14
        here[zone] = here.get(zone, 0) + 1
        yield Group(
            head_on(team_style(other, index)),
            (x, y),
            scale=0.95,
            label=f"plane of {other} in {zone} of {owner}",
        )
    if team.smoke:
        x, y = panel.x + panel.width / 2, panel.zone("PC")[1]
        puffs = [
            circle((x + dx, y + dy), r, Stroke(inks.ROCK, inks.INK, 1.2))
            for dx, dy, r in ((-16, 4, 15), (6, -6, 19), (20, 8, 13))
        ]
        yield Group(tuple(puffs), label=f"smoke of {team.team}")
    yield from _track(panel, team, style, cards)
    yield from _piles(panel, board, team)


def _track(
    panel: Panel, team: TeamTable, style: SeatStyle, cards: dict[str, Card]
) -> Iterator[Shape]:
    width, height = panel.layout.near.track.size
    for n in range(len(panel.layout.near.track.section)):
        lying = [card for card in team.track if card.section == n + 1]
        x, y = panel.section(n)
        for k, card in enumerate(lying):
            w = (width - 10) / max(1, len(lying)) - 2
            h = min(height - 26, w * 1.4)
            left = x - width / 2 + 5 + k * (w + 2)
            yield _laid(card, left, y - height / 2 + 5, w, h, style, team, cards)


def _laid(
    card: TrackCard,
    x: float,
    y: float,
    width: float,
    height: float,
    style: SeatStyle,
    team: TeamTable,
    cards: dict[str, Card],
) -> Shape:
    label = f"{team.team} section {card.section}: {card.card or 'a card of the ' + card.role}"
    if not card.card:
        back = SeatStyle(card.role[0].upper(), style.badge, style.solid, style.colour)
        return parts.card_back(x, y, width, height, back, label)
    return card_face(x, y, width, height, label, cards[card.card], card.role, card.side)


def _piles(panel: Panel, board: BoardView, team: TeamTable) -> Iterator[Shape]:
    for seat in board.seats:
        owner, role = seat.seat.split(".")
        if owner != team.team:
            continue
        places = panel.layout.near.pile["pilot" if role == "pilot" else "gunner"]
        for name, place, count in (
            ("deck", places.deck, seat.deck),
            ("used", places.discard, seat.discards),
            ("scrap", places.scrap, seat.scrap),
        ):
            x, y = panel.at(place)
            dash = (4.0, 3.0) if name == "scrap" else ()
            yield box(
                x - 30,
                y - 40,
                60,
                80,
                Stroke(inks.WELL if name == "deck" else inks.SHEET, inks.INK, 1.4, dash),
                5,
            )
            colour = inks.DANGER if name == "deck" and count <= 6 else inks.INK
            yield parts.text((x, y + 6), str(count), 24, colour, face="display")
            yield parts.text((x, y + 30), name, 12, inks.INK_2)
            yield parts.text((x, y - 24), role[0].upper(), 12, inks.INK_2)


def _seat_card(
    view: View[BoardView], number: int, seat: SeatTable
) -> tuple[SeatStyle, str, list[str], bool]:
    team = seat.seat.split(".")[0]
    style = team_style(team, number // 2)
    lines = [f"hand {seat.hand}, deck {seat.deck}, used {seat.discards}, scrap {seat.scrap}"]
    states = [
        word
        for word, holds in (
            ("ready", seat.ready),
            ("played", seat.played),
            ("repairing", seat.repairing),
        )
        if holds
    ]
    if states:
        lines.append(", ".join(states))
    return style, view.seats[number].title, lines, number in view.waiting


def _hands(
    board: BoardView, cards: dict[str, Card], x: float, y: float, width: float
) -> tuple[list[Shape], float]:
    """The hands that lie open to this seat."""
    shapes: list[Shape] = []
    for seat in board.seats:
        if seat.secrets is None or not seat.secrets.hand:
            continue
        across = int((width + 8) // (CARD[0] + 8))
        for n, name in enumerate(seat.secrets.hand):
            left, top = x + n % across * (CARD[0] + 8), y + n // across * (CARD[1] + 8)
            label = f"{seat.seat} holds {name}"
            shapes.append(card_face(left, top, *CARD, label, cards[name], seat.seat.split(".")[1]))
        rows = (len(seat.secrets.hand) + across - 1) // across
        y += rows * (CARD[1] + 8) + 4
    return shapes, y
