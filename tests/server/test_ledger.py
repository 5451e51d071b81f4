"""One ledger, two databases: whatever is promised holds for a SQLite file and for a PostgreSQL
server alike.
"""

import asyncio
import dataclasses
import re
from pathlib import Path
from typing import Any

import apsw
import pytest
from databases import Postgres, old_file
from toygame import ToyGame

from dogfight.core.errors import DogfightError
from dogfight.core.registry import register
from dogfight.lessons.progress import Kept
from dogfight.server import metrics
from dogfight.server.storage.audit import audit
from dogfight.server.storage.copying import copy_rows
from dogfight.server.storage.ledger import (
    Draft,
    GameRow,
    Ledger,
    Logged,
    Person,
    PlayerRow,
    RoomRow,
)
from dogfight.server.storage.notice_rows import EmailRow, NoticeRows, RunningGame, Subscription
from dogfight.server.storage.opening import holding, is_address, reading
from dogfight.server.storage.pack_rows import PackFile, PackRow, PackRows
from dogfight.server.storage.pairing_rows import PairingRows
from dogfight.server.storage.people_rows import PasskeyRow, PeopleRows, PhraseRow
from dogfight.server.storage.puzzle_rows import PuzzleRows
from dogfight.server.storage.rating_rows import GameOutcome, RatingRows
from dogfight.server.storage.sqlite import FILE
from dogfight.server.storage.store import (
    SCHEMA,
    TABLES,
    UPGRADES,
    Job,
    Row,
    Steps,
    StorageFailed,
    Store,
)

CODE = "LARK-2222"
SINCE_11 = (
    "ALTER TABLE game DROP COLUMN opening",
    "DROP TABLE puzzle_try",
    "DROP TABLE puzzle_count",
)
"""What takes a database of this release back to schema 11."""
SINCE_10 = (
    *SINCE_11,
    *(
        f"DROP TABLE {table}"
        for table in ("server_key", "push_subscription", "email", "notice", "delivery")
    ),
)
"""What takes a database of this release back to schema 10."""
SINCE_9 = (
    *SINCE_10,
    "DROP INDEX game_pack",
    "ALTER TABLE game DROP COLUMN pack",
    "DROP TABLE pack",
    "DROP TABLE pack_file",
    *(
        f"DROP TABLE {table}"
        for table in ("phrase", "passkey", "feed", "challenge", "mutex", "ticket", "arrival")
    ),
    *(f"DROP TABLE {table}" for table in ("agreement", "rating_change", "rated_game", "rating")),
    "ALTER TABLE person DROP COLUMN rated",
    "ALTER TABLE person DROP COLUMN ranked",
    "DROP INDEX session_person",
    "ALTER TABLE person DROP COLUMN settings",
    "ALTER TABLE session DROP COLUMN label",
    "ALTER TABLE session DROP COLUMN seen",
)
"""What takes a database of this release back to schema 9."""
SINCE_7 = (
    *SINCE_9,
    *(
        f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}"
        for table, new, old in (
            ("game", "seed_commitment", "promise"),
            ("game", "bot_due", "due"),
            ("game", "rematch_code", "next"),
            ("game", "revision", "rev"),
            ("game", "chat_count", "said"),
            ("game", "animation_ms", "showing"),
            ("game", "owner_node", "keeper"),
            ("entry", "command_id", "cmd"),
            ("chat", "command_id", "cmd"),
        )
    ),
    "ALTER TABLE standing_order RENAME TO standing",
    "DROP TABLE room",
    *(
        f"ALTER TABLE game DROP COLUMN {text}"
        for text in ("time_control", "clock_state", "silenced", "guest_key")
    ),
)
"""What takes a database of this release back to schema 7, beside the id of a server's database."""
SINCE_1 = (
    *SINCE_7,
    "DROP TABLE lesson",
    "DROP TABLE nonce",
    "DROP TABLE standing",
    "DROP INDEX game_live",
    "DROP INDEX game_kept",
    *(
        f"ALTER TABLE game DROP COLUMN {text}"
        for text in ("hints", "listed", "turn", "watch_delay")
    ),
    *(
        f"ALTER TABLE game DROP COLUMN {text}"
        for text in ("rev", "said", "showing", "offer", "keeper", "forced", "early", "locks")
    ),
)
"""What takes a database of this release back to the layout of the first one."""


