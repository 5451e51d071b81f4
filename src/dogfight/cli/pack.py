"""`dogfight pack`: packs checked, made and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from dogfight.cli.common_options import AsJson, GameName
from dogfight.cli.console import print_status, show_json
from dogfight.core.errors import BadOption, DogfightError
from dogfight.datafiles.files import built_in, built_in_names
from dogfight.packs.checking import check_pack
from dogfight.packs.files import pack_bytes, read_pack
from dogfight.packs.making import pack_of_data
from dogfight.packs.pack import Pack, PackInfo, digest_of_bytes

PackFile = Annotated[
    Path, typer.Argument(help="A pack: a folder or a .zip file.", show_default=False)
]


class PackReport(msgspec.Struct, omit_defaults=True):
    """A pack as it is shown; `error` where it is refused."""

    ok: bool
    name: str = ""
    author: str = ""
    version: str = ""
    game: str = ""
    about: str = ""
    picture: str = ""
    digest: str = ""
    data: str = ""
    files: tuple[str, ...] = ()
    error: str = ""
    rule: str = ""


def check(file: PackFile, as_json: AsJson = False) -> None:
    """Check a pack, its values included; exit status 1 if it is refused."""
    try:
        line = _line(read_pack(file), str(file))
    except DogfightError as error:
        line = PackReport(False, error=error.message, rule=error.rule)
    if as_json:
        show_json(line)
    elif line.ok:
        print(f"ok: {line.name} {line.version}, {len(line.files)} data files, {line.digest}")
    else:
        print(f"{line.error} [{line.rule}]" if line.rule else line.error)
    if not line.ok:
        raise typer.Exit(1)


def show(file: PackFile, as_json: AsJson = False) -> None:
    """Show what a pack says of itself, what it holds and its digests."""
    line = _line(read_pack(file), str(file))
    if as_json:
        show_json(line)
        return
    for key in ("name", "author", "version", "game", "about", "picture", "digest", "data"):
        if value := getattr(line, key):
            print(f"{key:8} {value}")
    for path in line.files:
        print(f"file     {path}")


def make(
    game: GameName,
    folder: Annotated[
        Path, typer.Argument(help="A folder of data files, as for --data.", show_default=False)
    ],
    name: Annotated[str, typer.Option(help="What the pack is called.", show_default=False)],
    author: Annotated[str, typer.Option(help="Who made it.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The .zip file to write.", show_default=False)],
    version: Annotated[str, typer.Option(help="Its version.")] = "1",
    about: Annotated[str, typer.Option(help="A sentence about it.")] = "",
    picture: Annotated[
        Path | None, typer.Option(help="A PNG or JPEG picture.", show_default=False)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Make a pack, one .zip file, of the data files of a folder; files like the built-in ones are
    left out.
    """
    if out.exists() and not force:
        raise BadOption(f"{out} exists; expected a new file, or --force")
    info = PackInfo(name, author, version, game, about, picture.name if picture else "")
    built_in_files = {
        file: built_in(game).joinpath(file).read_text(encoding="utf-8")
        for file in built_in_names(game)
    }
    pack = pack_of_data(info, folder, picture, built_in_files)
    check_pack(pack, str(folder))
    body = pack_bytes(pack)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(body)
    print_status(f"wrote {out}: {len(pack.data)} data files, {len(body)} bytes")


def _line(pack: Pack, source: str) -> PackReport:
    game = check_pack(pack, source)
    values = msgspec.structs.asdict(pack.info)
    digest = digest_of_bytes(pack_bytes(pack))
    return PackReport(True, **values, digest=digest, data=game.data_digest, files=tuple(pack.data))
