"""The pages build as a site: strictly, with a reference from the docstrings, and no link leads
nowhere.
"""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

pytest.importorskip("sphinx", reason="the extra docs is not installed")
ROOT = Path(__file__).parents[1]


def test_site_has_docstring_reference_and_no_broken_link(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "builder" / "site.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    core = (site / "reference" / "core.html").read_text()
    assert 'id="dogfight.core.parts.Views.imagine"' in core
    assert "its secrets drawn with these dice" in " ".join(core.split())
    for page in site.rglob("*.html"):
        for link in re.findall(r'<(?:a|img) [^>]*(?:href|src)="([^"#?]+)', page.read_text()):
            if not re.match(r"\w+:", link):
                assert (page.parent / unquote(unescape(link))).exists(), (
                    f"{page.relative_to(site)}: {link}"
                )
