"""Points of the design guide: turning a card, second thoughts, lines of the log shown again,
reveals and hits.
"""

from __future__ import annotations

import re

from geometry import PHONES, SIZES, faults_at
from house import Open
from playwright.sync_api import Page, Route, expect
from seatings import (
    invited,
    lay,
    look_out,
    mover,
    noticed,
    open_options,
    play_an_end,
    play_first,
    play_until,
    sit,
)


def test_t_turns_the_card_in_the_hand(person: Open) -> None:
    page = person()
    sit(page, "paws", {"players": 2, "timer": 0})
    play_until(page, "Lay cards on your track")
    plane = page.locator(".jphand .pick", has=page.locator("[aria-label^='plane']")).first
    for _ in range(40):  # rounds until a card with two halves is in the hand
        if plane.count():
            break
        play_first(page)
        play_until(page, "Lay cards on your track")
    plane.click()
    picture = page.locator(".jphand .pick.sel svg")
    expect(picture).to_have_attribute(
        "aria-label", plane_words(picture.get_attribute("aria-label"), "own")
    )
    page.keyboard.press("T")  # with Shift: the small letters make calls while cards are laid
    expect(picture).to_have_attribute(
        "aria-label", plane_words(picture.get_attribute("aria-label"), "enemy")
    )
    page.keyboard.press("T")
    expect(picture).to_have_attribute(
        "aria-label", plane_words(picture.get_attribute("aria-label"), "own")
    )


def plane_words(label: str | None, half: str) -> str:
    return re.sub(r"(own|enemy) half up", f"{half} half up", label or "")


def test_take_back_button_counts_down_only_among_people(person: Open) -> None:
    host, guest = person(), person()
    for page in (host, guest):
        page.clock.install()
    invited(host, guest)
    expect(host.locator(".seat.on")).to_be_visible()
    mover = host if host.locator(".seat.on.mine").count() else guest
    expect(mover.locator("[data-action]").first).to_be_visible()
    question = mover.inner_text("#prompt")
    look_out(mover, ".btn.drains")
    play_first(mover)
    noticed(mover)
    mover.clock.fast_forward(5_000)
    expect(mover.locator(".btn.drains")).to_have_count(0)
    mover.keyboard.press("u")
    expect(mover.locator("#prompt")).to_have_text(question)
    alone = person()
    sit(alone, "squadrons")
    alone.wait_for_selector("[data-action]")
    play_first(alone)
    expect(alone.get_by_role("button", name="Take back")).to_be_visible()
    expect(alone.locator(".btn.drains")).to_have_count(0)


def test_a_line_of_the_log_is_shown_again_on_the_board(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    play_first(page)
    play_first(page)
    line = page.locator(".log li", has_text="heading").first
    expect(line).to_be_visible()
    expect(page.locator(".board .told")).to_have_count(0)
    line.hover()
    expect(page.locator(".board .told circle").first).to_be_visible()
    page.locator(".bar h1").hover()
    expect(page.locator(".board .told")).to_have_count(0)


def test_with_little_motion_a_ring_shows_what_changed(person: Open) -> None:
    page = person()
    page.clock.install()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    look_out(page, ".board .told circle")
    play_first(page)
    noticed(page)
    page.clock.fast_forward(2_000)
    expect(page.locator(".board .told")).to_have_count(0)


def test_table_uses_chosen_options_before_server_answers(person: Open) -> None:
    page = person()
    page.locator(".gcard:has-text('Biplanes')").click()
    expect(page.get_by_role("button", name="Play a bot now")).to_be_enabled()
    open_options(page)
    held: list[Route] = []
    page.route("**/options?mode=espionage*", lambda route: held.append(route))
    with page.expect_request("**/options?mode=espionage*"):
        page.get_by_label("Mode").select_option("espionage")
    page.get_by_role("button", name="Play a bot now").click()
    held[0].continue_()
    expect(page.locator(".seats")).to_contain_text("Spy")


def test_a_page_that_was_left_while_it_loaded_opens_no_socket(person: Open) -> None:
    page = person()
    code = lay(page, "squadrons")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    held: list[Route] = []
    page.route(f"**/api/tables/{code}", lambda route: held.append(route))
    with page.expect_request(f"**/api/tables/{code}"):
        page.goto(f"/table/{code}")
    page.locator(".home-link").click()
    expect(page.locator(".start .ways")).to_be_visible()
    with page.expect_response(f"**/api/tables/{code}"):
        held[0].continue_()
    page.get_by_role("button", name="Squadrons").click()
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator(".board svg")).to_be_visible()
    assert len(sockets) == 1
    assert code not in sockets[0]


def test_a_line_of_the_log_leads_to_its_step_of_the_review(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]")
    expect(page.locator(".log a.line")).to_have_count(0)
    page.goto("/")
    code = play_an_end(page, "squadrons")
    page.get_by_role("button", name="Look at the board").click()
    line = page.locator(".log a.line").nth(20)
    words = line.inner_text()
    line.click()
    page.wait_for_url(f"**/review/{code}?step=*")
    now = page.locator(".p-log li.now")
    expect(now.filter(has_text=words).first).to_be_visible()
    expect(now.first).to_be_in_viewport()


def one_goes_away(person: Open) -> tuple[Page, Page, str]:
    """Who is to move, who has left the table of the two, and the address of that table."""
    host, guest = person(), person()
    invited(host, guest)
    acting, away = mover(host, guest)
    expect(away.locator(".log li").first).to_be_visible()
    address = away.url
    away.goto("/")
    expect(away.locator(".start .ways")).to_be_visible()
    return acting, away, address


def test_missed_moves_are_replayed_from_last_seen_position(person: Open) -> None:
    acting, away, address = one_goes_away(person)
    for _ in range(4):
        play_first(acting)
    away.goto(address)
    expect(away.locator(".bn.ok")).to_contain_text("happened")
    for size in (*PHONES, SIZES[0]):
        assert faults_at(away, size) == [], size
    where = "document.querySelector('.board').innerHTML"
    now = away.evaluate(where)
    look_out(away, ".dock.staging .beat.sel")
    away.get_by_role("button", name="Show me what happened").click()
    noticed(away)
    expect(away.locator(".dock.staging")).to_have_count(0)
    assert away.evaluate(where) == now, "the table stands where it stood"
    away.get_by_role("button", name="OK").click()
    expect(away.locator(".bn.ok")).to_have_count(0)


def test_missed_events_are_marked_and_can_be_replayed(person: Open) -> None:
    acting, away, address = one_goes_away(person)
    play_first(acting)
    reported = acting.locator(".log li:not(.turn)").first
    expect(reported).to_be_visible()
    last = reported.inner_text()
    away.goto(address)
    expect(away.locator(".bn.ok")).to_contain_text("happened")
    expect(away.locator(".log .new").first).to_have_text(last)
    new = away.locator(".log .new").count()
    expect(away.locator(".p-log .since")).to_have_text(f"{new} new while you were away")
    look_out(away, ".log .new.now")
    away.get_by_role("button", name="Show me what happened").click()
    noticed(away)
    away.get_by_role("button", name="OK").click()
    expect(away.locator(".log .new")).to_have_count(0)
    expect(away.locator(".bn.ok")).to_have_count(0)
