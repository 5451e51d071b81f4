"""The shelf of a search against a dict."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dogfight.bots.int_map import SMALL, IntMap

KEYS = st.integers(0, 2**63 - 1) | st.integers(0, 40).map(lambda n: n * SMALL) | st.just(-2)


@given(st.lists(st.tuples(KEYS, st.integers(-100, 100)), max_size=400))
def test_shelf_holds_the_same_entries_as_a_dict(pairs) -> None:
    shelf, plain = IntMap(), {}
    for key, value in pairs:
        assert shelf.values[shelf.slot(key)] == plain.get(key, 0)
        shelf.put(key, value)
        plain[key] = value
    assert {key: shelf.values[shelf.slot(key)] for key in plain} == plain
    assert shelf.filled == len(plain)


def test_shelf_grows_before_it_is_full() -> None:
    shelf = IntMap()
    for key in range(10 * SMALL):
        shelf.put(key * SMALL, key)
    assert shelf.room > shelf.filled == 10 * SMALL
    assert all(shelf.values[shelf.slot(key * SMALL)] == key for key in range(10 * SMALL))
