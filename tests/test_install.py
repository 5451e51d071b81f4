"""Installing is ordinary: pip, wheels and source archives in environments made for the purpose.

The rules are compiled once for every state of the sources, here or by ./scripts/setup, and kept in
build/; the tests use that again. They need the package index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from dogfight.extras import EXTRA_OF

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PLAIN = {
    name: value
    for name, value in os.environ.items()
    if name not in ("PYTHONPATH", "DOGFIGHT_INTERPRETED", "CC")
}
PIP = {
    "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_COMPILE": "0",  # most of the packages' files are never imported here
}
HAS_COMPILER = shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0]) is not None
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The versions that we say it plays with; those that are not on this machine are reported as
skipped.
"""
OTHERS = [name for name in PYTHONS if not sys.version.startswith(f"{name}.")]

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="environments are laid out differently on Windows"
)


def told(*command: str | Path, cwd: Path = Path("/"), **more: str) -> str:
    """Everything that a command says; it has to succeed."""
    env = {**PLAIN, **PIP, **more}
    done = subprocess.run(
        [str(word) for word in command],
        env=env, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def built(kind: str, folder: Path, source: Path = ROOT, **more: str) -> tuple[Path, str]:
    """A package built from these sources with the tools of this environment, and what was said
    meanwhile.
    """
    words = told(
        sys.executable,
        "-P",
        "-m",
        "hatchling",
        "build",
        "-t",
        kind,
        "-d",
        folder,
        cwd=source,
        **more,
    )
    (package,) = folder.iterdir()
    return package, words


def installed(what: Path, python: Path | str, folder: Path) -> Path:
    """A new environment of this Python with nothing but this package and its needs; gives its
    folder of commands.
    """
    told(python, "-m", "venv", "--without-pip", folder)
    told(*pip_of(folder), "install", "-q", f"{what}[app]")
    return folder / "bin"


def pip_of(folder: Path) -> list[str]:
    """The pip of this environment at work in another."""
    return [sys.executable, "-m", "pip", "--python", str(folder)]


GAMES = ("biplanes", "boots", "paws", "squadrons", "starfighters")
IN_ONE_PROCESS = f"""
import dogfight.server.app, dogfight.tui.app, dogfight.client
from dogfight.cli.app import app
from dogfight.server import static
for verb in ("data check", "rules biplanes", *(f"sim {{game}} --games 2" for game in {GAMES})):
    app(verb.split(), standalone_mode=False)
print((static.FOLDER / "index.html").read_text())
"""


def check_that_it_plays(bin: Path, rules: str) -> None:
    """The command, all games, the rules, the page and the data are there and in order."""
    version = told(bin / "dogfight", "--version")
    assert re.fullmatch(rf"dogfight [\d.]+ \(rules {rules}, Python [\d.]+\)\n", version)
    assert told(bin / "python", "-m", "dogfight", "--version") == version
    words = told(bin / "python", "-c", IN_ONE_PROCESS)
    assert "BD-2.1" in words and words.count("2 games") == len(GAMES) and "<script" in words


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wheel, words = built("wheel", tmp_path_factory.mktemp("interpreted"), DOGFIGHT_INTERPRETED="1")
    assert "dogfight: DOGFIGHT_INTERPRETED is set; the rules will run interpreted" in words
    return wheel


def test_pip_installs_and_compiles_in_a_clean_environment(tmp_path: Path) -> None:
    bin = installed(ROOT, sys.executable, tmp_path / "clean")
    check_that_it_plays(bin, "compiled" if HAS_COMPILER else "interpreted")
    assert not any(
        "site-packages/pytest" in line
        for line in told(*pip_of(bin.parent), "list", "-v").splitlines()
    )


@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler on this machine")
def test_wheel_holds_compiled_modules_page_data_and_rules(tmp_path: Path) -> None:
    wheel, _ = built("wheel", tmp_path / "wheel")
    names = zipfile.ZipFile(wheel).namelist()
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    for pattern in SETTINGS["tool"]["hatch"]["build"]["hooks"]["custom"]["include"]:
        for file in ROOT.glob(pattern):
            assert file.relative_to(ROOT / "src").with_suffix(ending).as_posix() in names
    assert set(contents()) <= set(names)
    assert not [name for name in names if name.endswith((".c", ".pyc"))]


def contents() -> Iterator[str]:
    """What has to be in a wheel: all modules, data files, styles and pages of rules, and the
    page.
    """
    src = ROOT / "src"
    for file in sorted((src / "dogfight").rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".so":
            yield file.relative_to(src).as_posix()
    yield "dogfight/server/static/index.html"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (
            {"CC": "no-such-compiler"},
            "dogfight: no C compiler was found; the rules will run interpreted",
        ),
        (
            {"CC": "false"},
            "dogfight: compiling failed, as told above; the rules will run interpreted",
        ),
    ],
    ids=["without a compiler", "with one that fails"],
)
def test_uncompiled_package_is_packed_as_source(
    tmp_path: Path, setting: dict[str, str], words: str
) -> None:
    wheel, said = built("wheel", tmp_path / "wheel", **setting)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert sum(line.startswith(words) for line in said.splitlines()) == 1
    assert set(contents()) <= set(zipfile.ZipFile(wheel).namelist())


