"""A move is planned whole: what people think of as one move takes few clicks, which are counted
here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from audit import serious
from house import Open
from playwright.sync_api import Locator, Page, Route, expect
from seatings import found, middle, play_on, play_until, sit

import dogfight
from dogfight.core.decision import Choose
from dogfight.core.seat import OPEN
from dogfight.core.view import View
from dogfight.match.match import Match
from dogfight.match.move_plans import move_plans, steps_of
from dogfight.planning.parts import MovePlan, MovePlans

SIZES = [(1280, 800), (390, 844)]
COUNT = """
() => {
  globalThis.clicks = 0; globalThis.keys = 0;
  addEventListener("pointerdown", (event) => { globalThis.clicks += 1; }, true);
  addEventListener("keydown", (event) => { globalThis.keys += 1; }, true);
}
"""


def count(page: Page) -> None:
    """Begin to count clicks and keys."""
    page.evaluate(COUNT)


def clicks(page: Page) -> int:
    return int(page.evaluate("globalThis.clicks"))


def keys(page: Page) -> int:
    return int(page.evaluate("globalThis.keys"))


def at(page: Page, place: str) -> tuple[float, float]:
    """The middle of a place of the board that can be pressed."""
    return middle(page.locator(f".board svg:not(.mini) [data-place='{place}']").first)


def tap(page: Page, spot: tuple[float, float]) -> None:
    """By finger where there is one, else by mouse."""
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.touchscreen.tap(*spot)
    else:
        page.mouse.click(*spot)


def press(page: Page, place: str) -> None:
    tap(page, at(page, place))


def answer(page: Page, act: Callable[[], None]) -> None:
    """Answer the question that is asked, and wait for the next."""
    asked = page.locator(".app").get_attribute("data-asked")
    act()
    expect(page.locator(".app")).not_to_have_attribute("data-asked", asked or "")


def plans_of(view: View[Any]) -> MovePlans:
    return move_plans(dogfight.load(view.game), view)


def walk_of(view: View[Any], *, seen: bool) -> MovePlan | None:
    """A walk of two hexes and a stop, in or out of sight of the other side."""
    plans = plans_of(view)
    for plan in plans.plans:
        steps = steps_of(plans, plan)
        on_way = [step for step in steps if step.cost]
        free = all(plan.place not in entry.places for entry in view.legal)
        if plan.kind == "move" and len(on_way) == 2 and len(steps) == 4 and free:
            reacts = [step.asks for step in on_way]
            if any(reacts) == seen and not (seen and not reacts[0]):
                return plan
    return None


def sit_to_walk(page: Page, *, seen: bool) -> tuple[Match, MovePlan]:
    """A table of Combat Boots where a unit can walk two hexes, in or out of sight."""
    options = {"battle": "orchard"}

    def wanted(view: View[Any]) -> bool:
        return view.board.stage == "acting" and walk_of(view, seen=seen) is not None

    table = found("boots", options, wanted)
    play_on(page, table)
    decision = table.decision()
    assert isinstance(decision, Choose)
    plan = walk_of(table.view(decision.seat), seen=seen)
    assert plan is not None
    return table, plan


def select(page: Page, table: Match, piece: str) -> None:
    """Press a counter on the board until it is the one that is chosen."""
    where = next(item.place for item in table.view(OPEN).board.pieces if item.label == piece)
    press(page, where)
    expect(page.locator(".dock .whowhat")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_counter_walks_two_hexes_in_two_clicks(person: Open, width: int, height: int) -> None:
    page = person(width=width, height=height)
    table, plan = sit_to_walk(page, seen=False)
    count(page)
    select(page, table, plan.piece)
    page.mouse.move(*at(page, plan.place))
    expect(page.locator(".plan-path circle")).to_have_count(2)
    expect(page.locator(".plan-step")).to_have_count(2)
    assert serious(page) == []
    press(page, plan.place)
    expect(page.locator(".log")).to_contain_text(f"to {plan.place}")
    expect(page.locator("#prompt")).not_to_contain_text("step")
    assert clicks(page) == 2
    assert serious(page) == []


def test_a_walk_in_sight_waits_for_the_other_side_and_goes_on_when_it_passes(person: Open) -> None:
    page = person()
    table, plan = sit_to_walk(page, seen=True)
    select(page, table, plan.piece)
    page.mouse.move(*at(page, plan.place))
    expect(page.locator(".plan-path .guns").first).to_be_visible()
    press(page, plan.place)
    for _ in range(2):
        expect(page.locator("#prompt")).to_contain_text("has moved: fire at it, or pass")
        answer(page, partial(page.keyboard.press, "p"))
    expect(page.locator("#prompt")).to_contain_text("Move or fire")
    expect(page.locator(".log")).to_contain_text(f"to {plan.place}")


@pytest.mark.parametrize("on", [True, False])
def test_a_walk_stops_when_somebody_fires_and_is_gone_on_with_or_given_up(
    person: Open, on: bool
) -> None:
    page = person()
    table, plan = sit_to_walk(page, seen=True)
    for _ in range(40):  # until a shot has no effect
        select(page, table, plan.piece)
        press(page, plan.place)
        expect(page.locator("#prompt")).to_contain_text("fire at it, or pass")
        page.locator(".dock .tray .choice").first.click()
        answer(page, partial(page.keyboard.press, "Enter"))
        stopped = page.locator(".dock .variant", has_text="Stopped.")
        mover = page.locator("#prompt", has_text=re.compile("Move or fire|step"))
        expect(stopped.or_(mover).first).to_be_attached()
        if stopped.count():
            break
        page = person()
        table, plan = sit_to_walk(page, seen=True)
    expect(page.locator(".dock .variant")).to_contain_text("Stopped.")
    assert serious(page) == []
    if on:
        page.keyboard.press("Enter")
        expect(page.locator(".log")).to_contain_text(f"to {plan.place}")
    else:
        page.keyboard.press("Escape")
        expect(page.locator(".dock .variant")).not_to_contain_text("Stopped.")
        expect(page.locator(".log")).not_to_contain_text(f"to {plan.place}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_counter_fires_in_two_clicks(person: Open, width: int, height: int) -> None:
    page = person(width=width, height=height)

    def shot(view: View[Any]) -> MovePlan | None:
        shots = [plan for plan in plans_of(view).plans if plan.kind == "fire" and plan.target]
        alone = [plan for plan in shots if sum(item.piece == plan.piece for item in shots) == 1]
        return next(iter(alone), None)

    def wanted(view: View[Any]) -> bool:
        return view.board.stage == "acting" and shot(view) is not None

    table = found("boots", {"battle": "orchard"}, wanted)
    play_on(page, table)
    decision = table.decision()
    assert isinstance(decision, Choose)
    plan = shot(table.view(decision.seat))
    assert plan is not None
    where = next(
        piece.place for piece in table.view(OPEN).board.pieces if piece.label == plan.piece
    )
    count(page)
    press(page, where)
    while page.locator(".dock .variant", has_text=where).count() == 0:
        page.wait_for_timeout(20)
    press(page, plan.place)
    expect(page.locator(".log")).to_contain_text("fire at")
    assert clicks(page) == 2


def test_a_counter_is_carried_to_where_it_walks(person: Open) -> None:
    page = person()
    table, plan = sit_to_walk(page, seen=False)
    where = next(
        piece.place for piece in table.view(OPEN).board.pieces if piece.label == plan.piece
    )
    start = at(page, where)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 14, start[1] - 14)
    goal = page.locator(f".board [data-place='{plan.place}']")
    expect(goal).to_be_visible()
    page.mouse.move(*middle(goal), steps=4)
    page.mouse.up()
    expect(page.locator(".log")).to_contain_text(f"to {plan.place}")


def test_a_press_before_the_plans_are_here_is_not_lost(person: Open) -> None:
    page = person()
    table, plan = sit_to_walk(page, seen=False)
    select(page, table, plan.piece)
    spot = at(page, plan.place)
    page.keyboard.press("Escape")

    def late(route: Route) -> None:
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/plans", late)
    page.reload()
    where = next(
        piece.place for piece in table.view(OPEN).board.pieces if piece.label == plan.piece
    )
    press(page, where)
    page.mouse.click(*spot)
    expect(page.locator(".log")).to_contain_text(f"to {plan.place}")
    page.unroute_all(behavior="wait")


def sit_at_first_turn(page: Page, seat: int) -> None:
    """A table of Squadrons before anybody has moved: no plane needs a card."""

    def wanted(view: View[Any]) -> bool:
        return bool(view.seat == seat and view.board.turns == 1 and len(view.legal) == 6)

    play_on(page, found("squadrons", {}, wanted))
    expect(page.locator("#prompt")).to_contain_text("Choose the plane")
    expect(page.locator(".six .choice")).to_have_count(6)


def flown(page: Page, heading: str) -> Locator:
    return page.locator(".log li", has_text=re.compile(f"heading {heading}\\."))


RED, GREEN = 0, 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_six_planes_fly_ahead_in_one_click(person: Open, width: int, height: int) -> None:
    page = person(width=width, height=height)
    sit_at_first_turn(page, GREEN)
    assert serious(page) == []
    count(page)
    page.locator(".btn.go", has_text="Fly 6 ahead").click()
    expect(flown(page, "N")).to_have_count(6)
    assert clicks(page) == 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_plane_is_told_its_way_in_eight_clicks(person: Open, width: int, height: int) -> None:
    page = person(width=width, height=height)
    sit_at_first_turn(page, GREEN)
    count(page)
    for way in ("N", "N", "NE", "NW", "N", "N"):
        page.locator(".seg.bearings").get_by_text(way, exact=True).click()
    page.locator(".btn.go", has_text="Fly 6").click()
    expect(flown(page, "N")).to_have_count(4)
    assert clicks(page) <= 8
    assert serious(page) == []


@pytest.mark.parametrize(
    ("seat", "left", "right"), [(GREEN, "NW", "NE"), (RED, "SW", "SE")], ids=["green", "red"]
)
def test_arrow_keys_point_as_on_the_board_whoever_flies(
    person: Open, seat: int, left: str, right: str
) -> None:
    """Red's planes fly down: what lies left on the board is their right turn."""
    page = person()
    sit_at_first_turn(page, seat)
    count(page)
    third, fourth = ("Right", "Left") if seat == GREEN else ("Left", "Right")
    for key in ("Up", "Up", third, fourth, "Up", "Up"):
        page.keyboard.press(f"Arrow{key}")
    page.keyboard.press("Enter")
    expect(flown(page, left)).to_have_count(1)
    expect(flown(page, right)).to_have_count(1)
    expect(flown(page, left[0])).to_have_count(4)
    assert keys(page) == 7


