"""Trainings from beginning to end: rounds, progress, checkpoints, and the weights that come out."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from dogfight.games.biplanes.ai.training import checkpoint, network
from dogfight.games.biplanes.ai.training.network import Weights
from dogfight.games.biplanes.ai.training.play import Others, match, new_games, random_play
from dogfight.games.biplanes.ai.training.train import (
    Figures,
    Learner,
    Settings,
    new_learner,
    train_some,
)

RANDOM: Final = "random"
"""Stands for weights: the player who likes all legal actions equally."""
PROGRESS: Final = "progress.jsonl"
WEIGHTS: Final = "weights.npz"
LAST_WORDS_S: Final = 20.0
"""Kept back of a call's time for the last match and for writing."""
LEAST_ROUNDS: Final = 20
"""A time in which fewer rounds fit is refused: what they teach cannot be told from chance."""
MATCH: Final = 4096
LAST_MATCHES: Final = 32
LAST_MATCHES_S: Final = 5.0
"""The last scores are the mean of so many matches, or of as many as this time allows."""

Report = Callable[[Mapping[str, Any]], None]
Tick = Callable[[int, int], None]


@dataclass
class Run:
    """One call of training: what it is to do, and where it writes."""

    folder: Path
    settings: Settings
    seed: int = 0
    rounds: int = 0
    """The length of the whole training; 0 lets the first rounds' speed say how many fit into its
    time.
    """
    minutes: float = 0.0
    """This call stops after so long; 0 lets it go on to the last round."""
    whole_minutes: float = 0.0
    """The time that the whole training is meant to take, over several calls; 0 for this call's."""
    against: tuple[str, ...] = ()
    """Files of weights of players to learn against, or `random`; none for self-play alone."""
    start: str = ""
    """Weights to begin with."""
    resume: bool = False
    at_once: int = 20
    """Rounds in one call of the device."""
    every_s: float = 30.0
    """How often progress is reported and a checkpoint written."""
    began: float = field(default_factory=time.monotonic)
    tick: Tick = lambda _round, _total: None
    """Told after every call of the device how many rounds are over, and of how many."""

    def spent(self) -> float:
        return time.monotonic() - self.began


def others(run: Run) -> Others:
    """Whom the learner plays against, other than itself."""
    return tuple(
        network.random_player(run.settings.width) if text == RANDOM else network.load(Path(text))[0]
        for text in run.against
    )


def first_learner(run: Run) -> tuple[Learner, dict[str, Any]]:
    """Where training begins: the checkpoint, given weights, the opponent's own, or nothing."""
    if run.resume:
        learner, run.settings, about = checkpoint.load(run.folder)
        run.seed, run.rounds, run.against = about["seed"], about["total"], tuple(about["against"])
        return learner, about
    start = run.start or next((text for text in run.against if text != RANDOM), "")
    weights = network.load(Path(start))[0] if start else None
    return new_learner(run.settings, run.seed, weights), {
        "seconds": 0.0,
        "games": 0,
        "decisions": 0,
    }


def train(run: Run, report: Report) -> dict[str, Any]:
    """Train until the rounds or the time are over; the last report.

    A time in which nothing would be learned is refused with `ValueError`, before anything is
    written.
    """
    learner, before = first_learner(run)
    course = Course(run, report, others(run), before)
    key = jax.random.fold_in(jax.random.key(run.seed), 1)
    if run.rounds == 0:
        run.rounds = course.measure(learner, key)
    if not run.resume and not course.has_time():
        raise ValueError(course.too_short(0.0))
    run.folder.mkdir(parents=True, exist_ok=True)
    while int(learner.rounds) < run.rounds and course.has_time():
        learner = course.some_rounds(
            learner, key, min(run.at_once, run.rounds - int(learner.rounds))
        )
        run.tick(int(learner.rounds), run.rounds)
        if course.is_due():
            course.tell(learner)
    return course.end(learner)


