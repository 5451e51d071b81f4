"""Many games of one kind at once: each call decides something in all of them and writes what
learners look at.

Chance and the clock are settled in between. At a Commit the seats that owe a choice are asked one
after the other, in the order of their numbers, and none is shown what another has sealed. A game
that has ended is begun anew at once: its row shows what every seat has got, that it is done, and
already the first question of the next game.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from dogfight.core.dice import Dice
from dogfight.core.position import Position
from dogfight.core.seat import CHANCE, CLOCK, OVER
from dogfight.encoding.encoder import ActionMasks, BytePage, Encoder, SteadyPage

ALL_LEGAL: Final = -1


class Batch:
    """Rows of games.

    Row k plays the same games with the same seed and actions in a batch of any size.
    """

    def __init__(
        self,
        encoder: Encoder,
        start: Position,
        seats: i64,
        seeds: list[int],
        seen: BytePage | SteadyPage,
    ) -> None:
        """Every game begins as a copy of `start`; each row has dice of its own, one for each of the
        seeds.

        What the actors see is written to `seen`, which has as many rows.
        """
        rows: i64 = len(seeds)
        self.encoder = encoder
        self.start = start
        self.rows: i64 = rows
        self.seats: i64 = seats
        self.seen: BytePage | SteadyPage = seen
        self.menus = ActionMasks(rows, encoder.count)
        self.shares = vec[float]([0.0 for _ in range(rows * seats)])
        self.dones = vec[u8]([0 for _ in range(rows)])
        self.actors = vec[i32]([0 for _ in range(rows)])
        self.games: list[Position] = []
        self.dice: list[Dice] = []
        self.restart(seeds)

    def restart(self, seeds: list[int]) -> None:
        """Begin every game anew, with as many seeds as there are rows."""
        self.games = [self.start.copy() for _ in seeds]
        self.dice = [Dice(seed) for seed in seeds]
        row: i64 = 0
        while row < self.rows:
            self.go_on(row, self.games[row])
            self.dones[row] = 0
            row += 1

    def put(self, row: i64, game: Position, dice: Dice, done: bool, shares: list[float]) -> None:
        """Make a row go on from a question to a seat, with its dice and what it shows of the end
        of a game.
        """
        self.games[row] = game
        self.dice[row] = dice
        seat: i64 = 0
        while seat < self.seats:
            self.shares[row * self.seats + seat] = shares[seat]
            seat += 1
        self.dones[row] = 1 if done else 0
        actor: i64 = game.actor()
        self.actors[row] = i32(actor)
        self.write(row, game, actor)

    def refused(self, ids: vec[i64]) -> i64:
        """The first row whose id is not legal there, or ALL_LEGAL."""
        cells = self.menus.cells
        width: i64 = self.menus.width
        row: i64 = 0
        while row < self.rows:
            id: i64 = ids[row]
            if id < 0 or id >= width or cells[row * width + id] == 0:
                return row
            row += 1
        return ALL_LEGAL

    def step(self, ids: vec[i64]) -> None:
        """Take one legal action in every game, given by its id."""
        row: i64 = 0
        while row < self.rows:
            game = self.games[row]
            game.apply_choice(self.menus.place_of(row, ids[row]))
            self.go_on(row, game)
            row += 1

    def play(self, steps: i64) -> None:
        """Take so many actions in every game, all legal ones being equally likely."""
        while steps > 0:
            row: i64 = 0
            while row < self.rows:
                game = self.games[row]
                game.apply_choice(self.dice[row].below(i64(self.menus.ends[row])))
                self.go_on(row, game)
                row += 1
            steps -= 1

    def go_on(self, row: i64, game: Position) -> None:
        """Go on to the next question to a seat, in a new game if this one is over, and write
        down what it sees.
        """
        dice = self.dice[row]
        done: u8 = 0
        first: i64 = row * self.seats
        seat: i64 = 0
        while seat < self.seats:
            self.shares[first + seat] = 0.0
            seat += 1
        while True:
            actor: i64 = game.actor()
            if actor == CHANCE:
                game.roll(dice)
            elif actor == CLOCK:
                game.apply_choice(0)
            elif actor == OVER:
                seat = 0
                while seat < self.seats:
                    self.shares[first + seat] = game.payoff(seat)
                    seat += 1
                done = 1
                game = self.start.copy()
                self.games[row] = game
            else:
                break
        self.dones[row] = done
        self.actors[row] = i32(actor)
        self.write(row, game, actor)

    def write(self, row: i64, game: Position, actor: i64) -> None:
        """What the actor knows and may do."""
        seen = self.seen
        if isinstance(seen, SteadyPage):
            seen.write(row, self.encoder.features(game, actor, seen.lists, seen.fresh))
        else:
            seen.write(row, self.encoder.features(game, actor, seen.lists, seen.begin(row)))
        menus = self.menus
        menus.wipe(row)
        menus.fill(row, self.encoder.legal(game, menus.lists, row * menus.width))
