"""Measures the environments of all games and writes the file of figures beside each.

    python -P bench/environment_figures.py [GAME ...] [--games 400] [--seed 1] [--root src]

Random games: how many decisions, legal actions and draws, and how far results lie apart.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import dogfight
from dogfight.core.manifest import Manifest
from dogfight.core.registry import manifest_of
from dogfight.envs.figures import EnvFigures, figures_file, measured, variants


def table(name: str, variant: str, games: int, seed: int) -> str:
    """The table of one environment in TOML."""
    start = variants(name)[variant]
    result = measured(dogfight.load(name), start.position, games, seed)
    values = [
        f"{field} = {round(getattr(result, field), 3)}" for field in EnvFigures.__struct_fields__
    ]
    return "\n".join([f"[{variant}] # {start.words or 'no options'}", *values, ""])


def path_of(manifest: Manifest, root: Path) -> Path:
    """The file of figures in a source tree."""
    parts = manifest.package.split(".")
    folder = root.joinpath(*parts)
    return (folder if folder.is_dir() else folder.parent) / figures_file(manifest.name)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=dogfight.names())
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--root", type=Path, default=Path("src"))
    supplied = parser.parse_args()
    for name in supplied.names:
        manifest = manifest_of(name)
        tables = [table(name, variant, supplied.games, supplied.seed) for variant in variants(name)]
        head = (
            f"# What random games of {manifest.title} are like (envs.figures); measured by\n"
            f"# bench/environment_figures.py, {supplied.games} games, seed {supplied.seed}.\n\n"
        )
        path_of(manifest, supplied.root).write_text(head + "\n".join(tables))
        print(f"{name}: {', '.join(variants(name))}", flush=True)


if __name__ == "__main__":
    main()
