"""Hints, standing orders, levels, live games, take-backs by consent, playing on, a timed round
that breaks off.
"""

from __future__ import annotations

import re

from audit import serious
from house import House, Open
from playwright.sync_api import Page, expect
from seatings import invited, mover, open_options, overflow, play_an_end, play_first, play_out, sit


def test_a_hint_shows_three_ways_and_marks_them(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]")
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("section.hint")
    expect(hint).to_contain_text("An estimate")
    rows = hint.locator("li")
    expect(rows).to_have_count(3)
    shares = hint.evaluate("""(box) => [...box.querySelectorAll("li")].map((line) => {
          const bar = line.querySelector(".share");
          const full = bar.querySelector("i").getBoundingClientRect().width / bar.clientWidth;
          return [full, parseInt(line.querySelector(".num").textContent) / 100];
        })""")
    expect(rows.first).to_contain_text("wins")
    assert len(shares) == 3 and all(abs(bar - share) < 0.03 for bar, share in shares), shares
    expect(page.locator(".action .rank")).to_have_count(3)
    assert page.locator(".board .hint-mark").count() > 0
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert serious(page) == []
    words = rows.first.locator(".what b").inner_text()
    rows.first.get_by_role("button").click()
    expect(page.locator(".action.sel b")).to_contain_text(words)
    page.locator(".btn.go").click()
    expect(hint).to_have_count(0)


def test_a_line_of_the_log_can_be_read_while_it_is_shown_again(person: Open) -> None:
    page = person()
    sit(page, "squadrons")
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("[data-action]")
    turn = page.locator(".log li.turn").first
    turn.hover()
    expect(turn).to_have_class(re.compile("now"))
    assert serious(page) == []


def test_a_hint_by_key_fits_a_phone(person: Open) -> None:
    page = person(width=390, height=844)
    sit(page, "squadrons")
    page.wait_for_selector("[data-action]", state="attached")
    page.keyboard.press("h")
    expect(page.locator("section.hint li")).to_have_count(3)
    assert overflow(page) == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    page.locator("section.hint").get_by_role("button", name="Close").click()
    expect(page.locator("section.hint")).to_have_count(0)


def test_people_play_each_other_without_hints(person: Open) -> None:
    host, guest = person(), person()
    invited(host, guest)
    page, _ = mover(host, guest)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("section.hint")).to_have_count(0)


def test_a_standing_order_is_kept(person: Open) -> None:
    page = person()
    sit(page, "boots", {"battle": "orchard"}, ["me", "bot:random"])
    page.wait_for_selector("#prompt")
    page.keyboard.press("a")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Always ask me")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert serious(page) == []
    sheet.get_by_role("button", name="more than 25 %").click()
    expect(sheet).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_role("dialog")).to_contain_text(
        "Reactions: only where a shot has more than 25 %"
    )


def watch(host: Page, other: Page, words: str) -> None:
    """Find the host's game, of which these words are said, in the list of live games, and go
    there.
    """
    expect(host.locator(".board")).to_be_visible()
    code = host.url.rsplit("/", 1)[1]
    other.reload()
    line = other.get_by_role("list", name="Live games").locator("li", has_text=code)
    expect(line).to_contain_text(words)
    line.get_by_role("link").click()


def test_a_public_game_can_be_found_and_watched(person: Open) -> None:
    host, other = person(), person()
    host.locator(".gcard:has-text('Squadrons')").click()
    open_options(host)
    host.get_by_label("Watchers").select_option("public")
    host.get_by_label("Forced moves").select_option("ask me")
    host.get_by_role("button", name="Play a bot now").click()
    watch(host, other, "turn")
    laid = host.request.get(f"/api/tables/{host.url.rsplit('/', 1)[1]}").json()
    assert laid["forced_moves"] is False
    expect(other.locator(".dock")).to_contain_text("You are watching")


def test_the_host_says_how_late_watchers_see_the_game(person: Open) -> None:
    host, other = person(), person()
    host.locator(".gcard:has-text('Squadrons')").click()
    open_options(host)
    host.get_by_label("Watchers").select_option("nobody")
    expect(host.get_by_label("Spectator delay")).to_have_count(0)
    host.get_by_label("Watchers").select_option("public")
    host.get_by_label("Spectator delay").select_option("120")
    host.get_by_role("button", name="Invite friends").click()
    expect(host.get_by_label("Options")).to_contain_text("Watchers see it 2 min late.")
    host.get_by_role("button", name="Call bots and start").click()
    watch(host, other, "seen 2 min late")
    expect(other.locator(".dock")).to_contain_text("You are watching, 2 min late.")
    expect(host.locator(".watch")).to_have_text("1 watching, 2 min late")


def test_taking_back_when_the_other_agrees(person: Open) -> None:
    host, guest = person(), person()
    invited(host, guest)
    item, pair = mover(host, guest)
    before = item.inner_text("#prompt")
    play_first(item)
    expect(item.locator("#prompt")).not_to_have_text(before)

    def ask() -> None:
        item.get_by_role("button", name="Table menu").click()
        item.get_by_role("button", name="Ask to take back").click()
        expect(item.locator(".bn.offer")).to_contain_text("You ask to take back")
        expect(pair.locator(".bn.offer")).to_contain_text("cannot be unseen")

    ask()
    pair.get_by_role("button", name="Decline").click()
    expect(item.locator(".bn.offer")).to_have_count(0)
    expect(item.locator("#prompt")).not_to_have_text(before)
    ask()
    pair.get_by_role("button", name="Agree").click()
    expect(item.locator("#prompt")).to_have_text(before)
    expect(pair.locator(".log")).to_contain_text("What was seen stays seen")
    expect(pair.locator(".bn.offer")).to_have_count(0)


