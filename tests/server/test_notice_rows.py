"""What is stored about notices, on a file and on PostgreSQL."""

from __future__ import annotations

import asyncio

import pytest

from dogfight.server.storage.ledger import GameRow, Ledger, Logged, Person, PlayerRow
from dogfight.server.storage.notice_rows import (
    EmailRow,
    NoticeRows,
    PendingGame,
    RunningGame,
    Subscription,
)
from dogfight.server.storage.people_rows import PeopleRows
from dogfight.server.storage.store import Steps, Store, Value

CODE = "LARK-2222"


@pytest.fixture
def notices(store: Store) -> NoticeRows:
    return NoticeRows(store)


async def run(store: Store, sql: str, *values: Value) -> None:
    def job() -> Steps[None]:
        yield sql, values

    await store.write(job)


def browser_of(person: Person, name: str = "a") -> Subscription:
    key = name.encode()
    session = person.name.encode()
    return Subscription(key, person.id, session, f"https://p.example/{name}", key, key, "", 1)


async def reached(ledger: Ledger, notices: NoticeRows) -> Person:
    """A person with a browser, at a running game with another one."""
    ana = await ledger.new_person("Ana", b"Ana", 1)
    ben = await ledger.new_person("Ben", b"Ben", 1)
    row = GameRow(CODE, "toy", "1", "0", {}, b"", "p", ana.id, 5, 0, False, True, status="live")
    row.head = 1
    players = [PlayerRow(CODE, 0, ana.id), PlayerRow(CODE, 1, ben.id)]
    entry = Logged(1, None, 5, '{"do":"start"}', b"h")
    assert await ledger.new_game(row, players, [entry]) == "created"
    assert await notices.put_subscription(browser_of(ana), 5)
    return ana


async def move(store: Store, seq: int, command_id: str | None, body: str = '{"do":"play"}') -> None:
    """Another entry of the game."""
    await run(
        store,
        "INSERT INTO entry (code, seq, command_id, at, body, hash) VALUES (?, ?, ?, 1, ?, ?)",
        *(CODE, seq, command_id, body, b"h"),
    )
    await run(store, "UPDATE game SET head = ? WHERE code = ?", seq, CODE)


async def look(notices: NoticeRows, now: int, asked: bool = True) -> None:
    for game in await notices.moved_games(10):
        await notices.look_at(game, asked, now)


async def test_a_key_is_made_once_by_whichever_node(notices: NoticeRows) -> None:
    made = iter([b"a" * 32, b"b" * 32, b"c" * 32])
    keys = await asyncio.gather(
        *(notices.server_key("push", lambda: next(made), 1) for _ in range(3))
    )
    assert len({*keys}) == 1
    assert await notices.server_key("mail", lambda: b"d", 1) == b"d"


async def test_only_games_that_went_on_are_looked_at(
    store: Store, ledger: Ledger, notices: NoticeRows
) -> None:
    ana = await reached(ledger, notices)
    assert await notices.moved_games(10) == [RunningGame(ana.id, CODE, 1, -1, 0)]
    await look(notices, 100)
    assert await notices.moved_games(10) == []
    await move(store, 2, None)
    assert await notices.moved_games(10) == [RunningGame(ana.id, CODE, 2, 1, 100)]
    await run(store, "UPDATE game SET status = 'over'")
    assert await notices.moved_games(10) == []
    await notices.forget_ended()
    assert await notices.pending(ana.id, "push", 1000) == []


async def test_a_move_is_new_after_a_move_of_ones_own_or_the_clock(
    store: Store, ledger: Ledger, notices: NoticeRows
) -> None:
    ana = await reached(ledger, notices)
    await look(notices, 100)
    claim = await notices.claim(ana.id, "push", 100, 200)
    assert claim is not None
    await notices.settle(claim, 0, 0, [PendingGame(CODE, 100)])
    entries = ((f"{ana.id + 1}/a", "play"), (f"{ana.id}0/a", "play"), (None, "play"))
    for seq, (command_id, do) in enumerate(entries, 2):
        await move(store, seq, command_id, f'{{"do":"{do}"}}')
        await look(notices, 300)
        assert await notices.pending(ana.id, "push", 1000) == [], "of others"
    assert await notices.pending(ana.id, "mail", 1000) == [PendingGame(CODE, 100)]
    await move(store, 5, f"{ana.id}/b")
    await look(notices, 400)
    assert await notices.pending(ana.id, "push", 1000) == [PendingGame(CODE, 400)]
    await look(notices, 450)
    await move(store, 6, None, '{"do":"clock"}')
    await look(notices, 500)
    assert await notices.pending(ana.id, "push", 1000) == [PendingGame(CODE, 500)]
    await move(store, 7, None)
    await look(notices, 600, asked=False)
    assert await notices.pending(ana.id, "push", 1000) == []


