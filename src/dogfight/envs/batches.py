"""Many games at once in NumPy arrays, stepped in one compiled call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import ArrayLike, NDArray

from dogfight.core.batch import ALL_LEGAL, Batch
from dogfight.core.capabilities import HasFeatures
from dogfight.core.encoder import BytePage, SteadyPage
from dogfight.core.errors import BadOption, IllegalAction, shown
from dogfight.core.registry import AnyGame
from dogfight.envs.learnable import learnable

Kind = Literal["float32", "uint8"]
KINDS: tuple[Kind, ...] = ("float32", "uint8")
MOST_GAMES = 2**20
MOST_STEPS = 2**40
_MOST_SEED = 2**64
_TOLD = 8
"""How many legal actions a refusal names."""


class Games:
    """Rows of games that are played side by side; `dogfight.envs.batch` makes one.

    The arrays stay the same objects, and every call overwrites them:

    `observations`  (games, features): what the seat that has to choose knows `masks`
    (games, actions) int8: a one for every id that it may choose `seats`         (games,) int32: the
    seat that has to choose `rewards`       (games, seats) float64: shares of the stake where a game
    has just ended, else 0 `dones`         (games,) bool: where a game has just ended; the row then
    shows the first question of a new one

    At a Commit the seats choose one after the other, in the order of their numbers, and do not see
    what was sealed.
    """

    def __init__(
        self,
        game: AnyGame,
        count: int,
        options: Mapping[str, object] | None,
        seed: int,
        dtype: Kind,
    ) -> None:
        if not _is_whole(count) or not 1 <= count <= MOST_GAMES:
            raise BadOption(f"expected from 1 to {MOST_GAMES} games, got {shown(count)}")
        count = int(count)
        assert isinstance(game, HasFeatures)
        if dtype not in KINDS:
            raise BadOption(f"expected observations as {' or '.join(KINDS)}, got {shown(dtype)}")
        self.game: AnyGame = game
        self.options = game.options(options)
        self.features = game.features(self.options)
        self.actions = game.action_space(self.options)
        self.count = count
        seats = len(game.seats(self.options))
        start: Any = game.new(self.options)
        seeds = _seeds(seed, count)
        encoder = self.features.encoder
        steady = encoder.steady and dtype == "float32"
        page = (SteadyPage if steady else BytePage)(count, self.features.size, encoder.longest())
        self._batch = Batch(encoder, start, seats, seeds, page)
        cells: NDArray[Any] = np.asarray(page.cells).view(np.float32 if steady else np.uint8)
        self._cells = cells.reshape(count, self.features.size)
        self._widened = (
            self._cells if steady or dtype == "uint8" else self._cells.astype(np.float32)
        )
        self.observations: NDArray[Any] = self._widened.view()
        self.observations.flags.writeable = False
        self.masks = (
            np.asarray(self._batch.menus.cells).view(np.int8).reshape(count, self.actions.count)
        )
        self.seats = np.asarray(self._batch.actors)
        self.rewards = np.asarray(self._batch.shares).reshape(count, seats)
        self.dones = np.asarray(self._batch.dones).view(np.bool_)

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew; row k with a seed plays the same games in a batch of any size."""
        self._batch.restart(_seeds(seed, self.count))
        self._show()

    def step(self, actions: ArrayLike) -> None:
        """Take one action in every game, given by its id; where one is refused nothing is done
        at all.
        """
        ids = vec[i64](self._checked(actions))
        if (row := self._batch.refused(ids)) != ALL_LEGAL:
            raise self._refusal(int(row), int(ids[row]))
        self._batch.step(ids)
        self._show()

    def play(self, steps: int = 1) -> None:
        """Take so many actions in every game, each drawn from the legal ones, all equally
        likely.
        """
        if not _is_whole(steps) or not 0 <= steps <= MOST_STEPS:
            raise BadOption(
                f"expected a number of steps, from 0 to {MOST_STEPS}, got {shown(steps)}"
            )
        self._batch.play(int(steps))
        self._show()

    def _show(self) -> None:
        """Widen bytes to floats where those are wanted and not written at once."""
        if self._widened is not self._cells:
            np.copyto(self._widened, self._cells)

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        """The ids as the row of whole numbers that the compiled side reads in one go."""
        try:
            ndarray = np.asarray(actions)
        except ValueError:
            raise BadOption(f"expected {self.count} ids of actions, got {shown(actions)}") from None
        if ndarray.shape != (self.count,):
            raise BadOption(
                f"expected ids of the shape ({self.count},), one for each game, got the shape"
                f" {ndarray.shape}"
            )
        if ndarray.dtype.kind not in "iu":
            raise BadOption(f"expected whole numbers as ids, got {ndarray.dtype}")
        if ndarray.dtype == np.uint64 and ndarray.max(initial=0) > np.iinfo(np.int64).max:
            raise BadOption(f"expected ids below {self.actions.count}, got {ndarray.max()}")
        return np.ascontiguousarray(ndarray, np.int64)

    def _refusal(self, row: int, id: int) -> IllegalAction:
        legal = [int(signedinteger) for signedinteger in np.flatnonzero(self.masks[row])]
        named = ", ".join(f"{entry} ({self.actions.word(entry)})" for entry in legal[:_TOLD])
        more = f" and {len(legal) - _TOLD} more" if len(legal) > _TOLD else ""
        return IllegalAction(
            f"game {row}: expected one of the {len(legal)} ids that its mask allows, {named}{more};"
            f" got {id}; nothing was played in any game"
        )


def batch(
    name: str | AnyGame,
    n: int,
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 0,
    dtype: Kind = "float32",
) -> Games:
    """Many games of one kind, begun."""
    return Games(learnable(name), n, options, seed, dtype)


def _seeds(seed: int, count: int) -> list[int]:
    """The seed of every row's dice."""
    if not _is_whole(seed) or not 0 <= seed < _MOST_SEED:
        raise BadOption(
            f"expected a whole number from 0 to {_MOST_SEED - 1} as the seed, got {shown(seed)}"
        )
    return [int(seed) + (row << 64) for row in range(count)]


def _is_whole(number: object) -> bool:
    """Whole numbers of NumPy will do; True and False will not."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)
