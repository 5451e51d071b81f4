"""What was acknowledged is there exactly once, whatever happens to the line or to the server."""

import os
import random
import time
from pathlib import Path

import apsw
import pytest
from harness import Line, Server, command, listen_until, play_first, wait_until
from pilot import Pilot, lays, logged_ids, play

from dogfight.client import Client, Refusal
from dogfight.server.storage.sqlite import FILE

KILLS = 40 if os.environ.get("DOGFIGHT_SOAK") else 4


def fly_through_kills(server: Server, kills: int) -> tuple[int, int]:
    """Kill and restart the server under three tables; how many acknowledged commands, and how
    many are missing.
    """
    pilots = [
        Pilot(server.url),
        Pilot(server.url),
        Pilot(server.url, lays("starfighters"), game="starfighters"),
    ]
    for pilot in pilots:
        pilot.start()
    for _ in range(kills):
        time.sleep(random.uniform(0.3, 0.7))
        server.kill()
        server.start()
    before = [len(pilot.acked) for pilot in pilots]
    wait_until(
        lambda: all(
            len(pilot.acked) > 5 + then for pilot, then in zip(pilots, before, strict=True)
        ),
        10,
    )
    server.kill()
    for pilot in pilots:
        pilot.stopped.set()
    for pilot in pilots:
        pilot.join(10)
    missing = 0
    for pilot in pilots:
        result = [logged_id for code in pilot.codes for logged_id in logged_ids(server, code)]
        assert len(result) == len(set(result)), "no command twice"
        missing += len(set(pilot.acked) - set(result))
    return sum(len(pilot.acked) for pilot in pilots), missing


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        acked, missing = fly_through_kills(server, KILLS)
    finally:
        server.kill()
    assert acked > 50 and missing == 0
    audited = command("audit", "--data-dir", str(server.data), "--plugin", "toy")
    assert audited.returncode == 0 and "games" in audited.stdout, audited.stderr


def test_a_command_sent_three_times_is_played_once(line: Line) -> None:
    for _ in range(3):
        line.send(**play("one", 0, 1, 1))
    assert [line.until("ack", "reject")["type"] for _ in range(3)] == ["ack"] * 3
    line.rest(0.2)
    views = [frame for frame in line.frames if '"seat":0,"question":2' in frame]
    assert len(views) == 1


def test_a_late_command_finds_its_phase_closed(line: Line) -> None:
    assert line.ask(**play("one", 0, 1, 1))["type"] == "ack"
    assert line.ask(**play("two", 0, 1, 0))["code"] == "question_closed"
    assert line.ask(**play("three", 0, 2, 99))["code"] == "illegal"
    assert line.ask(**play("three", 0, 2, 3))["type"] == "ack", "a refused id may be used again"


def test_the_seals_of_others_do_not_close_my_phase(line: Line) -> None:
    question = 1
    for n, action in enumerate((1, 4)):
        assert line.ask(**play(f"zero{n}", 0, question + n, action))["type"] == "ack"
    assert line.ask(**play("one", 1, question, 0))["type"] == "ack", (
        "the phase seat 1 was shown at first"
    )


def test_draft_keeps_highest_number_and_is_visible_to_its_seat(line: Line) -> None:
    for n in (3, 1, 2):
        draft = {
            "type": "draft",
            "id": f"d{n}",
            "seat": 0,
            "question": 1,
            "n": n,
            "actions": [n],
            "note": f"note {n}",
        }
        assert line.ask(**draft)["type"] == "ack"
    line.rest(0.2)
    drafts = [frame for frame in line.frames if "note 3" in frame]
    assert drafts and not any("note 1" in frame or "note 2" in frame for frame in line.frames)
    assert all('"seat":0' in item for item in drafts)


def test_draft_survives_disconnect_and_restart(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
            with ana.join(code) as table:
                table.wait_for_turn()
                table.draft(0, 7, (1, 2), "a plan")
            for restart in (False, True):
                if restart:
                    server.kill()
                    server.start()
                with ana.join(code) as table:
                    view = table.wait_for_turn()
                    assert (
                        view is not None
                        and view.message is not None
                        and view.message.draft is not None
                    )
                    assert view.message.draft.note == "a plan" and view.message.draft.n == 7
                    table.draft(0, 6, (), "too late")
    finally:
        server.kill()


def test_a_clock_survives_a_restart_and_reopens_with_some_time(tmp_path: Path) -> None:
    server = Server(tmp_path, reconnect_seconds=1.5)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 1, "seconds": 1}, ["me", "me"]).table.code
            quiet = ana.create("toy", {"rounds": 1, "seconds": 600}, ["me", "me"]).table.code
            before = ana.http.get(f"/api/tables/{quiet}/view").json()["deadline"]
            server.kill()
            time.sleep(1.2)
            server.start()
            left = ana.http.get(f"/api/tables/{code}/view").json()["deadline"] - time.time() * 1000
            assert 0 < left <= 1500, "it would have run out while the server was away"
            assert ana.http.get(f"/api/tables/{quiet}/view").json()["deadline"] == before
            with ana.join(code) as table:
                listen_until(
                    lambda: any(line.kind == "clock" for line in table.views[0].log), table
                )
    finally:
        server.kill()


def test_clock_set_back_does_not_extend_deadlines(tmp_path: Path) -> None:
    """To set the clock back by an hour while the server is away is to find every deadline an
    hour later.
    """
    server = Server(tmp_path, reconnect_seconds=1.0)
    try:
        with Client(server.url, "Ana") as ana:
            timed = ana.create("toy", {"seconds": 20}, ["me", "me"]).table.code
            limited = ana.create("toy", {}, ["me", "me"], time_limit_s=30).table.code
            codes = {timed: 20, limited: 30}
            server.kill()
            db = apsw.Connection(str(server.data / FILE))
            db.execute("UPDATE game SET deadline = deadline + 3600000 WHERE deadline IS NOT NULL")
            assert db.changes() == 2
            db.close()
            server.start()
            for code, seconds in codes.items():
                left = (
                    ana.http.get(f"/api/tables/{code}/view").json()["deadline"] - time.time() * 1000
                )
                assert 0 < left <= 1000 * seconds
    finally:
        server.stop()


def test_a_bots_turn_goes_on_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_delay=[1.0, 1.0])
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 1}, ["me", "bot:random"]).table.code
            server.kill()
            server.settings["bot_delay"] = [0.0, 0.0]
            server.start()
            with ana.join(code) as table:
                play_first(table)
                assert table.over
    finally:
        server.kill()


def test_two_servers_do_not_share_a_folder(server: Server, tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to(server.data)
    with pytest.raises(AssertionError) as failed:
        Server(tmp_path)
    assert "another server is using this folder" in str(failed.value)


def test_damaged_table_is_isolated_from_the_others(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            bad, good = (
                ana.create("toy", {"rounds": 1}, ["me", "me"]).table.code for _ in range(2)
            )
            server.kill()
            db = apsw.Connection(str(server.data / FILE))
            db.execute(
                "UPDATE entry SET body = replace(body, '[-1,', '[-1, ') WHERE code = ?", (bad,)
            )
            db.close()
            audited = command("audit", "--data-dir", str(server.data), "--plugin", "toy")
            assert audited.returncode == 1 and bad in audited.stderr and good not in audited.stderr
            server.start()
            assert ana.http.get(f"/api/tables/{bad}").json()["code"] == "table_damaged"
            with pytest.raises(Refusal):
                ana.table(bad)
            with ana.join(good) as table:
                assert play_first(table) == 5
    finally:
        server.kill()
