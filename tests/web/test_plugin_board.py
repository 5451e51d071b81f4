"""A game from outside in a real browser: its drawn board is played by pointer, finger and keys,
and nothing that it draws can do more than be looked at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from audit import serious
from hostile_game import ELSEWHERE, PLACE
from house import House
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect
from seatings import overflow, sit

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "flak_alley" / "flak_alley.py"
HOSTILE_SVG = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"
  onload="globalThis.hacked=1"><script>globalThis.hacked=1</script>
  <style>@import url({ELSEWHERE});</style>
  <image href="{ELSEWHERE}" width="9" height="9" onerror="globalThis.hacked=1" />
  <use href="{ELSEWHERE}" /><a href="javascript:globalThis.hacked=1"><text>click</text></a>
  <foreignObject width="50" height="50"><iframe xmlns="http://www.w3.org/1999/xhtml"
    src="{ELSEWHERE}" srcdoc="&lt;script&gt;parent.hacked=1&lt;/script&gt;" /></foreignObject>
  <g data-place="b2" onclick="globalThis.hacked=1" style="fill:url({ELSEWHERE})">
    <path d="M10 10L90 10L90 90L10 90Z" fill="url({ELSEWHERE})" onmouseover="hacked=1" />
    <animate attributeName="href" to="javascript:hacked=1" /></g></svg>"""
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def plugin_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    hostile = Path(__file__).with_name("hostile_game.py")
    house = House(
        tmp_path_factory.mktemp("plugin"), "--plugin", str(EXAMPLE), "--plugin", str(hostile)
    )
    house.start()
    yield house
    house.stop()


