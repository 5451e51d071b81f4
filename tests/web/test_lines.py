"""What boards show of plans: lines of fire, where the enemy could be, what a counter reaches,
and what hides whom.
"""

from __future__ import annotations

from typing import Any

from house import Open
from playwright.sync_api import Page, expect
from seatings import overflow, sit_at

from dogfight.core.view import View


def crossed(view: View[Any]) -> bool:
    """A plane has a manoeuvre that leads into a line of fire of its own and one into an enemy's."""
    named = view.board.named
    by = {aim.by for legal in view.legal for aim in legal.aims if aim.how != "head"}
    return view.board.phase == "fly" and named in by and len(by) > 1


def blinded(view: View[Any]) -> bool:
    """Two counters may fire, and the first has an enemy near enough that something hides."""
    shooters = [legal for legal in view.legal if legal.notation.startswith("fire:")]
    fields = view.board.fields
    named = any(
        field.units[0] in shooters[0].notation and field.hidden and field.hidden[0].by
        for field in fields[:1]
        if shooters
    )
    return named and len({view.board.fields[n].place for n in range(len(fields))}) > 1


def pick(page: Page, action: int) -> None:
    button = page.locator(f"[data-action='{action}']")
    button.dispatch_event("click")
    expect(button).to_have_attribute("aria-pressed", "true")


def test_a_planned_move_shows_whom_it_aims_at_and_who_aims_at_it(person: Open) -> None:
    page = person()
    view = sit_at(page, "squadrons", {}, crossed)
    named = view.board.named
    entry = next(
        entry
        for entry in view.legal
        if any(aim.by == named and aim.how != "head" for aim in entry.aims)
    )
    theirs = next(
        entry
        for entry in view.legal
        if any(aim.at == named and aim.how != "head" for aim in entry.aims)
    )
    pick(page, entry.action)
    aim = next(aim for aim in entry.aims if aim.by == named)
    words = {"tail": "tail · red card", "other": "other · ♦ only"}[aim.how]
    expect(page.locator(".board .lines")).to_contain_text(words)
    expect(page.locator(".sqhand .choice.sel")).to_contain_text(f"{aim.how} shot on {aim.at}")
    pick(page, theirs.action)
    expect(page.locator(".board .lines")).to_contain_text(f"bears on {named}")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Player aids on").click()
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(".board .lines .chip")).to_have_count(0)


def test_where_the_enemy_could_be_stands_in_rings(person: Open) -> None:
    page = person(width=390, height=844)
    view = sit_at(
        page, "biplanes", {}, lambda view: view.board.phase == "plan" and view.board.turn == 2
    )
    reach = view.board.sides[1].reach
    rings = page.locator(".board .reach > g")
    expect(rings).to_have_text(
        [" ".join(str(value) for value in values) for values in reach.values()]
    )
    assert overflow(page) == 0


def test_counter_chosen_to_fire_shows_reach_and_blocked_sight(person: Open) -> None:
    page = person()
    view = sit_at(page, "boots", {"battle": "orchard"}, blinded)
    field = view.board.fields[0]
    first = next(entry for entry in view.legal if entry.notation == f"fire:{field.units[0]}")
    expect(page.locator(".board .veil")).to_have_count(0)
    pick(page, first.action)
    marks = "".join(field.rows)
    expect(page.locator(".board .veil .far")).to_have_count(marks.count("."))
    expect(page.locator(".board .veil .dead")).to_have_count(marks.count("x"))
    blind = page.locator(".board .blind")
    expect(blind.locator("> g:not(.chip)")).to_have_count(len(field.hidden))
    hidden = field.hidden[0]
    expect(blind).to_contain_text(f"blocked by {hidden.by} · {hidden.rule}")
    expect(page.locator(".board .sights > g")).to_have_count(
        len({place(view, label) for label in first.bears})
    )
    page.keyboard.press("b")
    expect(page.get_by_role("dialog")).to_contain_text(
        f"{hidden.at} is near enough, but {hidden.by} blocks sight"
    )


def place(view: View[Any], label: str) -> str:
    return next(str(piece.place) for piece in view.board.pieces if piece.label == label)


def test_control_compares_two_counters_that_could_fire(person: Open) -> None:
    page = person()
    view = sit_at(page, "boots", {"battle": "orchard"}, blinded)
    label = view.board.fields[0].units[0]
    first = next(entry for entry in view.legal if entry.notation == f"fire:{label}")
    second = next(
        entry
        for entry in view.legal
        if entry.notation.startswith("fire:")
        and place(view, entry.notation[5:]) != place(view, label)
    )
    pick(page, first.action)
    page.locator(f"#lift-{place(view, second.notation[5:])}").hover(force=True)
    expect(page.locator(".board .compared")).to_have_count(0)
    page.keyboard.down("Control")
    compared = page.locator(".board .compared")
    for item in (first, second):
        expect(compared).to_contain_text(item.notation[5:])
        expect(compared).to_contain_text(item.text.rpartition("(")[2].rstrip(")"))
    page.keyboard.up("Control")
    expect(compared).to_have_count(0)
