"""Egocentric observations: they tell nothing secret, keep their meaning, turn with the piece."""

import pickle
import re
from typing import Any

import numpy as np
import pytest
from cases import CASES, case_id, moments

import dogfight
from dogfight import envs
from dogfight.core.errors import BadOption
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame, manifest_of
from dogfight.encoding.capabilities import HasEgocentric
from dogfight.encoding.features import FeatureSpace
from dogfight.envs.observations import egocentric_digest
from dogfight.envs.play import Play
from dogfight.testing import checks

SEEN = [
    (name, options) for name, options in CASES if isinstance(dogfight.load(name), HasEgocentric)
]
seen = pytest.mark.parametrize(("name", "options"), SEEN, ids=case_id)
EAST = "R:h6E,a12S,b12S,c12S,k12S,l12S G:{},a1N,b1N,c1N,k1N,l1N r=2D g=- R/{}:123456 0:0 idle:1 t2"
"""The named plane heads east; one enemy is to be put down."""


def by_pieces(name: str) -> AnyGame:
    """A game whose features are the egocentric ones, for the checks."""
    game = dogfight.load(name)

    class Egocentric(type(game)):  # type: ignore[misc]
        def features(self, options: Options) -> FeatureSpace:
            space: FeatureSpace = self.egocentric(options)
            return space

    seen: AnyGame = Egocentric.__new__(Egocentric)
    seen.__dict__.update(game.__dict__)
    return seen


def test_games_on_boards_of_squares_and_hexes_have_them() -> None:
    assert {name for name, _ in SEEN} == {"squadrons", "starfighters"}


@pytest.mark.parametrize("name", dogfight.names())
def test_egocentric_numbers_keep_their_meaning(name: str) -> None:
    assert egocentric_digest(dogfight.load(name)) == manifest_of(name).egocentric_digest


@seen
def test_egocentric_numbers_pass_the_checks_of_features(name: str, options: Options) -> None:
    game = by_pieces(name)
    checks.features_are_named(game, options, 0)
    checks.features_leak_nothing(game, options, 0)


@seen
def test_all_environments_show_the_same_numbers(name: str, options: Options) -> None:
    batch = envs.batch(name, 3, options, seed=4, observation="egocentric")
    batch.play(40)
    for row, position in enumerate(batch._batch.games):
        expected = batch.features.vector(position, int(batch.seats[row]))
        assert (batch.observations[row] == expected).all()
    env = envs.parallel(name, options, observation="egocentric")
    env.reset(seed=3)
    for _ in moments(env.play, 3, 9, 6):
        for seat, agent in enumerate(env.possible_agents):
            shown = env._observation(agent)
            assert env.observation_space(agent).contains(shown)
            assert (shown["observation"] == env.play.row(seat)).all()


@pytest.mark.parametrize(
    ("enemy", "expected"),
    [
        ("i6W", "enemy 1 away at 0° heading 180°"),
        ("g6E", "enemy 1 away at 180° heading 0°"),
        ("h7E", "enemy 1 away at 270° heading 0°"),
        ("j5N", "enemy 2 away at 22.5° heading 270°"),
        ("h2N", "nearest enemy 90° near"),
    ],
)
def test_places_are_told_as_the_pilot_sees_them(enemy: str, expected: str) -> None:
    play = Play("squadrons", observation="egocentric")
    doing = "fly1" if enemy == "h2N" else "draw1"
    position = play.game.notation.read(EAST.format(enemy, doing))
    named = play.features.named(position, 0)
    assert {name for name in named if name.startswith(("enemy 1 a", "enemy 2 a", "nearest"))} == {
        expected
    }


def turned(text: str) -> str:
    """A position of Starfighters with the whole map turned clockwise by one side of a hex."""

    def place(match: re.Match[str]) -> str:
        q, r = int(match[1]), int(match[2])
        return f"{-r},{q + r}"

    words = re.sub(r"(-?\d+),(-?\d+)", place, text)
    sides = ["E", "SE", "SW", "W", "NW", "NE", "E"]
    words = re.sub(r"/([NS]?[EW])/", lambda side: f"/{sides[sides.index(side[1]) + 1]}/", words)
    hexes = re.search(r"wreckage=(\S+)", words)
    assert hexes is not None
    order = sorted(hexes[1].split(";"), key=lambda hex_: [int(n) for n in hex_.split(",")][::-1])
    return words.replace(hexes[1], ";".join(order))


def test_ships_turn_with_the_own_ship() -> None:
    """All is the same once the map is turned but the directions of the map itself."""
    play = Play("starfighters", observation="egocentric")
    text = (
        "4/random t4 *0 declare due=23 wreckage=6,-7;4,-5;-1,-1;5,1;1,5;-7,7 discard=s1m3l4d2a2"
        " 1,6/E/1/m2d1/m/- 5,2/W/1/s2m1/a/- -2,-5/SW/2/s2m1d1/-/- -6,0/NE/2/m1e2a1/-/-"
    )
    rows = [play.features.named(play.game.notation.read(line), 2) for line in (text, turned(text))]
    absolute = ("own ship faces", "ship 2 on lies", "ship 3 on lies", "ship 4 on lies")
    alike = [
        {name: value for name, value in row.items() if not name.startswith(absolute)}
        for row in rows
    ]
    assert alike[0] == alike[1] and rows[0] != rows[1]
    assert "own ship faces SW" in rows[0] and "own ship faces W" in rows[1]
    assert alike[0]["ship 2 on at +5,-1"] == 1 and "obstacle at -1,+1" in alike[0]


@pytest.mark.parametrize("name", ["squadrons", "starfighters"])
def test_pickled_environments_keep_looking_that_way(name: str) -> None:
    batch = envs.batch(name, 4, seed=1, observation="egocentric")
    batch.play(30)
    env = envs.gymnasium(name, observation="egocentric")
    env.reset(seed=1)
    twin, other = pickle.loads(pickle.dumps((batch, env)))
    assert (twin.observations == batch.observations).all()
    assert (other._observation() == env._observation()).all()
    with pytest.raises(BadOption, match="expected a state with the spaces"):
        envs.batch(name, 4).load(batch.state())


def test_egocentric_observations_are_refused_elsewhere() -> None:
    makes: list[Any] = [envs.gymnasium, envs.pettingzoo, envs.parallel]
    for make in makes:
        with pytest.raises(BadOption, match="biplanes has no egocentric observation"):
            make("biplanes", observation="egocentric")
    with pytest.raises(BadOption, match="biplanes has no egocentric observation"):
        envs.batch("biplanes", 2, observation="egocentric")
    with pytest.raises(BadOption, match="expected an observation out of features, egocentric"):
        envs.batch("squadrons", 2, observation="planes")  # type: ignore[arg-type]


def test_egocentric_rows_change_with_the_position() -> None:
    batch = envs.batch("squadrons", 8, seed=1, observation="egocentric")
    before = np.array(batch.observations)
    batch.play(50)
    assert (before != batch.observations).any(axis=1).all()
