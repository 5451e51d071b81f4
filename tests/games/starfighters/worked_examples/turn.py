"""Plays one whole turn of a worked example with the decisions it lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogfight.core.errors import BadNotation
from dogfight.core.game import Game
from dogfight.core.position import Trace
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.notation import read_drift, read_kind, read_step, write_hex
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules import news, sequence
from dogfight.games.starfighters.state import (
    BEAM,
    BEGIN,
    DECLARE,
    DRAW,
    DRIFT,
    MOVE,
    OVER_PHASE,
    TARGET,
    WRECK,
)
from dogfight.games.starfighters.tables import KINDS, NO_CARD, card, count_of, size_of
from dogfight.games.starfighters.view import BoardView, cards_of, seats_in

from .layout import Findings, lay_out, read_ship, unknown_keys

_GIVEN = (
    *("ships", "debris", "wreckage", "n", "start", "hands", "captured", "anchored", "discard"),
    *("declare", "moves", "drift", "choices", "deck", "reshuffled"),
)
_RESULTS = (
    *(
        "effects",
        "ships",
        "debris",
        "wreckage",
        "discard",
        "start",
        "drew",
        "hand_sizes",
        "blocked",
        "destroyed",
    ),
    *("captured", "anchored", "over", "winner", "deck_left"),
)
_VERBS = {TARGET: "hits", BEAM: "beam", WRECK: "wreck"}


def run(game: Game[Position, BoardView], data: Data, example: Mapping[str, Any]) -> list[str]:
    """What differs after the turn, a line each."""
    wrong = unknown_keys(example, _GIVEN, _RESULTS)
    if wrong:
        return wrong
    turn = _Turn(game, data, example)
    turn.play()
    expect = dict(example["expect"])
    if "ships" in expect:
        expect["ships"] = [_full_ship(data, text) for text in expect["ships"]]
    return turn.faults + turn.findings().differences(expect)


def _full_ship(data: Data, text: str) -> str:
    seat, hex_, facing, hull = read_ship(data, text)
    return f"{seat} {write_hex(data, hex_)} {DIRECTIONS[facing]} {hull}"


def _by_seat(table: Mapping[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in table.items()}


class _Turn:
    """One turn: the position, the decisions still to be made, and what was told."""

    def __init__(
        self, game: Game[Position, BoardView], data: Data, example: Mapping[str, Any]
    ) -> None:
        self.game = game
        self.data = data
        self.declare: dict[int, str] = _by_seat(example.get("declare", {}))
        self.steps = {
            seat: list(steps) for seat, steps in _by_seat(example.get("moves", {})).items()
        }
        self.drifts = {
            seat: list(steps) for seat, steps in _by_seat(example.get("drift", {})).items()
        }
        self.choices: list[str] = list(example.get("choices", []))
        self.pile: list[str] = list(example.get("deck", []))
        self.reshuffled: list[str] | None = example.get("reshuffled")
        self.faults: list[str] = []
        self.news = Trace()
        self.heard = 0
        self.drifted: set[int] = set()
        self.position = self._position(example)

    # --- the state before the turn

    def _position(self, example: Mapping[str, Any]) -> Position:
        p = lay_out(self.data, example)
        p.phase, p.left, p.start = BEGIN, 0, int(example.get("start", 0))
        if not 0 <= p.start < p.seats:
            raise BadNotation(
                f"expected a starting player from 0 to {p.seats - 1}, got {p.start}", rule="SF-3.7"
            )
        hands = _by_seat(example.get("hands", {}))
        for seat in range(p.seats):
            held = [self.declare[seat]] if seat in self.declare else []
            p.hand[seat] = _pile_of(hands.get(seat, held))
        for seat, name in _by_seat(example.get("captured", {})).items():
            p.captured[seat] = read_kind(name)
            if self.declare.pop(seat, name) != name:
                self.faults.append(f"seat {seat} has to declare the captured {name}")
        for seat in example.get("anchored", []):
            p.anchored_next |= 1 << seat
        p.discard = _pile_of(example.get("discard", []))
        p.deck = _pile_of(self.pile) if "deck" in example else _unseen(p)
        p.trace = self.news
        return p

    # --- the turn

    def play(self) -> None:
        """Play until the turn, or the game, is over."""
        p = self.position
        sequence.advance(p)
        self._listen()
        while p.phase != OVER_PHASE and p.turn == 1 and not self.faults:
            seat = p.actor()
            action = self._decide(seat)
            self.game.check(p, seat, action)
            p.apply(seat, action)
            self._listen()
        self._leftovers()

    def _decide(self, seat: int) -> int:
        p = self.position
        if p.phase == DECLARE:
            if seat not in self.declare:
                raise BadNotation(f"expected a declaration of seat {seat}", rule="SF-3.2")
            return read_kind(self.declare.pop(seat))
        if p.phase == MOVE:
            return read_step(self.steps[seat].pop(0) if self.steps.get(seat) else "stop")
        if p.phase == DRIFT:
            self.drifted.add(seat)
            return read_drift(self.drifts[seat].pop(0) if self.drifts.get(seat) else "stop")
        if p.phase == DRAW:
            return read_kind(self.pile.pop(0)) if self.pile else self._any_card()
        return self._choice(f"{seat} {_VERBS[p.phase]}")

    def _any_card(self) -> int:
        return next(kind for kind in range(KINDS) if count_of(self.position.deck, kind))

    def _choice(self, beginning: str) -> int:
        """The next of the listed choices, which has to be of this seat and of this sort."""
        text = self.choices.pop(0) if self.choices else "nothing"
        head, _, what = text.rpartition(" ")
        if head != beginning:
            raise BadNotation(f"expected the choice '{beginning} …', got {text!r}")
        verb = beginning.split()[1]
        return self.game.notation.read_action(self.position, self.position.active, f"{verb}-{what}")

    def _listen(self) -> None:
        """What happened without a choice: a token that finds no room is listed as one; a new
        deck has its order.
        """
        for kind, seat, *_ in self.news.items[self.heard :]:
            if kind == news.TOKEN_LOST:
                text = self.choices.pop(0) if self.choices else "nothing"
                if text != f"{seat} wreck none":
                    self.faults.append(f"expected the choice '{seat} wreck none', got {text!r}")
            elif kind == news.RESHUFFLED and self.reshuffled is not None:
                self.pile = list(self.reshuffled)
                if _pile_of(self.pile) != self.position.deck:
                    self.faults.append(
                        f"reshuffled: expected {cards_of(self.position.deck)}, got {self.pile}"
                    )
        self.heard = len(self.news.items)

    def _leftovers(self) -> None:
        """Decisions that were listed but never asked for."""
        self.faults += [f"the choice {text!r} did not come up" for text in self.choices]
        self.faults += [
            f"seat {seat} could not declare {name}" for seat, name in self.declare.items()
        ]
        self.faults += [
            f"seat {seat} could not make the steps {steps}"
            for seat, steps in self.steps.items()
            if steps
        ]
        left = {
            seat: steps for seat, steps in self.drifts.items() if steps and seat in self.drifted
        }
        if self.position.phase != OVER_PHASE:
            self.faults += [
                f"the debris of seat {seat} could not drift {steps}" for seat, steps in left.items()
            ]

    # --- the results

    def findings(self) -> Findings:
        """Everything that `expect` may list."""
        p, data = self.position, self.data
        flying = seats_in(p.undestroyed())
        over = p.phase == OVER_PHASE
        debris = [seat for seat in seats_in(p.destroyed) if p.at[seat] != p.tables.off_map()]
        return Findings(
            effects=self._effects(),
            ships=[
                f"{s} {write_hex(data, p.at[s])} {DIRECTIONS[p.facing[s]]} {p.hull[s]}"
                for s in flying
            ],
            debris=[f"{s} {write_hex(data, p.at[s])}" for s in debris],
            wreckage=[name for hex_, name in enumerate(data.names) if p.has_wreckage(hex_)],
            discard=list(cards_of(p.discard)),
            start=p.start,
            drew={str(item[1]): CARDS[item[2]] for item in self._told(news.DREW)},
            hand_sizes={str(seat): size_of(p.hand[seat]) for seat in range(p.seats)},
            blocked=[item[1] for item in self._told(news.BLOCKED)],
            destroyed=[item[1] for item in self._told(news.DESTROYED)],
            captured=self._captured(over),
            anchored=list(seats_in(p.anchored_next if over else p.anchored)),
            over=("win" if len(flying) == 1 else "draw") if over else "",
            winner=flying[0] if over and len(flying) == 1 else None,
            deck_left=size_of(p.deck),
        )

    def _told(self, kind: int) -> list[tuple[int, int, int, int, int]]:
        return [item for item in self.news.items if item[0] == kind]

    def _effects(self) -> list[str]:
        """[SF-5.2] What each attack card did, in the order in which it was carried out."""
        said = {news.NOBODY_IN_RANGE: "none", news.VOID: "void"}
        effects = []
        for kind, seat, what, mask, _ in self.news.items:
            if kind in said or kind == news.ATTACKED:
                effects.append(
                    f"{seat} {CARDS[what]} {said.get(kind) or self._clockwise(seat, mask)}"
                )
        return effects

    def _clockwise(self, attacker: int, mask: int) -> str:
        """[SF-7.7] Those hit, from the seat after the attacker's on."""
        seats = self.position.seats
        return "+".join(
            str(seat) for seat in sorted(seats_in(mask), key=lambda item: (item - attacker) % seats)
        )

    def _captured(self, over: bool) -> dict[str, str]:
        """[SF-3.4] The captured cards: when the next turn has begun they lie open as its
        declarations.
        """
        p = self.position
        held = {seat: p.captured[seat] for seat in range(p.seats)}
        if not over:
            held = {seat: p.declared[seat] for seat in seats_in(p.face_up)}
        return {str(seat): CARDS[kind] for seat, kind in held.items() if kind != NO_CARD}


def _pile_of(names: list[str]) -> int:
    return sum(card(read_kind(name)) for name in names)


def _unseen(p: Position) -> int:
    """[SF-1.4] Where no deck is listed, it holds the cards that are nowhere else."""
    pile = 0
    for kind in range(KINDS):
        seen = count_of(p.discard, kind)
        for seat in range(p.seats):
            seen += count_of(p.hand[seat], kind) + (p.captured[seat] == kind)
        pile += max(0, count_of(p.tables.deck, kind) - seen) * card(kind)
    return pile
