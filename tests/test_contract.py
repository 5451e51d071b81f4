"""The contract checks over every registered game and every one of its sample options."""

import os

import pytest

import dogfight
from dogfight.core.options import Options, as_words
from dogfight.testing.checks import CHECKS, Check

SEEDS = range(200) if os.environ.get("DOGFIGHT_SOAK") else range(1)
CASES = [
    pytest.param(
        name, options, check, id=f"{name}-{as_words(options).replace(' ', ',')}-{check.__name__}"
    )
    for name in dogfight.names()
    for options in dogfight.load(name).samples()
    for check in CHECKS
]


@pytest.mark.parametrize(("name", "options", "check"), CASES)
def test_contract(name: str, options: Options, check: Check) -> None:
    for seed in SEEDS:
        check(dogfight.load(name), options, seed)