def row(code: str = CODE, **more: Any) -> GameRow:
    return GameRow(
        code, "toy", "1", "0", {"rounds": 3}, b"seed", "p", None, 5, 0, False, True, **more
    )


def statements(*texts: str) -> Job[list[Row]]:
    def job() -> Steps[list[Row]]:
        rows: list[Row] = []
        for sql in texts:
            rows = yield sql, ()
        return rows

    return job


async def rows_of(store: Store) -> dict[str, set[Row]]:
    return {table: {*await store.read(f"SELECT * FROM {table}")} for table in TABLES}


# --- writing ---------------------------------------------------------------------------------


async def test_failed_write_does_not_affect_its_batch(store: Store, ledger: Ledger) -> None:
    bad = statements(
        "INSERT INTO person (name, created) VALUES ('ghost', 1)", "INSERT INTO nowhere VALUES (1)"
    )
    jobs: list[Any] = [ledger.new_person(f"p{n}", bytes([n]), 1) for n in range(20)]
    jobs[10:10] = [store.write(bad)]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert (
        isinstance(done[10], StorageFailed)
        and sum(isinstance(item, Exception) for item in done) == 1
    )
    assert len({item.id for item in done if isinstance(item, Person)}) == 20
    assert await store.read("SELECT count(*) FROM person") == [(20,)]
    assert await store.read("SELECT count(*) FROM person WHERE name = 'ghost'") == [(0,)]


async def test_many_writes_share_a_commit(ledger: Ledger) -> None:
    before = metrics.COMMITS._value.get()
    await asyncio.gather(*(ledger.new_person(f"p{n}", n.to_bytes(2, "big"), 1) for n in range(300)))
    assert metrics.COMMITS._value.get() - before < 100


async def test_only_one_of_two_appends_wins(ledger: Ledger) -> None:
    await ledger.new_game(row(), [PlayerRow(CODE, 0)], [])
    after = row(head=1)
    entries = [Logged(1, f"1/{n}", 1, "{}", b"h") for n in range(5)]
    won = await asyncio.gather(*(ledger.append(after, entry, ()) for entry in entries))
    assert sum(won) == 1 and len(await ledger.entries(CODE)) == 1
    again = await ledger.append(row(head=2), Logged(2, "1/0", 1, "{}", b"h"), ())
    assert again == (not won[0]), "the same command is not written twice"


async def test_losing_write_changes_nothing(store: Store, ledger: Ledger) -> None:
    await ledger.new_game(row(), [PlayerRow(CODE, 0)], [])
    assert await ledger.append(row(head=1, turn=1), Logged(1, "1/a", 1, "{}", b"h"), ())
    known = row(head=1)
    assert await ledger.put_draft(known, 0, Draft(1, 1))
    before = await rows_of(store)
    other = PlayerRow(CODE, 0, None, "", "random")
    for late in (row(head=1, revision=1), row(head=2, revision=0), row(head=3, revision=1)):
        over = dataclasses.replace(late, turn=9, status="over")
        assert not await ledger.append(over, Logged(over.head, "1/b", 2, "{}", b"x"), (0,))
        assert not await ledger.append(over, Logged(over.head, "1/b", 2, "{}", b"x"), (0,), other)
    assert not await ledger.append(row(head=2, revision=1), Logged(2, "1/a", 2, "{}", b"x"), ())
    for write in (
        ledger.put_player(known, other),
        ledger.put_order(known, 0, "always"),
        ledger.put_order(known, 0, "never"),
        ledger.put_draft(known, 0, Draft(2, 1)),
        ledger.drop_draft(known, 0),
        ledger.set_deadline(known, 7),
        ledger.put_offer(known, "{}"),
    ):
        assert not await write
    assert await ledger.new_game(row("LARK-3333"), [PlayerRow("LARK-3333", 0)], [], known) == "late"
    assert await rows_of(store) == before


async def test_concurrent_row_updates_have_one_winner(ledger: Ledger) -> None:
    await ledger.new_game(row(), [PlayerRow(CODE, 0)], [])
    won = await asyncio.gather(*(ledger.put_order(row(), 0, str(n)) for n in range(5)))
    stored = await ledger.table(CODE)
    assert (
        sum(won) == 1
        and stored is not None
        and stored.orders == {0: str(won.index(True))}
        and stored.row.revision == 1
    )


