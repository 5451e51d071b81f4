"""Packs on a server: uploaded, bounded, shared, played with, and kept while a game uses them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from databases import Postgres
from harness import Server, brought_back, play_first, serving, wait_until

from dogfight.client import Client
from dogfight.client.client import Refusal

sys.path.insert(0, str(Path(__file__).parents[1] / "packs"))
from making import BATTLE, orchard, orchard_bytes

from dogfight.packs.files import pack_of_bytes, write_folder

OPTIONS = {"battle": "long"}


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, postgres: Postgres) -> dict[str, str]:
    """The setting that names a database of either kind."""
    return {} if request.param == "sqlite" else {"database": asyncio.run(postgres.new())}


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this machine, which takes packs."""
    with serving(tmp_path_factory.mktemp("packs"), job_seconds=60.0) as server:
        yield server


def status(client: Client, method: str, path: str, **more: Any) -> int:
    answer: httpx.Response = client.http.request(method, path, **more)
    return answer.status_code


def upload(client: Client, body: bytes) -> str:
    return client.upload_pack(body).word


def test_a_pack_is_the_same_file_again(packed: Server) -> None:
    with Client(packed.url, "Ana") as ana:
        line = ana.upload_pack(orchard_bytes())
        assert (line.name, line.author, line.version) == ("The Long Orchard", "Ann", "2")
        assert line.mine and not line.listed and line.picture
        assert ana.http.get(f"/api/packs/{line.word}/file").content == orchard_bytes()
        picture = ana.http.get(f"/api/packs/{line.word}/picture")
        assert picture.content == orchard().picture
        assert picture.headers["content-type"] == "image/png"
        assert ana.upload_pack(orchard_bytes()) == line, "the same pack is kept once"


def test_a_game_with_a_pack_is_played_reviewed_and_played_again(packed: Server) -> None:
    with Client(packed.url, "Ana") as ana, Client(packed.url, "Ben") as ben:
        word = upload(ana, orchard_bytes("The Short Orchard", 1))
        made = ana.create("boots", OPTIONS, ["me", "bot:greedy"], pack=word)
        code = made.table.code
        assert made.table.pack is not None and made.table.pack.name == "The Short Orchard"
        with ana.join(code) as table:
            hinted = table.wait_for_turn()
            assert hinted is not None
            assert ana.hint(code, hinted.seat, hinted.question).best
            play_first(table)
        record = ana.record(code)
        loaded = orchard("The Short Orchard", 1).data_set.load("boots")
        assert loaded.data_digest in record
        review = ana.http.get(f"/api/tables/{code}/review?count=3")
        assert review.status_code == 200 and len(review.json()["steps"]) == 3
        wait_until(
            lambda: ana.http.get(f"/api/tables/{code}/analysis").json()["state"] == "done", 60
        )
        again = ana.rematch(code)
        assert again.table.pack == made.table.pack
        went_on = ana.continue_game(code, 2, ["me", "me"])
        assert went_on.table.pack == made.table.pack
        assert brought_back(ana, record).split("\n", 1)[1] == record.split("\n", 1)[1]
        answer = ben.http.post(
            "/api/records", content=record, headers={"content-type": "text/plain"}
        )
        assert answer.status_code == 409 and "data" in answer.json()["error"]


def test_a_private_pack_is_seen_by_link_owner_and_table_only(packed: Server) -> None:
    with (
        Client(packed.url, "Ana") as ana,
        Client(packed.url, "Ben") as ben,
        Client(packed.url, "Eve") as eve,
    ):
        word = upload(ana, orchard_bytes("Ana's Secret Orchard"))
        code, key = word.split(".")
        made = ana.create("boots", OPTIONS, ["me", "open"], pack=word)
        ben.claim(made.table.code, made.invites[0].secret)
        wrong = f"{code}.{'0' * len(key)}"
        for path in ("", "/file", "/picture", "/options", "/print"):
            assert status(eve, "GET", f"/api/packs/{code}{path}") == 404
            assert status(eve, "GET", f"/api/packs/{wrong}{path}") == 404
            assert status(eve, "GET", f"/api/packs/{word}{path}") == 200
        assert status(eve, "GET", f"/api/tables/{made.table.code}/pack") == 403
        assert ben.pack_of_table(made.table.code) == orchard_bytes("Ana's Secret Orchard")
        for guess in (code, wrong):
            with pytest.raises(Refusal, match="no such pack"):
                eve.create("boots", OPTIONS, ["me", "me"], pack=guess)
            lab = {"kind": "balance", "game": "boots", "pack": guess}
            assert status(eve, "POST", "/api/lab", json=lab) == 404
        shown = eve.http.get("/api/packs").text + eve.http.get("/api/lobby").text
        assert "Secret" not in shown and key not in shown
        seen = eve.http.get(f"/api/tables/{made.table.code}").text
        assert key not in seen and code not in seen
        for method, path, body in (
            ("DELETE", f"/api/packs/{word}", None),
            ("POST", f"/api/packs/{word}/listed", {"listed": True}),
        ):
            assert status(eve, method, path, json=body) == 403
        ana.list_pack(code, listed=True)
        [line] = [line for line in eve.packs().packs if line.code == code]
        assert line.word == code and not line.mine and key not in eve.http.get("/api/packs").text
        ana.list_pack(code, listed=False)
        assert code not in {line.code for line in eve.packs().packs}


