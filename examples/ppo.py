#!/usr/bin/env python3
r"""PPO in one file: many games at once in a batch, legal masks, any number of seats, self-play.

    python examples/ppo.py goofspiel --minutes 1
    python examples/ppo.py squadrons --minutes 2 --observation egocentric --imitate medium \
        --pool 0.5
    python examples/ppo.py starfighters --minutes 2 --observation egocentric --reward score \
        --discount 0.97 --pool 0.5

The arrays are NumPy's; `--device gpu` (or `tpu`) takes JAX's instead, and the same lines are
compiled for that device. Time is processor time of one core without JAX, and the clock's with it.

--imitate BOT   half of the time goes to a start by imitation: the network learns what a bot
                thinks every legal action is worth, and what share of the stake came of it
--pool SHARE    in this share of the games one seat learns and the others are held by players drawn
                from a pool: a random one, the imitator of BOT, and the learner as it was earlier
--observation egocentric
                what is seen from the own piece, in games on boards that have it
--reward score  pays for hits while a game goes on, in place of the share of the stake at its end

A game with S seats is held by one network that sees the row of the seat that is asked, so every
seat's choices teach it.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one core; the matrices are small
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from dogfight import envs
from dogfight.bots.registry import make_bot
from dogfight.core.options import read_word
from dogfight.envs.play import Play

xp: Any = np
"""The arrays of the network: NumPy's, or JAX's where a device is named."""
compiled: Callable[..., Any] = lambda function: function
Weights = dict[str, Any]
RANDOM: Weights = {}
"""Stands for a network: the player who likes all legal actions equally."""


@dataclass
class Settings:
    """What a training does."""

    game: str
    options: dict[str, object] = field(default_factory=dict)
    seconds: float = 60.0
    seed: int = 1
    imitate: str = ""
    imitation_share: float = 1 / 2
    sharpness: float = 4.0
    most_passes: float = 10.0
    """How often every decision that was watched is learned from, at most."""
    slip: float = 0.15
    """How often a game that is imitated goes on with a random choice, to reach more positions."""
    pool: float = 0.0
    reward: str = "result"
    observation: str = "features"
    most_in_pool: int = 6
    rows: int = 128
    steps: int = 64
    """Decisions in every row before the network is improved."""
    hidden: int = 128
    rate: float = 1e-3
    minibatch: int = 1024
    epochs: int = 3
    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    decided: float = 0.5
    """The weight of the error of the value."""
    use_clock: bool = False

    def now(self) -> float:
        """The time that is budgeted, in seconds."""
        return time.monotonic() if self.use_clock else time.process_time()

    def batch(self, rows: int, seed: int, reward: str = "result") -> Any:
        """Games side by side."""
        return envs.batch(
            self.game, rows, self.options, seed=seed, reward=reward, observation=self.observation
        )

    def play(self) -> Play:
        """A single game."""
        return Play(self.game, self.options, observation=self.observation)


# --- the network: two hidden layers, a policy and a value; its gradient is written out ------------


def new_weights(seen: int, actions: int, hidden: int, fair: float, seed: int) -> Weights:
    """Weights that like all actions equally and expect the fair share."""
    rng = np.random.default_rng(seed)

    def layer(rows: int, columns: int) -> Any:
        return rng.normal(0, np.sqrt(2 / rows), (rows, columns)).astype(np.float32)

    weights = {
        "in": layer(seen, hidden),
        "in_bias": np.zeros(hidden, np.float32),
        "mid": layer(hidden, hidden),
        "mid_bias": np.zeros(hidden, np.float32),
        "policy": 0.01 * layer(hidden, actions),
        "policy_bias": np.zeros(actions, np.float32),
        "value": 0.01 * layer(hidden, 1),
        "value_bias": np.full(1, fair, np.float32),
    }
    return {name: xp.asarray(array) for name, array in weights.items()}


def forward(weights: Weights, rows: Any, masks: Any) -> tuple[Any, Any, Any, Any]:
    """The chances of the legal actions, the expected share, and both hidden layers."""
    first = xp.maximum(rows @ weights["in"] + weights["in_bias"], 0)
    second = xp.maximum(first @ weights["mid"] + weights["mid_bias"], 0)
    wishes = xp.where(masks, second @ weights["policy"] + weights["policy_bias"], -1e9)
    wishes = xp.exp(wishes - wishes.max(axis=1, keepdims=True))
    chances = wishes / wishes.sum(axis=1, keepdims=True)
    return chances, (second @ weights["value"])[:, 0] + weights["value_bias"][0], first, second


def backward(
    weights: Weights, rows: Any, first: Any, second: Any, by_wish: Any, by_value: Any
) -> Weights:
    """The gradient of a loss, from its slopes by the wishes and by the value."""
    by_value = by_value[:, None]
    by_second = (by_wish @ weights["policy"].T + by_value @ weights["value"].T) * (second > 0)
    by_first = (by_second @ weights["mid"].T) * (first > 0)
    return {
        "in": rows.T @ by_first,
        "in_bias": by_first.sum(axis=0),
        "mid": first.T @ by_second,
        "mid_bias": by_second.sum(axis=0),
        "policy": second.T @ by_wish,
        "policy_bias": by_wish.sum(axis=0),
        "value": second.T @ by_value,
        "value_bias": by_value.sum(axis=0),
    }


def centred(numbers: Any, masks: Any) -> Any:
    """Numbers of legal actions less their mean in every row; 0 for the others."""
    mean = (numbers * masks).sum(axis=1, keepdims=True) / masks.sum(axis=1, keepdims=True)
    return (numbers - mean) * masks


def adam(weights: Weights, slope: Weights, state: Any, rate: Any) -> tuple[Weights, Any]:
    """One step of Adam with the length of the gradient held to one half."""
    means, squares, number = state
    number = number + 1
    length = xp.sqrt(sum((array**2).sum() for array in slope.values()))
    shorten = xp.minimum(1.0, 0.5 / (length + 1e-8))
    means = {name: 0.9 * means[name] + 0.1 * shorten * slope[name] for name in weights}
    squares = {
        name: 0.999 * squares[name] + 0.001 * (shorten * slope[name]) ** 2 for name in weights
    }
    rate = rate * xp.sqrt(1 - 0.999**number) / (1 - 0.9**number)
    moved = {
        name: weights[name] - rate * means[name] / (xp.sqrt(squares[name]) + 1e-5)
        for name in weights
    }
    return moved, (means, squares, number)


def ppo_step(settings: Settings) -> Callable[..., Any]:
    """One improvement by PPO's clipped loss, with an entropy bonus."""

    def step(
        weights: Weights, state: Any, rate: Any, rows: Any, masks: Any, taken: Any, old: Any,
        gain: Any, goal: Any,
    ) -> Any:  # fmt: skip
        chances, value, first, second = forward(weights, rows, masks)
        count = len(taken)
        hot = (xp.arange(chances.shape[1])[None, :] == taken[:, None]).astype(np.float32)
        ratio = (chances * hot).sum(axis=1) / old
        # The clipped side of the loss has no slope.
        counts = xp.where(gain > 0, ratio < 1 + settings.clip, ratio > 1 - settings.clip)
        by_wish = -(gain * ratio * counts)[:, None] * (hot - chances)
        logs = xp.log(chances + 1e-10)
        surprise = -(chances * logs).sum(axis=1, keepdims=True)
        by_wish = by_wish + settings.entropy * chances * (logs + surprise)
        by_value = settings.decided * (value - goal)
        slope = backward(weights, rows, first, second, by_wish / count, by_value / count)
        return adam(weights, slope, state, rate)

    return compiled(step)


