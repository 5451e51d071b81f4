"""The table as everybody sees it: nobody holds a secret, and the order of the decks is not in a
position at all.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dogfight.core.bits import count_bits
from dogfight.core.parts import OpenViews
from dogfight.core.seat import Seat
from dogfight.core.view import Aim
from dogfight.games.squadrons.data import Airfield, Data
from dogfight.games.squadrons.names import (
    CARD_NAMES,
    HEADING_NAMES,
    PLANE_NAMES,
    SIDES,
    square_name,
)
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.rules.shots import kind_of_shot, shooters, target_of
from dogfight.games.squadrons.state import (
    COLLISION,
    FINISHED,
    FIRST_CARD,
    FORCED,
    MANOEUVRE,
    MOVE_CARD,
    NAME_PLANE,
    NORMAL,
    SHOT_CARD,
    State,
    side_of,
)
from dogfight.games.squadrons.tables import FULL_DECK, GONE, GREEN, PLANES, RED

PHASES = ("first", "name", "draw", "fly", "shots", "over")
ENDS = ("", "deck", "wipeout", "stall")
SHOT_KINDS = ("head", "tail", "other")
"""[SQ-7.5] The kinds of shot by their numbers."""
TO_COME = "?"
NO_CARD = "-"


class Plane(msgspec.Struct, frozen=True):
    """A plane; `square` and `heading` are empty when it is lost."""

    name: str
    square: str
    heading: str
    to_move: bool


class Pile(msgspec.Struct, frozen=True):
    """[SQ-2.2] A player's cards: how many are left face down, and which lie face up, in the
    order of the pack.
    """

    left: int
    discards: tuple[str, ...]


class Shot(msgspec.Struct, frozen=True):
    """A shooter of the present phase in the order of drawing; `card` is `?` to come and `-` if
    it gets none.
    """

    shooter: str
    target: str
    kind: str
    card: str


class BoardView(msgspec.Struct, frozen=True):
    """What lies on the table.

    `aims` are the lines of fire as the planes stand, before the shots. `turn` is the active side,
    `turns` how many turns have begun; `card` is the movement card being used.
    """

    columns: int
    rows: int
    blocked: tuple[str, ...]
    airfields: tuple[Airfield, ...]
    stall_turns: int
    planes: tuple[Plane, ...]
    red: Pile
    green: Pile
    phase: str
    turn: str
    named: str
    card: str
    how: str
    shots: tuple[Shot, ...]
    aims: tuple[Aim, ...]
    score: tuple[int, int]
    idle: int
    drawn: bool
    turns: int
    over: str


class SquadronsViews(OpenViews[Position, BoardView]):
    """Pictures with the board of one set of data files; `build` makes a position of one."""

    def __init__(self, data: Data, build: Callable[[BoardView], Position]) -> None:
        super().__init__()
        self.data = data
        self.build = build

    def position_on(self, board: BoardView) -> Position:
        return self.build(board)

    def board_view(self, position: Position, seat: Seat) -> BoardView:  # noqa: ARG002
        """The whole table; every seat and every onlooker may see all of it."""
        s, grid = position, self.data.contents.board
        naming = s.phase in (MOVE_CARD, MANOEUVRE)
        return BoardView(
            columns=grid.columns,
            rows=grid.rows,
            blocked=grid.blocked,
            airfields=self.data.contents.airfield,
            stall_turns=self.data.contents.limits.stall_turns,
            planes=tuple(plane_on_table(s, plane) for plane in range(2 * PLANES)),
            red=pile(s, RED),
            green=pile(s, GREEN),
            phase=PHASES[s.phase],
            turn="" if s.phase == FIRST_CARD else SIDES[s.active],
            named=PLANE_NAMES[s.plane] if naming else "",
            card=CARD_NAMES[s.card] if s.card >= 0 else "",
            how=how_word(s) if s.phase == MANOEUVRE else "",
            shots=tuple(shots_of(s)) if s.phase == SHOT_CARD else (),
            aims=aims_of(s) if s.phase in (NAME_PLANE, MOVE_CARD, MANOEUVRE) else (),
            score=(s.red_score, s.green_score),
            idle=s.idle,
            drawn=bool(s.drew),
            turns=s.turns,
            over=ENDS[s.why] if s.phase == FINISHED else "",
        )


def plane_on_table(s: State, plane: int) -> Plane:
    square = s.square(plane)
    if square == GONE:
        return Plane(PLANE_NAMES[plane], "", "", False)
    moves = side_of(plane) == s.active and bool(s.to_move >> plane % PLANES & 1)
    return Plane(PLANE_NAMES[plane], square_name(square), HEADING_NAMES[s.heading(plane)], moves)


def pile(s: State, side: int) -> Pile:
    """[SQ-5.7] [SQ-7.14] Cards in use lie before their plane and reach the discards when the
    move or phase is done.
    """
    in_use = [s.shot_card(plane) for plane in range(side * PLANES, side * PLANES + PLANES)]
    if s.active == side:
        in_use.append(s.card)
    deck = s.deck(side)
    gone = FULL_DECK & ~deck
    names = tuple(CARD_NAMES[card] for card in range(52) if gone >> card & 1 and card not in in_use)
    return Pile(count_bits(deck), names)


def how_word(s: State) -> str:
    """Why the named plane may do what it may: as permitted, forced, the last resort, or a
    collision.
    """
    return {NORMAL: "normal", FORCED: "forced", COLLISION: "collision"}.get(s.how, "last_resort")


def in_order(s: State) -> list[int]:
    """[SQ-7.11] The shooters, those of the active player first."""
    mask = shooters(s)
    numbers = [plane for plane in range(2 * PLANES) if mask >> plane & 1]
    return sorted(numbers, key=lambda plane: (side_of(plane) != s.active, plane))


def aims_of(s: State) -> tuple[Aim, ...]:
    """[SQ-7.2] [SQ-7.5] Who would shoot at whom, and how, if the shots came now."""
    return tuple(
        Aim(PLANE_NAMES[plane], PLANE_NAMES[target], SHOT_KINDS[kind_of_shot(s, plane, target)])
        for plane, target in ((plane, target_of(s, plane)) for plane in in_order(s))
    )


def shots_of(s: State) -> list[Shot]:
    """[SQ-7.10] The shots of the phase with the cards drawn so far."""
    shots = []
    for plane in in_order(s):
        target = target_of(s, plane)
        card = s.shot_card(plane)
        word = CARD_NAMES[card] if card >= 0 else TO_COME if s.to_shoot >> plane & 1 else NO_CARD
        shots.append(
            Shot(
                PLANE_NAMES[plane],
                PLANE_NAMES[target],
                SHOT_KINDS[kind_of_shot(s, plane, target)],
                word,
            )
        )
    return shots
