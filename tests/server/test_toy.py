"""The toy game keeps the contract, or the tests that play it would test nothing."""

import pytest
from toygame import ToyGame

from dogfight.testing.checks import CHECKS, Check


@pytest.mark.parametrize("check", CHECKS)
def test_the_toy_game_keeps_the_contract(check: Check) -> None:
    for options in ToyGame().samples():
        check(ToyGame(), options, 1)
