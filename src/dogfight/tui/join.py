"""`dogfight join` in a terminal: a seat at a server's table, on the same page as a table of
one's own.
"""

from __future__ import annotations

from dogfight.client.line_client import seated
from dogfight.tui.app import OnePageApp
from dogfight.tui.screens.join import JoinScreen


def join_at_screen(url: str, name: str, *, ascii_only: bool) -> None:
    """Join a table by its link and play it on the board."""
    with seated(url, name) as table:
        OnePageApp(JoinScreen(table, table.game()), ascii_only=ascii_only).run()
