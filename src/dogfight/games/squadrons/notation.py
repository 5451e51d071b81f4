"""A position on one line and an action in a word, both ways.

  R:l12S,k12S,-,c12S,b12S,a12S G:a2N,b2N,c2N,j2N,k2N,l2N r=9H g=AC,4D R/fly2=10H:1245 0:1 idle:0+ t3

Planes by number with `-` for a lost one; discards; the active side with what it is doing and which
planes have to move; the score, Red's first; turns in a row without a card, with `+` once a card has
been drawn in this turn; and how many turns have begun.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dogfight.core.bits import count_bits
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.parts import HasNotation, Notation
from dogfight.core.seat import CHANCE, OPEN, Seat, check_seat
from dogfight.games.squadrons.data import Data
from dogfight.games.squadrons.names import (
    CARD_NAMES,
    CODES,
    PLANE_NAMES,
    SIDES,
    card_called,
    heading_called,
    plane_called,
    side_called,
    square_called,
)
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.rules.movement import nearest_enemy, needs_card, offer
from dogfight.games.squadrons.state import (
    DECK_OUT,
    FINISHED,
    FIRST_CARD,
    FLY,
    MANOEUVRE,
    MOVE_CARD,
    NAME_PLANE,
    RAM,
    SHOT_CARD,
    STALL,
    STAY,
    WIPEOUT,
    side_of,
)
from dogfight.games.squadrons.tables import FULL_DECK, GREEN, NO_PLANES, PLANES, RED
from dogfight.games.squadrons.view import (
    ENDS,
    NO_CARD,
    TO_COME,
    BoardView,
    Pile,
    Plane,
    SquadronsViews,
    in_order,
)

_STAND = re.compile(r"([a-z][0-9]+)([NESW]+)")
_SCORE = re.compile(r"([0-6]):([0-6])")
MOST_IDLE = 9_999
MOST_TURNS = 999_999
"""[SQ-3.1] The longest numbers that a line has room for."""
_IDLE = re.compile(r"idle:(0|[1-9][0-9]{0,3})(\+?)")
_TURNS = re.compile(r"t(0|[1-9][0-9]{0,5})")
_PHASE = re.compile(r"([RG])/(name|draw([1-6])|fly([1-6])(?:=(\w+))?):([1-6]+)")
_SHOTS = re.compile(r"([RG])/shots:(\S+)")
_OVER = re.compile(r"([RG])/over:(\w+)")


# --- writing ---------------------------------------------------------------------------------


def line(board: BoardView) -> str:
    """The notation of what lies on a table."""
    return " ".join(
        (
            "R:" + ",".join(_plane_word(plane) for plane in board.planes[:PLANES]),
            "G:" + ",".join(_plane_word(plane) for plane in board.planes[PLANES:]),
            "r=" + _pile_word(board.red),
            "g=" + _pile_word(board.green),
            _phase_word(board),
            f"{board.score[0]}:{board.score[1]}",
            f"idle:{board.idle}" + ("+" if board.drawn else ""),
            f"t{board.turns}",
        )
    )


def _plane_word(plane: Plane) -> str:
    return plane.square + plane.heading or "-"


def _pile_word(pile: Pile) -> str:
    return ",".join(pile.discards) or "-"


def _phase_word(board: BoardView) -> str:
    if board.phase == "first":
        return "first"
    if board.phase == "over":
        return f"{board.turn}/over:{board.over}"
    if board.phase == "shots":
        return f"{board.turn}/shots:" + ",".join(
            f"{shot.shooter}={shot.card}" for shot in board.shots
        )
    named = board.named[1:] + (f"={board.card}" if board.card else "")
    owing = "".join(plane.name[1:] for plane in board.planes if plane.to_move)
    return f"{board.turn}/{board.phase}{named}:{owing}"


def empty_board(data: Data) -> Position:
    """A position with all planes off the board."""
    s = Position(data.board)
    s.red_at, s.green_at, s.red_nose, s.green_nose = NO_PLANES, NO_PLANES, 0, 0
    return s


def put(data: Data, s: Position, plane: int, square_word: str, heading_word: str) -> None:
    """Put a plane on a free square of the board."""
    square, heading = square_called(square_word), heading_called(heading_word)
    if not data.on_board(square):
        raise BadNotation(f"expected a square of the board, got {square_word}", rule="SQ-1.7")
    other = s.plane_at(square)
    if other not in (-1, plane):
        raise BadNotation(
            f"{PLANE_NAMES[other]} and {PLANE_NAMES[plane]} both stand on {square_word}",
            rule="SQ-1.9",
        )
    s.place(plane, square, heading)


def _read_deck(letter: str, word: str) -> int:
    if not word.startswith(f"{letter}=") or len(word) < 3:
        raise BadNotation(f"expected discards like '{letter}=9H,AC' or '{letter}=-', got {word!r}")
    return _deck_without(word[2:].split(",") if word[2:] != "-" else ())


def _deck_without(names: Iterable[str]) -> int:
    """[SQ-1.3] The deck that is left when these cards lie face up."""
    gone = 0
    for name in names:
        gone |= _once(gone, card_called(name))
    return FULL_DECK & ~gone


def _once(mask: int, card: int) -> int:
    if mask >> card & 1:
        raise BadNotation(f"{CARD_NAMES[card]} has left the deck twice", rule="SQ-1.3")
    return 1 << card


def _read_score(s: Position, word: str) -> None:
    match = _SCORE.fullmatch(word)
    if match is None:
        raise BadNotation(f"expected a score like '2:1', got {word!r}", rule="SQ-8.8")
    _set_score(s, int(match[1]), int(match[2]))


def _set_score(s: Position, red: int, green: int) -> None:
    """[SQ-8.8] The score, which has to fit the planes that are lost."""
    s.red_score, s.green_score = red, green
    for side in (RED, GREEN):
        lost = PLANES - count_bits(s.flying(1 - side))
        if s.score(side) != lost:
            name = SIDES[1 - side]
            raise BadNotation(
                f"{name} has lost {lost} planes, the score says {s.score(side)}", rule="SQ-8.8"
            )


def _read_idle(s: Position, word: str) -> None:
    match = _IDLE.fullmatch(word)
    if match is None:
        raise BadNotation(
            f"expected turns without a card like 'idle:3' or 'idle:0+', got {word!r}", rule="SQ-8.7"
        )
    s.idle, s.drew = int(match[1]), int(match[2] == "+")


def _read_turns(s: Position, word: str) -> None:
    match = _TURNS.fullmatch(word)
    if match is None:
        raise BadNotation(
            f"expected the number of the turn like 't12', got {word!r}", rule="SQ-3.1"
        )
    s.turns = int(match[1])


def _read_phase(s: Position, word: str) -> None:
    if word == "first":
        return
    if match := _PHASE.fullmatch(word):
        s.active = SIDES.index(match[1])
        named = match[3] or match[4]
        number = int(named) - 1 if named else -1
        _set_moving(
            s, [int(digit) - 1 for digit in match[6]], number, match[3] is not None, match[5] or ""
        )
    elif match := _SHOTS.fullmatch(word):
        s.active = SIDES.index(match[1])
        shots = [word.partition("=") for word in match[2].split(",")]
        _set_shots(s, [shooter for shooter, _, _ in shots], [card for _, _, card in shots])
    elif match := _OVER.fullmatch(word):
        s.active = SIDES.index(match[1])
        _set_end(s, match[2])
    else:
        expected = (
            "'first', 'R/name:136', 'R/draw3:136', 'R/fly3=10H:136', 'R/shots:R1=9H,G2=?' or"
            " 'R/over:deck'"
        )
        raise BadNotation(f"expected a phase like {expected}, got {word!r}", rule="SQ-3.2")


def _set_end(s: Position, end: str) -> None:
    """[SQ-8.1] The game is over, for this reason."""
    s.phase = FINISHED
    if end not in ENDS[1:]:
        raise BadNotation(
            f"expected an end out of {', '.join(ENDS[1:])}; got {end!r}", rule="SQ-8.1"
        )
    s.why = ENDS.index(end)


def _set_moving(s: Position, owing: list[int], number: int, drawing: bool, card: str) -> None:
    """[SQ-3.3] The planes that have to move, and the one that is named with its card; the number
    is -1 if none is.
    """
    if owing != sorted(set(owing)):
        raise BadNotation(
            f"expected the planes to move in ascending order, each once, got {_digits(owing)!r}",
            rule="SQ-3.3",
        )
    s.to_move = sum(1 << seat for seat in owing)
    if s.to_move & ~s.flying(s.active):
        raise BadNotation(f"expected planes on the board, got {_digits(owing)!r}", rule="SQ-3.8")
    s.phase = NAME_PLANE
    s.menu = s.to_move
    if number >= 0:
        _set_named(s, number, drawing, card)


def _digits(numbers: list[int]) -> str:
    return "".join(str(number + 1) for number in numbers)


def _set_named(s: Position, number: int, drawing: bool, card: str) -> None:
    s.plane = s.active * PLANES + number
    name = PLANE_NAMES[s.plane]
    if not s.to_move >> number & 1:
        raise BadNotation(f"{name} is named but does not have to move", rule="SQ-3.3")
    away = nearest_enemy(s, s.plane)
    if needs_card(away) != (drawing or card != ""):
        needs = "a card" if needs_card(away) else "no card"
        word = ("draw" if drawing else "fly") + str(number + 1) + (f"={card}" if card else "")
        raise BadNotation(f"{name} needs {needs} at distance {away}, got {word!r}", rule="SQ-5.1")
    s.menu = 0
    s.phase = MOVE_CARD if drawing else MANOEUVRE
    if card:
        s.card = card_called(card)
        _show(s, s.active, s.card)
    if s.phase == MANOEUVRE:
        offer(s, away)


def _show(s: Position, side: int, card: int) -> None:
    """Take a card that lies open before a plane out of its deck."""
    _once(FULL_DECK & ~s.deck(side), card)
    s.discard(side, card)
    if not s.drew:
        raise BadNotation(
            f"{CARD_NAMES[card]} has been drawn in this turn; expected idle with '+'", rule="SQ-8.7"
        )


def _set_shots(s: Position, shooters: list[str], cards: list[str]) -> None:
    """[SQ-7.10] [SQ-7.11] The shooters in the order of drawing, each with its card, `?` or `-`."""
    order = in_order(s)
    names = [PLANE_NAMES[plane] for plane in order]
    if shooters != names:
        text = ",".join(
            f"{name}={card}" if card else name for name, card in zip(shooters, cards, strict=True)
        )
        raise BadNotation(
            f"expected the shooters {', '.join(names) or 'none'}; got {text!r}", rule="SQ-7.11"
        )
    for plane, card in zip(order, cards, strict=True):
        _set_shot(s, plane, card)
    if not s.to_shoot:
        raise BadNotation("every shooter has had its card; expected one with '?'", rule="SQ-7.10")
    s.plane = next(plane for plane in order if s.to_shoot >> plane & 1)
    s.phase = SHOT_CARD
    for side in (RED, GREEN):
        drawn = s.red_shots if side == RED else s.green_shots
        if not s.deck(side) and not drawn:
            raise BadNotation(
                f"{SIDES[side]}'s deck was empty before the shots: the game is over", rule="SQ-8.1"
            )
    if not s.deck(side_of(s.plane)):
        raise BadNotation(
            f"{PLANE_NAMES[s.plane]} cannot draw: the deck is empty; expected '-'", rule="SQ-8.4"
        )


def _set_shot(s: Position, plane: int, card: str) -> None:
    if card == TO_COME:
        s.to_shoot |= 1 << plane
        return
    if s.to_shoot:
        raise BadNotation(
            f"{PLANE_NAMES[plane]} comes after a shooter that has to draw; expected '?'",
            rule="SQ-7.11",
        )
    side = side_of(plane)
    if card == NO_CARD:
        if s.deck(side):
            raise BadNotation(
                f"{PLANE_NAMES[plane]} has to draw while there are cards", rule="SQ-7.4"
            )
        return
    number = card_called(card)
    _show(s, side, number)
    if side == RED:
        s.red_shots |= number + 1 << plane * 6
    else:
        s.green_shots |= number + 1 << (plane - PLANES) * 6


def read_line(data: Data, text: str) -> Position:
    """The position with this notation; `BadNotation` if it cannot be read or cannot be."""
    words = text.split(" ")
    if len(words) != 8:
        raise BadNotation(
            f"expected eight words 'R:… G:… r=… g=… phase score idle turns', got {len(words)} in"
            f" {text!r}"
        )
    s = empty_board(data)
    _read_planes(data, s, RED, words[0])
    _read_planes(data, s, GREEN, words[1])
    s.red_deck = _read_deck("r", words[2])
    s.green_deck = _read_deck("g", words[3])
    _read_score(s, words[5])
    _read_idle(s, words[6])
    _read_turns(s, words[7])
    _read_phase(s, words[4])
    _check(s)
    return s


def _read_planes(data: Data, s: Position, side: int, word: str) -> None:
    names = word[2:].split(",")
    if not word.startswith(f"{SIDES[side]}:") or len(names) != PLANES:
        raise BadNotation(
            f"expected six planes like '{SIDES[side]}:a1N,b1N,-,j1N,k1N,l1N', got {word!r}",
            rule="SQ-1.2",
        )
    for number, name in enumerate(names):
        if name != "-":
            _read_stand(data, s, side * PLANES + number, name)


def _read_stand(data: Data, s: Position, plane: int, name: str) -> None:
    match = _STAND.fullmatch(name)
    if match is None:
        raise BadNotation(
            f"expected a square with a heading like 'e5NE', got {name!r}", rule="SQ-1.8"
        )
    put(data, s, plane, match[1], match[2])


def _is_set_up(s: Position) -> bool:
    """[SQ-2.1] [SQ-2.2] Whether every plane is on its start square, both decks are whole and no
    turn has begun.
    """
    board = s.board
    start = s.red_at == board.red_start and s.green_at == board.green_start
    facing = s.red_nose == board.red_noses and s.green_nose == board.green_noses
    whole = s.red_deck == FULL_DECK and s.green_deck == FULL_DECK
    return start and facing and whole and s.idle == 0 and s.drew == 0 and s.turns == 0


def _check(s: Position) -> None:
    """Refuse what cannot be: the end comes when it comes, and Red's first card is out from the
    first turn on.
    """
    if s.phase == FIRST_CARD:
        if not _is_set_up(s):
            raise BadNotation("before the first card everything is as set up", rule="SQ-2.1")
        return
    if s.turns < 1 or s.idle > s.turns - (s.phase != FINISHED):
        raise BadNotation(
            f"expected more turns than the {s.idle} without a card, got {s.turns}", rule="SQ-3.1"
        )
    if s.red_deck == FULL_DECK:
        raise BadNotation("Red's first card has left his deck", rule="SQ-2.4")
    if s.drew and s.green_deck == FULL_DECK and count_bits(s.red_deck) == 51:
        raise BadNotation(
            "a card has been drawn in this turn, but only the first one is out", rule="SQ-8.7"
        )
    empty = s.red_deck == 0 or s.green_deck == 0
    wiped_out = NO_PLANES in (s.red_at, s.green_at)
    stalled = s.idle >= s.board.stall_turns
    if s.phase == FINISHED:
        why = DECK_OUT if empty else WIPEOUT if wiped_out else STALL if stalled else 0
        if s.why != why or s.idle > s.board.stall_turns or s.drew or (empty and s.idle):
            raise BadNotation(f"the game has not ended by {ENDS[s.why]} here", rule="SQ-8.1")
        return
    using_last = s.phase == SHOT_CARD or (s.card >= 0 and s.deck(1 - s.active))
    if (empty and not using_last) or wiped_out or stalled:
        raise BadNotation(
            "the game is over here; expected a phase like 'R/over:deck'", rule="SQ-8.1"
        )


# --- from a table ----------------------------------------------------------------------------


def position_on(data: Data, board: BoardView) -> Position:
    """The position that lies on a table, made without notation.

    `BadNotation` if it cannot be: the table is then written out, and the reader says what is wrong
    with the line.
    """
    try:
        return _position_on(data, board)
    except (ValueError, IndexError, OverflowError):
        return read_line(data, line(board))


def _position_on(data: Data, board: BoardView) -> Position:
    s = empty_board(data)
    for number, plane in enumerate(board.planes):
        if plane.name != PLANE_NAMES[number]:
            raise BadNotation(f"expected {PLANE_NAMES[number]}, got {plane.name!r}", rule="SQ-1.2")
        if plane.square or plane.heading:
            put(data, s, number, plane.square, plane.heading)
    s.red_deck = _deck_without(board.red.discards)
    s.green_deck = _deck_without(board.green.discards)
    _set_score(s, board.score[0], board.score[1])
    s.idle, s.drew, s.turns = board.idle, int(board.drawn), board.turns
    if not (
        0 <= s.idle <= MOST_IDLE and 0 <= s.turns <= MOST_TURNS and len(board.planes) == 2 * PLANES
    ):
        raise BadNotation("expected twelve planes, and turns that can be written", rule="SQ-3.1")
    _set_phase(s, board)
    _check(s)
    return s


def _set_phase(s: Position, board: BoardView) -> None:
    """[SQ-3.2] What the active side is doing."""
    if board.phase == "first":
        return
    s.active = side_called(board.turn)
    if board.phase == "over":
        _set_end(s, board.over)
    elif board.phase == "shots":
        _set_shots(s, [shot.shooter for shot in board.shots], [shot.card for shot in board.shots])
    else:
        _set_move(s, board)


def _set_move(s: Position, board: BoardView) -> None:
    phase = board.phase
    if (
        phase not in ("name", "draw", "fly")
        or (phase == "name") != (board.named == "")
        or (board.card and phase != "fly")
    ):
        raise BadNotation(f"expected a phase with its plane and card, got {phase!r}", rule="SQ-3.2")
    owing = [number for number, plane in enumerate(board.planes) if plane.to_move]
    named = plane_called(board.named) if board.named else s.active * PLANES
    if not owing or any(side_of(plane) != s.active for plane in [*owing, named]):
        raise BadNotation(f"expected planes of {SIDES[s.active]} to move", rule="SQ-3.7")
    number = named % PLANES if board.named else -1
    _set_moving(s, [plane % PLANES for plane in owing], number, phase == "draw", board.card)


class SquadronsNotation(Notation[Position]):
    """Reads and writes with one set of data files."""

    def __init__(self, game: HasNotation[Position], data: Data, views: SquadronsViews) -> None:
        super().__init__(game)
        self.data = data
        self.views = views

    # --- writing ---------------------------------------------------------------------------------

    def write(self, position: Position) -> str:
        """The position on one line."""
        return line(self.views.board_view(position, OPEN))

    def _write_action(self, position: Position, seat: Seat, action: int) -> str:  # noqa: ARG002
        """An action or a drawn card in a word: `R3`, `TL`, `X:G2`, `stay`, `10H`."""
        if seat < 0:
            return CARD_NAMES[action]
        if action < FLY:
            return PLANE_NAMES[seat * PLANES + action]
        if action < RAM:
            return CODES[action - FLY]
        return "stay" if action == STAY else f"X:{PLANE_NAMES[action - RAM]}"

    def _read_action(self, position: Position, seat: Seat, word: str) -> int:
        """The action or card with this word."""
        if seat == CHANCE:
            return card_called(word)
        check_seat(self.game.seats(self.game.options_of(position)), seat)
        if word in CODES:
            return FLY + CODES.index(word)
        if word == "stay":
            return STAY
        if word.startswith("X:"):
            return RAM + plane_called(word[2:])
        if word not in PLANE_NAMES:
            raise BadNotation(
                f"expected a plane like 'R3', a manoeuvre out of {' '.join(CODES)}, 'X:G2' or"
                f" 'stay', got {word!r}"
            )
        plane = plane_called(word)
        if side_of(plane) != seat:
            raise IllegalAction(
                f"{word} is not a plane of {SIDES[seat]}; only one's own planes move", rule="SQ-3.7"
            )
        return plane % PLANES

    # --- reading ---------------------------------------------------------------------------------

    def _read(self, text: str) -> Position:
        """The position with this notation; `BadNotation` if it cannot be read or cannot be."""
        return read_line(self.data, text)
