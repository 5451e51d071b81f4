"""The inks of the teams."""

from __future__ import annotations

from dogfight.boards.palette import BADGES, SEATS, SeatStyle

TEAMS = {"jaws": "#A34404", "paws": "#22406F", "claws": "#17573F", "tails": "#6C2F74"}


def team_style(team: str, number: int) -> SeatStyle:
    """A team of Jaws vs Paws by its place at the table."""
    return SeatStyle(
        team[:1].upper(), BADGES[number % 6], number % 2 == 0, TEAMS.get(team, SEATS[number % 6])
    )
