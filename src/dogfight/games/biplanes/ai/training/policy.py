"""A trained network at play: from what a seat knows to the chances of its actions, with NumPy
alone.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dogfight.games.biplanes.ai.training.encoding import (
    ACTIONS,
    COMMITMENTS,
    FEATURES,
    LEAD,
    LEFT,
    LOOK_BACK,
    PHASES,
    ROUND_TURNS,
    TURNS,
    VERSION,
)
from dogfight.games.biplanes.ai.training.tables import BOARDS, KINDS, PLANES, SPACES, load

Floats = NDArray[np.float32]
Layers = list[tuple[Floats, Floats]]
"""A matrix and a bias for each layer."""

SHIPPED: Final = Path(__file__).parents[1] / "weights" / "biplanes.npz"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a seat knows, in the numbers of the twin; of pairs its own comes first."""

    board: int
    phase: int
    round: int
    turn: int
    owed: int
    asked: bool
    plane: tuple[int, int]
    at: tuple[int, int]
    damage: tuple[int, int]
    jammed: tuple[bool, bool]
    last: tuple[int, int]
    """The kinds played last, or -1."""
    hand: Sequence[int]
    """Its own tiles, by their kinds, as are the bag's and those unseen."""
    bag: Sequence[int]
    unseen: tuple[Sequence[int], Sequence[int]]
    hidden: tuple[int, int, int]
    """How many tiles the enemy has in hand, in its bag and aside."""
    shown: int
    """What the enemy has shown to white, or -1."""


def observe(seen: Seen) -> Floats:
    """[BD-1.14] The numbers of `encoding.GROUPS`, equal to those of `features.observe`."""
    tables = load()
    left = [
        int(tables.track[plane]) - damage
        for plane, damage in zip(seen.plane, seen.damage, strict=True)
    ]
    lead = max(-LEAD, min(LEAD, seen.damage[1] - seen.damage[0]))
    last = [
        kind if plane in LOOK_BACK else -1
        for plane, kind in zip(seen.plane, seen.last, strict=True)
    ]
    groups = (
        counts(seen.hand),
        counts(seen.bag),
        counts(seen.unseen[0]),
        counts(seen.unseen[1]),
        np.array((len(seen.hand), *seen.hidden, seen.owed), np.float32) / np.float32(10.0),
        hot(
            (seen.board * SPACES + seen.at[0]) * SPACES + seen.at[1], len(BOARDS) * SPACES * SPACES
        ),
        hot(max(0, min(LEFT - 1, left[0])), LEFT),
        hot(max(0, min(LEFT - 1, left[1])), LEFT),
        hot(lead + LEAD, 2 * LEAD + 1),
        hot(seen.plane[0], len(PLANES)),
        hot(seen.plane[1], len(PLANES)),
        np.array(seen.jammed, np.float32),
        hot(last[0], KINDS),
        hot(last[1], KINDS),
        hot((seen.round - 1) * ROUND_TURNS + seen.turn - 1, TURNS),
        hot(seen.phase, len(PHASES)),
        np.array([seen.asked], np.float32),
        hot(seen.shown, COMMITMENTS),
    )
    return np.concatenate(groups)


def counts(kinds: Sequence[int]) -> Floats:
    """How many tiles of each kind there are."""
    return (
        np.bincount(kinds, minlength=KINDS).astype(np.float32)
        if kinds
        else np.zeros(KINDS, np.float32)
    )


def hot(number: int, size: int) -> Floats:
    """A one among zeros; none where the number is out of range."""
    row = np.zeros(size, np.float32)
    if 0 <= number < size:
        row[number] = 1.0
    return row


def read(path: Path) -> tuple[Layers, dict[str, Any]]:
    """Weights and what is known about them; refused if they were trained for other numbers."""
    try:
        with path.open("rb") as raw, np.load(raw) as file:
            about = json.loads(bytes(file["about"]))
            number = sum(name.startswith("matrix") for name in file.files)
            halves = [(file[f"matrix{n}"], file[f"bias{n}"]) for n in range(number)]
    except (KeyError, TypeError, ValueError, AttributeError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: expected weights as training writes them; {error}") from None
    texts = (VERSION, load().digest)
    if (about.get("version"), about.get("tables")) != texts:
        got = f"{about.get('version')} and {str(about.get('tables'))[:12]}"
        raise ValueError(
            f"{path}: expected weights for {VERSION} and the tables {texts[1][:12]}; got {got}"
        )
    return [(matrix.astype(np.float32), bias.astype(np.float32)) for matrix, bias in halves], about


class Policy:
    """A network that plays: its weights, and what is known about them."""

    def __init__(self, path: Path = SHIPPED) -> None:
        self.layers, self.about = read(path)
        inner, outer = self.layers[0][0].shape[0], self.layers[-1][0].shape[1]
        if (inner, outer) != (FEATURES, ACTIONS + 1):
            raise ValueError(
                f"{path}: expected {FEATURES} numbers in and {ACTIONS + 1} out; got {inner} and"
                f" {outer}"
            )

    def think(self, seen: Seen, legal: Sequence[int]) -> tuple[list[float], float]:
        """The chance of each legal action, and the share of the stake that the seat may expect."""
        x = observe(seen)
        for matrix, bias in self.layers[:-1]:
            x = np.maximum(x @ matrix + bias, 0.0)
        matrix, bias = self.layers[-1]
        out = (x @ matrix + bias).astype(np.float64)
        weights = np.exp(out[list(legal)] - out[list(legal)].max())
        return [float(weight) for weight in weights / weights.sum()], (
            1.0 + float(np.tanh(out[ACTIONS]))
        ) / 2.0
