"""What the tests of environments share: games with options, random play in them, and moments in
it.
"""

import os
from collections.abc import Iterator
from typing import Any

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.options import Options, as_words
from dogfight.core.position import step
from dogfight.core.seat import CHANCE, CLOCK, OVER
from dogfight.envs.play import Play

SOAK = bool(os.environ.get("DOGFIGHT_SOAK"))
CASES = [(name, options) for name in dogfight.names() for options in dogfight.load(name).samples()]
"""Every game with options that together reach all of its modes and player counts."""
USUAL = [(name, dogfight.load(name).options()) for name in dogfight.names()]
"""Every game as it is usually played."""


def case_id(value: object) -> str:
    return as_words(value) if isinstance(value, dict) else str(value)


def random_ids(play: Play, dice: Dice) -> dict[int, int]:
    """Ids drawn for all seats that are asked."""
    return {seat: sorted(play.ids(seat))[dice.below(len(play.ids(seat)))] for seat in play.waiting}


def moments(play: Play, seed: int, share: int, most: int) -> Iterator[Dice]:
    """The third moment of a random game and one in so many others, at most so many, with dice to
    go on with.
    """
    dice, met = Dice(seed), 0
    play.begin(seed)
    while play.over is None and most:
        met += 1
        if met == 3 or dice.below(share) == 0:
            most -= 1
            yield dice
        play.act(random_ids(play, dice))


def put(play: Play, position: Any) -> None:
    """Lay another position on the table, as if the game had come to it."""
    mark = play.table.mark()
    play.table.restore(mark._replace(position=position, decision=play.game.decision(position)))
    play._ids = {}


def late_position(name: str, options: Options, seed: int, left: int) -> str:
    """A position of a random game, so many decisions and draws before its end."""
    game = dogfight.load(name)
    position, dice = game.new(options), Dice(seed)
    met = []
    while position.actor() != OVER:
        met.append(position.copy())
        step(position, dice)
    asked = [item for item in met[: max(1, len(met) - left)] if item.actor() not in (CHANCE, CLOCK)]
    return game.notation.write(asked[-1])
