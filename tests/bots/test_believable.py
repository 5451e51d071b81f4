"""What no bot does, whatever its level: an easy bot is a person who overlooks things, never one
who is broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import dogfight
from dogfight.bots.greedy import overlooking
from dogfight.bots.registry import make_bot
from dogfight.bots.trails import PieceTrail
from dogfight.core.decision import Choose, Commit
from dogfight.core.seat import Seat
from dogfight.core.view import Legal, View
from dogfight.match.match import Match

LEVELS = ["easy", "medium", "search:sims=48"]
GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("starfighters", {"players": 3}, 60),
    ("boots", {"battle": "orchard"}, 60),
    ("squadrons", {}, 60),
    ("biplanes", {}, 30),
]


def decisions(
    name: str, options: dict[str, Any], level: str, seed: int, most: int
) -> Iterator[tuple[Seat, View[Any], Legal]]:
    """What bots of one level do in one game: the seat, what it saw and what it chose."""
    game = dogfight.load(name)
    table = Match(game, options, seed=seed)
    bots = [make_bot(level, seed + seat, game) for seat in range(len(table.seats))]
    for _ in range(most):
        decision = table.advance()
        if not isinstance(decision, Choose | Commit):
            return
        seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
        view = table.view(seat)
        action = bots[seat].choose(view)
        yield seat, view, next(entry for entry in view.legal if entry.action == action)
        table.play(seat, action)


def moves_of(chosen: list[tuple[Seat, View[Any], Legal]]) -> Iterator[list[Legal]]:
    """The steps and turns of one piece in a row."""
    move: list[Legal] = []
    for _, _, entry in chosen:
        steps = len(entry.places) == 2 or (len(entry.places) == 1 and entry.facing)
        goes_on = move and entry.places[:1] == move[-1].places[-1:]
        if move and not (steps and goes_on and entry.acting_piece == move[-1].acting_piece):
            yield move
            move = []
        if steps:
            move.append(entry)
    yield move


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "options", "most"), GAMES, ids=[game[0] for game in GAMES])
def test_no_piece_wanders_back_within_a_move(
    name: str, options: dict[str, Any], most: int, level: str
) -> None:
    for move in moves_of(list(decisions(name, options, level, 3, most))):
        steps = [entry for entry in move if len(entry.places) == 2]
        visited = [entry.places[0] for entry in steps[:1]] + [entry.places[1] for entry in steps]
        assert len(set(visited)) == len(visited), visited


@pytest.mark.parametrize("level", LEVELS)
def test_no_ship_flies_a_zigzag_or_turns_twice(level: str) -> None:
    """NE and SE lead to where E leads at once, unless the ship could not have flown there."""
    flown = 0
    for move in moves_of(list(decisions("starfighters", {"players": 3}, level, 5, 90))):
        kinds = [entry.kind for entry in move]
        assert ("turn", "turn") not in list(pairwise(kinds)), kinds
        flights = [entry for entry in move if entry.kind == "fly"]
        names = [entry.places[0] for entry in flights[:1]] + [entry.places[1] for entry in flights]
        hexes = [tuple(map(int, name.split(","))) for name in names]
        flown += len(flights)
        if "turn" not in kinds:
            for here, there in zip(hexes, hexes[2:], strict=False):
                dq, dr = there[0] - here[0], there[1] - here[1]
                assert max(abs(dq), abs(dr), abs(dq + dr)) == 2, hexes
    assert flown > 8


@pytest.mark.parametrize("level", LEVELS)
def test_no_crew_lays_two_cards_on_a_section_or_fills_the_track(level: str) -> None:
    laid: dict[Seat, list[str]] = {}
    options = {"players": 4, "timer": 0}
    rounds = 0
    for seat, view, chosen in decisions("paws", options, level, 3, 70):
        if chosen.kind != "lay":
            continue
        cards = [card for team in view.board.teams for card in team.track]
        if not cards:
            laid, rounds = {}, rounds + 1
        crew = [other for other in laid if view.seats[other].side == view.seats[seat].side]
        section = chosen.places[-1]
        assert all(section not in laid[other] for other in crew), (seat, section)
        laid.setdefault(seat, []).append(section)
        seats = view.board.seats
        partner = seat ^ 1
        assert len(laid[seat]) <= 2 or seats[partner].ready, laid
    assert rounds >= 1


def test_ships_of_easy_pilots_fight() -> None:
    """A ship is lost by turn 31, long before the turn limit."""
    for seed in (1, 2):
        hull = []
        for _, view, _ in decisions("starfighters", {"players": 3}, "easy", seed, 700):
            hull = [ship.hull for ship in view.board.ships]
            if 0 in hull or view.board.turn > 31:
                break
        assert 0 in hull, (seed, hull)


def test_overlooking_prefers_what_is_better() -> None:
    chances = overlooking([0.2, 0.9, 0.5, 0.9], 0.6)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[1] == chances[3] > chances[2] > chances[0] > 0
    assert overlooking([0.2, 0.9], 0.0) == [0.0, 1.0]


def test_trail_ends_when_another_piece_moves() -> None:
    _, view, _ = next(
        (seat, view, entry)
        for seat, view, entry in decisions("starfighters", {"players": 3}, "easy", 5, 60)
        if entry.kind == "fly"
    )
    trail = PieceTrail()
    step = next(entry for entry in view.legal if entry.kind == "fly")
    assert not trail.detours(view)
    trail.follow(view, step.action)
    trail.follow(view, next(entry.action for entry in view.legal if entry.kind == "stop"))
    assert not trail.detours(view)
