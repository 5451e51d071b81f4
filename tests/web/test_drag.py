"""Pieces, tiles and cards can be carried to where a legal action takes them; a drop elsewhere
does nothing.
"""

from __future__ import annotations

from house import Open
from playwright.sync_api import Page, expect
from seatings import (
    carry,
    carry_by_finger,
    lay,
    middle,
    play_first,
    play_until,
    sit,
    take_the_device,
)


def at_a_manoeuvre(person: Open) -> tuple[Page, str]:
    """A table of Squadrons at which a plane is to be flown, and what is asked."""
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    play_first(page)
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")
    return page, page.inner_text("#prompt")


def test_a_plane_is_flown_by_carrying_it(person: Open) -> None:
    page, before = at_a_manoeuvre(person)
    named = page.locator(".board .piece", has=page.locator(f"text='{before.split()[0]}'")).last
    start = middle(named.locator(".turning"))
    carry(page, start, middle(page.locator(".board")))
    expect(page.locator(".lifted")).to_have_count(0)
    expect(page.locator("#prompt")).to_have_text(before)
    carry(page, start, middle(page.locator(".board .legal").first))
    expect(page.locator("#prompt")).not_to_have_text(before)


def test_a_plane_is_named_and_flown_in_one_carry(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    expect(page.locator("#prompt")).to_contain_text("Choose the plane")
    x, y = middle(page.locator(".board .legal").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=3)
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")
    goal = page.locator(".board .goal").first
    expect(goal).to_be_visible()
    page.mouse.move(*middle(goal), steps=4)
    page.mouse.up()
    expect(page.locator("#prompt")).to_contain_text("Choose the plane")
    expect(page.locator(".log")).to_contain_text("heading")


def test_where_a_plane_may_land_is_ringed_while_it_is_carried(person: Open) -> None:
    page, before = at_a_manoeuvre(person)
    ways = page.locator("[data-action]").count()
    named = page.locator(".board .piece", has=page.locator(f"text='{before.split()[0]}'")).last
    x, y = middle(named.locator(".turning"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=3)
    expect(page.locator(".board .goal")).to_have_count(ways)
    expect(page.locator(".board .lifted")).to_have_count(1)
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.locator(".board .goal")).to_have_count(0)
    expect(page.locator("#prompt")).to_have_text(before)


def test_a_tile_is_sealed_by_carrying_it_to_the_plan_slot(person: Open) -> None:
    page = person()
    sit(page, "biplanes")
    expect(page.locator("#prompt")).to_contain_text("Choose your tile")
    tile = page.locator(".bdhand .pick:enabled").first
    carry(page, middle(tile), (8, 400))
    expect(page.locator(".carried")).to_have_count(0)
    expect(tile).to_have_attribute("aria-pressed", "false")
    carry(page, middle(tile), middle(page.locator(".seat.mine .slot").first))
    expect(page.locator(".played svg").first).to_be_visible()


def test_a_tile_is_carried_by_finger_to_the_space_it_lands_on(person: Open) -> None:
    page = person(width=390, height=844, touch=True)
    take_the_device(page, lay(page, "biplanes", players=["me", "me"]))
    tile = page.locator(".bdhand .pick:enabled").first
    tile.tap()
    expect(tile).to_have_attribute("aria-pressed", "true")
    landing = middle(page.locator(".board .ghost"))
    carry_by_finger(page, middle(tile), (landing[0], 60))
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(".handover")).to_have_count(0)
    carry_by_finger(page, middle(tile), landing)
    expect(page.locator(".handover")).to_contain_text("Player 2")


def test_a_card_is_laid_by_carrying_it_to_a_section(person: Open) -> None:
    page = person()
    sit(page, "paws", {"players": 2, "timer": 0}, ["me", "bot:random"])
    play_until(page, "Lay cards on your track")
    cards = page.locator(".jphand .pick")
    held = cards.count()
    card = page.locator(".jphand .pick:enabled").first
    card.click()
    sections = page.locator(".board .legal")
    expect(sections).to_have_count(4)
    goal = middle(sections.nth(1))
    carry(page, middle(card), middle(page.locator(".board")))
    expect(page.locator(".carried")).to_have_count(0)
    expect(cards).to_have_count(held)
    carry(page, middle(card), goal)
    expect(cards).to_have_count(held - 1)


def test_a_ship_flies_where_it_is_carried(person: Open) -> None:
    page = person()
    sit(page, "starfighters", {"players": 3}, ["me", "bot:random", "bot:random"])
    play_until(page, "Move your ship")
    before = page.inner_text("#prompt")
    ship = page.locator(".board .piece.raised .turning")
    carry(page, middle(ship), middle(page.locator(".board g:has(> .legal) > text").first))
    expect(page.locator("#prompt")).not_to_have_text(before)


def test_a_counter_is_set_up_by_carrying_it_to_a_hex(person: Open) -> None:
    page = person()
    sit(page, "boots", {"battle": "orchard"})
    page.wait_for_selector("[data-action]")
    before = page.inner_text("#prompt")
    counter = page.locator(".cbhand .pick")
    carry(page, middle(counter), (8, 500))
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator("#prompt")).to_have_text(before)
    carry(page, middle(counter), middle(page.locator(".board .legal").first))
    expect(page.locator("#prompt")).not_to_have_text(before)
