"""Playing on from a finished game: a new table that begins with the moves of the old one."""

from pathlib import Path

import pytest
from harness import Server, brought_back, command, play_first, serving
from toygame import ToyGame

from dogfight.client import Client, Refusal
from dogfight.match.draws import DrawCheck, check_draws
from dogfight.match.record import parse
from dogfight.match.replay import verify


def finished(ana: Client, name: str = "toy", players: tuple[str, ...] = ("me", "me")) -> str:
    code = ana.create(name, {"rounds": 4}, players).table.code
    with ana.join(code) as table:
        play_first(table)
    return code


def test_a_new_game_begins_with_the_old_moves(server: Server) -> None:
    game = ToyGame()
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        old = finished(ana)
        moves = parse(ana.record(old)).moves
        made = eve.continue_game(old, 9, ["me", "bot:wise"])
        code = made.table.code
        assert made.table.status == "live" and made.table.continued_from == f"{old}/9"
        with eve.join(code) as table:
            play_first(table)
            assert table.over
        text = eve.record(code)
        assert brought_back(eve, text) == text
        record = parse(text)
        assert len(record.header.nonces) == 2 and record.header.nonces[1] == "", (
            "the new table's own"
        )
        assert record.moves[:9] == moves[:9] and record.moves != moves
        assert record.header.continued_from == f"{old}/9"
        verify(game, record)
        checked, whole = (
            check_draws(game, record),
            len([move for move in record.moves if move.seat == "chance"]),
        )
        elsewhere = len([move for move in moves[:9] if move.seat == "chance"])
        assert checked == DrawCheck(whole - elsewhere, elsewhere) and whole > elsewhere > 0
        made = eve.continue_game(old, 0)
        assert made.table.status == "open" and [invite.player for invite in made.invites] == [1]


def test_only_finished_games_and_only_before_their_end(server: Server) -> None:
    def refusal(client: Client, code: str, step: int) -> str:
        with pytest.raises(Refusal) as caught:
            client.continue_game(code, step, ["me", "me"])
        return caught.value.code

    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        live = ana.create("toy", {"rounds": 4}, ["me", "me"]).table.code
        assert refusal(ana, live, 0) == "not_now"
        old = finished(ana)
        count = len(parse(ana.record(old)).moves)
        assert refusal(ana, old, count) == "not_now"
        assert refusal(ana, old, count + 1) == "unknown"
        alone = ana.create("toy", {"rounds": 1}, ["me", "me"], watch=False).table.code
        with ana.join(alone) as table:
            play_first(table)
        assert refusal(eve, alone, 0) == "no_watchers"


def test_the_clock_runs_from_the_first_question_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1, "seconds": 30}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table)
        on = ana.continue_game(code, 2, ["me", "me"]).table.code
        assert ana.http.get(f"/api/tables/{on}/view").json()["deadline"] is not None
        server.kill()
        server.start()
        with ana.join(on) as table:
            play_first(table)
            assert table.over
        audited = command("audit", "--data-dir", str(server.data), "--plugin", "toy")
        assert audited.returncode == 0, audited.stderr


def test_an_uploaded_record_can_be_played_on(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        text = ana.record(finished(ana))
        answer = ana.http.post("/api/records", content=text, headers={"content-type": "text/plain"})
        code = answer.json()["table"]["code"]
        assert ana.continue_game(code, 3, ["me", "bot:wise"]).table.status == "live"
