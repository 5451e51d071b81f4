"""Somebody to play, in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from audit import serious
from house import Open
from playwright.sync_api import Page, expect


def look(page: Page, game: str, group: str = "", clock: str = "5 min a move") -> None:
    """Choose what to look for on the home page, and look."""
    page.locator(f".gcard:has-text('{game}')").click()
    if group:
        page.get_by_label("How many").select_option(group)
    page.get_by_label("Clock").select_option(clock)
    page.get_by_role("button", name="Find somebody").click()


def test_two_look_and_meet_while_one_plays_a_bot(person: Open) -> None:
    ana, ben = person(), person(width=390, height=844)
    look(ana, "Biplanes")
    bar = ana.get_by_role("status").filter(has_text="Looking for somebody")
    expect(bar).to_contain_text("one more needed")
    ana.get_by_role("button", name="Play a bot meanwhile").click()
    expect(ana).to_have_url(re.compile("/table/"))
    expect(bar).to_be_visible()
    bot_game = ana.url
    ben.reload()
    ben.get_by_role("list", name="Open tables").get_by_role("button", name="Join Biplanes").click()
    expect(ben).to_have_url(re.compile("/table/"), timeout=20_000)
    ana.get_by_role("button", name="Go to the table").click()
    expect(ana).to_have_url(ben.url)
    for page in (ana, ben):
        expect(page.locator(".board")).to_be_visible(timeout=30_000)
    ana.goto(bot_game)
    expect(ana.locator(".board")).to_be_visible(timeout=30_000)


def test_a_crew_meets(person: Open) -> None:
    pages = [person() for _ in range(4)]
    for page in pages:
        look(page, "Jaws vs Paws", "two crews of two")
    for page in pages:
        expect(page).to_have_url(re.compile("/table/"), timeout=20_000)
    assert len({page.url for page in pages}) == 1


def test_who_stops_looks_no_more(person: Open) -> None:
    page = person()
    look(page, "Squadrons", clock="1 min a move")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Looking for somebody")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("open_page", [{}, {"width": 390, "height": 844}], ids=["wide", "phone"])
def test_looking_passes_axe_and_those_who_wait_are_above_the_fold(
    person: Open, open_page: dict[str, int], scheme: str
) -> None:
    opened: Callable[[], Page] = partial(person, scheme=scheme, **open_page)
    page, other = opened(), opened()
    look(page, "Squadrons", clock="1 day a move")
    other.reload()
    row = other.get_by_role("list", name="Open tables")
    expect(row).to_be_in_viewport()
    assert serious(page) == [] == serious(other)
    with page.expect_response("**/api/pairing"):  # nobody waits for the next test
        page.get_by_role("button", name="Stop", exact=True).click()