async def test_concurrent_rematches_create_one_table(ledger: Ledger) -> None:
    await ledger.new_game(row(), [], [])
    codes = [f"LARK-{n}{n}{n}{n}" for n in range(3, 6)]
    laid = await asyncio.gather(*(ledger.new_game(row(code), [], [], row()) for code in codes))
    assert sorted(laid) == ["created", "late", "late"]
    assert await ledger.codes() == [CODE, codes[laid.index("created")]]


async def test_batched_tables_each_get_their_own_write_result(ledger: Ledger) -> None:
    codes = [f"LARK-22{n}{m}" for n in range(2, 6) for m in range(2, 8)]
    await asyncio.gather(*(ledger.new_game(row(code), [PlayerRow(code, 0)], []) for code in codes))
    first = [Logged(1, f"1/{code}", 1, "{}", code.encode()) for code in codes]
    late = set(codes[::3])
    heads = [2 if code in late else 1 for code in codes]
    stored = await asyncio.gather(
        *(
            ledger.append(row(code, head=head), item, (0,))
            for code, head, item in zip(codes, heads, first, strict=True)
        ),
        *(ledger.put_order(row(code), 0, "always") for code in codes),
        ledger.new_person("Ana", b"a", 1),
    )
    assert stored[: len(codes)] == [code not in late for code in codes]
    for code, item, appended in zip(codes, first, stored, strict=False):
        assert await ledger.entries(code) == ([item] if appended else [])
        result = await ledger.game(code)
        assert result is not None and result.head == appended and result.revision == (not appended)


async def test_news_of_many_tables_that_are_asked_for_at_once(ledger: Ledger) -> None:
    codes = [f"LARK-22{n}{m}" for n in range(2, 6) for m in range(2, 8)]
    await asyncio.gather(*(ledger.new_game(row(code), [], []) for code in codes))
    logged = {
        code: [Logged(seq, f"1/{seq}", 1, "{}", code.encode()) for seq in (1, 2)] for code in codes
    }
    for code in codes[::2]:
        for item in logged[code]:
            assert await ledger.append(
                row(code, head=item.seq, waiting=(1,), bot_due=True, status="live"), item, ()
            )
    for code in codes[::4]:
        assert await ledger.put_order(row(code, head=2), 0, "always")
    reported = await asyncio.gather(
        *(ledger.update_since(row(code)) for code in codes),
        ledger.update_since(row(codes[0], head=1)),
    )
    for n, (code, news) in enumerate(zip(codes, reported, strict=False)):
        assert news.row == await ledger.game(code)
        assert news.entries == ([] if n % 2 else logged[code]) and (news.stored is not None) == (
            n % 4 == 0
        )
    assert reported[-1].entries == logged[codes[0]][1:]


async def test_table_updates_hold_writes_of_other_nodes(ledger: Ledger) -> None:
    await ledger.new_game(row(), [PlayerRow(CODE, 0)], [])
    known = row()
    news = await ledger.update_since(known)
    assert (news.row, news.entries, news.stored) == (known, [], None)
    first = Logged(1, "1/a", 1, "{}", b"h")
    await ledger.append(row(head=1), first, ())
    news = await ledger.update_since(known)
    assert news.entries == [first] and news.stored is None and news.row.head == 1
    await ledger.put_order(row(head=1), 0, "always")
    news = await ledger.update_since(row(head=1))
    assert not news.entries and news.stored is not None and news.stored.orders == {0: "always"}
    assert await ledger.heads([CODE, "LARK-9999"]) == {CODE: (1, 1, 0)}


async def test_oversized_value_does_not_affect_its_batch(store: Store, ledger: Ledger) -> None:
    """A number that no column holds is the fault of whoever sent it: the connection stays, and
    so do its neighbours.
    """
    jobs: list[Any] = [
        ledger.new_person(f"p{n}", bytes([n]), 2**70 if n == 3 else 1) for n in range(8)
    ]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert [isinstance(item, Exception) for item in done] == [n == 3 for n in range(8)]
    with pytest.raises((DogfightError, OverflowError)):
        await store.read("SELECT name FROM person WHERE created = ?", (2**70,))
    await store.probe()


async def test_a_cancelled_wait_does_not_disturb_the_writer(store: Store) -> None:
    task = asyncio.ensure_future(store.write(statements("SELECT 1")))
    await asyncio.sleep(0)
    task.cancel()
    assert await store.write(statements("SELECT 7")) == [(7,)]


