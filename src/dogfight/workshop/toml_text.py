"""TOML text as plain values and back: what has not changed stays as it was, comments included."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, MutableMapping
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable, Item, String, StringType, Table, Trivia

from dogfight.core.errors import UnreadableData, shown
from dogfight.datafiles.shape import LARGEST
from dogfight.workshop.checking import MOST_LETTERS

DEEPEST = 12
MOST_VALUES = 50_000
TOP, IN_TABLE, INLINE = range(3)
"""Where a value stands: in the text itself, in a table, or on one line with others."""
Values = dict[str, Any]


def read(text: str) -> Values:
    """The values of a TOML text; only texts, whole numbers, true and false, lists and tables."""
    if len(text) > MOST_LETTERS:
        raise UnreadableData(f"expected at most {MOST_LETTERS} letters, got {len(text)}")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        words = "less deep lists and tables" if isinstance(error, RecursionError) else str(error)
        raise UnreadableData(f"expected TOML; {words}") from error
    check_values(values)
    return values


def check_values(values: Any) -> None:
    """Refuse values that no data file has, too deep ones and too many."""
    rest, count = [(values, 0)], 0
    while rest:
        value, depth = rest.pop()
        count += 1
        if depth > DEEPEST or count > MOST_VALUES:
            raise UnreadableData(f"expected at most {MOST_VALUES} values, {DEEPEST} deep; got more")
        if isinstance(value, dict):
            rest += [(item, depth + 1) for item in value.values()]
        elif isinstance(value, list):
            rest += [(item, depth + 1) for item in value]
        elif type(value) not in (str, int, bool):
            raise UnreadableData(
                "expected texts, whole numbers, true or false, lists and tables; got"
                f" {shown(value)}"
            )
        elif type(value) is int and abs(value) > LARGEST:
            raise UnreadableData("expected whole numbers of at most 18 digits; got a longer one")


def write(values: Values, previous: str) -> str:
    """A TOML text with these values, as much as possible as it was before.

    Where an edit in place does not give the values, the whole top-level key is written anew.
    """
    check_values(values)
    before = read(previous)
    if before == values and list(before) == list(values):
        return previous
    try:
        text = _edited(values, before, previous)
        if tomllib.loads(text) == values:
            return text
    except (TOMLKitError, ValueError):
        pass
    return _document_of(values)


def _edited(values: Values, before: Values, previous: str) -> str:
    document = tomlkit.parse(previous)
    _merge(document, values, before)
    text = tomlkit.dumps(document)
    reached = tomllib.loads(text)
    if reached == values:
        return text
    document = tomlkit.parse(previous)
    for key in list(document):
        if key not in values:
            document.remove(key)
    for key, value in values.items():
        if key not in before or before[key] != value:
            document[key] = _item_of(value, TOP)
    return tomlkit.dumps(document)


def _merge(target: MutableMapping[str, Any], values: Mapping[str, Any], before: Any) -> None:
    """Change a table until it has these values, key by key."""
    level = INLINE if isinstance(target, InlineTable) else IN_TABLE
    level = TOP if isinstance(target, TOMLDocument) else level
    for key in [key for key in target if key not in values]:
        del target[key]
    for key, value in values.items():
        if key not in before:
            target[key] = _item_of(value, level)
        elif before[key] != value or type(before[key]) is not type(value):
            held = target[key]
            if isinstance(value, dict) and isinstance(before[key], dict):
                _merge(held, value, before[key])
            elif isinstance(value, list) and isinstance(held, AoT) and _are_tables(value):
                _merge_tables(held, value, before[key])
            elif isinstance(value, list) and isinstance(held, Array):
                _merge_items(held, value, before[key])
            else:
                target[key] = _like(value, held, level)


def _are_tables(value: list[Any]) -> bool:
    return bool(value) and all(isinstance(item, dict) for item in value)


def _merge_tables(target: AoT, values: list[Values], before: list[Values]) -> None:
    for table, value, was in zip(target, values, before, strict=False):
        _merge(table, value, was)
    for _ in range(len(before) - len(values)):
        del target[-1]
    for value in values[len(before) :]:
        target.append(_table_of(value))


def _merge_items(target: Array, values: list[Any], before: list[Any]) -> None:
    """Items at the beginning and the end that are the same stay with their comments."""
    head = 0
    while head < min(len(values), len(before)) and values[head] == before[head]:
        head += 1
    tail = 0
    while tail < min(len(values), len(before)) - head and values[-1 - tail] == before[-1 - tail]:
        tail += 1
    common = min(len(values), len(before)) - head - tail
    for n in range(head, head + common):
        held = target[n]
        if isinstance(values[n], dict) and isinstance(before[n], dict):
            _merge(held, values[n], before[n])
        else:
            target[n] = _like(values[n], held, INLINE)
    for _ in range(len(before) - len(values)):
        del target[head + common]
    for n in range(head + common, len(values) - tail):
        if n >= len(before) or tail:
            target.insert(n, _item_of(values[n], INLINE))


def _like(value: Any, held: Any, level: int) -> Any:
    """A new value with the comment and the quotes of the one in its place."""
    item = _item_of(value, level)
    if isinstance(item, Item) and isinstance(held, Item):
        if isinstance(item, String) and isinstance(held, String):
            item = _text_of(value, held.as_string().startswith('"""'))
        trivia = held.trivia
        item.trivia.indent = trivia.indent
        item.trivia.comment_ws = trivia.comment_ws
        item.trivia.comment = trivia.comment
        item.trivia.trail = trivia.trail
    return item


def _item_of(value: Any, level: int) -> Any:
    """A value as TOML writes it: sections as tables of their own, the rest on one line."""
    if isinstance(value, str):
        return _text_of(value, "\n" in value and level != INLINE)
    if isinstance(value, dict):
        if level == TOP or (level == IN_TABLE and any(map(_is_section, value.values()))):
            return _table_of(value)
        table = tomlkit.inline_table()
        for key, item in value.items():
            table[key] = _item_of(item, INLINE)
        return table
    if isinstance(value, list):
        if level != INLINE and _are_tables(value):
            tables = tomlkit.aot()
            for item in value:
                tables.append(_table_of(item))
            return tables
        array = tomlkit.array()
        for item in value:
            array.append(_item_of(item, INLINE))
        return array
    return tomlkit.item(value)


def _table_of(values: Values) -> Table:
    """A table with simple values first, so that none falls into a table below."""
    table = tomlkit.table()
    items = {key: _item_of(value, IN_TABLE) for key, value in values.items()}
    for key in sorted(items, key=lambda name: isinstance(items[name], Table | AoT)):
        table[key] = items[key]
    return table


def _document_of(values: Values) -> str:
    """A text of its own."""
    document = tomlkit.document()
    items = {key: _item_of(value, TOP) for key, value in values.items()}
    for key in sorted(items, key=lambda name: isinstance(items[name], Table | AoT)):
        document[key] = items[key]
    return tomlkit.dumps(document)


def _is_section(value: Any) -> bool:
    """Whether a value has too much in it for one line."""
    return isinstance(value, dict) and any(isinstance(item, dict) for item in value.values())


def _text_of(value: str, several_lines: bool) -> String:
    """A text in quotes; one of several lines begins below its key, as maps are written."""
    if not several_lines:
        return tomlkit.string(value)
    plain = tomlkit.string(value, multiline=True).as_string()[3:-3]
    return String(StringType.MLB, value, "\n" + plain, Trivia())
