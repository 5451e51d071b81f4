#!/usr/bin/env python3
"""Self-play with RLlib's PPO on an environment of PettingZoo: one network holds every seat and sees
legal masks.

    pip install 'dogfight[envs,rllib]'
    python examples/rllib_ppo.py goofspiel [--iterations 20] [--batch 2000]

The extra `rllib` names what RLlib needs itself, because `ray[rllib]` asks for one old version of
Gymnasium. Where no GPU is used, PyTorch's wheel for the CPU is enough:
pip install torch --index-url https://download.pytorch.org/whl/cpu
"""

from __future__ import annotations

import argparse
import os
from typing import Any

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from dogfight import envs

NETWORK = "seat"


def masked(seen: dict[str, Any]) -> dict[str, Any]:
    """An observation under the names and types that RLlib's module with masks reads."""
    return {
        "observations": seen["observation"],
        "action_mask": seen["action_mask"].astype("float32"),
    }


class Table(PettingZooEnv):
    """Seats that are asked one after the other."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(envs.pettingzoo(config["game"], config["options"]))
        for agent, space in self.observation_spaces.items():
            mask = space["action_mask"]
            self.observation_spaces[agent] = spaces.Dict(
                observations=space["observation"],
                action_mask=spaces.Box(0.0, 1.0, mask.shape),
            )
        self.observation_space = spaces.Dict(self.observation_spaces)

    def reset(self, **named: Any) -> Any:
        seen, info = super().reset(**named)
        return {agent: masked(row) for agent, row in seen.items()}, info

    def step(self, action: Any) -> Any:
        seen, *rest = super().step(action)
        return {agent: masked(row) for agent, row in seen.items()}, *rest


def configured(game: str, options: dict[str, object], batch: int) -> PPOConfig:
    """PPO in this process, with one module for all seats."""
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [64, 64]}
    )
    return (
        PPOConfig()
        .environment(Table, env_config={"game": game, "options": options})
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .multi_agent(policies={NETWORK}, policy_mapping_fn=lambda *_, **__: NETWORK)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={NETWORK: module}))
        .training(train_batch_size_per_learner=batch, minibatch_size=min(batch, 128), num_epochs=4)
        .debugging(seed=1)
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=2000, help="decisions an iteration")
    words = parser.parse_args()
    ray.init(address="local", num_cpus=1, include_dashboard=False, logging_level="ERROR")
    algorithm = configured(words.game, {}, words.batch).build_algo()
    for number in range(1, words.iterations + 1):
        result = algorithm.train()
        learned, played = result["learners"][NETWORK], result["env_runners"]
        print(
            f"iteration {number}: {played['num_episodes']} games, {played['num_env_steps_sampled']}"
            f" decisions, entropy {learned['entropy']:.3f}, error of the value"
            f" {learned['vf_loss']:.4f}",
            flush=True,
        )
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
