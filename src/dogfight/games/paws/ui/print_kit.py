"""Jaws vs Paws on paper: each team's boards by day and by night, its track, its plane, its two
decks, and the Sun.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dogfight.boards import palette as inks
from dogfight.boards import pieces as parts
from dogfight.boards.palette import SeatStyle
from dogfight.boards.shapes import Group, Shape, Stroke, box, circle, line
from dogfight.core.registry import AnyGame
from dogfight.games.paws.data import ROLES, Data
from dogfight.games.paws.game import Paws
from dogfight.games.paws.ui.style import team_style
from dogfight.games.paws.ui.svg import card_face, head_on, light
from dogfight.printing.kit import CARD, Kit, Part, aid, folded, part, token

BOARD_SCALE = 0.5
SECTION = 46.0
"""The width of a section of a track: a card fits into it."""


def kit(game: AnyGame) -> Kit:
    assert isinstance(game, Paws)
    data = game.data
    boards: list[Part] = []
    pieces: list[Part] = []
    for number, team in enumerate(data.teams):
        style = team_style(team, number)
        boards += [
            _view(data, team, style, which, night)
            for which in ("P", "G")
            for night in (False, True)
        ]
        boards += [_track(data, team, style, smoke) for smoke in (False, True)]
        pieces.append(token(f"plane of {team}", 30, (Group(head_on(style), (0, -4)),), 0.27))
        pieces += _decks(data, team)
    sun, moon = (token("", 24, (light(night, (0.0, 0.0)),), 0.25) for night in (False, True))
    pieces.append(folded("Sun and Moon", sun, moon))
    pieces += [
        aid(f"aid {team} {role}", f"{team.capitalize()}, {role}", _aid(data, role), 60)
        for team in data.teams
        for role in ROLES
    ]
    return Kit("Jaws vs Paws", boards, pieces)


def _view(data: Data, team: str, style: SeatStyle, which: str, night: bool) -> Part:
    """[JP-1.3] [JP-1.4] A View Board with its three zones, its day side or its night side."""
    place = data.layout.near.board["P" if which == "P" else "G"]
    left, _, width, height = place.rect
    shapes: list[Shape] = [
        box(
            1, 1, width - 2, height - 2, Stroke(inks.SKY_2 if night else inks.SKY_1, inks.INK, 2), 4
        )
    ]
    horizon = height * 0.75
    shapes.append(
        line([(3, horizon), (width - 3, horizon)], Stroke(line=inks.GRID, width=1.6, dash=(8, 5)))
    )
    columns = {"L": place.L, "C": place.C, "R": place.R}
    for letter, (x, _) in columns.items():
        shapes.append(
            parts.text((x - left, horizon + 24), f"{which}{letter}", 18, inks.INK_2, face="number")
        )
    middles = sorted(x - left for x, _ in columns.values())
    for a, b in pairwise(middles):
        shapes.append(
            line(
                [((a + b) / 2, 4), ((a + b) / 2, height - 4)],
                Stroke(line=inks.GRID, width=1.2, dash=(3, 5)),
            )
        )
    name = "Pilot" if which == "P" else "Gunner"
    shapes.append(
        parts.text((width / 2, 22), f"{name} view, {'night' if night else 'day'}", 15, inks.INK_2)
    )
    shapes.append(parts.badge(style, (26, 26), 0.9))
    label = f"{team} {name.lower()} view, {'night' if night else 'day'} side"
    return part(label, width * BOARD_SCALE, height * BOARD_SCALE, shapes, width, inks.SKY_1)


def _track(data: Data, team: str, style: SeatStyle, smoke: bool) -> Part:
    """[JP-1.2] The Action Track: its sections, and on its other side smoke."""
    sections = data.numbers.sizes.track_sections
    width, height = sections * (SECTION + 3) + 5, 72.0
    shapes: list[Shape] = [parts.badge(style, (7, 7), 0.28)]
    shapes.append(
        parts.text(
            (width / 2, 8.5),
            f"{team.capitalize()} action track",
            4.4,
            style.colour,
            width - 40,
            "display",
        )
    )
    for n in range(sections):
        x = 4 + n * (SECTION + 3)
        shapes.append(box(x, 12, SECTION, 58, Stroke(inks.WELL, style.colour, 0.6), 2))
        shapes.append(parts.text((x + SECTION / 2, 47), str(n + 1), 16, inks.SHEET, face="display"))
    if smoke:
        puffs = ((-5, 1, 3.2), (0, -1, 4.0), (4.5, 1.2, 2.8))
        shapes += [
            circle((width - 14 + dx, 6 + dy), r, Stroke(inks.ROCK, inks.INK, 0.3))
            for dx, dy, r in puffs
        ]
    return Part(
        f"{team} track, {'smoke' if smoke else 'clean'} side",
        width,
        height,
        tuple(shapes),
        inks.PAPER,
    )


def _decks(data: Data, team: str) -> Iterator[Part]:
    for role in ROLES:
        for name, count in data.decks[role].items():
            for n in range(count):
                face = card_face(1, 1, 80, 114.5, "", data.cards[name], role)
                badge = parts.badge(team_style(team, list(data.teams).index(team)), (15, 16), 0.3)
                yield part(f"card {team} {role} {name} {n + 1}", *CARD, (face, badge), 82)


def _aid(data: Data, role: str) -> list[str]:
    sizes, numbers = data.numbers.sizes, data.numbers
    return [
        (
            f"Deck {sizes.deck} cards, hand {sizes.hand} ({sizes.solo_hand_per_seat} for each seat"
            " of a solo player)."
        ),
        f"{numbers.timer.action_s} seconds to lay cards on {sizes.track_sections} sections.",
        f"Repairing with smoke: {numbers.damage.smoke_repair} damage to the other seat.",
        (
            f"Day, in the Sun's zone: damage divided by {numbers.damage.sun_divisor}, rounded"
            f" {numbers.damage.sun_rounding}; out of it a shot sweeps the board."
        ),
        (
            f"Night, by View Board: up to {numbers.moon.extra_draw_max} extra cards on the board"
            f" beside the Moon's; a hit on its board looks at {numbers.moon.look}."
        ),
        "Three players: the solo player's first card of a round lies open.",
        "Your deck:",
        *(
            f"{count} × {name.replace('_', ' ')}"
            for name, count in data.decks[role].items()
            if count
        ),
    ]
