"""Voice: who takes part, what pages may send each other, and what of it anybody else learns."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Line, Server, serving, set_clock, wait_until
from signals import HOST, RELAY, description, offer
from told import Told, lines_of, look_around, seen

from dogfight.client import Client
from dogfight.core.errors import BadOption
from dogfight.core.options import Options
from dogfight.server.settings import Settings
from dogfight.server.tables.voice import MOST_VOICES
from dogfight.server.voice_signals import check_signal, ice_servers

People = Callable[..., list[Client]]


@pytest.fixture
def people(server: Server) -> Iterator[People]:
    with ExitStack() as stack:
        yield lambda *names: [stack.enter_context(Client(server.url, name)) for name in names]


def table_for(host: Client, *others: Client, seats: int = 0) -> str:
    """A table with a room in which everybody named sits."""
    count = max(2, seats or 1 + len(others))
    options: Options = {"rounds": 9, "seats": count}
    made = host.create("toy", options, ["me", *["open"] * (count - 1)], room=True)
    for player, client in enumerate(others, 1):
        client.sit(made.table.code, player)
    return made.table.code


def turn_on(line: Line) -> str:
    """Turn voice on; the name of the page among its peers."""
    line.send(type="voice_on", id="on")
    line.until("voice_ready")
    me = line.until("voice")["me"]
    assert line.until("ack", "reject")["type"] == "ack"
    return str(me)


def peers_of(message: dict[str, Any]) -> set[str]:
    return {item["peer"] for item in message["peers"]}


def until_peers(line: Line, *peers: str) -> dict[str, Any]:
    """The next word of who takes part that names exactly these pages."""
    while True:
        message = line.until("voice")
        if peers_of(message) == set(peers):
            return message


def test_two_pages_learn_of_each_other_and_pass_signals_on(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = table_for(ana, ben)
    with Line(ana, code) as hers, Line(ben, code) as his:
        first = turn_on(hers)
        assert peers_of(his.until("voice")) == {first}
        second = turn_on(his)
        state = until_peers(hers, first, second)
        guests = {player.guest for player in ana.table(code).players}
        assert {item["guest"] for item in state["peers"]} == guests
        assert hers.ask(**offer(second))["type"] == "ack"
        got = his.until("signal")
        assert got == {
            "type": "signal",
            "from": first,
            "attempt": 0,
            "kind": "offer",
            "body": description(HOST),
        }
        his.ask(**{**offer(first), "kind": "candidates", "body": HOST})
        assert hers.until("signal")["body"] == HOST
        his.send(type="voice_off", id="off")
        assert peers_of(until_peers(hers, first)) == {first}
        assert hers.ask(**offer(second))["code"] == "unknown"


def test_only_those_with_seats_take_part_or_hear_of_it(people: People) -> None:
    ana, ben, eve, dan = people("Ana", "Ben", "Eve", "Dan")
    code, elsewhere = table_for(ana, ben), table_for(dan, seats=2)
    with (
        Line(ana, code) as hers,
        Line(ben, code) as his,
        Line(eve, code) as watcher,
        Line(dan, elsewhere) as other,
    ):
        first, second = turn_on(hers), turn_on(his)
        third = turn_on(other)
        assert watcher.ask(type="voice_on", id="on")["code"] == "not_yours"
        assert watcher.ask(**offer(first))["code"] == "not_now"
        assert other.ask(**offer(first))["code"] == "unknown"
        assert hers.ask(**offer(third))["code"] == "unknown"
        assert hers.ask(**offer(first))["code"] == "unknown", "nobody sends to themselves"
        hers.ask(**offer(second))
        watcher.settle()
        other.settle()
        for name in (first, second, "signal"):
            assert name not in "".join(watcher.frames) and name not in "".join(other.frames)


def test_a_later_page_of_a_person_takes_the_voice_over(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = table_for(ana, ben)
    with Line(ana, code) as tab, Line(ana, code) as device, Line(ben, code) as his:
        first, other = turn_on(tab), turn_on(his)
        second = turn_on(device)
        moved = tab.until("voice", ended="moved")
        assert moved["me"] == "" and peers_of(moved) == {other, second}
        assert tab.ask(**offer(other))["code"] == "not_now"
        until_peers(his, other, second)
        assert his.ask(**offer(first))["code"] == "unknown"
    with Line(ana, code) as again:
        assert again.until("welcome") and turn_on(again) not in (first, second)


def test_a_page_that_is_gone_leaves_the_voice(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = table_for(ana, ben)
    with Line(ana, code) as hers:
        first = turn_on(hers)
        with Line(ben, code) as his:
            second = turn_on(his)
            until_peers(hers, first, second)
        until_peers(hers, first)
        with Line(ben, code) as back:
            assert peers_of(back.until("voice")) == {first}


@pytest.mark.parametrize("bar", [False, True])
def test_a_removed_person_leaves_the_voice(people: People, bar: bool) -> None:
    ana, ben = people("Ana", "Ben")
    code = table_for(ana, ben, seats=3)
    with Line(ana, code) as hers, Line(ben, code) as his:
        first, second = turn_on(hers), turn_on(his)
        until_peers(hers, first, second)
        guest = next(player.guest for player in ana.table(code).players if player.name == "Ben")
        ana.room_remove(code, guest, bar=bar)
        until_peers(hers, first)
        if not bar:
            assert his.until("voice", ended="seat")["peers"] == []
            assert his.ask(type="voice_on", id="again")["code"] == "not_yours"


def test_voice_goes_on_into_the_game_and_to_its_end(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = table_for(ana, ben)
    with Line(ana, code) as hers, Line(ben, code) as his:
        first, second = turn_on(hers), turn_on(his)
        until_peers(hers, first, second)
        ana.room_start(code)
        wait_until(lambda: ana.table(code).status == "live")
        ben.resign(code, 1)
        wait_until(lambda: ana.table(code).status == "over")
        assert hers.ask(**offer(second))["type"] == "ack"
        assert his.until("signal")["from"] == first


def test_no_more_than_eight_take_part(server: Server) -> None:
    count = MOST_VOICES + 1
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(server.url, f"P{n}")) for n in range(count)]
        code = table_for(clients[0], *clients[1:])
        lines = [stack.enter_context(Line(client, code)) for client in clients]
        for line in lines[:MOST_VOICES]:
            turn_on(line)
        answer = lines[-1].ask(type="voice_on", id="on")
        assert answer["code"] == "not_now" and "8 people" in answer["error"]
        assert lines[0].ask(type="voice_off", id="off")["type"] == "ack"
        turn_on(lines[-1])


BAD = {
    "no description": ("offer", "hello"),
    "video": ("offer", description(HOST, media="video")),
    "data": ("answer", description(HOST, media="application")),
    "two media": ("offer", description() + "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n"),
    "no encryption": ("offer", description().replace("a=fingerprint:sha-256 00:11:22\r\n", "")),
    "control characters": ("offer", description(word="\x07")),
    "another line end": ("offer", description().replace("\r\n", "\n")),
    "a candidate that is none": ("offer", description("candidate:<script>")),
    "candidates that are none": ("candidates", "hello"),
    "too many candidates": ("candidates", "\n".join([HOST] * 33)),
    "too many lines": ("offer", description() + "a=x\r\n" * 200),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_signal_is_refused(people: People, name: str) -> None:
    ana, ben = people("Ana", "Ben")
    code = table_for(ana, ben)
    kind, body = BAD[name]
    with Line(ana, code) as hers, Line(ben, code) as his:
        turn_on(hers)
        second = turn_on(his)
        answer = hers.ask(**{**offer(second), "kind": kind, "body": body})
        assert answer["code"] == "bad_option" and "expected" in answer["error"], answer
        his.settle()
        assert '"signal"' not in "".join(his.frames)


@pytest.mark.parametrize(
    "change",
    [
        {"to": "x" * 16},
        {"to": "0" * 17},
        {"kind": "video"},
        {"attempt": -1},
        {"body": ""},
        {"body": "v" * 8193},
        {"more": 1},
    ],
    ids=lambda change: str(change)[:24],
)
def test_a_signal_of_another_shape_is_refused(people: People, change: dict[str, Any]) -> None:
    (ana,) = people("Ana")
    code = table_for(ana)
    with Line(ana, code) as hers:
        turn_on(hers)
        assert hers.ask(**{**offer("0" * 16), **change})["code"] == "bad_message"


def test_relayed_voice_shows_no_other_address() -> None:
    check_signal("offer", description(RELAY, address="198.51.100.2"), True)
    check_signal("answer", description(), True)
    check_signal("candidates", RELAY, True)
    shown = RELAY.replace("raddr 0.0.0.0", "raddr 192.0.2.7")
    for kind, body in (
        ("candidates", HOST),
        ("candidates", shown),
        ("offer", description(RELAY, HOST)),
        ("offer", description(shown)),
        ("offer", description(RELAY, address="192.0.2.7")),
    ):
        check_signal(kind, body, False)  # type: ignore[arg-type]
        with pytest.raises(BadOption, match="relays alone"):
            check_signal(kind, body, True)  # type: ignore[arg-type]


def test_passwords_of_relays_end_by_the_usual_scheme() -> None:
    relays = ("turn:turn.example:3478", "turns:turn.example:5349?transport=tcp")
    settings = Settings(
        turn_servers=relays, turn_secret="north", turn_seconds=60.0, stun_servers=("stun:s:1",)
    )
    stun, turn = ice_servers(settings, "ab" * 8, 1_000_000_500)
    assert stun.urls == ("stun:s:1",) and stun.username == stun.credential == ""
    assert turn.urls == relays and turn.username == f"1000060:{'ab' * 8}"
    digest = hmac.new(b"north", turn.username.encode(), hashlib.sha1).digest()
    assert base64.b64decode(turn.credential) == digest
    settings = Settings(turn_servers=relays, turn_user="me", turn_password="word")
    (turn,) = ice_servers(settings, "ab" * 8, 0)
    assert (turn.username, turn.credential) == ("me", "word")
    assert ice_servers(Settings(), "ab" * 8, 0) == ()


def test_a_page_learns_the_relays_with_a_password_of_its_own(tmp_path: Path) -> None:
    settings = {
        "turn_servers": ["turn:127.0.0.1:3478"],
        "turn_secret": "north",
        "voice_relay_only": True,
    }
    with (
        serving(tmp_path, **settings) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        code = table_for(ana, ben)
        assert ana.table(code).voice == "relay"
        with Line(ana, code) as hers, Line(ben, code) as his:
            hers.send(type="voice_on", id="on")
            ready = hers.until("voice_ready")
            me = hers.until("voice")["me"]
            assert ready["relay_only"] and ready["servers"][0]["username"].endswith(f":{me}")
            second = turn_on(his)
            assert "relays alone" in hers.ask(**offer(second))["error"]
            body = description(RELAY)
            assert hers.ask(**{**offer(second), "body": body})["type"] == "ack"
        assert "north" not in server.log()
        assert "north" not in "".join(hers.frames)


def test_a_server_without_voice_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, voice=False) as server, Client(server.url, "Ana") as ana:
        code = table_for(ana)
        assert ana.table(code).voice == ""
        with Line(ana, code) as hers:
            assert hers.ask(type="voice_on", id="on")["code"] == "not_now"


def test_floods_of_signals_are_bounded(tmp_path: Path) -> None:
    with (
        serving(tmp_path, signals_per_minute=1.0, signals_burst=12) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        code = table_for(ana, ben)
        with Line(ana, code) as hers, Line(ben, code) as his:
            turn_on(hers)
            second = turn_on(his)
            answers = [hers.ask(**offer(second, id=f"s{n}")) for n in range(20)]
            assert [answer["type"] for answer in answers] == ["ack"] * 11 + ["reject"] * 9
            assert answers[-1]["code"] == "rate"
            assert hers.ask(type="voice_off", id="off")["code"] == "rate"
            assert hers.ask(type="chat", id="c", text="hello")["type"] == "ack", "talk has its own"
            his.settle()
            assert sum('"signal"' in frame for frame in his.frames) == 11
        wait_until(lambda: '"what":"signals"' in server.log())


def test_signals_are_never_stored_or_logged(tmp_path: Path) -> None:
    with (
        serving(tmp_path) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        code = table_for(ana, ben)
        with Line(ana, code) as hers, Line(ben, code) as his:
            first, second = turn_on(hers), turn_on(his)
            assert hers.ask(**offer(second, word="canary"))["type"] == "ack"
            bad = {**offer(second), "body": "canary"}
            assert "canary" not in hers.ask(**bad)["error"]
            assert "canary" in his.until("signal")["body"]
        server.stop()
        stored = server.stored()
        for word in ("canary", "192.0.2.7", first, second):
            assert word.encode() not in stored and word not in server.log()


# --- leak twins: what Ana and Ben say to each other changes nothing that others are sent ---------


def told_beside(server: Server, word: str, *, talk: bool) -> Told:
    """Two people connect their voices, or only one turns it on; what the others hear."""
    reported = Told()
    with ExitStack() as stack:
        ana, ben, cem, eve = (
            stack.enter_context(Client(server.url, name)) for name in ("Ana", "Ben", "Cem", "Eve")
        )
        code = table_for(ana, ben, cem, seats=4)
        hers, his, third, watcher = lines_of(stack, [ana, ben, cem, eve], code)
        first, second = turn_on(hers), turn_on(his)
        turn_on(third)
        for count in range(3 if talk else 1):
            assert hers.ask(**offer(second, word, id=f"s{count}"))["type"] == "ack"
            assert his.until("signal")["from"] == first
        for line in (third, watcher):
            line.settle()
            reported.frames += seen(line)
        for client in (cem, eve):
            look_around(reported, client, code)
    return reported


def run(folder: Path, word: str, *, talk: bool, plant: str = "") -> Told:
    folder.mkdir()
    clock = folder / "clock"
    set_clock(clock, 0)
    twin = {"salt": "", "draws": {}, "clock": str(clock)}
    with serving(folder, plant=plant, twin=twin) as server:
        return told_beside(server, word, talk=talk)


@pytest.mark.usefixtures("same_nonces")
def test_signals_between_two_change_no_byte_for_others(tmp_path: Path) -> None:
    item = run(tmp_path / "one", "falcon", talk=False)
    pair = run(tmp_path / "two", "kestrel", talk=True)
    assert item.frames == pair.frames and item.answers == pair.answers
    assert "kestrel" not in pair.everything()


@pytest.mark.usefixtures("same_nonces")
def test_the_comparison_sees_a_signal_sent_to_all(tmp_path: Path) -> None:
    item = run(tmp_path / "one", "falcon", talk=False, plant="signal_to_all")
    pair = run(tmp_path / "two", "kestrel", talk=True, plant="signal_to_all")
    assert item.frames != pair.frames


def test_clients_without_voice_play_on_beside_it(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    code = table_for(ana, ben, seats=3)
    with Line(ana, code) as hers, ben.join(code) as table:
        turn_on(hers)
        table.say("hello")
        assert hers.until("chat")["line"]["text"] == "hello"


def test_voice_messages_are_as_the_page_reads_them() -> None:
    from dogfight.server import messages

    text = messages.encode(messages.VoiceState("", (messages.VoicePeer("ab", "cd"),), "moved"))
    assert msgspec.json.decode(text) == {
        "type": "voice",
        "me": "",
        "ended": "moved",
        "peers": [{"peer": "ab", "guest": "cd"}],
    }
