"""Positions in a line, and words played on them."""

from collections.abc import Callable
from typing import Any

import pytest

import dogfight
from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.games.starfighters.position import Position

BEGINNING = ("-", "-", "2", "-", "-", "-")
FAR_AWAY = ("-7,1", "-7,2", "7,-2", "7,-1")
"""Where the four first wreckage tokens lie, as far as a test does not say otherwise."""


@pytest.fixture(scope="session")
def game() -> AnyGame:
    return dogfight.load("starfighters")


def _seat(text: str) -> str:
    parts = text.split("/")
    if parts[1:2] == ["x"] and len(parts) == 2:
        parts.append("0")
    return "/".join([*parts, *BEGINNING[len(parts) :]])


def _row_by_row(hexes: tuple[str, ...]) -> str:
    return ";".join(sorted(hexes, key=lambda item: [int(n) for n in reversed(item.split(","))]))


@pytest.fixture(scope="session")
def battle(game: AnyGame) -> Callable[..., Position]:
    """A position: seats like '0,0/E/2/s1/m/-' (the end may be left out), a phase, and the keys
    of the notation.
    """

    def lay_out(
        *seats: str, phase: str = "move", start: int = 0, turn: int | None = None, **keys: Any
    ) -> Position:
        if phase == "move":
            last = max(seat for seat, text in enumerate(seats) if "/x" not in text)
            keys = {"active": last, "left": 4, **keys}
        if turn is None:
            turn = 0 if phase in ("wreckage", "first", "place", "face", "deal") else 1
        supplied = keys.pop("wreckage", ())
        wreckage = _row_by_row((*supplied, *FAR_AWAY[len(supplied) :]))
        order = (
            "active",
            "left",
            "by",
            "due",
            "hit",
            "drifters",
            "up",
            "dry",
            "anchored",
            "next",
            "rammed",
        )
        words = [f"{len(seats)}/0 t{turn} *{start} {phase}"]
        words += [f"{key}={keys[key]}" for key in order if key in keys]
        words.append(f"wreckage={wreckage}")
        if "discard" in keys:
            words.append(f"discard={keys['discard']}")
        return game.notation.read(" ".join([*words, *map(_seat, seats)]))  # type: ignore[no-any-return]

    return lay_out


@pytest.fixture(scope="session")
def say(game: AnyGame) -> Callable[..., list[Event]]:
    """Play words one after another, each for whoever has to act; what happened."""

    def play(position: Position, *words: str) -> list[Event]:
        events: list[Event] = []
        for word in words:
            seat = position.actor()
            events += game.play(position, seat, game.notation.read_action(position, seat, word))
        return events

    return play


@pytest.fixture(scope="session")
def can(game: AnyGame) -> Callable[[Position], list[str]]:
    """The words of everything that whoever acts may do."""

    def words(position: Position) -> list[str]:
        seat = position.actor()
        return [
            game.notation.write_action(position, seat, action)
            for action in game.legal(position, seat)
        ]

    return words
