"""Every page, sheet and card lies whole and free at four sizes; what explains something does not
cover it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from audit import serious
from geometry import BOX, PHONES, SIZES, box_of, faults_at
from house import Open
from playwright.sync_api import Page, expect
from seatings import lay, lift_the_cover, play_an_end, sit, sit_at

from dogfight.core.view import View


def fits(page: Page, what: str) -> None:
    """Nothing is clipped, covered or too small at any of the four sizes."""
    for size in SIZES:
        assert faults_at(page, size) == [], (what, size)


def test_pages_fit_at_every_size(person: Open) -> None:
    page = person(touch=True)
    page.wait_for_selector(".start .ways")
    fits(page, "home")
    page.locator(".fold summary").click()
    fits(page, "options")
    waiting = lay(page, "squadrons", players=["me", "open"])
    for path, there in (
        ("/settings", ".setting"),
        ("/games", ".learnpage, .rules, main"),
        ("/learn", ".course"),
        ("/rules/boots", ".rules dd"),
        ("/lab", "main form, main fieldset"),
        (f"/table/{waiting}", ".card"),
        (f"/join/{waiting}#none", ".card"),
        ("/table/NONE-0000", ".card"),
    ):
        page.goto(path)
        page.wait_for_selector(there)
        fits(page, path)


def test_sheets_and_cards_of_a_table_fit_at_every_size(person: Open) -> None:
    """The cover of a hot seat, the menu and its sheets, the lists on phones, a hint, a rule, a
    click in vain.
    """
    page = person(touch=True)
    code = lay(page, "biplanes", players=["me", "me"])
    page.goto(f"/table/{code}")
    expect(page.locator(".handover")).to_be_visible()
    fits(page, "cover")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert serious(page) == [], ("cover", width)
    lift_the_cover(page)
    sit_with_bot(page)
    for key, title in (("?", "Keys"), ("b", "The board in words")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_contain_text(title)
        fits(page, title)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Table menu").click()
    fits(page, "menu")
    page.get_by_role("button", name="Resign").click()
    fits(page, "resign")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for tab in ("Actions", "Log", "Chat", "Table"):
            page.locator(".tabs").get_by_role("button", name=tab).click()
            assert faults_at(page, (width, height)) == [], (tab, width)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("section.hint li").first).to_be_visible()
    fits(page, "hint")


def test_who_has_two_seats_changes_between_them_at_every_size(person: Open) -> None:
    page = person(touch=True)
    sit(page, "paws", {"players": 2, "timer": 0})
    page.wait_for_selector("[data-action]", state="attached")
    fits(page, "two seats")
    for width, height in SIZES[
        :-1
    ]:  # lying down, a phone has no room for it, and goes to the seat that is asked
        page.set_viewport_size({"width": width, "height": height})
        other = page.locator(".seat", has=page.get_by_role("button", name="Sit here"))
        name = other.get_attribute("aria-label")
        other.get_by_role("button", name="Sit here").click()
        expect(page.locator(".seat.mine")).to_have_attribute("aria-label", name or "")


def sit_with_bot(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/")
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]")


def meet(a: list[int], b: list[int]) -> bool:
    """Whether two boxes lie over each other."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def test_explanations_do_not_cover_their_subject(person: Open) -> None:
    """The card of a rule, of a place under the pointer and of a click in vain leave what they
    are about in sight.
    """
    page = person()
    sit_with_bot(page)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        rule = page.locator(".prompt .rule-id")
        rule.focus()
        expect(page.get_by_role("tooltip")).to_be_visible()
        assert not meet(box_of(page, ".tip"), box_of(page, ".prompt .rule-id")), ("rule", size)
        rule.blur()
        expect(page.get_by_role("tooltip")).to_have_count(0)
        for n in (0, -1):
            place = page.locator(".board .legal").nth(n)
            place.hover(force=True)
            expect(page.locator(".explain")).to_contain_text(
                re.compile("heading|name", re.IGNORECASE)
            )
            there = place.evaluate(BOX)
            assert not meet(box_of(page, ".explain"), there), ("place", size)


