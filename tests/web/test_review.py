"""A finished game explains itself in the browser: the curve, the judgement of each choice, the
end sheet's account.
"""

from __future__ import annotations

import re

from audit import serious
from house import Open
from playwright.sync_api import Page, expect
from seatings import play_out, sit

import dogfight
from dogfight.bots.registry import make_bot
from dogfight.match.match import Match

SIZES = [(1280, 800), (390, 844)]
_CODES: dict[str, str] = {}
"""Games that were brought before: one is explained once, and anybody may look at it."""


def finished(name: str, seed: int) -> str:
    """A record of a game between two bots, the second of them careless."""
    game = dogfight.load(name)
    table = Match(game, seed=seed, players=("Ana", "Ben"))
    table.run([make_bot(bot, seed, game) for bot in ("greedy", "random")])
    return table.record.to_text()


def brought(page: Page, text: str) -> str:
    """The code under which a record is reviewed."""
    _CODES[text] = _CODES.get(text) or page.evaluate(
        """async (text) => {
            const post = (path, type, body) =>
              fetch(path, {method: "POST", headers: {"content-type": type}, body});
            await post("/api/me", "application/json", '{"name":"Cleo"}');
            return (await (await post("/api/records", "text/plain", text)).json()).table.code;
        }""",
        text,
    )
    return _CODES[text]


def explained(page: Page, text: str, eye: str = "1") -> str:
    code = brought(page, text)
    page.goto(f"/review/{code}?step=0&perspective={eye}")
    expect(page.locator(".chances")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Next slip")).to_be_enabled(timeout=90_000)
    return code


def test_a_review_shows_the_curve_and_judges_each_choice(person: Open) -> None:
    page = person()
    explained(page, finished("biplanes", 3))
    expect(page.locator(".judged")).to_contain_text(re.compile(r"You (won|lost|drew)\b.*\."))
    page.keyboard.press("n")
    stamp = page.locator(".judged .stamp", has_text=re.compile("slip|mistake|blunder"))
    expect(page).to_have_url(re.compile(r"step=[1-9]"))
    expect(stamp.first).to_be_visible()
    expect(page.locator(".judged tr.chosen").first).to_be_attached()
    expect(page.locator(".judged .mix").first).to_be_attached()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(stamp.first).to_be_visible()
        board, dock, judged = (
            page.locator(text).bounding_box() for text in (".stage", ".dock", ".judged")
        )
        assert board and dock and judged
        assert judged["x"] + judged["width"] <= width and judged["y"] + judged["height"] <= height
        assert board["height"] > 200 and dock["x"] + dock["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            assert serious(page) == [], (width, scheme)


def test_notes_at_turns_are_kept(person: Open) -> None:
    page = person()
    code = explained(page, finished("biplanes", 3))
    page.get_by_role("textbox", name=re.compile("Note on turn")).fill("Feared the five.")
    page.get_by_role("button", name="Keep").click()
    page.goto(f"/review/{code}?step=0&perspective=1")
    expect(page.get_by_role("textbox", name=re.compile("Note on turn"))).to_have_value(
        "Feared the five."
    )


def test_the_game_as_a_whole_names_moments_and_worst_choices(person: Open) -> None:
    page = person()
    explained(page, finished("biplanes", 3), "open")
    page.get_by_role("button", name="The game").click()
    expect(page.locator(".judged")).to_contain_text("Ana")
    expect(page.locator(".judged ol.mom li")).to_have_count(3)
    page.locator(".judged ol.mom button").first.click()
    expect(page).to_have_url(re.compile(r"step=[1-9]"))


def test_review_choice_links_to_the_view_of_its_seat(person: Open) -> None:
    page = person()
    explained(page, finished("biplanes", 3), "open")
    page.keyboard.press("n")
    page.locator(".weighed .line").first.click()
    expect(page).to_have_url(re.compile(r"perspective=[01]"))


def test_end_sheet_explains_the_result(person: Open) -> None:
    page = person()
    sheet = page.locator("dialog.end")
    for _ in range(5):  # a draw has no causes
        page.goto("/")
        sit(page, "biplanes", players=["me", "bot:random"])
        play_out(page, 120)
        if sheet.locator("h2").inner_text() != "A draw.":
            break
    details = sheet.locator(".explained details")
    expect(details).to_be_attached(timeout=90_000)
    expect(sheet.locator(".explained h3")).to_contain_text(re.compile(r"You (won|lost)\b.*\."))
    expect(sheet.locator(".shares")).to_be_hidden()
    assert sheet.locator("ol.mom li").count() <= 3
    details.locator("summary").click()
    expect(sheet.locator(".shares .part").first).to_be_visible()
    assert sheet.locator(".shares .part").evaluate_all(
        "bars => bars.every((bar) => bar.getBBox().x + bar.getBBox().width <= 273)"
    )
    expect(details).to_contain_text(re.compile(r"error \d+\.\d % a turn\."))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = sheet.bounding_box()
        assert (
            box
            and box["x"] >= 0
            and box["x"] + box["width"] <= width
            and box["y"] + box["height"] <= height
        )
        assert serious(page) == [], width
    sheet.locator("ol.mom a").first.click()
    expect(page).to_have_url(re.compile(r"/review/.*step=[1-9]"))
