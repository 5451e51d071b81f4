"""Every worked example of the specification, run against the rules."""

from pathlib import Path

import dogfight
from dogfight.core.examples import run

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "starfighters.md"


def test_every_example_of_the_specification_agrees() -> None:
    outcomes = list(run(dogfight.load("starfighters"), PAGE.read_text(encoding="utf-8")))
    assert {one.id: one.differences for one in outcomes if one.differences != []} == {}
    assert [one.id for one in outcomes] == [f"SF-X{number:02}" for number in range(1, 40)]
