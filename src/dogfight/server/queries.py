"""What may stand in the query of an address: the same words for the document and for the check."""

from __future__ import annotations

import re
from typing import Any

from starlette.datastructures import QueryParams

from dogfight.server.refusals import Refused

_NUMBER = "^[0-9]{1,6}$"
IN_QUERY: dict[str, dict[str, Any]] = {
    "seat": {"pattern": "^-?[0-9]{1,2}$"},
    "after": {"pattern": "^[0-9a-f]{0,64}$"},
    "channel": {"enum": ["table", "watchers"]},
    "form": {"enum": ["text", "json"]},
    "perspective": {"pattern": "^(open|watcher|[0-9]{1,3})$"},
    "from": {"pattern": _NUMBER},
    "count": {"pattern": "^(1?[0-9]{1,2}|200)$"},
    "line": {"pattern": _NUMBER},
    "paper": {"enum": ["a4", "letter"]},
    "kind": {"enum": ["pair", "crew", "free-for-all"]},
}
_LONGEST_QUOTE = 20


def check_query(names: tuple[str, ...], query_params: QueryParams) -> None:
    """Refuse a parameter that stands there twice, or is not what the document says it may be."""
    for name in names:
        values = query_params.getlist(name)
        if len(values) > 1:
            raise Refused("bad_request", f"expected {name} once, got it {len(values)} times")
        if values and not fits(values[0], IN_QUERY[name]):
            raise Refused(
                "bad_request",
                f"expected {name} {_expected(name)}, got {values[0][:_LONGEST_QUOTE]!r}",
            )


def fits(value: str, form: dict[str, Any]) -> bool:
    if "enum" in form:
        return value in form["enum"]
    return re.fullmatch(form["pattern"][1:-1], value, re.ASCII) is not None


def _expected(name: str) -> str:
    form = IN_QUERY[name]
    return (
        f"to be {' or '.join(form['enum'])}"
        if "enum" in form
        else f"of the form {form['pattern'][1:-1]}"
    )
