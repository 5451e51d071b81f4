"""What a game may offer to learners: ids for its actions, and numbers for what a seat knows."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from dogfight.core.options import Options
from dogfight.encoding.action_space import ActionSpace
from dogfight.encoding.features import FeatureSpace


@runtime_checkable
class HasActionIds(Protocol):
    """Actions with ids for learners."""

    def action_space(self, options: Options) -> ActionSpace[Any]:
        """The ids of all actions of a game with these options."""


@runtime_checkable
class HasFeatures(HasActionIds, Protocol):
    """What a seat knows as numbers, beside actions with ids: all that an environment for
    learners needs.
    """

    def features(self, options: Options) -> FeatureSpace:
        """The numbers that describe what a seat knows in a game with these options.

        Its encoder also lists the ids of `action_space`, quickly.
        """


@runtime_checkable
class HasEgocentric(HasFeatures, Protocol):
    """What a seat knows, told once more from where its piece stands: places as distances and
    directions that the piece sees.
    """

    def egocentric(self, options: Options) -> FeatureSpace:
        """The egocentric numbers in a game with these options; ids are those of `features`."""
