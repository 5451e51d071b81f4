"""What goes on when a part fails: a node, the bus, the database, a clock."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from cluster_parts import (
    Cluster,
    Redis,
    Turns,
    all_ready,
    at,
    commands_kept,
    play_some,
    seated,
    seen,
)
from databases import Postgres
from harness import Line, bot_processes, play_first, wait_until
from house import CHROMIUM, UNSEEN
from playwright.sync_api import sync_playwright
from seatings import answered, send_first, sit
from seatings import play_first as click_first

from dogfight.client import Client
from dogfight.server.nodes.leases import BEAT_SECONDS, LEASE_MS
from dogfight.server.storage.postgres import PAUSED_MS

GOES_ON = 30.0
"""What a busy machine may take for what takes seconds elsewhere."""


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that tests may kill."""
    postgres = Postgres()
    yield postgres
    postgres.close()


@pytest.fixture(scope="module")
def own_redis() -> Iterator[Redis]:
    """A Redis that tests may kill."""
    redis = Redis()
    yield redis
    redis.close()


@pytest.fixture(scope="module")
def three(
    own_postgres: Postgres, own_redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    """Nodes that tests may kill, as long as they start them again; the clock of one is five
    minutes ahead.
    """
    folder, database = tmp_path_factory.mktemp("failing"), asyncio.run(own_postgres.new())
    plants = ("", "", "clock_ahead")
    with Cluster(
        folder, database, own_redis.address, plants=plants, bot_delay=[0.05, 0.1], drain_seconds=0.5
    ) as cluster:
        yield cluster
        cluster.audit()
    cluster.check_logs()


def heads(three: Cluster, postgres: Postgres) -> dict[str, int]:
    """How far every game has come."""
    return {
        row[0]: row[1]
        for row in postgres.ask(three.database, "SELECT code, head FROM dogfight.game")
    }


def test_a_nodes_death_is_noticed_with_half_of_five_seconds_left() -> None:
    """The rest is for loading its tables and for its bots; the report of the chaos test says
    what it takes in all.
    """
    assert LEASE_MS / 1000 + BEAT_SECONDS <= 2.5
    assert LEASE_MS / 1000 >= 4 * BEAT_SECONDS, "a beat may be late, and another one"
    assert PAUSED_MS <= LEASE_MS, "what a node had locked is free when its lease has run out"


def test_bots_and_clocks_of_a_dead_node_go_on_elsewhere(
    three: Cluster, own_postgres: Postgres
) -> None:
    a, b, _ = three.urls
    assert all(bot_processes(node) for node in three.nodes), "before anybody needs them"
    with Client(a, "Ana") as ana, at(b, ana) as there:
        bots = ana.create("toy", {"rounds": 500}, ["bot:random", "bot:random"]).table.code
        timed = ana.create("toy", {"rounds": 9}, ["me", "me"], time_limit_s=3).table.code
        wait_until(lambda: ana.table(bots).status == "live" == ana.table(timed).status, 10)

        kept = {
            row[0]
            for row in own_postgres.ask(
                three.database, "SELECT DISTINCT owner_node FROM dogfight.game"
            )
        }
        assert len(kept) == 1
        three.nodes[0].kill()
        before = heads(three, own_postgres)
        wait_until(lambda: heads(three, own_postgres)[bots] > before[bots] + 5, GOES_ON)
        wait_until(lambda: heads(three, own_postgres)[timed] > before[timed], GOES_ON)
        now = {
            row[0]
            for row in own_postgres.ask(
                three.database, "SELECT DISTINCT owner_node FROM dogfight.game"
            )
        }
        assert not kept & now
        assert there.table(bots).code == bots
    three.nodes[0].start()


def test_jp_6_18_the_count_of_a_dead_node_goes_on_elsewhere(three: Cluster) -> None:
    # JP-6.18
    a, b, _ = three.urls
    with Client(a, "Ana") as ana, at(b, ana) as there:
        code = all_ready(ana)
        locks = seen(ana, code)["locks"]
        assert locks is not None
        three.nodes[0].kill()
        wait_until(lambda: seen(there, code)["view"]["board"]["phase"] == "discards", GOES_ON + 3)
        assert time.time() * 1000 > locks, (
            "the players could not stop it while nobody minded the table"
        )
    three.nodes[0].start()


def test_client_of_killed_node_continues_through_another(
    three: Cluster, own_postgres: Postgres
) -> None:
    """A client behind a proxy notices nothing but a pause; what it has sent counts once."""
    with Client(three.proxy.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 40}, ["me", "me"]).table.code
        with ana.join(code) as table:
            played = play_first(table, 10)
            for node in three.nodes[:2]:
                node.kill()
                played += play_first(table, 10)
                node.start()
            played += play_first(table, 10)
        assert (
            commands_kept(own_postgres, three.database, code) == (played, played) and played == 40
        )


