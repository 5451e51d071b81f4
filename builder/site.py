"""The pages as a site with a reference made from the docstrings: `python builder/site.py [FOLDER]`
(extra `docs`).

The pages are copied to a folder in the places they have in the repository, so that links between
them hold in both. Sphinx makes the site of that, and refuses a link that leads nowhere. The code is
read from `src`, where signatures are those of the sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import dogfight

ROOT = Path(__file__).parents[1]
COPIED = (
    "*.md",
    "LICENSE",
    "docs/**/*",
    "bench/*.md",
    "bench/*.py",
    "examples/*",
    "examples/*/*",
    "deploy/*",
    "src/dogfight/**/*.py",
    "src/dogfight/games/**/*.md",
)
"""What is on the site, or linked to by a page that is."""
CHAPTERS = {
    "Start here": ["README", "docs/README"],
    "Playing": [
        f"docs/{name}"
        for name in (
            "installing",
            "lessons",
            "browser",
            "terminal",
            "review",
            "hosting",
            "commands",
        )
    ],
    "Games": [f"docs/{name}" for name in (*dogfight.names(), "rules/README")],
    "Designing": [f"docs/{name}" for name in ("data", "printing", "lab", "adding-a-game")],
    "Research": [
        f"docs/{name}"
        for name in (
            "python",
            "research",
            "features",
            "learning",
            "bots",
            "engines",
            "arena",
            "records",
        )
    ],
    "Code": ["docs/architecture", "CONTRIBUTING", "docs/api", "reference/index", "CHANGELOG"],
}
REFERENCE = {
    "core": "The contract",
    "plain": "A game in one file",
    "match": "One game in progress",
    "planning": "Whole moves and plans in parts",
    "encoding": "Numbers for learners",
    "datafiles": "Data files",
    "bots": "From a view to an action",
    "testing": "What every game must pass",
    "arena": "Bots against bots",
    "review": "Luck, guesses and choices",
    "client": "A client of the online table",
}
CONFIG = """
project, extensions = "Dogfight", ["myst_parser", "sphinx.ext.autodoc"]
root_doc, html_theme, html_title = "index", "furo", "Dogfight"
myst_heading_anchors = 4
autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": True}
autodoc_typehints = "signature"
suppress_warnings = ["misc.highlighting_failure", "myst.header", "toc.not_included"]
exclude_patterns = []
"""


def copy_pages(pages: Path) -> None:
    """The pages and the files they link to, laid out as in the repository."""
    for pattern in COPIED:
        for file in ROOT.glob(pattern):
            if file.is_file():
                target = pages / file.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)


def tree(title: str, entries: list[str]) -> str:
    """One chapter of the table of contents."""
    return "\n".join(
        ["```{toctree}", f":caption: {title}", ":maxdepth: 1", "", *entries, "```", ""]
    )


def modules(layer: str) -> list[str]:
    return [
        file.stem
        for file in sorted((ROOT / "src" / "dogfight" / layer).glob("*.py"))
        if file.stem != "__init__"
    ]


def write_contents(pages: Path) -> None:
    """The first page, and a page of reference for each layer, which Sphinx fills from the
    docstrings.
    """
    (pages / "index.md").write_text(
        "# Dogfight\n\n" + "\n".join(tree(*chapter) for chapter in CHAPTERS.items())
    )
    folder = pages / "reference"
    folder.mkdir()
    (folder / "index.md").write_text(
        "# Reference\n\n" + tree("Made from the docstrings", list(REFERENCE))
    )
    for layer, about in REFERENCE.items():
        parts = [
            f"## dogfight.{layer}.{name}\n\n```{{eval-rst}}\n.. automodule::"
            f" dogfight.{layer}.{name}\n```\n"
            for name in modules(layer)
        ]
        (folder / f"{layer}.md").write_text("\n".join([f"# {about}\n", *parts]))


def main(target: Path) -> int:
    pages = target / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    copy_pages(pages)
    write_contents(pages)
    (pages / "conf.py").write_text(CONFIG)
    strict = "--fail-on-warning --keep-going --quiet --builder html"
    command = [sys.executable, "-P", "-m", "sphinx", *strict.split()]
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    made = subprocess.run(
        [*command, str(pages), str(target / "site")],
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    shutil.copytree(
        pages / "docs" / "pictures", target / "site" / "docs" / "pictures", dirs_exist_ok=True
    )
    return made.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build"))
