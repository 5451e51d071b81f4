"""Records: a game as its header and one line for every decision and chance outcome.

There are two forms with the same contents: text for people, and JSON lines. Each line carries the
hash of the position after it, so that a damaged or edited record is refused at the right line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

import msgspec

from dogfight.core.decision import Over
from dogfight.core.errors import BadRecord, shown
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.text_safety import escaped_json

K = TypeVar("K")

FORMAT = 1
_TAG = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_MOVE = re.compile(r"([0-9]{1,9})\. (\S{1,64}) (\S{1,200}) \{([0-9a-f]{16})\}")
_END = re.compile(r"end after ([0-9]{1,9}) \{([0-9a-f]{16})\}")
_LISTS = ("dogfight", "options", "players", "nonces", "retaken")
"""The header's values that are not text; in the text form they stand as JSON."""
_UNREADABLE = (msgspec.MsgspecError, RecursionError, ValueError)

_Short = Annotated[str, msgspec.Meta(max_length=64)]
_Word = Annotated[str, msgspec.Meta(max_length=200)]
LONGEST_POSITION = 16_000
"""The most characters of a position that a game can begin with."""
_Position = Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_Value = _Word | Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] | bool


class Move(msgspec.Struct, frozen=True):
    """One decision or chance outcome: who, the word, and the hash of the position after it."""

    seat: str
    notation: str
    hash: str


