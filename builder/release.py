"""Makes a release of what is committed: writes the version, dates the changelog, commits, tags.

    ./scripts/release 0.2.0

Nothing is pushed. The tests are to have passed before: `./scripts/test`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

VERSION = re.compile(r"\d+\.\d+\.\d+")
PLACES = {
    "pyproject.toml": r'(?m)^version = "(\d+\.\d+\.\d+)"$',
    "CITATION.cff": r"(?m)^version: (\d+\.\d+\.\d+)$",
    "docs/openapi.json": r'"version": "(\d+\.\d+\.\d+)"',
    "docs/research.md": r"version = \{(\d+\.\d+\.\d+)\}",
    "docs/engines.md": r"id name dogfight easy (\d+\.\d+\.\d+)",
}
"""The files that name the version, each once, and how."""
UNRELEASED = "## Unreleased\n"


class NotReady(Exception):
    """A release cannot be made; the message says why."""


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotReady(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout


def with_version(text: str, pattern: str, version: str, file: str) -> str:
    """The text of a file with another version; it must name one exactly once."""
    matches = list(re.finditer(pattern, text))
    if len(matches) != 1:
        raise NotReady(f"{file}: expected one version, got {len(matches)}")
    return text[: matches[0].start(1)] + version + text[matches[0].end(1) :]


def check_ready(root: Path, version: str) -> None:
    """Raise `NotReady` unless this version can be released from what is committed."""
    if not VERSION.fullmatch(version):
        raise NotReady(f"expected a version like 0.2.0, got {version!r}")
    if git(root, "status", "--porcelain"):
        raise NotReady("expected a clean tree, got changes that are not committed")
    if f"v{version}" in git(root, "tag", "--list").split():
        raise NotReady(f"expected a new version, got {version}, which is released")
    _, heading, entries = (root / "CHANGELOG.md").read_text().partition(UNRELEASED)
    if not heading or not entries.partition("\n## ")[0].strip():
        raise NotReady("CHANGELOG.md: expected entries under Unreleased, got none")


def release(root: Path, version: str, day: str) -> None:
    """Write the version everywhere, date the changelog, commit and tag."""
    check_ready(root, version)
    texts = {
        file: with_version((root / file).read_text(), pattern, version, file)
        for file, pattern in PLACES.items()
    }
    changelog = (root / "CHANGELOG.md").read_text()
    texts["CHANGELOG.md"] = changelog.replace(UNRELEASED, f"## {version} – {day}\n", 1)
    for file, text in texts.items():
        (root / file).write_text(text)
    git(root, "commit", "--quiet", "--message", f"release: {version}", "--", *texts)
    git(root, "tag", "--annotate", f"v{version}", "--message", f"Dogfight {version}")


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parents[1]
    try:
        if len(arguments) != 1:
            raise NotReady("expected one version, as in: ./scripts/release 0.2.0")
        release(root, arguments[0], datetime.now(UTC).date().isoformat())
    except NotReady as problem:
        print(f"release: {problem}", file=sys.stderr)
        return 1
    print(f"release: committed and tagged v{arguments[0]}; push with: git push --follow-tags")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
