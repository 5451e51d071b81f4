"""Chance that anyone can check: a seed promised before the game and shown after it.

When it is laid the table publishes a commitment to its 32-byte seed. The draw that is move `n` of
the record is taken from HMAC-SHA-256(seed, "CODE/n/k"), k = 0, 1, … until a number below the odds'
common denominator comes out, so it depends on nothing anyone did since. The seed is shown when the
game is over.

Where the players agree to a take-back, the draws that follow must be new ones: after the first time
CODE is replaced by CODE~1, after the second by CODE~2. The record says how many moves stayed each
time (`retaken`). A game that plays on from a finished one says from which and after how many moves
(`onward`); those moves were drawn there.

Players who have seen the commitment add a nonce of their own before the game begins. Where any did,
the draws are taken from a seed mixed from the promised one and all nonces, so that the server that
promised the seed could not choose one whose draws it knew.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import Any

import msgspec

from dogfight.core.decision import Chance, pick
from dogfight.core.errors import BadRecord
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE
from dogfight.match.record import Header, Record
from dogfight.match.replay import NamedVersions, replay

Odds = tuple[tuple[int, Any], ...]
SEED_BYTES = 32
_TAG = "dogfight seed 1"
_NONCES = "dogfight nonces 1"


class DrawTags(msgspec.Struct, frozen=True):
    """What a record says about its draws: where it was played, the promise, the seed, the nonces.

    `retaken` and `onward` say which moves were drawn anew and which were drawn elsewhere.
    """

    code: str
    commit: str
    seed: str
    nonces: tuple[str, ...] = ()
    retake_points: tuple[int, ...] = ()
    continued_from: str = ""


class DrawCheck(msgspec.Struct, frozen=True):
    """How many draws of a record follow from its promise, and how many it says were made at
    another table.
    """

    draws: int
    elsewhere: int = 0


def commitment(code: str, game: str, rules: str, seed: bytes) -> str:
    """The promise published before the game: it names the seed without showing it."""
    text = "\n".join((_TAG, code, game, rules, seed.hex()))
    return hashlib.sha256(text.encode()).hexdigest()


def mix_nonces(seed: bytes, code: str, nonces: tuple[str, ...]) -> bytes:
    """The seed the draws are taken from: the promised one, or what the players' nonces make of
    it.
    """
    if not any(nonces):
        return seed
    return hmac.digest(seed, "\n".join((_NONCES, code, *nonces)).encode(), "sha256")


@lru_cache(1024)
def _keyed(seed: bytes) -> hmac.HMAC:
    """What every block of a seed begins with: to prepare it takes longer than the rest."""
    return hmac.new(seed, digestmod="sha256")


class DrawStream:
    """The numbers that belong to one move of one table."""

    def __init__(self, seed: bytes, code: str, move: int) -> None:
        self._seed = seed
        self._label = f"{code}/{move}"
        self._next = 0

    def _block(self) -> int:
        block = _keyed(self._seed).copy()
        block.update(f"{self._label}/{self._next}".encode())
        self._next += 1
        return int.from_bytes(block.digest(), "big")

    def big_below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely: whatever falls outside is drawn
        again.
        """
        bits = n.bit_length()
        blocks = -(-bits // 256)
        while True:
            value = 0
            for _ in range(blocks):
                value = value << 256 | self._block()
            value >>= blocks * 256 - bits
            if value < n:
                return value


def stream_name(code: str, retaken: int) -> str:
    """The name that draws are made under after so many granted take-backs."""
    return f"{code}~{retaken}" if retaken else code


def draw(seed: bytes, code: str, move: int, odds: Odds) -> int:
    """The outcome of the draw that is this move of the record, counted from 1."""
    return pick(odds, DrawStream(seed, code, move))


def with_tags(header: Header, tags: DrawTags) -> Header:
    """A record's header with what its draws can be checked by."""
    return msgspec.structs.replace(
        header,
        code=tags.code,
        commit=tags.commit,
        seed=tags.seed,
        nonces=list(tags.nonces) or msgspec.UNSET,
        retake_points=list(tags.retake_points) or msgspec.UNSET,
        continued_from=tags.continued_from or msgspec.UNSET,
    )


def tags_of(header: Header) -> DrawTags | None:
    """What a record says about its draws, if it says anything."""
    code, commit, seed = header.code, header.commit, header.seed
    if not (isinstance(code, str) and isinstance(commit, str) and isinstance(seed, str)):
        return None
    nonces = () if header.nonces is msgspec.UNSET else tuple(header.nonces)
    retaken = () if header.retake_points is msgspec.UNSET else tuple(header.retake_points)
    return DrawTags(
        code,
        commit,
        seed,
        nonces,
        retaken,
        "" if header.continued_from is msgspec.UNSET else header.continued_from,
    )


def _promise(header: Header) -> tuple[str, bytes] | None:
    """Code of a record that makes a promise, and the seed of its draws; the seed must be the
    promised one.
    """
    code, commit, seed = header.code, header.commit, header.seed
    if commit is msgspec.UNSET and seed is msgspec.UNSET:
        return None
    if not (isinstance(code, str) and isinstance(commit, str) and isinstance(seed, str)):
        raise BadRecord("expected code, commit and seed together; one of them is missing")
    try:
        plain = bytes.fromhex(seed)
    except ValueError:
        raise BadRecord(f"expected the seed in hexadecimal digits, got {seed!r}") from None
    if commitment(code, header.game, header.rules, plain) != commit:
        raise BadRecord("the seed is not the one that was promised before the game")
    nonces = header.nonces if isinstance(header.nonces, list) else []
    return code, mix_nonces(plain, code, tuple(nonces))


def check_draws(game: AnyGame, record: Record) -> DrawCheck | None:
    """How many draws follow from the promised seed, and how many cannot; None if the record makes
    no promise.

    `BadRecord` names the first draw that does not.
    """
    with NamedVersions(game, record.header):
        return _check_draws(game, record)


def _check_draws(game: AnyGame, record: Record) -> DrawCheck | None:
    promise = _promise(record.header)
    if promise is None:
        return None
    code, seed = promise
    header = record.header
    retaken = [] if header.retake_points is msgspec.UNSET else header.retake_points
    before = (
        0
        if header.continued_from is msgspec.UNSET
        else _moves_before(header.continued_from, record.move_count)
    )
    count = elsewhere = 0
    for step in replay(game, record):
        n, decision = step.number, step.decision
        if isinstance(decision, Chance) and n <= before:
            elsewhere += 1
        elif isinstance(decision, Chance):
            times = max((time for time, kept in enumerate(retaken, 1) if kept < n), default=0)
            expected = draw(seed, stream_name(code, times), n, decision.odds)
            word = game.notation.write_action(step.before, CHANCE, expected)
            if word != step.move.notation:
                raise BadRecord(
                    f"move {n}: the seed gives {word}, the record says {step.move.notation}"
                )
            count += 1
    return DrawCheck(count, elsewhere)


def _moves_before(onward: str, moves: int) -> int:
    """How many of so many moves a game took over from the one it plays on from."""
    code, _, taken = onward.rpartition("/")
    if not code or not (taken.isdecimal() and taken.isascii() and len(taken) < 10):
        raise BadRecord(f"expected onward as CODE/moves, got {onward[:60]!r}")
    if int(taken) > moves:
        raise BadRecord(
            f"the record has {moves} moves and says that it took {taken} over from {code[:40]}"
        )
    return int(taken)
