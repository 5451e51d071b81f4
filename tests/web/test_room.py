"""The room before a game: from one link to everybody in their seats and ready."""

from __future__ import annotations

import re

import pytest
from audit import serious
from geometry import SIZES, faults_at
from house import Open
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Late
from seatings import all_ready

MOST_TAPS = 3


class Taps:
    """Taps buttons and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name, exact=True).tap()
        self.count += 1


def open_room(host: Page, game: str = "Jaws vs Paws") -> str:
    """Lay a table with a room from the home page; its link."""
    host.locator(f".gcard:has-text('{game}')").click()
    host.get_by_role("button", name="Invite friends").click()
    link = host.get_by_label("Link to this room").input_value()
    assert "/join/" in link and "#" not in link
    return link


def test_a_first_invited_game_keeps_its_clock_and_says_so(person: Open) -> None:
    host, guest = person(), person()
    host.locator(".gcard:has-text('Jaws vs Paws')").click()
    invite = host.get_by_role("button", name="Invite friends")
    expect(invite).to_contain_text("own clock")
    invite.click()
    expect(host.get_by_label("Options").locator(".own-clock")).to_contain_text("20 seconds")
    guest.goto(host.get_by_label("Link to this room").input_value())
    guest.get_by_role("button", name="Sit as").click()
    expect(guest.get_by_label("Options").locator(".own-clock")).to_contain_text("20 seconds")
    host.get_by_label("Options").get_by_label("Timer").fill("45")
    host.get_by_label("Options").get_by_label("Timer").press("Tab")
    expect(guest.locator(".own-clock")).to_have_count(0)


def choose_four(host: Page) -> None:
    host.get_by_label("Options").get_by_label("Players").fill("4")
    host.get_by_label("Options").get_by_label("Players").press("Tab")
    expect(host.locator(".chair")).to_have_count(4)


def test_four_phones_are_ready_in_three_taps(person: Open) -> None:
    host = person(width=390, height=844, touch=True)
    link = open_room(host)
    choose_four(host)
    phones = [Taps(person(link, width=390, height=844, touch=True)) for _ in range(3)]
    for phone in phones:
        phone.tap(re.compile("^Sit as"))
        expect(phone.page.locator(".chair.you")).to_have_count(1)
    expect(host.locator(".chair.free")).to_have_count(0)
    for phone in phones:
        phone.tap("Ready")
    all_ready(host)
    for page in (host, *(phone.page for phone in phones)):
        expect(page.locator(".board")).to_be_visible(timeout=20_000)
    assert max(phone.count for phone in phones) <= MOST_TAPS


def test_guests_see_seats_with_roles_and_choose(person: Open) -> None:
    host, guest = person(), person()
    link = open_room(host)
    choose_four(host)
    guest.goto(link)
    guest.get_by_label("Your name").fill("Ben")
    expect(guest.locator(".free-seats")).to_contain_text("More Shoot and Sun cards")
    guest.get_by_role("radio").nth(3).check()
    guest.get_by_role("button", name="Sit as").click()
    expect(host.locator(".chair").nth(3)).to_contain_text("Ben")
    guest.get_by_role("button", name="Move here").first.click()
    expect(host.locator(".chair").nth(1)).to_contain_text("Ben")
    guest.get_by_label("Say to the table").fill("Hello, room")
    guest.keyboard.press("Enter")
    expect(host.get_by_label("Chat")).to_contain_text("Hello, room")


def test_host_changes_options_and_everybody_sees_it(person: Open) -> None:
    host, guest = person(), person()
    guest.goto(open_room(host, "Squadrons"))
    guest.get_by_role("button", name="Sit as").click()
    all_ready(guest)
    expect(host.locator(".chair").nth(1)).to_contain_text("ready")
    host.get_by_label("Time to decide").select_option("60")
    expect(guest.get_by_label("Options")).to_contain_text("1 min")
    expect(guest.get_by_role("button", name="Ready", exact=True)).to_be_visible()


def test_host_removes_and_hands_over(person: Open) -> None:
    host, guest = person(), person()
    guest.goto(open_room(host, "Squadrons"))
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit as").click()
    host.get_by_label("Manage Ben").click()
    host.get_by_role("button", name="Remove").click()
    expect(guest.locator(".chair.you")).to_have_count(0)
    guest.get_by_role("button", name="Sit as Green").click()
    host.get_by_role("button", name="Make host").click()
    expect(guest.get_by_role("button", name="New link")).to_be_visible()
    expect(host.get_by_role("button", name="New link")).to_have_count(0)


def test_a_rematch_waits_for_everybody(person: Open) -> None:
    host, guest = person(), person()
    guest.goto(open_room(host, "Squadrons"))
    guest.get_by_role("button", name="Sit as").click()
    all_ready(host, guest)
    expect(guest.locator(".board")).to_be_visible()
    guest.get_by_role("button", name="Table menu").click()
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Rematch").click()
    expect(host.locator(".chair.you")).to_contain_text("Red")
    guest.get_by_role("button", name="To the rematch").click()
    expect(guest.locator(".room-dock")).to_contain_text("Waiting for 2 players to be ready.")
    all_ready(host, guest)
    expect(host.locator(".board")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_room_fits_at_every_size(person: Open, scheme: str) -> None:
    host, guest = person(scheme=scheme, touch=True), person()
    link = open_room(host)
    choose_four(host)
    guest.goto(link)
    for size in SIZES:
        assert faults_at(host, size) == [], size
        assert faults_at(guest, size) == [], size
    assert serious(host) == [] and serious(guest) == []


def crew(person: Open, **guest_size: object) -> tuple[Page, Page]:
    """Two people in Jaws vs Paws, past the placing of the Sun; the guest on a phone if asked."""
    host, guest = person(), person(**guest_size)
    guest.goto(open_room(host))
    guest.get_by_role("button", name="Sit as").click()
    expect(guest.locator(".chair.you")).to_have_count(1)
    host.get_by_role("button", name="Call bots and start").click()
    expect(guest.locator(".board")).to_be_visible()
    return host, guest


def make_call(page: Page, verb: str, target: str) -> None:
    """Two taps; a busy machine may miss the two seconds in which the second joins the first."""
    pad = page.get_by_role("region", name="Calls")
    for _ in range(5):
        pad.get_by_role("button", name=verb, exact=True).click()
        try:
            pad.get_by_role("button", name=target).click(timeout=1_800)
        except Late:
            continue
        return
    raise AssertionError(f"no target {target!r} was offered after {verb!r}")


def test_calls_stand_at_the_seat_and_beside_the_track(person: Open) -> None:
    host, guest = crew(person, width=390, height=844, touch=True)
    make_call(host, "Shoot", "PC")
    bubble = guest.locator(".bubble", has_text="Shoot PC!")  # bots call as well
    expect(bubble).to_have_attribute("role", "status")
    expect(guest.locator(".called")).to_contain_text("Shoot PC!")
    guest.get_by_role("button", name="Chat").first.tap()
    expect(guest.locator(".p-chat .call", has_text="Pilot")).to_have_text(["Pilot Shoot PC!"])
    for kept in (".hand", ".seat .clock", ".dock"):
        expect(guest.locator(kept).first).to_be_visible()
    guest.get_by_role("button", name="Repair", exact=True).tap()
    expect(host.locator(".bubble", has_text="Repair!")).to_be_visible()
    assert serious(host) == [] and serious(guest) == []


def test_calls_are_made_by_keys(person: Open) -> None:
    host, guest = crew(person)
    host.locator(".jphand .pick").first.wait_for(timeout=60_000)
    host.keyboard.press("e")
    host.keyboard.press("2")
    host.keyboard.press("3")
    expect(guest.locator(".bubble", has_text="Shoot PC on 3!")).to_be_visible()
    host.keyboard.press("y")
    expect(guest.locator(".bubble", has_text="Sun!")).to_be_visible()


def test_a_muted_person_is_not_heard_and_a_silenced_one_says_nothing(person: Open) -> None:
    host, guest = crew(person)
    guest.get_by_role("button", name="Table menu").click()
    guest.get_by_role("button", name="People").click()
    guest.get_by_role("button", name="Mute Pilot").click()
    expect(guest.get_by_role("button", name="Unmute Pilot")).to_be_visible()
    assert serious(guest) == []
    guest.get_by_role("button", name="Close").click()
    host.get_by_role("button", name="Repair", exact=True).click()
    expect(host.locator(".bubble", has_text="Repair!")).to_be_visible()
    expect(guest.locator(".bubble", has_text="Repair!")).to_have_count(0)
    host.get_by_role("button", name="Table menu").click()
    host.get_by_role("button", name="People").click()
    host.get_by_role("button", name="Silence for all Pilot").click()
    expect(host.get_by_role("button", name="Let them speak Pilot")).to_be_visible()
    host.get_by_role("button", name="Close").click()
    guest.get_by_role("button", name="Repair", exact=True).click()
    expect(guest.get_by_role("alert")).to_contain_text("silenced you")


def test_a_seat_taken_meanwhile_leads_to_the_next_free_one(person: Open) -> None:
    host = person()
    link = open_room(host)
    choose_four(host)
    quick, slow, late = person(link), person(link), person(link)
    slow.get_by_label("Your name").fill("Cleo")
    for page in (quick, slow):
        page.get_by_role("radio", name="Paws gunner").check()
    for page in (quick, slow):
        page.get_by_role("button", name="Sit as Paws gunner").click()
        expect(host.locator(".chair").nth(3)).to_contain_text("Pilot")
    expect(slow.get_by_role("alert")).to_contain_text("That seat is taken.")
    slow.get_by_role("button", name="Sit as Jaws gunner").click()
    expect(host.locator(".chair").nth(1)).to_contain_text("Cleo")
    late.get_by_role("button", name="Sit as Jaws gunner").click()
    expect(late.locator(".chair.you")).to_contain_text("Paws pilot")


def test_a_newcomer_sees_options_and_watches_by_name(person: Open) -> None:
    host, guest = person(), person()
    guest.goto(open_room(host))
    guest.get_by_text("Options and clock").click()
    expect(guest.locator(".opt-list")).to_contain_text("Timer")
    guest.get_by_label("Your name").fill("Eve")
    guest.get_by_role("button", name="Only watch").click()
    expect(host.get_by_label("Who is here")).to_contain_text("Eve")
    assert serious(guest) == []


def test_a_change_of_options_is_said_in_words(person: Open) -> None:
    host, guest = person(), person()
    guest.goto(open_room(host))
    guest.get_by_role("button", name="Sit as").click()
    expect(guest.get_by_label("Options")).to_contain_text("Timer")
    host.get_by_label("Time to decide").select_option("60")
    expect(guest.get_by_role("status").filter(has_text="changed")).to_contain_text(
        "changed Time to decide: 1 min."
    )


def test_a_host_who_has_gone_is_away_and_replaced(person: Open) -> None:
    host, guest = person(), person()
    guest.goto(open_room(host, "Squadrons"))
    guest.get_by_role("button", name="Sit as").click()
    expect(guest.locator(".chair.you")).to_have_count(1)
    host.close()
    expect(guest.get_by_label("Who is here")).to_contain_text("away")
    guest.wait_for_timeout(1000)
    guest.get_by_role("button", name="Host in place of").click()
    expect(guest.get_by_role("button", name="New link")).to_be_visible()


def test_two_tabs_of_one_person_are_one_player(person: Open) -> None:
    host, guest = person(), person()
    guest.goto(open_room(host, "Squadrons"))
    guest.get_by_role("button", name="Sit as").click()
    expect(guest.locator(".chair.you")).to_have_count(1)
    tab = guest.context.new_page()
    tab.goto(guest.url)
    all_ready(tab)
    expect(guest.get_by_role("button", name="Not ready")).to_be_visible()
    tab.close()
    expect(host.locator(".chair").nth(1)).to_contain_text("✓ ready")
    all_ready(host)
    expect(guest.locator(".board")).to_be_visible()
