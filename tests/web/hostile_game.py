"""A plug-in whose drawing tries to break out of the page, and fails in its second turn."""

from __future__ import annotations

from typing import Any

import msgspec

from dogfight.boards.shapes import Group, Picture, Stroke, Words, box
from dogfight.core.decision import Choose, Decision, Over
from dogfight.core.event import Event
from dogfight.core.manifest import Manifest
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.view import ActionData, View
from dogfight.plain import PlainGame, PlainPosition

MANIFEST = Manifest(
    package=__name__,
    name="hostile",
    title="Hostile",
    prefix="HO",
    game="Hostile",
    svg_board="draw",
)
ELSEWHERE = "http://elsewhere.invalid/x.svg#a"
PLACE = 'a1" onload="globalThis.hacked=1'


class State(msgspec.Struct):
    turn: int


class Hostile(PlainGame[State]):
    manifest = MANIFEST
    players, action_count = 1, 2

    def start(self, options: Options) -> State:
        return State(1)

    def decide(self, state: State) -> Decision:
        return Choose(0, "HO-1") if state.turn < 3 else Over((1.0,), "end", "HO-2", "Over.", (0,))

    def legal_actions(self, state: State, seat: int) -> list[int]:
        return [0, 1]

    def act(self, state: State, seat: int, action: int) -> list[Event]:
        state.turn += 1
        return [Event("done", "Done.", "HO-1", places=(PLACE,))]

    def action_data(self, position: PlainPosition, seat: int, action: int) -> ActionData:
        return ActionData(kind="go", places=(PLACE,) if action == 0 else ())


def draw(game: AnyGame, view: View[Any]) -> Picture:
    if view.board.state.turn > 1:
        raise ValueError("no drawing any more")
    hostile = Stroke(f"url({ELSEWHERE})", f"var(--x, url({ELSEWHERE}))", 2)
    shapes = (
        box(0, 0, 90, 90, Stroke("#FAF4E6")),
        Group((box(10, 10, 60, 60, hostile),), label='"><img src=x onerror=hacked=1>', place=PLACE),
        Words((45, 85), "<script>globalThis.hacked=1</script>", 5, f"url({ELSEWHERE})"),
    )
    return Picture("</title><script>globalThis.hacked=1</script>", 100, 100, shapes)
