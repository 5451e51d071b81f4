"""A bot that slips is careless, not absurd: it does nothing that its own game rules out for
anybody.
"""

from __future__ import annotations

import random

import dogfight
from dogfight.bots.greedy import GreedyBot
from dogfight.core.decision import Commit
from dogfight.core.table import Table


def test_careless_bot_avoids_section_of_its_teammate() -> None:
    game = dogfight.load("paws")
    table = Table(game, {"players": 4, "timer": 0}, seed=3)
    dice = random.Random(3)
    looked = 0
    for _ in range(60):
        decision = table.settle()
        assert isinstance(decision, Commit)
        seat = decision.waiting[0]
        view = table.view(seat)
        taken = {f"{team.team}.{card.section}" for team in view.table.teams for card in team.track}
        clashing = [
            one.action for one in view.legal if one.kind == "lay" and set(one.places or ()) & taken
        ]
        if clashing:
            looked += 1
            chances = {
                one.action: one.chance for one in GreedyBot(1, slip=100, game=game).opinions(view)
            }
            assert all(chances[action] == 0 for action in clashing)
            assert abs(sum(chances.values()) - 1) < 1e-9
        if looked == 3:
            return
        lays = [one for one in view.legal if one.kind == "lay" and one.action not in clashing]
        table.play(seat, dice.choice(lays or view.legal).action)
    raise AssertionError("no card was laid twice")
