"""Positions are imagined from views without notation, and are those that writing and reading it
would give.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation
from dogfight.core.options import Options, as_words
from dogfight.core.parts import Notation, OpenViews
from dogfight.core.registry import AnyGame
from dogfight.core.view import View, make_views
from dogfight.games.squadrons.game import Squadrons
from dogfight.games.squadrons.notation import line
from dogfight.testing.checks import walk

pytestmark = pytest.mark.no_rule("views and imagined positions")

NAMES = ("biplanes", "boots", "paws", "squadrons", "starfighters")
CASES = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name in NAMES
    for options in dogfight.load(name).samples()
]
STEPS = 1200
MOST_VIEWS = 120


class NoNotation:
    """Stands where a game's notation is, and fails whoever asks it for anything."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"expected no notation, but {name!r} was asked for")


def views_of_play(game: AnyGame, options: Options, seed: int) -> Iterator[View[Any]]:
    """Views of all seats, spread over a random game."""
    seats = range(len(game.seats(options)))
    positions = [position.copy() for position, _ in walk(game, options, seed, STEPS)]
    gap = max(1, len(positions) * len(seats) // MOST_VIEWS)
    for position in positions[::gap]:
        yield from make_views(game, position, seats)


def fields(position: Any) -> dict[str, object]:
    """All fields of a position, compiled or not; of a menu only what is offered counts."""
    names = {
        name
        for kind in type(position).__mro__
        for name, value in vars(kind).items()
        if _is_field(name, value)
    }
    result = {
        name: getattr(position, name) for name in names | set(getattr(position, "__dict__", ()))
    }
    return {
        name: _plain(value)
        for name, value in result.items()
        if name not in ("menu", "offers", "menu_made", "news")
    }


def _is_field(name: str, value: object) -> bool:
    return not name.startswith("__") and inspect.isdatadescriptor(value)


def _plain(value: Any) -> Any:
    if isinstance(value, int | str | bool | None):
        return value
    if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        return [_plain(value[index]) for index in range(len(value))]
    slots = {
        name
        for kind in type(value).__mro__
        for name, item in vars(kind).items()
        if _is_field(name, item)
    }
    if type(value).__module__.endswith(
        ".state"
    ):  # a part of a position, such as a plane of Biplanes
        return {
            name: _plain(getattr(value, name))
            for name in slots | set(getattr(value, "__dict__", ()))
        }
    return id(value)  # tables, which positions of one game share


def through_text(game: AnyGame, view: View[Any], imagined: Any) -> Any:
    """The position as notation gives it: of an open table all of it, else of what has been
    imagined.
    """
    if game.name == "squadrons":
        return game.notation.read(line(view.board))
    return game.notation.read(
        view.board.notation if game.name == "boots" else game.notation.write(imagined)
    )


@pytest.mark.parametrize(("name", "options"), CASES)
def test_imagine_equals_writing_and_reading(name: str, options: Options) -> None:
    game = dogfight.load(name)
    for number, view in enumerate(views_of_play(game, options, 5)):
        imagined = game.views.imagine(view, Dice(number))
        expected = through_text(game, view, imagined)
        if isinstance(game.views, OpenViews):
            assert fields(imagined) == fields(expected), game.notation.write(imagined)
        # elsewhere two equal tiles or cards may have changed places, which no line tells apart
        assert game.notation.write(imagined) == game.notation.write(expected)
        assert game.decision(imagined) == game.decision(expected)
        assert game.view(imagined, view.seat) == view


@pytest.mark.parametrize(("name", "options"), CASES)
def test_imagine_asks_no_notation(
    name: str, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dogfight.load(name)
    views = list(views_of_play(game, options, 6))[::5]
    monkeypatch.setattr(game, "notation", NoNotation())
    for key, part in vars(game.views).items():
        if isinstance(part, Notation):
            monkeypatch.setattr(game.views, key, NoNotation())
    for number, view in enumerate(views):
        game.views.imagine(view, Dice(number))


@pytest.mark.parametrize("name", ["boots", "squadrons"])
def test_imagine_gives_independent_positions(name: str) -> None:
    game = dogfight.load(name)
    assert isinstance(game.views, OpenViews)
    for view in list(views_of_play(game, game.samples()[0], 7))[:40]:
        first = game.views.imagine(view, Dice(1))
        text = game.notation.write(first)
        if first.actor() >= 0:
            first.apply_choice(0)
        assert game.notation.write(game.views.imagine(view, Dice(1))) == text
        same_json = msgspec.convert(msgspec.to_builtins(view.board), type(view.board))
        assert (
            game.notation.write(
                game.views.imagine(msgspec.structs.replace(view, board=same_json), Dice(1))
            )
            == text
        )


def changed(table: Any) -> Iterator[Any]:
    """Tables of Squadrons with one thing in them changed; most of them cannot be."""
    replace = msgspec.structs.replace
    for key, values in {
        "phase": ("first", "name", "draw", "fly", "shots", "over", "tea"),
        "turn": ("R", "G", ""),
        "named": ("", "R1", "G4", "R9"),
        "card": ("", "AS", "KD", "1H"),
        "over": ("", "deck", "wipeout", "rain"),
        "score": ((0, 0), (1, 2), (-1, 7)),
        "idle": (0, 3, 10_000, -1, 10**30),
        "drawn": (True, False),
        "turns": (0, 7, 10**6, -4),
        "planes": (table.planes[:11], table.planes[::-1], (*table.planes, table.planes[0])),
        "shots": (table.shots[1:], table.shots[::-1]),
    }.items():
        for value in values:
            yield replace(table, **{key: value})
    for number, plane in enumerate(table.planes[:8]):
        for changes in (
            {"square": "e5"},
            {"square": ""},
            {"square": "zz"},
            {"heading": "NN"},
            {"to_move": True},
        ):
            other = replace(plane, **changes)
            yield replace(
                table, planes=(*table.planes[:number], other, *table.planes[number + 1 :])
            )
    for discards in (("AS", "AS"), ("0S",), ("9H",), table.green.discards):
        yield replace(table, red=replace(table.red, discards=discards))
    for card in ("?", "-", "3C", "3X"):
        yield replace(table, shots=tuple(replace(shot, card=card) for shot in table.shots))


def outcome(make: Any, table: Any) -> Any:
    """The fields of the position, or the words of the refusal and its rule."""
    try:
        return fields(make(table))
    except BadNotation as error:
        return str(error), error.rule


def test_imagine_refuses_what_notation_refuses() -> None:
    game = dogfight.load("squadrons")
    assert isinstance(game, Squadrons)
    refused = total = 0
    for view in list(views_of_play(game, {}, 8))[::5]:
        for table in changed(view.board):
            result = outcome(game.views.position_on, table)
            assert result == outcome(lambda item: game.notation.read(line(item)), table), line(
                table
            )
            refused += isinstance(result, tuple)
            total += 1
    assert total > 1000 and refused > total / 2


def test_imagine_refuses_impossible_battles() -> None:
    game = dogfight.load("boots")
    replace = msgspec.structs.replace
    for options in game.samples():
        for view in list(views_of_play(game, options, 9))[4:40:12]:
            table = view.board
            wrong = [
                replace(table, pieces=table.pieces[1:], planes=table.planes[1:]),
                replace(
                    table,
                    pieces=(*table.pieces, *table.pieces[:1]),
                    planes=(*table.planes, *table.planes[:1]),
                ),
                replace(table, phase="tea"),
                replace(table, turn=-1),
                replace(table, turn=10**30),
                replace(table, batteries=(*table.batteries, None)),
                replace(table, progress=replace(table.progress, numbers={"mp": 10**30})),
                replace(table, progress=replace(table.progress, numbers={"reason": 99})),
                replace(table, progress=replace(table.progress, numbers={"tea": 1})),
                replace(table, progress=replace(table.progress, units={"lead": "TEA-1"})),
                replace(table, progress=replace(table.progress, dice={"shown_a": (1, 2)})),
                replace(table, progress=replace(table.progress, laps=(9,) * 9)),
                replace(
                    table,
                    progress=replace(
                        table.progress, laps=(10**30,) * len(table.progress.laps) or (1,)
                    ),
                ),
            ]
            if table.pieces:
                wrong.append(
                    replace(
                        table, pieces=tuple(replace(piece, pinned=10**30) for piece in table.pieces)
                    )
                )
            if table.objectives:
                wrong.append(replace(table, objectives=dict.fromkeys(table.objectives, 10**30)))
            for bad in wrong:
                with pytest.raises(BadNotation):
                    game.views.imagine(replace(view, board=bad), Dice(1))
            game.views.imagine(view, Dice(1))
