"""What counters reach, as it travels to boards; `aids` works it out."""

from __future__ import annotations

import msgspec


class Hidden(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in range with enemies in it that cannot be fired at, the hex in between that hides
    it, and the rule.

    No hex is named where it is friends who stand in the way.
    """

    at: str
    rule: str
    by: str = ""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some counters in one place reach: rows of the map with `o` seen, `x` in range but
    hidden, `.` too far.

    `outside` says the same of the places outside the hex field, in their order.
    """

    units: tuple[str, ...]
    place: str
    rows: tuple[str, ...]
    outside: str = ""
    hidden: tuple[Hidden, ...] = ()
