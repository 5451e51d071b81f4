"""Whole moves in the terminal: a destination is a word."""

from typing import Any

import pytest
from textual.pilot import Pilot

import dogfight
from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.match.move_plans import move_plans, steps_of
from dogfight.planning.parts import PlanStep
from dogfight.tui.app import DogfightApp
from dogfight.tui.walks import Walk
from dogfight.tui.widgets import NotationInput
from tui.table import set_up, settled, table_of

pytestmark = pytest.mark.asyncio
SIZE = (120, 40)


async def typed(pilot: Pilot[Any], line: str) -> None:
    entry = table_of(pilot).query_one(NotationInput)
    entry.focus()
    entry.value = line
    await pilot.press("enter")
    for _ in range(40):
        await settled(pilot)


async def test_a_turn_of_six_planes_is_one_line() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,human", seed=3))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        page = table_of(pilot)
        view = page.shown
        assert view is not None
        plans = move_plans(page.game, view)
        ahead = [plan.word for plan in plans.plans if plan.brief == "ahead"]
        assert len(ahead) == 6
        await typed(pilot, " ".join(ahead).upper())
        words = [move.notation for move in page.session.table.record.moves][
            1:
        ]  # after the first card
        assert words == [word for plane in ahead for word in (plane.split(">")[0], "A")]


async def at_action(pilot: Pilot[Any]) -> View[Any]:
    """Set up by the first choices until a unit may act; gives what is seen then."""
    page = table_of(pilot)
    for _ in range(40):
        assert page.shown is not None
        if page.shown.board.stage == "acting":
            break
        await typed(pilot, page.shown.legal[0].notation)
    return page.shown


def orchard() -> DogfightApp:
    return DogfightApp(set_up(dogfight.load("boots"), "human,human", seed=3, battle="orchard"))


async def test_a_unit_walks_to_a_hex_that_is_typed() -> None:
    app = orchard()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        plans = move_plans(app_game(pilot), await at_action(pilot))
        unseen = [
            plan
            for plan in plans.plans
            if plan.kind == "move" and not any(step.asks for step in steps_of(plans, plan))
        ]
        plan = max(unseen, key=lambda plan: len(steps_of(plans, plan)))
        moves = table_of(pilot).session.table.record.moves
        before = len(moves)
        await typed(pilot, plan.word)
        moves = table_of(pilot).session.table.record.moves
        assert [move.notation for move in moves[before:]] == [
            step.word for step in steps_of(plans, plan)
        ]


async def test_a_walk_waits_for_the_other_side_and_goes_on() -> None:
    app = orchard()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        view = await at_action(pilot)
        plans = move_plans(app_game(pilot), view)
        seen = [plan for plan in plans.plans if any(s.asks for s in steps_of(plans, plan)[:-2])]
        await typed(pilot, seen[0].word)
        page = table_of(pilot)
        for _ in range(6):
            assert page.shown is not None
            if page.shown.board.stage != "following":
                break
            await typed(pilot, "pass")
        assert page.shown is not None and page.shown.board.stage == "acting"
        where = {piece.label: piece.place for piece in page.shown.board.pieces}
        assert where[seen[0].piece] == seen[0].place


def app_game(pilot: Pilot[Any]) -> AnyGame:
    return table_of(pilot).game


async def test_fire_on_the_way_stops_a_walk() -> None:
    step = PlanStep(action=1, word="step:N")
    walk = Walk(0, [step, step], ("step", "pass"), 0)
    view = dogfight.load("boots").view(dogfight.load("boots").new({"battle": "orchard"}), 0)
    assert walk.next(view, []) is None
    walk.begun = True
    assert walk.disturbance([Event("step", "goes"), Event("pass", "passes")]) is None
    assert walk.disturbance([Event("step", "goes"), Event("fire", "opens fire")]) is not None
