"""Features for any plain game, from the picture that a seat is shown; its author need not write a
line for them.

Which numbers there are is found out by playing some random games with fixed seeds: every field of
the state that a seat was shown, every place of a list, every word. A list that grows longer later
is cut, a larger number stays at its limit, and a new word counts as `other`; a game that knows
better has a `features` of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

import msgspec
from librt.vecs import vec
from mypy_extensions import i32

from dogfight.core.decision import Chance, Choose, Commit, Over, owing
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.position import Position, step
from dogfight.core.seat import OVER, Seat
from dogfight.encoding.encoder import MOST_VALUE, Encoder, pack_feature, pack_flag

if TYPE_CHECKING:
    from dogfight.plain import PlainGame
    from dogfight.plain.position import PlainPosition

_GAMES = 20
_STEPS = 1500
"""Random play that is looked at: so many games, or no further after so many steps."""
_MOST_KEPT = 4096
"""Values of one number, or of one list of numbers, whose entries are kept at hand."""
_DOING = {Choose: "choose", Commit: "commit", Chance: "chance", Over: "over"}
_Leaf = int | str | None
_PLAIN = (list, tuple)


class _Field:
    """One field of what is shown: which numbers stand for it."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.least = 0
        self.most = -1
        self.may_lack = False

    def meet(self, leaf: _Leaf) -> None:
        if leaf is None:
            self.may_lack = True
        elif isinstance(leaf, str):
            self.words.add(leaf)
        else:
            self.least, self.most = min(self.least, leaf), max(self.most, leaf)

    def lay_out(self, encoder: Encoder, name: str) -> None:
        """Name its numbers: one a word, one or three for a number, and one for nothing at all."""
        self.at_words = {
            word: int(pack_flag(encoder.single(f"{name} {word}"))) for word in sorted(self.words)
        }
        other = int(pack_flag(encoder.single(f"{name} other"))) if self.words else 0
        self.other = (other,) if other else ()
        number = high = negative = -1
        if self.most >= 0 or self.least < 0:
            number = int(encoder.single(name, MOST_VALUE))
        if self.most > MOST_VALUE or self.least < 0:
            high = int(encoder.single(f"{name} in units of {MOST_VALUE + 1}", MOST_VALUE))
            negative = int(encoder.single(f"{name} negative"))
        self.lacking: tuple[int, ...] = ()
        if self.may_lack:
            self.lacking = (int(pack_flag(encoder.single(f"{name} lacking"))),)
        self.number = _Number(number, high, negative)

    def entries(self, leaf: _Leaf) -> tuple[int, ...]:
        """What is listed for it now."""
        if leaf is None:
            return self.lacking
        if isinstance(leaf, str):
            entry = self.at_words.get(leaf)
            return self.other if entry is None else (entry,)
        return self.number[int(leaf)]


class _Number(dict[int, tuple[int, ...]]):
    """What is listed for every value of a number, worked out when it is first met."""

    def __init__(self, number: int, high: int, negative: int) -> None:
        super().__init__()
        self.places = number, high, negative

    def __missing__(self, value: int) -> tuple[int, ...]:
        entries = tuple(int(entry) for entry in self._listed(value))
        if len(self) < _MOST_KEPT:
            self[value] = entries
        return entries

    def _listed(self, value: int) -> Iterator[i32]:
        number, units, negative = self.places
        if number < 0:
            return
        if units < 0:
            low, high = min(max(value, 0), MOST_VALUE), 0
        else:
            high, low = divmod(abs(value), MOST_VALUE + 1)
            if value < 0:
                yield pack_flag(negative)
        if low:
            yield pack_feature(number, low)
        if high:
            yield pack_feature(units, min(high, MOST_VALUE))


