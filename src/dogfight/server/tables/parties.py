"""A finished game among friends: its highlights by name, and the card that is shared of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from dogfight.boards.lookup import board_picture
from dogfight.boards.palette import ACT, INK, INK_2, PAPER, RULE_SOFT, SHEET
from dogfight.boards.shapes import (
    Face,
    Group,
    Picture,
    Shape,
    Stroke,
    Words,
    box,
    count,
    line,
    words_width,
)
from dogfight.boards.svg import svg
from dogfight.core.decision import Over
from dogfight.core.errors import BadOption
from dogfight.core.seat import WATCHER
from dogfight.highlights import Highlight
from dogfight.printing.pixels import png
from dogfight.server import logs
from dogfight.server.board_drawing import MAX_SHAPES
from dogfight.server.messages import Party, PartyLine
from dogfight.server.refusals import Refused
from dogfight.server.tables.logged_match import DRAWN

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

WIDTH, HEIGHT = 1200, 630
"""The size of the card: what previews of links are made for."""
_MOST_LINES = 6
_MOST_LETTERS = 60
_BOARD = (40.0, 110.0, 640.0, 470.0)
_STORY = (710.0, 450.0)
"""Where the board lies on the card, and where the words begin and how wide they are."""
_drawing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="cards")
"""One card is drawn at a time: the library that makes its pixels knows no threads."""


class Parties:
    """The highlights and the card of one table when its game is over."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._party: Party | None = None
        self._card: Picture | None = None
        self._pixels: bytes | None = None

    async def party(self) -> Party:
        """The highlights of a finished game; they are worked out once."""
        if self._table.row.status != "over":
            raise Refused("not_now", "Highlights can be had when the game is over.")
        if self._party is None:
            callers = await self._table.services.ledger.calls_made(self._table.code)
            self._party = Party(self.headline(), self._ending(), self._lines(callers))
        return self._party

    async def card_svg(self) -> str:
        """The card with the board, as SVG."""
        return svg(await self._drawn())

    async def card_png(self) -> bytes:
        """The card as a PNG; `Refused` where this server cannot make any."""
        card = await self._drawn()
        if self._pixels is None:
            loop = asyncio.get_running_loop()
            try:
                self._pixels = await loop.run_in_executor(
                    _drawing, partial(png, card, (WIDTH, HEIGHT))
                )
            except BadOption as error:
                raise Refused("unknown", error.message) from None
        return self._pixels

    def who(self, player: int) -> str:
        """A player by name; by the seats where nobody has one, or one person holds several."""
        seating = self._table.seating
        row = next(row for row in seating if row.player == player)
        if row.bot and not row.name:
            return seating.bot_name(player)
        alone = [other.name for other in seating].count(row.name) == 1
        return row.name if row.name and alone else seating.title(player)

    def headline(self) -> str:
        """Who has won, in a line."""
        table = self._table
        end = table.match.decision
        winners: set[int] = set()
        if isinstance(end, Over):
            winners = {table.match.table.seats[seat].player for seat in end.winners}
        elif table.match.resigned:
            winners = {row.player for row in table.seating} - set(table.match.resigned)
        elif table.row.ended != DRAWN:
            return "The table is closed."
        names = [self.who(player) for player in sorted(winners)]
        if not names:
            return "A draw."
        text = f"{_listed(names)} {'win' if len(names) > 1 else 'wins'}."
        return text[0].upper() + text[1:]

    def _ending(self) -> str:
        """Why it ended."""
        end = self._table.match.decision
        return end.text if isinstance(end, Over) else self._table.row.ended

    def _lines(self, callers: Sequence[tuple[int, int]]) -> tuple[PartyLine, ...]:
        """The game's own highlights, and who has called most."""
        lines = [
            PartyLine(item.title, item.value, self._names(item.seats))
            for item in self._highlights()
        ]
        calls = Counter[int]()
        for person, number in callers:
            for player in self._table.seating.players_of(person)[:1]:
                calls[player] += number
        if calls:
            most = max(calls.values())
            loudest = [self.who(player) for player in sorted(calls) if calls[player] == most]
            unit = "call" if most == 1 else "calls"
            lines.append(PartyLine("Loudest", f"{most} {unit}", _listed(loudest)))
        return tuple(lines)

    def _highlights(self) -> tuple[Highlight, ...]:
        """What the game remembers, out of what everybody was told; a failing plug-in has none."""
        match, game = self._table.match.table, self._table.game
        load = game.manifest.load("highlights")
        public = [event for event in match.events if event.visible_to(WATCHER)]
        try:
            return tuple(load(match.seats, public))[:_MOST_LINES] if load else ()
        except Exception as error:
            logs.warning("highlights_failed", game=game.name, why=type(error).__name__)
            return ()

    def _names(self, seats: Sequence[int]) -> str:
        """The players of seats, each once."""
        infos = self._table.match.table.seats
        players = dict.fromkeys(infos[seat].player for seat in seats if 0 <= seat < len(infos))
        return _listed([self.who(player) for player in players])

    async def _drawn(self) -> Picture:
        party = await self.party()
        if self._card is None:
            board = await asyncio.get_running_loop().run_in_executor(_drawing, self._board)
            self._card = card(self._table.game.title, self._table.code, party, board)
        return self._card

    def _board(self) -> Picture | None:
        """The board as watchers see it; none where its drawing fails or is too large."""
        match, game = self._table.match.table, self._table.game
        try:
            picture = board_picture(game, game.view(match.position, WATCHER))
        except Exception as error:
            logs.error("board_failed", game=game.name, why=type(error).__name__)
            return None
        return picture if count(picture.shapes) <= MAX_SHAPES else None