def test_a_stranger_cannot_tell_whether_a_private_pack_is_there(packed: Server) -> None:
    paths = ("/api/packs", "/api/lobby", "/api/live", "/api/tables", "/api/lab")

    def seen(eve: Client) -> list[bytes]:
        return [eve.http.get(path).content for path in paths]

    with Client(packed.url, "Ana") as ana, Client(packed.url, "Eve") as eve:
        before = seen(eve)
        word = upload(ana, orchard_bytes("A Pack That Nobody Knows"))
        code, key = word.split(".")
        ana.create("boots", OPTIONS, ["me", "me"], pack=word)
        assert seen(eve) == before
        twin = "f" * len(code)
        for rest in ("", "/file", "/picture", "/options", "/print"):
            there, none = (
                eve.http.get(f"/api/packs/{item}.{'0' * len(key)}{rest}") for item in (code, twin)
            )
            assert (there.status_code, there.content) == (none.status_code, none.content)


def test_refusals_are_one_line_and_keep_nothing(packed: Server) -> None:
    with Client(packed.url, "Ana") as ana:
        before = ana.packs()
        bad = {
            b"no zip": "pack: expected a .zip file with a pack",
            orchard_bytes().replace(b"bri_rifle", b"bri_rifla"): "pack/boots/battle_long.toml",
        }
        for body, words in bad.items():
            with pytest.raises(Refusal) as caught:
                ana.upload_pack(body)
            assert "\n" not in str(caught.value) and "/tmp" not in str(caught.value)
            assert words in str(caught.value) or "unpacked" in str(caught.value)
        headers = {"content-type": "application/zip"}
        assert status(ana, "POST", "/api/packs", content=b"\0" * 2**21, headers=headers) == 413
        headers = {"content-type": "application/json"}
        assert status(ana, "POST", "/api/packs", content=b"{}", headers=headers) == 415
        with pytest.raises(Refusal, match="expected a pack of toy, got one of boots"):
            ana.create("toy", {}, ["me", "me"], pack=upload(ana, orchard_bytes("Other")))
        assert ana.packs().packs[1:] == before.packs


def test_a_page_makes_a_pack_of_texts(packed: Server) -> None:
    with Client(packed.url, "Ana") as ana:
        body = {
            "name": "<img src=x onerror=alert(1)>",
            "author": "Ana",
            "game": "boots",
            "files": {"battle_long.toml": BATTLE},
        }
        line = ana.http.post("/api/pack_texts", json=body).json()
        assert line["name"] == "<img src=x onerror=alert(1)>"
        loaded = pack_of_bytes(ana.http.get(f"/api/packs/{line['word']}/file").content, "x")
        assert loaded.data == {"boots/battle_long.toml": BATTLE}
        answer = ana.http.post("/api/pack_texts", json={**body, "files": {"../x.toml": ""}})
        assert answer.status_code == 409
        assert "expected a data file beside pack.toml or in boots/" in answer.json()["error"]


def test_a_pack_is_printed_and_asked_about(packed: Server) -> None:
    with Client(packed.url, "Ana") as ana:
        word = upload(ana, orchard_bytes("Printed"))
        answer = ana.http.get(f"/api/packs/{word}/print?paper=letter")
        assert answer.content.startswith(b"%PDF")
        assert 'filename="printed-2.pdf"' in answer.headers["content-disposition"]
        asked = ana.http.post(
            "/api/lab",
            json={
                "kind": "balance",
                "game": "boots",
                "pack": word,
                "minutes": 0.02,
                "options": ["battle=long"],
                "bots": ["random", "greedy"],
            },
        ).json()
        assert asked["pack"] == "Printed"
        path = f"/api/lab/{asked['id']}"
        wait_until(lambda: ana.http.get(path).json()["state"] in ("done", "failed"), 90)
        assert ana.http.get(path).json()["state"] == "done", ana.http.get(path).json()["summary"]
        assert "printed-2.zip" in ana.http.get(f"{path}/report").text


