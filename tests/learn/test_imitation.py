"""A network that plays as recorded decisions show."""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from dogfight.games.biplanes.ai.training import command, network
from dogfight.games.biplanes.ai.training.encoding import ACTIONS, FEATURES
from dogfight.games.biplanes.ai.training.imitation import imitate
from dogfight.games.biplanes.ai.training.play import seating


@pytest.fixture
def decisions(tmp_path: Path) -> Path:
    """Somebody who plays the highest of three legal actions when the first number is 1, else the
    lowest.
    """
    dice = np.random.default_rng(1)
    legal = np.zeros((1200, ACTIONS), bool)
    actions = np.zeros(1200, np.int32)
    seen = np.zeros((1200, FEATURES), np.float16)
    seen[:, 0] = dice.integers(0, 2, 1200)
    for row in range(1200):
        three = np.sort(dice.choice(6, 3, replace=False))
        legal[row, three] = True
        actions[row] = three[-1] if seen[row, 0] else three[0]
    path = tmp_path / "decisions.npz"
    np.savez(path, seen=seen, legal=legal, actions=actions)
    return path


def test_network_learns_to_imitate_recorded_decisions(decisions: Path, tmp_path: Path) -> None:
    weights = tmp_path / "weights.npz"
    about = imitate(decisions, weights, width=32, passes=60, seed=0)
    assert about["decisions"] == 1200 and about["hits"] > 0.8
    again = tmp_path / "again.npz"
    assert imitate(decisions, again, width=32, passes=2, seed=0)["hits"] < about["hits"]
    layers, known = network.load(weights)
    assert known["hits"] == about["hits"]
    legal = jnp.zeros(ACTIONS, bool).at[jnp.array([0, 3, 5])].set(True)
    logits, _ = network.think(layers, jnp.zeros(FEATURES), legal)
    assert not np.asarray(jax.nn.softmax(logits))[~np.asarray(legal)].any()


def test_files_that_hold_no_decisions_are_refused(
    decisions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with np.load(decisions) as file:
        parts = dict(file)
    np.savez(tmp_path / "narrow.npz", **parts | {"legal": parts["legal"][:, :5]})
    np.savez(tmp_path / "less.npz", seen=parts["seen"])
    (tmp_path / "text.npz").write_text("no decisions")
    for name, words in (
        ("narrow", "of the shapes"),
        ("less", "recorded decisions"),
        ("text", "recorded decisions"),
    ):
        with pytest.raises(ValueError, match=words):
            imitate(tmp_path / f"{name}.npz", tmp_path / "out.npz", width=8, passes=1, seed=0)
    with pytest.raises(SystemExit):
        command.main(
            ["--device", "cpu", "imitate", str(tmp_path / "none.npz"), str(tmp_path / "out.npz")]
        )
    assert "none.npz" in capsys.readouterr().err
    assert not (tmp_path / "out.npz").exists()


def test_seating_gives_others_their_share_evenly_per_seat() -> None:
    seats = np.asarray(seating(800, 2, 0.5))
    assert ((seats > 0).sum(1) <= 1).all() and (seats > 0).any(1).mean() == 0.5
    for other in (1, 2):
        assert (seats == other).sum(0).tolist() == [100, 100]
    assert not np.asarray(seating(8, 0, 1.0)).any()
    assert (np.asarray(seating(80, 1, 1.0)) > 0).any(1).all()