def test_without_hooks_the_package_is_packed_as_it_is(tmp_path: Path) -> None:
    wheel, words = built("wheel", tmp_path / "wheel", HATCH_BUILD_NO_HOOKS="true")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "dogfight:" not in words


def test_a_source_archive_makes_the_same_wheel_without_node(
    tmp_path: Path, interpreted: Path
) -> None:
    archive, _ = built("sdist", tmp_path / "sdist")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert not list(source.rglob("node_modules"))
    wheel, words = built(
        "wheel", tmp_path / "wheel", source, DOGFIGHT_INTERPRETED="1", PATH="/nowhere"
    )
    assert "browser table" not in words
    assert sorted(zipfile.ZipFile(wheel).namelist()) == sorted(
        zipfile.ZipFile(interpreted).namelist()
    )


def test_a_package_without_a_page_says_so(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    leave = shutil.ignore_patterns("static", "node_modules", "__pycache__")
    for name in ("src", "builder", "docs", "web"):
        shutil.copytree(ROOT / name, bare / name, ignore=leave)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, bare / name)
    _, words = built("wheel", tmp_path / "wheel", bare, DOGFIGHT_INTERPRETED="1", PATH="/nowhere")
    assert "dogfight: the package will be without the browser table: Node.js was not found" in words


PARTS: dict[str, list[str]] = SETTINGS["project"]["optional-dependencies"]
APP = ("arena", "cli", "client", "numpy", "server", "terminal")
USES = {
    "": "import dogfight.testing.checks, dogfight.lab.study, dogfight.review.analysis\n"
    "import dogfight.arena.run, dogfight.boards.svg, dogfight.lessons.play\n"
    "from dogfight.bots.random import RandomBot\n"
    "for name in dogfight.names():\n"
    "    table = dogfight.Match(dogfight.load(name), {}, seed=7)\n"
    "    table.run([RandomBot(seat) for seat in range(len(table.seats))])",
    "arena": "from dogfight.arena.report import _ladder\nassert _ladder([], ['random'])",
    "cli": "from dogfight.cli.app import app\n"
    "app(['sim', 'paws', '--games', '1'], standalone_mode=False)",
    "client": "import dogfight.client",
    "numpy": "from dogfight import envs\nenvs.batch('biplanes', 2)\n"
    "import dogfight.games.biplanes.ai.evaluator",
    "server": "import dogfight.server.app, dogfight.server.job_worker",
    "terminal": "import dogfight.tui.app, dogfight.tui.play",
}
"""A script for the rules library and for every part of `app`, which has to run with its packages
alone.
"""


def packages_of(requirements: list[str]) -> set[str]:
    """The modules of requirements; a package has the name of its module but for the dash."""
    names = (re.match(r"[\w-]+", need) for need in requirements if not need.startswith("dogfight["))
    return {name[0].replace("-", "_") for name in names if name}


