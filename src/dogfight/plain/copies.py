"""Copies of plain states, by functions that are put together once for a type."""

from __future__ import annotations

import enum
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

_Copier = Callable[[Any], Any]
_UNCHANGING = (int, float, bool, str, bytes, NoneType, complex)


def copier(kind: Any) -> _Copier:
    """A function that makes independent copies of values of a type."""
    return _of(kind) or _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _of(kind: Any) -> _Copier | None:
    """How values of a type are copied; None for values that cannot change."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _of(inner[0])
    if origin in (Union, UnionType):
        return None if all(_of(part) is None for part in inner) else _by_encoding(kind)
    if isinstance(kind, type):
        if issubclass(kind, _UNCHANGING) or issubclass(kind, enum.Enum):
            return None
        if issubclass(kind, msgspec.Struct):
            return _struct(kind)
    if origin is list:
        return _list(_of(inner[0]))
    if origin is dict:
        return _dict(kind, _of(inner[0]), _of(inner[1]))
    if origin is set and _of(inner[0]) is None:
        return set.copy
    if origin in (tuple, frozenset) and all(
        part is Ellipsis or _of(part) is None for part in inner
    ):
        return None
    return _by_encoding(kind)


def _by_encoding(kind: Any) -> _Copier:
    """Copies of any type that states can have, less quickly."""
    decode, encode = msgspec.msgpack.Decoder(kind).decode, msgspec.msgpack.encode
    return lambda value: decode(encode(value))


def _list(item: _Copier | None) -> _Copier:
    if item is None:
        return list.copy
    if item is list.copy:
        return lambda rows: [row[:] for row in rows]
    return lambda values: [item(value) for value in values]


def _dict(kind: Any, key: _Copier | None, item: _Copier | None) -> _Copier:
    if key is not None:
        return _by_encoding(kind)
    if item is None:
        return dict.copy
    return lambda values: {key: item(value) for key, value in values.items()}


def _struct(kind: type[msgspec.Struct]) -> _Copier:
    """A shallow copy in which every field that can change is copied as well."""
    shallow: _Copier = kind.__copy__  # type: ignore[attr-defined]
    own = [
        (field.name, copy)
        for field in msgspec.structs.fields(kind)
        if (copy := _of(field.type)) is not None
    ]
    put = msgspec.structs.force_setattr if kind.__struct_config__.frozen else setattr

    def copied(value: Any) -> Any:
        twin = shallow(value)
        for name, copy in own:
            put(twin, name, copy(getattr(value, name)))
        return twin

    return copied if own or not kind.__struct_config__.frozen else _as_it_is
