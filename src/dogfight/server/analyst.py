"""Finished games are explained by an analyst: in processes with a time and a memory of their own.

The caller gets the progress; results are kept beside the database, one file a game. A file that is
lost is worked out again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from pathlib import Path

import msgspec

from dogfight.core.record import Record
from dogfight.core.registry import plugins
from dogfight.review.report import Analysis
from dogfight.server import logs
from dogfight.server.desk import FINE, UPLOADED, pack
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings
from dogfight.server.storage.ledger import Person
from dogfight.server.worker_process import Caller, Crew, Worker

FOLDER = "reviews"
_LONGEST = 16 << 20
_GRACE_SECONDS = 60.0
"""A process that takes so much longer than its time is ended.

The first curve is always finished.
"""
_MOST_AT_ONCE = 64
"""Games that wait for the analyst."""
_MOST_EACH = 4
"""Those of one person."""
_MOST_KEPT = 2000
"""Games whose explanation is kept; the oldest go first, and can be worked out again."""


class Explain(msgspec.Struct, frozen=True):
    """A packed record to explain in so many seconds; first the luck and the curve alone."""

    record: bytes
    seconds: float
    curve: bool


class Analyst:
    """Some workers, the games they work on, and what they have found."""

    def __init__(self, settings: Settings) -> None:
        words = ("dogfight.server.analyst_worker", str(settings.bot_memory_mb), *plugins())
        self._crew = Crew(
            [Worker(*words, longest=_LONGEST) for _ in range(settings.review_workers)]
        )
        self._seconds = settings.review_seconds
        self._folder = Path(settings.data_dir) / FOLDER
        self._working: dict[str, asyncio.Task[None]] = {}
        self._asked_by: Counter[int] = Counter()
        self._first: dict[str, bytes] = {}
        """The luck and the curve of games whose choices are still being judged."""
        self._failed: set[str] = set()

    async def explained(self, code: str, person: Person, record: Record) -> bytes:
        """How far a finished game is explained, as it travels; asking begins it."""
        if not record.moves or (
            record.result is None and record.header.ended in ("", None, UPLOADED)
        ):
            raise Refused(
                "not_now", "Only a game that was played can be explained, once it is over."
            )
        if (kept := await asyncio.to_thread(self._kept, code, record)) is not None:
            return _told("done", kept)
        if code in self._failed:
            return _told("failed")
        if code not in self._working:
            if len(self._working) >= _MOST_AT_ONCE or self._asked_by[person.id] >= _MOST_EACH:
                raise Refused("busy", "Too many games are being explained. Ask again in a moment.")
            self._asked_by[person.id] += 1
            self._working[code] = asyncio.ensure_future(self._work(code, person, record))
        return _told("working", self._first.get(code))

    async def close(self) -> None:
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)
        await self._crew.close()

    # --- the work ----------------------------------------------------------------------------

    async def _work(self, code: str, person: Person, record: Record) -> None:
        asker = Caller(person.id)
        worker = await self._crew.take(asker, None)
        try:
            packed = pack(record)
            self._first[code] = await self._asked(
                worker, Explain(packed, self._seconds, curve=True)
            )
            self._keep(
                code, record, await self._asked(worker, Explain(packed, self._seconds, curve=False))
            )
        except asyncio.CancelledError:
            await worker.stop()
            raise
        except Exception as error:
            await worker.stop()
            self._failed.add(code)
            logs.warning("not_explained", table=code, why=str(error) or type(error).__name__)
        finally:
            self._crew.give_back(worker, asker)
            self._first.pop(code, None)
            self._asked_by.subtract((person.id,))
            self._asked_by += Counter()  # forgets those who have none
            del self._working[code]

    async def _asked(self, worker: Worker, question: Explain) -> bytes:
        answer = await worker.ask(question, self._seconds + _GRACE_SECONDS)
        if not answer.startswith(FINE):
            raise ValueError(answer[1:].decode())
        return answer[1:]

    # --- what was found ----------------------------------------------------------------------

    def _file(self, code: str, record: Record) -> Path:
        """One file a game, by how it ended: one that is damaged or of another game is never
        taken for it.
        """
        return self._folder / f"{code}-{record.last_hash()}.json"

    def _kept(self, code: str, record: Record) -> bytes | None:
        try:
            result = self._file(code, record).read_bytes()
            msgspec.json.decode(result, type=Analysis)
        except (OSError, msgspec.MsgspecError):
            return None
        return result

    def _keep(self, code: str, record: Record, result: bytes) -> None:
        path = self._file(code, record)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_suffix(".new")
        with contextlib.ExitStack() as undo:
            undo.callback(draft.unlink, missing_ok=True)
            draft.write_bytes(result)
            draft.replace(path)
            undo.pop_all()
        self._prune()

    def _prune(self) -> None:
        kept = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in kept[:-_MOST_KEPT]:
            old.unlink(missing_ok=True)


def _told(state: str, result: bytes | None = None) -> bytes:
    """A `messages.Analysed`; what was found is encoded already."""
    analysis = msgspec.Raw(result) if result is not None else None
    return msgspec.json.encode({"state": state, "analysis": analysis})
