"""Squadrons: the poker-deck variant of the biplane board game."""

from dogfight.core.registry import register
from dogfight.games.squadrons.game import Squadrons

register("squadrons", Squadrons)
