"""Information states with perfect recall, as strings and as rows."""

import numpy as np
import pytest

import dogfight
from dogfight.core.decision import Commit, Over, owing
from dogfight.core.dice import Dice
from dogfight.encoding.recall import Recall
from dogfight.testing.checks import random_step


@pytest.mark.parametrize("name", dogfight.names())
def test_rows_and_strings_tell_the_same_moments_apart(name: str) -> None:
    game = dogfight.load(name)
    options = game.samples()[-1]
    seats = range(len(game.seats(options)))
    known: dict[str, bytes] = {}
    for seed in (1, 2):
        position, recall, dice = game.new(options), Recall(game, options), Dice(seed)
        assert len(recall.names) == len(set(recall.names)) == len(recall.limits) == recall.size
        for _ in range(25):
            decision = game.decision(position)
            if isinstance(decision, Over):
                break
            position = recall.play(position, *random_step(game, position, decision, dice))
            for seat in seats:
                row = recall.vector(position, seat)
                assert row.shape == (recall.size,) and row.dtype == np.float32
                assert (row <= recall.limits).all() and (row >= 0).all()
                assert known.setdefault(recall.text(position, seat), row.tobytes()) == row.tobytes()
    assert len(set(known.values())) == len(known)


def test_recall_holds_own_actions_and_no_sealed_ones() -> None:
    game = dogfight.load("goofspiel")
    options = game.options()
    start, first = game.new(options), Recall(game, options)
    prize = first.play(start, -1, 3)
    states = []
    for own, theirs in ((1, 2), (1, 5), (4, 2)):
        recall = first.copy()
        after = recall.play(recall.play(prize, 0, own), 1, theirs)
        states.append([recall.text(after, seat) for seat in (0, 1)])
        sealed = first.copy()
        waiting = sealed.play(prize, 0, own)
        assert owing(game.decision(waiting)) == (1,) and isinstance(game.decision(waiting), Commit)
        assert sealed.text(waiting, 1) == first_sealed(first, prize)
    assert len({item for item, _ in states}) == 3, "bids are open once both are in"


def first_sealed(first: Recall, prize: object) -> str:
    """What the second seat knows once the first has sealed some bid."""
    twin = first.copy()
    return twin.text(twin.play(prize, 0, 7), 1)


def test_moments_that_look_alike_differ_by_their_history() -> None:
    """The same table by two ways: recall tells them apart where features cannot."""
    game = dogfight.load("goofspiel")
    options = game.options({"cards": 3})
    ends = []
    for bids in (((1, 1), (2, 2)), ((2, 2), (1, 1))):
        position, recall = game.new(options), Recall(game, options)
        for prize, (item, pair) in zip((1, 2), bids, strict=True):
            position = recall.play(position, -1, prize)
            position = recall.play(recall.play(position, 0, item), 1, pair)
        ends.append(
            (
                game.notation.write(position),
                recall.text(position, 0),
                recall.vector(position, 0).tobytes(),
            )
        )
    assert ends[0][0] == ends[1][0]
    assert ends[0][1] != ends[1][1] and ends[0][2] != ends[1][2]
    assert len({end[2] for end in ends}) == 2
