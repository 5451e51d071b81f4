"""Environments in other processes: Gymnasium's asynchronous vector, and actors of Ray that send
batches to and fro.

    pip install 'dogfight[envs,ray]'
    python examples/workers.py [async] [ray]
"""

import os
import sys

import gymnasium
import numpy as np

from dogfight import envs  # makes the ids known, here and in every process that imports this file

GAMES = 4


def make() -> gymnasium.Env:
    """One environment; every process makes its own."""
    return envs.gymnasium("squadrons", opponents="random", reward="shaped")


def in_processes() -> None:
    """Steps of four environments at once, each in a process of its own."""
    vector = gymnasium.vector.AsyncVectorEnv([make] * GAMES, context="spawn")
    rng, (_, info) = np.random.default_rng(1), vector.reset(seed=1)
    paid = np.zeros(GAMES)
    for _ in range(50):
        ids = (rng.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        _, rewards, _, _, info = vector.step(ids)
        paid += rewards
    vector.close()
    print("async:", paid.round(2))


def on_ray() -> None:
    """A batch is played on by two actors in turn, as if it had never moved."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray

    class Worker:
        def play(self, batch, steps):
            batch.play(steps)
            return batch

    ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="ERROR")
    workers = [ray.remote(Worker).remote() for _ in range(2)]
    batch, alone = (envs.batch("squadrons", 64, seed=1) for _ in range(2))
    for number in range(4):
        batch = ray.get(workers[number % 2].play.remote(batch, 100))
    alone.play(400)
    ray.shutdown()
    print("ray: the same as alone:", batch.state() == alone.state())


if __name__ == "__main__":
    for way in sys.argv[1:] or ("async", "ray"):
        {"async": in_processes, "ray": on_ray}[way]()
