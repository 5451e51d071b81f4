"""Games whose features are wrong on purpose, to show that the checks find it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32

from dogfight.core.options import Options
from dogfight.core.position import Position
from dogfight.encoding.encoder import Encoder, pack_feature, pack_flag
from dogfight.encoding.features import FeatureSpace
from dogfight.games.biplanes.game import Biplanes
from dogfight.games.biplanes.position import Position as BiplanesPosition
from dogfight.games.biplanes.state import PLAN
from dogfight.games.goofspiel import Goofspiel


class Wrapped(Encoder):
    """Another encoder, with one number more; what it lists can be spoilt."""

    def __init__(self, inner: Encoder) -> None:
        super().__init__(inner.count)
        self.inner = inner
        self.names = list(inner.names)
        self.limits = list(inner.limits)
        self.more = int(self.single("one more", 50))

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        return int(self.inner.features(position, seat, out, at))

    def legal(self, position: Position, out: vec[i32], at: int) -> int:
        return int(self.inner.legal(position, out, at))

    def id_of(self, position: Position, action: int) -> int:
        return int(self.inner.id_of(position, action))


class EnemysHand(Wrapped):
    """Tells how large the enemy's largest tile is."""

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        at = super().features(position, seat, out, at)
        assert isinstance(position, BiplanesPosition)
        enemy = position.plane(1 - seat)
        largest = int(enemy.hand).bit_length()
        if largest:
            out[at] = pack_feature(self.more, largest)
            at += 1
        return at


class SealedTile(Wrapped):
    """Tells what the enemy has sealed."""

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        at = super().features(position, seat, out, at)
        assert isinstance(position, BiplanesPosition)
        sealed = int(position.plane(1 - seat).sealed)
        if position.phase == PLAN and sealed >= 0:
            out[at] = pack_feature(self.more, sealed % 50 + 1)
            at += 1
        return at


class Blind(Wrapped):
    """Tells nothing."""

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        out[at] = pack_flag(self.more)
        return at + 1


class TooLarge(Wrapped):
    """Tells a number that is larger than its limit."""

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        at = super().features(position, seat, out, at)
        out[at] = pack_feature(self.more, 51)
        return at + 1


class SameName(Wrapped):
    """Has two numbers of the same name."""

    def __init__(self, inner: Encoder) -> None:
        super().__init__(inner)
        self.single("one more")


class OtherIds(Wrapped):
    """Lists ids in another order than the choices."""

    def legal(self, position: Position, out: vec[i32], at: int) -> int:
        end = super().legal(position, out, at)
        if end - at > 1:
            out[at], out[at + 1] = out[at + 1], out[at]
        return end


def with_features(kind: type[Wrapped]) -> Biplanes:
    """Biplanes with these features."""

    class Spoilt(Biplanes):
        def features(self, options: Options) -> FeatureSpace:
            return FeatureSpace(kind(super().features(options).encoder))

    return Spoilt()


class OpenBids(Wrapped):
    """Tells a sealed bid of Goofspiel to everybody."""

    def features(self, position: Position, seat: int, out: vec[i32], at: int) -> int:
        at = super().features(position, seat, out, at)
        for bids in position.parts.values():  # type: ignore[attr-defined]
            out[at] = pack_feature(self.more, bids[0])
            at += 1
        return at


class OpenGoofspiel(Goofspiel):
    """Goofspiel with sealed bids that are told."""

    def features(self, options: Options) -> FeatureSpace:
        return FeatureSpace(OpenBids(super().features(options).encoder))
