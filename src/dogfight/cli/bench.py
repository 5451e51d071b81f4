"""`dogfight bench`: how fast each game plays at random, copies and shows itself on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Annotated

import msgspec
import typer

import dogfight
from dogfight.cli.common_options import AsJson
from dogfight.cli.console import show_json
from dogfight.cli.doctor import is_compiled, rules_module
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.position import Position, playouts, step
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, OVER


class MeasuredRate(msgspec.Struct):
    """One measured rate per CPU second of one core."""

    game: str
    what: str
    per_second: float
    compiled: str


def bench(
    game: Annotated[
        list[str] | None,
        typer.Argument(help="The games; all when none is named.", autocompletion=dogfight.names),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="Length of each measurement.", min=0.05, max=3600)
    ] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure random playouts, copies and views of each game on this machine."""
    figures = [
        figure
        for name in game or dogfight.names()
        for figure in measure(dogfight.load(name), seconds)
    ]
    if as_json:
        show_json(figures)
        return
    for item in figures:
        print(f"{item.game:14} {item.what:28} {item.per_second:14,.0f} /s  ({item.compiled})")


def measure(game: AnyGame, seconds: float) -> Iterator[MeasuredRate]:
    """Random playouts inside, the same driven from Python, copies, and views."""
    compiled = "compiled" if is_compiled(rules_module(game)) else "interpreted"
    options = game.samples()[0]
    for what, work in (
        ("playout decisions", lambda dice: playouts(game.new(options), 20, dice)),
        ("driven decisions", lambda dice: driven(game.new(options), dice)),
        ("copies", copier(middle(game, options))),
        ("views", viewer(game, middle(game, options))),
    ):
        yield MeasuredRate(game.name, what, rate(work, seconds), compiled)


def rate(work: Callable[[Dice], int], seconds: float) -> float:
    """Units of work per CPU second, after one call to warm up."""
    dice = Dice(1)
    work(dice)
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work(dice)
    return done / spent


def driven(position: Position, dice: Dice) -> int:
    """One random game with every step asked from Python; returns its decisions."""
    decisions = 0
    while (actor := position.actor()) != OVER:
        if actor == CHANCE:
            position.roll(dice)
        else:
            position.apply_choice(dice.below(position.choice_count()))
            decisions += 1
    return decisions


def middle(game: AnyGame, options: Options) -> Position:
    """A position some way into a random game."""
    position: Position = game.new(options)
    dice = Dice(7)
    for _ in range(60):
        if isinstance(game.decision(position), Over):
            break
        step(position, dice)
    return position


def copier(position: Position) -> Callable[[Dice], int]:
    def work(_dice: Dice) -> int:
        copy = position.copy
        for _ in range(1000):
            copy()
        return 1000

    return work


def viewer(game: AnyGame, position: Position) -> Callable[[Dice], int]:
    def work(_dice: Dice) -> int:
        for _ in range(10):
            game.view(position, 0).as_json()
        return 10

    return work
