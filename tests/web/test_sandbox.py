"""The sandbox in a real browser: played by hand, set up in notation, shared, begun as a game."""

from __future__ import annotations

import random
import re
from urllib.parse import quote, unquote

import pytest
from audit import serious
from geometry import SIZES
from house import Open
from playwright.sync_api import Page, expect

import dogfight
from dogfight.match.match import Match

GAMES = ["biplanes", "squadrons", "boots", "starfighters", "paws", "goofspiel"]


def position_of(name: str, moves: int = 12) -> str:
    """The notation of a position in the middle of a game."""
    game = dogfight.load(name)
    table, dice = Match(game, seed=3), random.Random(3)
    while len(table.played) < moves and (seat := table.next_seat()) is not None:
        table.play(seat, dice.choice(game.legal(table.position, seat)))
    table.advance()
    return game.notation.write(table.position)


def address(name: str, position: str) -> str:
    return f"/sandbox/{name}#{quote(position, safe='')}"


def shown(page: Page) -> str:
    """The position that the address names."""
    return unquote(page.url.partition("#")[2])


def play_first(page: Page) -> None:
    page.get_by_role("list", name="Choices").get_by_role("button").first.click()
    page.get_by_role("button", name="Play it").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_sandbox_fits_at_every_size(person: Open, size: tuple[int, int], scheme: str) -> None:
    page = person(address("biplanes", position_of("biplanes", 10)), *size, scheme=scheme)
    expect(page.locator(".board")).to_be_visible()
    page.get_by_text("Set up by hand").click()
    expect(page.get_by_label("Position in notation")).to_be_visible()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator(".board").bounding_box()
    assert board and board["height"] > 150


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_by_hand_and_taken_back(person: Open, game: str) -> None:
    before = position_of(game)
    page = person(address(game, before))
    play_first(page)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    after = shown(page)
    assert after != before
    dogfight.load(game).notation.read(after)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert shown(page) == before
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    assert shown(page) == after
    assert serious(page) == []


def test_chance_is_drawn_or_said_with_its_odds(person: Open) -> None:
    page = person("/sandbox/squadrons")
    outcomes = page.get_by_role("list", name="Outcomes").get_by_role("button")
    expect(outcomes).to_have_count(52)
    expect(outcomes.first).to_contain_text("1.9 %")
    outcomes.filter(has_text="9H").click()
    expect(page.get_by_role("list", name="What happened")).to_be_visible()
    assert "9H" in shown(page)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Draw or roll").click()
    expect(page.get_by_role("list", name="Choices")).to_be_visible()


def test_bad_notation_is_marked_and_changes_nothing(person: Open) -> None:
    before = position_of("squadrons")
    page = person(address("squadrons", before))
    page.get_by_text("Set up by hand").click()
    field = page.get_by_label("Position in notation")
    field.fill(before.replace("l12S", "zz9"))
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("alert")).to_contain_text("got 'zz9'")
    assert page.evaluate("getSelection().toString()") in ("zz9", "")
    marked = field.evaluate("(it) => it.value.slice(it.selectionStart, it.selectionEnd)")
    assert marked == "zz9"
    expect(page.get_by_label("Word 1", exact=True)).to_have_attribute("aria-invalid", "true")
    assert serious(page) == [] and shown(page) == before
    page.get_by_label("Word 1", exact=True).fill(before.split(" ")[0])
    page.get_by_label("Word 8", exact=True).fill("t7")
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert shown(page).endswith(" t7")


def test_a_bot_is_asked_what_it_thinks(person: Open) -> None:
    page = person(address("biplanes", position_of("biplanes", 10)))
    page.get_by_role("button", name="Medium", exact=True).click()
    page.get_by_role("button", name="Ask a bot").click()
    table = page.locator(".opinions table")
    expect(table).to_be_visible()
    table.get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()
    assert serious(page) == []


def test_a_game_begins_from_the_sandbox_and_returns_to_it(person: Open) -> None:
    before = position_of("biplanes", 10)
    page = person(address("biplanes", before))
    page.get_by_role("button", name="Play from here").click()
    expect(page.get_by_role("dialog")).to_contain_text("not rated")
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".board").first).to_be_visible()
    code = page.url.rpartition("/")[2]
    assert page.request.get(f"/api/tables/{code}").json()["from_position"]
    resign = """code => fetch(`/api/tables/${code}/resign`, {method: "POST", body: '{"player": 0}',
      headers: {"content-type": "application/json"}}).then((answer) => answer.status)"""
    assert page.evaluate(resign, code) == 200
    page.goto(f"/review/{code}")
    page.get_by_role("link", name="Open in sandbox").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert shown(page) == before


def test_home_and_a_solved_puzzle_lead_to_the_sandbox(person: Open) -> None:
    page = person("/")
    page.get_by_role("link", name="the sandbox").click()
    expect(page.get_by_role("main").get_by_role("heading", name="Sandbox")).to_be_visible()
    assert serious(page) == []
    page.get_by_role("link", name="Open Goofspiel in the sandbox").click()
    expect(page.get_by_role("list", name="Outcomes")).to_be_visible()
    page.goto("/puzzle/squadrons")
    page.get_by_role("list", name="Choices").get_by_role("button").first.click()
    page.get_by_role("button", name="That is my choice").click()
    page.get_by_role("link", name="Play on from here").click()
    expect(page).to_have_url(re.compile("/sandbox/squadrons#"))
    expect(page.get_by_role("button", name="Play from here")).to_be_visible()


def test_a_link_that_cannot_be_read_says_so(person: Open) -> None:
    page = person("/sandbox/squadrons#nonsense")
    expect(page.get_by_role("alert")).to_contain_text("expected")
    page.get_by_role("link", name="Begin at the start").click()
    expect(page.get_by_role("list", name="Outcomes")).to_be_visible()
