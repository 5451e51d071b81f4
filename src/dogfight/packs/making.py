"""A pack made of a plain folder of data files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dogfight.core.errors import BadData
from dogfight.datafiles.files import built_in_names, check_folder, check_name
from dogfight.packs.pack import HEAD, TEXT_NAMES, Pack, PackInfo, info_text, make_pack


def has_data_for(game: str, folder: Path) -> bool:
    """Whether a folder of data files has something that a game reads."""
    known = built_in_names(game)
    return bool(known) and (
        (folder / game).is_dir() or any(_is_read(path, known) for path in folder.glob("*.toml"))
    )


def _is_read(path: Path, known: tuple[str, ...]) -> bool:
    """Whether a game reads a file of this name."""
    try:
        check_name(path, known)
    except BadData:
        return False
    return True


def pack_of_data(
    info: PackInfo, folder: Path, picture: Path | None, built_in_files: Mapping[str, str]
) -> Pack:
    """The data files that a folder has for a game, without those that are as the built-in ones."""
    check_folder(info.game, folder)
    own = folder / info.game
    known = built_in_names(info.game)
    beside = [path for path in folder.glob("*.toml") if _is_read(path, known)]
    paths = [*own.glob("*.toml"), *beside]
    files = {HEAD: info_text(info).encode()}
    for path in paths:
        body = path.read_bytes()
        changed = body != built_in_files.get(path.name, "").encode()
        if changed:
            files.setdefault(f"{info.game}/{path.name}", body)
    for name in TEXT_NAMES:
        if (folder / name).is_file():
            files[name] = (folder / name).read_bytes()
    if picture is not None:
        files[picture.name] = picture.read_bytes()
    return make_pack(files, str(folder))
