"""What a notice says: in which games it is a person's move, who waits there, until when. Nothing
of it is more than the list of their tables says.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dogfight.server.messages import TableLine

_MOST_GAMES, _MOST_NAMES = 5, 2


class Notice(msgspec.Struct, frozen=True):
    """One notice about all games that wait for a person."""

    title: str
    lines: tuple[str, ...]
    path: str
    until: int | None
    """When the first of the clocks ends."""


def notice(tables: Sequence[TableLine]) -> Notice:
    """The notice about some games, at least one; those with the least time are named first."""
    ordered = sorted(tables, key=lambda line: (line.deadline is None, line.deadline, line.code))
    lines = [f"{line.title}: {_waiting(line)} ({line.code})" for line in ordered[:_MOST_GAMES]]
    if len(ordered) > _MOST_GAMES:
        lines.append(f"and {len(ordered) - _MOST_GAMES} more")
    single = len(ordered) == 1
    return Notice(
        title=f"Your move in {ordered[0].title if single else f'{len(ordered)} games'}",
        lines=tuple(lines),
        path=f"/table/{ordered[0].code}" if single else "/",
        until=ordered[0].deadline,
    )


def _waiting(line: TableLine) -> str:
    """Who waits for a person at a table."""
    others = list(
        dict.fromkeys(player.name for player in line.players if player.name and not player.you)
    )
    if not others:
        return "it is your move"
    if len(others) > _MOST_NAMES:
        return f"{others[0]} and {len(others) - 1} others wait"
    return f"{' and '.join(others)} {'wait' if len(others) > 1 else 'waits'}"
