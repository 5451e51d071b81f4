"""A real server process and a real browser for the tests of the browser table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
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


class OneBrowser:
    """A browser that is started when a test needs it, and stays open for those that follow."""

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._browser: Browser | None = None

    def __call__(self) -> Browser:
        if self._browser is None:
            playwright = self._opened.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=CHROMIUM, args=UNSEEN)
            self._opened.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._opened.close()


one_browser = OneBrowser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """The browser is closed before any other test: while it is open none of a coroutine can run
    in the same process.
    """
    if nextitem is None or not nextitem.path.is_relative_to(Path(__file__).parent):
        one_browser.close()


@pytest.fixture
def browser(house: House) -> Browser:
    return one_browser()


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
        speed: str = "off",
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
            "localStorage.setItem('dogfight:animation-speed',"
            f" localStorage.getItem('dogfight:animation-speed') ?? '{speed}')"
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda line: faults.append(line.text) if "Security Policy" in line.text else None,
        )
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
