"""Conversions that several parts of the package share."""

import ast
from pathlib import Path

import pytest

import dogfight
from dogfight.core.decision import Over
from dogfight.core.errors import BadOption, one_line
from dogfight.core.event import Event
from dogfight.core.view import Result
from dogfight.server.messages import EventLine, event_line

SRC = Path(dogfight.__file__).parent


def test_errors_are_stated_in_one_line() -> None:
    assert one_line(BadOption("expected a   game", rule="R-1")) == "expected a game [R-1]"
    assert one_line(OSError("no\nspace")) == "OSError: no space"


def test_result_holds_what_the_end_states() -> None:
    end = Over((0.25, 0.75), "time", "R-2", "Time is up.", (1,), "major")
    assert Result.of(end) == Result((0.25, 0.75), (1,), "time", "R-2", "Time is up.", "major")


def test_event_line_holds_all_but_who_may_see_it() -> None:
    event = Event("hit", "Red is hit.", "R-3", {"hits": 2}, (0,), (1,), ("m3",), ("red",))
    assert event_line(event) == EventLine(
        "hit", "Red is hit.", "R-3", {"hits": 2}, ("m3",), ("red",)
    )


@pytest.mark.parametrize(("made", "count"), [("Result", 1), ("EventLine", 2)])
def test_conversion_is_written_once(made: str, count: int) -> None:
    """The second EventLine is the note of a table, which has words and no facts."""
    calls = [
        path
        for path in sorted(SRC.rglob("*.py"))
        if f"{made}(" in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == made
    ]
    assert len(calls) == count, calls
