#!/usr/bin/env python3
"""An engine in a few lines: it plays any legal action. docs/engines.md describes the protocol."""

import json
import random
import sys

dice = random.Random()
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "dogfight":
        print("id name random example", "option seed default 0", "ready", sep="\n", flush=True)
    elif word == "isready":
        print("ready", flush=True)
    elif word == "set" and rest.startswith("seed "):
        dice.seed(rest.removeprefix("seed "))
    elif word == "view":
        legal = [entry["notation"] for entry in json.loads(rest)["legal"]]
    elif word == "go":
        print("best", dice.choice(legal), flush=True)
    elif word == "quit":
        break
