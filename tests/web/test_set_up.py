"""Placing the recommended set-up of Combat Boots with one press."""

from __future__ import annotations

import pytest
from geometry import PHONES, faults_at
from house import Open
from playwright.sync_api import expect
from seatings import sit

BUTTON = "Place the recommended set-up"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), *PHONES])
def test_one_press_sets_up_each_side_and_moves_can_be_taken_back(
    person: Open, width: int, height: int
) -> None:
    page = person(width=width, height=height, touch=True)
    sit(page, "boots", {"battle": "crossroads"}, ["me", "me"])
    button = page.get_by_role("button", name=BUTTON)
    prompt = page.locator("#prompt")
    expect(prompt).to_have_text("Set up Rifle squad 1.")
    assert faults_at(page, (width, height)) == []
    button.click()
    expect(prompt).to_have_text(
        "Set up Rifle section 2."
    )  # of the other side; the first goes by carrier
    page.keyboard.press("1")
    expect(button).to_have_count(0)
    page.keyboard.press("Enter")
    button.click()
    expect(prompt).to_contain_text("Move or fire with a unit")
    expect(button).to_have_count(0)
    page.keyboard.press("u")
    expect(button).to_be_visible()