async def test_a_code_is_given_once(ledger: Ledger) -> None:
    assert await ledger.new_game(row(), [PlayerRow(CODE, 0)], []) == "created"
    assert await ledger.new_game(row(), [PlayerRow(CODE, 0), PlayerRow(CODE, 1)], []) == "taken"
    assert len(await ledger.players(CODE)) == 1


async def test_chat_line_is_stored_once_with_its_own_number(ledger: Ledger) -> None:
    ana = await ledger.new_person("Ana", b"a", 1)
    await ledger.new_game(row(), [], [])
    said = await asyncio.gather(
        *(ledger.say(CODE, f"1/{n % 10}", 1, ana, "table", f"{n % 10}") for n in range(20))
    )
    assert sorted(item.n for item in said if item is not None) == list(range(1, 11))
    assert {item.text for item in await ledger.chat(CODE, "table")} == {str(n) for n in range(10)}
    assert [item.n for item in await ledger.chat(CODE, "table", 3)] == [8, 9, 10]


async def test_health_can_be_asked_for(store: Store) -> None:
    await store.probe()
    with pytest.raises(StorageFailed):
        await store.write(statements("INSERT INTO nowhere VALUES (1)"))
    assert store.failing
    await store.probe()
    assert not store.failing


# --- reading ---------------------------------------------------------------------------------


async def test_everything_about_a_table_comes_back_as_it_was_stored(ledger: Ledger) -> None:
    ana = await ledger.new_person("Ana", b"a", 1)
    first = dataclasses.replace(
        *(
            row(
                deadline=2**41,
                bot_due=True,
                waiting=(0, 3),
                listed=True,
                hints="on",
                watch_delay=7,
                forced="off",
            ),
        ),
        host=ana.id,
    )
    players = [
        PlayerRow(CODE, 0, ana.id, "Ana", "", b"\x00\xff", 99, ""),
        PlayerRow(CODE, 1, None, "Zoë", "random"),
    ]
    logged = Logged(1, None, 4, '{"do":"start"}', b"\x00" * 32)
    await ledger.new_game(first, players, [logged])
    for seat, order in ((1, "always"), (1, "30"), (0, "always"), (0, "never")):
        assert await ledger.put_order(first, seat, order)
        first.revision += 1
    for draft in (Draft(1, 2, (3,), "a"), Draft(2, 2, (4,), "b")):
        assert await ledger.put_draft(first, 0, draft)
        first.revision += 1
    await ledger.rename(ana.id, "Anna")
    stored = await ledger.table(CODE)
    assert stored is not None and stored.row == first == await ledger.game(CODE)
    players[0].name = "Anna"
    assert stored.players == players == await ledger.players(CODE)
    assert (stored.entries, stored.orders, stored.host) == ([logged], {1: "30"}, "Anna")
    assert stored.drafts == {0: Draft(2, 2, (4,), "b")}
    assert await ledger.table("LARK-3333") is None and await ledger.game("LARK-3333") is None


async def test_lists_and_counts(ledger: Ledger) -> None:
    ana = await ledger.new_person("Ana", b"a", 1)
    for n, (status, promise) in enumerate(
        [("open", "p"), ("live", "p"), ("over", "p"), ("over", "")]
    ):
        code = f"LARK-{n}{n}{n}{n}"
        item = row(
            code,
            status=status,
            changed=n,
            listed=True,
            bot_due=status == "live",
            deadline=n or None,
        )
        item = dataclasses.replace(item, host=ana.id, seed_commitment=promise, open=True)
        await ledger.new_game(item, [PlayerRow(code, 0, ana.id)], [])
    assert [item.code for item in (await ledger.games_of(ana.id, 3)).rows] == [
        "LARK-3333",
        "LARK-2222",
        "LARK-1111",
    ]
    assert [item.code for item in (await ledger.open_games(9)).rows] == ["LARK-0000"]
    assert (
        [item.code for item in (await ledger.live_games(9)).rows]
        == ["LARK-1111"]
        == await ledger.due_codes()
    )
    assert await ledger.unfinished_of(ana.id) == 2 and await ledger.brought_by(ana.id) == 1
    assert dict(await ledger.deadlines()) == {f"LARK-{n}{n}{n}{n}": n for n in (1, 2, 3)}
    assert await ledger.codes() == [f"LARK-{n}{n}{n}{n}" for n in range(4)]


