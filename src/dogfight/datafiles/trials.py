"""What a game may offer to studies of its balance. A study asks with `isinstance`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from dogfight.core.options import Options

TrialKind = Literal["first move", "set-up", "piece", "condition", "length"]


class DataTrial(msgspec.Struct, frozen=True):
    """One change of a data file: the keys and the values they take, None where a key is removed.

    `side` is who begins without the change, where the change is about the first move.
    """

    kind: TrialKind
    text: str
    file: str
    values: tuple[tuple[str, Any], ...]
    side: int = -1


@runtime_checkable
class TriesChanges(Protocol):
    """Changes of what is played that can be tried one at a time, to see what moves a result."""

    def trials(self, options: Options) -> Sequence[DataTrial]:
        """The changes; one that leads to data that are not in order is left out by the study."""
