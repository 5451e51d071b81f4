"""PettingZoo: every seat an agent. In turns (AEC), or all at once (Parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy, deepcopy
from typing import Any, ClassVar, Self

import msgspec
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from dogfight.core.errors import BadOption, IllegalAction, shown
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER, Seat
from dogfight.envs.observations import FormName
from dogfight.envs.play import RENDER_MODES, Play, Rendered, check_mode
from dogfight.envs.rewards import Reward
from dogfight.envs.spaces import LegalActions, action_space, masked, masked_observation
from dogfight.envs.states import StateHead, generator_from, generator_state
from dogfight.envs.versions import env_version

_SEEDS = 2**62


class AgentsState(msgspec.Struct, array_like=True):
    """What an environment of agents needs to go on: the table, who is still there and what each
    has got.
    """

    table: bytes
    generator: str
    agents: list[str]
    rewards: dict[str, float] = {}
    totals: dict[str, float] = {}
    ended: dict[str, bool] = {}
    selected: str = ""
    next_selected: str | None = None


class Agents:
    """What both forms share: the agents, their spaces, seeds and pictures."""

    possible_agents: list[str]
    _form: ClassVar[str]

    def __init__(
        self,
        name: str | AnyGame,
        options: Mapping[str, object] | None = None,
        *,
        position: str | None = None,
        reward: Reward = "result",
        observation: FormName = "features",
        render_mode: str | None = None,
        viewer: str | int | None = None,
    ) -> None:
        """`viewer` is the seat whose knowledge `render` shows; without one it shows what
        everybody may know.
        """
        self.play = Play(name, options, reward, observation, position)
        self.render_mode = check_mode(render_mode)
        self._viewer = WATCHER if viewer is None else self.play.seat(viewer)
        self.possible_agents = [info.name for info in self.play.seats]
        self.agents: list[str] = []
        self.metadata = {
            "name": f"dogfight_{self.play.game.name}_v{env_version(self.play.game.name)}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": True,
        }
        self._numbers: dict[str, Seat] = {
            agent: seat for seat, agent in enumerate(self.possible_agents)
        }
        seen = masked(self.play)
        self._seen = dict.fromkeys(self.possible_agents, seen)
        self._acts = {agent: action_space(self.play, seat) for agent, seat in self._numbers.items()}
        self._random: np.random.Generator | None = None
        self._named = {
            "position": position,
            "reward": reward,
            "observation": observation,
            "render_mode": render_mode,
            "viewer": viewer,
        }
        self._head = StateHead.of(
            self._form, self.play.game, self.play.beginning, self.play.features
        )

    # --- states ------------------------------------------------------------------------------

    def state(self) -> bytes:
        """All that the environment needs to go on; not a learner's view of the whole table."""
        return self._head.pack(self._kept())

    def load(self, state: bytes) -> None:
        """Go on from a state of an environment like this; one that does not fit changes
        nothing.
        """
        read = self._head.unpack(state, AgentsState)
        table, generator = self.play.read(read.table), generator_from(read.generator)
        named = {*read.agents, *read.rewards, *read.totals, *read.ended, read.selected}
        if not named <= {*self.possible_agents, ""}:
            raise BadOption(
                f"expected agents out of {', '.join(self.possible_agents)}; got {shown(named)}"
            )
        self.play.put(table)
        self._random, self.agents = generator, read.agents
        self._take(read)

    def _kept(self) -> AgentsState:
        return AgentsState(self.play.state(), generator_state(self._random), self.agents)

    def _take(self, state: AgentsState) -> None:
        """Take over what only one of the forms has."""

    def __copy__(self) -> Self:
        twin = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(twin, name, copy(value) if isinstance(value, dict | list) else value)
        twin.play = self.play.copy()
        twin._random = deepcopy(self._random)
        twin._acts = {
            agent: action_space(twin.play, seat, self._acts[agent].draws)
            for agent, seat in self._numbers.items()
        }
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        draws = {agent: space.draws for agent, space in self._acts.items()}
        return _resumed, (
            type(self),
            self.play.game,
            self.play.options,
            self._named,
            self.state(),
            draws,
        )

    # --- spaces ------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seen[self._known(agent)]

    def action_space(self, agent: str) -> LegalActions:
        return self._acts[self._known(agent)]

    def _known(self, agent: object) -> str:
        if isinstance(agent, str) and agent in self._numbers:
            return agent
        raise BadOption(
            f"expected an agent out of {', '.join(self.possible_agents)}; got {agent!r}"
        )

    def _begin(self, seed: int | None) -> None:
        """A game with the draws of this seed, or of the next one that follows from the last seed
        given.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.play.begin(int(self._random.integers(_SEEDS)) if seed is None else seed)
        self.agents = list(self.possible_agents)

    def _observation(self, agent: str) -> dict[str, Any]:
        return masked_observation(self.play, self._numbers[self._known(agent)])

    def _pay(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.play.pay(), strict=True))

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.play.info(seat) for agent, seat in self._numbers.items()}

    def render(self) -> Rendered | None:
        """The table as text, as SVG or as pixels; nothing without a render mode."""
        return (
            None if self.render_mode is None else self.play.render(self.render_mode, self._viewer)
        )

    def close(self) -> None:
        """There is nothing to let go of."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class InTurns(Agents, AECEnv[str, dict[str, Any], Any]):  # type: ignore[misc]
    """AEC: one agent after the other.

    At a Commit each seat is asked in turn, and is not shown what others sealed.
    """

    _form = "pettingzoo"

    def _kept(self) -> AgentsState:
        kept = super()._kept()
        if self.play.begun:
            kept.rewards, kept.totals = self.rewards, self._cumulative_rewards
            kept.ended, kept.selected = self.terminations, self.agent_selection
            kept.next_selected = getattr(self, "_skip_agent_selection", None)
        return kept

    def _take(self, state: AgentsState) -> None:
        if self.play.begun:
            self.rewards, self._cumulative_rewards = state.rewards, state.totals
            self.terminations = state.ended
            self.truncations = dict.fromkeys(state.ended, False)
            self.infos = {agent: self.play.info(self._numbers[agent]) for agent in state.ended}
            self.agent_selection = state.selected
            self._skip_agent_selection = state.next_selected  # type: ignore[assignment]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def _look(self) -> None:
        """Who acts next, and what all are told."""
        over = self.play.over is not None
        self.terminations = dict.fromkeys(self.agents, over)
        self.infos = self._infos()
        self.agent_selection = (
            self.agents[0] if over else self.possible_agents[self.play.waiting[0]]
        )

    def observe(self, agent: str) -> dict[str, Any]:
        return self._observation(agent)

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """What PettingZoo tells of the agent that acts next; a game must have begun."""
        assert self.play.table
        return super().last(observe)

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise IllegalAction("every agent is done; expected reset() before another action")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.play.act({self._numbers[agent]: action})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._pay()
        self._look()
        self._accumulate_rewards()


