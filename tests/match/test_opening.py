"""Games that begin from a position: records, replay, verification and going back carry it."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
import pytest

import dogfight
from dogfight.bots.random import RandomBot
from dogfight.core.errors import BadRecord
from dogfight.core.registry import AnyGame
from dogfight.match.match import Match
from dogfight.match.record import parse
from dogfight.match.replay import opening_position, replay, verify
from dogfight.review.steps import steps_of

MOVES = 9
"""So far a game is played before a position is taken out of it."""


def position_of(game: AnyGame, moves: int = MOVES) -> Any:
    """A position in the middle of a game."""
    table, bot = Match(game, seed=5), RandomBot(5)
    while len(table.played) < moves and (seat := table.next_seat()) is not None:
        table.play(seat, bot.choose(table.view(seat)))
    return game.notation.read(game.notation.write(table.position))


def played_from(game: AnyGame, start: Any) -> Match:
    """A game that is played from a position to its end."""
    table = Match(game, game.options_of(start), seed=6, start=start)
    table.run([RandomBot(seat) for seat in range(len(table.seats))])
    return table


@pytest.mark.parametrize("name", dogfight.names())
def test_a_record_carries_its_opening_and_is_verified(name: str) -> None:
    game = dogfight.load(name)
    start = position_of(game)
    table = played_from(game, start)
    for form in (table.record.to_text(), table.record.to_json_lines()):
        record = parse(form)
        assert record.header.position == game.notation.write(start)
        assert verify(game, record) == table.decision()
        assert game.notation.write(opening_position(game, record.header)) == record.header.position
        *_, last = replay(game, record)
        assert game.notation.write(last.after) == game.notation.write(table.position)
    assert steps_of(game, record)


def test_a_record_without_an_opening_says_nothing_of_one() -> None:
    game = dogfight.load("squadrons")
    record = Match(game, seed=1).record
    assert record.header.position is msgspec.UNSET and "Position" not in record.to_text()


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (" idle:", " idle:a", "opening position: expected"),
        (" t", " t1", "start position"),
        ("R:", "X:", "opening position: expected"),
    ],
)
def test_an_edited_opening_is_refused_with_the_reason(old: str, new: str, text: str) -> None:
    game = dogfight.load("squadrons")
    record = Match(game, seed=1, start=position_of(game)).record
    lines = record.to_text().splitlines(keepends=True)
    edited = "".join(
        line.replace(old, new) if line.startswith("[Position") else line for line in lines
    )
    with pytest.raises(BadRecord, match=text):
        verify(game, parse(edited))


def test_an_opening_of_other_options_is_refused() -> None:
    game = dogfight.load("starfighters")
    record = Match(game, {"players": 3}, seed=1).record
    other = game.notation.write(game.new(game.options({"players": 4})))
    header = msgspec.structs.replace(record.header, position=other)
    with pytest.raises(BadRecord, match="expected an opening position with the options"):
        opening_position(game, header)


def test_going_back_leads_to_the_opening_and_no_further() -> None:
    game = dogfight.load("squadrons")
    start = next(
        position
        for moves in count(MOVES)
        if game.decision(position := position_of(game, moves)).__class__.__name__ == "Choose"
        and not game.has_secrets(position)
    )
    table = Match(game, game.options_of(start), seed=2, start=start)
    seat = table.next_seat()
    assert seat is not None and not table.can_take_back(seat)
    table.play(seat, game.legal(table.position, seat)[0])
    table.rewind([])
    assert game.notation.write(table.position) == game.notation.write(start)
    assert table.record.moves == [] and table.record.last_hash() == game.notation.hash(start)
