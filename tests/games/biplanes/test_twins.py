"""Compiled and interpreted, the same seed gives the same games."""

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[3] / "src"
GAMES = """
import hashlib
import dogfight
from dogfight.core.dice import Dice
from dogfight.core.position import step
game = dogfight.load("biplanes")
lines = hashlib.sha256()
for seed, options in enumerate(game.samples()):
    position, dice = game.new(options), Dice(seed)
    while step(position, dice) != -3:
        lines.update(game.write(position).encode())
print(lines.hexdigest())
"""


def games_of(environment):
    call = [sys.executable, "-P", "-c", GAMES]
    return subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout


def test_the_same_seeds_give_the_same_games_as_installed_and_from_source():
    here = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    assert games_of(here) == games_of({**here, "PYTHONPATH": str(SOURCE)})