def imitation_step(settings: Settings) -> Callable[..., Any]:
    """One improvement towards wishes that are a bot's estimates, and towards what came of them."""

    def step(
        weights: Weights, state: Any, rate: Any, rows: Any, masks: Any, wishes: Any, goal: Any
    ) -> Any:
        chances, value, first, second = forward(weights, rows, masks)
        by_wish = centred(xp.log(chances + 1e-10), masks) - wishes
        by_wish = by_wish / masks.sum(axis=1, keepdims=True)
        by_value = settings.decided * (value - goal)
        slope = backward(weights, rows, first, second, by_wish / len(goal), by_value / len(goal))
        return adam(weights, slope, state, rate)

    return compiled(step)


# --- players --------------------------------------------------------------------------------------


def drawn(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for every row."""
    sums = chances.cumsum(axis=1)
    return (sums > rng.random((len(chances), 1)) * sums[:, -1:]).argmax(axis=1)


def padded(rows: np.ndarray) -> np.ndarray:
    """Rows with copies of the last one after them, up to a power of two."""
    missing = (1 << (len(rows) - 1).bit_length()) - len(rows)
    return np.concatenate([rows, np.repeat(rows[-1:], missing, axis=0)]) if missing else rows


@dataclass
class Learner:
    """A network with what its training needs."""

    settings: Settings
    weights: Weights
    scale: np.ndarray
    """What the features are multiplied by: one by the largest value that random play showed."""
    rng: np.random.Generator
    state: Any = None
    forward: Callable[..., Any] = forward

    def begin(self) -> None:
        """Forget the moments of Adam."""
        zeros = {name: xp.zeros_like(array) for name, array in self.weights.items()}
        self.state = (zeros, dict(zeros), xp.asarray(0.0))

    def chances(
        self, rows: np.ndarray, masks: np.ndarray, weights: Weights | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """The chances of a player's actions, and what it expects, for scaled rows."""
        weights = self.weights if weights is None else weights
        if not weights:
            return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks), np.float32)
        count = len(rows)
        if xp is not np:  # a compiled network is made once for each size
            rows, masks = padded(rows), padded(masks)
        chances, value, _, _ = self.forward(weights, xp.asarray(rows), xp.asarray(masks))
        return np.asarray(chances)[:count], np.asarray(value)[:count]


