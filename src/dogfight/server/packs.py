"""The packs of a server: those of its folder, those that people upload, and the games they make."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import msgspec

from dogfight.core.errors import BadOption, BadRecord
from dogfight.core.registry import AnyGame, load, names
from dogfight.packs.checking import check_pack
from dogfight.packs.files import is_pack, pack_bytes, pack_of_bytes, read_pack
from dogfight.packs.making import has_data_for, pack_of_data
from dogfight.packs.pack import Pack, PackInfo, digest_of_bytes
from dogfight.server.messages import PackName
from dogfight.server.settings import Settings
from dogfight.server.storage.ledger import GameRow
from dogfight.server.storage.pack_rows import PackFile, PackRows
from dogfight.server.storage.store import Reader

_MOST_LOADED = 64
"""Packs whose games are kept in memory besides those of tables."""
CODE_SIGNS = 10


@dataclass(frozen=True, slots=True)
class LoadedPack:
    """A pack whose game is ready to be played."""

    pack: Pack
    file: PackFile
    game: AnyGame


def _load(pack: Pack, source: str, *, replaces: bool = False) -> LoadedPack:
    """A pack from this machine, checked."""
    game = check_pack(pack, source, replaces=replaces)
    body = pack_bytes(pack)
    return LoadedPack(
        pack, PackFile(digest_of_bytes(body), game.name, game.data_digest, body), game
    )


def pack_name(loaded: LoadedPack) -> PackName:
    """What those at a table are told of its pack."""
    info = loaded.pack.info
    return PackName(info.name, info.author, info.version)


class PackGames:
    """The games of packs by digest, whichever node they were uploaded to."""

    def __init__(self, store: Reader, server: ServerPacks | None = None) -> None:
        self.rows = PackRows(store)
        self.server = server or ServerPacks(Settings())
        self._loaded: OrderedDict[str, LoadedPack] = OrderedDict()

    async def loaded(self, digest: str) -> LoadedPack:
        """The pack with this digest, read from the database if need be."""
        if digest not in self._loaded:
            file = await self.rows.file(digest)
            if file is None:
                raise BadRecord(f"its pack {digest} is missing")
            self.add(await asyncio.to_thread(_from_file, file))
        self._loaded.move_to_end(digest)
        return self._loaded[digest]

    def add(self, loaded: LoadedPack) -> None:
        """Keep a pack in memory for a while."""
        self._loaded[loaded.file.digest] = loaded
        while len(self._loaded) > _MOST_LOADED:
            self._loaded.popitem(last=False)

    async def game_of(self, row: GameRow) -> AnyGame:
        """The game of a table, with the data it is played with."""
        return (await self.loaded(row.pack)).game if row.pack else load(row.game)

    async def with_data(self, game: str, data: str, person: int) -> LoadedPack | None:
        """A pack with these data that a person may use."""
        for loaded in self.server.all():
            if (loaded.file.game, loaded.file.data) == (game, data):
                return loaded
        digest = await self.rows.with_data(game, data, person)
        return None if digest is None else await self.loaded(digest)


def _from_file(file: PackFile) -> LoadedPack:
    pack = pack_of_bytes(file.body, "pack")
    return LoadedPack(pack, file, pack.data_set.load(file.game))


class ServerPacks:
    """The packs that come with a server: a folder of them, and data for new tables that name no
    pack.
    """

    def __init__(self, settings: Settings) -> None:
        self.listed: dict[str, LoadedPack] = {}
        """The packs of the folder by code."""
        self._usual: dict[str, LoadedPack] = {}
        """By game, what is played where no pack is named."""
        if settings.packs_dir:
            folder = Path(settings.packs_dir)
            if not folder.is_dir():
                raise BadOption(f"{folder}: expected a folder of packs")
            for path in sorted(folder.iterdir()):
                if not path.name.startswith(".") and is_pack(path):
                    loaded = _load(read_pack(path), str(path))
                    self.listed[loaded.file.digest[:CODE_SIGNS]] = loaded
        if settings.data:
            self._take_data(Path(settings.data))

    def _take_data(self, folder: Path) -> None:
        if not folder.is_dir():
            raise BadOption(f"{folder}: expected a folder with data files")
        for game in names():
            if has_data_for(game, folder):
                info = PackInfo("Data of this server", "this server", "1", game)
                pack = pack_of_data(info, folder, None, {})
                self._usual[game] = _load(pack, str(folder), replaces=True)
        if not self._usual:
            raise BadOption(f"{folder}: expected data files of {', '.join(names())}, got none")

    def all(self) -> tuple[LoadedPack, ...]:
        """The packs of the folder and the usual data."""
        return (*self.listed.values(), *self._usual.values())

    def usual(self, game: str) -> LoadedPack | None:
        """The data that new tables of a game are played with; None for the built-in ones."""
        return self._usual.get(game)

    def usual_game(self, game: str) -> AnyGame:
        """The game as new tables play it."""
        usual = self.usual(game)
        return load(game) if usual is None else usual.game


class CheckedPack(msgspec.Struct, frozen=True):
    """A pack that a worker has read and checked: as one file, and the digest of its data."""

    info: PackInfo
    data: str
    body: bytes


def check_uploaded(body: bytes, source: str) -> CheckedPack:
    """Read and check an uploaded pack."""
    pack = pack_of_bytes(body, source)
    game = check_pack(pack, source)
    return CheckedPack(pack.info, game.data_digest, pack_bytes(pack))
