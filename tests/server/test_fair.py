"""Draws follow from a seed that was promised; anyone can check them with nothing but a hash
function.
"""

import hashlib
import hmac
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Server, command, listen_until, play_first, serving, wait_until

import dogfight
from dogfight.client import Client, Refusal
from dogfight.core.errors import BadRecord
from dogfight.match import draws
from dogfight.match.record import Record, parse
from dogfight.match.replay import verify
from dogfight.server import messages as wire
from dogfight.server.tables.logged_match import LoggedMatch


def test_a_draw_is_what_the_page_says() -> None:
    """docs/hosting.md, done by hand: three bits for six outcomes, drawn again while they say six
    or seven.
    """
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
        assert draws.draw(seed, "LARK-2345", move, odds) == value


def test_draws_are_even_and_independent() -> None:
    odds = ((0, Fraction(1, 2)), (1, Fraction(1, 3)), (2, Fraction(1, 6)))
    counts = [[0] * 3 for _ in range(3)]
    last = 0
    for move in range(6000):
        now = draws.draw(b"s" * 32, "LARK-2345", move, odds)
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
    values = [draws.DrawStream(b"x" * 32, "A", n).big_below(big) for n in range(50)]
    assert all(0 <= value < big for value in values) and max(values) > big // 2


def checked(record: Record) -> int:
    """How many draws of a record follow from its promise."""
    result = draws.check_draws(dogfight.load(record.header.game), record)
    assert result is not None
    return result.draws


@pytest.fixture(scope="module")
def record() -> Record:
    """A finished squadrons game as an online table would write it."""
    game = dogfight.load("squadrons")
    seed, code = b"\x07" * 32, "LARK-2345"
    match = LoggedMatch(game, game.options(), seed, code)
    match.start()
    dice = random.Random(3)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, dice.choice(game.legal(match.table.position, seat)))
    commit = draws.commitment(code, game.name, game.rules_version, seed)
    result = match.table.record
    header = msgspec.structs.replace(result.header, code=code, commit=commit, seed=seed.hex())
    return parse(Record(header, result.moves, result.result).to_text())


def test_an_untouched_record_verifies(record: Record) -> None:
    game = dogfight.load("squadrons")
    verify(game, record)
    assert checked(record) > 10


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
    for item in changed:
        with pytest.raises(BadRecord):
            draws.check_draws(game, Record(item, record.moves))


def test_another_draw_is_found_even_if_all_hashes_fit(record: Record) -> None:
    """A host that draws again until it likes the outcome writes a record that only the seed
    gives away.
    """
    game = dogfight.load("squadrons")
    assert isinstance(record.header.code, str)
    other = LoggedMatch(game, record.header.options, b"\x08" * 32, record.header.code)
    other.start()
    forged = Record(record.header, other.table.record.moves)
    with pytest.raises(BadRecord, match="the seed gives"):
        draws.check_draws(game, forged)


def finished(ana: Client) -> tuple[wire.TableCreated, str]:
    """A game of Squadrons that was given up after some moves, and its record."""
    made = ana.create("squadrons", {}, ["me", "me"])
    with ana.join(made.table.code) as table:
        play_first(table, 12)
    ana.resign(made.table.code, 0)
    return made, ana.record(made.table.code)


def test_the_verify_verb_checks_an_exported_game(server: Server, tmp_path: Path) -> None:
    with Client(server.url, "Ana") as ana:
        made, text = finished(ana)
    assert made.table.fair.commit in text
    file = tmp_path / "game.txt"
    file.write_text(text)
    good = command("verify", str(file))
    assert good.returncode == 0 and "as promised" in good.stdout, good.stderr
    file.write_text(text.replace('[Seed "', '[Seed "0').replace('"]\n\n', '"]\n\n', 1))
    assert command("verify", str(file)).returncode == 1


def test_nonces_change_the_seed_as_the_page_says() -> None:
    seed, nonces = bytes(range(32)), ("aa" * 16, "", "bb" * 16)
    words = "\n".join(("dogfight nonces 1", "LARK-2345", *nonces))
    assert (
        draws.mix_nonces(seed, "LARK-2345", nonces)
        == hmac.new(seed, words.encode(), hashlib.sha256).digest()
    )
    assert draws.mix_nonces(seed, "LARK-2345", ("", "")) == seed, "nobody added anything"


def lay(
    client: Client, game: str, players: list[str], options: dict[str, Any] | None = None
) -> wire.TableCreated:
    """Lay a table and add nothing to its draws yet."""
    body = {"game": game, "options": options or {}, "players": players}
    return client._ask("POST", "/api/tables", wire.TableCreated, body)


