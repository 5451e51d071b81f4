"""Two games that differ in what another player keeps secret: the notices are the same."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from harness import serving, set_clock, wait_until
from receivers import Browser, MailReceiver, PushReceiver

from dogfight.client import Client

pytestmark = pytest.mark.usefixtures("same_nonces")


def told_while_away(folder: Path, card: int) -> list[Any]:
    """What Ana is sent by push and mail after Ben has sealed a card of his choice."""
    folder.mkdir()
    clock = folder / "clock"
    set_clock(clock, 0)
    twin = {"salt": "", "draws": {}, "clock": str(clock)}
    receiver, mails = PushReceiver(), MailReceiver()
    settings = {**mails.settings(), "push_private": True, "notice_delay": 1.0}
    try:
        with (
            serving(folder, twin=twin, email_delay=1.0, **settings) as server,
            Client(server.url, "Ana") as ana,
            Client(server.url, "Ben") as ben,
        ):
            browser = Browser(receiver, "browser")
            browser.subscribe(ana)
            ana.http.post("/api/me/email", json={"address": "ana@mail.example"})
            wait_until(lambda: mails.mails, 20)
            asked = str(mails.mails[0].get_content())
            secret = asked.partition("#confirm.")[2][:43]
            assert ana.http.post(f"/api/mail/{secret}/confirm").status_code == 200
            made = ana.create("toy", {"rounds": 9}, ["me", "open"], time_limit_s=86400)
            code = made.table.code
            ben.claim(code, made.invites[0].secret)
            wait_until(lambda: ben.table(code).status == "live")
            with ben.join(code) as table:
                view = table.wait_for_turn()
                assert view is not None
                table.play(view.seat, view.legal[card].action)
            time.sleep(1.0)
            set_clock(clock, 60)
            (said,) = browser.wait()
            wait_until(lambda: len(mails.mails) == 2, 20)
            assert said["until"] is not None and code in said["lines"][0]
            mail = mails.mails[1]
            text = str(mail.get_content()).partition("--")[0]
            (message,) = browser.delivered
            sizes = len(message.body), {name: message.headers[name] for name in ("topic", "ttl")}
            return [said, sizes, str(mail["subject"]), text]
    finally:
        receiver.close()
        mails.close()


def test_the_card_of_another_player_changes_no_word(tmp_path: Path) -> None:
    item = told_while_away(tmp_path / "one", 0)
    pair = told_while_away(tmp_path / "two", 1)
    assert item == pair
