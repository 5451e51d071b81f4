"""Telling people who have left that it is their move: push messages, mail, and what bounds them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Server, serving, wait_until
from receivers import Browser, MailReceiver, PushReceiver, claims_of

from dogfight.client import Client

QUICK: dict[str, Any] = {
    "notice_delay": 0.3,
    "push_pause": 0.0,
    "email_delay": 0.3,
    "email_pause": 0.0,
    "notice_retry": 0.3,
    "push_private": True,
}
Come = Callable[..., Client]


@pytest.fixture(scope="module")
def receiver() -> Iterator[PushReceiver]:
    item = PushReceiver()
    yield item
    item.close()


@pytest.fixture(scope="module")
def mails() -> Iterator[MailReceiver]:
    item = MailReceiver()
    yield item
    item.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, mails: MailReceiver) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("notices"), **QUICK, **mails.settings()) as item:
        yield item


@pytest.fixture
def come(house: Server) -> Iterator[Come]:
    with ExitStack() as stack:
        yield lambda name="Ana": stack.enter_context(Client(house.url, name))


def sit_together(host: Client, guest: Client) -> str:
    """The code of a game that waits for both."""
    made = host.create("toy", {"rounds": 9}, ["me", "open"])
    guest.claim(made.table.code, made.invites[0].secret)
    wait_until(lambda: host.table(made.table.code).status == "live")
    return made.table.code


def state(client: Client) -> dict[str, Any]:
    result: dict[str, Any] = client.http.get("/api/me/notices").json()
    return result


def refused(client: Client, path: str, body: dict[str, str]) -> str:
    answer = client.http.post(path, json=body)
    assert answer.status_code != 200
    return str(answer.json()["error"])


def play(client: Client, code: str) -> None:
    """Play the first thing that can be played, and go."""
    with client.join(code) as table:
        view = table.wait_for_turn()
        assert view is not None
        table.play(view.seat, view.legal[0].action)


# --- push messages ---------------------------------------------------------------------------


def test_a_push_names_game_and_players_and_is_signed(come: Come, receiver: PushReceiver) -> None:
    ana, ben, browser = come("Ana"), come("Ben"), Browser(receiver)
    browser.subscribe(ana)
    code = sit_together(ana, ben)
    (said,) = browser.wait()
    assert said["title"] == "Your move in Toy" and said["path"] == f"/table/{code}"
    assert said["lines"] == [f"Toy: Ben waits ({code})"]
    (message,) = browser.delivered
    assert message.headers["topic"] == "your-move" and int(message.headers["ttl"]) > 0
    assert b"Ben" not in message.body and len(message.body) % 1024 == 16 + 21 + 65
    named = ana.http.get("/api/me/notices", headers={"host": "localhost"}).json()
    claims = claims_of(message, named["push_key"])
    assert claims["aud"] == receiver.url and 0 < claims["exp"] - time.time() <= 24 * 3600
    assert claims["sub"] == "mailto:table@table.example"


def test_several_games_make_one_notice(tmp_path: Path, receiver: PushReceiver) -> None:
    with (
        serving(tmp_path, **{**QUICK, "notice_delay": 3.0}) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        browser = Browser(receiver)
        codes = {sit_together(ana, ben) for _ in range(3)}
        browser.subscribe(ana)
        (said,) = browser.wait()
        assert said["title"] == "Your move in 3 games" and said["path"] == "/"
        assert {line.split("(")[1].rstrip(")") for line in said["lines"]} == codes


def test_who_is_at_the_table_is_told_when_they_have_left(
    come: Come, receiver: PushReceiver
) -> None:
    ana, ben, browser = come("Ana"), come("Ben"), Browser(receiver)
    browser.subscribe(ana)
    made = ana.create("toy", {"rounds": 9}, ["me", "open"])
    with Line(ana, made.table.code) as line:
        line.until("welcome")
        ben.claim(made.table.code, made.invites[0].secret)
        line.until("view", seat=0)
        time.sleep(2.0)
        assert browser.delivered == []
    browser.wait()


def test_a_move_is_told_once_and_the_next_one_again(come: Come, receiver: PushReceiver) -> None:
    ana, ben, browser = come("Ana"), come("Ben"), Browser(receiver)
    browser.subscribe(ana)
    code = sit_together(ana, ben)
    browser.wait()
    play(ben, code)
    time.sleep(1.5)
    assert len(browser.delivered) == 1, "what another player does is no new move of mine"
    play(ana, code)
    browser.wait(2)


def test_a_game_against_bots_and_one_that_is_over_tell_nothing(
    come: Come, receiver: PushReceiver
) -> None:
    ana, ben, browser = come("Ana"), come("Ben"), Browser(receiver)
    ana.create("toy", {"rounds": 9}, ["me", "bot:random"])
    over = sit_together(ana, ben)
    ana.resign(over, 0)
    browser.subscribe(ana)
    code = sit_together(ana, ben)
    (said,) = browser.wait()
    assert said["lines"] == [f"Toy: Ben waits ({code})"]


def test_there_is_a_pause_between_notices(tmp_path: Path, receiver: PushReceiver) -> None:
    with (
        serving(tmp_path, **{**QUICK, "push_pause": 3.0}) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        browser = Browser(receiver)
        browser.subscribe(ana)
        first = sit_together(ana, ben)
        browser.wait()
        second = sit_together(ana, ben)
        time.sleep(1.5)
        assert len(browser.delivered) == 1
        said = browser.wait(2)[1]
        assert said["lines"] == [f"Toy: Ben waits ({second})"] and first not in str(said)


def test_a_browser_that_is_gone_is_forgotten(come: Come) -> None:
    ana, ben, gone = come("Ana"), come("Ben"), PushReceiver()
    gone.status = 410
    browser = Browser(gone)
    browser.subscribe(ana)
    assert len(state(ana)["browsers"]) == 1
    sit_together(ana, ben)
    wait_until(lambda: state(ana)["browsers"] == [], 20)
    assert len(browser.delivered) == 1
    gone.close()


def test_what_failed_is_tried_again_and_told_once(come: Come) -> None:
    ana, ben, failing = come("Ana"), come("Ben"), PushReceiver()
    failing.status = 503
    browser = Browser(failing)
    browser.subscribe(ana)
    sit_together(ana, ben)
    browser.wait(2)
    failing.status = 201
    count = len(browser.wait(3))
    time.sleep(2.0)
    assert len(browser.delivered) <= count + 1
    failing.close()


def test_retries_come_to_an_end(tmp_path: Path) -> None:
    failing = PushReceiver()
    failing.status = 307
    with (
        serving(tmp_path, **{**QUICK, "notice_retry": 0.01}) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        browser = Browser(failing)
        browser.subscribe(ana)
        sit_together(ana, ben)
        wait_until(lambda: "notice_given_up" in server.log(), 40)
        assert len(browser.delivered) == 8
    failing.close()


def test_a_restart_loses_no_notice_and_keeps_the_key(tmp_path: Path) -> None:
    receiver = PushReceiver()
    server = Server(tmp_path, **{**QUICK, "notice_delay": 2.0})
    try:
        with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
            browser = Browser(receiver)
            browser.subscribe(ana)
            key = ana.http.get("/api/me/notices", headers={"host": "localhost"}).json()["push_key"]
            sit_together(ana, ben)
        server.kill()
        server.start()
        browser.wait()
        claims_of(browser.delivered[0], key)
    finally:
        server.kill()
        receiver.close()


def test_signing_out_ends_the_messages_to_a_browser(come: Come, receiver: PushReceiver) -> None:
    ana, phone, ben = come("Ana"), come("Pilot"), come("Ben")
    phrase = ana.http.post("/api/me/phrase").json()["phrase"]
    phone.http.post("/api/carry", json={"phrase": phrase})
    left, kept = Browser(receiver), Browser(receiver)
    left.subscribe(phone)
    kept.subscribe(ana)
    assert [item["this"] for item in state(ana)["browsers"]] == [False, True]
    phone.http.request("DELETE", "/api/me")
    sit_together(ana, ben)
    kept.wait()
    assert left.delivered == [] and len(state(ana)["browsers"]) == 1


def test_push_is_switched_off_at_once_here_and_elsewhere(
    come: Come, receiver: PushReceiver
) -> None:
    ana, eve = come("Ana"), come("Eve")
    Browser(receiver).subscribe(ana)
    (browser,) = state(ana)["browsers"]
    assert eve.http.request("DELETE", f"/api/me/push/{browser['id']}").status_code == 404
    assert eve.http.request("DELETE", "/api/me/push").status_code == 200
    assert len(state(ana)["browsers"]) == 1, "that was Eve's own browser"
    assert ana.http.request("DELETE", f"/api/me/push/{browser['id']}").status_code == 200
    assert state(ana)["browsers"] == []
    Browser(receiver).subscribe(ana)
    assert ana.http.request("DELETE", "/api/me/push").status_code == 200
    assert state(ana)["browsers"] == []


BAD_SUBSCRIPTIONS = [
    ({"endpoint": "http://push.example/a"}, "https address"),
    ({"endpoint": "https://127.0.0.1/a"}, "public address"),
    ({"endpoint": "https://[::1]/a"}, "public address"),
    ({"endpoint": "https://[::ffff:10.0.0.1]/a"}, "public address"),
    ({"endpoint": "https://169.254.169.254/latest"}, "public address"),
    ({"endpoint": "https://me:secret@push.example/a"}, "https address"),
    ({"endpoint": "file:///etc/passwd"}, "https address"),
    ({"endpoint": "https://push.example/a\r\nX: y"}, "https address"),
    ({"endpoint": "https://[bad/a"}, "https address"),
    ({"endpoint": "https://push.example/" + "a" * 1100}, "cannot be read"),
    ({"p256dh": "AAAA"}, "p256dh of 65 bytes"),
    ({"p256dh": "B" + "A" * 86}, "a point of the curve"),
    ({"auth": "AAAA"}, "auth of 16 bytes"),
    ({"auth": "é" * 22}, "auth of 16 bytes"),
]


def test_what_can_be_no_push_service_is_refused(tmp_path: Path, receiver: PushReceiver) -> None:
    good = {"endpoint": "https://push.example/a"}
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        for wrong, words in BAD_SUBSCRIPTIONS:
            body = Browser(receiver).subscription(**{**good, **wrong})
            assert words in refused(ana, "/api/me/push", body), wrong
        assert state(ana)["browsers"] == []
        assert "reached by a number" in state(ana)["push_off"] and not state(ana)["push_key"]
        answer = ana.http.post("/api/me/push", json=Browser(receiver).subscription(**good))
        assert len(answer.json()["browsers"]) == 1


def test_browsers_of_a_person_are_bounded_by_number_and_pace(
    tmp_path: Path, receiver: PushReceiver
) -> None:
    settings = {**QUICK, "push_browsers": 2, "notices_per_hour": 4.0}
    with (
        serving(tmp_path, **settings) as server,
        Client(server.url, "Ana") as ana,
        ExitStack() as stack,
    ):
        phrase = ana.http.post("/api/me/phrase").json()["phrase"]
        devices = [stack.enter_context(Client(server.url, "Pilot")) for _ in range(3)]
        answers = []
        for device in devices:
            device.http.post("/api/carry", json={"phrase": phrase})
            browser = Browser(receiver)
            answers.append(device.http.post("/api/me/push", json=browser.subscription()))
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        again = devices[0].http.post("/api/me/push", json=Browser(receiver).subscription())
        assert again.status_code == 200 and len(state(ana)["browsers"]) == 2, "in its place"
        last = devices[0].http.post("/api/me/push", json=Browser(receiver).subscription())
        assert last.status_code == 429 and '"what":"notices"' in server.log()


# --- mail ------------------------------------------------------------------------------------


def link_in(mail: EmailMessage, kind: str) -> str:
    """The secret in a link of a mail."""
    result = re.search(rf"https://table\.example/mail#{kind}\.([\w-]{{43}})", text_of(mail))
    assert result is not None, text_of(mail)
    return result[1]


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def mails_to(mails: MailReceiver, address: str, count: int) -> list[EmailMessage]:
    """What an address was sent, once it is so much."""

    def found() -> list[EmailMessage]:
        return [mail for mail in mails.mails if mail["to"] == address]

    wait_until(lambda: len(found()) >= count, 20)
    return found()


def enter(client: Client, address: str) -> None:
    answer = client.http.post("/api/me/email", json={"address": address})
    assert answer.status_code == 200 and answer.json()["email_state"] == "asked", answer.text


def confirmed(client: Client, mails: MailReceiver, address: str) -> None:
    """Enter an address and answer the question that is sent to it."""
    enter(client, address)
    secret = link_in(mails_to(mails, address, 1)[-1], "confirm")
    assert client.http.post(f"/api/mail/{secret}/confirm").status_code == 200
    assert state(client)["email_state"] == "confirmed"


def test_nothing_is_mailed_before_the_address_is_confirmed(come: Come, mails: MailReceiver) -> None:
    ana, ben = come("Ana"), come("Ben")
    enter(ana, "ana@mail.example")
    (question,) = mails_to(mails, "ana@mail.example", 1)
    code = sit_together(ana, ben)
    time.sleep(1.5)
    assert len(mails_to(mails, "ana@mail.example", 1)) == 1
    assert "Ana" not in text_of(question) and "List-Unsubscribe" not in question
    secret = link_in(question, "confirm")
    stranger = come("Eve")
    assert stranger.http.post(f"/api/mail/{secret}/confirm").status_code == 200
    assert stranger.http.post(f"/api/mail/{secret}/confirm").status_code == 404, "once"
    move = mails_to(mails, "ana@mail.example", 2)[1]
    assert move["subject"] == "Your move in Toy" and move["auto-submitted"] == "auto-generated"
    assert f"Toy: Ben waits ({code})" in text_of(move)
    assert f"https://table.example/table/{code}" in text_of(move)


def test_mail_is_stopped_by_one_click_from_a_mail_program(
    house: Server, come: Come, mails: MailReceiver
) -> None:
    zoe, ben = come("Zoe"), come("Ben")
    confirmed(zoe, mails, "zoe@mail.example")
    sit_together(zoe, ben)
    move = mails_to(mails, "zoe@mail.example", 2)[1]
    assert move["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    path = str(move["list-unsubscribe"]).strip("<>").removeprefix("https://table.example")
    assert path == f"/api/mail/{link_in(move, 'off')}/off"
    form = {"List-Unsubscribe": "One-Click"}
    answer = httpx.post(house.url + path, data=form, trust_env=False)
    assert answer.status_code == 200, "no cookie and no Origin"
    assert state(zoe)["email_state"] == "none" and state(zoe)["email"] == ""
    assert httpx.post(house.url + path, data=form, trust_env=False).status_code == 404
    assert path.split("/")[3] not in house.log()


def test_a_new_address_has_to_be_confirmed_and_old_links_end(
    come: Come, mails: MailReceiver
) -> None:
    ana = come("Ana")
    enter(ana, "old@mail.example")
    old = link_in(mails_to(mails, "old@mail.example", 1)[0], "confirm")
    confirmed(ana, mails, "new@mail.example")
    assert ana.http.post(f"/api/mail/{old}/confirm").status_code == 404
    assert state(ana)["email"] == "new@mail.example"
    assert ana.http.request("DELETE", "/api/me/email").status_code == 200
    assert state(ana)["email_state"] == "none"


@pytest.mark.parametrize(
    "address",
    [
        "ana",
        "ana@",
        "@mail.example",
        "ana@localhost",
        "ana@mail.example\r\nBcc: eve@mail.example",
        "ana@mail.example, eve@mail.example",
        '"ana eve"@mail.example',
        "Ana <ana@mail.example>",
        "ana@[127.0.0.1]",
        "añá@mail.example",
        "a" * 65 + "@mail.example",
        "ana..x@mail.example",
    ],
)
def test_what_can_be_no_address_is_refused(come: Come, address: str) -> None:
    ana = come("Ana")
    assert "expected an e-mail address" in refused(ana, "/api/me/email", {"address": address})
    assert state(ana)["email_state"] == "none"


def test_names_and_titles_cannot_add_headers(come: Come, mails: MailReceiver) -> None:
    ana, ben = come("Ana"), come("Ben\nBcc: e@x.example")
    confirmed(ana, mails, "safe@mail.example")
    sit_together(ana, ben)
    move = mails_to(mails, "safe@mail.example", 2)[1]
    assert move["bcc"] is None and "Bcc" not in str(move["subject"])


def test_an_address_that_the_mail_server_refuses_gets_no_more(
    come: Come, mails: MailReceiver
) -> None:
    ana, ben = come("Ana"), come("Ben")
    mails.refused.add("nobody@mail.example")
    enter(ana, "nobody@mail.example")
    wait_until(lambda: state(ana)["email_state"] == "refused", 20)
    confirmed(ana, mails, "moved@mail.example")
    mails.refused.add("moved@mail.example")
    sit_together(ana, ben)
    wait_until(lambda: state(ana)["email_state"] == "refused", 20)


def test_a_mail_server_that_is_away_delays_mail(come: Come, mails: MailReceiver) -> None:
    ana = come("Ana")
    mails.down = True
    try:
        enter(ana, "later@mail.example")
        time.sleep(1.0)
    finally:
        mails.down = False
    mails_to(mails, "later@mail.example", 1)
    assert state(ana)["email_state"] == "asked"


def test_questions_to_strangers_are_bounded(tmp_path: Path, mails: MailReceiver) -> None:
    """By person, by mailbox from whomever, and by address of the network."""
    settings = {**QUICK, **mails.settings(), "notices_per_hour": 3.0, "address_share": 2.0}
    with serving(tmp_path, **settings) as server, ExitStack() as stack:
        people = [stack.enter_context(Client(server.url, f"P{n}")) for n in range(4)]

        def codes(person: Client, *addresses: str) -> list[int]:
            answers = [
                person.http.post("/api/me/email", json={"address": item}) for item in addresses
            ]
            return [answer.status_code for answer in answers]

        assert codes(people[0], *(f"s{n}@mail.example" for n in range(4))) == [200] * 3 + [429]
        assert codes(people[1], "Victim@mail.example", "victim@mail.example") == [200] * 2
        assert codes(people[2], "victim@MAIL.example") == [200]
        assert codes(people[3], "victim@mail.example") == [429]


def test_one_server_sends_so_many_mails_and_no_more(tmp_path: Path) -> None:
    receiver = MailReceiver()
    settings = {**QUICK, **receiver.settings(), "mails_per_hour": 2.0}
    with serving(tmp_path, **settings) as server, ExitStack() as stack:
        for n in range(4):
            enter(stack.enter_context(Client(server.url, f"P{n}")), f"p{n}@mail.example")
        wait_until(lambda: len(receiver.mails) >= 1, 20)
        time.sleep(1.5)
        assert len(receiver.mails) == 1, "the others come later"
    receiver.close()


def test_a_server_without_mail_offers_none(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        assert state(ana)["email_off"] == "This server sends no mail."
        assert "sends no mail" in refused(ana, "/api/me/email", {"address": "a@mail.example"})


# --- what is kept ----------------------------------------------------------------------------


def test_notices_are_exported_joined_and_deleted(
    house: Server, come: Come, receiver: PushReceiver, mails: MailReceiver
) -> None:
    ana, guest, ben = come("Ana"), come("Pilot"), come("Ben")
    browser = Browser(receiver)
    browser.subscribe(guest)
    confirmed(guest, mails, "kept@mail.example")
    code = sit_together(guest, ben)
    browser.wait()
    mails_to(mails, "kept@mail.example", 2)
    phrase = ana.http.post("/api/me/phrase").json()["phrase"]
    assert guest.http.post("/api/carry", json={"phrase": phrase, "join": True}).status_code == 200
    assert state(ana)["email"] == "kept@mail.example" and len(state(ana)["browsers"]) == 1
    time.sleep(1.0)
    assert len(browser.delivered) == 1, "the same move is not told twice"
    export = ana.http.get("/api/me/export").json()
    assert export["email"][0]["address"] == "kept@mail.example" and export["push"][0]["endpoint"]
    assert [item["code"] for item in export["notices"]] == [code] and len(export["deliveries"]) == 2
    secrets = ("salt", "confirm_hash", "off_hash", "auth", "public_key")
    assert not any(word in str(export["email"] + export["push"]) for word in secrets)
    assert "mail.example" not in house.log() and receiver.url not in house.log()
    off = link_in(mails_to(mails, "kept@mail.example", 2)[1], "off")
    assert ana.http.post("/api/me/delete", json={"name": "Ana"}).status_code == 200
    assert httpx.post(f"{house.url}/api/mail/{off}/off", trust_env=False).status_code == 404
