"""What the lab's tests share: the coin games, known while a test runs, and data sets with
something planted in them.
"""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.append(str(HERE.parent / "web"))


@pytest.fixture
def coins(own_registry: None) -> None:
    """The coin games; other tests count the games there are, so they are forgotten again."""
    import coins

    coins.join()
