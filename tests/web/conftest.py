"""A real server process and a real browser for the tests of the browser table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from house import CHROMIUM, UNSEEN, House, Open

expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="module")
def browser(house: House) -> Iterator[Browser]:
    """One for each module: while it is open no test of a coroutine can run in the same process."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=UNSEEN)
        yield browser
        browser.close()


@pytest.fixture
def person(house: House, browser: Browser) -> Iterator[Open]:
    """Opens a page for one more person, with cookies of their own; fails on any error in the page.

    What happened is not played out unless a test asks for a pace.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        touch: bool = False,
        pace: str = "none",
    ) -> Page:
        context = browser.new_context(
            base_url=house.url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            has_touch=touch,
        )
        contexts.append(context)
        context.add_init_script(
            f"localStorage.setItem('dogfight:pace', localStorage.getItem('dogfight:pace') ?? '{pace}')"
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if "Security Policy" in line.text else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
