"""Names of bots as they are typed: joined by commas, each with parameters of its own
(`search:time=1s,horizon=20`).
"""

from __future__ import annotations


def split_names(text: str) -> list[str]:
    """The names in a list; a piece like `key=value` belongs to the name before it."""
    names: list[str] = []
    for piece in text.split(","):
        if names and "=" in piece and ":" not in piece.partition("=")[0]:
            names[-1] += f",{piece}"
        else:
            names.append(piece)
    return names
