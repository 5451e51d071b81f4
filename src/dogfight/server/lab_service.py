"""The lab of a server: questions are answered one after another by a process beside it, and the
reports are kept.

A study is a folder; what it is at is read from the files in it, so a server that starts again goes
on where it was. It belongs to the person who asked: nobody else sees, reads or removes it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import shutil
from pathlib import Path

import msgspec
from starlette.requests import HTTPConnection

from dogfight.bots.registry import bot_names
from dogfight.core.errors import DogfightError
from dogfight.core.registry import plugins
from dogfight.lab.questions import NamedSet, Question
from dogfight.lab.runner import (
    FAILED,
    HEADLINE,
    PROGRESS,
    REPORT,
    REQUEST,
    Request,
    put,
    without_places,
    worker_spec,
)
from dogfight.packs.pack import Pack
from dogfight.processes.worker import AsyncWorker, WorkerFailed, WorkerGone
from dogfight.server import auth, logs, messages
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, SystemSources

_MOST_KEPT = 100
_MOST_OF_ONE = 20
_MOST_WAITING = 5
_ID = re.compile(r"[0-9a-f]{12}")


class LabService:
    """The studies of one server."""

    def __init__(self, settings: Settings, sources: SystemSources) -> None:
        self._settings = settings
        self._to_others = settings.lab
        self._folder = Path(settings.data_dir) / "lab"
        self._world = sources
        self._worker = AsyncWorker(worker_spec(2 * settings.bot_memory_mb))
        """It plays, and holds what was played."""
        self._asking = asyncio.Lock()
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._running = ""
        self._work: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Go on with what was not answered when the server ended."""
        if not (self._to_others or auth.serves_this_machine_only(self._settings)):
            return
        for study in self._known():
            if self._state(study) == "waiting":
                self._waiting.put_nowait(study)
        self._work = asyncio.create_task(self._answer_all())

    async def close(self) -> None:
        """End the study that is being played; it goes on the next time."""
        if self._work is not None:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work

    async def _answer_all(self) -> None:
        while True:
            study = await self._waiting.get()
            if not (self._folder / study / REQUEST).exists():
                continue
            self._running = study
            try:
                await self._answer(study)
            except OSError as error:
                logs.error("lab_failed", study=study, why=type(error).__name__)
            finally:
                self._running = ""

    async def _answer(self, study: str) -> None:
        folder = self._folder / study
        try:
            await self._worker.ask(os.fsencode(folder), None)
        except (WorkerGone, WorkerFailed) as error:
            if folder.exists():
                put(folder / FAILED, without_places(str(error)))
        finally:
            await self._worker.stop()

    def is_open(self, request: HTTPConnection) -> bool:
        """Whether the lab is open to a request: to all where the settings say so, else to this
        machine alone.
        """
        return auth.is_open_to(request, self._settings, self._to_others)

    def check_open(self, request: HTTPConnection) -> None:
        """Refuse a request that the lab is not open to."""
        if not self.is_open(request):
            raise Refused(
                "not_yours",
                "The lab is closed here: its server is not a local one, and its settings say so.",
            )

    def all(self, person: int, request: HTTPConnection) -> messages.LabStudies:
        """Every study of a person, the newest first."""
        if not self.is_open(request):
            return messages.LabStudies(False, ())
        studies = sorted(
            map(self._describe, self._of(person)), key=lambda study: (-study.asked, study.id)
        )
        return messages.LabStudies(True, tuple(studies))

    def study(self, study: str, person: int) -> messages.LabStudy:
        """How far a study is."""
        self._check(study, person)
        return self._describe(study)

    def page(self, study: str, person: int) -> bytes:
        """The report of a study as a page."""
        self._check(study, person)
        path = self._folder / study / "report" / REPORT
        if not path.exists():
            raise Refused("not_now", "This study has no report yet.")
        return path.read_bytes()

    async def ask(
        self, asked: messages.LabQuestion, person: int, pack: Pack | None = None
    ) -> messages.LabStudy:
        """Take a question that can be answered, one after another; it waits for its turn."""
        async with self._asking:
            return await self._taken(asked, person, pack)

    async def _taken(
        self, asked: messages.LabQuestion, person: int, pack: Pack | None
    ) -> messages.LabStudy:
        if len(self._of(person)) >= _MOST_OF_ONE:
            raise Refused(
                "not_now", f"{_MOST_OF_ONE} of your studies are kept here. Remove one first."
            )
        if len(self._known()) >= _MOST_KEPT:
            raise Refused(
                "not_now", f"{_MOST_KEPT} studies are kept here, which is all there is room for."
            )
        if self._waiting.qsize() >= _MOST_WAITING:
            raise Refused("busy", "Enough studies wait for their turn. Ask again later.")
        if unknown := [bot for bot in asked.bots if bot not in bot_names()]:
            raise Refused(
                "bad_option", f"expected bots out of {', '.join(bot_names())}; got {unknown[0]!r}"
            )
        question = msgspec.convert(asked, Question, from_attributes=True)
        question = msgspec.structs.replace(
            question, plugins=tuple(Path(word).name for word in plugins())
        )
        if pack is not None:
            named = NamedSet(pack.info.name, pack.data_set, pack.file_name)
            question = msgspec.structs.replace(question, sets=(named,))
        try:
            await asyncio.to_thread(question.study)
        except DogfightError as error:
            raise Refused("bad_option", without_places(error.message), rule=error.rule) from None
        study = secrets.token_hex(6)
        folder = self._folder / study
        folder.mkdir(parents=True)
        request = Request(question, asked.minutes, self._world.ms(), plugins(), person)
        put(folder / REQUEST, msgspec.json.encode(request).decode())
        self._waiting.put_nowait(study)
        return self._describe(study)

    async def remove(self, study: str, person: int) -> None:
        """Forget a study; one that is being played is ended."""
        self._check(study, person)
        if study == self._running:
            await self._worker.stop()
        shutil.rmtree(self._folder / study, ignore_errors=True)

    def _known(self) -> list[str]:
        if not self._folder.is_dir():
            return []
        return [
            path.name
            for path in self._folder.iterdir()
            if _ID.fullmatch(path.name) and (path / REQUEST).exists()
        ]

    def _of(self, person: int) -> list[str]:
        return [study for study in self._known() if self._belongs_to(study, person)]

    def _belongs_to(self, study: str, person: int) -> bool:
        """Whether a person may know of a study. Where an earlier release did not note whose it is,
        it is anybody's on a server that only this machine asks, and nobody's on others.
        """
        owner = self._request(study).owner
        return not self._to_others if owner is None else owner == person

    def _check(self, study: str, person: int) -> None:
        if (
            not _ID.fullmatch(study)
            or study not in self._known()
            or not self._belongs_to(study, person)
        ):
            raise Refused("unknown", "There is no such study.")

    def _request(self, study: str) -> Request:
        return msgspec.json.decode((self._folder / study / REQUEST).read_bytes(), type=Request)

    def _state(self, study: str) -> messages.LabState:
        folder = self._folder / study
        if (folder / "report" / REPORT).exists():
            return "done"
        if (folder / FAILED).exists():
            return "failed"
        return "running" if study == self._running else "waiting"

    def _describe(self, study: str) -> messages.LabStudy:
        folder = self._folder / study
        request = self._request(study)
        question, state = request.question, self._state(study)
        return messages.LabStudy(
            id=study,
            kind=question.kind,
            game=question.game,
            query=" ".join((*question.options, *question.swept)),
            bots=question.bots,
            minutes=request.minutes,
            asked=request.asked,
            state=state,
            progress=1.0 if state == "done" else float(_words(folder / PROGRESS) or 0),
            summary=_words(folder / (FAILED if state == "failed" else HEADLINE)),
            pack=", ".join(named.name for named in question.sets if named.word),
        )


def _words(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
