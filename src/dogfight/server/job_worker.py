"""The handler of worker processes for jobs on records: takes a pickled `Job`, returns JSON."""

from __future__ import annotations

import pickle

import msgspec

import dogfight  # noqa: F401  registers the games
from dogfight.bulk.data_sets import DataSet
from dogfight.core.decision import Over
from dogfight.core.errors import BadNotation, BadRecord, DogfightError
from dogfight.core.registry import AnyGame
from dogfight.core.text_safety import visible
from dogfight.match import draws
from dogfight.match.record import Record, parse
from dogfight.match.replay import opening_position, replay, verify
from dogfight.printing.kits import kit_of
from dogfight.printing.pages import lay_out
from dogfight.printing.pdf import pdf
from dogfight.processes.child import Handler
from dogfight.review.analysis import analyses
from dogfight.review.report import Analysis
from dogfight.server import sandbox
from dogfight.server.jobs import (
    FAULT,
    FINE,
    UPLOADED,
    AnalyseGame,
    CheckedRecord,
    CheckPack,
    CheckRecord,
    HeaderInfo,
    Job,
    ListMoves,
    LookAtPosition,
    MoveList,
    OpenPosition,
    PrintPack,
    ReadHeader,
    ReplayPage,
    unpack,
)
from dogfight.server.messages import NotationFault, encode
from dogfight.server.packs import check_uploaded
from dogfight.server.refusals import Refused
from dogfight.server.review import review
from dogfight.server.storage.ledger import Entry
from dogfight.workshop import requests as workshop

SEED = 0
MOST_CHOICES = 300
"""In games with more choices, those that were right come without their options."""
_LONGEST_NAME, _LONGEST_END = 40, 200


def job_handler(_: bytes) -> Handler:
    """Return the handler of jobs."""
    return lambda request: answer(pickle.loads(request))


def answer(job: Job) -> bytes:
    """Return the result of a job, or the reason why there is none."""
    try:
        return FINE + _carry_out(job)
    except Refused as error:
        return FAULT + encode(NotationFault(error.code, error.message, error.rule, at=error.at))
    except DogfightError as error:
        code = "bad_record" if isinstance(error, BadRecord | BadNotation) else "bad_option"
        return FAULT + encode(NotationFault(code, error.message, error.rule))
    except MemoryError:
        return FAULT + encode(
            NotationFault(
                "too_large", "This takes more memory to play through than there is for it."
            )
        )


def _carry_out(job: Job) -> bytes:
    match job:
        case CheckRecord(text=text, data=data):
            return encode(_checked(text, data))
        case ReadHeader(text=text):
            header = parse(text).header
            return encode(HeaderInfo(header.game, header.data))
        case CheckPack(body=body, source=source):
            return msgspec.json.encode(check_uploaded(body, source))
        case PrintPack():
            pages = lay_out(kit_of(job.data.load(job.game)), job.paper)
            return pdf(f"{job.title}: print and play", pages)
        case ReplayPage():
            record = unpack(job.record)
            game = job.data.load(record.header.game)
            return encode(
                review(game, record, job.perspective, job.start, job.count, job.at, job.notes)
            )
        case ListMoves(record=record, data=data):
            return encode(_stepped(data.load(record.header.game), record))
        case AnalyseGame():
            return msgspec.json.encode(_slim(_analysis(job)))
        case OpenPosition():
            return encode(sandbox.checked_position(job))
        case LookAtPosition():
            return encode(sandbox.looked_at(job))
        case _:
            return encode(workshop.answer(job))


def _checked(text: str, data: DataSet) -> CheckedRecord:
    record = parse(text)
    header = record.header
    game = data.load(header.game)
    end = verify(game, record)
    draws.check_draws(game, record)
    seats = game.seats(header.options)
    if len(header.players) != len(seats):
        raise BadRecord(f"expected {len(seats)} players in the header, got {len(header.players)}")
    tags = draws.tags_of(header)
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
        header.game,
        header.options,
        names,
        entry,
        ended[:_LONGEST_END],
        header.rules,
        header.position if isinstance(header.position, str) else "",
    )


def _stepped(game: AnyGame, record: Record) -> MoveList:
    position = opening_position(game, record.header)
    steps = []
    for step in replay(game, record, verify=False, events_from=record.move_count + 1):
        steps.append((step.seat, step.action))
        position = step.after
    return MoveList(tuple(steps), isinstance(game.decision(position), Over))


def _analysis(job: AnalyseGame) -> Analysis:
    """Return the best analysis there is time for, or its first part."""
    record = unpack(job.record)
    stages = analyses(job.data.load(record.header.game), record, SEED, job.seconds)
    if job.curve_only:
        return next(stages)
    *_, last = stages
    return last


def _slim(analysis: Analysis) -> Analysis:
    """Remove the options of choices that were right, if there are very many."""
    if sum(len(part.choices) for part in analysis.parts) <= MOST_CHOICES:
        return analysis
    parts = []
    for part in analysis.parts:
        choices = tuple(
            msgspec.structs.replace(choice, options=())
            if choice.verdict in ("best", "forced")
            else choice
            for choice in part.choices
        )
        parts.append(msgspec.structs.replace(part, choices=choices))
    return msgspec.structs.replace(analysis, parts=tuple(parts))