class AtOnce(Agents, ParallelEnv[str, dict[str, Any], Any]):  # type: ignore[misc]
    """Parallel: a Commit is one step of all its seats; at a choice in the open only its seat's
    action counts.

    Mates who share what they lay are asked in turn, each in a step of its own.
    """

    _form = "parallel"

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return self._observations(), self._infos()

    def _observations(self) -> dict[str, dict[str, Any]]:
        return {agent: self._observation(agent) for agent in self.possible_agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:  # type: ignore[override]
        if not self.agents:
            raise IllegalAction("the game is over; expected reset() before another step")
        self.play.act(self._owed(actions))
        over = self.play.over is not None
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        self.agents = [] if over else self.agents
        return self._observations(), self._pay(), ended, cut, self._infos()

    def _owed(self, actions: object) -> dict[Seat, int]:
        """The actions of the seats that are asked; those of others do not count, and may be left
        out.
        """
        if not isinstance(actions, dict):
            raise IllegalAction(f"expected a dict of agents and ids, got {type(actions).__name__}")
        for agent in actions:
            self._known(agent)
        waiting = [self.possible_agents[seat] for seat in self.play.waiting]
        missing = [agent for agent in waiting if agent not in actions]
        if missing:
            raise IllegalAction(
                f"expected an action of each of {', '.join(waiting)}; got none of"
                f" {', '.join(missing)}"
            )
        return {self._numbers[agent]: actions[agent] for agent in waiting}


def _resumed(
    form: type[Agents],
    game: AnyGame,
    options: Mapping[str, object],
    named: dict[str, Any],
    state: bytes,
    draws: Mapping[str, str],
) -> Agents:
    """An environment that was pickled."""
    made = form(game, options, **named)
    made.load(state)
    for agent, text in draws.items():
        made._acts[agent].draws = text
    return made
