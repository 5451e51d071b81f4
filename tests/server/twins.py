"""Two games that one seat cannot tell apart: what it may not know differs, what it is told is the
same.

Which draws and choices are secret follows from the events the rules tell each seat, never from
views: those, and all that the server makes of them, are what the twins are there to test.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dogfight.core.decision import Chance, Commit, Over, pick
from dogfight.core.dice import Dice
from dogfight.core.event import visible_events
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER, Seat

Step = tuple[Seat, int]


@dataclass
class Twins:
    """One script in two versions; `draws` and `choices` count the steps in which they differ."""

    game: AnyGame
    options: Options
    watching: int
    """The player whose knowledge is the same."""
    one: list[Step] = field(default_factory=list)
    two: list[Step] = field(default_factory=list)
    draws: int = 0
    choices: int = 0

    def forced(self, script: list[Step]) -> dict[int, int]:
        """The outcome of every draw by its number in the record."""
        return {n: action for n, (seat, action) in enumerate(script, 1) if seat < 0}


def twins(
    game: AnyGame, options: Options, watching: int, seed: int, steps: int, altered: float
) -> Twins:
    """Play two games side by side; each secret of the others is changed with this chance."""
    result = Twins(game, options, watching)
    eyes = [WATCHER, *(n for n, info in enumerate(game.seats(options)) if info.player == watching)]
    item, pair = game.new(options), game.new(options)
    dice = Dice(seed)
    whole = (0, 0, 0)
    while len(result.one) < steps:
        step = _random_step(game, item, dice)
        if step is None:
            break
        other = _answer(game, item, pair, step, eyes, dice, altered)
        if other is None:
            break
        game.play(item, *step)
        game.play(pair, *other)
        result.one.append(step)
        result.two.append(other)
        if step != other and step[0] < 0:
            result.draws += 1
        elif step != other:
            result.choices += 1
        if not isinstance(game.decision(item), Chance | Over):
            whole = (len(result.one), result.draws, result.choices)
    length, result.draws, result.choices = whole
    del result.one[length:], result.two[length:]
    return result


def _random_step(game: AnyGame, position: Any, dice: Dice) -> Step | None:
    decision = game.decision(position)
    if isinstance(decision, Chance):
        return -1, pick(decision.odds, dice)
    able = [
        seat
        for seat in range(len(game.seats(game.options_of(position))))
        if game.legal(position, seat)
    ]
    if not able:
        return None
    seat = able[dice.below(len(able))]
    legal = game.legal(position, seat)
    return seat, legal[dice.below(len(legal))]


def _answer(
    game: AnyGame,
    position: Any,
    twin: Any,
    step: Step,
    eyes: list[Seat],
    dice: Dice,
    altered: float,
) -> Step | None:
    """The other game's step: a different secret where there is one, else the same step; None if
    they must part here.
    """
    reported = _told(game, position, step, eyes)
    decision = game.decision(twin)
    seat = step[0]
    if type(decision) is not type(game.decision(position)):
        return None
    if isinstance(decision, Chance):
        others = [outcome for outcome, _ in decision.odds]
    else:
        others = game.legal(twin, seat)
    secret = (
        _private(game, position, step, eyes)
        if seat < 0
        else isinstance(decision, Commit) and seat not in eyes
    )
    if secret and dice.below(1000) < altered * 1000:
        start = dice.below(len(others)) if others else 0
        for n in range(len(others)):
            other = (seat, others[(start + n) % len(others)])
            if other != step and _told(game, twin, other, eyes) == reported:
                return other
    if step[1] in others and _told(game, twin, step, eyes) == reported:
        return step
    return None


def _private(game: AnyGame, position: Any, step: Step, eyes: list[Seat]) -> bool:
    """Whether somebody is told of a draw what none of these eyes is told; a roll told later to
    all is no secret.
    """
    events = game.play(position.copy(), *step)
    return any(not any(event.visible_to(eye) for eye in eyes) for event in events)


def _told(game: AnyGame, position: Any, step: Step, eyes: list[Seat]) -> list[Any]:
    """What these eyes are told of a step, and whom the game asks after it: public, whatever else
    changes.
    """
    after = position.copy()
    events = game.play(after, *step)
    decision = game.decision(after)
    asked = getattr(decision, "waiting", getattr(decision, "seat", ()))
    return [type(decision), decision.rule, asked, *(visible_events(events, eye) for eye in eyes)]
