"""Two rooms that differ in what nobody else may know: what the others are sent is the same."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from harness import Server, serving, set_clock
from told import Told, lines_of, look_around, seen

from dogfight.client import Client
from dogfight.server import messages as wire

pytestmark = pytest.mark.usefixtures("same_nonces")


def told_in_room(server: Server, nonce: str, *, bar: bool) -> Told:
    """A host is ready with a nonce of their own and removes a person; what the others hear."""
    reported = Told()
    with ExitStack() as stack:
        ana, ben, dan, eve = (
            stack.enter_context(Client(server.url, name)) for name in ("Ana", "Ben", "Dan", "Eve")
        )
        made = ana._ask("POST", "/api/tables", wire.TableCreated, {"game": "toy", "room": True})
        code = made.table.code
        own, his, hers = lines_of(stack, [ana, ben, eve], code)
        dan.sit(code)
        guest = next(entry.guest for entry in ana.table(code).room.people if entry.name == "Dan")
        ana.room_remove(code, guest, bar=bar)
        ana.room_link(code)
        key = ana.table(code).room.link.partition("#")[2]
        ben.sit(code, key=key)
        ben.not_ready(code)
        commit = ana.table(code).fair.commit
        body = {"commit": commit, "nonce": nonce}
        assert ana.http.post(f"/api/tables/{code}/nonce", json=body).status_code == 200
        for line in (own, his, hers):
            line.settle()
        for line in (his, hers):
            reported.frames += seen(line)
        for client in (ben, eve):
            look_around(reported, client, code)
            assert nonce not in reported.everything()
        assert key not in "\n".join(str(answer) for answer in reported.answers[-12:])
    return reported


def run(folder: Path, nonce: str, *, bar: bool, plant: str = "") -> Told:
    folder.mkdir()
    clock = folder / "clock"
    set_clock(clock, 0)
    twin = {"salt": "", "draws": {}, "clock": str(clock)}
    with serving(folder, plant=plant, twin=twin) as server:
        return told_in_room(server, nonce, bar=bar)


def test_the_nonces_and_the_barred_of_a_room_change_no_byte(tmp_path: Path) -> None:
    item = run(tmp_path / "one", "a" * 32, bar=False)
    pair = run(tmp_path / "two", "b" * 32, bar=True)
    assert item.frames == pair.frames and item.answers == pair.answers


def test_the_comparison_sees_a_leaked_nonce(tmp_path: Path) -> None:
    item = run(tmp_path / "one", "a" * 32, bar=False, plant="room_nonce_leak")
    pair = run(tmp_path / "two", "b" * 32, bar=False, plant="room_nonce_leak")
    assert item.answers != pair.answers
