"""The end of a game among friends in the browser: what is remembered, the picture, the link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from audit import serious
from geometry import SIZES, faults_at
from house import Open
from playwright.sync_api import Page, expect
from seatings import lay, play_an_end, turn_to_table

PNG = b"\x89PNG\r\n\x1a\n"
SIZE = (1200, 630)


def size_of(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def ended(page: Page) -> str:
    """A game of Jaws vs Paws that has come to its end; the code of its table."""
    return play_an_end(page, "paws", {"players": 2, "timer": 0})


def test_the_sheet_fits_a_party(person: Open) -> None:
    page, friend = person(), person()
    code = ended(page)
    sheet = page.get_by_role("dialog", name="The end")
    remembered = sheet.get_by_label("What to remember")
    expect(remembered).to_contain_text(re.compile("Most (hits|collisions)"))
    assert serious(page) == []
    friend.goto(f"/table/{code}")
    expect(friend.get_by_label("What to remember")).to_be_visible()


def test_the_end_is_saved_as_a_picture(person: Open) -> None:
    page = person()
    code = ended(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    assert saved.value.suggested_filename == f"{code}.png"
    png = Path(saved.value.path()).read_bytes()
    assert png.startswith(PNG) and size_of(png) == SIZE


def test_the_link_is_copied_where_others_may_look(person: Open) -> None:
    page = person()
    code = ended(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("group", name="Share this game")).to_contain_text(
        re.compile(f"The link is copied|/table/{code}")
    )


def test_a_private_game_has_no_link_to_share(person: Open) -> None:
    page = person()
    code = lay(page, "squadrons", {}, ["me", "me"], watch=False)
    turn_to_table(page, code)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Picture")).to_be_visible()
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_party_fits_at_every_size(person: Open, scheme: str) -> None:
    page = person(scheme=scheme, touch=True)
    ended(page)
    expect(page.get_by_label("What to remember")).to_be_visible()
    for size in SIZES:
        assert faults_at(page, size) == [], size
    assert serious(page) == []
