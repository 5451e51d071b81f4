"""Names are what they look like, whoever gives them: a person, or a record that somebody brings."""

import msgspec
import pytest
from harness import Server, play_first

from dogfight.client import Client
from dogfight.client.line_client import say
from dogfight.match.record import parse

HOSTILE = "A\u202en\x1b[2Ja\u2028\u0085 B\u200f\u2066"
CLEAN = "An[2Ja B"


def named(client: Client, name: str) -> tuple[int, str]:
    answer = client.http.post("/api/me", json={"name": name})
    return answer.status_code, answer.json().get("name", answer.json().get("code"))


def test_a_name_is_cleaned_where_a_person_gives_it(server: Server) -> None:
    with Client(server.url, HOSTILE) as ana:
        assert ana.me is not None and ana.me.name == CLEAN
        assert named(ana, "  Zoë \t 飞机 ") == (200, "Zoë 飞机")
        for nobody in ("\u200b\u202e", "\u3164\u2800", "\x1b\x07", "\u2028"):
            assert named(ana, nobody) == (409, "unfit"), "a name that nobody could see"


def test_names_of_a_record_that_is_brought_are_cleaned(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table)
        record = parse(ana.record(code))
        record.header = msgspec.structs.replace(
            record.header, players=[HOSTILE, "\u202e"], ended=HOSTILE
        )
        for form in (record.to_text(), record.to_json_lines()):
            answer = ana.http.post(
                "/api/records", content=form.encode(), headers={"content-type": "text/plain"}
            )
            brought = answer.json()["table"]
            assert [player["name"] for player in brought["players"]] == [CLEAN, "?"] and brought[
                "ended"
            ] == CLEAN
            again = parse(ana.record(brought["code"])).header
            assert (again.players, again.ended) == ([CLEAN, "?"], CLEAN)


def test_the_terminal_prints_nothing_raw(capsys: pytest.CaptureFixture[str]) -> None:
    say(HOSTILE)
    shown = capsys.readouterr().out.removesuffix("\n")
    assert shown.isprintable() and r"\u001b[2J" in shown


def test_log_opens_with_bot_descriptions_and_keeps_them(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("biplanes", {}, ["me", "bot:medium"]).table.code
        reported = "Ilse (medium bot) plays Player 2: weighs every move, and looks a little ahead."

        def first() -> dict[str, str]:
            line: dict[str, str] = ana.http.get(f"/api/tables/{code}/view").json()["log"]["events"][
                0
            ]
            return line

        assert (first()["kind"], first()["text"]) == ("opening", reported)
        ana.resign(code, 0)
        assert first()["text"] == reported
