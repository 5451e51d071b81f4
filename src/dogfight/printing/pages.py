"""Parts on pages, with bleed, cut marks and margins; boards in pieces where they are larger than
a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from dogfight.boards import palette as inks
from dogfight.boards.shapes import Group, Shape, Stroke, Words, box, line
from dogfight.core.errors import BadOption
from dogfight.printing.kit import Kit, Part

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 12.0
HEAD = 6.0
"""Room for the line at the top of a page."""
BLEED = 2.0
GAP = 8.0
"""Between parts: two bleeds, and room for the marks between them."""
MARK = (2.4, 4.4)
"""Cut marks begin and end so far from the corner of a part."""
JOIN = 6.0
"""How far the pieces of a board overlap, to be glued."""


@dataclass(frozen=True)
class Placed:
    """A part on a page, or the piece of a board that shows from `left` and `top` of it."""

    part: Part
    x: float
    y: float
    width: float
    height: float
    left: float = 0.0
    top: float = 0.0


@dataclass(frozen=True)
class PaperPage:
    """A sheet of paper with what lies on it."""

    title: str
    width: float
    height: float
    placed: tuple[Placed, ...]

    def marks(self) -> Iterator[Shape]:
        """The title, and cut marks at every corner."""
        yield Words((MARGIN, MARGIN), self.title, 3.2, inks.INK_2, False, "start")
        ink = Stroke(line=inks.INK, width=0.15)
        near, far = MARK
        for placed in self.placed:
            for x, out in ((placed.x, -1), (placed.x + placed.width, 1)):
                for y, down in ((placed.y, -1), (placed.y + placed.height, 1)):
                    yield line([(x + out * near, y), (x + out * far, y)], ink)
                    yield line([(x, y + down * near), (x, y + down * far)], ink)

    def bleeds(self) -> Iterator[Shape]:
        """The paper of every part, a little larger than the part, so that a cut beside the mark
        shows no white.
        """
        for placed in self.placed:
            yield box(
                placed.x - BLEED,
                placed.y - BLEED,
                placed.width + 2 * BLEED,
                placed.height + 2 * BLEED,
                Stroke(placed.part.paper),
            )


def shapes_of(placed: Placed) -> Group:
    """The shapes of a part where they lie on the page."""
    return Group(
        placed.part.shapes, (placed.x - placed.left, placed.y - placed.top), label=placed.part.label
    )


def lay_out(kit: Kit, paper: str) -> list[PaperPage]:
    """All sheets, then all boards, then all parts, with numbered pages."""
    if paper not in PAPERS:
        raise BadOption(f"expected a paper out of {', '.join(PAPERS)}, got {paper!r}")
    size = PAPERS[paper]
    pages = list(_part_pages(f"{kit.title}: to read", kit.sheets, size))
    pages += [page for board in kit.boards for page in _board_pages(kit, board, size)]
    pages += _part_pages(f"{kit.title}: parts to cut out", kit.parts, size)
    total = len(pages)
    return [
        PaperPage(f"{item.title}, page {n} of {total}", item.width, item.height, item.placed)
        for n, item in enumerate(pages, 1)
    ]


def _room(size: tuple[float, float]) -> tuple[float, float]:
    """What a page holds between its margins, marks included."""
    return size[0] - 2 * MARGIN, size[1] - 2 * MARGIN - HEAD


def _pieces(length: float, room: float) -> int:
    """How many pieces a board is cut into along one side; their edges overlap."""
    return 1 if length <= room else ceil((length - JOIN) / (room - JOIN))


def _board_pages(kit: Kit, board: Part, size: tuple[float, float]) -> Iterator[PaperPage]:
    """A board on as few pages as can be, upright or across."""

    def count(values: tuple[float, float]) -> int:
        room = _room(values)
        return _pieces(board.width, room[0]) * _pieces(board.height, room[1])

    across, turned = size, (size[1], size[0])
    size = min((across, turned), key=count)
    room = _room(size)
    columns, rows = _pieces(board.width, room[0]), _pieces(board.height, room[1])
    width = (board.width + JOIN * (columns - 1)) / columns
    height = (board.height + JOIN * (rows - 1)) / rows
    for row in range(rows):
        for column in range(columns):
            where = f", piece {chr(65 + column)}{row + 1}" if columns * rows > 1 else ""
            left, top = column * (width - JOIN), row * (height - JOIN)
            x, y = (size[0] - width) / 2, MARGIN + HEAD + (room[1] - height) / 2
            yield PaperPage(
                f"{kit.title}: {board.label}{where}",
                *size,
                (Placed(board, x, y, width, height, left, top),),
            )


def _part_pages(
    title: str, shown: Sequence[Part], size: tuple[float, float]
) -> Iterator[PaperPage]:
    """Parts in rows, in their order; a row is as high as its highest part."""
    inner = MARK[1]
    left, top = MARGIN + inner, MARGIN + HEAD + inner
    right, bottom = size[0] - MARGIN - inner, size[1] - MARGIN - inner
    placed: list[Placed] = []
    x, y, row = left, top, 0.0
    for part in shown:
        if part.width > right - left or part.height > bottom - top:
            raise BadOption(
                f"{part.label} is {part.width:.0f} by {part.height:.0f} mm and does not fit the"
                " paper"
            )
        if x > left and x + part.width > right:
            x, y, row = left, y + row + GAP, 0.0
        if y + part.height > bottom:
            yield PaperPage(title, *size, tuple(placed))
            placed, x, y, row = [], left, top, 0.0
        placed.append(Placed(part, x, y, part.width, part.height))
        x += part.width + GAP
        row = max(row, part.height)
    if placed:
        yield PaperPage(title, *size, tuple(placed))
