"""What people do at the browser table, in a few verbs."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

import dogfight
from dogfight.core.decision import Choose, Commit
from dogfight.core.view import View
from dogfight.match.match import Match

READY = re.compile(r"^\s*Ready")
"""The button that says ready, and not the one that says not ready."""

TITLES = {
    "biplanes": "Biplanes",
    "squadrons": "Squadrons",
    "starfighters": "Starfighters",
    "paws": "Jaws vs Paws",
    "boots": "Combat Boots",
    "goofspiel": "Goofspiel",
}

DRIVE = """
async ([seconds, hurry]) => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const stop = Date.now() + seconds * 1000;
  let played = 0;
  while (Date.now() < stop) {
    if (document.querySelector("dialog.end")) return played;
    const all = [...document.querySelectorAll("[data-action]")];
    const quick = all.find((one) => hurry.includes(one.textContent.replace(/^\\d/, "").trim()));
    const one = quick && Math.random() < 0.4 ? quick : all[Math.floor(Math.random() * all.length)];
    if (!one) { await pause(10); continue; }
    one.click();
    await pause(0);
    if (one.isConnected && one.getAttribute("aria-pressed") === "true") {
      one.click();
      played += 1;
    }
    const busy = () => document.body.contains(one) && document.querySelector(".btn.go:disabled");
    for (let n = 0; n < 100 && busy(); n++) await pause(5);
    await pause(5);
  }
  return -1;
}
"""
LAST_MOVES = 12
HURRY = ["Readyready", "Done with discardingdone", "Donedone", "Stop herestop"]


def lay(
    page: Page,
    game: str,
    options: dict[str, Any] | None = None,
    players: list[str] | None = None,
    **more: Any,
) -> str:
    """Lay a table through the API with this page's own session; gives its code."""
    expect(page.locator(".name input")).not_to_have_value("")
    body = {
        "game": game,
        "options": options or {},
        "players": players or ["me", "bot:random"],
        "time_limit_s": 0,
        "open": False,
        **more,
    }
    made = page.evaluate(
        """async (body) => {
          const headers = {"content-type": "application/json"};
          const request = {method: "POST", headers, body: JSON.stringify(body)};
          const answer = await fetch("/api/tables", request);
          return await answer.json();
        }""",
        body,
    )
    assert "table" in made, made
    code = made["table"]["code"]
    assert isinstance(code, str)
    return code


def sit(
    page: Page,
    game: str,
    options: dict[str, Any] | None = None,
    players: list[str] | None = None,
    **more: Any,
) -> str:
    """Lay a table and go to it."""
    code = lay(page, game, options, players, **more)
    turn_to_table(page, code)
    page.wait_for_selector(".board")
    return code


def found(game: str, options: dict[str, Any], accept: Callable[[View[Any]], bool]) -> Match:
    """A game of chance that has come to a question like this one; always the same."""
    for seed in range(50):
        dice = random.Random(seed)
        table = Match(dogfight.load(game), options, seed=seed)
        for _ in range(400):
            decision = table.advance()
            if not isinstance(decision, Choose | Commit):
                break
            seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
            view = table.view(seat)
            if accept(view):
                return table
            table.play(seat, dice.choice(view.legal).action)
    raise AssertionError("no such question comes up")


def sit_at(
    page: Page, game: str, options: dict[str, Any], accept: Callable[[View[Any]], bool]
) -> View[Any]:
    """Sit in all seats of a table that stands at a question like this; gives the view of the
    seat that is asked.
    """
    table = found(game, options, accept)
    play_on(page, table)
    decision = table.decision()
    return table.view(decision.seat if isinstance(decision, Choose) else 0)


def play_on(page: Page, table: Match) -> None:
    """Sit in all seats of a table that stands where this one does."""
    seats = len({seat.player for seat in table.seats})
    expect(page.locator(".name input")).not_to_have_value("")
    record_on(page, table.record.to_text(), ["me"] * seats, len(table.record.moves))


