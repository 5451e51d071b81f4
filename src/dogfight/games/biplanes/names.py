"""The words for phases, tiles, commitments and numbers, both ways."""

from __future__ import annotations

import re
from functools import lru_cache

from dogfight.core.errors import BadNotation
from dogfight.core.reading import parse_int_between
from dogfight.games.biplanes.data import MAL_IDS
from dogfight.games.biplanes.state import ROUND_TURNS, Plane
from dogfight.games.biplanes.tables import (
    EXIT,
    HOLD,
    KIND_BITS,
    LOOP,
    MAL_EXIT,
    MAL_UNIT,
    NO_TILE,
    TileSet,
)

PHASES = (
    "place",
    "pick",
    "start",
    "deal",
    "slot",
    "objective",
    "mulligan",
    "redraw",
    "plan",
    "show",
    "answer",
    "target",
    "lose",
    "lose_bag",
    "remove",
    "bot_draw",
    "toss",
    "over",
)
OUTCOMES = ("p1", "p2", "draw", "p1_major")
REASONS = ("", "shot_down", "exit", "crash", "time")
_TILE = re.compile(r"([0-5])(L?)/([0-3])(X?)(H?)")
_MAL = re.compile(r"(-2|-1|0\*|0|\+1|\+2)(X?)")


def kind_word(kind: int) -> str:
    """A tile as value/hits."""
    return f"{kind >> 2}/{kind & 3}"


def read_kind(word: str) -> int:
    """The kind of a tile written as value/hits."""
    match = _TILE.fullmatch(word)
    if match is None or match[2] or match[4] or match[5]:
        raise BadNotation(f"expected a tile like 4/1, got {word!r}", rule="BD-1.4")
    return int(match[1]) * 4 + int(match[3])


def single_word(action: int) -> str:
    """The commitment of one biplane: 4/1, 3L/1, 4/1X, 2/2H."""
    kind = action & KIND_BITS
    loop, away, hold = (
        ("L" if action & LOOP else ""),
        ("X" if action & EXIT else ""),
        ("H" if action & HOLD else ""),
    )
    return f"{kind >> 2}{loop}/{kind & 3}{away}{hold}"


def read_single(word: str) -> int:
    match = _TILE.fullmatch(word)
    if match is None or (match[2] and match[1] != "3"):
        raise BadNotation(
            f"expected a commitment like 4/1, 3L/1, 4/1X or 2/2H, got {word!r}", rule="BD-4.1"
        )
    marks = (LOOP if match[2] else 0) + (EXIT if match[4] else 0) + (HOLD if match[5] else 0)
    return int(match[1]) * 4 + int(match[3]) + marks


def mal_word(action: int) -> str:
    return MAL_IDS[((action >> 8) & 7) - 1] + ("X" if action & MAL_EXIT else "")


def read_mal(word: str) -> int:
    match = _MAL.fullmatch(word)
    if match is None:
        raise BadNotation(
            f"expected a tile of the malfunctioning biplane like 0* or +1X, got {word!r}",
            rule="BD-24.4",
        )
    return (MAL_IDS.index(match[1]) + 1) * MAL_UNIT + (MAL_EXIT if match[2] else 0)


def commitment_word(action: int) -> str:
    """A commitment; the escort player's is a pair like 4/0&-2X, or -2X alone once the escort is
    lost.
    """
    if action < MAL_UNIT:
        return single_word(action)
    if action & KIND_BITS == NO_TILE:
        return mal_word(action)
    return f"{single_word(action & (MAL_UNIT - 1))}&{mal_word(action)}"


def read_commitment(word: str) -> int:
    if "&" in word:
        escort, mal = word.split("&", 1)
        return read_single(escort) + read_mal(mal)
    return read_single(word) if "/" in word else NO_TILE + read_mal(word)


def kinds_of(tiles: TileSet, mask: int) -> list[int]:
    """The kinds of the tiles in a mask, in ascending order."""
    kinds = []
    while mask:
        kinds.append(int(tiles.kind_of(mask & -mask)))
        mask &= mask - 1
    return kinds


def tile_words(tiles: TileSet, mask: int) -> list[str]:
    return [kind_word(kind) for kind in kinds_of(tiles, mask)]


@lru_cache(maxsize=1024)
def tile_mask(tiles: TileSet, words: tuple[str, ...], among: int) -> int:
    """Tiles of a set that are written as words, taken out of those still free."""
    mask = 0
    for word in words:
        tile = tiles.find(read_kind(word), among & ~mask)
        if tile == 0:
            raise BadNotation(
                f"{tiles.name} has no tile {word} left for {','.join(words)}", rule="BD-1.3"
            )
        mask |= tile
    return mask


def squares(plane: Plane) -> list[str]:
    """[BD-1.11] The tiles on this round's turn squares, in order."""
    words = []
    for turn in range(ROUND_TURNS):
        square = (plane.squares >> (6 * turn)) & 63
        if square:
            words.append(single_word(square - 1))
    return words


def pack_squares(words: list[str]) -> int:
    """Turn squares from their tiles."""
    if len(words) > ROUND_TURNS:
        raise BadNotation(f"expected at most five turn squares, got {len(words)}", rule="BD-1.11")
    return sum(((read_single(word) & 63) + 1) << (6 * turn) for turn, word in enumerate(words))


def numbers_in(mask: int) -> list[str]:
    return [str(number) for number in range(1, 6) if mask >> number & 1]


def read_numbers(words: list[str]) -> int:
    """Numbers from 1 to 5 as a mask."""
    return sum(1 << whole(word, 1, 5) for word in words)


def packed(nibbles: int) -> dict[str, int]:
    """Four bits for each of the numbers 1 to 5, as far as they are not 0."""
    return {
        str(number): nibbles >> (4 * number) & 15
        for number in range(1, 6)
        if nibbles >> (4 * number) & 15
    }


def pack(values: dict[str, int]) -> int:
    """Four bits for each of the numbers 1 to 5."""
    return sum(value << (4 * whole(number, 1, 5)) for number, value in values.items())


def one_of(word: str, words: tuple[str, ...], rule: str) -> int:
    """The number of a word in a list."""
    if word not in words:
        raise BadNotation(f"expected one of {', '.join(words)}, got {word!r}", rule=rule)
    return words.index(word)


def whole(text: str, least: int, most: int) -> int:
    """A whole number in these bounds."""
    return parse_int_between(text, least, most)