def test_packs_are_bounded_removed_and_kept_for_games(
    tmp_path: Path, place: dict[str, str]
) -> None:
    with (
        serving(tmp_path, packs_per_person=2, packs_in_all=3, job_seconds=60.0, **place) as server,
        Client(server.url, "Ana") as ana,
        Client(server.url, "Ben") as ben,
    ):
        first, second = (upload(ana, orchard_bytes(name)) for name in ("One", "Two"))
        with pytest.raises(Refusal, match="2 of your packs are kept here"):
            upload(ana, orchard_bytes("Three"))
        upload(ben, orchard_bytes("One"))
        with pytest.raises(Refusal, match="This server keeps 3 packs"):
            upload(ben, orchard_bytes("Four"))
        ana.remove_pack(second)
        with pytest.raises(Refusal, match="no such pack"):
            ana.pack(second)
        second = upload(ana, orchard_bytes("Two", 1))
        code = ana.create("boots", OPTIONS, ["me", "bot:random"], pack=second).table.code
        ana.remove_pack(second)
        assert second.split(".")[0] not in {line.code for line in ana.packs().packs}
        with pytest.raises(Refusal, match="2 of your packs are kept here"):
            upload(ana, orchard_bytes("Three"))
        server.kill()
        server.start()
        with Client(server.url, "Eve") as eve:
            assert status(eve, "GET", f"/api/packs/{second}") == 404
        with ana.join(code) as table:
            play_first(table)
        assert orchard("Two", 1).data_set.load("boots").data_digest in ana.record(code)
        assert ana.upload_pack(orchard_bytes("Two", 1)).word == second
        assert first.split(".")[0] in {line.code for line in ana.packs().packs}


def test_a_server_has_packs_and_data_of_its_own(tmp_path: Path) -> None:
    folder, data = tmp_path / "packs", tmp_path / "data"
    write_folder(orchard("House Orchard"), folder / "orchard")
    (folder / "second.zip").write_bytes(orchard_bytes("Second"))
    data.mkdir()
    (data / "battle_long.toml").write_text(BATTLE)
    own = {"data": str(data), "packs_dir": str(folder), "job_seconds": 60.0}
    with serving(tmp_path, **own) as server, Client(server.url, "Ana") as ana:
        lines = {line.name: line for line in ana.packs().packs}
        assert set(lines) == {"House Orchard", "Second"}
        assert all(line.of_server and line.listed for line in lines.values())
        choices = ana.http.get("/api/games/boots/options").json()["fields"][0]["choices"]
        assert "long" in choices, "new tables are played with the data of the server"
        usual = ana.create("boots", OPTIONS, ["me", "me"]).table
        assert usual.pack is not None and usual.pack.name == "Data of this server"
        house = ana.create("boots", OPTIONS, ["me", "me"], pack=lines["House Orchard"].code).table
        assert house.pack is not None and house.pack.name == "House Orchard"
        with pytest.raises(Refusal, match="a name that no pack of this server has"):
            ana.upload_pack(orchard_bytes("second", 1))
        # Both go on when the folders are gone.
        server.stop()
        server.settings.pop("data")
        server.settings.pop("packs_dir")
        server.start()
        for table in (usual, house):
            assert ana.table(table.code).pack == table.pack
        assert "long" not in ana.http.get("/api/games/boots/options").text
        assert {line.pack for line in (usual, house)} == {usual.pack, house.pack}


def test_others_upload_only_where_the_settings_say_so(tmp_path: Path) -> None:
    others = {"origins": ["https://table.example"], "job_seconds": 60.0}
    with serving(tmp_path, **others) as server, Client(server.url, "Ana") as ana:
        assert not ana.packs().may_upload
        with pytest.raises(Refusal, match="takes no packs from others"):
            ana.upload_pack(orchard_bytes())
        server.stop()
        server.settings["uploads_of_packs"] = True
        server.start()
        assert ana.packs().may_upload and ana.upload_pack(orchard_bytes()).mine
