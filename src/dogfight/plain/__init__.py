"""A game in one file: its rules are plain functions on a plain state, the rest is derived."""

from dogfight.core.plain_board import PlainBoard
from dogfight.plain.game import HIDDEN, Hideable, PerSeat, PlainGame, uniform
from dogfight.plain.position import Parts, PlainPosition

__all__ = [
    "HIDDEN",
    "Hideable",
    "Parts",
    "PerSeat",
    "PlainBoard",
    "PlainGame",
    "PlainPosition",
    "uniform",
]
