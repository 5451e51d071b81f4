"""Which of the legal actions is picked before anybody has picked one."""

from __future__ import annotations

from collections.abc import Sequence

from dogfight.core.view import Legal


def first_choice(legal: Sequence[Legal]) -> int | None:
    """Where the first action stands that may be picked unasked; one that declines only if it is
    the only one.
    """
    if len(legal) == 1:
        return 0
    return next((at for at, entry in enumerate(legal) if not entry.declines), None)
