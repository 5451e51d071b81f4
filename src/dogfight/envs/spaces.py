"""The spaces of a game in Gymnasium's terms, which PettingZoo shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from dogfight.core.seat import Seat
from dogfight.encoding.action_space import ListedActions
from dogfight.envs.play import Mask, Play
from dogfight.envs.states import generator_from, generator_state

_FARTHEST = 2**15
"""No number in the row of a listed action is larger."""


class LegalActions(spaces.Discrete):
    """All ids of a game; a sample without a mask is drawn from those that the seat may choose
    now, if there are any.
    """

    def __init__(self, count: int, now: Callable[[], Mask | None]) -> None:
        super().__init__(count)
        self._now = now

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self._now()
        return super().sample(mask, probability)

    @property
    def draws(self) -> str:
        """Where the samples are drawn on from."""
        return generator_state(self._np_random)

    @draws.setter
    def draws(self, state: str) -> None:
        self._np_random = generator_from(state)  # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> spaces.Discrete:
        """A copy belongs to no game."""
        twin = spaces.Discrete(int(self.n))
        if self._np_random is not None:
            twin.np_random.bit_generator.state = self._np_random.bit_generator.state
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.Discrete, (int(self.n),)


def action_space(play: Play, seat: Seat, draws: str = "") -> LegalActions:
    """What a seat may choose: ids of the game's action space; samples may be drawn on."""

    def now() -> Mask | None:
        return play.mask(seat) if play.begun and play.ids(seat) else None

    space = LegalActions(play.space.count, now)
    space.draws = draws
    return space


def features(play: Play) -> spaces.Box:
    """What a seat sees: every number from 0 to its limit."""
    high = np.asarray(play.features.limits, np.float32)
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def rows(play: Play) -> dict[str, spaces.Space[Any]]:
    """The rows of listed actions, where a game has them."""
    if not isinstance(play.space, ListedActions):
        return {}
    return {
        "actions": spaces.Box(-1, _FARTHEST, (play.space.count, len(play.space.fields)), np.int32)
    }


def seen(play: Play) -> dict[str, spaces.Space[Any]]:
    """What `Play.seen` shows: the flat row, or another form with the flat row beside it."""
    form = play.form
    if form is None:
        return {"observation": features(play)}
    limits = np.asarray(form.limits, np.float32)
    high = np.broadcast_to(
        limits[:, None, None] if form.form == "planes" else limits, form.shape
    ).copy()
    space: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(np.zeros_like(high), high, dtype=np.float32)
    }
    if form.form == "entities":
        space["entity_mask"] = spaces.Box(0, 1, (form.shape[0],), np.int8)
    return space | {"features": features(play)}


def masked(play: Play) -> spaces.Dict:
    """Features and mask, as PettingZoo's learners look for them."""
    mask = spaces.Box(0, 1, (play.space.count,), np.int8)
    return spaces.Dict({**seen(play), "action_mask": mask, **rows(play)})


def masked_observation(play: Play, seat: Seat) -> dict[str, Any]:
    """An observation in `masked`."""
    listed = play.rows(seat)
    shown = {**play.seen(seat), "action_mask": play.mask(seat)}
    return shown if listed is None else shown | {"actions": listed}
