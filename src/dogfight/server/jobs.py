"""Work on records and on data files, in processes with a time and a memory limit of their own.

Short jobs are run while their caller waits. Analyses are submitted, and their results are kept
beside the database, one file a game; a file that is lost is worked out again.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
from collections import Counter
from pathlib import Path
from typing import Literal

import msgspec

from dogfight.bulk.data_sets import BUILT_IN_DATA, DataSet
from dogfight.core.event import Event
from dogfight.core.options import OptionValue
from dogfight.core.registry import plugins
from dogfight.match.record import Record
from dogfight.processes.child import WorkerSpec
from dogfight.processes.queue import Caller, FairPool
from dogfight.processes.worker import AsyncWorker
from dogfight.review.report import Analysis
from dogfight.server import logs, metrics
from dogfight.server.messages import NotationFault, SandboxAsk
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings
from dogfight.server.storage.ledger import Entry, Person
from dogfight.workshop.requests import WorkshopRequest

FINE, FAULT = b"+", b"-"
"""The first byte of a reply; the result follows, or a `NotationFault`."""
UPLOADED = "Uploaded record."
"""The ending of a game whose record breaks off without a reason."""
ANALYSES = "reviews"
"""The folder of kept analyses."""
_NICENESS = 5
_OF_PACKS = {"CheckPack": "checked", "PrintPack": "printed"}
"""What is done with packs."""
_OF_POSITIONS = ("OpenPosition", "LookAtPosition")
"""The jobs about a position that was set up."""
_QUEUE_LIMITS = 2
"""How many time limits of a job a caller waits for a free worker."""
_GRACE_SECONDS = 60.0
"""An analysis may take so much longer than its time, since it always finishes its first curve."""
_MAX_ANALYSES = 64
_MAX_ANALYSES_OF_PERSON = 4
_MAX_KEPT = 2000
"""Analyses that are kept; the oldest are removed first."""


Paper = Literal["a4", "letter"]


class CheckRecord(msgspec.Struct, frozen=True):
    """Verify an uploaded record. The result is a `CheckedRecord`."""

    text: str
    data: DataSet = BUILT_IN_DATA


class ReadHeader(msgspec.Struct, frozen=True):
    """Read what a record says of itself. The result is a `HeaderInfo`."""

    text: str


class HeaderInfo(msgspec.Struct, frozen=True):
    """The game of a record, and the digest of the data it was played with."""

    game: str
    data: str


class CheckPack(msgspec.Struct, frozen=True):
    """Check an uploaded pack. The result is a `CheckedPack`."""

    body: bytes
    source: str


class PrintPack(msgspec.Struct, frozen=True):
    """Print a game with the data files of a pack. The result is a PDF."""

    game: str
    data: DataSet
    title: str
    paper: Paper


class CheckedRecord(msgspec.Struct, frozen=True):
    """A verified record as it is stored."""

    game: str
    options: dict[str, OptionValue]
    players: list[str]
    entry: Entry
    ended: str
    rules: str
    """The rules version it was written with."""
    opening: str = ""
    """The position it begins with, in notation; empty: as the rules say."""


class ReplayPage(msgspec.Struct, frozen=True):
    """Show some steps of a packed record to a perspective. The result is a `Review`."""

    record: bytes
    perspective: str
    start: int
    count: int
    at: int
    notes: tuple[tuple[int, Event], ...] = ()
    data: DataSet = BUILT_IN_DATA


class ListMoves(msgspec.Struct, frozen=True):
    """List the moves of a verified record as numbers. The result is a `MoveList`."""

    record: Record
    data: DataSet = BUILT_IN_DATA


class MoveList(msgspec.Struct, frozen=True):
    """The moves, and whether the game was over after them."""

    steps: tuple[tuple[int, int], ...]
    over: bool


class AnalyseGame(msgspec.Struct, frozen=True):
    """Explain a packed record in so many seconds. The result is an `Analysis`."""

    record: bytes
    seconds: float
    curve_only: bool
    """Stop after the luck and the curve."""
    data: DataSet = BUILT_IN_DATA


class OpenPosition(msgspec.Struct, frozen=True):
    """Check a position that a table begins with. The result is a `CheckedPosition`.

    With `anew` all that is hidden in it is dealt anew by this seed.
    """

    game: str
    position: str
    anew: bool
    seed: int


class CheckedPosition(msgspec.Struct, frozen=True):
    """A position as it is stored, and its options."""

    position: str
    options: dict[str, OptionValue]


class LookAtPosition(msgspec.Struct, frozen=True):
    """Look at a position, and play a move in it. The result is a `SandboxState`."""

    game: str
    ask: SandboxAsk
    seed: int


Job = (
    CheckRecord
    | ReadHeader
    | CheckPack
    | PrintPack
    | ReplayPage
    | ListMoves
    | AnalyseGame
    | OpenPosition
    | LookAtPosition
    | WorkshopRequest
)


def pack(record: Record) -> bytes:
    """Return a record as a job holds it; `unpack` is for the other end."""
    return pickle.dumps(record)


def unpack(packed: bytes) -> Record:
    record: Record = pickle.loads(packed)
    return record


class JobService:
    """The workers for jobs, and the analyses that are being made or are kept."""

    def __init__(self, settings: Settings) -> None:
        spec = WorkerSpec(
            "dogfight.server.job_worker:job_handler",
            memory_mb=settings.bot_memory_mb,
            plugins=plugins(),
            niceness=_NICENESS,
        )
        self._pool = FairPool(spec, settings.job_workers)
        self._seconds = settings.job_seconds
        self._analysis_pool = FairPool(spec, settings.analysis_workers)
        self._analysis_seconds = settings.analysis_seconds
        self._folder = Path(settings.data_dir) / ANALYSES
        self._running: dict[str, asyncio.Task[None]] = {}
        self._running_of: Counter[int] = Counter()
        self._curves: dict[str, bytes] = {}
        """The first part of analyses that are being made."""
        self._failed: set[str] = set()

    async def run(self, job: Job, person: Person) -> bytes:
        """Return the result of a short job; `Refused` says what is wrong with its record.

        Checks of uploads and of data files leave one worker to people who wait for a page.
        """
        waits = not isinstance(job, CheckRecord | CheckPack | WorkshopRequest)
        caller = Caller(person.id, is_interactive=waits)
        name = type(job).__name__
        async with contextlib.AsyncExitStack() as stack:
            try:
                lent = self._pool.worker(caller, self._seconds * _QUEUE_LIMITS)
                worker = await stack.enter_async_context(lent)
            except TimeoutError:
                metrics.CONNECTIONS_DROPPED.labels("desk_busy").inc()
                raise Refused(
                    "busy", "Too much is being worked out here. Ask again in a moment."
                ) from None
            try:
                return await _result(worker, job, self._seconds)
            except Refused:
                raise
            except TimeoutError:
                logs.warning("record_too_long", asked=name, seconds=self._seconds)
                work = f"to be {_OF_PACKS[name]}" if name in _OF_PACKS else "to play through"
                if name in _OF_POSITIONS:
                    work = "to work out"
                raise Refused(
                    "too_large", f"This takes longer than {self._seconds:g} s {work}."
                ) from None
            except Exception:
                logs.warning("desk_failed", asked=name)
                if name in _OF_PACKS:
                    raise Refused(
                        "bad_option", f"This pack cannot be {_OF_PACKS[name]} here."
                    ) from None
                what = "position" if name in _OF_POSITIONS else "record"
                raise Refused("bad_record", f"This {what} cannot be played through here.") from None

    async def submit(
        self, code: str, record: Record, person: Person, data: DataSet = BUILT_IN_DATA
    ) -> bytes:
        """Return how far the analysis of a finished game is, encoded; the first call starts it."""
        if not record.move_count or (
            record.result is None and record.header.ended in ("", None, UPLOADED)
        ):
            raise Refused(
                "not_now", "Only a game that was played can be explained, once it is over."
            )
        if (kept := await asyncio.to_thread(self._kept, code, record)) is not None:
            return _analysed("done", kept)
        if code in self._failed:
            return _analysed("failed")
        if code not in self._running:
            of_person = self._running_of[person.id]
            if len(self._running) >= _MAX_ANALYSES or of_person >= _MAX_ANALYSES_OF_PERSON:
                raise Refused("busy", "Too many games are being explained. Ask again in a moment.")
            self._running_of[person.id] += 1
            self._running[code] = asyncio.ensure_future(self._analyse(code, record, person, data))
        return _analysed("working", self._curves.get(code))

    async def close(self) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        await self._pool.close()
        await self._analysis_pool.close()

    # --- analyses ----------------------------------------------------------------------------

    async def _analyse(self, code: str, record: Record, person: Person, data: DataSet) -> None:
        seconds = self._analysis_seconds
        limit = seconds + _GRACE_SECONDS
        try:
            async with self._analysis_pool.worker(Caller(person.id), None) as worker:
                packed = pack(record)
                job = AnalyseGame(packed, seconds, curve_only=True, data=data)
                self._curves[code] = await _result(worker, job, limit)
                job = AnalyseGame(packed, seconds, curve_only=False, data=data)
                self._keep(code, record, await _result(worker, job, limit))
        except Exception as error:
            self._failed.add(code)
            logs.warning("not_explained", table=code, why=str(error) or type(error).__name__)
        finally:
            self._curves.pop(code, None)
            self._running_of.subtract((person.id,))
            self._running_of += Counter()  # drops the people who have none
            del self._running[code]

    def _file(self, code: str, record: Record) -> Path:
        """Return the file of a game by its last hash, which no other game shares."""
        return self._folder / f"{code}-{record.last_hash()}.json"

    def _kept(self, code: str, record: Record) -> bytes | None:
        """An analysis that was kept; one of an earlier version gets the fields that it lacks."""
        try:
            content = self._file(code, record).read_bytes()
            return msgspec.json.encode(msgspec.json.decode(content, type=Analysis))
        except (OSError, msgspec.MsgspecError):
            return None

    def _keep(self, code: str, record: Record, result: bytes) -> None:
        path = self._file(code, record)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_suffix(".new")
        with contextlib.ExitStack() as undo:
            undo.callback(draft.unlink, missing_ok=True)
            draft.write_bytes(result)
            draft.replace(path)
            undo.pop_all()
        kept = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in kept[:-_MAX_KEPT]:
            old.unlink(missing_ok=True)


async def _result(worker: AsyncWorker, job: Job, seconds: float) -> bytes:
    reply = await worker.ask(pickle.dumps(job), seconds)
    if reply.startswith(FINE):
        return reply[1:]
    error = msgspec.json.decode(reply[1:], type=NotationFault)
    raise Refused(error.code, error.error, rule=error.rule, at=error.at)


def _analysed(state: str, result: bytes | None = None) -> bytes:
    """Return an encoded `messages.Analysed`; the result is encoded already."""
    analysis = msgspec.Raw(result) if result is not None else None
    return msgspec.json.encode({"state": state, "analysis": analysis})
