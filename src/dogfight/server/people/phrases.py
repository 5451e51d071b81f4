"""A phrase of six words that stands for a person: made by chance, shown once, kept as a slow hash.

The first two words find the row, the other four are the secret: 44 bits behind a hash that takes
some 50 ms, and rate limits before it. The words are the 2048 of BIP-39, whose first four letters
are all different, so that a slip of the pen can be read.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from dogfight.server.refusals import Refused
from dogfight.server.settings import SystemSources

WORD_COUNT = 6
_SELECTOR_WORDS = 2
_TELLING_LETTERS = 4
SALT_BYTES = 16
_COST, _BLOCK, _LANES = 2**14, 8, 1
"""16 MB and some 50 ms for every guess."""


@cache
def _words() -> tuple[str, ...]:
    return tuple(
        resources.files("dogfight.server.people")
        .joinpath("words.txt")
        .read_text(encoding="utf-8")
        .split()
    )


@cache
def _by_letters() -> dict[str, str]:
    """Every word by its first four letters."""
    return {word[:_TELLING_LETTERS]: word for word in _words()}


def new_phrase(sources: SystemSources) -> str:
    """Six words, each drawn from all of them."""
    words = _words()
    number = int.from_bytes(sources.entropy(2 * WORD_COUNT), "big")
    drawn = []
    for _ in range(WORD_COUNT):
        number, index = divmod(number, len(words))
        drawn.append(words[index])
    return " ".join(drawn)


def read_phrase(text: str) -> str:
    """The phrase that a person typed; `Refused` if it cannot be one."""
    typed = text.lower().replace("-", " ").split()
    known = [_by_letters().get(word[:_TELLING_LETTERS], "") for word in typed]
    if len(known) != WORD_COUNT or not all(known):
        raise Refused(
            "unfit",
            f"expected the {WORD_COUNT} words of a phrase, got {len(typed)} of which"
            f" {sum(map(bool, known))} are words of ours",
        )
    return " ".join(known)


def selector_of(phrase: str) -> str:
    """What a phrase is found by: its first two words."""
    return " ".join(phrase.split()[:_SELECTOR_WORDS])


def slow_hash(phrase: str, salt: bytes) -> bytes:
    """What is kept of a phrase."""
    return hashlib.scrypt(phrase.encode(), salt=salt, n=_COST, r=_BLOCK, p=_LANES, dklen=32)
