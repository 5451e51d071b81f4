"""Planes and entities: they are in their spaces, tell nothing secret, and keep their meaning."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from cases import CASES, case_id, moments
from gymnasium.wrappers import RenderCollection

import dogfight
from dogfight import envs
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.options import Options
from dogfight.core.position import step
from dogfight.core.seat import OVER
from dogfight.envs.observations import BoardForm, FormName, pieces_digest, pieces_of
from dogfight.envs.play import Play

FORMS: tuple[FormName, ...] = ("planes", "entities")
BOARDS = [
    (name, options)
    for name, options in CASES
    if pieces_of(dogfight.load(name), options) is not None
]
forms = pytest.mark.parametrize("form", FORMS)
boards = pytest.mark.parametrize(("name", "options"), BOARDS, ids=case_id)


def test_games_with_boards_offer_both_forms() -> None:
    assert {name for name, _ in BOARDS} == {"boots", "squadrons", "starfighters"}


@pytest.mark.parametrize("name", dogfight.names())
def test_columns_keep_their_meaning(name: str) -> None:
    """Whoever changes a column gives the environments of the game a new version."""
    assert pieces_digest(dogfight.load(name)) == dogfight.load(name).manifest.pieces_digest


@forms
@boards
def test_observations_lie_in_their_space(name: str, options: Options, form: FormName) -> None:
    env = envs.parallel(name, options, observation=form)
    env.reset(seed=3)
    for _ in moments(env.play, 3, 9, 12):
        for agent in env.possible_agents:
            seen = env._observation(agent)
            assert env.observation_space(agent).contains(seen)
            assert (seen["features"] == env.play.row(env._numbers[agent])).all()


@forms
@boards
def test_equal_views_give_equal_observations(name: str, options: Options, form: FormName) -> None:
    game = dogfight.load(name)
    made = BoardForm(game, options, form)
    position, dice = game.new(options), Dice(5)
    for number in range(150):
        if position.actor() == OVER:
            break
        if number % 9 == 0:
            for seat in range(len(game.seats(options))):
                imagined = game.views.imagine(game.view(position, seat), dice)
                item, other = made.observe(position, seat), made.observe(imagined, seat)
                assert all((item[key] == other[key]).all() for key in item)
        step(position, dice)


@boards
def test_planes_and_entities_tell_of_the_same_pieces(name: str, options: Options) -> None:
    play = Play(name, options)
    table = pieces_of(play.game, options)
    assert table is not None
    planes, entities = (BoardForm(play.game, options, form) for form in FORMS)
    for _ in moments(play, 4, 9, 8):
        for seat in range(len(play.seats)):
            position = play.table.position
            board = planes.observe(position, seat)["observation"]
            listed = entities.observe(position, seat)
            rows, mask = listed["observation"], listed["entity_mask"]
            assert not rows[mask == 0].any()
            counted = np.zeros_like(board[: len(table.columns)])
            for row in rows[(mask == 1) & (rows[:, 0] == 1)]:
                counted[:, int(row[1]), int(row[2])] += row[3:]
            assert (counted == board[: len(table.columns)]).all()


def test_own_planes_are_where_the_board_shows_them() -> None:
    env = envs.gymnasium("squadrons", observation="planes")
    seen, _ = env.reset(seed=1)
    own = seen["observation"][env.play.form.names.index("own")]
    squares = {
        (int(plane.square[1:]) - 1, ord(plane.square[0]) - ord("a"))
        for plane in env.play.game.views.board_view(env.play.table.position, 0).planes
        if plane.name.startswith("R")
    }
    assert {tuple(int(n) for n in at) for at in np.argwhere(own)} == squares


@forms
def test_environment_keeps_its_form(form: FormName) -> None:
    env = envs.gymnasium("starfighters", observation=form)
    env.reset(seed=2)
    for twin in (pickle.loads(pickle.dumps(env)), copy.copy(env)):
        assert twin.observation_space == env.observation_space
        assert all((twin._observation()[key] == value).all() for key, value in seen(env).items())


def seen(env: Any) -> dict[str, Any]:
    reported: dict[str, Any] = env._observation()
    return reported


def test_forms_that_a_game_does_not_have_are_refused() -> None:
    for make in (envs.gymnasium, envs.pettingzoo, envs.parallel):
        with pytest.raises(BadOption, match="expected the observation features: biplanes"):
            make("biplanes", observation="planes")
        with pytest.raises(
            BadOption, match="expected an observation out of features, egocentric, planes"
        ):
            make("biplanes", observation="picture")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", dogfight.names())
def test_pixels_show_the_picture(name: str) -> None:
    env = envs.parallel(name, render_mode="rgb_array", viewer=0)
    env.reset(seed=1)
    frame = env.render()
    assert isinstance(frame, np.ndarray) and frame.dtype == np.uint8 and frame.shape[2] == 3
    assert (frame.shape[1], frame.shape[0]) == env.play.frame_size
    assert frame[3, 3].tolist() == [0xEF, 0xE4, 0xCC] and len(np.unique(frame)) > 20
    again = env.render()
    assert isinstance(again, np.ndarray) and (again == frame).all()


def test_frames_of_an_episode_can_be_collected() -> None:
    env = RenderCollection(
        gymnasium.make("dogfight/Goofspiel-v1", options={"cards": 2}, render_mode="rgb_array")
    )
    env.reset(seed=1)
    while not env.step(env.unwrapped.action_space.sample())[2]:
        pass
    frames = env.render()
    assert len(frames) == 3 and all(frame.shape == frames[0].shape for frame in frames)
    assert (frames[0] != frames[-1]).any()