def test_playing_on_from_a_review(person: Open) -> None:
    page = person()
    code = play_an_end(page, "boots", {"battle": "convoy"})
    page.goto(f"/review/{code}?step=4&perspective=open")
    expect(page.locator(".dock .why")).to_contain_text("step 4")
    page.get_by_role("button", name="Play on from here").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Play on from step 4")
    assert serious(page) == []
    sheet.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda url: "/table/" in url and code not in url)
    expect(page.locator(".board")).to_be_visible()
    play_out(page)


def test_a_bot_of_any_level_can_be_called_to_a_free_seat(person: Open) -> None:
    page = person()
    page.locator(".gcard:has-text('Squadrons')").click()
    page.get_by_role("button", name="Invite friends").click()
    choice = page.get_by_role("combobox", name="Bot for")
    expect(choice.locator("option")).to_have_text(
        [
            "Otto (easy bot)",
            "Ilse (medium bot)",
            "Maurice (hard bot)",
            "Hedy (ace bot)",
            "Bruno (greedy bot)",
            "Tilda (random bot)",
        ]
    )
    choice.select_option("medium")
    page.get_by_role("button", name="Call a bot").click()
    expect(page.locator(".room-seats")).to_contain_text("Ilse")


def test_every_seat_has_its_own_level(person: Open) -> None:
    page = person()
    page.locator(".gcard:has-text('Starfighters')").click()
    open_options(page)
    choices = page.locator(".opts").get_by_role("combobox", name=re.compile("^Bot for"))
    expect(choices.first).to_be_visible()
    count = choices.count()
    assert count >= 2
    choices.nth(0).select_option("hard")
    choices.nth(count - 1).select_option("random")
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator(".seats")).to_contain_text("Maurice")
    expect(page.locator(".seats")).to_contain_text("Tilda")


def test_a_bot_keeps_my_seat_and_gives_it_back(person: Open) -> None:
    host, guest = person(), person()
    invited(host, guest)
    page, other = mover(host, guest)
    page.get_by_role("button", name="Table menu").click()
    menu = page.get_by_role("dialog")
    menu.get_by_label("Bot for my seat").select_option("random")
    menu.get_by_role("button", name="Let a bot play for me").click()
    back = menu.get_by_role("button", name="Take my seat back from Tilda (random bot)")
    expect(back).to_be_visible()
    expect(other.locator(".seats")).to_contain_text("Tilda (random bot) flies")
    expect(other.locator("[data-action]")).not_to_have_count(0)
    back.click()
    expect(menu.get_by_role("button", name="Let a bot play for me")).to_be_visible()
    menu.get_by_role("button", name="Back to the table").click()
    expect(other.locator(".seats")).not_to_contain_text("Tilda (random bot) flies")
    while other.locator("[data-action]").count() > 0:
        before = other.inner_text("#prompt")
        play_first(other)
        expect(other.locator("#prompt")).not_to_have_text(before)
    expect(page.locator("[data-action]")).not_to_have_count(0)


def place_a_card(page: Page) -> int:
    """Put the first card that can be put; gives how many are left in the hand."""
    own = page.locator(".seat.mine")
    result = re.search(r"holds (\d+)", own.inner_text())
    assert result is not None
    left = int(result[1]) - 1
    page.locator("[data-action]", has_text="Put ").first.click()
    page.locator(".btn.go").click()
    expect(own).to_contain_text(f"holds {left}")
    return left


def test_timed_plan_survives_lost_connection_and_restart(house: House, person: Open) -> None:
    page = person()
    sit(page, "paws", {"players": 2, "timer": 900}, ["me", "bot:random"])
    prompt = page.locator("#prompt")
    expect(prompt).to_contain_text(re.compile("Lay cards|Place the Sun"))
    if "Sun" in prompt.inner_text() and page.locator("[data-action]").count() > 0:
        play_first(page)
    expect(prompt).to_contain_text("Lay cards")
    place_a_card(page)
    left = place_a_card(page)
    own = page.locator(".seat.mine")
    expect(own).to_contain_text("choose")
    house.stop()
    expect(page.locator(".bn.bad")).to_contain_text("Connection lost")
    house.start()
    expect(page.locator(".bn.bad")).to_have_count(0, timeout=30_000)
    expect(page.get_by_role("timer")).to_be_visible()
    expect(own).to_contain_text("choose")
    expect(own).to_contain_text(f"holds {left}")
    page.reload()
    expect(own).to_contain_text("choose")
    expect(own).to_contain_text(f"holds {left}")
    expect(page.get_by_role("timer")).to_be_visible()
    page.locator("[data-action]", has_text="Ready").first.click()
    page.locator(".btn.go").click()
    expect(page.get_by_role("region", name=re.compile("pilot: You, ✓ sealed"))).to_be_visible()


def test_move_played_on_timeout_is_announced_above_board(person: Open) -> None:
    page = person()
    sit(page, "squadrons", {}, ["me", "bot:random"], time_limit_s=2)
    said = page.locator(".banners .bn", has_text="Time ran out, so this was played for")
    expect(said.first).to_be_visible(timeout=30_000)
    expect(page.locator(".p-log", has_text="Time ran out, so this was played for")).to_be_attached()