def add(client: Client, table: wire.TableInfo, nonce: str) -> wire.TableInfo:
    body = {"commit": table.fair.commit, "nonce": nonce}
    return client._ask("POST", f"/api/tables/{table.code}/nonce", wire.TableCreated, body).table


def played_by_two(server: Server) -> tuple[str, wire.TableInfo]:
    """A finished game of two people and a bot; its record and the table before its first action."""
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = lay(ana, "starfighters", ["me", "open", "bot:random"], {"players": 3})
        assert made.table.fair.nonces == () and len(made.table.fair.commit) == 64, (
            "promised before anybody added to it"
        )
        assert made.table.fair.wanted == (0,) and add(ana, made.table, "aa" * 16).fair.wanted == ()
        code, secret = made.table.code, made.invites[0].secret
        taken = ben._ask(
            "POST", f"/api/tables/{code}/claim", wire.TableCreated, {"secret": secret}
        ).table
        assert taken.status == "open" and taken.fair.wanted == (1,), (
            "the game waits for what Ben adds"
        )
        assert add(ben, taken, "bb" * 16).status == "live"
        before = ana.table(code)
        for client, player in ((ana, 0), (ben, 1)):
            client.resign(code, player)
        return ana.record(code), before


def test_players_add_to_the_seed_and_bots_do_not(server: Server) -> None:
    text, before = played_by_two(server)
    assert before.status == "live" and before.fair.seed == ""
    assert before.fair.nonces == ("aa" * 16, "bb" * 16, ""), "known to all once the game has begun"
    record = parse(text)
    assert (
        record.header.nonces == ["aa" * 16, "bb" * 16, ""]
        and record.header.commit == before.fair.commit
    )
    game = dogfight.load("starfighters")
    assert checked(record) >= 3
    for other in (["aa" * 16, "bc" * 16, ""], ["bb" * 16, "aa" * 16, ""], []):
        changed = Record(msgspec.structs.replace(record.header, nonces=other), record.moves)
        with pytest.raises(BadRecord, match="the seed gives"):
            draws.check_draws(game, changed)


def test_the_check_finds_a_server_that_ignores_the_players(tmp_path: Path) -> None:
    with serving(tmp_path, plant="nonces_ignored") as server:
        text, _ = played_by_two(server)
    with pytest.raises(BadRecord, match="the seed gives"):
        draws.check_draws(dogfight.load("starfighters"), parse(text))


