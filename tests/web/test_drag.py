"""Pieces, tiles and cards can be carried to where a legal action takes them; a drop elsewhere does nothing."""

from __future__ import annotations

from house import Open
from playwright.sync_api import Locator, Page, expect
from seatings import place, play_first, sit


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """By mouse: press, move in a few steps, let go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 14, start[1] - 14)
    page.mouse.move(*goal, steps=4)
    page.mouse.up()


def carry_by_finger(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """By touch, as the browser itself reports it."""
    touch = page.context.new_cdp_session(page)

    def send(kind: str, at: tuple[float, float] | None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", start)
    send("touchMove", (start[0], start[1] - 16))
    send("touchMove", ((start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2))
    send("touchMove", goal)
    send("touchEnd", None)


def test_a_plane_is_flown_by_carrying_it(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    play_first(page)
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")
    before = page.inner_text("#prompt")
    named = page.locator(".board .piece", has=page.locator(f"text='{before.split()[0]}'")).last
    start = middle(named.locator(".turning"))
    far = place(page, "f6")
    carry(page, start, far)
    expect(page.locator(".lifted")).to_have_count(0)
    expect(page.locator("#prompt")).to_have_text(before)
    carry(page, start, middle(page.locator(".board .legal").first))
    expect(page.locator("#prompt")).not_to_have_text(before)


def test_where_a_plane_may_land_is_ringed_while_it_is_carried(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    play_first(page)
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")
    before = page.inner_text("#prompt")
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


def sealed_or_asked(page: Page) -> None:
    """A tile with one way to fly it is sealed by the drop; with several the first is chosen."""
    expect(page.locator(".stamp, .side3").first).to_be_visible()


def test_a_tile_is_sealed_by_carrying_it_to_the_plan_slot(person: Open) -> None:
    page = person()
    sit(page, "biplanes", players=["me", "open"])
    page.get_by_role("button", name="Call a bot").click()
    expect(page.locator(".pick:enabled").first).to_be_visible()
    tile = page.locator(".bdhand .pick:enabled").first
    carry(page, middle(tile), (8, 400))
    expect(page.locator(".carried")).to_have_count(0)
    expect(tile).to_have_attribute("aria-pressed", "false")
    carry(page, middle(tile), middle(page.locator(".seat.mine .slot").first))
    expect(page.locator(".played svg").first).to_be_visible()


def test_a_tile_is_carried_by_finger_to_the_space_it_lands_on(person: Open) -> None:
    page = person(width=390, height=844, touch=True)
    sit(page, "biplanes", players=["me", "me"])
    page.locator("dialog.handover").get_by_role("button").dispatch_event("pointerdown")
    expect(page.locator("dialog.handover")).to_have_count(0)
    word = page.locator("[data-action]").first.get_attribute("data-action")
    words = page.locator("[data-action] b").first.inner_text()
    landing = words.rsplit(" ", 1)[1]
    tile = page.locator(".bdhand .pick:enabled").first
    assert word is not None
    carry_by_finger(page, middle(tile), place(page, landing))
    expect(page.locator("dialog.handover").or_(page.locator(".side3"))).to_be_visible()


def test_a_card_is_laid_by_carrying_it_to_a_section_and_taken_back_the_same_way(person: Open) -> None:
    page = person()
    sit(page, "paws", {"players": 2, "timer": 0}, ["me", "bot:random"])
    page.wait_for_selector("#prompt:has-text('Put cards on your track')")
    cards = page.locator(".jphand .pick")
    held = cards.count()
    team = page.locator(".seat.mine .role").first.inner_text().split()[0].lower()
    goal = place(page, f"{team}#2")
    carry(page, middle(page.locator(".jphand .pick:enabled").first), goal)
    expect(cards).to_have_count(held - 1)
    carry(page, goal, place(page, f"{team}.PC"))
    expect(page.locator(".lifted")).to_have_count(0)
    expect(cards).to_have_count(held - 1)
    carry(page, goal, middle(page.locator(".jphand")))
    expect(cards).to_have_count(held)


def test_a_ship_flies_where_it_is_carried(person: Open) -> None:
    page = person()
    sit(page, "starfighters", {"players": 3}, ["me", "bot:random", "bot:random"])
    page.wait_for_selector("[data-action]")
    for _ in range(30):
        if "Move your ship" in page.inner_text("#prompt"):
            break
        before = page.inner_text("#prompt")
        play_first(page)
        expect(page.locator("#prompt")).not_to_have_text(before)
        page.wait_for_selector("[data-action]")
    before = page.inner_text("#prompt")
    ship = page.locator(".board .piece.raised .turning")
    carry(page, middle(ship), middle(page.locator(".board .legal").first))
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
