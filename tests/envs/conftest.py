"""Shared by the tests of environments: what the tests of PettingZoo warn of in every game with
masks.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

EXPECTED = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "We recommend agents to be named in the format",
    "Action mask numpy array is all zeros",
)
"""That observations are dicts with a mask, that agents have the names of seats, and that nobody
may act at the end.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            for words in EXPECTED:
                item.add_marker(pytest.mark.filterwarnings(f"ignore:{words}"))
