"""Engines for the tests: small programs, most of them bad."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "random_engine.py"

POLITE = """
import json, os, sys, time
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word in ("dogfight", "isready"):
        print("ready", flush=True)
    elif word == "view":
        legal = [one["notation"] for one in json.loads(rest)["legal"]]
    elif word == "go":
        {go}
"""

BAD = {
    "crashed": "os._exit(3)",
    "hung": "time.sleep(3600)",
    "flooded": "\n        ".join(["while True:", "    print('info ' + 'x' * 1000)"]),
    "nonsense": "print('hello there', flush=True)",
    "illegal": "print('best none-of-these', flush=True)",
    "hungry": "print('best', legal[len(bytearray(3 << 30)) and 0], flush=True)",
}
KINDS = {"illegal": "nonsense", "hungry": "crashed"}
"""What a bad engine's fault is called where it is not its name."""


def program(folder: Path, code: str, name: str = "engine") -> Path:
    """A program that can be run."""
    path = folder / name
    path.write_text(f"#!{sys.executable} -I\n{code}")
    path.chmod(0o755)
    return path


def answering(folder: Path, go: str, name: str = "engine") -> Path:
    """An engine that is polite until it has to move."""
    return program(folder, POLITE.format(go=go), name)


def listening(folder: Path, heard: Path) -> Path:
    """An engine that writes down what it hears and plays the first legal action."""
    keep = f"for line in sys.stdin:\n    open({str(heard)!r}, 'a').write(line)"
    code = POLITE.format(go="print('best', legal[0], flush=True)")
    return program(folder, code.replace("for line in sys.stdin:", keep))


def ours(folder: Path, bot: str) -> Path:
    """A program that runs one of our bots as an engine."""
    path = folder / "ours"
    where = os.environ.get("PYTHONPATH", "")
    path.write_text(
        f"#!/bin/sh\nPYTHONPATH={where} exec {sys.executable} -P -m dogfight.cli.app engine {bot}\n"
    )
    path.chmod(0o755)
    return path
