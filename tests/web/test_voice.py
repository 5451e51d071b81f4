"""Voice between real browsers with microphones that beep: heard, muted, left, refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from audit import serious
from geometry import SIZES, faults_at
from house import SETTINGS, House
from playwright.sync_api import Browser, Page, expect
from seatings import all_ready
from voices import (
    ALLOWED,
    MICROPHONE,
    REFUSED,
    SENT,
    Visit,
    browser_with,
    heard,
    is_quiet,
    turn_voice_on,
    visitor,
    wait_for_sound,
)


@pytest.fixture
def visit(house: House, browser: Browser) -> Iterator[Visit]:
    with ExitStack() as stack:
        beeping = browser_with(stack, browser, MICROPHONE, ALLOWED)
        yield visitor(stack, beeping, house.url)


def open_room(host: Page, *guests: Page, game: str = "Squadrons", players: int = 2) -> None:
    """A room in which all of them sit."""
    host.locator(f".gcard:has-text('{game}')").click()
    host.get_by_role("button", name="Invite friends").click()
    link = host.get_by_label("Link to this room").input_value()
    if players > 2:
        field = host.get_by_label("Options").get_by_label("Players")
        field.fill(str(players))
        field.press("Tab")
        expect(host.locator(".chair")).to_have_count(players)
    for number, guest in enumerate(guests, 1):
        guest.goto(link)
        guest.get_by_label("Your name").fill(f"Guest {number}")
        guest.get_by_role("button", name="Sit as").click()
        expect(guest.locator(".chair.you")).to_have_count(1)


def test_two_people_hear_each_other_while_a_key_is_held(visit: Visit) -> None:
    host, guest = visit(), visit()
    open_room(host, guest)
    host.get_by_role("region", name="Voice").get_by_role("button", name="Voice…").click()
    dialog = host.get_by_role("dialog")
    expect(dialog).to_contain_text("Everybody here who uses voice learns your network address")
    expect(dialog).to_contain_text("nothing is recorded")
    dialog.get_by_role("button", name="Leave it off").click()
    turn_voice_on(host)
    expect(host.get_by_role("region", name="Voice")).to_contain_text("Nobody else")
    expect(guest.get_by_role("region", name="Voice")).to_contain_text("on for")
    turn_voice_on(guest)
    expect(host.get_by_role("status").filter(has_text="joined")).to_have_text(
        "Guest 1 joined voice."
    )
    assert is_quiet(guest, 1), "the microphone is closed until one talks"
    host.keyboard.down("v")
    expect(host.get_by_role("button", name="Talking", exact=True)).to_be_visible()
    wait_for_sound(guest, 1)
    expect(guest.locator(".chair.speaks .speak-mark")).to_contain_text("speaks")
    host.keyboard.up("v")
    assert is_quiet(guest, 1) and is_quiet(host, 1)
    expect(guest.locator(".chair.speaks")).to_have_count(0)
    button = guest.get_by_role("button", name="Hold to talk")
    button.focus()
    guest.keyboard.down(" ")
    wait_for_sound(host, 1)
    guest.keyboard.up(" ")
    guest.get_by_role("button", name="Hold to talk").hover()
    guest.mouse.down()
    wait_for_sound(host, 1)
    guest.mouse.up()
    assert is_quiet(host, 1)


def test_four_people_hear_all(visit: Visit) -> None:
    pages = [visit() for _ in range(4)]
    open_room(*pages, game="Jaws vs Paws", players=4)
    for page in pages:
        turn_voice_on(page)
    for page in pages:
        page.get_by_role("button", name="Keep talking").click()
        heard(page, 3)
    for page in pages:
        wait_for_sound(page, 3)
    pages[3].reload()
    for page in pages[:3]:
        heard(page, 2)
    expect(pages[0].get_by_role("status").filter(has_text="left")).to_contain_text("left voice")
    expect(pages[3].get_by_role("region", name="Voice")).to_contain_text("Voice is off")


def test_a_muted_person_is_not_played_and_mute_is_shared(visit: Visit) -> None:
    host, guest = visit(), visit()
    open_room(host, guest)
    turn_voice_on(host)
    turn_voice_on(guest)
    guest.get_by_role("button", name="Keep talking").click()
    expect(host.get_by_role("region", name="Voice")).to_contain_text("Guest 1: speaks")
    host.get_by_role("button", name="People in voice").click()
    host.get_by_role("button", name="Mute Guest 1").click()
    expect(host.get_by_role("dialog")).to_contain_text("Guest 1 muted")
    assert host.evaluate("window.sounds.every((sound) => sound.muted)")
    expect(host.locator(".chair.speaks")).to_have_count(0)
    host.reload()
    turn_voice_on(host)
    expect(host.get_by_role("region", name="Voice")).to_contain_text("Guest 1: muted")
    assert is_quiet(host, 1)
    assert host.evaluate("window.sounds.every((sound) => sound.muted)")


def test_a_silenced_person_is_played_by_nobody(visit: Visit) -> None:
    host, guest = visit(), visit()
    open_room(host, guest)
    turn_voice_on(host)
    turn_voice_on(guest)
    guest.get_by_role("button", name="Keep talking").click()
    wait_for_sound(host, 1)
    all_ready(host, guest)
    expect(host.locator(".board")).to_be_visible()
    wait_for_sound(host, 1)
    host.get_by_role("button", name="People in voice").click()
    host.get_by_role("button", name="Silence for all Guest 1").click()
    expect(host.get_by_role("button", name="Let them speak Guest 1")).to_be_visible()
    host.get_by_role("button", name="Close").click()
    expect(guest.get_by_role("region", name="Voice")).to_contain_text("has silenced you")
    expect(host.get_by_role("region", name="Voice")).to_contain_text("Guest 1: silenced")
    assert is_quiet(host, 1)
    assert host.evaluate("window.sounds.every((sound) => sound.muted)")


def test_leaving_and_removal_end_voice_and_a_tab_takes_over(visit: Visit) -> None:
    host, guest = visit(), visit()
    open_room(host, guest)
    turn_voice_on(host)
    turn_voice_on(guest)
    heard(host, 1)
    tab = guest.context.new_page()
    tab.goto(guest.url)
    turn_voice_on(tab)
    expect(guest.get_by_role("alert")).to_contain_text("another tab")
    heard(host, 1)
    tab.get_by_role("button", name="Keep talking").click()
    wait_for_sound(host, 1)
    tab.get_by_role("button", name="People in voice").click()
    tab.get_by_role("button", name="Turn voice off").click()
    expect(host.get_by_role("region", name="Voice")).to_contain_text("Nobody else")
    heard(host, 0)
    turn_voice_on(tab)
    heard(host, 1)
    host.get_by_label("Manage Guest 1").click()
    host.get_by_role("button", name="Remove").click()
    heard(host, 0)
    expect(tab.get_by_role("region", name="Voice")).to_have_count(0)
    tab.get_by_role("button", name="Sit as").click()
    turn_voice_on(tab)
    heard(host, 1)
    host.get_by_role("button", name="Bar").click()
    heard(host, 0)
    expect(tab.get_by_text("The table is closed to this page.")).to_be_visible()
    expect(tab.get_by_role("button", name="Hold to talk")).to_have_count(0)
    assert tab.evaluate("window.links.every((link) => link.connectionState === 'closed')")


def test_voice_goes_on_when_the_line_comes_back(visit: Visit) -> None:
    host, guest = visit(), visit()
    open_room(host, guest)
    turn_voice_on(host)
    turn_voice_on(guest)
    guest.get_by_role("button", name="Keep talking").click()
    wait_for_sound(host, 1)
    guest.context.set_offline(True)
    expect(guest.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    guest.context.set_offline(False)
    expect(guest.get_by_role("status").filter(has_text="Connection lost")).to_have_count(0)
    wait_for_sound(host, 1)


def test_watchers_have_no_voice(visit: Visit) -> None:
    host, guest, watcher = visit(), visit(), visit()
    open_room(host, guest)
    watcher.goto(host.url)
    expect(watcher.locator(".chair").first).to_be_visible()
    turn_voice_on(host)
    turn_voice_on(guest)
    heard(host, 1)
    expect(watcher.get_by_role("region", name="Voice")).to_have_count(0)
    assert watcher.evaluate("window.links.length") == 0


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ((MICROPHONE, REFUSED), "The microphone was refused."),
        ((ALLOWED,), "No microphone was found."),
    ],
    ids=["refused", "none"],
)
def test_a_microphone_that_is_missing_is_said_in_one_line(
    house: House, browser: Browser, flags: tuple[str, ...], words: str
) -> None:
    with ExitStack() as stack:
        visit = visitor(stack, browser_with(stack, browser, *flags), house.url)
        host, guest = visit(), visit()
        open_room(host, guest)
        host.get_by_role("region", name="Voice").get_by_role("button", name="Voice…").click()
        host.get_by_role("button", name="Turn voice on").click()
        expect(host.get_by_role("alert")).to_contain_text(words)
        assert "\n" not in host.get_by_role("alert").inner_text()
        assert serious(host) == []


def test_without_a_secure_address_the_button_says_what_to_do(
    browser: Browser, tmp_path: Path
) -> None:
    house = House(tmp_path)
    (tmp_path / "settings.toml").write_text(SETTINGS + 'origins = ["http://table.test"]\n')
    house.start()
    try:
        with ExitStack() as stack:
            rule = "--host-resolver-rules=MAP table.test 127.0.0.1"
            named = browser_with(stack, browser, MICROPHONE, ALLOWED, rule)
            visit = visitor(stack, named, house.url.replace("127.0.0.1", "table.test"))
            host, guest = visit(), visit()
            open_room(host, guest)
            assert not host.evaluate("window.isSecureContext")
            host.get_by_role("region", name="Voice").get_by_role("button", name="Voice…").click()
            expect(host.get_by_role("dialog")).to_contain_text("TLS at home")
            expect(host.get_by_role("dialog")).to_contain_text("https://")
            assert serious(host) == []
            host.get_by_role("button", name="Close").click()
            expect(host.get_by_role("dialog")).to_have_count(0)
    finally:
        house.stop()


def test_relayed_voice_shows_no_address_and_says_who_is_out_of_reach(
    browser: Browser, tmp_path: Path
) -> None:
    """The relay of this server answers nothing, so nobody is reached, and no other way is tried."""
    house = House(tmp_path)
    relay = 'voice_relay_only = true\nturn_servers = ["turn:127.0.0.1:9"]\nturn_secret = "north"\n'
    (tmp_path / "settings.toml").write_text(SETTINGS + relay)
    house.start()
    try:
        with ExitStack() as stack:
            beeping = browser_with(stack, browser, MICROPHONE, ALLOWED)
            visit = visitor(stack, beeping, house.url)
            host, guest = visit(), visit()
            open_room(host, guest)
            host.get_by_role("region", name="Voice").get_by_role("button", name="Voice…").click()
            expect(host.get_by_role("dialog")).to_contain_text("relay learns your network address")
            host.get_by_role("button", name="Leave it off").click()
            turn_voice_on(host)
            turn_voice_on(guest)
            for page in (host, guest):
                line = page.get_by_role("region", name="Voice")
                expect(line).to_contain_text("cannot be reached", timeout=60_000)
                described = "".join(page.evaluate(SENT))
                assert "m=audio" in described and "a=candidate" not in described
    finally:
        house.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_voice_fits_and_passes_the_audit(visit: Visit, scheme: str) -> None:
    host, guest = visit(scheme=scheme), visit(scheme=scheme)
    open_room(host, guest)
    turn_voice_on(host)
    turn_voice_on(guest)
    guest.get_by_role("button", name="Keep talking").click()
    wait_for_sound(host, 1)
    for size in SIZES:
        assert faults_at(host, size) == [], size
    assert serious(host) == []
    host.get_by_role("button", name="People in voice").click()
    assert serious(host) == []
    host.get_by_role("button", name="Close").click()
    all_ready(host, guest)
    expect(host.locator(".board")).to_be_visible()
    expect(host.locator(".seat.speaks")).to_have_count(1)
    for size in SIZES:
        assert faults_at(host, size) == [], size
        assert serious(host) == []


def test_a_phone_has_a_key_to_talk_below_the_board(visit: Visit) -> None:
    host, guest = visit(), visit(width=390, height=844)
    open_room(host, guest)
    turn_voice_on(host)
    turn_voice_on(guest)
    all_ready(host, guest)
    expect(guest.locator(".board")).to_be_visible()
    talk = guest.locator(".tabs .talk")
    box = talk.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 44
    talk.hover()
    guest.mouse.down()
    expect(guest.locator(".board")).to_be_visible()
    wait_for_sound(host, 1)
    guest.mouse.up()
    assert is_quiet(host, 1)
