"""A bot that slips is careless, not absurd: it does nothing that its own game rules out for
anybody.
"""

from __future__ import annotations

import random

import dogfight
from dogfight.bots.greedy import GreedyBot
from dogfight.core.decision import Commit
from dogfight.match.match import Match


def test_careless_bot_avoids_section_of_its_teammate() -> None:
    game = dogfight.load("paws")
    table = Match(game, {"players": 4, "timer": 0}, seed=3)
    dice = random.Random(3)
    looked = 0
    for _ in range(60):
        decision = table.advance()
        assert isinstance(decision, Commit)
        seat = decision.waiting[0]
        view = table.view(seat)
        taken = {f"{team.team}.{card.section}" for team in view.board.teams for card in team.track}
        clashing = [
            entry.action
            for entry in view.legal
            if entry.kind == "lay" and set(entry.places or ()) & taken
        ]
        if clashing:
            looked += 1
            chances = {
                opinion.action: opinion.chance
                for opinion in GreedyBot(1, slip=100, game=game).opinions(view)
            }
            assert all(chances[action] == 0 for action in clashing)
            assert abs(sum(chances.values()) - 1) < 1e-9
        if looked == 3:
            return
        lays = [
            entry for entry in view.legal if entry.kind == "lay" and entry.action not in clashing
        ]
        table.play(seat, dice.choice(lays or view.legal).action)
    raise AssertionError("no card was laid twice")
