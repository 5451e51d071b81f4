"""Hints: for a seat's holder alone, beside the table, where they are allowed, and not without
end.
"""

import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Server, play_first, serving

from dogfight.client import Client, Refusal


def refused(client: Client, code: str, seat: int = 0, question: int = 1) -> str:
    with pytest.raises(Refusal) as refusal:
        client.hint(code, seat, question)
    return refusal.value.code


def two_people(ana: Client, ben: Client, **more: Any) -> str:
    made = ana.create("toy", {"rounds": 3}, **more)
    ben.claim(made.table.code, made.invites[0].secret)
    return made.table.code


def test_a_hint_names_the_three_best_actions_with_their_words(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        made = ana.create("toy", {"rounds": 2}, ["me", "bot:random"])
        assert made.table.hints
        code = made.table.code
        with ana.join(code) as table:
            play_first(table, 1)
            view = table.wait_for_turn()
            assert view is not None and len(view.legal) == 6
            hint = ana.hint(code, 0, view.question)
            assert [(item.action, item.notation, item.text) for item in hint.best] == [
                *((5, "c5", "choose 5"), (4, "c4", "choose 4"), (3, "c3", "choose 3")),
            ]
            assert (
                hint.best[0].chance == 1 and hint.best[0].value == 1 and hint.best[2].value == 0.6
            )
            assert (hint.seat, hint.question) == (0, view.question)


def test_a_hint_of_the_real_bot_in_a_real_game(tmp_path: Path) -> None:
    with (
        serving(tmp_path, hint_bot="search:sims=32", bot_seconds=20.0) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("squadrons", {}, ["me", "bot:random"]).table.code
        with ana.join(code) as table:
            view = table.wait_for_turn()
            assert view is not None
            hint = ana.hint(code, view.seat, view.question)
            assert {item.action for item in hint.best} <= {entry.action for entry in view.legal}
            assert len(hint.best) == min(3, len(view.legal)) and all(
                0 <= item.value <= 1 for item in hint.best
            )


def test_hint_is_given_only_to_holder_for_current_question(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        code = ana.create("toy", {"rounds": 2}, ["me", "bot:random"]).table.code
        assert refused(eve, code) == "not_yours"
        assert refused(ana, code, seat=1) == "not_your_seat"
        assert refused(ana, code, question=9) == "question_closed"
        with ana.join(code) as table:
            play_first(table)
        assert refused(ana, code) == "not_live"


def test_hints_between_people_need_permission_of_host(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        plain = two_people(ana, ben)
        assert not ana.table(plain).hints and refused(ana, plain) == "no_hints"
        allowed = two_people(ana, ben, hints=True)
        assert ben.hint(allowed, 1, 1).best
        off = ana.create("toy", {"rounds": 2}, ["me", "bot:random"], hints=False).table.code
        assert refused(ana, off) == "no_hints"
        shared = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
        assert not ana.table(shared).hints, "two people at one device play each other"


def test_hint_is_visible_only_to_its_seat(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = two_people(ana, ben, hints=True)
        with Line(ben, code) as his:
            his.settle()
            his.rest()
            before = len(his.frames)
            assert ana.hint(code, 0, 1).best
            his.rest()
            assert len(his.frames) == before


@pytest.mark.parametrize("bot", ["hangs", "crashes", "babbler", "random"])
def test_failing_hint_bot_does_not_delay_the_table(tmp_path: Path, bot: str) -> None:
    with (
        serving(tmp_path, hint_bot=bot, bot_seconds=0.5) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("toy", {"rounds": 2}, ["me", "bot:wise"]).table.code
        assert refused(ana, code) == "hint_failed"
        with ana.join(code) as table:
            play_first(table)
            assert table.over


def test_the_table_goes_on_while_the_adviser_thinks(tmp_path: Path) -> None:
    def ask(client: Client, code: str) -> None:
        with suppress(httpx.HTTPError):
            client.hint(code, 0, 1)

    with (
        serving(tmp_path, hint_bot="hangs", bot_seconds=60.0) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("toy", {"rounds": 2}, ["me", "bot:wise"]).table.code
        with Client(server.url, "Ben") as ben:
            ben.http.cookies.update(ana.http.cookies)
            asking = threading.Thread(target=ask, args=(ben, code))
            asking.start()
            with ana.join(code) as table:
                play_first(table)
                assert table.over and asking.is_alive()
            server.kill()
            asking.join()


def test_hints_are_rationed(tmp_path: Path) -> None:
    with serving(tmp_path, hints_per_minute=1.0) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 2}, ["me", "bot:random"]).table.code
        for _ in range(3):
            assert ana.hint(code, 0, 1).best
        assert refused(ana, code) == "rate"
