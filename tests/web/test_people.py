"""People at the browser table: secrets, invitations, hot seats, watchers, lost connections,
reviews.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from audit import serious
from house import House, Open
from playwright.sync_api import Page, Route, WebSocket, expect
from seatings import (
    all_ready,
    lay,
    lift_the_cover,
    look_out,
    mover,
    noticed,
    open_options,
    play_an_end,
    play_first,
    play_out,
    sit,
    take_the_device,
    turn_to_table,
)

from dogfight.server.storage.sqlite import FILE


def invite(host: Page, guest: Page, game: str) -> str:
    """The host lays a table from the home page; the guest follows the link and sits down."""
    host.locator(f".gcard:has-text('{game}')").click()
    host.get_by_role("button", name="Invite friends").click()
    link = host.locator("input.invite").input_value()
    guest.goto(link)
    guest.get_by_label("Your name").fill("Ana")
    guest.get_by_role("button", name="Sit as").click()
    all_ready(host, guest)
    expect(guest.locator(".board")).to_be_visible()
    expect(host.locator(".board")).to_be_visible()
    return link


def test_a_link_to_a_game_that_has_begun_offers_watching(person: Open) -> None:
    host, guest, other = person(), person(), person()
    link = invite(host, guest, "Biplanes")
    expect(host.locator(".seats")).to_contain_text("Ana")
    other.goto(link)
    expect(other.locator("form")).to_contain_text("The game has begun. You can watch it.")
    expect(other.get_by_role("button", name="Sit down")).to_have_count(0)
    other.get_by_role("button", name="Only watch").click()
    expect(other.locator(".dock")).to_contain_text("You are watching")


def test_a_late_answer_does_not_undo_a_typed_name(person: Open) -> None:
    host, guest = person(), person()
    host.locator(".gcard:has-text('Biplanes')").click()
    host.get_by_role("button", name="Invite friends").click()
    held: list[Route] = []
    guest.route("**/api/me", lambda route: route.continue_() if held else held.append(route))
    guest.goto(host.locator("input.invite").input_value())
    guest.get_by_label("Your name").fill("Ana")
    with guest.expect_response("**/api/me"):
        held[0].continue_()
    guest.evaluate(
        "fetch('/api/me').then((answer) => answer.json())"
    )  # by now the page has read the late answer
    expect(guest.get_by_label("Your name")).to_have_value("Ana")
    guest.get_by_role("button", name="Sit as").click()
    expect(host.get_by_label("Who is here")).to_contain_text("Ana")


def test_the_opponents_page_never_hears_of_a_sealed_tile(person: Open) -> None:
    host, guest = person(), person()
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    guest.on("websocket", listen)
    invite(host, guest, "Biplanes")
    for page in (host, guest):
        expect(page.locator("#prompt")).to_contain_text("Choose your tile")
    heard.clear()
    play_first(host)
    expect(host.locator(".stamp")).to_have_text("Sealed")
    expect(guest.locator(".seats .state.sealed")).to_be_visible()
    news = "".join(heard)
    assert "sealed" in news
    assert '"commitment":null' in news
    assert '"commitment":"' not in news
    assert "you: " not in guest.content()
    host.get_by_role("button", name="Change").click()
    expect(host.locator(".stamp")).to_have_count(0)
    play_first(host)
    look_out(guest, ".turned .sl + .sl")
    play_first(guest)
    noticed(guest)


def test_a_hot_seat_covers_what_is_secret(person: Open) -> None:
    page = person()
    page.locator(".gcard:has-text('Biplanes')").click()
    page.get_by_role("button", name="Hot seat").click()
    cover = page.locator(".handover")
    expect(cover).to_contain_text("Hand the device to Player 1")
    assert page.locator(".tile").count() == 0
    hold = cover.get_by_role("button")
    hold.dispatch_event("pointerdown")
    expect(cover).to_have_count(0)
    seats = page.locator(".seat.mine")
    expect(seats).to_have_count(1)
    page.wait_for_selector("[data-action]")
    play_first(page)
    expect(cover).to_contain_text("Hand the device to Player 2")
    assert page.locator(".tile").count() == 0


def test_a_reveal_at_a_hot_seat_shows_nobodys_hand(person: Open) -> None:
    """Both have sealed: what was turned over is there for all to see, and the next hand only for
    whoever takes it.
    """
    page = person()
    take_the_device(page, lay(page, "biplanes", players=["me", "me"]))
    cover = page.locator(".handover")
    play_first(page)
    expect(cover).to_contain_text("Player 2")
    lift_the_cover(page)
    page.wait_for_selector("[data-action]")
    look_out(page, ".turned .sl + .sl")
    play_first(page)
    noticed(page)
    expect(cover).to_contain_text("Hand the device to Player 1")
    expect(page.locator(".board")).to_be_visible()
    assert page.locator("[data-action]").count() == 0 and page.locator(".bdhand .pick").count() == 0
    lift_the_cover(page)
    expect(page.locator(".bdhand .pick").first).to_be_visible()


def test_squadrons_has_no_secrets_to_cover(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    assert page.locator(".handover").count() == 0


def test_a_watcher_sees_the_table_and_no_hand(person: Open) -> None:
    player, watcher = person(), person()
    code = sit(player, "biplanes")
    watcher.goto(f"/table/{code}")
    expect(watcher.locator(".dock")).to_contain_text("You are watching")
    expect(watcher.locator("[data-action]")).to_have_count(0)
    expect(watcher.locator(".pick")).to_have_count(0)
    expect(player.locator(".watch")).to_contain_text("1 watching")


@pytest.mark.parametrize("last", [True, False], ids=["the last seat", "one of several"])
def test_sitting_down_at_an_open_table_ends_watching(person: Open, last: bool) -> None:
    host, guest = person(), person()
    players = ["open", "me"] if last else ["open", "open", "me"]
    game, options = ("squadrons", {}) if last else ("starfighters", {"players": 3})
    code = lay(host, game, options, players, open=True)
    turn_to_table(host, code)
    guest.goto(f"/table/{code}")
    guest.get_by_role("button", name="Sit down").first.click()
    if not last:
        expect(guest.locator(".chairs")).to_contain_text("You")
        other = person(f"/table/{code}")
        other.get_by_role("button", name="Sit down").click()
        expect(other.locator(".seat.mine")).to_have_count(1)
    expect(guest.locator(".seat.mine")).to_have_count(1)
    expect(guest.locator(".dock")).not_to_contain_text("You are watching")
    expect(host.locator(".seat.mine")).to_have_count(1)
    if last:
        own, _ = mover(guest, host)
        play_first(own)


def test_chat_line_reaches_the_other_player(person: Open) -> None:
    host, guest = person(), person()
    invite(host, guest, "Squadrons")
    host.get_by_label("Say to the table").fill("Good hunting")
    host.get_by_role("button", name="Send").click()
    expect(guest.locator(".chat")).to_contain_text("Good hunting")


def test_chat_lines_count_as_unread_until_read(person: Open) -> None:
    host, guest = person(), person()
    invite(host, guest, "Squadrons")
    saying = host.get_by_label("Say to the table")
    saying.fill("Good hunting")
    saying.press("Enter")
    chat = guest.get_by_role("tab", name="Chat")
    expect(chat).to_have_text("Chat · 1")
    chat.click()
    saying.fill("Over here")
    saying.press("Enter")
    expect(guest.locator(".chat")).to_contain_text("Over here")
    guest.get_by_role("tab", name="Actions & log").click()
    expect(chat).to_have_text("Chat")


def test_a_lost_connection_comes_back_by_itself(house: House, person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    house.stop()
    expect(page.locator(".bn.bad")).to_contain_text("Connection lost")
    page.locator("[data-action]").first.click()
    page.locator(".btn.go").click()
    expect(page.locator(".btn.go")).to_contain_text("Sending")
    house.start()
    expect(page.locator(".bn.bad")).to_have_count(0, timeout=20_000)
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")


def test_a_reload_keeps_the_seat(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    play_first(page)
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")
    page.reload()
    expect(page.locator("#prompt")).to_contain_text("choose a manoeuvre")


def test_taking_back(person: Open) -> None:
    page = person()
    sit(page, "squadrons", players=["me", "me"])
    page.wait_for_selector("[data-action]")
    before = page.inner_text("#prompt")
    play_first(page)
    expect(page.locator("#prompt")).not_to_have_text(before)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#prompt")).to_have_text(before)


def test_resigning_asks_first(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("cannot be taken back")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("dialog.end")).to_be_visible()


def test_rematch_and_continue(person: Open) -> None:
    page = person()
    code = sit(page, "boots", {"battle": "convoy"})
    play_out(page)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/table/" in url and code not in url)
    expect(page.locator(".board")).to_be_visible()
    page.goto("/")
    expect(page.locator(".mine")).to_contain_text("Combat Boots")


def test_a_review_scrubs_and_shares_its_place(person: Open, tmp_path: Path) -> None:
    page = person()
    code = play_an_end(page, "boots", {"battle": "convoy"})
    page.locator("dialog.end").get_by_role("link", name="Review").click()
    expect(page.locator(".dock strong")).to_have_text("The start.")
    page.keyboard.press("Shift+ArrowRight")
    expect(page).to_have_url(re.compile("step=1"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    last = page.locator(".dock .why").inner_text()
    expect(page.locator(".seat .role")).to_have_text(["British", "German"])
    page.get_by_role("group", name="Viewpoint").get_by_role("button").nth(2).click()
    expect(page).to_have_url(re.compile("perspective=1"))
    page.reload()
    expect(page.locator(".dock .why")).to_have_text(last)
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    record = tmp_path / f"{code}.txt"
    download.value.save_as(record)
    page.goto("/")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator(".dock strong")).to_have_text("The start.")


def test_unknown_table_code_shows_a_notice(person: Open) -> None:
    page = person("/table/LARK-7OOO")
    expect(page.locator(".card")).to_contain_text("No table LARK-7OOO")
    expect(page.get_by_text("never 0, 1, I or O")).to_have_count(1)
    page.goto("/table/OWL-X9SF")
    expect(page.get_by_role("heading", name="No table OWL-X9SF.", exact=True)).to_be_visible()
    expect(page.locator(".card")).not_to_contain_text("Did you mean")
    page.goto("/table/KESTRAL-X9SF")
    expect(page.get_by_text("Did you mean KESTREL-X9SF?")).to_have_count(1)


def test_unknown_address_shows_a_notice(person: Open) -> None:
    page = person("/hangar")
    expect(page.get_by_role("heading", name="There is nothing at /hangar.")).to_be_visible()
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.locator(".gcard").first).to_be_visible()


def test_running_game_cannot_be_reviewed_and_links_its_table(person: Open) -> None:
    page = person()
    code = sit(page, "squadrons")
    page.goto(f"/review/{code}")
    expect(page.get_by_role("heading", name="This game cannot be reviewed yet.")).to_be_visible()
    expect(page.locator(".card p")).not_to_be_empty()
    assert serious(page) == []
    page.get_by_role("link", name="To the table").click()
    expect(page.locator(".board")).to_be_visible()


def test_unknown_review_and_rules_show_a_notice(person: Open) -> None:
    page = person("/review/LARK-7000")
    expect(page.get_by_role("heading", name="No table LARK-7000.")).to_be_visible()
    page.goto("/rules/zeppelins")
    expect(
        page.get_by_role("heading", name="There is no game called zeppelins here.")
    ).to_be_visible()


def test_options_change_what_is_asked(person: Open) -> None:
    page = person()
    page.locator(".gcard:has-text('Biplanes')").click()
    open_options(page)
    page.get_by_label("Mode").select_option("espionage")
    expect(page.get_by_label("Solo")).to_be_visible()
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator(".seats")).to_contain_text("Spy")


def test_a_rule_shows_its_text(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.locator("[data-action]").first.wait_for(
        state="attached"
    )  # the bot's turn has a prompt of its own
    page.locator(".prompt .rule-id").hover()
    tip = page.locator("[role=tooltip]")
    expect(tip).to_be_visible()
    tip.get_by_role("link").click()
    expect(page.locator(".rules .here")).to_be_visible()
    expect(page.locator(".rules h3", has_text="SQ-7")).to_have_text("SQ-7 Shots")


def test_new_table_is_not_listed_to_others(person: Open) -> None:
    host, other = person(), person()
    code = lay(host, "squadrons", players=["me", "open"])
    other.goto("/")
    expect(other.locator(".mine")).not_to_contain_text(code)


def test_a_table_of_other_rules_is_explained_and_its_log_offered(person: Open) -> None:
    page = person()
    words = "This table was played with rules 1. Its log can still be downloaded."
    refusal = {"error": words, "code": "table_outdated", "rule": ""}
    code = lay(page, "biplanes")
    page.route(f"**/api/tables/{code}", lambda route: route.fulfill(status=409, json=refusal))
    page.goto(f"/table/{code}")
    expect(
        page.get_by_role("heading", name="This table was played by other rules.")
    ).to_be_visible()
    expect(page.locator(".card")).to_contain_text(words)
    expect(page.get_by_role("link", name="Home", exact=True)).to_be_visible()
    assert (
        page.evaluate("(code) => fetch(`/api/logs/${code}`).then((answer) => answer.status)", code)
        == 409
    )
    expect(page.get_by_role("link", name="Download the log")).to_have_count(0)
    page.route(f"**/api/logs/{code}", lambda route: route.fulfill(body="{}"))
    page.goto(f"/table/{code}")
    link = page.get_by_role("link", name="Download the log")
    expect(link).to_have_attribute("href", f"/api/logs/{code}")


def dogfight(*words: str) -> None:
    """Run a verb to its end."""
    subprocess.run(
        [sys.executable, "-P", "-m", "dogfight.cli.app", *words],
        check=True,
        timeout=60,
        capture_output=True,
    )


def test_missing_table_is_reported_and_returns_with_backup(
    house: House, person: Open, tmp_path: Path
) -> None:
    page = person()
    code = sit(page, "squadrons")
    page.wait_for_selector("[data-action]")
    data, copy = house.folder / "data", tmp_path / "copy"
    house.stop()
    dogfight("backup", str(copy), "--data-dir", str(data))
    file = apsw.Connection(str(data / FILE))
    for name in ("room", "entry", "player", "nonce", "draft", "standing_order", "chat", "game"):
        file.execute(f"DELETE FROM {name} WHERE code = ?", (code,))
    file.close()
    house.start()
    expect(
        page.get_by_role("heading", name=f"Table {code} is not on this server any more.")
    ).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="not on this server")).to_be_visible()
    house.stop()
    dogfight("restore", str(copy), "--data-dir", str(data), "--force")
    house.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-action]").first).to_be_visible()
    page.goto("/table/LARK-OOOO")
    expect(page.get_by_role("heading", name="No table LARK-OOOO.")).to_be_visible()
