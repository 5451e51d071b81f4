"""The process records are played through in: is asked a question of `desk`, answers with a line
of JSON.
"""

from __future__ import annotations

import dogfight  # noqa: F401  registers the games
from dogfight.core import fair
from dogfight.core.decision import Over
from dogfight.core.errors import BadNotation, BadRecord, DogfightError
from dogfight.core.printable import visible
from dogfight.core.record import Record, parse, verify
from dogfight.core.registry import AnyGame, load
from dogfight.core.seat import seat_called
from dogfight.server.desk import (
    FAULT,
    FINE,
    UPLOADED,
    Check,
    CheckedRecord,
    MoveList,
    Question,
    ReplayPage,
    Steps,
    unpack,
)
from dogfight.server.messages import ErrorBody, encode
from dogfight.server.refusals import Refused
from dogfight.server.review import review
from dogfight.server.storage.ledger import Entry
from dogfight.server.worker_process import work

_LONGEST_NAME, _LONGEST_END = 40, 200


def answer(question: Question) -> bytes:
    """What was asked for, or why not."""
    try:
        return FINE + _answer(question)
    except Refused as error:
        return FAULT + encode(ErrorBody(error.code, error.words, error.rule))
    except DogfightError as error:
        code = "bad_record" if isinstance(error, BadRecord | BadNotation) else "bad_option"
        return FAULT + encode(ErrorBody(code, error.words, error.rule))
    except MemoryError:
        return FAULT + encode(
            ErrorBody("too_large", "This takes more memory to play through than there is for it.")
        )


def _answer(question: Question) -> bytes:
    match question:
        case Check(text=text):
            return encode(_checked(text))
        case ReplayPage(record=packed):
            record = unpack(packed)
            game = load(record.header.game)
            return encode(
                review(
                    game,
                    record,
                    question.eye,
                    question.start,
                    question.count,
                    question.at,
                    question.notes,
                )
            )
        case Steps(record=record):
            return encode(_stepped(load(record.header.game), record))


def _checked(text: str) -> CheckedRecord:
    record = parse(text)
    header = record.header
    game = load(header.game)
    end = verify(game, record)
    fair.check_draws(game, record)
    seats = game.seats(header.options)
    if len(header.players) != len(seats):
        raise BadRecord(f"expected {len(seats)} players in the header, got {len(header.players)}")
    tags = fair.tags_of(header)
    entry = Entry(
        do="import", steps=_stepped(game, record).steps, after=record.last_hash(), tags=tags
    )
    ended = (
        visible(header.ended)
        if isinstance(header.ended, str)
        else ""
        if end is not None
        else UPLOADED
    )
    names = [visible(name)[:_LONGEST_NAME] or "?" for name in header.players]
    return CheckedRecord(
        header.game, header.options, names, entry, ended[:_LONGEST_END], header.rules
    )


def _stepped(game: AnyGame, record: Record) -> MoveList:
    position = game.new(record.header.options)
    seats = game.seats(record.header.options)
    steps = []
    for move in record.moves:
        seat = seat_called(seats, move.seat)
        action = game.read_action(position, seat, move.word)
        game.apply(position, seat, action)
        steps.append((seat, action))
    return MoveList(tuple(steps), isinstance(game.decision(position), Over))


if __name__ == "__main__":
    work(answer)
