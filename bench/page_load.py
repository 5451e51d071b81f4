"""How long a person waits for the page: real server, real Chromium, loopback.

    python bench/page_load.py                  home and every game's table, cold and warm cache
    python bench/page_load.py --slow 4         the same with the processor slowed down four times
    python bench/page_load.py --rounds 5       more loads of each

Measured inside the page, from the start of the navigation: *paint* is the browser's first
contentful paint; *ready* is when the first thing that can be acted on stands in the document (at a
table the drawn board, at home the button that starts a game, enabled). *Weight* is what travelled,
headers included, as the browser counts it.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

from house import CHROMIUM, FLAGS, House

TABLES: dict[str, dict[str, Any]] = {
    "biplanes": {},
    "squadrons": {},
    "starfighters": {"players": 3},
    "paws": {"players": 2, "timer": 0},
    "boots": {"battle": "crossroads"},
}
READY_HOME = ".ways .go:enabled"
READY_TABLE = ".board svg"
WATCH = """
(selector) => {
  window.readyAt = null;
  const look = () => {
    if (window.readyAt === null && document.querySelector(selector))
      window.readyAt = performance.now();
  };
  new MutationObserver(look).observe(document, {childList: true, subtree: true, attributes: true});
}
"""
PAINTED = """
() => new Promise((done) => {
  const look = () => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (paint && window.readyAt !== null) done([paint.startTime, window.readyAt]);
    else setTimeout(look, 20);
  };
  look();
})
"""


@dataclass(frozen=True)
class Load:
    """One load of a page, in milliseconds and bytes."""

    paint: float
    ready: float
    weight: int


def measured(page: Page, path: str, ready: str, slow: float) -> Load:
    """Open an address in a page of its own and wait until it can be used."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    if slow > 1:
        wire.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    weights: list[int] = []
    wire.on(
        "Network.loadingFinished", lambda event: weights.append(int(event["encodedDataLength"]))
    )
    page.add_init_script(f"({WATCH})({ready!r})")
    page.goto(path)
    page.wait_for_selector(ready)
    paint, drawn = page.evaluate(PAINTED)
    return Load(float(paint), float(drawn), sum(weights))


def person(browser: Browser, url: str) -> BrowserContext:
    """Somebody new, with an empty cache and a session."""
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800})
    made = context.request.post("/api/me", data={"name": "Pilot"}, headers={"origin": url})
    assert made.ok, made.text()
    return context


def loads(
    browser: Browser, url: str, game: str, rounds: int, slow: float
) -> tuple[list[Load], list[Load]]:
    """Each round is somebody new (cold), who then opens the same address once more (warm)."""
    cold: list[Load] = []
    warm: list[Load] = []
    for _ in range(rounds):
        context = person(browser, url)
        path, ready = "/", READY_HOME
        if game:
            body = {"game": game, "options": TABLES[game], "time_limit_s": 0, "open": False}
            body["players"] = ["me", *["bot:random"] * (int(TABLES[game].get("players", 2)) - 1)]
            made = context.request.post("/api/tables", data=body, headers={"origin": url})
            assert made.ok, made.text()
            path, ready = f"/table/{made.json()['table']['code']}", READY_TABLE
        for result in (cold, warm):
            page = context.new_page()
            result.append(measured(page, path, ready, slow))
            page.close()
        context.close()
    return cold, warm


def row(name: str, cold: list[Load], warm: list[Load]) -> str:
    def mid(loads: list[Load], what: str) -> str:
        return f"{statistics.median(getattr(load, what) for load in loads):.0f}"

    kilobytes = [
        f"{statistics.median(load.weight for load in loads) / 1024:.1f}" for loads in (cold, warm)
    ]
    cells = [mid(cold, "paint"), mid(cold, "ready"), mid(warm, "paint"), mid(warm, "ready")]
    return f"| {name} | {' | '.join(cells)} | {kilobytes[0]} KB | {kilobytes[1]} KB |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="loads of each page (median is told)")
    parser.add_argument(
        "--slow", type=float, default=1.0, help="how many times slower the processor is made"
    )
    supplied = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("expected chromium on this machine, found none")
    version = subprocess.run(
        [CHROMIUM, "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()
    print(f"{version}, {supplied.rounds} rounds, processor slowed {supplied.slow:g} times")
    print(
        "| page | cold paint | cold ready | warm paint | warm ready | cold weight | warm weight |"
    )
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for game in ("", *TABLES):
                print(
                    row(
                        game or "home",
                        *loads(browser, house.url, game, supplied.rounds, supplied.slow),
                    ),
                    flush=True,
                )
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main()
