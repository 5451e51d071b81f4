"""What the page draws, on the board and in the dock, points where its words say: the top of the
board is north.
"""

from __future__ import annotations

from typing import Any

import pytest
from house import Open
from playwright.sync_api import Page, expect
from seatings import sit_at

from dogfight.core.view import View

WAYS = {
    "N": [0, -1],
    "NE": [1, -1],
    "E": [1, 0],
    "SE": [1, 1],
    "S": [0, 1],
    "SW": [-1, 1],
    "W": [-1, 0],
    "NW": [-1, -1],
}
"""Where each word points on a screen: right and down are positive."""

SIGNS = """
const signs = (x, y) => [x, y].map((value) => Math.abs(value) < 0.2 ? 0 : Math.sign(value));
const turned = (node, x, y) => {
  const { a, b, c, d } = node.getScreenCTM();
  const size = Math.hypot(a, b);
  return signs((a * x + c * y) / size, (b * x + d * y) / size);
};
"""
NOSES = (
    "() => {"
    + SIGNS
    + """
  return Object.fromEntries([...document.querySelectorAll(".board .piece")].map((piece) => [
    piece.querySelector(".tg text")?.textContent ?? "",
    turned(piece.querySelector(".turning"), 0, -1)]));
}"""
)
"""Where the nose of every piece points, by its tag."""
ARROWS = (
    "(keys) => {"
    + SIGNS
    + """
  const end = (path) => {  // the direction in which the shaft of an arrow ends
    const shaft = path.cloneNode();
    shaft.setAttribute("d", path.getAttribute("d").replace(/(.)M.*/, "$1"));
    path.after(shaft);
    const length = shaft.getTotalLength();
    const [last, before] = [0, 1].map((back) => shaft.getPointAtLength(length - back));
    const way = turned(shaft, last.x - before.x, last.y - before.y);
    shaft.remove();
    return way;
  };
  return [...document.querySelectorAll(keys)].map(
    (key) => [key.textContent, end(key.querySelector("svg.g path"))]);
}"""
)
"""The words of keys of the dock, and where their arrows point."""


def drawn(page: Page, keys: str) -> list[tuple[str, list[int]]]:
    expect(page.locator(keys).first).to_be_visible()
    return [(words, way) for words, way in page.evaluate(ARROWS, keys)]


@pytest.mark.parametrize("heading", ["S", "NE", "W", "NW"])
def test_sq_1_8_planes_and_dock_point_where_words_say(person: Open, heading: str) -> None:
    def wanted(view: View[Any]) -> bool:
        plane = next((entry for entry in view.board.planes if entry.name == view.board.named), None)
        flies = all(entry.kind == "fly" for entry in view.legal) and len(view.legal) > 1
        return plane is not None and plane.heading == heading and view.seat == 0 and flies

    page = person()
    view = sit_at(page, "squadrons", {}, wanted)
    keys = drawn(page, ".sqhand .choice:has(svg.g)")
    expect(page.locator("#prompt")).to_contain_text(f"{heading})")
    noses = page.evaluate(NOSES)
    planes = {item.name: item.heading for item in view.board.planes if item.square}
    assert {name: noses[name] for name in planes} == {
        name: WAYS[word] for name, word in planes.items()
    }
    assert len(keys) == len(view.legal)
    for entry in view.legal:
        [way] = [
            way for words, way in keys if f"to {entry.places[-1]}, heading {entry.facing}" in words
        ]
        assert way == WAYS[entry.facing], (entry.text, way)


@pytest.mark.parametrize("facing", ["SW", "E"])
def test_sf_1_7_ships_and_dock_point_where_words_say(person: Open, facing: str) -> None:
    def wanted(view: View[Any]) -> bool:
        pieces = {entry.piece for entry in view.legal if entry.kind == "fly"}
        return pieces == {"L", "F", "R"} and view.board.ships[view.seat].facing == facing

    page = person()
    view = sit_at(page, "starfighters", {"players": 3}, wanted)
    if page.locator(".handover").count():
        page.locator(".handover").get_by_role("button").dispatch_event("pointerdown")
    steps = dict(drawn(page, ".flight .step"))
    q, r = map(int, (view.board.ships[view.seat].hex or "0,0").split(","))
    hexes = {(1, 0): "E", (1, -1): "NE", (0, -1): "NW", (-1, 0): "W", (-1, 1): "SW", (0, 1): "SE"}
    for entry in view.legal:
        if entry.kind == "fly":
            to_q, to_r = map(int, entry.places[-1].split(","))
            way = hexes[to_q - q, to_r - r]
            assert steps[way] == WAYS[way], entry.piece
    turns = drawn(page, ".flight .turn")
    assert len(turns) == 6 and all(way == WAYS[word] for word, way in turns), turns
    noses = page.evaluate(NOSES)
    for ship in view.board.ships:
        if ship.seat != view.seat and ship.facing is not None:
            assert noses[str(ship.seat + 1)] == WAYS[ship.facing]
