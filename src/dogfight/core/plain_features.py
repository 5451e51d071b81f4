"""Features for any plain game, from the picture that a seat is shown; its author need not write a
line for them.

Which numbers there are is found out by playing some random games with fixed seeds: every field of
the state that a seat was shown, every place of a list, every word. A list that grows longer later
is cut, a larger number stays at its limit, and a new word counts as `other`; a game that knows
better has a `features` of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i32

from dogfight.core.decision import Chance, Choose, Commit, Over, owing
from dogfight.core.dice import Dice
from dogfight.core.encoder import MOST_VALUE, Encoder, pack_feature, pack_flag
from dogfight.core.options import Options
from dogfight.core.position import Position, step
from dogfight.core.seat import OVER, Seat

if TYPE_CHECKING:
    from dogfight.core.plain import PlainGame, PlainPosition

_GAMES = 20
_STEPS = 1500
"""Random play that is looked at: so many games, or no further after so many steps."""
_DOING = {Choose: "choose", Commit: "commit", Chance: "chance", Over: "over"}
Leaf = int | str | None


class _Field:
    """One field of what is shown: which numbers stand for it."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.least = 0
        self.most = -1
        self.may_lack = False

    def meet(self, leaf: Leaf) -> None:
        if leaf is None:
            self.may_lack = True
        elif isinstance(leaf, str):
            self.words.add(leaf)
        else:
            self.least, self.most = min(self.least, leaf), max(self.most, leaf)

    def lay_out(self, encoder: Encoder, name: str) -> None:
        """Name its numbers: one a word, one or three for a number, and one for nothing at all."""
        self.at_words = {word: int(encoder.single(f"{name} {word}")) for word in sorted(self.words)}
        self.other = int(encoder.single(f"{name} other")) if self.words else -1
        self.number = self.high = self.negative = self.lacking = -1
        if self.most >= 0 or self.least < 0:
            self.number = int(encoder.single(name, MOST_VALUE))
        if self.most > MOST_VALUE or self.least < 0:
            self.high = int(encoder.single(f"{name} in units of {MOST_VALUE + 1}", MOST_VALUE))
            self.negative = int(encoder.single(f"{name} negative"))
        if self.may_lack:
            self.lacking = int(encoder.single(f"{name} lacking"))

    def entries(self, leaf: Leaf) -> Iterator[i32]:
        """What is listed for it now."""
        if leaf is None:
            yield from (pack_flag(self.lacking),) if self.lacking >= 0 else ()
        elif isinstance(leaf, str):
            place = self.at_words.get(leaf, self.other)
            yield from (pack_flag(place),) if place >= 0 else ()
        elif self.number >= 0:
            yield from self._number(leaf)

    def _number(self, value: int) -> Iterator[i32]:
        if self.high < 0:
            low, high = min(max(value, 0), MOST_VALUE), 0
        else:
            high, low = divmod(abs(value), MOST_VALUE + 1)
            if value < 0:
                yield pack_flag(self.negative)
        if low:
            yield pack_feature(self.number, low)
        if high:
            yield pack_feature(self.high, min(high, MOST_VALUE))


class PlainEncoder(Encoder):
    """Lists the fields of what a seat is shown."""

    def __init__(self, game: PlainGame[Any], options: Options) -> None:
        super().__init__(game.action_space(options).count)
        self.game = game
        self.fields: dict[str, _Field] = {}
        for leaves in _shown_in_random_play(game, options):
            for name, leaf in leaves:
                self.fields.setdefault(name, _Field()).meet(leaf)
        for name, field in self.fields.items():
            field.lay_out(self, name)

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        for name, leaf in shown(self.game, position, seat):
            field = self.fields.get(name)
            for entry in field.entries(leaf) if field else ():
                out[at] = entry
                at += 1
        return at

    def id_of(self, position: Position, action: int) -> int:  # noqa: ARG002
        return action


_OURS = ("seat ", "to act ", "asked to", "sealed", "state ")
"""How the names begin that are not the author's."""


def shown(game: PlainGame[Any], position: Any, seat: Seat) -> Iterator[tuple[str, Leaf]]:
    """What a seat is shown, field by field: the state as it may see it, what it has sealed, and
    who has to act.
    """
    plain: PlainPosition = position
    decision = plain.decision()
    for index in range(len(game.seats(plain.given))):
        yield f"seat {index + 1}", index == seat
        yield f"to act {index + 1}", index in owing(decision)
    yield "asked to", _DOING[type(decision)]
    yield from leaves_of("sealed", list(plain.parts.get(seat, ())))
    state = game.picture(plain, seat).state
    for name, leaf in leaves_of(
        "", msgspec.to_builtins(state, str_keys=True, order="deterministic")
    ):
        yield f"state {name}" if name.startswith(_OURS) else name, leaf


def leaves_of(name: str, value: object) -> Iterator[tuple[str, Leaf]]:
    """The numbers and words in a value, each with a name that tells its place; every list has a
    size.
    """
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves_of(f"{name} {key}".strip(), item)
    elif isinstance(value, list | tuple):
        yield f"{name} size", len(value)
        for place, entry in enumerate(value):
            yield from leaves_of(f"{name} {place + 1}", entry)
    elif isinstance(value, float):
        yield name, round(value)
    else:
        yield name, value if value is None or isinstance(value, str) else int(value)  # type: ignore[call-overload]


def _shown_in_random_play(
    game: PlainGame[Any], options: Options
) -> Iterator[Iterator[tuple[str, Leaf]]]:
    seats = range(len(game.seats(options)))
    steps = 0
    for seed in range(_GAMES):
        position, dice = game.new(options), Dice(seed)
        actor = 0
        while actor != OVER and steps < _STEPS:
            for seat in seats:
                yield shown(game, position, seat)
            actor = int(step(position, dice))
            steps += 1
