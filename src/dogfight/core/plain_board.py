"""The board of a game in one file, which the toolkits draw as labelled cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from dogfight.core.seat import Seat

_T = TypeVar("_T", bound=msgspec.Struct)


class PlainBoard(msgspec.Struct, Generic[_T], frozen=True, omit_defaults=True):
    """The board of a game in one file: the state as the seat may see it, the notation of the
    choices it knows to be sealed, the names of the state's fields with an entry for every seat, and
    the labels of fields that have one.
    """

    state: _T
    sealed: dict[Seat, tuple[str, ...]]
    per_seat: tuple[str, ...]
    labels: Mapping[str, str] = {}

    def label(self, name: str) -> str:
        """A field's name for people."""
        return self.labels.get(name, name.replace("_", " "))
