"""Whether a game can be played with a pack: its values, and what they cost to work out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath

import dogfight
from dogfight.core.errors import BadData, DogfightError
from dogfight.core.registry import AnyGame, manifest_of
from dogfight.datafiles.files import built_in, built_in_names, check_name
from dogfight.packs.pack import BadPack, Pack, refuse

DataCosts = Callable[[Mapping[str, str]], Iterable[tuple[str, str, int, int]]]
"""Counts what the data files of a game cost, from their texts by name and before any is used: a
file, what is counted, how much of it there is and how much there may be.
"""


def check_pack(pack: Pack, source: str, *, replaces: bool = False) -> AnyGame:
    """The game with the files of a pack; `BadPack` tells the first fault, and nothing is kept.

    `replaces` allows files that take the place of built-in ones where a pack adds its own.
    """
    name = pack.info.game
    known = built_in_names(name)
    if not known:
        refuse(f"{source}/pack.toml: game", "a game with data files", name)
    for path in pack.data:
        file = PurePosixPath(path).name
        check_name(Path(source, path), known)
        if replaces or not _is_one_of_many(file, known):
            continue
        if pack.data[path] != _built_in_text(name, file):
            refuse(f"{source}/{path}", "a name that no built-in file has", file)
    costs: DataCosts | None = manifest_of(name).load("data_costs")
    texts = {PurePosixPath(path).name: text for path, text in pack.data.items()}
    for file, what, figure, most in costs(texts) if costs is not None else ():
        if figure > most:
            refuse(f"{source}/{name}/{file}", f"at most {most} {what}", figure)
    return _loaded(pack, source)


def _is_one_of_many(file: str, known: tuple[str, ...]) -> bool:
    """Whether a built-in file goes by a pattern like `battle_*.toml`, of which a pack adds its
    own instead of replacing those there are.
    """
    kind, line, _ = file.partition("_")
    return file in known and bool(line) and sum(name.startswith(f"{kind}_") for name in known) > 1


def _built_in_text(game: str, file: str) -> str:
    text: str = built_in(game).joinpath(file).read_text(encoding="utf-8")
    return text


def _loaded(pack: Pack, source: str) -> AnyGame:
    """The game, all of its data read; errors name the pack, not where it was unpacked."""
    with tempfile.TemporaryDirectory(prefix="dogfight-pack-") as place:
        folder = pack.data_set.write(Path(place))
        try:
            game = dogfight.load(pack.info.game, folder)
            faults: list[BadData] = game.check_data()
            if faults:
                raise faults[0]
            for options in game.samples():
                game.new(options)
        except DogfightError as error:
            raise BadPack(error.message.replace(place, source), rule=error.rule) from None
    return game