def test_a_plan_that_would_lead_elsewhere_now_stops(person: Open) -> None:
    page = person()
    sit_at_first_turn(page, GREEN)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")  # to where the third plane goes ahead
    page.keyboard.press("Enter")
    expect(page.locator(".dock .variant")).to_contain_text("would come to")
    page.keyboard.press("Enter")
    expect(page.locator(".log li", has_text="heading")).to_have_count(6)


def fly_of(view: View[Any]) -> MovePlan | None:
    """A move that flies and turns, to a hex that no single step leads to."""
    plans = plans_of(view)
    for plan in plans.plans:
        steps = [step for step in steps_of(plans, plan) if step.cost]
        near = any(plan.place in entry.places for entry in view.legal)
        start = view.board.ships[view.seat].facing
        if plan.kind == "fly" and len(steps) == 4 and not near and plan.facing != start:
            return plan
    return None


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_ship_flies_and_turns_in_three_clicks(person: Open, width: int, height: int) -> None:
    page = person(width=width, height=height, touch=width < 500)
    table = found(
        "starfighters",
        {"players": 3},
        lambda view: bool(view.board.phase == "move" and fly_of(view) is not None),
    )
    play_on(page, table)
    decision = table.decision()
    assert isinstance(decision, Choose)
    plan = fly_of(table.view(decision.seat))
    assert plan is not None
    name = table.seats[decision.seat].title
    hold = page.locator(".btn.hold")
    if hold.count():
        hold.press("Enter", delay=900)
    expect(page.locator("#prompt")).to_be_visible()
    count(page)
    press(page, plan.place)
    expect(page.locator(".facing")).not_to_have_count(0)
    assert serious(page) == []
    arrow = page.locator(f".facing[data-place='>{plan.facing}']")
    if "chosen" not in (arrow.get_attribute("class") or ""):
        tap(page, middle(arrow))
    page.locator(".btn.go", has_text=f"face {plan.facing}").click()
    expect(page.locator(".log")).to_contain_text(f"{name} flies to {plan.place}.")
    assert clicks(page) <= 3
    assert serious(page) == []


