"""Takes the pictures of the README: a real server, a real browser, and games that are always the
same.

python -P builder/pictures.py [GAME …]      (extra `test`; needs chromium)
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from dogfight import Match, load
from dogfight.bots.registry import make_bot
from dogfight.core.decision import Choose, Commit

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
LARGEST = 100_000
"""Bytes of one picture: they travel with every clone."""
BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell")
LAY = """async ([record, players, step]) => {
  const post = async (path, body, type) => {
    const answer = await fetch(path, {method: "POST", headers: {"content-type": type}, body});
    return (await answer.json()).table.code;
  };
  const code = await post("/api/records", record, "text/plain");
  return post(`/api/tables/${code}/continue`, JSON.stringify({step, players}), "application/json");
}"""


class Scene(NamedTuple):
    """A game some way on, and how to look at it."""

    game: str
    options: dict[str, Any]
    decisions: int
    seed: int = 3
    scheme: str = "light"


SCENES = (
    Scene("biplanes", {"p1": "red", "p2": "blue"}, 16),
    Scene("paws", {"players": 2, "teams": 2, "timer": 0}, 12, scheme="dark"),
    Scene("squadrons", {}, 140),
    Scene("starfighters", {"players": 4}, 110, scheme="dark"),
    Scene("boots", {"battle": "crossroads"}, 120),
)


def played(scene: Scene) -> Match:
    """The game after so many decisions of careful players, at the next question to the first
    seat.
    """
    game = load(scene.game)
    table = Match(game, scene.options, seed=scene.seed)
    bots = [make_bot("greedy", seat + 1, game) for seat in range(len(table.seats))]
    count = 0
    while True:
        asked = table.advance()
        if not isinstance(asked, Choose | Commit):
            raise SystemExit(
                f"pictures: {scene.game} is over after {count} decisions; expected"
                f" {scene.decisions}"
            )
        seat = asked.seat if isinstance(asked, Choose) else asked.waiting[0]
        if count >= scene.decisions and seat == 0:
            return table
        table.play(seat, bots[seat].choose(table.view(seat)))
        count += 1


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server of our own; its address."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "dogfight",
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--data-dir",
        str(folder),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        yield line[line.index("http") :].strip().rstrip("/")
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def take(browser: Browser, address: str, scene: Scene, target: Path) -> None:
    """Sit down at the game and photograph the table."""
    table = played(scene)
    scheme: Any = scene.scheme
    size: Any = {"width": 1120, "height": 700}
    page = browser.new_page(
        base_url=address, viewport=size, color_scheme=scheme, reduced_motion="reduce"
    )
    page.goto("/")
    expect(page.locator(".name input")).not_to_have_value("")
    people = len({seat.player for seat in table.seats})
    code = page.evaluate(LAY, [table.record.to_text(), ["me"] * people, len(table.record.moves)])
    page.goto(f"/table/{code}")
    page.wait_for_selector(".handover, [data-action]", state="attached")
    if page.locator(".handover").count():
        page.locator(".handover").get_by_role("button").dispatch_event("pointerdown")
        page.wait_for_selector("[data-action]", state="attached")
    page.wait_for_timeout(2500)  # rings that mark what has changed go out
    for quality in (85, 75, 65, 55, 45):
        page.screenshot(path=target, type="jpeg", quality=quality)
        if target.stat().st_size <= LARGEST:
            break
    page.close()


def find_chromium() -> str | None:
    """The browser of this machine; the headless shell is enough."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def main(games: list[str]) -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit(
            f"pictures: expected one of {', '.join(BROWSERS)} on this machine, found none"
        )
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as kept,
        server(Path(kept)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for scene in (item for item in SCENES if not games or item.game in games):
            target = FOLDER / f"{scene.game}.jpg"
            take(browser, address, scene, target)
            print(target, target.stat().st_size)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
