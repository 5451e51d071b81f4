"""Who somebody is, on every device: phrases, devices, joining, export, deletion."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Line, Server, play_first, serving, wait_until
from websockets.exceptions import ConnectionClosed

from dogfight.client import Client

Come = Callable[..., Client]


@pytest.fixture
def come(server: Server) -> Iterator[Come]:
    """Lets a person in from a browser of their own."""
    with ExitStack() as stack:
        yield lambda name="Ana": stack.enter_context(Client(server.url, name))


def ask(client: Client, method: str, path: str, body: Any = None) -> Any:
    """What the server answers, which has to be well."""
    answer = client.http.request(method, path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: Client, method: str, path: str, body: Any = None) -> str:
    """The code of what the server refuses."""
    answer = client.http.request(method, path, json=body)
    assert answer.status_code != 200
    return str(answer.json()["code"])


def phrase_of(client: Client) -> str:
    return str(ask(client, "POST", "/api/me/phrase")["phrase"])


def name_of(client: Client) -> str:
    return str(ask(client, "GET", "/api/me")["name"])


def carry(client: Client, phrase: str, join: bool = False) -> None:
    ask(client, "POST", "/api/carry", {"phrase": phrase, "join": join})


def games(client: Client) -> set[str]:
    return {table["code"] for table in ask(client, "GET", "/api/tables")["tables"]}


def finished_game(host: Client, *others: Client) -> str:
    """The code of a game that its host has given up; host and others have a seat each."""
    made = host.create("toy", {"rounds": 9}, ["me", "open"] if others else ["me", "bot:random"])
    for invite, other in zip(made.invites, others, strict=False):
        other.claim(made.table.code, invite.secret)
    wait_until(lambda: host.table(made.table.code).status == "live")
    host.resign(made.table.code, 0)
    wait_until(lambda: host.table(made.table.code).status == "over")
    return made.table.code


# --- the phrase ------------------------------------------------------------------------------


def test_a_phrase_carries_name_games_and_settings_to_another_device(come: Come) -> None:
    ana, other = come("Ana"), come("Pilot")
    code = finished_game(ana)
    ask(ana, "POST", "/api/me/settings", {"settings": {"theme": "dark"}})
    carry(other, phrase_of(ana))
    assert name_of(other) == "Ana" and code in games(other)
    assert ask(other, "GET", "/api/me/identity")["settings"] == {"theme": "dark"}


def test_a_new_phrase_makes_the_old_one_worthless(come: Come) -> None:
    ana, other = come(), come("Pilot")
    old = phrase_of(ana)
    new = phrase_of(ana)
    wrong = {"phrase": old}
    assert old != new and refused(other, "POST", "/api/carry", wrong) == "unknown"
    carry(other, new)
    ask(ana, "DELETE", "/api/me/phrase")
    assert refused(come("Eve"), "POST", "/api/carry", {"phrase": new}) == "unknown"
    assert name_of(other) == "Ana", "who is signed in stays so"


def test_a_phrase_can_be_typed_with_hyphens_capitals_and_slips(come: Come) -> None:
    ana, other = come(), come("Pilot")
    words = phrase_of(ana).split()
    carry(other, "-".join(word[:4].upper() for word in words))
    assert name_of(other) == "Ana"


@pytest.mark.parametrize("text", ["", "one two", "qqqq " * 6, "zoo " * 7])
def test_what_can_be_no_phrase_is_refused_with_what_was_expected(come: Come, text: str) -> None:
    answer = come().http.post("/api/carry", json={"phrase": text})
    assert answer.status_code == 409 and "expected the 6 words" in answer.json()["error"]


def test_neither_phrase_nor_a_quick_hash_of_it_is_stored(server: Server, come: Come) -> None:
    phrase = phrase_of(come())
    stored = server.stored()
    secret = " ".join(phrase.split()[2:])
    for text in (phrase, secret, phrase.replace(" ", "-")):
        assert text.encode() not in stored and text not in server.log()
        assert hashlib.sha256(text.encode()).digest() not in stored


def test_guesses_are_bounded_by_address_and_by_the_words_they_begin_with(tmp_path: Path) -> None:
    with serving(tmp_path, phrases_per_minute=3.0) as server, Client(server.url, "Eve") as eve:
        codes = [refused(eve, "POST", "/api/carry", {"phrase": "zoo " * 6}) for _ in range(5)]
        assert codes == ["unknown"] * 3 + ["rate"] * 2
        assert '"what":"phrases"' in server.log()


def test_a_selector_is_guessed_no_quicker_from_many_addresses(tmp_path: Path) -> None:
    """Three addresses share one budget for words that begin alike."""
    settings: dict[str, Any] = {"phrases_per_minute": 3.0, "proxies": ["127.0.0.1"]}
    with serving(tmp_path, **settings) as server, Client(server.url, "Eve") as eve:
        codes = []
        for n in range(6):
            headers = {"x-forwarded-for": f"203.0.113.{n}"}
            answer = eve.http.post("/api/carry", json={"phrase": "zoo " * 6}, headers=headers)
            codes.append(answer.json()["code"])
        assert codes == ["unknown"] * 3 + ["rate"] * 3


# --- devices ---------------------------------------------------------------------------------


def test_devices_are_listed_and_signed_out_one_by_one(come: Come) -> None:
    ana, phone = come(), come("Pilot")
    phone.http.headers["user-agent"] = "Mozilla/5.0 (Android 16; Mobile) Firefox/149.0"
    carry(phone, phrase_of(ana))
    devices = ask(ana, "GET", "/api/me/identity")["devices"]
    assert [device["this"] for device in devices].count(True) == 1 and len(devices) == 2
    (other,) = [device for device in devices if not device["this"]]
    assert other["label"] == "Firefox on Android" and other["seen"] >= other["created"] > 0
    code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
    with Line(phone, code) as line:
        line.until("welcome")
        ask(ana, "DELETE", f"/api/me/devices/{other['id']}")
        with pytest.raises(ConnectionClosed) as closed:
            line.until("nothing that ever comes")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    assert phone.http.get("/api/me").status_code == 401 and name_of(ana) == "Ana"


def test_nobody_signs_out_a_device_of_somebody_else(come: Come) -> None:
    ana, eve = come(), come("Eve")
    (device,) = ask(ana, "GET", "/api/me/identity")["devices"]
    assert refused(eve, "DELETE", f"/api/me/devices/{device['id']}") == "unknown"
    assert name_of(ana) == "Ana"


# --- two guests, one person ------------------------------------------------------------------


def test_two_guests_become_one_with_all_they_had(come: Come) -> None:
    ana, guest, friend = come(), come("Pilot"), come("Ben")
    own, brought = finished_game(ana), finished_game(guest, friend)
    running = guest.create("toy", {"rounds": 9}, ["me", "bot:random"]).table.code
    ask(guest, "GET", "/api/lessons/biplanes/1")
    with Line(guest, running) as line:
        line.until("welcome")
        carry(guest, phrase_of(ana), join=True)
        with pytest.raises(ConnectionClosed) as closed:
            line.until("nothing that ever comes")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012, "it comes back"
    assert name_of(guest) == "Ana" and games(ana) >= {own, brought, running}
    assert "Ana" in [player.name for player in friend.table(brought).players]
    with ana.join(running) as table:
        assert play_first(table, 2) == 2, "the game goes on from either device"


def test_guests_at_the_same_unfinished_table_are_not_joined(come: Come) -> None:
    ana, guest = come(), come("Pilot")
    made = ana.create("toy", {"rounds": 9}, ["me", "open"])
    guest.claim(made.table.code, made.invites[0].secret)
    body = {"phrase": phrase_of(ana), "join": True}
    assert refused(guest, "POST", "/api/carry", body) == "not_now"
    assert name_of(guest) == "Pilot"


# --- export and deletion ---------------------------------------------------------------------


def test_an_export_holds_what_is_kept_and_no_secret(come: Come) -> None:
    ana, ben = come(), come("Ben")
    code = finished_game(ana, ben)
    with Line(ana, code) as line:
        line.ask(type="chat", id="hello", text="good game")
    ask(ana, "POST", "/api/me/phrase")
    answer = ana.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    kept = answer.json()
    assert kept["person"][0]["name"] == "Ana" and len(kept["devices"]) == 1
    assert [line["text"] for line in kept["chat"]] == ["good game"]
    assert [seat["code"] for seat in kept["seats"]] == [code]
    assert {entry["code"] for entry in kept["finished_games"]} == {code}
    token = ana.http.cookies["dogfight"]
    for secret in (token, hashlib.sha256(token.encode()).hexdigest()):
        assert secret not in answer.text
    assert set(kept["phrase"][0]) == {"created"}


def test_an_export_does_not_tell_an_unfinished_game(come: Come) -> None:
    ana, ben = come(), come("Ben")
    made = ana.create("toy", {"rounds": 9}, ["me", "open"])
    ben.claim(made.table.code, made.invites[0].secret)
    wait_until(lambda: ana.table(made.table.code).status == "live")
    assert ask(ana, "GET", "/api/me/export")["finished_games"] == []


def test_who_is_deleted_leaves_a_player_behind(server: Server, come: Come) -> None:
    zora, ben = come("Zora the Unseen"), come("Ben")
    code = finished_game(zora, ben)
    with Line(zora, code) as line:
        line.ask(type="chat", id="hello", text="remember my words")
    phrase = phrase_of(zora)
    assert refused(zora, "POST", "/api/me/delete", {"name": "zora"}) == "unfit"
    ask(zora, "POST", "/api/me/delete", {"name": "Zora the Unseen"})
    assert zora.http.get("/api/me").status_code == 401
    assert refused(come("Eve"), "POST", "/api/carry", {"phrase": phrase}) == "unknown"
    wait_until(
        lambda: sorted(player.name for player in ben.table(code).players) == ["Ben", "a player"]
    )
    said = ask(ben, "GET", f"/api/tables/{code}/chat")["lines"]
    assert [(line["name"], line["text"]) for line in said] == [("a player", "(deleted)")]


def test_who_is_deleted_gives_running_games_up(come: Come) -> None:
    ana, ben = come(), come("Ben")
    made = ana.create("toy", {"rounds": 9}, ["me", "open"])
    ben.claim(made.table.code, made.invites[0].secret)
    wait_until(lambda: ben.table(made.table.code).status == "live")
    waiting = ana.create("toy", {"rounds": 9}, ["me", "open"], open=True).table.code
    ask(ana, "POST", "/api/me/delete", {"name": "Ana"})
    wait_until(lambda: ben.table(made.table.code).status == "over")
    wait_until(lambda: all(not player.name for player in ben.table(waiting).players))


def test_messages_about_me_say_what_they_say_they_do(come: Come) -> None:
    """Nothing about a person stands in what others are sent but their name."""
    ana, ben = come(), come("Ben")
    phrase = phrase_of(ana)
    code = finished_game(ana, ben)
    (device,) = ask(ana, "GET", "/api/me/identity")["devices"]
    heard = msgspec.json.encode(ben.table(code)).decode()
    for path in (f"/api/tables/{code}/chat", "/api/tables", "/api/me/identity"):
        heard += ben.http.get(path).text
    assert phrase not in heard and device["id"] not in heard
