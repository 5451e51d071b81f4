"""The pages build as a site: strictly, with a reference from the docstrings, and no link leads nowhere."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

pytest.importorskip("sphinx", reason="the extra docs is not installed")
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("built")
    command = [sys.executable, str(ROOT / "builder" / "site.py"), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target / "site"


def test_the_reference_comes_from_the_docstrings(site: Path) -> None:
    core = (site / "reference" / "core.html").read_text()
    assert 'id="dogfight.core.game.Game.imagine"' in core
    assert "its secrets drawn with these dice" in core


def test_no_link_of_the_site_leads_nowhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        for link in re.findall(r'<(?:a|img) [^>]*(?:href|src)="([^"#?]+)', page.read_text()):
            if not re.match(r"\w+:", link):
                assert (page.parent / unquote(unescape(link))).exists(), f"{page.relative_to(site)}: {link}"
