"""The arena's tests use the toy game and its bad bots, which live with the server's tests."""

import sys
from pathlib import Path

for folder in (Path(__file__).parent, Path(__file__).parents[1] / "server"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
