"""A network over many positions of Biplanes dogfights at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dogfight.games.biplanes.ai.observation import KNOWN, commitment_number, number_of
from dogfight.games.biplanes.ai.training import encoding
from dogfight.games.biplanes.ai.training.encoding import (
    ACTIONS,
    GROUPS,
    LEAD,
    LEFT,
    LOOK_BACK,
    ROUND_TURNS,
    WHITE,
)
from dogfight.games.biplanes.ai.training.policy import Floats, Layers, Policy
from dogfight.games.biplanes.ai.training.tables import BOARDS, KINDS, SPACES
from dogfight.games.biplanes.names import PHASES
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.state import ANSWER, MULLIGAN, PLAN
from dogfight.games.biplanes.tables import TileSet

Ints = NDArray[np.int64]
_BITS: Final = 63
_OFFSETS: Final = {
    name: sum(size for _, size in GROUPS[:at]) for at, (name, _) in enumerate(GROUPS)
}
_SIDE: Final = 8
"""Numbers read of one side."""


@cache
def _kinds_of(tiles: TileSet) -> Floats:
    """A row for each bit of a mask of tiles: a one at its kind."""
    kinds = [
        int(tiles.kind_of(1 << place)) if int(tiles.all) >> place & 1 else -1
        for place in range(_BITS)
    ]
    ndarray: Floats = np.equal.outer(np.array(kinds), np.arange(KINDS)).astype(np.float32)
    return ndarray


def _counts(tiles: TileSet, masks: Ints) -> Floats:
    """Masks of tiles of one set as numbers of each kind."""
    bits = (masks[:, None] >> np.arange(_BITS)) & 1
    ndarray: Floats = bits.astype(np.float32) @ _kinds_of(tiles)
    return ndarray


def _sizes(masks: Ints) -> Ints:
    return np.bitwise_count(masks).astype(np.int64)


def observe_many(positions: Sequence[Position], seats: Ints) -> Floats:
    """What a seat knows of each position, in the numbers of `policy.observe`; all positions are of
    one game.

    Nothing is sealed in them yet, or by the other seat alone.
    """
    position = positions[0]
    sets = (position.p1.tiles, position.p2.tiles)
    colours, tracks = (
        np.array([int(own.colour) for own in sets]),
        np.array([int(position.track(0)), int(position.track(1))]),
    )
    raw = np.array(
        [
            [
                (s.at, s.damage, s.hand, s.bag, s.aside, s.jammed, s.last, s.sealed)
                for s in (p.p1, p.p2)
            ]
            for p in positions
        ],
        np.int64,
    ).reshape(-1, 2, _SIDE)
    table = np.array([(p.phase, p.round, p.turn, p.owed) for p in positions], np.int64)
    rows, me, you = np.arange(len(positions)), seats, 1 - seats
    own, enemy = raw[rows, me], raw[rows, you]
    phase, owed = table[:, 0], table[:, 3]
    x = np.zeros((len(positions), encoding.FEATURES), np.float32)
    for seat, tiles in enumerate(sets):
        item, theirs = me == seat, you == seat
        _put(x, item, "hand", _counts(tiles, own[item, 2]))
        _put(x, item, "bag", _counts(tiles, own[item, 3]))
        _put(x, item, "unseen", _counts(tiles, own[item, 2] | own[item, 3] | own[item, 4]))
        _put(
            x,
            theirs,
            "enemy_unseen",
            _counts(tiles, enemy[theirs, 2] | enemy[theirs, 3] | enemy[theirs, 4]),
        )
    covered = np.where(phase == MULLIGAN, enemy[:, 4], 0)  # [BD-2.10]
    hidden = (_sizes(enemy[:, 2] | covered), _sizes(enemy[:, 3]), _sizes(enemy[:, 4] & ~covered))
    sizes = np.stack([_sizes(own[:, 2]), *hidden, owed], 1).astype(np.float32) / np.float32(10.0)
    x[:, _OFFSETS["sizes"] : _OFFSETS["sizes"] + 5] = sizes
    board = BOARDS.index(position.board.name)
    _one(x, "places", (board * SPACES + own[:, 0]) * SPACES + enemy[:, 0])
    _one(x, "left", np.clip(tracks[me] - own[:, 1], 0, LEFT - 1))
    _one(x, "enemy_left", np.clip(tracks[you] - enemy[:, 1], 0, LEFT - 1))
    _one(x, "lead", np.clip(enemy[:, 1] - own[:, 1], -LEAD, LEAD) + LEAD)
    _one(x, "plane", colours[me])
    _one(x, "enemy_plane", colours[you])
    x[:, _OFFSETS["jammed"] : _OFFSETS["jammed"] + 2] = np.stack([own[:, 5], enemy[:, 5]], 1)
    _one(x, "last", np.where(np.isin(colours[me], LOOK_BACK), own[:, 6], -1))
    _one(x, "enemy_last", np.where(np.isin(colours[you], LOOK_BACK), enemy[:, 6], -1))
    _one(x, "turn", (table[:, 1] - 1) * ROUND_TURNS + table[:, 2] - 1)
    _one(x, "phase", np.array([KNOWN[PHASES[at]] for at in phase.tolist()], np.int64))
    x[:, _OFFSETS["asked"]] = [
        together or p.actor() == s
        for p, s, together in zip(positions, me, _together(phase), strict=True)
    ]
    shown = (phase == ANSWER) & (colours[me] == WHITE)
    _one(
        x,
        "shown",
        np.array(
            [
                commitment_number(int(s)) if a else -1
                for s, a in zip(enemy[:, 7], shown, strict=True)
            ]
        ),
    )
    return x


def _together(phase: Ints) -> list[bool]:
    """Whether both seats are asked at the same time."""
    flags: list[bool] = np.isin(phase, (MULLIGAN, PLAN)).tolist()
    return flags


def _put(x: Floats, rows: NDArray[np.bool_], group: str, values: Floats) -> None:
    x[rows, _OFFSETS[group] : _OFFSETS[group] + KINDS] = values


def _one(x: Floats, group: str, numbers: Ints) -> None:
    """A one among zeros in a group; none where the number is negative."""
    rows = np.flatnonzero(numbers >= 0)
    x[rows, _OFFSETS[group] + numbers[rows]] = 1.0


class Network:
    """The strategy of a network, which may be softened: chances and expectations for many
    positions.
    """

    def __init__(self, policy: Policy, temperature: float = 1.0) -> None:
        self.layers: Layers = policy.layers
        self.temperature = temperature

    def think(
        self, positions: Sequence[Position], seats: Ints
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Logits of all actions, and the share of the stake that the seat of each position
        expects.
        """
        x = observe_many(positions, seats)
        for matrix, bias in self.layers[:-1]:
            x = x @ matrix
            x += bias
            np.maximum(x, 0.0, out=x)
        matrix, bias = self.layers[-1]
        out = (x @ matrix + bias).astype(np.float64)
        return out[:, :ACTIONS] / self.temperature, (1.0 + np.tanh(out[:, ACTIONS])) / 2.0

    def expected(self, positions: Sequence[Position], seats: Ints) -> NDArray[np.float64]:
        """The share of the stake that a seat of each position expects."""
        return self.think(positions, seats)[1]

    def draw(
        self, positions: Sequence[Position], seats: Ints, luck: NDArray[np.float64]
    ) -> list[int]:
        """For each position the number of a choice, drawn with a random number from 0 to 1."""
        logits, _ = self.think(positions, seats)
        legal = [legal_numbers(position) for position in positions]
        wide = max(len(entry) for entry in legal)
        at = np.array([entry + [-1] * (wide - len(entry)) for entry in legal])
        weights = np.where(at >= 0, np.take_along_axis(logits, np.maximum(at, 0), 1), -np.inf)
        chances = np.exp(weights - weights.max(1, keepdims=True)).cumsum(1)
        result = (chances < (luck * chances[:, -1])[:, None]).sum(1)
        return [min(int(index), len(entry) - 1) for index, entry in zip(result, legal, strict=True)]


def legal_numbers(position: Position) -> list[int]:
    """The actor's choices, in their order, as the network numbers them."""
    phase = int(position.phase)
    return [
        number_of(phase, int(position.choice(index))) for index in range(position.choice_count())
    ]
