"""Taking back with everybody's consent: a new question, new draws, and a record that can still
be checked.
"""

from pathlib import Path

import msgspec
import pytest
from harness import Server, brought_back, command, play_first, serving, wait_until
from toygame import ToyGame

from dogfight.client import Client, Refusal, RemoteTable
from dogfight.core.errors import BadRecord
from dogfight.match.draws import DrawCheck, check_draws
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.server.messages import OfferInfo


def two_people(ana: Client, ben: Client, rounds: int = 9) -> str:
    made = ana.create("toy", {"rounds": rounds})
    ben.claim(made.table.code, made.invites[0].secret)
    return made.table.code


def bid(table: RemoteTable, *actions: int) -> None:
    for action in actions:
        view = table.wait_for_turn()
        assert view is not None
        table.play(view.seat, action)


def granted(table: RemoteTable) -> None:
    """Wait until every seat here has seen that something was taken back."""

    def told() -> bool:
        table.pump(0.1)
        return all(view.log[-1].kind == "retaken" for view in table.views.values())

    wait_until(told)


def offer(client: Client, code: str) -> OfferInfo | None:
    return client.table(code).offer


def refused(ask: object, *arguments: object) -> str:
    with pytest.raises(Refusal) as refusal:
        ask(*arguments)  # type: ignore[operator]
    return refusal.value.code


def test_retaken_choice_after_reveal_has_new_draws(server: Server) -> None:
    game = ToyGame()
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = two_people(ana, ben)
        with ana.join(code) as hers, ben.join(code) as his:
            bid(hers, 0, 1)
            bid(his, 1, 2)
            hers.wait_for_turn()
            assert refused(ben.request_take_back, code, 0) == "not_yours"
            ana.request_take_back(code, 0)
            asked = offer(ben, code)
            assert asked is not None and (asked.player, asked.asked, asked.agreed) == (0, (1,), ())
            ben.answer_take_back(code, asked.n, True)
            assert offer(ana, code) is None
            granted(hers)
            granted(his)
            assert "What was seen stays seen" in hers.views[0].log[-1].text
            assert [event.kind for event in hers.views[0].log] == [
                "dealt",
                "retaken",
            ], "both bids are gone"
            bid(hers, 0, 3)
            bid(his, 1, 4)
            hers.wait_for_turn()
            assert "Bids [3, 4]" in next(
                event.text for event in hers.views[0].log if event.kind == "rolled"
            )
            while not (hers.over and his.over):
                for table in (hers, his):
                    if table.turn() is not None:
                        play_first(table, 1)
                    elif not table.over:
                        table.pump(0.05)
        text = ana.record(code)
        assert brought_back(ana, text) == text
        record = parse(text)
        assert record.header.retake_points == [2]
        verify(game, record)
        assert check_draws(game, record) == DrawCheck(2 + 9)
        record.header = msgspec.structs.replace(record.header, retake_points=msgspec.UNSET)
        with pytest.raises(BadRecord, match="the seed gives"):
            check_draws(game, record)


def test_an_offer_can_be_declined_withdrawn_and_runs_out(server: Server) -> None:
    with (
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
        Client(server.url, "Eve") as eve,
    ):
        code = two_people(ana, ben)
        assert refused(ana.request_take_back, code, 0) == "nothing_to_take_back"
        with ana.join(code) as hers, ben.join(code) as his:
            bid(hers, 0, 1)
            bid(his, 1, 2)
            bid(hers, 0)
            ana.request_take_back(code, 0)
            asked = offer(ben, code)
            assert asked is not None
            assert refused(eve.answer_take_back, code, asked.n, True) == "not_yours"
            assert refused(ana.answer_take_back, code, asked.n, True) == "not_yours", (
                "nobody agrees with themselves"
            )
            ben.answer_take_back(code, asked.n, False)
            assert offer(ana, code) is None
            ana.request_take_back(code, 0)
            again = offer(ana, code)
            assert again is not None
            ana.answer_take_back(code, again.n, False)
            assert refused(ben.answer_take_back, code, again.n, True) == "not_now"
            ana.request_take_back(code, 0)
            last = offer(ana, code)
            assert last is not None
            bid(his, 1)
            assert offer(ana, code) is not None, (
                "a part of a secret choice is not seen, not even so"
            )
            bid(his, 1)
            assert offer(ana, code) is None
            assert refused(ben.answer_take_back, code, last.n, True) == "not_now"


def test_bots_decline_and_a_hot_seat_need_not_ask(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 3}, ["me", "bot:wise"]).table.code
        with ana.join(code) as table:
            bid(table, 0, 1)
            table.wait_for_turn()
            assert refused(ana.request_take_back, code, 0) == "not_now"
        code = ana.create("toy", {"rounds": 3}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table, 4)
            ana.request_take_back(code, 0)
            assert ana.table(code).offer is None
            granted(table)
            play_first(table)
            assert table.over
        assert parse(ana.record(code)).header.retake_points == [2]


def test_granted_take_back_survives_kill_and_passes_audit(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 3}, ["me", "me"]).table.code
        with ana.join(code) as table:
            play_first(table, 5)
            ana.request_take_back(code, 0)
            granted(table)
            play_first(table, 3)
        before = ana.http.get(f"/api/tables/{code}/view?seat=0").json()
        server.kill()
        server.start()
        after = ana.http.get(f"/api/tables/{code}/view?seat=0").json()
        assert before == after and any(
            event["kind"] == "retaken" for event in after["log"]["events"]
        )
        audited = command("audit", "--data-dir", str(server.data), "--plugin", "toy")
        assert audited.returncode == 0, audited.stderr
