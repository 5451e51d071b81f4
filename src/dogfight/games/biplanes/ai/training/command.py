"""The jobs of learning as a plain command, for machines that have JAX and NumPy and nothing else
of ours.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

SAME_EVERY_TIME = "--xla_gpu_deterministic_ops=true"


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="learn", description="Train a network for the Biplanes dogfight by self-play."
    )
    whole.add_argument(
        "--device", choices=["cpu", "gpu"], help="where to compute; by default the best there is"
    )
    whole.add_argument(
        "--fast", action="store_true", help="do without weights that are the same in every run"
    )
    jobs = whole.add_subparsers(dest="job", required=True)
    speed = jobs.add_parser("speed", help="decisions a second of random play")
    speed.add_argument(
        "--games",
        type=int,
        nargs="+",
        default=[4096],
        help="games at once; several are tried in turn",
    )
    speed.add_argument("--steps", type=int, default=64)
    speed.add_argument("--repeats", type=int, default=5)
    imitate = jobs.add_parser("imitate", help="a network that plays as recorded decisions do")
    imitate.add_argument("decisions", type=Path, help="a file that bench/record_play.py wrote")
    imitate.add_argument(
        "--passes", type=int, default=20, help="how often all decisions are gone through"
    )
    imitate.add_argument("--width", type=int, default=256)
    imitate.add_argument("--seed", type=int, default=0)
    sharpen = jobs.add_parser(
        "sharpen", help="a network that is surer of what it prefers than training left it"
    )
    sharpen.add_argument("given", type=Path, help="a file of weights")
    for job in (imitate, sharpen):
        job.add_argument("weights", type=Path, help="the file to write")
    sharpen.add_argument(
        "--by", type=float, default=2.0, help="the power to which every chance is raised"
    )
    train = jobs.add_parser("train", help="self-play, and play against others")
    train.add_argument(
        "--against",
        nargs="*",
        default=(),
        metavar="WEIGHTS",
        help="others to learn against as well",
    )
    respond = jobs.add_parser(
        "respond", help="a best response to given weights, or to a random player"
    )
    respond.add_argument(
        "against", nargs=1, metavar="WEIGHTS", help="a file of weights, or `random`"
    )
    for job in (train, respond):
        add_training(job)
    return whole


def add_training(job: argparse.ArgumentParser) -> None:
    job.add_argument(
        "folder", type=Path, help="where progress, checkpoints and weights are written"
    )
    job.add_argument(
        "--minutes",
        type=float,
        default=0.0,
        help="this call stops after so long, its start included",
    )
    job.add_argument(
        "--whole-minutes",
        type=float,
        default=0.0,
        help="time of the whole training, over several calls",
    )
    job.add_argument(
        "--rounds", type=int, default=0, help="length of the whole training, in place of a time"
    )
    job.add_argument("--seed", type=int, default=0)
    job.add_argument("--start", default="", help="weights to begin with")
    job.add_argument(
        "--resume", action="store_true", help="go on from the checkpoint in the folder"
    )
    job.add_argument(
        "--every",
        dest="every_s",
        metavar="EVERY",
        type=float,
        default=30.0,
        help="seconds between two lines of progress",
    )
    job.add_argument("--at-once", type=int, default=20, help="rounds in one call of the device")
    for name, kind in (
        ("games", int),
        ("steps", int),
        ("passes", int),
        ("width", int),
        ("rate", float),
        ("entropy", float),
        ("floor", float),
        ("decay", float),
        ("share", float),
    ):
        job.add_argument(f"--{name}", type=kind, help="see Settings")


def prepare(device: str | None, fast: bool) -> None:
    """Set what has to be set before JAX is imported."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    if not fast and device != "cpu":
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {SAME_EVERY_TIME}".strip()
    if device:
        os.environ["JAX_PLATFORMS"] = {"cpu": "cpu", "gpu": "cuda"}[device]


def values_for(kind: Any, asked: argparse.Namespace) -> dict[str, Any]:
    """The fields of a dataclass that the call speaks of."""
    names = {field.name for field in fields(kind)}
    return {
        name: value for name, value in vars(asked).items() if name in names and value is not None
    }


def say(line: Mapping[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def made(asked: argparse.Namespace) -> dict[str, Any]:
    """Weights that come of no play of their own."""
    if asked.job == "imitate":
        from dogfight.games.biplanes.ai.training.imitation import imitate

        return imitate(asked.decisions, asked.weights, asked.width, asked.passes, asked.seed)
    from dogfight.games.biplanes.ai.training.network import load, save, sharpened

    weights, about = load(asked.given)
    about["sharpened"] = asked.by * about.get("sharpened", 1.0)
    save(asked.weights, sharpened(weights, asked.by), about)
    return {"sharpened": about["sharpened"]}


def main(arguments: Sequence[str] | None = None) -> None:
    began = time.monotonic()
    whole = parser()
    asked = whole.parse_args(arguments)
    prepare(asked.device, asked.fast)
    from dogfight.games.biplanes.ai.training import runs
    from dogfight.games.biplanes.ai.training.train import Settings

    if asked.job == "speed":
        for games in asked.games:
            say(runs.speed(games, asked.steps, asked.repeats))
        return
    if asked.job in ("imitate", "sharpen"):
        try:
            say(made(asked))
        except (OSError, ValueError) as error:
            whole.error(str(error))
        return
    if not (asked.rounds or asked.minutes):
        whole.error("expected --rounds or --minutes")
    supplied = values_for(Settings, asked)
    if asked.job == "respond":
        supplied = {"entropy": 0.02} | supplied
    try:
        run = values_for(runs.Run, asked) | {"against": tuple(asked.against)}
        runs.train(runs.Run(**run, settings=Settings(**supplied), began=began), say)
    except (OSError, ValueError) as error:
        whole.error(str(error))
