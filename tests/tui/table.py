"""Helpers of the table's tests: what is on the screen, in plain text and in style."""

from __future__ import annotations

from rich.style import Style
from textual.pilot import Pilot
from textual.widget import Widget

from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.tui.screens.table import TableScreen
from dogfight.tui.setup import GameSetup


def set_up(game: AnyGame, players: str, seed: int = 1, **options: object) -> GameSetup:
    chosen: Options = game.options(options)
    return GameSetup(game, chosen, tuple(players.split(",")), seed)


def screen_text(pilot: Pilot[None]) -> str:
    """Everything the terminal shows now."""
    lines = pilot.app.screen._compositor.render_strips()
    return "\n".join(line.text for line in lines)


def widget_text(pilot: Pilot[None], widget: Widget) -> str:
    """What the terminal shows where a widget is."""
    lines = screen_text(pilot).splitlines()[widget.region.y : widget.region.bottom]
    return "\n".join(line[widget.region.x : widget.region.right] for line in lines)


def screen_styles(pilot: Pilot[None]) -> set[Style]:
    lines = pilot.app.screen._compositor.render_strips()
    return {segment.style for line in lines for segment in line if segment.style is not None}


def all_text(pilot: Pilot[None]) -> str:
    """What any page shows or would show when those above it are put away."""
    texts = []
    for screen in pilot.app.screen_stack:
        texts += [line.text for line in screen._compositor.render_strips()]
        texts += [str(widget.render()) for widget in screen.query("*")]
    return "\n".join(texts)


def table_of(pilot: Pilot[None]) -> TableScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


async def settled(pilot: Pilot[None]) -> None:
    """Wait until somebody at the screen has something to do, and can see it."""
    for _ in range(400):
        await pilot.pause()
        if not isinstance(pilot.app.screen, TableScreen) or pilot.app.screen.shown is not None:
            await pilot.pause()
            return
    raise AssertionError("the table does not come to rest")


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    """Press one key after the other, each when what the one before it set going is done."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)
    await pilot.pause()
