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
    shares = [float(item) for item in re.findall(r": (0\.\d+) of the stake", run("reinforce.py"))]
    assert len(shares) == 10 and shares[-1] > 0.55 and shares[-1] > shares[0] + 0.03


@pytest.mark.parametrize(
    "words",
    [
        ("goofspiel", "--minutes", "0.1"),
        ("squadrons", "--minutes", "0.4", "--observation", "egocentric", "--imitate", "medium"),
    ],
    ids=lambda words: words[0],
)
def test_ppo_learns_to_beat_random_players_in_seconds(words: tuple[str, ...]) -> None:
    reported = run("ppo.py", *words, "--games", "400")
    end = re.search(r"at the end: (0\.\d+) ± (0\.\d+) of the stake", reported)
    assert end is not None and float(end[1]) - float(end[2]) > 0.5


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("biplanes", ("--imitate", "medium", "--pool", "0.5", "--against", "medium")),
        ("starfighters", ("--pool", "1", "--observation", "egocentric", "--reward", "score")),
        ("goofspiel", ("--device", "cpu")),
    ],
)
def test_ppo_runs_with_every_option(game: str, words: tuple[str, ...]) -> None:
    reported = run(
        "ppo.py", game, "--minutes", "0.03", "--games", "20", "--against-games", "4", *words
    )
    assert "at the end: " in reported
    assert ("decisions of medium in" in reported) == ("--imitate" in words)
    assert ("against medium" in reported) == ("--against" in words)


def test_rllib_trains_for_an_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("torch", "tree", "lz4", "ormsgpack"):
        pytest.importorskip(package, reason=f"no {package}: the extra rllib is not installed")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    reported = run("rllib_ppo.py", "goofspiel", "--iterations", "1", "--batch", "128")
    end = re.search(r"iteration 1: (\d+) games, (\d+) decisions, entropy (\d\.\d+)", reported)
    assert end is not None and int(end[1]) >= 8 and int(end[2]) >= 128
    assert 0 < float(end[3]) < 2, "a policy that is masked and not yet decided"


def test_cfr_comes_to_the_exact_value_of_a_last_round() -> None:
    reported = run("cfr_last_round.py")
    exact = re.search(r"gets (0\.\d+) of the stake in best play", reported)
    last = re.findall(r"it gets (0\.\d+); NashConv (0\.\d+)", reported)[-1]
    assert exact is not None and float(last[1]) < 0.01
    assert float(last[0]) == pytest.approx(float(exact[1]), abs=0.005)


def test_a_batch_rolls_out_random_games() -> None:
    reported = run("batch_rollout.py", "biplanes", "starfighters")
    shares = [
        [float(item) for item in re.findall(r"\d\.\d\d", line.split(";")[1])]
        for line in reported.splitlines()
    ]
    assert [len(share) for share in shares] == [2, 4]
    assert all(0.95 < sum(share) < 1.05 for share in shares)


def test_environments_go_on_in_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    reported = run("workers.py")
    assert re.search(r"async: \[.*\]", reported) and "ray: the same as alone: True" in reported
