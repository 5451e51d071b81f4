"""The solo player of three and the open card, and the count once everybody is ready, in the
browser.
"""

from __future__ import annotations

import pytest
from house import Open
from playwright.sync_api import Page, expect
from seatings import (
    READY,
    carry,
    carry_by_finger,
    look_out,
    middle,
    noticed,
    play_until,
    sit,
)

SOLO: dict[str, str | int] = {"players": 3, "solo": "jaws", "timer": 0}
LONG = 600
SHORTEST = 10
ASKED = "on your track"


def planning(page: Page, options: dict[str, str | int], players: list[str]) -> None:
    """Sit down, and play until the first Action Phase."""
    sit(page, "paws", {**options}, players)
    play_until(page, ASKED)


@pytest.mark.parametrize("mode", ["day", "night"])
def test_jp_19_11_a_carried_first_card_lies_open(person: Open, mode: str) -> None:
    # JP-19.11
    page = person()
    planning(page, {**SOLO, "mode": mode}, ["me", "bot:random", "bot:random"])
    expect(page.locator("#prompt")).to_contain_text("first card open")
    expect(page.locator(".dock .variant")).to_contain_text("open for all to see")
    expect(page.locator(".board .open-mark")).to_have_count(0)
    cards = page.locator(".jphand .pick:enabled")
    cards.first.click()
    carry(page, middle(cards.first), middle(page.locator(".board .legal").nth(1)))
    expect(page.locator(".board .open-mark")).to_have_count(1)
    expect(page.locator(".board")).to_contain_text("open")
    expect(page.locator(".jphand .sections")).to_contain_text("open")
    expect(page.locator("#prompt")).to_contain_text("Your open card lies on section 2")
    cards.first.click()
    expect(page.locator(".dock .variant")).not_to_contain_text("open for all to see")
    page.locator(".jphand .sections button:enabled").nth(2).click()
    expect(page.locator(".log")).to_contain_text("section 3")
    expect(page.locator(".board .open-mark")).to_have_count(1)


def test_jp_19_11_a_tapped_first_card_lies_open_on_a_phone(person: Open) -> None:
    # JP-19.11
    page = person(touch=True)
    planning(page, SOLO, ["me", "bot:random", "bot:random"])
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#prompt")).to_contain_text("first card open")
    card = page.locator(".jphand .pick:enabled").first
    card.tap()
    carry_by_finger(page, middle(card), middle(page.locator(".board .legal").nth(0)))
    expect(page.locator(".board .open-mark")).to_have_count(1)


def test_jp_19_5_the_pair_sees_the_open_card_at_once(person: Open) -> None:
    # JP-19.5 JP-19.11
    solo, other = person(), person()
    planning(solo, SOLO, ["me", "bot:random", "bot:random"])
    other.goto(solo.url)
    solo.locator(".jphand .pick:enabled").first.click()
    solo.locator(".jphand .sections button:enabled").first.click()
    expect(other.locator(".board .open-mark")).to_have_count(1)
    expect(other.locator(".log")).to_contain_text("on section 1, ")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_jp_6_18_the_count_is_seen_and_stopped(person: Open, size: tuple[int, int]) -> None:
    # JP-6.18
    page = person()
    planning(page, {"players": 2, "timer": LONG}, ["me", "bot:random"])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".acts button", has_text=READY).click()  # with both hands
    ask = page.locator(".dock .prompt")
    expect(ask).to_contain_text("All are ready: it ends in 3 seconds.")
    expect(ask).to_contain_text("JP-6.18")
    expect(ask).to_have_attribute("aria-live", "assertive")
    page.locator(".going button", has_text="Not ready").click()
    expect(ask).not_to_contain_text("All are ready")
    expect(page.locator(".acts button", has_text=READY).first).to_be_visible()
    page.locator(".acts button", has_text=READY).first.click()
    expect(ask).to_contain_text("All are ready")
    expect(page.locator("#prompt")).to_contain_text("Discard")


def test_the_end_of_the_time_is_said(person: Open) -> None:
    # JP-5.13
    page = person()
    planning(page, {"players": 2, "timer": SHORTEST}, ["me", "bot:random"])
    look_out(page, ".time-up[role=status]")
    noticed(page)
