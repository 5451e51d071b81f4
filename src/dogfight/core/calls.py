"""Calls: short public sentences that players say with one or two taps."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dogfight.core.errors import BadOption


class Call(msgspec.Struct, frozen=True):
    """What a player can say: its text, and what may follow it, one part after another.

    Every part is optional, so that each tap can be said at once. `joins` stand before the parts.
    """

    key: str
    text: str
    targets: tuple[tuple[str, ...], ...] = ()
    joins: tuple[str, ...] = ()

    def sentence(self, targets: Sequence[str]) -> str:
        """The whole call; `BadOption` where a target is none of this call's."""
        if len(targets) > len(self.targets):
            raise BadOption(f"expected at most {len(self.targets)} targets, got {len(targets)}")
        words = [self.text]
        for number, target in enumerate(targets):
            if target not in self.targets[number]:
                names = ", ".join(self.targets[number])
                raise BadOption(f"expected a target out of {names}; got {target!r}")
            words.append(f"{self.joins[number]}{target}" if self.joins else target)
        return " ".join(words) + ("" if self.text[-1:] in "!?.…" else "!")
