"""The timed phase over a network: what a whole plan is, and how the cards on the track become it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.plans import Moves, Part, Status
from dogfight.core.seat import Seat
from dogfight.games.paws.data import ROLES
from dogfight.games.paws.names import Names
from dogfight.games.paws.position import PLACE, READY, START_OVER, TAKE_BACK, Position
from dogfight.games.paws.state import ACTION, HELD, code_of, kind_in, open_in, section_in, side_in

_NOWHERE = -1
Placed = Mapping[Seat, Counter[int]]
"""For each seat how often it lays a card in one way."""


class Placement(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """[JP-6.4] One card of a plan as the specification writes it; a solo player names the seat as well."""

    card: str
    slot: int
    side: str = ""
    face_up: bool = False
    seat: str = ""

    def part(self, names: Names, player: str) -> Part:
        """[JP-6.9] As a seat and a word; an orientation counts for Move Plane cards only."""
        words = [str(self.slot), self.card]
        words += [self.side] if self.card in names.plane_kinds else []
        words += ["open"] if self.face_up else []
        return self._seat(names, player), ":".join(words)

    def _seat(self, names: Names, player: str) -> Seat:
        """[JP-6.4] The seat a card comes from: named, or the one that speaks."""
        team = player.partition(".")[0]
        named = f"{team}.{self.seat}" if self.seat in ROLES else self.seat or player
        return names.seats.index(named) if named in names.seats else _NOWHERE


class CardPlans:
    """[JP-6.4] Plans for the Action Track: every card with its section, its half and whether it is open."""

    rules: Mapping[Status, str] = {
        "wrong_round": "JP-6.7",
        "late": "JP-6.8",
        "stale": "JP-6.6",
        "invalid": "JP-6.9",
    }

    def __init__(self, names: Names) -> None:
        self.names = names

    def round(self, position: Position) -> int:
        return int(position.round)

    def laying(self, position: Position) -> bool:
        """[JP-5.13] [JP-5.16] [JP-6.17] Only in the Action Phase, until it locks."""
        return position.phase == ACTION

    def moves(self, position: Position, seats: tuple[Seat, ...], parts: tuple[Part, ...]) -> Moves:
        """[JP-5.7] [JP-6.5] [JP-6.13] Take back what the plan does not have, then put down what is missing.

        [JP-6.12] Where cards of a teammate lie does not matter.
        """
        wanted = self._wanted(position, seats, parts)
        gone: list[tuple[Seat, int]] = []
        new: list[tuple[Seat, int]] = []
        for seat in seats:
            laid = _laid(position, seat)
            less, more = laid - wanted[seat], wanted[seat] - laid
            if position.ready >> seat & 1 and not less:
                # [JP-5.15] [JP-6.17] A new plan withdraws the "ready", even one that moves no card.
                gone += [] if laid else [(seat, START_OVER)]
                less = Counter(_by_section(laid)[:1])
                more = more + less
            gone += [(seat, TAKE_BACK + code) for code in _by_section(less)]
            new += [(seat, PLACE + code) for code in _by_section(more)]
        return (*gone, *new)

    def between(self, opening: Position, position: Position, seats: Sequence[Seat]) -> Moves:
        """[JP-5.7] [JP-5.15] The moves that lead from one moment of an Action Phase to what lies there at another.

        [JP-19.5] An open card is laid before the others.
        """
        gone: list[tuple[Seat, int]] = []
        new: list[tuple[Seat, int]] = []
        sealed: list[tuple[Seat, int]] = []
        for seat in seats:
            before, now = _laid(opening, seat), _laid(position, seat)
            less, more = before - now, now - before
            was_ready, is_ready = opening.ready >> seat & 1, position.ready >> seat & 1
            if was_ready and not less and (more or not is_ready):
                gone.append((seat, START_OVER))
                more = now
            gone += [(seat, TAKE_BACK + code) for code in _by_section(less)]
            new += [(seat, PLACE + code) for code in _by_section(more)]
            if is_ready and (less or more or not was_ready):
                sealed.append((seat, READY))
        new.sort(key=lambda move: not open_in(move[1] - PLACE))
        return (*gone, *new, *sealed)

    def seal(self, position: Position, seats: tuple[Seat, ...]) -> Moves:
        """[JP-5.15] [JP-6.17] Both seats of a solo player are ready together."""
        return tuple((seat, READY) for seat in seats if position.crew & ~position.ready & 1 << seat)

    def _wanted(self, position: Position, seats: tuple[Seat, ...], parts: tuple[Part, ...]) -> Placed:
        """[JP-6.9] The placements of a valid plan by seat."""
        wanted: dict[Seat, Counter[int]] = {seat: Counter() for seat in seats}
        for seat, part in parts:
            if seat not in wanted:
                raise IllegalAction(f"expected a card of {self._called(seats)}, got one of another seat", rule="JP-6.9")
            wanted[seat][self._code(position, part)] += 1
        for seat, codes in wanted.items():
            self._check_hand(position, seat, codes)
        self._check_open(position, seats, wanted)
        return wanted

    def _called(self, seats: tuple[Seat, ...]) -> str:
        return " or ".join(self.names.seats[seat] for seat in seats)

    def _code(self, position: Position, part: int | str) -> int:
        code = self.names.read_code(part) if isinstance(part, str) else part - PLACE
        if not 0 <= code < TAKE_BACK - PLACE or kind_in(code) >= position.t.kinds:
            raise BadNotation(f"expected an action that lays a card, got {part}", rule="JP-6.9")
        if section_in(code) >= position.t.sections:
            raise IllegalAction(f"expected a section from 1 to {position.t.sections}", rule="JP-6.9")
        side = side_in(code) if position.t.planes >> kind_in(code) & 1 else 0
        return int(code_of(kind_in(code), section_in(code), side, open_in(code)))

    def _check_hand(self, position: Position, seat: Seat, codes: Counter[int]) -> None:
        """[JP-6.9] [JP-20.16] Each card is in the hand, the cards on the track included, and used once."""
        if codes and not position.crew >> seat & 1:
            raise IllegalAction(f"{self.names.seats[seat]} has left the game", rule="JP-20.16")
        used = Counter[int]()
        for code, count in codes.items():
            used[int(kind_in(code))] += count
        for kind, count in used.items():
            laid = sum(kind_in(position.down[seat * position.cap + n]) == kind for n in range(position.down_n[seat]))
            held = int(position.cards(HELD, seat, kind)) + laid
            if held < count:
                name = self.names.kinds[kind]
                raise IllegalAction(f"expected at most {held} {name} of your hand, got {count}", rule="JP-6.9")

    def _check_open(self, position: Position, seats: tuple[Seat, ...], wanted: Placed) -> None:
        """[JP-19.7] One open card at most, and only from the player who owes one."""
        opened = sum(count for codes in wanted.values() for code, count in codes.items() if open_in(code))
        if opened > 1 or (opened and position.duty != seats[0] // 2):
            raise IllegalAction("only the solo player of three lays an open card, and only one", rule="JP-19.7")


def _laid(position: Position, seat: Seat) -> Counter[int]:
    """How often a seat has laid a card in one way."""
    return Counter(int(position.down[seat * position.cap + n]) for n in range(position.down_n[seat]))


def _by_section(codes: Counter[int]) -> list[int]:
    """[JP-6.14] In an order in which all may see cards come and go: it tells nothing about their fronts."""
    return sorted(codes.elements(), key=lambda code: (section_in(code), code))
