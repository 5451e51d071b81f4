"""What is stored about people, on a file and on PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dogfight.lessons.progress import Kept
from dogfight.server.storage.ledger import GameRow, Ledger, Person, PlayerRow, RoomRow
from dogfight.server.storage.people_rows import NOBODY, PasskeyRow, PeopleRows, PhraseRow
from dogfight.server.storage.store import Store


@pytest.fixture
def people(store: Store) -> PeopleRows:
    return PeopleRows(store)


async def come(ledger: Ledger, name: str) -> Person:
    return await ledger.new_person(name, name.encode(), 1)


async def lay(
    ledger: Ledger, code: str, *seats: Person | None, room: RoomRow | None = None, **more: Any
) -> None:
    """Lay a table with a seat for each of these people; the first one is host."""
    first = seats[0]
    host = first.id if first is not None else None
    row = GameRow(code, "toy", "1", "0", {}, b"seed", "p", host, 5, 0, False, True, **more)
    players = [
        PlayerRow(code, n, None if seat is None else seat.id) for n, seat in enumerate(seats)
    ]
    await ledger.new_game(row, players, [], room=room)


async def test_two_guests_become_one(store: Store, ledger: Ledger, people: PeopleRows) -> None:
    ana, guest, ben = [await come(ledger, name) for name in ("Ana", "Guest", "Ben")]
    await lay(ledger, "LARK-2222", guest, ben, status="live")
    await lay(ledger, "LARK-3333", ben, None, room=RoomRow("", (guest.id, ben.id)))
    await ledger.put_lesson(guest.id, "toy", 1, Kept(step=1), None)
    await ledger.put_lesson(guest.id, "toy", 2, Kept(step=2), None)
    await ledger.put_lesson(ana.id, "toy", 1, Kept(step=3), None)
    await ledger.say("LARK-2222", "1/a", 1, guest, "table", "hello")
    await people.put_phrase(PhraseRow(guest.id, "zoo zoo", b"s", b"h", 1))
    await people.add_passkey(PasskeyRow(b"k", guest.id, b"p", 1, "A key", 1, 1))
    joined = await people.join(ana.id, guest.id)
    assert joined is not None and joined.codes == ("LARK-2222",) and joined.sessions == (b"Guest",)
    table = await ledger.table("LARK-2222")
    assert table is not None and table.row.revision == 1 and table.row.host == ana.id
    assert [player.person for player in table.players] == [ana.id, ben.id]
    room = await ledger.table("LARK-3333")
    assert room is not None and room.room is not None and room.room.barred == (ana.id, ben.id)
    lessons = await ledger.lessons_of(ana.id)
    assert {number: kept.step for (_, number), kept in lessons.items()} == {1: 3, 2: 2}
    assert [row.id for row in await people.passkeys_of(ana.id)] == [b"k"]
    assert await people.phrases("zoo zoo") == [] and await people.person(guest.id) is None
    assert await ledger.strays() == []


async def test_guests_at_one_unfinished_table_stay_two(ledger: Ledger, people: PeopleRows) -> None:
    ana, guest = await come(ledger, "Ana"), await come(ledger, "Guest")
    await lay(ledger, "LARK-2222", ana, guest, status="live")
    assert await people.join(ana.id, guest.id) is None
    assert await people.person(guest.id) == guest


async def test_a_deleted_person_is_nowhere(ledger: Ledger, people: PeopleRows) -> None:
    ana, ben = await come(ledger, "Ana"), await come(ledger, "Ben")
    await lay(ledger, "LARK-2222", ana, ben, status="over")
    await lay(ledger, "LARK-3333", ana, ben)
    await ledger.say("LARK-2222", "1/a", 1, ana, "table", "hello")
    await ledger.put_lesson(ana.id, "toy", 1, Kept(), None)
    await people.put_challenge(b"c", ana.id, 1, 2)
    assert await people.delete(ana.id) == ("LARK-2222", "LARK-3333")
    over, waiting = await ledger.players("LARK-2222"), await ledger.players("LARK-3333")
    assert [player.name for player in over] == ["a player", "Ben"]
    assert [player.name for player in waiting] == ["", "Ben"]
    (line,) = await ledger.chat("LARK-2222", "table")
    assert (line.person, line.name, line.text) == (NOBODY, "a player", "(deleted)")
    assert await people.person(ana.id) is None and await people.sessions_of(ana.id) == []
    assert await ledger.strays() == []
    assert (await people.export(ana.id))["seats"] == []


async def test_a_question_to_a_key_is_answered_once(people: PeopleRows) -> None:
    await people.put_challenge(b"c", 0, 1, 100)
    assert not await people.take_challenge(b"c", 7, 50), "it was asked of another person"
    answers = await asyncio.gather(*(people.take_challenge(b"c", 0, 50) for _ in range(5)))
    assert sorted(answers) == [False] * 4 + [True]
    await people.put_challenge(b"d", 0, 1, 100)
    assert not await people.take_challenge(b"d", 0, 101), "too late"


async def test_a_key_counts_up_once(ledger: Ledger, people: PeopleRows) -> None:
    ana = await come(ledger, "Ana")
    key = PasskeyRow(b"k", ana.id, b"p", 1, "A key", 1, 1)
    assert await people.add_passkey(key) and not await people.add_passkey(key)
    assert await people.used_passkey(key, 2, 5) and not await people.used_passkey(key, 2, 6)
    stored = await people.passkey(b"k")
    assert stored is not None and (stored.sign_count, stored.used) == (2, 5)


async def test_a_visit_is_stored_now_and_then(ledger: Ledger, people: PeopleRows) -> None:
    ana = await come(ledger, "Ana")
    await people.note_visit(b"Ana", 500, 1000)
    assert (await people.sessions_of(ana.id))[0].seen == 1
    await people.note_visit(b"Ana", 5000, 1000)
    assert (await people.sessions_of(ana.id))[0].seen == 5000
