"""Whole moves: every plan is a path of legal actions, says where it ends, and tells no secret."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import dogfight
from dogfight.core.decision import Chance, Choose, Commit, Over
from dogfight.core.dice import Dice
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.match.match import Match
from dogfight.match.move_plans import move_plans, plan_named, steps_of
from dogfight.planning.capabilities import PlansMoves
from dogfight.planning.parts import MovePlan, MovePlans

PLANNED = [name for name in dogfight.names() if isinstance(dogfight.load(name), PlansMoves)]
SECONDS = 2.0
"""The longest that a question for all plans may take, on a slow machine without compiled rules."""


def questions(name: str, seed: int, moves: int) -> Iterator[tuple[Match, View[Any]]]:
    """The questions of a game of chance, one after the other."""
    dice, table = random.Random(seed), Match(dogfight.load(name), {}, seed=seed)
    for _ in range(moves):
        decision = table.advance()
        if not isinstance(decision, Choose | Commit):
            return
        seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
        view = table.view(seat)
        yield table, view
        table.play(seat, dice.choice(view.legal).action)


def test_three_games_plan_moves() -> None:
    assert len(PLANNED) == 3


@pytest.mark.parametrize("name", PLANNED)
def test_plans_are_paths_of_legal_actions_that_end_where_they_say(name: str) -> None:
    dice, tried = random.Random(1), 0
    for table, view in questions(name, 4, 120):
        plans = move_plans(table.game, view)
        words = [plan.word for plan in plans.plans]
        assert len(set(words)) == len(words)
        for plan in dice.sample(plans.plans, min(3, len(plans.plans))):
            follow(table.game, table.position.copy(), view, plans, plan)
            tried += 1
    assert tried > 30


def follow(game: AnyGame, position: Any, view: View[Any], plans: MovePlans, plan: MovePlan) -> None:
    """Play a plan, the others passing where they may react."""
    for step in steps_of(plans, plan):
        while (decision := game.decision(position)) and not asks(decision, view.seat):
            assert isinstance(decision, Choose), (plan, decision)
            position.apply(decision.seat, game.default_action(position, decision.seat))
        game.check(position, view.seat, step.action)
        assert game.notation.write_action(position, view.seat, step.action) == step.word
        about = game.action_data(position, view.seat, step.action)
        if about.places and step.place:
            assert about.places[-1] == step.place
        position.apply(view.seat, step.action)


def asks(decision: object, seat: int) -> bool:
    return isinstance(decision, Choose) and decision.seat == seat


@pytest.mark.parametrize("name", PLANNED)
def test_plans_follow_from_the_view_alone(name: str) -> None:
    """Whatever a position imagined from the view hides, it has the same plans."""
    for table, view in questions(name, 2, 60):
        if not isinstance(table.decision(), Choose):
            continue
        game = table.game
        assert isinstance(game, PlansMoves)
        expected = msgspec.json.encode(move_plans(game, view))
        for seed in (7, 8):
            position = game.views.imagine(view, Dice(seed))
            assert msgspec.json.encode(game.move_plans(position, view.seat, "")) == expected
        assert msgspec.json.encode(game.move_plans(table.position, view.seat, "")) == expected


@pytest.mark.parametrize("name", PLANNED)
def test_plans_of_one_piece_are_a_part_of_all(name: str) -> None:
    for table, view in questions(name, 3, 40):
        everything = {plan.word for plan in move_plans(table.game, view).plans}
        pieces = {entry.acting_piece for entry in view.legal if entry.acting_piece}
        parts = [move_plans(table.game, view, piece).plans for piece in sorted(pieces)]
        assert {plan.word for plans in parts for plan in plans} == everything
        assert not move_plans(table.game, view, "nobody").plans


@pytest.mark.parametrize("name", PLANNED)
def test_plans_take_a_bounded_time(name: str) -> None:
    game = dogfight.load(name)
    for options in game.samples():
        position, dice = game.new(options), Dice(5)
        for _ in range(60):
            decision = game.decision(position)
            if isinstance(decision, Over):
                break
            if isinstance(decision, Chance):
                position.roll(dice)
                continue
            seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
            begin = time.perf_counter()
            assert isinstance(game, PlansMoves)
            game.move_plans(position, seat, "")
            assert time.perf_counter() - begin < SECONDS
            position.apply(seat, game.legal(position, seat)[0])


def test_a_game_that_plans_none_has_none() -> None:
    table = Match(dogfight.load("goofspiel"), {}, seed=1)
    table.advance()
    assert move_plans(table.game, table.view(0)) == MovePlans()


def test_a_destination_names_a_plan_where_only_one_leads_there() -> None:
    near = MovePlan(word="R-1>C2", kind="move", piece="R-1", last=0, words="move", place="C2")
    far = MovePlan(word="R-1>C3", kind="move", piece="R-1", last=0, words="move", place="C3")
    other = MovePlan(word="R-2>C3", kind="move", piece="R-2", last=0, words="move", place="C3")
    plans = MovePlans((near, far, other))
    assert plan_named(plans, "c2") == near
    assert plan_named(plans, "r-2>c3") == other
    assert plan_named(plans, "C3") is None
    assert plan_named(plans, "C4") is None
