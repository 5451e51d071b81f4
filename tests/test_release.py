"""A release is one commit with a tag; where something is not ready, nothing changes."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
CHANGES = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- Old.\n"


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "builder" / "release.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture
def tree(tmp_path: Path, builder: ModuleType) -> Path:
    """A small repository with the files that name the version."""
    for file in builder.PLACES:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "Test")
    git(tmp_path, "config", "user.email", "test@example.com")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "start")
    return tmp_path


def test_release_writes_version_dates_changelog_and_tags(tree: Path, builder: ModuleType) -> None:
    builder.release(tree, "9.8.7", "2026-11-20")
    for file, pattern in builder.PLACES.items():
        assert re.findall(pattern, (tree / file).read_text()) == ["9.8.7"]
    assert "\n## 9.8.7 – 2026-11-20\n\n- New." in (tree / "CHANGELOG.md").read_text()
    assert git(tree, "log", "--format=%s", "-1").strip() == "release: 9.8.7"
    assert git(tree, "describe").strip() == "v9.8.7" and not git(tree, "status", "--porcelain")


def unfinished(tree: Path) -> None:
    (tree / "CITATION.cff").write_text("changed")


def nothing_new(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n## 0.1.0\n")
    git(tree, "commit", "--quiet", "--all", "--message", "empty")


def released(tree: Path) -> None:
    git(tree, "tag", "v9.8.7")


def unnamed(tree: Path) -> None:
    (tree / "CITATION.cff").write_text("no version\n")
    git(tree, "commit", "--quiet", "--all", "--message", "no version")


@pytest.mark.parametrize(
    ("spoil", "version", "message"),
    [
        (unfinished, "9.8.7", "expected a clean tree"),
        (nothing_new, "9.8.7", "expected entries under Unreleased"),
        (released, "9.8.7", "which is released"),
        (unnamed, "9.8.7", "CITATION.cff: expected one version, got 0"),
        (lambda _: None, "v2", "expected a version like 0.2.0, got 'v2'"),
    ],
)
def test_release_is_refused_and_changes_nothing(
    tree: Path, builder: ModuleType, spoil: object, version: str, message: str
) -> None:
    spoil(tree)  # type: ignore[operator]
    before = git(tree, "rev-parse", "HEAD"), git(tree, "diff")
    with pytest.raises(builder.NotReady, match=message):
        builder.release(tree, version, "2026-11-20")
    assert (git(tree, "rev-parse", "HEAD"), git(tree, "diff")) == before


def test_every_file_names_the_same_version(builder: ModuleType) -> None:
    versions = {
        version
        for file, pattern in builder.PLACES.items()
        for version in re.findall(pattern, (ROOT / file).read_text())
    }
    assert len(versions) == 1
