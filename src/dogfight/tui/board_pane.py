"""The board on the page: a drawing with a cursor that goes from place to place, for keys and for
the mouse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.events import Blur, Click, Focus
from textual.geometry import Region, Spacing
from textual.message import Message

from dogfight.boards.text.canvas import HitArea, TextBlock
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal
from dogfight.tui.widgets import CachedText

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ROW = 2
"""How many columns a row is high on most terminals."""
ASIDE = 3
"""How much worse a step to the side of where the key points is."""


def actions_at(legal: Sequence[Legal], spot: HitArea) -> list[Legal]:
    """The actions that belong to a place or a piece: those that end there, or else those that
    have a part in it.
    """
    if spot.piece:
        return [entry for entry in legal if spot.name in (entry.piece, entry.acting_piece)]
    ending = [entry for entry in legal if entry.places and entry.places[-1] == spot.name]
    return ending or [entry for entry in legal if spot.name in entry.places]


def next_spot(spots: Sequence[HitArea], here: HitArea, way: tuple[int, int]) -> HitArea:
    """The nearest place in the direction of an arrow key; the same one if there is none."""
    best, least = here, 0.0
    from_x, from_y = _middle(here)
    for spot in spots:
        x, y = _middle(spot)
        x, y = x - from_x, y - from_y
        ahead, aside = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        if ahead > aside / ASIDE and (best is here or ahead + ASIDE * aside < least):
            best, least = spot, ahead + ASIDE * aside
    return best


def _middle(spot: HitArea) -> tuple[float, float]:
    return spot.x + spot.width / 2, ROW * (spot.y + spot.height / 2)


class Drawing(CachedText):
    """The drawn board; clicks on it go to its pane."""

    def on_click(self, event: Click) -> None:
        pane = self.parent
        if isinstance(pane, BoardPane):
            event.stop()
            pane.click(event.x, event.y)


class BoardPane(ScrollableContainer):
    """The board, the cursor on it, and what is picked there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"step('{key}')", "Move", show=False) for key in STEPS),
        Binding("enter,space", "choose", "Choose", show=False),
    ]

    class Pointed(Message):
        """The cursor has come to a place."""

        def __init__(self, spot: HitArea) -> None:
            super().__init__()
            self.spot = spot

    class Chosen(Message):
        """A place was chosen by Enter or by a click."""

        def __init__(self, spot: HitArea) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, theme: BoardTheme) -> None:
        super().__init__(id="board")
        self._theme = theme
        self._sheet = TextBlock()
        self._legal: Sequence[Legal] = ()
        self._pointed: frozenset[str] = frozenset()
        self.cursor: HitArea | None = None
        self._drawing = Drawing(id="drawing")

    def compose(self) -> ComposeResult:
        yield self._drawing

    # --- showing -------------------------------------------------------------------------------

    def show(
        self,
        sheet: TextBlock,
        legal: Sequence[Legal],
        at: str = "",
        pointed: frozenset[str] = frozenset(),
    ) -> None:
        """Show a drawing, and where something can be done on it; a place `at` is scrolled into
        sight.

        Places and pieces that are `pointed` at stand out more than any other.
        """
        self._sheet, self._legal, self._pointed = sheet, legal, pointed
        if self.cursor is not None:
            self.cursor = self._nearest(self.cursor)
        self._render_board()
        spot = next((hit_area for hit_area in sheet.spots if at and hit_area.name == at), None)
        if spot is not None:
            if not self.has_focus:
                self.cursor = spot
            self.call_after_refresh(self._bring_into_sight, spot)

    def clear(self) -> None:
        """Take the board away."""
        self.cursor = None
        self.show(TextBlock(), ())

    @property
    def spots(self) -> tuple[HitArea, ...]:
        """What can be pointed at."""
        return self._sheet.spots

    def _nearest(self, old: HitArea) -> HitArea | None:
        """Where a place or piece is now that the drawing is another; pieces of one name are told
        by where they were.
        """
        same = [spot for spot in self.spots if (spot.name, spot.piece) == (old.name, old.piece)]
        return min(
            same,
            key=lambda hit_area: abs(hit_area.x - old.x) + abs(hit_area.y - old.y),
            default=None,
        )

    def _render_board(self) -> None:
        lines = [line.copy() for line in self._sheet.lines]
        for spot in self.spots:
            if spot.name in self._pointed:
                _paint(lines, spot, self._theme.tint("on #5c4a1a", "underline"))
            elif self._legal and actions_at(self._legal, spot):
                _paint(lines, spot, self._theme.tint("on #26364a"))
        if self.cursor is not None and self.has_focus:
            _paint(lines, self.cursor, self._theme.tint("bold #12171f on #f5be41", "bold reverse"))
        self._drawing.update(Text("\n").join(lines))

    def _bring_into_sight(self, spot: HitArea) -> None:
        self.scroll_to_region(
            Region(spot.x, spot.y, spot.width, spot.height),
            animate=False,
            spacing=Spacing(1, 2, 1, 2),
            force=True,
        )

    # --- the cursor ----------------------------------------------------------------------------

    def on_focus(self, _: Focus) -> None:
        if self.cursor is None and self.spots:
            able = [spot for spot in self.spots if actions_at(self._legal, spot)]
            self._point((able or list(self.spots))[0])
        self.call_after_refresh(self._render_board)

    def on_blur(self, _: Blur) -> None:
        self.call_after_refresh(self._render_board)

    def _point(self, spot: HitArea) -> None:
        self.cursor = spot
        self._render_board()
        self._bring_into_sight(spot)
        self.post_message(self.Pointed(spot))

    def action_step(self, key: str) -> None:
        if self.cursor is not None:
            self._point(next_spot(self.spots, self.cursor, STEPS[key]))
        elif key in ("up", "down"):
            self.scroll_relative(y=STEPS[key][1], animate=False)
        else:
            self.scroll_relative(x=STEPS[key][0], animate=False)

    def action_choose(self) -> None:
        if self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))

    def click(self, x: int, y: int) -> None:
        """A click on a character of the drawing."""
        spot = next((hit_area for hit_area in self.spots if hit_area.covers(x, y)), None)
        if spot is not None:
            self._point(spot)
            self.post_message(self.Chosen(spot))


def _paint(lines: list[Text], spot: HitArea, style: str) -> None:
    """Give the characters of a spot a style over their own."""
    if not style:
        return
    for line in lines[spot.y : spot.y + spot.height]:
        end = spot.x + spot.width
        line.append(" " * max(0, end - len(line)))
        line.stylize(style, spot.x, end)
