"""What learners are told: the seat's own planes first, then the enemy's, cards that are gone,
and what is asked for.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dogfight.core.position import Position as CorePosition
from dogfight.encoding.encoder import (
    MOST_VALUE,
    Encoder,
    add_bits,
    add_one_hot,
    list_number,
    pack_flag,
)
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.state import (
    FINISHED,
    FIRST_CARD,
    FLY,
    MANOEUVRE,
    MOVE_CARD,
    NAME_PLANE,
    SHOT_CARD,
)
from dogfight.games.squadrons.tables import CARDS, FULL_DECK, GONE, HEADINGS, PLANES, RED, Board

ACTIONS: Final = 32
OWNERS = ("own", "enemy")
PHASES = ("first", "name", "draw", "fly", "shots", "over")
WAYS = ("normal", "forced", "last resort", "collision")
ENDS = ("deck", "wipeout", "stall")


class ActionIds(Encoder):
    """Lists the ids of what the active player may do."""

    def id_of(self, position: CorePosition, action: i64) -> i64:
        assert isinstance(position, Position)
        if position.phase == NAME_PLANE:
            return action + PLANES * position.active
        return action + 2 * PLANES - FLY

    def legal(self, position: CorePosition, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        shift: i64 = self.id_of(position, 0)
        menu: i64 = position.menu
        action: i64 = 0
        while menu != 0:
            if menu & 1:
                out[at] = i32(action + shift)
                at += 1
            menu >>= 1
            action += 1
        return at


class SquadronsEncoder(ActionIds):
    """Nothing is secret here, so that both seats are told the same, each from its side."""

    def __init__(self, board: Board, cards: tuple[str, ...], headings: tuple[str, ...]) -> None:
        super().__init__(ACTIONS)
        numbers = [f"{owner} {number + 1}" for owner in OWNERS for number in range(PLANES)]
        places = [f"column {index + 1}" for index in range(board.columns)] + [
            f"row {index + 1}" for index in range(board.rows)
        ]
        self.columns: i64 = board.columns
        self.a_plane: i64 = board.columns + board.rows + HEADINGS
        """How many numbers tell where a plane is."""
        self.planes = self.group(
            "plane", [f"{text} {word}" for text in numbers for word in (*places, *headings)]
        )
        self.to_move = self.group("to move", numbers)
        self.named = self.group("named", numbers)
        self.card = self.group("card", cards)
        self.how = self.group("how", WAYS)
        self.gone = self.group("gone", [f"{owner} {card}" for owner in OWNERS for card in cards])
        self.to_shoot = self.group("to shoot", numbers)
        self.drew_for = self.group("card for the shot of", numbers, CARDS)
        self.phase = self.group("phase", PHASES)
        self.active = self.group("active", OWNERS)
        self.score = self.group(
            "score", [f"{owner} {n}" for owner in OWNERS for n in range(PLANES + 1)]
        )
        self.seat = self.group("seat", ("red", "green"))
        self.idle = self.single("idle turns", min(MOST_VALUE, int(board.stall_turns)))
        self.drawn = self.single("a card was drawn this turn")
        self.turns = self.single("turns", MOST_VALUE)
        self.why = self.group("ended by", ENDS)

    def features(self, position: CorePosition, seat: i64, out: vec[i32], at: i64) -> i64:
        assert isinstance(position, Position)
        p = position
        at = self.list_planes(p, seat, out, at)
        at = add_bits(FULL_DECK & ~p.deck(seat), self.gone, out, at)
        at = add_bits(FULL_DECK & ~p.deck(1 - seat), self.gone + CARDS, out, at)
        out[at] = pack_flag(self.phase + p.phase)
        out[at + 1] = pack_flag(self.score + p.score(seat))
        out[at + 2] = pack_flag(self.score + PLANES + 1 + p.score(1 - seat))
        out[at + 3] = pack_flag(self.seat + seat)
        at += 4
        at = list_number(p.idle, self.idle, out, at)
        at = list_number(p.turns, self.turns, out, at)
        if p.drew != 0:
            out[at] = pack_flag(self.drawn)
            at += 1
        return self.list_doing(p, seat, out, at)

    def list_planes(self, p: Position, seat: i64, out: vec[i32], at: i64) -> i64:
        """Where every plane is and which way it points; one that is lost has no numbers."""
        place: i64 = 0
        while place < 2 * PLANES:
            plane: i64 = from_here(place, seat)
            square: i64 = p.square(plane)
            if square != GONE:
                base: i64 = self.planes + place * self.a_plane
                out[at] = pack_flag(base + (square & 31))
                out[at + 1] = pack_flag(base + self.columns + (square >> 5))
                out[at + 2] = pack_flag(base + self.a_plane - HEADINGS + p.heading(plane))
                at += 3
            place += 1
        return at

    def list_doing(self, p: Position, seat: i64, out: vec[i32], at: i64) -> i64:
        """How far the turn has come."""
        if p.phase == FINISHED:
            out[at] = pack_flag(self.why + p.why - 1)
            return at + 1
        if p.phase == FIRST_CARD:
            return at
        of_enemy: i64 = p.active ^ seat
        out[at] = pack_flag(self.active + of_enemy)
        at = add_bits(p.to_move, self.to_move + of_enemy * PLANES, out, at + 1)
        at = add_one_hot(p.card, self.card, out, at)
        if p.phase == MOVE_CARD or p.phase == MANOEUVRE:
            out[at] = pack_flag(self.named + from_here(p.plane, seat))
            at += 1
        if p.phase == MANOEUVRE:
            out[at] = pack_flag(self.how + p.how)
            at += 1
        if p.phase == SHOT_CARD:
            at = self.list_shots(p, seat, out, at)
        return at

    def list_shots(self, p: Position, seat: i64, out: vec[i32], at: i64) -> i64:
        """Who has yet to shoot, and the cards of those who have."""
        plane: i64 = 0
        while plane < 2 * PLANES:
            if (p.to_shoot >> plane) & 1:
                out[at] = pack_flag(self.to_shoot + from_here(plane, seat))
                at += 1
            at = list_number(
                p.shot_card(plane) + 1, self.drew_for + from_here(plane, seat), out, at
            )
            plane += 1
        return at


def from_here(plane: i64, seat: i64) -> i64:
    """The number of a plane among own planes and enemies, and back."""
    if seat == RED:
        return plane
    return plane + PLANES if plane < PLANES else plane - PLANES
