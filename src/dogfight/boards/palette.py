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
NAMED = {
    "orange": "#B5500B",
    "pink": "#B03A72",
    "magenta": "#A3246F",
    "violet": "#5B3A9E",
    "indigo": "#3A3F8F",
    "navy": "#1F2F5C",
    "cyan": "#0B6E82",
    "turquoise": "#0F7268",
    "teal": "#2F5D66",
    "lime": "#57701A",
    "olive": "#5E6420",
    "khaki": "#6F6A3A",
    "gold": "#8A6A00",
    "silver": "#6B6F75",
    "gray": "#51503F",
    "tan": "#86683E",
    "maroon": "#6E1F1F",
    "crimson": "#9C1733",
    "scarlet": "#B32417",
}
"""Further colours by their names, dark enough to be read on the sheet."""
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
