"""Every numbered rule has its place: cited in the code that carries it out and in a test, or exempt with a reason."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from dogfight import names, rulebook

ROOT = Path(__file__).parents[1]
CITED = re.compile(r"\b((?:BD|JP|SQ|SF|CB|GO)-D?\d+(?:\.\d+)?)\b")
READ = {".py", ".toml", ".ts", ".tsx", ".md"}

DEFINED = {one for game in names() for one in rulebook.rules(game)}
EXEMPT = tomllib.loads((ROOT / "docs" / "rules" / "exempt.toml").read_text())


def cited(*folders: str) -> Iterator[str]:
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in READ and "node_modules" not in path.parts:
                yield from CITED.findall(path.read_text())


def test_every_rule_is_cited_in_code_and_tests_or_exempt_with_a_reason() -> None:
    assert len(DEFINED) == 267 + 225 + 79 + 102 + 379 + 7
    code, tests = set(cited("src", "web/src")), set(cited("tests"))
    assert not DEFINED - code - set(EXEMPT)
    assert not DEFINED - tests - set(EXEMPT)
    assert all(reason.strip() for reason in EXEMPT.values())


def test_no_rule_is_cited_that_does_not_exist() -> None:
    chapters = {one.rsplit(".", 1)[0] for one in DEFINED}
    assert not set(cited("src", "web/src", "tests")) - DEFINED - chapters
    assert set(EXEMPT) <= DEFINED
