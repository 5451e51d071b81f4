"""Every page fits its screen, works by keyboard alone, and passes an accessibility audit."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from audit import serious
from house import Open
from playwright.sync_api import Page, expect
from seatings import lay, overflow, play_an_end, sit, take_the_device

SIZES = [(390, 844), (820, 1180), (1280, 800)]
OPTIONS: dict[str, dict[str, Any]] = {
    "biplanes": {},
    "squadrons": {},
    "starfighters": {"players": 6},
    "paws": {"players": 4},
    "boots": {"battle": "crossroads"},
}


def seats_of(game: str) -> list[str]:
    count = {"starfighters": 6, "paws": 4}.get(game, 2)
    return ["me", *["bot:random"] * (count - 1)]


@pytest.mark.parametrize("game", list(OPTIONS))
def test_tables_fit_and_pass_the_audit(person: Open, game: str) -> None:
    page = person()
    code = lay(page, game, OPTIONS[game], seats_of(game))
    page.goto(f"/table/{code}")
    page.wait_for_selector(".board svg")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) == 0, (game, width)
        assert page.evaluate("document.documentElement.scrollHeight") <= height, (game, height)
    for width, height in (SIZES[-1], SIZES[0]):
        page.set_viewport_size({"width": width, "height": height})
        assert serious(page) == [], width
        page.emulate_media(color_scheme="dark")
        assert serious(page) == [], (width, "dark")
        page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_other_pages_fit_and_pass_the_audit(person: Open, scheme: str) -> None:
    page = person(scheme=scheme)
    page.wait_for_selector(".start .ways")
    assert serious(page) == []
    waiting = lay(page, "squadrons", players=["me", "open"])
    code = play_an_end(page, "boots", {"battle": "convoy"})
    assert serious(page) == []
    paths = [
        "/",
        f"/review/{code}",
        "/rules/squadrons",
        f"/table/{waiting}",
        f"/join/{waiting}#none",
        "/table/NONE-0000",
    ]
    for path in paths:
        page.goto(path)
        page.wait_for_selector(".start, .scrub, .rules dd, .card")
        if path != "/":
            assert serious(page) == [], path
        page.set_viewport_size({"width": 390, "height": 844})
        assert overflow(page) == 0, path
        page.set_viewport_size({"width": 1280, "height": 800})


def test_sheets_pass_the_audit(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]")
    for key, title in (("?", "Keys"), ("b", "The board in words")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_contain_text(title)
        assert serious(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_moments_pass_the_audit(person: Open, scheme: str) -> None:
    """A cover, a sealed choice, the menu, second thoughts about resigning, chat, a lost
    connection's banner, an end.
    """
    page = person(scheme=scheme)
    code = lay(page, "biplanes", players=["me", "me"])
    page.goto(f"/table/{code}")
    expect(page.locator(".handover")).to_be_visible()
    assert serious(page) == []
    take_the_device(page, code)
    page.locator("[data-action]").first.click()
    assert serious(page) == []
    open_code = lay_at_home(page, "biplanes", ["me", "open"])
    guest = person(scheme=scheme)
    guest.goto(f"/table/{open_code}")
    expect(guest.locator(".card")).to_be_visible()
    assert serious(guest) == []
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]")
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("cannot be taken back")
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Chat").click()
    assert serious(page) == []
    page.locator(".prompt .rule-id").focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert serious(page) == []


def lay_at_home(page: Page, game: str, players: list[str]) -> str:
    page.goto("/")
    return lay(page, game, players=players)


@pytest.mark.parametrize("eye", ["open", "0"])
def test_a_review_with_secrets_passes_the_audit(person: Open, eye: str) -> None:
    page = person(scheme="dark" if eye == "0" else "light")
    code = play_an_end(page, "biplanes")
    page.goto(f"/review/{code}?step=12&perspective={eye}")
    page.wait_for_selector(".scrub")
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert overflow(page) == 0
    assert serious(page) == []


KEYBOARD = [
    ("biplanes", {}, 2),
    ("squadrons", {}, 2),
    ("starfighters", {"players": 3}, 3),
    ("paws", {"players": 2, "timer": 0}, 2),
    ("boots", {"battle": "orchard"}, 2),
    ("boots", {"battle": "convoy"}, 2),
]


@pytest.mark.parametrize(
    ("game", "options", "players"),
    KEYBOARD,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_turns_of_every_game_by_keyboard_alone(
    person: Open, game: str, options: dict[str, Any], players: int
) -> None:
    page = person()
    sit(page, game, options, ["me", *["bot:random"] * (players - 1)])
    over = page.locator("dialog.end")
    for turn in range(16):
        expect(page.locator("[data-action]").or_(over).first).to_be_visible()
        if over.count():
            return
        before = page.locator(".app").get_attribute("data-asked")
        page.keyboard.press("2" if turn % 3 and page.locator("[data-action]").count() > 1 else "1")
        expect(page.locator("[data-action][aria-pressed=true]")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator(f".app:not([data-asked='{before}'])").or_(over).first).to_be_visible()


def test_from_home_to_a_table_by_keyboard_alone(person: Open) -> None:
    page = person()
    page.wait_for_selector(".start .ways")
    tab_to(page, ".gcard:has-text('Squadrons')")
    page.keyboard.press("Enter")
    expect(page.locator(".start h2")).to_have_text("Squadrons")
    expect(page.get_by_role("button", name="Play a bot now")).to_be_enabled()
    tab_to(page, ".ways .go")
    page.keyboard.press("Enter")
    expect(page.locator(".board svg")).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    target = page.locator(selector)
    for _ in range(60):
        if target.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never came to {selector}")


def test_a_device_is_handed_over_by_keyboard_alone(person: Open) -> None:
    page = person()
    code = lay(page, "biplanes", players=["me", "me"])
    page.goto(f"/table/{code}")
    cover = page.locator(".handover")
    expect(cover).to_contain_text("Player 1")
    expect(cover.get_by_role("button")).to_be_focused()
    page.keyboard.down("Enter")
    expect(cover).to_have_count(0)
    page.keyboard.up("Enter")
    page.wait_for_selector("[data-action]")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(cover).to_contain_text("Player 2")


def test_a_turn_by_keyboard_alone(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    for _ in range(6):
        before = page.inner_text("#prompt")
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator("#prompt")).not_to_have_text(before)
    page.locator(".board svg").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board .cursor")).to_have_count(1)
    expect(page.locator(".board svg")).to_have_attribute("role", "application")
    before = page.inner_text("#prompt")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).not_to_have_text(before)


def test_the_tab_key_walks_bar_seats_board_dock_list(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    seen: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        place = page.evaluate(
            "document.activeElement.closest('.bar, .board, .dock, .side')?.className ?? ''"
        )
        name = str(place).split(" ")[0]
        if name and (not seen or seen[-1] != name):
            seen.append(name)
    assert seen[:4] == ["bar", "board", "dock", "side"]


def test_a_phone_shows_the_list_in_a_tab(person: Open) -> None:
    page = person(width=390, height=844)
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]", state="attached")
    page.locator(".tabs").get_by_role("button", name="Actions").click()
    first = page.locator("[data-action]").first
    expect(first).to_be_visible()
    first.click()
    first.click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")
    assert overflow(page) == 0


def test_first_visit_is_at_most_150_kilobytes_compressed(person: Open) -> None:
    """The page, its code and its styles until somebody can play; other pages come when opened."""
    page = person()
    page.goto("/")
    page.get_by_role("heading", level=1).first.wait_for()
    paths = page.evaluate(
        "() => performance.getEntriesByType('resource').map((it) => new URL(it.name).pathname)"
    )
    folder = Path(__file__).parents[2] / "src" / "dogfight" / "server" / "static"
    files = [folder / "index.html"] + [folder / path[1:] for path in paths if path[1:]]
    visit = sorted({file for file in files if file.is_file()})
    assert {file.suffix for file in visit} >= {".html", ".js", ".css"}
    assert sum(len(gzip.compress(file.read_bytes())) for file in visit) <= 150 * 1024


def test_pages_fetched_when_opened_are_small() -> None:
    folder = Path(__file__).parents[2] / "src" / "dogfight" / "server" / "static"
    index = (folder / "index.html").read_text()
    late = [file for file in (folder / "assets").iterdir() if file.name not in index]
    assert late
    for file in late:
        assert len(gzip.compress(file.read_bytes())) <= 25 * 1024, file.name
