"""Pictures of boards in a real browser: with real fonts, everything stays on the sheet and the
words can be read.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import dogfight
from dogfight.boards import board_svg
from dogfight.testing.checks import sampled

OUTSIDE = """() => {
  const sheet = document.querySelector("svg").getBoundingClientRect();
  return [...document.querySelectorAll("path, text")]
    .map((one) => [one.textContent || one.getAttribute("d"), one.getBoundingClientRect()])
    .filter(([, at]) => at.left < sheet.left - 1 || at.top < sheet.top - 1
      || at.right > sheet.right + 1 || at.bottom > sheet.bottom + 1)
    .map(([what]) => what);
}"""


@pytest.fixture
def sheet(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 2200, "height": 1600}) as context:
        yield context.new_page()


@pytest.mark.parametrize("name", dogfight.names())
def test_a_board_stays_on_its_sheet(sheet: Page, name: str) -> None:
    game = dogfight.load(name)
    for options in game.samples()[:3]:
        positions = [position for position, _, _ in sampled(game, options, seed=4)]
        for position in (positions[0], positions[len(positions) // 2]):
            sheet.set_content(
                f"<body style='margin:20px'>{board_svg(game, game.view(position, 0))}</body>"
            )
            assert sheet.evaluate(OUTSIDE) == []
