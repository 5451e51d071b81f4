"""Builds the browser table into the package, where it is missing or older than its sources.

    python builder/page.py

Needs Node.js 20 or later. Exit status 1: the page could not be built.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "dogfight" / "server" / "static"
STAMP = STATIC / "made-from"  # travels with the page, so that a source archive needs no Node.js
OLDEST_NODE = 20


def sources() -> str:
    """A digest of everything the page is made from."""
    digest = hashlib.sha256()
    for file in sorted(WEB.rglob("*")):
        inside = file.relative_to(WEB)
        if file.is_file() and inside.parts[0] not in ("node_modules", "test"):
            digest.update(
                f"{inside.as_posix()} {file.stat().st_size}\n".encode() + file.read_bytes()
            )
    return digest.hexdigest()


def is_there() -> bool:
    return (STATIC / "index.html").is_file()


def is_fresh() -> bool:
    """Whether the page is there and made from these sources; without sources the page that is
    there will do.
    """
    if not WEB.is_dir() or not is_there():
        return is_there()
    return STAMP.is_file() and STAMP.read_text() == sources()


def missing_tool() -> str:
    """What keeps the page from being built, or nothing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return "Node.js was not found"
    version = subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=False
    ).stdout
    major = re.match(r"v(\d+)", version)
    if not major or int(major[1]) < OLDEST_NODE:
        return f"expected Node.js {OLDEST_NODE} or later, got {version.strip() or 'none that runs'}"
    return ""


def build() -> str:
    """Build the page; the words say what went wrong, and there are none if all is well."""
    if lacking := missing_tool():
        return lacking
    npm = shutil.which("npm") or "npm"
    for step in (
        ["install", "--no-save", "--silent", "--no-audit", "--no-fund"],
        ["run", "--silent", "build"],
    ):
        done = subprocess.run([npm, *step], cwd=WEB, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"npm {step[0]} failed:\n{done.stdout}{done.stderr}"
    STAMP.write_text(sources())
    return ""


def main() -> int:
    if is_fresh():
        return 0
    print("dogfight: building the browser table", file=sys.stderr)
    if problem := build():
        print(f"dogfight: the browser table could not be built: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