def new_learner(settings: Settings) -> Learner:
    """A learner that knows nothing but how large the features get in random play."""
    batch = settings.batch(64, settings.seed)
    most = np.ones(batch.observations.shape[1], np.float32)
    for _ in range(200):
        batch.play(1)
        np.maximum(most, batch.observations.max(axis=0), out=most)
    seats = batch.rewards.shape[1]
    size, actions = len(most), batch.masks.shape[1]
    weights = new_weights(size, actions, settings.hidden, 1 / seats, settings.seed)
    learner = Learner(settings, weights, 1 / most, np.random.default_rng(settings.seed))
    learner.forward = compiled(forward)
    learner.begin()
    return learner


# --- a start by imitation -------------------------------------------------------------------------


@dataclass
class Choices:
    """Decisions of a bot: rows and masks, its estimate of every action, and the share that came."""

    rows: list[np.ndarray] = field(default_factory=list)
    masks: list[np.ndarray] = field(default_factory=list)
    values: list[np.ndarray] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)


def watch(learner: Learner, choices: Choices, bot: Any, play: Play, seed: int) -> None:
    """Play one game in which a bot holds every seat and slips now and then; note its estimates."""
    rng, slip = learner.rng, learner.settings.slip
    seats: list[int] = []
    play.begin(seed)
    while play.over is None:
        seat = play.waiting[0]
        view = play.table.view(seat)
        action = view.legal[0].action
        if len(view.legal) > 1:
            opinions = bot.opinions(view)
            worth = {entry.action: entry.value for entry in opinions}
            values = np.zeros(play.space.count, np.float32)
            for id, number in play.ids(seat).items():
                values[id] = worth[number]
            choices.rows.append(play.row(seat) * learner.scale)
            choices.masks.append(play.mask(seat).astype(bool))
            choices.values.append(values)
            seats.append(seat)
            slips = rng.random() < slip
            chances = [1.0 if slips else entry.chance for entry in opinions]
            action = opinions[int(drawn(np.array([chances]), rng)[0])].action
        play.play(seat, action)
    shares = play.shares()
    choices.shares += [shares[seat] for seat in seats]


