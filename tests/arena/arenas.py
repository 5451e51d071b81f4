"""The command `dogfight arena` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from dogfight.arena.plan import ArenaTerms
from dogfight.arena.play import Finished
from dogfight.arena.run import journal_at

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "random_engine.py"


def environment(**more: str) -> dict[str, str]:
    parts = (str(HERE), str(HERE.parent / "server"), os.environ.get("PYTHONPATH", ""))
    return {**os.environ, **more, "PYTHONPATH": os.pathsep.join(part for part in parts if part)}


def command(game: str, bots: str, *words: str) -> list[str]:
    verb = [sys.executable, "-P", "-m", "dogfight.cli.app", "arena", game, "--bots", bots]
    return [*verb, "--plugin", "planted", *words]


def arena(
    game: str, bots: str, *words: str, status: int = 0, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run an arena to its end."""
    done = subprocess.run(
        command(game, bots, *words),
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done


def kept(path: Path) -> list[Finished]:
    """The games in a file, by number."""
    terms = msgspec.json.decode(path.read_bytes().splitlines()[0], type=ArenaTerms)
    with journal_at(path, terms) as journal:
        return sorted(journal.done.values(), key=lambda item: item.number)


def played(game: Finished) -> Any:
    """A game without its times."""
    return (
        game.number,
        game.deal,
        [(side.bot, side.score) for side in game.sides],
        game.digest,
        game.why,
    )
