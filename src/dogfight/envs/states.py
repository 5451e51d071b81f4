"""The states of environments as bytes: what a learner's checkpoint keeps and a planner goes back
to.

Every form of environment keeps its state here. It begins with a head that says of which game with
which rules, data, options and spaces it is, and a checksum. Whatever does not fit is refused
before anything changes.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
import numpy as np

from dogfight.core.errors import BadOption, shown
from dogfight.core.registry import AnyGame
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.features import FeatureSpace
from dogfight.envs.beginnings import Beginning

T = TypeVar("T")
FORMAT = 1
_MAGIC = b"dogfight state %d\n" % FORMAT
_SUM = 16
"""The bytes of the checksum."""


class StateHead(msgspec.Struct, frozen=True, array_like=True):
    """What a state belongs to: only an environment that is equal in all of it can go on from it."""

    form: str
    game: str
    rules: str
    data: str
    options: str
    spaces: str

    @classmethod
    def of(cls, form: str, game: AnyGame, start: Beginning, features: FeatureSpace) -> StateHead:
        """The head of the states of an environment."""
        assert isinstance(game, HasFeatures)
        spaces = f"{features.digest()} {game.action_space(start.options).digest()}"
        return cls(form, game.name, game.rules_version, game.data_digest, start.words, spaces)

    def pack(self, body: object) -> bytes:
        """A body, which msgspec can write, with this head."""
        content = msgspec.msgpack.encode((self, body))
        return _MAGIC + sha256(content).digest()[:_SUM] + content

    def unpack(self, state: object, kind: type[T]) -> T:
        """The body of a state; `BadOption` says what was expected if it is damaged or of another
        environment.
        """
        if not isinstance(state, bytes):
            raise BadOption(f"expected a state as bytes, got {shown(state)}")
        if not state.startswith(_MAGIC):
            raise BadOption(
                f"expected the state of an environment in format {FORMAT}, got {shown(state[:24])}"
            )
        checksum, content = state[len(_MAGIC) :][:_SUM], state[len(_MAGIC) + _SUM :]
        if sha256(content).digest()[:_SUM] != checksum:
            raise BadOption("expected a whole state; its checksum does not fit, it was damaged")
        try:
            head, body = msgspec.msgpack.decode(content, type=tuple[StateHead, msgspec.Raw])
            self._check(head)
            return msgspec.msgpack.decode(body, type=kind)
        except msgspec.MsgspecError as error:
            raise BadOption(f"expected a state of this environment: {error}") from error

    def _check(self, other: StateHead) -> None:
        for field in self.__struct_fields__:
            expected, got = getattr(self, field), getattr(other, field)
            if expected != got:
                raise BadOption(f"expected a state with the {field} {expected}, got {got}")


def generator_state(generator: np.random.Generator | None) -> str:
    """The state of a generator of NumPy as text; nothing for none."""
    return "" if generator is None else json.dumps(generator.bit_generator.state)


def generator_from(text: str) -> np.random.Generator | None:
    """A generator in this state, or none."""
    if not text:
        return None
    generator = np.random.Generator(np.random.PCG64())
    try:
        state: Any = json.loads(text)
        generator.bit_generator.state = state
    except (ValueError, TypeError, KeyError) as error:
        raise BadOption(f"expected the state of a generator: {error}") from error
    return generator