def run_hiding(packages: set[str], script: str) -> subprocess.CompletedProcess[str]:
    """Run a script on the sources as if these packages were not installed."""
    hide = f"import sys\nsys.modules.update(dict.fromkeys({sorted(packages)}))\n"
    return subprocess.run(
        [sys.executable, "-P", "-c", hide + script],
        env={**PLAIN, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True, check=False,
    )  # fmt: skip


OPTIONAL = set[str]().union(*map(packages_of, PARTS.values()))


@pytest.mark.parametrize("part", USES, ids=lambda part: part or "rules library")
def test_part_runs_with_its_own_packages_alone(part: str) -> None:
    own = packages_of(PARTS[part]) if part else set()
    done = run_hiding(OPTIONAL - own, USES[part])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("package", "arguments", "extra"),
    [
        ("typer", [], "cli"),
        ("rich", ["--version"], "cli"),
        ("uvicorn", ["serve", "--port", "0"], "server"),
        ("openskill", ["arena", "paws", "--bots", "random,greedy", "--games", "2"], "arena"),
    ],
)
def test_command_names_the_extra_it_lacks(package: str, arguments: list[str], extra: str) -> None:
    script = f"sys.argv = ['dogfight', *{arguments}]\nfrom dogfight.__main__ import main\nmain()"
    done = run_hiding({package}, script)
    assert done.returncode == 2, done.stderr
    assert f"expected the package {package}, which the extra {extra} brings" in done.stderr
    assert f"pip install 'dogfight[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr and "playing" not in done.stderr


def test_app_is_every_part_and_each_package_is_known() -> None:
    assert PARTS["app"] == [f"dogfight[{','.join(APP)}]"] and {*USES} == {"", *APP}
    assert set(EXTRA_OF) == set[str]().union(*(packages_of(PARTS[part]) for part in APP))
    assert all(package in packages_of(PARTS[extra]) for package, extra in EXTRA_OF.items())


def test_rules_library_needs_three_packages() -> None:
    assert packages_of(SETTINGS["project"]["dependencies"]) == {
        "librt",
        "msgspec",
        "mypy_extensions",
    }


def test_pinned_versions_lie_within_bounds() -> None:
    pinned: dict[str, str] = {}
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        name, _, version = line.partition("==")
        pinned[canonicalize_name(name)] = version
    for need in (
        *SETTINGS["project"]["dependencies"],
        *(item for part in PARTS.values() for item in part),
    ):
        requirement = Requirement(need)
        if requirement.name != "dogfight":
            assert requirement.specifier, f"{need} has no bounds"
            version = pinned[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), f"{need} excludes {version}"


def python_of(version: str) -> str | None:
    """A Python of this version that runs: from the path, or one that pyenv keeps."""
    if not (command := shutil.which(f"python{version}")):
        return None
    kept = told("pyenv", "versions", "--bare").split() if shutil.which("pyenv") else []
    for chosen in ("", *(item for item in kept if item.startswith(f"{version}."))):
        env = {**PLAIN, **({"PYENV_VERSION": chosen} if chosen else {})}
        code = "import sys, venv, ensurepip; print(sys.executable)"
        done = subprocess.run(
            [command, "-c", code], env=env, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return done.stdout.strip()
    return None


def test_python_versions_are_the_same_everywhere() -> None:
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "classifiers"
    ]
    assert (
        tuple(
            classifier.rpartition(" ")[2]
            for classifier in classifiers
            if "Python :: 3." in classifier
        )
        == PYTHONS
    )
    for page in ("README.md", "docs/installing.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert re.findall(r"Python (?:from )?(3\.\d+) to (3\.\d+)", text) == [
            (PYTHONS[0], PYTHONS[-1])
        ], page


@pytest.mark.parametrize("version", OTHERS)
def test_other_versions_of_python_play_every_game(
    tmp_path: Path, interpreted: Path, version: str
) -> None:
    if not (python := python_of(version)):
        pytest.skip(f"Python {version} was not found on this machine: nothing was tried with it")
    bin = installed(interpreted, python, tmp_path / version)
    check_that_it_plays(bin, "interpreted")
