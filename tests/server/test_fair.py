"""Draws follow from a seed that was promised; anyone can check them with nothing but a hash function."""

import hashlib
import hmac
import random
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from harness import Server, play_first

import dogfight
from dogfight.client import Client
from dogfight.core.errors import BadRecord
from dogfight.core.record import Record, parse, verify
from dogfight.server import fair
from dogfight.server.match import Match


def test_a_draw_is_what_the_page_says() -> None:
    """docs/hosting.md, done by hand: three bits for six outcomes, drawn again while they say six or seven."""
    seed = bytes(range(32))
    odds = tuple((n, Fraction(1, 6)) for n in range(6))
    for move in range(1, 200):
        k = 0
        while True:
            block = hmac.new(seed, f"LARK-2345/{move}/{k}".encode(), hashlib.sha256).digest()
            value = block[0] >> 5
            if value < 6:
                break
            k += 1
        assert fair.draw(seed, "LARK-2345", move, odds) == value


def test_draws_are_even_and_independent() -> None:
    odds = ((0, Fraction(1, 2)), (1, Fraction(1, 3)), (2, Fraction(1, 6)))
    counts = [[0] * 3 for _ in range(3)]
    last = 0
    for move in range(6000):
        now = fair.draw(b"s" * 32, "LARK-2345", move, odds)
        counts[last][now] += 1
        last = now
    shares = [float(weight) for _, weight in odds]
    chi = sum(
        (counts[a][b] - 6000 * shares[a] * shares[b]) ** 2 / (6000 * shares[a] * shares[b])
        for a in range(3)
        for b in range(3)
    )
    assert chi < 26.1, "99.9 % of fair draws"


def test_large_numbers_stay_below_their_limit() -> None:
    big = 3**400
    values = [fair.Stream(b"x" * 32, "A", n).big_below(big) for n in range(50)]
    assert all(0 <= one < big for one in values) and max(values) > big // 2


@pytest.fixture(scope="module")
def record() -> Record:
    """A finished squadrons game as an online table would write it."""
    game = dogfight.load("squadrons")
    seed, code = b"\x07" * 32, "LARK-2345"
    match = Match(game, game.options(), seed, code)
    match.start()
    dice = random.Random(3)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, dice.choice(game.legal(match.table.position, seat)))
    commit = fair.commitment(code, game.name, game.rules_version, seed)
    found = match.table.record
    header = msgspec.structs.replace(found.header, code=code, commit=commit, seed=seed.hex())
    return parse(Record(header, found.moves, found.result).to_text())


def test_an_untouched_record_verifies(record: Record) -> None:
    game = dogfight.load("squadrons")
    verify(game, record)
    assert (fair.check_draws(game, record) or 0) > 10


def test_a_changed_seed_code_or_promise_is_found(record: Record) -> None:
    game = dogfight.load("squadrons")
    header = record.header
    changed = [
        msgspec.structs.replace(header, seed="08" * 32),
        msgspec.structs.replace(header, seed="xyz"),
        msgspec.structs.replace(header, seed=msgspec.UNSET),
        msgspec.structs.replace(header, code="LARK-2346"),
        msgspec.structs.replace(header, commit="0" * 64),
    ]
    for one in changed:
        with pytest.raises(BadRecord):
            fair.check_draws(game, Record(one, record.moves))


def test_another_draw_is_found_even_if_all_hashes_fit(record: Record) -> None:
    """A host that draws again until it likes the outcome writes a record that only the seed gives away."""
    game = dogfight.load("squadrons")
    assert isinstance(record.header.code, str)
    other = Match(game, record.header.options, b"\x08" * 32, record.header.code)
    other.start()
    forged = Record(record.header, other.table.record.moves)
    with pytest.raises(BadRecord, match="the seed gives"):
        fair.check_draws(game, forged)


def test_the_verify_verb_checks_an_exported_game(server: Server, tmp_path: Path) -> None:
    from harness import command

    with Client(server.url, "Ana") as ana:
        made = ana.create("squadrons", {}, ["me", "me"])
        with ana.join(made.table.code) as table:
            play_first(table, 12)
        ana.resign(made.table.code, 0)
        text = ana.record(made.table.code)
    assert made.table.fair.commit in text
    file = tmp_path / "game.txt"
    file.write_text(text)
    good = command("verify", str(file))
    assert good.returncode == 0 and "as promised" in good.stdout, good.stderr
    file.write_text(text.replace('[Seed "', '[Seed "0').replace('"]\n\n', '"]\n\n', 1))
    assert command("verify", str(file)).returncode == 1
