"""Boards in the browser follow the data: another ring, another grid, another map, more hull,
sections and terrain.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import House
from playwright.sync_api import Browser, Page, expect
from seatings import sit

OUTSIDE = """() => {
  const svg = document.querySelector(".board svg");
  const box = svg.viewBox.baseVal;
  const frame = svg.getScreenCTM().inverse();
  return [...svg.querySelectorAll("circle, polygon, text, rect")]
    .filter((one) => !one.closest("clipPath, mask, pattern, defs"))
    .map((one) => {
      const at = one.getBoundingClientRect();
      const spot = new DOMPoint(at.x + at.width / 2, at.y + at.height / 2).matrixTransform(frame);
      return [one.outerHTML.slice(0, 90), spot.x, spot.y];
    })
    .filter(([, x, y]) => x < box.x - 2 || y < box.y - 2
      || x > box.x + box.width + 2 || y > box.y + box.height + 2)
    .map(([what]) => what);
}"""
PLAY = """async (times) => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  for (let n = 0; n < 2000 && times > 0; n++) {
    const one = document.querySelector("[data-action]");
    if (one) { one.click(); await pause(0); if (one.isConnected) one.click(); times--; }
    await pause(20);
  }
  return times;
}"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    plugin = Path(__file__).with_name("changed_games.py")
    house = House(tmp_path_factory.mktemp("changed"), "--plugin", str(plugin))
    house.start()
    yield house
    house.stop()


@pytest.fixture
def page(browser: Browser, changed: House) -> Iterator[Page]:
    context = browser.new_context(
        base_url=changed.url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    faults: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/")
    yield page
    context.close()
    assert not faults


TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("biplanes", {"p1": "orange", "p2": "red"}, 2),
    ("squadrons", {}, 2),
    ("starfighters", {"players": 3}, 3),
    ("paws", {"players": 2, "timer": 0}, 2),
    ("boots", {"battle": "vineyard"}, 2),
]


@pytest.mark.parametrize(("game", "options", "players"), TABLES, ids=[table[0] for table in TABLES])
def test_a_changed_board_is_drawn_and_played(
    page: Page, game: str, options: dict[str, Any], players: int
) -> None:
    sit(page, game, options, ["me", *["bot:random"] * (players - 1)])
    expect(page.locator(".board svg")).to_be_visible()
    page.wait_for_selector("[data-action]", state="attached")
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(PLAY, 3) == 0
    assert page.evaluate(OUTSIDE) == []


def test_changed_boards_show_their_new_data(page: Page) -> None:
    sit(page, "starfighters", {"players": 3}, ["me", "bot:random", "bot:random"])
    expect(page.locator(".facts, .hull").first).to_contain_text("■■■")
    expect(page.locator(".board svg polygon").first).to_be_visible()
    assert page.locator(".board svg").get_attribute("viewBox") != "0 0 720 660"
    page.goto("/")
    sit(page, "biplanes", {"p1": "orange", "p2": "red"})
    expect(page.locator(".board svg")).to_contain_text("EXIT")
    assert page.locator(".board svg").get_attribute("viewBox") == "0 0 900 540"
    page.goto("/")
    sit(page, "boots", {"battle": "vineyard"})
    assert page.locator(".board .unknown-terrain").count() > 0
