"""Jaws vs Paws in the browser: both hands of a solo player, the Moon's fan, piles, night."""

from __future__ import annotations

import re
from typing import Any

import pytest
from audit import serious
from geometry import SIZES, faults_at
from house import Open
from playwright.sync_api import Page, expect
from seatings import READY, play_until, sit, sit_at

from dogfight.core.view import View

ALONE: dict[str, str | int] = {"players": 2, "timer": 0}
AGAINST_A_PAIR: dict[str, str | int] = {"players": 3, "solo": "jaws", "timer": 0}
NINE = 9


def planning(page: Page, options: dict[str, str | int]) -> None:
    """Sit down alone in both seats of Jaws, and play until the first Action Phase."""
    bots = ["bot:random"] * (int(options["players"]) - 1)
    sit(page, "paws", {**options}, ["me", *bots])
    play_until(page, "on your track")


def hand(page: Page, role: str) -> Any:
    return page.locator(f".jphand .pick:has([aria-label*='of the {role}'])")


def test_jp_18_5_both_hands_lie_open_and_stay_where_they_are(person: Open) -> None:
    page = person()
    planning(page, ALONE)
    expect(hand(page, "pilot")).to_have_count(3)
    expect(hand(page, "gunner")).to_have_count(3)
    before = page.locator(".jphand .pick svg").evaluate_all("all => all.map(one => one.ariaLabel)")
    hand(page, "gunner").first.click()
    page.locator(".jphand .sections button").nth(1).click()
    expect(page.locator(".jphand .sections button").nth(1)).to_contain_text("gunner")
    hand(page, "pilot").first.click()
    page.locator(".jphand .sections button").nth(3).click()
    expect(page.locator(".jphand .sections button").nth(3)).to_contain_text("pilot")
    after = page.locator(".jphand .pick svg").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert after == [*before[1:3], *before[4:]]
    page.locator(".jphand .sections button").nth(1).click()  # takes the gunner's card back
    expect(hand(page, "gunner")).to_have_count(3)
    page.locator(".acts button", has_text=READY).click()
    expect(page.locator(".log")).to_contain_text("Jaws pilot is ready.")
    expect(page.locator(".log")).to_contain_text("Jaws gunner is ready.")


def test_both_hands_are_played_by_keys(person: Open) -> None:
    page = person()
    planning(page, ALONE)
    for keys, section, role in (("a1", 0, "pilot"), ("f2", 1, "gunner")):
        for pressed in keys:
            page.keyboard.press(pressed)
        expect(page.locator(".jphand .sections button").nth(section)).to_contain_text(role)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Jaws gunner is ready.")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_jp_19_6_the_open_card_is_a_switch(person: Open, size: tuple[int, int]) -> None:
    # JP-19.6 JP-19.12
    page = person()
    planning(page, AGAINST_A_PAIR)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for role, section in (("pilot", 0), ("gunner", 2)):
        hand(page, role).first.click()
        page.locator(".jphand .sections button").nth(section).click()
        expect(page.locator(".jphand .sections button").nth(section)).not_to_contain_text("free")
    switch = page.get_by_role("radiogroup", name="face up")
    expect(switch.get_by_role("radio", checked=True)).to_have_text("1")
    switch.get_by_role("radio", name="section 3").click()
    expect(switch.get_by_role("radio", checked=True)).to_have_text("3")
    expect(page.locator(".jphand .sections button").nth(2)).to_contain_text("open")
    expect(page.locator(".board .open-mark")).to_have_count(1)
    page.keyboard.press("o")
    expect(switch.get_by_role("radio", checked=True)).to_have_text("1")
    assert serious(page) == []


def moon(view: View[Any]) -> bool:
    board = view.board
    return board.phase == "pick" and len(board.looked_at or ()) == NINE


def test_jp_16_9_the_moons_cards_are_marked_in_a_fan(person: Open) -> None:
    # JP-16.8 JP-16.9
    page = person()
    view = sit_at(page, "paws", {"players": 4, "timer": 0, "mode": "night"}, moon)
    fan = page.get_by_role("group", name="to scrap")
    cards = fan.get_by_role("button")
    expect(cards).to_have_count(NINE)
    left = view.board.progress.cards
    go = page.locator(".btn.go")
    expect(go).to_be_disabled()
    for n in range(left - 1):
        cards.nth(NINE - 1 - n).click()
    expect(go).to_have_text(re.compile(rf"Scrap {left - 1} of {left}"))
    page.keyboard.press("1")
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    expect(cards.nth(1)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("2")  # enough are marked
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "false")
    go.click()
    expect(fan).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("is shuffled")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hands_and_fan_fit_at_every_size(person: Open, scheme: str) -> None:
    alone, shooter = person(scheme=scheme, touch=True), person(scheme=scheme, touch=True)
    planning(alone, AGAINST_A_PAIR)
    sit_at(shooter, "paws", {"players": 4, "timer": 0, "mode": "night"}, moon)
    for size in SIZES:
        assert faults_at(alone, size) == [], size
        assert faults_at(shooter, size) == [], size
    assert serious(alone) == [] and serious(shooter) == []


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)], ids=str)
def test_jp_4_5_own_piles_are_opened(person: Open, size: tuple[int, int]) -> None:
    # JP-4.5 JP-4.6
    page = person(width=size[0], height=size[1], touch=True)

    def used(view: View[Any]) -> bool:
        return any(seat.secrets and len(seat.secrets.discards) > 1 for seat in view.board.seats)

    view = sit_at(page, "paws", {"players": 4, "timer": 0}, used)
    own = view.board.seats[view.seat].secrets
    assert own is not None
    button = page.get_by_role("button", name="Your piles: Used")
    expect(button).to_have_count(1)
    button.tap()
    listed = page.get_by_role("list", name="Used cards").get_by_role("listitem")
    expect(listed).to_have_count(len(set(own.discards)))
    assert serious(page) == []
    page.get_by_role("button", name="Back to the table").tap()
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("dialog").get_by_role("button", name="Your piles").tap()
    expect(page.get_by_role("list", name="Used cards")).to_be_visible()


def test_jp_16_1_night_shows_stars_and_the_moon_on_cards(person: Open) -> None:
    night, day = person(), person()
    for page, mode in ((night, "night"), (day, "day")):
        planning(page, {**ALONE, "mode": mode})
    expect(night.locator(".board .night .stars").first).to_be_attached()
    expect(day.locator(".board .stars")).to_have_count(0)
    sky = "one => getComputedStyle(one).fill"
    boards = [page.locator(".board .vista rect").first.evaluate(sky) for page in (night, day)]
    assert boards[0] != boards[1]