def record_on(page: Page, record: str, players: list[str], step: int) -> None:
    """Go to a new table that goes on after so many moves of a record."""
    code = page.evaluate(
        """async ([record, players, step]) => {
          const post = async (path, body, type) => {
            const headers = {"content-type": type};
            const answer = await fetch(path, {method: "POST", headers, body});
            const told = await answer.json();
            if (!told.table) throw new Error(told.error);
            return told.table.code;
          };
          const code = await post("/api/records", record, "text/plain");
          const body = JSON.stringify({step, players});
          return post(`/api/tables/${code}/continue`, body, "application/json");
        }""",
        [record, players, step],
    )
    turn_to_table(page, code)
    page.wait_for_selector(".handover, [data-action]", state="attached")
    if page.locator(".handover").count():
        lift_the_cover(page)


def turn_to_table(page: Page, code: str) -> None:
    """Go to a table as a link does: without loading the page again."""
    page.evaluate(
        "(to) => { history.pushState(null, '', to); dispatchEvent(new"
        " PopStateEvent('popstate')); }",
        f"/table/{code}",
    )
    page.wait_for_selector(f".bar:has-text('{code}')", state="attached")


@cache
def _fullest(game: str, options: str, games: int, moves: int) -> list[tuple[str, str, int]]:
    fullest: dict[tuple[str | None, str], tuple[int, str, str, int]] = {}
    for seed in range(games):
        dice = random.Random(seed)
        table = Match(dogfight.load(game), json.loads(options), seed=seed)
        for _ in range(moves):
            decision = table.advance()
            if not isinstance(decision, Choose | Commit):
                break
            seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
            view = table.view(seat)
            keys = {(entry.kind, view.prompt.rule) for entry in view.legal}
            fuller = [
                key for key in keys if key not in fullest or len(view.legal) > fullest[key][0]
            ]
            if fuller:
                here = (
                    len(view.legal),
                    view.prompt.text,
                    table.record.to_text(),
                    len(table.record.moves),
                )
                fullest.update(dict.fromkeys(fuller, here))
            table.play(seat, dice.choice(view.legal).action)
    return [
        (words, record, step)
        for words, record, step in {item[1:]: None for item in fullest.values()}
    ]


def every_question(
    game: str, options: dict[str, Any], games: int = 2, moves: int = 300
) -> list[tuple[str, str, int]]:
    """Moments of games of chance that together ask for every kind of action by every rule.

    Each is what is asked, the record, and how many of its moves.
    """
    return _fullest(game, json.dumps(options), games, moves)


def open_options(page: Page) -> None:
    """Unfold what most people leave as it is when they start a game."""
    page.locator(".fold summary").click()


def play_out(page: Page, seconds: int = 60) -> int:
    """Play by the list of actions, at random, until the end; gives how many were played."""
    played = page.evaluate(DRIVE, [seconds, HURRY])
    assert isinstance(played, int)
    assert played >= 0, f"not over after {seconds} s: {page.inner_text('.dock')}"
    expect(page.locator("dialog.end")).to_be_visible()
    return played


def play_an_end(page: Page, game: str, options: dict[str, Any] | None = None) -> str:
    """Play the last moves of a game of chance against bots; gives the code of the table, which has
    the whole game.

    It goes on at a choice of the person's: bots alone might end the game before anybody is asked.
    """
    dice = random.Random(1)
    table = Match(dogfight.load(game), options or {}, seed=1)
    asked = []
    while isinstance(decision := table.advance(), Choose | Commit):
        seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
        legal = table.view(seat).legal
        if table.seats[seat].player == 0 and len(legal) > 1:
            asked.append(len(table.record.moves))
        table.play(seat, dice.choice(legal).action)
    bots = ["bot:random"] * (len({item.player for item in table.seats}) - 1)
    expect(page.locator(".name input")).not_to_have_value("")
    last = max(step for step in asked if step <= len(table.record.moves) - LAST_MOVES)
    record_on(page, table.record.to_text(), ["me", *bots], last)
    play_out(page)
    return page.url.rsplit("/", 1)[1]


