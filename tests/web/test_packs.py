"""Packs in a real browser: uploaded, looked over by axe at two sizes, shared by a link, played by
another person.
"""

from __future__ import annotations

import sys
from pathlib import Path

from audit import serious
from house import Open
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).parents[1] / "packs"))
from making import orchard_bytes  # type: ignore[import-not-found]

NAME = "<b>Long</b> Orchard"


def test_a_pack_is_uploaded_shared_and_played(person: Open) -> None:
    page = person("/packs")
    page.get_by_label("Upload a pack").set_input_files(
        {"name": "bad.zip", "mimeType": "application/zip", "buffer": b"no pack"}
    )
    expect(page.get_by_role("alert")).to_contain_text("expected a .zip file with a pack")
    page.get_by_label("Upload a pack").set_input_files(
        {"name": "pack.zip", "mimeType": "application/zip", "buffer": orchard_bytes(NAME)}
    )
    pack = page.get_by_role("listitem").filter(has_text=NAME)
    expect(pack.get_by_role("heading", name=NAME)).to_be_visible()
    expect(pack).to_contain_text("by Ann · version 2 · yours")
    assert page.locator(".pack b").count() == 0, "names are text, never markup"
    assert serious(page) == []
    for size in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []
    with page.expect_download() as download:
        pack.get_by_role("link", name="Share file").click()
    assert Path(download.value.path()).read_bytes() == orchard_bytes(NAME)
    play = pack.get_by_role("link", name="Play it now").get_attribute("href")
    assert play is not None and "#" in play

    friend = person(f"/packs#{play.partition('#')[2]}")
    theirs = friend.get_by_role("listitem").filter(has_text=NAME)
    expect(theirs).to_contain_text("by Ann")
    expect(theirs.get_by_role("button", name="Remove")).to_have_count(0)
    theirs.get_by_role("link", name="Play it now").click()
    expect(friend.get_by_label("Pack")).to_have_value(play.partition("#")[2])
    expect(friend.get_by_label("Battle")).to_have_value("long")
    assert serious(friend) == []
    friend.get_by_role("button", name="Invite friends").click()
    expect(friend.get_by_text(f"Pack: {NAME} 2 by Ann")).to_be_visible()
    expect(friend.get_by_label("Battle")).to_have_value("long")

    stranger = person("/packs")
    expect(stranger.get_by_role("main")).to_contain_text("None yet.")
    expect(stranger.get_by_role("listitem").filter(has_text=NAME)).to_have_count(0)
    pack.get_by_role("button", name="List for all").click()
    expect(pack).to_contain_text("listed")
    stranger.reload()
    expect(stranger.get_by_role("listitem").filter(has_text=NAME)).to_have_count(1)
    pack.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("listitem").filter(has_text=NAME)).to_have_count(0)
