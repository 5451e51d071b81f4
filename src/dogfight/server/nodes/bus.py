"""What nodes tell each other. None of it is the truth, which is in the database: a hint that is
lost costs time only.

`LocalBus` is for nodes of one process, which is also the one server that is alone; `redis_bus` for
any others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import msgspec

from dogfight.core.errors import DogfightError
from dogfight.server.tables.event_pacing import AnimationSpeed

ALL_NODES = "all"
"""The channel that every node listens to; each table has one of its own, named by its code."""


class BusFailed(DogfightError):
    """There is no bus at an address, or it does not let us in."""


class Nudge(msgspec.Struct, frozen=True, tag="nudge"):
    """A table has changed: how far it has come."""

    node: int
    code: str
    head: int
    revision: int
    chat_count: int = 0


class Present(msgspec.Struct, frozen=True, tag="present"):
    """Who is at a table through one node."""

    node: int
    code: str
    people: tuple[int, ...] = ()
    watchers: int = 0
    heard: tuple[int, ...] = ()
    """Who has asked something there lately, without staying."""
    animation_speeds: tuple[tuple[int, AnimationSpeed], ...] = ()
    """How fast those who have said so are shown what happened."""


class VoiceMember(msgspec.Struct, frozen=True):
    """A page that takes part in the voice of a table, whose it is, and since when."""

    peer: str
    person: int
    since: int


class Voices(msgspec.Struct, frozen=True, tag="voices"):
    """Who takes part in the voice of a table through one node."""

    node: int
    code: str
    members: tuple[VoiceMember, ...] = ()


class SignalOn(msgspec.Struct, frozen=True, tag="signal"):
    """Something for a page of another node, as that page is sent it; it is never stored."""

    node: int
    code: str
    to: str
    frame: msgspec.Raw


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """A node has come, or come back: the others say who is at their tables."""

    node: int


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """A node goes: others take over what it has minded."""

    node: int


class Renamed(msgspec.Struct, frozen=True, tag="renamed"):
    """A person has a new name."""

    node: int
    person: int
    name: str


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A session has ended, or belongs to another person from now on; it is named by the hash that
    the database keeps too.
    """

    node: int
    session: bytes
    moved: bool = False


class Spent(msgspec.Struct, frozen=True, tag="spent"):
    """How much of which budget callers have spent at a node."""

    node: int
    budgets: dict[str, dict[str, int]]


Hint = Nudge | Present | Voices | SignalOn | Hello | Bye | Renamed | Ended | Spent
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Hint] = msgspec.json.Decoder(Hint)


def encoded(hint: Hint) -> bytes:
    return _ENCODER.encode(hint)


def read_hint(message: bytes) -> Hint | None:
    """A hint as it came; nothing if it makes no sense, which a node of another release may say."""
    try:
        return _DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


Hear = Callable[[bytes], None]


class Bus(ABC):
    """Carries hints. Nothing here waits or fails: what cannot be carried is dropped."""

    healthy: bool = False
    """Whether what others say can be relied on to arrive."""

    @abstractmethod
    async def open(self, hear: Hear, joined: Callable[[str], None]) -> None:
        """Begin to carry.

        `hear` is given every message; `joined` every channel from when on it is listened to.
        """

    @abstractmethod
    def publish(self, channel: str, message: bytes) -> None:
        """Tell all who listen to a channel, this node among them."""

    @abstractmethod
    def subscribe(self, channel: str) -> None: ...

    @abstractmethod
    def unsubscribe(self, channel: str) -> None: ...

    @abstractmethod
    async def close(self) -> None:
        """Carry what there is, then end."""


class Hub:
    """Where the buses of one process meet."""

    def __init__(self) -> None:
        self.members: set[LocalBus] = set()


class LocalBus(Bus):
    """A bus between the nodes of one process."""

    def __init__(self, hub: Hub | None = None) -> None:
        self._hub = hub or Hub()
        self._hear: Hear | None = None
        self._joined: Callable[[str], None] | None = None
        self._channels: set[str] = set()

    async def open(self, hear: Hear, joined: Callable[[str], None]) -> None:
        self._hear, self._joined, self.healthy = hear, joined, True
        self._hub.members.add(self)
        for channel in tuple(self._channels):
            joined(channel)

    def publish(self, channel: str, message: bytes) -> None:
        for member in tuple(self._hub.members):
            if channel in member._channels and member._hear is not None:
                member._hear(message)

    def subscribe(self, channel: str) -> None:
        self._channels.add(channel)
        if self._joined is not None:
            self._joined(channel)

    def unsubscribe(self, channel: str) -> None:
        self._channels.discard(channel)

    async def close(self) -> None:
        self.healthy = False
        self._hub.members.discard(self)
