"""How the pictures of the README find a browser."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.no_rule("a tool of the builder")

SCRIPT = Path(__file__).parents[1] / "builder" / "pictures.py"


@pytest.fixture
def pictures() -> ModuleType:
    pytest.importorskip("playwright")
    spec = importlib.util.spec_from_file_location("pictures_of_the_readme", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "chromium-headless-shell"])
def test_pictures_find_every_kind_of_chromium(
    pictures: ModuleType, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pictures.find_chromium() is None
    browser = tmp_path / name
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    assert pictures.find_chromium() == str(browser)


def test_pictures_without_chromium_say_what_is_missing(
    pictures: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="chromium-headless-shell"):
        pictures.main([])
