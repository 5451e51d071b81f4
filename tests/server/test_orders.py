"""Standing orders on reactions: obeyed by the server, kept, and known to nobody but the seat's
holder.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from harness import Line, Server, listen_until, serving, wait_until

from dogfight.client import Client, Refusal, RemoteTable


def two_people(ana: Client, ben: Client) -> str:
    made = ana.create("boots", {"battle": "orchard"})
    ben.claim(made.table.code, made.invites[0].secret)
    return made.table.code


def step(tables: tuple[RemoteTable, RemoteTable]) -> None:
    """Whoever has to choose takes any action; so a reaction is asked for after some fifteen of
    them.
    """
    wait_until(lambda: any(table.pump(0.02) or table.turn() is not None for table in tables), 20)
    result = next((table for table in tables if table.turn() is not None), None)
    view = result.turn() if result is not None else None
    if result is not None and view is not None:
        result.play(view.seat, random.choice(view.legal).action)


def obeyed(table: RemoteTable) -> bool:
    return 1 in table.views and any(event.kind == "order" for event in table.views[1].log)


@contextmanager
def obeyed_game(
    ana: Client, ben: Client, order: Callable[[str, RemoteTable], None]
) -> Iterator[str]:
    """A game in which the second seat's order has been obeyed; `order` gives it before or
    between the choices.
    """
    for _ in range(5):
        code = two_people(ana, ben)
        with ana.join(code) as hers, ben.join(code) as his:
            while not (hers.over or his.over or obeyed(his)):
                order(code, his)
                step((hers, his))
            if obeyed(his):
                yield code
                return
    raise AssertionError("nobody was ever asked for a reaction")


def test_standing_order_pass_is_visible_to_its_owner_only(server: Server) -> None:
    with (
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
        obeyed_game(ana, ben, lambda code, _: ben.set_standing_order(code, 1, "always")) as code,
    ):
        his = ben.http.get(f"/api/tables/{code}/view").json()
        log = his["log"]["events"]
        passed = next(n for n, item in enumerate(log) if item["kind"] == "order")
        assert (
            log[passed]["text"] == "Passed by standing order." and "pass" in log[passed - 1]["text"]
        )
        assert his["standing_order"] == "always"
        with Line(ana, code) as line:
            line.settle()
            whole = "".join(line.frames)
        assert log[passed - 1]["text"] in whole, "a pass is open"
        assert (
            "standing order" not in whole
            and '"standing_order":"never"' in whole
            and "always" not in whole
        )


def test_orders_survive_a_restart_and_go_with_their_owner(tmp_path: Path) -> None:
    with (
        serving(tmp_path) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        code = two_people(ana, ben)
        ben.set_standing_order(code, 1, "25")
        server.kill()
        server.start()
        with ben.join(code) as his:
            listen_until(lambda: bool(his.views), his)
            assert his.views[1].message is not None and his.views[1].message.standing_order == "25"
        ben.leave(code, 1)
        secret = ana.invite(code, 1).secret
        with Client(server.url, "Eve") as eve:
            eve.claim(code, secret)
            assert eve.http.get(f"/api/tables/{code}/view").json()["standing_order"] == "never"


def test_standing_order_passes_are_in_log_after_restart(tmp_path: Path) -> None:
    with (
        serving(tmp_path) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        with obeyed_game(
            ana, ben, lambda code, _: ben.set_standing_order(code, 1, "always")
        ) as code:
            before = ben.http.get(f"/api/tables/{code}/view").json()["log"]
        server.kill()
        server.start()
        assert ben.http.get(f"/api/tables/{code}/view").json()["log"] == before


def test_an_order_answers_the_window_that_is_open(server: Server) -> None:
    def at_the_window(code: str, his: RemoteTable) -> None:
        view = his.turn()
        if view is not None and view.legal[0].notation == "pass":
            ben.set_standing_order(code, 1, "always")
            ben.set_standing_order(code, 1, "never")
            latest = ben.http.get(f"/api/tables/{code}/view").json()["version"]
            listen_until(
                lambda: his.views[1].message is not None and his.views[1].message.version == latest,
                his,
            )

    with (
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
        obeyed_game(ana, ben, at_the_window) as code,
    ):
        assert ben.http.get(f"/api/tables/{code}/view").json()["standing_order"] == "never"


def test_standing_order_is_validated_and_needs_reactions(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = two_people(ana, ben)
        for order in ("sometimes", "101", "-1", ""):
            with pytest.raises(Refusal) as refusal:
                ana.set_standing_order(code, 0, order)
            assert refusal.value.code == "bad_request"
        with pytest.raises(Refusal) as refusal:
            ana.set_standing_order(code, 1, "always")
        assert refusal.value.code == "not_your_seat"
        toy = ana.create("toy", {}, ["me", "bot:random"]).table.code
        with pytest.raises(Refusal) as refusal:
            ana.set_standing_order(toy, 0, "always")
        assert refusal.value.code == "not_now"
        assert ana.http.get(f"/api/tables/{toy}/view").json()["standing_order"] == ""
