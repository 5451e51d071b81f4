"""What is settled before a game begins: the game, its options, and who holds which seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dogfight.bots.names import split_names
from dogfight.bots.registry import bot_names, make_bot
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionField, Options, OptionValue
from dogfight.core.registry import AnyGame
from dogfight.core.seat import SeatInfo

HUMAN: Final = "human"
"""The player's name for a person at this screen."""
USUAL_BOT: Final = "medium"
"""Who sits opposite where nobody says otherwise."""

NEVER: Final = "never"
AUTO_PASSES: Final = (NEVER, "10", "25", "50", "always")
"""Standing orders on reactions: ask always, ask where a shot has a better chance than so many
per cent, never ask.
"""


def read_auto_pass(word: str) -> str:
    """A standing order from a word: `never`, `always`, or a whole number of per cent."""
    if word in AUTO_PASSES or (word.isdecimal() and int(word) <= 100):
        return word
    raise BadOption(f"expected never, always or a number of per cent from 0 to 100; got {word!r}")


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A game ready to be begun."""

    game: AnyGame
    options: Options
    players: tuple[str, ...]
    seed: int
    auto_pass: str = NEVER
    play_forced: bool = True
    """A move that is the only one plays itself where nobody learns anything by that."""
    early: bool = True
    """A timed phase ends after a short count once everybody is ready."""
    start: Any = None
    """The position it begins from; None: as the rules say."""


def player_names() -> tuple[str, ...]:
    """The possible players of a seat: a person, or any of the bots."""
    return (HUMAN, *bot_names())


def usual_players(seats: tuple[SeatInfo, ...]) -> tuple[str, ...]:
    """A person on the first chair and on those that go with it, bots on the others."""
    return tuple(HUMAN if info.player == seats[0].player else USUAL_BOT for info in seats)


def seat_players(seats: tuple[SeatInfo, ...], text: str) -> tuple[str, ...]:
    """A player for every seat from words joined by commas; one word stands for all."""
    if not text:
        return usual_players(seats)
    players = tuple(split_names(text))
    if len(players) == 1:
        players *= len(seats)
    if len(players) != len(seats):
        raise BadOption(
            f"expected {len(seats)} players joined by commas, got {len(players)} in {text!r}"
        )
    for name in players:
        if ":" in name:
            make_bot(name, 0)
        elif name not in player_names():
            raise BadOption(f"expected a player out of {', '.join(player_names())}; got {name!r}")
    return players


def fitting(
    game: AnyGame, expected: Mapping[str, OptionValue]
) -> tuple[tuple[OptionField, ...], Options]:
    """The fields and values that stand when some values are wanted; what no longer fits falls
    back.
    """
    chosen: Options = {}
    while True:
        fields = game.option_fields(chosen)
        missing = next((field for field in fields if field.name not in chosen), None)
        if missing is None:
            return fields, chosen
        try:
            chosen[missing.name] = missing.read(expected.get(missing.name, missing.default))
        except BadOption:
            chosen[missing.name] = missing.default
