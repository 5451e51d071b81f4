"""A network at play with NumPy: told what the twin's is told, and of the same mind."""

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from replaying import EVERY, Moment, counts, observe_all, play, replayed

from dogfight.bots.registry import make_bot
from dogfight.core.errors import BadOption
from dogfight.games.biplanes.ai.observation import number_of, seen_in
from dogfight.games.biplanes.ai.training import command, encoding, network, policy, twin
from dogfight.games.biplanes.game import Biplanes


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "some.npz"
    network.save(path, network.new_weights(jax.random.key(3), 32), {"seed": 3})
    return path


def games(seed: int) -> list[tuple[list[Moment], np.ndarray]]:
    """A random game of every pair on both boards, with what each seat is told at every moment."""
    states, _, actions = play(jax.random.key(seed))
    reported = np.asarray(jax.vmap(observe_all)(states))
    held = {name: counts(states.plane, getattr(states, name)) for name in ("hand", "bag", "aside")}
    fields = {
        name: np.asarray(item)
        for name, item in {**states._asdict(), **held, "actions": actions}.items()
    }
    result = []
    for game in range(len(EVERY[1])):
        length = int((fields["phase"][:, game] != twin.ENDED).sum())
        moments = [
            {name: item[t, game].tolist() for name, item in fields.items()} for t in range(length)
        ]
        result.append((moments, reported[:length, game]))
    return result


def test_bd_1_14_a_view_gives_the_numbers_that_the_twin_gives(game: Biplanes) -> None:
    phases = set()
    for moments, reported in games(5)[::5]:
        for position, rows in zip(replayed(game, moments), reported, strict=True):
            for seat in (0, 1):
                got = policy.observe(seen_in(game.view(position, seat)))
                differing = [
                    encoding.NAMES[n] for n in np.flatnonzero(abs(got - rows[seat]) > 1e-6)
                ]
                assert not differing, f"{game.notation.write(position)}, seat {seat}"
            phases.add(int(position.phase))
    assert len(phases) == len(encoding.PHASES)


def test_policy_and_training_network_agree(game: Biplanes, weights: Path) -> None:
    mind, (same, about) = policy.Policy(weights), network.load(weights)
    assert about == mind.about and about["seed"] == 3
    for moments, reported in games(6)[::17]:
        for position, rows in zip(replayed(game, moments), reported, strict=True):
            for seat in (0, 1):
                view = game.view(position, seat)
                numbers = [number_of(int(position.phase), entry.action) for entry in view.legal]
                if not numbers:
                    continue
                legal = jnp.zeros(encoding.ACTIONS, bool).at[jnp.array(numbers)].set(True)
                logits, value = network.think(same, jnp.asarray(rows[seat]), legal)
                chances, share = mind.think(seen_in(view), numbers)
                assert np.allclose(chances, np.asarray(jax.nn.softmax(logits))[numbers], atol=1e-4)
                assert share == pytest.approx((1 + float(value)) / 2, abs=1e-4)


def test_a_sharpened_network_raises_every_chance_to_a_power(weights: Path, tmp_path: Path) -> None:
    path = tmp_path / "sharp.npz"
    for supplied, by in ((weights, "3"), (path, "0.5")):
        command.main(["--device", "cpu", "sharpen", str(supplied), str(path), "--by", by])
    (before, _), (after, about) = network.load(weights), network.load(path)
    assert about["sharpened"] == 1.5 and about["seed"] == 3
    seen, legal = (
        jax.random.uniform(jax.random.key(1), (encoding.FEATURES,)),
        jnp.ones(encoding.ACTIONS, bool),
    )
    (item, value), (other, same) = (
        network.think(before, seen, legal),
        network.think(after, seen, legal),
    )
    assert (
        np.allclose(jax.nn.softmax(1.5 * item), jax.nn.softmax(other), atol=1e-3) and value == same
    )
    for wrong in ("0", "-2", "inf", "nan"):
        with pytest.raises(ValueError, match="expected a power above 0"):
            network.sharpened(before, float(wrong))


def test_weights_for_other_numbers_are_refused(weights: Path, tmp_path: Path) -> None:
    with np.load(weights) as file:
        parts = {name: file[name] for name in file.files}
    about = json.loads(bytes(parts["about"]))

    def written(name: str, **changed: object) -> Path:
        path = tmp_path / f"{name}.npz"
        np.savez(path, **{**parts, **changed})
        return path

    other = np.frombuffer(json.dumps({**about, "version": "biplanes-0"}).encode(), np.uint8)
    narrow = parts["matrix0"][:7]
    (tmp_path / "torn.npz").write_bytes(weights.read_bytes()[:1000])
    (tmp_path / "words.npz").write_text("no weights")
    np.save(tmp_path / "array.npy", narrow)
    for path, words in (
        (written("other", about=other), "expected weights for biplanes-1"),
        (written("narrow", matrix0=narrow), "numbers in"),
        (tmp_path / "torn.npz", "expected weights as training writes them"),
        (tmp_path / "words.npz", "expected weights as training writes them"),
        (tmp_path / "array.npy", "expected weights as training writes them"),
        (tmp_path / "none.npz", "No such file"),
    ):
        with pytest.raises(BadOption, match=words):
            make_bot(f"learned:time=1s,weights={path}", 1)
