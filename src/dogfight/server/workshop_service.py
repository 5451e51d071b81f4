"""The workshop of a server: who may use it, and its work in processes with limits."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection

from dogfight.server import auth
from dogfight.server.jobs import JobService
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings
from dogfight.server.storage.ledger import Person
from dogfight.workshop.forms import GameForms, forms_of
from dogfight.workshop.requests import WorkshopRequest


class WorkshopService:
    """Forms, and answers to requests about data files; nothing of them is kept."""

    def __init__(self, settings: Settings, jobs: JobService) -> None:
        self._settings = settings
        self._jobs = jobs

    def is_open(self, request: HTTPConnection) -> bool:
        """Whether the workshop is open to a request: to all where the settings say so, else to
        this machine alone.
        """
        return auth.is_open_to(request, self._settings, self._settings.workshop)

    def check_open(self, request: HTTPConnection) -> None:
        """Refuse a request that the workshop is not open to."""
        if not self.is_open(request):
            raise Refused(
                "not_yours",
                "The workshop is closed here: its server is not a local one, and its settings do"
                " not open it.",
            )

    async def forms(self, game: str) -> GameForms:
        return await asyncio.to_thread(forms_of, game)

    async def answer(self, request: WorkshopRequest, person: Person) -> bytes:
        """The encoded answer to a request."""
        return await self._jobs.run(request, person)
