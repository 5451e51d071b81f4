"""Training: it learns, repeats, resumes, writes weights that say what they are, and needs JAX
and NumPy alone.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from dogfight.games.biplanes.ai.training import (
    checkpoint,
    command,
    encoding,
    network,
    runs,
    train,
    twin,
)
from dogfight.games.biplanes.ai.training.play import PAIRS, Trail, match, new_games, own_seats

ROOT = Path(__file__).parents[2]
TINY = train.Settings(games=32, width=8)
"""As in `test_verbs.py`: other settings would have to be compiled anew."""
SHORT = 64
dealing = jax.jit(new_games, static_argnums=1)


def trained(folder: Path, rounds: int = 4, seed: int = 0, **more: Any) -> dict[str, Any]:
    run = runs.Run(folder=folder, settings=TINY, seed=seed, rounds=rounds, at_once=2, **more)
    return runs.train(run, lambda _: None)


@pytest.fixture(scope="module", autouse=True)
def short_matches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "MATCH", SHORT)
        patch.setattr(runs, "LAST_MATCHES", 2)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("whole")
    return folder, trained(folder)


def test_training_weights_depend_only_on_the_seed(
    whole: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    assert trained(tmp_path / "again")["digest"] == whole[1]["digest"]
    assert trained(tmp_path / "other", seed=1)["digest"] != whole[1]["digest"]


def test_training_resumes_to_the_same_result(
    whole: tuple[Path, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = iter([True, True, False])  # asked before the start, and before every few rounds
    monkeypatch.setattr(runs.Course, "has_time", lambda _: next(calls))
    half = trained(tmp_path)
    monkeypatch.undo()
    assert (half["round"], half["total"]) == (2, 4)
    rest = trained(tmp_path, rounds=99, seed=99, resume=True)
    same = ("digest", "round", "total", "seed", "games", "decisions")
    assert [rest[name] for name in same] == [whole[1][name] for name in same]
    lines = [json.loads(line) for line in (tmp_path / runs.PROGRESS).read_text().splitlines()]
    assert [line["round"] for line in lines] == [2, 4]


def test_checkpoint_survives_interrupted_replacement(
    whole: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    learner, settings, about = checkpoint.load(whole[0])
    checkpoint.save(tmp_path, learner, settings, about)
    (tmp_path / checkpoint.FOLDER).rename(tmp_path / f"{checkpoint.FOLDER}.old")
    again, _, _ = checkpoint.load(tmp_path)
    same = jax.tree.map(lambda a, b: bool((a == b).all()), learner, again)
    assert jax.tree.all(same)
    with pytest.raises(ValueError, match="expected a checkpoint"):
        checkpoint.load(tmp_path / "nowhere")


def share_against_random(weights: network.Weights) -> tuple[float, float]:
    """The mean share over many matches, each as short as in the other tests so that it is
    compiled once; its error.
    """
    random = network.random_player(TINY.width)
    played = np.array([match(weights, random, jax.random.key(n), SHORT) for n in range(32)])
    return float(played[:, 0].mean()), float(np.sqrt((played[:, 1] ** 2).sum()) / len(played))


def test_a_hundred_rounds_of_training_beat_a_random_player() -> None:
    settings = train.Settings(games=256, width=TINY.width, rate=1e-2, entropy=0.0)
    learner = train.new_learner(settings, 0)
    before, _ = share_against_random(learner.weights)
    learner, _ = train.train_some(learner, (), jax.random.key(1), jnp.float32(100), settings, 100)
    after, error = share_against_random(learner.weights)
    assert after > before + 6 * error and after > 0.55


def test_policy_floor_restores_abandoned_actions() -> None:
    """An action that is as good as never taken gets no push from winning, nor from the entropy
    bonus.
    """
    weights = network.new_weights(jax.random.key(0), TINY.width)
    matrix, bias = weights[-1]
    shut = [*weights[:-1], (matrix, bias.at[: encoding.ACTIONS : 2].set(-20.0))]
    nothing = jnp.zeros((4, 2))
    games = dealing(jax.random.key(1), 4)
    lesson = train.Lesson(games, nothing.astype(int), nothing, nothing + 1.0, nothing, nothing == 0)

    @jax.jit
    def push(floor: float) -> jax.Array:
        """How far learning would raise what was given up."""
        bonus = train.Bonus(jnp.float32(0.1), jnp.float32(floor))
        slope = jax.grad(lambda item: train.loss(item, lesson, bonus, TINY)[0])(shut)
        return -slope[-1][1][: encoding.ACTIONS : 2].mean()

    assert push(0.5) > 1e-3 > abs(push(0.0))


def test_weights_round_trip_in_half_precision_with_metadata(
    whole: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    path = whole[0] / runs.WEIGHTS
    weights, about = network.load(path)
    learner, _, _ = checkpoint.load(whole[0])
    for (matrix, bias), (kept, kept_bias) in zip(learner.mean, weights, strict=True):
        assert np.allclose(matrix, kept, atol=1e-3) and np.allclose(bias, kept_bias, atol=1e-3)
    assert (about["seed"], about["round"], about["settings"]["width"]) == (0, 4, 8)
    full = tmp_path / "full.npz"
    network.save(full, network.new_weights(jax.random.key(0), train.Settings().width), {})
    assert full.stat().st_size < 2_000_000
    with np.load(path) as file:
        parts = dict(file)
    other = json.loads(bytes(parts["about"])) | {"version": "other"}
    np.savez(
        tmp_path / "bad.npz",
        **parts | {"about": np.frombuffer(json.dumps(other).encode(), np.uint8)},
    )
    with pytest.raises(ValueError, match="expected weights for biplanes-1"):
        network.load(tmp_path / "bad.npz")


@pytest.fixture(scope="module")
def dealt() -> twin.State:
    return dealing(jax.random.key(0), 20000)


def test_advantages_stop_at_the_end_of_a_game(dealt: twin.State) -> None:
    values = jnp.array([0.1, 0.2, 0.3, 0.4])[:, None, None] * jnp.array([1.0, -1.0])
    rewards = jnp.array([0.0, 1.0, 0.0])[:, None, None] * jnp.array([1.0, -1.0])
    over = jnp.array([[False], [True], [False]])
    nothing = jnp.zeros((3, 1, 2))
    trail = Trail(jax.tree.map(lambda x: x[:1], dealt), nothing, nothing, values, rewards, over)
    got = np.asarray(train.advantages(trail, 0.5))[:, 0]
    second = 1.0 - 0.2
    expected = np.array([0.2 - 0.1 + 0.5 * second, second, 0.4 - 0.3])
    assert np.allclose(got, np.stack([expected, -expected], 1))


def test_deals_cover_all_pairs_and_boards_with_half_the_seats(dealt: twin.State) -> None:
    met = {tuple(item) for item in np.concatenate([dealt.plane, dealt.board[:, None]], 1).tolist()}
    assert len(met) == 2 * len(PAIRS) == 144
    own = np.asarray(own_seats(10))
    assert own.sum(0).tolist() == [5, 5] and (own.sum(1) == 1).all()


def test_a_random_player_likes_all_legal_actions_equally() -> None:
    seen = jnp.ones((3, encoding.FEATURES))
    legal = jnp.arange(twin.ACTIONS)[None] % 5 == jnp.arange(3)[:, None]
    logits, value = network.think(network.random_player(), seen, legal)
    assert (
        np.allclose(jax.nn.softmax(logits), legal / legal.sum(-1, keepdims=True))
        and not np.asarray(value).any()
    )


def test_learn_script_needs_only_jax_and_numpy(tmp_path: Path) -> None:
    bare = (
        "import sys, runpy\nfor name in ('msgspec', 'librt', 'mypy_extensions', 'typer', 'rich'):"
        " sys.modules[name] = None\nsys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0],"
        " run_name='__main__')\n"
    )
    call = [sys.executable, "-P", "-c", bare, str(ROOT / "scripts" / "learn"), "--device", "cpu"]
    tiny = ["speed", "--games", "8", "--steps", "2", "--repeats", "1"]
    done = subprocess.run([*call, *tiny], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["decisions_per_s"] > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["train", "OUT"], "--rounds or --minutes"),
        (["train", "OUT", "--rounds", "2", "--resume"], "expected a checkpoint"),
        (["train", "OUT", "--rounds", "2", "--games", "30"], "by twos"),
        (["train", "OUT", "--rounds", "2", "--share", "1.5"], "a share of the games"),
        (["respond", "nothing.npz", "OUT", "--rounds", "2"], "nothing.npz"),
    ],
)
def test_bad_calls_are_refused_in_words(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command.main(
            [str(tmp_path) if item == "OUT" else item for item in ["--device", "cpu", *arguments]]
        )
    assert words in capsys.readouterr().err
