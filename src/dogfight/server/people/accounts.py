"""Who a person is on every device: phrases, passkeys, devices, joining, export, deletion."""

from __future__ import annotations

import asyncio
import hmac
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import HTTPConnection

from dogfight.core.errors import DogfightError
from dogfight.server import logs, messages
from dogfight.server.auth import hashed
from dogfight.server.limits import RateLimits
from dogfight.server.people import passkeys
from dogfight.server.people.devices import device_id, session_called
from dogfight.server.people.phrases import (
    SALT_BYTES,
    new_phrase,
    read_phrase,
    selector_of,
    slow_hash,
)
from dogfight.server.refusals import Refused
from dogfight.server.settings import SystemSources
from dogfight.server.storage.ledger import Person
from dogfight.server.storage.people_rows import (
    NOBODY,
    Joined,
    PasskeyRow,
    PeopleRows,
    PhraseRow,
)
from dogfight.server.tables.table_manager import TableManager

_HASHES_AT_ONCE = 2
_MOST_PASSKEYS = 20
_CHALLENGE_BYTES = 32


@dataclass(frozen=True, slots=True)
class Export:
    """Everything that is kept about a person, as one file."""

    name: str
    body: bytes


class Accounts:
    """What people do about themselves; nothing of it asks for more than a name."""

    def __init__(self, rows: PeopleRows, sources: SystemSources, guesses: RateLimits) -> None:
        self._rows = rows
        self._sources = sources
        self._guesses = guesses
        self._hashing = asyncio.Semaphore(_HASHES_AT_ONCE)

    async def identity(
        self, person: Person, session: bytes | None, request: HTTPConnection
    ) -> messages.Identity:
        """All that a person may know about themselves."""
        return messages.Identity(
            name=person.name,
            phrase_made=await self._rows.phrase_made(person.id),
            feed_made=await self._rows.feed_made(person.id),
            devices=tuple(
                messages.Device(
                    device_id(row.hash), row.label, row.created, row.seen, row.hash == session
                )
                for row in await self._rows.sessions_of(person.id)
            ),
            passkeys=tuple(
                messages.Passkey(device_id(row.id), row.label, row.created, row.used)
                for row in await self._rows.passkeys_of(person.id)
            ),
            passkeys_off=passkeys.why_off(request),
            settings=await self._rows.settings_of(person.id),
        )

    # --- phrases -----------------------------------------------------------------------------

    async def make_phrase(self, person: Person) -> messages.PhraseMade:
        """A new phrase, shown only here; the one before is good for nothing any more."""
        phrase = new_phrase(self._sources)
        salt = self._sources.entropy(SALT_BYTES)
        row = PhraseRow(
            person.id,
            selector_of(phrase),
            salt,
            await self._hashed(phrase, salt),
            self._sources.ms(),
        )
        await self._rows.put_phrase(row)
        return messages.PhraseMade(phrase, f"/carry#{phrase.replace(' ', '-')}")

    async def person_with_phrase(self, text: str, address: str) -> Person:
        """Whose phrase this is; guesses are counted by address and by the words they begin with,
        and a wrong one takes as long as a right one.
        """
        self._guesses.spend(address)
        phrase = read_phrase(text)
        selector = selector_of(phrase)
        self._guesses.spend(f"words {selector}")
        rows = await self._rows.phrases(selector) or [PhraseRow(NOBODY, "", bytes(16), b"", 0)]
        for row in rows:
            same = hmac.compare_digest(await self._hashed(phrase, row.salt), row.hash)
            person = await self._rows.person(row.person) if same else None
            if person is not None:
                return person
        raise Refused(
            "unknown", "These words belong to nobody (any more). Make new ones on the old device."
        )

    async def _hashed(self, phrase: str, salt: bytes) -> bytes:
        async with self._hashing:
            return await asyncio.to_thread(slow_hash, phrase, salt)

    # --- passkeys ----------------------------------------------------------------------------

    async def creation_options(self, person: Person, request: HTTPConnection) -> bytes:
        """What a browser makes a key with."""
        party = passkeys.relying_party(request)
        known = [row.id for row in await self._rows.passkeys_of(person.id)]
        if len(known) >= _MOST_PASSKEYS:
            raise Refused("rate", f"You have {_MOST_PASSKEYS} passkeys; remove one first.")
        challenge = await self._new_challenge(person.id)
        return passkeys.creation_options(party, person.id, person.name, challenge, known)

    async def request_options(self, request: HTTPConnection, address: str) -> bytes:
        """What a browser signs in with."""
        self._guesses.spend(address)
        party = passkeys.relying_party(request)
        return passkeys.request_options(party, await self._new_challenge(NOBODY))

    async def add_passkey(
        self, person: Person, request: HTTPConnection, credential: dict[str, Any], label: str
    ) -> None:
        """Keep a key that was just made."""
        party = passkeys.relying_party(request)
        challenge = await self._answered(credential, person.id)
        key = passkeys.new_key(party, challenge, credential)
        now = self._sources.ms()
        row = PasskeyRow(key.id, person.id, key.public_key, key.sign_count, label, now, now)
        if not await self._rows.add_passkey(row):
            raise Refused("not_now", "This passkey is in use already.")

    async def person_with_passkey(
        self, request: HTTPConnection, credential: dict[str, Any], address: str
    ) -> Person:
        """Whose key has signed a question of ours; no answer counts twice."""
        self._guesses.spend(address)
        party = passkeys.relying_party(request)
        challenge = await self._answered(credential, NOBODY)
        row = await self._rows.passkey(passkeys.key_id_in(credential))
        person = await self._rows.person(row.person) if row is not None else None
        if row is None or person is None:
            raise Refused("unknown", "Nobody has this passkey here (any more).")
        count = passkeys.sign_count_of(party, challenge, credential, row.public_key, row.sign_count)
        if not await self._rows.used_passkey(row, count, self._sources.ms()):
            raise Refused("not_now", "This passkey was used elsewhere just now. Try again.")
        return person

    async def drop_passkey(self, person: Person, name: str) -> None:
        for row in await self._rows.passkeys_of(person.id):
            if device_id(row.id) == name:
                return await self._rows.drop_passkey(person.id, row.id)
        raise Refused("unknown", "That passkey is removed already.")

    async def _new_challenge(self, person: int) -> bytes:
        challenge, now = self._sources.entropy(_CHALLENGE_BYTES), self._sources.ms()
        await self._rows.put_challenge(
            hashed(challenge.hex()), person, now, now + passkeys.CHALLENGE_MS
        )
        return challenge

    async def _answered(self, credential: dict[str, Any], person: int) -> bytes:
        """The question of ours that an answer is to, asked of this person and not answered yet."""
        challenge = passkeys.challenge_in(credential)
        if not await self._rows.take_challenge(hashed(challenge.hex()), person, self._sources.ms()):
            raise Refused("not_now", "That took too long, or was answered before. Try again.")
        return challenge

    # --- devices -----------------------------------------------------------------------------

    async def session_of(self, person: Person, device: str) -> bytes:
        """The session behind a line of a person's list of devices."""
        return session_called(device, [row.hash for row in await self._rows.sessions_of(person.id)])

    # --- joining, export, deletion -----------------------------------------------------------

    async def join(self, stays: Person, goes: Person) -> Joined:
        """Make two guests of the same person one."""
        joined = await self._rows.join(stays.id, goes.id)
        if joined is None:
            raise Refused(
                "not_now",
                f"{goes.name} and {stays.name} sit at the same table: finish that game first.",
            )
        logs.info("people_joined", tables=len(joined.codes), sessions=len(joined.sessions))
        return joined

    async def export(self, person: Person) -> Export:
        body = msgspec.json.format(msgspec.json.encode(await self._rows.export(person.id)))
        return Export(f"dogfight-{person.id}.json", body)

    async def delete(self, person: Person, tables: TableManager) -> tuple[str, ...]:
        """Leave every table, then forget the person; the codes of the tables they were at."""
        for code in await self._rows.unfinished_of(person.id):
            await _leave(tables, code, person)
        return await self._rows.delete(person.id)


async def _leave(tables: TableManager, code: str, person: Person) -> None:
    """Give up a running game, or free a seat; a damaged table keeps nobody here."""
    try:
        table = await tables.table(code)
        for player in table.seating.players_of(person.id):
            if table.room.is_open:
                await table.room.leave(person)
            elif table.row.status == "open":
                await table.seat_changes.leave(person, player)
            elif table.row.status == "live":
                await table.commands.resign(person, player)
    except DogfightError as error:
        logs.warning("table_not_left", table=code, why=error.message)
