"""People at different nodes sit at one table."""

import asyncio
import contextlib
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cluster_parts import Cluster, Redis, all_ready, at, play_some, seated, seen
from databases import Postgres
from harness import Line, listen_until, play_first, wait_until
from signals import offer
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parents[1] / "packs"))
from making import orchard, orchard_bytes

import dogfight
from dogfight.client import Client, Refusal
from dogfight.server import messages

GAMES = [name for name in dogfight.names() if name != "toy"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_from_different_nodes(cluster: Cluster, game: str) -> None:
    a, b, c = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben, Client(c, "Cem") as cem:
        code = seated(ana, [ben, cem], game, {"timer": 0} if game == "paws" else {})
        with ana.join(code) as hers, ben.join(code) as his, cem.join(code) as other:
            assert play_some([hers, his, other], 12) >= 5
        logs = [item.http.get(f"/api/tables/{code}/view").json()["version"] for item in (ana, ben)]
        assert all(logs)


def test_a_pack_of_one_node_is_played_at_every_node(cluster: Cluster) -> None:
    a, b, c = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben, Client(c, "Eve") as eve:
        word = ana.upload_pack(orchard_bytes()).word
        assert eve.pack(word).name == "The Long Orchard"
        made = ana.create("boots", {"battle": "long"}, ["me", "open"], pack=word)
        ben.claim(made.table.code, made.invites[0].secret)
        with ana.join(made.table.code) as hers, ben.join(made.table.code) as his:
            assert play_some([hers, his], 8) >= 5
        assert ben.pack_of_table(made.table.code) == orchard_bytes()
        bots = eve.create("boots", {"battle": "long"}, ["me", "bot:greedy"], pack=word)
        with eve.join(bots.table.code) as theirs:
            play_first(theirs)
        ana.remove_pack(word)
        assert orchard().data_set.load("boots").data_digest in eve.record(bots.table.code)


def test_chat_names_and_presence_cross_the_nodes(cluster: Cluster) -> None:
    a, b, c = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben, Client(c, "Eve") as eve:
        code = seated(ana, [ben], "toy", {"rounds": 30})
        with Line(ana, code) as hers, Line(ben, code) as his, Line(eve, code) as watcher:
            wait_until(lambda: all(player.online for player in ana.table(code).players), 10)
            wait_until(lambda: ana.table(code).watchers == ben.table(code).watchers == 1, 10)
            for n in range(5):
                for name, line in (("hers", hers), ("his", his)):
                    answer = line.ask(
                        type="chat", id=f"{name}{n}", channel="table", text=f"{name} {n}"
                    )
                    assert answer["type"] == "ack", answer
            heard: dict[str, list[int]] = {}
            for name, line in (("hers", hers), ("his", his), ("watcher", watcher)):
                line.rest(1.0)
                result = [msgspec.json.decode(frame) for frame in line.frames]
                heard[name] = [item["line"]["n"] for item in result if item["type"] == "chat"]
            assert heard["hers"] == heard["his"] == heard["watcher"] == list(range(1, 11)), heard
            ben.http.post("/api/me", json={"name": "Benjamin"})
            wait_until(
                lambda: "Benjamin" in [player.name for player in ana.table(code).players], 10
            )
            hers.until("table")
        wait_until(lambda: not any(player.online for player in ana.table(code).players), 10)
        assert ana.table(code).watchers == 0


def test_clock_waits_for_slowest_player_on_any_node(cluster: Cluster) -> None:
    """What happened is shown at the pace of those who play, wherever each of them has said it."""
    a, b, _ = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben:
        made = ana.create("biplanes", {"p1": "red", "p2": "blue"}, ["me", "open"], time_limit_s=60)
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        with ana.join(code) as hers, ben.join(code) as his:
            wait_until(lambda: all(player.online for player in ana.table(code).players), 10)

            def seconds_beyond(pace: str) -> float:
                """How much later than the limit the next question ends, with Ben at this pace
                and Ana at none.
                """
                hers.send(messages.SetAnimationSpeed("off"))
                his.send(messages.SetAnimationSpeed(pace))  # type: ignore[arg-type]
                time.sleep(0.5)  # as long as the news of it takes to the other node
                play_some([hers, his], 2)
                wait_until(lambda: not hers.pump(0.2) and hers.turn() is not None, 10)
                message = hers.views[0].message
                assert message is not None and message.deadline is not None
                return message.deadline / 1000 - hers.server_time() - 60

            assert seconds_beyond("off") <= 0
            assert seconds_beyond("normal") > 1


def test_jp_6_18_a_count_is_stopped_from_another_node(cluster: Cluster) -> None:
    # JP-6.18
    a, b, _ = cluster.urls
    with Client(a, "Ana") as ana, at(b, ana) as there:
        code = all_ready(ana)
        wait_until(lambda: seen(there, code)["locks"] is not None, 2)
        with there.join(code) as table:
            listen_until(
                lambda: any(entry.notation == "not_ready" for entry in table.views[2].legal), table
            )
            table.play(2, "not_ready")
        wait_until(lambda: seen(ana, code)["locks"] is None, 2)
        assert seen(ana, code)["view"]["waiting"] == [2]


def test_an_ended_session_is_cut_at_every_node(cluster: Cluster) -> None:
    a, b, _ = cluster.urls
    with Client(a, "Ana") as ana, at(b, ana) as there:
        code = ana.create("toy", {}, ["me", "me"]).table.code
        with Line(there, code) as line:
            line.until("view")
            ana.http.delete("/api/me")
            with pytest.raises(ConnectionClosed, match="the session has ended"):
                line.until("nothing")


def test_one_of_many_has_the_seat_and_one_rematch_follows(cluster: Cluster) -> None:
    people = [Client(url, f"P{n}") for n, url in enumerate(cluster.urls * 2)]
    try:
        with Client(cluster.urls[0], "Host") as host:
            made = host.create("toy", {"rounds": 1})
            won: list[int] = []

            def claim(n: int) -> None:
                try:
                    people[n].claim(made.table.code, made.invites[0].secret)
                    won.append(n)
                except Refusal as refusal:
                    assert refusal.code in ("invite_used", "not_now"), refusal.code

            _all_at_once([lambda n=n: claim(n) for n in range(len(people))])
            assert len(won) == 1
            winner, code = people[won[0]], made.table.code
            with host.join(code) as hers, winner.join(code) as his:
                play_some([hers, his], 50)
                wait_until(
                    lambda: host.table(code).status == "over" == winner.table(code).status, 10
                )
            following: list[str] = []
            _all_at_once(
                [
                    lambda item=item: following.append(item.rematch(code).table.code)
                    for item in (host, winner)
                ]
            )
            assert len(set(following)) == 1
    finally:
        for item in people:
            item.close()


def _all_at_once(works: list[Any]) -> None:
    failures: list[BaseException] = []

    def run(work: Any) -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not failures, failures


def test_sealed_choices_arrive_at_different_nodes_at_once(
    cluster: Cluster, postgres: Postgres
) -> None:
    """Each of the players sends every choice twice, at two nodes; all of them are acknowledged,
    and count once.
    """
    seats = 4
    people = [Client(cluster.urls[n % 3], f"P{n}") for n in range(seats)]
    try:
        code = seated(people[0], people[1:], "toy", {"rounds": 20, "seats": seats})
        acked = [0] * seats

        def play(n: int) -> None:
            with at(cluster.urls[(n + 1) % 3], people[n]) as elsewhere:
                while min(acked) < 8:
                    view = people[n].http.get(f"/api/tables/{code}/view").json()
                    if view["seat"] not in view["view"]["waiting"]:
                        continue
                    body = {
                        "type": "play",
                        "id": f"{n}-{acked[n]}",
                        "seat": view["seat"],
                        "question": view["question"],
                    }
                    body["action"] = view["view"]["legal"][0]["action"]
                    for item_found in (people[n], elsewhere):
                        answer = item_found.http.post(f"/api/tables/{code}/command", json=body)
                        assert answer.status_code == 200, answer.text
                    acked[n] += 1

        _all_at_once([lambda n=n: play(n) for n in range(seats)])
        rows = postgres.ask(
            cluster.database,
            f"SELECT command_id FROM dogfight.entry WHERE code = '{code}' AND command_id <> ''",
        )
        played = sorted(row[0].split("/")[1] for row in rows)
        assert played == sorted(f"{n}-{turn}" for n in range(seats) for turn in range(acked[n]))
    finally:
        for item_found in people:
            item_found.close()
    cluster.audit()


def asked_back(code: str, ana: Client, ben: Client) -> tuple[Client, Client]:
    """Whoever has chosen something asks the other to let them take it back."""
    for player, (asker, other) in enumerate(((ana, ben), (ben, ana))):
        with contextlib.suppress(Refusal):
            asker.request_take_back(code, player)
            return asker, other
    raise AssertionError("nobody has chosen anything")


def test_take_backs_orders_and_drafts_cross_the_nodes(cluster: Cluster) -> None:
    a, b, _ = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben:
        code = seated(ana, [ben], "boots", {"battle": "orchard"})
        ben.set_standing_order(code, 1, "25")
        with at(a, ben) as elsewhere:
            assert (
                elsewhere.http.get(f"/api/tables/{code}/view?seat=1").json()["standing_order"]
                == "25"
            )
            elsewhere.set_standing_order(code, 1, "never")
        assert ben.http.get(f"/api/tables/{code}/view?seat=1").json()["standing_order"] == "never"
        with ana.join(code) as hers, ben.join(code) as his:
            play_some([hers, his], 4)
            asker, other = asked_back(code, ana, ben)
            wait_until(lambda: other.table(code).offer is not None, 10)
            offer = other.table(code).offer
            assert offer is not None
            other.http.post(
                f"/api/tables/{code}/take_back_reply", json={"n": offer.n, "yes": True}
            ).raise_for_status()
            wait_until(lambda: asker.table(code).offer is None, 10)
            listen_until(lambda: any(line.kind == "retaken" for line in hers.views[0].log), hers)
            listen_until(lambda: any(line.kind == "retaken" for line in his.views[1].log), his)
    with Client(a, "Ana") as ana, at(b, ana) as elsewhere:
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code
        view = ana.http.get(f"/api/tables/{code}/view?seat=0").json()
        draft = {
            "type": "draft",
            "seat": 0,
            "question": view["question"],
            "actions": [2],
            "note": "n",
        }
        for n, client in ((2, ana), (3, elsewhere), (1, ana)):
            body = {**draft, "id": f"d{n}", "n": n}
            assert client.http.post(f"/api/tables/{code}/command", json=body).status_code == 200
        assert [
            item.http.get(f"/api/tables/{code}/view?seat=0").json()["draft"]["n"]
            for item in (ana, elsewhere)
        ] == [
            3,
            3,
        ]


def test_a_poll_at_one_node_ends_with_a_change_at_another(cluster: Cluster) -> None:
    a, b, _ = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben:
        code = seated(ana, [ben], "toy", {"rounds": 9})
        own = ana.http.get(f"/api/tables/{code}/view?seat=0").json()
        result: list[Any] = []
        waiting = threading.Thread(
            target=lambda: result.append(
                ana.http.get(f"/api/tables/{code}/view?seat=0&after={own['version']}").json()
            )
        )
        waiting.start()
        time.sleep(0.5)
        assert not result
        with at(b, ana) as elsewhere, elsewhere.join(code) as hers:
            assert play_first(hers, 1) == 1
        waiting.join(10)
        assert result and result[0]["version"] != own["version"]


def test_my_games_and_lists_are_the_same_everywhere(cluster: Cluster) -> None:
    a, b, c = cluster.urls
    with Client(a, "Ana") as ana, at(b, ana) as there, Client(c, "Eve") as eve:
        codes = {
            ana.create("toy", {"rounds": 9}, ["me", "me"], open=True).table.code for _ in range(3)
        }
        assert {table.code for table in there.tables()} == codes
        code = sorted(codes)[0]
        with Line(eve, code) as line:
            line.until("view")
            wait_until(
                lambda: next(table for table in there.live() if table.code == code).watchers == 1,
                10,
            )


def test_rate_limits_are_shared_between_nodes(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    """They tell each other after a moment; until then a caller may have a little more."""
    limits: dict[str, Any] = {"commands_per_second": 0.01, "commands_burst": 6}
    with (
        Cluster(tmp_path, asyncio.run(postgres.new()), redis.address, 2, **limits) as cluster,
        Client(cluster.urls[0], "Ana") as ana,
        at(cluster.urls[1], ana) as there,
    ):
        code = ana.create("toy", {"rounds": 9}, ["me", "me"]).table.code

        def say(client: Client) -> int:
            return client.http.post(
                f"/api/tables/{code}/chat", json={"channel": "table", "text": "x"}
            ).status_code

        assert [say(ana) for _ in range(7)] == [200] * 6 + [429]
        answers = [say(there)]
        while answers[-1] == 200 and len(answers) < 6:
            time.sleep(1)
            answers.append(say(there))
        assert answers[-1] == 429, answers


def test_voice_is_one_voice_at_every_node(cluster: Cluster) -> None:
    """People of three nodes learn of each other and pass signals on; watchers hear nothing; a page
    at another node takes over, and a person who is removed is out of it.
    """
    a, b, c = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben, Client(c, "Cem") as cem:
        made = ana.create("toy", {"rounds": 9, "seats": 4}, ["me"] + ["open"] * 3, room=True)
        code = made.table.code
        for player, person in enumerate((ben, cem), 1):
            person.sit(code, player)
        with (
            Line(ana, code) as hers,
            Line(ben, code) as his,
            Line(cem, code) as third,
            Client(c, "Eve") as eve,
            Line(eve, code) as watcher,
        ):
            peers = {line: voice_on(line) for line in (hers, his, third)}
            for line in peers:
                until_voices(line, *peers.values())
            for line, other in ((hers, his), (his, third), (third, hers)):
                assert line.ask(**offer(peers[other], "canary"))["type"] == "ack"
                signal = other.until("signal")
                assert signal["from"] == peers[line] and "canary" in signal["body"]
            with at(b, ana) as there, Line(there, code) as device:
                moved = voice_on(device)
                assert hers.until("voice", ended="moved")["me"] == ""
                until_voices(third, moved, peers[his], peers[third])
                assert third.ask(**offer(moved))["type"] == "ack"
                assert device.until("signal")["from"] == peers[third]
            until_voices(third, peers[his], peers[third])
            room = ana.table(code).room
            assert room is not None
            guest = next(item.guest for item in room.people if item.name == "Ben")
            ana.room_remove(code, guest)
            until_voices(third, peers[third])
            his.until("voice", ended="seat")
            watcher.settle()
            assert "canary" not in "".join(watcher.frames)
            assert peers[third] not in "".join(watcher.frames)


def voice_on(line: Line) -> str:
    """Turn voice on; the name of the page among its peers."""
    line.send(type="voice_on", id="on")
    line.until("voice_ready")
    return str(line.until("voice")["me"])


def until_voices(line: Line, *peers: str) -> None:
    """Wait until the last word was that exactly these pages take part in voice."""
    words = (msgspec.json.decode(frame) for frame in reversed(line.frames))
    last = next(word for word in words if word["type"] == "voice")
    while {item["peer"] for item in last["peers"]} != set(peers):
        last = line.until("voice")


def test_voices_of_a_killed_node_are_gone(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    with (
        Cluster(tmp_path, asyncio.run(postgres.new()), redis.address, 2) as cluster,
        Client(cluster.urls[0], "Ana") as ana,
        Client(cluster.urls[1], "Ben") as ben,
    ):
        made = ana.create("toy", {"rounds": 9, "seats": 3}, ["me", "open", "open"], room=True)
        code = made.table.code
        ben.sit(code, 1)
        with Line(ana, code) as hers, Line(ben, code) as his:
            first, second = voice_on(hers), voice_on(his)
            until_voices(hers, first, second)
            cluster.nodes[1].kill()
            wait_until(lambda: until_voices(hers, first) is None, 30)
            assert hers.ask(**offer(second))["code"] == "unknown"


def test_a_room_is_one_room_at_every_node(cluster: Cluster) -> None:
    """People of three nodes sit, talk and say ready; the game starts once, and a link that was
    renewed at one node is the link at all.
    """
    a, b, c = cluster.urls
    with Client(a, "Ana") as ana, Client(b, "Ben") as ben, Client(c, "Cem") as cem:
        made = ana.create("paws", {"players": 4, "timer": 0}, room=True)
        code = made.table.code
        ana.room_link(code)
        room = ben.table(code).room
        assert room is not None and room.link == ""
        room = ana.table(code).room
        assert room is not None
        key = room.link.partition("#")[2]
        for person in (ben, cem):
            person.sit(code, key=key)
        with ana.join(code) as hers, ben.join(code) as his, cem.join(code) as other:
            other.say("Ready when you are")
            for table in (hers, his):
                listen_until(lambda table=table: table.chat, table)
            names = {"Ana", "Ben", "Cem"}

            def all_see_all() -> bool:
                rooms = [person.table(code).room for person in (ana, ben, cem)]
                return all(
                    room is not None and {item.name for item in room.people if item.online} == names
                    for room in rooms
                )

            wait_until(all_see_all, 10)
            cem.not_ready(code)
            ana.room_start(code, "random")
            wait_until(lambda: all(p.table(code).status == "live" for p in (ana, ben, cem)), 15)
            assert {player.name for player in ben.table(code).players} == {*names, ""}
            assert sum(nonce != "" for nonce in ana.table(code).fair.nonces) == 2