def imitate(learner: Learner, tell: Callable[[str], None]) -> None:
    """Watch a bot for three quarters of the time of imitation, and learn its estimates."""
    settings = learner.settings
    began, budget = settings.now(), settings.seconds * settings.imitation_share
    play = settings.play()
    bot, choices, games = make_bot(settings.imitate, settings.seed, play.game), Choices(), 0
    while settings.now() - began < budget * 3 / 4:
        watch(learner, choices, bot, play, settings.seed * 100_000 + games)
        games += 1
    rows, masks, values = (np.stack(x) for x in (choices.rows, choices.masks, choices.values))
    shares = np.array(choices.shares, np.float32)
    expected = centred(values, masks)
    # The best action is wished for so much more than the mean one, on average.
    expected = np.clip(expected * settings.sharpness / expected.max(axis=1).mean(), -8.0, 8.0)
    step, passes = imitation_step(settings), 0.0
    while passes < settings.most_passes and (
        (spent := (settings.now() - began) / budget) < 1 or not passes
    ):
        at = learner.rng.integers(len(rows), size=min(settings.minibatch // 2, len(rows)))
        rate = settings.rate * min(1.0, max(1 - spent, 1 - passes / settings.most_passes, 0.05))
        learner.weights, learner.state = step(
            learner.weights, learner.state, rate, rows[at], masks[at], expected[at], shares[at]
        )
        passes += len(at) / len(rows)
    tell(
        f"imitation: {len(rows)} decisions of {settings.imitate} in {games} games,"
        f" {passes:.1f} times each"
    )
    learner.begin()


# --- self-play ------------------------------------------------------------------------------------


@dataclass
class Rollout:
    """Some steps of all rows: what was seen, done and expected, and what came of it."""

    rows: np.ndarray
    masks: np.ndarray
    seats: np.ndarray
    taken: np.ndarray
    chance: np.ndarray
    value: np.ndarray
    learns: np.ndarray
    rewards: np.ndarray
    dones: np.ndarray


class SelfPlay:
    """A batch of games, and who holds which seat: player 0 is the learner."""

    def __init__(self, learner: Learner, pool: list[Weights]) -> None:
        settings = learner.settings
        self.learner, self.pool = learner, pool
        self.batch = settings.batch(settings.rows, settings.seed + 1, settings.reward)
        self.seats = self.batch.rewards.shape[1]
        self.who = np.zeros((settings.rows, self.seats), np.int64)
        self.seat_again(np.ones(settings.rows, bool))
        self.batch.play(0)

    def seat_again(self, rows: np.ndarray) -> None:
        """Seat players at the games that begin."""
        settings, rng = self.learner.settings, self.learner.rng
        at = np.flatnonzero(rows)
        self.who[at] = 0
        at = at[rng.random(len(at)) < settings.pool]
        if len(at) and self.pool:
            self.who[at] = 1 + rng.integers(len(self.pool), size=(len(at), self.seats))
            self.who[at, rng.integers(self.seats, size=len(at))] = 0

    def collect(self) -> Rollout:
        """Play some steps in all rows."""
        learner, batch, count = self.learner, self.batch, self.learner.settings.steps
        steps: list[tuple[Any, ...]] = []
        every = np.arange(len(self.who))
        for _ in range(count):
            rows, masks = batch.observations * learner.scale, batch.masks.astype(bool)
            seats = batch.seats.astype(np.int64)
            who = self.who[every, seats]
            chances, value = learner.chances(rows, masks)
            chances = chances.copy()
            for number in np.unique(who[who > 0]):
                held = who == number
                chances[held] = learner.chances(rows[held], masks[held], self.pool[number - 1])[0]
            taken = drawn(chances, learner.rng)
            batch.step(taken)
            chance = chances[every, taken]
            steps.append(
                (rows, masks, seats, taken, chance, value, who == 0)
                + (batch.rewards.astype(np.float32), batch.dones.copy())
            )
            if batch.dones.any():
                self.seat_again(batch.dones)
        return Rollout(*(np.stack(column) for column in zip(*steps, strict=True)))


def advantages(rollout: Rollout, settings: Settings) -> tuple[np.ndarray, np.ndarray]:
    """The generalised advantage of every decision, seat by seat, and which decisions have one.

    The last decision of a seat whose game goes on only tells what those before it may expect.
    """
    steps, rows = rollout.value.shape
    seats = rollout.rewards.shape[2]
    gains, whole = np.zeros((steps, rows), np.float32), np.zeros((steps, rows), bool)
    expected, gain, reward = (np.zeros((rows, seats), np.float32) for _ in range(3))
    known, every = np.zeros((rows, seats), bool), np.arange(rows)
    for at in range(steps - 1, -1, -1):
        done = rollout.dones[at]
        expected[done], gain[done], known[done] = 0.0, 0.0, True
        reward[done] = 0.0
        reward += rollout.rewards[at]
        seat, value = rollout.seats[at], rollout.value[at]
        whole[at] = known[every, seat]
        error = reward[every, seat] + settings.discount * expected[every, seat] - value
        gains[at] = error + settings.discount * settings.trace * gain[every, seat]
        gain[every, seat] = np.where(whole[at], gains[at], 0.0)
        expected[every, seat], reward[every, seat], known[every, seat] = value, 0.0, True
    return gains, whole & rollout.learns


def improve(learner: Learner, rollout: Rollout, step: Callable[..., Any], rate: float) -> int:
    """Some epochs of minibatches over the decisions of a rollout; returns how many decisions."""
    settings = learner.settings
    gains, whole = advantages(rollout, settings)
    whole &= rollout.masks.sum(axis=2) > 1
    goals = (gains + rollout.value)[whole]
    gain = gains[whole]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    columns = [rollout.rows, rollout.masks, rollout.taken, rollout.chance]
    rows, masks, taken, chance = (column[whole] for column in columns)
    size = min(settings.minibatch, len(gain))
    for _ in range(settings.epochs if size else 0):
        order = learner.rng.permutation(len(gain))
        for first in range(0, len(order) - size + 1, size):
            at = order[first : first + size]
            learner.weights, learner.state = step(
                learner.weights, learner.state, rate,
                rows[at], masks[at], taken[at], chance[at], gain[at], goals[at],
            )  # fmt: skip
    return len(gain)


def train(settings: Settings, tell: Callable[[str], None] = print) -> Learner:
    """Train for the time of the settings."""
    began = settings.now()
    learner = new_learner(settings)
    pool = [RANDOM]
    if settings.imitate:
        imitate(learner, tell)
        pool.append(learner.weights)
        report(learner, settings.now() - began, 0, tell)
    fixed = len(pool)
    play, step = SelfPlay(learner, pool), ppo_step(settings)
    first, decisions, reported = settings.now(), 0, 1
    left = max(settings.seconds - (first - began), 0.01 * settings.seconds)
    rate = settings.rate * (0.5 if settings.imitate else 1.0)  # what was imitated is not to be lost
    while (spent := (settings.now() - first) / left) < 1:
        rollout = play.collect()
        decisions += improve(learner, rollout, step, rate * max(1 - spent, 0.05))
        if spent > reported / 6:  # an earlier self joins the pool, and the curve gets a point
            reported += 1
            pool.append(learner.weights)
            if len(pool) > settings.most_in_pool:
                del pool[fixed]
                play.who[play.who > fixed + 1] -= 1
            report(learner, settings.now() - began, decisions, tell, games=200)
    return learner


# --- how good it is -------------------------------------------------------------------------------


def score(
    learner: Learner, games: int, seed: int = 0, weights: Weights | None = None
) -> tuple[float, float]:
    """The learner's mean share against random players, one seat in turn its own, and 1.96 standard
    errors; so many rows are played, each to the end of its first game.
    """
    settings, rng = learner.settings, np.random.default_rng(seed)
    batch = settings.batch(games, seed + 2**32)
    seats = batch.rewards.shape[1]
    own, shares, going = np.arange(games) % seats, np.zeros(games), np.ones(games, bool)
    while going.any():
        masks = batch.masks.astype(bool)
        chances = masks / masks.sum(axis=1, keepdims=True)
        held = going & (batch.seats == own)
        if held.any():
            rows = batch.observations[held] * learner.scale
            chances[held] = learner.chances(rows, masks[held], weights)[0]
        batch.step(drawn(chances, rng))
        ended = going & batch.dones
        shares[ended] = batch.rewards[ended, own[ended]]
        going &= ~batch.dones
    return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(games))


def report(
    learner: Learner,
    seconds: float,
    decisions: int,
    tell: Callable[[str], None],
    games: int = 400,
) -> tuple[float, float]:
    """Tell what the learner gets from random players."""
    share, error = score(learner, games)
    tell(f"{seconds:5.0f} s, {decisions:>9,} decisions: {share:.3f} ± {error:.3f} against random")
    return share, error


class NetworkBot:
    """The network as a player at a table."""

    def __init__(self, learner: Learner, play: Play) -> None:
        self.learner, self.play = learner, play

    def choose(self, seat: int) -> int:
        """An action drawn by the chances of the network."""
        rows = (self.play.row(seat) * self.learner.scale)[None]
        chances, _ = self.learner.chances(rows, self.play.mask(seat).astype(bool)[None])
        return self.play.ids(seat)[int(drawn(chances, self.learner.rng)[0])]


def score_against(learner: Learner, bot: str, games: int) -> tuple[float, float]:
    """The learner's mean share against a bot in all other seats, and 1.96 standard errors."""
    play = learner.settings.play()
    network, shares = NetworkBot(learner, play), np.zeros(games)
    for number in range(games):
        own = number % len(play.seats)
        play.begin(2**32 + number)
        other = make_bot(bot, number, play.game)
        while play.over is None:
            seat = play.waiting[0]
            play.play(
                seat, network.choose(seat) if seat == own else other.choose(play.table.view(seat))
            )
        shares[number] = play.shares()[own]
    return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(games))


