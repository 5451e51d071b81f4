"""Calls and chat: what bots call and heed, one budget for both, and whom a host silences."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from harness import Server, listen_until, serving, wait_until

import dogfight
from dogfight.client import Client, Refusal
from dogfight.core.calls import Call
from dogfight.games.paws.calls import BOT_CALLS
from dogfight.match.match import Match
from dogfight.server import messages as wire

People = Callable[..., list[Client]]


@pytest.fixture
def people(server: Server) -> Iterator[People]:
    with ExitStack() as stack:
        yield lambda *names: [stack.enter_context(Client(server.url, name)) for name in names]


def planning() -> Match:
    """A table of four in the first planning phase."""
    table = Match(dogfight.load("paws"), {"players": 4, "timer": 0}, seed=3)
    while True:
        decision = table.advance()
        if table.view(0).board.phase == "action":
            return table
        seat = getattr(decision, "seat", None)
        seat = decision.waiting[0] if seat is None else seat
        table.play(seat, table.view(seat).legal[0].action)


def lay(table: Match, seat: int, section: str) -> int:
    """An action that lays a card of a seat on a section."""
    return next(
        legal.action
        for legal in table.view(seat).legal
        if legal.kind == "lay" and legal.places[-1].endswith(f".{section}")
    )


def section_of(table: Match, seat: int, action: int) -> str:
    legal = next(legal for legal in table.view(seat).legal if legal.action == action)
    return legal.places[-1].partition(".")[2]


def test_jp_4_3_a_bot_calls_the_section_of_its_first_card() -> None:
    table = planning()
    action = lay(table, 0, "2")
    assert BOT_CALLS.announce(table.view(0), action) == ("take", ("2",))
    table.play(0, action)
    assert BOT_CALLS.announce(table.view(0), lay(table, 0, "3")) is None, "once a round"
    ready = next(legal.action for legal in table.view(1).legal if legal.kind == "ready")
    assert BOT_CALLS.announce(table.view(1), ready) is None


def test_jp_4_3_a_bot_heeds_its_partner_and_nobody_else() -> None:
    table = planning()
    action = lay(table, 0, "2")
    view = table.view(0)

    def heeded(*heard: tuple[int, str, tuple[str, ...]]) -> str:
        return section_of(table, 0, BOT_CALLS.heed(view, heard, action))

    assert heeded((1, "take", ("2",))) != "2" and heeded((1, "leave", ("2",))) != "2"
    assert heeded((2, "take", ("2",))) == "2", "an enemy's call binds nobody"
    assert heeded((1, "shoot", ("PC", "2"))) == "2"
    assert heeded(*((1, "take", (str(n),)) for n in (1, 2, 3, 4))) == "2", "nothing else is left"


def test_bots_call_and_heed_at_a_table(people: People) -> None:
    (ana,) = people("Ana")
    options = {"players": 4, "timer": 0}
    made = ana.create("paws", options, ["me", "bot:random", "bot:random", "bot:random"])
    with ana.join(made.table.code) as table:
        view = table.wait_for_turn()
        assert view is not None and table.views[0].message is not None
        while table.views[0].message.view["board"]["phase"] != "action":
            table.play(view.seat, view.legal[0].action)
            view = table.wait_for_turn()
            assert view is not None
        table.send(wire.MakeCall("1", "take", ("1",)))
        listen_until(lambda: sum(line.text.startswith("I take") for line in table.chat) > 1, table)
        bots = [line for line in table.chat if line.call and line.player != 0]
        assert bots and all(not line.you and line.guest == "" for line in bots)
        assert all("bot" in line.name for line in bots)


def test_one_budget_for_chat_and_calls(tmp_path: Path) -> None:
    with (
        serving(tmp_path, talk_per_minute=1.0, talk_burst=6) as server,
        Client(server.url, "Ana") as ana,
    ):
        made = ana.create("squadrons", {}, ["me", "open"], room=True)
        with ana.join(made.table.code) as table:
            for n in range(3):
                table.say(f"line {n}")
                table.send(wire.MakeCall(f"c{n}", "luck"))
            for act in (lambda: table.say("more"), lambda: table.send(wire.MakeCall("c9", "luck"))):
                with pytest.raises(Refusal, match="too much at once"):
                    act()
            answer = ana.http.post(f"/api/tables/{made.table.code}/chat", json={"text": "more"})
            assert answer.status_code == 429
            assert ana.table(made.table.code).room is not None, "other requests have their own"


def test_a_host_silences_a_person_and_lets_them_speak_again(people: People) -> None:
    ana, ben = people("Ana", "Ben")
    made = ana.create("squadrons", {}, ["me", "open"], room=True)
    code = made.table.code
    ben.sit(code, 1)
    wait_until(lambda: ana.table(code).status == "live")
    guest = ana.table(code).players[1].guest
    with pytest.raises(Refusal, match="those who sit"):
        ben.silence(code, ana.table(code).players[0].guest)
    assert ana.silence(code, guest).players[1].silenced
    with ben.join(code) as table:
        for act in (lambda: table.say("hello"), lambda: table.send(wire.MakeCall("1", "luck"))):
            with pytest.raises(Refusal, match="silenced"):
                act()
        ana.silence(code, guest, silenced=False)
        table.say("hello again")
        listen_until(lambda: table.chat, table)
        assert table.chat[-1].guest == guest and table.chat[-1].player == 1


def test_names_at_a_table_do_not_follow_from_what_is_published(people: People) -> None:
    """When a game is over its seed is known to all: no name of a person is made with it."""
    ana, ben = people("Ana", "Ben")
    codes = []
    for _ in range(2):
        made = ana.create("squadrons", {}, ["me", "open"], room=True)
        ben.sit(made.table.code, 1)
        codes.append(made.table.code)
    first, second = ({player.guest for player in ana.table(code).players} for code in codes)
    assert not first & second and "" not in first


def test_targets_follow_a_call() -> None:
    call = Call("shoot", "Shoot", (("PC",), ("1", "2")), ("", "on "))
    assert call.sentence(("PC", "2")) == "Shoot PC on 2!"
