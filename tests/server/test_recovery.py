"""Going back to a moment, with the commands of hosting.md and a real PostgreSQL."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import Postgres
from harness import command, play_first, serving, wait_until

from dogfight.client import Client

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
KEEPING = ("archive_mode=on", "archive_command=test ! -f ../wal/%f && cp %p ../wal/%f")
"""As on the page, in a folder beside the database's."""


@pytest.fixture
def archived() -> Iterator[Postgres]:
    postgres = Postgres(*KEEPING)
    (postgres.folder / "wal").mkdir()
    (postgres.folder / "wal").chmod(0o777)
    yield postgres
    postgres.close()


def go_back(postgres: Postgres, moment: str) -> None:
    """What the page says: the base backup in the database's place, the archive, the moment, and
    a start.
    """
    data, base = postgres.data, postgres.folder / "base"
    data.rename(postgres.folder / "before")
    base.rename(data)
    with (data / "postgresql.auto.conf").open("a") as conf:
        conf.write("restore_command = 'cp ../wal/%f %p'\n")
        conf.write(f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n")
    (data / "recovery.signal").touch()
    postgres.start()
    there = postgres.address("postgres")
    wait_until(lambda: postgres.ask(there, "SELECT pg_is_in_recovery()") == [(False,)], 60)


@pytest.mark.skipif("DOGFIGHT_SOAK" not in os.environ, reason="one of the long runs")
def test_database_recovers_to_point_in_time_and_games_go_on(
    archived: Postgres, tmp_path: Path
) -> None:
    database = asyncio.run(archived.new())
    with serving(tmp_path, database=database) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 300}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table, 6)
            archived.run(
                "pg_basebackup", "-D", "base", "-d", archived.address(""), "--checkpoint=fast"
            )
            play_first(table, 10)
            moment = str(archived.ask(database, "SELECT clock_timestamp()")[0][0])
            kept = archived.ask(database, "SELECT count(*) FROM dogfight.entry")[0][0]
            play_first(table, 4)
    (segment,) = archived.ask(database, "SELECT pg_walfile_name(pg_switch_wal())")[0]
    wait_until(
        lambda: (
            archived.ask(database, "SELECT last_archived_wal FROM pg_stat_archiver") >= [(segment,)]
        ),
        60,
    )
    archived.kill()
    go_back(archived, moment)
    audited = command("audit", "--database", database, "--plugin", "toy")
    assert audited.returncode == 0 and f"1 games, {kept} entries" in audited.stdout, (
        audited.stdout + audited.stderr
    )
    with serving(tmp_path, database=database) as server, Client(server.url, "Ben") as ben:
        ben.http.cookies.clear()
        ben.http.cookies.update(ana.http.cookies)
        with ben.join(code) as table:
            assert play_first(table, 5) == 5
    audited = command("audit", "--database", database, "--plugin", "toy")
    assert audited.returncode == 0 and f"1 games, {kept + 5} entries" in audited.stdout


def test_the_page_says_what_was_carried_out_here() -> None:
    text = PAGE.read_text()
    for words in (
        "archive_mode = on",
        "pg_basebackup",
        "recovery.signal",
        "recovery_target_time",
        "restore_command",
    ):
        assert words in text
