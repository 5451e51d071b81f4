"""Ratings in a real browser: asked for, agreed to in a room, seen as a curve."""

from __future__ import annotations

import pytest
from audit import serious
from house import Open
from playwright.sync_api import Page, expect
from seatings import all_ready


def with_rating(person: Open, name: str) -> Page:
    """A page of a person who asks for a rating."""
    page = person("/you")
    page.get_by_label("My games may count").check()
    expect(page.get_by_label("Show my name on ladders")).to_be_enabled()
    page.goto("/")
    page.get_by_label("Your name at the table").fill(name)
    with page.expect_response("**/api/me"):
        page.get_by_label("Your name at the table").blur()
    return page


def test_a_game_that_both_agree_to_moves_their_ratings(person: Open) -> None:
    ana, ben = with_rating(person, "Ana"), with_rating(person, "Ben")
    ana.locator(".gcard:has-text('Squadrons')").click()
    ana.get_by_role("button", name="Invite friends").click()
    link = ana.get_by_label("Link to this room").input_value()
    ben.goto(link)
    ben.get_by_role("button", name="Sit as").click()
    for page in (ana, ben):
        page.get_by_label("This game counts").check()
    expect(ben.get_by_label("2 of 2")).to_be_checked()
    all_ready(ana, ben)
    expect(ana.locator(".board")).to_be_visible(timeout=30_000)
    code = ana.url.rsplit("/", 1)[1]
    origin = ana.evaluate("location.origin")
    answer = ana.request.post(
        f"/api/tables/{code}/resign", data={"player": 0}, headers={"origin": origin}
    )
    assert answer.ok
    for page in (ana, ben):
        for _ in range(20):
            page.goto("/you")
            expect(page.get_by_label("My games may count")).to_be_checked()
            if page.locator("figure.rating").count():
                break
        expect(page.locator("figure.rating")).to_contain_text("after 1 game")
        assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_ladder_of_nobody_says_how_to_get_there(person: Open, scheme: str) -> None:
    page = person("/ladder/paws", scheme=scheme)
    expect(page.get_by_text("Nobody yet")).to_be_visible()
    page.get_by_role("button", name="one against one").click()
    expect(page.get_by_role("button", name="one against one")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert serious(page) == []
