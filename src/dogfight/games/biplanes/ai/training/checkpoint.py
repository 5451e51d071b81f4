"""Training that was broken off, kept in a folder: weights, optimiser and games in a file each,
and what they are.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from dogfight.games.biplanes.ai.training.encoding import VERSION
from dogfight.games.biplanes.ai.training.network import new_weights
from dogfight.games.biplanes.ai.training.train import Learner, Settings
from dogfight.games.biplanes.ai.training.twin import State, T

FOLDER: Final = "checkpoint"
ABOUT: Final = "about.json"
FILES: Final = {
    "weights": ("weights", "mean"),
    "optimiser": ("first", "second"),
    "games": ("games",),
}
"""The parts of a learner by file."""


def save(folder: Path, learner: Learner, settings: Settings, notes: Mapping[str, Any]) -> None:
    """Write a checkpoint beside the old one, then put it in its place."""
    new, place, old = folder / f"{FOLDER}.new", folder / FOLDER, folder / f"{FOLDER}.old"
    shutil.rmtree(new, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
    new.mkdir(parents=True)
    for file, names in FILES.items():
        leaves = jax.tree.leaves([getattr(learner, name) for name in names])
        np.savez(new / f"{file}.npz", *[np.asarray(leaf) for leaf in leaves])
    about = {
        "version": VERSION,
        "tables": T.digest,
        "rounds": int(learner.rounds),
        "lessons": int(learner.lessons),
        "settings": asdict(settings),
        **notes,
    }
    (new / ABOUT).write_text(json.dumps(about, indent=1))
    if place.exists():
        place.rename(old)
    new.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def load(folder: Path) -> tuple[Learner, Settings, dict[str, Any]]:
    """The learner, its settings, and the notes that were kept with it."""
    place = folder / FOLDER
    if not place.exists():
        place = folder / f"{FOLDER}.old"
    if not (place / ABOUT).exists():
        raise ValueError(f"expected a checkpoint in {folder}; there is none")
    about = json.loads((place / ABOUT).read_text())
    if (about["version"], about["tables"]) != (VERSION, T.digest):
        raise ValueError(
            f"{place}: expected a checkpoint for {VERSION} and the tables {T.digest[:12]}; got"
            " another"
        )
    settings = Settings(**about["settings"])
    shape = jax.eval_shape(lambda: new_weights(jax.random.key(0), settings.width))
    parts: dict[str, Any] = {}
    for file, names in FILES.items():
        with np.load(place / f"{file}.npz") as arrays:
            leaves = [jnp.asarray(arrays[name]) for name in arrays.files]
        each = len(leaves) // len(names)
        for n, name in enumerate(names):
            own = leaves[n * each : (n + 1) * each]
            parts[name] = (
                State(*own)
                if name == "games"
                else jax.tree.unflatten(jax.tree.structure(shape), own)
            )
    learner = Learner(
        **parts, rounds=jnp.int32(about["rounds"]), lessons=jnp.int32(about["lessons"])
    )
    return learner, settings, about
