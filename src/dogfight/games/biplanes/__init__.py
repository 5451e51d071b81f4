"""Biplanes: a First World War dogfight on a ring of eight spaces."""

from dogfight.core.registry import register
from dogfight.games.biplanes.game import load

register("biplanes", load)
