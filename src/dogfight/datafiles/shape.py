"""Check that a data file has the shape that a struct asks for, and report the first fault with
its place.
"""

from __future__ import annotations

import types
from difflib import get_close_matches
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from dogfight.datafiles.toml_lines import Place

LARGEST = 10**18
"""Numbers beyond this are a slip of the finger, and no table could hold them."""
_WORDS: dict[Any, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    tuple: "a list",
    dict: "a table",
    type(None): "nothing",
}


class Fault(NamedTuple):
    """What is wrong, and where."""

    place: Place
    expected: str
    got: Any
    rule: str = ""


class Missing:
    """Stands where a value is missing."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = Missing()


def fault_in(value: Any, shape: Any, place: Place = ()) -> Fault | None:
    """The first thing in the contents that has another shape, or None."""
    origin = get_origin(shape)
    if shape is Any:
        return None
    if origin is Annotated:
        return _fault_in_bounds(value, shape, place)
    if origin in (Union, types.UnionType):
        faults = [fault_in(value, get_arg, place) for get_arg in get_args(shape)]
        return None if None in faults else faults[0]
    if origin is Literal:
        known = get_args(shape)
        fine = type(value) is str and value in known
        return (
            None
            if fine
            else Fault(place, "one of " + ", ".join(repr(item) for item in known), value)
        )
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        return _fault_in_struct(value, shape, place)
    kind = origin or shape
    if kind in (list, tuple):
        return _fault_in_list(value, kind, get_args(shape), place)
    if kind is dict:
        return _fault_in_dict(value, get_args(shape), place)
    if type(value) is not kind:
        return Fault(place, _WORDS[kind], value)
    if kind is int and abs(value) > LARGEST:
        return Fault(place, "a whole number of at most 18 digits", value)
    return None


def _fault_in_bounds(value: Any, shape: Any, place: Place) -> Fault | None:
    """The type has to fit, and a whole number has to lie within the bounds that stand beside it."""
    inner, *metas = get_args(shape)
    fault = fault_in(value, inner, place)
    if fault is not None or type(value) is not int:
        return fault
    for meta in metas:
        least = -LARGEST if meta.ge is None else meta.ge
        most = LARGEST if meta.le is None else meta.le
        if not least <= value <= most:
            expected = f"{meta.title or 'a whole number'} from {least} to {most}"
            return Fault(place, expected, value, (meta.extra or {}).get("rule", ""))
    return None


def _fault_in_struct(value: Any, shape: type[msgspec.Struct], place: Place) -> Fault | None:
    if not isinstance(value, dict):
        return Fault(place, "a table", value)
    hints = get_type_hints(shape, include_extras=True)
    fields = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    for key in value:
        if key not in fields:
            return Fault((*place, key), one_of(key, list(fields)), key)
    for key, field in fields.items():
        if key in value:
            fault = fault_in(value[key], hints[field.name], (*place, key))
            if fault is not None:
                return fault
        elif field.required:
            return Fault((*place, key), words_for(hints[field.name]), NOTHING)
    return None


def _fault_in_list(value: Any, kind: Any, inner: tuple[Any, ...], place: Place) -> Fault | None:
    if not isinstance(value, list):
        return Fault(place, "a list", value)
    if kind is tuple and inner[-1:] != (Ellipsis,):
        if len(value) != len(inner):
            return Fault(place, f"a list of {len(inner)}", value)
        shapes = inner
    else:
        shapes = inner[:1] * len(value)
    faults = (
        fault_in(item, shape, (*place, n))
        for n, (item, shape) in enumerate(zip(value, shapes, strict=True))
    )
    return next((fault for fault in faults if fault is not None), None)


def _fault_in_dict(value: Any, inner: tuple[Any, ...], place: Place) -> Fault | None:
    if not isinstance(value, dict):
        return Fault(place, "a table", value)
    for key, item in value.items():
        if fault_in(key, inner[0]) is not None:
            return Fault((*place, key), one_of(key, list(get_args(inner[0]))), key)
        fault = fault_in(item, inner[1], (*place, key))
        if fault is not None:
            return fault
    return None


def words_for(shape: Any) -> str:
    """What is expected where something of a shape is missing."""
    if get_origin(shape) is Annotated:
        return words_for(get_args(shape)[0])
    if get_origin(shape) is Literal:
        return "one of " + ", ".join(repr(get_arg) for get_arg in get_args(shape))
    if get_origin(shape) in (Union, types.UnionType):
        return " or ".join(words_for(get_arg) for get_arg in get_args(shape))
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        return "a table"
    return _WORDS.get(get_origin(shape) or shape, "a value")


def one_of(key: str, known: list[str]) -> str:
    """The names there are, for one that is not among them; the nearest first."""
    near = get_close_matches(key, known, 1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"one of {', '.join(known)}{meant}"
