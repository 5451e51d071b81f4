"""Gymnasium: one seat against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

import gymnasium
import msgspec
from gymnasium import spaces

from dogfight.bots.registry import make_bot
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, IllegalAction, shown
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat
from dogfight.envs.observations import FormName
from dogfight.envs.play import RENDER_MODES, Mask, Play, Rendered, check_mode, whole_id
from dogfight.envs.rewards import Reward
from dogfight.envs.spaces import LegalActions, action_space, rows, seen
from dogfight.envs.states import StateHead, generator_from, generator_state
from dogfight.match.match import Player

Opponent = str | Player
Opponents = Opponent | Sequence[Opponent] | Mapping[str, Opponent]
Illegal = Literal["lose", "error"]
_SEEDS = 2**31


class SeatState(msgspec.Struct, array_like=True):
    """What one seat against bots needs to go on: the table, and what the bots draw from."""

    table: bytes
    generator: str
    lost: bool
    closed: bool
    dice: dict[int, tuple[int, int, int, int] | None]


class OneSeat(gymnasium.Env[Any, Any]):
    """One seat of a game; bots hold the others and play until that seat is asked again, or the
    game is over.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        name: str | AnyGame,
        seat: str | int = 0,
        opponents: Opponents = "random",
        options: Mapping[str, object] | None = None,
        *,
        position: str | None = None,
        reward: Reward = "result",
        observation: FormName = "features",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        """`opponents` are one bot for all other seats, a list in their order, or a dict by their
        names.

        An id that the mask forbids loses the game (`lose`), as learners without masks need it, or
        is refused (`error`).
        """
        self.play = Play(name, options, reward, observation, position)
        self.seat = self.play.seat(seat)
        self._drawn = check_mode(render_mode)
        self.render_mode = render_mode
        if illegal not in ("lose", "error"):
            raise BadOption(f"expected illegal to be lose or error; got {shown(illegal)}")
        self.illegal = illegal
        self._names = self._seated(opponents)
        self._head = StateHead.of(
            "gymnasium", self.play.game, self.play.beginning, self.play.features
        )
        self._bots: dict[Seat, Player] = {}
        self._lost = False
        self._closed = False
        for opponent in self._names.values():
            self._bot(opponent, 0)
        self.action_space = action_space(self.play, self.seat)
        parts = seen(self.play) | rows(self.play)
        self.observation_space = spaces.Dict(parts) if len(parts) > 1 else parts["observation"]

    # --- opponents ---------------------------------------------------------------------------

    def _seated(self, opponents: object) -> dict[Seat, Opponent]:
        """Who sits on each of the other seats."""
        others = [seat for seat in range(len(self.play.seats)) if seat != self.seat]
        if isinstance(opponents, str) or hasattr(opponents, "choose"):
            return dict.fromkeys(others, opponents)
        names = [self.play.seats[seat].name for seat in others]
        supplied = (
            dict(zip(names, opponents, strict=False))
            if isinstance(opponents, Sequence)
            else opponents
        )
        if (
            not isinstance(supplied, Mapping)
            or set(supplied) != set(names)
            or len(opponents) != len(names)  # type: ignore[arg-type]
        ):
            raise BadOption(
                f"expected a bot for all other seats, or one for each of {', '.join(names)}; got"
                f" {shown(opponents)}"
            )
        return {seat: supplied[name] for seat, name in zip(others, names, strict=True)}

    def _bot(self, opponent: object, seed: int) -> Player:
        if isinstance(opponent, str):
            return make_bot(opponent, seed, self.play.game)
        if not hasattr(opponent, "choose"):
            raise BadOption(
                f"expected the name of a bot, or a bot with choose(view); got {shown(opponent)}"
            )
        return opponent

    def _seat_bots(self) -> None:
        """New bots for a new game, with dice that follow from the seed."""
        self.close()
        seeds = self.np_random.integers(_SEEDS, size=len(self._names))
        self._bots = {
            seat: self._bot(opponent, int(seed))
            for (seat, opponent), seed in zip(self._names.items(), seeds, strict=True)
        }

    def _let_others_play(self) -> None:
        while self.play.over is None and self.seat not in self.play.waiting:
            other = self.play.waiting[0]
            self.play.play(other, self._bots[other].choose(self.play.table.view(other)))

    # --- states ------------------------------------------------------------------------------

    def state(self) -> bytes:
        """All that the environment needs to go on, with the dice of the bots.

        What a bot has searched is not in it: a search thinks anew.
        """
        return self._head.pack(
            SeatState(
                self.play.state(),
                generator_state(self._np_random),
                self._lost,
                self._closed,
                {seat: _words(bot) for seat, bot in self._bots.items()},
            )
        )

    def load(self, state: bytes) -> None:
        """Go on from a state of an environment with the same game, options, seat and opponents;
        one that does not fit changes nothing.
        """
        read = self._head.unpack(state, SeatState)
        table, generator = self.play.read(read.table), generator_from(read.generator)
        if not read.dice.keys() <= self._names.keys():
            raise BadOption(
                f"expected bots on the seats {shown(list(self._names))}; got"
                f" {shown(list(read.dice))}"
            )
        bots = {seat: self._bot(self._names[seat], 0) for seat in read.dice}
        self.close()
        for seat, words in read.dice.items():
            if words is not None and isinstance(dice := getattr(bots[seat], "dice", None), Dice):
                dice.resume(*words)
        self.play.put(table)
        self._bots, self._np_random = bots, generator
        self._lost, self._closed = read.lost, read.closed

    def __copy__(self) -> OneSeat:
        return deepcopy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        named = {
            "position": self.play.beginning.text or None,
            "reward": self.play.payer.reward,
            "observation": self.play.observation,
            "illegal": self.illegal,
            "render_mode": self.render_mode,
        }
        opponents = {self.play.seats[seat].name: bot for seat, bot in self._names.items()}
        made = (self.play.game, self.seat, opponents, self.play.options, named)
        assert isinstance(self.action_space, LegalActions)
        return _resumed, (made, self.state(), self.action_space.draws, self.spec)

    # --- Gymnasium ---------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if options:
            raise BadOption(
                "expected no options at reset, the game's own belong to the environment; got"
                f" {shown(options)}"
            )
        super().reset(seed=seed)
        self._seat_bots()
        self._closed = False
        self.play.begin(int(self.np_random.integers(_SEEDS)) if seed is None else seed)
        self._lost = False
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: object) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an id and let the others answer; the reward is the share of the stake, at the
        end, unless another was asked for.
        """
        if self._lost:
            raise IllegalAction("the game is over; expected reset() before another action")
        if self._closed:
            raise IllegalAction(
                "the environment was closed; expected reset() before another action"
            )
        id = whole_id(action, self.play.space.count)
        try:
            self.play.action(self.seat, id)
        except IllegalAction as error:
            if self.illegal == "error" or self.play.over is not None:
                raise
            self._lost = True
            paid = self.play.pay(lost=True)[self.seat]
            return self._observation(), paid, True, False, self._info() | {"illegal": str(error)}
        with self.play.all_or_nothing():
            self.play.act({self.seat: id})
            self._let_others_play()
        over = self.play.over is not None
        return self._observation(), self.play.pay()[self.seat], over, False, self._info()

    def _observation(self) -> Any:
        parts: dict[str, Any] = self.play.seen(self.seat)
        listed = self.play.rows(self.seat)
        if listed is not None:
            parts["actions"] = listed
        return parts if len(parts) > 1 else parts["observation"]

    def _info(self) -> dict[str, Any]:
        return self.play.info(self.seat) | {"action_mask": self.action_masks()}

    def action_masks(self) -> Mask:
        """1 for every id that the seat may choose now."""
        return self.play.mask(self.seat)

    def render(self) -> Rendered | None:
        """The table as the seat sees it, as text, SVG or pixels; nothing without a render mode."""
        return None if self._drawn is None else self.play.render(self._drawn, self.seat)

    def close(self) -> None:
        """Let go of opponents that hold processes."""
        for seat, bot in self._bots.items():
            if isinstance(self._names[seat], str) and (close := getattr(bot, "close", None)):
                close()
        self._bots = {}
        self._closed = True


def _words(bot: Player) -> tuple[int, int, int, int] | None:
    """The dice of a bot, if it has some."""
    dice = getattr(bot, "dice", None)
    return dice.words() if isinstance(dice, Dice) else None


def _resumed(made: tuple[Any, ...], state: bytes, draws: str, spec: Any) -> OneSeat:
    """An environment that was pickled or copied."""
    *arguments, named = made
    env = OneSeat(*arguments, **named)
    env.load(state)
    assert isinstance(env.action_space, LegalActions)
    env.action_space.draws = draws
    env.spec = spec
    return env
