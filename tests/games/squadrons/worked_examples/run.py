"""Runs one worked example of the specification against the rules.

Positions need not be reachable, and a deck may list any cards: whatever an example says is drawn is
put into the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dogfight.core.bits import count_bits
from dogfight.core.errors import BadNotation, DogfightError
from dogfight.core.position import Trace
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.squadrons import text
from dogfight.games.squadrons.data import Data
from dogfight.games.squadrons.names import (
    CARD_NAMES,
    CODES,
    HEADING_NAMES,
    PLANE_NAMES,
    SIDES,
    card_called,
    code_called,
    plane_called,
    side_called,
    square_name,
)
from dogfight.games.squadrons.notation import empty_board, put
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.rules.movement import (
    NOBODY,
    entry_square,
    landing,
    nearest_enemy,
    needs_card,
    new_heading,
)
from dogfight.games.squadrons.rules.sequence import begin_turn
from dogfight.games.squadrons.state import (
    DOWN,
    ENDED,
    FINISHED,
    FLY,
    NAME_PLANE,
    RAM,
    SHOT,
    STAY,
    TURN,
    State,
    side_of,
)
from dogfight.games.squadrons.tables import CARDS, GONE, GREEN, MANOEUVRES, OFF, PLANES, RED
from dogfight.games.squadrons.view import ENDS, NO_CARD, SHOT_KINDS, how_word, shots_of

Example = Mapping[str, Any]
Results = dict[str, object]

_ALWAYS = {"id", "title", "rules", "kind", "expect"}
_IN_ORDER = {"results", "score", "drawn_red", "drawn_green"}
_COLOURS = ("red", "green")


def run(data: Data, example: Example) -> list[str]:
    """What differs between an example and the rules, a line each."""
    kind = example.get("kind")
    if kind not in _KINDS:
        return [f"kind: expected one of {', '.join(_KINDS)}; got {kind!r}"]
    needed, optional, known, play = _KINDS[kind]
    expect = example.get("expect")
    if not isinstance(expect, Mapping):
        return ["expect: expected a table with results"]
    faults = [f"{key}: missing; a {kind} example needs it" for key in sorted(needed - set(example))]
    faults += [f"{key}: unknown key" for key in example if key not in _ALWAYS | needed | optional]
    faults += [f"expect.{key}: unknown key" for key in expect if key not in known]
    if faults:
        return faults
    try:
        results, differences = play(data, example)
    except DogfightError as error:
        return [f"refused: {error}"]
    for key, value in expect.items():
        got = results.get(key)
        if _comparable(key, got) != _comparable(key, value):
            differences.append(f"{key}: expected {value!r}, got {got!r}")
    return differences


def _comparable(key: str, value: object) -> object:
    if isinstance(value, list) and key not in _IN_ORDER:
        return sorted(map(str, value))
    return value


# --- positions -------------------------------------------------------------------------------


def _position(data: Data, example: Example) -> Position:
    """The planes of an example on an otherwise empty board."""
    s = empty_board(data)
    for line in example["planes"]:
        parts = line.split()
        if len(parts) != 3:
            raise BadNotation(f"expected a plane like 'G1 e5 N', got {line!r}", rule="SQ-1.8")
        plane = plane_called(parts[0])
        if s.square(plane) != GONE:
            raise BadNotation(f"{parts[0]} stands on the board twice", rule="SQ-1.8")
        put(data, s, plane, parts[1], parts[2])
    return s


def _stand(s: State, plane: int) -> str:
    return f"{PLANE_NAMES[plane]} {square_name(s.square(plane))} {HEADING_NAMES[s.heading(plane)]}"


def _planes(s: State) -> list[str]:
    return [_stand(s, plane) for plane in range(2 * PLANES) if s.square(plane) != GONE]


def _arrival(s: State, plane: int, code: int, square: int) -> str:
    there = "off" if square == OFF else square_name(square)
    return f"{CODES[code]} {there} {HEADING_NAMES[new_heading(s, plane, code)]}"


# --- the kinds -------------------------------------------------------------------------------


def _setup(data: Data, example: Example) -> tuple[Results, list[str]]:
    s = Position(data.board)
    s.apply(CHANCE, card_called(example["first_card"]))
    results: Results = {
        "first": SIDES[s.active],
        "left_red": count_bits(s.red_deck),
        "left_green": count_bits(s.green_deck),
        "planes": _planes(s),
    }
    return results, []


def _geometry(data: Data, example: Example) -> tuple[Results, list[str]]:
    stand = f"R1 {example['square']} {example['heading']}"
    s = _position(data, {"planes": [stand]})
    return {
        "results": [_arrival(s, 0, code, entry_square(s, 0, code)) for code in range(MANOEUVRES)]
    }, []


def _options(data: Data, example: Example) -> tuple[Results, list[str]]:
    s = _position(data, example)
    plane = plane_called(example["plane"])
    if s.square(plane) == GONE:
        raise BadNotation(f"{example['plane']} is not on the board")
    away = nearest_enemy(s, plane)
    begin_turn(s, side_of(plane))
    s.apply(s.active, plane % PLANES)
    if needs_card(away):
        if "card" not in example:
            raise BadNotation(
                f"a card is drawn at distance {away}; the example names none", rule="SQ-5.1"
            )
        s.apply(CHANCE, card_called(example["card"]))
    actions = [s.choice(index) for index in range(s.choice_count())]
    codes = [action - FLY for action in actions if FLY <= action < RAM]
    results: Results = {
        "between": away - 1 if away != NOBODY else None,
        "how": how_word(s),
        "options": [_arrival(s, plane, code, landing(s, plane, code)) for code in codes],
        "collide_with": [PLANE_NAMES[action - RAM] for action in actions if RAM <= action < STAY],
    }
    return results, []


def _shots(data: Data, example: Example) -> tuple[Results, list[str]]:
    s = _position(data, example)
    return {"shots": [f"{item.shooter}>{item.target} {item.kind}" for item in shots_of(s)]}, []


def _turn(data: Data, example: Example) -> tuple[Results, list[str]]:
    turn = _Turn(data, example)
    differences = turn.play()
    return turn.results(), differences


class _Turn:
    """One turn played by an example's moves and cards."""

    def __init__(self, data: Data, example: Example) -> None:
        self.s = s = _position(data, example)
        self.moves = [str(move).split() for move in example["moves"]]
        self.cards = [
            [card_called(item) for item in example.get(f"deck_{colour}", ())] for colour in _COLOURS
        ]
        self.drawn: list[list[str]] = [[], []]
        s.red_deck, s.green_deck = (
            _deck_of(example.get(f"left_{colour}", CARDS)) for colour in _COLOURS
        )
        s.red_score, s.green_score = (example.get(f"score_{colour}", 0) for colour in _COLOURS)
        s.idle = example.get("idle_before", 0)
        self.news = Trace()
        begin_turn(s, side_called(example["side"]))
        s.trace = self.news

    def play(self) -> list[str]:
        """Play to the end of the turn; what is left over, or missing, is a difference."""
        while not self._done():
            fault = self._draw() if self.s.actor() == CHANCE else self._move()
            if fault:
                return [fault]
        faults = [f"moves: {' '.join(move)} is left over; the turn is done" for move in self.moves]
        for colour, left in zip(_COLOURS, self.cards, strict=True):
            faults += [f"deck_{colour}: {CARD_NAMES[card]} is not drawn" for card in left]
        return faults

    def _done(self) -> bool:
        return self.s.actor() == OVER or any(item[0] in (TURN, ENDED) for item in self.news.items)

    def _draw(self) -> str:
        side = side_of(self.s.plane)
        if not self.cards[side]:
            return (
                f"deck_{_COLOURS[side]}: a card is drawn for {PLANE_NAMES[self.s.plane]}, but none"
                " is listed"
            )
        card = self.cards[side].pop(0)
        _put_into_deck(self.s, side, card)
        self.drawn[side].append(CARD_NAMES[card])
        self.s.apply(CHANCE, card)
        return ""

    def _move(self) -> str:
        s = self.s
        if not self.moves:
            return f"moves: {SIDES[s.active]} still has a plane to move"
        move = self.moves[0]
        if s.phase == NAME_PLANE:
            plane = plane_called(move[0])
            if side_of(plane) != s.active:
                return f"moves: {move[0]} is not a plane of {SIDES[s.active]}"
            action = plane % PLANES
        else:
            action = _action(move)
            self.moves.pop(0)
        if not s.menu >> action & 1:
            return f"moves: {' '.join(move)}: {text.refusal(s, s.active, action)}"
        s.apply(s.active, action)
        return ""

    def results(self) -> Results:
        s = self.s
        over = s.phase == FINISHED
        lead = s.red_score - s.green_score
        winner = "draw" if lead == 0 else SIDES[RED if lead > 0 else GREEN]
        return {
            "planes": _planes(s),
            "lost": [PLANE_NAMES[item[1]] for item in self.news.items if item[0] == DOWN],
            "shots": [_shot(*item[1:]) for item in self.news.items if item[0] == SHOT],
            "score": [s.red_score, s.green_score],
            "drawn_red": self.drawn[RED],
            "drawn_green": self.drawn[GREEN],
            "left_red": count_bits(s.red_deck),
            "left_green": count_bits(s.green_deck),
            "idle": s.idle,
            "over": ENDS[s.why],
            "winner": winner if over else "",
        }


