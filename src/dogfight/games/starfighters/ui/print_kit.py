"""Starfighters on paper: the map, ships with their debris, hull and wreckage tokens, the deck
and an aid.
"""

from __future__ import annotations

from collections.abc import Iterator

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import seat_style
from dogfight.boards.shapes import Group, Shape, Stroke, box, parse_path
from dogfight.core.registry import AnyGame
from dogfight.games.starfighters.data import CARDS
from dogfight.games.starfighters.game import Starfighters
from dogfight.games.starfighters.tables import count_of
from dogfight.games.starfighters.ui.svg import SIDE, Chart, rock, ship
from dogfight.printing.kit import CARD, Kit, Part, aid, folded, part, token

HEX = 20.0
"""The width of a hex in millimetres."""
SHIP = 15.0
ATTACKS = ("short", "medium", "long")


def kit(game: AnyGame) -> Kit:
    assert isinstance(game, Starfighters)
    data = game.data
    tables = data.tables
    chart = Chart(data.radius)
    scale = HEX / (SIDE * 3**0.5)
    shapes = list(chart.shapes(data.line_names, coordinates=True))
    board = part("map", chart.width * scale, chart.height * scale, shapes, chart.width, inks.SHEET)
    pieces: list[Part] = []
    for seat in range(data.most_players):
        pieces += _ship(seat, int(tables.hull))
    pieces += [token(f"wreckage {n + 1}", 13, rock(), 0.42) for n in range(int(tables.wreckage))]
    pieces.append(
        token(
            "first player",
            16,
            (
                parts.badge(seat_style(0, "1"), (0, -4), 0.6),
                parts.text((0, 14), "first player", 5.5, width=30),
            ),
            0.45,
        )
    )
    pieces += [
        _card(name, n + 1)
        for kind, name in enumerate(CARDS)
        for n in range(count_of(tables.deck, kind))
    ]
    rows = [
        f"Each ship has {tables.hull} hull points; a hand is {tables.hand} cards.",
        f"A ship moves up to {tables.steps} steps, debris {tables.debris_steps}.",
        f"short: every ship within {tables.short_radius}.",
        *(f"{name}: {count_of(tables.deck, kind)} cards" for kind, name in enumerate(CARDS)),
    ]
    pieces += [
        aid(f"aid {seat + 1}", "Starfighters", rows, 60) for seat in range(data.most_players)
    ]
    return Kit("Starfighters", [board], pieces)


def _ship(seat: int, hull: int) -> Iterator[Part]:
    style = seat_style(seat)
    front = token("", SHIP, (Group(ship(seat, style), (0, 3)),), SHIP / 46)
    back = token("", SHIP, ship(seat, style, wreck=True), SHIP / 46)
    yield folded(f"ship {style.letter}", front, back)
    for n in range(hull):
        shapes: tuple[Shape, ...] = (
            parse_path(
                "M-13 4L-9 -9L2 -13L12 -6L13 6L3 13L-8 12Z", Stroke(style.fill, style.edge, 2)
            ),
            parts.text((0, 5), style.letter, 14, style.on_fill),
        )
        yield token(f"hull {style.letter}{n + 1}", 12, shapes, 0.38)


def _card(name: str, number: int) -> Part:
    """Attacks have a red flat head, shields a blue pointed one."""
    width, height = CARD
    attack = name in ATTACKS
    head = "M3 3L35 3L35 16L3 16Z" if attack else "M3 3L35 3L35 12L19 17L3 12Z"
    shapes: list[Shape] = [
        box(0.8, 0.8, width - 1.6, height - 1.6, Stroke(line=inks.INK, width=0.7), 2.5),
        parse_path(head, Stroke(inks.DANGER if attack else inks.LINK, inks.INK, 0.4)),
        parts.text((width / 2, 11), name, 7, inks.ON_SOLID, 29, "display"),
        parts.text((width / 2, 49), "attack" if attack else "shield", 4, inks.INK_2),
    ]
    sign = (
        parts.cross_hair((width / 2, 31), inks.DANGER, 1.0)
        if attack
        else parts.badge(seat_style(5, name[0].upper()), (width / 2, 31), 0.6)
    )
    return Part(f"card {name} {number}", width, height, (*shapes, sign))
