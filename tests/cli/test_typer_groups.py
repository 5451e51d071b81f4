"""One manner for all verbs: help that reads well, options that mean the same, errors in one line
with status 2.
"""

import json
import re
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from dogfight.bots.random import RandomBot
from dogfight.cli.app import app
from dogfight.core.registry import load
from dogfight.match.match import Match


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], terminal_width=100)


def verbs(group: Any, *before: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from verbs(command, *before, name)
        else:
            yield (*before, name), command


VERBS = dict(verbs(get_command(app)))


@pytest.mark.parametrize(
    "words", [(), ("data",), ("boots",), ("biplanes",), ("lessons",), *VERBS], ids=" ".join
)
def test_help_reads_well(words: tuple[str, ...]) -> None:
    shown = run(*words, "--help").stdout
    assert "Usage: " in shown
    for wrong in ("<bool>", "<list[", "<str>", "<path>", "{", "}"):
        assert wrong not in shown, wrong


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_every_argument_and_option_is_described(words: tuple[str, ...]) -> None:
    assert VERBS[words].help
    for param in VERBS[words].params:
        assert re.fullmatch(r"[A-Z\d].*\.", param.help or "", re.S), f"{param.name}: {param.help}"


def test_an_option_means_the_same_on_every_verb() -> None:
    meant = defaultdict(set)
    for command in VERBS.values():
        for param in command.params:
            meant[param.opts[0]].add(
                (param.help.split(";")[0].rstrip("."), param.type_descriptor.is_list)
            )
    meant["--data"] = {(help, False) for help, _ in meant["--data"]}  # a comparison takes two
    for name in ("--json", "--data", "--data-dir", "--plugin", "--seed", "--jobs", "--option"):
        assert len(meant[name]) == 1, name


def test_json_is_a_switch_wherever_a_verb_has_figures() -> None:
    with_json = {
        words
        for words, item in VERBS.items()
        if any("--json" in param.opts for param in item.params)
    }
    talk = {
        ("play",),
        ("print",),
        ("lesson",),
        ("engine",),
        ("serve",),
        ("join",),
        ("data", "export"),
        ("pack", "make"),
        ("puzzle",),
        ("puzzles", "make"),
        ("boots", "show"),
    }
    assert with_json == set(VERBS) - talk
    assert all(
        param.is_flag for verb in VERBS.values() for param in verb.params if "--json" in param.opts
    )


def test_helps_of_combat_boots_as_json() -> None:
    odds = json.loads(run("boots", "odds", "2-2", "--json").stdout)
    assert odds["chances"]["pin"] == {"value": pytest.approx(5 / 18), "exactly": "5/18"}
    sight = json.loads(run("boots", "los", "orchard", "A1", "F4", "--json").stdout)
    assert (sight["seen"], sight["blocked_by"], sight["rule"]) == (False, "D3", "CB-8.5")
    assert (
        json.loads(run("boots", "los", "orchard", "A1", "A2", "--json").stdout)["rule"] == "CB-8.2"
    )
    assert [
        item["ok"] for item in json.loads(run("boots", "check", "orchard", "--json").stdout)
    ] == [True]


def test_the_arena_prints_its_report_as_json() -> None:
    done = run("arena", "squadrons", "--bots", "random", "--games", 1, "--jobs", 1, "--json")
    assert json.loads(done.stdout)["games"] == 1, done.output


@pytest.mark.parametrize(("word", "seat"), [("p1", 0), ("0", 0), ("p2", 1), ("1", 1)])
def test_replay_knows_a_seat_by_name_and_by_number(tmp_path: Path, word: str, seat: int) -> None:
    table = Match(load("biplanes"), seed=2)
    table.run([RandomBot(1), RandomBot(2)])
    file = tmp_path / "game.txt"
    file.write_text(table.record.to_text())
    assert json.loads(run("replay", file, "--seat", word, "--json").stdout)["view"]["seat"] == seat
    refused = run("replay", file, "--seat", "chance")
    assert refused.exit_code == 2 and "expected a seat out of p1 (0), p2 (1)" in refused.stderr


BAD: dict[tuple[str, ...], list[str]] = {
    ("games",): ["games --plugin {file}/x.py", "games --nonsense"],
    ("options",): ["options", "options chess", "options squadrons --data {file}"],
    ("play",): [
        "play chess",
        "play squadrons --seed x",
        "play squadrons --position nonsense",
        "play --position x",
        "play goofspiel --position x -o cards=7",
    ],
    ("lesson",): [
        "lesson",
        "lesson chess",
        "lesson biplanes 9",
        "lesson biplanes --progress {bytes}",
    ],
    ("lessons", "show"): ["lessons show biplanes"],
    ("lessons", "check"): ["lessons check chess"],
    ("sim",): [
        "sim",
        "sim chess",
        "sim squadrons --games 0",
        "sim squadrons --seed -1",
        "sim squadrons -o x",
    ],
    ("arena",): [
        "arena squadrons",
        "arena squadrons --bots random --out {file}/x.jsonl",
        "arena squadrons --bots random --out {folder}/report",
        "arena squadrons --bots random --games 1 --jobs 1 --out {file}/x.csv",
        "arena squadrons --bots random --out {bytes}.jsonl",
    ],
    ("engine",): ["engine nobody"],
    ("exploit",): ["exploit", "exploit biplanes ace nonsense", "exploit chess ace x"],
    ("solve",): [
        "solve",
        "solve chess",
        "solve squadrons",
        "solve goofspiel -o cards=99",
        "solve goofspiel --gap 1",
        "solve goofspiel --data {folder}/none",
    ],
    ("biplanes", "exploit"): [
        "biplanes exploit nobody",
        "biplanes exploit ace --games x",
        "biplanes exploit greedy --minutes 1",
        "biplanes exploit ace -o board=moon",
    ],
    ("biplanes", "learn"): [
        "biplanes learn --device moon",
        "biplanes learn --out {file}/x --rounds 1",
    ],
    ("verify",): ["verify", "verify {file}/x", "verify {folder}", "verify {bytes}"],
    ("replay",): ["replay {file}", "replay {file}/x", "replay {folder}", "replay {bytes}"],
    ("review",): [
        "review",
        "review {file}",
        "review {folder}",
        "review {bytes}",
        "review {file} --out {folder}/x.txt",
    ],
    ("rules",): ["rules chess", "rules squadrons ZZ-1"],
    ("examples",): [
        "examples squadrons {folder}",
        "examples squadrons {bytes}",
        "examples chess {file}",
    ],
    ("biplanes", "solve"): ["biplanes solve nonsense", "biplanes solve"],
    ("doctor",): ["doctor --plugin nothing_of_that_name"],
    ("bench",): ["bench chess", "bench squadrons --seconds 0"],
    ("serve",): [
        "serve --port 99999",
        "serve --port {port}",
        "serve --port 0 --data-dir {file}/x",
        "serve --port 0 --data-dir {file}",
        "serve --config {bytes}",
        "serve --config {file}/x",
        "serve --port 0 --log-level loud",
        "serve --host nowhere.invalid",
        "serve --port 0 --data-dir {folder}/data --metrics-port {port}",
    ],
    ("join",): [
        "join http://127.0.0.1:1/table/ABCD",
        "join http://127.0.0.1:{port}x/table/ABCD",
        "join http://[bad/table/ABCD",
        "join nonsense",
    ],
    ("backup",): [
        "backup {folder}/copy --data-dir {folder}/none",
        "backup {file}/x --data-dir {file}",
    ],
    ("restore",): [
        "restore {bytes} --data-dir {folder}/new",
        "restore {folder}/none --data-dir {folder}/new",
    ],
    ("migrate",): [
        "migrate {file}",
        "migrate {folder}/none {folder}/new",
        "migrate {folder} postgresql://127.0.0.1:1/none",
    ],
    ("audit",): ["audit --data-dir {file}", "audit --data-dir {folder}/none"],
    ("print",): [
        "print chess --out {folder}/x.pdf",
        "print biplanes",
        "print biplanes --out {file}/x",
        "print biplanes --data {file} --out x",
    ],
    ("boots", "odds"): ["boots odds 4", "boots odds 4-2 --cover x"],
    ("boots", "los"): ["boots los nowhere A1 A2", "boots los orchard A1 Z9"],
    ("data", "check"): ["data check {file}", "data check --game chess"],
    ("data", "export"): [
        "data export {file}/x",
        "data export {file}",
        "data export {folder}/new --game chess",
    ],
    ("sandbox",): [
        "sandbox chess",
        "sandbox squadrons nonsense",
        "sandbox squadrons --move nobody=x",
        "sandbox squadrons --move red=x",
        "sandbox squadrons --seat nobody",
        "sandbox squadrons x -o y=z",
        "sandbox goofspiel --bot nobody",
        "sandbox goofspiel --bot random",
    ],
    ("puzzle",): [
        "puzzle biplanes --theme none",
        "puzzle chess",
        "puzzle goofspiel",
        "puzzle biplanes nothing",
    ],
    ("puzzles", "make"): [
        "puzzles make chess",
        "puzzles make biplanes -o mode=no",
        "puzzles make biplanes --out {folder}",
        "puzzles make biplanes --out {bytes}",
        "puzzles make biplanes --out {file}/x",
    ],
    ("puzzles", "show"): ["puzzles show chess"],
    ("pack", "check"): ["pack check", "pack check {file} {file}"],
    ("pack", "show"): ["pack show {file}", "pack show {bytes}"],
    ("pack", "make"): [
        "pack make boots {file} --name A --author B --out {folder}/new.zip",
        "pack make boots {folder} --name A --author B --out {file}",
        "pack make chess {folder} --name A --author B --out {folder}/new.zip",
    ],
    ("boots", "check"): ["boots check nowhere", "boots check", "boots check {folder}"],
    ("boots", "show"): [
        "boots show nowhere",
        "boots show orchard --out {file}/x",
        "boots show --data {file} x",
    ],
    ("lab", "balance"): [
        "lab balance chess",
        "lab balance squadrons --bots random",
        "lab balance squadrons --bots random,random",
        "lab balance squadrons --bots random,genius",
        "lab balance squadrons --games 0",
        "lab balance squadrons --games 1,2,3,4",
        "lab balance squadrons --precision 2",
        "lab balance squadrons --minutes 0",
        "lab balance biplanes -o solo=yes -o mode=escort",
        "lab balance squadrons -o colour=red",
        "lab balance squadrons --games 2 --bots random,easy --out {file}/x",
        "lab balance squadrons --games 2 --ray nowhere.invalid:1",
    ],
    ("lab", "compare"): [
        "lab compare biplanes",
        "lab compare biplanes --data {folder}/none",
        "lab compare biplanes --data {folder}",
    ],
    ("lab", "sweep"): [
        "lab sweep biplanes",
        "lab sweep biplanes --set sets.green.range",
        "lab sweep biplanes --set sets.pink.range=1..3",
        "lab sweep biplanes --set sets.green.range=3..1",
        "lab sweep biplanes --set sets.green.range=8,9",
        "lab sweep biplanes --set sets.green.range=3",
        "lab sweep goofspiel --option cards=7",
    ],
    ("boots", "balance"): [
        "boots balance nowhere",
        "boots balance orchard --games 0",
        "boots balance {file}",
    ],
}


def test_every_verb_is_called_badly() -> None:
    assert set(BAD) == set(VERBS)


@pytest.mark.parametrize("call", [call for calls in BAD.values() for call in calls])
def test_a_bad_call_is_told_in_one_line_with_status_two(call: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("nothing of ours\n")
    for name in ("bytes", "bytes.jsonl"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        places = {name: tmp_path / name for name in ("file", "bytes")}
        words = call.format(folder=tmp_path, port=taken.getsockname()[1], **places)
        done = run(*words.split())
    assert isinstance(done.exception, SystemExit) and done.exit_code == 2, (
        done.output,
        done.exception,
    )
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("dogfight: "), done.stderr


def command(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, "-P", "-m", "dogfight", *words]
    return subprocess.run(whole, stderr=subprocess.PIPE, text=True, check=False, **more)


def test_closed_output_pipe_is_not_reported() -> None:
    reader, writer = socket.socketpair()
    reader.close()
    with writer:
        done = command("rules", "biplanes", stdout=writer)
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.parametrize("words", [("rules", "biplanes"), ("games",)], ids=" ".join)
def test_full_disk_error_is_one_line(words: tuple[str, ...]) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no full device")
    with full.open("w") as out:
        done = command(*words, stdout=out)
    assert (done.returncode, done.stderr) == (2, "dogfight: no space left on device\n")
