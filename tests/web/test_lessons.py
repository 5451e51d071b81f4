"""Lessons in a real browser: played by clicking what the coach rings, measured at four sizes,
looked over by axe.
"""

from __future__ import annotations

import pytest
from audit import serious
from geometry import PHONES, SIZES, faults_at
from house import Open
from playwright.sync_api import Page, expect

from dogfight.lessons.courses import course

GAMES = ("biplanes", "squadrons", "starfighters", "paws", "boots")
MOST_CLICKS = 200


def fits(page: Page) -> None:
    """Nothing is clipped, covered or too small at any size; afterwards the window is as it was."""
    before = page.viewport_size
    said = page.locator(".coach .says").inner_text()
    assert before is not None
    here = (before["width"], before["height"])
    for size in (*(item for item in SIZES if item != here), here):
        assert faults_at(page, size) == [], (said, size)


def through(page: Page) -> int:
    """Follow the coach to the end of a lesson, measuring whatever it says; how many steps there
    were.
    """
    coach = page.get_by_role("region", name="The coach")
    steps = 1
    said = ""
    for _ in range(MOST_CLICKS):
        if page.locator(".dock.staging").is_visible():
            page.keyboard.press("Escape")
            expect(page.locator(".dock.staging")).to_be_hidden()
            continue
        if said != (said := page.locator(".coach .says").inner_text()):
            fits(page)
        if coach.get_by_role("button", name="Play your first game").is_visible():
            return steps
        onward = page.locator(".dock").get_by_role("button", name="Go on")
        if onward.is_visible():
            onward.click()
            expect(onward).to_be_hidden()
            steps += 1
            continue
        page.locator("[data-coached]").click()
        expect(page.get_by_text("Sending…")).to_be_hidden()
        expect(page.locator(".coach.done, [data-coached], .dock.staging").first).to_be_visible()
    raise AssertionError("the lesson does not end")


LESSONS = [
    (game.game, number) for game in map(course, GAMES) for number in range(1, len(game.lessons) + 1)
]


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_is_played_through_by_clicks(person: Open, game: str, number: int) -> None:
    page = person(f"/learn/{game}/{number}")
    expect(page.locator("[data-coached]")).to_be_visible()
    assert serious(page) == []
    steps = int(page.locator(".coach .dots").get_attribute("aria-label").rsplit(" ", 1)[1])  # type: ignore[union-attr]
    assert through(page) == steps
    assert serious(page) == []
    page.get_by_role("button", name="Play your first game").click()
    page.wait_for_url("**/table/*")
    page.goto("/learn")
    expect(page.get_by_text("✓ finished").first).to_be_visible()


def test_a_lesson_is_staged_like_a_table(person: Open) -> None:
    page = person("/learn/biplanes/1", speed="normal")
    dock = page.locator(".dock")
    for _ in range(MOST_CLICKS):
        if page.locator(".dock.staging").is_visible():
            break
        onward = dock.get_by_role("button", name="Go on")
        (onward if onward.is_visible() else page.locator("[data-coached]")).click()
        expect(page.get_by_text("Sending…")).to_be_hidden()
    expect(page.locator(".coach")).to_contain_text("Watch what happens.")
    expect(page.locator(".beat.sel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".dock.staging")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_lesson_is_played_through_on_a_phone(person: Open, width: int, height: int) -> None:
    page = person("/learn/biplanes/1", width=width, height=height, touch=True)
    expect(page.locator("[data-coached]")).to_be_visible()
    assert serious(page) == []
    assert through(page) == 10


def test_lesson_nudges_other_moves_and_can_be_resumed(person: Open) -> None:
    page = person("/")
    page.get_by_role("link", name="Learn", exact=True).click()
    page.locator(".course", has_text="Biplanes").get_by_role("link", name="Begin").click()
    expect(page.locator(".coach")).to_contain_text("play a 1")
    page.locator(".p-actions .action", has_text="2/2").click()
    page.locator(".dock .btn.go").click()
    expect(page.locator(".coach .nudge")).to_contain_text("Start small")
    page.locator(".dock .btn.go").click()
    expect(page.locator(".coach .nudge")).to_contain_text("play 1 with no hits, to m5")
    page.locator("[data-coached]").click()
    expect(page.locator(".coach.done")).to_contain_text("nobody can fire")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".coach")).to_contain_text("Now hunt")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".coach")).to_contain_text("play a 1")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".coach .nudge")).to_contain_text("Any of these will do: play 1")
    expect(page.locator(".dock .btn.go[data-coached]")).to_be_enabled()
    page.locator(".dock .btn.go").click()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("link", name="Leave").click()
    assert serious(page) == []
    page.get_by_role("link", name="Go on at step 2").click()
    expect(page.locator(".coach")).to_contain_text("Now hunt")


def test_refused_click_and_word_show_their_reason(person: Open) -> None:
    page = person("/learn/biplanes/1")
    expect(page.locator("[data-coached]")).to_be_visible()
    board = page.locator(".board svg").first
    box = board.bounding_box()
    assert box is not None
    board.click(
        position={"x": box["width"] * 372 / 600, "y": box["height"] * 144 / 600}
    )  # m1, five spaces ahead
    reason = page.locator(".dock .toast")
    expect(reason).to_contain_text("m1 takes a 5, and there is none in your hand")
    expect(reason.get_by_role("link", name="BD-5.1")).to_be_visible()
    expect(page.locator(".in-vain")).to_have_count(1)
    assert serious(page) == []
    page.get_by_role("button", name="Show what you can").click()
    expect(reason).to_be_hidden()
    page.locator("#typed").fill("5/2")
    page.get_by_role("button", name="Why not?").click()
    expect(reason).to_contain_text("5/2 is not in your hand")


def test_rules_page_has_summary_contents_and_no_source_marks(person: Open) -> None:
    for game in GAMES:
        page = person(f"/rules/{game}")
        expect(page.locator(".in-brief li").first).to_be_visible()
        assert (
            page.locator(".in-brief ol > li").count() >= 8
            and page.locator(".in-brief .diagram").count() >= 3
        )
        expect(page.get_by_role("navigation", name="Contents")).to_be_visible()
        assert serious(page) == []
        assert page.locator(".rules dd", has_text="[S]").count() == 0
        page.emulate_media(media="print")
        expect(page.locator(".rules dl").first).to_be_hidden()
        expect(page.locator(".in-brief")).to_be_visible()
