"""The sandbox of a server: any position looked at, and games that begin from one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Server, brought_back, play_first, serving

import dogfight
from dogfight.client import Client, Refusal
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER
from dogfight.match.draws import check_draws
from dogfight.match.match import Match
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.sandbox.positions import dealt_anew, fault_span


def position_of(game: AnyGame, moves: int, seed: int = 3) -> str:
    """The notation of a position in the middle of a game."""
    table, dice = Match(game, seed=seed), random.Random(seed)
    while len(table.played) < moves and (seat := table.next_seat()) is not None:
        table.play(seat, dice.choice(game.legal(table.position, seat)))
    table.advance()
    return game.notation.write(table.position)


def look(client: Client, game: str, **ask: Any) -> Any:
    return client.http.post(f"/api/sandbox/{game}", json=ask)


def refusal(client: Client, **body: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        client.create(**body)
    return caught.value


@pytest.mark.parametrize("name", dogfight.names())
def test_every_game_is_set_up_looked_at_and_played(server: Server, name: str) -> None:
    game = dogfight.load(name)
    with Client(server.url, "Ana") as ana:
        start = look(ana, name).json()
        assert start["position"] == game.notation.write(game.new(game.options()))
        here = look(ana, name, position=position_of(game, 12)).json()
        for _ in range(12):
            if here["outcomes"]:
                move = {"seat": "chance", "notation": here["outcomes"][0]["notation"]}
            elif here["acting"]:
                view = here["view"]
                assert view["legal"], "the choices of a seat that may choose"
                seat = view["seats"][view["seat"]]["name"]
                move = {"seat": seat, "notation": view["legal"][0]["notation"]}
            else:
                break
            answer = look(ana, name, position=here["position"], move=move)
            assert answer.status_code == 200, answer.text
            here = answer.json()
        assert here["position"]


def test_bad_notation_is_refused_at_its_place(server: Server) -> None:
    text = position_of(dogfight.load("squadrons"), 12).replace("l12", "zz9", 1)
    with Client(server.url, "Ana") as ana:
        answer = look(ana, "squadrons", position=text)
        assert answer.status_code == 409
        error = answer.json()
        assert error["code"] == "bad_record" and "got 'zz9S'" in error["error"]
        start, end = error["at"]
        assert text[start:end] == "zz9S"
        assert look(ana, "squadrons", position="x" * 20_000).status_code == 400
        assert look(ana, "nothing", position="x").status_code == 404
        illegal = look(ana, "squadrons", move={"seat": "red", "notation": "Z9"}).json()
        assert illegal["code"] == "illegal"
        none = look(ana, "squadrons", move={"seat": "nobody"}).json()
        assert "expected a seat out of" in none["error"]


@pytest.mark.parametrize("name", dogfight.names())
def test_a_fault_is_found_where_the_text_was_changed(name: str) -> None:
    """Where it is found, it lies over the change or within the same word."""
    game = dogfight.load(name)
    text, dice, marked = position_of(game, 12), random.Random(1), 0
    for _ in range(200):
        at = dice.randrange(len(text))
        changed = text[:at] + dice.choice("9Zx0;") + text[at + 1 :]
        try:
            game.notation.read(changed)
        except BadNotation as error:
            span = fault_span(changed, error.message)
            assert span is None or 0 <= span[0] < span[1] <= len(changed)
            marked += span is not None
    assert marked >= 20


def test_a_bot_gives_its_opinion_of_a_position(server: Server) -> None:
    game = dogfight.load("biplanes")
    text = position_of(game, 10)
    with Client(server.url, "Ana") as ana:
        here = look(ana, "biplanes", position=text).json()
        ask = {"position": text, "seat": here["acting"][0], "bot": "medium"}
        answer = ana.http.post("/api/sandbox/biplanes/opinion", json=ask)
        assert answer.status_code == 200, answer.text
        lines = answer.json()["lines"]
        assert {line["notation"] for line in lines} <= {
            entry["notation"] for entry in here["view"]["legal"]
        }
        assert abs(sum(line["chance"] for line in lines) - 1) < 0.01
        wrong = ana.http.post("/api/sandbox/biplanes/opinion", json={**ask, "bot": "nobody"})
        assert wrong.status_code == 409 and "expected a bot out of" in wrong.text


def test_a_game_begins_from_a_position_and_brings_it_along(tmp_path: Path) -> None:
    game = dogfight.load("biplanes")
    text = position_of(game, 16)
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        made = ana.create("biplanes", {}, ["me", "me"], position=text)
        code = made.table.code
        assert made.table.from_position and made.table.status == "live"
        with ana.join(code) as table:
            play_first(table)
        record = parse(ana.record(code))
        assert record.header.position == text
        assert verify(game, record) is not None
        checked = check_draws(game, record)
        assert checked is not None and checked.elsewhere == 0
        assert brought_back(ana, ana.record(code)) == ana.record(code)
        first = ana.http.get(f"/api/tables/{code}/review?from=0&count=2").json()["steps"][0]
        assert "begins from a position" in str(first["events"])
        log = ana.http.get(f"/api/logs/{code}").text.splitlines()[0]
        assert msgspec.json.decode(log)["opening"] == text
        assert ana.rematch(code).table.from_position
        onward = ana.continue_game(code, 4, ["me", "me"])
        assert onward.table.from_position
    with serving(tmp_path) as server, Client(server.url, "Eve") as eve:
        assert parse(eve.record(code)).header.position == text
        assert eve.table(onward.table.code).from_position


def test_a_take_back_at_such_a_table_keeps_the_opening(server: Server) -> None:
    game = dogfight.load("starfighters")
    text = position_of(game, 0)
    with Client(server.url, "Ana") as ana:
        code = ana.create("starfighters", {}, ["me"] * 4, position=text).table.code
        with ana.join(code) as table:
            play_first(table, 6)
        status = ana.table(code)
        assert status.from_position and status.options == game.options()


def test_nobody_can_agree_that_such_a_game_counts(server: Server) -> None:
    text = position_of(dogfight.load("starfighters"), 3)
    with Client(server.url, "Ana") as ana:
        ana.http.post("/api/me/rating", json={"rated": True, "ranked": False})
        code = ana.create("starfighters", {}, ["me", *["open"] * 3], position=text).table.code
        answer = ana.http.post(f"/api/tables/{code}/rated", json={"yes": True})
        assert answer.status_code == 409 and "never rated" in answer.text


def test_what_cannot_be_played_from_is_refused(server: Server) -> None:
    game = dogfight.load("biplanes")
    text = position_of(game, 10)
    over = position_of(game, 400)
    with Client(server.url, "Ana") as ana:
        body: dict[str, Any] = {"game": "biplanes", "players": ["me", "me"]}
        error = refusal(ana, **body, position="nonsense")
        assert error.code == "bad_record" and "got 'nonsense'" in error.message
        assert "over here" in refusal(ana, **body, position=over).message
        assert "never rated" in refusal(ana, **body, position=text, rated=True).message
        assert ana.tables() == ()


@pytest.mark.parametrize("name", dogfight.names())
def test_dealing_anew_changes_only_what_is_hidden(name: str) -> None:
    game = dogfight.load(name)
    position = game.notation.read(position_of(game, 10))
    dealt = [dealt_anew(game, position, Dice(seed)) for seed in range(6)]
    assert all(game.view(item, WATCHER) == game.view(position, WATCHER) for item in dealt)
    if game.has_secrets(position):
        assert len({game.notation.write(item) for item in dealt}) > 1


def test_others_get_secrets_that_were_dealt_anew(server: Server) -> None:
    game = dogfight.load("biplanes")
    text = position_of(game, 10)
    assert game.has_secrets(game.notation.read(text))
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        made = ana.create("biplanes", {}, ["me", "open"], position=text)
        code = made.table.code
        ben.claim(code, made.invites[0].secret)
        known = ana.http.get(f"/api/tables/{code}/view?seat=0").text
        assert "bag=" not in known and ana.table(code).status == "live"
        ben.resign(code, 1)
        opening = parse(ana.record(code)).header.position
        assert opening != text
        before, after = (game.notation.read(item) for item in (text, str(opening)))
        assert game.view(before, WATCHER) == game.view(after, WATCHER)
        alone = ana.create("biplanes", {}, ["me", "bot:easy"], position=text)
        ana.resign(alone.table.code, 0)
        assert parse(ana.record(alone.table.code)).header.position == text


def test_a_room_from_a_position_keeps_its_options(server: Server) -> None:
    text = position_of(dogfight.load("starfighters"), 3)
    with Client(server.url, "Ana") as ana:
        code = ana.create("starfighters", {}, [], position=text, room=True).table.code
        with pytest.raises(Refusal, match="keeps the options"):
            ana.room_options(code, {"players": 3})
        assert ana.table(code).options["players"] == 4