async def test_one_node_has_a_delivery_until_its_claim_ends(
    ledger: Ledger, notices: NoticeRows
) -> None:
    ana = await reached(ledger, notices)
    await look(notices, 100)
    assert await notices.due("push", 99, 150, 10) == [], "it has not waited long enough"
    assert await notices.due("push", 100, 150, 10) == [ana.id]
    claims = await asyncio.gather(*(notices.claim(ana.id, "push", 150, 200) for _ in range(5)))
    (claim,) = [item for item in claims if item is not None]
    assert await notices.due("push", 100, 199, 10) == []
    assert await notices.due("push", 100, 201, 10) == [ana.id], "the node has died"
    other = await notices.claim(ana.id, "push", 201, 300)
    assert other is not None
    await notices.settle(claim, 900, 0, [PendingGame(CODE, 100)])
    assert await notices.pending(ana.id, "push", 1000) != [], "the claim had ended"
    await notices.settle(other, 900, 0, [PendingGame(CODE, 100)])
    assert await notices.pending(ana.id, "push", 1000) == []
    assert await notices.due("push", 1000, 899, 10) == []


async def test_an_address_is_asked_once_and_dropped_with_its_mails(
    ledger: Ledger, notices: NoticeRows
) -> None:
    ana = await ledger.new_person("Ana", b"Ana", 1)
    await notices.put_email(EmailRow(ana.id, "a@b.example", b"s", 10, 0), b"c", b"o")
    assert await notices.due("confirm", 0, 10, 10) == [ana.id]
    claim = await notices.claim(ana.id, "confirm", 10, 20)
    assert claim is not None
    await notices.end(claim)
    assert await notices.due("confirm", 0, 99, 10) == []
    assert await notices.claim(ana.id, "confirm", 99, 100) is None
    assert not await notices.confirm_email(b"c", 50, 11), "it came too late"
    answers = await asyncio.gather(*(notices.confirm_email(b"c", 50, 10) for _ in range(3)))
    assert sorted(answers) == [False, False, True]
    assert await notices.drop_email_by(b"o") and not await notices.drop_email_by(b"o")
    assert await notices.email_of(ana.id) is None


async def test_a_browser_has_one_person_and_one_session(
    store: Store, ledger: Ledger, notices: NoticeRows
) -> None:
    ana, ben = [await ledger.new_person(name, name.encode(), 1) for name in ("Ana", "Ben")]
    assert await notices.put_subscription(browser_of(ana, "x"), 1)
    assert await notices.put_subscription(browser_of(ana, "y"), 1), "in its place"
    phone = browser_of(ana, "z")._replace(session=b"phone")
    assert not await notices.put_subscription(phone, 1), "too many"
    assert await notices.put_subscription(browser_of(ben, "y"), 1)
    assert await notices.subscriptions_of(ana.id) == []
    (row,) = await notices.subscriptions_of(ben.id)
    await notices.count_failure(row, 2)
    await notices.count_failure(row, 2)
    assert await notices.subscriptions_of(ben.id) == []
    assert await notices.put_subscription(browser_of(ben, "y"), 1)
    await ledger.end_session(b"Ben")
    assert await notices.subscriptions_of(ben.id) == []


async def test_joining_keeps_what_the_person_has_already(
    ledger: Ledger, notices: NoticeRows, store: Store
) -> None:
    people = PeopleRows(store)
    guest = await reached(ledger, notices)
    ana = await ledger.new_person("Zoe", b"Zoe", 1)
    await look(notices, 100)
    assert await notices.claim(guest.id, "push", 100, 200) is not None
    for person, name in ((ana, "a"), (guest, "g")):
        row = EmailRow(person.id, f"{name}@b.example", b"s", 1, 0)
        await notices.put_email(row, name.encode(), b"o" + name.encode())
    assert await people.join(ana.id, guest.id) is not None
    email = await notices.email_of(ana.id)
    assert email is not None and email.address == "a@b.example"
    assert await notices.pending(ana.id, "push", 1000) == [PendingGame(CODE, 100)]
    assert [row.id for row in await notices.subscriptions_of(ana.id)] == [b"a"]
    assert await ledger.strays() == []
    await people.delete(ana.id)
    assert await ledger.strays() == []
    for table in ("push_subscription", "email", "notice", "delivery"):
        assert await store.read(f"SELECT * FROM {table}") == []
