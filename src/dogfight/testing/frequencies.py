"""Whether a game imagines positions as often as they are likely, on trees that can be walked."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from dogfight.bots.solutions import is_small
from dogfight.core.decision import Chance
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.position import NO_KEY
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, OVER, TIME_UP, Seat

MOST_MOMENTS = 20_000
"""Games with larger trees are not checked."""
_VIEWS = 8
"""How many views are looked at."""
_IMAGINED = 600
"""How often each of them is imagined."""
_LEAST_EXPECTED = 5.0
"""Worlds expected more rarely than so often are counted together."""
_SIGMAS = 4.0
"""A distribution as far off as this many standard deviations is wrong."""

Weights = dict[str, float]


def imagined_as_often_as_likely(game: AnyGame, options: Options, seed: int) -> None:
    """What is imagined from a view has the odds of chance that made it; secret choices that were
    not told are equally likely.

    It is not a belief: what the others chose openly makes none of it more likely.
    """
    if not is_small(game, options, MOST_MOMENTS):
        return
    worlds, examples = _worlds(game, options)
    hidden = sorted(key for key, weights in worlds.items() if len(weights) > 1)
    dice = Dice(seed)
    for _ in range(min(_VIEWS, len(hidden))):
        key = hidden[dice.below(len(hidden))]
        seat, position = key[0], examples[key]
        view = game.view(position, seat)
        counts = Counter(
            game.notation.write(game.views.imagine(view, dice)) for _ in range(_IMAGINED)
        )
        check_counts(counts, worlds[key], f"seat {seat} of {game.notation.write(position)}")


def _worlds(
    game: AnyGame, options: Options
) -> tuple[Mapping[tuple[Seat, int], Weights], Mapping[tuple[Seat, int], Any]]:
    """The positions that a seat cannot tell apart when it is to choose, with their weights."""
    worlds: dict[tuple[Seat, int], Weights] = defaultdict(lambda: defaultdict(float))
    examples: dict[tuple[Seat, int], Any] = {}
    stack: list[tuple[Any, float]] = [(game.new(options), 1.0)]
    while stack:
        position, weight = stack.pop()
        actor = position.actor()
        if actor == OVER:
            continue
        if actor == CLOCK:
            position.apply(CLOCK, TIME_UP)
            stack.append((position, weight))
            continue
        if actor == CHANCE:
            decision = game.decision(position)
            assert isinstance(decision, Chance)
            steps = [(outcome, weight * float(odds)) for outcome, odds in decision.odds]
        else:
            look = int(position.information_key(actor))
            if look != NO_KEY:
                worlds[actor, look][game.notation.write(position)] += weight
                examples.setdefault((actor, look), position.copy())
            count = position.choice_count()
            share = weight / count if position.is_secret_choice() else weight
            steps = [(position.choice(index), share) for index in range(count)]
        for action, likely in steps:
            twin = position.copy()
            twin.apply(actor, action)
            stack.append((twin, likely))
    return worlds, examples


def check_counts(counts: Mapping[str, int], weights: Weights, where: str) -> None:
    """Raise `AssertionError` where counts do not follow weights (chi square)."""
    strange = [text for text in counts if text not in weights]
    assert not strange, f"{where} imagines {strange[0]}, which cannot be"
    number, whole = sum(counts.values()), sum(weights.values())
    rest_expected, rest_counted, deviation, classes = 0.0, 0, 0.0, 0
    for text, weight in weights.items():
        expected = number * weight / whole
        if expected < _LEAST_EXPECTED:
            rest_expected += expected
            rest_counted += counts.get(text, 0)
            continue
        deviation += (counts.get(text, 0) - expected) ** 2 / expected
        classes += 1
    if rest_expected >= _LEAST_EXPECTED:
        deviation += (rest_counted - rest_expected) ** 2 / rest_expected
        classes += 1
    limit = _limit(classes - 1)
    assert deviation <= limit, (
        f"{where} is imagined with a chi square of {deviation:.1f}; at most {limit:.1f} can be"
        " called chance"
    )


def _limit(freedom: int) -> float:
    """What chi square hardly exceeds by chance (Wilson and Hilferty)."""
    if freedom < 1:
        return _LEAST_EXPECTED
    part = 2 / (9 * freedom)
    return freedom * (1 - part + _SIGMAS * math.sqrt(part)) ** 3
