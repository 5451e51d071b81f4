"""The timed phase over a network: what a whole plan is, and how the cards on the track become
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.seat import Seat
from dogfight.games.paws.data import ROLES
from dogfight.games.paws.names import Names
from dogfight.games.paws.position import NOT_READY, PLACE, READY, TAKE_BACK, Position
from dogfight.games.paws.state import ACTION, HELD, code_of, kind_in, open_in, section_in, side_in
from dogfight.planning.parts import Moves, Part, Status

_NOWHERE = -1
Placed = Mapping[Seat, Counter[int]]
"""For each seat how often it lays a card in one way."""


class Placement(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """[JP-6.4] One card of a plan as the specification writes it; a solo player names the seat
    as well.
    """

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
    """[JP-6.4] Plans for the Action Track: every card with its section, its half and whether it
    is open.
    """

    # [JP-6.10] in the order of the tests
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

    def accepts_plans(self, position: Position) -> bool:
        """[JP-5.13] [JP-5.16] [JP-6.17] Only in the Action Phase, until it locks."""
        return position.phase == ACTION

    def moves(self, position: Position, seats: tuple[Seat, ...], parts: tuple[Part, ...]) -> Moves:
        """[JP-5.7] [JP-6.5] [JP-6.13] Take back what the plan does not have, then put down what is
        missing.

        [JP-6.12] Where cards of a teammate lie does not matter.
        """
        counters = self._wanted(position, seats, parts)
        laid = {seat: _laid(position, seat) for seat in seats}
        # [JP-5.15] [JP-6.17] A new plan withdraws the "ready", even one that moves no card.
        again = [(seat, NOT_READY) for seat in seats if position.ready >> seat & 1]
        return (*again, *_card_moves(laid, counters))

    def between(self, opening: Position, position: Position, seats: Sequence[Seat]) -> Moves:
        """[JP-5.7] [JP-5.15] The moves that lead from one moment of an Action Phase to another,
        for one player.
        """
        before = {seat: _laid(opening, seat) for seat in seats}
        now = {seat: _laid(position, seat) for seat in seats}
        cards = _card_moves(before, now)
        moving = {seat for seat, _ in cards}
        was_ready = {seat for seat in seats if opening.ready >> seat & 1}
        is_ready = {seat for seat in seats if position.ready >> seat & 1}
        again = [
            (seat, NOT_READY)
            for seat in seats
            if seat in was_ready and (seat in moving or seat not in is_ready)
        ]
        sealed = [
            (seat, READY)
            for seat in seats
            if seat in is_ready and (seat in moving or seat not in was_ready)
        ]
        return (*again, *cards, *sealed)

    def seal(self, position: Position, seats: tuple[Seat, ...]) -> Moves:
        """[JP-5.15] [JP-6.17] Both seats of a solo player are ready together."""
        return tuple((seat, READY) for seat in seats if position.crew & ~position.ready & 1 << seat)

    def _wanted(
        self, position: Position, seats: tuple[Seat, ...], parts: tuple[Part, ...]
    ) -> Placed:
        """[JP-6.9] The placements of a valid plan by seat."""
        counters: dict[Seat, Counter[int]] = {seat: Counter() for seat in seats}
        for seat, part in parts:
            if seat not in counters:
                raise IllegalAction(
                    f"expected a card of {self._called(seats)}, got one of another seat",
                    rule="JP-6.9",
                )
            counters[seat][self._code(position, part)] += 1
        for seat, codes in counters.items():
            self._check_hand(position, seat, codes)
        self._check_open(position, seats, counters)
        return counters

    def _called(self, seats: tuple[Seat, ...]) -> str:
        return " or ".join(self.names.seats[seat] for seat in seats)

    def _code(self, position: Position, part: int | str) -> int:
        code = self.names.read_code(part) if isinstance(part, str) else part - PLACE
        if not 0 <= code < TAKE_BACK - PLACE or kind_in(code) >= position.t.kinds:
            raise BadNotation(f"expected an action that lays a card, got {part}", rule="JP-6.9")
        if section_in(code) >= position.t.sections:
            raise IllegalAction(
                f"expected a section from 1 to {position.t.sections}", rule="JP-6.9"
            )
        side = side_in(code) if position.t.planes >> kind_in(code) & 1 else 0
        return int(code_of(kind_in(code), section_in(code), side, open_in(code)))

    def _check_hand(self, position: Position, seat: Seat, codes: Counter[int]) -> None:
        """[JP-6.9] [JP-20.16] Each card is in the hand, the cards on the track included, and
        used once.
        """
        if codes and not position.crew >> seat & 1:
            raise IllegalAction(f"{self.names.seats[seat]} has left the game", rule="JP-20.16")
        used = Counter[int]()
        for code, count in codes.items():
            used[int(kind_in(code))] += count
        for kind, count in used.items():
            laid = sum(
                kind_in(position.down[seat * position.cap + n]) == kind
                for n in range(position.down_n[seat])
            )
            held = int(position.cards(HELD, seat, kind)) + laid
            if held < count:
                name = self.names.kinds[kind]
                raise IllegalAction(
                    f"expected at most {held} {name} of your hand, got {count}", rule="JP-6.9"
                )

    def _check_open(self, position: Position, seats: tuple[Seat, ...], counters: Placed) -> None:
        """[JP-19.7] Exactly one open card among those of the player who owes one, and none of
        anybody else.
        """
        opened = sum(
            count for codes in counters.values() for code, count in codes.items() if open_in(code)
        )
        owes = position.duty == seats[0] // 2
        if opened > 1 or (opened and not owes):
            raise IllegalAction(
                "only the solo player of three lays an open card, and only one", rule="JP-19.7"
            )
        if owes and not opened and any(codes for codes in counters.values()):
            raise IllegalAction(
                "expected one of the cards to lie open, got only closed ones", rule="JP-19.7"
            )


def _laid(position: Position, seat: Seat) -> Counter[int]:
    """What a seat has on the track."""
    return Counter(
        int(position.down[seat * position.cap + n]) for n in range(position.down_n[seat])
    )


def _open_card(placed: Placed) -> tuple[Seat, int] | None:
    """The open card among these, with its seat."""
    return next(
        ((seat, code) for seat, codes in placed.items() for code in codes if open_in(code)), None
    )


def _card_moves(laid: Placed, counters: Placed) -> Moves:
    """The moves that turn the cards one player has on the track into those of a plan."""
    before, after = _open_card(laid), _open_card(counters)
    # [JP-19.6] An open card makes room for that of the other seat only once all the closed ones are
    # taken back.
    stays = before is None or after is None or before[0] == after[0]
    kept: Placed = counters if stays else {seat: Counter() for seat in counters}
    less = {seat: laid[seat] - kept[seat] for seat in laid}
    more = {seat: counters[seat] - (laid[seat] - less[seat]) for seat in laid}
    if before is not None and after is not None and before[0] == after[0] and before != after:
        less[before[0]] -= Counter(
            [before[1]]
        )  # [JP-19.12] Laying the new one takes the old one up.
    gone = [(seat, TAKE_BACK + code) for seat in laid for code in _by_section(less[seat])]
    new = [(seat, PLACE + code) for seat in laid for code in _by_section(more[seat])]
    # [JP-19.11] The open card is the last one to go and the first one to come.
    gone.sort(key=lambda move: open_in(move[1] - TAKE_BACK))
    new.sort(key=lambda move: -open_in(move[1] - PLACE))
    return (*gone, *new)


def _by_section(codes: Counter[int]) -> list[int]:
    """[JP-6.14] In an order in which all may see cards come and go: it tells nothing about their
    fronts.
    """
    return sorted(codes.elements(), key=lambda code: (section_in(code), code))
