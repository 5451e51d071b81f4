"""Reading plain numbers out of text that anyone may have written."""

from __future__ import annotations

import re

from dogfight.core.errors import BadNotation, shown

_WHOLE = re.compile(r"-?[0-9]{1,18}")


def whole(text: str) -> int | None:
    """A whole number of ordinary digits, with or without a minus; None if it is anything else,
    or absurdly long.
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def parse_int_between(text: str, least: int, most: int, rule: str = "") -> int:
    """A whole number within limits; `BadNotation` says which."""
    number = whole(text)
    if number is None or not least <= number <= most or (least >= 0 and text[0] == "-"):
        limits = f"from {least} to {most}" if least else f"up to {most}"
        raise BadNotation(f"expected a whole number {limits}, got {shown(text)}", rule=rule)
    return number
