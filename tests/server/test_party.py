"""The end of a game among friends: highlights with names, the card, and previews of links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from html import unescape
from xml.etree import ElementTree

import pytest
from harness import Line, Server, play_first

from dogfight.client import Client
from dogfight.server import messages as wire

People = Callable[..., list[Client]]
PNG = b"\x89PNG\r\n\x1a\n"
TAG = re.compile(r'<meta property="([^"]+)" content="([^"]*)" />')


@pytest.fixture
def people(server: Server) -> Iterator[People]:
    with ExitStack() as stack:
        yield lambda *names: [stack.enter_context(Client(server.url, name)) for name in names]


def over(*players: Client, game: str = "toy", **more: object) -> str:
    """A game that the first of two people lost by resigning, after some calls."""
    first, second = players
    made = first.create(game, {}, ["me", "open"], **more)
    code = made.table.code
    second.claim(code, made.invites[0].secret)
    call(first, code, "well")
    call(second, code, "well")
    call(second, code, "luck")
    first.resign(code, 0)
    return code


def call(client: Client, code: str, key: str) -> None:
    with Line(client, code) as line:
        assert line.ask(type="call", id=f"call-{key}", call=key)["type"] == "ack"


def party(client: Client, code: str) -> wire.Party:
    return client._ask("GET", f"/api/tables/{code}/party", wire.Party)


def tags(client: Client, path: str) -> dict[str, str]:
    """What a link shows where it is previewed: no cookie, no script."""
    client.http.cookies.clear()
    answer = client.http.get(path)
    assert answer.status_code == 200 and '<div id="app">' in answer.text
    return {name: unescape(text) for name, text in TAG.findall(answer.text)}


def test_a_party_is_told_who_won_and_who_called_most(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    sheet = party(ana, over(ana, ben))
    assert sheet.headline == "Ben wins."
    assert sheet.lines[-1] == wire.PartyLine("Loudest", "2 calls", "Ben")


def test_highlights_are_the_games_own(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("biplanes", {}, ["me", "bot:random"]).table.code
        with ana.join(code) as table:
            play_first(table)
        lines = party(ana, code).lines
    assert {item.title for item in lines} <= {
        *("Most hits", "Best volley", "Longest streak", "Most loops")
    }
    assert all(item.who and item.value[0].isdigit() for item in lines)


def test_the_card_is_drawn_with_the_board(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = over(ana, ben)
    drawn = ana.http.get(f"/api/tables/{code}/card.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    texts = [item.text for item in ElementTree.fromstring(drawn.text).iter() if item.text]
    assert "Ben wins." in texts and any(code in text for text in texts)
    image = ana.http.get(f"/api/tables/{code}/card.png")
    assert image.content.startswith(PNG) and image.headers["content-type"] == "image/png"


def test_a_link_shows_title_players_and_board(people: People) -> None:
    ana, ben, crawler = people('Ana "<b>"', "Ben", "Crawler")
    code = over(ana, ben)
    for page in ("table", "review"):
        shown = tags(crawler, f"/{page}/{code}")
        assert shown["og:title"] == "Toy: Ben wins."
        assert 'Ana "<b>", Ben' in shown["og:description"]
        assert crawler.http.get(shown["og:image"]).content.startswith(PNG)
    assert "<b>" not in crawler.http.get(f"/table/{code}").text


def test_a_running_table_shows_its_players_only(people: People) -> None:
    ana, crawler = people("Ana", "Crawler")
    code = ana.create("toy", {}, ["me", "bot:random"]).table.code
    shown = tags(crawler, f"/table/{code}")
    assert shown["og:description"].startswith("In play: Ana") and "og:image" not in shown
    for what in ("party", "card.svg", "card.png"):
        assert crawler.http.get(f"/api/tables/{code}/{what}").status_code == 409


def test_a_table_without_spectators_shows_nothing(people: People) -> None:
    ana, ben, crawler = people("Ana", "Ben", "Crawler")
    code = over(ana, ben, watch=False)
    assert tags(crawler, f"/table/{code}") == {}
    for what in ("party", "card.svg", "card.png"):
        assert crawler.http.get(f"/api/tables/{code}/{what}").status_code == 403
        answer = ben.http.get(f"/api/tables/{code}/{what}")
        assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"


def test_a_renewed_room_link_shows_nothing(people: People) -> None:
    ana, crawler = people("Ana", "Crawler")
    code = ana._ask(
        "POST", "/api/tables", wire.TableCreated, {"game": "toy", "room": True}
    ).table.code
    assert "Ana" in tags(crawler, f"/join/{code}")["og:description"]
    ana.room_link(code)
    assert tags(crawler, f"/join/{code}") == {}


@pytest.mark.parametrize("path", ["/table/LARK-7K2M", "/table/nonsense", "/join/..%2f"])
def test_pages_of_no_table_are_as_ever(people: People, path: str) -> None:
    assert tags(people("Crawler")[0], path) == {}


def test_highlights_of_a_plugin_are_told(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    assert party(ana, over(ana, ben)).lines[0] == wire.PartyLine("Boldest", "3 bids", "Ana and Ben")


def test_a_plugin_whose_highlights_fail_has_none(people: People) -> None:
    (ana,) = people("Ana")
    code = ana.create("toy", {"seats": 1}, ["me"]).table.code
    ana.resign(code, 0)
    assert party(ana, code).lines == ()
