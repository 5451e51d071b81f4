"""Being told of a move while away, in real browsers: the page *You*, the worker, links in mails.

The browser without windows grants no page leave to notify, and there is nobody to click: what it
does with a notification, and opening a window, are noted in their place.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from audit import serious
from geometry import SIZES
from house import House, Open
from playwright.sync_api import Page, Worker, expect
from seatings import overflow

sys.path.append(str(Path(__file__).parents[1] / "server"))
from receivers import (  # type: ignore[import-not-found]
    Browser,
    MailReceiver,
    PushReceiver,
)

AWAY = "Your move, when you are away"
NOTED = """() => {
  self.shown = []; self.opened = []; self.asked = [];
  registration.showNotification = async (title, options) => void shown.push({title, ...options});
  clients.openWindow = async (url) => void opened.push(url);
  const real = self.fetch;
  self.fetch = (path, options) => {
    asked.push([options?.method ?? "GET", String(path)]);
    return real(path, options);
  };
}"""
CLICK = """async ([path, action]) => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = {data: {path}, close: () => void (self.closed = true)};
  event.action = action;
  dispatchEvent(event);
}"""


@pytest.fixture(scope="module")
def mails() -> Iterator[MailReceiver]:
    item = MailReceiver()
    yield item
    item.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, mails: MailReceiver) -> Iterator[House]:
    """A server with mail, known by a public name."""
    house = House(tmp_path_factory.mktemp("notices"))
    values = {**mails.settings(), "push_private": True, "notice_delay": 0.3, "email_delay": 0.3}
    with (house.folder / "settings.toml").open("a") as file:
        file.writelines(f"{name} = {json.dumps(value)}\n" for name, value in values.items())
    house.start()
    yield house
    house.stop()


def by_name(page: Page) -> str:
    """The address of the server under a name, as push messages need it."""
    scheme, _, place = page.url.partition("://")
    return f"{scheme}://{place.split('/')[0].replace('127.0.0.1', 'localhost')}"


def worker_of(page: Page) -> tuple[Worker, Any]:
    """The worker of a page, and what delivers push messages to it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    workers = page.context.service_workers
    (worker,) = [item for item in workers if item.url.startswith(by_name(page))]
    worker.evaluate(NOTED)
    registrations: list[dict[str, Any]] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            item for item in event["registrations"] if item["scopeURL"].startswith(by_name(page))
        ),
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(50)

    def deliver(text: str) -> None:
        registration = registrations[-1]["registrationId"]
        place = {"origin": by_name(page), "registrationId": registration}
        devtools.send("ServiceWorker.deliverPushMessage", {**place, "data": text})

    return worker, deliver


def noted(worker: Worker, name: str, count: int) -> list[Any]:
    """What a worker has done, once it is so much."""
    result: list[Any] = worker.evaluate(
        f"async () => {{ for (let n = 0; n < 200 && {name}.length < {count}; n++)"
        f" await new Promise((go) => setTimeout(go, 50)); return {name}; }}"
    )
    assert len(result) == count, result
    return result


def test_a_push_message_is_shown_and_a_click_opens_the_table(person: Open) -> None:
    page = person()
    page.goto(f"{by_name(page)}/you")
    worker, deliver = worker_of(page)
    body = {"title": "Your move in Toy", "lines": ["Toy: Ben waits (LARK-2222)"], "until": None}
    deliver(json.dumps({**body, "path": "/table/LARK-2222"}))
    (shown,) = noted(worker, "shown", 1)
    assert shown["title"] == "Your move in Toy" and shown["body"] == "Toy: Ben waits (LARK-2222)"
    assert shown["tag"] == "your-move" and shown["data"] == {"path": "/table/LARK-2222"}
    worker.evaluate(CLICK, [shown["data"]["path"], ""])
    assert noted(worker, "opened", 1) == [f"{by_name(page)}/table/LARK-2222"]
    assert worker.evaluate("closed")
    deliver(json.dumps({**body, "until": 1_800_000_000_000}))
    assert noted(worker, "shown", 2)[1]["body"].split("\n")[1].startswith("Until ")
    deliver("no JSON")
    assert noted(worker, "shown", 3)[2]["title"] == "Your move"


