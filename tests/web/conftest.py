"""A real server process and a real browser for the tests of the browser table."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SETTINGS = """
bot_delay = [0.0, 0.0]
commands_per_second = 1000.0
commands_burst = 1000
connects_per_minute = 100000.0
guests_per_minute = 100000.0
requests_per_second = 10000.0
open_tables = 1000
"""


class House:
    """One `dogfight serve` process that can be stopped and started again with the same games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        (folder / "settings.toml").write_text(SETTINGS)

    def start(self) -> None:
        command = [str(Path(sys.executable).with_name("dogfight")), "serve", "--no-browser", "--port", str(self._port)]
        command += ["--data-dir", str(self.folder / "data"), "--config", str(self.folder / "settings.toml")]
        with (self.folder / "server.log").open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.url = line[line.index("http") :].strip().rstrip("/")
        self._port = int(self.url.rsplit(":", 1)[1])
        for _ in range(100):
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=1):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(20)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="session")
def browser(house: House) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


Open = Callable[..., Page]


@pytest.fixture
def person(house: House, browser: Browser) -> Iterator[Open]:
    """Opens a page for one more person, with cookies of their own; fails on any error in the page."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(path: str = "/", width: int = 1280, height: int = 800, scheme: str = "light") -> Page:
        context = browser.new_context(
            base_url=house.url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
