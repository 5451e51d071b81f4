"""The battles of the package: each is in order, and together they use the whole roster and every
chapter of the rules.
"""

from __future__ import annotations

from collections import Counter

import pytest

from dogfight.bots.registry import make_bot
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.commands import checked
from dogfight.games.boots.game import Boots
from dogfight.games.boots.tables import EXITED, NO_BANDS
from dogfight.match.match import Match

pytestmark = pytest.mark.no_rule("battles of ours")

BOOTS = Boots()
KEYS = tuple(BOOTS.catalogue.battles)
BATTLES = tuple(BOOTS.battle(key) for key in KEYS)
GROUND = tuple(battle for battle in BATTLES if battle.map is not None)


def told(battle: str, games: int) -> Counter[str]:
    """How often each rule was told of in some games between medium bots."""
    rules: Counter[str] = Counter()
    for seed in range(games):
        match = Match(BOOTS, {"battle": battle}, seed=seed)
        match.run([make_bot("medium", 2 * seed + seat, BOOTS) for seat in (0, 1)])
        rules.update(f"{event.kind} {event.rule}" for event in match.events)
    return rules


@pytest.mark.parametrize("key", KEYS)
def test_every_built_in_battle_is_in_order(key: str) -> None:
    result = checked(key)
    assert result.ok and result.text.endswith("in order"), result.text


def test_every_piece_and_battery_of_the_roster_is_used() -> None:
    used = {unit.key for battle in BATTLES for unit in (*battle.units, *battle.planes)}
    assert set(BOOTS.catalogue.pieces) - used == set()
    batteries = {key for battle in BATTLES for key, _, _ in battle.batteries}
    assert set(BOOTS.catalogue.batteries) - batteries == set()


def test_the_battles_use_every_chapter_of_the_rules() -> None:
    pieces = [unit.piece for battle in GROUND for unit in battle.units]
    assert {"at_gun", "field_gun", "assault_gun", "at_team"} <= {piece.kind for piece in pieces}
    assert {"r", "m", "M", "a", "h"} <= {piece.weapon for piece in pieces}  # CB-4
    assert any(battle.tables.board.edge != NO_BANDS for battle in GROUND)  # CB-9
    assert any(battle.batteries for battle in GROUND)  # CB-18
    assert any(battle.planes for battle in GROUND)  # CB-20
    assert any(battle.tables.dogfight for battle in BATTLES)  # CB-21 to CB-23
    assert any(unit.arrives for battle in GROUND for unit in battle.units)  # CB-5.4
    assert any(leaves(battle) for battle in GROUND)  # CB-6.18


def leaves(battle: Battle) -> bool:
    """Whether a side wins by leaving the board."""
    return any(condition.kind == EXITED for condition in battle.conditions)


def test_reinforcements_come_and_units_leave_in_the_raiders() -> None:
    games = 4
    rules = told("raiders", games)
    assert rules["exit CB-6.18"] >= games
    at_the_start = sum(unit.arrives == 0 for unit in BOOTS.battle("raiders").units)
    assert rules["placed CB-24.1"] > games * at_the_start


def test_positions_are_fought_for_over_the_convoy() -> None:
    rules = told("convoy", 12)
    assert rules["plane CB-23.1"] >= 12  # fire from behind
    assert rules["sky CB-21.4"] >= 12
