"""Helpers of the tests of Jaws vs Paws: positions from a few words, rounds from a few cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Chance, Commit, Over, pick
from dogfight.core.dice import Dice
from dogfight.core.event import Event
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, seat_called
from dogfight.games.paws.game import Paws
from dogfight.games.paws.position import Position
from dogfight.testing.examples import run_example

Played = Callable[..., list[str]]


def plays(text: str) -> list[dict[str, Any]]:
    """`1 jaws.pilot plane_left own; 2 paws.gunner sun_team >claws` as the entries of an example."""
    entries = []
    for part in filter(None, (item.strip() for item in text.split(";"))):
        slot, seat, card, *rest = part.split()
        entry: dict[str, Any] = {"slot": int(slot), "seat": seat, "card": card}
        for word in rest:
            if word == "open":
                entry["face_up"] = True
            elif word.startswith(">"):
                entry["to"] = word[1:]
            else:
                entry["side"] = word
        entries.append(entry)
    return entries


class Desk:
    """The game with handles that tests use."""

    def __init__(self, game: Paws) -> None:
        self.game = game

    def at(
        self,
        teams: str = "jaws,paws",
        mode: str = "day/20",
        phase: str = "action",
        sun: str = "jaws.GC",
        hands: Mapping[str, str] | None = None,
        round: int = 1,
        smoke: str = "-",
        fields: Mapping[str, str] | None = None,
        tracks: Mapping[str, str] | None = None,
        at: str = "0/0",
    ) -> Position:
        """A position from its notation; `fields` of a seat replace all after the hand."""
        names = [part.removesuffix("*") for part in teams.split(",")]
        planes = ",".join(f"{a}@{b}:PC" for a in names for b in names if a != b)
        seats = [f"{team}.{role}" for team in names for role in ("pilot", "gunner")]
        words = [teams, mode, f"r{round}", phase, f"{sun}/{sun.partition('.')[0]}", planes]
        words += [f"smoke:{smoke}", "down:-", f"at:{at}"]
        words += [
            f"{(hands or {}).get(seat, '-')}|{(fields or {}).get(seat, '-|-|-|-|-')}"
            for seat in seats
        ]
        words += [(tracks or {}).get(team, "-") for team in names]
        return self.game.notation.read(" ".join(words))

    def seat(self, position: Position, name: str) -> int:
        return seat_called(self.game.seats(self.game.options_of(position)), name)

    def do(self, position: Position, *moves: str) -> list[Event]:
        """Play moves like `jaws.pilot 1:shoot_pc`, `chance plane_left`, `clock time_up`."""
        events: list[Event] = []
        for move in moves:
            who, word = move.split()
            seat = self.seat(position, who)
            events += self.game.play(
                position, seat, self.game.notation.read_action(position, seat, word)
            )
        return events

    def time_up(self, position: Position) -> list[Event]:
        return list(self.game.play(position, CLOCK, TIME_UP))

    def draw(self, position: Position, seed: int = 0) -> list[Event]:
        """Let chance decide until somebody else has to."""
        dice, events = Dice(seed), list[Event]()
        while isinstance(decision := self.game.decision(position), Chance):
            events += self.game.play(position, CHANCE, pick(decision.odds, dice))
        return events

    def on_to(self, position: Position, phase: str, seed: int = 0) -> list[Event]:
        """Let chance and the clock decide until the position is in a phase again."""
        events = list[Event]()
        while self.game.views.board_view(position, -4).phase != phase:
            if isinstance(self.game.decision(position), Over):
                raise AssertionError(f"over before {phase}")
            events += self.draw(position, seed)
            if self.game.views.board_view(position, -4).phase != phase:
                events += self.time_up(position)
        return events

    def waiting(self, position: Position) -> tuple[str, ...]:
        decision = self.game.decision(position)
        assert isinstance(decision, Commit)
        seats = self.game.seats(self.game.options_of(position))
        return tuple(seats[seat].name for seat in decision.waiting)

    def words(self, position: Position, seat: str) -> list[str]:
        number = self.seat(position, seat)
        return [
            self.game.notation.write_action(position, number, entry)
            for entry in self.game.legal(position, number)
        ]


@pytest.fixture(scope="session")
def game() -> Paws:
    game = dogfight.load("paws")
    assert isinstance(game, Paws)
    return game


@pytest.fixture(scope="session")
def desk(game: Paws) -> Desk:
    return Desk(game)


@pytest.fixture(scope="session")
def played(game: Paws) -> Played:
    """Plays one round as an example does; what differs from `expect`, a line each."""

    def run(
        play: str, expect: Mapping[str, Any], start: Mapping[str, Any] | None = None, **more: Any
    ) -> list[str]:
        example = {
            "id": "T",
            "kind": "round",
            "play": plays(play),
            "expect": expect,
            "start": start or {},
            **more,
        }
        differences = run_example(game, example)
        assert differences is not None
        return differences

    return run
