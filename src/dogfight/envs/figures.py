"""What is measured of the environments: how long games are, how wide, and how much luck is in
them.

The figures of a game lie in a file beside its rules. `bench/environment_figures.py` measures them.
"""

from __future__ import annotations

import tomllib
from math import log2
from typing import Any

import msgspec

from dogfight.core.decision import Chance
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.position import step
from dogfight.core.registry import AnyGame, load, manifest_of
from dogfight.core.seat import CHANCE, CLOCK, OVER
from dogfight.envs.beginnings import Beginning, beginning

USUAL = "usual"


class EnvFigures(msgspec.Struct, frozen=True):
    """Figures of random games with certain options, all seats drawing evenly from what is legal."""

    games: int
    """How many were measured."""
    decisions: float
    """The median of decisions in a game."""
    decisions_95: float
    """95 % of the games have no more decisions."""
    legal: float
    """Legal actions at a decision, the mean."""
    draws: float
    """Draws and rolls in a game, the mean."""
    chance_bits: float
    """What those of a game tell, in bits, the mean."""
    spread: float
    """The standard deviation of the share of the stake that the first seat gets."""


def measured(game: AnyGame, start: Any, games: int, seed: int) -> EnvFigures:
    """Play so many random games from a position on and measure them."""
    lengths, legal, draws, bits, shares = [], 0, 0, 0.0, []
    dice = Dice(seed)
    for _ in range(games):
        position, length = start.copy(), 0
        while (actor := position.actor()) != OVER:
            if actor == CHANCE:
                decision = game.decision(position)
                assert isinstance(decision, Chance)
                draws += 1
                bits -= sum(float(weight) * log2(weight) for _, weight in decision.odds)
            elif actor != CLOCK:
                length += 1
                legal += int(position.choice_count())
            step(position, dice)
        lengths.append(length)
        shares.append(position.payoff(0))
    ordered, mean = sorted(lengths), sum(shares) / games
    return EnvFigures(
        games,
        ordered[games // 2],
        ordered[games * 95 // 100],
        legal / sum(lengths),
        draws / games,
        bits / games,
        (sum((share - mean) ** 2 for share in shares) / games) ** 0.5,
    )


def figures_file(name: str) -> str:
    """The file with the figures of a game, in its folder or beside its only file."""
    return f"{name}_environment.toml"


def variants(name: str) -> dict[str, Beginning]:
    """The environments of a game that have ids: as it is usually played, short ones by options,
    and those that begin in a position.
    """
    game, manifest = load(name), manifest_of(name)
    return {
        USUAL: beginning(game, None, None),
        **{word: beginning(game, values, None) for word, values in manifest.variants.items()},
        **{word: beginning(game, None, text) for word, text in manifest.positions.items()},
    }


def figures(name: str, variant: str = USUAL) -> EnvFigures:
    """The figures of a game as it is usually played, or of a variant with an id."""
    file = manifest_of(name).file(figures_file(name))
    known = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    if variant not in known:
        raise BadOption(
            f"expected an environment of {name} out of {', '.join(known) or 'none'}; got {variant}"
        )
    return msgspec.convert(known[variant], EnvFigures, strict=False)
