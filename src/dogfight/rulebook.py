"""The numbered rules as text, read from the specification pages that come with the package."""

from __future__ import annotations

import re
from functools import cache

from dogfight.core.errors import BadOption
from dogfight.core.registry import manifest_of

_DEFINED = re.compile(r"^\s*(?:[-*|]\s+)?\*\*([A-Z]{2}-D?\d+(?:\.\d+)?)\*\*\s*(.*)$")
_HEADING = re.compile(r"^#+\s+(?:[A-Z]{2}-\d+|\d+\.)?\s*(.*)$")
_NEXT_ITEM = re.compile(r"^\s*$|^\s*[-*|#]\s|^#")


def page(game: str) -> str:
    """The whole specification page of a game; empty if it has none."""
    manifest = manifest_of(game)
    path = manifest.file(manifest.rulebook)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@cache
def rules(game: str) -> dict[str, str]:
    """Every rule of a game: its id and what it says, on one line."""
    texts: dict[str, str] = {}
    lines = page(game).splitlines()
    for number, line in enumerate(lines):
        match = _DEFINED.match(line)
        if match is None:
            continue
        parts = [match[2]]
        if not line.lstrip().startswith("|"):
            for more in lines[number + 1 :]:
                if _NEXT_ITEM.match(more):
                    break
                parts.append(more.strip())
        texts.setdefault(match[1], " ".join(part.strip(" |") for part in parts).strip())
    return texts


_SOURCE = re.compile(r"\s*`\[(?:seed|std|public|deduced|ours|R-?\d+)\b[^\]`]*\]`")
"""Where a rule comes from, after it or after a part of it: `[seed]`, `[ours, R11]`."""


def for_players(text: str) -> str:
    """A rule without the marks of where it comes from, which the specification keeps for those
    who check it.
    """
    return _SOURCE.sub("", text).strip()


def chapter_of(rule_id: str) -> str:
    """The chapter of a rule: `SQ-4` of `SQ-4.5`, `CB-D` of `CB-D4`."""
    return re.sub(r"\.\d+$|(?<=D)\d+$", "", rule_id)


@cache
def chapters(game: str) -> dict[str, str]:
    """What the chapters are called: the heading above the first rule of each."""
    texts: dict[str, str] = {}
    heading = ""
    for line in page(game).splitlines():
        if match := _HEADING.match(line):
            heading = match[1]
        elif match := _DEFINED.match(line):
            texts.setdefault(chapter_of(match[1]), heading)
    return texts


def rule(game: str, rule_id: str) -> str:
    """What one rule says; a chapter id gives all of its rules, a line each."""
    known = rules(game)
    if not known:
        raise BadOption(f"{game} has no rules page; expected a game with numbered rules")
    if rule_id in known:
        return known[rule_id]
    chapter = [f"{key}  {text}" for key, text in known.items() if key.startswith(f"{rule_id}.")]
    if not chapter:
        items = next(iter(known), "")
        raise BadOption(f"expected a rule id of {game} like {items}, got {rule_id!r}")
    return "\n".join(chapter)
