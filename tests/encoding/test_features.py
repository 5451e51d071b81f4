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
from dogfight.core.dice import Dice
from dogfight.core.position import step
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OVER
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.encoder import BytePage, SteadyPage, float_bits
from dogfight.testing import checks

PLANTED = [
    (EnemysHand, checks.features_leak_nothing, "one more"),
    (SealedTile, checks.features_leak_nothing, "one more"),
    (Blind, checks.features_distinguish_views, "look different to a seat"),
    (TooLarge, checks.features_are_named, "feature .one more. is 51"),
    (SameName, checks.features_are_named, "two features have the same name"),
    (OtherIds, checks.features_are_named, "the encoder lists the ids"),
]


@pytest.mark.parametrize(
    ("kind", "check", "words"), PLANTED, ids=[item.__name__ for item, _, _ in PLANTED]
)
def test_features_check_finds_planted_faults(
    kind: type[Wrapped], check: checks.Check, words: str
) -> None:
    game = with_features(kind)
    with pytest.raises(AssertionError, match=words):
        check(game, game.options(), 0)


def test_wrapped_features_pass_the_checks() -> None:
    game = with_features(Wrapped)
    for check in (
        checks.features_are_named,
        checks.features_leak_nothing,
        checks.features_distinguish_views,
    ):
        check(game, game.options(), 0)


def test_features_check_finds_a_leaked_sealed_bid() -> None:
    game = OpenGoofspiel()
    with pytest.raises(AssertionError, match="one more"):
        checks.features_leak_nothing(game, game.options(), 0)


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
    assert isinstance(game, HasFeatures)
    options = game.options()
    space, actions = game.features(options), game.action_space(options)
    position, actor = asked(game)
    row = space.vector(position, actor)
    assert row.dtype == np.float32 and row.shape == (space.size,)
    assert space.named(position, actor) == {
        space.names[n]: int(row[n]) for n in np.flatnonzero(row)
    }
    mask = space.mask(game, position, actor)
    assert mask.dtype == np.int8 and mask.shape == (actions.count,)
    legal = [actions.id_of(position, actor, entry) for entry in game.legal(position, actor)]
    assert [int(item) for item in np.flatnonzero(mask)] == sorted(legal)
    assert not space.mask(game, position, len(game.seats(options))).any()


def test_a_digest_changes_with_a_name_and_with_a_limit() -> None:
    game = with_features(Wrapped)
    first, again = game.features(game.options()), game.features(game.options())
    assert first.digest() == again.digest()
    for change in (lambda item: item.names.append("new"), lambda item: item.limits.append(1)):
        spoilt = game.features(game.options()).encoder
        change(spoilt)
        if len(spoilt.names) != len(spoilt.limits):
            spoilt.names, spoilt.limits = [*first.names[:-1], "renamed"], list(first.limits)
        assert type(first)(spoilt).digest() != first.digest()


def test_active_features_stay_within_their_maximum() -> None:
    for name in dogfight.names():
        game = dogfight.load(name)
        assert isinstance(game, HasFeatures)
        for options in game.samples():
            space = game.features(options)
            for position, _, _ in checks.spread(game, options, 1):
                assert len(space.active(position, 0)) <= space.encoder.longest()


WIDTH = 20


def entries(dice: Dice, before: list[int]) -> list[int]:
    """A list like the one before, with some entries left out, some changed and some new, and
    none named twice.
    """
    kept = [item for item in before if dice.below(5) > 0]
    for _ in range(dice.below(6)):
        kept.insert(
            dice.below(len(kept) + 1), int(dice.below(WIDTH)) << 8 | 1 + int(dice.below(255))
        )
    if dice.below(9) == 0:
        kept.reverse()
    return list({item >> 8: item for item in kept}.values())


def test_updated_rows_equal_rewritten_rows() -> None:
    dice = Dice(8)
    steady, plain = SteadyPage(2, WIDTH, 400), BytePage(2, WIDTH, 400)
    floats = np.asarray(steady.cells).view(np.float32).reshape(2, WIDTH)
    numbers = np.asarray(plain.cells).reshape(2, WIDTH)
    rows: list[list[int]] = [[], []]
    for _ in range(500):
        row = int(dice.below(2))
        rows[row] = entries(dice, rows[row])
        for page, start in ((steady, int(steady.fresh)), (plain, int(plain.begin(row)))):
            for place, entry in enumerate(rows[row]):
                page.lists[start + place] = entry
            page.write(row, start + len(rows[row]))  # type: ignore[attr-defined]
        for listed, *got in zip(rows, floats, numbers, strict=True):
            expected = {entry >> 8: entry & 255 for entry in listed}
            for cells in got:
                assert {
                    int(place): int(cells[place]) for place in np.flatnonzero(cells)
                } == expected


def test_floats_are_made_of_the_right_bits() -> None:
    bits = np.array([float_bits(number) for number in range(256)], np.int32)
    assert (bits.view(np.float32) == np.arange(256)).all()


@pytest.mark.parametrize("name", dogfight.names())
def test_steady_encoder_lists_no_feature_twice(name: str) -> None:
    game = dogfight.load(name)
    assert isinstance(game, HasFeatures)
    for options in game.samples():
        space = game.features(options)
        if not space.encoder.steady:
            continue
        dice = Dice(4)
        position = game.new(options)
        while position.actor() != OVER:
            for seat in range(2):
                end = int(space.encoder.features(position, seat, space._list, 0))
                assert len(space.active(position, seat)) == end
            step(position, dice)