@contextmanager
def standing_still(three: Cluster) -> Iterator[None]:
    """The first node answers nothing any more, though nobody hangs up, as if its machine had
    vanished; whoever comes is led to the others. In the end it wakes up.
    """
    three.proxy.lead_to(three.ports[1:])
    os.kill(three.nodes[0].pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(three.nodes[0].pid, signal.SIGCONT)
        three.proxy.lead_to(three.ports)


def test_client_of_stalled_node_continues_through_another(
    three: Cluster, own_postgres: Postgres, record_property: Callable[[str, object], None]
) -> None:
    """A client notices the silence by itself; what it has sent counts once, also when the node
    wakes up.
    """
    three.proxy.lead_to(three.ports[:1])
    with Client(three.proxy.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 40}, ["me", "me"]).table.code
        with ana.join(code) as table:
            played = play_first(table, 10)
            with standing_still(three):
                began = time.monotonic()
                played += play_first(table, 1)
                record_property("seconds until the answer", time.monotonic() - began)
                played += play_first(table, 9)
            played += play_first(table, 10)
        assert (
            commands_kept(own_postgres, three.database, code) == (played, played) and played == 30
        )


_QUESTIONS = """() => {
  window.questions = [];
  const note = () => {
    const asked = document.querySelector(".app")?.getAttribute("data-asked");
    if (asked && asked !== window.questions.at(-1)) window.questions.push(asked);
  };
  new MutationObserver(note).observe(
    document, { childList: true, subtree: true, attributes: true });
  note();
}"""
"""Keeps every question that the page asks, in order."""


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
@pytest.mark.parametrize("dies", [True, False], ids=["dies", "falls silent"])
def test_a_page_at_a_node_that_fails_is_taken_up_by_another(
    three: Cluster,
    own_postgres: Postgres,
    record_property: Callable[[str, object], None],
    dies: bool,
) -> None:
    """Nothing is asked twice, what was sent in vain is sent again and counts once, and the first
    try succeeds.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=UNSEEN)
        three.proxy.lead_to(three.ports[:1])
        page = browser.new_context(base_url=three.proxy.url, reduced_motion="reduce").new_page()
        page.add_init_script("localStorage.setItem('dogfight:animation-speed', 'off')")
        page.goto("/")
        code = sit(page, "squadrons", players=["me", "bot:random"])
        page.wait_for_selector("[data-action]")
        page.evaluate(_QUESTIONS)
        clicked = 2
        for _ in range(clicked):
            click_first(page)
        lines: list[str] = []
        page.on("websocket", lambda line: lines.append(line.url))
        with standing_still(three):
            asked = send_first(page)  # in vain
            if dies:
                three.nodes[0].kill()
            began = time.monotonic()
            answered(page, asked)
            record_property("seconds until the answer", time.monotonic() - began)
            click_first(page)
            if dies:
                three.nodes[0].start()
        clicked += 2
        assert lines == [f"ws{three.proxy.url.removeprefix('http')}/ws/tables/{code}"], (
            "the first try succeeded"
        )
        assert page.locator(".bn.bad").count() == 0
        questions = page.evaluate("window.questions")
        assert len(questions) == len(set(questions)) > clicked, "no question came twice"
        browser.close()
    assert commands_kept(own_postgres, three.database, code) == (clicked, clicked)


def test_nodes_are_renewed_one_after_the_other_while_games_go_on(
    three: Cluster, own_postgres: Postgres
) -> None:
    """Each is drained, ends and comes back; games, bots and deadlines go on, and no action is
    lost or counted twice.
    """

    turns = Turns(2)
    with Client(three.proxy.url, "Ana") as ana:
        own = ana.create("toy", {"rounds": 500}, ["me", "me"]).table.code
        for node in three.nodes:
            with Client(node.url, "Ben") as ben:
                bots = ben.create("toy", {"rounds": 500}, ["bot:random", "bot:random"]).table.code
                timed = ben.create("toy", {"rounds": 9}, ["me", "me"], time_limit_s=3).table.code
            before = heads(three, own_postgres)
            with ana.join(own) as table:
                three.renew(node, lambda table=table: turns.take(table))
            wait_until(
                lambda bots=bots, before=before: (
                    heads(three, own_postgres)[bots] > before[bots] + 5
                ),
                GOES_ON,
            )
            wait_until(
                lambda timed=timed, before=before: (
                    heads(three, own_postgres)[timed] > before[timed]
                ),
                GOES_ON,
            )
    assert commands_kept(own_postgres, three.database, own) == (turns.played, turns.played)


def test_games_continue_with_delay_without_the_bus(three: Cluster, own_redis: Redis) -> None:
    a, b, _ = three.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben:
        code = seated(ana, [ben], "toy", {"rounds": 60})
        with ana.join(code) as hers, ben.join(code) as his, Line(ana, code) as line:
            for step in ("with it", "without it", "with it again"):
                assert play_some([hers, his], 8) == 8
                body = {"channel": "table", "text": step}
                assert ben.http.post(f"/api/tables/{code}/chat", json=body).is_success
                wait_until(lambda step=step: line.until("chat")["line"]["text"] == step, GOES_ON)
                if step == "with it":
                    own_redis.kill()
                elif step == "without it":
                    own_redis.start()
                    wait_until(
                        lambda: all(
                            "bus_joined" in node.log().rsplit("bus_lost", 1)[1]
                            for node in three.nodes
                        )
                    )


def test_resumed_node_cannot_write_stale_state(
    three: Cluster, own_postgres: Postgres, record_property: Callable[[str, object], None]
) -> None:
    """While it sleeps its lease runs out and others go on; what it does when it wakes is decided
    anew.
    """

    a, b, _ = three.urls
    with Client(a, "Ana") as ana, at(b, ana) as there:
        bots = ana.create("toy", {"rounds": 500}, ["bot:random", "bot:random"]).table.code
        timed = ana.create("toy", {"rounds": 9}, ["me", "me"], time_limit_s=3).table.code
        own = ana.create("toy", {"rounds": 30}, ["me", "me"]).table.code
        wait_until(lambda: ana.table(bots).status == "live" == ana.table(timed).status, 10)
        with standing_still(three):
            began = time.monotonic()
            before = heads(three, own_postgres)
            wait_until(lambda: heads(three, own_postgres)[bots] > before[bots], GOES_ON)
            record_property("seconds until a bot has moved", time.monotonic() - began)
            wait_until(
                lambda: (
                    heads(three, own_postgres)[bots] > before[bots] + 5
                    and heads(three, own_postgres)[timed] > before[timed]
                ),
                GOES_ON,
            )
            with there.join(own) as table:
                assert play_first(table, 6) == 6
        with ana.join(own) as table:
            assert play_first(table, 6) == 6


def test_when_the_database_comes_back_all_nodes_go_on(
    three: Cluster, own_postgres: Postgres
) -> None:
    with Client(three.urls[0], "Ana") as ana:
        bots = ana.create("toy", {"rounds": 500}, ["bot:random", "bot:random"]).table.code
        own = ana.create("toy", {"rounds": 30}, ["me", "me"]).table.code
        own_postgres.kill()
        time.sleep(1)
        own_postgres.start()
        head = f"SELECT head FROM dogfight.game WHERE code = '{bots}'"
        before = own_postgres.ask(three.database, head)[0][0]
        wait_until(lambda: own_postgres.ask(three.database, head)[0][0] > before + 5, GOES_ON)
        for url in three.urls:
            with at(url, ana) as here:
                wait_until(lambda here=here: here.http.get("/healthz").status_code == 200, GOES_ON)
                with here.join(own) as table:
                    assert play_first(table, 4) == 4


def test_nodes_whose_clocks_differ_keep_deadlines(three: Cluster) -> None:
    """One machine's clock is five minutes ahead: everybody goes by the database's."""
    _keeps_a_deadline(three.urls[0], three.urls[2])
    _keeps_a_deadline(three.urls[2], three.urls[0])


def _keeps_a_deadline(first: str, second: str) -> None:
    with Client(first, "Ana") as ana, at(second, ana) as there:
        code = ana.create("toy", {"rounds": 3}, ["me", "me"], time_limit_s=3).table.code
        views = [item.http.get(f"/api/tables/{code}/view?seat=0").json() for item in (ana, there)]
        with Line(ana, code) as here, Line(there, code) as elsewhere:
            nows = [line.until("welcome")["now"] for line in (here, elsewhere)]
            assert abs(nows[0] - nows[1]) < 20_000, "the same time at both"
            assert all(abs(view["deadline"] - nows[0]) < 20_000 for view in views)
            body = {
                "type": "play",
                "id": "in-time",
                "seat": 0,
                "question": views[0]["question"],
                "action": 1,
            }
            assert there.http.post(f"/api/tables/{code}/command", json=body).status_code == 200
            wait_until(
                lambda: here.until("view", seat=0)["question"] > views[0]["question"] + 1, GOES_ON
            )
