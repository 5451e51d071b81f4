"""Random games of the twin, played again by the rules themselves with everything compared at
every step.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from dogfight.core.decision import Choose, Commit
from dogfight.core.seat import CHANCE
from dogfight.games.biplanes import state as rules
from dogfight.games.biplanes.ai.observation import commitment_number, number_of
from dogfight.games.biplanes.ai.training import features, twin
from dogfight.games.biplanes.ai.training.tables import BOARDS, KINDS, PLANES
from dogfight.games.biplanes.game import Biplanes
from dogfight.games.biplanes.names import kinds_of
from dogfight.games.biplanes.position import Position

PAIRS = np.array(
    [(number, other) for number in range(9) for other in range(9) if number != other], np.int32
)
PHASES = {
    rules.MULLIGAN: twin.MULLIGAN,
    rules.PLAN: twin.PLAN,
    rules.SHOW: twin.SHOW,
    rules.ANSWER: twin.ANSWER,
    rules.LOSE: twin.LOSE,
    rules.ENDED: twin.ENDED,
}
Moment = dict[str, Any]
EVERY = np.concatenate([PAIRS, PAIRS]), np.repeat(np.arange(2, dtype=np.int32), len(PAIRS))
"""All ordered pairs on both boards.

Every batch is of this size: another one would have to be compiled anew.
"""
observe_all = jax.jit(jax.vmap(features.observe))


def counts(planes: jax.Array, tiles: jax.Array) -> jax.Array:
    """How many tiles of each kind a mask holds."""
    return twin.count(jnp.asarray(twin.T.runs)[planes] & tiles[..., None])


@jax.jit
def play(key: jax.Array) -> tuple[twin.State, jax.Array, jax.Array]:
    """A random game of every pair on both boards, to its end.

    Gives all states, the first included, the legal actions in each, and the actions taken.
    """
    planes, boards = map(jnp.asarray, EVERY)
    number = boards.shape[0]
    first, rest = jax.random.split(key)
    begun = jax.vmap(twin.init)(jax.random.split(first, number), planes, boards)

    def turn(
        s: twin.State, key: jax.Array
    ) -> tuple[twin.State, tuple[twin.State, jax.Array, jax.Array]]:
        k1, k2 = jax.random.split(key)
        actions = jax.vmap(twin.random_actions)(s, jax.random.bits(k1, (number, 2), jnp.uint32))
        after = jax.vmap(twin.step)(s, actions, jax.random.split(k2, number))
        return after, (s, jax.vmap(twin.legal)(s), actions)

    _, trail = jax.lax.scan(turn, begun, jax.random.split(rest, twin.MOST_STEPS + 1))
    return trail


def games(seed: int) -> Iterator[list[Moment]]:
    """Games from deal to end, a list of moments each; the last moment is the end."""
    states, legal, actions = play(jax.random.key(seed))
    held = {name: counts(states.plane, getattr(states, name)) for name in ("hand", "bag", "aside")}
    fields = {name: np.asarray(value) for name, value in {**states._asdict(), **held}.items()}
    fields |= {"legal": np.asarray(legal), "actions": np.asarray(actions)}
    for game in range(len(EVERY[1])):
        own = {name: value[:, game].tolist() for name, value in fields.items()}
        moments = [
            {name: value[t] for name, value in own.items()} for t in range(twin.MOST_STEPS + 1)
        ]
        end = next(t for t, item in enumerate(moments) if item["phase"] == twin.ENDED)
        assert all(
            moment == {**moments[end], "actions": moment["actions"]} for moment in moments[end:]
        )
        yield moments[: end + 1]


@cache
def kind_counts(colour: int, tiles: Any, mask: int) -> list[int]:
    own = kinds_of(tiles, mask)
    return [own.count(kind) for kind in range(KINDS)]


def own_counts(position: Position, seat: int, name: str) -> list[int]:
    plane = position.plane(seat)
    return kind_counts(int(plane.tiles.colour), plane.tiles, int(getattr(plane, name)))


def let_chance_speak(position: Position, moment: Moment) -> None:
    """Draw until somebody is asked, in such a way that the tiles come to lie as they should."""
    while position.actor() == CHANCE:
        seat = int(position.drawer)
        where = "aside" if position.phase == rules.LOSE_BAG else "hand"
        have = own_counts(position, seat, where)
        missing = [kind for kind in range(KINDS) if moment[where][seat][kind] > have[kind]]
        assert missing, f"no draw leads to {moment}"
        position.apply(CHANCE, missing[0])


def as_sealed(position: Position, seat: int) -> int:
    sealed = int(position.plane(seat).sealed)
    return sealed if sealed < 0 or position.phase == rules.MULLIGAN else commitment_number(sealed)


def moment_of(game: Biplanes, position: Position) -> Moment:
    """The rules' position in the words of the twin."""
    over = position.phase == rules.ENDED
    planes = (position.p1, position.p2)
    legal = [
        [number_of(int(position.phase), entry) for entry in game.legal(position, seat)]
        for seat in (0, 1)
    ]
    return {
        "board": BOARDS.index(position.board.name),
        "phase": PHASES[int(position.phase)],
        "round": int(position.round),
        "turn": int(position.turn),
        "owed": int(position.owed),
        "outcome": int(position.outcome()) if over else twin.GOING,
        "why": int(position.why()),
        **{
            name: [int(getattr(plane, name)) for plane in planes]
            for name in ("at", "damage", "jammed", "last")
        },
        "plane": [int(plane.tiles.colour) for plane in planes],
        "sealed": [as_sealed(position, seat) for seat in (0, 1)],
        **{
            name: [own_counts(position, seat, name) for seat in (0, 1)]
            for name in ("hand", "bag", "aside")
        },
        "legal": [[action in own for action in range(twin.ACTIONS)] for own in legal],
    }


def word_for(position: Position, seat: int, action: int, game: Biplanes) -> int:
    """The rules' number of an action of the twin."""
    return next(
        entry
        for entry in game.legal(position, seat)
        if number_of(int(position.phase), entry) == action
    )


def replay(game: Biplanes, moments: list[Moment]) -> None:
    """Play one game again; every moment must be the same."""
    for position, expected in zip(replayed(game, moments), moments, strict=True):
        got = moment_of(game, position)
        differing = {
            name: (got[name], expected[name]) for name in got if got[name] != expected[name]
        }
        assert not differing, (
            f"{game.notation.write(position)}: by the rules and by the twin {differing}"
        )


def replayed(game: Biplanes, moments: list[Moment]) -> Iterator[Position]:
    """The position of the rules at each moment of a game; one position, which goes on."""
    first = moments[0]
    planes = {f"p{seat + 1}": PLANES[first["plane"][seat]] for seat in (0, 1)}
    position = game.new(game.options({"board": BOARDS[first["board"]], **planes}))
    for before, expected in zip([None, *moments], moments, strict=False):
        if before is not None:
            decision = game.decision(position)
            assert isinstance(decision, Choose | Commit)
            waiting = decision.waiting if isinstance(decision, Commit) else (decision.seat,)
            for seat in waiting:
                position.apply(seat, word_for(position, seat, before["actions"][seat], game))
        let_chance_speak(position, expected)
        yield position
