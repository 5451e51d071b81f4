"""Values are written as TOML with what has not changed left as it was."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dogfight
from dogfight.core.errors import UnreadableData
from dogfight.datafiles.files import built_in, built_in_names
from dogfight.workshop.toml_text import DEEPEST, read, write

FILES = {
    (game, name): built_in(game).joinpath(name).read_text(encoding="utf-8")
    for game in dogfight.names()
    for name in built_in_names(game)
}
COMMENTED = """# The head.
[a]  # beside a table
one = 1  # beside one
texts = [
  "x",  # first
  "y",  # second
]
rows = \"\"\"
..F
.F.
\"\"\"
units = { p = 1, q = 2 }  # beside units

# Above the list.
[[side]]
seat = 0  # west

[[side]]
seat = 1  # east
"""


def changed(**at: Any) -> str:
    values = read(COMMENTED)
    for path, value in at.items():
        *way, last = path.split("__")
        target: Any = values
        for step in way:
            target = target[int(step) if step.isdecimal() else step]
        target[int(last) if last.isdecimal() else last] = value
    text = write(values, COMMENTED)
    assert tomllib.loads(text) == values
    return text


@pytest.mark.parametrize("key", FILES, ids=lambda key: "/".join(key))
def test_an_unchanged_file_comes_back_exactly(key: tuple[str, str]) -> None:
    assert write(read(FILES[key]), FILES[key]) == FILES[key]


@pytest.mark.parametrize(
    ("at", "before", "after"),
    [
        ({"a__one": 2}, "one = 1  # beside", "one = 2  # beside"),
        ({"a__texts__1": "z"}, '"y",  # second', '"z",  # second'),
        ({"a__units__q": 3}, "q = 2 }  # beside", "q = 3 }  # beside"),
        ({"side__1__seat": 7}, "seat = 1  # east", "seat = 7  # east"),
        ({"a__rows": "..F\n.FF\n"}, "..F\n.F.\n", "..F\n.FF\n"),
    ],
)
def test_an_edit_changes_its_place_alone(at: dict[str, Any], before: str, after: str) -> None:
    assert changed(**at) == COMMENTED.replace(before, after)


def test_keys_and_tables_come_and_go_with_comments_kept() -> None:
    values = read(COMMENTED)
    values["a"]["new"] = {"x": [1, 2]}
    del values["a"]["one"]
    values["side"].append({"seat": 2, "zones": {"any": ["A1"]}})
    values["a"]["texts"].insert(1, "between")
    text = write(values, COMMENTED)
    assert tomllib.loads(text) == values
    for comment in ("# The head.", "# first", "# second", "# Above the list.", "# west", "# east"):
        assert comment in text
    back = write(read(COMMENTED), text)
    assert tomllib.loads(back) == read(COMMENTED) and "# The head." in back


def test_a_new_file_is_written_with_maps_in_rows() -> None:
    values = {"map": {"terrain": "..F\n.F.\n"}, "side": [{"seat": 0}, {"seat": 1}]}
    text = write(values, "")
    assert tomllib.loads(text) == values
    assert 'terrain = """\n..F\n.F.\n"""' in text and text.count("[[side]]") == 2


LEAVES = st.one_of(st.integers(-(10**18), 10**18), st.booleans(), st.text(max_size=8))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
TABLES = st.dictionaries(st.text(max_size=4), VALUES, max_size=4)


@given(TABLES, TABLES)
def test_any_values_can_follow_any_others(first: dict[str, Any], second: dict[str, Any]) -> None:
    text = write(first, "")
    assert tomllib.loads(text) == first
    assert tomllib.loads(write(second, text)) == second
    assert tomllib.loads(write(first, COMMENTED)) == first


@given(st.data())
def test_any_value_of_a_file_can_be_changed(data: st.DataObject) -> None:
    text = FILES[data.draw(st.sampled_from(sorted(FILES)))]
    before = read(text)
    values: Any = deepcopy(before)
    target = values
    while True:
        keys = list(target) if isinstance(target, dict) else list(range(len(target)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(target[key], dict | list) and target[key] and data.draw(st.booleans()):
            target = target[key]
            continue
        target[key] = data.draw(VALUES)
        break
    assert tomllib.loads(write(values, text)) == values


@pytest.mark.parametrize(
    "text", ["a = 1979-05-27", "a = 1.5", "a = nan", "a = [[[", "a = " + "[" * 2000, "a = 9" * 20]
)
def test_what_no_data_file_has_is_refused(text: str) -> None:
    with pytest.raises(UnreadableData, match="expected"):
        read(text)


def test_deep_values_are_refused() -> None:
    value: Any = 1
    for _ in range(DEEPEST + 1):
        value = [value]
    with pytest.raises(UnreadableData, match="deep"):
        write({"a": value}, "")
