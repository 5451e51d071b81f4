"""Whole games over the wire: real process, real database, real sockets."""

import random
import time
from pathlib import Path

import msgspec
import pytest
from harness import Line, Server, listen_until, play_first, serving, wait_until

import dogfight
from dogfight.client import Client, Refusal, RemoteTable
from dogfight.match.draws import check_draws
from dogfight.match.record import parse
from dogfight.match.replay import verify

TOY = {"rounds": 2}


def code_of(refusal: pytest.ExceptionInfo[Refusal]) -> str:
    return refusal.value.code


def test_a_whole_game_against_a_bot(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        made = ana.create("toy", {"rounds": 4}, ["me", "bot:random"])
        assert (
            made.table.status == "live"
            and len(made.table.fair.commit) == 64
            and made.table.fair.seed == ""
        )
        with ana.join(made.table.code) as table:
            assert play_first(table) == 4 * 3
            assert table.over and table.info is not None and table.info.result is not None
            assert len(table.info.fair.seed) == 64


QUIET = {"paws": {"timer": 0}}


@pytest.mark.parametrize("name", dogfight.names())
def test_every_game_plays_over_the_wire_and_record_verifies(server: Server, name: str) -> None:
    """Some hundred moves at a hot seat, then everybody resigns."""
    game = dogfight.load(name)
    options = game.options(QUIET.get(name, {}))
    players = sorted({seat.player for seat in game.seats(options)})
    with Client(server.url, "Ana") as ana:
        code = ana.create(name, options, ["me"] * len(players)).table.code
        with ana.join(code) as table:
            play_first(table, 120)
        for player in players:
            if ana.table(code).status == "live":
                ana.resign(code, player)
        record = parse(ana.record(code))
        assert record.header.code == code
        verify(game, record)
        assert check_draws(game, record) is not None
        eyes = ("open", "watcher", "0")
        reviews = [
            ana.http.get(f"/api/tables/{code}/review", params={"perspective": eye, "count": "20"})
            for eye in eyes
        ]
        assert all(
            review.status_code == 200 and len(review.json()["steps"]) == 20 for review in reviews
        )


def test_an_invitation_seats_one_person_once(server: Server) -> None:
    with (
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
        Client(server.url, "Eve") as eve,
    ):
        made = ana.create("toy", TOY)
        assert made.table.status == "open" and [invite.player for invite in made.invites] == [1]
        code, secret = made.table.code, made.invites[0].secret
        with pytest.raises(Refusal) as refusal:
            eve.claim(code, "guess")
        assert code_of(refusal) == "unknown"
        assert ben.claim(code, secret).table.status == "live"
        assert ben.claim(code, secret).table.players[1].you, (
            "asked again by the same person it is the same answer"
        )
        with pytest.raises(Refusal) as refusal:
            eve.claim(code, secret)
        assert code_of(refusal) == "invite_used"
        with ana.join(code) as item, ben.join(code) as pair:
            for table in (item, pair, item, pair):
                view = table.wait_for_turn()
                assert view is not None
                table.play(view.seat, view.legal[0].action)
            assert item.seats == (0,) and pair.seats == (1,)


def test_a_fresh_invitation_voids_the_one_before(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = ana.create("toy", TOY)
        fresh = ana.invite(made.table.code, 1)
        with pytest.raises(Refusal):
            ben.claim(made.table.code, made.invites[0].secret)
        assert ben.claim(made.table.code, fresh.secret).table.status == "live"


def test_an_open_table_stands_in_the_lobby_until_it_is_full(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = ana.create("toy", TOY, open=True).table.code
        listed = [table["code"] for table in ben.http.get("/api/lobby").json()["tables"]]
        assert code in listed
        assert ben.sit(code, 1).table.status == "live"
        assert code not in [table["code"] for table in ben.http.get("/api/lobby").json()["tables"]]
        closed = ana.create("toy", TOY).table.code
        with pytest.raises(Refusal) as refusal:
            ben.sit(closed, 1)
        assert code_of(refusal) == "not_yours"


def test_my_games_say_whose_turn_it_is(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {**TOY, "seats": 1}, ["me"]).table.code
        assert [(table.code, table.your_turn, table.status) for table in ana.tables()] == [
            (code, True, "live")
        ]
        ana.resign(code, 0)
        assert [(table.your_turn, table.status) for table in ana.tables()] == [(False, "over")]


def test_bot_does_not_replace_player_who_lacks_a_socket(tmp_path: Path) -> None:
    with (
        serving(tmp_path, away_seconds=1.5) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        made = ana.create("toy", {"rounds": 50})
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        for _ in range(4):
            time.sleep(0.5)
            assert ben.http.get(f"/api/tables/{code}/view").status_code == 200
            with pytest.raises(Refusal) as refusal:
                ana.bot(code, 1, "random")
            assert code_of(refusal) == "not_now" and "after 1.5 s of absence" in str(refusal.value)
        ben.bot(code, 1, "random")
        assert ana.table(code).players[1].bot == "random", "by consent"
        ben.sit(code, 1)
        wait_until(lambda: ana.bot(code, 1, "random").table.players[1].bot == "random", 4)
        assert ben.sit(code, 1).table.players[1].bot == ""


def test_a_bot_stands_in_and_gives_the_seat_back(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = ana.create("toy", {"rounds": 50})
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        with ana.join(code) as table:
            ana.bot(code, 1, "random")
            play_first(table, 9)
            assert ana.table(code).players[1].bot == "random"
            assert ben.sit(code, 1).table.players[1].bot == ""
            with ben.join(code) as pair:
                while pair.turn() is None:
                    play_one(table)
                    pair.pump(0.05)
                view = pair.wait_for_turn()
                assert view is not None
                pair.play(view.seat, view.legal[-1].action)
                with pytest.raises(Refusal) as refusal:
                    ana.bot(code, 1, "random")
                assert code_of(refusal) == "not_yours", "not while Ben is there"


def play_one(table: RemoteTable) -> None:
    """Play if it is my turn, and listen for a moment."""
    view = table.turn()
    if view is not None:
        table.play(view.seat, view.legal[0].action)
    table.pump(0.05)


def test_a_seat_is_left_and_filled_again(server: Server) -> None:
    with (
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
        Client(server.url, "Cleo") as cleo,
    ):
        made = ana.create("toy", TOY)
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        ben.leave(code, 1)
        with pytest.raises(Refusal):
            ben.claim(code, made.invites[0].secret)
        cleo.claim(code, ana.invite(code, 1).secret)
        assert [player.name for player in ana.table(code).players] == ["Ana", "Cleo"]


def test_player_who_leaves_sees_only_the_public_view(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = ana.create("toy", TOY)
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        with Line(ben, code) as line:
            line.until("view", seat=1)
            ben.leave(code, 1)
            line.until("view", seat=-4)
            assert (
                line.ask(type="play", id="a", seat=1, question=1, action=1)["code"]
                == "not_your_seat"
            )
            line.frames.clear()
            ana.sit(code, 1)
            with ana.join(code) as table:
                play_first(table, 4)
            line.settle()
            assert line.frames and not any(
                '"type":"view","seat":1' in frame for frame in line.frames
            )


def test_a_new_name_is_known_at_the_table(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", TOY, ["me", "me"]).table.code
        with Line(ana, code) as line:
            line.until("view", seat=1)
            ana.http.post("/api/me", json={"name": "Anna"})
            wait_until(lambda: line.until("table")["table"]["players"][0]["name"] == "Anna")
            line.send(type="chat", id="c", text="it is me")
            assert line.until("chat")["line"]["name"] == "Anna"


def test_resigning_ends_a_duel_but_not_a_melee(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        duel = ana.create("toy", TOY, ["me", "bot:random"]).table.code
        ended = ana.resign(duel, 0).table
        assert ended.status == "over" and "resigned" in ended.ended and ended.fair.seed
        assert parse(ana.record(duel)).header.ended == ended.ended
        melee = ana.create("toy", {**TOY, "seats": 3}, ["me"] * 3).table.code
        assert ana.resign(melee, 2).table.status == "live"
        with ana.join(melee) as table:
            assert play_first(table) > 0
            assert table.over and table.info is not None and table.info.players[2].resigned


def test_a_rematch_is_one_table_with_the_seats_swapped(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = ana.create("toy", TOY)
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        with pytest.raises(Refusal) as refusal:
            ben.rematch(code)
        assert code_of(refusal) == "not_now"
        ana.resign(code, 0)
        following = ben.rematch(code, swap=True).table
        assert following.status == "open" and [player.name for player in following.players] == [
            "Ben",
            "Ana",
        ]
        joined = ana.rematch(code).table
        assert joined.code == following.code == ana.table(code).rematch_code
        assert joined.room is not None and joined.room.ready == (0, 1)
        wait_until(lambda: ana.table(joined.code).status == "live")
        assert following.fair.commit != made.table.fair.commit


def test_take_back_until_something_is_revealed(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", TOY, ["me", "me"]).table.code
        with ana.join(code) as table:
            view = table.wait_for_turn()
            assert view is not None and view.message is not None and not view.message.take_back
            table.play(0, 1)
            assert table.views[0].message is not None and table.views[0].message.take_back
            before = len(table.views[0].log)
            table.take_back(0)
            assert [entry.action for entry in table.views[0].legal] == [0, 1] and len(
                table.views[0].log
            ) == before - 1
            for seat in (0, 0, 1, 1):
                table.play(seat, 1)
            with pytest.raises(Refusal) as refusal:
                table.take_back(1)
            assert code_of(refusal) == "nothing_to_take_back"


def test_players_and_watchers_talk_apart_until_the_end(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        code = ana.create("toy", TOY, ["me", "me"]).table.code
        with ana.join(code) as table, eve.join(code) as stands:
            assert stands.seats == (-4,)
            table.say("good luck")
            stands.say("he bluffs", "watchers")
            listen_until(lambda: len(stands.chat) == 2, stands)
            assert not table.pump(0.3) or all(item.channel == "table" for item in table.chat)
            for who, channel in ((table, "watchers"), (stands, "table")):
                with pytest.raises(Refusal) as refusal:
                    who.say("psst", channel)  # type: ignore[arg-type]
                assert code_of(refusal) == "no_channel"
            assert ana.http.get(f"/api/tables/{code}/chat?channel=watchers").status_code == 403
            ana.resign(code, 0)
            heard = ana.http.get(f"/api/tables/{code}/chat?channel=watchers").json()["lines"]
            assert [item["text"] for item in heard] == ["he bluffs"]


def test_a_table_without_spectators(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        code = ana.create("toy", TOY, ["me", "me"], watch=False).table.code
        with pytest.raises(Refusal):
            eve.join(code)
        for path in ("", "/view", "/chat", "/record", "/review"):
            assert eve.http.get(f"/api/tables/{code}{path}").status_code == 403


def test_server_setting_delays_the_view_of_watchers(tmp_path: Path) -> None:
    """Everything comes, in order, and none of it too early; players do not wait."""
    with (
        serving(tmp_path, watch_delay=1.0) as house,
        Client(house.url, "Ana") as ana,
        Client(house.url, "Eve") as eve,
    ):
        code = ana.create("toy", TOY, ["me", "me"]).table.code
        with eve.join(code) as stands, ana.join(code) as table:
            wait_until(lambda: -4 in stands.views or stands.pump(0.1) is None)
            for count in (2, 2):
                began = time.monotonic()
                play_first(table, count)
                own = [
                    event.text
                    for event in table.views[0].log
                    if " chose " not in event.text and "hold" not in event.text
                ]
                listen_until(
                    lambda want=own: [line.text for line in stands.views[-4].log] == want, stands
                )
                assert time.monotonic() - began >= 1.0
            v = stands.views[-4].version
            polled = eve.http.get(f"/api/tables/{code}/view?after={v}0").json()
            assert polled["version"] == v


def test_table_keeps_the_watcher_delay_of_its_creation(tmp_path: Path) -> None:
    """What a table says wins over the settings, is shown to everybody, and outlives a restart
    and a rematch.
    """
    with (
        serving(tmp_path, watch_delay=0.5) as house,
        Client(house.url, "Ana") as ana,
        Client(house.url, "Eve") as eve,
    ):
        usual = ana.create("toy", TOY, ["me", "me"]).table
        late = ana.create("toy", TOY, ["me", "me"], watch_delay=600, listed=True).table
        soon = ana.create("toy", TOY, ["me", "me"], watch_delay=0, listed=True).table
        assert [item.watch_delay for item in (usual, late, soon)] == [0.5, 600, 0]
        assert {item.code: item.watch_delay for item in eve.live()} == {
            late.code: 600,
            soon.code: 0,
        }
        house.kill()
        house.start()
        assert [eve.table(item.code).watch_delay for item in (usual, late, soon)] == [0.5, 600, 0]
        with (
            eve.join(late.code) as far,
            eve.join(soon.code) as near,
            ana.join(late.code) as a,
            ana.join(soon.code) as b,
        ):
            wait_until(lambda: -4 in far.views or far.pump(0.1) is None)
            before = far.views[-4].version
            play_first(a, 4)
            play_first(b, 4)
            rolled = "the die shows"
            listen_until(lambda: any(rolled in line.text for line in near.views[-4].log), near)
            while far.pump(0.2):
                pass
            assert far.views[-4].version == before
            assert any(rolled in event.text for event in a.views[0].log)
        ana.resign(late.code, 0)
        assert ana.rematch(late.code).table.watch_delay == 600
        for bad in (-1, 3601, "soon"):
            with pytest.raises(Refusal) as refusal:
                ana.create("toy", TOY, ["me", "me"], watch_delay=bad)
            assert code_of(refusal) == "bad_request"


def test_the_games_own_clock_runs_out(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1, "seconds": 1}, ["me", "me"]).table.code
        with ana.join(code) as table:
            view = table.wait_for_turn()
            assert view is not None and view.message is not None and view.message.clock == "bid"
            deadline = view.message.deadline
            table.play(0, 1)
            assert (
                table.views[0].message is not None and table.views[0].message.deadline == deadline
            ), "no extra time"
            listen_until(lambda: any(line.kind == "clock" for line in table.views[0].log), table)
            assert time.time() * 1000 >= (deadline or 0)


def test_the_tables_own_limit_plays_the_draft_or_the_default(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 1}, ["me", "me"], time_limit_s=1).table.code
        with ana.join(code) as table:
            table.wait_for_turn()
            table.draft(0, 1, (0, 2), "my plan")
            listen_until(lambda: any(line.kind == "rolled" for line in table.views[0].log), table)
            rolled = next(event for event in table.views[0].log if event.kind == "rolled")
            assert "Bids [2, 5]" in rolled.text, "the draft of one seat, the default of the other"


def test_play_without_a_socket(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", TOY, ["me", "me"]).table.code
        first = ana.http.get(f"/api/tables/{code}/view?seat=0").json()
        assert first["question"] == 1 and first["view"]["legal"]
        command = {
            "type": "play",
            "id": "a1",
            "seat": 0,
            "question": first["question"],
            "action": 1,
        }
        began = time.monotonic()
        for _ in range(2):
            assert ana.http.post(f"/api/tables/{code}/command", json=command).json() == {
                "type": "ack",
                "id": "a1",
            }
        second = ana.http.get(f"/api/tables/{code}/view?seat=0&after={first['version']}").json()
        assert (
            second["version"] != first["version"]
            and second["question"] == 2
            and time.monotonic() - began < 5
        )
        late = ana.http.post(f"/api/tables/{code}/command", json=command | {"id": "a2"})
        assert late.status_code == 409 and late.json()["code"] == "question_closed"
        other = ana.http.get(f"/api/tables/{code}/view?seat=3")
        assert other.status_code == 403


def test_options_come_as_fields_and_are_put_right(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        result = ana.http.get("/api/games/toy/options?seats=4&rounds=9999").json()
        assert (
            result["options"] == {"seats": 4, "rounds": 3, "seconds": 0, "pause": 0}
            and len(result["seats"]) == 4
        )
        with pytest.raises(Refusal) as refusal:
            ana.create("toy", {"rounds": 9999})
        assert code_of(refusal) == "bad_option" and "from 1 to 500" in refusal.value.message
        with pytest.raises(Refusal) as refusal:
            ana.create("toy", TOY, ["me", "bot:nobody"])
        assert code_of(refusal) == "bad_option"


def test_a_record_is_brought_back_and_reviewed(server: Server, tmp_path: Path) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        code = ana.create("toy", TOY, ["me", "bot:random"]).table.code
        assert ana.http.get(f"/api/tables/{code}/record").status_code == 409, (
            "not while it is being played"
        )
        assert ana.http.get(f"/api/tables/{code}/review").status_code == 409
        with ana.join(code) as table:
            play_first(table)
        for form in ("text", "json"):
            text = ana.record(code, form)
            brought = ben.http.post(
                "/api/records", content=text, headers={"content-type": "text/plain"}
            ).json()
            assert (
                brought["table"]["status"] == "over"
                and brought["table"]["players"][0]["name"] == "Ana"
            )
            path = f"/api/tables/{brought['table']['code']}/review?perspective=1&from=2&count=3"
            steps = ben.http.get(path).json()["steps"]
            assert [step["n"] for step in steps] == [2, 3, 4] and steps[0]["view"]["seat"] == 1
            assert parse(ben.record(brought["table"]["code"])).moves == parse(text).moves
        broken = text.replace('"seat":"p1"', '"seat":"p2"', 1)
        refused = ben.http.post(
            "/api/records", content=broken, headers={"content-type": "text/plain"}
        )
        assert refused.status_code == 409 and refused.json()["code"] == "bad_record"


def test_review_of_a_seat_shows_no_other_secret(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", TOY, ["me", "bot:random"]).table.code
        with ana.join(code) as table:
            play_first(table)
        eye = ana.http.get(f"/api/tables/{code}/review?perspective=1&count=200").json()
        own = [item for item in eye["steps"] if item["seat"] == "p1" and item["n"] < 6]
        assert own and all(item["notation"] == "" and item["text"] == "" for item in own)
        both = ana.http.get(f"/api/tables/{code}/review?perspective=open&count=200").json()
        assert [item["n"] for item in both["steps"]] == list(range(both["moves"] + 1))
        assert all(item["notation"] for item in both["steps"][1:])
        dealt = [
            [step["events"][0]["text"] for step in item["steps"][1:3] if step["events"]]
            for item in (eye, both)
        ]
        assert [len(item) for item in dealt] == [1, 2]
        assert dealt[0][0].startswith("Pilot 2 holds") and dealt[1][1] == dealt[0][0]


def test_every_line_of_a_log_is_found_in_the_review(server: Server) -> None:
    """A take-back by consent and standing orders tell lines that no step tells; the others are
    where they were told.
    """
    dice = random.Random(5)
    with Client(server.url, "Ana") as ana:
        code = ana.create("boots", {"battle": "orchard"}, ["me", "me"]).table.code
        for before in (
            lambda: None,
            lambda: ana.set_standing_order(code, 1, "always"),
            lambda: ana.request_take_back(code, 0),
        ):
            before()
            with ana.join(code) as table:
                for _ in range(15):
                    view = table.wait_for_turn()
                    assert view is not None
                    table.play(view.seat, dice.choice(view.legal).action)
        with ana.join(code) as table:
            while 0 not in table.views:
                table.pump()
            log = table.views[0].log
        ana.resign(code, 0)
        path = f"/api/tables/{code}/review"
        steps = ana.http.get(f"{path}?perspective=0&count=200").json()["steps"]
        reported = {step["n"]: [event["text"] for event in step["events"]] for step in steps}
        result = [
            ana.http.get(f"{path}?perspective=0&count=0&line={n}").json()["at"]
            for n in range(len(log))
        ]
        assert result == sorted(result)
        own = [
            line.text in reported[at] or line.kind in ("retaken", "order")
            for at, line in zip(result, log, strict=True)
        ]
        assert all(own) and any(line.kind == "retaken" for line in log)
        assert ana.http.get(f"{path}?perspective=0&line={len(log)}").status_code == 404


def test_names_are_cleaned(server: Server) -> None:
    with Client(server.url, "  A\u200bna\n\tB  ") as ana:
        assert ana.me.name == "Ana B"
    for bad in ("", " \u200b ", "x" * 25):
        with pytest.raises(Refusal) as refusal:
            Client(server.url, bad)
        assert code_of(refusal) == ("unfit" if bad else "bad_request")


def listen(table: RemoteTable) -> None:
    for _ in range(50):
        table.pump(0.1)


def test_a_forgotten_session_is_cut_off_at_once(server: Server) -> None:
    ana = Client(server.url, "Ana")
    code = ana.create("toy", TOY, ["me", "me"]).table.code
    table = ana.join(code)
    assert ana.http.request("DELETE", "/api/me").status_code == 200
    with pytest.raises(Refusal):
        listen(table)
    assert ana.http.get("/api/me").status_code == 401
    ana.close()


def test_views_are_json_of_the_contract(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", TOY, ["me", "me"]).table.code
        body = ana.http.get(f"/api/tables/{code}/view?seat=1").content
        message = msgspec.json.decode(body)
        assert set(message) == {
            *(
                "type",
                "seat",
                "version",
                "question",
                "deadline",
                "clock",
                "take_back",
                "draft",
                "standing_order",
                "starts_at",
                "can_set_up",
                "plans",
                "locks",
                "board_svg",
                "view",
                "log",
            ),
        }
        assert message["view"]["log"] == [] and message["log"]["from"] == 0


def test_move_is_shown_although_refused_command_followed(server: Server) -> None:
    """What is shown late, once for all in line, is shown by the last of them, even if that one
    changes nothing.
    """
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 30}, ["me", "me"]).table.code
        with Line(ana, code) as line, Line(ana, code) as pair:
            view = line.until("view", seat=0)
            for n in range(20):
                line.send(type="play", id=f"p{n}", seat=0, question=view["question"], action=0)
                pair.send(
                    type="draft", id=f"d{n}", seat=0, question=10_000, n=n, actions=[0], note=""
                )
                view = line.until("view", seat=0, question=view["question"] + 1)
                line.send(type="take_back", id=f"t{n}", seat=0, question=view["question"])
                view = line.until("view", seat=0, question=view["question"] + 1)
                assert pair.until("reject", id=f"d{n}")["code"] == "question_closed"
