"""Line of sight in exact whole numbers (CB-8), and sight between the hex field and the bands
(CB-9).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dogfight.games.boots.tables import NO_BANDS, NORTH_EDGE, WORD_MASK, WORD_SHIFT, Board, bit

CLEAR: Final = 0
OBSTACLE: Final = 1
HILL: Final = 2
CREST: Final = 3
SLOPE: Final = 4
CREST_SLOPE: Final = 5
REASON: Final = 4096
"""A verdict is its reason times this, plus the hex that decides."""

CORNER_X: Final = vec[i64]([2, 1, -1, -2, -1, 1])
CORNER_Y: Final = vec[i64]([0, 1, 1, 0, -1, -1])
STEP_COLUMN: Final = vec[i64]([0, 1, 1, 0, -1, -1])
STEP_HEIGHT: Final = vec[i64]([-2, -1, 1, 2, 1, -1])
"""[CB-2.3] N, NE, SE, S, SW, NW as changes of column and height."""


def common_scale(dx: i64, dy: i64) -> i64:
    """A denominator that every crossing point of this line with a hexside has."""
    scale: i64 = 1
    for part in (dx + dy, 2 * dy, dx - dy):
        size: i64 = part if part >= 0 else -part
        if size == 0:
            continue
        a: i64 = scale
        b: i64 = size
        while b != 0:
            a, b = b, a % b
        scale = scale // a * size
    return scale


class Line:
    """The hexes on the line from hex (0, 0) to hex (across, down), each with where it begins and
    ends.
    """

    def __init__(self, across: i64, down: i64) -> None:
        self.across: i64 = across
        self.down: i64 = down
        self.dx: i64 = 3 * across
        self.scale: i64 = common_scale(self.dx, down)
        self.column = vec[i64]()
        self.height = vec[i64]()
        self.begin = vec[i64]()
        self.end = vec[i64]()
        self.first: i64 = 0
        self.last: i64 = 0

    def crossing(self, column: i64, height: i64) -> bool:
        """[CB-8.3] Whether the line crosses the inside of this hex or runs along a side; not for
        a mere corner.
        """
        above: i64 = 0
        below: i64 = 0
        on: i64 = 0
        first: i64 = 1 << 40
        last: i64 = -(1 << 40)
        x: i64 = 3 * column
        i: i64 = 0
        while i < 6:
            cx: i64 = x + CORNER_X[i]
            cy: i64 = height + CORNER_Y[i]
            j: i64 = i + 1 if i < 5 else 0
            ex: i64 = x + CORNER_X[j] - cx
            ey: i64 = height + CORNER_Y[j] - cy
            side: i64 = self.dx * cy - self.down * cx
            turn: i64 = self.dx * ey - self.down * ex
            if side > 0:
                above += 1
            elif side < 0:
                below += 1
            else:
                on += 1
            if turn != 0 and side * (side + turn) <= 0:
                at: i64 = (cx * ey - cy * ex) * self.scale // turn
                if at < first:
                    first = at
                if at > last:
                    last = at
            i += 1
        self.first = first
        self.last = last
        return (above > 0 and below > 0) or on == 2

    def add(self, column: i64, height: i64, begin: i64, end: i64) -> None:
        """Put a hex into its place, in the order in which the line meets them."""
        self.column = append(self.column, column)
        self.height = append(self.height, height)
        self.begin = append(self.begin, begin)
        self.end = append(self.end, end)
        i: i64 = i64(len(self.begin)) - 1
        while i > 0 and self.begin[i - 1] > self.begin[i]:
            self.swap(i - 1, i)
            i -= 1

    def swap(self, i: i64, j: i64) -> None:
        self.column[i], self.column[j] = self.column[j], self.column[i]
        self.height[i], self.height[j] = self.height[j], self.height[i]
        self.begin[i], self.begin[j] = self.begin[j], self.begin[i]
        self.end[i], self.end[j] = self.end[j], self.end[i]

    def trace(self) -> None:
        """[CB-8.1] From centre to centre; the two end hexes come first and last."""
        self.crossing(0, 0)
        self.add(0, 0, 0, self.last)
        column: i64 = 0
        while column <= self.across:
            low: i64 = 0
            high: i64 = self.down
            if self.across > 0:
                middle: i64 = self.down * column // self.across
                spread: i64 = (2 * self.down if self.down > 0 else -2 * self.down) // (
                    3 * self.across
                ) + 3
                low = middle - spread
                high = middle + spread
            if (low ^ column) & 1:
                low -= 1
            while low <= high:
                if (
                    self.crossing(column, low) and self.first >= 0 and self.last <= self.scale
                ):  # not the end hexes
                    self.add(column, low, self.first, self.last)
                low += 2
            column += 1
        self.crossing(self.across, self.down)
        self.add(self.across, self.down, self.first, self.scale)


def offset_of(board: Board, across: i64, down: i64) -> i64:
    """The number of an offset; the line goes from the hex further west (or north, in one
    column).
    """
    return across * (4 * board.rows + 1) + down + 2 * board.rows


def prepare(board: Board) -> None:
    """Trace every line that fits on the board, once for all places where it can lie."""
    numbers: i64 = board.columns * (4 * board.rows + 1)
    board.line_start = vec[i64]([i64(0)] * int(numbers + 1))
    board.crest_start = vec[i64]([i64(0)] * int(numbers + 1))
    board.line_scale = vec[i64]([i64(0)] * int(numbers))
    across: i64 = 0
    while across < board.columns:
        down: i64 = -2 * board.rows
        while down <= 2 * board.rows:
            number: i64 = offset_of(board, across, down)
            if not ((across ^ down) & 1) and (across > 0 or down > 0):
                line = Line(across, down)
                line.trace()
                board.line_scale[number] = line.scale
                keep_line(board, line)
            board.line_start[number + 1] = i64(len(board.line_column))
            board.crest_start[number + 1] = i64(len(board.crest_column))
            down += 1
        across += 1


def keep_line(board: Board, line: Line) -> None:
    """Store the hexes of a line, and the sides it crosses or follows, where a ridge would be
    met.
    """
    count: i64 = i64(len(line.begin))
    i: i64 = 0
    while i < count:
        board.line_column = append(board.line_column, line.column[i])
        board.line_height = append(board.line_height, line.height[i])
        board.line_from = append(board.line_from, line.begin[i])
        board.line_to = append(board.line_to, line.end[i])
        j: i64 = i + 1
        while j < count and j < i + 4:
            if line.end[i] == line.begin[j]:
                keep_crest(board, line, i, j, line.end[i], line.end[i])
            elif line.begin[i] == line.begin[j] and line.end[i] == line.end[j]:
                keep_crest(board, line, i, j, line.begin[i], line.end[i])
            j += 1
        i += 1


def keep_crest(board: Board, line: Line, i: i64, j: i64, begin: i64, end: i64) -> None:
    """[CB-8.14] [CB-8.15] A ridge on this side is met where it is crossed, or at the near end of
    the side.
    """
    board.crest_column = append(board.crest_column, line.column[i])
    board.crest_height = append(board.crest_height, line.height[i])
    board.crest_column2 = append(board.crest_column2, line.column[j])
    board.crest_height2 = append(board.crest_height2, line.height[j])
    board.crest_from = append(board.crest_from, begin)
    board.crest_to = append(board.crest_to, end)


def has_ridge(board: Board, a: i64, b: i64) -> bool:
    """[CB-2.11] Whether a ridge lies on the side that two hexes share."""
    d: i64 = 0
    while d < 6:
        if board.near[a * 6 + d] == b:
            return board.ridges[a] & bit(d) != 0
        d += 1
    return False


def west_first(board: Board, a: i64, b: i64) -> bool:
    """Whether the stored line of two hexes starts at the first."""
    ca: i64 = board.column[a]
    cb: i64 = board.column[b]
    return ca < cb or (ca == cb and board.height[a] < board.height[b])


def too_early(level: i64, lines: i64, met: i64, scale: i64) -> bool:
    """[CB-8.12] [CB-8.13] Ground `level` lines up hides the lower unit if the line of sight
    meets it this early.
    """
    if lines == 1:
        return 2 * met <= scale
    return met * (lines + 1) < level * scale


def look(board: Board, a: i64, b: i64) -> i64:
    """[CB-8.1] Whether two hexes see each other: CLEAR, or the reason and the hex that hides
    them.
    """
    if a == b or board.distance(a, b) <= 1:  # CB-8.2
        return CLEAR
    west: i64 = a
    east: i64 = b
    if not west_first(board, a, b):
        west = b
        east = a
    column: i64 = board.column[west]
    height: i64 = board.height[west]
    number: i64 = offset_of(board, board.column[east] - column, board.height[east] - height)
    if board.flat:
        return look_flat(board, number, column, height)
    low: i64 = board.elev[west]
    high: i64 = board.elev[east]
    from_west: bool = low <= high
    if not from_west:
        low, high = high, low
    verdict: i64 = look_over_ground(board, number, column, height, low, high, from_west)
    if verdict == CLEAR:
        verdict = look_over_crests(board, number, column, height, low, high, from_west)
    return verdict


def look_flat(board: Board, number: i64, column: i64, height: i64) -> i64:
    """[CB-8.4] [CB-8.6] [CB-8.7] [CB-8.9] On flat ground only obstacles between the two end
    hexes matter.
    """
    i: i64 = board.line_start[number] + 1
    end: i64 = board.line_start[number + 1] - 1
    while i < end:
        place: i64 = board.hex_at(column + board.line_column[i], height + board.line_height[i])
        if place >= 0 and board.obstacle[place] != 0:
            return OBSTACLE * REASON + place
        i += 1
    return CLEAR


def look_over_ground(
    board: Board, number: i64, column: i64, height: i64, low: i64, high: i64, from_west: bool
) -> i64:
    """[CB-8.5] [CB-8.8] [CB-8.10] [CB-8.11] Obstacles, hills and slopes, hex by hex.

    A hex off the board beside the line does not count (CB-8.3); units never block sight (CB-8.16),
    and neither does a barrage (CB-18.17).
    """
    scale: i64 = board.line_scale[number]
    i: i64 = board.line_start[number]
    first: i64 = i
    last: i64 = board.line_start[number + 1] - 1
    while i <= last:
        place: i64 = board.hex_at(column + board.line_column[i], height + board.line_height[i])
        if place >= 0:
            ground: i64 = board.elev[place]
            if first < i < last:
                if (
                    board.obstacle[place] != 0 and ground >= low
                ):  # both ends must stand higher, CB-R6
                    return OBSTACLE * REASON + place
                if ground > high:
                    return HILL * REASON + place
            if ground > low and ground <= high:
                met: i64 = board.line_from[i] if from_west else scale - board.line_to[i]
                if too_early(ground - low, high - low, met, scale):
                    return SLOPE * REASON + place
        i += 1
    return CLEAR


def look_over_crests(
    board: Board, number: i64, column: i64, height: i64, low: i64, high: i64, from_west: bool
) -> i64:
    """[CB-2.12] A ridge is ground one level higher than its two sides, at the point where the
    line meets it.
    """
    scale: i64 = board.line_scale[number]
    i: i64 = board.crest_start[number]
    end: i64 = board.crest_start[number + 1]
    while i < end:
        a: i64 = board.hex_at(column + board.crest_column[i], height + board.crest_height[i])
        if a >= 0 and board.ridges[a] != 0:
            b: i64 = board.hex_at(column + board.crest_column2[i], height + board.crest_height2[i])
            if b >= 0 and has_ridge(board, a, b):
                ground: i64 = board.elev[a] + 1
                if ground > high:
                    return CREST * REASON + a
                met: i64 = board.crest_from[i] if from_west else scale - board.crest_to[i]
                if ground > low and too_early(ground - low, high - low, met, scale):
                    return CREST_SLOPE * REASON + a
        i += 1
    return CLEAR


def look_outside(board: Board, place: i64) -> i64:
    """[CB-9.8] Whether a hex sees, and is seen from, the bands: straight down its column to the
    named edge.
    """
    if board.edge == NO_BANDS:
        return CLEAR
    d: i64 = 0 if board.edge == NORTH_EDGE else 3
    level: i64 = board.elev[place]
    at: i64 = place
    while True:
        after: i64 = board.near[at * 6 + d]
        if after < 0:
            return CLEAR
        if board.ridges[at] & bit(d) != 0 and board.elev[at] + 1 > level:
            return CREST * REASON + at
        if board.obstacle[after] != 0 and board.elev[after] >= level:
            return OBSTACLE * REASON + after
        if board.elev[after] > level:
            return HILL * REASON + after
        at = after


def see_all(board: Board) -> None:
    """Look from every hex to every other once; sight is mutual (CB-8.1)."""
    prepare(board)
    size: i64 = board.size
    board.sees = vec[i64]([i64(1)] * int(size * size))
    board.sees_out = vec[i64]([i64(0)] * int(size))
    a: i64 = 0
    while a < size:
        b: i64 = a + 1
        while b < size:
            if look(board, a, b) != CLEAR:
                board.sees[a * size + b] = 0
                board.sees[b * size + a] = 0
            b += 1
        board.sees_out[a] = 1 if look_outside(board, a) == CLEAR else 0
        a += 1


def zones_of(board: Board, farthest: i64) -> vec[i64]:
    """Sets of hexes: `zones[(range * size + hex) * words + word]`, the range from 0 to the
    farthest, then any.
    """
    size: i64 = board.size
    row: i64 = size * board.words
    zones = vec[i64]([i64(0)] * int((farthest + 2) * row))
    a: i64 = 0
    while a < size:
        b: i64 = 0
        while b < size:
            if board.sees[a * size + b] != 0:
                far: i64 = board.distance(a, b)
                if far > farthest:
                    far = farthest + 1
                zones[far * row + a * board.words + (b >> WORD_SHIFT)] |= bit(b & WORD_MASK)
            b += 1
        a += 1
    at: i64 = row
    while at < i64(len(zones)):
        zones[at] |= zones[at - row]
        at += 1
    return zones


def friends_between(board: Board, a: i64, b: i64, occupied: vec[i64], base: i64) -> bool:
    """[CB-8.17] Whether a hex between the two holds units of one side at the elevation of the
    first.

    `occupied[base + hex]` is not 0 where units of that side are.
    """
    west: bool = west_first(board, a, b)
    start: i64 = a if west else b
    end_hex: i64 = b if west else a
    column: i64 = board.column[start]
    height: i64 = board.height[start]
    number: i64 = offset_of(board, board.column[end_hex] - column, board.height[end_hex] - height)
    level: i64 = board.elev[a]
    i: i64 = board.line_start[number] + 1
    end: i64 = board.line_start[number + 1] - 1
    while i < end:
        place: i64 = board.hex_at(column + board.line_column[i], height + board.line_height[i])
        if place >= 0 and occupied[base + place] != 0 and board.elev[place] == level:
            return True
        i += 1
    return False


def friends_in_column(board: Board, place: i64, level: i64, occupied: vec[i64], base: i64) -> bool:
    """[CB-9.9] The same along the column between a hex and the named edge, the edge hex
    included.
    """
    d: i64 = 0 if board.edge == NORTH_EDGE else 3
    at: i64 = board.near[place * 6 + d]
    while at >= 0:
        if occupied[base + at] != 0 and board.elev[at] == level:
            return True
        at = board.near[at * 6 + d]
    return False