def play_first(page: Page) -> None:
    """Choose the first action of the list, carry it out, and wait until something else is asked."""
    answered(page, send_first(page))


def send_first(page: Page) -> str | None:
    """Choose the first action of the list and send it; gives the question that it answers."""
    asked = page.locator(".app").get_attribute("data-asked")
    first = page.locator("[data-action]").first
    if first.get_attribute("aria-pressed") != "true":
        first.click()
        expect(first).to_have_attribute("aria-pressed", "true")
    page.locator(".btn.go").first.click()
    return asked


def answered(page: Page, asked: str | None) -> None:
    """Wait until something else is asked."""
    expect(page.locator(f".app:not([data-asked='{asked}'])")).to_be_visible()


def play_until(page: Page, words: str, most: int = 60) -> None:
    """Play the first action of each question until the prompt says this."""
    expected = page.locator("#prompt", has_text=words)
    for _ in range(most):
        expect(expected.or_(page.locator("[data-action]").first).first).to_be_visible()
        if expected.count():
            return
        play_first(page)
    raise AssertionError(f"never asked {words!r}: {page.inner_text('#prompt')}")


def look_out(page: Page, selector: str) -> None:
    """From now on notice when something stands in the page, be it for a moment only; see
    `noticed`.
    """
    page.evaluate(
        """(selector) => {
          window.noticed = new Promise((done) => {
            const look = () => document.querySelector(selector) && done(true);
            const changes = {childList: true, subtree: true, attributes: true};
            new MutationObserver(look).observe(document, changes);
            look();
          });
        }""",
        selector,
    )


def noticed(page: Page) -> None:
    """Wait until what `look_out` asked for was there."""
    assert page.evaluate("() => window.noticed")


def take_the_device(page: Page, code: str) -> None:
    """Go to a hot seat with secrets, and hold its cover open."""
    page.goto(f"/table/{code}")
    lift_the_cover(page)


def lift_the_cover(page: Page) -> None:
    cover = page.locator(".handover")
    cover.get_by_role("button").dispatch_event("pointerdown")
    expect(cover).to_have_count(0)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    result = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert isinstance(result, int)
    return result


def all_ready(*pages: Page) -> None:
    """Everybody in a room says that they are ready."""
    for page in pages:
        page.get_by_role("button", name="Ready", exact=True).click()


def invited(host: Page, guest: Page) -> None:
    """Both sit at a table of Squadrons."""
    host.locator(".gcard:has-text('Squadrons')").click()
    host.get_by_role("button", name="Invite friends").click()
    guest.goto(host.locator("input.invite").input_value())
    guest.get_by_role("button", name="Sit as").click()
    all_ready(host, guest)
    expect(host.locator(".board")).to_be_visible()
    expect(guest.locator(".board")).to_be_visible()


def mover(first: Page, second: Page) -> tuple[Page, Page]:
    """Whoever is to move, and the other; a draw decides who begins."""
    for _ in range(150):
        for here, there in ((first, second), (second, first)):
            if here.locator("[data-action]").count() > 0:
                return here, there
        first.wait_for_timeout(100)
    raise AssertionError("nobody is to move")


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """By mouse: press, move in a few steps, let go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 14, start[1] - 14)
    page.mouse.move(*goal, steps=4)
    page.mouse.up()


def carry_by_finger(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """By touch, as the browser itself reports it."""
    touch = page.context.new_cdp_session(page)

    def send(kind: str, at: tuple[float, float] | None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", start)
    send("touchMove", (start[0], start[1] - 16))
    send("touchMove", ((start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2))
    send("touchMove", goal)
    send("touchEnd", None)