async def test_list_order_does_not_reveal_hidden_writes(ledger: Ledger) -> None:
    ana, codes = (
        await ledger.new_person("Ana", b"t", 1),
        [f"LARK-{n}{n}{n}{n}" for n in range(2, 6)],
    )
    status = {"LARK-2222": "open", "LARK-3333": "open"}
    for code in codes:
        known = dataclasses.replace(
            row(code, status=status.get(code, "live"), listed=True), open=True
        )
        await ledger.new_game(known, [PlayerRow(code, 0, ana.id)], [])
    for code in (
        "LARK-4444",
        "LARK-2222",
    ):  # a row that is written anew may lie elsewhere from then on
        assert await ledger.put_draft(row(code), 0, Draft(1, 1))
    lists = [
        await ledger.games_of(ana.id, 9),
        await ledger.open_games(9),
        await ledger.live_games(9),
    ]
    assert [[item.code for item in items.rows] for items in lists] == [codes, codes[:2], codes[2:]]


async def test_progress_in_lessons_is_kept_for_each_person(ledger: Ledger) -> None:
    ana, ben = await ledger.new_person("Ana", b"a", 1), await ledger.new_person("Ben", b"b", 1)
    assert await ledger.put_lesson(ana.id, "toy", 1, Kept(), None)
    assert await ledger.put_lesson(ana.id, "toy", 1, Kept(done=True), Kept())
    assert not await ledger.put_lesson(ana.id, "toy", 1, Kept(), Kept()), "somebody was there first"
    assert not await ledger.put_lesson(ana.id, "toy", 1, Kept(), None)
    assert await ledger.put_lesson(ana.id, "toy", 2, Kept(), None)
    assert await ledger.lessons_of(ana.id) == {("toy", 1): Kept(done=True), ("toy", 2): Kept()}
    assert await ledger.lessons_of(ben.id) == {}


async def test_a_session_is_known_until_it_ends(ledger: Ledger) -> None:
    ana = await ledger.new_person("Ana", b"token", 1)
    assert await ledger.person_of(b"token") == ana
    await ledger.end_session(b"token")
    assert await ledger.person_of(b"token") is None


async def test_several_reads_are_of_one_moment(place: str, ledger: Ledger) -> None:
    await ledger.new_person("Ana", b"a", 1)

    def job() -> Steps[tuple[int, int]]:
        sql = "SELECT count(*) FROM person"
        before = yield sql, ()
        asyncio_loop.call_soon_threadsafe(written.set)
        for _ in range(200):
            after = yield sql, ()
        return int(before[0][0]), int(after[0][0])

    asyncio_loop, written = asyncio.get_running_loop(), asyncio.Event()

    async def write() -> None:
        await written.wait()
        await asyncio.gather(*(ledger.new_person(f"p{n}", f"{n}".encode(), 1) for n in range(20)))

    async with reading(place) as reader:
        (before, after), _ = await asyncio.gather(reader.read_transaction(job), write())
        assert before == after
        assert await reader.read("SELECT count(*) FROM person") == [(21,)]


async def test_a_reader_does_not_write(place: str, ledger: Ledger) -> None:
    async with reading(place) as reader:
        with pytest.raises(StorageFailed, match="reading only"):
            await Ledger(reader).new_person("Eve", b"e", 1)
        with pytest.raises(StorageFailed):
            await reader.read("INSERT INTO person (name, created) VALUES ('Eve', 1)")
    assert await ledger.person_of(b"e") is None


# --- who holds it, and its layout ------------------------------------------------------------


async def test_a_second_server_is_refused(place: str, store: Store) -> None:
    with pytest.raises(StorageFailed, match="another server is using"):
        async with holding(place):
            pass
    await store.probe()


async def as_of_schema(place: str, schema: int, *changes: str) -> None:
    """Turn a database of this release into one of another."""
    async with holding(place) as store:
        await Ledger(store).new_game(row(), [PlayerRow(CODE, 0)], [Logged(1, None, 1, "{}", b"h")])
        await renumber(store, place, schema, *changes)


