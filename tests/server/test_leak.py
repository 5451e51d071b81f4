"""Two servers, alike but for what one seat keeps secret and when: everybody else must be sent
the very same bytes.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Line, Server, serving, set_clock
from told import Told, lines_of, look_around, seen

from dogfight.client import Client

CARD, OTHER_CARD = 1, 4
POLL_SECONDS = 1.5
pytestmark = pytest.mark.usefixtures("same_nonces")


def secret_play(
    line: Line, bid: int, edits: int, clock: Path, others_catch_up: Callable[[], None]
) -> int:
    """Seat 0 chooses, changes its mind, drafts, and is about to seal its bid; gives the phase it
    is in.
    """
    question = 1
    for n in range(edits):
        set_clock(clock, 10 + n)
        draft = {
            "type": "draft",
            "id": f"d{n}",
            "seat": 0,
            "question": question,
            "n": n + 1,
            "actions": [n],
            "note": "hush",
        }
        assert line.ask(**draft)["type"] == "ack"
        assert (
            line.ask(type="play", id=f"p{n}", seat=0, question=question, action=n % 2)["type"]
            == "ack"
        )
        assert (
            line.ask(type="take_back", id=f"t{n}", seat=0, question=question + 1)["type"] == "ack"
        )
        question += 2
        others_catch_up()
    set_clock(clock, 20 + edits)
    assert line.ask(type="play", id="a", seat=0, question=question, action=bid % 2)["type"] == "ack"
    return question + 1


def seal(line: Line, bid: int, question: int, clock: Path) -> None:
    """Seat 0 seals, which everybody can see, at the same time in all twins."""
    set_clock(clock, 60)
    assert line.ask(type="play", id="b", seat=0, question=question, action=bid)["type"] == "ack"
    assert (
        line.ask(type="play", id="c", seat=0, question=question + 1, action=7)["type"] == "reject"
    )


def polled(client: Client, code: str) -> Future[httpx.Response]:
    """Somebody else waits for news of the table without a socket; gives the answer to come."""
    path = f"/api/tables/{code}/view"
    after = client.http.get(path).json()["version"]
    answer: Future[httpx.Response] = Future()
    threading.Thread(
        target=lambda: answer.set_result(client.http.get(path, params={"after": after}))
    ).start()
    return answer


def table_of(server: Server, stack: ExitStack) -> tuple[Client, Client, Client, str]:
    ana, ben, eve = (
        stack.enter_context(Client(server.url, name)) for name in ("Ana", "Ben", "Eve")
    )
    made = ana.create("toy", {"rounds": 3}, listed=True)
    ben.claim(made.table.code, made.invites[0].secret)
    return ana, ben, eve, made.table.code


def told_by(server: Server, bid: int, edits: int, clock: Path) -> Told:
    """Play one sealed choice on a pinned server and gather what the others hear of it."""
    reported = Told()
    with ExitStack() as stack:
        ana, ben, eve, code = table_of(server, stack)
        own, his, hers = lines_of(stack, [ana, ben, eve], code)
        for line in (own, his, hers):
            line.settle()

        def others_catch_up() -> None:
            for client, line in ((ben, his), (eve, hers)):
                server.catch_up(client, line, code)

        polls = [polled(client, code) for client in (ben, eve)]
        began = time.monotonic()
        question = secret_play(own, bid, edits, clock, others_catch_up)
        for poll in polls:
            reported.answers.append((poll.result(10).status_code, poll.result().content, {}))
        reported.frames.append(
            f"polls ended {'late' if time.monotonic() - began > POLL_SECONDS * 0.7 else 'early'}"
        )
        for client in (ben, eve):
            look_around(reported, client, code)
        seal(own, bid, question, clock)
        others_catch_up()
        for line in (his, hers):
            line.settle()
        assert his.ask(type="play", id="x", seat=1, question=1, action=99)["code"] == "illegal"
        assert his.ask(type="play", id="x", seat=0, question=1, action=0)["code"] == "not_your_seat"
        assert (
            his.ask(type="take_back", id="x", seat=1, question=1)["code"] == "nothing_to_take_back"
        )
        assert (
            hers.ask(type="play", id="x", seat=0, question=1, action=0)["code"] == "not_your_seat"
        )
        for line in (his, hers):
            line.settle()
            reported.frames += seen(line)
        for client in (ben, eve):
            look_around(reported, client, code)
        with Line(ben, code) as again:
            again.settle()
            reported.frames += seen(again)
    return reported


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[Any]:
    """Runs the same table on fresh pinned servers."""
    count = iter(range(100))

    def run(card: int, bid: int, edits: int, plant: str = "") -> Told:
        folder = tmp_path / str(next(count))
        folder.mkdir()
        clock = folder / "clock"
        set_clock(clock, 0)
        twin = {"salt": "", "draws": {"toy": {"1": card}}, "clock": str(clock)}
        with serving(folder, plant=plant, twin=twin, poll_seconds=POLL_SECONDS) as server:
            reported = told_by(server, bid, edits, clock)
            assert not any(text in server.log() for text in ("hush", "Ana", "seed")), (
                "logs hold no draft, name or seed"
            )
        return reported

    return run


def test_another_card_another_bid_and_more_edits_change_no_byte(twins: Any) -> None:
    item = twins(CARD, 2, 1)
    assert len(item.frames) > 8 and "hush" not in item.everything()
    assert any('"board_svg":"<svg' in frame for frame in item.frames), "drawn boards are compared"
    pair = twins(OTHER_CARD, 5, 4)
    assert item.frames == pair.frames
    assert item.answers == pair.answers


def test_the_comparison_sees_a_single_leaked_bit(twins: Any) -> None:
    assert twins(CARD, 2, 0, "parity_leak").frames != twins(CARD, 3, 0, "parity_leak").frames


def test_the_comparison_sees_when_a_part_of_a_choice_was_made(twins: Any) -> None:
    assert (
        twins(CARD, 2, 0, "timestamp_leak").answers != twins(CARD, 2, 2, "timestamp_leak").answers
    )


def test_comparison_detects_poll_ended_by_partial_choice(twins: Any) -> None:
    item, pair = twins(CARD, 2, 1), twins(CARD, 2, 1, "poll_leak")
    assert "polls ended late" in item.frames and "polls ended early" in pair.frames


def test_comparison_detects_secret_in_drawn_board(twins: Any) -> None:
    item, pair = twins(CARD, 2, 0, "drawing_leak"), twins(OTHER_CARD, 2, 0, "drawing_leak")
    assert item.frames != pair.frames


def test_the_comparison_sees_a_leaked_count(twins: Any) -> None:
    assert (
        twins(CARD, 2, 0, "draft_count_leak").frames != twins(CARD, 2, 2, "draft_count_leak").frames
    )