class _Place:
    """One place in what is shown, with the fields and places that its name begins the names of.

    A value is listed by going down both at once, so that no name is put together on the way.
    """

    def __init__(self, name: str, fields: Mapping[str, _Field], author: bool) -> None:
        shown_as = f"state {name}" if author and name.startswith(_OURS) else name
        self.field = fields.get(shown_as)
        size = f"{name} size"
        self.size = fields.get(f"state {size}" if author and size.startswith(_OURS) else size)
        self._made = name, fields, author
        self._inner: dict[str, _Place] = {}
        self._items: list[_Place] = []
        self._kept: dict[tuple[Any, ...], list[int]] = {}
        self._structs: dict[type, list[tuple[str, _Place]] | None] = {}

    def inner(self, key: str) -> _Place:
        """The place of a key or of a struct's field."""
        place = self._inner.get(key)
        if place is None:
            name, fields, author = self._made
            place = self._inner[key] = _Place(f"{name} {key}".strip(), fields, author)
        return place

    def item(self, number: int) -> _Place:
        """The place of an entry of a list."""
        while len(self._items) <= number:
            self._items.append(self.inner(str(len(self._items) + 1)))
        return self._items[number]

    def listed(self, value: Any, out: list[int]) -> None:
        """Add what is listed for a value."""
        kind = type(value)
        if kind is int or kind is str or kind is bool or value is None:
            if self.field is not None:
                out += self.field.entries(value)
        elif kind in _PLAIN:
            self._listed_items(value, out)
        elif kind is dict:
            for key, item in value.items():
                self.inner(key if type(key) is str else str(_builtin(key))).listed(item, out)
        elif kind is float:
            self.listed(round(value), out)
        elif (fields := self._fields(kind)) is not None:
            for name, place in fields:
                place.listed(getattr(value, name), out)
        else:
            self.listed(_builtin(value), out)

    def _listed_items(self, values: Sequence[Any], out: list[int]) -> None:
        """Add what is listed for a list; what numbers alone lead to is kept for the next time."""
        if not values or type(values[0]) is not int:
            self._list_items(values, out)
            return
        key = tuple(values)
        try:
            entries = self._kept.get(key)
        except TypeError:  # there are lists among the numbers
            self._list_items(values, out)
            return
        if entries is None:
            entries = []
            self._list_items(values, entries)
            if len(self._kept) < _MOST_KEPT:
                self._kept[key] = entries
        out += entries

    def _list_items(self, values: Sequence[Any], out: list[int]) -> None:
        if self.size is not None:
            out += self.size.number[len(values)]
        if len(self._items) < len(values):
            self.item(len(values) - 1)
        for place, value in zip(self._items, values, strict=False):
            place.listed(value, out)

    def _fields(self, kind: type) -> list[tuple[str, _Place]] | None:
        """The fields of a struct with their places; None for what is no plain struct."""
        if kind not in self._structs:
            self._structs[kind] = (
                [
                    (name, self.inner(key))
                    for name, key in zip(
                        kind.__struct_fields__, kind.__struct_encode_fields__, strict=True
                    )
                ]
                if _is_plain_struct(kind)
                else None
            )
        return self._structs[kind]


def _is_plain_struct(kind: type) -> TypeGuard[type[msgspec.Struct]]:
    """Whether a type is a struct that is shown as its fields and nothing more."""
    if not issubclass(kind, msgspec.Struct):
        return False
    config = kind.__struct_config__
    return config.tag is None and not config.array_like and not config.omit_defaults


def _builtin(value: Any) -> Any:
    """A value as lists, dictionaries, numbers and words, the same for equal values."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


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
        self._state = _Place("", self.fields, author=True)
        self._sealed = _Place("sealed", self.fields, author=False)
        self._situations: dict[tuple[object, ...], list[int]] = {}

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        plain: PlainPosition = position  # type: ignore[assignment]
        entries = self._situation(plain, seat).copy()
        self._sealed.listed(plain.parts.get(seat, ()), entries)
        self._state.listed(self.game.shown_state(plain, seat), entries)
        for entry in entries:
            out[at] = entry
            at += 1
        return at

    def _situation(self, plain: PlainPosition, seat: int) -> list[int]:
        """What is listed for who is asked to do what, and who looks; kept for the next time."""
        kind, waiting = plain.situation()
        key = seat, kind, waiting
        entries = self._situations.get(key)
        if entries is None:
            entries = []
            for name, leaf in _situation(self.game, plain, seat):
                if field := self.fields.get(name):
                    entries += field.entries(leaf)
            self._situations[key] = entries
        return entries

    def id_of(self, position: Position, action: int) -> int:  # noqa: ARG002
        return action

    def legal(self, position: Position, out: vec[i32], at: int) -> int:
        plain: PlainPosition = position  # type: ignore[assignment]
        for action in plain.menu():
            out[at] = action
            at += 1
        return at


_OURS = ("seat ", "to act ", "asked to", "sealed", "state ")
"""How the names begin that are not the author's."""


def shown(game: PlainGame[Any], position: Any, seat: Seat) -> Iterator[tuple[str, _Leaf]]:
    """What a seat is shown, field by field: the state as it may see it, what it has sealed, and
    who has to act.
    """
    plain: PlainPosition = position
    yield from _situation(game, plain, seat)
    yield from _leaves_of("sealed", list(plain.parts.get(seat, ())))
    state = game.views.board_view(plain, seat).state
    for name, leaf in _leaves_of("", _builtin(state)):
        yield f"state {name}" if name.startswith(_OURS) else name, leaf


def _situation(
    game: PlainGame[Any], plain: PlainPosition, seat: Seat
) -> Iterator[tuple[str, _Leaf]]:
    """Who looks, who has to act, and what is asked."""
    decision = plain.decision()
    for index in range(len(game.seats(plain.options))):
        yield f"seat {index + 1}", index == seat
        yield f"to act {index + 1}", index in owing(decision)
    yield "asked to", _DOING[type(decision)]


def _leaves_of(name: str, value: object) -> Iterator[tuple[str, _Leaf]]:
    """The numbers and words in a value, each with a name that tells its place; every list has a
    size.
    """
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves_of(f"{name} {key}".strip(), item)
    elif isinstance(value, list | tuple):
        yield f"{name} size", len(value)
        for place, entry in enumerate(value):
            yield from _leaves_of(f"{name} {place + 1}", entry)
    elif isinstance(value, float):
        yield name, round(value)
    else:
        yield name, value if value is None or isinstance(value, str) else int(value)  # type: ignore[call-overload]


def _shown_in_random_play(
    game: PlainGame[Any], options: Options
) -> Iterator[Iterator[tuple[str, _Leaf]]]:
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