async def renumber(store: Store, place: str, schema: int, *changes: str) -> None:
    """Change the layout of a database, and the number that it goes by."""
    number = f"PRAGMA user_version = {schema}"
    if is_address(place):
        number = f"UPDATE meta SET schema = {schema}"
        if schema < 8:
            changes = (*changes, "ALTER TABLE meta RENAME COLUMN database_id TO house")
    await store.write(statements(*changes, number))


async def layout(place: str) -> dict[str, Any]:
    """The columns of every table, and the number of the layout."""
    async with reading(place) as reader:
        return {
            "schema": await reader.schema(),
            **{table: {*await reader.columns(table)} for table in TABLES},
        }


async def test_a_database_of_the_first_layout_is_brought_up_to_date(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with holding(place):
        pass
    new = await layout(place)
    await as_of_schema(place, 1, *SINCE_1)
    old = await layout(place)
    assert old != new
    with monkeypatch.context() as patch:
        patch.setitem(UPGRADES, 2, "ALTER TABLE nowhere ADD COLUMN x INTEGER;")
        with pytest.raises((DogfightError, apsw.SQLError)):
            async with holding(place):
                pass
        assert await layout(place) == old, "all steps or none"
    async with holding(place) as store:
        assert await layout(place) == new
        stored = await Ledger(store).table(CODE)
        assert stored is not None and len(stored.entries) == 1 and stored.row.watch_delay is None


@pytest.mark.usefixtures("own_registry")
async def test_schema_7_is_renamed_with_games_chat_and_orders(place: str, tmp_path: Path) -> None:
    """A game in play and a finished one, from a file of the first release, pass the audit."""
    register(ToyGame.manifest)
    async with holding(str(old_file(tmp_path / "old").parent)):
        pass
    async with reading(str(tmp_path / "old")) as source, holding(place) as store:
        await copy_rows(source, store)
        await store.write(statements("INSERT INTO standing_order SELECT code, 0, '25' FROM game"))
        before, new = await rows_of(store), await layout(place)
        await renumber(store, place, 7, *SINCE_7)
    assert (await layout(place))["schema"] == 7
    async with reading(place) as reader:
        assert any("schema" in fault for fault in (await audit(reader)).faults)
    async with holding(place) as store:
        assert await layout(place) == new and await rows_of(store) == before
        assert {table for table in TABLES if before[table]} >= {"game", "entry", "chat", "draft"}
    async with reading(place) as reader:
        report = await audit(reader)
    assert (report.games, report.entries, report.faults) == (2, 15, [])


@pytest.mark.parametrize("schema", [SCHEMA + 1, SCHEMA + 40])
async def test_a_database_of_a_later_release_is_refused_and_left_alone(
    place: str, schema: int
) -> None:
    await as_of_schema(place, schema)
    before = await layout(place)
    with pytest.raises(
        StorageFailed, match=f"expected a database of schema {SCHEMA}, got {schema}"
    ):
        async with holding(place):
            pass
    assert await layout(place) == before
    async with reading(place) as reader:
        assert any("schema" in fault for fault in (await audit(reader)).faults)


async def test_schema_10_is_given_the_tables_of_notices(place: str) -> None:
    before = await filled(place)
    new = await layout(place)
    async with holding(place) as store:
        await renumber(store, place, 10, *SINCE_10)
    async with holding(place) as store:
        assert await layout(place) == new
        after = await rows_of(store)
    assert {table for table in TABLES if before[table] != after[table]} == {
        *("server_key", "push_subscription", "email", "notice", "delivery"),
        *("game", "puzzle_try", "puzzle_count"),
    }


async def test_missing_database_is_refused(tmp_path: Path, place: str) -> None:
    with pytest.raises(StorageFailed, match="expected a database of this server"):
        async with reading(place):
            pass


# --- copies and audits -----------------------------------------------------------------------


async def filled(place: str) -> dict[str, set[Row]]:
    async with holding(place) as store:
        ledger = Ledger(store)
        ana = await ledger.new_person("Ana \N{PALM TREE}", b"\x00a", 2**41)
        players = [
            PlayerRow(CODE, 0, ana.id, nonce="0a"),
            PlayerRow(CODE, 1, None, "Ben", "random", b"\x00\x01", 9),
        ]
        room = RoomRow("7K2M", (ana.id,))
        laid = dataclasses.replace(row(), host=ana.id, opening="\N{PALM TREE} 1")
        await ledger.new_game(laid, players, [], room=room)
        file = PackFile("d" * 32, "toy", "0", b"PK\x00\xff")
        pack = PackRow("0" * 10, file.digest, ana.id, "1" * 20)
        assert await PackRows(store).keep(pack, file, 1, 1) == ("kept", pack)
        await store.write(_entries(2100))
        assert await ledger.put_order(row(), 0, "always")
        assert await ledger.put_draft(row(revision=1), 0, Draft(1, 1, (1, 2), "x"))
        await ledger.say(CODE, "1/a", 1, ana, "table", "good luck")
        await ledger.put_lesson(ana.id, "toy", 1, Kept(), None)
        await PuzzleRows(store).add_try(ana.id, "toy", "a", solved=True, day="", at=1)
        people = PeopleRows(store)
        await people.put_phrase(PhraseRow(ana.id, "zoo zoo", b"\x00s", b"\x00h", 1))
        await people.add_passkey(PasskeyRow(b"\x00k", ana.id, b"\x00p", 1, "A key", 1, 1))
        await people.put_challenge(b"\x00c", ana.id, 1, 2)
        await people.put_feed(ana.id, b"\x00f", 1)
        await PairingRows(store).look(ana.id, "toy/0/60", 1, 2)
        notices = NoticeRows(store)
        await notices.server_key("push", lambda: b"\x00k" * 16, 1)
        browser = Subscription(b"\x00i", ana.id, b"\x00a", "https://p.example", b"p", b"a", "", 1)
        assert await notices.put_subscription(browser, 1)
        await notices.put_email(EmailRow(ana.id, "a@b.example", b"\x00s", 1, 0), b"\x00c", b"o")
        await notices.look_at(RunningGame(ana.id, CODE, 1, -1, 0), True, 1)
        ratings, outcome = (
            RatingRows(store),
            GameOutcome("toy", "pair", (("p1",), ("bhard",)), (1, 2)),
        )
        await ratings.agree(CODE, ana.id, True)
        assert await ratings.settle(CODE, 1, outcome, lambda teams, _: [*map(list, teams)], 9)
        await ratings.agree(CODE, ana.id, True)
        return await rows_of(store)


def _entries(count: int) -> Job[None]:
    """More of them than are copied in one portion."""

    def job() -> Steps[None]:
        for n in range(1, count + 1):
            sql = (
                "INSERT INTO entry (code, seq, command_id, at, body, hash)"
                " VALUES (?, ?, ?, ?, ?, ?)"
            )
            yield sql, (CODE, n, None if n % 2 else f"1/{n}", n, "{}", b"\xff" * 32)

    return job


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_copy_has_every_row_and_is_written_on(
    place: str, kind: str, tmp_path: Path, postgres: Postgres
) -> None:
    rows = await filled(place)
    assert all(rows.values()), "every table has something"
    target = str(tmp_path / "copy") if kind == "sqlite" else await postgres.new()
    async with reading(place) as source, holding(target) as copy:
        copied, left_out = await copy_rows(source, copy)
        assert left_out == ()
        assert await rows_of(copy) == rows
        assert {table: item.rows for table, item in copied.items()} == {
            table: len(item) for table, item in rows.items()
        }
        assert (await Ledger(copy).new_person("Ben", b"b", 1)).id > 1, (
            "numbers go on where they were"
        )
        await copy_rows(source, copy)
        assert await rows_of(copy) == rows, "what was there is replaced"


async def test_a_copy_that_fails_changes_nothing(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    before = await filled(place)
    source = str(tmp_path / "source") if is_address(place) else await postgres.new()
    async with holding(source) as store:
        await Ledger(store).new_person("Eve", b"e", 1)
    monkeypatch.setattr("dogfight.server.storage.copying.TABLES", (*TABLES, "nowhere"))
    async with reading(source) as reader, holding(place) as target:
        with pytest.raises(StorageFailed):
            await copy_rows(reader, target)
        assert await rows_of(target) == before


def test_both_databases_are_laid_out_by_the_same_script() -> None:
    from dogfight.server.storage.postgres import in_postgres
    from dogfight.server.storage.store import layout as script

    left = [
        word
        for word in ("INTEGER", "BLOB", "STRICT", "ROWID")
        if re.search(rf"\b{word}\b", in_postgres(script()))
    ]
    assert left == [] and all(f"CREATE TABLE {table} " in script() for table in TABLES) and FILE
