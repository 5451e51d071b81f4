"""Two servers, alike but for what one seat keeps secret: everybody else must be sent the very same bytes."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from harness import Line, Server, serving
from told import Told, look_around, seen

from dogfight.client import Client

CARD, OTHER_CARD = 1, 4
pytestmark = pytest.mark.usefixtures("same_nonces")


def secret_play(line: Line, bid: int, edits: int) -> None:
    """Seat 0 chooses, changes its mind, drafts, and seals a bid."""
    phase = 1
    for n in range(edits):
        draft = {"type": "draft", "id": f"d{n}", "seat": 0, "phase": phase, "n": n + 1, "actions": [n], "note": "hush"}
        assert line.ask(**draft)["type"] == "ack"
        assert line.ask(type="play", id=f"p{n}", seat=0, phase=phase, action=n % 2)["type"] == "ack"
        assert line.ask(type="take_back", id=f"t{n}", seat=0, phase=phase + 1)["type"] == "ack"
        phase += 2
    assert line.ask(type="play", id="a", seat=0, phase=phase, action=bid % 2)["type"] == "ack"
    assert line.ask(type="play", id="b", seat=0, phase=phase + 1, action=bid)["type"] == "ack"
    assert line.ask(type="play", id="c", seat=0, phase=phase + 2, action=7)["type"] == "reject"


def table_of(server: Server, stack: ExitStack) -> tuple[Client, Client, Client, str]:
    ana, ben, eve = (stack.enter_context(Client(server.url, name)) for name in ("Ana", "Ben", "Eve"))
    made = ana.create("toy", {"rounds": 3})
    ben.claim(made.table.code, made.invites[0].secret)
    return ana, ben, eve, made.table.code


def told_by(server: Server, bid: int, edits: int) -> Told:
    """Play one sealed choice on a pinned server and gather what the others hear of it."""
    told = Told()
    with ExitStack() as stack:
        ana, ben, eve, code = table_of(server, stack)
        mine, his, hers = (stack.enter_context(Line(one, code)) for one in (ana, ben, eve))
        for line in (mine, his, hers):
            line.settle()
        secret_play(mine, bid, edits)
        assert his.ask(type="play", id="x", seat=1, phase=1, action=99)["code"] == "illegal"
        assert his.ask(type="play", id="x", seat=0, phase=1, action=0)["code"] == "not_your_seat"
        assert his.ask(type="take_back", id="x", seat=1, phase=1)["code"] == "nothing_to_take_back"
        assert hers.ask(type="play", id="x", seat=0, phase=1, action=0)["code"] == "not_your_seat"
        for line in (his, hers):
            line.settle()
            told.frames += seen(line)
        for client in (ben, eve):
            look_around(told, client, code)
        with Line(ben, code) as again:
            again.settle()
            told.frames += seen(again)
    return told


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[Any]:
    """Runs the same table on fresh pinned servers."""
    count = iter(range(100))

    def run(card: int, bid: int, edits: int, plant: str = "") -> Told:
        folder = tmp_path / str(next(count))
        folder.mkdir()
        with serving(folder, plant=plant, twin={"salt": "", "draws": {"toy": {"1": card}}}) as server:
            told = told_by(server, bid, edits)
            assert not any(one in server.log() for one in ("hush", "Ana", "seed")), "logs hold no draft, name or seed"
        return told

    return run


def test_another_card_another_bid_and_more_edits_change_no_byte(twins: Any) -> None:
    one = twins(CARD, 2, 1)
    assert len(one.frames) > 8 and "hush" not in one.everything()
    two = twins(OTHER_CARD, 5, 4)
    assert one.frames == two.frames
    assert one.answers == two.answers


def test_the_comparison_sees_a_single_leaked_bit(twins: Any) -> None:
    assert twins(CARD, 2, 0, "parity_leak").frames != twins(CARD, 3, 0, "parity_leak").frames


def test_the_comparison_sees_a_leaked_count(twins: Any) -> None:
    assert twins(CARD, 2, 0, "draft_count_leak").frames != twins(CARD, 2, 2, "draft_count_leak").frames
