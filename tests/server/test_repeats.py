"""An id stands for one command: the same one is acknowledged again, another one is refused, also
after a restart.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Line, Server
from pilot import play

from dogfight.client import Client
from dogfight.server.messages import Play, SendPlan, TakeBack
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Entry
from dogfight.server.tables.repeats import check_repeated, marked


def reused(line: Line) -> None:
    """Every way to use the id of a stored command for something else."""
    assert line.ask(**play("one", 0, 1, 1))["type"] == "ack", "the very same again"
    others = [play("one", 0, 1, 2), play("one", 0, 2, 1), play("one", 1, 1, 1)]
    others += [{"type": "take_back", "id": "one", "seat": 0, "question": 1}]
    others += [{"type": "play", "id": "one", "seat": 0, "question": 1, "word": "1"}]
    for other in others:
        answer = line.ask(**other)
        assert (answer["type"], answer["code"]) == ("reject", "id_used"), other


def test_an_id_used_again_for_another_command_is_refused(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("toy", {"rounds": 5}, ["me", "me"]).table.code
            with Line(ana, code) as line:
                line.until("view", seat=1)
                assert line.ask(**play("one", 0, 1, 1))["type"] == "ack"
                reused(line)
                say = {"type": "chat", "id": "one", "text": "hello", "channel": "table"}
                assert line.ask(**say)["type"] == line.ask(**say)["type"] == "ack"
                assert line.ask(**say | {"text": "goodbye"})["code"] == "id_used"
            server.kill()
            server.start()
            with Line(ana, code) as line:
                line.until("view", seat=1)
                reused(line)
                assert line.ask(**play("two", 1, 1, 1))["type"] == "ack", "nothing was disturbed"
        assert '"level":"error"' not in server.log()
    finally:
        server.kill()


def test_the_id_of_a_plan_stands_for_all_that_it_says() -> None:
    plan = SendPlan("one", 0, 1, 2, ((0, "1:shoot_pc"),))
    body = msgspec.json.encode(marked(Entry(do="plan", seat=0, n=2), plan)).decode()
    check_repeated(body, plan)
    others: list[Any] = [
        msgspec.structs.replace(plan, **change)
        for change in (
            {"seat": 1},
            {"round": 2},
            {"n": 3},
            {"parts": ()},
            {"parts": None},
            {"ready": True},
        )
    ]
    for other in (*others, Play("one", 0, 1, action=2), TakeBack("one", 0, 1)):
        with pytest.raises(Refused, match="another command"):
            check_repeated(body, other)


def test_entries_of_earlier_releases_are_compared_by_content() -> None:
    body = msgspec.json.encode(Entry(do="play", seat=0, steps=((0, 3), (-1, 5)))).decode()
    assert "asked" not in body
    check_repeated(body, Play("one", 0, 9, action=3))
    check_repeated(body, Play("one", 0, 9, word="three"))
    for other in (Play("one", 0, 9, action=4), Play("one", 1, 9, action=3), TakeBack("one", 0, 9)):
        with pytest.raises(Refused, match="another command"):
            check_repeated(body, other)
    check_repeated(
        msgspec.json.encode(Entry(do="take_back", seat=0)).decode(), TakeBack("one", 0, 9)
    )
