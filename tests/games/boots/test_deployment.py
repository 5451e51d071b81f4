"""The recommended set-up: whole, legal and sensible in every battle, for both sides."""

import pytest

import dogfight
from dogfight.core.capabilities import RecommendsSetup
from dogfight.core.dice import Dice
from dogfight.match.match import Match

pytestmark = pytest.mark.no_rule("a recommendation of ours")
GAME = dogfight.load("boots")
WITH_SET_UP = (
    "orchard",
    "crossroads",
    "eighty_eights",
    "hill",
    "ford",
    "raiders",
    "tiger_road",
)


def set_up(battle: str) -> tuple[Match, dict[int, tuple[int, ...]]]:
    """A table after both sides have been set up as recommended, and what was played for each."""
    assert isinstance(GAME, RecommendsSetup)
    table, played = Match(GAME, {"battle": battle}, seed=1), {}
    while True:
        table.advance()
        seat = table.waiting()[0]
        if not GAME.is_setting_up(table.position, seat):
            return table, played
        assert seat not in played
        played[seat] = GAME.set_up(table.position, seat)
        for action in played[seat]:
            table.play(seat, action)


@pytest.mark.parametrize("battle", WITH_SET_UP)
def test_both_sides_are_set_up_whole_by_legal_actions(battle: str) -> None:
    table, played = set_up(battle)
    assert sorted(played) == [0, 1]
    assert table.position.alive == sum(
        1 << unit for unit in range(table.position.t.units) if table.position.t.arrives[unit] == 0
    )
    assert table.view(0).decision_kind == "choose"
    assert GAME.turn(table.position) == 1


@pytest.mark.parametrize("battle", WITH_SET_UP)
def test_set_up_completes_manual_placement_and_can_be_undone(battle: str) -> None:
    assert isinstance(GAME, RecommendsSetup)
    table = Match(GAME, {"battle": battle}, seed=2)
    seat = table.waiting()[0]
    table.play(seat, GAME.legal(table.position, seat)[-1])
    by_hand = GAME.notation.write(table.position)
    rest = GAME.set_up(table.position, seat)
    for action in rest:
        table.play(seat, action)
    assert not GAME.is_setting_up(table.position, seat)
    for _ in rest:
        table.take_back(seat)
    assert GAME.notation.write(table.position) == by_hand


@pytest.mark.parametrize("battle", WITH_SET_UP)
def test_set_up_depends_only_on_the_view_of_the_seat(battle: str) -> None:
    assert isinstance(GAME, RecommendsSetup)
    table = Match(GAME, {"battle": battle}, seed=3)
    seat = table.waiting()[0]
    twin = GAME.views.imagine(table.view(seat), Dice(7))
    assert GAME.set_up(twin, seat) == GAME.set_up(table.position, seat)
    assert GAME.set_up(table.position, 1 - seat) == ()


def test_set_up_guards_held_objectives_and_limits_stacks() -> None:
    for battle in ("orchard", "crossroads", "hill"):
        table, _ = set_up(battle)
        p = table.position
        stand = [int(p.place[unit]) for unit in range(p.t.units) if not p.is_cargo(unit)]
        held = [
            int(goal) for goal, owner in zip(p.t.objectives, p.t.control, strict=True) if owner >= 0
        ]
        for goal in held:
            assert any(
                place < p.t.board.size and p.t.board.distance(place, goal) <= 1 for place in stand
            ), battle
        assert max(stand.count(place) for place in stand if place < p.t.board.size) <= 3, battle


def test_set_up_is_empty_for_dog_fight_and_started_battle() -> None:
    assert isinstance(GAME, RecommendsSetup)
    fight = Match(GAME, {"battle": "convoy"}, seed=1)
    fight.advance()
    table, _ = set_up("orchard")
    for item in (fight, table):
        for seat in (0, 1):
            assert not GAME.is_setting_up(item.position, seat)
            assert GAME.set_up(item.position, seat) == ()
