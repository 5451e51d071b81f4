"""Whatever is sent, the server answers in its own words, stays up, and changes nothing it did
not acknowledge.
"""

import os
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Line, Server, address
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from dogfight.client import Client
from dogfight.server.routes import ROUTES

LONG, SHORT = (1000, 10) if os.environ.get("DOGFIGHT_HOUSE") else (5000, 80)
EXAMPLES = LONG if os.environ.get("DOGFIGHT_SOAK") else SHORT
CALM = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=not os.environ.get("DOGFIGHT_SOAK"),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
NUMBERS = st.one_of(
    st.integers(-2, 8), st.integers(-(2**70), 2**70), st.floats(allow_nan=False), st.booleans()
)
WORDS = st.text(max_size=20) | st.sampled_from(
    ["", "c1", "up", "play", "watchers", "\x00", "me", "bot:random", "0"]
)
JSON = st.recursive(
    st.none() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
IDS = st.text(string.ascii_letters + "-_9", min_size=1, max_size=64) | WORDS
SMALL = st.integers(0, 3)
PROPER_IDS = st.text(string.ascii_letters + "-_9", min_size=1, max_size=64)
PROPER = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just(kind), "id": PROPER_IDS, "seat": SMALL, "question": SMALL, **more}
    )
    for kind, more in (
        ("play", {"action": st.integers(-1, 7)}),
        ("play", {"word": WORDS}),
        ("take_back", {}),
        ("draft", {"n": SMALL, "actions": st.lists(SMALL, max_size=3), "note": WORDS}),
    )
)
MESSAGES = st.one_of(
    PROPER,
    st.fixed_dictionaries(
        {"type": st.sampled_from(["play", "take_back", "draft", "plan", "chat", "ping", "fly"])},
        optional={
            "id": IDS,
            "seat": SMALL | JSON,
            "question": SMALL | JSON,
            "action": SMALL | JSON,
            "word": WORDS | JSON,
            "n": SMALL | JSON,
            "actions": st.lists(SMALL, max_size=3) | JSON,
            "note": WORDS | JSON,
            "round": SMALL | JSON,
            "parts": st.lists(st.tuples(SMALL, SMALL | WORDS), max_size=3) | JSON,
            "ready": st.booleans() | JSON,
            "text": WORDS | JSON,
            "channel": WORDS | JSON,
        },
    ),
    JSON,
)


@pytest.fixture(scope="module")
def ana(server: Server) -> Iterator[Client]:
    with Client(server.url, "Ana") as client:
        yield client


@pytest.fixture(scope="module")
def code(ana: Client) -> str:
    return ana.create("toy", {"rounds": 500}, ["me", "me"]).table.code


def shown(client: Client, code: str) -> list[str]:
    """The versions of both seats' views."""
    return [
        client.http.get(f"/api/tables/{code}/view?seat={seat}").json()["version"] for seat in (0, 1)
    ]


def encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def talk(ana: Client, code: str, messages: list[Any]) -> None:
    """Every message is answered, and what is refused changes nothing."""
    with Line(ana, code) as line:
        line.until("view", seat=1)
        for message in messages:
            before = shown(ana, code)
            line.socket.send(encoded(message))
            answer = line.until("ack", "reject", "pong")
            if answer["type"] == "reject":
                assert set(answer) == {"type", "id", "code", "error", "rule"} and answer["error"]
                assert shown(ana, code) == before
        assert line.ask(type="ping", id="well")["type"] == "pong"


@CALM
@given(messages=st.lists(MESSAGES, min_size=1, max_size=6))
def test_any_message_is_answered_and_refusals_change_nothing(
    ana: Client, code: str, messages: list[Any]
) -> None:
    talk(ana, code, messages)


