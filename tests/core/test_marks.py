"""What boards need is data: every action of the five games says what it is about, and every
event where.
"""

from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Over, acting
from dogfight.core.dice import Dice
from dogfight.core.event import Event
from dogfight.core.options import Options
from dogfight.core.view import View
from dogfight.testing.checks import random_step

GAMES = [name for name in dogfight.names() if name != "goofspiel"]
STEPS = 250


def known_places(name: str, table: Any) -> set[str]:
    """The ids under which a board draws its places."""
    match name:
        case "biplanes":
            return {space.id for space in table.spaces} | {"off"}
        case "squadrons":
            return {
                f"{chr(97 + x)}{y + 1}" for x in range(table.columns) for y in range(table.rows)
            }
        case "starfighters":
            radius = range(-table.radius, table.radius + 1)
            return {f"{q},{r}" for q in radius for r in radius}
        case "paws":
            zones = ("PL", "PC", "PR", "GL", "GC", "GR", "1", "2", "3", "4")
            teams = [team.team for team in table.teams]
            return {*teams, *(f"{team}.{zone}" for team in teams for zone in zones)}
        case _:
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            outside = {f"band{n}" for n in range(1, 5)} | {f"line{n}|{n + 1}" for n in range(1, 4)}
            return {f"{letter}{n}" for letter in letters for n in range(1, 40)} | outside


def played(name: str, options: Options) -> list[tuple[list[View[Any]], tuple[Event, ...]]]:
    """Positions of a random game with what its seats are told."""
    game, dice = dogfight.load(name), Dice(5)
    position = game.new(options)
    result = []
    for _ in range(STEPS):
        decision = game.decision(position)
        if isinstance(decision, Over):
            break
        views = [game.view(position, seat) for seat in acting(decision)]
        seat, action = random_step(game, position, decision, dice)
        result.append((views, game.play(position, seat, action)))
    return result


@pytest.mark.parametrize("name", GAMES)
def test_actions_have_kind_and_their_places_are_on_the_board(name: str) -> None:
    game = dogfight.load(name)
    for options in game.samples():
        board: set[str] = set()
        for views, events in played(name, options):
            for view in views:
                board = known_places(name, view.board)
                for entry in view.legal:
                    assert entry.kind, entry
                    assert set(entry.places) <= board, entry
            for event in events:
                assert not board or set(event.places) <= board, event


MOVES = {
    "biplanes": "moved",
    "squadrons": "flown",
    "starfighters": "step",
    "boots": "step",
    "paws": "plane",
}


@pytest.mark.parametrize("name", GAMES)
def test_an_event_about_a_move_names_its_piece_and_its_places(name: str) -> None:
    game = dogfight.load(name)
    reported = [
        event
        for options in game.samples()
        for _, events in played(name, options)
        for event in events
    ]
    moves = [event for event in reported if event.kind == MOVES[name]]
    assert moves and all(event.places and event.pieces for event in moves)