def test_a_notice_leads_nowhere_else_and_can_be_switched_off(person: Open) -> None:
    page = person()
    page.goto(f"{by_name(page)}/you")
    expect(page.get_by_role("button", name="Send them to this browser")).to_be_visible()
    receiver = PushReceiver()
    body = Browser(receiver).subscription()
    headers = {"origin": by_name(page)}
    answer = page.request.post(f"{by_name(page)}/api/me/push", data=body, headers=headers)
    assert answer.status == 200, answer.text()
    worker, _ = worker_of(page)
    worker.evaluate(CLICK, ["https://evil.example/", ""])
    worker.evaluate(CLICK, ["/games", "off"])
    assert noted(worker, "asked", 1) == [["DELETE", "/api/me/push"]]
    assert worker.evaluate("opened") == []
    page.reload()
    expect(page.get_by_role("region", name=AWAY)).to_contain_text("Push messages")
    expect(page.get_by_role("button", name="Switch off")).to_have_count(0)
    receiver.close()


def test_page_lists_browsers_and_switches_them_off(person: Open) -> None:
    page = person()
    page.goto(f"{by_name(page)}/you")
    expect(page.get_by_role("button", name="Send them to this browser")).to_be_visible()
    receiver = PushReceiver()
    body = Browser(receiver).subscription()
    page.request.post(f"{by_name(page)}/api/me/push", data=body, headers={"origin": by_name(page)})
    page.reload()
    off = page.get_by_role("button", name=re.compile("Switch off: .*this one"))
    expect(off).to_be_visible()
    expect(page.get_by_role("button", name="Send them to this browser")).to_have_count(0)
    off.click()
    expect(off).to_have_count(0)
    page.get_by_role("button", name="Send them to this browser").click()
    expect(page.get_by_role("region", name=AWAY).get_by_role("alert")).to_contain_text("browser")
    receiver.close()


def test_a_page_without_a_name_says_why_push_is_off(person: Open) -> None:
    page = person("/you")
    expect(page.get_by_role("region", name=AWAY)).to_contain_text("reached by a number")
    expect(page.get_by_role("button", name="Send them to this browser")).to_have_count(0)


def test_mail_is_confirmed_and_stopped_by_links(person: Open, mails: MailReceiver) -> None:
    page = person("/you")
    page.get_by_text("Tell me by mail").click()
    page.get_by_label("E-mail address").fill("ana@mail.example")
    page.get_by_role("button", name="Send the question").click()
    status = page.get_by_role("region", name=AWAY).get_by_role("status")
    expect(status).to_contain_text("ana@mail.example was sent a question")
    while not mails.mails:
        page.wait_for_timeout(100)
    result = re.search(r"https://table\.example(/mail#\S+)", str(mails.mails[0].get_content()))
    assert result is not None
    other = person(result[1])
    expect(other.get_by_role("status")).to_contain_text("Do you want a mail")
    other.get_by_role("button", name="Yes, send me mail").click()
    expect(other.get_by_role("status")).to_contain_text("You will be told by mail")
    page.reload()
    expect(status).to_contain_text("gets a mail when it is your move")
    page.get_by_role("button", name="No mail, and forget the address").click()
    expect(status).to_have_count(0)
    other.goto("/mail#off.nothing")
    other.get_by_role("button", name="Stop the mails").click()
    expect(other.get_by_role("alert")).to_contain_text("No more mail is sent to you")


def test_deadlines_say_whose_they_are(person: Open) -> None:
    page = person()
    body = {"game": "squadrons", "players": ["me", "me"], "time_limit_s": 86400}
    headers = {"origin": page.url.rstrip("/")}
    expect(page.get_by_label("Your name at the table")).not_to_have_value("")
    answer = page.request.post("/api/tables", data=body, headers=headers)
    code = answer.json()["table"]["code"]
    page.goto("/")
    expect(page.get_by_role("list", name="Your tables")).to_contain_text("your move · until")
    page.goto("/you")
    line = page.get_by_role("region", name="Deadlines").get_by_role("listitem")
    expect(line).to_contain_text("your move")
    expect(line.get_by_role("link")).to_have_attribute("href", f"/table/{code}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_pages_of_notices_pass_axe(person: Open, size: tuple[int, int], scheme: str) -> None:
    page = person("/you", *size, scheme=scheme)
    page.get_by_text("Tell me by mail").click()
    page.get_by_label("E-mail address").fill(f"{'a' * 60}@a-long-name-of-a-mail-server.example")
    page.get_by_role("button", name="Send the question").click()
    expect(page.get_by_role("region", name=AWAY).get_by_role("status")).to_be_visible()
    assert serious(page) == [] and overflow(page) == 0
    page.goto("/mail#confirm.nothing")
    expect(page.get_by_role("button", name="Yes, send me mail")).to_be_visible()
    assert serious(page) == [] and overflow(page) == 0
