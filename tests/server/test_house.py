"""Health, metrics, static files, the terminal client."""

import json
import logging
import os
import socket
import time
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path

import httpx
import pytest
from harness import Server, command, listen_until, serving
from starlette.applications import Starlette
from starlette.routing import Route
from toygame import ToyGame

from dogfight.client import Client, Refusal, RemoteTable
from dogfight.client.line_client import Keyboard, Terminal, place
from dogfight.core.errors import BadOption
from dogfight.core.registry import register
from dogfight.server import codes, logs, static
from dogfight.server.app import ServerContext
from dogfight.server.messages import Ack, NewTable, Play, Reject
from dogfight.server.settings import Settings, SystemSources, read_settings
from dogfight.server.storage.sqlite import SqliteStore
from dogfight.server.storage.store import StorageFailed


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def test_health_and_metrics(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, metrics_port=port) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["me", "me"]).table.code
        with ana.join(code) as table:
            view = table.wait_for_turn()
            assert view is not None
            table.play(view.seat, 1)
            health = ana.http.get("/healthz").json()
            assert health["ok"] and health["sockets"] == 1 and health["tables"] == 1
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as page:
                text = page.read().decode()
        assert (
            'dogfight_commands_total{outcome="ack"} 1.0' in text and "dogfight_sockets 1.0" in text
        )
        assert code not in text and "Ana" not in text
        assert ana.http.get("/metrics").status_code == 404, "not on the public port"


def test_a_disk_that_is_almost_full_is_not_well(tmp_path: Path) -> None:
    with serving(tmp_path, free_mb=1 << 40) as server, Client(server.url, "Ana") as ana:
        answer = ana.http.get("/healthz")
        assert (
            answer.status_code == 503
            and answer.json()["ok"] is False
            and "free on the disk" in answer.json()["problem"]
        )


