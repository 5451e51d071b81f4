"""The lab of a server: questions are answered one after another by a process beside it, and the
reports are kept.

A study is a folder; what it is at is read from the files in it, so a server that starts again goes
on where it was. It belongs to the person who asked: nobody else sees, reads or removes it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import shutil
import sys
from pathlib import Path

import msgspec
from starlette.requests import HTTPConnection

from dogfight.bots.registry import bot_names
from dogfight.core.errors import DogfightError
from dogfight.core.registry import plugins
from dogfight.lab.questions import Question
from dogfight.lab.runner import (
    FAILED,
    HEADLINE,
    PROGRESS,
    REPORT,
    REQUEST,
    Request,
    put,
    without_places,
)
from dogfight.server import auth, logs, messages
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, SystemSources

_MOST_KEPT = 100
_MOST_OF_ONE = 20
_MOST_WAITING = 5
_ID = re.compile(r"[0-9a-f]{12}")


class LabService:
    """The studies of one server."""

    def __init__(self, settings: Settings, world: SystemSources) -> None:
        self._to_others = settings.lab
        only_here = (
            auth.is_loopback(settings.host) and not settings.origins and not settings.proxies
        )
        self._may_open = settings.lab or only_here
        self._folder = Path(settings.data_dir) / "lab"
        self._world = world
        self._memory_mb = 2 * settings.bot_memory_mb
        """Of the process that answers: it plays, and holds what was played."""
        self._asking = asyncio.Lock()
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._running = ""
        self._process: asyncio.subprocess.Process | None = None
        self._work: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Go on with what was not answered when the server ended."""
        if not self._may_open:
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
                self._running, self._process = "", None

    async def _answer(self, study: str) -> None:
        folder = str(self._folder / study)
        words = (sys.executable, "-P", "-m", "dogfight.lab.runner", folder, str(self._memory_mb))
        self._process = process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.DEVNULL
        )
        try:
            status = await process.wait()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        if status != 0 and (self._folder / study).exists():
            put(self._folder / study / FAILED, f"the study ended with status {status}")

    def is_open(self, request: HTTPConnection) -> bool:
        """Whether the lab is open to a request: to all where the settings say so, else to this
        machine alone.

        Behind a proxy that the settings do not name everybody seems to be on this machine, so what
        was passed on, or asks for another name, is not.
        """
        if self._to_others or not self._may_open:
            return self._to_others
        return auth.is_loopback(auth.host_name(request)) and not auth.is_forwarded(request)

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
            map(self._told, self._of(person)), key=lambda study: (-study.asked, study.id)
        )
        return messages.LabStudies(True, tuple(studies))

    def look(self, study: str, person: int) -> messages.LabStudy:
        """How far a study is."""
        self._check(study, person)
        return self._told(study)

    def page(self, study: str, person: int) -> bytes:
        """The report of a study as a page."""
        self._check(study, person)
        path = self._folder / study / "report" / REPORT
        if not path.exists():
            raise Refused("not_now", "This study has no report yet.")
        return path.read_bytes()

    async def ask(self, asked: messages.LabQuestion, person: int) -> messages.LabStudy:
        """Take a question that can be answered, one after another; it waits for its turn."""
        async with self._asking:
            return await self._taken(asked, person)

    async def _taken(self, asked: messages.LabQuestion, person: int) -> messages.LabStudy:
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
        try:
            await asyncio.to_thread(question.study)
        except DogfightError as error:
            raise Refused("bad_option", without_places(error.words), rule=error.rule) from None
        study = secrets.token_hex(6)
        folder = self._folder / study
        folder.mkdir(parents=True)
        request = Request(question, asked.minutes, self._world.ms(), plugins(), person)
        put(folder / REQUEST, msgspec.json.encode(request).decode())
        self._waiting.put_nowait(study)
        return self._told(study)

    async def remove(self, study: str, person: int) -> None:
        """Forget a study; one that is being played is ended."""
        self._check(study, person)
        if study == self._running and self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
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

    def _told(self, study: str) -> messages.LabStudy:
        folder = self._folder / study
        request = self._request(study)
        question, state = request.question, self._state(study)
        return messages.LabStudy(
            id=study,
            kind=question.kind,
            game=question.game,
            asks=" ".join((*question.options, *question.swept)),
            bots=question.bots,
            minutes=request.minutes,
            asked=request.asked,
            state=state,
            part=1.0 if state == "done" else float(_words(folder / PROGRESS) or 0),
            words=_words(folder / (FAILED if state == "failed" else HEADLINE)),
        )


def _words(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
