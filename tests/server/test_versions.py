"""Tables of another version of the rules: taken over where nothing plays differently, else kept
and explained.
"""

import asyncio
from pathlib import Path
from typing import cast

import apsw
import msgspec
import pytest
from harness import Line, Server, command, play_first

import dogfight
from dogfight.client import Client, Refusal
from dogfight.match.record import parse
from dogfight.server.storage.ledger import GameRow
from dogfight.server.storage.sqlite import FILE
from dogfight.server.tables.rebuilding import Outdated
from dogfight.server.tables.table_manager import TableManager


def two_tables(server: Server, ana: Client) -> tuple[str, str]:
    """One in the middle of a game, one that is over."""
    live, over = (ana.create("toy", {"rounds": 5}, ["me", "me"]).table.code for _ in range(2))
    for code in (live, over):
        with ana.join(code) as table:
            play_first(table, 7)
    ana.resign(over, 0)
    return live, over


def relabel(server: Server) -> None:
    """As if all tables had been laid under an earlier version."""
    db = apsw.Connection(str(server.data / FILE))
    db.execute("UPDATE game SET rules = '0', data = 'older'")
    db.execute("UPDATE game SET seed_commitment = ''")
    db.close()


def test_an_older_version_that_plays_the_same_is_taken_over(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            live, over = two_tables(server, ana)
            onward = ana.continue_game(over, 4, ["me", "me"]).table.code
            server.kill()
            relabel(server)
            server.start()
            with ana.join(live) as table:
                assert play_first(table) == 18 and table.over
            with ana.join(onward) as table:
                assert play_first(table) and table.over
            for code in (live, over, onward):
                assert ana.table(code).rules == "0"
                header = parse(ana.record(code)).header
                assert header.rules == "0" and header.data == "older", (
                    "the record says what it was begun with"
                )
                assert ana.http.get(f"/api/tables/{code}/review").status_code == 200
        assert command("audit", "--data-dir", str(server.data), "--plugin", "toy").returncode == 0
        assert '"level":"error"' not in server.log()
    finally:
        server.kill()


def test_incompatible_older_table_is_kept_and_explained(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
            live, over = two_tables(server, ana)
            ana.bot(live, 1, "random")
            server.kill()
            server.pins = {"PLANT": "other_rules"}
            server.start()
            for code, words in ((live, "waits for a server"), (over, "can still be downloaded")):
                with pytest.raises(Refusal) as refusal:
                    ana.table(code)
                assert refusal.value.code == "table_outdated" and words in refusal.value.message
                assert "rules 1" in refusal.value.message and "rules 2" in refusal.value.message
            with pytest.raises(Refusal):
                ana.join(live)
            assert ana.http.get(f"/api/logs/{live}").json()["code"] == "not_now", (
                "sealed choices stay sealed"
            )
            lines = eve.http.get(f"/api/logs/{over}").text.splitlines()
            head, first = msgspec.json.decode(lines[0]), msgspec.json.decode(lines[1])
            assert head["rules"] == "1" and len(head["seed"]) == 64 and first["do"] == "start"
            fresh = ana.create("toy", {"rounds": 1}, ["me", "me"]).table.code
            with Line(ana, fresh) as line:
                assert line.until("view", seat=0)["view"]["rules"] == "2"
        assert '"level":"error"' not in server.log() and "table_outdated" in server.log()
        server.kill()
        server.pins = {}
        server.start()
        with Client(server.url, "Ana") as ana:
            assert ana.table(live).status == "live", "back under the rules it was begun with"
    finally:
        server.kill()


def test_a_log_of_a_table_without_spectators_is_for_its_players(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        code = ana.create("toy", {"rounds": 1}, ["me", "me"], watch=False).table.code
        ana.resign(code, 0)
        assert ana.http.get(f"/api/logs/{code}").status_code == 200
        assert eve.http.get(f"/api/logs/{code}").status_code == 403
        assert eve.http.get("/api/logs/nowhere").status_code == 404


BIPLANES = Path(__file__).parents[1] / "games" / "biplanes"


def test_an_uploaded_record_of_older_rules_keeps_its_version(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        text = (BIPLANES / "rules_2_same.txt").read_text(encoding="utf-8")
        answer = ana.http.post("/api/records", content=text, headers={"content-type": "text/plain"})
        code = answer.json()["table"]["code"]
        assert (
            answer.json()["table"]["rules"] == "2" and parse(ana.record(code)).header.rules == "2"
        )
        first = ana.http.get(f"/api/tables/{code}/review").json()["steps"][0]
        assert (
            "rules version 2 of Biplanes; this program has version 3" in first["events"][0]["text"]
        )
        onward = ana.continue_game(code, 12, ["me"]).table
        assert onward.rules == "3"


def test_an_uploaded_record_that_plays_differently_is_refused(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        text = (BIPLANES / "rules_2_differs.txt").read_text(encoding="utf-8")
        answer = ana.http.post("/api/records", content=text, headers={"content-type": "text/plain"})
        assert answer.status_code == 409 and answer.json()["code"] == "bad_record"
        assert (
            "rules version 2 of Biplanes, this program has 3" in answer.text
            and "move 26" in answer.text
        )


def test_outdated_table_has_no_running_clock() -> None:
    """It would be rung again every second, with an error each time."""
    game = dogfight.load("biplanes")
    row = GameRow("LARK-2345", "biplanes", "2", game.data_digest, {}, b"", "", 1, 0, 0, False, True)

    class Outdating:
        async def table(self, code: str) -> None:
            assert code == row.code
            raise Outdated(game, row)

    asyncio.run(TableManager._ring(cast(TableManager, Outdating()), row.code, 0))
