"""The workshop in a real browser: a battle is drawn with mouse, keys and fingers, forms are filled
in, drafts are kept, taken back and taken along.
"""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audit import serious
from house import Open
from playwright.sync_api import FloatRect, Page, expect

STEP_X, STEP_Y, MARGIN = 51.0, 29.44, 52.0
"""The paper of a map in its own measure."""


def begin(page: Page, game: str, start: str, name: str = "") -> None:
    page.get_by_role("group", name="Game").get_by_role("button", name=game).click()
    if name:
        page.get_by_label("What is it called?").fill(name)
    page.get_by_role("button", name=start, exact=True).click()


def in_order(page: Page) -> None:
    expect(page.locator(".wfoot")).to_contain_text("In order: it can be played.")


def hexes_of(page: Page) -> Callable[[str], tuple[float, float]]:
    """Where the middle of a hex is on the screen."""
    place: FloatRect | None = page.locator("svg.bmap").bounding_box()
    view = page.locator("svg.bmap").get_attribute("viewBox")
    assert place is not None and view is not None
    width, height = (float(part) for part in view.split()[2:])
    scale = min(place["width"] / width, place["height"] / height)
    left = place["x"] + (place["width"] - width * scale) / 2
    top = place["y"] + (place["height"] - height * scale) / 2

    def at(name: str) -> tuple[float, float]:
        column, row = ord(name[0]) - 65, int(name[1:]) - 1
        x, y = MARGIN + STEP_X * column, MARGIN + STEP_Y * (2 * row + column % 2)
        return left + x * scale, top + y * scale

    return at


def draw(page: Page, *names: str) -> None:
    at = hexes_of(page)
    page.mouse.move(*at(names[0]))
    page.mouse.down()
    for name in names[1:]:
        page.mouse.move(*at(name), steps=4)
    page.mouse.up()


def exported(page: Page) -> tuple[str, dict[str, Any]]:
    """The first file of the draft as it is downloaded."""
    in_order(page)
    with page.expect_download() as download:
        page.locator(".wfoot").get_by_role("button", name=".toml").first.click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    return text, tomllib.loads(text)


def test_a_battle_is_made_from_an_empty_map(person: Open) -> None:
    page = person("/")
    page.get_by_role("link", name="the workshop").click()
    begin(page, "Combat Boots", "Empty battle", "The Long Orchard")
    in_order(page)
    assert serious(page) == []
    page.get_by_role("button", name="7", exact=True).click()
    draw(page, "H3")
    page.get_by_role("button", name="1", exact=True).click()
    page.get_by_role("button", name="road", exact=True).click()
    draw(page, "B6", "C7", "D6", "E7")
    page.get_by_role("button", name="objective").click()
    page.mouse.click(*hexes_of(page)("L5"))
    page.get_by_role("tab", name="Sides").click()
    bren = page.get_by_role("button", name="Bren team", exact=True).bounding_box()
    assert bren is not None
    page.mouse.move(bren["x"] + 20, bren["y"] + 20)
    page.mouse.down()
    page.mouse.move(*hexes_of(page)("E5"), steps=5)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    page.get_by_role("button", name="Rifle section, how many: one more").click()
    page.get_by_role("tab", name="Victory").click()
    page.get_by_label("Sentence 1: how many").select_option("2")
    page.get_by_label("Turns", exact=True).fill("10")
    page.get_by_label("Turns", exact=True).press("Enter")
    page.get_by_label("Sentence 1: when").select_option("10")
    assert serious(page) == []
    text, battle = exported(page)
    assert battle["battle"]["name"] == "The Long Orchard"
    assert battle["battle"]["objectives"] == ["H5", "L5"]
    assert "end of turn 10 if it controls at least 2" in battle["battle"]["victory"]
    assert battle["map"]["roads"] == ["B6 C7 D6 E7"]
    assert battle["map"]["terrain"].count("F") == 7
    assert battle["side"][0]["units"] == {"bri_rifle": 2, "bri_bren": 1}
    assert battle["side"][0]["zones"]["bri_bren"] == ["E5"]
    assert text.startswith("[battle]\n")
    page.reload()
    in_order(page)
    undo = page.get_by_role("button", name="Undo")
    while undo.is_enabled():
        undo.click()
    expect(page.locator(".bar")).to_contain_text("draft 1")
    assert exported(page)[1]["map"]["terrain"].count("F") == 0
    for _ in range(3):
        page.keyboard.press("Control+Shift+z")
    assert exported(page)[1]["battle"]["objectives"] == ["H5", "L5"]


