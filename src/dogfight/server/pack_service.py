"""What people do with the packs of a server: see, upload, share and remove them."""

from __future__ import annotations

import hmac

import msgspec
from starlette.requests import HTTPConnection

from dogfight.core.errors import DogfightError
from dogfight.packs.files import pack_bytes
from dogfight.packs.pack import PackInfo, digest_of_bytes, info_text, make_pack
from dogfight.server import auth, messages
from dogfight.server.jobs import CheckPack, JobService, Paper, PrintPack
from dogfight.server.packs import CODE_SIGNS, CheckedPack, LoadedPack, PackGames
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.storage.ledger import Person
from dogfight.server.storage.pack_rows import PackFile, PackRow

_MOST_LISTED = 200
_KEY_BYTES = 10
_TOO_MANY = {
    "too_many_of_one": "{0} of your packs are kept here, those that games use included. Remove one"
    " first.",
    "too_many": "This server keeps {1} packs, which is all there is room for.",
}


class PackService:
    """The packs as each person may see and change them."""

    def __init__(
        self, packs: PackGames, jobs: JobService, settings: Settings, sources: SystemSources
    ) -> None:
        self._packs = packs
        self._jobs = jobs
        self._settings = settings
        self._sources = sources

    def may_upload(self, request: HTTPConnection) -> bool:
        """Whether a request may bring packs."""
        return auth.is_open_to(request, self._settings, self._settings.uploads_of_packs)

    # --- seeing ------------------------------------------------------------------------------

    async def all(self, person: Person, request: HTTPConnection) -> messages.PackList:
        """The packs that a person may play with."""
        lines = [
            await self._line(row, person)
            for row in await self._packs.rows.visible_to(person.id, _MOST_LISTED)
        ]
        lines += [
            _line_of(loaded, code=code, word=code, of_server=True, listed=True)
            for code, loaded in self._packs.server.listed.items()
        ]
        return messages.PackList(self.may_upload(request), tuple(lines))

    async def loaded(self, word: str, person: Person) -> LoadedPack:
        """Return the pack that a person names, with its key where that is needed."""
        code, _, _ = word.partition(".")
        if code in self._packs.server.listed:
            return self._packs.server.listed[code]
        return await self._packs.loaded((await self._row(word, person)).digest)

    async def for_table(self, word: str, game: str, person: Person) -> LoadedPack | None:
        """What a new table is played with: the pack that it names, or the usual data."""
        if not word:
            return self._packs.server.usual(game)
        loaded = await self.loaded(word, person)
        if loaded.file.game != game:
            raise Refused("bad_option", f"expected a pack of {game}, got one of {loaded.file.game}")
        return loaded

    async def line(self, word: str, person: Person) -> messages.PackLine:
        """What a pack is, for a person who has its link."""
        code, _, _ = word.partition(".")
        if code in self._packs.server.listed:
            loaded = self._packs.server.listed[code]
            return _line_of(loaded, code=code, word=code, of_server=True, listed=True)
        return await self._line(await self._row(word, person), person)

    async def _row(self, word: str, person: Person) -> PackRow:
        """A pack that a person may see; one that they may not is as good as none."""
        code, _, key = word.partition(".")
        row = await self._packs.rows.pack(code)
        if row is None or not (
            row.listed
            or row.owner == person.id
            or hmac.compare_digest(row.link_key.encode(), key.encode())
        ):
            raise Refused("unknown", "There is no such pack here, or it is not yours to see.")
        return row

    async def _own(self, word: str, person: Person) -> PackRow:
        row = await self._row(word, person)
        if row.owner != person.id:
            raise Refused("not_yours", "Only its owner changes a pack.")
        return row

    async def _line(self, row: PackRow, person: Person) -> messages.PackLine:
        loaded = await self._packs.loaded(row.digest)
        is_owner = row.owner == person.id
        word = row.code if row.listed and not is_owner else f"{row.code}.{row.link_key}"
        return _line_of(
            loaded,
            code=row.code,
            word=word,
            is_owner=is_owner,
            listed=row.listed,
            created=row.created,
        )

    # --- changing ----------------------------------------------------------------------------

    async def upload(
        self, body: bytes, person: Person, request: HTTPConnection
    ) -> messages.PackLine:
        """Keep a pack, once it is checked."""
        if not self.may_upload(request):
            raise Refused(
                "not_yours", "This server takes no packs from others; its settings say so."
            )
        checked = msgspec.json.decode(
            await self._jobs.run(CheckPack(body, "pack"), person), type=CheckedPack
        )
        digest, info = digest_of_bytes(checked.body), checked.info
        taken = {
            loaded.pack.info.name.casefold()
            for loaded in self._packs.server.listed.values()
            if loaded.file.digest != digest
        }
        if info.name.casefold() in taken:
            raise Refused(
                "bad_option",
                f"pack/pack.toml: name: expected a name that no pack of this server has, got"
                f" {info.name!r}",
            )
        row = PackRow(
            code=self._sources.entropy(CODE_SIGNS // 2).hex(),
            digest=digest,
            owner=person.id,
            link_key=self._sources.entropy(_KEY_BYTES).hex(),
            created=self._sources.ms(),
        )
        most = self._settings.packs_per_person, self._settings.packs_in_all
        file = PackFile(digest, info.game, checked.data, checked.body)
        outcome, row = await self._packs.rows.keep(row, file, *most)
        if outcome != "kept":
            raise Refused("rate", _TOO_MANY[outcome].format(*most))
        return await self._line(row, person)

    async def make(
        self, new: messages.NewPack, person: Person, request: HTTPConnection
    ) -> messages.PackLine:
        """Keep a pack that a page has made."""
        info = PackInfo(new.name, new.author, new.version, new.game, new.about)
        files = {name: text.encode() for name, text in new.files.items()}
        try:
            body = pack_bytes(make_pack({**files, "pack.toml": info_text(info).encode()}, "pack"))
        except DogfightError as error:
            raise Refused("bad_option", error.message, rule=error.rule) from None
        return await self.upload(body, person, request)

    async def list(self, word: str, person: Person, listed: bool) -> messages.PackLine:
        """Show a pack to everybody on this server, or no longer."""
        row = await self._own(word, person)
        await self._packs.rows.list(row.code, listed)
        return await self.line(word, person)

    async def remove(self, word: str, person: Person) -> None:
        """Forget a pack; games that use it go on."""
        await self._packs.rows.remove(await self._own(word, person))

    async def printed(self, loaded: LoadedPack, paper: Paper, person: Person) -> bytes:
        """The game with a pack as a PDF to cut out."""
        pack = loaded.pack
        job = PrintPack(pack.info.game, pack.data_set, pack.info.name, paper)
        return await self._jobs.run(job, person)


def _line_of(
    loaded: LoadedPack,
    *,
    code: str,
    word: str,
    is_owner: bool = False,
    listed: bool = False,
    of_server: bool = False,
    created: int = 0,
) -> messages.PackLine:
    info = loaded.pack.info
    return messages.PackLine(
        code=code,
        name=info.name,
        author=info.author,
        version=info.version,
        about=info.about,
        game=info.game,
        title=loaded.game.title,
        bytes=len(loaded.file.body),
        files=len(loaded.pack.data),
        picture=bool(loaded.pack.picture),
        mine=is_owner,
        listed=listed,
        of_server=of_server,
        word=word,
        created=created,
    )
