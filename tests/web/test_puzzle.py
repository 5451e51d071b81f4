"""Puzzles in a real browser: chosen on the board or in the list, answered once, days in a row."""

from __future__ import annotations

import re

import pytest
from audit import serious
from geometry import SIZES
from house import Open
from playwright.sync_api import Page, expect

from dogfight.puzzles.puzzle import Puzzle, puzzles_of

GAMES = ["biplanes", "squadrons", "boots", "starfighters", "paws"]


def texts_of(puzzle: Puzzle) -> dict[str, str]:
    """What each choice is called in the list."""
    import dogfight

    view = puzzle.view(dogfight.load(puzzle.game))
    return {entry.notation: entry.text[:1].upper() + entry.text[1:] for entry in view.legal}


def choose(page: Page, text: str) -> None:
    page.get_by_role("list", name="Choices").get_by_role("button", name=text, exact=True).click()
    page.get_by_role("button", name="That is my choice").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_puzzle_fits_and_is_solved_at_every_size(
    person: Open, size: tuple[int, int], scheme: str
) -> None:
    puzzle = puzzles_of("biplanes")[0]
    page = person(f"/puzzle/biplanes/{puzzle.id}", *size, scheme=scheme)
    expect(page.locator(".board")).to_be_visible()
    assert serious(page) == []
    choose(page, texts_of(puzzle)[puzzle.answer])
    expect(page.get_by_role("status")).to_contain_text("Right.")
    expect(page.locator(".odds tr")).to_have_count(len(puzzle.options))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator(".board").bounding_box()
    assert board and board["height"] > 150
    assert serious(page) == []


def test_a_wrong_choice_is_told_so_and_the_next_puzzle_follows(person: Open) -> None:
    puzzle = puzzles_of("squadrons")[0]
    page = person(f"/puzzle/squadrons/{puzzle.id}")
    wrong = next(text for word, text in texts_of(puzzle).items() if word != puzzle.answer)
    choose(page, wrong)
    expect(page.get_by_role("status")).to_contain_text("Not the best.")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("button", name="That is my choice")).to_be_disabled()
    assert puzzle.id not in page.url


def test_the_answer_is_not_sent_before_the_choice(person: Open) -> None:
    page = person()
    puzzle = puzzles_of("biplanes")[0]
    answer = page.request.get(f"/api/puzzles/biplanes/{puzzle.id}").text()
    assert "found_by" not in answer and str(puzzle.options[0].value) not in answer


def test_solving_the_puzzle_of_the_day_counts_the_day(person: Open) -> None:
    page = person("/")
    page.get_by_role("link", name="a puzzle for every game").click()
    expect(page.get_by_role("heading", name="Puzzles of the day")).to_be_visible()
    assert serious(page) == []
    listed = page.request.get("/api/puzzles").json()
    today = {entry["game"]: entry["today"] for entry in listed["games"]}
    page.locator(".course", has_text="Squadrons").get_by_role("link", name="Solve").click()
    puzzle = next(item for item in puzzles_of("squadrons") if item.id == today["squadrons"])
    choose(page, texts_of(puzzle)[puzzle.answer])
    expect(page.locator(".week .solved")).to_have_count(1)
    page.get_by_role("link", name="All games").click()
    squadrons = page.locator(".course", has_text="Squadrons")
    expect(squadrons.get_by_role("link", name="Again")).to_be_visible()
    expect(page.locator(".week .solved")).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_draws_its_puzzles(person: Open, game: str) -> None:
    page = person(f"/puzzle/{game}")
    expect(page.locator(".board").first).to_be_visible()
    page.get_by_role("list", name="Choices").get_by_role("button").first.press("Enter")
    expect(page.get_by_role("button", name="That is my choice")).to_be_enabled()
    assert serious(page) == []


def test_a_puzzle_that_is_not_there_is_said_so(person: Open) -> None:
    page = person("/puzzle/biplanes/00000000")
    expect(page.get_by_text(re.compile("there is no '00000000'"))).to_be_visible()


def test_puzzles_are_chosen_by_theme_and_difficulty(person: Open) -> None:
    page = person("/puzzle/squadrons/all", 390, 844)
    whole = puzzles_of("squadrons")
    lines = page.get_by_role("list", name="Puzzles").get_by_role("listitem")
    expect(lines).to_have_count(len(whole))
    assert serious(page) == []
    page.get_by_role("combobox", name="Theme").select_option("behind")
    behind = [puzzle for puzzle in whole if "behind" in puzzle.themes]
    expect(page.get_by_role("status")).to_have_text(f"{len(behind)} of {len(whole)} puzzles")
    page.get_by_role("combobox", name="Difficulty").select_option("3")
    expect(lines).to_have_count(len([puzzle for puzzle in behind if puzzle.stars == 3]))
    lines.first.get_by_role("link").click()
    expect(page.get_by_role("button", name="That is my choice")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_tries_are_the_same_on_another_device(person: Open) -> None:
    page = person("/puzzle/boots/today")
    listed = page.request.get("/api/puzzles").json()
    today = next(entry["today"] for entry in listed["games"] if entry["game"] == "boots")
    puzzle = next(item for item in puzzles_of("boots") if item.id == today)
    choose(page, texts_of(puzzle)[puzzle.answer])
    expect(page.locator(".week .solved")).to_have_count(1)
    page.evaluate("localStorage.removeItem('dogfight:puzzle-days')")
    page.evaluate("localStorage.removeItem('dogfight:puzzles-tried')")
    page.goto("/puzzle")
    expect(page.locator(".week .solved")).to_have_count(1)
    course = page.locator(".course", has_text="Combat Boots")
    expect(course.get_by_role("link", name="Again")).to_be_visible()
