"""The end of a game among friends in the browser: what is remembered, the picture, the link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from audit import serious
from geometry import SIZES, faults_at
from house import Open
from playwright.sync_api import Page, expect
from seatings import all_ready, lay, play_an_end, turn_to_table

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


def seat_of(page: Page) -> str:
    """The seat of the person at this page, while they are in the room."""
    seat = re.search("(Jaws|Paws) (pilot|gunner)", page.locator(".chair.you").inner_text())
    assert seat is not None
    return seat[0]


def test_four_friends_pause_part_and_meet_again(person: Open) -> None:
    """One room, a pause that all agree on, the end, and a rematch in which crews stay."""
    host = person(width=390, height=844, touch=True)
    host.locator(".gcard:has-text('Jaws vs Paws')").click()
    host.get_by_role("button", name="Invite friends").click()
    link = host.get_by_label("Link to this room").input_value()
    host.get_by_label("Players").fill("4")
    host.get_by_label("Players").press("Tab")
    expect(host.locator(".chair")).to_have_count(4)
    guests = [person(link, width=390, height=844, touch=True) for _ in range(3)]
    everybody = [host, *guests]
    for guest in guests:
        guest.get_by_role("button", name=re.compile("^Sit as")).tap()
        expect(guest.locator(".chair.you")).to_have_count(1)
    seats = [seat_of(page) for page in everybody]
    assert len(set(seats)) == len(everybody)
    all_ready(*everybody)
    for page in everybody:
        expect(page.locator(".board")).to_be_visible(timeout=60_000)
    host.get_by_role("button", name="Table menu").tap()
    host.get_by_role("button", name=re.compile("pause", re.IGNORECASE)).tap()
    for guest in guests:
        guest.get_by_role("button", name="Agree").tap()
    for page in everybody:
        expect(page.locator("body")).to_contain_text(re.compile("paused", re.IGNORECASE))
    host.get_by_role("button", name=re.compile("go on", re.IGNORECASE)).tap()
    for page, seat in zip(everybody, seats, strict=True):
        if seat.startswith("Jaws"):
            page.get_by_role("button", name="Table menu").tap()
            page.get_by_role("button", name="Resign").tap()
            page.get_by_role("button", name="Resign").tap()
    for page in everybody:
        expect(page.get_by_role("dialog", name="The end")).to_be_visible()
    host.get_by_role("button", name="Rematch").tap()
    for guest in guests:
        guest.get_by_role("button", name="To the rematch").tap()
    for page, seat in zip(everybody, seats, strict=True):
        expect(page.locator(".chair.you")).to_contain_text(seat)
        expect(page.get_by_role("button", name="Ready", exact=True)).to_be_visible()
