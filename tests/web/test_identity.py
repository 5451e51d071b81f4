"""Who I am, on every device, in real browsers: words, QR code, passkeys, devices, deletion."""

from __future__ import annotations

import re

import pytest
from audit import serious
from geometry import SIZES
from house import Open
from playwright.sync_api import Page, expect


def named(person: Open, name: str) -> Page:
    """A page of a person who has a name."""
    page = person()
    expect(page.get_by_label("Your name at the table")).not_to_have_value("")
    page.request.post("/api/me", data={"name": name}, headers={"origin": origin(page)})
    return page


def origin(page: Page) -> str:
    return page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2]


def words_of(page: Page) -> str:
    """Make the words on the page about me."""
    page.goto("/you")
    page.get_by_role("button", name="words").first.click()
    return page.locator(".phrase").inner_text()


def test_words_make_another_browser_mine_with_its_settings(person: Open) -> None:
    ana = named(person, "Ana")
    ana.evaluate("localStorage.setItem('dogfight:theme', 'dark')")
    words = words_of(ana)
    expect(ana.get_by_role("img", name="QR code")).to_be_visible()
    phone = person(f"/carry#{words.replace(' ', '-')}", width=390, height=844)
    expect(phone.get_by_label("Six words")).to_have_value(words)
    expect(phone).to_have_url(re.compile("/carry$"))  # the words do not stay in the address
    phone.get_by_role("button", name="This is me").click()
    expect(phone.get_by_label("Your name at the table")).to_have_value("Ana")
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    ana.reload()
    expect(ana.get_by_role("region", name="Devices").get_by_role("listitem")).to_have_count(2)
    ana.get_by_role("button", name="last seen").click()
    expect(ana.get_by_role("region", name="Devices").get_by_role("listitem")).to_have_count(1)


def test_wrong_words_say_what_to_do(person: Open) -> None:
    page = person("/carry")
    page.get_by_label("Six words").fill("zoo zoo zoo zoo zoo zoo")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("alert")).to_contain_text("Make new ones")


def test_a_feed_is_made_shown_once_and_switched_off(person: Open) -> None:
    page = person("/you")
    page.get_by_role("button", name="Make a feed").click()
    address = page.get_by_label("Address of your feed").input_value()
    assert page.request.get(address).status == 200
    page.reload()
    expect(page.get_by_label("Address of your feed")).to_have_count(0)
    page.get_by_role("button", name="Switch the feed off").click()
    expect(page.get_by_role("button", name="Make a feed")).to_be_visible()
    assert page.request.get(address).status == 404


def test_the_title_counts_the_tables_that_wait_for_me(person: Open) -> None:
    page = person()
    page.locator(".gcard:has-text('Squadrons')").click()
    page.get_by_role("button", name="Hot seat").click()
    expect(page.locator(".board")).to_be_visible()
    page.goto("/")
    expect(page).to_have_title("(1) Dogfight · air battles, one table")


def test_a_person_deletes_themselves_by_name(person: Open) -> None:
    page = named(person, "Zora")
    page.goto("/you")
    page.get_by_text("Delete me", exact=True).click()
    button = page.get_by_role("button", name="Delete me for good")
    expect(button).to_be_disabled()
    page.get_by_label("Type Zora").fill("Zora")
    button.click()
    expect(page.get_by_label("Your name at the table")).to_have_value("Pilot")


def virtual_key(page: Page) -> None:
    """Give the browser a key that says yes by itself."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )


def by_name(page: Page) -> str:
    """The address of the server under a name, as passkeys need it."""
    return origin(page).replace("127.0.0.1", "localhost")


def test_a_passkey_signs_in_and_no_answer_counts_twice(person: Open) -> None:
    page = person()
    there = by_name(page)
    virtual_key(page)
    page.goto(f"{there}/you")
    expect(page.get_by_role("button", name="Make a passkey")).to_be_visible()
    page.request.post(f"{there}/api/me", data={"name": "Ana"}, headers={"origin": there})
    page.get_by_role("button", name="Make a passkey").click()
    keys = page.get_by_role("region", name="Passkeys").get_by_role("listitem")
    expect(keys).to_have_count(1)
    page.get_by_role("region", name="Devices").get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Your name at the table")).to_have_value("Pilot")
    answers: list[str] = []
    page.on(
        "request",
        lambda request: (
            answers.append(request.post_data or "")
            if request.url.endswith("/api/passkey") and request.method == "POST"
            else None
        ),
    )
    page.goto(f"{there}/carry")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_label("Your name at the table")).to_have_value("Ana")
    headers = {"origin": there, "content-type": "application/json"}
    again = page.request.post(f"{there}/api/passkey", data=answers[0], headers=headers)
    assert again.status == 409 and "answered before" in again.json()["error"]
    changed = answers[0].replace('"signature":"', '"signature":"AAAA')
    assert page.request.post(f"{there}/api/passkey", data=changed, headers=headers).status == 409
    page.goto(f"{there}/you")
    page.get_by_role("button", name="Remove").click()
    expect(keys).to_have_count(0)


def test_a_passkey_of_another_server_is_refused(person: Open) -> None:
    """An answer that was made for one question and one name is none for another."""
    page = person()
    there = by_name(page)
    virtual_key(page)
    page.goto(f"{there}/you")
    page.get_by_role("button", name="Make a passkey").click()
    keys = page.get_by_role("region", name="Passkeys").get_by_role("listitem")
    expect(keys).to_have_count(1)
    headers = {"origin": there}
    forged = page.evaluate(
        """async () => {
          const options = {challenge: "AAAA", rpId: "localhost", userVerification: "preferred"};
          const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
          return (await navigator.credentials.get({publicKey})).toJSON();
        }"""
    )
    refused = page.request.post(
        f"{there}/api/passkey", data={"credential": forged}, headers=headers
    )
    assert refused.status == 409, "a question that this server has not asked"


def test_where_there_can_be_no_passkeys_the_page_says_why(person: Open) -> None:
    page = person("/you")
    expect(page.get_by_role("region", name="Passkeys")).to_contain_text("reached by a number")
    expect(page.get_by_role("button", name="Make a passkey")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_pages_about_me_fit_and_pass_axe(person: Open, size: tuple[int, int], scheme: str) -> None:
    page = person("/you", *size, scheme=scheme)
    page.get_by_role("button", name="Show six words").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert serious(page) == []
    page.goto("/carry")
    expect(page.get_by_label("Six words")).to_be_visible()
    assert serious(page) == []
