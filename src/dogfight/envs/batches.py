"""Many games at once in NumPy arrays, stepped in one compiled call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import ArrayLike, NDArray

from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, IllegalAction, shown
from dogfight.core.registry import AnyGame
from dogfight.encoding.batch import ALL_LEGAL, Batch
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.encoder import BytePage, SteadyPage
from dogfight.envs.beginnings import beginning
from dogfight.envs.learnable import learnable
from dogfight.envs.observations import FLAT, FlatName, feature_space
from dogfight.envs.rewards import Payer, Reward
from dogfight.envs.states import StateHead

Kind = Literal["float32", "uint8"]
KINDS: tuple[Kind, ...] = ("float32", "uint8")
MOST_GAMES = 2**20
MOST_STEPS = 2**40
_MOST_SEED = 2**64
_TOLD = 8
"""How many legal actions a refusal names."""


class RowState(msgspec.Struct, array_like=True):
    """A row of a batch: its position in notation, its dice, and what it shows of the end of a
    game.
    """

    position: str
    dice: tuple[int, int, int, int]
    done: bool
    shares: list[float]


class Games:
    """Rows of games that are played side by side; `dogfight.envs.batch` makes one.

    The arrays stay the same objects, and every call overwrites them:

    - `observations` (games, features): what the seat that has to choose knows
    - `masks` (games, actions) int8: a one for every id that it may choose
    - `seats` (games,) int32: the seat that has to choose
    - `rewards` (games, seats) float64: shares of the stake where a game has just ended, else 0;
      or what another reward pays for the step
    - `dones` (games,) bool: where a game has just ended; the row then shows the first question of
      a new one

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
        reward: Reward = "result",
        observation: FlatName = "features",
        position: str | None = None,
    ) -> None:
        if not _is_whole(count) or not 1 <= count <= MOST_GAMES:
            raise BadOption(f"expected from 1 to {MOST_GAMES} games, got {shown(count)}")
        count = int(count)
        assert isinstance(game, HasFeatures)
        if dtype not in KINDS:
            raise BadOption(f"expected observations as {' or '.join(KINDS)}, got {shown(dtype)}")
        if observation not in FLAT:
            raise BadOption(
                f"expected an observation out of {', '.join(FLAT)}; got {shown(observation)}"
            )
        self.game: AnyGame = game
        self.beginning = beginning(game, options, position)
        self.options = self.beginning.options
        self.features = feature_space(game, self.options, observation)
        self.observation: FlatName = observation
        self.actions = game.action_space(self.options)
        self.count = count
        seats = len(game.seats(self.options))
        start: Any = self.beginning.position
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
        self._payer = Payer(game, seats, reward)
        self._shares = np.asarray(self._batch.shares).reshape(count, seats)
        self._paid = self._shares if self._payer.only_result else np.zeros((count, seats))
        self._leads = self._all_leads()
        self.rewards: NDArray[np.float64] = self._paid.view()
        self.rewards.flags.writeable = False
        self.dones = np.asarray(self._batch.dones).view(np.bool_)
        self._dtype: Kind = dtype
        self._head = StateHead.of("batch", game, self.beginning, self.features)

    # --- states ------------------------------------------------------------------------------

    def state(self, row: int | None = None) -> bytes:
        """All that the batch needs to go on bit for bit, or just a single row."""
        rows = range(self.count) if row is None else [self._row(row)]
        return self._head.pack([self._row_state(number) for number in rows])

    def load(self, state: bytes, row: int | None = None) -> None:
        """Go on from a state of a batch with as many games, or put a row's state into a row; a
        state that does not fit changes nothing.
        """
        rows = range(self.count) if row is None else [self._row(row)]
        read = self._head.unpack(state, list[RowState])
        if len(read) != len(rows):
            raise BadOption(f"expected the states of {len(rows)} rows, got {len(read)}")
        loaded = [(row_state, self._position(row_state)) for row_state in read]
        for number, (row_state, position) in zip(rows, loaded, strict=True):
            dice = Dice(0)
            dice.resume(*row_state.dice)
            self._batch.put(number, position, dice, row_state.done, row_state.shares)
            if not self._payer.only_result:
                self._paid[number] = row_state.shares
                self._leads[number] = self._payer.leads(position)
        self._show()

    def _row_state(self, row: int) -> RowState:
        words = self._batch.dice[row].words()
        text = self.game.notation.write(self._batch.games[row])
        return RowState(text, words, bool(self.dones[row]), self.rewards[row].tolist())

    def _position(self, state: RowState) -> Any:
        """The position of a row that can go on from it."""
        position = self.game.notation.read(state.position)
        asks = position.actor() >= 0 and self.game.options_of(position) == self.options
        if not asks or len(state.shares) != self.rewards.shape[1]:
            raise BadOption(
                "expected a position in which a seat of this game is asked, got"
                f" {shown(state.position)}"
            )
        return position

    def _row(self, row: object) -> int:
        if not _is_whole(row) or not 0 <= row < self.count:  # type: ignore[operator]
            raise BadOption(f"expected a row from 0 to {self.count - 1}, got {shown(row)}")
        return int(row)  # type: ignore[call-overload,no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        made = (self.game, self.count, self.options, 0, self._dtype, self._payer.reward)
        return _resumed, (
            (*made, self.observation, self.beginning.text or None),
            self.state(),
        )

    # --- play --------------------------------------------------------------------------------

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew; row k with a seed plays the same games in a batch of any size."""
        self._batch.restart(_seeds(seed, self.count))
        self._begin_paying()
        self._show()

    def step(self, actions: ArrayLike) -> None:
        """Take one action in every game, given by its id; where one is refused nothing is done
        at all.
        """
        ids = vec[i64](self._checked(actions))
        if (row := self._batch.refused(ids)) != ALL_LEGAL:
            raise self._refusal(int(row), int(ids[row]))
        if self._payer.only_result:
            self._batch.step(ids)
        else:
            self._pay_for(lambda: self._batch.step(ids))
        self._show()

    def play(self, steps: int = 1) -> None:
        """Take so many actions in every game, each drawn from the legal ones, all equally
        likely.
        """
        if not _is_whole(steps) or not 0 <= steps <= MOST_STEPS:
            raise BadOption(
                f"expected a number of steps, from 0 to {MOST_STEPS}, got {shown(steps)}"
            )
        if self._payer.only_result:
            self._batch.play(int(steps))
        else:
            for _ in range(int(steps)):
                self._pay_for(lambda: self._batch.play(1))
        self._show()

    # --- rewards -----------------------------------------------------------------------------

    def _pay_for(self, step: Callable[[], None]) -> None:
        """Make a step and pay for it; a game that ends in it is paid for its last position."""
        played = list(self._batch.games)
        step()
        now, payer = self._all_leads(), self._payer
        for row in range(self.count):
            done = bool(self.dones[row])
            after = payer.leads(played[row]) if done else now[row]
            self._paid[row] = payer.paid(self._leads[row], after, self._shares[row], done)
        self._leads = now

    def _all_leads(self) -> list[tuple[float, ...]]:
        """What every seat is ahead by in each game, where that counts."""
        if self._payer.only_result:
            return []
        return [self._payer.leads(position) for position in self._batch.games]

    def _begin_paying(self) -> None:
        """Nothing has been paid in any game."""
        if not self._payer.only_result:
            self._paid[:] = 0.0
            self._leads = self._all_leads()

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
        named = ", ".join(f"{entry} ({self.actions.notation(entry)})" for entry in legal[:_TOLD])
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
    reward: Reward = "result",
    observation: FlatName = "features",
    position: str | None = None,
) -> Games:
    """Many games of one kind, begun."""
    return Games(learnable(name), n, options, seed, dtype, reward, observation, position)


def _resumed(made: tuple[Any, ...], state: bytes) -> Games:
    """A batch that was pickled or copied."""
    games = Games(*made)
    games.load(state)
    return games


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
