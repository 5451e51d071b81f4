"""The curves of the reference learner: `examples/ppo.py` on all games, several trainings at once.

    python -P bench/learners.py [--only starfighters ...] [--minutes 3] [--seeds 1 2 3]
        [--jobs 14] [--device gpu] [--out FILE]

Every training is a process with one core. On a GPU all of them share it, with more games at once.
`--out` adds a line of JSON for each training to a file: its command, its curve and its last score
against random players.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
SEEN = "--observation egocentric"
DENSE = "--reward score --discount 0.97 --pool 0.5"
TRAININGS = {
    "goofspiel": (),
    "biplanes": ("--pool 0.5",),
    "squadrons": (
        f"{SEEN} --reward score --discount 0.97",
        f"{SEEN} {DENSE}",
        f"{SEEN} --imitate medium --pool 0.5",
        f"{SEEN} --imitate medium {DENSE}",
    ),
    "starfighters": (
        f"{SEEN} {DENSE}",
        f"{SEEN} --imitate medium --pool 0.5",
        f"{SEEN} --imitate medium {DENSE}",
    ),
    "paws": (f"--option timer=0 {DENSE}", "--option timer=0 --imitate medium --pool 0.5"),
    "boots": (f"--option battle=convoy {DENSE}",),
}
"""The games, and the ways to learn each."""
ON_A_DEVICE = "--rows 1024 --minibatch 8192"
POINT = re.compile(r"([\d.]+) s, +([\d,]+) decisions: ([\d.]+) ± ([\d.]+) against random")
END = re.compile(r"at the end: ([\d.]+) ± ([\d.]+) of the stake")
OTHER = re.compile(r"([\d.]+) ± ([\d.]+) against medium")


def trained(command: list[str]) -> dict[str, object]:
    """Run a training; returns what it reported."""
    environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-P", str(ROOT / "examples" / "ppo.py"), *command],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    report: dict[str, object] = {"command": " ".join(["ppo.py", *command])}
    if done.returncode:
        return report | {"failed": done.stderr[-2000:]}
    end = END.search(done.stdout)
    report["curve"] = [
        [float(seconds), int(decisions.replace(",", "")), float(share), float(error)]
        for seconds, decisions, share, error in POINT.findall(done.stdout)
    ]
    report["end"] = [float(number) for number in end.groups()] if end else None
    other = OTHER.search(done.stdout.partition("at the end")[2])
    report["against_medium"] = [float(number) for number in other.groups()] if other else None
    return report


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="*", default=list(TRAININGS), choices=list(TRAININGS))
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seeds", nargs="*", type=int, default=[1])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--device", default="")
    parser.add_argument("--against", default="", help="a bot to be measured against as well")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--out", type=Path)
    words = parser.parse_args()
    commands = [
        [game, *way.split(), "--minutes", str(words.minutes), "--seed", str(seed)]
        + ["--games", str(words.games)]
        + ([*ON_A_DEVICE.split(), "--device", words.device] if words.device else [])
        + (["--against", words.against] if words.against else [])
        for seed in words.seeds
        for game in words.only
        for way in TRAININGS[game] or ("",)
    ]
    with ThreadPoolExecutor(words.jobs) as pool:
        for report in pool.map(trained, commands):
            print(json.dumps(report), flush=True)
            if words.out is not None:
                with words.out.open("a") as file:
                    file.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
