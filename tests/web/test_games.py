"""Every game can be played in the browser to its end, with bots in the other seats."""

from __future__ import annotations

import re
from typing import Any

import pytest
from audit import serious
from house import Open
from playwright.sync_api import Locator, Page, expect
from seatings import TITLES, invited, overflow, play_out, sit

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("biplanes", {}, 2),
    ("biplanes", {"mode": "escort", "p1": "red", "p2": "blue", "board": "alt"}, 2),
    ("squadrons", {}, 2),
    ("starfighters", {"players": 3}, 3),
    ("paws", {"players": 2, "timer": 0}, 2),
    ("boots", {"battle": "convoy"}, 2),
    ("boots", {"battle": "orchard"}, 2),
    ("goofspiel", {"cards": 5}, 2),
]


@pytest.mark.parametrize(
    ("game", "options", "players"),
    TABLES,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_whole_game_against_bots(
    person: Open, game: str, options: dict[str, Any], players: int
) -> None:
    page = person()
    sit(page, game, options, ["me", *["bot:medium"] * (players - 1)])
    expect(page.locator(".bar h1")).to_have_text(TITLES[game])
    assert play_out(page, 240) > 3
    expect(page.locator("dialog.end h2")).not_to_be_empty()
    expect(page.locator("dialog.end .rule-id")).to_be_visible()
    page.goto("/games")
    expect(page.locator(".played-games li")).to_have_count(1)
    expect(page.locator(".tallies tbody th")).to_have_text(TITLES[game])
    page.set_viewport_size({"width": 390, "height": 844})
    table = page.locator(".tallies").bounding_box()
    assert table and table["x"] + table["width"] <= 390


def test_two_clicks_from_home_to_a_game_with_a_bot(person: Open) -> None:
    page = person()
    page.get_by_role("button", name="Squadrons").click()
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator(".bar h1")).to_have_text("Squadrons")
    expect(page.locator(".board svg")).to_be_visible()


def test_the_board_itself_plays(person: Open) -> None:
    """One click names a plane that draws no card; a legal square, and that again: the same as
    choosing and going.
    """
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    prompt, legal = page.locator("#prompt"), page.locator(".board .legal")
    expect(prompt).to_have_text("Choose the plane that moves next.")
    press(page, legal.first)
    expect(prompt).to_contain_text("choose a manoeuvre")
    page.keyboard.press("u")
    expect(prompt).to_have_text("Choose the plane that moves next.")
    press(page, legal.first)
    expect(prompt).to_contain_text("choose a manoeuvre")
    square = legal.first
    press(page, square)
    expect(page.locator(".board .legal.chosen")).to_have_count(1)
    press(page, square)
    expect(prompt).to_have_text("Choose the plane that moves next.")


def press(page: Page, locator: Locator) -> None:
    """A click in the middle of something on the board, on whatever lies on top there."""
    box = locator.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_game_without_board_shows_cards_lists_and_buttons(person: Open) -> None:
    """Its fields are labelled, entries for seats stand beside their names, and every action is a
    button in the dock.
    """
    page = person()
    sit(page, "goofspiel", {"cards": 3})
    page.wait_for_selector("[data-action]")
    hands = page.get_by_role("region", name="Hands")
    expect(hands.locator("dt")).to_contain_text(["Player 1", "Player 2"])
    expect(hands.locator(".chips").first).to_have_text("123")
    expect(page.get_by_role("region", name="Prizes left").locator("li")).to_have_count(2)
    expect(page.locator("#prompt")).to_contain_text("Bid a card for the prize of")
    expect(page.locator(".bar")).to_contain_text("Turn 1")
    page.locator(".plainhand .choice", has_text="Bid 2").click()
    page.locator(".btn.go", has_text="Bid 2").click()
    expect(page.locator(".bar")).to_contain_text("Turn 2")
    expect(hands.locator(".chips").first).to_have_text("13")
    assert overflow(page) <= 0


def test_a_move_can_be_typed(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]")
    word = page.locator("[data-action] .odds").nth(2).inner_text()
    page.locator("#typed").fill(word)
    page.locator("#typed").press("Enter")
    expect(page.locator("#prompt")).to_contain_text(word)


def test_words_that_fit_nothing_leave_the_list_as_it_is(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]")
    ways = page.locator("[data-action]").count()
    page.locator("#typed").fill("zeppelin")
    expect(page.locator(".p-actions")).to_contain_text(
        "Nothing you can do now is called “zeppelin”"
    )
    expect(page.locator("[data-action]")).to_have_count(ways)
    page.locator("#typed").press("Escape")
    expect(page.locator("#typed")).to_have_value("")
    expect(page.locator(".p-actions")).not_to_contain_text("Nothing you can do")


def test_the_title_says_whose_move_it_is(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    expect(page).to_have_title(re.compile("Your move"))


def test_winner_by_resignation_sees_the_result(person: Open) -> None:
    host, guest = person(), person()
    invited(host, guest)
    guest.get_by_role("button", name="Table menu").click()
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.locator("dialog.end h2")).to_have_text("You win.")
    expect(host.locator("dialog.end")).to_contain_text("has resigned")


def test_settings_are_one_page_and_stay(person: Open) -> None:
    page = person("/settings")
    expect(page.get_by_role("heading", name="Settings").first).to_be_visible()
    page.get_by_role("group", name="Animation speed").get_by_role("button", name="Fast").click()
    page.get_by_role("group", name="Theme").get_by_role("button", name="Dark").click()
    page.get_by_label("Hot seat names").fill("Ana\nBen")
    assert serious(page) == []
    page.goto("/")
    expect(page.locator("html[data-theme=dark][data-animation-speed=fast]")).to_have_count(1)
    sit(page, "squadrons", players=["me", "me"])
    expect(page.locator(".seats")).to_contain_text("Ana")
    expect(page.locator(".seats")).to_contain_text("Ben")


def test_page_is_installable_and_reports_absent_server(person: Open) -> None:
    page = person()
    for path, kind in (
        ("/manifest.webmanifest", "json"),
        ("/icon.svg", "svg"),
        ("/offline.html", "html"),
    ):
        answer = page.request.get(path)
        assert answer.ok and kind in answer.headers["content-type"], path
    page.wait_for_function(
        "navigator.serviceWorker.ready.then((one) => one.active?.state === 'activated')"
    )
    page.context.set_offline(True)
    page.goto("/table/NONE-0000")
    expect(page.get_by_role("heading", name="The table is unreachable.")).to_be_visible()