async def test_health_tells_of_writes_that_fail_and_of_their_recovery(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    server = ServerContext(Settings(free_mb=0), store)
    try:
        await store.probe()
        assert await server.health_problem() == ""
        store._writer.pragma("query_only", True)
        with pytest.raises(StorageFailed):
            await server.ledger.new_person("x", b"x", 1)
        assert "not stored" in await server.health_problem()
        store._writer.pragma("query_only", False)
        assert await server.health_problem() == "", (
            "a write that is tried tells that all is well again"
        )
        store.written -= 60
        store._writer.pragma("query_only", True)
        assert "not stored" in await server.health_problem(), "an old write proves nothing"
    finally:
        await store.close()


async def test_table_continues_after_storage_failure_without_replay(
    tmp_path: Path, own_registry: None
) -> None:
    """Where many tables wait for a database to come back, each costs a look and not a replay."""
    register(ToyGame.manifest)
    store = SqliteStore(tmp_path)
    server = ServerContext(Settings(free_mb=0), store)
    await server.open()
    try:
        ana = await server.ledger.new_person("Ana", b"x", 1)
        table, _ = await server.table_manager.create(
            ana, NewTable("toy", {"rounds": 9}, ("me", "me"))
        )
        await table.start_countdown.add_nonce(ana, table.row.seed_commitment, "0" * 32)
        match, head = table.match, table.row.head
        asked = table.match.question(0)
        store._writer.pragma("query_only", True)
        refused = await server.command(table, ana, Play("a", 0, asked, 1))
        assert isinstance(refused, Reject) and refused.code == "storage"
        assert (table.row.head, table.match.question(0)) == (head, asked)
        store._writer.pragma("query_only", False)
        assert isinstance(await server.command(table, ana, Play("a", 0, asked, 1)), Ack)
        assert table.row.head == head + 1 and table.match is match
        assert len(await server.ledger.entries(table.code)) == head + 1
    finally:
        await server.close()


def test_server_time_never_goes_back_with_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = SystemSources()
    before = sources.now()
    monkeypatch.setattr(time, "time", lambda: before - 3600)
    assert before <= sources.now() < before + 5


def test_pages_have_security_and_cache_headers(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        for path in ("/", "/table/LARK-2222", "/join/LARK-2222", "/review/LARK-2222"):
            page = ana.http.get(path)
            assert page.status_code == 200 and "text/html" in page.headers["content-type"]
            assert page.headers["cache-control"] == "no-cache"
            assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
            assert page.headers["x-content-type-options"] == "nosniff"
        nothing = ana.http.get("/nothing/here")
        assert nothing.status_code == 404 and nothing.text == page.text, (
            "the page itself says that nothing is here"
        )
        assert ana.http.get("/nothing.js").text != page.text


async def test_assets_are_kept_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1a2b.js").write_text("1")
    (tmp_path / "index.html").write_text("<p>table</p>")
    (tmp_path.parent / "secret").write_text("no")
    monkeypatch.setattr(static, "FOLDER", tmp_path)
    app = Starlette(routes=[Route("/{path:path}", static.serve)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as pages:
        assert "immutable" in (await pages.get("/assets/app-1a2b.js")).headers["cache-control"]
        assert (await pages.get("/table/LARK-2222")).text == "<p>table</p>"
        assert (await pages.get("/%2e%2e/secret")).status_code == 404


async def test_static_text_is_compressed_if_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    script = tmp_path / "assets" / "app-1a2b.js"
    script.write_text("fly(1);" * 1000)
    monkeypatch.setattr(static, "FOLDER", tmp_path)
    app = Starlette(routes=[Route("/{path:path}", static.serve)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as pages:
        squeezed = await pages.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip, br"})
        assert squeezed.headers["content-encoding"] == "gzip"
        assert squeezed.headers["content-type"].startswith("text/javascript")
        assert "immutable" in squeezed.headers["cache-control"]
        assert int(squeezed.headers["content-length"]) < 200
        assert squeezed.text == script.read_text()
        plain = await pages.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.headers["vary"] == "accept-encoding"
        script.write_text("land();")
        assert (await pages.get("/assets/app-1a2b.js")).text == "land();"


class Typed:
    """Types one line after the other; a function stands for waiting until it says yes."""

    def __init__(self, lines: Iterable[str | Callable[[], bool]]) -> None:
        self._lines = list(lines)

    def line(self, seconds: float) -> str | None:
        if not self._lines:
            raise EOFError
        first = self._lines[0]
        if not isinstance(first, str):
            if not first():
                time.sleep(0.02)
                return None
            del self._lines[0]
            return None
        del self._lines[0]
        return first


def test_the_terminal_plays_a_table(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["me", "bot:random"]).table.code
        words = iter(["", "nonsense", "c2", "h", "1", "u", "c1", "/hello", "2", "1"])
        with ana.join(code) as table:
            Terminal(table, Typed(words)).run()
    reported = capsys.readouterr()
    assert "choose 1" in reported.out and "won with" in reported.out
    assert "The wise bot's estimate" in reported.out and "100% of the stake" in reported.out
    assert "no: expected one of c0, c1; got 'nonsense'" in reported.err
    assert "got 'c2' [TY-2] Nearest: c0 (choose 0)." in reported.err


def test_line_client_watcher_sits_down(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = ana.create("toy", {"rounds": 1}, ["me", "open"], open=True).table.code
        with ana.join(code) as hers, ben.join(code) as his:
            free = his.free_players()
            assert his.is_watching and [item.player for item in free] == [1]
            title = hers.info.seats[free[0].seats[0]].title if hers.info is not None else ""
            Terminal(
                his,
                Typed(
                    ["sit nowhere", f"sit {title.lower()}", lambda: not his.is_watching, "sit", "q"]
                ),
            ).run()
            assert his.seats == free[0].seats
            listen_until(lambda: his.turn() is not None, his)
            ben.leave(code, 1)
            listen_until(lambda: his.is_watching, his)
        private = ana.create("toy", {"rounds": 1}, ["me", "open"]).table.code
        with ben.join(private) as his:
            Terminal(his, Typed(["sit", "q"])).run()
    reported = capsys.readouterr()
    assert f"You are watching. Free: {title}. `sit` takes a seat" in reported.out
    assert f"You play {title}." in reported.out
    assert "You are watching. Seats at this table go by invitation." in reported.out
    assert (
        "expected a free seat out of" in reported.err
        and "you have a seat at this table already" in reported.err
    )
    assert "no: seats at this table go by invitation" in reported.err


def test_the_terminal_asks_for_a_take_back_and_consents_to_one(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = ana.create("toy", {"rounds": 2})
        code = ben.claim(made.table.code, made.invites[0].secret).table.code
        with ana.join(code) as hers, ben.join(code) as his:

            def bid(table: RemoteTable) -> bool:
                for _ in range(2):
                    view = table.wait_for_turn()
                    assert view is not None
                    table.play(view.seat, view.legal[0].action)
                return True

            def asked() -> bool:
                return hers.info is not None and hers.info.offer is not None

            def settled() -> bool:
                return not asked()

            def ben_agrees() -> bool:
                offer = ben.table(code).offer
                return (
                    offer is not None
                    and ben.answer_take_back(code, offer.n, True).table.offer is None
                )

            def ben_asks() -> bool:
                return ben.request_take_back(code, 1).table.offer is not None

            bid(his)
            bid(hers)
            withdrawn = ["yes", "back", asked, "no", settled]
            granted = ["back", asked, ben_agrees, settled, "1", "1", lambda: bid(his)]
            Terminal(
                hers, Typed([*withdrawn, *granted, ben_asks, asked, "yes", settled, "q"])
            ).run()
    reported = capsys.readouterr()
    assert "Nobody asks to take back." in reported.out
    assert reported.out.count("You ask the others to let you take back") == 2
    assert reported.out.count("is settled") >= 2
    assert "Ben asks to take back. What was seen cannot be unseen" in reported.out
    assert reported.out.count("took back, and everybody agreed") == 2


def test_the_terminal_lays_a_whole_plan_and_a_recommended_set_up(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("paws", {"timer": 0, "players": 2}, ["me", "me"]).table.code
        with ana.join(code) as table:

            def hand() -> tuple[str, ...]:
                """A placement on section 1, and one of another card on section 3."""
                words = (
                    [entry.notation for entry in table.views[0].legal] if 0 in table.views else []
                )
                first = [word for word in words if word.startswith("1:")]
                third = [word for word in words if word.startswith("3:")]
                return (first[0], third[-1]) if first and third else ("", "")

            def laid() -> list[str]:
                track = table.views[0].message.view["board"]["teams"][0]["track"]  # type: ignore[union-attr,index]
                return sorted(
                    f"{item['section']}:{item.get('card', '')}"
                    for item in track
                    if item["role"] == "pilot"
                )

            listen_until(lambda: table.turn() is not None, table)
            view = table.turn()
            while view is not None and view.legal[0].kind == "sun":
                table.play(view.seat, view.legal[0].action)
                listen_until(lambda: table.turn() is not None, table)
                view = table.turn()
            listen_until(lambda: all(hand()), table)
            first, second = hand()
            plan = [":".join(item.split(":")[:2]) for item in (first, second)]
            Terminal(table, Typed([f"{first} {second}", "q"])).run()
            listen_until(lambda: laid() == sorted(plan), table)
            Terminal(table, Typed(["1:nonsense 2:more", "-", "q"])).run()
            listen_until(lambda: laid() == [], table)
    assert "no: " in capsys.readouterr().err
    with Client(server.url, "Cleo") as cleo:
        code = cleo.create("boots", {}, ["me", "bot:random"]).table.code
        with cleo.join(code) as table:

            def sets_up() -> bool:
                return any(
                    view.message is not None and view.message.can_set_up
                    for view in table.views.values()
                )

            listen_until(sets_up, table)
            Terminal(table, Typed(["r", "q"])).run()
            listen_until(lambda: not sets_up(), table)


def test_the_terminal_gives_standing_orders(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("boots", {"battle": "orchard"}, ["me", "bot:random"]).table.code
        with ana.join(code) as table:
            Terminal(table, Typed(["a", "a 25", "a 101", "a always", "q"])).run()
        with ana.join(code) as table:
            listen_until(lambda: any(view.message for view in table.views.values()), table)
            assert [
                view.message.standing_order for view in table.views.values() if view.message
            ] == ["always"]
    reported = capsys.readouterr()
    assert "Reactions: always ask me." in reported.out
    assert "Reactions: ask me only where a shot has more than 25 %." in reported.out
    assert "Reactions: never ask me, pass." in reported.out
    assert reported.err.startswith("no: ")


def test_keyboard_yields_lines_within_its_timeout() -> None:
    out, into = os.pipe()
    with os.fdopen(into, "wb", buffering=0) as typing, os.fdopen(out, "rb") as reading:
        keyboard = Keyboard(reading.fileno())
        assert keyboard.line(0.01) is None
        typing.write(b"1\nba")
        assert keyboard.line(5) == "1"
        assert keyboard.line(0.01) is None
        typing.write(b"ck\n\xff\nlast")
        typing.close()
        assert [keyboard.line(5) for _ in range(3)] == ["back", "\ufffd", "last"]
        with pytest.raises(EOFError):
            keyboard.line(0)


def test_the_terminal_reads_links() -> None:
    assert place("http://h:1/join/LARK-2222#s3cret") == ("LARK-2222", "s3cret")
    assert place("https://h/table/LARK-2222") == ("LARK-2222", "")
    with pytest.raises(BadOption):
        place("LARK-2222")


def test_logged_error_has_trace_but_no_message(capsys: pytest.CaptureFixture[str]) -> None:
    before = {
        name: list(logging.getLogger(name).handlers)
        for name in ("dogfight.server", "uvicorn.error", "asyncio")
    }
    logs.start("info")
    try:
        raise ValueError("the hand is 9H 3S")
    except ValueError:
        logs.error("rules_failed", table="LARK-2222")
    finally:
        for name, handlers in before.items():
            logging.getLogger(name).handlers = handlers
            logging.getLogger(name).propagate = True
    line = json.loads(capsys.readouterr().err)
    assert (
        line["error"] == "ValueError"
        and line["table"] == "LARK-2222"
        and "test_house.py" in line["trace"][0]
    )
    assert "9H" not in str(line)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("OWL-X9SF", "OWL-X9SF"),
        ("0wl-x9sf ", "OWL-X9SF"),
        ("K1TE-2222", "KITE-2222"),
        ("OWL-X9S0", None),
        ("OWL", None),
    ],
)
def test_a_typed_code_is_read_as_the_only_one_it_can_be(typed: str, code: str | None) -> None:
    assert codes.read_code(typed) == code


def test_an_unknown_code_is_told_what_was_probably_meant_once() -> None:
    assert codes.no_table("OWL-X9SF") == "No table OWL-X9SF." == codes.no_table("OWL-X9SF ")
    assert codes.no_table("KESTRAL-X9SF") == "No table KESTRAL-X9SF. Did you mean KESTREL-X9SF?"
    for typed in ("LARK-7OOO", "LARK-7000", "LARK", "", "-7K2M"):
        words = codes.no_table(typed)
        assert words.count("never 0, 1, I or O") == 1 and "Did you mean" not in words


def test_every_door_says_the_same_of_an_unknown_code(server: Server) -> None:
    words = "No table KESTRAL-X9SF. Did you mean KESTREL-X9SF?"
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {}, ["me", "me"]).table.code
        bird, _, signs = code.partition("-")
        assert ana.table(f"{bird.replace('O', '0').replace('I', '1').lower()}-{signs}").code == code
        for path in ("/api/tables/KESTRAL-X9SF", "/api/logs/KESTRAL-X9SF"):
            assert ana.http.get(path).json()["error"] == words
        with pytest.raises(Refusal, match="Did you mean KESTREL-X9SF"):
            ana.table("KESTRAL-X9SF")
    done = command("join", f"{server.url}/table/KESTRAL-X9SF", "--lines")
    assert done.returncode == 2 and done.stderr.count("Did you mean KESTREL-X9SF?") == 1, (
        done.stderr
    )


def test_codes_are_readable_and_settings_explain_themselves(tmp_path: Path) -> None:
    made = {codes.new_code(SystemSources()) for _ in range(300)}
    assert len(made) > 295 and all(codes.read_code(item.lower()) == item for item in made)
    file = tmp_path / "settings.toml"
    file.write_text("prot = 1")
    with pytest.raises(BadOption, match="prot"):
        read_settings(file)
    file.write_text("port = 'x'")
    with pytest.raises(BadOption, match="port"):
        read_settings(file)
