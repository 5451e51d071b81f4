"""Many games of bots, chunk by chunk.

A game hangs on its seating and its seed alone, never on where it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from dogfight.bots.registry import make_bot
from dogfight.bulk.data_sets import DataSet
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionValue
from dogfight.core.position import playout
from dogfight.core.registry import AnyGame, plugins
from dogfight.core.seat import CHANCE
from dogfight.match.match import Match
from dogfight.processes.child import Handler, WorkerSpec

RANDOM = "random"


class BotSeating(msgspec.Struct, frozen=True):
    """A table: its options, a bot for each seat, and the number that each bot's own dice are
    told apart by.
    """

    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    chairs: tuple[int, ...]


class GameCell(msgspec.Struct, frozen=True):
    """Games that are counted together: every deal is played once with each of its seatings.

    `base` and the number of the deal make its seed.
    """

    base: int
    seatings: tuple[BotSeating, ...]
    data: int = 0


class Setup(msgspec.Struct, frozen=True):
    """The input of a worker: the game, its sets of data, and every cell."""

    game: str
    sets: tuple[DataSet, ...]
    cells: tuple[GameCell, ...]

    def worker_spec(self) -> WorkerSpec:
        """Return the workers that play this setup."""
        return WorkerSpec(
            "dogfight.bulk.games:chunk_player", msgspec.json.encode(self), plugins=plugins()
        )


class Chunk(msgspec.Struct, frozen=True):
    """Some deals of one cell."""

    cell: int
    first: int
    deals: int

    @property
    def number(self) -> int:
        """A number that no other chunk has."""
        return self.cell << 32 | self.first


class End(msgspec.Struct, frozen=True, rename={"reason": "why"}):
    """One way in which a game ended: what each seat got, who won, and why."""

    payoffs: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str


class ChunkResult(Chunk, frozen=True):
    """The games of a chunk, deal by deal and seating by seating; `ends` are told once and
    pointed at by `end`.
    """

    ends: tuple[End, ...]
    end: tuple[int, ...]
    turns: tuple[int, ...]
    decisions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game."""

    end: End
    turns: int
    decisions: int


def chunk_player(config: bytes) -> Handler:
    """Return the handler that plays chunks of a setup."""
    setup = msgspec.json.decode(config, type=Setup)

    def play(chunk: bytes) -> bytes:
        return msgspec.json.encode(play_chunk(setup, msgspec.json.decode(chunk, type=Chunk)))

    return play


def play_chunk(setup: Setup, chunk: Chunk) -> ChunkResult:
    """Every game of a chunk."""
    cell = setup.cells[chunk.cell]
    game = setup.sets[cell.data].load(setup.game)
    result = _Found()
    for deal in range(chunk.first, chunk.first + chunk.deals):
        for seating in cell.seatings:
            result.add(play_one(game, seating, cell.base << 32 | deal))
    return ChunkResult(
        chunk.cell,
        chunk.first,
        chunk.deals,
        tuple(result.ends),
        tuple(result.end),
        tuple(result.turns),
        tuple(result.decisions),
    )


@dataclass
class _Found:
    ends: dict[End, int] = field(default_factory=dict)
    end: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)

    def add(self, line: GameResult) -> None:
        self.end.append(self.ends.setdefault(line.end, len(self.ends)))
        self.turns.append(line.turns)
        self.decisions.append(line.decisions)


def play_one(game: AnyGame, seating: BotSeating, seed: int) -> GameResult:
    """One game. Random seats alone take the quick way."""
    if all(bot == RANDOM for bot in seating.bots):
        position = game.new(seating.options)
        decisions = int(playout(position, Dice(seed)))
        over = game.decision(position)
        assert isinstance(over, Over)
        return GameResult(_end(over), game.turn(position), decisions)
    return _with_bots(game, seating, seed)


def _with_bots(game: AnyGame, seating: BotSeating, seed: int) -> GameResult:
    """A game between bots; one that goes on beyond the game's stated limit is a draw."""
    match = Match(game, seating.options, seed=seed, players=seating.bots)
    bots = [
        make_bot(bot, seed * 16 + at + 1, game)
        for bot, at in zip(seating.bots, seating.chairs, strict=True)
    ]
    try:
        over = match.run(bots, max_steps=game.max_steps(seating.options))
    finally:
        for bot in bots:
            if close := getattr(bot, "close", None):
                close()
    end = _end(over) if over else End((1 / len(bots),) * len(bots), (), "limit")
    decisions = sum(move.seat != CHANCE for move in match.played)
    return GameResult(end, game.turn(match.position), decisions)


def _end(over: Over) -> End:
    return End(over.payoffs, over.winners, f"{over.reason} {over.rule}".strip())


def lines(played: ChunkResult) -> Iterator[GameResult]:
    """The games of a chunk, one by one."""
    for end, turns, decisions in zip(played.end, played.turns, played.decisions, strict=True):
        yield GameResult(played.ends[end], turns, decisions)


def check_bots(names: Sequence[str], game: AnyGame) -> None:
    """Raise `BadOption` where a bot is unknown."""
    if not names:
        raise BadOption("expected the names of bots joined by commas, got none")
    for name in names:
        make_bot(name, 0, game)
