"""Squadrons on paper: the board, twelve planes, and a deck for each side."""

from __future__ import annotations

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.shapes import Group, Shape, Stroke, box
from dogfight.core.registry import AnyGame
from dogfight.games.squadrons.game import Squadrons
from dogfight.games.squadrons.ui.svg import SIDE, STYLES, Grid, suit, suit_ink
from dogfight.printing.kit import CARD, Kit, Part, aid, centred, part

SQUARE = 16.0
"""How wide a square of the board is in millimetres; a plane is a little smaller."""


def kit(game: AnyGame) -> Kit:
    assert isinstance(game, Squadrons)
    contents = game.data.contents
    grid = Grid(contents.board.columns, contents.board.rows)
    scale = SQUARE / SIDE
    shapes = list(grid.shapes(contents.board.blocked, contents.airfield))
    board = part("board", grid.width * scale, grid.height * scale, shapes, grid.width, inks.PAPER)
    pieces = [_plane(name) for name in contents.start]
    for side in STYLES:
        pieces += [
            _card(side, rank, text) for text in contents.deck.suits for rank in contents.deck.ranks
        ]
    rows = [f"{name}: {where}" for name, where in contents.start.items()]
    rows += [f"The game ends after {contents.limits.stall_turns} turns in a row without a card."]
    pieces.append(aid("aid", "Squadrons: where the planes start", rows))
    return Kit("Squadrons", [board], pieces)


def _plane(name: str) -> Part:
    style = STYLES[name[0]]
    shapes = (Group(parts.aircraft(style), (0, -2), scale=0.8), parts.tag(style, (0, 16), name, 9))
    return centred(f"plane {name}", 14.5, 14.5, shapes, 14.5 / 46)


def _card(side: str, rank: str, letter: str) -> Part:
    width, height = CARD
    style, ink = STYLES[side], suit_ink(letter)
    shapes: list[Shape] = [
        box(0.8, 0.8, width - 1.6, height - 1.6, Stroke(line=style.colour, width=0.7), 2.5),
        parts.text((7, 10), rank, 8, ink, 11, "display"),
        suit(letter, (7, 16), 0.26),
        suit(letter, (width / 2, height / 2), 0.9),
        Group(
            (parts.text((0, 0), rank, 8, ink, 11, "display"), suit(letter, (0, 6), 0.26)),
            (width - 7, height - 10),
            180,
        ),
        parts.badge(style, (width - 7, 7), 0.2),
    ]
    return Part(f"card {side} {rank}{letter}", width, height, tuple(shapes))
