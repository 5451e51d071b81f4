"""While something is shown: what it is about keeps its ink, the cause is said, the rest waits."""

from __future__ import annotations

import re

import pytest
from audit import serious
from geometry import faults_at
from house import Open
from playwright.sync_api import Page, expect
from seatings import sit

SIZES = [(1280, 800, "light"), (390, 844, "dark")]
BEATS = 12


def last_beat(page: Page) -> str:
    """Play a turn of Biplanes and stop at its guns: a hit, or the reason for none."""
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".dock.staging")).to_be_visible()
    page.keyboard.press("h")
    for _ in range(BEATS):
        label = page.locator(".beat.sel").text_content() or ""
        if label in ("Damage", "Nothing"):
            return label
        page.keyboard.press(" ")
        expect(page.locator(".beat.sel")).not_to_have_text(label)
    raise AssertionError("the turn ended without a shot or a reason")


@pytest.mark.parametrize(("width", "height", "scheme"), SIZES)
def test_a_beat_is_lit_and_says_its_cause(
    person: Open, width: int, height: int, scheme: str
) -> None:
    page = person(width=width, height=height, scheme=scheme, speed="normal")
    sit(page, "biplanes")
    page.wait_for_selector("[data-action]", state="attached")
    label = last_beat(page)
    said = page.locator("#prompt").inner_text()
    if label == "Damage":
        expect(page.locator(".causes b")).to_contain_text("behind")
    else:
        assert said.startswith("Nobody can shoot: "), said
    assert page.locator(".veil-back .hole").count() >= 1
    expect(page.locator(".phases [aria-current]")).to_have_text("Shots")
    assert serious(page) == []
    assert faults_at(page, (width, height)) == []


def test_the_log_waits_until_a_line_has_been_shown(person: Open) -> None:
    page = person(speed="normal")
    sit(page, "biplanes")
    page.wait_for_selector("[data-action]")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".beat.sel")).to_have_text("Locked")
    page.keyboard.press("h")
    expect(page.locator(".held-back")).to_contain_text("when they have been shown")
    turned = re.compile("(Red|Blue) plays")
    expect(page.locator(".log")).not_to_contain_text(turned)
    page.keyboard.press("Escape")
    expect(page.locator(".log")).to_contain_text(turned)
    expect(page.locator(".held-back")).to_have_count(0)


def test_the_reason_stands_in_the_log(person: Open) -> None:
    page = person()
    sit(page, "biplanes")
    page.wait_for_selector("[data-action]")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".log .because").first).to_be_visible()
    assert serious(page) == []
