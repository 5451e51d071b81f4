"""The lab in a real browser: a question is asked, watched and read, at two sizes, and looked
over by axe.
"""

from __future__ import annotations

from audit import serious
from house import Open
from playwright.sync_api import expect


def test_a_question_is_asked_watched_and_read(person: Open) -> None:
    page = person("/")
    page.get_by_role("link", name="the lab").click()
    form = page.get_by_role("form", name="Ask the lab")
    form.get_by_label("Game").select_option("goofspiel")
    form.get_by_label("Cards").fill("3")
    form.get_by_label("Minutes").fill("0.05")
    form.get_by_label("medium").uncheck()
    expect(form.get_by_role("button", name="Ask")).to_be_disabled()
    form.get_by_label("easy").check()
    assert serious(page) == []
    form.get_by_role("button", name="Ask").click()
    line = page.locator(".study").first
    expect(line).to_contain_text("goofspiel cards=3")
    line.get_by_role("link", name="Read").click(timeout=120_000)
    expect(page.get_by_role("heading", name="Goofspiel, cards 3")).to_be_visible()
    expect(page.get_by_role("heading", name="Who beats whom")).to_be_visible()
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "nothing leaves the sheet"
    )
    page.emulate_media(media="screen")
    page.get_by_text("Random", exact=True).first.click()
    expect(page.locator(".tab-0")).to_be_visible()
    assert serious(page) == []
    page.go_back()
    page.locator(".study").first.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_bad_study_question_shows_error_on_a_phone(person: Open) -> None:
    page = person("/lab", width=390, height=844, touch=True)
    form = page.get_by_role("form", name="Ask the lab")
    form.get_by_label("Game").select_option("goofspiel")
    form.get_by_label("Cards").fill("99")
    form.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("alert")).to_contain_text("a whole number from 2 to 13")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []
