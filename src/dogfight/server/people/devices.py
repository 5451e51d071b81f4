"""The browsers and programs a person is signed in with: what they are called, when last seen."""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from starlette.requests import HTTPConnection

from dogfight.server.refusals import Refused
from dogfight.server.storage.people_rows import PeopleRows

NOTE_MS = 600_000
"""A session's last visit is stored as often as this, at most."""
_REMEMBERED = 20_000
_BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def device_label(request: HTTPConnection) -> str:
    """What a device is called in its owner's list: no more than browser and system."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in agent), "A program")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser


def device_id(session: bytes) -> str:
    """What names a session in lists; nobody can sign in with it."""
    return hashlib.sha256(session).hexdigest()[:16]


class Visits:
    """When each session was last seen, stored now and then."""

    def __init__(self, rows: PeopleRows) -> None:
        self._rows = rows
        self._noted: OrderedDict[bytes, int] = OrderedDict()

    async def note(self, session: bytes, now: int) -> None:
        """A request came with a session."""
        if now - self._noted.get(session, -NOTE_MS) < NOTE_MS:
            return
        self._noted[session] = now
        self._noted.move_to_end(session)
        if len(self._noted) > _REMEMBERED:
            self._noted.popitem(last=False)
        await self._rows.note_visit(session, now, NOTE_MS)


def session_called(device: str, sessions: list[bytes]) -> bytes:
    """The session that a person's list names so."""
    for session in sessions:
        if device_id(session) == device:
            return session
    raise Refused("unknown", "That device is signed out already.")
