"""A second sentence tells newcomers what a choice means, whole at every size, until they know
the game.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from geometry import PHONES, SIZES
from house import Open
from playwright.sync_api import Page, expect
from seatings import every_question, record_on, sit

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("biplanes", {"p1": "brown", "p2": "white", "starts": "choose"}, 2),
    ("squadrons", {}, 2),
    ("starfighters", {"players": 3}, 3),
    ("paws", {"players": 2, "timer": 0}, 2),
    ("boots", {"battle": "crossroads"}, 2),
]
SHOWN = """
async () => {
  await new Promise((drawn) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 0))));
  const whole = (one) =>
    one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;
  const places = [".said-ask .why", ".variant .consequence", ".explain p"];
  const found = places.flatMap((place) => [...document.querySelectorAll(place)]);
  return found.filter((one) => one.checkVisibility() && whole(one)).map((one) => one.textContent);
}
"""


def told(page: Page) -> list[str]:
    """What stands whole in the places where a choice may be explained."""
    result = page.evaluate(SHOWN)
    assert isinstance(result, list)
    return result


@pytest.mark.parametrize(("game", "options", "players"), TABLES, ids=[table[0] for table in TABLES])
def test_each_question_is_explained_whole_at_every_size(
    person: Open, game: str, options: dict[str, Any], players: int
) -> None:
    page = person(touch=True)
    expect(page.locator(".name input")).not_to_have_value("")
    seen = set()
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: seen.update(_meanings(frame))),
    )
    for words, record, step in every_question(game, options, games=1, moves=200)[:4]:
        seen.clear()
        record_on(page, record, ["me"] * players, step)
        page.wait_for_selector(".dock.owing")
        for width, height in (SIZES[0], *PHONES):
            page.set_viewport_size({"width": width, "height": height})
            page.keyboard.press("Escape")
            shown = told(page)
            assert seen
            assert any(meaning in item for meaning in seen for item in shown), (
                words,
                width,
                shown,
                seen,
            )


def _meanings(frame: str | bytes) -> set[str]:
    """The second sentences of the prompts in a message."""
    message = json.loads(frame)
    view = message.get("view")
    return (
        {view["prompt"]["meaning"]}
        if isinstance(view, dict) and "meaning" in view["prompt"]
        else set()
    )


def test_explanations_stop_for_known_games_or_by_setting(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    sentence = page.locator(".dock", has_text="All your planes move once a turn")
    expect(sentence).to_be_visible()
    game = {"game": "squadrons", "title": "Squadrons", "at": 1, "outcome": "won", "against": "x"}
    _finish(
        page,
        [{**game, "code": f"AAAA-0{n}"} for n in range(2)]
        + [{**game, "game": "paws", "code": "AAAA-09"}],
    )
    expect(sentence).to_be_visible()
    _finish(page, [{**game, "code": f"AAAA-0{n}"} for n in range(3)])
    expect(page.locator("#prompt", has_text="Choose the plane")).to_be_visible()
    expect(sentence).to_have_count(0)
    table = page.url
    page.goto("/settings")
    group = page.get_by_role("group", name="Explain each choice")
    expect(group.get_by_role("button", name="Until I know the game")).to_have_attribute(
        "aria-pressed", "true"
    )
    group.get_by_role("button", name="Always").click()
    page.goto(table)
    expect(sentence).to_be_visible()
    page.goto("/settings")
    group.get_by_role("button", name="Never").click()
    _finish(page, [])
    page.goto(table)
    expect(page.locator("#prompt", has_text="Choose the plane")).to_be_visible()
    expect(sentence).to_have_count(0)


def _finish(page: Page, games: list[dict[str, Any]]) -> None:
    """This browser has played these games to their end."""
    page.evaluate("(games) => localStorage.setItem('dogfight:games', JSON.stringify(games))", games)
    page.reload()