class Header(
    msgspec.Struct,
    kw_only=True,
    forbid_unknown_fields=True,
    rename={"retake_points": "retaken", "continued_from": "onward"},
):
    """What a record needs to be replayed, and who played.

    `position` is the opening in notation, where the game did not begin as its rules say. The last
    six are there only in records of an online table: its code, the promise of its seed,
    the seed itself, what ended the table where the rules did not, how many moves stayed each time
    the others let a player take back, and the finished game (code and move) that this one plays on
    from.
    """

    dogfight: _Count
    game: _Short
    rules: _Short
    data: _Short
    options: Annotated[dict[_Short, _Value], msgspec.Meta(max_length=64)]
    start: _Short
    players: Annotated[list[_Word], msgspec.Meta(max_length=64)]
    result: _Word
    position: _Position | msgspec.UnsetType = msgspec.UNSET
    code: _Short | msgspec.UnsetType = msgspec.UNSET
    commit: _Short | msgspec.UnsetType = msgspec.UNSET
    seed: _Short | msgspec.UnsetType = msgspec.UNSET
    ended: _Word | msgspec.UnsetType = msgspec.UNSET
    nonces: Annotated[list[_Short], msgspec.Meta(max_length=64)] | msgspec.UnsetType = msgspec.UNSET
    """What the players added to the seed, in their order; empty words for those who added
    nothing.
    """
    retake_points: Annotated[list[_Count], msgspec.Meta(max_length=10_000)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    continued_from: _Short | msgspec.UnsetType = msgspec.UNSET


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    n: _Count
    seat: _Short
    word: _Word
    hash: _Short


class _End(msgspec.Struct, forbid_unknown_fields=True):
    end: _Count
    hash: _Short


@dataclass
class Record:
    """A game, finished or not."""

    header: Header
    moves: list[Move] = field(default_factory=list)
    result: Over | None = None

    @classmethod
    def begin(
        cls, game: AnyGame, options: Options, players: Sequence[str] = (), start: Any = None
    ) -> Record:
        """An empty record of a new game, or of one that begins at the position `start`."""
        seats = game.seats(options)
        names = [_encodable(players[n]) if n < len(players) else "?" for n in range(len(seats))]
        header = Header(
            dogfight=FORMAT,
            game=game.name,
            rules=game.rules_version,
            data=game.data_digest,
            options=options,
            start=game.notation.hash(game.new(options) if start is None else start),
            players=names,
            result="unfinished",
            position=msgspec.UNSET if start is None else game.notation.write(start),
        )
        return cls(header)

    @property
    def move_count(self) -> int:
        """How many decisions and draws there are."""
        return len(self.moves)

    def first(self, count: int) -> Record:
        """The record of no more than its first moves."""
        return Record(self.header, self.moves[:count])

    def last_hash(self) -> str:
        return self.moves[-1].hash if self.moves else self.header.start

    def _header(self) -> Header:
        text = self.header.result if self.result is None else result_words(self.result)
        return msgspec.structs.replace(self.header, result=text)

    def to_json_lines(self) -> str:
        """The record as JSON lines: the header, the moves, and a last line that closes it."""
        lines = [msgspec.json.encode(self._header())]
        lines += [
            msgspec.json.encode(_Line(n, move.seat, move.notation, move.hash))
            for n, move in enumerate(self.moves, 1)
        ]
        lines.append(msgspec.json.encode(_End(len(self.moves), self.last_hash())))
        return escaped_json(b"\n".join(lines)) + "\n"

    def to_text(self) -> str:
        """The record for people, after the habits of PGN."""
        lines = [f"[{key.capitalize()} {_json(value)}]" for key, value in _tags(self._header())]
        lines.append("")
        lines += [
            f"{n}. {move.seat} {move.notation} {{{move.hash}}}"
            for n, move in enumerate(self.moves, 1)
        ]
        lines.append(f"end after {len(self.moves)} {{{self.last_hash()}}}")
        return "\n".join(lines) + "\n"


def result_words(end: Over) -> str:
    """The result in a few fixed words: the winning seats, `draw` or `nobody`, why, and the rule."""
    who = "+".join(str(seat) for seat in end.winners) or ("draw" if any(end.payoffs) else "nobody")
    return " ".join(part for part in (who, end.reason, end.rule, end.grade) if part)


def _tags(header: Header) -> list[tuple[str, str]]:
    plain = msgspec.to_builtins(header)
    return [
        (key, value if isinstance(value, str) else _json(value)) for key, value in plain.items()
    ]


def _json(value: object) -> str:
    return escaped_json(msgspec.json.encode(value))


def _encodable(name: str) -> str:
    """A name that can be written to a file: halves of characters, as bad input leaves them,
    become question marks.
    """
    return name.encode("utf-8", "replace").decode()


def parse(text: str) -> Record:
    """A record from either form, whatever blank lines follow it; `BadRecord` names the line and
    the reason.
    """
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    if not lines[0].strip():
        raise BadRecord("line 1: expected a record, got an empty file or line")
    return _parse_json(lines) if lines[0].startswith("{") else _parse_text(lines)


def _parse_json(lines: list[str]) -> Record:
    header = _decoded(lines[0], Header, 1)
    record = Record(header)
    for number, line in enumerate(lines[1:], 2):
        if '"end"' in line[:7]:
            end = _decoded(line, _End, number)
            _check_end(record, end.end, end.hash, number, len(lines))
            return record
        move = _decoded(line, _Line, number)
        _check_number(move.n, len(record.moves) + 1, number)
        record.moves.append(Move(move.seat, move.word, move.hash))
    raise BadRecord(f'line {len(lines)}: the record breaks off; expected a last line with "end"')


def _decoded(line: str, shape: type[K], number: int) -> K:
    try:
        result = msgspec.json.decode(line, type=shape, strict=True)
        json.loads(line, object_pairs_hook=_each_once)
    except _UNREADABLE as error:
        raise BadRecord(
            f"line {number}: expected a {shape.__name__.strip('_').lower()}; {error}"
        ) from error
    return result


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose keys are all different, since of two equal ones only the last would count."""
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise BadRecord(f"{shown(key)} stands there twice")
        result[key] = value
    return result


def _parse_text(lines: list[str]) -> Record:
    tags: dict[str, str] = {}
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            break
        match = _TAG.fullmatch(line)
        if match is None:
            raise BadRecord(
                f'line {number}: expected a tag like [Game "goofspiel"], got {shown(line)}'
            )
        key = match[1].lower()
        if key in tags:
            raise BadRecord(
                f"line {number}: expected the tag {key.capitalize()} once, got it twice"
            )
        tags[key] = _decoded_tag(match[2], number)
    record = Record(_header_from(tags, number))
    for at, line in enumerate(lines[number:], number + 1):
        if end := _END.fullmatch(line):
            _check_end(record, int(end[1]), end[2], at, len(lines))
            return record
        move = _MOVE.fullmatch(line)
        if move is None:
            raise BadRecord(
                f"line {at}: expected a move like '1. p1 word {{hash}}', got {shown(line)}"
            )
        _check_number(int(move[1]), len(record.moves) + 1, at)
        record.moves.append(Move(move[2], move[3], move[4]))
    raise BadRecord(
        f"line {len(lines)}: the record breaks off; expected a last line 'end after N {{hash}}'"
    )


def _header_from(tags: dict[str, str], number: int) -> Header:
    plain: dict[str, object] = dict(tags)
    try:
        for key in _LISTS:
            if key in tags:
                plain[key] = json.loads(tags[key], object_pairs_hook=_each_once)
        return msgspec.convert(plain, Header)
    except _UNREADABLE as error:
        raise BadRecord(f"lines 1 to {number}: the header is damaged; {error}") from error


def _decoded_tag(quoted: str, number: int) -> str:
    """The text between quotation marks, which are escaped in it as in JSON."""
    try:
        return msgspec.json.decode(quoted, type=str)
    except _UNREADABLE as error:
        raise BadRecord(
            f"line {number}: expected text in quotation marks, escaped as in JSON; {error}"
        ) from error


def _check_number(got: int, expected: int, line: int) -> None:
    if got != expected:
        raise BadRecord(f"line {line}: expected move number {expected}, got {got}")


def _check_end(record: Record, moves: int, last: str, line: int, lines: int) -> None:
    if moves != len(record.moves):
        raise BadRecord(
            f"line {line}: expected {moves} moves before this line, got {len(record.moves)}"
        )
    if last != record.last_hash():
        raise BadRecord(
            f"line {line}: the closing hash is {last}, the last move has {record.last_hash()}"
        )
    if line != lines:
        raise BadRecord(f"line {line + 1}: expected nothing after the end")
