"""Notices of three nodes: one of them sends each, and none is lost when it dies."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from cluster_parts import Cluster, Redis, at, seated
from databases import Postgres
from harness import Line, Server, wait_until

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
from receivers import Browser, PushReceiver, claims_of

from dogfight.client import Client

QUICK: dict[str, Any] = {
    "notice_delay": 1.0,
    "push_pause": 0.0,
    "notice_retry": 0.3,
    "push_private": True,
}


@pytest.fixture
def receiver() -> Iterator[PushReceiver]:
    item = PushReceiver()
    yield item
    item.close()


@pytest.fixture
def nodes(
    postgres: Postgres, redis: Redis, tmp_path: Path, receiver: PushReceiver
) -> Iterator[Cluster]:
    with Cluster(tmp_path, asyncio.run(postgres.new()), redis.address, **QUICK) as item:
        yield item


def key_at(url: str, person: Client) -> str:
    """The key with which push services know a node."""
    with at(url, person) as client:
        answer = client.http.get("/api/me/notices", headers={"host": "localhost"})
        return str(answer.json()["push_key"])


def sender_of(nodes: Cluster, receiver: PushReceiver) -> Server:
    """The node that has a connection to the push service."""
    peers = {message.peer for message in receiver.delivered}
    for node in nodes.nodes:
        if node.process is None:
            continue
        for item in psutil.Process(node.pid).net_connections("tcp"):
            if item.laddr and item.laddr.port in peers:
                return node
    raise AssertionError("no node sends anything")


def test_one_node_sends_each_notice_with_the_key_of_all(
    nodes: Cluster, receiver: PushReceiver
) -> None:
    a, b, c = nodes.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben:
        browser = Browser(receiver)
        browser.subscribe(ana)
        keys = {key_at(url, ana) for url in (a, b, c)}
        assert len(keys) == 1
        code = seated(ana, [ben], "toy", {"rounds": 9})
        browser.wait()
        time.sleep(3.0)
        assert len(browser.delivered) == 1, "three nodes look, one of them sends"
        claims_of(browser.delivered[0], *keys)
        with at(c, ana) as there:
            view = there.http.get(f"/api/tables/{code}/view?seat=0").json()
            action = view["view"]["legal"][0]["action"]
            command = {"type": "play", "id": "n", "seat": 0, "question": view["question"]}
            answer = there.http.post(
                f"/api/tables/{code}/command", json={**command, "action": action}
            )
            assert answer.json()["type"] == "ack", answer.text
        wait_until(lambda: len(browser.delivered) <= 2, 5)
    nodes.check_logs()


def test_who_is_at_the_table_through_another_node_is_told_nothing(
    nodes: Cluster, receiver: PushReceiver
) -> None:
    a, b, _ = nodes.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben:
        browser = Browser(receiver)
        browser.subscribe(ana)
        made = ana.create("toy", {"rounds": 9}, ["me", "open"])
        with Line(ana, made.table.code) as line:
            line.until("welcome")
            ben.claim(made.table.code, made.invites[0].secret)
            line.until("view", seat=0)
            time.sleep(4.0)
            assert browser.delivered == []
        browser.wait()


def test_a_notice_of_a_node_that_dies_is_sent_by_another(
    nodes: Cluster, receiver: PushReceiver
) -> None:
    a, b, _ = nodes.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben:
        browser = Browser(receiver)
        browser.subscribe(ana)
        receiver.free.clear()
        seated(ana, [ben], "toy", {"rounds": 9})
        browser.wait()
        sender_of(nodes, receiver).kill()
        receiver.free.set()
        first, second = browser.wait(2, 60)
        assert first == second, "a notice that replaces the first one"
        time.sleep(3.0)
        assert len(browser.delivered) == 2
