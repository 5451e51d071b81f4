"""Random games from fixed seeds end as they always did, compiled or interpreted.

`tests/golden.toml` holds a digest of the last positions of some quick playouts for every sample of
every game. A change of rules or data raises the game's rules version and writes the file anew:
`python tests/test_golden.py`.
"""

import hashlib
import tomllib
from pathlib import Path

import pytest

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.options import Options, as_words
from dogfight.core.position import playout

FILE = Path(__file__).with_name("golden.toml")
GAMES = 4
CASES = [(name, options) for name in dogfight.names() for options in dogfight.load(name).samples()]


def digest(name: str, options: Options) -> str:
    """One digest for the ends of some random games."""
    game = dogfight.load(name)
    whole = hashlib.sha256()
    for seed in range(GAMES):
        position = game.new(options)
        decisions = playout(position, Dice(seed))
        whole.update(f"{decisions} {game.notation.write(position)}\n".encode())
    return whole.hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "options"), CASES, ids=[f"{name}-{as_words(item)}" for name, item in CASES]
)
def test_random_games_match_golden_digests(name: str, options: Options) -> None:
    golden = tomllib.loads(FILE.read_text())
    assert golden[name][as_words(options)] == digest(name, options)


if __name__ == "__main__":
    lines = []
    for name in dogfight.names():
        lines.append(f"[{name}]")
        lines += [
            f'"{as_words(options)}" = "{digest(name, options)}"'
            for options in dogfight.load(name).samples()
        ]
        lines.append("")
    FILE.write_text("\n".join(lines[:-1]) + "\n")
