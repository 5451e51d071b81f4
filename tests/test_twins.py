"""The installed package, compiled where it can be, and the sources play, judge and describe the
same games.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dogfight

SOURCE = Path(__file__).parents[1] / "src"
GAMES = """
import hashlib, sys
import dogfight
from dogfight.core.dice import Dice
from dogfight.core.position import step
from dogfight.core.seat import OVER
game = dogfight.load(sys.argv[1])
advise = game.advice
lines = hashlib.sha256()
for seed, options in enumerate(game.samples()):
    position, dice = game.new(options), Dice(seed)
    space = game.features(options)
    lines.update(space.digest().encode())
    seats = range(len(game.seats(options)))
    while step(position, dice) != OVER:
        lines.update(game.notation.write(position).encode())
        worth = [
            (advise.evaluate(position, seat), position.information_key(seat)) for seat in seats
        ]
        lines.update(repr(worth).encode())
        if position.actor() >= 0:
            chosen = advise.rollout_choice(position, Dice(seed))
            advised = advise.is_quiet(position), chosen, advise.can_prune(position, 0)
            lines.update(repr(advised).encode())
            lines.update(repr(space.legal(game, position, int(position.actor()))).encode())
            lines.update(repr(space.active(position, int(position.actor()))).encode())
print(lines.hexdigest())
"""


def games_of(name: str, environment: dict[str, str]) -> str:
    call = [sys.executable, "-P", "-c", GAMES, name]
    return subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", dogfight.names())
def test_installed_and_source_games_are_equal_for_same_seeds(name: str) -> None:
    here = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    assert games_of(name, here) == games_of(name, {**here, "PYTHONPATH": str(SOURCE)})
