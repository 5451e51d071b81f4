"""A round in as many lines as it has sections: what was played, with which effect, out of what
all were told.
"""

import pytest

import dogfight
from dogfight import Match
from dogfight.bots.random import RandomBot
from dogfight.core.event import Event
from dogfight.core.seat import OPEN, WATCHER
from dogfight.games.paws.summary import SECTION

pytestmark = pytest.mark.no_rule("a round summed up")


def log_of(seed: int, teams: int = 2, eye: int = WATCHER) -> tuple[Event, ...]:
    table = Match(dogfight.load("paws"), {"teams": teams}, seed=seed)
    table.run([RandomBot(seat) for seat in range(2 * teams)])
    return table.view(eye).log


def rounds(log: tuple[Event, ...]) -> list[list[Event]]:
    """The log round by round, without what came before the first."""
    result: list[list[Event]] = []
    for event in log:
        if event.kind == "round":
            result.append([])
        if result:
            result[-1].append(event)
    return result


def test_the_first_round_reads_like_this() -> None:
    first = rounds(log_of(3))[0]
    assert [event.text for event in first if event.kind == SECTION] == [
        "Section 1: Paws pilot flies to PC.",
        "Section 2: 2 of Jaws collide; 2 of Paws collide.",
        "Section 3: 3 of Jaws collide; Paws gunner shoots PC: Jaws pilot loses 6.",
        "Section 4: 3 of Jaws collide.",
    ]
    assert [event.kind for event in first[-4:]] == [SECTION] * 4, (
        "they are the last that is told of a round"
    )
    third = first[-2]
    assert third.pieces == ("paws.gunner", "jaws.pilot") and third.rule == "JP-10.1"
    deeds = ["3 of Jaws collide", "Paws gunner shoots PC: Jaws pilot loses 6"]
    assert third.facts == {"section": 3, "deeds": deeds, "harm": True}


@pytest.mark.parametrize(("seed", "teams"), [(3, 2), (4, 2), (5, 3)])
def test_every_round_is_summed_up_and_nothing_of_it_is_left_out(seed: int, teams: int) -> None:
    log = log_of(seed, teams)
    every = rounds(log)
    for number, reported in enumerate(every):
        lines = {event.facts["section"]: event.text for event in reported if event.kind == SECTION}
        fell_before = any(event.kind == "over" for event in reported)
        assert list(lines) == list(range(1, len(lines) + 1)) and (len(lines) == 4 or fell_before), (
            number
        )
        for event in reported:
            if event.kind == "reveal":
                section = event.facts["section"]
                assert str(event.facts["seat"]).split(".")[0].capitalize() in lines[section]
            elif event.kind == "hit":
                assert f"loses {event.facts['damage']}" in lines[int(str(event.facts["section"]))]


def test_summary_lines_are_equal_for_all_seats() -> None:
    reported = [
        [event.text for event in log_of(6, eye=eye) if event.kind == SECTION]
        for eye in (WATCHER, OPEN, 0, 3)
    ]
    assert reported[0] and all(item == reported[0] for item in reported)
