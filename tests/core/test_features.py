"""Features: the checks find leaks, blindness and wrong names; rows, names and masks agree."""

from typing import Any

import numpy as np
import pytest
from leaky import (
    Blind,
    EnemysHand,
    OpenGoofspiel,
    OtherIds,
    SameName,
    SealedTile,
    TooLarge,
    Wrapped,
    with_features,
)

import dogfight
from dogfight.core.capabilities import Observable
from dogfight.core.dice import Dice
from dogfight.core.position import step
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OVER
from dogfight.testing import checks

PLANTED = [
    (EnemysHand, checks.features_betray_nothing, "one more"),
    (SealedTile, checks.features_betray_nothing, "one more"),
    (Blind, checks.features_tell_apart, "pairs that look different"),
    (TooLarge, checks.features_are_named, "one more is 51"),
    (SameName, checks.features_are_named, "two features have the same name"),
    (OtherIds, checks.features_are_named, "is listed other ids"),
]


@pytest.mark.parametrize(("kind", "check", "words"), PLANTED, ids=[one.__name__ for one, _, _ in PLANTED])
def test_a_check_finds_what_is_wrong_with_features(kind: type[Wrapped], check: checks.Check, words: str) -> None:
    game = with_features(kind)
    with pytest.raises(AssertionError, match=words):
        check(game, game.options(), 0)


def test_features_that_are_only_wrapped_pass() -> None:
    game = with_features(Wrapped)
    for check in (checks.features_are_named, checks.features_betray_nothing, checks.features_tell_apart):
        check(game, game.options(), 0)


def test_a_sealed_bid_that_is_told_is_found() -> None:
    game = OpenGoofspiel()
    with pytest.raises(AssertionError, match="one more"):
        checks.features_betray_nothing(game, game.options(), 0)


def asked(game: AnyGame) -> tuple[Any, int]:
    """A position some steps into a random game, and the seat that has to choose there."""
    position, dice = game.new(game.options()), Dice(3)
    for _ in range(500):
        step(position, dice)
        if position.actor() == OVER:
            position = game.new(game.options())
        if position.actor() >= 0 and dice.below(10) == 0:
            break
    return position, int(position.actor())


@pytest.mark.parametrize("name", dogfight.names())
def test_rows_names_and_masks_agree(name: str) -> None:
    game = dogfight.load(name)
    assert isinstance(game, Observable)
    options = game.options()
    space, actions = game.features(options), game.action_space(options)
    position, actor = asked(game)
    row = space.vector(position, actor)
    assert row.dtype == np.float32 and row.shape == (space.size,)
    assert space.named(position, actor) == {space.names[n]: int(row[n]) for n in np.flatnonzero(row)}
    mask = space.mask(game, position, actor)
    assert mask.dtype == np.int8 and mask.shape == (actions.count,)
    legal = [actions.id_of(position, actor, one) for one in game.legal(position, actor)]
    assert [int(one) for one in np.flatnonzero(mask)] == sorted(legal)
    assert not space.mask(game, position, len(game.seats(options))).any()


def test_a_digest_changes_with_a_name_and_with_a_limit() -> None:
    game = with_features(Wrapped)
    first, again = game.features(game.options()), game.features(game.options())
    assert first.digest() == again.digest()
    for change in (lambda one: one.names.append("new"), lambda one: one.limits.append(1)):
        spoilt = game.features(game.options()).encoder
        change(spoilt)
        if len(spoilt.names) != len(spoilt.limits):
            spoilt.names, spoilt.limits = [*first.names[:-1], "renamed"], list(first.limits)
        assert type(first)(spoilt).digest() != first.digest()


def test_a_list_stays_within_its_room() -> None:
    for name in dogfight.names():
        game = dogfight.load(name)
        assert isinstance(game, Observable)
        for options in game.samples():
            space = game.features(options)
            for position, _, _ in checks.spread(game, options, 1):
                assert len(space.active(position, 0)) <= space.encoder.longest()