def _action(move: list[str]) -> int:
    if len(move) == 3 and move[1] == "X":
        return RAM + plane_called(move[2])
    if len(move) != 2:
        raise BadNotation(f"expected a move like 'G1 TL' or 'G1 X R2', got {' '.join(move)!r}")
    return STAY if move[1] == "stay" else FLY + code_called(move[1])


def _shot(shooter: int, target: int, kind: int, card: int) -> str:
    word = CARD_NAMES[card] if card >= 0 else NO_CARD
    return f"{PLANE_NAMES[shooter]}>{PLANE_NAMES[target]} {SHOT_KINDS[kind]} {word}"


def _deck_of(left: int) -> int:
    if not 0 <= left <= CARDS:
        raise BadNotation(f"expected 0 to {CARDS} cards in a deck, got {left}", rule="SQ-1.3")
    return (1 << left) - 1


def _put_into_deck(s: State, side: int, card: int) -> None:
    """See to it that the deck holds the card, without changing how many it holds."""
    deck = s.deck(side)
    if deck >> card & 1:
        return
    deck = deck & deck - 1 | 1 << card
    if side == RED:
        s.red_deck = deck
    else:
        s.green_deck = deck


_Play = Callable[[Data, Example], tuple[Results, list[str]]]
_KINDS: dict[str, tuple[set[str], set[str], set[str], _Play]] = {
    "setup": ({"first_card"}, set(), {"first", "left_red", "left_green", "planes"}, _setup),
    "geometry": ({"square", "heading"}, set(), {"results"}, _geometry),
    "options": (
        {"planes", "plane"},
        {"card"},
        {"between", "how", "options", "collide_with"},
        _options,
    ),
    "shots": ({"planes"}, set(), {"shots"}, _shots),
    "turn": (
        {"side", "planes", "moves"},
        {f"{key}_{colour}" for key in ("deck", "left", "score") for colour in _COLOURS}
        | {"idle_before"},
        {"planes", "lost", "shots", "score", "drawn_red", "drawn_green", "left_red", "left_green"}
        | {"idle", "over", "winner"},
        _turn,
    ),
}
"""For each kind of example: the keys it needs, those it may have, the results it may expect, and
what runs it.
"""
