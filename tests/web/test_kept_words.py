"""Small things that the table promises: no clock for newcomers, all of how to win, a board and
curves that stay.
"""

from __future__ import annotations

from typing import Any

import pytest
from house import Open
from playwright.sync_api import Page, expect
from seatings import play_first, sit, sit_at

PLACES = """
() => Object.fromEntries([...document.querySelectorAll(".board text")]
  .filter((one) => /^[RG]\\d$/.test(one.textContent))
  .map((one) => [one.textContent, Math.round(one.getBoundingClientRect().y)]))
"""


def resign(page: Page, code: str) -> None:
    """Give up through the API, as the menu does."""
    answer = page.evaluate(
        """async (code) => {
          const headers = {"content-type": "application/json"};
          const body = JSON.stringify({player: 0});
          const path = `/api/tables/${code}/resign`;
          return (await fetch(path, {method: "POST", headers, body})).status;
        }""",
        code,
    )
    assert answer == 200


def timer(page: Page) -> Any:
    """The timer of the table that the page shows."""
    return page.evaluate("""async () => {
          const answer = await fetch("/api/tables/" + location.pathname.split("/").pop());
          return (await answer.json()).options.timer;
        }""")


@pytest.mark.parametrize("games", [0, 1])
def test_the_first_game_of_a_newcomer_has_no_clock(person: Open, games: int) -> None:
    page = person()
    before = [
        {
            "code": "AAAA-01",
            "game": "boots",
            "title": "x",
            "at": 1,
            "outcome": "won",
            "against": "x",
        }
    ][:games]
    page.evaluate(
        "(games) => localStorage.setItem('dogfight:games', JSON.stringify(games))", before
    )
    page.reload()
    page.get_by_role("button", name="Jaws vs Paws").click()
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator(".board svg").first).to_be_visible()
    assert timer(page) == (20 if games else 0)


def test_victory_text_includes_the_otherwise_line(person: Open) -> None:
    page = person()
    sit(page, "boots", {"battle": "crossroads"})
    expect(page.locator(".piles", has_text="To win")).to_contain_text("Otherwise: German wins.")


def test_squadrons_board_orientation_is_equal_for_every_viewer(person: Open) -> None:
    page = person()
    code = sit(page, "squadrons", {}, ["me", "bot:random"])
    page.wait_for_selector("[data-action]")
    rows = page.evaluate(PLACES)
    assert rows["R1"] < rows["G1"], "Red begins in the north, the top of the board for Red too"
    resign(page, code)
    for eye in ("0", "1", "open", "watcher"):
        page.goto(f"/review/{code}?step=1&perspective={eye}")
        page.wait_for_selector(".board text")
        seen = page.evaluate(PLACES)
        assert seen["R1"] < seen["G1"], eye


def test_the_curves_of_a_review_have_colours_of_their_own(person: Open) -> None:
    page = person()
    code = sit(page, "paws", {"players": 2, "timer": 0}, ["me", "bot:random"])
    for _ in range(2):
        play_first(page)
    resign(page, code)
    page.goto(f"/review/{code}")
    lines = page.locator(".scrub polyline")
    expect(lines).to_have_count(2)
    colours = lines.evaluate_all("(all) => all.map((one) => getComputedStyle(one).stroke)")
    assert len(set(colours)) == 2, colours


def test_declared_cards_lie_face_down_at_ships_until_revealed(person: Open) -> None:
    page = person()
    expect(page.locator(".name input")).not_to_have_value("")
    sit_at(page, "starfighters", {"players": 3}, lambda view: view.board.phase == "move")
    backs = page.locator(".board .declared-back")
    expect(backs).to_have_count(2)  # the third ship may be turned now: nothing lies over its rim
    page.goto("/")
    sit_at(
        page,
        "starfighters",
        {"players": 3},
        lambda view: any(ship.face_up for ship in view.board.ships),
    )
    expect(backs).to_have_count(0)
