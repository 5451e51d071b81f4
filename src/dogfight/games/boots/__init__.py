"""Combat Boots: small-unit combat on hexes, with artillery, aircraft and dog fights."""

from dogfight.core.registry import register
from dogfight.games.boots.game import Boots

register("boots", Boots)
