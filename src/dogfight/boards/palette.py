"""Linen & Ink: the printed colours, and which colour stands for which side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PAPER, SHEET, WELL = "#EFE4CC", "#FAF4E6", "#E4D6B8"
INK, INK_2, RULE, RULE_SOFT = "#1E2430", "#51503F", "#84775A", "#CBBD9B"
ACT, LINK, DANGER, ON_SOLID = "#F0B429", "#0F4C81", "#A3261B", "#FFF9EC"
SEATS = ("#A82A1C", "#17573F", "#14517E", "#8A5A00", "#6C2F74", "#2F5D66")
SKY_1, SKY_2, CLOUD = "#DCE6E1", "#C3D6D6", "#F6F1E3"
LAND, LAND_2, LAND_3, LAND_4 = "#E9E2C4", "#DAD7B2", "#C9C89C", "#B3B486"
GRID, GRID_SOFT = "#9C957A", "#C8BF9E"
FOREST, FOREST_BG, HOUSE, HOUSE_BG = "#3E5B39", "#C4CFA3", "#6E4636", "#DDBFA6"
BRUSH, ROAD, ROAD_EDGE, WATER, SAND, ROCK = (
    "#6F7A3A",
    "#FAF4E6",
    "#8A7A58",
    "#8FB3BD",
    "#EAD8A8",
    "#8D8777",
)
PURPLE, BROWN, BLUE, GREEN = "#6C2F74", "#7A4A1E", "#14517E", "#17573F"
THEMED = (
    *("PAPER", "SHEET", "WELL", "INK", "INK_2", "RULE", "RULE_SOFT"),
    *("ACT", "LINK", "DANGER", "ON_SOLID", "SKY_1", "SKY_2", "CLOUD"),
    *("LAND", "LAND_2", "LAND_3", "LAND_4", "GRID", "GRID_SOFT", "FOREST", "FOREST_BG"),
    *("HOUSE", "HOUSE_BG", "BRUSH", "ROAD_EDGE", "WATER", "SAND", "ROCK"),
)
"""The colours that the page changes by its themes, with those of the seats."""

Badge = Literal["square", "circle", "diamond", "triangle", "hexagon", "shield"]
BADGES: tuple[Badge, ...] = ("square", "circle", "diamond", "triangle", "hexagon", "shield")


@dataclass(frozen=True)
class SeatStyle:
    """Who is who: shape, then solid or paper, then letter, then colour."""

    letter: str
    badge: Badge
    solid: bool
    colour: str

    @property
    def fill(self) -> str:
        return self.colour if self.solid else SHEET

    @property
    def edge(self) -> str:
        return INK if self.solid else self.colour

    @property
    def on_fill(self) -> str:
        return ON_SOLID if self.solid else self.colour


def seat_style(seat: int, letter: str = "") -> SeatStyle:
    """The style of a seat, A to F and around again: neighbours always differ in solid or paper."""
    n = seat % 6
    return SeatStyle(letter or "ABCDEF"[n], BADGES[n], n % 2 == 0, SEATS[n])