def test_faults_are_shown_at_their_hexes_and_sight_at_a_touch(person: Open) -> None:
    page = person("/workshop")
    begin(page, "Combat Boots", "Empty battle")
    in_order(page)
    page.get_by_role("button", name="water", exact=True).click()
    page.get_by_role("button", name="19", exact=True).click()
    draw(page, "A1", "B3", "B5", "B8", "A9", "C10")
    check = page.get_by_role("region", name="Check")
    expect(check).to_contain_text("a place where bri_rifle can be set up")
    expect(page.locator(".wronghex").first).to_be_visible()
    expect(page.locator(".wfoot")).to_contain_text("1 to mend")
    assert serious(page) == []
    page.keyboard.press("Control+z")
    in_order(page)
    expect(page.locator(".wronghex")).to_have_count(0)
    page.get_by_role("button", name="1", exact=True).click()
    page.get_by_role("button", name="forest").click()
    draw(page, "E5")
    page.get_by_role("button", name="sight").click()
    page.mouse.click(*hexes_of(page)("C5"))
    expect(page.locator('svg.bmap polygon[fill="var(--ink)"]').first).to_be_visible()


def test_the_map_is_drawn_by_keys_alone(person: Open) -> None:
    page = person("/workshop")
    begin(page, "Combat Boots", "Empty battle")
    in_order(page)
    page.get_by_role("button", name="building").press("Enter")
    page.locator("svg.bmap").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "Shift+ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#map-hex")).to_contain_text("B3: building")
    rows = exported(page)[1]["map"]["terrain"].split("\n")
    assert [row[1] for row in rows[:4]] == [".", "B", "B", "."]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tablet_paints_and_places_by_touch(person: Open, scheme: str) -> None:
    page = person("/workshop", width=820, height=1180, touch=True, scheme=scheme)
    begin(page, "Combat Boots", "Empty battle")
    in_order(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="forest").tap()
    page.touchscreen.tap(*hexes_of(page)("G4"))
    page.get_by_role("tab", name="Sides").tap()
    page.get_by_role("button", name="Bren team", exact=True).tap()
    place = page.locator("svg.bmap").bounding_box()
    assert place is not None and place["y"] >= 0 and place["y"] + place["height"] <= 1180, (
        "the map stays in view while a unit is chosen"
    )
    page.touchscreen.tap(*hexes_of(page)("E5"))
    assert serious(page) == []
    battle = exported(page)[1]
    assert battle["map"]["terrain"].split("\n")[3] == "......F........"
    assert battle["side"][0]["zones"]["bri_bren"] == ["E5"]


def test_a_form_checks_at_its_field_and_draws_the_start(person: Open, tmp_path: Path) -> None:
    page = person("/workshop")
    begin(page, "Squadrons", "board")
    in_order(page)
    picture = page.get_by_role("region", name="Picture").locator("svg")
    expect(picture).to_be_visible()
    assert serious(page) == []
    page.get_by_label("G1", exact=True).fill("z9 N")
    fault = page.locator(".field.wrong")
    expect(fault).to_contain_text("Expected a square of the board")
    expect(fault).to_contain_text("SQ-1.7")
    assert serious(page) == []
    page.get_by_label("G1", exact=True).fill("a3 N")
    page.get_by_label("Columns: one more").click()
    text, board = exported(page)
    assert (board["start"]["G1"], board["board"]["columns"]) == ("a3 N", 13)
    assert "# provenance: ours (the real grid size could not be recovered)" in text
    with page.expect_download() as download:
        page.get_by_role("button", name="Pack as a zip").click()
    pack = tmp_path / "pack.zip"
    download.value.save_as(pack)
    with zipfile.ZipFile(pack) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == ["pack.toml", "squadrons/board.toml"]
        assert archive.read("squadrons/board.toml").decode() == text
    page.goto("/workshop")
    page.get_by_role("group", name="Game").get_by_role("button", name="Squadrons").click()
    page.locator('input[type="file"]').set_input_files(pack)
    in_order(page)
    expect(page.get_by_label("G1", exact=True)).to_have_value("a3 N")


def test_tile_sets_have_totals_and_boards_are_moved(person: Open) -> None:
    page = person("/workshop")
    begin(page, "Biplanes", "sets")
    in_order(page)
    row = page.get_by_role("row", name="red")
    expect(row).to_contain_text("15 tiles, 16 hits")
    page.get_by_label("red, hits of the tiles of value 5").fill("2 2")
    page.get_by_label("red, hits of the tiles of value 5").press("Enter")
    expect(row).to_contain_text("16 tiles, 18 hits")
    expect(row.get_by_role("alert")).to_contain_text("15 tiles")
    assert serious(page) == []
    page.get_by_role("button", name="Undo").click()
    page.get_by_label("Change a further file of the game").select_option("boards.toml")
    page.get_by_role("button", name="m0, white", exact=False).first.focus()
    page.keyboard.press("ArrowRight")
    in_order(page)
    assert serious(page) == []


def test_every_game_opens_with_a_form(person: Open) -> None:
    page = person("/workshop")
    for game, start in (("Starfighters", "starfighters"), ("Jaws vs Paws", "decks")):
        begin(page, game, start)
        in_order(page)
        expect(page.get_by_role("region", name="Picture").locator("svg")).to_be_visible()
        assert serious(page) == []
        page.goto("/workshop")
    expect(page.get_by_role("region", name="Drafts").get_by_role("listitem")).to_have_count(2)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="away").first.click()
    expect(page.get_by_role("region", name="Drafts").get_by_role("listitem")).to_have_count(1)