def test_a_card_is_laid_by_two_keys_and_the_focus_is_never_lost(person: Open) -> None:
    page = person()
    sit(page, "paws", {"players": 2, "timer": 0}, ["me", "bot:random"])
    play_until(page, "Lay cards on your track")
    cards = page.locator(".jphand .pick")
    held = cards.count()
    count(page)
    page.keyboard.press("a")
    expect(page.locator(".jphand .pick.sel")).to_have_count(1)
    assert serious(page) == []
    page.keyboard.press("1")
    expect(cards).to_have_count(held - 1)
    assert keys(page) == 2
    page.locator(".jphand .pick:enabled").first.focus()
    page.keyboard.press("a")
    page.keyboard.press("2")
    expect(cards).to_have_count(held - 2)
    page.wait_for_function("document.activeElement !== document.body")
    page.keyboard.press("a")
    page.keyboard.press("3")
    expect(cards).to_have_count(held - 3)


def test_the_focus_stays_on_the_table_after_an_action(person: Open) -> None:
    page = person()
    sit_at_first_turn(page, GREEN)
    page.locator(".btn.go", has_text="Fly 6 ahead").focus()
    page.keyboard.press("Enter")
    expect(flown(page, "N")).to_have_count(6)
    page.wait_for_function("document.activeElement !== document.body")