def test_refused_click_shows_its_reason_at_every_size(person: Open) -> None:
    page = person()
    sit(page, "biplanes", {"p1": "red", "p2": "blue"})
    page.wait_for_selector("[data-action]")
    ring = re.compile(r"m\d")
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        spaces = page.locator(".board [data-space]:not([data-legal])")
        names = [spaces.nth(n).get_attribute("data-space") or "" for n in range(spaces.count())]
        taken = [n for n, name in enumerate(names) if ring.fullmatch(name)]
        spaces.nth(taken[0]).click(force=True)
        toast = page.locator(".dock .toast")
        expect(toast).to_be_visible()
        expect(page.locator(".in-vain")).to_have_count(1)
        assert faults_at(page, size) == [], size
        spaces.nth(taken[0]).hover(force=True)  # the card about it must not lie on its reason
        page.wait_for_timeout(400)
        toast.get_by_role("button", name="Close").click()
        expect(toast).to_have_count(0)


def tells_beside(page: Page) -> None:
    """Resting on a piece of a reviewed board, the card about it lies elsewhere."""
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for piece in page.locator(".board .piece").all()[:3]:
            piece.hover(force=True)
            expect(page.locator(".info")).to_be_visible()
            x, y, wide, high = (round(item) for item in piece.evaluate(BOX))
            assert not meet(box_of(page, ".info"), [x + wide // 2, y + high // 2, 1, 1]), size
        page.mouse.move(0, 0)
        expect(page.locator(".info")).to_have_count(0)


REVIEWED: list[tuple[str, dict[str, Any]]] = [
    ("biplanes", {"p1": "red", "p2": "blue"}),
    ("paws", {"players": 4, "timer": 0}),
]


@pytest.mark.parametrize(
    ("game", "options"), REVIEWED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_end_and_the_review_fit_at_every_size(
    person: Open, game: str, options: dict[str, Any]
) -> None:
    """With two seats and with four; the moments that decided it have pictures, and there is a
    way home.
    """
    page = person(touch=True)
    code = play_an_end(page, game, options)
    sheet = page.locator("dialog.end")
    expect(sheet.locator(".moment svg").first).to_be_visible(timeout=90_000)
    for name in ("Rematch", "Swap seats", "Review", "New game", "Home", "Look at the board"):
        expect(sheet.locator(".acts").get_by_text(name, exact=True)).to_be_visible()
    fits(page, "end")
    assert sheet.locator(".moment [tabindex], .moment .tg:visible").count() == 0
    for eye in ("open", "0"):
        page.goto(f"/review/{code}?step=9&perspective={eye}")
        page.wait_for_selector(".scrub")
        fits(page, f"review {eye}")
    tells_beside(page)
    expect(page.locator(".judged")).to_be_visible(timeout=90_000)
    for width, height in PHONES:
        assert faults_at(page, (width, height)) == [], ("judged", width)
        board = box_of(page, ".stage .board")
        assert board[2] >= 300 and board[3] >= 220, (width, board)
        assert serious(page) == [], width


SHARED: list[tuple[str, dict[str, Any], Callable[[View[Any]], bool]]] = [
    (
        "biplanes",
        {"p1": "red", "p2": "blue"},
        lambda view: view.board.sides[0].at == view.board.sides[1].at,
    ),
    ("paws", {"players": 6, "teams": 3, "timer": 0}, lambda view: bool(shared_zones(view))),
    (
        "boots",
        {"battle": "crossroads"},
        lambda view: view.legal[0].kind != "to" and bool(stacks(view)),
    ),
    (
        "starfighters",
        {"players": 3},
        lambda view: any(ship.hex in view.board.wreckage for ship in view.board.ships),
    ),
]
APART = """
([drawn, last]) => {
  const pieces = [...document.querySelectorAll(drawn)].slice(-last);
  const boxes = pieces.map((one) => one.getBoundingClientRect());
  const size = (box) => box.width * box.height;
  const meet = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return boxes.every((a, n) => boxes.slice(n + 1).every(
    (b) => meet(a, b) < 0.4 * Math.min(size(a), size(b))));
}
"""


PUT_TOGETHER = """
([drawn, last]) => {
  const pieces = [...document.querySelectorAll(drawn)].slice(-last);
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
  };
  const far = ([a, b]) => Math.hypot(middle(a).x - middle(b).x, middle(a).y - middle(b).y);
  const pairs = pieces.flatMap((a, n) => pieces.slice(n + 1).map((b) => [a, b]));
  const [one, other] = pairs.sort((a, b) => far(a) - far(b))[0];
  const drawing = one.parentElement.getScreenCTM().inverse();
  const [from, to] = [middle(one).matrixTransform(drawing), middle(other).matrixTransform(drawing)];
  one.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
}
"""


def shared_zones(view: View[Any]) -> list[tuple[str, str]]:
    """The zones of a board in which two enemies fly."""
    at = [
        (token.split("@")[1], zone) for token, zone in view.board.planes.items() if zone != "gone"
    ]
    return [item for item in at if at.count(item) > 1]


def stacks(view: View[Any]) -> list[str]:
    """The hexes on which counters lie on each other."""
    at = [
        piece.place
        for piece in view.board.pieces
        if not piece.aboard and re.fullmatch(r"[A-Z]\d+", piece.place)
    ]
    return [place for place in at if at.count(place) > 1]


@pytest.mark.parametrize(
    ("game", "options", "accept"), SHARED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_pieces_on_one_space_do_not_overlap(
    person: Open, game: str, options: dict[str, Any], accept: Callable[[View[Any]], bool]
) -> None:
    """Planes at once, counters of a stack when the pointer rests on it. Debris may lie on wreckage.

    What does lie on each other is noticed: at the end the nearest two are put so.
    """
    page = person()
    view = sit_at(page, game, options, accept)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        last = 0  # all of them
        if game == "boots":
            stack = stacks(view)[0]
            page.locator(f".board #lift-{stack}").hover(force=True)
            last = stacks(view).count(stack)  # under the pointer it is drawn last
        # the tag of a ship stands below it, outside of its hex
        drawn = ".board .turning, .board .wreckage" if game == "starfighters" else ".board .piece"
        page.wait_for_function(APART, arg=[drawn, last])
    page.evaluate(PUT_TOGETHER, [drawn, last])
    page.wait_for_function(f"(all) => !({APART})(all)", arg=[drawn, last])


@pytest.mark.parametrize("size", PHONES)
def test_a_zoomed_board_has_a_map_that_leads_to_the_whole(
    person: Open, size: tuple[int, int]
) -> None:
    page = person(touch=True)
    sit_at(page, "boots", {"battle": "crossroads"}, lambda view: len(view.legal) > 20)
    board = page.locator(".board > svg")
    whole = board.get_attribute("viewBox")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    small = page.get_by_role("button", name="Show the whole board")
    expect(small).to_be_visible()
    assert board.get_attribute("viewBox") != whole
    drawing = small.locator("use").get_attribute("href")
    assert drawing and page.locator(f".board > svg > g[id='{drawing[1:]}'] .legal").count() > 0
    assert serious(page) == []
    small.click()
    expect(small).to_have_count(0)
    assert board.get_attribute("viewBox") == whole


WITHIN = """
(inner) => {
  const one = document.querySelector(inner)?.getBoundingClientRect();
  const board = document.querySelector(".board").getBoundingClientRect();
  if (!one) return false;
  const [x, y] = [one.left + one.width / 2, one.top + one.height / 2];
  return board.left < x && x < board.right && board.top < y && y < board.bottom;
}
"""
A_FRAME = 20
"""Milliseconds; the board follows in the next frame, which comes later on a busy machine."""


def follows(page: Page, inner: str) -> None:
    """The middle of something comes to lie within the board."""
    page.wait_for_timeout(A_FRAME)
    page.wait_for_function(WITHIN, arg=inner)


def spread(view: View[Any]) -> int:
    """Over how many rows the places lie where something can be done."""
    rows = [
        int(entry.places[-1][1:])
        for entry in view.legal
        if entry.places and re.fullmatch(r"[A-Z]\d+", entry.places[-1])
    ]
    return max(rows) - min(rows) if rows else 0


@pytest.mark.parametrize("size", PHONES)
def test_a_zoomed_board_follows_the_list_and_the_arrow_keys(
    person: Open, size: tuple[int, int]
) -> None:
    page = person(width=size[0], height=size[1])
    sit_at(page, "boots", {"battle": "crossroads"}, lambda view: spread(view) > 6)
    expect(page.get_by_role("button", name="Show the whole board")).to_be_visible()
    board = page.locator(".board > svg")
    windows = set()
    for n in (0, -1, 0):
        page.locator("[data-action]").nth(n).dispatch_event("click")
        expect(page.locator(".board .legal.chosen")).to_have_count(1)
        follows(page, ".board .legal.chosen")
        windows.add(board.get_attribute("viewBox"))
    assert len(windows) > 1, "there was nothing to follow"
    board.focus()
    for key in ("ArrowDown", "ArrowUp"):
        for _ in range(14):
            board.press(key)
            follows(page, ".board .cursor")
        windows.add(board.get_attribute("viewBox"))
    assert len(windows) > 2