class Course:
    """Keeps count of a training while it goes on."""

    def __init__(self, run: Run, report: Report, others: Others, before: Mapping[str, Any]) -> None:
        self.run = run
        self.report = report
        self.others = others
        self.seconds = float(before["seconds"])
        self.games = int(before["games"])
        self.decisions = int(before["decisions"])
        self.figures: list[Figures] = []
        self.reported_at = run.spent()
        self.slowest = 0.0

    def some_rounds(self, learner: Learner, key: jax.Array, rounds: int) -> Learner:
        begin = time.monotonic()
        total = jnp.float32(self.run.rounds)
        learner, figures = train_some(learner, self.others, key, total, self.run.settings, rounds)
        figures = jax.tree.map(np.asarray, figures)
        took = time.monotonic() - begin
        self.seconds += took
        self.slowest = max(self.slowest, took)
        self.games += int(figures.ended.astype(np.int64).sum())
        self.decisions += int(figures.decisions.astype(np.int64).sum())
        self.figures.append(figures)
        return learner

    def measure(self, learner: Learner, key: jax.Array) -> int:
        """How many rounds fit into the time: some are played, timed and forgotten, so that the
        count alone matters.
        """
        each = 0.0
        for _ in range(2):  # The first call compiles.
            begin = time.monotonic()
            _, played = train_some(
                learner, self.others, key, jnp.float32(1e9), self.run.settings, self.run.at_once
            )
            np.asarray(played.entropy)  # Waits for the device.
            each = time.monotonic() - begin
        rest = 60.0 * (self.run.whole_minutes or self.run.minutes) - self.run.spent() - LAST_WORDS_S
        needed = each * LEAST_ROUNDS / self.run.at_once
        if rest < needed:
            raise ValueError(self.too_short(needed))
        return int(rest / each) * self.run.at_once

    def too_short(self, needed: float) -> str:
        """Say how long a training has to be at least; its rounds need so many seconds."""
        start = self.run.spent()
        minutes = (start + needed + LAST_WORDS_S) / 60.0
        return (
            f"expected at least {math.ceil(10 * minutes) / 10} minutes on this device: the start"
            f" took {start:.0f} s, {LEAST_ROUNDS} rounds of {self.run.settings.games} games take"
            f" {needed:.0f} s and the last matches {LAST_WORDS_S:.0f} s; got"
            f" {self.run.whole_minutes or self.run.minutes:g} minutes. Fewer games at once or a"
            " narrower network take less; nothing was written"
        )

    def has_time(self) -> bool:
        if not self.run.minutes:
            return True
        return self.run.spent() + self.slowest + LAST_WORDS_S < 60.0 * self.run.minutes

    def is_due(self) -> bool:
        return self.run.spent() - self.reported_at > self.run.every_s

    def tell(self, learner: Learner, matches: int = 1) -> dict[str, Any]:
        """Report how training goes, and keep what is there."""
        self.reported_at = self.run.spent()
        known = {
            "seed": self.run.seed,
            "total": self.run.rounds,
            "against": self.run.against,
            "seconds": round(self.seconds, 2),
            "games": self.games,
            "decisions": self.decisions,
        }
        line = {
            "round": int(learner.rounds),
            **known,
            **self.means(),
            **self.scores(learner, matches),
        }
        self.figures.clear()
        checkpoint.save(self.run.folder, learner, self.run.settings, known)
        notes = {
            **line,
            "settings": vars(self.run.settings),
            "device": jax.devices()[0].device_kind,
        }
        network.save(self.run.folder / WEIGHTS, learner.mean, notes)
        with (self.run.folder / PROGRESS).open("a") as file:
            file.write(json.dumps(line) + "\n")
        self.report(line)
        return line

    def means(self) -> dict[str, float]:
        if not self.figures:
            return {}
        whole = {
            name: float(np.concatenate([getattr(figure, name) for figure in self.figures]).mean())
            for name in ("entropy", "value_error", "score")
        }
        return {name: round(value, 4) for name, value in whole.items()}

    def scores(self, learner: Learner, matches: int) -> dict[str, float]:
        """The mean of the weights, and the weights, against whom they learn to beat, or against
        a random player.
        """
        opponents = dict(zip(opponent_names(len(self.others)), self.others, strict=True))
        scores: dict[str, float] = {}
        for name, other in (
            opponents or {RANDOM: network.random_player(self.run.settings.width)}
        ).items():
            for who, weights in (("mean", learner.mean), ("last", learner.weights)):
                share, error = mean_of_matches(weights, other, self.run.seed + 1000, matches)
                scores |= {
                    f"{who}_against_{name}": round(share, 4),
                    f"{who}_error_{name}": round(error, 4),
                }
        return scores

    def end(self, learner: Learner) -> dict[str, Any]:
        line = {**self.tell(learner, LAST_MATCHES), "digest": digest(learner.mean)}
        self.report({key: line[key] for key in ("round", "total", "digest")})
        return line


def opponent_names(number: int) -> list[str]:
    return ["opponent"] if number == 1 else [f"opponent_{n}" for n in range(1, number + 1)]


def mean_of_matches(
    arrays: Weights, other: Weights, seed: int, matches: int
) -> tuple[float, float]:
    """The share of one player against another over some matches, fewer if they take long; its
    standard error.
    """
    begin = time.monotonic()
    played: list[tuple[float, float]] = []
    while len(played) < matches and (not played or time.monotonic() - begin < LAST_MATCHES_S):
        share, error = match(arrays, other, jax.random.key(seed + len(played)), MATCH)
        played.append((float(share), float(error)))
    shares, errors = np.array(played).T
    return float(shares.mean()), float(np.sqrt((errors**2).sum()) / len(played))


def digest(weights: Weights) -> str:
    """A short name for weights: two trainings with the same one gave the very same network."""
    whole = hashlib.sha256()
    for leaf in jax.tree.leaves(weights):
        whole.update(np.asarray(leaf).tobytes())
    return whole.hexdigest()[:16]


def speed(games: int, steps: int, repeats: int, seed: int = 0) -> dict[str, Any]:
    """Decisions a second of random play, finished games begun anew: the best and the middle of
    some timed calls.
    """
    state = jax.jit(new_games, static_argnums=1)(jax.random.key(seed), games)
    rates, ended, made = [], 0, 0
    for n in range(repeats + 1):
        begin = time.monotonic()
        state, decisions, over = random_play(state, jax.random.key(seed + n), steps)
        number = int(decisions)  # Waits for the device.
        took = time.monotonic() - begin
        if n:
            rates.append(number / took)
            ended, made = ended + int(over), made + number
    return {
        "device": jax.devices()[0].device_kind,
        "games_at_once": games,
        "decisions_per_s": max(rates),
        "median_per_s": float(np.median(rates)),
        "decisions_per_game": round(made / max(ended, 1), 2),
    }
