"""The suites that guard what one server promises, once more with nodes in its place: every client
gets another one.

In the ordinary run a part of them, with `DOGFIGHT_SOAK=1` all of them; three nodes always.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[1] / "server"
WHOLE = ["test_authz.py", "test_fuzz.py", "test_leak.py", "test_leak_wire.py"]
PART = [
    "test_authz.py::test_every_cell_of_the_grid[holder]",
    "test_fuzz.py::test_any_message_is_answered_and_refusals_change_nothing",
    "test_leak.py::test_another_card_another_bid_and_more_edits_change_no_byte",
    "test_leak_wire.py::test_hidden_state_changes_no_byte_for_others[starfighters]",
]


SOAK = bool(os.environ.get("DOGFIGHT_SOAK"))


@pytest.mark.timeout(7200 if SOAK else 600)
def test_the_suites_of_one_server_hold_for_several_nodes() -> None:
    tests = [str(SERVER / item) for item in (WHOLE if SOAK else PART)]
    words = [sys.executable, "-P", "-m", "pytest", "-n", "0", *tests]
    environment = {**os.environ, "DOGFIGHT_HOUSE": "cluster"}
    seconds = 7100 if SOAK else 580
    done = subprocess.run(
        words, env=environment, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
