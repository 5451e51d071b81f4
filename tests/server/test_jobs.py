"""Records that are brought and games that are looked at again cost nobody at play a noticeable
moment.
"""

import random
import statistics
import threading
import time
from functools import cache
from pathlib import Path

import msgspec
import pytest
from harness import Raw, Server, asking, serving
from toygame import ToyGame

from dogfight.client import Client
from dogfight.core.decision import Over, acting
from dogfight.core.errors import BadOption, BadRecord
from dogfight.core.options import OptionField
from dogfight.match.match import Match
from dogfight.match.record import parse

PLAIN = {"content-type": "text/plain"}


@cache
def long_record(rounds: int = 500, seats: int = 6) -> str:
    """A record of some two hundred kilobytes."""
    game, dice = ToyGame(), random.Random(1)
    table = Match(game, {"rounds": rounds, "seats": seats})
    while not isinstance(decision := table.advance(), Over):
        seat = acting(decision)[0]
        table.play(seat, dice.choice(game.legal(table.position, seat)))
    return table.record.to_text()


def test_a_long_record_is_checked_while_others_play(server: Server) -> None:
    with Client(server.url, "Ana") as ana, asking(server) as waits:
        time.sleep(0.2)
        waits.clear()
        answer = ana.http.post("/api/records", content=long_record(), headers=PLAIN, timeout=60)
        assert answer.status_code == 200, answer.text
        assert statistics.median(waits) < 0.05 and len(waits) > 20, sorted(waits)


def test_sixteen_concurrent_reviews_delay_no_other_request(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.http.post(
            "/api/records", content=long_record(), headers=PLAIN, timeout=60
        ).json()["table"]["code"]
        pages: list[int] = []

        def look() -> None:
            with Client(server.url, "Cleo") as cleo:
                answer = cleo.http.get(f"/api/tables/{code}/review?from=6000&count=100", timeout=60)
                pages.append(len(answer.json()["steps"]))

        lookers = [threading.Thread(target=look) for _ in range(16)]
        with asking(server) as waits:
            for looker in lookers:
                looker.start()
            for looker in lookers:
                looker.join()
        assert pages == [100] * 16
        assert statistics.median(waits) < 0.02, sorted(waits)


def test_record_too_slow_to_replay_is_refused_and_not_stored(tmp_path: Path) -> None:
    with serving(tmp_path, job_seconds=0.05) as server, Client(server.url, "Ana") as ana:
        short = long_record(2, 2)
        assert ana.http.post("/api/records", content=short, headers=PLAIN).status_code == 200
        answer = ana.http.post("/api/records", content=long_record(), headers=PLAIN, timeout=30)
        assert (answer.status_code, answer.json()["code"]) == (
            413,
            "too_large",
        ) and "0.05 s" in answer.json()["error"]
        assert ana.http.post("/api/records", content=short, headers=PLAIN).status_code == 200, (
            "the desk is well again"
        )


def test_uploads_are_counted_for_each_person(tmp_path: Path) -> None:
    short = long_record(1, 2)
    with serving(tmp_path, uploads_per_person=2) as server, Client(server.url, "Ana") as ana:
        sent = [ana.http.post("/api/records", content=short, headers=PLAIN) for _ in range(3)]
        assert [item.status_code for item in sent] == [200, 200, 429]
        with Client(server.url, "Ben") as ben:
            assert ben.http.post("/api/records", content=short, headers=PLAIN).status_code == 200
    (tmp_path / "again").mkdir()
    with (
        serving(tmp_path / "again", uploads_per_minute=4.0) as server,
        Client(server.url, "Ana") as ana,
    ):
        sent = [ana.http.post("/api/records", content=short, headers=PLAIN) for _ in range(3)]
        assert [item.status_code for item in sent] == [200, 200, 429]
        assert '"what":"uploads"' in server.log()


def test_a_size_that_is_announced_is_enough_to_refuse(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Raw(server) as line:
        cookies = "; ".join(f"{name}={value}" for name, value in ana.http.cookies.items())
        head = (
            "Content-Type: text/plain",
            f"Origin: {server.url}",
            f"Cookie: {cookies}",
            f"Content-Length: {2 << 20}",
        )
        line.request("POST /api/records", *head)
        assert b" 413 " in line.read()


HUGE = {
    "nonces": ["a"] * 1000,
    "retake_points": [1] * 20_000,
    "players": ["x"] * 1000,
    "options": {f"o{n}": 1 for n in range(1000)},
    "code": "x" * 1000,
    "seed": "0" * 100_000,
    "result": "x" * 100_000,
}


@pytest.mark.parametrize("field", HUGE)
def test_record_header_sizes_are_limited(field: str) -> None:
    record = parse(long_record(1, 2))
    header = msgspec.structs.replace(record.header, **{field: HUGE[field]})
    record.header = header
    for text in (record.to_text(), record.to_json_lines()):
        with pytest.raises(BadRecord, match="header"):
            parse(text)


def test_huge_numbers_are_refused_with_short_messages() -> None:
    digits = "9" * 5000
    first, rest = long_record(1, 2).split("\n\n")
    cases = [rest.replace("1. ", f"{digits}. ", 1), rest.replace(" c", f" c{digits}", 1)]
    cases.append(rest.replace("end after ", f"end after {digits}"))
    for case in cases:
        with pytest.raises(BadRecord) as refusal:
            parse(f"{first}\n\n{case}")
        assert len(refusal.value.message) < 500
    field = OptionField("n", "N", "integer", 1, "A number.", minimum=0, maximum=9)
    for value in (digits, "-" + digits, int("1" + "0" * 4000) ** 2):
        with pytest.raises(BadOption) as words:
            field.read(value)
        assert len(words.value.message) < 300
