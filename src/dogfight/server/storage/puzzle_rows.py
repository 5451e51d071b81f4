"""What is stored about puzzles: the first try of every person, and how many were right."""

from __future__ import annotations

from typing import NamedTuple

from dogfight.server.storage.store import Reader, Steps


class PuzzleCount(NamedTuple):
    """How many people have tried a puzzle, and how many solved it at their first try."""

    tries: int = 0
    solved: int = 0


class PuzzleTries(NamedTuple):
    """The puzzles a person has tried, and the days whose puzzle they have solved."""

    tried: tuple[tuple[str, str], ...] = ()
    solved_days: tuple[str, ...] = ()


class PuzzleRows:
    """The rows about puzzles in whichever database."""

    def __init__(self, store: Reader) -> None:
        self._store = store

    async def add_try(
        self, person: int, game: str, puzzle: str, *, solved: bool, day: str, at: int
    ) -> bool:
        """Keep the first try of a person at a puzzle; False, and nothing, for any later one."""

        def job() -> Steps[bool]:
            first = yield (
                "INSERT INTO puzzle_try (person, game, puzzle, solved, day, at)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING puzzle",
                (person, game, puzzle, int(solved), day, at),
            )
            if not first:
                return False
            yield (
                "INSERT INTO puzzle_count (game, puzzle, tries, solved) VALUES (?, ?, 1, ?)"
                " ON CONFLICT (game, puzzle) DO UPDATE SET tries = puzzle_count.tries + 1,"
                " solved = puzzle_count.solved + excluded.solved",
                (game, puzzle, int(solved)),
            )
            return True

        return await self._store.write(job, f"{game}/{puzzle}")

    async def counts_of(self, game: str) -> dict[str, PuzzleCount]:
        """How often the puzzles of a game were tried and solved."""
        rows = await self._store.read(
            "SELECT puzzle, tries, solved FROM puzzle_count WHERE game = ?", (game,)
        )
        return {str(puzzle): PuzzleCount(int(tries), int(solved)) for puzzle, tries, solved in rows}

    async def tries_of(self, person: int) -> PuzzleTries:
        """What a person has tried."""
        rows = await self._store.read(
            "SELECT game, puzzle, solved, day FROM puzzle_try WHERE person = ?"
            " ORDER BY game, puzzle",
            (person,),
        )
        days = {str(day) for _, _, solved, day in rows if solved and day}
        return PuzzleTries(
            tuple((str(game), str(puzzle)) for game, puzzle, _, _ in rows), tuple(sorted(days))
        )
