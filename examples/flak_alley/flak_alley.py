"""Flak Alley: a whole game from outside in one file, with its rules, lessons and data beside it.

A raider flies through six columns of sky while a gun on the ground guesses where it goes. The file
brings rules, a board for the browser, a board for the terminal and parts to print; no TypeScript.

    dogfight serve --plugin examples/flak_alley/flak_alley.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from dogfight.boards import palette, pieces
from dogfight.boards.shapes import Group, Picture, Shape, Stroke, box, circle, line
from dogfight.boards.text.board import TextBoard
from dogfight.boards.text.canvas import Canvas, HitArea, TextBlock
from dogfight.boards.text.columns import goal
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.decision import Commit, Decision, Over
from dogfight.core.event import Event, EventKind
from dogfight.core.manifest import Manifest
from dogfight.core.options import OptionField, Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import SeatInfo
from dogfight.core.view import ActionData, Legal, View
from dogfight.datafiles.files import StrictStruct, find
from dogfight.plain import PerSeat, PlainBoard, PlainGame, PlainPosition
from dogfight.printing.kit import Kit, aid, part, token

MANIFEST = Manifest(
    package=__name__,
    name="flak_alley",
    title="Flak Alley",
    about="A raider crosses the sky; a gun on the ground guesses where it flies next.",
    prefix="FA",
    order=50,
    game="FlakAlley",
    events="EVENTS",
    data_files="DATA_FILES",
    svg_board="draw",
    text_board="TEXT_BOARD",
    print_kit="print_kit",
    lessons="lessons.toml",
    lesson_targets={"square": "[a-f][1-3]", "unit": "R1|gun"},
    env_digests=("0b38ca97ea3f84c1",),
)

COLUMNS, ROWS = "abcdef", "123"
SQUARES = [column + row for column in COLUMNS for row in ROWS]
HOLD = len(SQUARES)
RAIDER, GUNNER = 0, 1
PLANE, GUN = "R1", "gun"
EVENTS = {
    "flown": EventKind(seconds=0.6),
    "flak": EventKind(seconds=0.6, sound="shot"),
    "hit": EventKind(seconds=0.8, harmful=True, sound="loss"),
    "held": EventKind(),
}

# --- data ----------------------------------------------------------------------------------------


class SkyFile(StrictStruct, frozen=True):
    """[FA-1.2] What each side has where the options say nothing else."""

    hull: Annotated[int, msgspec.Meta(ge=1, le=3, extra={"rule": "FA-1.2"})]
    """Hits that bring the raider down."""
    shells: Annotated[int, msgspec.Meta(ge=1, le=5, extra={"rule": "FA-1.3"})]
    """Shells of the gun."""


DATA_FILES = {"sky.toml": SkyFile}


# --- rules ---------------------------------------------------------------------------------------


class State(msgspec.Struct):
    square: int
    left: PerSeat[int]
    """What each side has left: the hull of the raider, the shells of the gunner."""
    turn: int = 1
    burst: int = -1
    """The square of the last shell."""

    @property
    def hull(self) -> int:
        return self.left[RAIDER]

    @property
    def shells(self) -> int:
        return self.left[GUNNER]


class FlakAlley(PlainGame[State]):
    manifest = MANIFEST
    most_steps, action_count = 2 * len(COLUMNS), HOLD + 1
    for_newcomers = "Both choose in secret; a shell hits if it bursts where the raider flies to."

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        file = find(MANIFEST.name, "sky.toml", folder)
        sky = file.read(SkyFile)
        self.digest = file.digest
        self.fields = (
            OptionField(
                "hull",
                "Hull",
                "integer",
                sky.hull,
                "Hits that bring it down.",
                minimum=1,
                maximum=3,
                rule="FA-1.2",
            ),
            OptionField(
                "shells",
                "Shells",
                "integer",
                sky.shells,
                "Shells of the gun.",
                minimum=1,
                maximum=5,
                rule="FA-1.3",
            ),
        )

    @property
    def data_digest(self) -> str:
        return self.digest

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        return SeatInfo("raider", "Raider", "raider", 0), SeatInfo("gunner", "Gunner", "gunner", 1)

    def start(self, options: Options) -> State:
        return State(SQUARES.index("a2"), [int(options["hull"]), int(options["shells"])])

    def decide(self, state: State) -> Decision:
        """[FA-2.1] [FA-3.1] [FA-3.2]"""
        if state.hull == 0:
            return Over((0.0, 1.0), "shot down", "FA-3.2", "The raider is shot down.", (GUNNER,))
        if state.square // len(ROWS) == len(COLUMNS) - 1:
            return Over((1.0, 0.0), "escaped", "FA-3.1", "The raider has escaped.", (RAIDER,))
        return Commit((RAIDER, GUNNER), "FA-2.1")

    def legal_actions(self, state: State, seat: int) -> list[int]:
        """[FA-2.2] [FA-2.3]"""
        column, row = divmod(state.square, len(ROWS))
        ahead = [
            (column + 1) * len(ROWS) + near for near in range(len(ROWS)) if abs(near - row) <= 1
        ]
        if seat == RAIDER:
            return ahead
        return [*ahead, HOLD] if state.shells else [HOLD]

    def reveal(self, state: State, choices: dict[int, int]) -> list[Event]:
        """[FA-2.4] [FA-2.5]"""
        start, end, aim = SQUARES[state.square], choices[RAIDER], choices[GUNNER]
        state.square, state.burst, state.turn = end, -1, state.turn + 1
        there = SQUARES[end]
        flown = Event(
            "flown",
            f"The raider flies to {there}.",
            "FA-2.4",
            places=(start, there),
            pieces=(PLANE,),
        )
        if aim == HOLD:
            return [flown, Event("held", "The gun holds its fire.", "FA-2.3", pieces=(GUN,))]
        state.left[GUNNER] -= 1
        state.burst = aim
        burst = SQUARES[aim]
        flak = Event(
            "flak", f"A shell bursts on {burst}.", "FA-2.4", places=(burst,), pieces=(GUN,)
        )
        hits = []
        if aim == end:
            state.left[RAIDER] -= 1
            words = f"The raider is hit on {there}: hull {state.hull}."
            hits = [
                Event(
                    "hit", words, "FA-2.5", {"hull": state.hull}, places=(there,), pieces=(PLANE,)
                )
            ]
        return [flown, flak, *hits]

    # --- words and data for boards ---------------------------------------------------------------

    def action_notation(self, seat: int, action: int) -> str:
        return "hold" if action == HOLD else SQUARES[action]

    def question(self, state: State, seat: int) -> str:
        return "Where do you fly?" if seat == RAIDER else "Where do you aim?"

    def describe(self, position: PlainPosition, seat: int, action: int) -> str:
        if action == HOLD:
            return "hold your fire"
        return f"{'fly to' if seat == RAIDER else 'aim at'} {SQUARES[action]}"

    def action_data(self, position: PlainPosition, seat: int, action: int) -> ActionData:
        """Name the place that the browser shows an action on."""
        if action == HOLD:
            return ActionData(kind="hold", acting_piece=GUN, places=(GUN,), declines=True)
        by, kind = (PLANE, "fly") if seat == RAIDER else (GUN, "aim")
        return ActionData(kind=kind, acting_piece=by, places=(SQUARES[action],))

    def evaluate(self, state: State, seat: int) -> float:
        far = state.square // len(ROWS) / (len(COLUMNS) - 1)
        raider = min(1.0, 0.25 * state.hull + 0.5 * far) if state.hull else 0.0
        return raider if seat == RAIDER else 1 - raider


# --- the board in the browser --------------------------------------------------------------------

SIDE, EDGE, GROUND = 90.0, 16.0, 76.0
WIDTH = 2 * EDGE + SIDE * len(COLUMNS)
SKY = SIDE * len(ROWS)
HEIGHT = 2 * EDGE + SKY + GROUND
STYLES = (palette.seat_style(RAIDER, "R"), palette.seat_style(GUNNER, "G"))


def middle(square: str) -> tuple[float, float]:
    """Row 1 is the lowest."""
    column, row = COLUMNS.index(square[0]), ROWS.index(square[1])
    return EDGE + SIDE * (column + 0.5), EDGE + SIDE * (len(ROWS) - row - 0.5)


def draw(game: AnyGame, view: View[PlainBoard[State]]) -> Picture:
    """Draw what the seat knows; groups name their places and pieces."""
    state = view.board.state
    plans = [word for words in view.board.sealed.values() for word in words]
    shapes: list[Shape] = [pieces.frame(WIDTH, HEIGHT)]
    shapes += [_square(square, square in plans) for square in SQUARES]
    shapes.append(_gun(state, "hold" in plans))
    if state.burst >= 0:
        shapes.append(Group(_burst(), middle(SQUARES[state.burst]), label="burst"))
    here = SQUARES[state.square]
    if state.hull:
        plane = pieces.aircraft(STYLES[RAIDER])
        shapes.append(
            Group(plane, middle(here), turn=90, scale=1.5, label=f"{PLANE} on {here}", piece=PLANE)
        )
    shapes += _pips((EDGE + 64, HEIGHT - 42), state)
    return Picture(f"{game.title}: the raider is on {here}.", WIDTH, HEIGHT, tuple(shapes))


def _square(square: str, planned: bool) -> Group:
    x, y = middle(square)
    fill = palette.LAND if square[0] == COLUMNS[-1] else palette.SKY_1
    shapes: list[Shape] = [
        box(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, Stroke(fill, palette.GRID, 1.2)),
        pieces.left_text((x - SIDE / 2 + 6, y + SIDE / 2 - 7), square, 20, palette.INK_2),
    ]
    if planned:
        shapes.append(circle((x, y), 30, Stroke("none", palette.LINK, 3, (7, 5))))
    return Group(tuple(shapes), label=f"square {square}", place=square)


def _gun(state: State, holds: bool) -> Group:
    x, y = WIDTH / 2, HEIGHT - EDGE - 2
    ink = Stroke(palette.SEATS[GUNNER], palette.INK, 1.5)
    shapes: list[Shape] = [
        box(x - 52, y - 62, 104, 62, Stroke(palette.LAND_2, palette.GRID, 1.2), 6),
        line([(x, y - 22), (x + 26, y - 52)], Stroke(line=palette.INK, width=7)),
        box(x - 26, y - 26, 52, 18, ink, 5),
        circle((x - 16, y - 8), 6, ink),
        circle((x + 16, y - 8), 6, ink),
    ]
    if holds:
        shapes.append(circle((x, y - 31), 28, Stroke("none", palette.LINK, 3, (7, 5))))
    label = f"gun with {state.shells} shells"
    return Group(tuple(shapes), label=label, place=GUN, piece=GUN)


def _burst() -> tuple[Shape, ...]:
    ink = Stroke(line=palette.DANGER, width=3)
    rays = [
        ((-30, -30), (-14, -14)),
        ((30, -30), (14, -14)),
        ((-30, 30), (-14, 14)),
        ((30, 30), (14, 14)),
    ]
    return (
        circle((0, 0), 36, Stroke("none", palette.DANGER, 2, (3, 4))),
        *(line(ray, ink) for ray in rays),
    )


def _pips(at: tuple[float, float], state: State) -> list[Shape]:
    x, y = at
    right = WIDTH - EDGE - 110
    return [
        pieces.badge(STYLES[RAIDER], (x - 40, y + 6)),
        pieces.left_text((x - 14, y), "hull", 19),
        *pieces.pips((x - 14, y + 8), state.hull, state.hull, 16, palette.SEATS[RAIDER]),
        pieces.badge(STYLES[GUNNER], (right - 22, y + 6)),
        pieces.left_text((right + 6, y), "shells", 19),
        *pieces.pips((right + 6, y + 8), state.shells, state.shells, 16, palette.SEATS[GUNNER]),
    ]


# --- the board in the terminal -------------------------------------------------------------------

CELL = 6


def draw_text(view: View[PlainBoard[State]], theme: BoardTheme, picked: Legal | None) -> TextBlock:
    """Draw three rows of squares, the gun below them, and what each side has left."""
    state = view.board.state
    canvas = Canvas(max(40, CELL * len(COLUMNS)), len(ROWS) + 2)
    for square in SQUARES:
        x, y = CELL * COLUMNS.index(square[0]), len(ROWS) - 1 - ROWS.index(square[1])
        here = state.hull and SQUARES[state.square] == square
        burst = state.burst >= 0 and SQUARES[state.burst] == square
        sign = theme.sign("✈", ">") if here else theme.sign("✸", "*") if burst else "."
        style = theme.seat(RAIDER) if here else theme.ink("danger" if burst else "soft")
        canvas.put(x, y, f"{square} {sign}", style)
        if goal(picked) == square:
            canvas.put(x + 2, y, "[", theme.ink("act"))
            canvas.put(x + 4, y, "]", theme.ink("act"))
        canvas.spots.append(HitArea(square, x, y, CELL - 1))
    low = len(ROWS) + 1
    canvas.put(0, low, f"hull {state.hull}", theme.seat(RAIDER))
    canvas.put(12, low, f"gun: {state.shells} shells", theme.seat(GUNNER))
    canvas.spots.append(HitArea(GUN, 12, low, 14))
    return canvas.sheet()


TEXT_BOARD = TextBoard(draw_text, ("> or ✈: the raider   * or ✸: where the last shell burst",))


# --- parts to print ------------------------------------------------------------------------------


def print_kit(game: AnyGame) -> Kit:
    """Make the board, the raider, counters and an aid to cut out."""
    sky = [_square(square, False) for square in SQUARES]
    board = part("board", 180, 180 * (SKY + 2 * EDGE) / WIDTH, sky, WIDTH, palette.PAPER)
    plane = [Group(pieces.aircraft(STYLES[RAIDER]), turn=90)]
    mark = [circle((0, 0), 10, Stroke(palette.SEATS[GUNNER], palette.INK, 1.5))]
    counters = [token(f"shell {n + 1}", 14, mark, 0.5) for n in range(5)]
    rows = ["Both choose in secret.", "A shell on the raider's new square takes a point of hull."]
    rules = aid("aid", game.title, rows)
    return Kit(game.title, [board], [token("raider", 22, plane, 0.42), *counters, rules])