def test_nonces_survive_a_restart_before_the_game(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
            made = ana.create("squadrons", {})
            own = ana.drawn[made.table.code][1]
            server.kill()
            server.start()
            ben.claim(made.table.code, made.invites[0].secret)
            assert ana.table(made.table.code).fair.nonces == (own, ben.drawn[made.table.code][1])
            server.kill()
            server.start()
            with ana.join(made.table.code) as item, ben.join(made.table.code) as pair:
                wait_until(lambda: item.turn() or pair.turn() or item.pump(0.1) or pair.pump(0.1))
                play_first(item if item.turn() else pair, 1)
            ana.resign(made.table.code, 0)
            assert (
                draws.check_draws(dogfight.load("squadrons"), parse(ana.record(made.table.code)))
                is not None
            )
    finally:
        server.kill()


def test_a_nonce_has_a_form(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        table = lay(ana, "toy", ["me", "open"]).table
        path = f"/api/tables/{table.code}/nonce"
        for bad in ("x" * 32, "aa", "A" * 32, "a" * 65, "a" * 32 + "\n"):
            answer = ana.http.post(path, json={"commit": table.fair.commit, "nonce": bad})
            assert answer.status_code == 400, bad
        answer = ana.http.post(path, json={"commit": "0" * 64, "nonce": "a" * 32})
        assert answer.status_code == 409, "it was not this table's promise that I saw"
        assert add(ana, table, "").fair.wanted == (), "none is fine"


def test_nothing_can_be_added_before_the_promise_is_seen(server: Server) -> None:
    """A server that gets a nonce in the request that makes it draw a seed could choose among
    seeds.
    """
    with Client(server.url, "Ana") as ana:
        table = lay(ana, "toy", ["me", "me"]).table
        tries = {
            "/api/tables": {"game": "toy"},
            f"/api/tables/{table.code}/rematch": {"swap": True},
        }
        for path, body in (tries | {f"/api/tables/{table.code}/continue": {"step": 0}}).items():
            answer = ana.http.post(path, json={**body, "nonce": "aa" * 16})
            assert answer.status_code == 400 and "nonce" in answer.json()["error"], path


def test_nonce_cannot_be_replaced(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        table = lay(ana, "toy", ["me", "open"]).table
        add(ana, table, "aa" * 16)
        add(ana, table, "aa" * 16)
        with pytest.raises(Refusal, match="already"):
            add(ana, table, "bb" * 16)


def test_both_add_to_the_draws_of_a_rematch(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = ana.create("toy", {"rounds": 1})
        ben.claim(made.table.code, made.invites[0].secret)
        with ben.join(made.table.code) as his:
            ana.resign(made.table.code, 0)
            second = ana.rematch(made.table.code, swap=False).table
            listen_until(lambda: ben.drawn.get(second.code), his)
            wait_until(lambda: ana.table(second.code).status == "live")
        begun = ana.table(second.code)
        assert begun.fair.nonces == (ana.drawn[second.code][1], ben.drawn[second.code][1])
        assert ana.kept_draws(begun) and ben.kept_draws(ben.table(second.code))
        ana.drawn[second.code] = (begun.fair.commit, "cc" * 16)
        assert not ana.kept_draws(begun), (
            "a client sees that the table has another number than its own"
        )


def test_table_starts_without_missing_nonces_and_reports_them(tmp_path: Path) -> None:
    with (
        serving(tmp_path, nonce_seconds=1.0) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        made = lay(ana, "toy", ["me", "open"])
        add(ana, made.table, "aa" * 16)
        code = made.table.code
        taken = ben._ask(
            "POST",
            f"/api/tables/{code}/claim",
            wire.TableCreated,
            {"secret": made.invites[0].secret},
        ).table
        assert taken.status == "open"
        wait_until(lambda: ana.table(code).status == "live", 3)
        assert ana.table(code).fair.nonces == ("aa" * 16, "")
        with pytest.raises(Refusal, match="not begun"):
            add(ben, taken, "bb" * 16)
        server.kill()
        server.start()
        log = ana.http.get(f"/api/tables/{code}/view").json()["log"]["events"]
        assert log[0]["text"] == "Ben (Pilot 2) adds nothing to the draws."
        alone = lay(ben, "toy", ["me", "bot:wise"]).table
        assert alone.status == "open" and add(ben, alone, "").status == "live", (
            "nobody waits for a word that was said"
        )
        assert lay(ana, "toy", ["bot:wise", "bot:wise"]).table.status == "live", "bots add nothing"


def forged(record: Record, onward: str) -> Record:
    """Somebody says that the draws they do not like were made elsewhere, and writes what they
    like.
    """
    header = msgspec.structs.replace(record.header, continued_from=onward)
    return Record(header, record.moves, record.result)


def test_verify_reports_unchecked_draws_and_fails_without_any(
    record: Record, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(forged(record, f"LARK-7K2M/{len(record.moves)}").to_text())
    none = command("verify", str(file))
    assert none.returncode == 1 and "none of the" in none.stderr, none.stdout
    file.write_text(forged(record, f"LARK-7K2M/{len(record.moves) + 1}").to_text())
    assert command("verify", str(file)).returncode == 1
    file.write_text(forged(record, "LARK-7K2M/1").to_text())
    items = command("verify", str(file))
    assert items.returncode == 0, items.stderr
    assert f"{checked(record) - 1} draws, all as promised" in items.stdout
    assert "1 draws could not be checked" in items.stdout
    header = msgspec.structs.replace(record.header, commit=msgspec.UNSET, seed=msgspec.UNSET)
    file.write_text(Record(header, record.moves, record.result).to_text())
    assert "not checked" in command("verify", str(file)).stdout


def test_a_record_brought_back_keeps_its_promise(server: Server, tmp_path: Path) -> None:
    """Downloaded, uploaded, downloaded: the same record, and it still verifies."""
    with Client(server.url, "Ana") as ana:
        made, text = finished(ana)
        brought = ana.http.post(
            "/api/records", content=text, headers={"content-type": "text/plain"}
        ).json()["table"]
        assert (
            brought["fair"]["commit"] == made.table.fair.commit
            and len(brought["fair"]["nonces"]) == 2
        )
        again = ana.record(brought["code"])
    assert again == text
    file = tmp_path / "game.txt"
    file.write_text(again)
    checked = command("verify", str(file))
    assert checked.returncode == 0 and "as promised" in checked.stdout, checked.stderr
