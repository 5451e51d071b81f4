"""Reading plain numbers out of text that anyone may have written."""

from __future__ import annotations

import re

from dogfight.core.errors import BadNotation, shown

_WHOLE = re.compile(r"-?[0-9]{1,18}")


def parse_int(text: str) -> int | None:
    """A whole number of ordinary digits, with or without a minus; None if it is anything else,
    or absurdly long.
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def parse_int_between(text: str, minimum: int, maximum: int, rule: str = "") -> int:
    """A whole number within limits; `BadNotation` says which."""
    number = parse_int(text)
    if number is None or not minimum <= number <= maximum or (minimum >= 0 and text[0] == "-"):
        limits = f"from {minimum} to {maximum}" if minimum else f"up to {maximum}"
        raise BadNotation(f"expected a whole number {limits}, got {shown(text)}", rule=rule)
    return number
