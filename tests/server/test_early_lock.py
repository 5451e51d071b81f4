"""A timed phase that ends early because everybody is ready: the count, what stops it, and where
it is kept.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from harness import Server, listen_until, serving, wait_until

from dogfight.client import Client, Refusal
from dogfight.client.client import RemoteTable
from dogfight.client.line_client import Terminal

SEATS = range(4)
COUNT = 3.0
LONG = 600
"""Seconds of a phase that nobody waits for in a test."""


class Planning:
    """A table of Jaws vs Paws in its first Action Phase; one person holds all its seats."""

    def __init__(self, person: Client, **more: Any) -> None:
        self.person = person
        self.code = person.create(
            "paws", {"players": 2, "timer": LONG}, ["me", "me"], **more
        ).table.code
        with person.join(self.code) as table:
            view = table.wait_for_turn()
            assert view is not None
            table.play(view.seat, view.legal[0].action)

    def view(self, seat: int = 0) -> dict[str, Any]:
        result: dict[str, Any] = self.person.http.get(
            f"/api/tables/{self.code}/view?seat={seat}"
        ).json()
        return result

    def say(self, word: str, *seats: int) -> None:
        with self.joined() as table:
            for seat in seats or SEATS:
                table.play(seat, word)

    @contextmanager
    def joined(self) -> Iterator[RemoteTable]:
        """A line to the table on which every seat's view has come."""
        with self.person.join(self.code) as table:
            listen_until(
                lambda: all(table.views[seat].message is not None for seat in SEATS), table
            )
            yield table

    @property
    def phase(self) -> str:
        return str(self.view()["view"]["board"]["phase"])

    def locks_in(self) -> float:
        """The seconds until the count ends."""
        return float(self.view()["locks"]) / 1000 - time.time()


def test_jp_6_18_a_phase_ends_after_a_count_of_three_seconds(tmp_path: Path) -> None:
    # JP-6.18 JP-5.14
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        planning = Planning(ana)
        planning.say("ready", 0, 1, 2)
        assert planning.view()["locks"] is None, "one of them is not ready"
        planning.say("ready", 3)
        views = [planning.view(seat) for seat in SEATS]
        assert len({view["locks"] for view in views}) == 1, "all see the same count"
        assert 0 < planning.locks_in() <= COUNT
        assert views[0]["deadline"] - views[0]["locks"] > 1000 * (LONG - 60), (
            "the clock itself stays as it was"
        )
        locks = views[0]["locks"]
        planning.say("ready", 2)
        assert planning.view()["locks"] == locks, "saying it again changes nothing"
        wait_until(lambda: planning.phase == "discards", 10)
        assert time.time() * 1000 >= locks
        assert planning.view()["locks"] is None


@pytest.mark.parametrize("stop", ["not_ready", "start_over", "take_back"])
def test_jp_6_18_anybody_stops_the_count(tmp_path: Path, stop: str) -> None:
    # JP-6.18
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        planning = Planning(ana)
        planning.say("ready")
        locks, deadline = planning.view()["locks"], planning.view()["deadline"]
        assert locks is not None
        if stop == "take_back":
            with planning.joined() as table:
                table.take_back(2)
        else:
            planning.say(stop, 2)
        stopped = planning.view()
        assert stopped["locks"] is None and stopped["deadline"] == deadline
        assert stopped["view"]["waiting"] == [2]
        time.sleep(max(0.0, locks / 1000 - time.time()) + 0.6)
        assert planning.phase == "action", "the count that was stopped locks nothing"
        planning.say("ready", 2)
        assert planning.view()["locks"] > locks and planning.locks_in() > COUNT - 1, (
            "it is counted anew"
        )


