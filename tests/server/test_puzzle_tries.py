"""Puzzles on a server: what people try is counted once, kept with them, and leaves nobody out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from harness import Server, serving

from dogfight.client import Client
from dogfight.core import registry
from dogfight.puzzles.puzzle import Puzzle, puzzles_of
from dogfight.server.storage.ledger import Ledger
from dogfight.server.storage.people_rows import PeopleRows
from dogfight.server.storage.puzzle_rows import PuzzleCount, PuzzleRows
from dogfight.server.storage.store import Store

SOURCE = Path(registry.__file__ or "").parents[1] / "games" / "goofspiel.py"
DAY = "2026-11-19"


def solve(client: Client, puzzle: Puzzle, *, right: bool) -> Any:
    wrong = puzzle.options[1].notation
    body = {"notation": puzzle.answer if right else wrong}
    answer = client.http.post(f"/api/puzzles/{puzzle.game}/{puzzle.id}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_first_try_counts_and_a_later_one_does_not(store: Store, ledger: Ledger) -> None:
    rows = PuzzleRows(store)
    ana, ben = [await ledger.new_person(name, name.encode(), 1) for name in ("Ana", "Ben")]
    assert await rows.add_try(ana.id, "toy", "a", solved=False, day=DAY, at=1)
    assert not await rows.add_try(ana.id, "toy", "a", solved=True, day=DAY, at=2)
    assert await rows.add_try(ben.id, "toy", "a", solved=True, day=DAY, at=3)
    assert await rows.add_try(ben.id, "toy", "b", solved=True, day="", at=4)
    assert await rows.counts_of("toy") == {"a": PuzzleCount(2, 1), "b": PuzzleCount(1, 1)}
    assert (await rows.tries_of(ana.id)).solved_days == ()
    tries = await rows.tries_of(ben.id)
    assert tries.solved_days == (DAY,) and tries.tried == (("toy", "a"), ("toy", "b"))


async def test_tries_go_along_are_exported_and_deleted(store: Store, ledger: Ledger) -> None:
    rows, people = PuzzleRows(store), PeopleRows(store)
    ana, guest = [await ledger.new_person(name, name.encode(), 1) for name in ("Ana", "Guest")]
    await rows.add_try(ana.id, "toy", "a", solved=False, day="", at=1)
    await rows.add_try(guest.id, "toy", "a", solved=True, day="", at=2)
    await rows.add_try(guest.id, "toy", "b", solved=True, day=DAY, at=3)
    assert await people.join(ana.id, guest.id) is not None
    tries = await rows.tries_of(ana.id)
    assert tries.tried == (("toy", "a"), ("toy", "b")) and tries.solved_days == (DAY,)
    exported = (await people.export(ana.id))["puzzles"]
    assert [(row["puzzle"], row["solved"]) for row in exported] == [("a", 0), ("b", 1)]
    await people.delete(ana.id)
    assert (await rows.tries_of(ana.id)).tried == () and await ledger.strays() == []
    assert (await rows.counts_of("toy"))["a"].tries == 2


def test_difficulty_follows_what_people_solve() -> None:
    puzzle = puzzles_of("biplanes")[0]
    assert puzzle.stars == puzzle.stars_after(0, 0)
    assert puzzle.stars_after(1000, 1000) == 1 and puzzle.stars_after(1000, 0) == 3


def test_a_list_of_puzzles_tells_tries_and_no_answers(server: Server) -> None:
    first, second = puzzles_of("squadrons")[:2]
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        solved = solve(ana, first, right=True)
        assert solved["right"] and solved["first"] and solved["position"] == first.position
        assert not solve(ana, first, right=False)["first"]
        assert not solve(ben, first, right=False)["right"]
        answer = ana.http.get("/api/puzzles/squadrons")
        lines = {line["id"]: line for line in answer.json()["puzzles"]}
        assert len(lines) == len(puzzles_of("squadrons"))
        line = lines[first.id]
        assert (line["tries"], line["solved"], line["tried"]) == (2, 1, True)
        assert lines[second.id]["tried"] is False and lines[second.id]["tries"] == 0
        assert '"answer"' not in answer.text and str(first.options[0].value) not in answer.text
        assert first.id in ana.http.get("/api/puzzles").json()["tried"]
        assert ana.http.get("/api/me/export").json()["puzzles"][0]["puzzle"] == first.id


def test_solved_days_belong_to_the_person_alone(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Ben") as ben:
        listed = ana.http.get("/api/puzzles").json()
        today = next(item["today"] for item in listed["games"] if item["game"] == "boots")
        puzzle = next(item for item in puzzles_of("boots") if item.id == today)
        assert solve(ana, puzzle, right=True)["solved_days"] == [listed["day"]]
        assert solve(ben, puzzle, right=False)["solved_days"] == []
        assert ana.http.get("/api/puzzles").json()["solved_days"] == [listed["day"]]
        assert ben.http.get("/api/puzzles").json()["solved_days"] == []


@pytest.mark.parametrize("text", [b"nonsense\n", b"\xff\xfe\n"], ids=["words", "bytes"])
def test_unreadable_puzzles_leave_out_their_game_only(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "auction.py"
    file.write_text(
        SOURCE.read_text()
        .replace('"goofspiel"', '"auction"')
        .replace('title="Goofspiel"', 'title="Auction"')
    )
    (tmp_path / "puzzles.jsonl").write_bytes(text)
    with (
        serving(tmp_path, plugins=["toy", str(file)]) as server,
        Client(server.url, "Ana") as ana,
    ):
        listed = [item["game"] for item in ana.http.get("/api/puzzles").json()["games"]]
        assert "biplanes" in listed and "auction" not in listed
        assert ana.http.get("/api/puzzles/auction").json()["puzzles"] == []
        assert ana.http.get("/api/puzzles/auction/today").status_code == 404
        assert server.log().count("puzzles_unreadable") == 1
