"""What happened is played out in its order, at a pace one can choose, skip and repeat; nothing
is asked meanwhile.
"""

from __future__ import annotations

from typing import Any

import pytest
from audit import serious
from geometry import SIZES, box_of, faults_at
from house import Open
from playwright.sync_api import expect
from seatings import READY, found, sit, sit_at

from dogfight.core.decision import Choose, Commit
from dogfight.core.view import View

SPOKEN = """
() => {
  window.spoken = [];
  window.shown = [];
  const note = () => {
    const said = document.querySelector(".app > .vh[role=status]")?.textContent ?? "";
    const label = document.querySelector(".beat.sel")?.textContent ?? "";
    if (label && window.spoken.at(-1) !== said) window.spoken.push(said);
    if (label && window.shown.at(-1) !== label) window.shown.push(label);
  };
  const changes = {childList: true, subtree: true, characterData: true};
  new MutationObserver(note).observe(document.body, changes);
}
"""


def test_a_turn_of_biplanes_is_locked_turned_over_and_flown(person: Open) -> None:
    page = person(speed="fast")
    sit(page, "biplanes")
    page.wait_for_selector("[data-action]")
    page.evaluate(SPOKEN)
    before = box_of(page, ".board")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".dock.staging")).to_be_visible()
    assert page.locator("[data-action]").count() == 0, "nothing is asked while something is shown"
    assert page.locator(".dock.staging .btn.go").count() == 0
    assert box_of(page, ".board") == before
    expect(page.locator(".dock.staging")).to_have_count(0)
    shown = page.evaluate("window.shown")
    assert shown[:3] == ["Locked", "Turned over", "Fly"], shown
    spoken = page.evaluate("window.spoken")
    assert spoken[0].startswith("Round 1, turn 1") and " plays " in spoken[1], spoken
    assert len(spoken) == len(shown), "one sentence a beat"


def test_animation_can_be_paused_skipped_and_repeated(person: Open) -> None:
    page = person(speed="normal")
    sit(page, "biplanes")
    page.wait_for_selector("[data-action]")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".beat.sel")).to_have_text("Locked")
    page.keyboard.press("h")
    expect(page.locator(".dock.staging")).to_contain_text("Go on")
    assert serious(page) == []
    for size in SIZES:
        assert faults_at(page, size) == [], size
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".beat.sel")).to_have_text("Locked")
    page.keyboard.press(" ")
    expect(page.locator(".beat.sel")).to_have_text("Turned over")
    page.keyboard.press("Escape")
    expect(page.locator(".dock.staging")).to_have_count(0)
    expect(page.locator("[data-action]").first).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".beat.sel")).to_have_text("Locked")
    page.get_by_role("group", name="How fast it is shown").get_by_role("button", name="Off").click()
    expect(page.locator(".dock.staging")).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".bar")).to_contain_text("turn 3")
    expect(page.locator(".dock.staging")).to_have_count(0)


GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("squadrons", {}, 2),
    ("starfighters", {"players": 3}, 3),
    ("paws", {"players": 2, "timer": 0}, 2),
    ("boots", {"battle": "orchard"}, 2),
    ("boots", {"battle": "convoy"}, 2),
]