def test_jp_6_18_a_new_plan_begins_the_count_anew(tmp_path: Path) -> None:
    # JP-6.18
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        planning = Planning(ana)
        planning.say("ready")
        locks = planning.view()["locks"]
        cards = planning.view(1)["view"]["board"]["seats"][1]["secrets"]["hand"]
        card = next(item for item in cards if not item.startswith("plane"))
        time.sleep(0.2)
        with planning.joined() as table:
            table.plan(0, 1, 1, [(1, f"2:{card}")], ready=True)
        assert planning.view()["locks"] > locks


def test_jp_6_18_a_table_can_switch_it_off(tmp_path: Path) -> None:
    # JP-6.18 JP-5.14
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        planning = Planning(ana, early=False)
        assert not ana.table(planning.code).early
        planning.say("ready")
        assert planning.view()["locks"] is None and planning.view()["view"]["waiting"] == []
        ana.resign(planning.code, 0)
        assert not ana.rematch(planning.code).table.early
        assert ana.create("paws", {"players": 2}, ["me", "me"]).table.early
        with pytest.raises(Refusal, match="early"):
            ana.create("paws", {"players": 2}, ["me", "me"], early="perhaps")


def test_jp_6_18_a_count_survives_the_death_of_the_server(tmp_path: Path) -> None:
    # JP-6.18
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            planning = Planning(ana)
            planning.say("ready")
            locks = planning.view()["locks"]
            server.kill()
            server.start()
            again = planning.view()
            assert again["locks"] > locks, "nobody could stop it while the server was away"
            wait_until(lambda: planning.phase == "discards", 10)
    finally:
        server.stop()


def test_jp_6_18_bots_are_ready_and_never_stop_a_count(tmp_path: Path) -> None:
    # JP-6.18
    quick = {"bot_delay": (0.0, 0.01), "bot_clock_share": (0.0, 0.001)}
    with serving(tmp_path, **quick) as server, Client(server.url, "Ana") as ana:
        code = ana.create(
            "paws", {"players": 3, "solo": "paws", "timer": LONG}, ["me", "me", "bot:random"]
        ).table.code
        seats = [seat for player in ana.table(code).players if player.you for seat in player.seats]
        with ana.join(code) as table:

            def phase() -> str:
                message = table.views[seats[0]].message
                return "" if message is None else str(message.view["board"]["phase"])

            listen_until(phase, table)
            if phase() == "sun" and table.views[0].legal:
                table.play(0, table.views[0].legal[0].action)
            listen_until(lambda: phase() == "action", table)
            for seat in seats:
                table.play(seat, "ready")

        def body() -> dict[str, Any]:
            result: dict[str, Any] = ana.http.get(f"/api/tables/{code}/view?seat={seats[0]}").json()
            return result

        wait_until(lambda: body()["locks"] is not None, 20)
        track = body()["view"]["board"]["teams"][1]["track"]
        assert not track or sum(card.get("open", False) for card in track) == 1  # JP-19.11
        wait_until(lambda: body()["view"]["board"]["phase"] != "action", 10)


class Typist:
    """Types a line once the table has printed what it waits for."""

    def __init__(self, read: Callable[[], str], *lines: tuple[str, str]) -> None:
        self._read, self._lines, self._seen = read, list(lines), ""

    def line(self, seconds: float) -> str | None:
        self._seen += self._read()
        if not self._lines:
            return "q"
        words, line = self._lines[0]
        if words not in self._seen:
            time.sleep(min(seconds, 0.05))
            return None
        self._seen = ""
        del self._lines[0]
        return line


def test_jp_6_18_the_count_is_told_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # JP-6.18
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        planning = Planning(ana)
        planning.say("ready")
        with planning.joined() as table:
            typist = Typist(
                lambda: capsys.readouterr().out,
                ("All are ready: the phase ends in 3 seconds", "not_ready"),
                ("The count was stopped.", "q"),
            )
            Terminal(table, typist).run()
        assert planning.view()["locks"] is None and planning.view()["view"]["waiting"] == [
            0,
            1,
            2,
            3,
        ]
