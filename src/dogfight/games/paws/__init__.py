"""Jaws vs Paws: two crews of dogs duel in biplanes with cards laid in secret."""

from pathlib import Path

from dogfight.core.registry import register
from dogfight.games.paws.data import Data
from dogfight.games.paws.game import Paws


def _load(folder: Path | None) -> Paws:
    return Paws(Data(folder))


register("paws", _load)
