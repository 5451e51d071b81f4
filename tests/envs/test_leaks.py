"""Nothing that an environment gives a seat hangs on what that seat must not know."""

from typing import Any

import numpy as np
import pytest
from cases import CASES, SOAK, case_id, moments, put

from dogfight.core.decision import Chance, Commit
from dogfight.core.dice import Dice
from dogfight.core.options import Options, as_words
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.envs.openspiel_game import Kind, Moment, kind_of
from dogfight.envs.play import RENDER_MODES, Play

SECRETIVE = {"biplanes", "goofspiel", "paws", "starfighters"}
"""Games with sealed choices; in the others all that is drawn is told to everybody."""
SHARE, MOST = (6, 30) if SOAK else (8, 3)
"""One in so many moments of a game is looked at, at most so many."""
FEW = 4


def given(play: Play, seat: Seat) -> dict[str, Any]:
    """All that environments hand to a seat, as plain values."""
    rows = play.rows(seat)
    return {
        "observation": play.row(seat).tolist(),
        "action_mask": play.mask(seat).tolist(),
        "actions": None if rows is None else rows.tolist(),
        "info": play.info(seat),
        "reward": play.shares()[seat],
    }


def rendered(play: Play, seat: int) -> dict[str, object]:
    """What a seat is shown in every form of rendering; pixels as bytes, to be compared."""
    drawn = {mode: play.render(mode, seat) for mode in RENDER_MODES}
    return {
        mode: picture.tobytes() if isinstance(picture, np.ndarray) else picture
        for mode, picture in drawn.items()
    }


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_observations_are_equal_in_indistinguishable_worlds(name: str, options: Options) -> None:
    play = Play(name, options)
    looked = 0
    for dice in moments(play, 7, SHARE, MOST):
        looked += 1
        true, seats = play.table.position, range(len(play.seats))
        before = {seat: given(play, seat) for seat in seats}
        drawn = {seat: rendered(play, seat) for seat in seats}
        for seat in seats:
            put(play, play.game.views.imagine(play.table.view(seat), dice))
            assert given(play, seat) == before[seat]
            assert rendered(play, seat) == drawn[seat]
            put(play, true)
    assert looked


@pytest.mark.parametrize(
    ("name", "options"), [item for item in CASES if item[0] in SECRETIVE], ids=case_id
)
def test_information_state_excludes_sealed_choices_and_draws(name: str, options: Options) -> None:
    kind = kind_of(name, as_words(options), "", True)
    hidden = 0
    for at in walk(kind, 3):
        if isinstance(at.decision, Chance):
            twins = [at.after(((CHANCE, outcome),)) for outcome, _ in at.decision.odds[:FEW]]
        elif isinstance(at.decision, Commit):
            twins = [
                at.after(((at.player, action),))
                for action in list(at.ids(at.player).values())[:FEW]
            ]
        else:
            continue
        for seat, info in enumerate(kind.seats):
            if at.player < 0 or info.side != kind.seats[at.player].side:
                hidden += same_if_it_looks_the_same(kind, twins, seat)
    assert hidden or len(kind.seats) == 1


def same_if_it_looks_the_same(kind: Kind, twins: list[Moment], seat: Seat) -> bool:
    """Whether different moments look the same to a seat; then it remembers the same, and may do
    the same.
    """
    if len({kind.game.notation.write(twin.position) for twin in twins}) == 1:
        return False
    if len({kind.game.view(twin.position, seat).as_json() for twin in twins}) > 1:
        return False
    assert len({twin.remembered(seat) for twin in twins}) == 1
    assert len({twin.recall.vector(twin.position, seat).tobytes() for twin in twins}) == 1
    assert len({kind.features.vector(twin.position, seat).tobytes() for twin in twins}) == 1
    assert len({tuple(twin.ids(seat)) for twin in twins}) == 1
    return True


def walk(kind: Kind, seed: int, most: int = 2000 if SOAK else 60) -> list[Moment]:
    """The moments of a random game, as far as this goes."""
    dice, met, at = Dice(seed), [], kind.first
    while at.position.actor() != OVER and len(met) < most:
        met.append(at)
        if isinstance(at.decision, Chance):
            move = CHANCE, at.decision.odds[dice.below(len(at.decision.odds))][0]
        else:
            actions = list(at.ids(at.player).values())
            move = at.player, actions[dice.below(len(actions))]
        at = at.after((move,))
    return met
