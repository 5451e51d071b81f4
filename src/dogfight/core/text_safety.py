"""Make untrusted text safe to show: on a terminal, in a log, as the name of a person."""

from __future__ import annotations

import unicodedata

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters or signs and show nothing."""


def escaped(text: str, keep: str = "") -> str:
    r"""The text with everything that does not print (controls, marks that turn the direction)
    written as \u001b.
    """
    if text.isprintable():
        return text
    return "".join(item if item.isprintable() or item in keep else _escape(item) for item in text)


def _escape(text: str) -> str:
    r"""One character as in JSON: \u2028, or two of these for one beyond the first 65,536."""
    units = text.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def escaped_json(text: bytes) -> str:
    """JSON with the same meaning, in which every character prints; only line ends stay."""
    return escaped(text.decode(), keep="\n")


def visible(text: str) -> str:
    """The text on one line, without invisible characters and with single blanks."""
    spaced = "".join(" " if item.isspace() else item for item in unicodedata.normalize("NFC", text))
    return " ".join("".join(item for item in spaced if _is_visible(item)).split())


def _is_visible(text: str) -> bool:
    return unicodedata.category(text) not in _INVISIBLE and text not in _BLANK