@pytest.fixture
def visit(browser: Browser, plugin_house: House) -> Iterator[Open]:
    """Opens a page of the server with the plug-ins; fails on errors, and on requests to others."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(width: int = 1280, height: int = 800, **more: Any) -> Page:
        context = browser.new_context(
            base_url=plugin_house.url,
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            **more,
        )
        contexts.append(context)
        context.add_init_script("localStorage.setItem('dogfight:animation-speed', 'off')")
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(plugin_house.url) or request.url.startswith("data:")
                else faults.append(request.url)
            ),
        )
        page.goto("/")
        return page

    yield open_page
    hacked = [page.evaluate("globalThis.hacked") for each in contexts for page in each.pages]
    for context in contexts:
        context.close()
    assert not faults and not any(hacked)


def target(page: Page, place: str) -> Any:
    return page.locator(f"g.target[data-place={json.dumps(place)}]")


def test_clicks_on_the_board_play_a_whole_game(visit: Open) -> None:
    page = visit()
    code = sit(page, "flak_alley", {"hull": 1, "shells": 1})
    expect(target(page, "b2")).to_have_attribute("aria-label", "Square b2: fly to b2")
    target(page, "b2").click()
    expect(target(page, "b2")).to_have_attribute("aria-pressed", "true")
    target(page, "b2").click()
    expect(page.locator(".p-log")).to_contain_text("The raider flies to b2.")
    for _ in range(4):
        page.wait_for_selector("g.target, dialog.end")
        if page.locator("dialog.end").count():
            break
        place = page.locator("g.target").first.get_attribute("data-place") or ""
        for _ in range(2):
            target(page, place).click()
        expect(page.locator(".p-log")).to_contain_text(f"The raider flies to {place}.")
    expect(page.locator("dialog.end")).to_be_visible()
    page.goto(f"/review/{code}?step=2&perspective=open")
    expect(page.locator(".stage [data-piece=R1], .stage [data-piece=gun]").first).to_be_visible()
    assert page.locator("g.target").count() == 0, "a review is only looked at"


def test_keys_alone_play_a_move(visit: Open) -> None:
    page = visit()
    sit(page, "flak_alley", {})
    expect(target(page, "b1")).to_be_visible()
    page.locator(".board > svg").focus()
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.getAttribute('data-place')")
    assert focused == "b1"
    page.keyboard.press("ArrowUp")
    expect(target(page, "b2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(target(page, "b2")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator(".p-log")).to_contain_text("The raider flies to b2.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_plays_by_touch_in_both_themes(visit: Open, scheme: str) -> None:
    page = visit(390, 844, color_scheme=scheme, has_touch=True)
    sit(page, "flak_alley", {})
    expect(target(page, "b3")).to_be_visible()
    assert overflow(page) == 0 and serious(page) == []
    fill = page.evaluate(
        "getComputedStyle(document.querySelector('.stage [data-place=a1] path')).fill"
    )
    assert (fill == "rgb(220, 230, 225)") == (scheme == "light"), "the board follows the theme"
    for _ in range(2):
        target(page, "b3").tap()
    expect(page.locator(".stage [data-piece=R1]")).to_have_attribute(
        "transform", "translate(151 61) rotate(90) scale(1.5)"
    )


def test_table_passes_the_audit(visit: Open) -> None:
    page = visit()
    sit(page, "flak_alley", {})
    expect(target(page, "b3")).to_be_visible()
    assert overflow(page) == 0 and serious(page) == []


def test_log_lines_and_hints_are_marked_on_the_board(visit: Open) -> None:
    page = visit()
    sit(page, "flak_alley", {})
    for _ in range(2):
        target(page, "b1").click()
    line = page.locator(".p-log li", has_text="The raider flies to b1.")
    line.hover()
    expect(page.locator(".told circle")).to_have_count(2)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-mark").first).to_be_visible()


def test_lesson_points_at_the_board_and_goes_on(visit: Open) -> None:
    page = visit()
    page.get_by_role("button", name="Flak Alley").click()
    page.get_by_role("button", name="Learn").click()
    expect(page.locator(".pointed .marigold")).to_have_count(1)
    for _ in range(2):
        target(page, "b2").click()
    expect(page.locator(".coach")).to_contain_text("The gun guessed b1.")
    page.goto("/rules/flak_alley")
    expect(page.locator("main")).to_contain_text("Holding fire saves a shell.")


def test_game_without_drawing_keeps_labelled_cards(visit: Open) -> None:
    page = visit()
    sit(page, "goofspiel", {})
    expect(page.locator(".plainboard")).to_contain_text("Prize")


def test_hostile_plug_in_is_only_looked_at(visit: Open, plugin_house: House) -> None:
    page = visit()
    sit(page, "hostile", {}, ["me"])
    expect(target(page, PLACE)).to_be_visible()
    expect(page.locator(".stage text", has_text="<script>")).to_be_visible()
    assert page.locator(".stage script, .stage img, .stage [onload]").count() == 0
    for _ in range(2):
        target(page, PLACE).click()
    expect(page.locator(".plainboard")).to_be_visible()
    log = (plugin_house.folder / "server.log").read_text()
    assert log.count('"board_failed"') == 1 and "no drawing any more" not in log


def test_hostile_svg_on_the_wire_is_only_looked_at(visit: Open) -> None:
    page = visit()

    def forge(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            body = json.loads(message)
            if body["type"] == "view":
                body["board_svg"] = HOSTILE_SVG
            socket.send(json.dumps(body))

        server.on_message(pass_on)

    page.route_web_socket("**/*", forge)
    sit(page, "flak_alley", {})
    expect(target(page, "b2")).to_have_attribute("aria-label", "B2: fly to b2")
    drawn = page.locator(".board > svg > g").first
    tags = drawn.evaluate("(g) => [...new Set([...g.querySelectorAll('*')].map(e => e.localName))]")
    assert set(tags) <= {"g", "path", "text", "title"}
    markup = drawn.inner_html()
    assert not [word for word in ("elsewhere", "hacked", "href", "javascript") if word in markup]
    target(page, "b2").hover()
    target(page, "b2").click()
    expect(target(page, "b2")).to_have_attribute("aria-pressed", "true")