@pytest.mark.parametrize(
    ("game", "options", "players"), GAMES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_others_moves_are_shown_and_the_game_goes_on(
    person: Open, game: str, options: dict[str, Any], players: int
) -> None:
    page = person(speed="fast")
    sit(page, game, options, ["me", *["bot:random"] * (players - 1)])
    page.evaluate(SPOKEN)
    seen = 0
    for _ in range(60):
        expect(page.locator("[data-action], .dock.staging").first).to_be_visible()
        if page.locator(".dock.staging").count():
            seen += 1
            if seen == 3:
                break
            page.keyboard.press("Escape")
            expect(page.locator(".dock.staging")).to_have_count(0)
            continue
        asked = page.locator(".app").get_attribute("data-asked")
        quick = page.locator(".dock .acts .btn", has_text=READY).or_(
            page.locator(".dock .acts .btn", has_text="Stop")
        )
        if quick.count():
            quick.first.click()
        else:
            page.keyboard.press("1")
            page.keyboard.press("Enter")
        expect(
            page.locator(f".app:not([data-asked='{asked}'])")
            .or_(page.locator(".dock.staging"))
            .first
        ).to_be_visible()
    shown = page.evaluate("window.shown")
    assert seen == 3 and shown


def rolled(view: View[Any]) -> bool:
    return sum(event.kind in ("attack", "match", "rally") for event in view.log) >= 3


def test_rolls_stay_in_the_log_with_their_dice(person: Open) -> None:
    """Each with the number it needed as the rules state it, cover and all."""
    page = person()
    sit_at(page, "boots", {"battle": "orchard"}, rolled)
    first = page.locator(".log .roll").first
    expect(first.locator(".dice")).to_be_visible()
    log = found("boots", {"battle": "orchard"}, rolled).view(0).log
    stated = [
        f"needed {event.facts['needed']}, got {event.facts['got']}"
        for event in log
        if "needed" in event.facts
    ]
    assert any(" cover" in words for words in stated)
    for words in stated:
        expect(page.locator(".log .roll figcaption", has_text=words).first).to_be_attached()


def test_every_roll_is_told_once_with_both_pools() -> None:
    """The log of a battle names each roll once, and each roll carries its dice for the board."""
    table = found("boots", {"battle": "orchard"}, rolled)
    decision = table.decision()
    assert isinstance(decision, Choose | Commit)
    log = table.view(0).log
    rolls = [event for event in log if event.kind in ("attack", "match", "rally")]
    assert not any(event.kind == "dice" for event in log)
    assert all(event.facts.get("attack") or event.facts.get("dice") for event in rolls)
    assert all(event.facts["verdict"] for event in rolls)


def test_board_is_dimmed_except_what_is_being_shown(person: Open) -> None:
    """Those it is about, and what lies between them, do not."""
    page = person(speed="normal")
    sit(page, "biplanes")
    page.wait_for_selector("[data-action]")
    expect(page.locator(".veil-back")).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    for label in ("Locked", "Turned over", "Fly"):
        expect(page.locator(".beat.sel")).to_have_text(label)
        page.keyboard.press("h" if label == "Fly" else " ")
    expect(page.locator(".dock.staging")).to_contain_text("Go on")
    expect(page.locator(".veil-back rect[mask]")).to_have_count(1)
    assert page.locator(".veil-back mask circle").count() >= 2
    page.keyboard.press("Escape")
    expect(page.locator(".veil-back")).to_have_count(0)


def rested(view: View[Any]) -> bool:
    """A later round of Jaws vs Paws in which the pilot of Jaws has laid nothing yet."""
    laid = any(card.role == "pilot" for card in view.board.teams[0].track)
    return bool(
        view.board.phase == "action" and view.board.round > 2 and view.seat == 0 and not laid
    )


def test_a_round_stays_in_sight_until_the_first_card_of_the_next(person: Open) -> None:
    """Four lines beside the board, at every size, and the board is as large with them as
    without.
    """
    page = person(touch=True)
    sit_at(page, "paws", {"players": 2, "timer": 0}, rested)
    boards = {}
    for size in SIZES:
        assert faults_at(page, size) == [], size
        assert [item.text_content() for item in page.locator(".recap li > b").all()] == [
            "1",
            "2",
            "3",
            "4",
        ]
        expect(page.locator(".recap li").first).to_be_in_viewport()
        left, top, wide, high = box_of(page, ".explain.recapping")
        boards[size] = box_of(page, ".board")
        x, y, width, height = boards[size]
        assert left >= x + width or left + wide <= x or top >= y + height or top + high <= y, (
            "over the board",
            size,
        )
    assert serious(page) == []
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator(".recap")).to_have_count(0)
    for size in SIZES:
        assert faults_at(page, size) == [], size
        assert box_of(page, ".board") == boards[size]
