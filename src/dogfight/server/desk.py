"""Records are played through at a desk beside the table: in processes with a time and a memory of
their own.

Players never wait for people who review a finished game or upload a record.
"""

from __future__ import annotations

import asyncio
import pickle

import msgspec

from dogfight.core.event import Event
from dogfight.core.options import OptionValue
from dogfight.core.record import Record
from dogfight.core.registry import plugins
from dogfight.server import logs, metrics
from dogfight.server.messages import ErrorBody
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings
from dogfight.server.storage.ledger import Entry, Person
from dogfight.server.worker_process import Caller, Crew, Worker

_LONGEST = 16 << 20
_PATIENCE = 2
"""How many time limits a caller waits for a free worker."""
FINE, FAULT = b"+", b"-"
"""What an answer begins with: what was asked for follows, or a `Fault`."""
UPLOADED = "Uploaded record."
"""How a game ended whose record breaks off without saying why."""


class Check(msgspec.Struct, frozen=True):
    """Is this record in order? The answer is `Brought`."""

    text: str


class CheckedRecord(msgspec.Struct, frozen=True):
    """A record that is in order, as it is kept."""

    game: str
    options: dict[str, OptionValue]
    players: list[str]
    entry: Entry
    ended: str
    rules: str
    """The rules version it was written with."""


class ReplayPage(msgspec.Struct, frozen=True):
    """Some steps of a packed record through an eye. The answer is a `Review`."""

    record: bytes
    eye: str
    start: int
    count: int
    at: int
    notes: tuple[tuple[int, Event], ...] = ()


class Steps(msgspec.Struct, frozen=True):
    """The moves of a verified record as numbers. The answer is `Stepped`."""

    record: Record


class MoveList(msgspec.Struct, frozen=True):
    """The moves, and whether the game was over after them."""

    steps: tuple[tuple[int, int], ...]
    over: bool


Question = Check | ReplayPage | Steps


def pack(record: Record) -> bytes:
    """A record as it is handed over; `unpack` is for the other end."""
    return pickle.dumps(record)


def unpack(packed: bytes) -> Record:
    record: Record = pickle.loads(packed)
    return record


class Desk:
    """A few workers; people take turns, and checking what was brought leaves one of them to all
    others.
    """

    def __init__(self, settings: Settings) -> None:
        words = ("dogfight.server.desk_worker", str(settings.bot_memory_mb), *plugins())
        self._crew = Crew([Worker(*words, longest=_LONGEST) for _ in range(settings.desk_workers)])
        self._seconds = settings.desk_seconds

    async def check(self, person: Person, text: str) -> CheckedRecord:
        """Play an uploaded record through; `Refused` says what is wrong with it."""
        return msgspec.json.decode(
            await self._ask(Caller(person.id, waits=False), Check(text)), type=CheckedRecord
        )

    async def look(self, person: Person, look: ReplayPage) -> bytes:
        """Some steps of a finished game, as they travel."""
        return await self._ask(Caller(person.id), look)

    async def steps(self, person: Person, record: Record) -> MoveList:
        return msgspec.json.decode(await self._ask(Caller(person.id), Steps(record)), type=MoveList)

    async def _ask(self, asker: Caller, question: Question) -> bytes:
        try:
            worker = await self._crew.take(asker, self._seconds * _PATIENCE)
        except TimeoutError:
            metrics.DROPPED.labels("desk_busy").inc()
            raise Refused(
                "busy", "Too many records are being played through. Ask again in a moment."
            ) from None
        try:
            return _read(await worker.ask(question, self._seconds))
        except Refused:
            raise
        except asyncio.CancelledError:
            await worker.stop()
            raise
        except TimeoutError:
            await worker.stop()
            logs.warning("record_too_long", asked=type(question).__name__, seconds=self._seconds)
            raise Refused(
                "too_large", f"This takes longer than {self._seconds:g} s to play through."
            ) from None
        except Exception:
            await worker.stop()
            logs.warning("desk_failed", asked=type(question).__name__)
            raise Refused("bad_record", "This record cannot be played through here.") from None
        finally:
            self._crew.give_back(worker, asker)

    async def close(self) -> None:
        await self._crew.close()


def _read(answer: bytes) -> bytes:
    if answer.startswith(FINE):
        return answer[1:]
    fault = msgspec.json.decode(answer[1:], type=ErrorBody)
    raise Refused(fault.code, fault.error, rule=fault.rule)