def test_fuzzing_finds_a_planted_crash(tmp_path: Path) -> None:
    server = Server(tmp_path, plant="numbers_trusted")

    @settings(
        max_examples=100, deadline=None, derandomize=True, database=None, phases=[Phase.generate]
    )
    @given(messages=st.lists(MESSAGES, min_size=1, max_size=6))
    def broken(messages: list[Any]) -> None:
        talk(client, table, messages)

    try:
        with Client(server.url, "Ana") as client:
            table = client.create("toy", {"rounds": 500}, ["me", "me"]).table.code
            with pytest.raises(ConnectionClosed):
                broken()
    finally:
        server.kill()


@CALM
@given(text=st.text(max_size=200), data=st.data())
def test_any_text_is_refused_in_words(
    ana: Client, code: str, text: str, data: st.DataObject
) -> None:
    good = '{"type":"take_back","id":"q","seat":0,"question":1}'
    at = data.draw(st.integers(0, len(good)))
    mutated = data.draw(
        st.sampled_from(
            [text, good[:at] + text[:6] + good[at:], good[:at], good[:at] + good[at + 1 :]]
        )
    )
    with Line(ana, code) as line:
        line.until("view", seat=1)
        line.socket.send(mutated)
        assert line.until("ack", "reject", "pong")["type"] != "ack" or mutated == good
        assert line.ask(type="ping", id="well")["type"] == "pong"


@CALM
@given(pieces=st.lists(st.binary(max_size=40), min_size=1, max_size=3))
def test_binary_messages_close_socket_with_a_code(
    ana: Client, code: str, pieces: list[bytes]
) -> None:
    with Line(ana, code) as line:
        line.until("view", seat=1)
        with pytest.raises(ConnectionClosed) as closed:
            send_and_listen(line, pieces)
        assert closed.value.rcvd is None or closed.value.rcvd.code in (1003, 1008)


def send_and_listen(line: Line, pieces: list[bytes]) -> None:
    for piece in pieces:
        line.socket.send(piece)
    line.rest(5.0)


FIELDS = [
    "player",
    "bot",
    "secret",
    "swap",
    "text",
    "channel",
    "game",
    "options",
    "players",
    "time_limit_s",
]
BODIES = JSON | st.dictionaries(st.sampled_from(FIELDS), JSON | SMALL | WORDS)
QUERY = st.dictionaries(
    st.sampled_from(["seat", "from", "count", "perspective", "form", "channel"]), WORDS
)
POSTS = [route for route in ROUTES if route.method == "POST" and route.takes == "application/json"]
GETS = [route for route in ROUTES if route.method == "GET" and route.path != "/api/openapi.json"]


@CALM
@given(route=st.sampled_from(POSTS), body=BODIES)
def test_any_body_gets_an_answer_of_the_usual_shape(
    server: Server, ana: Client, route: Any, body: Any
) -> None:
    table = ana.create("toy", {"rounds": 1}, ["me", "open"]).table.code
    path = address(route.path, table)
    answer = ana.http.post(
        path, content=msgspec.json.encode(body), headers={"content-type": "application/json"}
    )
    assert answer.status_code < 500 and (
        answer.status_code == 200 or set(answer.json()) == {"ok", "code", "error", "rule"}
    )
    assert '"level":"error"' not in server.log()


@CALM
@given(route=st.sampled_from(GETS), query=QUERY)
def test_any_query_gets_an_answer(
    ana: Client, code: str, route: Any, query: dict[str, str]
) -> None:
    path = address(route.path, code)
    assert ana.http.get(path, params=query).status_code < 500


@CALM
@given(text=st.text(max_size=300), at=st.integers(0, 2000), cut=st.integers(0, 30))
def test_any_record_is_refused_or_kept_as_it_is(
    ana: Client, record: str, text: str, at: int, cut: int
) -> None:
    place = at % len(record)
    mutated = record[:place] + text[:8] + record[place + cut :]
    answer = ana.http.post(
        "/api/records", content=mutated.encode(), headers={"content-type": "text/plain"}
    )
    assert answer.status_code in (200, 409), answer.text


@pytest.fixture(scope="module")
def record(ana: Client) -> str:
    made = ana.create("toy", {"rounds": 1}, ["me", "bot:random"]).table.code
    ana.resign(made, 0)
    return ana.record(made)
