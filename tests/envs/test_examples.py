"""The examples do what they say: each is run as a program."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(name: str, *words: str) -> str:
    """What an example prints."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-P", str(ROOT / "examples" / name), *words]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=500, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_reinforce_learner_gets_better() -> None:
    shares = [float(one) for one in re.findall(r": (0\.\d+) of the stake", run("reinforce.py"))]
    assert len(shares) == 10 and shares[-1] > 0.55 and shares[-1] > shares[0] + 0.03


def test_cfr_comes_to_the_exact_value_of_a_last_round() -> None:
    told = run("cfr_last_round.py")
    exact = re.search(r"gets (0\.\d+) of the stake in best play", told)
    last = re.findall(r"it gets (0\.\d+); NashConv (0\.\d+)", told)[-1]
    assert exact is not None and float(last[1]) < 0.01
    assert float(last[0]) == pytest.approx(float(exact[1]), abs=0.005)


def test_a_batch_rolls_out_random_games() -> None:
    told = run("batch_rollout.py", "biplanes", "starfighters")
    shares = [
        [float(one) for one in re.findall(r"\d\.\d\d", line.split(";")[1])]
        for line in told.splitlines()
    ]
    assert [len(one) for one in shares] == [2, 4]
    assert all(0.95 < sum(one) < 1.05 for one in shares)