def _listed(names: Sequence[str]) -> str:
    """`Ana, Ben and Cat`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1] if names else "")))


def card(title: str, code: str, party: Party, board: Picture | None) -> Picture:
    """The card: the board at the left, what is remembered at the right."""
    left, width = _STORY
    shapes: list[Shape] = [
        box(0, 0, WIDTH, HEIGHT, Stroke(PAPER)),
        box(20, 20, WIDTH - 40, HEIGHT - 40, Stroke(SHEET, INK, 3), 8),
        _fitting(title, (40, 84), 46, 620, face="display"),
    ]
    if board is not None:
        x, y, most_wide, most_high = _BOARD
        scale = min(most_wide / board.width, most_high / board.height)
        at = (x + (most_wide - scale * board.width) / 2, y + (most_high - scale * board.height) / 2)
        shapes.append(Group(board.shapes, at, scale=scale))
    shapes.append(_fitting(party.headline, (left, 84), 34, width, face="display"))
    shapes.append(_fitting(party.ending, (left, 120), 20, width, colour=INK_2, bold=False))
    top = 150.0
    step = min(72.0, 420.0 / max(1, len(party.lines)))
    for item in party.lines:
        shapes += [
            line([(left, top), (left + width, top)], Stroke(line=RULE_SOFT, width=2)),
            _fitting(item.title, (left, top + 24), 17, width, colour=INK_2, bold=False),
            _fitting(f"{item.value} · {item.who}", (left, top + 50), 25, width),
        ]
        top += step
    shapes.append(box(40, 588, 1120, 4, Stroke(ACT)))
    shapes.append(_fitting(f"Dogfight · table {code}", (left, 580), 17, width, colour=INK_2))
    return Picture(f"{title}: {party.headline}", WIDTH, HEIGHT, tuple(shapes))


def _fitting(
    text: str,
    at: tuple[float, float],
    size: float,
    width: float,
    colour: str = INK,
    bold: bool = True,
    face: Face = "text",
) -> Words:
    """A line of words in the largest size that fits, cut off where it is far too long."""
    text = text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1] + "…"
    words = Words(at, text, size, colour, bold, "start", face)
    return replace(words, size=size * min(1.0, width / max(1.0, words_width(words))))