def use_device(device: str) -> None:
    """Take JAX's arrays, on a device, instead of NumPy's."""
    global xp, compiled
    import jax

    jax.config.update("jax_platforms", {"gpu": "cuda"}.get(device, device))
    xp, compiled = jax.numpy, jax.jit


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--imitate", default="", metavar="BOT")
    parser.add_argument("--pool", type=float, default=0.0, metavar="SHARE")
    parser.add_argument(
        "--reward", default="result", help="what is learned from: result, score or shaped"
    )
    parser.add_argument(
        "--observation", default="features", help="what is seen: features or egocentric"
    )
    parser.add_argument("--discount", type=float, default=Settings.discount)
    parser.add_argument("--rows", type=int, default=Settings.rows)
    parser.add_argument("--minibatch", type=int, default=Settings.minibatch)
    parser.add_argument("--device", default="", help="cpu, gpu or tpu, with JAX; NumPy without it")
    parser.add_argument("--games", type=int, default=1000, help="games of the last measurement")
    parser.add_argument("--against", default="", metavar="BOT", help="measure against it as well")
    parser.add_argument("--against-games", type=int, default=100)
    words = parser.parse_args()
    if words.device:
        use_device(words.device)
    settings = Settings(
        words.game,
        dict(read_word(word) for word in words.option),
        60.0 * words.minutes,
        words.seed,
        words.imitate,
        pool=words.pool,
        reward=words.reward,
        observation=words.observation,
        discount=words.discount,
        minibatch=words.minibatch,
        rows=words.rows,
        use_clock=bool(words.device),
    )
    learner = train(settings)
    share, error = score(learner, words.games, seed=1)
    fair = 1 / len(settings.play().seats)
    print(
        f"at the end: {share:.3f} ± {error:.3f} of the stake against random players, who would get"
        f" {fair:.3f}"
    )
    if words.against:
        share, error = score_against(learner, words.against, words.against_games)
        print(f"            {share:.3f} ± {error:.3f} against {words.against}")


if __name__ == "__main__":
    main()
